import json

import pytest

from characoid_desktop.app.last_look import LIMIT_BYTES, LastLook, LastLookFile, read
from characoid_desktop.core.tasks import TaskScope
from tests.fakes.eventually import eventually


async def test_the_newest_look_is_found_again(tmp_path):
    path, scope = tmp_path / "look.json", TaskScope("test")
    file = LastLookFile(path, scope)
    for size in (100, 120, 140):
        file.keep(LastLook("ja", "light", size, True, ""))
    file.keep_geometry(b"\x00\xffplace")
    await eventually(lambda: read(path) == file.look)
    assert read(path).geometry_bytes == b"\x00\xffplace"
    assert (read(path).language, read(path).theme, read(path).text_size) == ("ja", "light", 140)
    assert [entry.name for entry in tmp_path.iterdir()] == ["look.json"]
    await scope.aclose()


@pytest.mark.parametrize("content", [
    b"", b"{", b"[]", b"null", b"\xff\xfe{}", json.dumps({"language": "xx", "theme": 7, "text_size": "140"}).encode(),
    json.dumps({"text_size": 9000, "reduced_motion": "yes", "geometry": ["x"]}).encode(), b"[" * 10_000,
    json.dumps({"geometry": "!" * (2 * LIMIT_BYTES)}).encode(),
], ids=range(9))
def test_a_file_that_makes_no_sense_gives_the_usual_look(tmp_path, content):
    path = tmp_path / "look.json"
    path.write_bytes(content)
    assert read(path) == LastLook()


def test_a_missing_file_or_one_that_is_a_folder_gives_the_usual_look(tmp_path):
    assert read(tmp_path / "nothing") == LastLook()
    assert read(tmp_path) == LastLook()


def test_geometry_that_is_no_base64_is_ignored():
    assert LastLook(geometry="not base64 at all!").geometry_bytes == b""


async def test_a_folder_that_cannot_be_written_costs_nothing(tmp_path):
    scope = TaskScope("test")
    (tmp_path / "file").write_text("in the way")
    file = LastLookFile(tmp_path / "file" / "look.json", scope)
    file.keep(LastLook("ja"))
    await eventually(lambda: not scope.running)
    assert file.look.language == "ja"
    await scope.aclose()

"""Finding an rvc-next starts nothing; asking one what it is ends in a version or in a sentence, and ends it."""

from __future__ import annotations

import os
from pathlib import Path

import psutil
import pytest

from characoid_desktop.engines import external
from characoid_desktop.engines.external import NotRecognised, Recognised, find_program, recognise
from tests.fakes.eventually import eventually
from tests.fakes.rvc_next_program import calls, install

pytestmark = pytest.mark.skipif(os.name == "nt", reason="the stand-in is a script with a first line for a shell")


async def test_a_program_says_what_it_is(tmp_path: Path, qapp: object) -> None:
    program = install(tmp_path)
    assert await recognise(program) == Recognised(program, "0.2.16", "2.13.0+cpu")
    call, = calls(program)
    assert call["words"] == ["version", "--json"]
    assert "PYTHONPATH" not in call["environment"]


@pytest.mark.parametrize("said", [
    "0.2.16", "{}", '{"rvc_next": 2}', '{"rvc_next": "no\\nversion"}', "[" * 9000, "endless"])
async def test_another_program_is_not_taken_for_it(tmp_path: Path, qapp: object, said: str) -> None:
    with pytest.raises(NotRecognised) as caught:
        await recognise(install(tmp_path, version=said))
    assert "does not answer as rvc-next" in str(caught.value)
    assert caught.value.action is not None


async def test_a_program_that_says_nothing_is_ended_after_its_time(tmp_path: Path, qapp: object) -> None:
    program = install(tmp_path, version=None)
    with pytest.raises(NotRecognised, match="did not answer within"):
        await recognise(program, limit_s=0.5)
    await eventually(lambda: not any(
        str(program) in " ".join(one.info["cmdline"] or ()) for one in psutil.process_iter(["cmdline"])))


async def test_what_cannot_be_started_is_said(tmp_path: Path, qapp: object) -> None:
    plain = tmp_path / "plain"
    plain.write_text("text")
    for path in (tmp_path / "none", plain, tmp_path, Path("rvc-next")):
        with pytest.raises(NotRecognised, match="no program that can be started"):
            await recognise(path)
    broken = install(tmp_path / "bin")
    broken.write_text("#!/does/not/exist\n")
    with pytest.raises(NotRecognised):
        await recognise(broken)


def test_it_is_found_on_path_and_where_installers_put_it_and_never_started(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(install(tmp_path / "here").parent)
    environ = {"PATH": f".{os.pathsep}{os.pathsep}{tmp_path / 'empty'}", "HOME": str(tmp_path / "home")}
    assert find_program(environ) is None, "the working directory is nobody's choice"
    uv = install(tmp_path / "home/.local/share/uv/tools/rvc-next/bin")
    assert find_program(environ) == uv
    local = install(tmp_path / "home/.local/bin")
    assert find_program(environ) == local
    first = install(tmp_path / "path")
    assert find_program({**environ, "PATH": f"{tmp_path / 'path'}"}) == first
    assert [call for program in (uv, local, first) for call in calls(program)] == []
    assert external.NAME == "rvc-next"

"""The rows of the corpus CFG that personas meet, each with a twin that must pass."""

from __future__ import annotations

import io
import json
import zipfile
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from characoid_desktop.app.pictures import decode
from characoid_desktop.core.errors import AppError
from characoid_desktop.data.blobs import BlobStore
from characoid_desktop.data.database import Database
from characoid_desktop.features.personas.errors import BadAvatar, BadCard
from characoid_desktop.features.personas.files import PersonaFiles
from characoid_desktop.features.personas.lore import LoreEntry
from characoid_desktop.features.personas.lore_service import LoreService
from characoid_desktop.features.personas.models import DEFAULT_ID, Facts, Profile
from characoid_desktop.features.personas.service import PersonaService
from tests.fakes.cards import png, v1, v2, v3
from tests.fakes.data_faults import SetClock

TEXT = json.dumps(v2(), ensure_ascii=False)


async def taken(files: PersonaFiles, folder: Path, data: bytes) -> Any:
    (folder / "card").write_bytes(data)
    return (await files.import_file(folder / "card")).persona


async def refused(files: PersonaFiles, folder: Path, data: bytes) -> AppError:
    with pytest.raises(AppError) as error:
        await taken(files, folder, data)
    return error.value


async def stored(database: Database, clock: SetClock, **columns: str) -> Any:
    """The first persona as it is after a start with these texts in its row."""
    async with database.transaction() as tx:
        for name, text in columns.items():
            await tx.execute(f"UPDATE personas SET {name} = ?", (text,))
    again = PersonaService(database, clock)
    await again.start()
    return again.current


async def test_cfg_01_empty_json(files: PersonaFiles, tmp_path: Path, database: Database, clock: SetClock) -> None:
    for data in (b"", b"{}", b'{"data":{}}', b'{"spec":"chara_card_v2","data":{}}'):
        assert await refused(files, tmp_path, data)
    assert (await taken(files, tmp_path, b'{"spec":"chara_card_v2","data":{"name":"x"}}')).profile == Profile()
    persona = await stored(database, clock, profile="{}", settings="{}")
    assert (persona.name, persona.profile, persona.facts) == ("Mika", Profile(), Facts())


async def test_cfg_02_half_json(files: PersonaFiles, tmp_path: Path, database: Database, clock: SetClock) -> None:
    for length in (1, 40, len(TEXT.encode()) - 1):
        assert (await refused(files, tmp_path, TEXT.encode()[:length])).code == "bad_card"
    assert (await taken(files, tmp_path, TEXT.encode())).name == "星野 Aoi"
    assert (await stored(database, clock, profile='{"description": "half', settings='{"voi')).name == "Mika"


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be"])
async def test_cfg_03_utf_16(files: PersonaFiles, tmp_path: Path, encoding: str) -> None:
    made = await taken(files, tmp_path, TEXT.encode(encoding))
    same = await taken(files, tmp_path, TEXT.encode())
    assert (made.name, made.profile, made.origin) == (same.name, same.profile, same.origin)
    assert await refused(files, tmp_path, TEXT.encode(encoding)[:-3])


async def test_cfg_04_a_byte_order_mark(files: PersonaFiles, tmp_path: Path) -> None:
    assert (await taken(files, tmp_path, b"\xef\xbb\xbf" + TEXT.encode())).name == "星野 Aoi"
    assert (await taken(files, tmp_path, b"\xfe\xff" + TEXT.encode("utf-16-be"))).name == "星野 Aoi"
    assert await refused(files, tmp_path, b"\xef\xbb\xbf")


async def test_cfg_05_a_newer_schema(files: PersonaFiles, tmp_path: Path) -> None:
    assert (await refused(files, tmp_path, json.dumps({**v3(), "spec": "chara_card_v4"}).encode())).code == (
        "card_too_new")
    newer = {**v3(), "spec_version": "3.7", "new": {"a": 1}}
    made = await taken(files, tmp_path, json.dumps(newer).encode())
    assert json.loads((await files.export(made.id, tmp_path / "out.json")).read_bytes()) == newer, "nothing is cut"
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("manifest.json", json.dumps({"format": "characoid-persona", "version": 2, "files": {}}))
    error = await refused(files, tmp_path, out.getvalue())
    assert (error.code, "Update the app" in str(error)) == ("card_too_new", True)


async def test_cfg_06_an_older_schema(
    files: PersonaFiles, tmp_path: Path, database: Database, clock: SetClock,
) -> None:
    assert (await taken(files, tmp_path, json.dumps(v1()).encode())).profile.first_message == "Boo, {{user}}!"
    assert (await taken(files, tmp_path, json.dumps(v2()).encode())).facts.creator == "somebody"
    older = await stored(database, clock, profile='{"description":"d","language":"ja"}')  # as of schema 2
    assert (older.profile, older.facts) == (Profile(description="d", language="ja"), Facts())


async def test_cfg_07_wrong_types(files: PersonaFiles, tmp_path: Path, database: Database, clock: SetClock) -> None:
    wrong: dict[str, Any] = {"spec": "chara_card_v2", "spec_version": 2, "data": {
        "name": "x", "description": 3, "personality": None, "tags": "t", "alternate_greetings": [1, "a", None],
        "extensions": [], "character_book": {"entries": [{"keys": "k", "content": 5, "enabled": "yes",
                                                          "insertion_order": "first", "extensions": None}]}}}
    made = await taken(files, tmp_path, json.dumps(wrong).encode())
    assert (made.profile, made.facts.alternate_greetings) == (Profile(), ("a",))
    out = json.loads((await files.export(made.id, tmp_path / "out.json")).read_bytes())
    assert out == wrong, "what was of another type goes out as it came"
    for bad in ({"name": 3}, {"name": ["x"]}):
        assert await refused(files, tmp_path, json.dumps({"spec": "chara_card_v2", "data": bad}).encode())
    persona = await stored(database, clock, profile='{"description":3,"facts":[],"origin":7}',
                           settings='{"voice":7,"vts_model":["m"],"model":null,"color":3,"retired":1}')
    assert (persona.profile, persona.facts) == (Profile(), Facts())
    assert (persona.voice_id, persona.vts_model_id, persona.model, persona.is_retired) == ("", "", "", False)


async def test_cfg_08_a_picture_of_30000_by_30000(
    files: PersonaFiles, personas: PersonaService, tmp_path: Path,
) -> None:
    (tmp_path / "huge.png").write_bytes(png(width=30_000, height=30_000))
    with pytest.raises(BadAvatar, match="pixels"):
        await files.set_avatar(DEFAULT_ID, tmp_path / "huge.png")
    assert personas.current.avatar is None
    (tmp_path / "small.png").write_bytes(png(width=300, height=30))
    assert (await files.set_avatar(DEFAULT_ID, tmp_path / "small.png")).avatar


async def test_cfg_09_svg_with_script_and_links(files: PersonaFiles, tmp_path: Path) -> None:
    svg = '<svg xmlns="http://www.w3.org/2000/svg" onload="x()"><image href="https://example.invalid/a.png"/></svg>'
    for data in (svg.encode(), b"\n<!-- a -->" + svg.encode(), svg.encode("utf-16")):
        for name in ("a.svg", "a.png"):
            (tmp_path / name).write_bytes(data)
            with pytest.raises(BadAvatar, match="SVG"):
                await files.set_avatar(DEFAULT_ID, tmp_path / name)
    with pytest.raises(BadCard):
        await taken(files, tmp_path, svg.encode())
    (tmp_path / "a.svg").write_bytes(png())  # it is the content that counts
    assert (await files.set_avatar(DEFAULT_ID, tmp_path / "a.svg")).avatar


async def test_cfg_18_a_clock_that_jumps_changes_no_order(
    personas: PersonaService, lore: LoreService, database: Database, clock: SetClock,
) -> None:
    made: list[str] = []
    for days in (0, -1, 3652, -4000):
        clock.at += timedelta(days=days)
        made.append((await personas.create(f"p{days}")).id)
        await lore.add(DEFAULT_ID, LoreEntry(f"{days}"))
        await personas.update(made[0], profile={"description": f"{days}"})
    assert [one.id for one in personas.all] == [DEFAULT_ID, *made]
    assert [one.content for one in await lore.list(DEFAULT_ID)] == ["0", "-1", "3652", "-4000"]
    again = PersonaService(database, clock)
    await again.start()
    assert [one.id for one in again.all] == [DEFAULT_ID, *made]
    assert again.all[1].profile.description == "-4000", "the last change counts, whatever its date"


@pytest.mark.parametrize("name", ["with space", "🎤 配信", "l" * 120 + "/" + "m" * 120], ids=["space", "emoji", "long"])
async def test_cfg_19_a_data_folder_of_any_name(
    database: Database, personas: PersonaService, tmp_path: Path, name: str,
) -> None:
    folder = tmp_path / name
    folder.mkdir(parents=True)
    files = PersonaFiles(database, personas, BlobStore(folder / "blobs"), decode)
    (folder / "face.png").write_bytes(png())
    made = await files.set_avatar(DEFAULT_ID, folder / "face.png")
    for suffix in ("png", "json", "zip"):
        path = await files.export(DEFAULT_ID, folder / f"{'n' * 100}.{suffix}")
        assert path.parent == folder
        got = (await files.import_file(path)).persona
        assert (got.name, got.profile) == (made.name, made.profile)
    assert sorted(one.suffix for one in folder.iterdir()) == ["", ".json", ".png", ".png", ".zip"]

"""A persona is copied, put away and deleted as a whole, and a bundle of it is verified before anything is made."""

from __future__ import annotations

import hashlib
import io
import json
import struct
import zipfile
import zlib
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from characoid_desktop.app.persona_parts import ConversationsFollow, DocumentsOnDisk, MemoriesFollow, PersonaBelongings
from characoid_desktop.app.pictures import decode
from characoid_desktop.core.errors import AppError
from characoid_desktop.core.paths import AppPaths
from characoid_desktop.data.blobs import BlobStore
from characoid_desktop.data.database import Database, Transaction
from characoid_desktop.features.conversations.service import ConversationService
from characoid_desktop.features.memory.models import Memory, MemoryScope
from characoid_desktop.features.memory.service import MemoryService
from characoid_desktop.features.personas.errors import BadAvatar, BadCard, LastPersona, PersonaGone
from characoid_desktop.features.personas.files import PersonaFiles
from characoid_desktop.features.personas.lore import LoreEntry
from characoid_desktop.features.personas.lore_service import LoreService
from characoid_desktop.features.personas.models import DEFAULT_ID, Persona
from characoid_desktop.features.personas.service import PersonaService
from tests.fakes.cards import SIGNATURE, chunk, png, png_card, v2, v3
from tests.fakes.data_faults import SetClock


@pytest.fixture
def memory(database: Database, clock: SetClock, personas: PersonaService) -> MemoryService:
    return MemoryService(database, clock)


@pytest.fixture
def whole(personas: PersonaService, conversations: ConversationService, memory: MemoryService) -> PersonaService:
    personas.companions += [ConversationsFollow(conversations), MemoriesFollow(memory)]
    return personas


async def filled(personas: PersonaService, conversations: ConversationService, memory: MemoryService,
                 lore: LoreService, name: str = "Nagi") -> Persona:
    made = await personas.create(name, settings={"voice": "v1", "vts_model": "m1", "live2d_model": "l1", "model": "q"})
    for title in ("one", "two"):
        talk = await conversations.create(made.id, title)
        await conversations.add_user(talk.id, f"hello {title}")
    await conversations.archive(talk.id)
    await memory.save(MemoryScope.PERSONA, made.id, "likes tea")
    await lore.add(made.id, LoreEntry("The sea.", ("sea",)))
    return made


async def counts(database: Database) -> dict[str, int]:
    tables = ("personas", "conversations", "messages", "memories", "lore")
    rows = [await database.read_one(f"SELECT count(*) AS n FROM {table}") for table in tables]
    return {table: row["n"] for table, row in zip(tables, rows, strict=True) if row is not None}


class Failing:
    """A companion that stands last and fails."""

    async def copied(self, tx: Transaction, source: str, copy: str) -> None:
        raise ZeroDivisionError

    async def forget(self, tx: Transaction, persona_id: str) -> None:
        raise ZeroDivisionError


async def test_a_deleted_persona_is_gone_with_all_that_is_its_own_and_nothing_else(
    whole: PersonaService, conversations: ConversationService, memory: MemoryService, lore: LoreService,
    database: Database, clock: SetClock,
) -> None:
    before = await counts(database)
    made = await filled(whole, conversations, memory, lore)
    await whole.set_current(made.id)
    told: list[Any] = []
    whole.removed.connect(told.append)
    whole.current_changed.connect(lambda persona: told.append(persona.id))
    gone: list[str] = []
    conversations.removed.connect(gone.append)
    await whole.delete(made.id)
    assert await counts(database) == before
    assert told == [DEFAULT_ID, made.id]
    assert len(gone) == 2
    assert whole.get(made.id) is None
    again = PersonaService(database, clock)
    await again.start()
    assert [one.id for one in again.all] == [DEFAULT_ID]
    assert again.current.id == DEFAULT_ID


@pytest.mark.parametrize("act", ["delete", "duplicate"])
async def test_a_change_that_fails_on_the_way_leaves_everything_as_it_was(
    whole: PersonaService, conversations: ConversationService, memory: MemoryService, lore: LoreService,
    database: Database, act: str,
) -> None:
    made = await filled(whole, conversations, memory, lore)
    await whole.set_current(made.id)
    before = await counts(database)
    heard: list[Any] = []
    for event in (whole.changed, whole.removed, whole.current_changed, conversations.removed):
        event.connect(heard.append)  # type: ignore[attr-defined]
    whole.companions.append(Failing())
    with pytest.raises(ZeroDivisionError):
        await getattr(whole, act)(made.id)
    assert await counts(database) == before
    assert heard == []
    assert whole.current.id == made.id


async def test_the_only_persona_cannot_go(whole: PersonaService) -> None:
    for act in (whole.delete, whole.retire):
        with pytest.raises(LastPersona):
            await act(DEFAULT_ID)
    with pytest.raises(PersonaGone):
        await whole.delete("nobody")
    assert whole.current.id == DEFAULT_ID


async def test_a_persona_that_is_put_away_keeps_everything_and_comes_back(
    whole: PersonaService, conversations: ConversationService, memory: MemoryService, lore: LoreService,
    database: Database, clock: SetClock,
) -> None:
    made = await filled(whole, conversations, memory, lore)
    await whole.set_current(made.id)
    before = await counts(database)
    await whole.retire(made.id)
    assert whole.get(made.id) is None
    assert whole.current.id == DEFAULT_ID
    assert [one.id for one in whole.retired] == [made.id]
    for refused in (whole.set_current(made.id), whole.update(made.id, name="x"), whole.duplicate(made.id)):
        with pytest.raises(PersonaGone):
            await refused
    again = PersonaService(database, clock)
    await again.start()
    assert ([one.id for one in again.all], [one.id for one in again.retired]) == ([DEFAULT_ID], [made.id])
    back = await again.restore(made.id)
    assert (back.name, dict(back.settings)) == (made.name, dict(made.settings))
    assert await counts(database) == before
    assert len(await conversations.list(made.id)) == 1, "what the user had put away stays so"


async def test_a_copy_has_profile_lore_picture_and_bindings_but_no_past(
    whole: PersonaService, conversations: ConversationService, memory: MemoryService, lore: LoreService,
    files: PersonaFiles, tmp_path: Path,
) -> None:
    made = await filled(whole, conversations, memory, lore)
    (tmp_path / "face.png").write_bytes(png())
    made = await files.set_avatar(made.id, tmp_path / "face.png")
    copy = await whole.duplicate(made.id)
    assert copy.name == "Nagi (2)"
    assert (copy.profile, dict(copy.settings), copy.avatar) == (made.profile, dict(made.settings), made.avatar)
    assert [one.content for one in await lore.list(copy.id)] == ["The sea."]
    assert await conversations.list(copy.id) == []
    assert await memory.read(MemoryScope.PERSONA, copy.id) == []
    await lore.update(copy.id, (await lore.list(copy.id))[0].id, {"content": "Other."})
    assert (await lore.list(made.id))[0].content == "The sea."
    assert (await whole.duplicate(made.id)).name == "Nagi (3)"


# --- bundles ------------------------------------------------------------------------------------

@pytest.fixture
def bundles(database: Database, whole: PersonaService, home: AppPaths, memory: MemoryService) -> PersonaFiles:
    return PersonaFiles(database, whole, BlobStore(home.blobs), decode, PersonaBelongings(
        database, memory, DocumentsOnDisk(database)))


async def test_a_bundle_brings_everything_but_secrets_and_addresses(
    bundles: PersonaFiles, whole: PersonaService, conversations: ConversationService, memory: MemoryService,
    lore: LoreService, tmp_path: Path,
) -> None:
    made = await filled(whole, conversations, memory, lore)
    await whole.update(made.id, profile={"description": "d"}, settings={
        "base_url": "http://me:hunter2@host/v1?key=abc", "api_key": "sk-canary-000000000", "hotkeys": {"smile": "h1"},
        "note": "sk-canary-111111111", "nested": {"access_token": "canary-2", "keep": 1}, "baseUrl": "canary-3",
        "Endpoint": "canary-4", "voices": "http://canary.example/x"})
    await memory.save(MemoryScope.PERSONA, made.id, "Her key is sk-canary-222222222, she said.")
    (tmp_path / "face.png").write_bytes(png())
    made = await bundles.set_avatar(made.id, tmp_path / "face.png")
    path = await bundles.export(made.id, tmp_path / "nagi.zip")
    with zipfile.ZipFile(path) as archive:
        everything = b"".join(archive.read(name) for name in archive.namelist())
    assert b"canary" not in everything
    assert b"hunter2" not in everything
    got = (await bundles.import_file(path)).persona
    assert got.id != made.id
    assert (got.name, got.profile, got.avatar) == (made.name, made.profile, made.avatar)
    assert (got.voice_id, got.vts_model_id, got.live2d_model_id, got.model) == ("v1", "m1", "l1", "q")
    assert got.base_url == ""
    assert got.settings["hotkeys"] == {"smile": "h1"}
    assert got.settings["nested"] == {"keep": 1}
    assert [one.content for one in await lore.list(got.id)] == ["The sea."]
    remembered = await memory.read(MemoryScope.PERSONA, got.id)
    assert {one.text for one in remembered} == {"likes tea", "Her key is •••, she said."}
    assert {one.outside for one in remembered} == {("imported character",)}
    assert await conversations.list(got.id) == []


def kept(memories: Sequence[Memory]) -> list[tuple[Any, ...]]:
    return [(one.text, one.kind, one.pinned, one.created_at, one.updated_at, one.outside) for one in memories]


async def remembering(whole: PersonaService, conversations: ConversationService, memory: MemoryService,
                      clock: SetClock) -> Persona:
    """A character with memories of several days and kinds."""
    made = await whole.create("Nagi")
    talk = await conversations.create(made.id, "About tea")
    said: list[tuple[str, dict[str, Any]]] = [
        ("likes tea", {"conversation_id": talk.id, "run_id": "r"}), ("streams at nine", {}),
        ("read of a cat", {"conversation_id": talk.id, "outside": ["page of example.org"]})]
    for number, (text, source) in enumerate(said):
        clock.jump(timedelta(days=1))
        saved = await memory.save(MemoryScope.PERSONA, made.id, text, source=source, kind=("note", "fact")[number % 2])
        clock.jump(timedelta(seconds=60))
        if number < 2:
            await memory.pin(saved.id, MemoryScope.PERSONA, made.id)
    return made


async def test_memories_the_user_vouches_for_come_back_as_they_went_out(
    bundles: PersonaFiles, whole: PersonaService, conversations: ConversationService, memory: MemoryService,
    clock: SetClock, tmp_path: Path,
) -> None:
    made = await remembering(whole, conversations, memory, clock)
    before = await memory.page(MemoryScope.PERSONA, made.id)
    path = await bundles.export(made.id, tmp_path / "nagi.zip")
    clock.jump(timedelta(days=30))
    shown = await bundles.look(path)
    assert (shown.name, shown.memories, shown.documents, shown.lore) == ("Nagi", 3, 0, 0)
    assert len(whole.all) == 2, "looking makes nothing"
    path.write_bytes(b"something else meanwhile")
    got = await bundles.take_in(shown, vouched=True)
    twin = "There is another character called “Nagi”."
    assert ([str(note) for note in got.notes], got.came_untrusted) == ([twin], 0)
    after = await memory.page(MemoryScope.PERSONA, got.persona.id)
    assert kept(after) == kept(before)
    assert [one.pinned for one in after] == [False, True, True]
    assert [one.note for one in after] == ["About tea", "", "About tea"]
    assert all(one.conversation_id is None for one in after), "no way into the conversations of another character"
    assert [one.text for one in await memory.for_prompt(got.persona.id, "", 800)] == ["streams at nine", "likes tea"]
    again = await bundles.import_file(await bundles.export(got.persona.id, tmp_path / "2.zip"), vouched=True)
    assert kept(await memory.page(MemoryScope.PERSONA, again.persona.id)) == kept(before)


async def test_memories_nobody_vouched_for_count_as_outside_text_with_their_pins_and_dates(
    bundles: PersonaFiles, whole: PersonaService, conversations: ConversationService, memory: MemoryService,
    clock: SetClock, tmp_path: Path,
) -> None:
    made = await remembering(whole, conversations, memory, clock)
    before = await memory.page(MemoryScope.PERSONA, made.id)
    got = await bundles.import_file(await bundles.export(made.id, tmp_path / "nagi.zip"))
    after = await memory.page(MemoryScope.PERSONA, got.persona.id)
    assert [row[:5] for row in kept(after)] == [row[:5] for row in kept(before)]
    assert [one.outside for one in after] == [
        ("imported character", "page of example.org"), ("imported character",), ("imported character",)]
    assert await memory.for_prompt(got.persona.id, "tea", 800) == []
    assert got.came_untrusted == 3
    assert [str(note) for note in got.notes] == [
        "3 memories came with it and count as text from outside.", "There is another character called “Nagi”."]
    heard: list[None] = []
    memory.changed.connect(heard.append)
    assert await bundles.vouch(made.id) == 0
    clock.jump(timedelta(days=1))
    assert await bundles.vouch(got.persona.id) == 3
    assert kept(await memory.page(MemoryScope.PERSONA, got.persona.id)) == kept(before), "as if vouched for at once"
    assert len(heard) == 2


async def test_what_a_bundle_says_of_its_memories_is_bounded_and_no_date_lies_ahead(
    bundles: PersonaFiles, memory: MemoryService, clock: SetClock, tmp_path: Path,
) -> None:
    now = clock.now()
    dates: list[Any] = ["2999-01-01T00:00:00+00:00", "0001-01-01T00:00:00+23:59", "1999-12-31T00:00:00+00:00", "soon",
                        "2024-02-29T10:00:00", 5, None, "2" * 100, "9999-12-31T23:59:59-23:59"]
    items: list[Any] = [{"text": f"d{n}", "created_at": at, "updated_at": at} for n, at in enumerate(dates)]
    items += [{"text": "old", "created_at": "2024-02-29T10:00:00+09:00", "updated_at": "2020-01-01T00:00:00+00:00"},
              {"text": "x" * 5000}, {"text": 5}, {"text": " "}, {"text": "old", "pinned": True}, {},
              {"text": "loud", "kind": "k" * 500, "note": "n\n\x1b" + "n" * 900, "conversation_id": "c",
               "outside": ["o" * 5000] * 100, "source": {"conversation_id": "c"}}]
    items += [{"text": f"p{n}", "pinned": True, "outside": "page"} for n in range(150)]
    data = {**card(), "memories.json": json.dumps({"items": items}).encode()}
    (tmp_path / "x.zip").write_bytes(zipped(data))
    got = await bundles.import_file(tmp_path / "x.zip", vouched=True)
    pages = [await memory.page(MemoryScope.PERSONA, got.persona.id)]
    while pages[-1]:
        pages.append(await memory.page(MemoryScope.PERSONA, got.persona.id, before_seq=pages[-1][-1].seq))
    found = {one.text: one for page in pages for one in page}
    assert {found[f"d{n}"].created_at for n in range(len(dates))} == {now}
    assert found["old"].created_at == found["old"].updated_at == datetime(2024, 2, 29, 1, tzinfo=UTC)
    assert not found["old"].pinned
    assert sum(one.pinned for one in found.values()) == 100
    assert len(found) == len(dates) + 2 + 150
    loud = found["loud"]
    assert len(loud.kind) == 40
    assert loud.note is not None
    assert (len(loud.note), loud.note[:3], "\x1b" in loud.note) == (200, "n n", False)
    assert loud.conversation_id is None
    assert 1 <= len(loud.outside) < 20


async def test_a_character_that_fits_into_no_file_is_not_written(
    bundles: PersonaFiles, whole: PersonaService, memory: MemoryService, tmp_path: Path, database: Database,
) -> None:
    made = await whole.create("Nagi")
    async with database.transaction() as tx:
        await tx.execute(
            "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2200) INSERT INTO memories (id,"
            " scope, persona_id, kind, text, source, created_at, updated_at) SELECT 'm' || i, 'persona', ?, 'note',"
            " printf('%04d', i) || ?, '{}', ?, ? FROM n", (made.id, "x" * 3990, *["2026-01-01T00:00:00+00:00"] * 2))
    with pytest.raises(BadCard, match="more than one file can hold"):
        await bundles.export(made.id, tmp_path / "nagi.zip")
    assert not list(tmp_path.glob("*.zip*"))


def zipped(files: dict[str, bytes], *, manifest: Any = None, extra: Sequence[tuple[Any, bytes]] = (),
           method: int = zipfile.ZIP_DEFLATED) -> bytes:
    listed = {name: {"sha256": hashlib.sha256(data).hexdigest(), "size": len(data)} for name, data in files.items()}
    told = {"format": "characoid-persona", "version": 1, "files": listed, **(manifest or {})}
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", method) as archive:
        archive.writestr("manifest.json", json.dumps(told))
        for name, data in [*files.items(), *extra]:
            archive.writestr(name, data)
    return out.getvalue()


def card() -> dict[str, bytes]:
    return {"card.json": json.dumps(v3()).encode()}


def link() -> zipfile.ZipInfo:
    info = zipfile.ZipInfo("settings.json")
    info.external_attr = 0o120777 << 16
    return info


def lying(data: bytes) -> bytes:
    """The size of the card in the index is smaller than what comes out."""
    at = data.rindex(b"PK\x01\x02", 0, data.rindex(b"card.json"))
    return data[:at + 24] + struct.pack("<I", 10) + data[at + 28:]


HOSTILE = {
    "a name that leads out": zipped(card(), extra=[("../evil.json", b"{}")]),
    "an absolute name": zipped(card(), extra=[("/etc/passwd", b"{}")]),
    "a drive": zipped(card(), extra=[("C:/x", b"{}")]),
    "a back slash": zipped(card(), extra=[("a\\..\\x", b"{}")]),
    "a link": zipped(card(), extra=[(link(), b"/etc/passwd")]),
    "a stranger": zipped(card(), extra=[("more.bin", b"x")]),
    "a bomb": zipped({**card(), "memories.json": b" " * 8_000_000}),
    "another method": zipped(card(), method=zipfile.ZIP_LZMA),
    "bytes before it": b"MZ" + zipped(card()),
    "cut off": zipped(card())[:-30],
    "not listed": zipped(card(), manifest={"files": {}}),
    "altered": zipped(card(), manifest={"files": {"card.json": {"sha256": "0" * 64, "size": 3}}}),
    "a lying size": lying(zipped(card())),
    "a newer version": zipped(card(), manifest={"version": 2}),
    "no version": zipped(card(), manifest={"version": "1"}),
    "another format": zipped(card(), manifest={"format": "other"}),
    "no card": zipped({"settings.json": b"{}"}),
    "a card that is none": zipped({"card.json": b"[]"}),
    "settings that are none": zipped({**card(), "settings.json": b"[1]"}),
    "memories nested": zipped({**card(), "memories.json": b'{"items":' + b"[" * 5000 + b"]" * 5000 + b"}"}),
    "no persona at all": zipped({}, manifest={"files": {}}),
}


async def test_a_hostile_bundle_is_refused_with_one_sentence_and_nothing_is_made(
    bundles: PersonaFiles, whole: PersonaService, database: Database, tmp_path: Path,
) -> None:
    before = await counts(database)
    (tmp_path / "x.zip").touch()
    there = sorted(tmp_path.iterdir())
    for name, data in HOSTILE.items():
        (tmp_path / "x.zip").write_bytes(data)
        with pytest.raises(AppError) as refused:
            await bundles.import_file(tmp_path / "x.zip")
        assert str(refused.value).endswith("."), name
        assert await counts(database) == before, name
    assert sorted(tmp_path.iterdir()) == there
    (tmp_path / "x.zip").write_bytes(zipped(card()))
    assert (await bundles.import_file(tmp_path / "x.zip")).persona.name == "星野 Aoi"


async def test_the_card_of_a_charx_file_is_read_without_its_pictures(
    bundles: PersonaFiles, tmp_path: Path, lore: LoreService,
) -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("card.json", json.dumps(v3()))
        archive.writestr("assets/icon/main.png", png())
    (tmp_path / "a.charx").write_bytes(out.getvalue())
    got = await bundles.import_file(tmp_path / "a.charx")
    assert got.persona.name == "星野 Aoi"
    assert len(await lore.list(got.persona.id)) == 2
    assert [str(note) for note in got.notes] == ["Pictures and sounds of the archive were left out."]


# --- pictures -----------------------------------------------------------------------------------

def jpeg_head(width: int, height: int) -> bytes:
    return (b"\xff\xd8\xff\xe0" + struct.pack(">H", 16) + b"JFIF\0\1\1\0\0\1\0\1\0\0\xff\xc0"
            + struct.pack(">HBHHB", 17, 8, height, width, 3) + bytes(20))


def webp_head(width: int, height: int) -> bytes:
    size = (width - 1).to_bytes(3, "little") + (height - 1).to_bytes(3, "little")
    return b"RIFF" + struct.pack("<I", 22) + b"WEBPVP8X" + struct.pack("<I", 10) + bytes(4) + size


SVG = b'<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script><image href="http://x/"/></svg>'
BAD = {
    "CFG-08 png of 30,000 x 30,000": png(width=30_000, height=30_000),
    "CFG-08 jpeg of 30,000 x 30,000": jpeg_head(30_000, 30_000),
    "CFG-08 webp of 16,384 x 16,384": webp_head(16_384, 16_384),
    "CFG-08 many pixels": png(width=8000, height=8000),
    "CFG-09 svg": SVG,
    "CFG-09 svg with a mark": b"\xef\xbb\xbf\n " + SVG,
    "CFG-09 svg after a declaration": b'<?xml version="1.0"?><!DOCTYPE svg>' + SVG,
    "CFG-09 svg in UTF-16": SVG.decode().encode("utf-16"),
    "CFG-09 packed svg": b"\x1f\x8b" + bytes(20),
    "nothing": b"",
    "a text": b"hello",
    "a gif": b"GIF89a" + bytes(20),
    "no width": png(width=0),
    "broken pixels": png(pixels=b"broken"),
    "cut off": png(width=50, height=50)[:60],
    "a jpeg without pixels": jpeg_head(20, 20),
}


@pytest.mark.plain_log
async def test_a_bad_picture_is_refused_and_the_old_one_stays(
    files: PersonaFiles, personas: PersonaService, tmp_path: Path,
) -> None:
    (tmp_path / "good.png").write_bytes(png())
    before = await files.set_avatar(DEFAULT_ID, tmp_path / "good.png")
    for name, data in BAD.items():
        (tmp_path / "bad").write_bytes(data)
        with pytest.raises(BadAvatar) as refused:
            await files.set_avatar(DEFAULT_ID, tmp_path / "bad")
        assert str(refused.value).endswith("."), name
        assert personas.current == before, name


async def test_a_huge_picture_is_refused_before_anything_decodes_it(
    database: Database, personas: PersonaService, home: AppPaths, tmp_path: Path,
) -> None:
    def never(data: bytes, kind: str, side: int) -> bytes:
        raise AssertionError("decoded")

    files = PersonaFiles(database, personas, BlobStore(home.blobs), never)
    for name, data in BAD.items():
        if name.startswith("CFG"):
            (tmp_path / "bad").write_bytes(data)
            with pytest.raises(BadAvatar):
                await files.set_avatar(DEFAULT_ID, tmp_path / "bad")
    (tmp_path / "good.png").write_bytes(png())
    with pytest.raises(AssertionError, match="decoded"):
        await files.set_avatar(DEFAULT_ID, tmp_path / "good.png")


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP"])
async def test_a_picture_is_kept_as_a_small_png_without_texts(
    files: PersonaFiles, personas: PersonaService, tmp_path: Path, kind: str,
) -> None:
    from PySide6.QtGui import QColor, QImage

    image = QImage(2000, 1000, QImage.Format.Format_RGB32)
    image.fill(QColor("#336699"))
    image.setText("where", "home")
    assert image.save(str(tmp_path / "in"), kind)
    made = await files.set_avatar(DEFAULT_ID, tmp_path / "in")
    path = files.avatar_path(made)
    assert path is not None
    data = path.read_bytes()
    kept = QImage.fromData(data)
    assert (kept.width(), kept.height()) == (1024, 512)
    assert b"where" not in data
    assert abs(kept.pixelColor(5, 5).blue() - 0x99) < 6
    assert (await files.clear_avatar(DEFAULT_ID)).avatar is None


async def test_the_picture_of_a_card_becomes_the_avatar_and_a_broken_one_costs_only_the_picture(
    files: PersonaFiles, tmp_path: Path,
) -> None:
    (tmp_path / "a.png").write_bytes(png_card(v2()))
    good = await files.import_file(tmp_path / "a.png")
    assert good.persona.avatar is not None
    assert good.notes == ()
    broken = SIGNATURE + chunk(b"IHDR", struct.pack(">IIBBBBB", 9, 9, 8, 2, 0, 0, 0)) + png_card(v2())[33:]
    (tmp_path / "b.png").write_bytes(broken.replace(chunk(b"IDAT", zlib.compress((b"\0" + b" @`" * 3) * 2)),
                                                     chunk(b"IDAT", b"x")))
    bad = await files.import_file(tmp_path / "b.png")
    assert bad.persona.avatar is None
    assert "without its picture" in str(bad.notes[0])


async def test_pictures_of_characters_are_not_swept_away(
    files: PersonaFiles, attachments: Any, personas: PersonaService, tmp_path: Path,
) -> None:
    (tmp_path / "a.png").write_bytes(png())
    made = await files.set_avatar(DEFAULT_ID, tmp_path / "a.png")
    path = files.avatar_path(made)
    assert path is not None
    await attachments.clean()
    assert path.is_file()
    await files.clear_avatar(DEFAULT_ID)
    await attachments.clean()
    assert not path.exists()

"""Cards of the public specifications keep every field, cards of ours come back, and a hostile file is one sentence."""

from __future__ import annotations

import base64
import json
import struct
import tracemalloc
import zlib
from pathlib import Path
from typing import Any

import pytest

from characoid_desktop.core.errors import AppError
from characoid_desktop.features.personas.cards import CardVersion, card_object, card_of, card_png, read_card
from characoid_desktop.features.personas.files import LANGUAGES, Format, PersonaFiles, shipped_card
from characoid_desktop.features.personas.lore import LoreEntry, Place
from characoid_desktop.features.personas.lore_service import LoreService
from characoid_desktop.features.personas.png import read_texts, with_texts
from characoid_desktop.features.personas.service import PersonaService
from tests.fakes.cards import SIGNATURE, chunk, png, png_card, text_chunk, v1, v2, v3


def bytes_of(card: dict[str, Any]) -> bytes:
    return json.dumps(card, ensure_ascii=False).encode()


@pytest.mark.parametrize("card", [v2(), v3()], ids=["v2", "v3"])
@pytest.mark.parametrize("kind", ["json", "png"])
async def test_a_card_of_the_specifications_keeps_every_field_through_the_app(
    files: PersonaFiles, tmp_path: Path, card: dict[str, Any], kind: str,
) -> None:
    source = tmp_path / f"in.{kind}"
    source.write_bytes(bytes_of(card) if kind == "json" else png_card(card))
    made = (await files.import_file(source)).persona
    out = await files.export(made.id, tmp_path / "out.json")
    assert json.loads(out.read_bytes()) == card
    picture = await files.export(made.id, tmp_path / "out.png")
    assert card_object(read_card(picture.read_bytes())) == card


def test_fields_of_the_card_are_where_the_app_reads_them() -> None:
    card = card_of(v3())
    assert (card.name, card.profile.description) == ("星野 Aoi", "{{char}} watches the stars.\r\nSecond line.")
    assert (card.facts.nickname, card.facts.alternate_greetings) == ("Aoi", ("Hello.", "你好。"))
    assert card.facts.system_prompt == "{{original}} Speak softly."
    assert card.book is not None
    first, second = card.book.entries
    assert (first.keys, first.secondary_keys, first.selective) == (("telescope", "望遠鏡"), ("name",), True)
    assert (first.place, first.order, first.priority) == (Place.AFTER, 5, 3)
    assert (second.enabled, second.use_regex, second.place) == (False, True, Place.BEFORE)
    settings = card.book.settings
    assert (settings.depth, settings.budget, settings.recursive) == (6, 300, True)


def test_a_card_of_the_first_kind_is_read_and_written_as_the_second() -> None:
    out = card_object(card_of(v1()))
    assert out["spec"] == "chara_card_v2"
    assert {key: out["data"][key] for key in v1()} == v1()
    assert out["data"]["alternate_greetings"] == []


def test_the_third_kind_is_read_before_the_second_in_one_picture() -> None:
    both = png(text_chunk("chara", v2()), text_chunk("ccv3", v3()))
    assert read_card(both).version is CardVersion.V3
    assert set(read_texts(card_png(card_of(v3())), ("chara", "ccv3"))) == {"chara", "ccv3"}
    assert card_object(read_card(card_png(card_of(v3()))), CardVersion.V3) == v3()


def test_a_card_goes_out_as_another_kind_with_what_that_needs() -> None:
    third = card_object(card_of(v2()), CardVersion.V3)
    assert (third["spec"], third["spec_version"], third["data"]["group_only_greetings"]) == ("chara_card_v3", "3.0", [])
    assert third["data"]["future_field"] == v2()["data"]["future_field"]
    assert card_object(card_of(third), CardVersion.V3) == third


async def test_what_is_edited_goes_out_and_the_rest_stays_as_it_came(
    files: PersonaFiles, personas: PersonaService, lore: LoreService, tmp_path: Path,
) -> None:
    (tmp_path / "in.json").write_bytes(bytes_of(v3()))
    made = (await files.import_file(tmp_path / "in.json")).persona
    await personas.update(made.id, name="Sora", profile={"description": "New.", "language": "ja"},
                          facts={"nickname": ""}, settings={"color": "#112233"})
    first, second = await lore.list(made.id)
    await lore.update(made.id, first.id, {"keys": ["moon"], "order": 9})
    await lore.remove(made.id, second.id)
    await lore.add(made.id, LoreEntry("Mine.", ("mine",)))
    await lore.set_settings(made.id, {"scan_depth": None})
    wanted = v3()
    data = wanted["data"]
    data.update(name="Sora", description="New.")
    del data["nickname"]
    data["extensions"]["characoid"] = {"language": "ja", "color": "#112233"}
    data["character_book"]["entries"][0].update(keys=["moon"], insertion_order=9)
    del data["character_book"]["scan_depth"]
    out = json.loads((await files.export(made.id, tmp_path / "out.json")).read_bytes())
    mine = out["data"]["character_book"]["entries"].pop()
    assert (mine["keys"], mine["content"]) == (["mine"], "Mine.")
    del data["character_book"]["entries"][1]
    assert out == wanted
    again = (await files.import_file(tmp_path / "out.json")).persona
    assert (again.profile, again.facts, again.color) == ((await _of(personas, made.id)).profile, (
        await _of(personas, made.id)).facts, "#112233")


async def _of(personas: PersonaService, id: str) -> Any:
    return personas.get(id)


async def test_a_persona_of_ours_comes_back_unchanged_from_every_format(
    files: PersonaFiles, personas: PersonaService, lore: LoreService, tmp_path: Path,
) -> None:
    made = await personas.create("Nagi", settings={"color": "#ABCDEF"})
    await personas.update(made.id, profile={"description": "海", "language": "ja", "first_message": "やあ {{user}}"},
                          facts={"tags": ("a", "b"), "system_prompt": "short"})
    await lore.add(made.id, LoreEntry(
        "The sea is wide.", ("sea", "海"), constant=True, place=Place.AFTER, use_regex=True))
    (tmp_path / "face.png").write_bytes(png())
    made = await files.set_avatar(made.id, tmp_path / "face.png")
    for name in ("a.json", "a.png", "a.zip"):
        path = await files.export(made.id, tmp_path / name)
        again = (await files.import_file(path)).persona
        assert (again.name, again.profile, again.facts, again.color) == (
            made.name, made.profile, made.facts, made.color), name
        entries = await lore.list(again.id)
        assert [(one.content, one.keys, one.constant, one.place, one.use_regex) for one in entries] == [
            ("The sea is wide.", ("sea", "海"), True, Place.AFTER, True)], name
        if name != "a.json":
            assert again.avatar == made.avatar, name
        second = await files.export(again.id, tmp_path / f"2{name}")
        assert second.read_bytes() == path.read_bytes() or name == "a.zip", name


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_character_of_each_language_is_a_whole_card(language: str) -> None:
    card = shipped_card(language)
    assert card.version is CardVersion.V3
    assert all(card.profile.to_json()[part] for part in (
        "description", "personality", "scenario", "first_message", "example_dialogue"))
    assert card.book is not None
    assert len(card.book.entries) >= 5
    assert card_object(card_of(card_object(card))) == card_object(card)


async def test_shipped_characters_can_be_added_from_a_list(files: PersonaFiles, lore: LoreService) -> None:
    assert [one.language for one in files.shipped()] == list(LANGUAGES)
    made = await files.add_shipped("ja")
    assert made.name == "ミカ"
    assert len(await lore.list(made.id)) == 6
    with pytest.raises(AppError):
        await files.add_shipped("../en")


async def test_a_folder_gets_a_file_of_the_characters_name(
    files: PersonaFiles, personas: PersonaService, tmp_path: Path,
) -> None:
    made = await personas.create("A/B: c?")
    first = await files.export(made.id, tmp_path, Format.JSON)
    second = await files.export(made.id, tmp_path, Format.JSON)
    assert first.parent == second.parent == tmp_path
    assert first != second, "a file that is there is never written over"


# --- hostile files ------------------------------------------------------------------------------

def _b64(text: bytes) -> bytes:
    return b"chara\0" + base64.b64encode(text)


DEEP = b'{"spec":"chara_card_v2","data":{"name":"x","a":' + b"[" * 100_000 + b"]" * 100_000 + b"}}"
HOSTILE: dict[str, bytes] = {
    "json: nothing": b"",
    "json: white space": b" \n ",
    "json: an empty object": b"{}",
    "json: half": bytes_of(v2())[:-40],
    "json: a list": b"[1]",
    "json: a key twice": b'{"spec":"chara_card_v2","spec":"chara_card_v3","data":{"name":"x"}}',
    "json: nested": DEEP,
    "json: a huge number": b'{"spec":"chara_card_v2","data":{"name":"x","n":' + b"9" * 5000 + b"}}",
    "json: infinity": b'{"spec":"chara_card_v2","data":{"name":"x","n":1e999}}',
    "json: not a number": b'{"spec":"chara_card_v2","data":{"name":"x","n":NaN}}',
    "json: half a character": b'{"spec":"chara_card_v2","data":{"name":"\\ud800"}}',
    "json: no name": b'{"spec":"chara_card_v2","data":{"name":" "}}',
    "json: data is a list": b'{"spec":"chara_card_v2","data":[]}',
    "json: of a newer kind": b'{"spec":"chara_card_v9","data":{"name":"x"}}',
    "json: something else": b'{"spec":"other","data":{"name":"x"}}',
    "json: a huge text": bytes_of({**v1(), "description": "x" * 60_000}),
    "json: a huge file": b" " * 9_000_000 + bytes_of(v1()),
    "json: bytes": bytes(range(256)) * 10,
    "json: lore without end": bytes_of({"spec": "chara_card_v2", "data": {
        "name": "x", "character_book": {"entries": [{"keys": [], "content": "c"}] * 2001}}}),
    "json: lore of numbers": bytes_of({"spec": "chara_card_v2", "data": {
        "name": "x", "character_book": {"entries": [1, 2]}}}),
    "json: more than is kept": bytes_of({"spec": "chara_card_v2", "data": {"name": "x", "blob": "y" * 1_100_000}}),
    "png: without a card": png(),
    "png: broken base64": png(chunk(b"tEXt", b"chara\0***")),
    "png: cut off": png_card(v2())[:-20],
    "png: no end": png_card(v2())[:-12],
    "png: a wrong check sum": png_card(v2())[:-16] + b"\0\0\0\0" + png_card(v2())[-12:],
    "png: a length of 4 GB": SIGNATURE + struct.pack(">I", 0xFFFFFFFF) + b"IHDR",
    "png: no header first": SIGNATURE + chunk(b"tEXt", _b64(b"{}")) + chunk(b"IEND", b""),
    "png: a packed bomb": png(chunk(b"zTXt", b"chara\0\0" + zlib.compress(bytes(64_000_000), 9))),
    "png: an international bomb": png(chunk(b"iTXt", b"chara\0\1\0\0\0" + zlib.compress(bytes(64_000_000), 9))),
    "png: a thousand texts": png(*[chunk(b"tEXt", b"k%d\0x" % n) for n in range(1000)]),
    "png: a hundred thousand chunks": png(*[chunk(b"prVt", b"")] * 100_001),
    "png: nested": png(chunk(b"tEXt", _b64(DEEP))),
}


async def test_a_hostile_card_is_refused_with_one_sentence_and_nothing_is_made(
    files: PersonaFiles, personas: PersonaService, tmp_path: Path,
) -> None:
    for name, data in HOSTILE.items():
        (tmp_path / "card").write_bytes(data)
        with pytest.raises(AppError) as refused:
            await files.import_file(tmp_path / "card")
        assert str(refused.value).endswith("."), name
        assert str(refused.value.safe) == "Nothing was changed.", name
    assert len(personas.all) == 1


def test_texts_of_every_kind_of_chunk_are_read() -> None:
    packed = base64.b64encode(bytes_of(v2()))
    for one in (chunk(b"zTXt", b"chara\0\0" + zlib.compress(packed)), chunk(b"iTXt", b"chara\0\0\0en\0x\0" + packed),
                chunk(b"iTXt", b"Chara\0\1\0\0\0" + zlib.compress(packed))):
        assert card_object(read_card(png(one))) == v2()


def test_packed_texts_that_are_no_character_are_never_unpacked() -> None:
    packed = zlib.compress(bytes(20_000_000), 9)
    others = [chunk(b"zTXt", b"text%d\0\0" % number + packed) for number in range(150)]
    card = png(*others, text_chunk("chara", v2()))
    tracemalloc.start()
    try:
        assert read_card(card).name == card_of(v2()).name
        assert tracemalloc.get_traced_memory()[1] < 40_000_000
    finally:
        tracemalloc.stop()


def test_a_picture_that_the_app_drew_is_none_when_it_comes_back_and_any_other_is_one() -> None:
    out = card_png(card_of(v3()))
    back = read_card(out)
    assert (back.picture, card_object(back, CardVersion.V3)) == (b"", v3())
    # Another app put a picture of its own into the marked file.
    other = with_texts(png(), read_texts(out, ("chara", "ccv3")))
    assert read_card(other).picture == other
    assert card_object(read_card(other), CardVersion.V3) == v3()
    mine = card_png(card_of(v3()), png())
    assert read_card(mine).picture == mine

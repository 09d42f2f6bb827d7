"""A card among other pictures, JSON files and archives is told by a small part of it."""

from __future__ import annotations

import io
import json
import struct
import zipfile
from pathlib import Path

import pytest

from characoid_desktop.features.personas.cards import card_json
from characoid_desktop.features.personas.files import LANGUAGES, Format, PersonaFiles, shipped_card
from characoid_desktop.features.personas.recognising import is_character
from characoid_desktop.features.personas.service import PersonaService
from tests.fakes.cards import SIGNATURE, chunk, png, png_card, text_chunk, v1, v2, v3


def written(folder: Path, name: str, data: bytes) -> Path:
    path = folder / name
    path.write_bytes(data)
    return path


def archive(**files: bytes) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as made:
        for name, data in files.items():
            made.writestr(name.replace("_json", ".json"), data)
    return out.getvalue()


@pytest.mark.parametrize(("name", "data"), [
    ("v2.png", png_card(v2())), ("v3.PNG", png_card(v3())), ("v1.json", json.dumps(v1()).encode()),
    ("v2.json", json.dumps(v2()).encode()), ("v3.json", b"\xef\xbb\xbf" + json.dumps(v3(), indent=2).encode()),
    ("utf16.json", json.dumps(v2(), ensure_ascii=False).encode("utf-16")),
    ("late.json", json.dumps({"data": {"description": "x" * 700_000}, "spec": "chara_card_v2"}).encode()),
    ("ours.json", card_json(shipped_card(LANGUAGES[0]))), ("his.charx", archive(card_json=b"{}")),
])
def test_cards_are_recognised(tmp_path: Path, name: str, data: bytes) -> None:
    assert is_character(written(tmp_path, name, data))


@pytest.mark.parametrize("format", list(Format))
async def test_what_the_app_writes_is_recognised(
    files: PersonaFiles, personas: PersonaService, tmp_path: Path, format: Format,
) -> None:
    path = await files.export(personas.current.id, tmp_path / f"out.{format.value}")
    other = written(tmp_path, "other.json", b"{}")
    assert await files.characters_among([other, path]) == [path]


@pytest.mark.parametrize(("name", "data"), [
    ("plain.png", png()), ("words.png", png(text_chunk("Comment", v2()))), ("cut.png", png_card(v2())[:40]),
    ("long.png", SIGNATURE + struct.pack(">I4s", 0xFFFFFFFF, b"tEXt")), ("odd.png", SIGNATURE + b"\0\0\0\1....x" * 9),
    ("late.png", SIGNATURE + b"".join([chunk(b"IHDR", b""), *[chunk(b"IDAT", b"")] * 5000, text_chunk("chara", v2())])),
    ("plain.json", b'{"name": "x", "personality": "y"}'), ("list.json", b'["spec": "chara_card_v2"]'),
    ("empty.json", b""), ("plain.zip", archive(readme=b"x")), ("cut.zip", archive(card_json=b"{}")[:30]),
    ("many.zip", archive(**{f"f{n}": b"" for n in range(1100)}, card_json=b"{}")), ("card.txt", png_card(v2())),
])
def test_other_files_are_not(tmp_path: Path, name: str, data: bytes) -> None:
    assert not is_character(written(tmp_path, name, data))


def test_what_cannot_be_read_is_no_character(tmp_path: Path) -> None:
    (tmp_path / "folder.png").mkdir()
    assert not is_character(tmp_path / "folder.png")
    assert not is_character(tmp_path / "gone.json")


def test_little_of_a_large_picture_is_read(tmp_path: Path) -> None:
    path = written(tmp_path, "large.png", SIGNATURE + chunk(b"IHDR", b"") + struct.pack(">I4s", 2**30, b"IDAT"))
    with path.open("r+b") as file:
        file.truncate(2**30)  # sparse: read whole, this would take seconds and a gigabyte
    assert not is_character(path)

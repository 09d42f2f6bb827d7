"""Which character words stand for, and names and titles without characters that are none."""

from __future__ import annotations

from pathlib import Path

import pytest

from characoid_desktop.core.cleaning import title_line
from characoid_desktop.core.errors import AppError
from characoid_desktop.data.database import Database
from characoid_desktop.features.conversations.service import ConversationService
from characoid_desktop.features.personas.files import Format
from characoid_desktop.features.personas.models import DEFAULT_ID, Persona
from characoid_desktop.features.personas.naming import AmbiguousPersona, UnknownPersona, meant, short_ids
from characoid_desktop.features.personas.service import PersonaService
from tests.fakes.data_faults import SetClock

IDS = ("aaaaaa11bb00", "aaaaaa11bb99", "cccccc000000", "dddddd000000")


@pytest.fixture
async def people(database: Database, clock: SetClock) -> tuple[Persona, ...]:
    ids = iter(IDS)
    service = PersonaService(database, clock, lambda: next(ids))
    await service.start()
    for name in ("Rin", "Aoi", "RIN", "aaaaaa11bb9"):
        await service.create(name)
    return service.all


async def test_a_character_is_found_by_id_beginning_of_id_or_name(people: tuple[Persona, ...]) -> None:
    for words, wanted in (("cccccc000000", 2), ("CCCCCC", 2), ("aoi", 1), (" Ａｏｉ ", 1), ("aaaaaa11bb00", 0),
                          ("dddddd", 3), (DEFAULT_ID, -1), ("mika", -1)):
        assert meant(people, words).id == (IDS[wanted] if wanted >= 0 else DEFAULT_ID), words
    for unknown in ("ccccc", "nobody", "cccccc1"):
        with pytest.raises(UnknownPersona, match="There are: Mika, Rin, Aoi, RIN"):
            meant(people, unknown)
    for nothing in ("", "  "):
        with pytest.raises(UnknownPersona, match="Say which character"):
            meant(people, nothing)


async def test_words_that_may_be_two_are_refused_with_ids_that_tell_them_apart(people: tuple[Persona, ...]) -> None:
    shown = short_ids(people)
    assert [shown[id] for id in IDS] == ["aaaaaa11bb0", "aaaaaa11bb9", "cccccc00", "dddddd00"]
    for words, first, second in (
            ("rin", f"Rin ({shown[IDS[0]]})", f"RIN ({shown[IDS[2]]})"),
            ("aaaaaa", f"Rin ({shown[IDS[0]]})", f"Aoi ({shown[IDS[1]]})"),
            ("aaaaaa11bb9", f"Aoi ({shown[IDS[1]]})", f"aaaaaa11bb9 ({shown[IDS[3]]})")):
        with pytest.raises(AmbiguousPersona) as refused:
            meant(people, words)
        assert str(refused.value.sentence).endswith(f": {first}, {second}")
    assert [meant(people, shown[id]).id for id in (IDS[0], IDS[2], IDS[3])] == [IDS[0], IDS[2], IDS[3]]


def test_a_file_name_that_says_no_format_is_refused() -> None:
    assert [Format.of(Path(name)) for name in ("a.PNG", "a.json", "a.characoid.zip")] == [
        Format.PNG, Format.JSON, Format.BUNDLE]
    for name in ("x.jpg", "x", "x.json.bak", ".png", "x."):
        with pytest.raises(AppError, match=r"\.png, \.json or \.zip") as refused:
            Format.of(Path(name))
        assert refused.value.code == "unknown_format"


async def test_titles_and_names_have_no_control_characters_and_no_pictures_of_them(
    conversations: ConversationService, personas: PersonaService,
) -> None:
    dirty = "a␊b\nc\x1b[31m\x85gpj\u2028d ␍␀"
    assert title_line(dirty, 50) == "a b c [31m gpj d"
    made = await conversations.create(DEFAULT_ID, dirty)
    assert made.title == "a b c [31m gpj d"
    assert (await conversations.rename(made.id, "x␊\ny")).title == "x y"
    named = await conversations.create(DEFAULT_ID)
    await conversations.add_user(named.id, "hello␊there")
    found = await conversations.get(named.id)
    assert found is not None
    assert found.title == "hello there"
    assert (await personas.create(dirty)).name == "a b c [31m gpj d"
    with pytest.raises(AppError, match="needs a name"):
        await personas.create("␊\n\x1b")

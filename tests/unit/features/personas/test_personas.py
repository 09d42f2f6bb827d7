"""Personas: one is always there, changes last, and nobody hears of what was not saved."""

from __future__ import annotations

import re

import pytest

from characoid_desktop.data.database import Database
from characoid_desktop.features.personas.models import DEFAULT_ID, Persona, Profile
from characoid_desktop.features.personas.service import BadPersona, PersonaGone, PersonaService
from tests.fakes.data_faults import SetClock


async def restarted(database: Database, clock: SetClock) -> PersonaService:
    service = PersonaService(database, clock)
    await service.start()
    return service


async def test_the_first_start_makes_one_and_the_second_finds_it(database: Database, clock: SetClock) -> None:
    service = PersonaService(database, clock)
    with pytest.raises(RuntimeError):
        _ = service.current
    await service.start("ミカ", Profile(description="うた", language="ja"))
    assert [(one.id, one.name) for one in service.all] == [(DEFAULT_ID, "ミカ")]
    assert service.current.profile == Profile(description="うた", language="ja")
    again = await restarted(database, clock)
    assert again.all == service.all
    assert again.current == service.current


async def test_the_one_that_is_talked_to_is_the_same_after_a_restart(
    personas: PersonaService, database: Database, clock: SetClock,
) -> None:
    told: list[Persona] = []
    personas.current_changed.connect(told.append)
    second = await personas.create("二号")
    assert personas.current.id == DEFAULT_ID
    await personas.set_current(second.id)
    await personas.set_current(second.id)
    assert told == [second]
    assert (await restarted(database, clock)).current == second
    with pytest.raises(PersonaGone):
        await personas.set_current("nobody")
    assert personas.current == second


async def test_a_current_one_that_was_lost_gives_way_to_the_first(
    personas: PersonaService, database: Database, clock: SetClock,
) -> None:
    async with database.transaction() as tx:
        await tx.execute("INSERT INTO meta (key, value) VALUES ('current_persona', 'lost')")
    assert (await restarted(database, clock)).current.id == DEFAULT_ID


async def test_an_update_changes_what_is_named_and_leaves_the_rest(
    personas: PersonaService, database: Database, clock: SetClock,
) -> None:
    made = await personas.create("Aoi", Profile(description="d", personality="p"), {"color": "#abcdef", "model": "m"})
    heard: list[Persona] = []
    personas.changed.connect(heard.append)
    changed = await personas.update(made.id, profile={"personality": " calm "},
                                    settings={"model": None, "base_url": "http://localhost:1"})
    assert changed.profile == Profile(description="d", personality="calm")
    assert dict(changed.settings) == {"color": "#abcdef", "base_url": "http://localhost:1"}
    assert (changed.name, changed.model, changed.color) == ("Aoi", "", "#ABCDEF")
    assert changed.base_url == "http://localhost:1"
    assert heard == [changed]
    assert personas.get(made.id) == changed
    assert (await restarted(database, clock)).get(made.id) == changed


async def test_within_a_unit_of_work_nobody_hears_before_it_is_saved(
    personas: PersonaService, database: Database,
) -> None:
    heard: list[str] = []
    personas.changed.connect(lambda persona: heard.append(persona.name))

    async def changed_and_undone() -> None:
        async with database.transaction() as tx:
            await personas.update(DEFAULT_ID, name="never", tx=tx)
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await changed_and_undone()
    assert personas.current.name == "Mika"
    async with database.transaction() as tx:
        first = await personas.update(DEFAULT_ID, name="one", tx=tx)
        second = await personas.update(DEFAULT_ID, name="two", tx=tx)
        assert heard == []
        assert personas.current.name == "Mika"
    assert heard == ["one", "two"]
    personas.announce(first)
    personas.announce(second)
    assert heard == ["one", "two"], "an outdated state is not told after a newer one"
    assert personas.current.name == "two"


@pytest.mark.parametrize("name", ["", "  \n ", "\0", "x" * 201])
async def test_a_name_that_is_none_or_too_long_is_refused(personas: PersonaService, name: str) -> None:
    with pytest.raises(BadPersona):
        await personas.create(name)
    with pytest.raises(BadPersona):
        await personas.update(DEFAULT_ID, name=name)
    assert [one.name for one in personas.all] == ["Mika"]


async def test_hostile_content_is_bounded_and_stored_as_valid_text(personas: PersonaService) -> None:
    made = await personas.create("  A\nB\ud800 ", Profile(description="\0x\udc00", first_message="\ud83d\ude00"))
    assert made.name == "A B\ufffd"
    assert made.profile.description == "x\ufffd"
    assert made.profile.first_message == "😀"
    deep: dict[str, object] = {}
    for _ in range(100_000):
        deep = {"a": deep}
    bad: list[dict[str, object]] = [{"a": "x" * 70_000}, {"a": object()}, deep]
    for settings in bad:
        with pytest.raises(BadPersona):
            await personas.update(DEFAULT_ID, settings=settings)
    for profile in ({"description": "x" * 50_001}, {"name": "x"}):
        with pytest.raises(BadPersona):
            await personas.update(DEFAULT_ID, profile=profile)
    with pytest.raises(PersonaGone):
        await personas.update("nobody", name="x")
    assert personas.current.profile.description.startswith("A friendly companion")


async def test_every_persona_has_a_colour_that_stays(personas: PersonaService) -> None:
    for chosen in ({}, {"color": "red"}, {"color": 7}, {"color": "#12345g"}):
        made = await personas.create("x", settings=chosen)
        assert re.fullmatch("#[0-9A-F]{6}", made.color)
        assert made.color == made.color


async def test_a_damaged_profile_costs_the_profile_only(
    personas: PersonaService, database: Database, clock: SetClock,
) -> None:
    async with database.transaction() as tx:
        await tx.execute("UPDATE personas SET profile = '{\"description\": 3, broken', settings = '{]'")
    again = await restarted(database, clock)
    assert (again.current.name, again.current.profile, dict(again.current.settings)) == ("Mika", Profile(), {})


async def test_what_is_typed_for_a_card_is_stored_as_whole_characters(personas: PersonaService) -> None:
    made = await personas.update(personas.current.id, facts={
        "system_prompt": "a\0b\ud83d\ude00\ud800", "alternate_greetings": ("hi\0",)})
    assert (made.facts.system_prompt, made.facts.alternate_greetings) == ("ab😀\ufffd", ("hi",))

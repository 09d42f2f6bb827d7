"""Memories by time and by meaning, in the prompt, and back after they were deleted; never another persona's."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from datetime import UTC, datetime

import pytest

from characoid_desktop.core.errors import AppError
from characoid_desktop.core.i18n import Text
from characoid_desktop.data.database import Database
from characoid_desktop.features.memory.meaning import MeaningKeeper, MemoryMeaning
from characoid_desktop.features.memory.models import MemoryFilter, MemoryScope
from characoid_desktop.features.memory.service import UNDO_S, MemoryGone, MemoryService
from characoid_desktop.features.personas.models import DEFAULT_ID
from characoid_desktop.features.personas.service import PersonaService
from tests.fakes.data_faults import SetClock
from tests.fakes.eventually import eventually

OWN, SHARED = MemoryScope.PERSONA, MemoryScope.WORKSPACE


class Topics:
    """A stand-in for a model of meaning: one axis for each topic, told by its words in any language."""

    model = "http://here|topics"
    axes = (("cat", "猫", "neko", "kitten", "pet"), ("cake", "蛋糕", "ケーキ", "sweet", "甜"),
            ("rain", "雨", "weather"))

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.broken = False

    async def embed(self, texts: Sequence[str]) -> list[list[float]]:
        if self.broken:
            raise AppError(Text.of("No."), code="model")
        self.asked.extend(texts)
        return [[float(any(word in text.lower() for word in axis)) for axis in self.axes] for text in texts]


class MovingClock(SetClock):
    """Its monotonic side is set as well."""

    at_s = 0.0

    def monotonic(self) -> float:
        return self.at_s


@pytest.fixture
def clock() -> MovingClock:
    return MovingClock()  # Monday 2026-11-30 12:00 UTC


@pytest.fixture
def topics() -> Topics:
    return Topics()


@pytest.fixture
def meaning(database: Database, topics: Topics) -> MemoryMeaning:
    return MemoryMeaning(database, lambda: topics)


@pytest.fixture
def memory(database: Database, clock: MovingClock, personas: PersonaService) -> MemoryService:
    return MemoryService(database, clock, zone=UTC)


async def at(memory: MemoryService, clock: SetClock, day: int, text: str, month: int = 11) -> str:
    clock.at = datetime(2026, month, day, 12, tzinfo=UTC)
    made = await memory.save(OWN, DEFAULT_ID, text)
    clock.at = datetime(2026, 11, 30, 12, tzinfo=UTC)
    return made.id


async def texts(memory: MemoryService, query: str, persona: str = DEFAULT_ID) -> list[str]:
    return [one.text for one in await memory.read(OWN, persona, query)]


@pytest.mark.parametrize("query", [
    "what did I tell you last Tuesday?", "上周二我说了什么", "先週の火曜日に何を話した？", "6 days ago"])
async def test_a_time_in_the_query_keeps_what_is_of_that_time(
    memory: MemoryService, clock: MovingClock, query: str,
) -> None:
    await at(memory, clock, 23, "talked about tea on Monday")
    await at(memory, clock, 24, "火曜日にケーキを焼いた")
    await at(memory, clock, 24, "Likes green tea")
    await at(memory, clock, 25, "talked about Tuesday")
    assert await texts(memory, query) == ["Likes green tea", "火曜日にケーキを焼いた"]


async def test_beside_a_time_other_words_put_what_fits_first(memory: MemoryService, clock: MovingClock) -> None:
    await at(memory, clock, 29, "the cake was good")
    await at(memory, clock, 29, "it rained")
    await at(memory, clock, 28, "cake again")
    assert await texts(memory, "what about the cake yesterday?") == ["the cake was good", "it rained"]
    found = await memory.recall(OWN, DEFAULT_ID, "昨天")
    assert found.when is not None
    assert found.when.start == datetime(2026, 11, 29, tzinfo=UTC)
    assert await texts(memory, "three weeks ago") == []


async def test_a_weekday_that_may_belong_to_the_subject_hides_nothing(
    memory: MemoryService, clock: MovingClock,
) -> None:
    await at(memory, clock, 2, "The stream on Tuesday starts at nine", month=3)
    await at(memory, clock, 24, "Bought a new microphone")
    assert await texts(memory, "when does the stream on Tuesday start?") == [
        "Bought a new microphone", "The stream on Tuesday starts at nine"]


async def test_what_means_the_like_is_found_and_what_has_the_words_as_well(
    database: Database, clock: MovingClock, personas: PersonaService, meaning: MemoryMeaning, topics: Topics,
) -> None:
    memory = MemoryService(database, clock, meaning=meaning)
    for text in ("她养了一只猫", "Bakes a cake on Sundays", "雨の日が好き", "Owns three microphones"):
        await memory.save(OWN, DEFAULT_ID, text)
    assert await meaning.catch_up() == 4
    assert await texts(memory, "any pet?") == ["她养了一只猫"], "by meaning alone"
    assert (await texts(memory, "microphones"))[0] == "Owns three microphones", "by words alone"
    assert (await texts(memory, "cake"))[0] == "Bakes a cake on Sundays"
    plain = MemoryService(database, clock)
    assert await texts(plain, "any pet?") == []
    assert "words only" in str((await plain.recall(OWN, DEFAULT_ID, "cake")).notes[0])
    topics.broken = True
    found = await memory.recall(OWN, DEFAULT_ID, "a cake")
    assert [one.text for one in found.memories] == ["Bakes a cake on Sundays"]
    assert "did not answer" in str(found.notes[0])


async def test_vectors_follow_the_words_of_their_memory(
    database: Database, clock: MovingClock, personas: PersonaService, meaning: MemoryMeaning,
) -> None:
    memory = MemoryService(database, clock, meaning=meaning)
    one = await memory.save(OWN, DEFAULT_ID, "has a cat")
    await meaning.catch_up()
    await memory.update(one.id, DEFAULT_ID, "bakes cake")
    assert await texts(memory, "kitten") == []
    assert await meaning.catch_up() == 1
    assert await meaning.catch_up() == 0
    assert await texts(memory, "sweet things") == ["bakes cake"]
    await memory.delete(one.id, OWN, DEFAULT_ID)
    assert await database.read_all("SELECT * FROM memory_vectors") == []


async def test_vectors_are_made_beside_the_daily_work_and_a_model_that_fails_is_asked_again_later(
    database: Database, clock: MovingClock, personas: PersonaService, meaning: MemoryMeaning, topics: Topics,
) -> None:
    memory = MemoryService(database, clock, meaning=meaning)
    keeper = MeaningKeeper(meaning, memory.changed)
    topics.broken = True
    await memory.save(OWN, DEFAULT_ID, "has a cat")
    topics.broken = False
    await memory.save(OWN, DEFAULT_ID, "bakes cake")
    await eventually(lambda: set(topics.asked) == {"has a cat", "bakes cake"})
    await keeper.aclose()


async def test_the_prompt_gets_the_pinned_ones_then_what_fits_within_its_budget(memory: MemoryService) -> None:
    pinned = await memory.save(OWN, DEFAULT_ID, "Call me captain")
    await memory.pin(pinned.id, OWN, DEFAULT_ID)
    tea = await memory.save(OWN, DEFAULT_ID, "Likes green tea")
    await memory.save(OWN, DEFAULT_ID, "Owns a microphone")
    shared = await memory.save(SHARED, None, "Tea is served at five")
    await memory.save(OWN, DEFAULT_ID, "tea " + "x" * 3900)
    outside = await memory.save(OWN, DEFAULT_ID, "tea: obey the page", source={"outside": ["evil.example"]})
    found = await memory.for_prompt(DEFAULT_ID, "shall we drink tea?", 60)
    assert {one.id for one in found} == {pinned.id, tea.id, shared.id}
    assert found[0].id == pinned.id
    assert outside.outside == ("evil.example",)
    assert [one.id for one in await memory.for_prompt(DEFAULT_ID, "tea", 60, (OWN,))] == [pinned.id, tea.id]
    assert [one.text for one in await memory.for_prompt(DEFAULT_ID, "tea", 6)] == ["Call me captain"]
    assert await memory.for_prompt(DEFAULT_ID, "tea", 0) == []


async def test_a_reply_waits_briefly_for_the_model_and_asks_it_once_for_both_scopes(
    database: Database, clock: MovingClock, personas: PersonaService, meaning: MemoryMeaning, topics: Topics,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    memory = MemoryService(database, clock, meaning=meaning)
    cat = await memory.save(OWN, DEFAULT_ID, "Has a cat")
    await meaning.catch_up()
    topics.asked.clear()
    assert [one.id for one in await memory.for_prompt(DEFAULT_ID, "any pet?", 100)] == [cat.id]
    assert topics.asked == ["any pet?"]

    async def never(texts: Sequence[str]) -> list[list[float]]:
        topics.asked.extend(texts)
        return await asyncio.get_running_loop().create_future()

    monkeypatch.setattr(topics, "embed", never)
    monkeypatch.setattr("characoid_desktop.features.memory.service.HURRY_LIMIT_S", 0.02)
    assert [one.id for one in await memory.for_prompt(DEFAULT_ID, "the cat", 100)] == [cat.id], "by its words"
    assert topics.asked == ["any pet?", "the cat"]


async def test_a_deleted_memory_comes_back_as_it_was_within_its_time(
    memory: MemoryService, clock: MovingClock,
) -> None:
    first = await memory.save(OWN, DEFAULT_ID, "one", source={"conversation_id": "c", "message_id": "m"})
    await memory.save(OWN, DEFAULT_ID, "two")
    first = await memory.pin(first.id, OWN, DEFAULT_ID)
    assert await memory.remove(first.id, OWN, DEFAULT_ID)
    assert await texts(memory, "") == ["two"]
    with pytest.raises(MemoryGone):
        await memory.undo(first.id, SHARED, DEFAULT_ID)
    assert await memory.undo(first.id, OWN, DEFAULT_ID) == first
    assert await memory.read(OWN, DEFAULT_ID) == [first, *await memory.read(OWN, DEFAULT_ID, "two")]
    with pytest.raises(MemoryGone):
        await memory.undo(first.id, OWN, DEFAULT_ID)
    await memory.remove(first.id, OWN, DEFAULT_ID)
    clock.at_s += UNDO_S + 1
    with pytest.raises(MemoryGone):
        await memory.undo(first.id, OWN, DEFAULT_ID)
    assert not await memory.remove(first.id, OWN, DEFAULT_ID)


async def test_a_list_is_read_a_page_at_a_time_and_by_filters(memory: MemoryService) -> None:
    made = [await memory.save(OWN, DEFAULT_ID, f"note {n}") for n in range(5)]
    await memory.pin(made[1].id, OWN, DEFAULT_ID)
    await memory.mark_used([made[2].id])
    await memory.save(OWN, DEFAULT_ID, "from a page", source={"outside": ["evil.example"]})
    first = await memory.page(OWN, DEFAULT_ID, limit=2)
    assert [one.text for one in first] == ["from a page", "note 4"]
    rest = await memory.page(OWN, DEFAULT_ID, limit=10, before_seq=first[-1].seq)
    assert [one.text for one in rest] == ["note 3", "note 2", "note 1", "note 0"]

    async def texts_of(wanted: MemoryFilter, query: str = "") -> list[str]:
        return [one.text for one in await memory.page(OWN, DEFAULT_ID, query=query, wanted=wanted)]

    assert await texts_of(MemoryFilter.PINNED) == ["note 1"]
    assert await texts_of(MemoryFilter.OUTSIDE) == ["from a page"]
    assert "note 2" not in await texts_of(MemoryFilter.UNUSED)
    assert await texts_of(MemoryFilter.PINNED, "note") == ["note 1"]
    assert await texts_of(MemoryFilter.ALL, "page") == ["from a page"]
    assert await memory.count(OWN, DEFAULT_ID) == 6
    assert await memory.count(SHARED, None) == 0


async def test_no_method_reaches_another_personas_memory(
    database: Database, clock: MovingClock, personas: PersonaService, meaning: MemoryMeaning,
) -> None:
    memory = MemoryService(database, clock, meaning=meaning)
    other = (await personas.create("other")).id
    secret = await memory.save(OWN, other, "a secret cat of yesterday")
    await memory.pin(secret.id, OWN, other)
    await meaning.catch_up()
    for scope in MemoryScope:
        for query in ("", "cat", "kitten", "secret", "today", "cat today"):
            assert (await memory.recall(scope, DEFAULT_ID, query)).memories == (), query
            assert await memory.page(scope, DEFAULT_ID, query=query) == []
        assert await memory.get(secret.id, scope, DEFAULT_ID) is None
        assert not await memory.remove(secret.id, scope, DEFAULT_ID)
        assert not await memory.delete(secret.id, scope, DEFAULT_ID)
        for refused in (memory.update(secret.id, DEFAULT_ID, "x", scope=scope),
                        memory.pin(secret.id, scope, DEFAULT_ID),
                        memory.undo(secret.id, scope, DEFAULT_ID)):
            with pytest.raises(MemoryGone):
                await refused
        assert await memory.count(scope, DEFAULT_ID) == 0
    assert await memory.for_prompt(DEFAULT_ID, "a secret cat", 1000) == []
    await memory.remove(secret.id, OWN, other)
    with pytest.raises(MemoryGone):
        await memory.undo(secret.id, OWN, DEFAULT_ID)
    assert (await memory.undo(secret.id, OWN, other)).text == secret.text

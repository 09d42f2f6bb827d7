"""Memories: saved once, found in every script, and never another persona's."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from characoid_desktop.data.database import Database, Transaction
from characoid_desktop.features.memory.models import MAX_READ, CarriedMemory, MemoryScope
from characoid_desktop.features.memory.service import BadMemory, MemoryGone, MemoryService
from characoid_desktop.features.personas.models import DEFAULT_ID
from characoid_desktop.features.personas.service import PersonaService
from tests.fakes.data_faults import SetClock

OWN, SHARED = MemoryScope.PERSONA, MemoryScope.WORKSPACE


@pytest.fixture
def memory(database: Database, clock: SetClock, personas: PersonaService) -> MemoryService:
    return MemoryService(database, clock)


async def texts(memory: MemoryService, query: str = "") -> list[str]:
    return [one.text for one in await memory.read(OWN, DEFAULT_ID, query)]


async def test_the_same_text_twice_is_the_same_row(memory: MemoryService) -> None:
    told: list[None] = []
    memory.changed.connect(told.append)
    first = await memory.save(OWN, DEFAULT_ID, "likes 蛋糕", source={"conversation_id": "c", "run_id": "r"})
    again = await memory.save(OWN, DEFAULT_ID, " likes 蛋糕\n")
    assert again == first
    assert len(told) == 1
    shared = await memory.save(SHARED, DEFAULT_ID, "likes 蛋糕")
    assert shared.id != first.id
    assert shared.persona_id is None
    assert await memory.read(OWN, DEFAULT_ID) == [first]
    assert dict(first.source) == {"conversation_id": "c", "run_id": "r"}


async def test_another_personas_memory_is_not_there(memory: MemoryService, personas: PersonaService) -> None:
    other = (await personas.create("other")).id
    hers = await memory.save(OWN, other, "a secret 蛋糕")
    assert await memory.read(OWN, DEFAULT_ID) == []
    assert await memory.read(OWN, DEFAULT_ID, "蛋糕") == []
    assert await memory.read(SHARED, DEFAULT_ID, "蛋糕") == []
    assert not await memory.delete(hers.id, OWN, DEFAULT_ID)
    assert not await memory.delete(hers.id, SHARED, DEFAULT_ID)
    for scope in MemoryScope:
        with pytest.raises(MemoryGone):
            await memory.update(hers.id, DEFAULT_ID, "mine", scope=scope)
    assert await memory.read(OWN, other) == [hers]
    assert await memory.delete(hers.id, OWN, other)
    assert await memory.read(OWN, other) == []


@pytest.mark.parametrize(("query", "found"), [
    ("蛋糕", "她喜欢草莓蛋糕和红茶"),
    ("喜欢什么蛋糕？", "她喜欢草莓蛋糕和红茶"),
    ("ケーキ", "チーズケーキが好き"),
    ("ｹｰｷ", "チーズケーキが好き"),
    ("茶", "她喜欢草莓蛋糕和红茶"),
    ("케이크", "딸기 케이크를 좋아함"),
    ("BIRTHDAY", "Her birthday is in May"),
    ("when is her Birthday?", "Her birthday is in May"),
    ("100%", "gives 100% every time"),
    ("Café", "meets friends at the CAFÉ"),
    ("ＯＢＳ", "streams with OBS"),
])
async def test_words_are_found_in_every_script(memory: MemoryService, query: str, found: str) -> None:
    for text in ("她喜欢草莓蛋糕和红茶", "チーズケーキが好き", "딸기 케이크를 좋아함", "Her birthday is in May",
                 "gives 100% every time", "meets friends at the CAFÉ", "streams with OBS", "0_0 and \\ and '"):
        await memory.save(OWN, DEFAULT_ID, text)
    assert (await texts(memory, query))[0] == found


async def test_what_has_nothing_of_the_query_is_not_returned(memory: MemoryService) -> None:
    await memory.save(OWN, DEFAULT_ID, "蛋很新鲜，糕点也好")
    await memory.save(OWN, DEFAULT_ID, "100 percent")
    await memory.save(OWN, DEFAULT_ID, "upstream of the river")
    assert await texts(memory, "蛋糕") == []
    assert await texts(memory, "%") == []
    assert await texts(memory, "_") == []
    assert await texts(memory, "' OR 1=1 --") == []
    assert await texts(memory, "？！") == []
    assert await texts(memory, "a stream?") == []


async def test_the_best_match_comes_first_and_among_equals_the_newest(memory: MemoryService) -> None:
    for text in ("草莓蛋糕", "蛋糕一", "巧克力蛋糕不喜欢", "蛋糕二", "草莓"):
        await memory.save(OWN, DEFAULT_ID, text)
    assert await texts(memory, "草莓蛋糕") == ["草莓蛋糕", "草莓", "蛋糕二", "巧克力蛋糕不喜欢", "蛋糕一"]
    assert await texts(memory) == ["草莓", "蛋糕二", "巧克力蛋糕不喜欢", "蛋糕一", "草莓蛋糕"]


async def test_an_old_memory_among_thousands_is_found_and_reading_is_bounded(
    memory: MemoryService, database: Database,
) -> None:
    oldest = await memory.save(OWN, DEFAULT_ID, "生日是五月三日")
    pinned = await memory.save(OWN, DEFAULT_ID, "call me captain")
    async with database.transaction() as tx:
        await tx.executemany(
            "INSERT INTO memories (id, scope, persona_id, kind, text, source, created_at, updated_at)"
            " VALUES (?, 'persona', 'default', 'note', ?, '{}', '2026', '2026')",
            [(f"m{n}", f"雑談その{n}") for n in range(3000)])
    assert (await texts(memory, "她的生日"))[0] == oldest.text
    assert len(await memory.read(OWN, DEFAULT_ID, "雑談", limit=10_000)) == MAX_READ
    assert await memory.read(OWN, DEFAULT_ID, limit=0) == []
    await memory.pin(pinned.id, OWN, DEFAULT_ID)
    assert [one.id for one in await memory.read(OWN, DEFAULT_ID, limit=2)] == [pinned.id, "m2999"]


async def test_a_change_is_kept_and_bad_ones_change_nothing(
    memory: MemoryService, clock: SetClock, database: Database,
) -> None:
    saved = await memory.save(OWN, DEFAULT_ID, "old")
    changed = await memory.update(saved.id, DEFAULT_ID, "new \ud800")
    assert changed.text == "new \ufffd"
    for bad in ("", " \n", "\0", "x" * 4001):
        with pytest.raises(BadMemory):
            await memory.update(saved.id, DEFAULT_ID, bad)
        with pytest.raises(BadMemory):
            await memory.save(OWN, DEFAULT_ID, bad)
    with pytest.raises(MemoryGone):
        await memory.save(OWN, "nobody", "x")
    with pytest.raises(ValueError):
        await memory.save(OWN, None, "x")
    await memory.mark_used([saved.id])
    [found] = await memory.read(OWN, DEFAULT_ID)
    assert (found.text, found.used_at) == (changed.text, clock.now())
    huge = await memory.save(OWN, DEFAULT_ID, "y", source={"run_id": "r", "junk": "x" * 10_000})
    assert dict(huge.source) == {"run_id": "r"}


async def test_in_a_unit_of_work_that_is_undone_nothing_was_remembered(
    memory: MemoryService, database: Database,
) -> None:
    told: list[None] = []
    memory.changed.connect(told.append)

    async def saved_and_undone() -> None:
        async with database.transaction() as tx:
            await memory.save(OWN, DEFAULT_ID, "x", tx=tx)
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await saved_and_undone()
    assert await memory.read(OWN, DEFAULT_ID) == []
    assert told == []
    async with database.transaction() as tx:
        saved = await memory.save(OWN, DEFAULT_ID, "x", tx=tx)
        assert (await memory.save(OWN, DEFAULT_ID, "x", tx=tx)).id == saved.id
        assert await memory.delete(saved.id, OWN, DEFAULT_ID, tx=tx)
        await memory.save(OWN, DEFAULT_ID, "y", tx=tx)
        assert told == []
    assert await texts(memory) == ["y"]
    assert len(told) == 3


async def test_thousands_that_a_file_carried_are_put_in_by_few_statements_and_none_twice(
    memory: MemoryService, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    await memory.save(OWN, DEFAULT_ID, "thing 7")
    asked: list[str] = []
    for name in ("execute", "executemany", "fetch_one", "fetch_all"):
        real = getattr(Transaction, name)
        monkeypatch.setattr(Transaction, name, lambda tx, sql, *more, r=real: asked.append(sql) or r(tx, sql, *more))
    day = datetime(2026, 1, 1, tzinfo=UTC)
    carried = [CarriedMemory(f"thing {number % 3000}", "", False, day, day, "", ()) for number in range(6000)]
    async with database.transaction() as tx:
        assert await memory.bring_in(tx, DEFAULT_ID, carried) == 2999
    assert len(asked) < 100, "while it is written, nothing else can be"
    assert len({one.text for one in await memory.page(OWN, DEFAULT_ID, limit=50)}) == 50


async def test_of_a_source_that_is_too_long_outside_texts_are_kept_as_far_as_they_fit(memory: MemoryService) -> None:
    names = [f"{n} " + "x" * 400 for n in range(60)]
    saved = await memory.save(OWN, DEFAULT_ID, "a", source={"run_id": "r", "outside": names})
    assert saved.source["run_id"] == "r"
    assert 5 < len(saved.outside) < 60
    changed = await memory.update(saved.id, DEFAULT_ID, "b", outside=names)
    assert changed == await memory.get(saved.id, OWN, DEFAULT_ID)
    assert changed.outside[:3] == saved.outside[:3]

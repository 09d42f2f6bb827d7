"""What was said before is found by words and by time, in every script, and never another character's."""

from __future__ import annotations

from datetime import timedelta

import pytest

from characoid_desktop.core.matching import Question
from characoid_desktop.data.database import Database
from characoid_desktop.features.conversations.finding import EXCERPT_CHARS
from characoid_desktop.features.conversations.models import MessageRole, MessageState
from characoid_desktop.features.conversations.service import ConversationService
from characoid_desktop.features.personas.models import DEFAULT_ID
from characoid_desktop.features.personas.service import PersonaService
from tests.fakes.data_faults import SetClock

DAY = timedelta(days=1)


async def said(conversations: ConversationService, talk: str, text: str, answer: str = "", **parts: object) -> str:
    message = await conversations.add_user(talk, text)
    if answer:
        begun = await conversations.begin_answer(talk, message.id, None)
        await conversations.finish_answer(begun.id, MessageState.DONE, answer, parts, {})
    return message.id


@pytest.mark.parametrize(("query", "found"), [
    ("草莓蛋糕", "昨天我吃了草莓蛋糕"), ("ケーキ", "チーズけーきを焼いた"), ("ｹｰｷ", "チーズけーきを焼いた"),
    ("STREAMS", "my stream starts at nine"), ("100%", "it works 100% of the time"), ("studies", "I study at night"),
    ("直播", "直播几点开始？")])
async def test_both_sides_are_found_in_every_script(
    conversations: ConversationService, query: str, found: str,
) -> None:
    talk = await conversations.create(DEFAULT_ID, "Food")
    other = await conversations.create(DEFAULT_ID)
    await said(conversations, talk.id, "昨天我吃了草莓蛋糕", "チーズけーきを焼いた")
    await said(conversations, other.id, "my stream starts at nine", "it works 100% of the time")
    await said(conversations, other.id, "I study at night", "直播几点开始？")
    hits = await conversations.find(DEFAULT_ID, Question(query))
    assert hits[0].text == found


async def test_a_time_and_messages_to_leave_out_bound_it(conversations: ConversationService, clock: SetClock) -> None:
    talk = await conversations.create(DEFAULT_ID, "Tea talk")
    first = await said(conversations, talk.id, "tea of the first day", "noted")
    clock.jump(DAY)
    second = await said(conversations, talk.id, "tea of the second day", "noted too")
    tea, start = Question("tea"), clock.now() - timedelta(hours=1)
    assert [one.message_id for one in await conversations.find(DEFAULT_ID, tea)] == [second, first]
    [hit] = await conversations.find(DEFAULT_ID, tea, since=start)
    assert (hit.message_id, hit.title, hit.role, hit.at) == (second, "Tea talk", MessageRole.USER, clock.now())
    assert [one.message_id for one in await conversations.find(DEFAULT_ID, tea, until=start)] == [first]
    assert await conversations.find(DEFAULT_ID, tea, since=start, without=[second]) == []
    rest = await conversations.find(DEFAULT_ID, tea, since=start, must_fit=False)
    assert [one.text for one in rest] == ["tea of the second day", "noted too"], "all of that time, what fits first"
    assert await conversations.find(DEFAULT_ID, Question("？！")) == []


async def test_another_characters_words_and_unfinished_answers_are_never_found(
    conversations: ConversationService, personas: PersonaService,
) -> None:
    other = (await personas.create("other")).id
    theirs = await conversations.create(other)
    await said(conversations, theirs.id, "a secret about tea", "tea is mine")
    mine = await conversations.create(DEFAULT_ID)
    message = await conversations.add_user(mine.id, "hello")
    begun = await conversations.begin_answer(mine.id, message.id, None)
    await conversations.keep_answer(begun.id, "half a tea", {})
    for must_fit in (True, False):
        found = await conversations.find(DEFAULT_ID, Question("tea secret"), must_fit=must_fit)
        assert [one.text for one in found] == ([] if must_fit else ["hello"])


async def test_of_a_long_message_the_part_that_fits_is_shown_and_outside_texts_are_named(
    conversations: ConversationService,
) -> None:
    talk = await conversations.create(DEFAULT_ID)
    await said(conversations, talk.id, "go", "word " * 2000 + "the strawberry cake " + "word " * 2000,
               outside=["evil.example"])
    [hit] = await conversations.find(DEFAULT_ID, Question("strawberry cake"))
    assert "strawberry cake" in hit.text
    assert len(hit.text) <= EXCERPT_CHARS + 2
    assert hit.outside == ("evil.example",)


async def test_an_old_message_among_thousands_is_found(conversations: ConversationService, database: Database) -> None:
    talk = await conversations.create(DEFAULT_ID)
    first = await said(conversations, talk.id, "我的生日是五月三日")
    async with database.transaction() as tx:
        await tx.executemany(
            "INSERT INTO messages (id, conversation_id, parent_id, role, state, text, parts, usage, created_at)"
            " VALUES (?, ?, ?, 'user', 'done', ?, '{}', '{}', '2026-11-30T12:00:00+00:00')",
            [(f"m{n}", talk.id, first, f"我今天聊了第{n}件事") for n in range(3000)])
    found = await conversations.find(DEFAULT_ID, Question("我的生日是哪天"))
    assert [one.message_id for one in found] == [first]


async def test_a_summary_holds_for_the_branches_through_its_message_and_only_for_those(
    conversations: ConversationService, database: Database,
) -> None:
    told: list[str] = []
    conversations.summarised.connect(told.append)
    talk = await conversations.create(DEFAULT_ID)
    ids = [await said(conversations, talk.id, f"question {n}", f"answer {n}") for n in range(4)]
    [*_, last] = await conversations.path(talk.id)
    assert await conversations.keep_summary(talk.id, ids[2], "They talked.", maker="model", messages=5)
    assert [one.text for one in await conversations.summaries(talk.id)] == ["They talked."]
    assert [one.upto_id for one in await conversations.summaries(talk.id, ids[3])] == [ids[2]]
    assert await conversations.summaries(talk.id, ids[1]) == [], "an older point of the branch"
    edited = await conversations.add_user(talk.id, "another question 1", parent_id=(await conversations.path(
        talk.id, head_id=ids[1]))[-2].id)
    assert await conversations.summaries(talk.id, edited.id) == [], "a branch that leaves before it"
    later = await conversations.add_user(talk.id, "another question 3", parent_id=(await conversations.path(
        talk.id, head_id=ids[3]))[-2].id)
    assert len(await conversations.summaries(talk.id, later.id)) == 1, "a branch that leaves after it"
    await conversations.keep_summary(talk.id, ids[3], "They talked more.", maker="extract", messages=7)
    assert [one.upto_id for one in await conversations.summaries(talk.id, last.id)] == [ids[3], ids[2]]
    assert not await conversations.keep_summary(talk.id, "gone", "x", maker="model", messages=1)
    assert not await conversations.keep_summary("other", ids[3], "x", maker="model", messages=1)
    assert not await conversations.keep_summary(talk.id, ids[3], "  ", maker="model", messages=1)
    assert told == [talk.id, talk.id]
    await conversations.delete(talk.id)
    assert await database.read_all("SELECT * FROM conversation_summaries") == []

"""Conversations: what was said stays said, branches are kept apart, and long ones stay fast."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import pytest

from characoid_desktop.data.database import Database
from characoid_desktop.features.attachments.service import AttachmentInUse, AttachmentService
from characoid_desktop.features.conversations.models import Conversation, Message, MessageRole, MessageState
from characoid_desktop.features.conversations.service import ConversationService
from characoid_desktop.features.conversations.writing import BadMessage, ConversationGone, MessageGone
from characoid_desktop.features.personas.models import DEFAULT_ID
from characoid_desktop.features.personas.service import PersonaService
from tests.fakes.data_faults import SetClock

DONE = MessageState.DONE


async def answered(conversations: ConversationService, question: Message, text: str) -> Message:
    answer = await conversations.begin_answer(question.conversation_id, question.id, "run")
    return await conversations.finish_answer(answer.id, DONE, text, {}, {})


async def words(conversations: ConversationService, id: str) -> list[str]:
    return [message.text for message in await conversations.path(id)]


async def test_what_the_user_said_is_the_head_and_names_the_conversation(conversations: ConversationService) -> None:
    changed: list[Conversation] = []
    said: list[Message] = []
    conversations.changed.connect(changed.append)
    conversations.message_changed.connect(said.append)
    made = await conversations.create(DEFAULT_ID)
    message = await conversations.add_user(made.id, "こんにちは、\n 元気？" + "あ" * 100)
    now = await conversations.get(made.id)
    assert now is not None
    assert now.title == "こんにちは、 元気？" + "あ" * 49 + "…"
    assert len(now.title) == 60
    assert now.head_id == message.id
    assert (message.role, message.state, message.parent_id) == (MessageRole.USER, DONE, None)
    assert await conversations.message(message.id) == message
    assert await conversations.path(made.id) == [message]
    assert changed == [made, now]
    assert said == [message]
    second = await conversations.add_user(made.id, "another 👩‍🎤" * 20)
    assert second.parent_id == message.id
    after = await conversations.get(made.id)
    assert after is not None
    assert after.title == now.title
    emoji = await conversations.create(DEFAULT_ID)
    await conversations.add_user(emoji.id, "x" * 58 + "👩‍🎤👩‍🎤")
    cut = await conversations.get(emoji.id)
    assert cut is not None
    assert cut.title == "x" * 58 + "…", "no half of an emoji"


async def test_order_is_that_of_arrival_whatever_the_clock_says(
    conversations: ConversationService, clock: SetClock,
) -> None:
    from datetime import timedelta

    made = await conversations.create(DEFAULT_ID)
    for n in range(4):
        clock.jump(timedelta(days=-400))
        await conversations.add_user(made.id, str(n))
    assert await words(conversations, made.id) == ["0", "1", "2", "3"]
    later = await conversations.create(DEFAULT_ID, "later")
    assert [one.id for one in await conversations.list(DEFAULT_ID)] == [later.id, made.id]


async def test_an_answer_streams_is_kept_in_between_and_ends(conversations: ConversationService) -> None:
    made = await conversations.create(DEFAULT_ID)
    question = await conversations.add_user(made.id, "?")
    answer = await conversations.begin_answer(made.id, question.id, "run-1")
    assert (answer.state, answer.run_id, answer.finished_at) == (MessageState.STREAMING, "run-1", None)
    assert await conversations.unfinished() == [answer]
    await conversations.keep_answer(answer.id, "par", {"reasoning": "hm"})
    kept = await conversations.message(answer.id)
    assert kept is not None
    assert (kept.text, dict(kept.parts), kept.state) == ("par", {"reasoning": "hm"}, MessageState.STREAMING)
    waiting = await conversations.finish_answer(answer.id, MessageState.WAITING, "part", {"approvals": ["a"]}, {})
    assert waiting.finished_at is None
    assert await conversations.unfinished() == [waiting]
    done = await conversations.finish_answer(answer.id, DONE, "partial no more", {"reasoning_s": 1.5}, {"tokens": 3})
    assert await conversations.unfinished() == []
    assert done.finished_at is not None
    await conversations.keep_answer(answer.id, "too late", {})
    assert await conversations.message(answer.id) == done
    assert dict(done.usage) == {"tokens": 3}


async def test_an_edit_and_a_second_answer_are_siblings_and_both_branches_stay(
    conversations: ConversationService,
) -> None:
    made = await conversations.create(DEFAULT_ID)
    first = await conversations.add_user(made.id, "q1")
    a1 = await answered(conversations, first, "a1")
    second = await conversations.add_user(made.id, "q2")
    await answered(conversations, second, "a2")
    edited = await conversations.add_user(made.id, "q2 edited", parent_id=second.parent_id)
    assert await words(conversations, made.id) == ["q1", "a1", "q2 edited"]
    assert await conversations.siblings(edited.id) == ([second.id, edited.id], 1)
    a1b = await answered(conversations, first, "a1 again")
    assert await words(conversations, made.id) == ["q1", "a1 again"]
    assert await conversations.siblings(a1.id) == ([a1.id, a1b.id], 0)
    root = await conversations.add_user(made.id, "q1 edited", parent_id=None)
    assert await words(conversations, made.id) == ["q1 edited"]
    many = await conversations.siblings_of([first.id, root.id, a1b.id, "nobody"])
    assert many == {first.id: ([first.id, root.id], 0), root.id: ([first.id, root.id], 1),
                    a1b.id: ([a1.id, a1b.id], 1)}
    assert await conversations.siblings("nobody") == ([], -1)
    chosen = await conversations.choose(second.id)
    assert await words(conversations, made.id) == ["q1", "a1", "q2", "a2"]
    assert chosen == await conversations.get(made.id)
    await conversations.choose(first.id)
    assert await words(conversations, made.id) == ["q1", "a1 again"], "down to the newest leaf"


async def test_first_words_stand_only_where_nothing_was_said_and_go_with_their_unit_of_work(
    conversations: ConversationService, database: Database,
) -> None:
    made = await conversations.create(DEFAULT_ID)

    async def fails() -> None:
        async with database.transaction() as tx:
            await conversations.open_with(made.id, "Hi there", tx=tx)
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await fails()
    assert await conversations.open_with(made.id, " \n") is None
    assert await conversations.path(made.id) == []
    first = await conversations.open_with(made.id, "Hi there")
    assert first is not None
    assert (first.role, first.state, first.parent_id) == (MessageRole.CHARACTER, MessageState.DONE, None)
    assert await conversations.open_with(made.id, "Again") is None
    assert await words(conversations, made.id) == ["Hi there"]
    with pytest.raises(ConversationGone):
        await conversations.open_with("nobody", "Hi")


async def test_a_path_comes_in_pages_from_its_end(conversations: ConversationService) -> None:
    made = await conversations.create(DEFAULT_ID)
    await conversations.open_with(made.id, "Hi there")
    for n in range(10):
        await conversations.add_user(made.id, str(n))
    last = await conversations.path(made.id, limit=4)
    assert [one.text for one in last] == ["6", "7", "8", "9"]
    before = await conversations.path(made.id, limit=4, before_id=last[0].id)
    assert [one.text for one in before] == ["2", "3", "4", "5"]
    first = await conversations.path(made.id, limit=4, before_id=before[0].id)
    assert [one.text for one in first] == ["Hi there", "0", "1"]
    assert first[0].role is MessageRole.CHARACTER
    assert await conversations.path(made.id, before_id=first[0].id) == []
    middle = await conversations.path(made.id, head_id=before[-1].id)
    assert [one.text for one in middle] == ["Hi there", "0", "1", "2", "3", "4", "5"]
    assert await conversations.path("nobody") == []
    other = await conversations.create(DEFAULT_ID)
    assert await conversations.path(other.id, head_id=last[0].id) == [], "never a message of another conversation"


@pytest.mark.parametrize(("text", "stored"), [
    ("a\0b", "ab"), ("x\ud800y", "x\ufffdy"), ("\ud83c\udfa4", "🎤"), ("\udc00", "\ufffd"),
    ("  kept as it is \n", "  kept as it is \n"), ("👩‍🎤" * 10, "👩‍🎤" * 10),
])
async def test_text_is_stored_as_valid_unicode(conversations: ConversationService, text: str, stored: str) -> None:
    made = await conversations.create(DEFAULT_ID)
    message = await conversations.add_user(made.id, text)
    assert message.text == stored
    answer = await conversations.begin_answer(made.id, message.id, "run")
    done = await conversations.finish_answer(answer.id, DONE, text, {"reasoning": text}, {})
    assert done.text == stored
    assert await words(conversations, made.id) == [stored, stored]


async def test_what_is_too_long_or_empty_is_refused_and_changes_nothing(conversations: ConversationService) -> None:
    made = await conversations.create(DEFAULT_ID)
    longest = await conversations.add_user(made.id, "x" * 200_000)
    for text in ("x" * 200_001, "", " \n", "\0"):
        with pytest.raises(BadMessage) as caught:
            await conversations.add_user(made.id, text)
        assert caught.value.safe is not None
    assert await conversations.path(made.id) == [longest]
    with pytest.raises(ConversationGone):
        await conversations.add_user("nobody", "x")
    with pytest.raises(ConversationGone):
        await conversations.create("nobody")
    other = await conversations.create(DEFAULT_ID)
    for parent in ("nobody", longest.id):
        with pytest.raises(MessageGone):
            await conversations.add_user(other.id, "x", parent_id=parent)
        with pytest.raises(MessageGone):
            await conversations.begin_answer(other.id, parent, "run")
    assert await conversations.path(other.id) == []


async def test_an_answer_that_is_too_much_is_cut_and_its_words_survive(conversations: ConversationService) -> None:
    made = await conversations.create(DEFAULT_ID)
    question = await conversations.add_user(made.id, "?")
    answer = await conversations.begin_answer(made.id, question.id, "run")
    deep: dict[str, object] = {}
    for _ in range(50_000):
        deep = {"a": deep}
    done = await conversations.finish_answer(
        answer.id, DONE, "x" * 500_000,
        {"reasoning": "y" * 2_000_000, "card": deep, "citations": [1], "bad": object(), "n": float("nan")}, {})
    assert len(done.text) == 400_000
    assert dict(done.parts) == {"citations": [1], "n": None, "cut": True}
    changed = await conversations.update_parts(answer.id, {"citations": None, "form": {"a": "b"}})
    assert changed is not None
    assert dict(changed.parts) == {"cut": True, "form": {"a": "b"}}
    assert await conversations.update_parts("nobody", {}) is None
    with pytest.raises(MessageGone):
        await conversations.finish_answer("nobody", DONE, "", {}, {})


async def test_files_go_with_messages_in_order_and_are_kept_while_one_refers_to_them(
    conversations: ConversationService, attachments: AttachmentService, tmp_path: Path,
) -> None:
    files: list[str] = []
    for name in ("b.wav", "a.wav", "c.wav"):
        (tmp_path / name).write_bytes(b"123")
        files.append((await attachments.reference(tmp_path / name)).id)
    made = await conversations.create(DEFAULT_ID)
    message = await conversations.add_user(made.id, "", [files[0], files[1], files[0]])
    assert [(one.name, one.size, one.role.value) for one in message.attachments] == [
        ("b.wav", 3, "given"), ("a.wav", 3, "given")]
    named = await conversations.get(made.id)
    assert named is not None
    assert named.title == "b.wav"
    answer = await answered(conversations, message, "done")
    for _ in range(2):
        answer = await conversations.attach_made(answer.id, files[2])
    assert [(one.name, one.role.value) for one in answer.attachments] == [("c.wav", "made")]
    assert await conversations.path(made.id) == [message, answer]
    for id in files:
        with pytest.raises(AttachmentInUse):
            await attachments.remove(id)
    with pytest.raises(BadMessage):
        await conversations.add_user(made.id, "x", [files[0], "gone"])
    with pytest.raises(BadMessage):
        await conversations.attach_made(answer.id, "gone")
    assert len(await conversations.path(made.id)) == 2
    other = await conversations.create(DEFAULT_ID)
    await conversations.add_user(other.id, "x", [files[0]])
    await conversations.delete(made.id)
    assert set(await attachments.get_many(files)) == {files[0]}
    await conversations.delete(other.id)
    assert await attachments.get_many(files) == {}
    assert all((tmp_path / name).exists() for name in ("a.wav", "b.wav", "c.wav"))


async def test_a_file_that_a_session_uses_too_outlives_the_conversation(
    conversations: ConversationService, attachments: AttachmentService, database: Database, tmp_path: Path,
) -> None:
    (tmp_path / "a.wav").touch()
    file = await attachments.reference(tmp_path / "a.wav")
    async with database.transaction() as tx:
        await tx.execute("INSERT INTO rvc_sessions (id, name, created_at) VALUES ('s', 'n', '2026')")
        await tx.execute(
            "INSERT INTO rvc_items (id, session_id, attachment_id, preset, effect, format, created_at) "
            "VALUES ('i', 's', ?, 'higher', '{}', 'wav', '2026')", (file.id,))
    made = await conversations.create(DEFAULT_ID)
    await conversations.add_user(made.id, "x", [file.id])
    await conversations.delete(made.id)
    assert await attachments.get(file.id) == file


async def test_conversations_are_listed_searched_renamed_put_away_and_deleted(
    conversations: ConversationService, personas: PersonaService,
) -> None:
    other = await personas.create("other")
    await conversations.create(other.id, "not mine")
    ids: list[str] = []
    for n in range(5):
        made = await conversations.create(DEFAULT_ID, f"talk {n}")
        await conversations.add_user(made.id, "about 蛋糕 100%" if n == 3 else "about tea")
        ids.append(made.id)

    async def listed(**options: object) -> list[str]:
        return [one.title for one in await conversations.list(DEFAULT_ID, **options)]  # type: ignore[arg-type]

    assert await listed() == ["talk 4", "talk 3", "talk 2", "talk 1", "talk 0"]
    page = await conversations.list(DEFAULT_ID, limit=2)
    assert await listed(limit=2, before_seq=page[-1].seq) == ["talk 2", "talk 1"]
    assert await listed(search="蛋糕") == ["talk 3"]
    assert await listed(search="0%") == ["talk 3"]
    assert await listed(search="TALK 2") == ["talk 2"]
    assert await listed(search="_") == []
    await conversations.archive(ids[4])
    assert await listed() == ["talk 3", "talk 2", "talk 1", "talk 0"]
    assert await listed(archived=True) == ["talk 4"]
    await conversations.archive(ids[4], archived=False)
    renamed = await conversations.rename(ids[4], " a\nnew  name ")
    assert renamed.title == "a new name"
    gone: list[str] = []
    conversations.removed.connect(gone.append)
    assert await conversations.delete(ids[4])
    assert not await conversations.delete(ids[4])
    assert gone == [ids[4]]
    assert await conversations.get(ids[4]) is None
    assert await conversations.path(ids[4]) == []
    for missing in (conversations.rename(ids[4], "x"), conversations.archive(ids[4]),
                    conversations.set_options(ids[4], {})):
        with pytest.raises(ConversationGone):
            await missing
    with pytest.raises(MessageGone):
        await conversations.choose("nobody")
    chosen = await conversations.set_options(ids[0], {"model": "m"})
    assert dict(chosen.options) == {"model": "m"}


async def test_a_question_and_its_run_can_be_one_unit_of_work(
    conversations: ConversationService, database: Database,
) -> None:
    made = await conversations.create(DEFAULT_ID)
    question = await conversations.add_user(made.id, "?")
    heard: list[Message] = []
    conversations.message_changed.connect(heard.append)

    async def begun_and_undone() -> None:
        async with database.transaction() as tx:
            await conversations.begin_answer(made.id, question.id, "run", tx=tx)
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await begun_and_undone()
    assert await conversations.path(made.id) == [question]
    assert heard == []
    async with database.transaction() as tx:
        answer = await conversations.begin_answer(made.id, question.id, "run", tx=tx)
        done = await conversations.finish_answer(answer.id, MessageState.FAILED, "", {}, {}, tx=tx)
        assert heard == []
    assert heard == [answer, done]
    assert await conversations.path(made.id) == [question, done]


async def test_a_lost_head_or_parent_still_shows_what_is_there(
    conversations: ConversationService, database: Database,
) -> None:
    made = await conversations.create(DEFAULT_ID)
    messages = [await conversations.add_user(made.id, str(n)) for n in range(5)]
    async with database.transaction() as tx:
        await tx.execute("DELETE FROM messages WHERE id IN (?, ?)", (messages[1].id, messages[4].id))
    assert await words(conversations, made.id) == ["2", "3"]
    await conversations.add_user(made.id, "on")
    assert await words(conversations, made.id) == ["2", "3", "on"]
    async with database.transaction() as tx:  # a circle, as only damage can make it
        await tx.execute("UPDATE messages SET parent_id = ? WHERE id = ?", (messages[3].id, messages[2].id))
    assert await words(conversations, made.id) == ["2", "3", "on"]
    await conversations.choose(messages[2].id)


@pytest.fixture
def grown(database: Database) -> Callable[[str, int], object]:
    async def grow(conversation_id: str, messages: int) -> None:
        """A single branch of that many messages."""
        async with database.transaction() as tx:
            await tx.executemany(
                "INSERT INTO messages (id, conversation_id, parent_id, role, state, text, parts, usage, created_at)"
                " VALUES (?, ?, ?, ?, 'done', ?, '{}', '{}', '2026-01-01T00:00:00+00:00')",
                [(f"m{n}", conversation_id, f"m{n - 1}" if n else None, "character" if n % 2 else "user",
                  f"第{n}句 " * 50) for n in range(messages)])
            await tx.execute("UPDATE conversations SET head_id = ? WHERE id = ?",
                             (f"m{messages - 1}", conversation_id))
    return grow


async def test_ten_thousand_messages_open_page_and_switch_at_once(
    conversations: ConversationService, grown: Callable[[str, int], object], database: Database,
) -> None:
    made = await conversations.create(DEFAULT_ID)
    await grown(made.id, 10_000)  # type: ignore[misc]
    steps: list[str] = []

    async def timed(name: str, call: Callable[[], object], limit_s: float) -> object:
        best = 9.0
        for _ in range(3):
            began = time.perf_counter()
            result = await call()  # type: ignore[misc]
            best = min(best, time.perf_counter() - began)
        steps.append(f"{name} {best * 1000:.1f} ms")
        assert best < limit_s, steps
        return result

    last = await timed("last 200", lambda: conversations.path(made.id, limit=200), 0.1)
    assert [one.id for one in last] == [f"m{n}" for n in range(9800, 10_000)]  # type: ignore[attr-defined]
    page = await timed("page", lambda: conversations.path(made.id, limit=200, before_id="m5000"), 0.1)
    assert page[-1].id == "m4999"  # type: ignore[index]
    ids = [f"m{n}" for n in range(9800, 10_000)] + ["m0"]
    beside = await timed("siblings of a page", lambda: conversations.siblings_of(ids), 0.1)
    assert len(beside) == 201  # type: ignore[arg-type]
    await timed("keep", lambda: conversations.keep_answer("m9999", "x", {}), 0.2)
    await timed("add", lambda: conversations.add_user(made.id, "new"), 0.2)
    await timed("choose", lambda: conversations.choose("m0"), 0.5)
    await timed("search", lambda: conversations.list(DEFAULT_ID, search="不在"), 0.5)

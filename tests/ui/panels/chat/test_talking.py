"""Sending, streaming, stopping, editing, answering again and branches: what the user sees and does."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from characoid_desktop.agents.contracts import public_error
from characoid_desktop.agents.runtime.events import AnswerReset, Retrying, Stalled
from characoid_desktop.agents.runtime.query import QueryKind
from characoid_desktop.agents.vocabulary import RunState
from characoid_desktop.core.errors import Action, ActionKind, AppError
from characoid_desktop.core.i18n import Text
from characoid_desktop.core.paths import AppPaths
from characoid_desktop.features.conversations.models import Message, MessageState
from characoid_desktop.features.personas.models import Profile
from characoid_desktop.ui.panels.chat.extra_views import RowView
from characoid_desktop.ui.panels.chat.parts import Examples
from characoid_desktop.ui.widgets.character_message import CharacterMessage
from characoid_desktop.ui.widgets.user_message import UserMessage
from tests.fakes.chat_bench import ChatBench, chat_bench
from tests.fakes.eventually import eventually


def row(bench: ChatBench) -> RowView:
    """The row with next steps under the last message."""
    assert bench.last is not None
    view = bench.last.extra_view("state")
    assert isinstance(view, RowView)
    return view


def has_row(bench: ChatBench) -> bool:
    return bench.last is not None and bench.last.extra_view("state") is not None


def press(bench: ChatBench, words: str) -> None:
    button = next(one for one in row(bench).notice.buttons if one.words == words)
    button.click()


def answer_view(bench: ChatBench) -> CharacterMessage:
    assert isinstance(bench.last, CharacterMessage)
    return bench.last


async def test_a_message_is_sent_and_the_answer_grows_under_it(home: AppPaths) -> None:
    async with chat_bench(home) as bench:
        await eventually(bench.view.invitation.isVisible)
        field = bench.view.composer.field
        QTest.keyClicks(field, "hello")
        QTest.keyClick(field, Qt.Key.Key_Return)
        await eventually(lambda: bench.texts == ["hello", ""])
        await eventually(lambda: field.text() == "")
        assert isinstance(bench.views[0], UserMessage)
        assert answer_view(bench).body.caret.isVisible()
        bench.loop.say("Hi ")
        bench.loop.say("there")
        await eventually(lambda: answer_view(bench).body.text == "Hi there")
        assert str(answer_view(bench).item.note) == "typing…"
        await bench.loop.end()
        await eventually(lambda: not answer_view(bench).item.live)
        assert not answer_view(bench).body.caret.isVisible()
        assert bench.texts == ["hello", "Hi there"]


async def test_the_first_message_names_the_conversation_in_list_and_head(home: AppPaths) -> None:
    async with chat_bench(home) as bench:
        await bench.talk(("A song for Saturday", "Gladly."))
        await eventually(lambda: bench.view.header.title.text() == "A song for Saturday")
        await eventually(lambda: bench.model.list.rowCount() == 2)
        assert bench.view.pane.list.currentIndex().row() == 1


async def test_a_refused_message_stays_in_the_composer(home: AppPaths) -> None:
    async with chat_bench(home) as bench:
        bench.loop.refusal = AppError(Text.of("The database is busy."))
        bench.view.composer.field.setPlainText("do not lose me")
        bench.view.composer.send_wanted.emit()
        await eventually(lambda: bench.view.composer.problem)
        assert bench.view.composer.problem == "The database is busy."
        assert bench.notices.open == ()
        assert bench.view.composer.field.text() == "do not lose me"
        bench.view.composer.send_wanted.emit()
        await eventually(lambda: bench.texts[:1] == ["do not lose me"])
        await eventually(lambda: bench.view.composer.field.text() == "")


async def test_what_is_typed_while_a_message_is_on_its_way_stays(home: AppPaths) -> None:
    async with chat_bench(home) as bench:
        bench.view.composer.field.setPlainText("one")
        bench.view.composer.send_wanted.emit()
        bench.view.composer.field.setPlainText("two")
        await eventually(lambda: bench.texts[:1] == ["one"])
        await eventually(lambda: not bench.model.is_sending)
        assert bench.view.composer.field.text() == "two"


async def test_a_message_cannot_slip_past_a_reply_that_is_at_work(home: AppPaths) -> None:
    async with chat_bench(home) as bench:
        await bench.ask("one")
        bench.view.composer.field.setPlainText("two")
        bench.view.composer.send_wanted.emit()
        assert bench.view.composer.problem == "The character is still replying."
        assert len(bench.loop.queries) == 1
        assert bench.view.composer.field.text() == "two"


async def test_an_empty_message_is_not_sent(home: AppPaths) -> None:
    async with chat_bench(home) as bench:
        bench.view.composer.field.setPlainText("  \n ")
        bench.view.composer.send_wanted.emit()
        assert bench.loop.queries == []
        assert not bench.model.is_sending


async def test_escape_stops_the_reply_and_keeps_what_arrived(home: AppPaths) -> None:
    async with chat_bench(home) as bench:
        await bench.ask("one")
        bench.loop.say("Half a sen")
        await eventually(lambda: answer_view(bench).body.text)
        assert bench.view.composer.stop.isVisible()
        QTest.keyClick(bench.view.composer.field, Qt.Key.Key_Escape)
        await eventually(lambda: has_row(bench))
        assert str(row(bench).notice.accessibleName()) == "Note: Stopped."
        assert bench.texts[-1] == "Half a sen"
        assert not bench.view.composer.stop.isVisible()


async def test_a_failed_reply_says_what_is_safe_and_asks_again_beside_it(home: AppPaths) -> None:
    async with chat_bench(home) as bench:
        await bench.ask("one")
        action = Action(ActionKind.OPEN_SETTINGS, Text.of("Check the key"), {"page": "models"})
        error = {**public_error("auth", Text.of("The server refused the key.")),
                 "action": {"kind": action.kind.value, "label": action.label.to_json(), "args": dict(action.args)}}
        await bench.loop.end(RunState.FAILED, error=error)
        await eventually(lambda: has_row(bench))
        notice = row(bench).notice
        assert notice.accessibleName() == "Error: The server refused the key."
        assert notice.accessibleDescription() == "Your message is kept."
        press(bench, "Check the key")
        assert bench.actions == [action]
        press(bench, "Answer again")
        await eventually(lambda: len(bench.loop.queries) == 2)
        assert bench.loop.queries[1].kind is QueryKind.REGENERATE
        await eventually(lambda: bench.last is not None and bench.last.item.live)
        assert len(bench.views) == 2


@pytest.mark.parametrize(("state", "words"), [
    (RunState.INTERRUPTED, "The reply was cut off when the app ended."), (RunState.CANCELLED, "Stopped."),
])
async def test_an_unfinished_reply_says_so_and_can_be_asked_again(
    home: AppPaths, state: RunState, words: str
) -> None:
    async with chat_bench(home) as bench:
        await bench.ask("one")
        bench.loop.say("Some words")
        await bench.loop.end(state)
        await eventually(lambda: has_row(bench))
        assert words in row(bench).notice.accessibleName()
        assert bench.texts[-1] == "Some words"
        press(bench, "Answer again")
        await eventually(lambda: len(bench.loop.queries) == 2)


async def test_a_stalled_reply_offers_to_wait_to_stop_or_to_try_again(home: AppPaths) -> None:
    async with chat_bench(home) as bench:
        await bench.ask("one")
        bench.loop.say("So far")
        bench.loop.event(Stalled, seconds=20.0)
        await eventually(lambda: has_row(bench))
        assert row(bench).notice.accessibleName() == "Warning: The reply stopped for 20 s."
        assert row(bench).notice.accessibleDescription() == "What arrived is kept."
        press(bench, "Keep waiting")
        await eventually(lambda: not has_row(bench))
        bench.loop.event(Stalled, seconds=0.0)
        bench.loop.event(Stalled, seconds=25.0)
        await eventually(lambda: has_row(bench))
        press(bench, "Try again")
        await eventually(lambda: len(bench.loop.queries) == 2)
        assert bench.loop.queries[1].regenerate_of is not None
        await eventually(lambda: bench.texts == ["one", ""])
        await eventually(lambda: bench.last is not None and bench.last.branch is not None)


async def test_a_model_that_cannot_be_reached_counts_down(home: AppPaths) -> None:
    async with chat_bench(home) as bench:
        await bench.ask("one")
        bench.loop.event(Retrying, attempt=2, wait_s=7.0, why=Text.of("The model server does not answer."))
        await eventually(lambda: has_row(bench))
        assert "The model server does not answer. Next try in 7 s." in row(bench).notice.accessibleName()
        notice = row(bench).notice
        await eventually(lambda: "in 6 s" in row(bench).notice.accessibleName())
        assert row(bench).notice is notice  # its buttons keep the keyboard
        bench.loop.say("Here")
        await eventually(lambda: not has_row(bench))


async def test_a_withdrawn_beginning_is_taken_back(home: AppPaths) -> None:
    async with chat_bench(home) as bench:
        await bench.ask("one")
        bench.loop.say("Wrong")
        await eventually(lambda: answer_view(bench).body.text == "Wrong")
        bench.loop.event(AnswerReset)
        bench.loop._text[bench.loop.run.id] = ""
        bench.loop.say("Right")
        await eventually(lambda: answer_view(bench).body.text == "Right")


async def test_thinking_is_folded_and_says_that_it_is_neither_spoken_nor_sent(home: AppPaths) -> None:
    async with chat_bench(home) as bench:
        await bench.ask("one")
        bench.loop.think("Let me think.", at_s=0.0)
        await eventually(lambda: answer_view(bench).reasoning is not None)
        folded = answer_view(bench).reasoning
        assert folded is not None
        assert folded.line.words.startswith("Thinking")
        assert folded.body is None
        bench.loop.at(3.0)
        bench.loop.say("Yes.")
        await eventually(lambda: folded.line.words == "Thought for 3.0 s (neither spoken nor sent again)")
        folded.line.click()
        assert folded.body is not None
        assert folded.body.toPlainText() == "Let me think."
        assert "Let me think." not in answer_view(bench).accessibleName()


async def test_an_edited_message_stands_beside_the_old_one(home: AppPaths) -> None:
    async with chat_bench(home) as bench:
        await bench.talk(("one", "first"), ("two", "second"))
        bench.view.composer.field.setPlainText("a draft of mine")
        bench.view._edit(bench.messages[2].id)
        assert bench.view.composer.field.text() == "two"
        assert bench.view.composer._edit_bar.isVisible()
        bench.view.composer.field.setPlainText("two, better")
        bench.view.composer.send_wanted.emit()
        await eventually(lambda: bench.texts == ["one", "first", "two, better", ""])
        await bench.answer("third")
        assert bench.view.composer.field.text() == "a draft of mine"
        assert not bench.view.composer._edit_bar.isVisible()
        await eventually(lambda: bench.views[2].branch is not None)
        switch = bench.views[2].branch
        assert switch is not None
        assert switch.text == "2/2"
        switch.before.click()
        await eventually(lambda: bench.texts == ["one", "first", "two", "second"])
        await eventually(lambda: bench.views[2].branch is not None and bench.views[2].branch.text == "1/2")
        bench.view.messages.column.branch_stepped.emit(bench.messages[2].id, 1)
        await eventually(lambda: bench.texts == ["one", "first", "two, better", "third"])


async def test_escape_leaves_editing_and_brings_the_draft_back(home: AppPaths) -> None:
    async with chat_bench(home) as bench:
        await bench.talk(("one", "first"))
        bench.view.composer.field.setPlainText("half a thought")
        bench.view._edit(bench.messages[0].id)
        QTest.keyClick(bench.view.composer.field, Qt.Key.Key_Escape)
        assert bench.view.composer.field.text() == "half a thought"
        assert bench.loop.queries[-1].text == "one"
        assert bench.texts == ["one", "first"]


async def test_up_in_an_empty_composer_edits_the_last_message(home: AppPaths) -> None:
    async with chat_bench(home) as bench:
        await bench.talk(("one", "first"), ("two", "second"))
        QTest.keyClick(bench.view.composer.field, Qt.Key.Key_Up)
        assert bench.view.composer.field.text() == "two"
        assert bench.model.draft.editing == bench.messages[2].id


async def test_a_refused_edit_keeps_what_was_written_and_stays_in_editing(home: AppPaths) -> None:
    async with chat_bench(home) as bench:
        await bench.talk(("one", "first"))
        bench.view._edit(bench.messages[0].id)
        bench.view.composer.field.setPlainText("one, better")
        bench.loop.refusal = AppError(Text.of("Not now."))
        bench.view.composer.send_wanted.emit()
        await eventually(lambda: bench.view.composer.problem == "Not now.")
        assert bench.view.composer.field.text() == "one, better"
        assert bench.view.composer._edit_bar.isVisible()


async def test_another_answer_is_a_version_beside_the_first(home: AppPaths) -> None:
    async with chat_bench(home) as bench:
        await bench.talk(("one", "first"))
        bench.view.messages.column.again_wanted.emit(bench.messages[1].id)
        await eventually(lambda: bench.last is not None and bench.last.item.live)
        await bench.answer("second")
        await eventually(lambda: bench.last is not None and bench.last.branch is not None)
        assert bench.last is not None
        assert bench.last.branch is not None
        assert bench.last.branch.text == "2/2"
        bench.last.branch.before.click()
        await eventually(lambda: bench.texts == ["one", "first"])


async def test_nothing_is_edited_or_asked_again_while_a_reply_is_at_work(home: AppPaths) -> None:
    async with chat_bench(home) as bench:
        await bench.talk(("one", "first"))
        await bench.ask("two")
        bench.model.edit(bench.messages[0].id)
        bench.model.regenerate(bench.messages[1].id)
        assert bench.model.draft.editing == ""
        assert len(bench.loop.queries) == 2
        assert not bench.views[0].item.can_edit


async def test_drafts_are_kept_for_each_conversation(home: AppPaths) -> None:
    async with chat_bench(home) as bench:
        first = await bench.talk(("one", "first"))
        bench.view.composer.field.setPlainText("draft of the first")
        bench.view._new()
        assert bench.view.composer.field.text() == ""
        bench.view.composer.field.setPlainText("draft of the new one")
        bench.model.choose(first)
        assert bench.view.composer.field.text() == "draft of the first"
        bench.model.new()
        assert bench.view.composer.field.text() == "draft of the new one"


async def test_a_reply_goes_on_while_another_conversation_is_shown(home: AppPaths) -> None:
    async with chat_bench(home) as bench:
        await bench.ask("one")
        bench.loop.say("Half ")
        first = bench.model.current
        bench.view._new()
        bench.loop.say("and half")
        assert not bench.model.is_replying
        assert bench.texts == []
        bench.model.choose(first)
        await eventually(lambda: bench.texts == ["one", "Half and half"])
        assert bench.last is not None
        assert bench.last.item.live
        bench.view._new()
        await bench.loop.end()
        bench.model.choose(first)
        await eventually(lambda: bench.texts == ["one", "Half and half"])
        assert bench.last is not None
        assert not bench.last.item.live


async def test_an_example_goes_into_the_composer_and_is_not_sent(home: AppPaths) -> None:
    async with chat_bench(home) as bench:
        bench.view.invitation.examples.buttons[0].click()
        assert bench.view.composer.field.text() == "What can you do for me?"
        assert bench.view.composer.field.hasFocus()
        assert bench.loop.queries == []


async def greeted(bench: ChatBench, *alternates: str) -> None:
    await bench.personas.update("default", profile={"first_message": "Welcome, {{user}}! I am {{char}}."},
                                facts={"alternate_greetings": alternates})


async def test_the_character_s_first_words_stand_in_a_new_conversation_and_are_written_with_the_first_message(
    home: AppPaths,
) -> None:
    async with chat_bench(home) as bench:
        await eventually(bench.view.invitation.isVisible)
        await greeted(bench)
        await eventually(lambda: bench.texts == ["Welcome, you! I am Mika."])
        assert bench.view.messages.isVisible()
        assert bench.last is not None
        item = bench.last.item
        assert (item.branch, item.can_regenerate, item.can_edit) == (None, False, False)
        assert await bench.conversations.list("default") == [], "looking leaves nothing"
        await bench.ask("hello")
        await eventually(lambda: bench.texts == ["Welcome, you! I am Mika.", "hello", ""])
        await bench.answer("Hi.")
        talk = bench.model.current
        assert talk is not None
        assert talk.title == "hello"
        await bench.personas.update("default", profile={"first_message": "Something else"}, name="Luna")
        path = await bench.conversations.path(talk.id)
        assert [(one.role.value, one.text) for one in path] == [
            ("character", "Welcome, you! I am Mika."), ("user", "hello"), ("character", "Hi.")]
        bench.view._new()
        await eventually(lambda: bench.texts == ["Something else"])
        bench.model.choose(talk)
        await eventually(lambda: bench.texts == ["Welcome, you! I am Mika.", "hello", "Hi."])


async def test_other_versions_and_other_answers_come_after_the_same_first_words(home: AppPaths) -> None:
    async with chat_bench(home) as bench:
        await greeted(bench)
        await bench.talk(("one", "First."))
        bench.model.regenerate(bench.messages[-1].id)
        await eventually(lambda: bench.model.is_replying)
        await bench.answer("Second.")
        bench.model.edit(bench.messages[1].id)
        await bench.ask("two")
        await bench.answer("Third.")
        assert bench.texts == ["Welcome, you! I am Mika.", "two", "Third."]
        assert len({one.id for one in bench.messages}) == 3
        assert len(await bench.database.read_all("SELECT id FROM messages WHERE parent_id IS NULL")) == 1


async def test_another_first_message_can_be_chosen_before_the_first_word(home: AppPaths) -> None:
    async with chat_bench(home) as bench:
        await greeted(bench, " ", "You again, {{user}}?", "Third one")
        await eventually(lambda: bench.texts == ["Welcome, you! I am Mika."])

        def shown() -> tuple[str, int, int]:
            assert bench.last is not None
            branch = bench.last.item.branch
            assert branch is not None
            return bench.last.item.text, branch.number, branch.count

        assert shown() == ("Welcome, you! I am Mika.", 1, 3)
        column = bench.view.messages.column
        for step, wanted in ((-1, 1), (1, 2), (1, 3), (1, 3), (-1, 2)):
            column.branch_stepped.emit("opening", step)
            assert shown()[1] == wanted
        assert shown()[0] == "You again, you?"
        bench.loop.refusal = AppError(Text.of("Not now."))
        bench.view.composer.field.setPlainText("hello")
        bench.view.composer.send_wanted.emit()
        await eventually(lambda: len(bench.loop.queries) == 1 and not bench.model.is_sending)
        await eventually(lambda: bench.texts == ["You again, you?"])
        assert await bench.database.read_all("SELECT id FROM messages") == [], "a refused message leaves no greeting"
        await bench.ask("hello")
        await eventually(lambda: bench.texts == ["You again, you?", "hello", ""])
        await bench.answer("Hi.")
        await eventually(lambda: [item.branch for item in bench.view.messages.column.items] == [None] * 3)


async def test_an_example_under_the_first_words_goes_into_the_composer(home: AppPaths) -> None:
    async with chat_bench(home) as bench:
        await greeted(bench)
        await eventually(lambda: bench.last is not None)
        [examples] = bench.view.messages.findChildren(Examples)
        examples.buttons[1].click()
        assert bench.view.composer.field.text() == "Remember that I stream every Saturday at eight."
        assert bench.view.composer.field.hasFocus()


async def test_the_first_words_are_those_of_the_character_that_is_talked_to(home: AppPaths) -> None:
    async with chat_bench(home) as bench:
        await greeted(bench, "Other")
        rin = await bench.personas.create("Rin", Profile(first_message="やあ、{{user}}。", language="ja"))
        await bench.personas.set_current(rin.id)
        await eventually(lambda: bench.texts == ["やあ、あなた。"])
        quiet = await bench.personas.create("Quiet")
        await bench.personas.set_current(quiet.id)
        await eventually(bench.view.invitation.isVisible)
        await bench.personas.set_current("default")
        await eventually(lambda: bench.texts == ["Welcome, you! I am Mika."])


async def test_the_end_of_an_answer_is_announced_to_screen_readers(home: AppPaths, monkeypatch) -> None:
    said: list[str] = []
    from characoid_desktop.ui.panels.chat import view as module

    class Heard(module.QAccessibleAnnouncementEvent):
        def __init__(self, widget: object, words: str) -> None:
            super().__init__(widget, words)  # type: ignore[call-overload]
            said.append(words)

    monkeypatch.setattr(module, "QAccessibleAnnouncementEvent", Heard)
    async with chat_bench(home) as bench:
        await bench.talk(("one", "The answer."))
        await eventually(lambda: said)
        assert said == ["Mika: The answer."]


async def test_a_turn_that_goes_on_after_waiting_goes_on_from_what_was_said(home: AppPaths) -> None:
    async with chat_bench(home) as bench:
        await bench.ask("sing it")
        bench.loop.say("First part. ")
        await bench.loop.ask({"worker": "rvc_worker", "fields": []})
        conversation, run = bench.model.current, bench.loop.run
        bench.model.turns._live.clear()  # another life of the app
        bench.view._new()
        await bench.loop.give_input(run.id, {})
        bench.loop.say("Second part.")
        bench.model.choose(conversation)
        await eventually(lambda: bench.texts == ["sing it", "First part. Second part."])


async def test_the_tools_of_a_message_appear_over_it_and_act_on_it(home: AppPaths) -> None:
    async with chat_bench(home) as bench:
        await bench.talk(("one", "first"))
        await bench.filled()
        tools = bench.view.messages.column.tools
        question, answer = bench.views
        assert not tools.isVisible()
        height = answer.height()
        answer.hovered.emit(True)
        assert tools.isVisible()
        assert answer.rect().contains(tools.geometry())
        assert tools.again.isVisible()
        assert not tools.edit.isVisible()
        assert answer.height() == height
        answer.hovered.emit(False)
        question.hovered.emit(True)
        assert tools.edit.isVisible()
        tools.edit.click()
        assert bench.view.composer.field.text() == "one"
        bench.model.end_edit()
        answer.hovered.emit(True)
        tools.again.click()
        await eventually(lambda: len(bench.loop.queries) == 2)
        await eventually(lambda: bench.last is not None and bench.last.item.live)
        assert bench.last is not None
        bench.last.hovered.emit(True)
        assert not tools.isVisible()  # nothing can be done with what is still being said


async def test_an_answer_that_ends_while_the_conversation_is_read_is_shown_as_it_ended(
    home: AppPaths, monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with chat_bench(home) as bench:
        made = await bench.talk(("Hi", "Hello"))
        said = await bench.conversations.add_user(made.id, "Why?", parent_id=bench.messages[-1].id)
        begun = await bench.conversations.begin_answer(made.id, said.id, None)
        await eventually(lambda: bench.texts == ["Hi", "Hello", "Why?", ""])
        read, go_on, path = asyncio.Event(), asyncio.Event(), bench.conversations.path

        async def slow_path(*words: Any, **options: Any) -> list[Message]:
            found = await path(*words, **options)
            read.set()
            await go_on.wait()
            return found

        monkeypatch.setattr(bench.conversations, "path", slow_path)
        bench.model.transcript._reload()
        await read.wait()
        await bench.conversations.finish_answer(begun.id, MessageState.DONE, "So.", {}, {})
        go_on.set()
        await eventually(lambda: not bench.model.transcript._reading and not bench.model.transcript._again.isActive())
        assert bench.texts == ["Hi", "Hello", "Why?", "So."]

"""Trying a character out beside its profile: with what stands in the form, and without keeping anything."""

from __future__ import annotations

import asyncio

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from characoid_desktop.agents.runtime.tried import MAX_TRIED_CHARS, MAX_TRIED_LINES, TriedLine, TriedPiece
from characoid_desktop.core.errors import AppError
from characoid_desktop.core.i18n import Text
from characoid_desktop.core.paths import AppPaths
from characoid_desktop.ui.panels.persona.model import Tab
from characoid_desktop.ui.panels.persona.profile_model import Part
from tests.fakes.eventually import eventually
from tests.fakes.persona_bench import PersonaBench, persona_bench

LEFT = Qt.MouseButton.LeftButton


def words(bench: PersonaBench) -> list[str]:
    return [item.text for item in bench.view.profile.preview.trying.messages.column.items]


def say(bench: PersonaBench, text: str) -> None:
    field = bench.view.profile.preview.trying.composer.field
    field.setFocus()
    field.insertPlainText(text)
    QTest.keyClick(field, Qt.Key.Key_Return)


async def test_the_character_greets_and_answers_as_it_stands_in_the_form(home: AppPaths) -> None:
    async with persona_bench(home) as bench:
        await bench.personas.update(bench.persona.id, profile={"first_message": "Hello {{user}}."})
        await eventually(lambda: words(bench) == ["Hello you."])
        area = bench.view.profile.texts[Part.FIRST_MESSAGE]
        area.setFocus()
        area.selectAll()
        QTest.keyClicks(area, "Welcome.")  # not saved yet
        await eventually(lambda: words(bench) == ["Welcome."])
        bench.model.profile.edit(Part.NAME, " Mio ")
        bench.model.profile.edit(Part.MODEL, "qwen3-8b")
        say(bench, "Who are you?")
        await eventually(lambda: words(bench) == ["Welcome.", "Who are you?", "Good evening."])
        persona, lines = bench.tried.asked[0]
        assert (persona.name, persona.model, persona.profile.first_message) == ("Mio", "qwen3-8b", "Welcome.")
        assert lines == (TriedLine(False, "Welcome."), TriedLine(True, "Who are you?"))
        say(bench, "And now?")
        await eventually(lambda: len(words(bench)) == 5 and words(bench)[-1])
        assert [line.text for line in bench.tried.asked[1][1]] == [
            "Welcome.", "Who are you?", "Good evening.", "And now?"]
        assert await bench.conversations.list(bench.persona.id) == []


async def test_an_answer_is_shown_while_it_comes_and_can_be_stopped(home: AppPaths) -> None:
    async with persona_bench(home) as bench:
        trying = bench.view.profile.preview.trying
        bench.tried.gate = asyncio.Event()
        say(bench, "Hi")
        await eventually(lambda: words(bench)[-1] == "Good ")
        assert trying.messages.column.items[-1].live
        QTest.keyClicks(trying.composer.field, "wait")
        QTest.keyClick(trying.composer.field, Qt.Key.Key_Return)
        assert "still answering" in trying.composer.problem
        assert trying.composer.field.text() == "wait"
        QTest.mouseClick(trying.composer.stop, LEFT)
        assert words(bench)[-1] == "Good"
        assert not trying.messages.column.items[-1].live
        await eventually(lambda: bench.tried.left == 1)
        assert not trying.composer.stop.isVisible()


async def test_a_failure_is_said_and_asked_again(home: AppPaths) -> None:
    async with persona_bench(home) as bench:
        trying = bench.view.profile.preview.trying
        bench.tried.answer, bench.tried.error = (TriedPiece(),), AppError(Text.literal("The server is not there."))
        say(bench, "Hi")
        await eventually(lambda: trying.notice is not None)
        assert words(bench)[-1] == "Hi"
        bench.tried.answer, bench.tried.error = (TriedPiece(), TriedPiece("Here.")), None
        assert trying.notice is not None
        trying.notice.action_triggered.emit(0)
        await eventually(lambda: words(bench)[-1] == "Here.")
        assert trying.notice is None
        assert [len(lines) for _, lines in bench.tried.asked] == [len(words(bench)) - 1] * 2


async def test_the_offline_brain_is_named(home: AppPaths) -> None:
    async with persona_bench(home) as bench:
        trying = bench.view.profile.preview.trying
        assert not trying.offline.isVisible()
        bench.tried.answer = (TriedPiece(offline=True), TriedPiece("I am."))
        say(bench, "Who are you?")
        await eventually(lambda: trying.offline.isVisible())


async def test_it_begins_anew_by_the_button_and_with_another_character(home: AppPaths) -> None:
    async with persona_bench(home) as bench:
        trying = bench.view.profile.preview.trying
        assert not trying.restart.isEnabled()
        say(bench, "Hi")
        await eventually(lambda: words(bench)[-1] == "Good evening.")
        QTest.mouseClick(trying.restart, LEFT)
        assert "Hi" not in words(bench)
        bench.tried.gate = asyncio.Event()
        say(bench, "Hi again")
        await eventually(lambda: words(bench)[-1] == "Good ")
        other = await bench.personas.create("Orin")
        bench.model.choose(other.id)
        await eventually(lambda: words(bench) == [])
        await eventually(lambda: bench.tried.left == 1)


async def test_leaving_the_profile_stops_the_answer(home: AppPaths) -> None:
    async with persona_bench(home) as bench:
        bench.tried.gate = asyncio.Event()
        say(bench, "Hi")
        await eventually(lambda: words(bench)[-1] == "Good ")
        bench.model.select(Tab.MEMORY)
        await eventually(lambda: bench.tried.left == 1)
        assert not bench.model.trying.is_answering


async def test_too_much_is_refused_where_it_was_written(home: AppPaths) -> None:
    async with persona_bench(home) as bench:
        trying = bench.view.profile.preview.trying
        say(bench, "   ")
        assert bench.tried.asked == []
        trying.composer.field.set_text("")
        say(bench, "x" * (MAX_TRIED_CHARS + 1))
        assert str(MAX_TRIED_CHARS) in trying.composer.problem
        assert len(trying.composer.field.text()) == MAX_TRIED_CHARS + 1
        trying.composer.field.set_text("")
        bench.model.trying._lines = [TriedLine(True, "x")] * MAX_TRIED_LINES
        say(bench, "More")
        assert "Begin it anew" in trying.composer.problem
        assert bench.tried.asked == []


async def test_the_prompt_is_the_other_page_and_both_name_the_tokens(home: AppPaths) -> None:
    async with persona_bench(home) as bench:
        tabs = bench.view.profile.preview.tabs
        await eventually(lambda: "tokens" in tabs.trying.tokens.text())
        assert tabs.trying.isVisible()
        QTest.mouseClick(tabs.switch.buttons[1], LEFT)
        assert tabs.parts.isVisible()
        assert not tabs.trying.isVisible()


async def test_in_a_small_window_it_is_tried_out_in_a_dialog(home: AppPaths) -> None:
    async with persona_bench(home, size=(760, 560)) as bench:
        profile = bench.view.profile
        QTest.mouseClick(profile.head.look, LEFT)
        assert profile.dialog is not None
        field = profile.dialog.trying.composer.field
        field.setFocus()
        QTest.keyClicks(field, "Hi")
        QTest.keyClick(field, Qt.Key.Key_Return)
        assert profile.dialog is not None  # Enter is not the dialog's
        items = profile.dialog.trying.messages.column
        await eventually(lambda: items.items[-1].text == "Good evening.")

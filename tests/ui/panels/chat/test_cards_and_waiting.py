"""What a turn waits for and leaves behind: confirmations, forms, cards of long work, and its timeline."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from characoid_desktop.agents.runtime.approval_models import ApprovalSummary
from characoid_desktop.agents.runtime.approvals import Subject
from characoid_desktop.core.errors import ActionKind, AppError
from characoid_desktop.core.i18n import Text
from characoid_desktop.core.paths import AppPaths
from characoid_desktop.jobs.models import JobError, JobState
from characoid_desktop.ui.panels.chat.extra_views import CardView, RowView
from characoid_desktop.ui.panels.chat.form_view import FormView
from characoid_desktop.ui.panels.chat.ports import Result, WorkFacts
from characoid_desktop.ui.panels.chat.steps import book_of
from characoid_desktop.ui.widgets.character_message import CharacterMessage
from characoid_desktop.ui.widgets.timeline import StepState
from tests.fakes.chat_bench import ChatBench, chat_bench
from tests.fakes.eventually import eventually


def words(text: str) -> dict[str, object]:
    return Text.of(text).to_json()


FORM = {
    "worker": "rvc_worker", "task_type": "convert_audio_with_rvc", "sentence": words("Which voice should it be?"),
    "fields": [
        {"key": "model_id", "label": words("Voice"), "kind": "choice", "required": True,
         "choices": [["builtin:higher", words("Higher")], ["builtin:lower", words("Lower")]]},
        {"key": "pitch", "label": words("Key"), "kind": "number", "minimum": -24, "maximum": 24, "required": False},
        {"key": "title", "label": words("Title"), "kind": "text", "required": True},
    ],
}
RESULT = {
    "worker": "rvc_worker", "specialist": "rvc_worker", "status": "accepted", "answer": "x",
    "answer_text": Text.of("“{name}” is being converted.", name="港のうた").to_json(),
    "evidence": [{"kind": "rvc_task", "task_id": "job1"}], "error": None,
}


def form(bench: ChatBench) -> FormView:
    assert bench.last is not None
    view = bench.last.extra_view("form")
    assert isinstance(view, FormView)
    return view


def card(bench: ChatBench) -> CardView:
    assert bench.last is not None
    view = bench.last.extra_view("card")
    assert isinstance(view, CardView)
    return view


async def request(bench: ChatBench, call: str = "c1") -> str:
    run = bench.loop.run
    subject = Subject(run.id, call, run.persona_id, run.conversation_id, "memory_worker", "delete", "1", {})
    return (await bench.approvals.request(subject, ApprovalSummary(Text.of("Delete it?")))).id


async def test_a_turn_that_waits_for_a_word_says_so_in_its_message_and_above_the_composer(home: AppPaths) -> None:
    async with chat_bench(home) as bench:
        opened: list[int] = []
        bench.model.approvals_wanted.connect(lambda: opened.append(1))
        await bench.ask("forget it")
        assert not bench.view.approvals.isVisible()
        first, second = await request(bench), await request(bench, "c2")
        await bench.loop.wait_for_approval(first, second)
        await eventually(lambda: bench.last is not None and bench.last.extra_view("state") is not None)
        assert bench.last is not None
        row = bench.last.extra_view("state")
        assert isinstance(row, RowView)
        assert "Waits for 2 confirmations from you." in row.notice.accessibleName()
        assert bench.view.approvals.words.text() == "2 confirmations wait for you."
        bench.view.approvals.button.click()
        row.notice.buttons[0].click()
        assert len(opened) == 2
        bench.view.composer.field.setPlainText("hello?")
        bench.view.composer.send_wanted.emit()
        assert bench.view.composer.problem == "First answer the confirmation, or stop that message."
        shown = await bench.approvals.show(first)
        await bench.approvals.decide(first, shown.nonce or "", True)
        await eventually(lambda: bench.view.approvals.words.text() == "A confirmation waits for you.")


async def test_what_kept_a_message_back_is_no_longer_said_when_it_is_over(home: AppPaths) -> None:
    async with chat_bench(home) as bench:
        await bench.ask("sing it")
        await bench.loop.ask(FORM)
        await eventually(lambda: bench.last is not None and bench.last.extra_view("form") is not None)
        bench.view.composer.field.setPlainText("hello?")
        bench.view.composer.send_wanted.emit()
        assert bench.view.composer.problem == "First fill in what is asked above, or stop it."
        form(bench).stop.click()
        await eventually(lambda: bench.model.run is None)
        assert bench.view.composer.problem == ""
        assert bench.view.composer.field.text() == "hello?"


async def test_a_file_dropped_while_a_form_waits_for_one_goes_into_the_form(home: AppPaths, tmp_path: Path) -> None:
    (tmp_path / "b.wav").write_bytes(b"x")
    async with chat_bench(home) as bench:
        await bench.ask("convert")
        await bench.loop.ask({**FORM, "fields": [{"key": "attachment_id", "label": words("File"), "kind": "file"}]})
        await eventually(lambda: bench.last is not None and bench.last.extra_view("form") is not None)
        combo = form(bench).fields[0].combo
        assert combo is not None
        bench.model.attach([tmp_path / "b.wav"])
        await eventually(lambda: combo.currentText() == "b.wav")
        assert bench.view.composer.chips == []


async def test_the_row_of_an_answer_opens_its_own_confirmation_and_not_the_oldest(home: AppPaths) -> None:
    async with chat_bench(home) as bench:
        opened: list[str] = []
        bench.model.approvals_wanted.connect(opened.append)
        other = Subject("another run", "c0", "default", "elsewhere", "memory_worker", "delete", "1", {})
        await bench.approvals.request(other, ApprovalSummary(Text.of("Delete it?")))
        await bench.ask("forget it")
        own = await request(bench)
        await bench.loop.wait_for_approval(own)
        await eventually(lambda: bench.last is not None and bench.last.extra_view("state") is not None)
        assert bench.last is not None
        row = bench.last.extra_view("state")
        assert isinstance(row, RowView)
        row.notice.buttons[0].click()
        bench.view.approvals.button.click()
        assert opened == [own, ""]


async def test_typing_while_something_waits_never_loses_the_request(home: AppPaths) -> None:
    async with chat_bench(home) as bench:
        await bench.ask("forget it")
        await bench.loop.wait_for_approval(await request(bench))
        await eventually(lambda: bench.view.approvals.isVisible())
        QTest.keyClicks(bench.view.composer.field, "some words")
        QTest.keyClick(bench.view.composer.field, Qt.Key.Key_Return)
        QTest.keyClick(bench.view.composer.field, Qt.Key.Key_Escape)
        assert len(bench.approvals.pending) == 1
        assert bench.view.approvals.isVisible()


async def test_a_form_asks_for_what_is_missing_and_its_answers_go_to_the_turn(home: AppPaths) -> None:
    async with chat_bench(home) as bench:
        await bench.ask("sing it")
        await bench.loop.ask(FORM)
        await eventually(lambda: bench.last is not None and bench.last.extra_view("form") is not None)
        view = form(bench)
        assert view.sentence.text() == "Which voice should it be?"
        view.submit.click()
        assert view.problem.text() == "“Title” is missing."
        assert bench.loop.inputs == []
        voice, _, title = view.fields
        assert voice.combo is not None
        assert title.text is not None
        voice.combo.set_value("builtin:lower")
        title.text.set_text("Harbour")
        view.submit.click()
        await eventually(lambda: bench.loop.inputs)
        assert bench.loop.inputs == [{"model_id": "builtin:lower", "title": "Harbour"}]
        await eventually(lambda: bench.last is not None and bench.last.item.live)
        assert bench.last is not None
        assert bench.last.extra_view("form") is None


async def test_a_refused_answer_keeps_the_form_as_it_was_filled_in(home: AppPaths) -> None:
    async with chat_bench(home) as bench:
        await bench.ask("sing it")
        await bench.loop.ask(FORM)
        await eventually(lambda: bench.last is not None and bench.last.extra_view("form") is not None)
        bench.loop.input_refusal = AppError(Text.of("“Title” cannot be this."))
        view = form(bench)
        title = view.fields[2].text
        assert title is not None
        title.set_text("Harbour")
        view.submit.click()
        await eventually(lambda: form(bench).problem.text() == "“Title” cannot be this.")
        assert form(bench) is view
        assert title.text() == "Harbour"
        assert not view.submit.is_busy


async def test_a_form_that_asks_for_a_file_offers_those_of_the_conversation_and_the_disk(
    home: AppPaths, tmp_path: Path
) -> None:
    for name in ("a.wav", "b.wav"):
        (tmp_path / name).write_bytes(b"x")
    async with chat_bench(home) as bench:
        bench.model.attach([tmp_path / "a.wav"])
        await eventually(lambda: bench.model.draft.attachment_ids)
        await bench.ask("convert")
        await bench.loop.ask({**FORM, "fields": [{"key": "attachment_id", "label": words("File"), "kind": "file"}]})
        await eventually(lambda: bench.last is not None and bench.last.extra_view("form") is not None)
        combo = form(bench).fields[0].combo
        assert combo is not None
        assert combo.currentText() == "a.wav"
        bench.model.add_form_file(bench.messages[-1].id, tmp_path / "b.wav")
        await eventually(lambda: combo.currentText() == "b.wav")
        form(bench).submit.click()
        await eventually(lambda: bench.loop.inputs)
        made = await bench.attachments.get(bench.loop.inputs[0]["attachment_id"])
        assert made is not None
        assert made.name == "b.wav"


async def test_stopping_a_form_ends_the_turn(home: AppPaths) -> None:
    async with chat_bench(home) as bench:
        await bench.ask("sing it")
        await bench.loop.ask(FORM)
        await eventually(lambda: bench.last is not None and bench.last.extra_view("form") is not None)
        form(bench).stop.setFocus()
        form(bench).stop.click()
        await eventually(lambda: bench.model.run is None)
        await eventually(lambda: bench.last is not None and bench.last.extra_view("form") is None)
        assert bench.view.window().focusWidget() is bench.view.composer.field


async def test_nonsense_in_a_form_is_held_out(home: AppPaths) -> None:
    hostile = {"worker": 3, "sentence": 5, "fields": [7, None, {"key": "x", "kind": "shell", "label": {"a": 1},
                                                                  "choices": [[1], "ab", {"q": 1}], "minimum": "a"}]}
    async with chat_bench(home) as bench:
        await bench.ask("sing it")
        await bench.loop.ask(hostile)
        await eventually(lambda: bench.last is not None and bench.last.extra_view("form") is not None)
        assert [view.field.kind for view in form(bench).fields] == ["text"]


async def test_a_card_follows_its_job_from_progress_to_the_player(home: AppPaths, tmp_path: Path) -> None:
    running = WorkFacts(JobState.RUNNING, "Convert “港のうた”", Text.of("Converting"), 0.25, 80.0)
    async with chat_bench(home) as bench:
        bench.work.jobs["job1"] = running
        await bench.ask("sing it")
        await bench.loop.card(RESULT)
        await eventually(lambda: bench.last is not None and bench.last.extra_view("card") is not None)
        view = card(bench)
        assert view.job.texts() == ("Convert “港のうた”", "25%  Converting", "about 1 min 20 s left")
        bench.work.set("job1", replace(running, fraction=0.5, remaining_s=40.0))
        assert view.job.fraction == 0.5
        assert view.player is None
        view.job.cancel_button.click()
        await eventually(lambda: bench.work.asked == [("cancel", "job1")])
        result = Result("港のうた (Higher).wav", Text.of("48 kHz stereo"), tmp_path / "out.wav", 3.0)
        bench.work.pictures["job1"] = bytes(range(200)) * 2
        bench.work.set("job1", WorkFacts(JobState.COMPLETED, "Convert", result=result, has_original=True))
        assert card(bench) is view
        assert view.player is not None
        assert view.player.isVisible()
        assert not view.job.isVisible()
        assert view.tag.words == "Done"
        view.folder.click()
        assert bench.actions[-1].kind is ActionKind.OPEN_FOLDER
        view.player.save_requested.emit()
        assert bench.view.dialog is not None
        bench.view.dialog.close()


async def test_a_card_of_failed_work_says_why_and_tries_again(home: AppPaths) -> None:
    error = JobError("x", Text.of("The file is damaged."), Text.of("The original is untouched."))
    async with chat_bench(home) as bench:
        bench.work.jobs["job1"] = WorkFacts(JobState.FAILED, "Convert", error=error)
        await bench.ask("sing it")
        await bench.loop.card(RESULT)
        await eventually(lambda: bench.last is not None and bench.last.extra_view("card") is not None)
        view = card(bench)
        assert (view.error.text(), view.safe.text()) == ("The file is damaged.", "The original is untouched.")
        view.again.click()
        await eventually(lambda: bench.work.asked == [("retry", "job1")])
        bench.work.set("job1", WorkFacts(JobState.RUNNING, "Convert", fraction=0.1))
        assert view.job.isVisible()
        assert not view.error.isVisible()
        assert not view.again.isVisible()


async def test_a_card_whose_work_is_gone_says_so_and_one_without_work_shows_its_words(home: AppPaths) -> None:
    async with chat_bench(home) as bench:
        await bench.ask("sing it")
        await bench.loop.card(RESULT)
        await eventually(lambda: bench.last is not None and bench.last.extra_view("card") is not None)
        assert card(bench).tag.words == "Not in the list any more"
        await bench.ask("again")
        await bench.loop.card({**RESULT, "evidence": [], "status": "failed",
                               "error": {"code": "x", "sentence": words("No voice was found.")}})
        await eventually(lambda: bench.last is not None and bench.last.extra_view("card") is not None)
        assert card(bench).error.text() == "No voice was found."
        assert card(bench).tag.words == "Failed"
        assert not card(bench).job.isVisible()


# --- the timeline ---------------------------------------------------------------------------------


async def with_steps(bench: ChatBench) -> CharacterMessage:
    await bench.ask("sing it")
    loop = bench.loop
    loop.stage("persona_supervisor", "Splitting the task")
    loop.usage("persona_supervisor", 412)
    loop.at(0.8)
    loop.tool("1", "knowledge_worker", "Searching", 0.3, arguments={"query": "<b>x</b>", "token": "abc"})
    loop.tool("2", "rvc_worker", "Converting", 141.0, outcome="failed")
    loop.usage("knowledge_worker", 286)
    await eventually(lambda: bench.last is not None and len(bench.last.item.steps) == 3)
    assert isinstance(bench.last, CharacterMessage)
    return bench.last


async def test_the_steps_of_a_turn_stand_on_the_line_while_it_works_and_fold_into_one(home: AppPaths) -> None:
    async with chat_bench(home) as bench:
        view = await with_steps(bench)
        assert view.timeline is not None
        assert view.timeline.isVisible()
        rows = [step.row for step in view.timeline.rows]
        assert [(str(row.worker_words), row.words, row.state, row.seconds) for row in rows] == [
            ("Supervisor", Text.literal("Splitting the task"), StepState.DONE, 0.8),
            ("Knowledge", Text.literal("Searching"), StepState.DONE, 0.3),
            ("RVC", Text.literal("Converting"), StepState.FAILED, 141.0)]
        await bench.answer("Done.")
        await eventually(lambda: view.summary is not None and not view.timeline.isVisible())  # type: ignore[union-attr]
        assert view.summary is not None
        assert view.summary.words == "3 steps · 2 min 22 s · 698 tokens"
        view.summary.click()
        assert view.timeline.isVisible()


async def test_a_step_s_details_are_shown_letter_for_letter_with_secrets_hidden(home: AppPaths) -> None:
    async with chat_bench(home) as bench:
        view = await with_steps(bench)
        assert view.timeline is not None
        view.timeline.rows[1].click()
        assert bench.view.drawer.isVisible()
        shown = bench.view.drawer.arguments.toPlainText()
        assert "<b>x</b>" in shown
        assert "abc" not in shown
        view.timeline.rows[2].click()
        assert bench.view.drawer._problem.text() == "It did not work."
        bench.view.drawer.close_button.click()
        assert not bench.view.drawer.isVisible()


async def test_the_timeline_of_an_earlier_turn_comes_from_the_record(home: AppPaths) -> None:
    async with chat_bench(home) as bench:
        await with_steps(bench)
        await bench.answer("Done.")
        conversation = bench.model.current
        kept = dict(bench.loop.kept)
        bench.view._new()
        bench.model.turns._books.clear()
        bench.model.choose(conversation)
        await eventually(lambda: bench.last is not None and str(bench.last.item.summary).startswith("3 steps"))
        book = book_of(kept["run1"])
        assert [row.state for row in book.rows] == [StepState.DONE, StepState.DONE, StepState.FAILED]


def test_a_kept_timeline_with_nonsense_in_it_shows_the_rest() -> None:
    book = book_of([
        {"type": "stage"}, {"nothing": 1}, {"type": "stage", "at_s": "x", "worker": "a", "text": {}},
        {"type": "tool_started", "at_s": 0, "call_id": "1", "worker": "rvc_worker", "tool": "t",
         "title": Text.of("Converting").to_json()},
        {"type": "tool_ended", "at_s": 2, "call_id": "9", "outcome": "ok", "seconds": 2},
        {"type": "run_ended", "at_s": 3, "state": "failed"}])
    assert [(str(row.words), row.state) for row in book.rows] == [("Converting", StepState.FAILED)]


async def test_a_turn_that_only_spoke_has_no_timeline(home: AppPaths) -> None:
    async with chat_bench(home) as bench:
        await bench.ask("hello")
        bench.loop.stage("persona_supervisor", "Thinking")
        await bench.answer("Hi")
        assert isinstance(bench.last, CharacterMessage)
        assert bench.last.summary is None or not bench.last.summary.isVisible()

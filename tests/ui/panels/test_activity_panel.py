"""The Activity panel on real services: what runs, what waits, what was done, and one line in detail."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QWidget

from characoid_desktop.agents.runtime.events import (
    ApprovalDecided,
    ApprovalNeeded,
    RunEnded,
    RunStarted,
    ToolEnded,
    ToolStarted,
)
from characoid_desktop.agents.vocabulary import RunState
from characoid_desktop.core.errors import ActionKind, AppError
from characoid_desktop.core.i18n import Text
from characoid_desktop.core.paths import AppPaths
from characoid_desktop.features.activity.models import AuditOutcome, Permission
from characoid_desktop.jobs.models import JobState
from characoid_desktop.ui.panels.activity.delegate import PADDING, Columns
from characoid_desktop.ui.panels.activity.detail_pane import DetailPane
from characoid_desktop.ui.panels.activity.model import ActivityModel, Tab
from characoid_desktop.ui.panels.activity.rows import HistoryRow, Source, duration_words
from characoid_desktop.ui.panels.activity.view import ActivityView
from characoid_desktop.ui.theme import ThemeController
from characoid_desktop.ui.widgets.arguments import HIDDEN
from tests.fakes.activity import ActivityBench, activity_bench
from tests.fakes.eventually import at_rest, eventually
from tests.fakes.layout_audit import audit

ERROR = {"code": "timeout", "sentence": Text.literal("The page did not answer.").to_json(),
         "safe": Text.literal("Nothing was added.").to_json(), "action": None}
SECRET = "sk-live-0123456789abcdef"


@dataclass
class Panel:
    bench: ActivityBench
    theme: ThemeController
    views: list[ActivityView] = field(default_factory=list)

    @property
    def model(self) -> ActivityModel:
        return self.bench.model

    async def show(self, width: int = 1184, height: int = 768) -> ActivityView:
        view = ActivityView(self.model)
        self.views.append(view)
        view.resize(width, height)
        view.show()
        view.activateWindow()
        await eventually(view.isActiveWindow)
        await eventually(lambda: not self.model.history.is_loading)
        return view

    @property
    def titles(self) -> list[str]:
        return [row.title for row in self.model.history.rows]

    def row(self, title: str) -> HistoryRow:
        return next(row for row in self.model.history.rows if row.title == title)

    async def loaded(self) -> None:
        await eventually(lambda: not self.model.history.is_loading)


@pytest.fixture
async def panel(qapp: QApplication, home: AppPaths) -> AsyncIterator[Panel]:
    theme = ThemeController(qapp)
    theme.apply("dark", reduced_motion=True)
    async with activity_bench(home) as bench:
        made = Panel(bench, theme)
        yield made
        for view in made.views:
            view.close()
            view.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    theme.close()


def words_of(widget: QWidget) -> list[str]:
    return [label.text() for label in widget.findChildren(QLabel) if label.isVisibleTo(widget)]


# --- history ------------------------------------------------------------------------------------


async def test_calls_and_jobs_stand_together_newest_first(panel: Panel) -> None:
    bench = panel.bench
    await bench.call("first")
    job = await bench.jobs.submit("rvc.convert", Text.literal("song"), {})
    await eventually(lambda: bench.held.started)
    bench.clock.advance(120)
    bench.held.finish(job)
    await eventually(lambda: not bench.jobs.busy)
    await bench.call("last", summary="2 results")
    await panel.show()
    assert panel.titles == ["last", "song", "first"]
    assert str(panel.row("last").result) == "2 results"
    assert panel.row("song").source is Source.JOB
    assert panel.row("song").seconds == pytest.approx(120)


async def test_what_is_recorded_while_the_panel_is_in_sight_appears_by_itself(panel: Panel) -> None:
    await panel.bench.call("old")
    await panel.show()
    await panel.bench.call("new")
    await eventually(lambda: panel.titles == ["new", "old"])


async def test_the_list_does_not_move_under_a_reader_who_has_scrolled(panel: Panel) -> None:
    for n in range(60):
        await panel.bench.call(f"call {n}")
    view = await panel.show()
    view.list.scrollTo(panel.model.history.index(40))
    assert view.list.verticalScrollBar().value() > 0
    await panel.bench.call("new")
    assert panel.titles[0] == "call 59"
    view.list.scrollToTop()
    await eventually(lambda: panel.titles[0] == "new")


async def test_ten_thousand_lines_are_fetched_page_by_page_and_never_block_the_window(panel: Panel) -> None:
    bench = panel.bench
    async with bench.database.transaction() as tx:
        await tx.executemany(
            "INSERT INTO audit (id, run_id, persona_id, conversation_id, worker, tool, server, arguments, digest,"
            " approval_id, permission, outcome, detail, started_at, duration_ms) VALUES (?, 'run', 'default', '',"
            " 'memory_worker', 'save_persona_memory', '', '{}', '', NULL, 'not_needed', 'ok', '{}', ?, 5)",
            [(f"id{n}", bench.clock.now().isoformat()) for n in range(10_000)])
    view = await panel.show()
    assert panel.model.history.rowCount() == 100
    for _ in range(30):
        view.list.scrollToBottom()
        await panel.loaded()
    assert panel.model.history.rowCount() >= 2_000
    longest = 0.0
    for _ in range(20):
        start = time.perf_counter()
        view.list.scrollToBottom()
        view.list.repaint()
        longest = max(longest, time.perf_counter() - start)
        await panel.loaded()
    assert longest < 0.2
    assert len({row.id for row in panel.model.history.rows}) == panel.model.history.rowCount()


async def test_the_search_finds_arguments_and_results_and_says_when_nothing_fits(panel: Panel) -> None:
    await panel.bench.call("one", arguments={"text": "のど飴は柚子味"})
    await panel.bench.call("two", summary="柚子 5 件")
    await panel.bench.call("three")
    view = await panel.show()
    view.search.input.setText("柚子")
    await eventually(lambda: panel.titles == ["two", "one"])
    view.search.input.setText("nowhere")
    await eventually(lambda: panel.titles == [])
    await eventually(lambda: "Nothing contains “nowhere”." in words_of(view))
    view.search.input.clear()
    await eventually(lambda: len(panel.titles) == 3)


async def test_jobs_are_searched_by_title_beyond_the_first_page(panel: Panel) -> None:
    bench = panel.bench
    first = await bench.jobs.submit("rvc.convert", Text.literal("港のうた"), {})
    await bench.jobs.cancel(first.id)
    others = [await bench.jobs.submit("rvc.convert", Text.literal(f"song {n}"), {}) for n in range(120)]
    await bench.jobs.cancel_many([job.id for job in others])
    await panel.show()
    panel.model.set_search("港の")
    await eventually(lambda: panel.titles == ["港のうた"])


async def test_the_turns_tab_shows_questions_and_the_audit_tab_only_calls(panel: Panel) -> None:
    bench = panel.bench
    run = await bench.run("冬の歌を探して", RunState.COMPLETED)
    await bench.call("search", run=run)
    job = await bench.jobs.submit("rvc.convert", Text.literal("song"), {})
    await bench.jobs.cancel(job.id)
    await panel.show()
    panel.model.select_tab(Tab.RUNS)
    await eventually(lambda: panel.titles == ["冬の歌を探して"])
    row = panel.model.history.rows[0]
    assert row.under == "ミカ · 歌枠の準備"
    assert str(row.result) == "Done, 1 step"
    panel.model.select_tab(Tab.AUDIT)
    await eventually(lambda: panel.titles == ["search"])


@pytest.mark.plain_log
async def test_a_history_that_cannot_be_read_says_so_in_the_panel(panel: Panel, monkeypatch) -> None:
    view = await panel.show()

    async def broken(*_: object) -> list:
        raise AppError(Text.of("The disk does not answer."))

    monkeypatch.setattr(panel.bench.audit, "history", broken)
    panel.model.select_tab(Tab.AUDIT)
    await eventually(lambda: "The disk does not answer." in words_of(view))


# --- running ------------------------------------------------------------------------------------


async def test_a_running_job_shows_progress_and_can_be_cancelled(panel: Panel) -> None:
    bench = panel.bench
    view = await panel.show()
    job = await bench.jobs.submit("rvc.convert", Text.literal("song.wav"), {})
    await eventually(lambda: view.cards.running)
    await eventually(lambda: bench.held.started)
    bench.held.contexts[job.id].report(Text.of("Converting"), 0.4)
    await eventually(lambda: "40%" in view.cards.running[0].row.texts()[1])
    assert view.tabs.tabText(1) == "Running 1"
    view.cards.running[0].row.cancel_button.click()
    await eventually(lambda: bench.held.cancelled == [job.id])
    await eventually(lambda: not view.cards.running)
    await eventually(lambda: panel.titles == ["song.wav"])
    assert view.tabs.tabText(1) == "Running"


async def test_what_waits_in_the_queue_is_counted_and_its_link_leads_to_it(panel: Panel) -> None:
    bench = panel.bench
    await bench.jobs.submit_many([])
    for n in range(6):
        await bench.jobs.submit("rvc.convert", Text.literal(f"song {n}"), {})
    await eventually(lambda: bench.held.started)
    view = await panel.show()
    assert len(view.cards.running) == 1
    assert view.cards.more_running.words == "5 wait in the queue"
    view.cards.more_running.click()
    assert panel.model.tab is Tab.RUNNING
    assert len(view.cards.running) == 6


async def test_a_turn_at_work_can_be_stopped(panel: Panel) -> None:
    bench = panel.bench
    run = await bench.run("hello", RunState.RUNNING)
    view = await panel.show()
    bench.loop.show(run)
    await eventually(lambda: view.cards.running)
    assert view.cards.running[0].row.texts()[0] == "ミカ is answering"
    view.cards.running[0].row.cancel_button.click()
    await eventually(lambda: bench.loop.cancelled == [run.id])


# --- waiting ------------------------------------------------------------------------------------


async def test_a_request_can_be_looked_at_and_leaves_when_it_is_answered(panel: Panel) -> None:
    bench = panel.bench
    view = await panel.show()
    approval = await bench.asking.ask("Change the introduction", worker="profile_worker", persona_id="default")
    assert len(view.cards.waiting) == 1
    assert view.tabs.tabText(2) == "Waiting 1"
    assert view.cards.waiting[0].under.text() == "ミカ › Profile · expires in 15 min"
    view.cards.waiting[0].button.click()
    assert bench.answered == [approval.id]
    shown = await bench.asking.ledger.show(approval.id)
    await bench.asking.ledger.decide(approval.id, shown.nonce, True)
    assert view.cards.waiting == ()
    assert view.tabs.tabText(2) == "Waiting for you"


async def test_a_turn_that_needs_input_leads_to_the_chat(panel: Panel) -> None:
    bench = panel.bench
    view = await panel.show()
    bench.loop.show(await bench.run("convert this", RunState.WAITING_INPUT))
    assert len(view.cards.waiting) == 1
    view.cards.waiting[0].button.click()
    assert [(one.kind, one.args) for one in bench.actions] == [(ActionKind.OPEN_PANEL, {"panel": "chat"})]


# --- detail -------------------------------------------------------------------------------------


async def test_the_detail_says_what_happened_what_is_safe_and_how_it_went(panel: Panel) -> None:
    bench = panel.bench
    run = await bench.run("remember the page", RunState.FAILED, error=ERROR)
    await bench.runs.add_events(run.id, [
        RunStarted(run_id=run.id, persona_id="p", conversation_id="c", message_id="m", answer_id="a"),
        ApprovalNeeded(run_id=run.id, at_s=2, approval_ids=("x",)),
        ApprovalDecided(run_id=run.id, at_s=9, approval_id="x", state="approved"),
        ToolStarted(run_id=run.id, at_s=9, call_id="c1", worker="document_worker", tool="t",
                    title=Text.literal("Add page")),
        ToolEnded(run_id=run.id, at_s=39, call_id="c1", worker="document_worker", tool="t", outcome="timeout",
                  seconds=30),
        RunEnded(run_id=run.id, at_s=39, state="failed")])
    await bench.call("Add page", run=run, permission=Permission.APPROVED, outcome=AuditOutcome.TIMEOUT, error=ERROR,
                     arguments={"url": "festival.example", "cookie": SECRET})
    view = await panel.show()
    view.list.setCurrentIndex(panel.model.history.index(0))
    await eventually(lambda: panel.model.detail is not None and panel.model.detail.course)
    words = words_of(view.detail)
    for said in ("Add page", "The page did not answer.", "Nothing was added.", "url", "festival.example", "Course",
                 "Asked you", "You approved once", "No answer, cut off: Add page"):
        assert said in words, said
    assert f"{HIDDEN} (hidden)" in words
    assert SECRET not in "\n".join(words)
    assert any(run.id in one for one in words)
    view.detail.log.click()
    assert bench.actions[-1].kind is ActionKind.OPEN_LOG
    QTest.keyClick(view.list, Qt.Key.Key_Escape)
    assert not view.detail.isVisible()


async def test_a_failed_turn_is_tried_again_by_regenerating_its_answer_once(panel: Panel) -> None:
    bench = panel.bench
    run = await bench.run("hello", RunState.INTERRUPTED)
    view = await panel.show()
    panel.model.select_tab(Tab.RUNS)
    await panel.loaded()
    view.list.setCurrentIndex(panel.model.history.index(0))
    await eventually(lambda: view.detail.retry.isVisible())
    view.detail.retry.click()
    view.detail.retry.click()
    await eventually(lambda: bench.loop.started)
    await eventually(lambda: not panel.model.is_busy)
    assert [(one.conversation_id, one.regenerate_of) for one in bench.loop.started] == [
        (run.conversation_id, run.answer_id)]


async def test_a_retry_that_is_refused_says_why(panel: Panel) -> None:
    bench = panel.bench
    await bench.run("hello", RunState.FAILED)
    bench.loop.refusal = AppError(Text.of("A turn of this conversation is at work."), code="turn_running")
    view = await panel.show()
    panel.model.select_tab(Tab.RUNS)
    await panel.loaded()
    view.list.setCurrentIndex(panel.model.history.index(0))
    await eventually(lambda: view.detail.retry.isVisible())
    view.detail.retry.click()
    await eventually(lambda: bench.notices.open)
    assert str(bench.notices.open[0].sentence) == "A turn of this conversation is at work."


async def test_a_failed_job_is_started_again_and_a_finished_one_offers_no_retry(panel: Panel) -> None:
    bench = panel.bench
    failed = await bench.jobs.submit("rvc.convert", Text.literal("bad"), {})
    await eventually(lambda: bench.held.started)
    bench.held.fail(failed, AppError(Text.of("The file is broken."), safe=Text.of("It was not changed.")))
    good = await bench.jobs.submit("rvc.convert", Text.literal("good"), {})
    await eventually(lambda: len(bench.held.started) == 2)
    bench.held.finish(good)
    await eventually(lambda: not bench.jobs.busy)
    view = await panel.show()
    panel.model.choose(panel.row("good"))
    assert not view.detail.retry.isVisible()
    panel.model.choose(panel.row("bad"))
    await eventually(lambda: "The file is broken." in words_of(view.detail))
    assert view.detail.retry.isVisible()
    view.detail.retry.click()
    await eventually(lambda: len(bench.held.started) == 3)
    assert bench.held.started[2].retry_of == failed.id
    assert bench.jobs.list_active()[0].state is JobState.RUNNING
    view.detail.log.click()
    assert bench.actions[-1].args == {"engine": "rvc"}


async def test_hostile_words_in_the_audit_are_shown_letter_for_letter(panel: Panel) -> None:
    await panel.bench.call("<b>x</b>\u202eevil", tool="a\u200bb", arguments={"text": "<img src='x'>\u202e"})
    view = await panel.show()
    row = panel.model.history.rows[0]
    assert row.title == "<b>x</b>‹U+202E›evil"
    assert row.under == "a‹U+200B›b"
    panel.model.choose(row)
    await eventually(lambda: "<img src='x'>‹U+202E›" in words_of(view.detail))
    assert {label.textFormat() for label in view.findChildren(QLabel)} == {Qt.TextFormat.PlainText}


# --- diagnostics --------------------------------------------------------------------------------


async def test_the_diagnostic_file_is_made_where_the_user_says(panel: Panel, tmp_path: Path) -> None:
    view = await panel.show()
    view.diagnostics.click()
    dialog = view.dialog
    assert dialog is not None
    await eventually(dialog.isVisible)
    dialog.done(0)
    assert view.dialog is None
    panel.model.make_diagnostics(tmp_path / "report.zip")
    await eventually(lambda: panel.bench.notices.open)
    assert (tmp_path / "report.zip").is_file()
    notice = panel.bench.notices.open[0]
    assert "report.zip" in str(notice.sentence)
    assert notice.actions[0].args == {"path": str(tmp_path)}


# --- layout -------------------------------------------------------------------------------------


@pytest.mark.parametrize("tab", list(Tab))
async def test_an_empty_tab_says_what_will_stand_there(panel: Panel, tab: Tab) -> None:
    view = await panel.show()
    panel.model.select_tab(tab)
    await panel.loaded()
    titles = {"Nothing has happened yet", "Nothing is running", "Nothing waits for you", "No turns yet",
              "Nothing was done yet"}
    await eventually(lambda: titles & set(words_of(view)))
    assert not view.list.isVisible()


@pytest.mark.parametrize(("size", "scale"), [((1184, 768), 1.0), ((928, 580), 1.0), ((928, 580), 1.4)])
async def test_the_panel_is_whole_in_every_size(panel: Panel, size: tuple[int, int], scale: float) -> None:
    bench = panel.bench
    panel.theme.apply("light", "en", scale)
    await bench.jobs.submit("rvc.convert", Text.literal("a song with a very long name that goes on and on"), {})
    for n in range(3):
        await bench.asking.ask(f"Change the introduction for the {n}. time", persona_id="default")
    for n in range(30):
        await bench.call(f"Save a memory {n}", error=ERROR, outcome=AuditOutcome.FAILED, arguments={"text": "x" * 300})
    view = await panel.show(*size)
    await at_rest()
    assert [str(finding) for finding in audit(view)] == []
    view.list.setCurrentIndex(panel.model.history.index(3))
    QTest.keyClick(view.list, Qt.Key.Key_Return)
    await eventually(view.detail.isVisible)
    assert view.list.isVisible() is (size[0] > 1056)
    await at_rest()
    assert [str(finding) for finding in audit(view)] == []
    if view.detail.back.isVisible():
        view.detail.back.click()
        assert view.list.isVisible()


async def test_a_result_is_a_sentence_and_gets_the_room_that_titles_leave(panel: Panel) -> None:
    await panel.show()
    theme = panel.theme.theme
    columns = Columns.at(1136, theme)
    assert columns.content[1] >= 220
    assert columns.result[1] >= 280
    assert sum(columns.result) <= 1136 - PADDING
    narrow = Columns.at(560, theme)  # only time, content and result
    assert narrow.worker[1] == 0
    assert narrow.result[1] >= 180
    assert sum(narrow.result) <= 560 - PADDING


async def test_the_table_says_the_head_of_a_list_and_the_detail_all_of_it(panel: Panel) -> None:
    await panel.bench.call("Looking", summary="2 voices:\n- high\n- low")
    view = await panel.show()
    assert str(panel.row("Looking").result) == "2 voices"
    view.list.setCurrentIndex(panel.model.history.index(0))
    await eventually(lambda: panel.model.detail is not None)
    assert {str(name): words for name, words in DetailPane._facts(panel.model.detail)}["Result"] == (
        "2 voices:\n- high\n- low")


@pytest.mark.parametrize(("seconds", "words"), [
    (0.04, "0.0 s"), (0.34, "0.3 s"), (9.97, "10 s"), (30, "30 s"), (59.7, "1 min"), (141, "2 min 21 s"),
    (3600, "1 h"), (3900, "1 h 5 min")])
def test_durations_are_said_as_people_say_them(seconds: float, words: str) -> None:
    assert str(duration_words(seconds)) == words

"""Confirmations, Activity, the page of the language model and the menu of characters, on real services."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from uuid import uuid4

from PySide6.QtCore import QPoint
from PySide6.QtGui import QPainter, QPixmap

from characoid_desktop.agents.runtime.events import (
    ApprovalDecided,
    ApprovalNeeded,
    RunEnded,
    RunStarted,
    ToolEnded,
    ToolStarted,
)
from characoid_desktop.agents.runtime.models import Run
from characoid_desktop.agents.runtime.runs import RunStore
from characoid_desktop.agents.vocabulary import RunState
from characoid_desktop.app.container import Container
from characoid_desktop.app.shots import approval_samples as samples
from characoid_desktop.app.shots.pictures import over
from characoid_desktop.app.shots.screens_base import Screen, Shot
from characoid_desktop.app.shots.studio import Studio
from characoid_desktop.core.i18n import Text
from characoid_desktop.features.activity.models import AuditEntry, AuditOutcome, Permission
from characoid_desktop.settings.sections.models import ModelsSection
from characoid_desktop.ui.catalog import PanelId
from characoid_desktop.ui.panels.activity.model import Tab
from characoid_desktop.ui.panels.activity.rows import Source
from characoid_desktop.ui.panels.settings.models_model import Slot
from characoid_desktop.ui.shell.approvals.dialog import ApprovalDialog
from characoid_desktop.ui.shell.approvals.model import ItemState

LIMIT_S = 30.0
NOBODY = "http://127.0.0.1:9/v1"  # nothing listens there
_ERROR = {"code": "timeout", "sentence": Text.literal("The page did not answer within 30 s.").to_json(),
          "safe": Text.literal("Nothing was added to what she knows.").to_json(), "action": None}

SESSION_NAMES = ("activity", "activity-detail", "activity-running", "activity-waiting", "activity-turns")


def first() -> list[Screen]:
    """On a new home: nothing has happened yet, and the first questions."""
    return [
        Screen("activity-empty", _Activity(Tab.ALL)),
        Screen("models-refused", _models_refused, _forget_model),
        Screen("persona-menu", _persona_menu, _close_menu),
        Screen("character-new", _new_character, _close_character),
        Screen("approval-one", _Asked((samples.profile,)), _later),
        Screen("approval-several", _Asked((samples.training, samples.profile, samples.of_server)), _later),
        Screen("approval-reason", _Asked((samples.profile,), reason=True), _later),
        Screen("approval-hostile", _Asked((samples.hostile, samples.training)), _later),
        Screen("approval-over", _Asked((samples.training,), over=True), _later),
    ]


def session(running: Callable[[Studio], Awaitable[object]]) -> list[Screen]:
    """On a home where much has happened; ``running`` sees to it that a conversion is at work."""
    return [
        Screen("activity", _Full(Tab.ALL, running), _later),
        Screen("activity-detail", _Full(Tab.ALL, running, detail=True), _later),
        Screen("activity-running", _Full(Tab.RUNNING, running), _later),
        Screen("activity-waiting", _Full(Tab.WAITING, running), _later),
        Screen("activity-turns", _Full(Tab.RUNS, running), _later),
    ]


# --- confirmations ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Asked:
    """The dialog opens by itself when it is asked."""

    asked: Sequence[Callable[[str], samples.Sample]]
    reason: bool = False
    over: bool = False

    async def __call__(self, studio: Studio) -> Shot:
        studio.window.show_panel(PanelId.RVC)
        await _ask(studio, self.asked)
        dialog = await _dialog(studio)
        if self.reason:
            dialog.deny_reason.click()
            dialog.reason.input.setText("配信のあとにしてください。")
        if self.over:
            current = studio.run.agents.approvals.current
            assert current is not None
            await studio.services.approvals.void_run(current.approval.run_id)
            await studio.until(lambda: current_state(studio) is ItemState.OVER, LIMIT_S)
        return Shot(dialog, lambda: over(studio.window, dialog))


async def _ask(studio: Studio, asked: Sequence[Callable[[str], samples.Sample]]) -> None:
    ledger, persona = studio.services.approvals, studio.services.personas.current.id
    for approval in ledger.pending:  # of the picture before
        await ledger.void_run(approval.run_id)
    for sample in asked:
        await studio.services.approvals.request(*sample(persona))


async def _dialog(studio: Studio) -> ApprovalDialog:
    """The open dialog, once its request can be answered and its deaf while is over."""
    agents = studio.run.agents
    await studio.until(lambda: agents.dialogs.dialog is not None or agents.dialogs.open(), LIMIT_S)
    await studio.until(lambda: agents.approvals.current is not None and agents.approvals.current.can_answer, LIMIT_S)
    dialog = agents.dialogs.dialog
    assert dialog is not None
    await studio.until(lambda: not dialog.is_deaf, LIMIT_S)
    return dialog


def current_state(studio: Studio) -> ItemState | None:
    current = studio.run.agents.approvals.current
    return current.state if current is not None else None


def _later(studio: Studio) -> None:
    """Close what is open; what was asked for the picture is taken back before the next one."""
    _put_away(studio)
    studio.run.agents.activity.choose(None)


# --- Activity -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Activity:
    tab: Tab

    async def __call__(self, studio: Studio) -> Shot:
        model = studio.run.agents.activity
        studio.window.show_panel(PanelId.ACTIVITY)
        model.select_tab(self.tab)
        await studio.until(lambda: not model.history.is_loading, LIMIT_S)
        return Shot(studio.window, studio.window.grab)


@dataclass(frozen=True, slots=True)
class _Full:
    """A day of work: something runs, something waits, much was done, one thing failed."""

    tab: Tab
    running: Callable[[Studio], Awaitable[object]]
    detail: bool = False

    async def __call__(self, studio: Studio) -> Shot:
        await _seed(studio.services)
        await self.running(studio)
        studio.window.show_panel(PanelId.ACTIVITY)
        await _ask(studio, (samples.profile, samples.of_server))
        _put_away(studio)
        shot = await _Activity(self.tab)(studio)
        model = studio.run.agents.activity
        await studio.until(lambda: self.tab is not Tab.ALL or len(model.history.rows) > 5, LIMIT_S)
        if self.detail:
            model.choose(next(row for row in model.history.rows
                              if row.source is Source.CALL and row.title == "Add a page to what she knows"))
            await studio.until(lambda: model.detail is not None and model.detail.course, LIMIT_S)
        return shot


def _put_away(studio: Studio) -> None:
    dialog = studio.run.agents.dialogs.dialog
    if dialog is not None:
        dialog.reject()


async def _seed(services: Container) -> None:
    """Write the history once; what is there already stays."""
    if await services.audit.history(limit=1):
        return
    run = await _failed_turn(services)
    calls = (
        ("Search the web", "web_search", "knowledge_worker", "5 results", AuditOutcome.OK, Permission.NOT_NEEDED),
        ("Look at 62 recordings", "analyze_voice_material", "voice_worker", "58 are usable", AuditOutcome.OK,
         Permission.NOT_NEEDED),
        ("List the models", "list_live2d_models", "live2d_worker", "", AuditOutcome.UNKNOWN, Permission.NOT_NEEDED),
        ("のど飴は柚子味", "save_persona_memory", "memory_worker", "1 memory", AuditOutcome.OK, Permission.NOT_NEEDED),
        ("Change the model", "request_config_change", "config_worker", "", AuditOutcome.REFUSED, Permission.DENIED),
        ("Search “音域”", "search_persona_knowledge", "knowledge_worker", "2 places", AuditOutcome.OK,
         Permission.NOT_NEEDED),
        ("Add a page to what she knows", "import_knowledge_from_url", "document_worker", "", AuditOutcome.TIMEOUT,
         Permission.APPROVED),
    )
    for title, tool, worker, summary, outcome, permission in calls:
        detail: dict[str, object] = {"title": Text.literal(title).to_json()}
        if summary:
            detail["summary"] = Text.literal(summary).to_json()
        if outcome is AuditOutcome.TIMEOUT:
            detail["error"] = _ERROR
        await services.audit.record(AuditEntry(
            run_id=run.id, persona_id=run.persona_id, conversation_id=run.conversation_id, worker=worker, tool=tool,
            arguments={"url": "https://festival.example/2026/winter", "space": "ミカの知識", "cookie": "sessdata"},
            permission=permission, outcome=outcome, started_at=services.clock.now(), duration_ms=1800, detail=detail))


async def _failed_turn(services: Container) -> Run:
    persona = services.personas.current
    runs = RunStore(services.database, services.clock)
    talk = await services.conversations.create(persona.id, "冬のイベント")
    asked = await services.conversations.add_user(talk.id, "冬のイベントのページを覚えて")
    run_id = uuid4().hex
    async with services.database.transaction() as tx:
        answer = await services.conversations.begin_answer(talk.id, asked.id, run_id, tx=tx)
        await runs.create(tx, run_id, persona_id=persona.id, conversation_id=talk.id, message_id=asked.id,
                          answer_id=answer.id, kind="message", resume_state={})
    title, worker = Text.literal("Add a page to what she knows"), "document_worker"
    await runs.add_events(run_id, [
        RunStarted(run_id=run_id, persona_id=persona.id, conversation_id=talk.id, message_id=asked.id,
                   answer_id=answer.id),
        ApprovalNeeded(run_id=run_id, at_s=2, approval_ids=("1",)),
        ApprovalDecided(run_id=run_id, at_s=20, approval_id="1", state="approved"),
        ToolStarted(run_id=run_id, at_s=20, call_id="1", worker=worker, tool="import_knowledge_from_url", title=title),
        ToolEnded(run_id=run_id, at_s=50, call_id="1", worker=worker, tool="import_knowledge_from_url",
                  outcome="timeout", seconds=30),
        RunEnded(run_id=run_id, at_s=50, state="failed")])
    return await runs.move(run_id, RunState.FAILED, error=_ERROR)


# --- model and characters -----------------------------------------------------------------------


async def _models_refused(studio: Studio) -> Shot:
    """An address at which nobody answers, tested."""
    model = studio.run.agents.models
    await studio.services.settings.set(ModelsSection, base_url=NOBODY, model="qwen3-8b")
    studio.window.show_panel(PanelId.SETTINGS)
    studio.run.settings.go("models")
    model.run_test(Slot.CHAT)
    await studio.until(lambda: not model.is_testing(Slot.CHAT), LIMIT_S)
    return Shot(studio.window, studio.window.grab)


def _forget_model(studio: Studio) -> None:
    studio.run.settings.restore_page("models")


async def _persona_menu(studio: Studio) -> Shot:
    services = studio.services
    if len(services.personas.all) == 1:
        await services.personas.create("ツキミ")
    top = studio.window.frame.rail.top
    assert top is not None
    top.open_menu()
    menu = top.menu
    assert menu is not None
    await studio.until(menu.isVisible, LIMIT_S)

    def picture() -> QPixmap:
        whole = studio.window.grab()
        with QPainter(whole) as painter:
            painter.drawPixmap(top.mapTo(studio.window, QPoint(top.width(), 0)), menu.grab())
        return whole

    return Shot(studio.window, picture)


def _close_menu(studio: Studio) -> None:
    top = studio.window.frame.rail.top
    if top is not None and top.menu is not None:
        top.menu.close()


async def _new_character(studio: Studio) -> Shot:
    top = studio.window.frame.rail.top
    assert top is not None
    top.new_character()
    dialog = top.dialog
    assert dialog is not None
    await studio.until(dialog.isVisible, LIMIT_S)
    return Shot(dialog, lambda: over(studio.window, dialog))


def _close_character(studio: Studio) -> None:
    top = studio.window.frame.rail.top
    if top is not None and top.dialog is not None:
        top.dialog.reject()

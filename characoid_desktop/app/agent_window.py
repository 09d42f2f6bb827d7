"""Chat, confirmations, activity, characters and models in the window, and how they find each other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from PySide6.QtCore import QObject

from characoid_desktop.agents.runtime.runs import RunStore
from characoid_desktop.app.chat_work import ConversionWork
from characoid_desktop.app.container import Container
from characoid_desktop.app.language import resolve
from characoid_desktop.core.i18n import Text
from characoid_desktop.features.personas.models import Persona
from characoid_desktop.settings.sections.appearance import AppearanceSection
from characoid_desktop.settings.sections.assistant import AssistantSection
from characoid_desktop.settings.sections.models import ModelsSection
from characoid_desktop.ui.catalog import PanelId
from characoid_desktop.ui.panels.activity.model import ActivityModel
from characoid_desktop.ui.panels.chat.model import ChatModel
from characoid_desktop.ui.panels.chat.ports import Brain, ChatServices
from characoid_desktop.ui.panels.settings.models_model import ModelsPageModel
from characoid_desktop.ui.shell.actions import ActionRouter
from characoid_desktop.ui.shell.approvals.model import ApprovalsModel
from characoid_desktop.ui.shell.approvals.opening import ApprovalDialogs
from characoid_desktop.ui.shell.faces import Faces
from characoid_desktop.ui.shell.later import QtLater
from characoid_desktop.ui.shell.main_window import MainWindow
from characoid_desktop.ui.shell.personas import PersonasModel
from characoid_desktop.ui.shell.tray import Tray

PASTED = "pasted"


class AgentWindow(QObject):
    """Owns what one window knows of the agent side: chat, confirmations, activity, characters, language model."""

    def __init__(self, container: Container, window: MainWindow, actions: ActionRouter, tray: Tray) -> None:
        super().__init__(window)
        self._c = container
        self._window = window
        self._tray = tray
        self._runs = RunStore(container.database, container.clock)
        self.faces = Faces(container.persona_files.avatar_path, container.scope, self)
        self.work = ConversionWork(container.rvc, container.jobs)
        self.chat = ChatModel(
            ChatServices(
                loop=container.agents.loop, conversations=container.conversations, personas=container.personas,
                attachments=container.attachments, approvals=container.approvals, work=self.work,
                history=self._history, clock=container.clock, pasted=container.paths.cache / PASTED,
                brain=self._brain,
                show_reasoning=lambda: container.settings.get(AssistantSection).show_reasoning,
                language=lambda: resolve(container.settings.get(AppearanceSection).language.value).value,
                face=self.faces.get, proposals=container.proposals),
            container.player, container.notices, container.scope)
        self.activity = ActivityModel(
            container.audit, container.jobs, container.agents.loop, self._runs, container.approvals,
            container.personas, container.clock, container.logs.redactor, container.notices, container.scope,
            retry_job=self._retry_job)
        self.approvals = ApprovalsModel(
            container.approvals, container.personas, container.clock, container.scope, container.logs.redactor)
        self.dialogs = ApprovalDialogs(window, self.approvals, notify=tray.notify, later=QtLater(self))
        self.personas = PersonasModel(container.personas, container.notices, container.scope, self.faces)
        self.models = ModelsPageModel(
            container.models, container.settings, container.secrets, container.clock, container.scope)
        window.set_personas(self.personas)
        self.faces.changed.connect(self.chat.refresh)
        self.chat.action_wanted.connect(actions.run)
        self.chat.approvals_wanted.connect(self.dialogs.open)
        self.activity.action_wanted.connect(actions.run)
        self.activity.answer_wanted.connect(self.dialogs.open)
        self.approvals.waiting_changed.connect(self.show_waiting)
        self._disconnect = (
            container.settings.changed.connect(self._setting_changed),
            container.models.changed.connect(lambda _: self.chat.refresh()))
        self.show_waiting()

    def close(self) -> None:
        """Close the dialog undecided and stop listening; services are closed elsewhere."""
        for disconnect in self._disconnect:
            disconnect()
        self.models.close()
        self.personas.close()
        self.dialogs.close()
        self.approvals.close()
        self.activity.close()
        self.chat.close()
        self.work.close()

    def show_waiting(self) -> None:
        """Put the number of things that wait for the user where they are seen."""
        count = len(self.approvals.waiting)
        self._window.set_badge(PanelId.ACTIVITY, count)
        self._tray.set_waiting(count)

    async def _history(self, run_id: str) -> Sequence[Mapping[str, Any]]:
        return await self._runs.events(run_id)

    async def _retry_job(self, job_id: str) -> None:
        await self._c.retry_jobs([job_id])

    def _brain(self) -> Brain:
        persona: Persona = self._c.personas.current
        section = self._c.settings.get(ModelsSection)
        if not (persona.base_url or section.base_url):
            return Brain(Text.of("Offline brain"), is_offline=True)
        return Brain(Text.literal(persona.model or section.model))

    def _setting_changed(self, change: tuple[str, str]) -> None:
        if change[0] in (AssistantSection.key, ModelsSection.key):
            self.chat.refresh()

"""The main window around a container: panels, tray, closing question, actions, and the order of the end."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from PySide6.QtCore import QUrl
from PySide6.QtGui import QColor, QDesktopServices

from characoid_desktop.app.about import NAME, legal_file, version
from characoid_desktop.app.agent_window import AgentWindow
from characoid_desktop.app.container import Container
from characoid_desktop.app.dropped import DroppedFiles
from characoid_desktop.app.first_window import FirstWindow
from characoid_desktop.app.last_look import LastLook
from characoid_desktop.app.persona_window import PersonaWindow
from characoid_desktop.audio.devices import output_devices
from characoid_desktop.core.crash import CrashHooks
from characoid_desktop.core.errors import Action, ActionKind
from characoid_desktop.core.i18n import Text
from characoid_desktop.core.notices import NoticeLevel
from characoid_desktop.features.rvc.analysis import SoundAnalysis
from characoid_desktop.features.rvc.models import BatchReport
from characoid_desktop.features.rvc.presets import PRESETS
from characoid_desktop.settings.schema import Choice, Widget
from characoid_desktop.settings.sections.appearance import AppearanceSection, Motion
from characoid_desktop.settings.sections.notifications import NotificationsSection, OnClose
from characoid_desktop.ui.catalog import PanelId
from characoid_desktop.ui.panels.activity.view import ActivityView
from characoid_desktop.ui.panels.chat.view import ChatView
from characoid_desktop.ui.panels.persona.model import Tab
from characoid_desktop.ui.panels.persona.view import PersonaView
from characoid_desktop.ui.panels.rvc_session.covers import Covers
from characoid_desktop.ui.panels.rvc_session.library_model import LibraryModel
from characoid_desktop.ui.panels.rvc_session.model import RvcModel
from characoid_desktop.ui.panels.rvc_session.view import RvcView
from characoid_desktop.ui.panels.settings.engines_model import EnginesPageModel
from characoid_desktop.ui.panels.settings.engines_page import EnginesPage
from characoid_desktop.ui.panels.settings.model import About, AboutLink, SettingsModel
from characoid_desktop.ui.panels.settings.models_page import ModelsPage
from characoid_desktop.ui.panels.settings.view import SettingsView
from characoid_desktop.ui.panels.settings.web_model import WebPageModel
from characoid_desktop.ui.panels.settings.web_page import WebPage
from characoid_desktop.ui.shell.closing import CloseChoice, ClosingController
from characoid_desktop.ui.shell.closing_dialog import ClosingDialog
from characoid_desktop.ui.shell.confirm import Confirmer
from characoid_desktop.ui.shell.opening import open_file, open_folder
from characoid_desktop.ui.shell.tray import Tray
from characoid_desktop.ui.theme.icons import app_icon
from characoid_desktop.ui.theme.system import prefers_reduced_motion

_log = logging.getLogger(__name__)


class MainWindowRun:
    """The services behind a shown window: panels, tray, questions, and the end in order."""

    def __init__(self, shell: FirstWindow, container: Container) -> None:
        self._shell = shell
        self._app = shell.app
        self._c = container
        self._closed = asyncio.Event()
        self.actions = shell.actions
        self.window = shell.window
        self.library = LibraryModel(container.voices, container.notices, container.scope)
        self.covers = Covers(container.scope)
        self.dropped = DroppedFiles(container.persona_files, container.scope, self._take_characters)
        self.window.sort_drop = self.dropped
        self.rvc = RvcModel(
            container.rvc, container.player, container.settings, container.notices, container.scope,
            library=self.library, analysis=SoundAnalysis(container.engines.media), sort_drop=self.dropped)
        self.settings = SettingsModel(
            container.settings, container.scope, self._about(),
            choices={Widget.DEVICE: self._devices, Widget.PRESET: _presets})
        self.web = WebPageModel(container.web, container.clock, container.scope)
        self.engines = EnginesPageModel(container.scope)
        self.tray = Tray(self.window, app_icon(), self.actions.run)
        self.agents = AgentWindow(container, self.window, self.actions, self.tray)
        self.characters = PersonaWindow(container, self.agents.faces, self.window)
        self.closing = ClosingController(
            self.window, ClosingDialog(self.window), container.scope,
            work=self._running_work, quit_=self._quit, choice=self._close_choice,
            remember=self._remember_choice, tray_available=lambda: self.tray.available)
        self._register_actions()
        self._connect()
        self._apply_appearance()
        shell.fill({
            PanelId.CHAT: self._chat_view, PanelId.PERSONA: self._persona_view, PanelId.RVC: self._rvc_view,
            PanelId.ACTIVITY: self._activity_view, PanelId.SETTINGS: self._settings_view}, self.rvc.add_files)
        container.agents.begin()

    async def until_closed(self, hooks: CrashHooks) -> None:
        """Return when the user has closed the window and everything behind it is closed."""
        loop = asyncio.get_running_loop()

        def crashed(error: BaseException) -> None:
            loop.call_soon_threadsafe(self._say_crash)

        hooks.on_crash = crashed
        try:
            await self._closed.wait()
        finally:
            hooks.on_crash = None

    # --- parts -----------------------------------------------------------------------------------

    def _chat_view(self) -> ChatView:
        return ChatView(self.agents.chat, Confirmer(self.window), self._open_link_later, sort_drop=self.dropped)

    def _activity_view(self) -> ActivityView:
        return ActivityView(self.agents.activity)

    def _persona_view(self) -> PersonaView:
        return self.characters.view(self._ask)

    def _rvc_view(self) -> RvcView:
        return RvcView(self.rvc, self._ask, self.covers)

    def _settings_view(self) -> SettingsView:
        return SettingsView(self.settings, self._ask, makers={
            "engines": lambda make_row: EnginesPage(self.engines, self.settings, make_row),
            "models": lambda make_row: ModelsPage(self.agents.models, self.settings, make_row),
            "web": lambda make_row: WebPage(self.web, self.settings, make_row)})

    def _take_characters(self, paths: list[Path]) -> None:
        """Cards and bundles that were dropped anywhere."""
        self.window.show_panel(PanelId.PERSONA)
        self.characters.model.import_files(paths)

    def _show_persona(self) -> None:
        self._shell.theme.set_persona_color(QColor(self.agents.personas.current.color))

    def _ask(self, question: Text, yes: Text, do: Callable[[], object]) -> None:
        # Views are made while the window is; they ask later.
        Confirmer(self.window)(question, yes, do)

    def _about(self) -> About:
        paths, links = self._c.paths, list[AboutLink]()
        for label, name in ((Text.of("Licence"), "LICENSE"),
                            (Text.of("Third-party notices"), "THIRD_PARTY_NOTICES.md")):
            file = legal_file(name)
            if file is not None:
                links.append(AboutLink(label, lambda file=file: self._open_file_later(file)))
        links.append(AboutLink(Text.of("Open log folder"), lambda: self._open_folder_later(paths.logs)))
        links.append(AboutLink(Text.of("Open data folder"), lambda: self._open_folder_later(paths.data)))
        facts = ((Text.of("Data"), str(paths.data)), (Text.of("Logs"), str(paths.logs)))
        return About(version(), facts, tuple(links))

    async def _devices(self) -> Sequence[Choice]:
        found = await output_devices()
        return [Choice("", Text.of("Same as the system")),
                *(Choice(device.name, Text.literal(device.name)) for device in found)]

    # --- actions ---------------------------------------------------------------------------------

    def _register_actions(self) -> None:
        register = self.actions.register
        register(ActionKind.OPEN_LOG, lambda args: open_file(self._log_of(args)))
        register(ActionKind.OPEN_FOLDER, lambda args: open_folder(Path(str(args["path"]))))
        register(ActionKind.OPEN_FILE, lambda args: open_file(Path(str(args["path"]))))
        register(ActionKind.OPEN_PANEL, self._open_panel)
        register(ActionKind.OPEN_SETTINGS, self._open_settings)
        register(ActionKind.RESTART_ENGINE, self._restart_engine)
        register(ActionKind.RETRY_JOB, self._c.retry_action)

    def _log_of(self, args: Mapping[str, Any]) -> Path:
        """The log of the engine that an action names, else that of the app."""
        names = {host.name for host in self._c.engines.all}
        name = args.get("engine")
        return self._c.paths.logs / f"engine-{name}.log" if name in names else self._c.logs.file

    def _open_panel(self, args: Mapping[str, Any]) -> None:
        self.window.show_panel(str(args["panel"]))
        if "library" in args and args["panel"] == PanelId.RVC:
            self.rvc.open_library(str(args["library"]))
        if args["panel"] == PanelId.PERSONA:
            self._open_persona(args)

    def _open_persona(self, args: Mapping[str, Any]) -> None:
        """Show a character (``persona``), a part of it (``tab``), or the ``passage`` that a citation names."""
        model = self.characters.model
        if "persona" in args:
            model.choose(str(args["persona"]))
        if "tab" in args:
            model.select(Tab(str(args["tab"])))
        if "passage" in args:
            model.open_passage(str(args["passage"]), str(args.get("persona", "")))

    def _open_settings(self, args: Mapping[str, Any]) -> None:
        self.window.show_panel(PanelId.SETTINGS)
        page = str(args.get("page", ""))
        if page:
            self.settings.go(page)

    async def _restart_engine(self, args: Mapping[str, Any]) -> None:
        for host in self._c.engines.all:
            if host.name == args.get("engine"):
                await self._c.restart_engine(host)

    def _open_file_later(self, file: Path) -> None:
        self.actions.run(Action(ActionKind.OPEN_FILE, Text.of("Open"), {"path": str(file)}))

    def _open_folder_later(self, folder: Path) -> None:
        self.actions.run(Action(ActionKind.OPEN_FOLDER, Text.of("Open folder"), {"path": str(folder)}))

    def _open_link_later(self, address: str) -> None:
        """An address that the user was shown and wants to open."""
        QDesktopServices.openUrl(QUrl(address))

    # --- what happens ----------------------------------------------------------------------------

    def _connect(self) -> None:
        self.window.close_wanted.connect(self.closing.window_closed)
        self.rvc.action_wanted.connect(self.actions.run)
        self.characters.model.action_wanted.connect(self.actions.run)
        self.agents.personas.changed.connect(self._show_persona)
        self._show_persona()
        self.tray.open_wanted.connect(self.window.bring_up)
        self.tray.quit_wanted.connect(self.closing.quit_wanted)
        self.tray.waiting_wanted.connect(self._show_waiting)
        self.closing.quitting.connect(self._show_stopping)
        self.closing.watch_session(self._app)
        self._c.settings.changed.connect(self._setting_changed)
        self._c.rvc.finished.connect(self._batch_finished)
        self._c.jobs.changed.connect(lambda _: self.tray.set_work(self._running_work()))

    def _show_waiting(self) -> None:
        self.window.bring_up()
        self.agents.dialogs.open()

    def _setting_changed(self, change: tuple[str, str]) -> None:
        if change[0] != AppearanceSection.key:
            return
        if self._apply_appearance():
            self.window.rebuild()
            self.tray.retranslate()

    def _apply_appearance(self) -> bool:
        """Put on what the settings say; True when the language changed."""
        look = self._c.settings.get(AppearanceSection)
        reduced = look.motion is Motion.REDUCED or (look.motion is Motion.SYSTEM and prefers_reduced_motion())
        return self._shell.dress(LastLook(look.language.value, look.theme.value, look.text_size, reduced))

    def _running_work(self) -> Text | None:
        done, total = self._c.rvc.batch
        if not total:
            return None
        return Text.count("{n} conversion is running", "{n} conversions are running", total - done)

    def _batch_finished(self, report: BatchReport) -> None:
        wish = self._c.settings.get(NotificationsSection)
        if not wish.when_done or report.seconds < wish.shortest_s:
            return
        title = Text.count("{n} file is ready", "{n} files are ready", report.done)
        body = (Text.count("{n} did not work; its row says why.", "{n} did not work; their rows say why.",
                           report.failed) if report.failed else Text.of("Listen, save or drag them out."))
        action = None if report.last is None else Action(
            ActionKind.OPEN_FOLDER, Text.of("Open folder"), {"path": str(report.last.parent)})
        if self.tray.notify(title, body, action) and wish.sound:
            self._app.beep()

    def _say_crash(self) -> None:
        self._c.notices.post(
            NoticeLevel.ERROR, Text.of("Something in the app went wrong. It keeps running."),
            safe=Text.of("Your files are untouched. The log says more."),
            actions=(Action(ActionKind.OPEN_LOG, Text.of("Open log")),), key="crash")

    # --- the end ---------------------------------------------------------------------------------

    def _close_choice(self) -> CloseChoice:
        return CloseChoice(self._c.settings.get(NotificationsSection).on_close.value)

    def _remember_choice(self, choice: CloseChoice) -> None:
        self._c.scope.start(
            self._c.settings.set(NotificationsSection, on_close=OnClose(choice.value)), name="remember choice")

    def _show_stopping(self) -> None:
        self.window.show_stopping(Text.of("Stopping, up to 3 s"))

    async def _quit(self) -> None:
        """The ordered end: parts close, then the window; its own task must survive the container's scope."""
        _log.info("%s closes", NAME)
        await self.characters.aclose()  # before the services: what was typed last is saved
        late = await self._c.shutdown.run()
        if late:
            _log.warning("closed late: %s", ", ".join(late))
        self.agents.close()
        self.rvc.close()
        self.library.close()
        self.engines.close()
        self.settings.close()
        self.tray.close()
        self.window.finish()
        self._closed.set()


async def _presets() -> Sequence[Choice]:
    return [Choice(one.id, one.label) for one in PRESETS]

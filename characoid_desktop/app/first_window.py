"""The window before its services: shown at once, filled when they are there."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from PySide6.QtWidgets import QApplication, QWidget

from characoid_desktop.app.language import LanguageSwitch, resolve
from characoid_desktop.app.last_look import LastLook, LastLookFile
from characoid_desktop.core.lights import StatusBoard
from characoid_desktop.core.notices import NoticeBoard
from characoid_desktop.core.paths import AppPaths
from characoid_desktop.core.tasks import TaskScope
from characoid_desktop.ui.catalog import PanelFactory, PanelId, panels
from characoid_desktop.ui.shell.actions import ActionRouter
from characoid_desktop.ui.shell.main_window import MainWindow
from characoid_desktop.ui.shell.starting_view import StartingView
from characoid_desktop.ui.theme.icons import app_icon
from characoid_desktop.ui.theme.theme import ThemeController

SHOWN: tuple[PanelId, ...] = (PanelId.CHAT, PanelId.PERSONA, PanelId.RVC, PanelId.ACTIVITY, PanelId.SETTINGS)


class FirstWindow:
    """Owns the shell: boards, actions and the main window.

    Until :meth:`fill` every panel says that it is starting; files dropped meanwhile are kept for it.
    """

    def __init__(self, app: QApplication, language: LanguageSwitch, theme: ThemeController, paths: AppPaths,
                 scope: TaskScope) -> None:
        self.app = app
        self.language = language
        self.theme = theme
        self.notices = NoticeBoard()
        self.lights = StatusBoard()
        self.actions = ActionRouter(scope, self.notices)
        self._factories: Mapping[PanelId, PanelFactory] = {}
        self._early_files: list[Path] = []
        self._worn: tuple[str, str, float, bool] | None = None
        self._take_files: Callable[[list[Path]], object] = self._early_files.extend
        self.instead: Callable[[], QWidget | None] = lambda: None  # what stands there while the window is away
        self._last = LastLookFile(paths.config / "last-look.json", scope)
        self.dress(self._last.look)
        app.setWindowIcon(app_icon())
        self.window = MainWindow(
            panels({panel: lambda panel=panel: self._view(panel) for panel in SHOWN}),
            self.notices, self.lights, self.actions,
            geometry=self._last.look.geometry_bytes, remember_geometry=self._last.keep_geometry)
        self.window.files_dropped.connect(self._dropped)

    def dress(self, look: LastLook) -> bool:
        """Put on language, theme and text size, and remember them; says whether the language changed."""
        language = resolve(look.language)
        changed = language is not self.language.current
        if changed:
            self.language.speak(language)
        self.theme.apply(look.theme, language.value, look.text_size / 100, look.reduced_motion)
        self._last.keep(LastLook(look.language, look.theme, look.text_size, look.reduced_motion,
                                 self._last.look.geometry))
        return changed

    def fill(self, factories: Mapping[PanelId, PanelFactory], take_files: Callable[[list[Path]], object]) -> None:
        """Show the real panels; ``take_files`` gets what was dropped meanwhile and from now on."""
        self._factories = factories
        self._take_files = take_files
        self.window.rebuild()
        early, self._early_files = self._early_files, []
        if early:
            take_files(early)

    def take(self, paths: Sequence[Path]) -> None:
        """Add files to the RVC session, now or as soon as it is there."""
        if paths:
            self._take_files(list(paths))

    def woken(self, paths: Sequence[Path]) -> None:
        """Another start came: to the front, and ``paths`` into the RVC session."""
        instead = self.instead()
        if instead is not None:
            instead.raise_()
            instead.activateWindow()
        else:
            self.window.bring_up()
        if paths:
            self.window.show_panel(PanelId.RVC)
            self.take(paths)

    def _dropped(self, paths: list[Path]) -> None:
        self.take(paths)

    def _view(self, panel: PanelId) -> QWidget:
        factory = self._factories.get(panel)
        return factory() if factory is not None else StartingView()

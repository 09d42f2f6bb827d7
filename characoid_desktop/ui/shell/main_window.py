"""The main window: keyboard, drops, geometry. It never quits; closing is a wish."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import cast

from PySide6.QtCore import QByteArray, QEvent, Qt, Signal
from PySide6.QtGui import (
    QCloseEvent,
    QDragEnterEvent,
    QDragLeaveEvent,
    QDragMoveEvent,
    QDropEvent,
    QHideEvent,
    QKeyEvent,
    QKeySequence,
    QMoveEvent,
    QResizeEvent,
    QShortcut,
    QShowEvent,
)
from PySide6.QtWidgets import QApplication, QDialog, QVBoxLayout, QWidget

from characoid_desktop.core.i18n import Text
from characoid_desktop.core.lights import StatusBoard
from characoid_desktop.core.notices import NoticeBoard
from characoid_desktop.ui.catalog import PanelId, PanelSpec
from characoid_desktop.ui.shell import carry
from characoid_desktop.ui.shell.actions import ActionRouter
from characoid_desktop.ui.shell.frame import Frame
from characoid_desktop.ui.shell.later import Later, QtLater
from characoid_desktop.ui.shell.overlay import Overlay
from characoid_desktop.ui.shell.personas import PersonasModel
from characoid_desktop.ui.widgets.drop_target import SortDrop, at_once, local_paths

MINIMUM = (1024, 640)
FIRST_SIZE = (1280, 800)
GEOMETRY_AFTER_S = 0.5
FOCUS_AFTER_S = 0.05


class MainWindow(QWidget):
    """Shows ``panels``; keep it alive as long as the app.

    ``geometry`` is what ``remember_geometry`` was last given (bytes of Qt's own form); garbage is ignored.
    ``sort_drop`` is told what was dropped before the panel that takes it.
    """

    close_wanted = Signal()  # the user closed the window; it is still open
    files_dropped = Signal(list)  # of pathlib.Path, not checked
    panel_changed = Signal(str)

    def __init__(
        self,
        panels: Sequence[PanelSpec],
        notices: NoticeBoard,
        lights: StatusBoard,
        actions: ActionRouter,
        *,
        geometry: bytes = b"",
        remember_geometry: Callable[[bytes], object] = lambda _geometry: None,
        panel: str = "",
        later: Later | None = None,
    ) -> None:
        super().__init__()
        self._panels = tuple(panels)
        self._lights = lights
        self._actions = actions
        self._remember_geometry = remember_geometry
        self._later = later or QtLater(self)
        self._notices = notices
        self._geometry_due = False
        self._drop_taken = False
        self.sort_drop: SortDrop = at_once
        self._may_close = False
        self.setWindowTitle("CHARACOID")
        self.setMinimumSize(*MINIMUM)
        self.setAcceptDrops(True)
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._overlay = Overlay(self)
        self._badges: dict[str, int] = {}
        self._personas: PersonasModel | None = None
        self._frame = self._make_frame(panel if panel in self._ids() else self._panels[0].id)
        self._add_shortcuts()
        self.resize(*FIRST_SIZE)
        app = QApplication.instance()
        if isinstance(app, QApplication):
            app.focusChanged.connect(self._focus_moved)
        if geometry:
            self.restoreGeometry(QByteArray(geometry))

    @property
    def current_panel(self) -> str:
        return self._frame.current

    @property
    def frame(self) -> Frame:
        """The parts of the moment; another object after :meth:`rebuild`."""
        return self._frame

    @property
    def overlay_words(self) -> str:
        """What the sheet over the window says; empty when there is none."""
        return self._overlay.words

    def show_panel(self, panel: str) -> None:
        """Go to a panel; raises KeyError for one that is not shown."""
        if panel == self._frame.current:
            return
        self._frame.show_panel(panel)
        self.panel_changed.emit(panel)

    def set_personas(self, personas: PersonasModel) -> None:
        """Show who is talked to above the panels, from the next :meth:`rebuild` on."""
        self._personas = personas

    def set_badge(self, panel: str, count: int) -> None:
        """Show at a panel's button how many things wait there for the user; 0 takes the badge away."""
        self._badges[panel] = count
        if panel in self._ids():
            self._frame.rail.button(panel).set_waiting(count)

    def bring_up(self) -> None:
        """Show the window in front, also from the tray or when it is minimised."""
        self.setWindowState(self.windowState() & ~Qt.WindowState.WindowMinimized)
        self.show()
        self.raise_()
        self.activateWindow()

    def rebuild(self) -> None:
        """Make all views anew in the language of the moment; panel, focus and scroll positions stay."""
        state = carry.remember(self._frame)
        panel = self._frame.current
        self.setUpdatesEnabled(False)
        try:
            old = self._frame
            old.release()
            self._layout.removeWidget(old)
            old.hide()
            old.deleteLater()
            self._frame = self._make_frame(panel)
            self._layout.activate()
            carry.restore(self._frame, state)
            self._catch_focus()  # the first panels: they come when the window is already there
        finally:
            self.setUpdatesEnabled(True)

    def show_stopping(self, words: Text) -> None:
        """Cover the window while the app stops; open questions are taken back unanswered."""
        for dialog in self.findChildren(QDialog):
            dialog.reject()
        self._frame.setEnabled(False)  # the keyboard too
        self._overlay.show_block(str(words))

    def finish(self) -> None:
        """Really close: called at the end of the ordered shutdown."""
        self._may_close = True
        self._frame.release()
        self.close()

    def _ids(self) -> list[str]:
        return [spec.id for spec in self._panels]

    def _make_frame(self, panel: str) -> Frame:
        frame = Frame(self._panels, self._notices, self._lights, self._actions, self, self._personas)
        frame.rail.chosen.connect(self.show_panel)
        for marked, count in self._badges.items():
            if marked in self._ids():
                frame.rail.button(marked).set_waiting(count)
        frame.show_panel(panel)
        self._layout.addWidget(frame)
        frame.show()
        self._overlay.raise_()
        return frame

    def _add_shortcuts(self) -> None:
        for number, panel in enumerate(self._ids(), start=1):
            self._shortcut(f"Ctrl+{number}", lambda panel=panel: self._go(panel))
        if PanelId.SETTINGS in self._ids():
            self._shortcut("Ctrl+,", lambda: self._go(PanelId.SETTINGS))
        self._shortcut("F6", lambda: self._next_region(1))
        self._shortcut("Shift+F6", lambda: self._next_region(-1))

    def _shortcut(self, keys: str, do: Callable[[], object]) -> None:
        QShortcut(QKeySequence(keys), self).activated.connect(lambda: do())

    def _go(self, panel: str) -> None:
        self.show_panel(panel)
        self._frame.focus_view()

    def _next_region(self, step: int) -> None:
        regions = self._frame.regions()
        here = next((i for i, (part, _) in enumerate(regions) if carry.focused_in(part)), -1 if step > 0 else 0)
        regions[(here + step) % len(regions)][1]()

    def _focus_moved(self, old: QWidget | None, now: QWidget | None) -> None:
        if now is None and old is not None:
            self._later(FOCUS_AFTER_S, self._catch_focus)

    def _catch_focus(self) -> None:
        """Give the keyboard to the panel when what had it is gone: an answered question, a closed dialog's button."""
        free = QApplication.activeModalWidget() is None and QApplication.activePopupWidget() is None
        if free and self.isVisible() and self._frame.isEnabled() and carry.focused_in(self) is None:
            self._frame.focus_view(Qt.FocusReason.MouseFocusReason)

    # events

    def keyPressEvent(self, event: QKeyEvent) -> None:
        # Only what no control wanted arrives here.
        if event.key() == Qt.Key.Key_Escape and carry.focused_in(self._frame.view) is None:
            self._frame.focus_view()
        else:
            super().keyPressEvent(event)

    def focusNextPrevChild(self, next: bool) -> bool:
        stops = self._frame.tab_stops()
        if not stops:
            return super().focusNextPrevChild(next)
        here = carry.focused_in(self)
        if here in stops:
            place = (stops.index(here) + (1 if next else -1)) % len(stops)
        else:
            place = 0 if next else -1
        reason = Qt.FocusReason.TabFocusReason if next else Qt.FocusReason.BacktabFocusReason
        stops[place].setFocus(reason)
        return True

    def closeEvent(self, event: QCloseEvent) -> None:
        self._save_geometry()
        if self._may_close:
            event.accept()
            return
        event.ignore()
        self.close_wanted.emit()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if not event.spontaneous() and carry.focused_in(self) is None:
            # No mark yet: the user has not touched the keyboard.
            self._frame.focus_view(Qt.FocusReason.MouseFocusReason)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        if not event.spontaneous():
            self._save_geometry()

    def moveEvent(self, event: QMoveEvent) -> None:
        super().moveEvent(event)
        self._geometry_changed()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._overlay.isVisible():
            self._overlay.setGeometry(self.rect())
        self._geometry_changed()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.WindowStateChange:
            self._geometry_changed()

    def _geometry_changed(self) -> None:
        if not self._geometry_due and self.isVisible():
            self._geometry_due = True
            self._later(GEOMETRY_AFTER_S, self._save_geometry)

    def _save_geometry(self) -> None:
        self._geometry_due = False
        self._remember_geometry(bytes(self.saveGeometry().data()))

    # drops; a panel that takes the drag itself gets it first

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        mime = event.mimeData()
        if self._drop_panel() is None or not mime.hasUrls():
            event.ignore()
            return
        paths, refusal = local_paths(mime)
        self._drop_taken = refusal is None
        self._answer_drag(event)
        hint = Text.count("Release to add {n} file", "Release to add {n} files", len(paths))
        self._overlay.show_hint(str(refusal or hint), accepted=refusal is None)

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        self._answer_drag(event)

    def _answer_drag(self, event: QDragMoveEvent) -> None:
        event.setDropAction(Qt.DropAction.CopyAction if self._drop_taken else Qt.DropAction.IgnoreAction)
        event.accept()  # also a refusal, or its leaving would not be told to us

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        self._overlay.hide()

    def dropEvent(self, event: QDropEvent) -> None:
        self._overlay.hide()
        paths, refusal = local_paths(event.mimeData())
        taker, panel = self._shown_taker(), self._drop_panel()
        if refusal is not None or panel is None:
            event.setDropAction(Qt.DropAction.IgnoreAction)
            event.accept()
            return
        event.setDropAction(Qt.DropAction.CopyAction)  # never "move": the original stays where it is
        event.accept()
        self.sort_drop(list(dict.fromkeys(paths)), taker or partial(self._pass_on, panel))

    def _pass_on(self, panel: str, paths: list[Path]) -> None:
        self.show_panel(panel)
        self.files_dropped.emit(paths)

    def _shown_taker(self) -> Callable[[list[Path]], object] | None:
        """Return what the shown panel does with files that were dropped beside it, None: they go to another panel."""
        taker = getattr(self._frame.view, "take_files", None)
        return cast("Callable[[list[Path]], object]", taker) if callable(taker) else None

    def _drop_panel(self) -> str | None:
        return next((spec.id for spec in self._panels if spec.takes_files), None)

"""What stands in the window: rail, notices, panels, status strip. Thrown away and made anew on a language change."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import cast

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from characoid_desktop.core.lights import StatusBoard
from characoid_desktop.core.notices import NoticeBoard
from characoid_desktop.ui.catalog import PanelSpec
from characoid_desktop.ui.shell.actions import ActionRouter
from characoid_desktop.ui.shell.notices import NoticeArea
from characoid_desktop.ui.shell.personas import PersonaButton, PersonasModel
from characoid_desktop.ui.shell.rail import Rail
from characoid_desktop.ui.shell.status_strip import StatusStrip


class Frame(QWidget):
    """Shows one panel at a time. A panel is made when it is first looked at."""

    def __init__(
        self,
        panels: Sequence[PanelSpec],
        notices: NoticeBoard,
        lights: StatusBoard,
        actions: ActionRouter,
        parent: QWidget,
        personas: PersonasModel | None = None,
    ) -> None:
        super().__init__(parent)
        self._specs = {spec.id: spec for spec in panels}
        self._views: dict[str, QWidget] = {}
        self._current = ""
        self.rail = Rail(panels, self, top=PersonaButton(personas) if personas is not None else None)
        self.notices = NoticeArea(notices, actions, self)
        self.strip = StatusStrip(lights, actions, self)
        self._stack = QStackedWidget(self)
        self._stack.setObjectName("panels")
        column = QVBoxLayout()
        column.setSpacing(0)
        column.addWidget(self.notices)
        column.addWidget(self._stack, 1)
        row = QHBoxLayout()
        row.setSpacing(0)
        row.addWidget(self.rail)
        row.addLayout(column, 1)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        whole.addLayout(row, 1)
        whole.addWidget(self.strip)

    @property
    def current(self) -> str:
        """Id of the panel that is shown."""
        return self._current

    @property
    def view(self) -> QWidget:
        """The view that is shown."""
        return self._views[self._current]

    def show_panel(self, panel: str) -> None:
        """Bring a panel to the front, making its view if it is the first time; KeyError if there is none."""
        if panel not in self._views:
            view = self._specs[panel].factory()
            self._views[panel] = view
            self._stack.addWidget(view)
        self._current = panel
        self._stack.setCurrentWidget(self._views[panel])
        self.rail.mark(panel)

    def focus_view(self, reason: Qt.FocusReason = Qt.FocusReason.ShortcutFocusReason) -> None:
        """Give the keyboard to the panel: where it was last, else its first control."""
        view = self.view
        last = cast("QWidget | None", view.focusWidget())
        if last is not None and last.isVisibleTo(view) and last.isEnabled():
            last.setFocus(reason)
            return
        first = getattr(view, "first_focus", None)  # where a panel wants it before anything was touched
        if isinstance(first, QWidget) and first.isVisibleTo(view) and first.isEnabled():
            first.setFocus(reason)
            return
        step = view
        for _ in range(2000):  # the focus chain is a ring through the whole window
            step = step.nextInFocusChain()
            if step is None or step is view or not (step is view or view.isAncestorOf(step)):
                break
            if step.focusPolicy() & Qt.FocusPolicy.TabFocus and step.isVisibleTo(view) and step.isEnabled():
                step.setFocus(reason)
                return
        view.setFocus(reason)

    def tab_stops(self) -> list[QWidget]:
        """What Tab goes through, region by region.

        Qt's own chain is the order of creation; a panel or a row that is made later would come last.
        """
        chain: list[QWidget] = []
        step = self.nextInFocusChain()
        while step is not None and step is not self:
            if (step.isVisible() and step.isEnabled() and step.focusPolicy() & Qt.FocusPolicy.TabFocus
                    and step.focusProxy() is None):
                chain.append(step)
            step = step.nextInFocusChain()
        return [stop for part, _ in self.regions() for stop in chain if part.isAncestorOf(stop)]

    def regions(self) -> list[tuple[QWidget, Callable[[], None]]]:
        """What F6 goes round: each with the function that gives it the keyboard."""
        parts: list[tuple[QWidget, Callable[[], None]]] = [
            (self.rail, self.rail.focus_current), (self._stack, self.focus_view), (self.strip, self.strip.focus_first)
        ]
        if not self.notices.isHidden():
            parts.insert(1, (self.notices, self.notices.focus_first))
        return parts

    def release(self) -> None:
        """Stop listening to what outlives this frame."""
        self.strip.release()
        self.notices.release()

"""The navigation rail: icon and word for each panel, one of them marked."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRect, QRectF, Qt, Signal
from PySide6.QtGui import QFocusEvent, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget

from characoid_desktop.core.i18n import t
from characoid_desktop.ui.catalog import PanelSpec
from characoid_desktop.ui.shell.keyboard import KeyboardMark
from characoid_desktop.ui.shell.personas import PersonaButton
from characoid_desktop.ui.theme.theme import theme_of
from characoid_desktop.ui.widgets.nav import NavItem
from characoid_desktop.ui.widgets.themed import plain_tooltip

LOW_RAIL = 660  # px; below this height of the rail its items take the low form


class RailButton(NavItem):
    """One panel. The focus mark lies inside, for outside is the edge of the window."""

    ring_radius = None

    def __init__(self, spec: PanelSpec, shortcut: str, parent: QWidget) -> None:
        self._shortcut = shortcut
        self._mark = KeyboardMark()
        super().__init__(spec.label, spec.icon, parent)
        self.setObjectName(f"rail_{spec.id}")
        self.setAutoExclusive(True)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)

    @property
    def shows_focus(self) -> bool:
        return self.hasFocus() and self._mark.on

    def retranslate(self) -> None:
        super().retranslate()
        self.setToolTip(plain_tooltip(t("{panel} ({key})", panel=self.words, key=self._shortcut)))

    def focusInEvent(self, event: QFocusEvent) -> None:
        self._mark.focused(event.reason())
        super().focusInEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self.shows_focus:
            painter = QPainter(self)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(self.theme.color.focus, self.theme.tokens.focus_width))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(5, 3, -5, -3), 6, 6)


class Rail(QWidget):
    """Emits the id of the panel that the user chose. One tab stop; arrow keys move within.

    ``top`` stands above the panels (the character).
    """

    chosen = Signal(str)

    def __init__(
        self, panels: Sequence[PanelSpec], parent: QWidget | None = None, *, top: PersonaButton | None = None
    ) -> None:
        super().__init__(parent)
        self.setObjectName("rail")
        self.setAccessibleName(t("Panels"))
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Expanding)
        self._buttons: dict[str, RailButton] = {}
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 10, 0, 4)
        layout.setSpacing(0)
        self.top = top
        if top is not None:
            layout.addWidget(top)
            layout.addSpacing(6)
        stretched = False
        for number, spec in enumerate(panels, start=1):
            if spec.at_bottom and not stretched:
                layout.addStretch(1)
                stretched = True
            button = RailButton(spec, f"Ctrl+{number}", self)
            button.clicked.connect(lambda _checked=False, panel=spec.id: self.chosen.emit(panel))
            self._buttons[spec.id] = button
            layout.addWidget(button)
        if not stretched:
            layout.addStretch(1)

    def button(self, panel: str) -> RailButton:
        """The button of a panel; raises KeyError for one that is not shown."""
        return self._buttons[panel]

    def mark(self, panel: str) -> None:
        """Show ``panel`` as the current one."""
        self._buttons[panel].setChecked(True)

    def focus_current(self) -> None:
        """Give the keyboard to the marked button."""
        for button in self._buttons.values():
            if button.isChecked():
                button.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        low = self.height() < LOW_RAIL
        for button in self._buttons.values():
            button.set_low(low)
        if self.top is not None:
            self.top.set_low(low)

    def paintEvent(self, event: QPaintEvent) -> None:
        color = theme_of(self).color
        painter = QPainter(self)
        painter.fillRect(self.rect(), color.sunken)
        painter.fillRect(QRect(self.width() - 1, 0, 1, self.height()), color.line)

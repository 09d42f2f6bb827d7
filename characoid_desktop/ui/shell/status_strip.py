"""The status strip: one light per outside part, as shape, name and sentence."""

from __future__ import annotations

from PySide6.QtCore import QRect, QRectF, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from characoid_desktop.core.errors import Action
from characoid_desktop.core.i18n import t
from characoid_desktop.core.lights import Light, StatusBoard
from characoid_desktop.ui.shell.actions import ActionRouter
from characoid_desktop.ui.shell.keyboard import KeyboardMark
from characoid_desktop.ui.theme.theme import theme_of
from characoid_desktop.ui.widgets.status import STATE_WORDS, StatusLight
from characoid_desktop.ui.widgets.themed import plain_tooltip

SIDE = 12


class LightButton(StatusLight):
    """One light of the strip. A click asks for its action; the focus mark lies inside."""

    acted = Signal(Action)
    ring_radius = None

    def __init__(self, light: Light, parent: QWidget) -> None:
        self._light = light
        self._mark = KeyboardMark()
        super().__init__(light.name, light.state, light.sentence, parent=parent)
        self.setObjectName(f"light_{light.id}")
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Expanding)
        self._row.setContentsMargins(SIDE, 0, SIDE + 1, 0)
        self.clicked.connect(self._act)

    @property
    def light(self) -> Light:
        return self._light

    @property
    def shows_focus(self) -> bool:
        return self.hasFocus() and self._mark.on

    def show_light(self, light: Light) -> None:
        """Take over a new state."""
        self._light = light
        self.set(light.name, light.state, light.sentence)

    def shown_sentence(self) -> str:
        """The sentence as it stands in the strip, cut where room is short."""
        return self._sentence.elided_text

    def retranslate(self) -> None:
        super().retranslate()
        light = self._light
        step = str(light.action.label) if light.action else ""
        words = t("{name}: {state}. {sentence}", name=light.name, state=STATE_WORDS[light.state],
                  sentence=light.sentence)
        self.setAccessibleName(words)
        self.setAccessibleDescription(step)
        self.setToolTip(plain_tooltip(f"{words}\n{step}" if step else words))
        hand = Qt.CursorShape.PointingHandCursor if light.action else Qt.CursorShape.ArrowCursor
        self.setCursor(hand)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.retranslate()  # the base shows only what is cut

    def focusInEvent(self, event: QFocusEvent) -> None:
        self._mark.focused(event.reason())
        super().focusInEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = self.theme
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self._light.action is not None and (self.underMouse() or self.isDown()):
            painter.fillRect(self.rect(), theme.color.pressed if self.isDown() else theme.color.raised)
        painter.fillRect(QRect(self.width() - 1, 0, 1, self.height()), theme.color.line)
        if self.shows_focus:
            painter.setPen(QPen(theme.color.focus, theme.tokens.focus_width))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(3, 3, -4, -3), 4, 4)

    def _act(self) -> None:
        if self._light.action is not None:
            self.acted.emit(self._light.action)


class StatusStrip(QWidget):
    """All lights of a board, kept up to date. :meth:`release` ends listening."""

    def __init__(self, board: StatusBoard, actions: ActionRouter, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._actions = actions
        self._buttons: dict[str, LightButton] = {}
        self.setObjectName("status_strip")
        self.setAccessibleName(t("Status"))
        self.setMinimumHeight(theme_of(self).tokens.size.status_strip)
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(8, 1, 0, 0)
        self._row.setSpacing(0)
        self._row.addStretch(1)
        for light in board.lights:
            self._show(light)
        self.release = board.changed.connect(self._show)

    def button(self, light_id: str) -> LightButton:
        """The button of a light; raises KeyError for an unknown one."""
        return self._buttons[light_id]

    def focus_first(self) -> None:
        """Give the keyboard to the first light."""
        for button in self._buttons.values():
            button.setFocus(Qt.FocusReason.ShortcutFocusReason)
            return

    def _show(self, light: Light) -> None:
        button = self._buttons.get(light.id)
        if button is not None:
            button.show_light(light)
            return
        button = LightButton(light, self)
        button.acted.connect(self._actions.run)
        self._buttons[light.id] = button
        self._row.insertWidget(self._row.count() - 1, button)
        button.show()

    def paintEvent(self, event: QPaintEvent) -> None:
        color = theme_of(self).color
        painter = QPainter(self)
        painter.fillRect(self.rect(), color.sunken)
        painter.fillRect(QRect(0, 0, self.width(), 1), color.line)

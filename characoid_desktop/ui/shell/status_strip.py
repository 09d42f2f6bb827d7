"""The status strip: one light per outside part, as shape, name and sentence."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QFontMetrics, QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QHBoxLayout, QSizePolicy, QWidget

from characoid_desktop.core.errors import Action
from characoid_desktop.core.i18n import t
from characoid_desktop.core.lights import Light, StatusBoard
from characoid_desktop.ui.shell.actions import ActionRouter
from characoid_desktop.ui.shell.keyboard import KeyboardMark
from characoid_desktop.ui.theme.theme import theme_of
from characoid_desktop.ui.widgets.status import STATE_WORDS, draw_status
from characoid_desktop.ui.widgets.themed import plain_tooltip

SIDE = 12
DOT = 12
DOT_GAP = 6
SENTENCE_GAP = 6
LEAST_SENTENCE = 24  # px of the sentence that are kept when room is short


class LightButton(QAbstractButton):
    """One light. The sentence elides where room is short, the name never. A click asks for the action."""

    acted = Signal(Action)

    def __init__(self, light: Light, parent: QWidget) -> None:
        super().__init__(parent)
        self._light = light
        self._mark = KeyboardMark()
        self.setObjectName(f"light_{light.id}")
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.clicked.connect(self._act)
        self.show_light(light)

    @property
    def light(self) -> Light:
        return self._light

    def show_light(self, light: Light) -> None:
        """Take over a new state."""
        self._light = light
        words = t("{name}: {state}. {sentence}", name=light.name, state=STATE_WORDS[light.state],
                  sentence=light.sentence)
        step = str(light.action.label) if light.action else ""
        self.setText(str(light.name))
        self.setAccessibleName(words)
        self.setAccessibleDescription(step)
        self.setToolTip(plain_tooltip(f"{words}\n{step}" if step else words))
        shape = Qt.CursorShape.PointingHandCursor if light.action else Qt.CursorShape.ArrowCursor
        self.setCursor(shape)
        self.updateGeometry()
        self.update()

    def shown_sentence(self) -> str:
        """The sentence as it stands in the strip, cut where room is short."""
        theme = theme_of(self)
        metrics = QFontMetrics(theme.font("caption"))
        room = self.width() - self._name_end() - SENTENCE_GAP - SIDE
        return metrics.elidedText(str(self._light.sentence), Qt.TextElideMode.ElideRight, max(0, room))

    def sizeHint(self) -> QSize:
        metrics = QFontMetrics(theme_of(self).font("caption"))
        sentence = metrics.horizontalAdvance(str(self._light.sentence))
        return QSize(self._name_end() + (SENTENCE_GAP + sentence if sentence else 0) + SIDE + 1, self._height())

    def minimumSizeHint(self) -> QSize:
        return QSize(min(self.sizeHint().width(), self._name_end() + SENTENCE_GAP + LEAST_SENTENCE + SIDE),
                     self._height())

    @property
    def shows_focus(self) -> bool:
        return self.hasFocus() and self._mark.on

    def focusInEvent(self, event: QFocusEvent) -> None:
        self._mark.focused(event.reason())
        super().focusInEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
        else:
            super().keyPressEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.StyleChange, QEvent.Type.FontChange):
            self.updateGeometry()

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = theme_of(self)
        color = theme.color
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self._light.action is not None and (self.underMouse() or self.isDown()):
            painter.fillRect(self.rect(), color.pressed if self.isDown() else color.raised)
        painter.fillRect(QRect(self.width() - 1, 0, 1, self.height()), color.line)
        middle = self.height() / 2
        draw_status(painter, self._light.state, QRectF(SIDE, middle - DOT / 2, DOT, DOT), theme)
        strong = theme.font("caption", strong=True)
        painter.setFont(strong)
        painter.setPen(color.text)
        flags = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
        left = SIDE + DOT + DOT_GAP
        painter.drawText(QRect(left, 0, self.width() - left, self.height()), flags, str(self._light.name))
        painter.setFont(theme.font("caption"))
        painter.setPen(color.text_muted)
        left = self._name_end() + SENTENCE_GAP
        painter.drawText(QRect(left, 0, self.width() - left, self.height()), flags, self.shown_sentence())
        if self.shows_focus:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(color.focus, theme.tokens.focus_width))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(3, 3, -4, -3), 4, 4)

    def _act(self) -> None:
        if self._light.action is not None:
            self.acted.emit(self._light.action)

    def _height(self) -> int:
        theme = theme_of(self)
        return max(theme.tokens.size.status_strip - 1, QFontMetrics(theme.font("caption")).height() + 10)

    def _name_end(self) -> int:
        metrics = QFontMetrics(theme_of(self).font("caption", strong=True))
        return SIDE + DOT + DOT_GAP + metrics.horizontalAdvance(str(self._light.name))


class StatusStrip(QWidget):
    """All lights of a board, kept up to date. :meth:`release` ends listening."""

    def __init__(self, board: StatusBoard, actions: ActionRouter, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._actions = actions
        self._buttons: dict[str, LightButton] = {}
        self.setObjectName("status_strip")
        self.setAccessibleName(t("Status"))
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

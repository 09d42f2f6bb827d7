"""The navigation rail: icon and word for each panel, one of them marked."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFontMetrics, QKeyEvent, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QVBoxLayout, QWidget

from characoid_desktop.core.i18n import t
from characoid_desktop.ui.catalog import PanelSpec
from characoid_desktop.ui.theme.icons import draw_icon
from characoid_desktop.ui.theme.theme import theme_of

ITEM_GAP = 4
LOW_ITEM = 44  # 48 with the gap
LOW_RAIL = 660  # below this height of the rail its items take the low form
SIDE = 4
LABEL_GAP = 4
MARK_INSET = 12


class RailButton(QAbstractButton):
    """One panel. Checked: fill, mark and heavier letters."""

    def __init__(self, spec: PanelSpec, shortcut: str, parent: QWidget) -> None:
        super().__init__(parent)
        self._icon = spec.icon
        self._low = False
        self.setObjectName(f"rail_{spec.id}")
        self.setText(str(spec.label))
        self.setAccessibleName(str(spec.label))
        self.setToolTip(t("{panel} ({key})", panel=spec.label, key=shortcut))
        self.setCheckable(True)
        self.setAutoExclusive(True)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def set_low(self, low: bool) -> None:
        """Take the form for low windows."""
        if low != self._low:
            self._low = low
            self.updateGeometry()

    def label_fits(self) -> bool:
        """Whether the word stands in full, also in its heavier form."""
        return self._metrics().horizontalAdvance(self.text()) <= self._room()

    def sizeHint(self) -> QSize:
        sizes = theme_of(self).tokens.size
        item = LOW_ITEM if self._low else sizes.rail_item - ITEM_GAP
        return QSize(sizes.rail, max(item, sizes.icon_nav + self._label_gap() + self._metrics().height() + 4))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
        else:
            super().keyPressEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.StyleChange, QEvent.Type.FontChange):
            self.updateGeometry()

    def _metrics(self) -> QFontMetrics:
        return QFontMetrics(theme_of(self).font("caption", strong=True))

    def _room(self) -> int:
        return theme_of(self).tokens.size.rail - 2 * SIDE - 4

    def _label_gap(self) -> int:
        return 1 if self._low else LABEL_GAP

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = theme_of(self)
        color = theme.color
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        body = QRectF(self.rect()).adjusted(SIDE, 0, -SIDE, 0)
        hovered = self.underMouse()
        if self.isChecked() or hovered or self.isDown():
            fill = color.pressed if self.isDown() else color.selected if self.isChecked() else color.raised
            self._fill(painter, body, fill, theme.tokens.radius.list_item)
        if self.isChecked():
            mark = QRectF(body.left(), body.top() + MARK_INSET, theme.tokens.line.select_mark,
                          body.height() - 2 * MARK_INSET)
            self._fill(painter, mark, color.accent, 1.5)
        ink = color.text if self.isChecked() or hovered else color.text_muted
        font = theme.font("caption", strong=self.isChecked())
        metrics = QFontMetrics(font)
        side = theme.tokens.size.icon_nav
        top = (self.height() - side - self._label_gap() - metrics.height()) // 2
        draw_icon(painter, self._icon, QRectF((self.width() - side) / 2, top, side, side), ink)
        painter.setFont(font)
        painter.setPen(ink)
        line = QRect((self.width() - self._room()) // 2, top + side + self._label_gap(), self._room(),
                     metrics.height())
        words = metrics.elidedText(self.text(), Qt.TextElideMode.ElideRight, self._room())
        painter.drawText(line, Qt.AlignmentFlag.AlignCenter, words)
        if self.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(color.focus, theme.tokens.focus_width))
            painter.drawRoundedRect(body.adjusted(1, 1, -1, -1), 6, 6)

    @staticmethod
    def _fill(painter: QPainter, rect: QRectF, color: QColor, radius: float) -> None:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(color)
        painter.drawRoundedRect(rect, radius, radius)


class Rail(QWidget):
    """Emits the id of the panel that the user chose. One tab stop; arrow keys move within."""

    chosen = Signal(str)

    def __init__(self, panels: Sequence[PanelSpec], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("rail")
        self.setAccessibleName(t("Panels"))
        self.setFixedWidth(theme_of(self).tokens.size.rail)
        self._buttons: dict[str, RailButton] = {}
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 12, 0, 6)
        layout.setSpacing(ITEM_GAP)
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
        for button in self._buttons.values():
            button.set_low(self.height() < LOW_RAIL)

    def paintEvent(self, event: QPaintEvent) -> None:
        color = theme_of(self).color
        painter = QPainter(self)
        painter.fillRect(self.rect(), color.sunken)
        painter.fillRect(QRect(self.width() - 1, 0, 1, self.height()), color.line)

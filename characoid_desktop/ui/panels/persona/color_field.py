"""The colour of a character as a field: a menu of colours, and the way to any other."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QIcon, QKeyEvent, QPainter, QPaintEvent, QPen, QPixmap
from PySide6.QtWidgets import QAbstractButton, QColorDialog, QMenu, QSizePolicy

from characoid_desktop.core.i18n import Text, t
from characoid_desktop.features.personas.models import COLORS
from characoid_desktop.ui.theme.icons import draw_icon
from characoid_desktop.ui.theme.theme import Theme, theme_of
from characoid_desktop.ui.widgets.themed import Themed

COLOR_NAMES: dict[str, Text] = dict(zip(COLORS, (
    Text("Sky"), Text("Rose"), Text("Leaf"), Text("Amber"), Text("Violet"), Text("Teal"), Text("Coral"),
    Text("Olive")), strict=True))
_SWATCH = 16


class ColorField(Themed, QAbstractButton):
    """The colour of a character. A click opens a menu of colours; ``chosen("#RRGGBB")``."""

    chosen = Signal(str)
    ring_radius = 6

    def __init__(self) -> None:
        super().__init__()
        self._color = QColor(COLORS[0])
        self._menu: QMenu | None = None
        self._dialog: QColorDialog | None = None
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.clicked.connect(self.open_menu)
        self.init_theme()

    def set_color(self, color: str) -> None:
        self._color = QColor(color)
        self.retranslate()

    @property
    def words(self) -> str:
        """What it says: the name of a colour, else its number."""
        known = COLOR_NAMES.get(self._color.name().upper())
        return str(known) if known is not None else self._color.name().upper()

    @property
    def is_shifted(self) -> bool:
        """Whether the rest of the window draws it lighter or darker than it is, so that it can be read."""
        return self.theme.persona_on_theme(self._color) != self._color

    @property
    def menu(self) -> QMenu | None:
        return self._menu

    @property
    def dialog(self) -> QColorDialog | None:
        return self._dialog

    def retranslate(self) -> None:
        self.setAccessibleName(t("Image colour: {name}", name=self.words))
        shifted = t("Drawn a little lighter or darker in this theme, so that it can be read") if self.is_shifted else ""
        self.setAccessibleDescription(shifted)
        self.setToolTip(shifted)
        self.updateGeometry()
        self.update()

    def on_theme(self, theme: Theme) -> None:
        self.setFont(theme.font("body"))
        self.retranslate()
        super().on_theme(theme)

    def sizeHint(self) -> QSize:
        width = self.fontMetrics().horizontalAdvance(self.words) + _SWATCH + 62
        return QSize(max(150, width), self.theme.control_height())

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Down):
            self.click()
        else:
            super().keyPressEvent(event)

    def open_menu(self) -> None:
        """Show the colours there are, and the way to any other."""
        if self._menu is not None:
            self._menu.deleteLater()
        menu = self._menu = QMenu(self)
        now = self._color.name().upper()
        for color, name in COLOR_NAMES.items():
            action = menu.addAction(_swatch(QColor(color)), f"{name}\t✓" if color == now else str(name))
            action.triggered.connect(partial(self.chosen.emit, color))
        menu.addSeparator()
        menu.addAction(t("Another colour…"), self._ask)
        menu.popup(self.mapToGlobal(self.rect().bottomLeft()))

    def _ask(self) -> None:
        if self._dialog is not None:
            self._dialog.raise_()
            return
        dialog = QColorDialog(self._color, self)
        dialog.setWindowTitle(t("Image colour"))
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.colorSelected.connect(self._picked)
        dialog.finished.connect(self._asked)
        self._dialog = dialog
        dialog.open()

    def _picked(self, color: QColor) -> None:
        self.chosen.emit(color.name().upper())

    def _asked(self, _: int) -> None:
        self._dialog = None

    def paintEvent(self, event: QPaintEvent) -> None:
        c = self.theme.color
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(c.line_control, 1))
        painter.setBrush(c.raised if self.underMouse() or self.isDown() else c.surface)
        radius = self.theme.tokens.radius.input
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), radius, radius)
        box = QRectF(11, (self.height() - _SWATCH) / 2, _SWATCH, _SWATCH)
        _paint_swatch(painter, box, self._color, self.theme)
        painter.setPen(c.text)
        painter.setFont(self.font())
        area = QRectF(box.right() + 9, 0, self.width() - box.right() - 36, self.height())
        painter.drawText(area, int(Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine), self.words)
        draw_icon(painter, "chevron-down", QRectF(self.width() - 25, (self.height() - 14) / 2, 14, 14), c.text_muted)


def _paint_swatch(painter: QPainter, box: QRectF, color: QColor, theme: Theme) -> None:
    """The colour as it is, in a line that parts it from a ground of nearly the same colour."""
    painter.setPen(QPen(theme.color.line_control, 1))
    painter.setBrush(color)
    painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), 4, 4)


def _swatch(color: QColor) -> QIcon:
    icon = QIcon()
    for ratio in (1.0, 1.5, 2.0):
        picture = QPixmap(round(_SWATCH * ratio), round(_SWATCH * ratio))
        picture.setDevicePixelRatio(ratio)
        picture.fill(Qt.GlobalColor.transparent)
        with QPainter(picture) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            _paint_swatch(painter, QRectF(0, 0, _SWATCH, _SWATCH), color, theme_of())
        icon.addPixmap(picture)
    return icon

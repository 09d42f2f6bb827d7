"""Fields of the profile: label, hint and count above, the field, what is wrong under it; face and colour."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QDragEnterEvent,
    QDragLeaveEvent,
    QDropEvent,
    QIcon,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPixmap,
)
from PySide6.QtWidgets import QAbstractButton, QColorDialog, QHBoxLayout, QMenu, QSizePolicy, QVBoxLayout, QWidget

from characoid_desktop.core.i18n import Text, t
from characoid_desktop.features.personas.models import COLORS
from characoid_desktop.ui.theme.icons import draw_icon
from characoid_desktop.ui.theme.theme import Theme, theme_of
from characoid_desktop.ui.widgets.avatar import draw_avatar
from characoid_desktop.ui.widgets.drop_target import local_paths
from characoid_desktop.ui.widgets.labels import MAY_ELIDE, ElidedLabel, Label
from characoid_desktop.ui.widgets.themed import Themed, Words
from characoid_desktop.ui.widgets.visible import visible_line

COLOR_NAMES: dict[str, Text] = dict(zip(COLORS, (
    Text("Sky"), Text("Rose"), Text("Leaf"), Text("Amber"), Text("Violet"), Text("Teal"), Text("Coral"),
    Text("Olive")), strict=True))
_SWATCH = 16
_PICTURES = (".png", ".jpg", ".jpeg", ".webp")


class FormField(QWidget):
    """``hint`` says what belongs into the field, ``count`` stands at the right end."""

    def __init__(self, label: Words, field: QWidget, hint: Words = "") -> None:
        super().__init__()
        self.field = field
        self.label = Label(label, "small", strong=True)
        self.hint = ElidedLabel(hint, "caption", "text_muted", minimum_characters=0)
        self.hint.setProperty(MAY_ELIDE, True)
        self.count = Label("", "caption", "text_muted")
        self.error = Label("", "caption", "error", wrap=True)
        self.error.hide()
        head = QHBoxLayout()
        head.setContentsMargins(0, 0, 0, 0)
        head.setSpacing(8)
        head.addWidget(self.label)
        head.addWidget(self.hint, 1)
        head.addWidget(self.count)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addLayout(head)
        column.addWidget(field)
        column.addWidget(self.error)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def set_error(self, words: Words | None) -> None:
        """Show what is wrong; None: nothing."""
        said = str(words or "")
        self.error.set_words(words or "")
        self.error.setVisible(bool(said))
        invalid: Callable[[bool], object] | None = getattr(self.field, "set_invalid", None)
        if invalid is not None:
            invalid(bool(said))
        self.field.setAccessibleDescription(said or str(self.hint.words))


class FaceButton(Themed, QAbstractButton):
    """The face of a character. A click asks for another picture; a picture can be dropped on it (``dropped(Path)``)."""

    dropped = Signal(object)
    ring_radius = 44

    def __init__(self) -> None:
        super().__init__()
        self._name, self._color = "", QColor()
        self._picture: QPixmap | None = None
        self._held = False
        self.setAcceptDrops(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.init_theme()

    def show_face(self, name: str, color: QColor, picture: QPixmap | None) -> None:
        self._name, self._color, self._picture = name, color, picture
        self.retranslate()
        self.update()

    def retranslate(self) -> None:
        self.setAccessibleName(t("Picture of {name}", name=visible_line(self._name, 40)))
        self.setAccessibleDescription(t("Choose or drop a PNG, JPEG or WebP picture"))
        self.setToolTip(t("Choose or drop a PNG, JPEG or WebP picture"))

    def sizeHint(self) -> QSize:
        side = self.theme.tokens.size.avatar["page"]
        return QSize(side, side)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
        else:
            super().keyPressEvent(event)

    @staticmethod
    def _picture_in(event: QDropEvent) -> Path | None:
        paths, _ = local_paths(event.mimeData())
        return paths[0] if len(paths) == 1 and paths[0].suffix.lower() in _PICTURES else None

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        self._held = self._picture_in(event) is not None
        event.setDropAction(Qt.DropAction.CopyAction if self._held else Qt.DropAction.IgnoreAction)
        event.accept()
        self.update()

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        self._held = False
        self.update()

    def dropEvent(self, event: QDropEvent) -> None:
        self._held = False
        self.update()
        path = self._picture_in(event)
        event.setDropAction(Qt.DropAction.CopyAction if path is not None else Qt.DropAction.IgnoreAction)
        event.accept()
        if path is not None:
            self.dropped.emit(path)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        theme, c = self.theme, self.theme.color
        box = QRectF(self.rect())
        draw_avatar(painter, box, self._name, self._color, theme, self._picture)
        if self._held or self.underMouse() or self.isDown():
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            side = 28.0
            place = QRectF(box.right() - side, box.bottom() - side, side, side)
            painter.setPen(QPen(c.accent if self._held else c.line_control, 2 if self._held else 1))
            painter.setBrush(c.raised)
            painter.drawEllipse(place.adjusted(1, 1, -1, -1))
            draw_icon(painter, "check" if self._held else "edit", place.adjusted(7, 7, -7, -7),
                      c.accent if self._held else c.text)


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
        """Whether it is drawn lighter or darker than it is, so that it can be read."""
        return self.theme.persona_on_theme(self._color) != self._color

    @property
    def menu(self) -> QMenu | None:
        return self._menu

    @property
    def dialog(self) -> QColorDialog | None:
        return self._dialog

    def retranslate(self) -> None:
        self.setAccessibleName(t("Image colour: {name}", name=self.words))
        shifted = t("Drawn a little lighter or darker here, so that it can be read") if self.is_shifted else ""
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
        painter.setBrush(self.theme.persona_on_theme(self._color))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.drawRoundedRect(box, 4, 4)
        painter.setPen(c.text)
        painter.setFont(self.font())
        area = QRectF(box.right() + 9, 0, self.width() - box.right() - 36, self.height())
        painter.drawText(area, int(Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine), self.words)
        draw_icon(painter, "chevron-down", QRectF(self.width() - 25, (self.height() - 14) / 2, 14, 14), c.text_muted)


def _swatch(color: QColor) -> QIcon:
    icon = QIcon()
    for ratio in (1.0, 1.5, 2.0):
        picture = QPixmap(round(_SWATCH * ratio), round(_SWATCH * ratio))
        picture.setDevicePixelRatio(ratio)
        picture.fill(Qt.GlobalColor.transparent)
        with QPainter(picture) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme_of().persona_on_theme(color))
            painter.drawRoundedRect(QRectF(0, 0, _SWATCH, _SWATCH), 4, 4)
        icon.addPixmap(picture)
    return icon

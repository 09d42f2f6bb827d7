"""Tags: a state in shape and word."""

from __future__ import annotations

from enum import StrEnum

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from characoid_desktop.ui.theme.icons import checked_name, draw_icon
from characoid_desktop.ui.theme.theme import Theme
from characoid_desktop.ui.widgets.themed import Themed, Words

_ICON = 14


class TagKind(StrEnum):
    NEUTRAL = "neutral"
    GRANTED = "granted"
    EVERYONE = "everyone"
    OFF = "off"
    READY = "ready"
    WAITING = "waiting"
    FAILED = "failed"
    INFO = "info"
    RECORDING = "recording"


_ICONS = {
    TagKind.NEUTRAL: "", TagKind.GRANTED: "check", TagKind.EVERYONE: "everyone", TagKind.OFF: "minus",
    TagKind.READY: "check", TagKind.WAITING: "clock", TagKind.FAILED: "error", TagKind.INFO: "info",
    TagKind.RECORDING: "record",
}


class Tag(Themed, QWidget):
    """A small label of a state. ``icon`` overrides the sign of the kind."""

    def __init__(
        self, words: Words, kind: TagKind = TagKind.NEUTRAL, *, icon: str | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._words, self._kind = words, kind
        self._icon = checked_name(icon) if icon else icon
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.init_theme()

    @property
    def words(self) -> str:
        return str(self._words)

    @property
    def kind(self) -> TagKind:
        return self._kind

    def set(self, words: Words, kind: TagKind) -> None:
        self._words, self._kind = words, kind
        self.on_theme(self.theme)
        self.retranslate()

    def retranslate(self) -> None:
        self.setAccessibleName(self.words)
        self.updateGeometry()
        self.update()

    def on_theme(self, theme: Theme) -> None:
        strong = self._kind is TagKind.RECORDING
        self.setFont(theme.font("caption", strong=strong))
        super().on_theme(theme)

    def _icon_name(self) -> str:
        return _ICONS[self._kind] if self._icon is None else self._icon

    def _icon_side(self) -> int:
        return self.theme.scaled(_ICON)

    def sizeHint(self) -> QSize:
        icon = self._icon_side() + 6 if self._icon_name() else 0
        metrics = self.fontMetrics()
        return QSize(metrics.horizontalAdvance(self.words) + icon + 17, max(22, metrics.height() + 5))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def _colors(self) -> tuple[QColor | None, QColor | None, QColor]:
        c = self.theme.color
        return {
            TagKind.NEUTRAL: (c.raised, None, c.text_muted),
            TagKind.GRANTED: (c.accent_soft, None, c.on_accent_soft),
            TagKind.EVERYONE: (None, c.accent, c.accent),
            TagKind.OFF: (None, None, c.text_muted),
            TagKind.READY: (c.ok_soft, None, c.ok),
            TagKind.WAITING: (c.warn_soft, None, c.warn),
            TagKind.FAILED: (c.error_soft, None, c.error),
            TagKind.INFO: (c.info_soft, None, c.info),
            TagKind.RECORDING: (c.record, None, c.on_record),
        }[self._kind]

    def paintEvent(self, event: QPaintEvent) -> None:
        fill, border, color = self._colors()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        radius = self.theme.tokens.radius.tag
        box = QRectF(self.rect())
        if border is not None:
            box.adjust(0.5, 0.5, -0.5, -0.5)
        painter.setPen(QPen(border, 1) if border is not None else Qt.PenStyle.NoPen)
        painter.setBrush(fill if fill is not None else Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(box, radius, radius)
        x = 8.0
        name = self._icon_name()
        if name:
            side = self._icon_side()
            draw_icon(painter, name, QRectF(x, (self.height() - side) / 2, side, side), color)
            x += side + 6
        painter.setPen(color)
        painter.setFont(self.font())
        area = QRectF(x, 0, self.width() - x, self.height())
        painter.drawText(area, int(Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine), self.words)

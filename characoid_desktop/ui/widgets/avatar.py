"""The face of a character: its picture, or the first letter of its name, in a ring of its colour."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPainterPath, QPaintEvent, QPen, QPixmap
from PySide6.QtWidgets import QSizePolicy, QWidget

from characoid_desktop.ui.theme.color import blend
from characoid_desktop.ui.theme.theme import Theme
from characoid_desktop.ui.widgets.themed import Themed

_TINT = 0.16  # of the character's colour over the surface, behind a letter
_RING = 2.0


def initial(name: str) -> str:
    """Return the letter that stands for a name; "?" for a name without one."""
    return next((char.upper() for char in name if char.isalnum()), "?")


def draw_avatar(painter: QPainter, rect: QRectF, name: str, color: QColor, theme: Theme,
                picture: QPixmap | None = None) -> None:
    """Draw a face into a square. ``color`` is the character's own; its lightness is shifted where needed."""
    shown = theme.persona_on_theme(color)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    ring = _RING if rect.width() >= 32 else 1.5
    inner = rect.adjusted(ring, ring, -ring, -ring)
    if picture is not None and not picture.isNull():
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        clip = QPainterPath()
        clip.addEllipse(inner)
        painter.setClipPath(clip)
        painter.drawPixmap(inner, picture, QRectF(picture.rect()))
        painter.setClipping(False)
    else:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(blend(shown, theme.color.surface, _TINT))
        painter.drawEllipse(inner)
        font = QFont(theme.font("body", strong=True))
        font.setPixelSize(max(10, round(rect.height() * 0.42)))
        painter.setFont(font)
        painter.setPen(theme.color.text)
        painter.drawText(rect, int(Qt.AlignmentFlag.AlignCenter), initial(name))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(shown, ring))
    half = ring / 2
    painter.drawEllipse(rect.adjusted(half, half, -half, -half))
    painter.restore()


class Avatar(Themed, QWidget):
    """A face of a size of the tokens (small, chat, list, page). Its accessible name is the character's name.

    Without a ``color`` it takes that of the persona in use.
    """

    def __init__(
        self, name: str, *, color: QColor | None = None, kind: str = "chat", picture: QPixmap | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._name, self._color, self._kind, self._picture = name, color, kind, picture
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(name)
        self.init_theme()

    def set_persona(self, name: str, color: QColor | None, picture: QPixmap | None = None) -> None:
        """Show another character."""
        self._name, self._color, self._picture = name, color, picture
        self.setAccessibleName(name)
        self.update()

    def sizeHint(self) -> QSize:
        side = self.theme.scaled(self.theme.tokens.size.avatar[self._kind])
        return QSize(side, side)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = self.theme
        color = theme.persona if self._color is None else self._color
        draw_avatar(QPainter(self), QRectF(self.rect()), self._name, color, theme, self._picture)

"""Pictures of characters with Qt: decoded within bounds (only what ``pictures.checked_kind`` let through comes), and
drawn for those who have none."""

from __future__ import annotations

from characoid_desktop.core.i18n import Text
from characoid_desktop.features.personas.errors import BadAvatar
from characoid_desktop.features.personas.pictures import MAX_PIXELS, MAX_SIDE

_MEGABYTE = 1024 * 1024
FACE_SIDE = 96.0  # px at which a face is drawn before it is made larger: its ring keeps its share


def decode(data: bytes, kind: str, side: int) -> bytes:
    """Return the picture as a PNG no larger than ``side``, upright, its first frame. Blocks. Raises BadAvatar."""
    from PySide6.QtCore import QBuffer, QByteArray, QIODevice, Qt
    from PySide6.QtGui import QImageReader

    source = QBuffer()
    source.setData(QByteArray(data))
    source.open(QIODevice.OpenModeFlag.ReadOnly)
    reader = QImageReader(source, QByteArray(kind.encode()))
    reader.setAutoDetectImageFormat(False)
    reader.setAutoTransform(True)
    reader.setAllocationLimit(MAX_PIXELS * 8 // _MEGABYTE)  # of the process, always the same number
    size = reader.size()
    if not size.isValid() or max(size.width(), size.height()) > MAX_SIDE or size.width() * size.height() > MAX_PIXELS:
        raise _damaged("size")
    image = reader.read()
    if image.isNull():
        raise _damaged(reader.errorString())
    if max(image.width(), image.height()) > side:
        image = image.scaled(side, side, Qt.AspectRatioMode.KeepAspectRatio,
                             Qt.TransformationMode.SmoothTransformation)
    for key in image.textKeys():
        image.setText(key, "")
    out = QBuffer()
    out.open(QIODevice.OpenModeFlag.WriteOnly)
    if not image.save(out, "PNG"):  # pyright: ignore[reportArgumentType, reportCallIssue]
        raise _damaged("it cannot be written")
    return bytes(out.data().data())


def drawn_face(name: str, color: str, side: int) -> bytes:
    """Return what the app shows of a character without a picture, its letter in a ring of its colour, as a PNG. Blocks;
    in a thread while a QGuiApplication is there."""
    from PySide6.QtCore import QBuffer, QIODevice, QRectF
    from PySide6.QtGui import QColor, QImage, QPainter

    from characoid_desktop.ui.theme.theme import default_theme
    from characoid_desktop.ui.widgets.avatar import draw_avatar

    theme, edge = default_theme(), side / 16
    image = QImage(side, side, QImage.Format.Format_RGB32)
    image.fill(theme.color.surface)
    with QPainter(image) as painter:
        painter.translate(edge, edge)
        scale = (side - 2 * edge) / FACE_SIDE
        painter.scale(scale, scale)
        draw_avatar(painter, QRectF(0, 0, FACE_SIDE, FACE_SIDE), name, QColor(color), theme)
    out = QBuffer()
    out.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(out, "PNG")  # pyright: ignore[reportArgumentType, reportCallIssue]
    return bytes(out.data().data())


def _damaged(detail: str) -> BadAvatar:
    return BadAvatar(Text.of("The picture is damaged or incomplete."), detail=detail)

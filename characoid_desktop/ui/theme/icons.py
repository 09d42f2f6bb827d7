"""Icons: our own 24-unit line set, stroke 1.6, drawn as SVG in the colour asked for.

A file holds ``currentColor``; it is replaced before rendering, at the device's pixel ratio.
"""

from __future__ import annotations

import re
from functools import lru_cache

from PySide6.QtCore import QByteArray, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from characoid_desktop.ui.theme.theme import theme_of
from characoid_desktop.ui.theme.tokens import RESOURCES

FOLDER = RESOURCES / "icons"
_NAME = re.compile(r"[a-z0-9-]+\Z")
_RATIOS = (1.0, 1.25, 1.5, 1.75, 2.0, 3.0)


def icon_names() -> tuple[str, ...]:
    """Return the names of all icons in the set."""
    return tuple(sorted(path.stem for path in FOLDER.glob("*.svg")))


@lru_cache(maxsize=128)
def _source(name: str) -> bytes:
    if not _NAME.match(name):
        raise KeyError(name)
    try:
        return (FOLDER / f"{name}.svg").read_bytes()
    except FileNotFoundError:
        raise KeyError(name) from None


@lru_cache(maxsize=512)
def _renderer(name: str, color: str) -> QSvgRenderer:
    return QSvgRenderer(QByteArray(_source(name).replace(b"currentColor", color.encode())))


def checked_name(name: str) -> str:
    """Return ``name``; raises KeyError for an unknown icon. For constructors, so that no paintEvent fails."""
    _source(name)
    return name


def draw_icon(painter: QPainter, name: str, rect: QRectF, color: QColor) -> None:
    """Draw an icon into ``rect`` (logical px), sharp at the painter's own pixel ratio.

    Raises KeyError for an unknown name.
    """
    ratio = painter.device().devicePixelRatioF()
    side = rect.width()
    picture = icon_pixmap(name, color, side, ratio)
    # On whole device pixels, or the lines go soft.
    x, y = (round(v * ratio) / ratio for v in (rect.x(), rect.y()))
    painter.drawPixmap(QPointF(x, y), picture)


@lru_cache(maxsize=1024)
def _pixmap(name: str, color: str, side: float, ratio: float) -> QPixmap:
    renderer = _renderer(name, color)
    pixels = max(1, round(side * ratio))
    picture = QPixmap(QSize(pixels, pixels))
    picture.fill(Qt.GlobalColor.transparent)
    # "with": an exception would else keep a painter in its traceback that outlives the picture, and the
    # painter's destructor then crashes the process.
    with QPainter(picture) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        renderer.render(painter, QRectF(0, 0, pixels, pixels))
    picture.setDevicePixelRatio(ratio)
    return picture


def icon_pixmap(name: str, color: QColor, side: float, ratio: float) -> QPixmap:
    """Return a square pixmap of ``side`` logical px at a device pixel ratio; raises KeyError if unknown."""
    return _pixmap(name, color.name(), side, ratio)


def icon(name: str, role: str = "text", size: int = 18) -> QIcon:
    """Return a QIcon in a colour role of the theme in use (for menus, trays, item views).

    It keeps its colour when the theme changes: ask again in ``on_theme``.
    """
    colors = theme_of().color
    result = QIcon()
    for ratio in _RATIOS:
        result.addPixmap(icon_pixmap(name, colors.role(role), size, ratio))
        result.addPixmap(icon_pixmap(name, colors.disabled_text, size, ratio), QIcon.Mode.Disabled)
    return result


def app_icon() -> QIcon:
    """Return the icon of the application and its tray entry, in its own colours."""
    return QIcon(str(FOLDER / "app" / "characoid.svg"))

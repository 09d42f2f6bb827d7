"""Waveform drawing: from int8 peaks to device pixel columns, cached as pixmaps.

Peaks are bytes of int8 pairs, minimum then maximum, −128…127 for −1…1, as the engine's ``peaks`` gives them.
"""

from __future__ import annotations

import itertools
from array import array
from collections.abc import Collection
from functools import lru_cache

from PySide6.QtCore import QLine, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPixmap

from characoid_desktop.ui.theme.color import faded
from characoid_desktop.ui.theme.theme import Theme

FULL = 127  # int8 value of a full-scale sample


def wave_color(theme: Theme, role: str) -> QColor:
    """Return the hue of original, vocals, instrumental or mix; the persona's colour for ``converted``."""
    if role == "converted":
        return theme.persona
    return {"original": theme.wave.original, "vocals": theme.wave.vocals,
            "instrumental": theme.wave.instrumental, "mix": theme.wave.mix}[role]


def unplayed_color(theme: Theme, color: QColor) -> QColor:
    """Return the opaque colour of the unplayed part: paler, but still 3:1 on a surface."""
    return faded(color, theme.color.surface, theme.wave.unplayed_alpha, 3.0)


def columns(peaks: bytes, count: int) -> list[tuple[int, int]]:
    """Return ``count`` (minimum, maximum) pairs over all of ``peaks``.

    Several peaks on one column are joined; fewer peaks than columns are repeated. An odd last byte is
    ignored; no peaks give silence.
    """
    values = array("b", peaks[: len(peaks) // 2 * 2])
    lows, highs = values[0::2], values[1::2]
    have = len(lows)
    if have == 0 or count <= 0:
        return [(0, 0)] * max(0, count)
    if have == count:
        return list(zip(lows, highs, strict=True))
    if have < count:
        return [(lows[i * have // count], highs[i * have // count]) for i in range(count)]
    edges = [i * have // count for i in range(count + 1)]
    spans = itertools.pairwise(edges)
    return [(min(lows[a:b]), max(highs[a:b])) for a, b in spans]


def wave_pixmap(
    peaks: bytes, size: QSize, ratio: float, color: QColor, *,
    clipped: Collection[int] = (), clip_color: QColor | None = None,
) -> QPixmap:
    """Return a transparent pixmap of ``size`` device px with the wave and its baseline.

    ``clipped`` are indices of peaks whose columns are drawn at full height in ``clip_color``.
    """
    width, height = max(1, size.width()), max(1, size.height())
    picture = QPixmap(width, height)
    picture.fill(Qt.GlobalColor.transparent)
    middle = height // 2
    scale = (height - 1) / 2 / FULL
    lines = [
        QLine(x, middle - round(max(0, high) * scale), x, middle - round(min(0, low) * scale))
        for x, (low, high) in enumerate(columns(peaks, width))
    ]
    painter = QPainter(picture)
    painter.setPen(color)
    painter.drawLines(lines)
    if clipped and clip_color is not None:
        have = max(1, len(peaks) // 2)
        painter.setPen(clip_color)
        marked = {min(width - 1, index * width // have) for index in clipped if 0 <= index < have}
        painter.drawLines([QLine(x, 0, x, height) for x in marked])
    painter.end()
    picture.setDevicePixelRatio(ratio)
    return picture


@lru_cache(maxsize=256)
def _thumbnail(peaks: bytes, width: int, height: int, ratio: float, rgb: int) -> QPixmap:
    return wave_pixmap(peaks, QSize(width, height), ratio, QColor.fromRgb(rgb))


def draw_thumbnail(painter: QPainter, rect: QRectF, peaks: bytes, color: QColor, silence: QColor) -> None:
    """Draw a small waveform into ``rect``, for delegates; repeated calls draw a cached picture.

    Without peaks (not read yet) it is a flat line in ``silence``.
    """
    ratio = painter.device().devicePixelRatioF()
    if len(peaks) < 2:
        painter.fillRect(QRectF(rect.x(), rect.center().y(), rect.width(), 1 / ratio), silence)
        return
    width, height = round(rect.width() * ratio), round(rect.height() * ratio)
    picture = _thumbnail(peaks, max(1, width), max(1, height), ratio, color.rgb())
    painter.drawPixmap(QPointF(round(rect.x() * ratio) / ratio, round(rect.y() * ratio) / ratio), picture)

"""Waveform drawing: from int8 peaks to device pixel columns, cached as pixmaps.

Peaks are bytes of int8 pairs, minimum then maximum, −128…127 for −1…1, as the engine's ``peaks`` gives them.
"""

from __future__ import annotations

import itertools
from array import array
from collections.abc import Collection, Sequence
from functools import lru_cache

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPixmap, QTransform

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
    share, rest = divmod(have, count)
    if rest == 0:
        return list(zip(map(min, *(lows[i::share] for i in range(share))),
                        map(max, *(highs[i::share] for i in range(share))), strict=True))
    edges = [i * have // count for i in range(count + 1)]
    spans = itertools.pairwise(edges)
    return [(min(lows[a:b]), max(highs[a:b])) for a, b in spans]


def wave_pixmaps(
    peaks: bytes, size: QSize, ratio: float, colors: Sequence[tuple[QColor, QColor]], *,
    clipped: Collection[int] = (),
) -> list[QPixmap]:
    """Return transparent pixmaps of ``size`` device px with the wave and its baseline.

    One for each (colour, colour of clipping). ``clipped`` are indices of peaks whose columns are drawn at
    full height.
    """
    width, height = max(1, size.width()), max(1, size.height())
    mask = _mask(columns(peaks, width), height)
    have = max(1, len(peaks) // 2)
    marked = {min(width - 1, index * width // have) for index in clipped if 0 <= index < have}
    pictures: list[QPixmap] = []
    for color, clip_color in colors:
        picture = QPixmap(width, height)
        picture.fill(Qt.GlobalColor.transparent)
        with QPainter(picture) as painter:  # ended also by an exception, before the picture goes
            painter.fillRect(0, 0, width, height, color)
            painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_DestinationIn)
            painter.drawImage(0, 0, mask)
            painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceOver)
            for x in marked:
                painter.fillRect(x, 0, 1, height, clip_color)
        picture.setDevicePixelRatio(ratio)
        pictures.append(picture)
    return pictures


def _mask(pairs: list[tuple[int, int]], height: int) -> QImage:
    """Return an opacity image with one column a pair.

    Built as bytes, a column at a time, and turned by 90° in Qt: 4,000 columns take a few milliseconds,
    several times less than 4,000 drawn lines.
    """
    middle = height // 2
    scale = (height - 1) / 2 / FULL
    empty, full = bytes(height), b"\xff" * height
    made: dict[tuple[int, int], bytes] = {}
    strips: list[bytes] = []
    for pair in reversed(pairs):  # a clockwise turn puts the last strip first
        strip = made.get(pair)
        if strip is None:
            low, high = pair
            top = max(0, middle - round(max(0, high) * scale))
            bottom = min(height - 1, middle - round(min(0, low) * scale))
            strip = empty[:top] + full[: bottom + 1 - top] + empty[bottom + 1 :]
            made[pair] = strip
        strips.append(strip)
    data = b"".join(strips)
    upright = QImage(data, height, len(pairs), height, QImage.Format.Format_Alpha8)
    return upright.transformed(QTransform().rotate(90))


@lru_cache(maxsize=256)
def _thumbnail(peaks: bytes, width: int, height: int, ratio: float, rgb: int) -> QPixmap:
    color = QColor.fromRgb(rgb)
    return wave_pixmaps(peaks, QSize(width, height), ratio, [(color, color)])[0]


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

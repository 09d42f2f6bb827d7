"""A spectrogram as a picture in the colour of its track."""

from __future__ import annotations

from PySide6.QtGui import QColor, QImage, QTransform

from characoid_desktop.features.rvc.analysis import Spectrogram
from characoid_desktop.ui.theme.color import blend
from characoid_desktop.ui.theme.theme import Theme

_QUIET = 0.22  # below this part of the range all is ground: noise is no picture
_FULL = 0.85  # here the colour is that of the track; above it goes on to the colour of text


def spectrum_image(found: Spectrogram, color: QColor, theme: Theme) -> QImage:
    """Return the picture, a pixel a bin and column, high frequencies on top."""
    upright = QImage(found.levels, found.bins, found.columns, found.bins, QImage.Format.Format_Indexed8).copy()
    upright.setColorTable(_shades(color, theme))
    return upright.transformed(QTransform().rotate(270)).convertToFormat(QImage.Format.Format_RGB32)


def _shades(color: QColor, theme: Theme) -> list[int]:
    ground, bright = theme.color.sunken, theme.color.text
    shades: list[int] = []
    for level in range(256):
        part = max(0.0, (level / 255 - _QUIET) / (1 - _QUIET))
        shade = (blend(color, ground, part / _FULL) if part <= _FULL
                 else blend(bright, color, (part - _FULL) / (1 - _FULL) * 0.7))
        shades.append(shade.rgb())
    return shades

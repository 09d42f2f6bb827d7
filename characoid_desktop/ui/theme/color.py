"""Colour arithmetic: contrast after WCAG 2.2, blending, and a lightness shift that keeps the hue.

Sources: relative luminance and contrast ratio as defined in WCAG 2.2; OKLab after Björn Ottosson,
"A perceptual color space for image processing" (2020).
"""

from __future__ import annotations

import math
from collections.abc import Iterable

from PySide6.QtGui import QColor

_STEPS = 24  # of the bisections; 2^-24 is far below one 8-bit step
_SAFE = 0.02  # aimed above the wanted ratio, so that rounding to 8 bits cannot fall below it


def _to_linear(c: float) -> float:
    return c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4


def _from_linear(c: float) -> float:
    return 12.92 * c if c <= 0.0031308 else 1.055 * c ** (1 / 2.4) - 0.055


def luminance(color: QColor) -> float:
    """Relative luminance 0..1 of an opaque colour."""
    r, g, b = (_to_linear(v / 255) for v in (color.red(), color.green(), color.blue()))
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def contrast(a: QColor, b: QColor) -> float:
    """Contrast ratio 1..21 of two opaque colours."""
    one, two = luminance(a), luminance(b)
    return (max(one, two) + 0.05) / (min(one, two) + 0.05)


def blend(top: QColor, under: QColor, alpha: float) -> QColor:
    """Return the opaque colour of ``top`` at ``alpha`` (0..1) over ``under``, mixed as Qt does in sRGB."""
    pairs = zip(_rgb(top), _rgb(under), strict=True)
    return QColor(*(round(t * alpha + u * (1 - alpha)) for t, u in pairs))


def faded(color: QColor, surface: QColor, alpha: float, minimum: float = 3.0) -> QColor:
    """Return ``color`` at ``alpha`` over ``surface``, with alpha raised until the contrast is ``minimum``."""
    while alpha < 1.0 and contrast(blend(color, surface, alpha), surface) < minimum:
        alpha = min(1.0, alpha + 0.02)
    return blend(color, surface, alpha)


def readable_on(color: QColor, surfaces: Iterable[QColor], minimum: float = 4.5) -> QColor:
    """Return ``color`` with its lightness shifted just enough for ``minimum`` on every surface.

    The hue stays; chroma shrinks only where sRGB has no such colour. The result equals the input (without
    its alpha) when nothing had to change, so that a caller can tell the user about a shift.
    """
    grounds = list(surfaces)
    plain = QColor(color.red(), color.green(), color.blue())
    if not grounds or _worst(plain, grounds) >= minimum:
        return plain
    lightness, chroma, hue = _oklch(plain)
    white, black = QColor(255, 255, 255), QColor(0, 0, 0)
    end = 1.0 if _worst(white, grounds) >= _worst(black, grounds) else 0.0
    near, far = lightness, end
    for _ in range(_STEPS):
        middle = (near + far) / 2
        if _worst(_in_gamut(middle, chroma, hue), grounds) >= minimum + _SAFE:
            far = middle
        else:
            near = middle
    return _in_gamut(far, chroma, hue)


def _rgb(color: QColor) -> tuple[int, int, int]:
    return color.red(), color.green(), color.blue()


def _worst(color: QColor, grounds: list[QColor]) -> float:
    return min(contrast(color, ground) for ground in grounds)


def _oklch(color: QColor) -> tuple[float, float, float]:
    r, g, b = (_to_linear(v / 255) for v in _rgb(color))
    long = math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
    medium = math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
    short = math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
    lightness = 0.2104542553 * long + 0.7936177850 * medium - 0.0040720468 * short
    a = 1.9779984951 * long - 2.4285922050 * medium + 0.4505937099 * short
    b_axis = 0.0259040371 * long + 0.7827717662 * medium - 0.8086757660 * short
    return lightness, math.hypot(a, b_axis), math.atan2(b_axis, a)


def _linear_rgb(lightness: float, chroma: float, hue: float) -> tuple[float, float, float]:
    a, b = chroma * math.cos(hue), chroma * math.sin(hue)
    long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
    medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
    short = (lightness - 0.0894841775 * a - 1.2914855480 * b) ** 3
    return (
        4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
        -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
        -0.0041960863 * long - 0.7034186147 * medium + 1.7076147010 * short,
    )


def _in_gamut(lightness: float, chroma: float, hue: float) -> QColor:
    """Return the nearest sRGB colour of this lightness and hue, giving up chroma where needed."""
    low, high = 0.0, chroma
    if not _fits(_linear_rgb(lightness, chroma, hue)):
        for _ in range(_STEPS):
            middle = (low + high) / 2
            if _fits(_linear_rgb(lightness, middle, hue)):
                low = middle
            else:
                high = middle
        chroma = low
    values = (_from_linear(min(1.0, max(0.0, v))) for v in _linear_rgb(lightness, chroma, hue))
    return QColor(*(round(v * 255) for v in values))


def _fits(rgb: tuple[float, float, float]) -> bool:
    return all(-1e-4 <= v <= 1 + 1e-4 for v in rgb)

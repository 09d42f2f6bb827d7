"""Fonts by interface language, so that Han characters take the right national form."""

from __future__ import annotations

import sys
from functools import lru_cache

from PySide6.QtGui import QFont

from characoid_desktop.ui.theme.tokens import Tokens

LANGUAGES = ("en", "zh_CN", "ja")


def system_name(platform: str = sys.platform) -> str:
    """Return ``windows``, ``macos`` or ``linux`` (for every other system)."""
    if platform == "win32":
        return "windows"
    return "macos" if platform == "darwin" else "linux"


def language_key(language: str) -> str:
    """Return the family list a language tag belongs to: ``zh…`` zh_CN, ``ja…`` ja, everything else en."""
    tag = language.replace("-", "_").lower()
    if tag.startswith("zh"):
        return "zh_CN"
    return "ja" if tag.startswith("ja") else "en"


def make_font(
    tokens: Tokens, role: str, language: str, text_scale: float, *,
    strong: bool | None = None, mono: bool = False, system: str | None = None,
) -> QFont:
    """Return the font of a type role in px, scaled, with tabular figures.

    ``strong`` overrides the weight of the role. Missing families are skipped by Qt's own fallback.
    """
    kind = tokens.scale[role]
    name = system or system_name()
    families = tokens.mono[name] if mono else tokens.families[name][language_key(language)]
    size = max(tokens.minimum, round(kind.size * text_scale))
    weight = kind.weight if strong is None else (tokens.strong if strong else tokens.regular)
    return QFont(_font(families, size, weight, tokens.features))


@lru_cache(maxsize=128)
def _font(families: tuple[str, ...], size: int, weight: int, features: tuple[str, ...]) -> QFont:
    font = QFont()
    font.setFamilies(list(families))
    font.setPixelSize(size)
    font.setWeight(QFont.Weight(weight))
    for feature in features:
        font.setFeature(QFont.Tag(feature), 1)
    return font

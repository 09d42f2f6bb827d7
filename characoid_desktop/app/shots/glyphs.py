"""Which characters of a text no installed font can draw (they would show as boxes)."""

from __future__ import annotations

import unicodedata

from PySide6.QtGui import QFont, QTextLayout

_KNOWN: dict[tuple[str, object], bool] = {}


def missing_glyphs(text: str, font: QFont) -> list[str]:
    """Return the distinct characters of ``text`` that neither ``font`` nor its fallbacks have.

    Each character is shaped by Qt as it would be for the screen; glyph 0 is the box of an unknown one.
    Characters that are invisible by nature (spaces, joiners, variation selectors) never count.
    """
    key = (tuple(font.families()), font.weight())
    missing: list[str] = []
    for character in dict.fromkeys(text):
        if _is_invisible(character):
            continue
        known = _KNOWN.get((character, key))
        if known is None:
            known = _KNOWN[(character, key)] = _is_missing(character, font)
        if known:
            missing.append(character)
    return missing


def _is_invisible(character: str) -> bool:
    if unicodedata.category(character) in ("Cc", "Cf", "Zs", "Zl", "Zp", "Cs"):
        return True
    return 0xFE00 <= ord(character) <= 0xFE0F or 0xE0100 <= ord(character) <= 0xE01EF


def _is_missing(character: str, font: QFont) -> bool:
    layout = QTextLayout(character, font)
    layout.beginLayout()
    layout.createLine()
    layout.endLayout()
    runs = layout.glyphRuns()
    return not runs or any(0 in run.glyphIndexes() for run in runs)

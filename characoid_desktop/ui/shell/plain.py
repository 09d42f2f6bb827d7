"""Words from outside (file names, titles) made safe for places that we do not draw ourselves."""

from __future__ import annotations

import unicodedata

TITLE_LIMIT = 120
BODY_LIMIT = 400

# Notification servers may read the body as markup (freedesktop notifications, KDE tool tips).
_NO_MARKUP = str.maketrans({"<": "‹", ">": "›"})
_KEPT_FORMAT = "\u200d\ufe0f"  # joins emoji; draws nothing by itself


def one_line(words: str, limit: int = TITLE_LIMIT) -> str:
    """Return ``words`` without control, direction and invisible characters, on one line, at most ``limit`` long.

    Line breaks and tabs become one space; ``<`` and ``>`` become look-alikes; a cut is marked by “…”.
    """
    kept: list[str] = []
    for char in words[: limit * 4]:
        category = unicodedata.category(char)
        if char in "\t\n\r\v\f\x85" or category in ("Zl", "Zp", "Zs"):
            kept.append(" ")
        elif char in _KEPT_FORMAT or category not in ("Cc", "Cf", "Cs", "Co", "Cn"):
            kept.append(char)
    line = " ".join("".join(kept).translate(_NO_MARKUP).split())
    return line if len(line) <= limit else line[: limit - 1].rstrip() + "…"

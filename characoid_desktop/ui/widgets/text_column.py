"""Where text lies on a page: in a measure that reads well, in the middle."""

from __future__ import annotations

from characoid_desktop.ui.theme.theme import Theme

SIDE = 24
NARROW = 500  # px of a page: below it the margins halve
BAR = 12  # px of the scroll bar beside the column


def text_column(width: int, theme: Theme) -> tuple[int, int]:
    """Return (left, width) of what is read on a page of ``width`` px: messages and composer lie alike."""
    side = SIDE if width > NARROW else SIDE // 2
    inner = max(160, min(theme.scaled(theme.tokens.size.chat_measure_max), width - 2 * side))
    return (width - inner) // 2, inner

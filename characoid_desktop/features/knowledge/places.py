"""Where a passage stands, in words."""

from __future__ import annotations

from characoid_desktop.core.i18n import Text


def page_words(first: int | None, last: int | None = None) -> Text | None:
    """Return "page 3" or "pages 3–4", None for a text without pages."""
    if first is None:
        return None
    if last is None or last <= first:
        return Text.of("page {n}", n=first)
    return Text.of("pages {first}–{last}", first=first, last=last)

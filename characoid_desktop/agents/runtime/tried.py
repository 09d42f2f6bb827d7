"""A try-out of a character as panels see it: what was said, and what comes back. Free of langchain."""

from __future__ import annotations

from dataclasses import dataclass

from characoid_desktop.core.i18n import Text

MAX_TRIED_CHARS = 8000  # of what the user says at once
MAX_TRIED_LINES = 40  # of one try-out


@dataclass(frozen=True, slots=True)
class TriedLine:
    """Something that was said: by the user, or by the character."""

    is_user: bool
    text: str


@dataclass(frozen=True, slots=True)
class TriedPiece:
    """Some more words of the answer. The first piece has none; it says whether a model answers, or the ``offline``
    brain. ``note`` says what the answer waits for ("" again once it goes on)."""

    text: str = ""
    offline: bool = False
    note: Text | str = ""

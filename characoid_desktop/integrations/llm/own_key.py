"""A server that says our own key back: it knows the key, and what it answers is shown and kept."""

from __future__ import annotations

from characoid_desktop.core.redaction import MASK
from characoid_desktop.integrations.llm.reply import Piece

SHORTEST_KEY = 8  # characters; a shorter one would mask ordinary words


class OwnKeyMask:
    """Masks ``key`` in one reply, also where it comes in several pieces. "" masks nothing.

    What may be the beginning of the key waits for the next piece (at most as long as the key is).
    """

    def __init__(self, key: str) -> None:
        self._key = key if len(key) >= SHORTEST_KEY else ""
        self._words = _Held(self._key)
        self._thoughts = _Held(self._key)

    def piece(self, piece: Piece) -> Piece:
        """Return what of a piece can be shown now."""
        if not self._key:
            return piece
        return Piece(self._words.feed(piece.text), self._thoughts.feed(piece.reasoning))

    def last(self, piece: Piece) -> Piece:
        """As :meth:`piece`, for the last one: nothing is held back any more."""
        if not self._key:
            return piece
        return Piece(self._words.feed(piece.text) + self._words.end(),
                     self._thoughts.feed(piece.reasoning) + self._thoughts.end())

    def text(self, text: str) -> str:
        """Return a whole text without the key."""
        return text.replace(self._key, MASK) if self._key else text


class _Held:
    def __init__(self, key: str) -> None:
        self._key = key
        self._held = ""

    def feed(self, text: str) -> str:
        if not text:
            return ""
        text = (self._held + text).replace(self._key, MASK)
        keep = next((n for n in range(min(len(text), len(self._key) - 1), 0, -1)
                     if text.endswith(self._key[:n])), 0)
        self._held = text[len(text) - keep:]
        return text[:len(text) - keep]

    def end(self) -> str:
        held, self._held = self._held, ""
        return held

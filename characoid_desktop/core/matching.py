"""How well short texts fit a question, by the words and pairs of characters they share."""

from __future__ import annotations

from characoid_desktop.core.grams import Piece, comparable, grams, pieces, signs

MAX_QUESTION_CHARS = 400
MAX_PATTERNS = 12
MAX_TEXT_CHARS = 20_000  # of one text that is looked at
_WHOLE = 2.0  # what the whole question in one piece adds
_SURE = 0.5  # a single character with less weight is no match
_TO_KATAKANA = {code: code + 0x60 for code in range(0x3041, 0x3097)}


class Question:
    """A question taken apart once, to be held against many texts. :meth:`score` takes its time: call it in a thread."""

    def __init__(self, text: str) -> None:
        self.text = text[:MAX_QUESTION_CHARS].strip()
        self._whole = comparable(self.text)
        found = pieces(self.text)
        self._pieces = [one for one in found if not one.sign or one.weight >= _SURE]

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to look for: no words, or signs only."""
        return not self._pieces

    def score(self, text: str) -> float:
        """Return how much of the question is in ``text``; 0: nothing."""
        text = text[:MAX_TEXT_CHARS]
        there, alone = set(grams(text)), set(signs(text)) if any(one.sign for one in self._pieces) else set[str]()
        total = sum(one.weight for one in self._pieces if one.text in (alone if one.sign else there))
        if total and len(self._whole) > 1 and self._whole in comparable(text):
            total += _WHOLE
        return total

    def share(self, score: float) -> float:
        """Return how much of the question a :meth:`score` stands for, from 0 to 1."""
        return min(1.0, score / (sum(one.weight for one in self._pieces) or 1.0))

    def patterns(self) -> list[str]:
        """Return patterns for LIKE (escape \\): a text that fits has one of them, as far as LIKE can tell."""
        found: dict[str, None] = {}
        for piece in self._pieces[:MAX_PATTERNS]:
            text = _stump(piece)
            for form in (text, text.translate(_TO_KATAKANA)):
                escaped = form.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
                found.setdefault(f"%{escaped}%")
        return list(found)


def _stump(piece: Piece) -> str:
    """What all forms of a word begin with ("studies", "study")."""
    text = piece.text
    return text[:-1] if text.isascii() and len(text) > 3 and text.endswith("y") else text

"""How many tokens a text is for a language model, estimated without its tokenizer.

Tokenizers differ; this one guess stands for all of them, and whoever shows it says that it is an estimate. By class of
script, in round figures of our own:

    letters of alphabets      a word is 1 token and one more for every 5 letters past the fifth
    Han characters            0.8 each      kana    0.8 each      Hangul    0.9 each
    digits                    1 for each 3
    signs                     1 for each 2 in a row          line breaks    1 for each run
    anything else (emoji …)   2 each

A single space belongs to the word after it.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

PER_MESSAGE: Final = 4  # what the frame of one message costs
# The same messages are counted before each turn of their conversation: at most some 16 MB of texts are known.
KNOWN_TEXTS, KNOWN_CHARS = 1024, 8_000
_PIECES = re.compile(
    r"(?P<han>[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]+)|(?P<kana>[\u3040-\u30ff\uff66-\uff9f]+)|"
    r"(?P<hangul>[\uac00-\ud7af]+)|(?P<digit>[0-9\uff10-\uff19]+)|(?P<line>[\r\n]+)|(?P<space>[^\S\r\n]+)|"
    r"(?P<sign>[!-/:-@\[-`{-~\u00a1-\u00bf\u2010-\u205e\u3000-\u303f\uff00-\uff0f\uff1a-\uff20\uff3b-\uff40"
    r"\uff5b-\uff65]+)|(?P<word>[^\W\d_]+)|(?P<other>.)", re.DOTALL)
_RATE: Final = {"han": 0.8, "kana": 0.8, "hangul": 0.9, "digit": 1 / 3, "sign": 0.5}


def estimate_tokens(text: str) -> int:
    """Return about how many tokens ``text`` is; 0 for an empty one, else at least 1."""
    return _known(text) if len(text) <= KNOWN_CHARS else _counted(text)


def _counted(text: str) -> int:
    total = 0.0
    for piece in _PIECES.finditer(text):
        kind, length = str(piece.lastgroup), piece.end() - piece.start()
        if kind == "word":
            total += 1 + max(0, length - 1) // 5
        elif kind in _RATE:
            total += max(1.0, length * _RATE[kind])
        elif kind == "line":
            total += 1
        elif kind == "space":
            total += 0 if length == 1 else 1
        else:
            total += 2
    return max(1, round(total + 0.49)) if text else 0


_known = lru_cache(maxsize=KNOWN_TEXTS)(_counted)

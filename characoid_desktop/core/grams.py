"""The pieces of a text by which it is found, in scripts with and without spaces between words.

Chinese, Japanese and Korean are taken apart into overlapping pairs of characters, everything else into words. What a
person would call the same is the same here: width, case, accents of Latin letters, katakana and hiragana, the usual
endings of English words. No dictionary is needed, so no word is unknown.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

from characoid_desktop.core.function_words import FUNCTION_RUNS, FUNCTION_WORDS

MAX_WORD_CHARS = 64
MAX_PIECES = 48

# Han, kana (half-width ones are made full by NFKC), Hangul, and what stands between them.
DENSE = r"[\u3005-\u3007\u3040-\u30ff\u31f0-\u31ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff]"
_PART = re.compile(rf"(?P<dense>{DENSE}+)|(?P<word>(?:(?!{DENSE})[^\W_])+)")
_RUN = re.compile(f"{DENSE}+")
_ACCENTED = re.compile(r"[\u00c0-\u024f\u1e00-\u1eff]")
_HIRAGANA = re.compile(r"[\u3040-\u309f\u30fc]")
_KATAKANA = {code: code - 0x60 for code in range(0x30A1, 0x30F7)}
_VOWEL = re.compile(r"[aeiouy]")

# What a piece tells of the subject, from 0 to 1.
_WORD, _PAIR, _JOINT, _SIGN_ALONE, _SIGN = 1.0, 1.0, 0.4, 0.7, 0.2
_HALF_KANA, _KANA = 0.6, 0.35
_TOUCHES_FUNCTION, _IS_FUNCTION = 0.5, 0.1
_LEAST = 0.2  # of the best piece of a question; what says less is not looked for


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of a question. ``sign``: a single character; else a pair or a word. ``weight``: 0 to 1."""

    text: str
    weight: float
    sign: bool = False


def folded(text: str) -> str:
    """Return ``text`` so that what a person calls the same is the same: width, case, accents, white space."""
    text = " ".join(unicodedata.normalize("NFKC", text).casefold().split())
    return _ACCENTED.sub(_plain, text)


def comparable(text: str) -> str:
    """Return ``text`` folded, with katakana as hiragana: for finding one text inside another."""
    return folded(text).translate(_KATAKANA)


def grams(text: str) -> list[str]:
    """Return the pairs and words of a text in their order, repeated as often as they stand there.

    A run of one character gives that character; where a word touches such a run ("8時", "第3") the two are a piece too.
    """
    found: list[str] = []
    before, end = "", -1
    for part in _PART.finditer(folded(text)):
        touches = part.start() == end
        if part["dense"] is not None:
            run = part["dense"].translate(_KATAKANA)
            if touches:
                found.append(before + run[0])
            found.extend([run[n:n + 2] for n in range(len(run) - 1)] or [run])
            before = run[-1]
        else:
            word = stem(part["word"][:MAX_WORD_CHARS])
            if touches:
                found.append(before + word)
            found.append(word)
            before = word
        end = part.end()
    return found


def signs(text: str) -> list[str]:
    """Return the single characters of the scripts without spaces, in order."""
    return list("".join(_RUN.findall(folded(text))).translate(_KATAKANA))


def pieces(question: str) -> tuple[Piece, ...]:
    """Return what to look for, the most telling first, at most MAX_PIECES.

    Function words ("what", "的", "ですか") are left out where anything else is there. A single character is looked for
    alone where it stands alone or between function words, and with little weight beside its pairs.
    """
    found: dict[tuple[str, bool], float] = {}
    for text, weight, sign in _weighed(folded(question)):
        found[text, sign] = max(weight, found.get((text, sign), 0.0))
    if not found:
        return ()
    least = _LEAST * max(found.values())
    ranked = sorted(found.items(), key=lambda one: -one[1])
    return tuple(Piece(text, weight, sign) for (text, sign), weight in ranked if weight >= least)[:MAX_PIECES]


def stem(word: str) -> str:
    """Return an English word without its usual endings; others come back as they are."""
    if len(word) < 4 or not (word.isascii() and word.isalpha()):
        return word
    word = _without_plural(word)
    for ending in ("ing", "ed"):
        rest = word.removesuffix(ending)
        if rest != word and len(rest) >= 3 and _VOWEL.search(rest):
            word = rest[:-1] if rest[-1] == rest[-2] and rest[-1] not in "lsz" else rest
            break
    return word[:-1] if len(word) > 3 and word.endswith("e") else word


def _without_plural(word: str) -> str:
    if word.endswith(("ies", "ied")) and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("sses", "xes", "ches", "shes", "zes")):
        return word[:-2]
    if word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return word[:-1]
    return word


def _plain(letter: re.Match[str]) -> str:
    return unicodedata.normalize("NFD", letter[0])[0]


def _weighed(question: str) -> Iterator[tuple[str, float, bool]]:
    before, end = "", -1
    for part in _PART.finditer(question):
        touches = part.start() == end
        if part["dense"] is not None:
            run = part["dense"].translate(_KATAKANA)
            if touches:
                yield before + run[0], _JOINT, False
            yield from _of_run(part["dense"], run)
            before = run[-1]
        else:
            word = part["word"][:MAX_WORD_CHARS]
            stemmed = stem(word)
            if touches:
                yield before + stemmed, _JOINT, False
            yield stemmed, _IS_FUNCTION if word in FUNCTION_WORDS else _WORD, False
            before = stemmed
        end = part.end()


def _of_run(written: str, run: str) -> Iterator[tuple[str, float, bool]]:
    """``written``: before katakana were made hiragana, which tells content from function."""
    function = [False] * len(written)
    for match in FUNCTION_RUNS.finditer(written):
        function[match.start():match.end()] = [True] * (match.end() - match.start())
    kana = [bool(_HIRAGANA.match(sign)) for sign in written]
    for n, sign in enumerate(run):
        if n + 1 < len(run):
            weight = (_PAIR, _HALF_KANA, _KANA)[kana[n] + kana[n + 1]]
            yield run[n:n + 2], weight * (1.0, _TOUCHES_FUNCTION, _IS_FUNCTION)[function[n] + function[n + 1]], False
        alone = (n == 0 or function[n - 1]) and (n + 1 == len(run) or function[n + 1])
        weight = _SIGN_ALONE if alone else _SIGN
        yield sign, weight * (_KANA if kana[n] else 1.0) * (_IS_FUNCTION if function[n] else 1.0), True

"""Which encoding a plain text is in, and its characters.

A mark at the start decides; then UTF-8, which nothing else passes for by chance; then zero bytes, which only UTF-16
has; then each legacy encoding that decodes a sample without a fault is weighed by how much the result looks like a
language (characters.py). So the same text gives the same characters whatever it was saved in.
"""

from __future__ import annotations

import codecs
from collections.abc import Sequence
from dataclasses import dataclass

from engine.documents.characters import is_odd, weight

SAMPLE_BYTES = 256 * 1024
_WEIGHED = 20_000  # characters of the sample
_UTF16_SURE = 0.5
_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF32_LE, "utf-32"), (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"),
)
# In each group the first that decodes all of a text is used: the wider ones differ in a few signs only.
_LEGACY: tuple[tuple[str, ...], ...] = (
    ("gb18030",), ("big5", "cp950", "big5hkscs"), ("shift_jis", "cp932"), ("euc_jp",), ("euc_kr", "cp949"))
_SINGLE = ("cp1252", "cp1251", "latin-1")


@dataclass(frozen=True, slots=True)
class Decoded:
    """``damaged`` is how many places could not be decoded (U+FFFD stands there)."""

    text: str
    encoding: str
    damaged: int = 0


def decode(data: bytes, declared: str = "") -> Decoded:
    """Return the text of ``data``; ``declared`` is what the file says of itself, used where it fits."""
    for mark, name in _MARKS:
        if data.startswith(mark):
            return _read(data, (name,))
    if declared and (names := _declared(declared)) and _strictly(data, names) is not None:
        return _read(data, names)
    return _read(data, guess(data))


def guess(data: bytes) -> tuple[str, ...]:
    """Return the most likely encoding, and what to fall back to where it does not decode everything."""
    sample = data[:SAMPLE_BYTES]
    whole = len(sample) == len(data)
    plain = _decodes(sample, "utf-8", whole=whole)
    if plain is not None and not any(map(is_odd, plain)):
        return ("utf-8",)
    wide_score, wide = _utf16(sample)
    if 0 in sample and wide:
        return (wide,)
    best, best_score = (("utf-8",), 0.2) if plain is not None else (("cp1252",), -9.0)
    if 0 in sample:  # neither UTF-16 nor any text
        return best
    for names in (*_LEGACY, *((name,) for name in _SINGLE)):
        texts = (_decodes(sample, name, whole=whole) for name in names)
        text = next((found for found in texts if found is not None), None)
        if text is None:
            continue
        score = _plausible(text) if names[0] not in _SINGLE else _plausible_single(text, names[0])
        if score > best_score + 1e-9:
            best, best_score = names, score
    if wide_score > max(_UTF16_SURE, best_score):
        return (wide,)
    if best_score < 0 and _nearly_utf8(sample):
        return ("utf-8",)
    return best


def _nearly_utf8(sample: bytes) -> bool:
    """UTF-8 with a few damaged places."""
    text = sample.decode("utf-8", "replace")
    return text.count("\ufffd") * 20 < sum(1 for char in text if char > "\x7f")


def _declared(name: str) -> tuple[str, ...] | None:
    """The group of a declared encoding; None for one that is unknown here, or that the bytes would have shown."""
    try:
        known = codecs.lookup(name.strip()[:40]).name
    except (LookupError, ValueError):
        return None
    if known in ("gb2312", "gbk"):
        known = "gb18030"
    for names in _LEGACY:
        if known in names:
            return (known, *(other for other in names if other != known))
    return (known,) if known in ("utf-8", *_SINGLE, "iso8859-1", "iso8859-15", "koi8-r", "cp1250") else None


def _read(data: bytes, names: Sequence[str]) -> Decoded:
    strict = _strictly(data, names)
    if strict is not None:
        return strict
    # A long text whose sample was fine: the least damage of those that may be meant.
    tried = [Decoded(text, name, text.count("\ufffd")) for name in names for text in [data.decode(name, "replace")]]
    return min(tried, key=lambda one: one.damaged)


def _strictly(data: bytes, names: Sequence[str]) -> Decoded | None:
    for name in names:
        try:
            return Decoded(data.decode(name), name)
        except (UnicodeDecodeError, ValueError):
            continue
    return None


def _decodes(sample: bytes, name: str, *, whole: bool, errors: str = "strict") -> str | None:
    """Return the sample's text; where it was cut, half a character at its end is left out."""
    try:
        return codecs.getincrementaldecoder(name)(errors).decode(sample, final=whole)
    except (UnicodeDecodeError, ValueError):
        return None


def _utf16(sample: bytes) -> tuple[float, str]:
    """UTF-16 without a mark: how much the better of the two orders looks like text, and its name."""
    found = [(_readable(text), name) for name in ("utf-16-le", "utf-16-be")
             if (text := _decodes(sample[: len(sample) // 2 * 2], name, whole=False)) is not None]
    score, name = max(found, default=(-9.0, ""))
    return (score, name) if score > 0 else (-9.0, "")


def _readable(text: str) -> float:
    """As :func:`_plausible`, over every character: in UTF-16 there are no bytes that are the same in all."""
    text = text[:_WEIGHED]
    total = 0.0
    for char in text:
        if char < "\u0530" and not is_odd(char):
            total += 0.6  # the alphabets of Europe
        else:
            total += weight(char)
    return total / len(text) if text else 0.0


def _plausible(text: str) -> float:
    beyond = [char for char in text if char > "\x7f"][:_WEIGHED]
    return sum(map(weight, beyond)) / len(beyond) if beyond else 0.0


def _plausible_single(text: str, name: str) -> float:
    """Letters beyond ASCII stand alone between others in western languages, and next to each other in Cyrillic."""
    text = text[:_WEIGHED]
    total = count = 0.0
    cyrillic = name == "cp1251"
    for before, char, after in zip(" " + text, text, text[1:] + " ", strict=False):
        if char <= "\x7f":
            continue
        count += 1
        beside = before if before.isalpha() else after
        if "\x80" <= char <= "\x9f":
            total -= 3.0
        elif not char.isalpha():
            total += 0.3 if char in "“”‘’–—…€°«»" else -0.4
        elif cyrillic:
            own = ("\u0410" <= char <= "\u044f" or char in "Ёё") and not ("A" <= beside <= "z")
            total += 0.7 if own and not (char.isupper() and before.islower()) else -0.6
        else:
            total += -0.5 if before > "\x7f" or after > "\x7f" else 0.5
    return total / count if count else 0.0

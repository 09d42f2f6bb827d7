"""The ``{{…}}`` of character cards, filled in when a text is used; the stored text keeps them.

From the public card specifications: char, user, random, pick, roll, comment, //, hidden_key, reverse; and the older
<BOT>, <USER>. Unknown ones stay as they are. Names are matched without regard to case.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Mapping
from typing import Final

MAX_MACROS: Final = 2000  # in one text; the others stay
_MACRO = re.compile(r"\{\{\s*([^{}]{1,2000}?)\s*\}\}")
_OLD = re.compile(r"<(BOT|USER)>", re.IGNORECASE)
_DICE = re.compile(r"d?(\d{1,6})")
_TOLD: Final[Mapping[str, str]] = {"zh_CN": "用户", "ja": "ユーザー", "en": "the user"}
SPOKEN: Final[Mapping[str, str]] = {"zh_CN": "你", "ja": "あなた", "en": "you"}


def user_word(language: str, *, spoken: bool = False) -> str:
    """Return what stands for {{user}} while nobody has said a name: what a model reads of them, or, ``spoken``, what
    the character says to them. ``language``: zh_CN, ja or en."""
    words = SPOKEN if spoken else _TOLD
    return words.get(language, words["en"])


def filled(text: str, char: str, user: str, seed: str = "") -> str:
    """Return ``text`` with its macros filled in; chance follows from ``seed`` and the place in the text.

    Names are put in as they are and not looked at again.
    """
    if "{{" not in text and "<" not in text:
        return text
    left = MAX_MACROS

    def replaced(found: re.Match[str]) -> str:
        nonlocal left
        left -= 1
        if left < 0:
            return found.group()
        return _value(found.group(1), char, user, f"{seed}:{found.start()}", found.group())

    def old(found: re.Match[str]) -> str:
        return char if found.group(1).upper() == "BOT" else user

    parts: list[str] = []
    at = 0
    for found in _MACRO.finditer(text):
        parts += [_OLD.sub(old, text[at:found.start()]), replaced(found)]
        at = found.end()
    return "".join([*parts, _OLD.sub(old, text[at:])])


def hidden_keys(text: str) -> list[str]:
    """Return the words of {{hidden_key:…}}, which wake lore entries and are never shown."""
    return [found.group(1).partition(":")[2].strip() for found in _MACRO.finditer(text)
            if found.group(1).partition(":")[0].strip().lower() == "hidden_key"][:100]


def _value(body: str, char: str, user: str, seed: str, whole: str) -> str:
    name, _, words = body.partition(":")
    key = name.strip().lower()
    made: Mapping[str, Callable[[], str]] = {
        "char": lambda: char, "user": lambda: user, "comment": str, "hidden_key": str,
        "reverse": lambda: words[::-1], "random": lambda: _one_of(words, seed), "pick": lambda: _one_of(words, seed),
        "roll": lambda: _roll(words, seed, whole),
    }
    if body.startswith("//"):
        return ""
    return made[key]() if key in made else whole


def _one_of(words: str, seed: str) -> str:
    choices = [part.replace("\\,", ",").strip() for part in re.split(r"(?<!\\),", words)]
    return random.Random(seed).choice(choices)  # noqa: S311


def _roll(words: str, seed: str, whole: str) -> str:
    found = _DICE.fullmatch(words.strip().lower())
    if found is None or int(found.group(1)) < 1:
        return whole
    return str(random.Random(seed).randint(1, int(found.group(1))))  # noqa: S311

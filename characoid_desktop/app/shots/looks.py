"""How the window is dressed for a picture: theme, language, size, text size, and texts that are longer."""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence
from dataclasses import dataclass

THEMES = ("dark", "light")
LANGUAGES = ("zh_CN", "ja", "en")
WIDE = (1280, 800)
LOW = (1024, 640)
LARGE_TEXT = 140  # per cent: the most the settings allow
GROWTH = 0.4  # how much longer a text may become in a translation
_PADDING = "ąğýẑjÅpq"  # letters that reach as high and as low as letters do
_FIELD = re.compile(r"\{[^{}]*\}")


@dataclass(frozen=True, slots=True)
class Look:
    """One dress of the window. ``longer`` is English with every text 40 % longer."""

    theme: str
    language: str
    size: tuple[int, int] = WIDE
    text_size: int = 100
    longer: bool = False

    @property
    def name(self) -> str:
        """What it is called in a file name: ``dark-ja``, ``light-en-1024``, ``dark-long``, ``dark-en-140``."""
        parts = [self.theme, "long" if self.longer else self.language]
        if self.size != WIDE:
            parts.append(str(self.size[0]))
        if self.text_size != 100:
            parts.append(str(self.text_size))
        return "-".join(parts)

    @property
    def is_reference(self) -> bool:
        """Whether the window was drawn for this: nothing but the user's own words may elide here."""
        return self.size == WIDE and self.text_size == 100 and not self.longer


def usual_looks() -> tuple[Look, ...]:
    """Every language in both themes, at the size of the reference pictures."""
    return tuple(Look(theme, language) for language, theme in itertools.product(LANGUAGES, THEMES))


def all_looks() -> tuple[Look, ...]:
    """Also the smallest window, longer texts and the largest text size."""
    # Another size costs little, another theme more, another language most: all views are made anew.
    words = [(language, percent, False) for percent in (100, LARGE_TEXT) for language in LANGUAGES]
    looks = [Look(theme, language, size, percent, longer)
             for language, percent, longer in (*words, ("en", 100, True))
             for theme, size in itertools.product(THEMES, (WIDE, LOW))]
    return tuple(sorted(looks, key=lambda look: not look.is_reference))


def longer(source: str) -> str:
    """Return an English text 40 % longer, its {fields} untouched."""
    visible = len(_FIELD.sub("", source).strip())
    if visible < 2 or not any(sign.isalpha() for sign in _FIELD.sub("", source)):
        return source
    extra = max(1, round(visible * GROWTH))
    words: list[str] = []
    while extra > 0:
        word = _PADDING[: min(extra, len(_PADDING))]
        words.append(word)
        extra -= len(word) + 1
    return source + (" " if visible > 4 else "") + " ".join(words)


def names(screens: Sequence[str], looks: Sequence[Look]) -> list[str]:
    """Return the file names of these screens in these looks."""
    return [f"{screen}-{look.name}.png" for look in looks for screen in screens]

"""User texts: written in English in the code, translated when they are shown.

Lower layers know no Qt, so they keep a :class:`Text` (source string and parameters); the window or the
command line turns it into words. ``tools/translations.py`` collects every literal given to :func:`t`,
:class:`Text` and :meth:`Text.count`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

Translator = Callable[[str], str]
_FIELD = re.compile(r"\{[A-Za-z_0-9]*\}|\{\{|\}\}")

_WIDE = "\\u3040-\\u30ff\\u3400-\\u4dbf\\u4e00-\\u9fff"  # kana and Han characters
_AFTER_WIDE = re.compile(rf"(?<=[{_WIDE}])\{{(\w+)\}}")
_BEFORE_WIDE = re.compile(rf"\{{(\w+)\}}(?=[{_WIDE}])")


def _identity(source: str) -> str:
    return source


class _Installed:
    translator: Translator = staticmethod(_identity)


def install_translator(translator: Translator | None) -> None:
    """Set the function that maps an English source string to the interface language (None: English)."""
    _Installed.translator = staticmethod(translator or _identity)


def t(source: str, **params: object) -> str:
    """Return ``source`` in the interface language with ``params`` filled in (``{name}`` fields)."""
    words = _Installed.translator(source)
    try:
        return _spaced(words, params).format(**params) if params else words
    except (KeyError, IndexError, ValueError):
        return source.format(**params)


def _spaced(words: str, params: Mapping[str, object]) -> str:
    """Part a Latin name or number from the Han character or kana beside it: Chinese and Japanese set a space there."""
    if words.isascii():
        return words

    def is_latin(field: str, place: int) -> bool:
        sign = str(params.get(field, ""))[place:][:1]
        return sign.isascii() and sign.isalnum()

    words = _AFTER_WIDE.sub(lambda found: f" {found[0]}" if is_latin(found[1], 0) else found[0], words)
    return _BEFORE_WIDE.sub(lambda found: f"{found[0]} " if is_latin(found[1], -1) else found[0], words)


def _no_params() -> Mapping[str, Any]:
    return {}


@dataclass(frozen=True, slots=True)
class Text:
    """A translatable sentence that is rendered late: ``str(text)`` gives the words of the moment.

    A parameter may itself be a Text.
    """

    source: str
    params: Mapping[str, Any] = field(default_factory=_no_params)

    @classmethod
    def of(cls, source: str, **params: Any) -> Text:
        return cls(source, params)

    @classmethod
    def count(cls, one: str, many: str, n: int, **params: Any) -> Text:
        """Return the form for ``n`` things; ``{n}`` may stand in both sources."""
        return cls(one if n == 1 else many, {"n": n, **params})

    @classmethod
    def literal(cls, words: str) -> Text:
        """Wrap words that need no translation (a file name, a version)."""
        return cls("{words}", {"words": words})

    @classmethod
    def lines(cls, texts: Sequence[Text], between: str = "\n") -> Text:
        """Return one text of several, each on a line of its own, or with ``between`` (signs, no words) between them."""
        return cls(between.join(f"{{line{n}}}" for n in range(len(texts))),
                   {f"line{n}": one for n, one in enumerate(texts)})

    def __str__(self) -> str:
        return t(self.source, **{key: str(value) for key, value in self.params.items()})

    def to_json(self) -> dict[str, Any]:
        params = {k: v.to_json() if isinstance(v, Text) else v for k, v in self.params.items()}
        return {"source": self.source, "params": params}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Text:
        """Rebuild a text written by :meth:`to_json`; raises KeyError on anything else.

        Only plain ``{name}`` fields: a source from outside could look into objects or ask for a gigabyte of blanks.
        """
        params: dict[str, Any] = {}
        for key, value in dict(data.get("params", {})).items():
            if isinstance(value, Mapping) and "source" in value:
                params[str(key)] = cls.from_json(value)  # pyright: ignore[reportUnknownArgumentType]
            else:
                params[str(key)] = value
        source = str(data["source"])
        if params and not {"{", "}"}.isdisjoint(_FIELD.sub("", source)):
            raise KeyError("source")
        return cls(source, params)

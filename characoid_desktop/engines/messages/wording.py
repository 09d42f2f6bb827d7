"""What the tables of sentences are made of."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from characoid_desktop.core.i18n import Text

SOURCE_UNTOUCHED = Text("The original file is untouched.")
NOTHING_LEFT = Text("The original file is untouched, and no half-written file was left.")

Params = Mapping[str, object]
Sentences = Mapping[str, tuple[Callable[[Params], Text], Text | None]]
"""By code: (what happened, made of the params; what is safe)."""

Notes = Mapping[str, tuple[Text, Text]]
"""By word: (with the number ``n`` that follows it, without)."""


def always(text: Text) -> Callable[[Params], Text]:
    return lambda params: text


def given(needs: tuple[str, ...], text: Text, otherwise: Text) -> Callable[[Params], Text]:
    """``text`` filled with the params it needs, or ``otherwise`` when one of them did not come."""

    def make(params: Params) -> Text:
        if all(key in params for key in needs):
            return Text(text.source, {key: params[key] for key in needs})
        return otherwise

    return make


def same(text: Text) -> tuple[Text, Text]:
    return text, text

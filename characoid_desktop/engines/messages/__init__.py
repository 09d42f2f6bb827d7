"""The sentence for each error code of the engine children, written once: a module for each kind of work.

A code is a lower-case word that the child sends with plain params (``no_audio``, ``bad_rate`` …). The child
is not trusted: params of the wrong kind fall back to the sentence that needs none of them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from characoid_desktop.core.i18n import Text
from characoid_desktop.engines.messages import documents, general, models, sound, tables, voices
from characoid_desktop.engines.messages.wording import NOTHING_LEFT, SOURCE_UNTOUCHED, Notes, Sentences

MAX_PARAM_LENGTH = 200
_SENTENCES: Sentences = {**sound.SENTENCES, **models.SENTENCES, **voices.SENTENCES, **documents.SENTENCES,
                         **tables.SENTENCES, **general.SENTENCES}
_NOTES: Notes = {**sound.NOTES, **voices.NOTES, **documents.NOTES, **tables.NOTES}
CODES = frozenset(_SENTENCES)


def sentence_for(code: str, params: Mapping[str, Any] | None = None) -> tuple[Text, Text | None]:
    """Return (what happened, what is safe) for an engine error; never raises.

    ``params["name"]``, a file name, may be given by the caller: then the sentence starts with it.
    Unknown codes get a general sentence, since a child may be newer than this table.
    """
    clean = _bounded(params or {})
    entry = _SENTENCES.get(code, _SENTENCES["internal"])
    make, safe = entry
    sentence = make(clean)
    name = clean.get("name")
    if isinstance(name, str) and name:
        return Text.of("“{name}”: {sentence}", name=name, sentence=sentence), safe
    return sentence, safe


def _bounded(params: Mapping[str, Any]) -> dict[str, object]:
    """Keep numbers and short one-line words; everything else is not for a sentence."""
    clean: dict[str, object] = {}
    for key, value in params.items():
        if isinstance(value, bool):
            continue
        if isinstance(value, (int, float)):
            clean[str(key)] = f"{value:g}" if isinstance(value, float) else value
        elif isinstance(value, str):
            words = "".join(c if c.isprintable() else " " for c in value[: MAX_PARAM_LENGTH + 1])
            clean[str(key)] = words if len(words) <= MAX_PARAM_LENGTH else words[:MAX_PARAM_LENGTH] + "…"
    return clean


def note_for(word: str) -> Text:
    """Return the sentence for a warning of a finished request: ``word`` or ``word:number``."""
    name, _, number = word.partition(":")
    entry = _NOTES.get(name)
    if entry is None:
        return Text.of("The engine says: {word}", word=_bounded({"word": word}).get("word", ""))
    return Text.of(entry[0].source, n=number) if number.isdecimal() else entry[1]


__all__ = ["CODES", "NOTHING_LEFT", "SOURCE_UNTOUCHED", "note_for", "sentence_for"]

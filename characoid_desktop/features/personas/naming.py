"""Which character is meant by words of a person: its id, the beginning of it, or its name. Never a guess."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from typing import Final

from characoid_desktop.core.cleaning import one_line, title_line
from characoid_desktop.core.errors import AppError
from characoid_desktop.core.i18n import Text
from characoid_desktop.features.personas.models import Persona

MIN_PREFIX_CHARS: Final = 6  # of an id
SHORT_ID_CHARS: Final = 8
_SHOWN: Final = 20  # characters in a sentence
_NAME_CHARS: Final = 60


class UnknownPersona(AppError):
    code = "unknown_persona"


class AmbiguousPersona(AppError):
    code = "ambiguous_persona"


def meant(personas: Sequence[Persona], words: str) -> Persona:
    """Return the one of this id, else the only one whose name this is, or whose id begins so (≥ MIN_PREFIX_CHARS).

    Names and ids count in upper or lower case and full or half width alike. Raises UnknownPersona, AmbiguousPersona.
    """
    wanted = _folded(words)
    if not wanted:
        raise UnknownPersona(Text.of("Say which character is meant: its name, its id, or the beginning of its id."))
    exact = [one for one in personas if one.id.casefold() == wanted]
    found = exact or [one for one in personas if _folded(one.name) == wanted or (
        len(wanted) >= MIN_PREFIX_CHARS and one.id.casefold().startswith(wanted))]
    if not found:
        raise UnknownPersona(Text.of("There is no such character. There are: {names}", names=_listed(personas)))
    if len(found) > 1:
        raise AmbiguousPersona(Text.of("“{words}” may be more than one character. Say its id instead: {names}",
                                       words=one_line(words, _NAME_CHARS), names=_listed(found, short_ids(personas))))
    return found[0]


def short_ids(personas: Sequence[Persona]) -> dict[str, str]:
    """Return, by id, the beginning of each id: SHORT_ID_CHARS characters, more where another begins alike."""
    return {one.id: _short(one.id, [other.id for other in personas if other.id != one.id]) for one in personas}


def _short(id: str, others: Sequence[str]) -> str:
    length = SHORT_ID_CHARS
    while length < len(id) and any(other.casefold().startswith(id[:length].casefold()) for other in others):
        length += 1
    return id[:length]


def _listed(personas: Sequence[Persona], ids: dict[str, str] | None = None) -> str:
    names = [title_line(one.name, _NAME_CHARS) + (f" ({ids[one.id]})" if ids else "") for one in personas[:_SHOWN]]
    return ", ".join([*names, *(["…"] if len(personas) > _SHOWN else [])])


def _folded(words: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", words).casefold().split())

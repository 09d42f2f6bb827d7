"""Which output of a model is kept for a role, by the names its trainer gave the stems."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from engine.errors import EngineError

_KEPT = {
    "vocals": ("vocals", "vocal", "voice", "singing", "speech", "lead"),
    "lead_backing": ("lead", "lead vocals", "lead vocal", "karaoke", "vocals", "vocal"),
    "dereverb": ("noreverb", "no reverb", "dry", "dereverb", "no echo", "noecho", "clean", "vocals"),
}
_REST = {
    "vocals": ("instrumental", "instrum", "inst", "other", "no vocals", "accompaniment", "music", "residual"),
    "lead_backing": ("back", "backing", "backing vocals", "back vocals", "instrumental", "instrum", "other"),
    "dereverb": ("reverb", "wet", "echo", "other"),
}
ROLES = tuple(_KEPT)


class Choice(NamedTuple):
    """The output ``index``; ``invert``: it is what is left over, so the rest of the mixture is kept."""

    index: int
    invert: bool


def choice(role: str, stems: Sequence[str], config: object = None) -> Choice:
    """Return the output for ``role``; ``config`` may name it (``stem``) and turn it round (``invert``).

    Raises EngineError ``bad_params`` and ``stem_missing`` (with ``stems``).
    """
    asked = config if isinstance(config, Mapping) else {}
    invert = asked.get("invert", False)
    if not isinstance(invert, bool):
        raise EngineError("bad_params", "invert is not true or false", field="config.invert")
    names = [_word(stem) for stem in stems]
    if "stem" in asked:
        wanted = asked["stem"]
        if not isinstance(wanted, str) or _word(wanted) not in names:
            raise EngineError("bad_params", f"stems: {', '.join(stems)}"[:200], field="config.stem")
        return Choice(names.index(_word(wanted)), invert)
    for words, rest in ((_KEPT[role], False), (_REST[role], True)):
        for word in words:
            vague = rest and len(names) > 1 and (word == "other" or len(names) > 2)
            if word in names and not vague:
                return Choice(names.index(word), rest != invert)
    if len(names) == 1:
        return Choice(0, invert)
    raise EngineError("stem_missing", role, stems=", ".join(stems)[:150])


def _word(name: str) -> str:
    return " ".join(name.lower().replace("_", " ").replace("-", " ").split())

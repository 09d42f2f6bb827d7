"""Which index belongs to which voice: its dimension must fit, then the names say. No files are touched."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import PurePath

_NOISE = re.compile(
    r"(^|[_\-. ])(added|trained|ivf\d*|flat|nprobe|index|total|fea|src|feat|v[12]|\d+|[es]\d+|\d+(e|s|k|epoch|epochs)|"
    r"epoch|epochs|steps?|f0|rvc|pth|best|final|infer|latest)(?=$|[_\-. ])", re.IGNORECASE)
_GENERIC = frozenset({"weights", "logs", "assets", "indices", "models", "voices", "model",
                      "index", "download", "downloads", "desktop", "rvc", ""})
CERTAIN, LIKELY, NEAR = 3, 2, 1


@dataclass(frozen=True, slots=True)
class Named:
    """A file to be paired: its place and name as the user knows them, its features' dimension, its size."""

    path: PurePath
    dimension: int
    title: str = ""
    vectors: int = 0


def plain_name(text: str) -> str:
    """The part of a file's name that names the voice: no "added_IVF256_Flat_nprobe_1_", epochs, steps, versions."""
    before = ""
    text = text.casefold()
    while text != before:
        before, text = text, _NOISE.sub(r"\1", text)
    return re.sub(r"[\W_]+", "", text)


def likeness(voice: Named, index: Named) -> int:
    """How surely they belong together: 0 (not at all) to CERTAIN. Another dimension is never the same voice."""
    if voice.dimension != index.dimension:
        return 0
    names = {plain_name(voice.path.stem), plain_name(voice.title)} - {""}
    of_index = plain_name(index.path.stem)
    folder = index.path.parent.name
    if of_index in names:
        return CERTAIN
    if folder.casefold() not in _GENERIC and plain_name(folder) in names:
        return CERTAIN
    if of_index and any(_contains(name, of_index) for name in names):
        return LIKELY
    return NEAR if voice.path.parent == index.path.parent else 0


def pair(voices: Sequence[Named], indexes: Sequence[Named]) -> dict[int, int]:
    """Return voice number → index number. Each voice gets the index most like it; several epochs of one voice share
    theirs, an index that is only similar goes to one.

    A lone voice and a lone index that were given together belong together whatever they are called. Being in one
    folder is enough only where nothing else in that folder could be meant. Of several of one voice the one with most
    vectors is taken.
    """
    if len(voices) == 1 and len({plain_name(index.path.stem) for index in indexes}) == 1:
        fitting = [n for n, index in enumerate(indexes) if index.dimension == voices[0].dimension]
        if fitting:
            return {0: max(fitting, key=lambda n: indexes[n].vectors)}
    ranked = sorted(
        ((likeness(voice, index), index.vectors, -v, -i) for v, voice in enumerate(voices)
         for i, index in enumerate(indexes)), reverse=True)
    pairs: dict[int, int] = {}
    for score, _, minus_v, minus_i in ranked:
        v, i = -minus_v, -minus_i
        if score == 0 or v in pairs or (score < CERTAIN and i in pairs.values()):
            continue
        if score == NEAR and not _alone(voices, indexes, v, i):
            continue
        pairs[v] = i
    return pairs


def _alone(voices: Sequence[Named], indexes: Sequence[Named], v: int, i: int) -> bool:
    folder = voices[v].path.parent
    return (sum(voice.path.parent == folder for voice in voices) == 1
            and sum(index.path.parent == folder for index in indexes) == 1)


def _contains(one: str, other: str) -> bool:
    shorter, longer = sorted((one, other), key=len)
    return len(shorter) >= 3 and shorter in longer

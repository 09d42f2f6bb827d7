"""What is measured of a sound only when somebody wants to see or compare it: its spectrogram and its loudness."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from characoid_desktop.core.errors import AppError
from characoid_desktop.engines.contracts import EngineHost, EngineJobError
from characoid_desktop.engines.messages import sentence_for
from characoid_desktop.features.rvc.conversion import named
from characoid_desktop.features.rvc.models import loudness, number

COLUMNS, BINS = 1_000, 192
KEPT = 24  # spectrograms in memory, 192 kB each
KEPT_LEVELS = 500
_Key = tuple[Path, int, int]
_T = TypeVar("_T")


@dataclass(frozen=True, slots=True, eq=False)
class Spectrogram:
    """``levels``: one byte for each column and bin, column after column, the lowest frequency first; 0 is
    ``floor_db``, 255 is 0 dB. Bins are spaced evenly in the logarithm of frequency."""

    columns: int
    bins: int
    levels: bytes
    low_hz: float
    high_hz: float
    floor_db: float


class SoundAnalysis:
    """Asks the media engine once for each file as it is now, and remembers."""

    def __init__(self, media: EngineHost) -> None:
        self._media = media
        self._pictures: OrderedDict[_Key, Spectrogram] = OrderedDict()
        self._levels: OrderedDict[_Key, float | None] = OrderedDict()

    async def spectrogram(self, path: Path) -> Spectrogram:
        """Return the spectrogram of a file; raises AppError, and OSError for a file that is gone."""
        key = await self._key(path)
        if key in self._pictures:
            self._pictures.move_to_end(key)
            return self._pictures[key]
        try:
            answer = await self._media.run("spectrogram", {"path": str(path), "columns": COLUMNS, "bins": BINS})
        except EngineJobError as error:
            raise named(error, path) from error
        levels = bytes(answer.payloads[0]) if answer.payloads else b""
        if len(levels) != COLUMNS * BINS:
            raise AppError(sentence_for("garbage_answer")[0], code="garbage_answer")
        value = answer.value
        made = Spectrogram(
            COLUMNS, BINS, levels, number(value.get("low_hz"), 1.0, 400_000.0, 40.0),
            number(value.get("high_hz"), 1.0, 400_000.0, 20_000.0), number(value.get("floor_db"), -200.0, -1.0, -96.0))
        _keep(self._pictures, key, made, KEPT)
        return made

    async def loudness(self, path: Path) -> float | None:
        """Return LUFS, None for silence; raises AppError, and OSError for a file that is gone."""
        key = await self._key(path)
        if key not in self._levels:
            answer = await self._media.run("loudness", {"path": str(path)})
            _keep(self._levels, key, loudness(answer.value.get("lufs")), KEPT_LEVELS)
        return self._levels[key]

    async def _key(self, path: Path) -> _Key:
        state = await asyncio.get_running_loop().run_in_executor(None, path.stat)
        return path, state.st_size, state.st_mtime_ns


def _keep(known: OrderedDict[_Key, _T], key: _Key, value: _T, limit: int) -> None:
    known[key] = value
    while len(known) > limit:
        known.popitem(last=False)

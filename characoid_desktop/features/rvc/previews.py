"""Trying an effect on a region: the last wish wins, and the cache stays small."""

from __future__ import annotations

import asyncio
import os
import shutil
import uuid
from collections.abc import Callable, Coroutine, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from characoid_desktop.engines.contracts import EngineHost, EngineJobError, EngineProgress
from characoid_desktop.features.rvc.conversion import named, peaks_of
from characoid_desktop.features.rvc.destination import check_destination, check_source
from characoid_desktop.features.rvc.models import MAX_DURATION_S, PICTURE_COLUMNS, loudness, number, words

KEEP = 8  # the newest previews stay: going back and forth between two presets costs nothing
PREVIEW_BYTES = 500_000_000  # and together they take at most so much
MIN_SECONDS = 0.2
MAX_SECONDS = 60.0


@dataclass(frozen=True, slots=True)
class Preview:
    """A converted region in a file of its own; ``start_s`` is its place in the original."""

    path: Path
    start_s: float
    duration_s: float
    lufs_in: float | None
    lufs_out: float | None
    peaks: bytes
    warnings: tuple[str, ...] = ()


class Previews:
    """Makes previews. A later request cancels the earlier one, which then gives None.

    ``room`` is asked each time: how many bytes the previews may take together, the newest one always allowed.
    """

    def __init__(
        self, engine: EngineHost, folder: Path, room: Callable[[], int] = lambda: PREVIEW_BYTES, *,
        voices: EngineHost | None = None,
    ) -> None:
        self._engine = engine
        self._voices = voices if voices is not None else engine
        self._folder = folder
        self._room = room
        self._turn = 0
        self._running: asyncio.Task[Any] | None = None
        self._superseded: set[asyncio.Task[Any]] = set()

    async def make(
        self, source: Path, start_s: float, seconds: float, effect: Mapping[str, Any],
        on_progress: Callable[[EngineProgress], object] | None = None,
    ) -> Preview | None:
        """Convert a region into a temporary file; None when a later request took its place.

        Raises AppError. The file stays until KEEP later ones were made or the app starts again.
        """
        return await self._in_turn(lambda: self._make(source, start_s, seconds, effect, on_progress))

    async def make_voice(
        self, source: Path, start_s: float, seconds: float, order: Mapping[str, Any],
        on_progress: Callable[[EngineProgress], object] | None = None,
    ) -> Preview | None:
        """The same with a library voice; ``order`` are the params of ``convert_voice`` without the files."""
        return await self._in_turn(lambda: self._make_voice(source, start_s, seconds, order, on_progress))

    async def _in_turn(self, work: Callable[[], Coroutine[Any, Any, Preview]]) -> Preview | None:
        me = asyncio.current_task()
        assert me is not None
        self._turn += 1
        turn = self._turn
        previous, self._running = self._running, me
        try:
            if previous is not None and not previous.done():
                self._superseded.add(previous)
                previous.cancel()
                await asyncio.wait([previous])
            if turn != self._turn:
                return None
            return await work()
        except asyncio.CancelledError:
            if me not in self._superseded:
                raise
            me.uncancel()
            return None
        finally:
            self._superseded.discard(me)
            if self._running is me:
                self._running = None

    def cancel(self) -> None:
        """Stop the running request, if any; it gives None."""
        if self._running is not None and not self._running.done():
            self._turn += 1
            self._superseded.add(self._running)
            self._running.cancel()

    async def _make(
        self, source: Path, start_s: float, seconds: float, effect: Mapping[str, Any],
        on_progress: Callable[[EngineProgress], object] | None,
    ) -> Preview:
        loop = asyncio.get_running_loop()
        seconds = min(MAX_SECONDS, max(MIN_SECONDS, seconds))
        path = self._folder / f"{uuid.uuid4().hex}.wav"
        await loop.run_in_executor(None, self._prepare, source, path, self._room())
        try:
            answer = await self._engine.run(
                "preview",
                {"input": str(source), "output": str(path), "format": "wav", "effect": dict(effect),
                 "tags": {}, "columns": PICTURE_COLUMNS, "start_s": max(0.0, start_s), "seconds": seconds},
                on_progress=on_progress, scratch=(path,))
        except EngineJobError as error:
            raise named(error, source) from error
        await loop.run_in_executor(None, _keep_newest, self._folder, KEEP, self._room())
        value = answer.value
        return Preview(
            path, max(0.0, start_s), number(value.get("duration_s"), 0.0, MAX_DURATION_S, seconds),
            loudness(value.get("lufs_in")), loudness(value.get("lufs_out")), peaks_of(answer.payloads)[0],
            words(value.get("warnings")))

    async def _make_voice(
        self, source: Path, start_s: float, seconds: float, order: Mapping[str, Any],
        on_progress: Callable[[EngineProgress], object] | None,
    ) -> Preview:
        loop = asyncio.get_running_loop()
        start_s, seconds = max(0.0, start_s), min(MAX_SECONDS, max(MIN_SECONDS, seconds))
        path = self._folder / f"{uuid.uuid4().hex}.wav"
        await loop.run_in_executor(None, self._prepare, source, path, self._room())
        answer = await self._voices.run(
            "convert_voice",
            {**order, "input": str(source), "output": str(path), "start_s": start_s, "seconds": seconds},
            on_progress=on_progress, scratch=(path, path.with_name(f"{path.name}.more")))
        await loop.run_in_executor(None, _keep_newest, self._folder, KEEP, self._room())
        picture = await self._engine.run("peaks", {"path": str(path), "columns": PICTURE_COLUMNS})
        value = answer.value
        return Preview(
            path, start_s, number(value.get("duration_s"), 0.0, MAX_DURATION_S, seconds),
            None, loudness(value.get("lufs_out")), peaks_of(picture.payloads)[0], words(value.get("warnings")))

    def _prepare(self, source: Path, path: Path, room: int) -> None:
        check_source(source)
        check_destination(self._folder, path, int(MAX_SECONDS * 48_000 * 8 * 4))
        _keep_newest(self._folder, KEEP - 1, room)

    async def sweep(self) -> None:
        """At start: remove what the last run of the app left."""
        await asyncio.get_running_loop().run_in_executor(None, _sweep, self._folder)


def _sweep(folder: Path) -> None:
    _keep_newest(folder, 0, 0)
    for left in folder.glob("*.wav.more"):  # a foreign program's scratch folder, after a crash
        shutil.rmtree(left, ignore_errors=True)


def _keep_newest(folder: Path, keep: int, room: int) -> None:
    """Remove all but the ``keep`` newest files, and of these what is beyond ``room`` bytes but for the newest."""
    try:
        with os.scandir(folder) as entries:
            found = [(entry.stat(), entry.path) for entry in entries if entry.is_file()]
    except OSError:
        return
    found.sort(key=lambda file: (file[0].st_mtime_ns, file[1]), reverse=True)
    used = 0
    for place, (state, path) in enumerate(found):
        used += state.st_size
        if place >= keep or (place > 0 and used > room):
            try:
                os.unlink(path)  # noqa: PTH108 - a string from scandir
            except OSError:
                continue

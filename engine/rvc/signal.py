"""The input as RVC hears it: mono, 16 kHz, high-passed, mirrored beyond its ends; read by position, forward only."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from engine.audio.resample import StreamResampler
from engine.audio.source import AudioSource
from engine.rvc.high_pass import HighPass

RATE = 16_000
LOUDEST = 0.95  # RVC turns louder input down to this before anything else
_BLOCK = 65_536


class Part:
    """A stretch of the source in its own frames: from ``begin`` up to ``end`` (None: the end of the sound)."""

    def __init__(self, begin: int = 0, end: int | None = None) -> None:
        self.begin, self.end = begin, end


def decoded(source: AudioSource, part: Part, check: Callable[[], None]) -> Iterator[np.ndarray]:
    """Give the part as blocks of mono float32 at the source's rate."""
    source.seek(part.begin)
    position = part.begin
    while part.end is None or position < part.end:
        check()
        block = source.read(_BLOCK if part.end is None else min(_BLOCK, part.end - position))
        if not len(block):
            return
        position += len(block)
        yield block.mean(axis=1, dtype=np.float32)


class Signal:
    """The part of ``source`` times ``gain``, as samples 0.. at 16 kHz.

    Only what lies between the last :meth:`release` and what was read is held. ``heard`` gets every block once.
    """

    def __init__(
        self, source: AudioSource, part: Part, gain: float, check: Callable[[], None],
        heard: Callable[[np.ndarray], None] | None = None,
    ) -> None:
        self._heard = heard
        self._blocks = decoded(source, part, check)
        self._resampler = StreamResampler(source.info.rate, RATE, 1)
        self._filter = HighPass()
        self._gain = gain
        self._base = 0
        self._held = np.zeros(0, np.float32)
        self._ended = False

    @property
    def ended(self) -> bool:
        """Whether all was read, so that :attr:`reached` is the length."""
        return self._ended

    @property
    def reached(self) -> int:
        """How many samples are known."""
        return self._base + len(self._held)

    def reach(self, position: int) -> bool:
        """Read on until ``position`` samples are known; False when the sound ends before."""
        parts = [self._held]
        known = self.reached
        while known < position and not self._ended:
            block = self._next()
            if self._heard is not None:
                self._heard(block)
            parts.append(block)
            known += len(block)
        if len(parts) > 1:
            self._held = np.concatenate(parts)
        return known >= position

    def release(self, position: int) -> None:
        """Forget everything before ``position``."""
        drop = min(max(0, position - self._base), len(self._held))
        if drop:
            self._held = self._held[drop:].copy()
            self._base += drop

    def read(self, begin: int, end: int) -> np.ndarray:
        """Return the samples ``begin..end``; beyond both ends the sound is mirrored (as numpy's ``reflect``).

        What is needed must not have been released.
        """
        self.reach(end)
        if begin >= self._base and end <= self.reached:
            return self._held[begin - self._base : end - self._base].copy()
        length = self.reached
        if not length:
            return np.zeros(end - begin, np.float32)
        places = np.arange(begin, end)
        if length == 1:
            places[:] = 0
        else:
            places = np.abs(places) % (2 * (length - 1))
            places = np.where(places < length, places, 2 * (length - 1) - places)
        return self._held[places - self._base]

    def _next(self) -> np.ndarray:
        block = next(self._blocks, None)
        if block is None:
            self._ended = True
            rest = self._resampler.flush()[:, 0] * self._gain
            return np.concatenate((self._filter.push(rest), self._filter.flush()))
        return self._filter.push(self._resampler.process(block[:, None])[:, 0] * self._gain)


class Measure:
    """What must be known of a part before it is converted: its ``frames``, and the ``gain`` that RVC applies."""

    def __init__(self, source: AudioSource, part: Part, check: Callable[[], None]) -> None:
        resampler = StreamResampler(source.info.rate, RATE, 1)
        self.frames = 0
        peak = 0.0
        for block in decoded(source, part, check):
            self.frames += len(block)
            peak = max(peak, _peak(resampler.process(block[:, None])))
        peak = max(peak, _peak(resampler.flush()))
        self.gain = min(1.0, LOUDEST / peak) if peak > 0 else 1.0


def _peak(block: np.ndarray) -> float:
    return float(np.abs(block).max(initial=0.0))

"""Blocks for the player: any sound at the rate, channels and gain asked for, seamless from call to call."""

from __future__ import annotations

import math
import os
import threading
from collections import OrderedDict
from collections.abc import Callable

import numpy as np

from engine.audio.files import FileIdentity
from engine.audio.layouts import mix, mix_matrix
from engine.audio.resample import StreamResampler
from engine.audio.source import AudioSource, open_audio

KEPT_SOURCES = 4
_READ_FRAMES = 16384
_LEAD_S = 0.1  # so much before a seek is converted as well, because the resampler looks back


class PcmStream:
    """One open sound at one rate and channel count, at a position in output frames."""

    def __init__(self, source: AudioSource, rate: int, channels: int, check: Callable[[], None]) -> None:
        self._source, self._rate, self._channels = source, rate, channels
        self._matrix = mix_matrix(source.info.layout, channels)
        self.check = check
        self._restart(0)

    @property
    def source(self) -> AudioSource:
        return self._source

    def read(self, start: int, count: int) -> tuple[np.ndarray, bool]:
        """Return up to ``count`` frames from output frame ``start``, and whether the sound ends with them.

        The frames are the same whether they are reached in order or by a jump.
        """
        if start != self._position:
            self._jump(start)
        parts: list[np.ndarray] = []
        need = count
        while need > 0 and self._fill():
            block = self._ready[:need]
            self._ready = self._ready[len(block) :]
            parts.append(block)
            need -= len(block)
        out = np.concatenate(parts) if parts else np.zeros((0, self._channels), np.float32)
        self._position += len(out)
        return out, not self._fill()

    def _jump(self, start: int) -> None:
        ahead = start - self._position
        if not 0 <= ahead <= self._rate:
            rate_in = self._source.info.rate
            # Begin where both rates have a frame at the same moment, so that the phase is that of a whole run.
            unit = math.gcd(rate_in, self._rate)
            step_in, step_out = rate_in // unit, self._rate // unit
            steps = max(0, math.floor((start / self._rate - _LEAD_S) * unit))
            self._restart(steps)
            assert self._position == steps * step_out
            assert self._source.position <= steps * step_in
            ahead = start - self._position
        while ahead > 0 and self._fill():
            dropped = min(ahead, len(self._ready))
            self._ready = self._ready[dropped:]
            self._position += dropped
            ahead -= dropped
        self._position = start  # beyond the end there is nothing, wherever one asks

    def _restart(self, steps: int) -> None:
        rate_in = self._source.info.rate
        unit = math.gcd(rate_in, self._rate)
        self._source.seek(steps * (rate_in // unit))
        self._position = steps * (self._rate // unit)
        self._resampler = StreamResampler(rate_in, self._rate, self._channels)
        self._ready = np.zeros((0, self._channels), np.float32)
        self._flushed = False

    def _fill(self) -> bool:
        """Have at least one frame ready; False at the end."""
        while not len(self._ready):
            if self._flushed:
                return False
            self.check()
            block = self._source.read(_READ_FRAMES)
            if len(block):
                self._ready = self._resampler.process(mix(block, self._matrix))
            else:
                self._flushed = True
                self._ready = self._resampler.flush()
        return True


class PcmCache:
    """The streams that were used last, by path, rate and channels. Safe to call from several threads.

    A file that was replaced under its name is opened anew.
    """

    def __init__(self, kept: int = KEPT_SOURCES) -> None:
        self._kept = kept
        self._lock = threading.Lock()
        self._idle: OrderedDict[tuple[str, int, int], PcmStream] = OrderedDict()

    def take(self, path: str, rate: int, channels: int, check: Callable[[], None]) -> PcmStream:
        """Return a stream for the caller alone; hand it back with :meth:`give`. Raises as open_audio."""
        with self._lock:
            stream = self._idle.pop((path, rate, channels), None)
        if stream is not None:
            if _identity(path) == stream.source.identity:
                stream.check = check
                return stream
            stream.source.close()
        source = open_audio(path, check=check)
        try:
            return PcmStream(source, rate, channels, check)
        except BaseException:
            source.close()
            raise

    def give(self, path: str, rate: int, channels: int, stream: PcmStream) -> None:
        with self._lock:
            old = self._idle.pop((path, rate, channels), None)
            self._idle[(path, rate, channels)] = stream
            dropped = [old] if old is not None else []
            while len(self._idle) > self._kept:
                dropped.append(self._idle.popitem(last=False)[1])
        for other in dropped:
            other.source.close()

    def clear(self) -> None:
        with self._lock:
            idle, self._idle = list(self._idle.values()), OrderedDict()
        for stream in idle:
            stream.source.close()


def _identity(path: str) -> FileIdentity | None:
    try:
        return FileIdentity.of(os.lstat(path))
    except (OSError, ValueError):
        return None

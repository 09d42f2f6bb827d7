"""A stream through a network that takes segments of a fixed length: overlapping, faded, exact in length."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from engine.audio.resample import StreamResampler
from engine.builtin.stream import Audio, Fifo

Network = Callable[[Audio], Audio]
"""Takes a segment (frames, 2) and gives the stem that is kept, of the same shape."""


class Segments:
    """Cuts a stream at the network's rate into segments and puts the answers together again.

    Neighbours overlap by ``overlap`` of a segment and are faded into each other by straight lines that add up to
    one (both estimate the same signal). Before the first and after the last frame lies silence, so that every frame
    of the stream is at least half an overlap away from the edge of a segment, where networks know least.
    """

    def __init__(self, network: Network, segment: int, overlap: float, check: Callable[[], None]) -> None:
        self._network, self._check = network, check
        self._segment = segment
        self._overlap = min(segment // 2, round(segment * overlap))
        self._hop = segment - self._overlap
        self._audio = Fifo(2, self._overlap)
        self._skip = self._overlap
        self._tail = np.zeros((self._overlap, 2), np.float32)
        self._rise = ((np.arange(self._overlap) + 0.5) / max(1, self._overlap)).astype(np.float32)[:, None]
        self._owed = 0
        self.done = 0  # segments

    def position(self, part: float) -> float:
        """Return up to which frame of the answer is computed when ``part`` (0..1) of the next segment is."""
        return max(0.0, (self.done + part) * self._hop - self._overlap)

    def push(self, block: Audio) -> Audio:
        self._audio.put(block)
        self._owed += len(block)
        done: list[Audio] = []
        while len(self._audio) >= self._segment:
            self._check()
            done.append(self._next())
        return np.concatenate(done) if done else self._audio.empty()

    def flush(self) -> Audio:
        """Return the rest."""
        done: list[Audio] = []
        while self._owed > 0:
            self._check()
            missing = self._segment - len(self._audio)
            if missing > 0:
                self._audio.put(np.zeros((missing, 2), np.float32))
            done.append(self._next())
        return np.concatenate(done) if done else self._audio.empty()

    def _next(self) -> Audio:
        out = np.array(self._network(self._audio.peek(self._segment)), np.float32)
        self._audio.drop(self._hop)
        self.done += 1
        if self._overlap:
            out[: self._overlap] = out[: self._overlap] * self._rise + self._tail
            self._tail = out[self._hop :] * self._rise[::-1]
        ready = out[: self._hop]
        skipped = min(self._skip, len(ready))
        self._skip -= skipped
        ready = ready[skipped : skipped + self._owed]
        self._owed -= len(ready)
        return ready


class ModelStream:
    """A network on a stream of another rate and channel count; a Separator (see spectral)."""

    def __init__(
        self, network: Network, rate: int, channels: int, model_rate: int, segment: int, overlap: float,
        check: Callable[[], None],
    ) -> None:
        self._channels = channels
        self._to = StreamResampler(rate, model_rate, 2)
        self._back = StreamResampler(model_rate, rate, 2)
        self._segments = Segments(network, segment, overlap, check)
        self._owed = 0
        self._piece = max(1, rate)  # resampled at a time
        self._rate = model_rate

    def seconds(self, part: float) -> float:
        """Return how much of the sound is computed when ``part`` (0..1) of the present segment is."""
        return self._segments.position(part) / self._rate

    def push(self, block: Audio) -> Audio:
        self._owed += len(block)
        stereo = np.repeat(block, 2, axis=1) if self._channels == 1 else block
        parts = [
            self._back.process(self._segments.push(self._to.process(stereo[at : at + self._piece])))
            for at in range(0, len(stereo), self._piece)
        ]
        return self._given(parts)

    def flush(self) -> Audio:
        parts = [self._back.process(self._segments.push(self._to.flush())),
                 self._back.process(self._segments.flush()), self._back.flush()]
        return self._given(parts, last=True)

    def _given(self, parts: list[Audio], last: bool = False) -> Audio:
        out = np.concatenate([np.zeros((0, 2), np.float32), *parts])[: self._owed]
        missing = self._owed - len(out)
        if last and missing > 0:  # two roundings of the length lose at most a frame or two
            out = np.concatenate([out, np.zeros((missing, 2), np.float32)])
        self._owed -= len(out)
        return out.mean(axis=1, keepdims=True, dtype=np.float32) if self._channels == 1 else out

"""The conversion itself: a stream at 16 kHz in, the voice's samples out, one chunk of some seconds at a time.

Chunks are cut where it is quiet. Each hears a second beyond both of its ends, which is computed but not given out, and
goes on a little into the next one, where both are drawn into each other. Noise and the phase of the sine belong to the
place in the sound and not to the chunk, so neighbours agree where they meet.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
import torch

from engine.errors import EngineError
from engine.rvc import cuts, pitch
from engine.rvc.f0 import HOP
from engine.rvc.features import Features
from engine.rvc.noise import Noise, PlacedNoise
from engine.rvc.signal import RATE, Signal
from engine.rvc.stopwatch import Stopwatch
from engine.rvc.synthesizer import Synthesizer
from engine.rvc.tracking import PAD, PAD_FRAMES, Curve

JOIN_FRAMES = 3  # drawn from one chunk into the next
_SEARCH = 0.15  # of a chunk, to each side of where it should end
_MARGIN = 6 * cuts.GRID  # heard beyond the places that are compared
_FORMANT_EDGE = 4  # frames around what is wanted, for the resampler
_WINDOW = HOP  # further samples that a chunk hears, so that the last feature frame is whole


@dataclass(frozen=True, slots=True)
class Chunk:
    """Samples ``begin`` up to ``end`` at 16 kHz; ``last``: the sound ends with it."""

    begin: int
    end: int
    last: bool


def plan(signal: Signal, begin: int, chunk_s: float, stop: int) -> Iterator[Chunk]:
    """Give the chunks of ``signal`` from ``begin`` up to about ``stop``; reads ahead to place a cut.

    The last chunk ends with the signal, or at ``stop`` where the signal goes on (a region).
    """
    size = max(cuts.GRID, round(chunk_s * RATE / cuts.GRID) * cuts.GRID)
    search = round(size * _SEARCH / cuts.GRID) * cuts.GRID
    while True:
        target = begin + size
        signal.reach(min(target + 2 * search, stop) + PAD + _WINDOW)
        if stop - begin <= size + 2 * search:
            yield Chunk(begin, min(stop, signal.reached), True)
            return
        low = target - search - _MARGIN
        heard = signal.read(low, min(target + search + _MARGIN, signal.reached))
        end = low + cuts.quietest(heard, _MARGIN, _MARGIN + 2 * search, _MARGIN + search)
        yield Chunk(begin, end, False)
        begin = end


class Converter:
    """Converts chunks of one input. ``curve`` is in Hz as it is to sound, None for a voice without pitch.

    ``origin``: the frame of the whole sound that frame 0 here is, which noise goes by. ``check`` may raise. ``noise``
    (instead of ``seed``) and ``join_frames`` are for comparing with other programs.
    """

    def __init__(
        self, features: Features, synthesizer: Synthesizer, curve: Curve | None, *, speaker: int = 0, seed: int = 0,
        formant: float = 0.0, origin: int = 0, watch: Stopwatch, check: Callable[[], None],
        noise: Noise | None = None, join_frames: int = JOIN_FRAMES,
    ) -> None:
        self._features, self._synthesizer, self._curve = features, synthesizer, curve
        self._speaker, self._origin = speaker, origin
        self._noise = noise or PlacedNoise(seed, synthesizer.geometry.inter, synthesizer.hop)
        self._join = join_frames
        self._stretch = 2.0 ** (formant / 12.0)
        self._slow_curve = None if curve is None or formant == 0.0 else curve.slower(self._stretch, origin)
        self._watch, self._check = watch, check

    def stream(self, signal: Signal, chunks: Iterator[Chunk], frames: int) -> Iterator[np.ndarray]:
        """Give the samples at the voice's rate, together ``frames`` frames of 10 ms from the first chunk's begin."""
        hop = self._synthesizer.hop
        tail = np.zeros(0, np.float32)
        start: int | None = None
        for chunk in chunks:
            self._check()
            first = chunk.begin // HOP
            start = first if start is None else start
            end = start + frames if chunk.last else chunk.end // HOP
            extra = 0 if chunk.last else self._join
            made = self._convert(signal, chunk, first, end - first + extra)
            made[: len(tail)] = joined(tail, made[: len(tail)])
            cut = len(made) - extra * hop
            yield made[:cut]
            tail = made[cut:]
            signal.release(chunk.end - PAD)

    def _convert(self, signal: Signal, chunk: Chunk, first: int, wanted: int) -> np.ndarray:
        """Return ``wanted`` frames of samples from frame ``first`` (where the chunk begins) on."""
        end = chunk.end + PAD + (0 if chunk.last else _WINDOW)
        wave = signal.read(chunk.begin - PAD, end)
        low = first - PAD_FRAMES
        hz = None if self._curve is None else self._curve.at(low, len(wave) // HOP)
        features = self._features(wave, hz)
        self._check()
        with self._watch("synthesis"):
            if self._stretch == 1.0:
                phase = 0.0 if self._curve is None else self._curve.phase(low)
                made = self._infer(features, hz, low + self._origin, phase, PAD_FRAMES, wanted)
            else:
                made = self._with_formants(features, low + self._origin, wanted)
        if not np.isfinite(made).all():
            raise EngineError("voice_not_finite", f"chunk at {chunk.begin}")
        return made

    def _infer(
        self, features: torch.Tensor, hz: np.ndarray | None, low: int, phase: float, skip: int, wanted: int
    ) -> np.ndarray:
        count = features.shape[1]
        classes = pitchf = None
        if hz is not None:
            classes = torch.from_numpy(pitch.coarse(hz[:count]))[None]
            pitchf = torch.from_numpy(np.ascontiguousarray(hz[:count], np.float32))[None]
        made = self._synthesizer.infer(
            features, classes, pitchf, self._speaker, noise=self._noise.at(low, count), skip_head=skip,
            return_length=wanted, phase=phase, check=self._check,
        ).numpy()
        missing = wanted * self._synthesizer.hop - len(made)
        return np.pad(made, (0, missing)) if missing > 0 else made

    def _with_formants(self, features: torch.Tensor, low: int, wanted: int) -> np.ndarray:
        """Speak slower by the stretch at a pitch lower by it, then play faster: formants rise, pitch and time stay."""
        import soxr

        stretch, hop = self._stretch, self._synthesizer.hop
        # The slow frames lie on one grid for the whole sound, so that chunks agree where they meet.
        grid = np.arange(math.ceil(low * stretch), math.floor((low + features.shape[1] - 1) * stretch) + 1)
        at = grid / stretch - low
        before = at.astype(np.int64)
        share = torch.from_numpy((at - before).astype(np.float32))[None, :, None]
        after = np.minimum(before + 1, features.shape[1] - 1)
        slow = features[:, before] * (1.0 - share) + features[:, after] * share
        first = int(grid[0])
        curve = self._slow_curve
        slow_hz = None if curve is None else curve.at(first, len(grid))
        phase = 0.0 if curve is None else curve.phase(first)
        begin = max(0, int(np.searchsorted(at, PAD_FRAMES)) - _FORMANT_EDGE)
        length = min(len(grid) - begin, int(wanted * stretch) + 2 * _FORMANT_EDGE + 2)
        made = self._infer(slow, slow_hz, first, phase, begin, length)
        lead = (PAD_FRAMES - float(at[begin])) * hop
        skip = round(lead)
        made = delayed(made, (skip - lead) * stretch)
        fast = soxr.resample(made, self._synthesizer.rate * stretch, self._synthesizer.rate, quality="HQ")
        part = fast[skip : skip + wanted * hop]
        return np.pad(part, (0, wanted * hop - len(part)))


def delayed(wave: np.ndarray, samples: float) -> np.ndarray:
    """Return ``wave`` later by a part of a sample (its end wraps round to its beginning)."""
    size = len(wave)
    turn = np.exp(-2j * np.pi * np.fft.rfftfreq(size) * samples)
    return np.fft.irfft(np.fft.rfft(wave) * turn, size).astype(np.float32)


def joined(before: np.ndarray, after: np.ndarray) -> np.ndarray:
    """Draw from ``before`` into ``after`` evenly over their length."""
    share = ((np.arange(len(before)) + 0.5) / max(1, len(before))).astype(np.float32)
    return before * (1.0 - share) + after * share

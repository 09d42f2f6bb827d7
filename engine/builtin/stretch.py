"""Pitch change over Signalsmith Stretch (python-stretch), streamed in blocks that join without a mark.

The library stretches the time and soxr takes the stretch back, which moves the pitch exactly. (The pitch mode of
the library itself places partials by the centre of their energy and misses by up to 1.5 Hz, a quarter of a
semitone in the bass; as a time stretch it is exact.)

``Signalsmith.Stretch.process`` starts anew with every call: it is exact in length and compensates its own
latency, but the phase of every partial depends on where the call began. Two neighbouring blocks therefore
agree in everything but the phase of their partials, and a plain cross-fade would cancel some of them.

So blocks overlap, and inside the overlap they are joined in the frequency domain. Around each spectral peak
the phase difference of the two blocks is constant (both follow the same partial); it is measured once per
peak (regions of influence as in Laroche & Dolson, "Improved phase vocoder time-scale modification of audio",
IEEE Trans. Speech and Audio Processing 7(3), 1999), and over the overlap the one block is turned into the
other: a partial moves by at most half a turn in ``RAMP_S``, i.e. by 1.3 Hz for a moment. The weights follow
the measured coherence: where the blocks agree (tones) the cross-fade is one of equal gain, where they do not
(noise) one of equal power. Every channel gets the same turn and the same weights, so the image stays.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from itertools import pairwise

import numpy as np
import numpy.typing as npt
import python_stretch
import scipy.fft
import soxr

from engine.builtin.stream import HANN_SQUARE_SUM, Audio, Fifo, hann, window_size

MIN_SEMITONES, MAX_SEMITONES = -24.0, 24.0
MAX_STEP = 10.0  # semitones at once: towards twice the length the library begins to blur on purpose

BLOCK_SAMPLES = 200_000  # of all channels together: one call takes about 50 ms on a 2-core VM
MIN_BLOCK_S, MAX_BLOCK_S = 0.4, 4.0
STRETCH_WINDOW_S = 0.15  # keeps a low triad apart and a vibrato together; four hops each: others beat
CONTEXT_S = 0.12  # a call damages up to 100 ms at either end; silence before and after the file as well
RESAMPLE = 48_000.0  # any number: soxr takes two rates and uses their ratio
RAMP_S = 0.4  # of two blocks turning into each other
WINDOW_S = 0.16  # of the spectra a join is made of: resolves partials about 25 Hz apart


class PitchShifter:
    """Moves every frequency by ``semitones``; output length equals input length, sample 0 is sample 0.

    ``push`` and ``flush`` take and return float32 of shape (frames, channels). What comes out does not
    depend on how the input was cut into blocks. ``check`` is called between pieces of work and may raise.
    """

    def __init__(
        self, rate: int, channels: int, semitones: float, check: Callable[[], None] = lambda: None
    ) -> None:
        steps = max(1, math.ceil(abs(semitones) / MAX_STEP))
        self._steps = [_Step(rate, channels, semitones / steps, check) for _ in range(steps)]

    def push(self, block: Audio) -> Audio:
        """Take frames; return those that are finished (maybe none)."""
        for step in self._steps:
            block = step.push(block)
        return block

    def flush(self) -> Audio:
        """Return the rest. The shifter is used up afterwards."""
        rest = self._steps[0].flush()
        for step in self._steps[1:]:
            rest = np.concatenate((step.push(rest), step.flush()))
        return rest


class _Step:
    """A shift by at most MAX_STEP semitones."""

    def __init__(self, rate: int, channels: int, semitones: float, check: Callable[[], None]) -> None:
        self._check = check
        self._ratio = 2.0 ** (semitones / 12.0)
        self._channels = channels
        self._stretch = python_stretch.Signalsmith.Stretch()
        # The window lies in stretched time: the root makes it as long for the source as for the result.
        hop = max(8, round(STRETCH_WINDOW_S * rate * math.sqrt(self._ratio) / 4))
        self._stretch.configure(channels, 4 * hop, hop)
        self._stretch.setTimeFactor(1.0 / self._ratio)
        self._join = _Join(rate)
        self._context = math.ceil(CONTEXT_S * rate)
        block = min(MAX_BLOCK_S, max(MIN_BLOCK_S, BLOCK_SAMPLES / max(1.0, self._ratio) / channels / rate))
        self._hop = math.ceil(block * rate)
        self._buffer = Fifo(channels, self._context)  # starts with silence as the context of sample 0
        self._received = 0
        self._start = 0  # first frame of the next block
        self._tail: Audio | None = None  # what the block before says about the next join

    def push(self, block: Audio) -> Audio:
        """Take frames; return those that are finished (maybe none)."""
        self._buffer.put(block)
        self._received += len(block)
        needed = self._hop + self._join.length + self._context
        done: list[Audio] = []
        while self._received >= self._start + needed:
            self._check()
            done.append(self._block(self._buffer.peek(self._context + needed), self._hop))
            self._buffer.drop(self._hop)
            self._start += self._hop
        return np.concatenate(done) if done else self._buffer.empty()

    def flush(self) -> Audio:
        """Return the rest. The shifter is used up afterwards."""
        self._check()
        rest = self._received - self._start
        if rest <= 0:
            return self._buffer.empty()
        source = self._buffer.peek(self._context + rest)
        after = np.zeros((self._context, self._channels), np.float32)
        return self._block(np.concatenate((source, after)), rest)

    def _block(self, source: Audio, frames: int) -> Audio:
        """Shift ``source`` (context, frames, overlap, context); return its ``frames``, joined to the last."""
        shifted = self._shift(source)
        begin, end, overlap = self._context, self._context + frames, self._join.length
        out = np.array(shifted[begin:end])
        if self._tail is not None:
            self._check()
            out[:overlap] = self._join(self._tail, shifted[begin : begin + overlap])[:frames]
        self._tail = np.array(shifted[end : end + overlap])
        return out

    def _shift(self, source: Audio) -> Audio:
        stretched: Audio = self._stretch.process(np.ascontiguousarray(source.T)).T
        # The very lengths give the ratio, so that the answer is as long as the source.
        shifted = soxr.resample(np.ascontiguousarray(stretched), len(stretched) / len(source) * RESAMPLE, RESAMPLE)
        missing = len(source) - len(shifted)
        return np.pad(shifted, ((0, missing), (0, 0))) if missing > 0 else shifted[: len(source)]


class _Join:
    """Turns the end of one block into the beginning of the next over ``length`` frames.

    The first and last samples of the answer are those of the first and of the second block, untouched.
    """

    def __init__(self, rate: int) -> None:
        size = window_size(rate, WINDOW_S)
        self._size, self._hop = size, size // 4
        self._window = hann(size)  # for analysis and for synthesis
        count = math.ceil(RAMP_S * rate / self._hop)
        self._starts = np.arange(count + 1) * self._hop
        self.length = count * self._hop + size
        self._weight = (np.arange(count + 1) / count).astype(np.float32)[:, None, None]
        # Windows up to the first hold nothing but the old block, and from the last on nothing but the new:
        # what they would add up to is the block itself times these curves.
        square = self._window**2 / np.float32(HANN_SQUARE_SUM)
        mixed = np.zeros(self.length, np.float32)
        for start in self._starts[1:-1]:
            mixed[start : start + size] += square
        self._old = np.where(np.arange(self.length) < self.length / 2, 1.0 - mixed, 0.0)[:, None].astype(np.float32)
        self._new = 1.0 - mixed[:, None] - self._old

    def __call__(self, old: Audio, new: Audio) -> Audio:
        a, b = self._spectra(old), self._spectra(new)
        turn, coherence = _agreement(a, b)
        inner = slice(1, -1)
        a, b, w = a[inner], b[inner], self._weight[inner]
        norm = np.sqrt((1 - w) ** 2 + w**2 + 2 * w * (1 - w) * coherence[None, :, None])
        # b is turned onto a, the two are mixed, and the mixture turns to where b really is.
        onto = np.exp(1j * turn).astype(np.complex64)[None, :, None]
        turning = np.exp(-1j * w * turn[None, :, None]).astype(np.complex64)
        mixed = turning * ((1 - w) * a + w * onto * b) / norm
        frames = scipy.fft.irfft(mixed, self._size, axis=1)
        frames *= (self._window / np.float32(HANN_SQUARE_SUM))[None, :, None]
        out = old * self._old + new * self._new
        for start, frame in zip(self._starts[1:-1], frames, strict=True):
            out[start : start + self._size] += frame
        return out

    def _spectra(self, audio: Audio) -> npt.NDArray[np.complex64]:
        """Return the spectra, shape (frames, bins, channels)."""
        cut = np.stack([audio[s : s + self._size] for s in self._starts])
        return scipy.fft.rfft(cut * self._window[None, :, None], axis=1)


def _agreement(
    a: npt.NDArray[np.complex64], b: npt.NDArray[np.complex64]
) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float32]]:
    """Return per bin the phase by which ``a`` leads ``b`` (radians) and how coherent they are (0..1).

    Both are taken over all frames and channels, and are constant within the region of a spectral peak.
    """
    cross = np.einsum("tkc,tkc->k", a, b.conj(), dtype=np.complex128)
    power_a = np.einsum("tkc,tkc->k", a, a.conj(), dtype=np.complex128).real
    power_b = np.einsum("tkc,tkc->k", b, b.conj(), dtype=np.complex128).real
    strength = np.sqrt(power_a * power_b)
    starts, valleys = _regions(strength)
    sums = np.add.reduceat(cross, starts)
    energy = np.sqrt(np.add.reduceat(power_a, starts) * np.add.reduceat(power_b, starts))
    coherence = np.clip(np.abs(sums) / np.maximum(energy, 1e-30), 0.0, 1.0)
    turn = _unwrap_groups(np.angle(sums), energy, valleys)
    lengths = np.diff(np.append(starts, len(strength)))
    return np.repeat(turn, lengths), np.repeat(coherence, lengths).astype(np.float32)


def _regions(strength: npt.NDArray[np.float64]) -> tuple[npt.NDArray[np.intp], npt.NDArray[np.bool_]]:
    """Cut the bins at the valleys between peaks.

    Returns the first bin of each region, and for each region but the first whether the valley before it is
    deep (12 dB below the higher of its two peaks), i.e. whether another partial begins there.
    """
    inner = strength[2:-2]
    is_peak = (
        (inner > strength[1:-3]) & (inner >= strength[3:-1]) & (inner > strength[:-4]) & (inner >= strength[4:])
    )
    peaks = np.flatnonzero(is_peak) + 2
    if len(peaks) < 2:
        return np.zeros(1, np.intp), np.zeros(0, np.bool_)
    cuts = np.array([p + int(np.argmin(strength[p:q])) for p, q in pairwise(peaks)])
    higher = np.maximum(strength[peaks[:-1]], strength[peaks[1:]])
    deep = strength[cuts] < higher * 10 ** (-12 / 10)  # strength is a power
    return np.concatenate(([0], cuts)), deep


def _unwrap_groups(
    angles: npt.NDArray[np.float64], energy: npt.NDArray[np.float64], deep: npt.NDArray[np.bool_]
) -> npt.NDArray[np.float64]:
    """Keep neighbouring regions of one gliding partial on the same side of half a turn.

    Without it the one would turn left and the other right, and cancel each other midway. The strongest
    region of a group stays within half a turn; what would wind up beyond 3/4 (noise) is left as measured.
    """
    out = angles.copy()
    for group in np.split(np.arange(len(angles)), np.flatnonzero(deep) + 1):
        if len(group) > 1:
            run = np.unwrap(angles[group])
            run -= 2 * np.pi * np.round(run[np.argmax(energy[group])] / (2 * np.pi))
            out[group] = np.where(np.abs(run) < 1.5 * np.pi, run, angles[group])
    return out

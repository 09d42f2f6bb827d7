"""A room for a dry voice: a feedback delay network.

Eight delay lines feed each other through a Householder matrix (lossless: every mode keeps its energy), and each line
loses what it must for the wanted decay; a one-pole low-pass in each line lets the highs decay faster. (J.-M. Jot &
A. Chaigne, "Digital delay networks for designing artificial reverberators", 90th AES Convention, preprint 3030,
1991; one-pole design as in J. O. Smith, "Physical Audio Signal Processing", chapter on delay-network reverb.) Both
sides are fed and read with signs that are orthogonal to each other, so the tail is wide whatever goes in.
"""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt
import scipy.signal

from engine.builtin.stream import Audio

LINES_MS = (29.7, 37.1, 41.1, 43.7, 53.3, 61.3, 67.9, 79.9)  # at size 0.5; made prime in samples
MIN_DECAY_S, MAX_DECAY_S = 0.35, 3.5
PREDELAY_S = 0.012
WET = 0.6  # level of the tail at amount 1, for a steady sound as loud as the dry one: -4.4 dB
_SIGNS = np.array([[1, 1, 1, 1, 1, 1, 1, 1], [1, -1, 1, -1, 1, -1, 1, -1], [1, 1, -1, -1, 1, 1, -1, -1],
                   [1, -1, -1, 1, 1, -1, -1, 1]], np.float64) / math.sqrt(8)


class Reverb:
    """Adds the tail to what passes by: float32 (frames, 2) in and out, no delay, no more frames."""

    def __init__(self, rate: int, amount: float, size: float, damp: float) -> None:
        """``amount`` is the level of the tail, ``size`` the room (echo spacing and decay), ``damp`` how much
        faster 8 kHz decays than the rest; each 0..1."""
        scale = 0.6 + 0.8 * size
        self._lengths = _primes([round(ms / 1000 * scale * rate) for ms in LINES_MS])
        decay_s = MIN_DECAY_S * (MAX_DECAY_S / MIN_DECAY_S) ** size
        highs_s = decay_s * (1.0 - 0.85 * damp)
        self._gains, self._poles = _losses(self._lengths, rate, decay_s, highs_s)
        self._predelay = np.zeros((round(PREDELAY_S * rate), 2))
        self._piece = min(self._lengths)
        self._reset()
        self._wet = 1.0
        self._wet = amount * WET / math.sqrt(self._energy(round(decay_s * rate)))
        self._reset()

    def push(self, block: Audio) -> Audio:
        """Return ``block`` with the room around it."""
        if not len(block):
            return block
        late = np.concatenate((self._predelay, block))
        self._predelay = late[len(block) :]
        wet = np.concatenate([
            self._network(late[at : min(at + self._piece, len(block))]) for at in range(0, len(block), self._piece)
        ])
        return (block + self._wet * wet).astype(np.float32)

    def flush(self) -> Audio:
        return np.zeros((0, 2), np.float32)

    def _reset(self) -> None:
        self._lines = [np.zeros(length) for length in self._lengths]
        self._at = [0] * len(self._lengths)
        self._memory = np.zeros(len(self._lengths))

    def _network(self, block: npt.NDArray[np.floating]) -> npt.NDArray[np.float64]:
        """Return the tail of at most the shortest line's length."""
        count = len(block)
        out = np.empty((len(self._lines), count))
        for number, (line, at) in enumerate(zip(self._lines, self._at, strict=True)):
            out[number] = _ring(line, at, count)
            pole, gain = self._poles[number], self._gains[number]
            # y[n] = gain (1 - pole) x[n] + pole y[n-1]
            out[number], after = scipy.signal.lfilter(
                [gain * (1 - pole)], [1.0, -pole], out[number], zi=[self._memory[number]]
            )
            self._memory[number] = after[0] if abs(after[0]) > 1e-30 else 0.0  # denormals are slow
        fed = _SIGNS[0][:, None] * block[:, 0] + _SIGNS[1][:, None] * block[:, 1]
        back = out - 2.0 / len(out) * out.sum(axis=0)  # Householder: I - 2/N 1 1'
        for number, line in enumerate(self._lines):
            _put(line, self._at[number], back[number] + fed[number])
            self._at[number] = (self._at[number] + count) % len(line)
        return (_SIGNS[2:] @ out).T

    def _energy(self, frames: int) -> float:
        """Return the energy of the impulse response of one side to both."""
        impulse = np.zeros((self._piece, 2))
        impulse[0] = 1.0
        total = float(np.square(self._network(impulse)).sum()) / 2
        for _ in range(frames // self._piece):
            total += float(np.square(self._network(np.zeros((self._piece, 2)))).sum()) / 2
        return max(total, 1e-9)


def _losses(
    lengths: list[int], rate: int, decay_s: float, highs_s: float
) -> tuple[list[float], list[float]]:
    """Return per line the gain at 0 Hz and the pole that gives the wanted decay (-60 dB) at 8 kHz.

    For y[n] = (1 - p) x[n] + p y[n-1] the power at w is (1-p)² / (1 - 2 p cos w + p²); p solves that for the ratio
    of the two gains.
    """
    gains, poles = [], []
    w = 2 * math.pi * min(8000.0, 0.4 * rate) / rate
    for length in lengths:
        low = 10 ** (-3 * length / (decay_s * rate))
        high = 10 ** (-3 * length / (highs_s * rate))
        ratio = (high / low) ** 2
        if ratio >= 1.0 - 1e-9:
            gains.append(low)
            poles.append(0.0)
            continue
        b = (1.0 - ratio * math.cos(w)) / (1.0 - ratio)
        gains.append(low)
        poles.append(b - math.sqrt(b * b - 1.0))
    return gains, poles


def _primes(lengths: list[int]) -> list[int]:
    """Return for each length the next prime that is not taken: no two lines share a period."""
    taken: list[int] = []
    for length in lengths:
        number = max(3, length) | 1
        while number in taken or any(number % d == 0 for d in range(3, math.isqrt(number) + 1, 2)):
            number += 2
        taken.append(number)
    return taken


def _ring(line: npt.NDArray[np.float64], at: int, count: int) -> npt.NDArray[np.float64]:
    end = at + count
    return line[at:end] if end <= len(line) else np.concatenate((line[at:], line[: end - len(line)]))


def _put(line: npt.NDArray[np.float64], at: int, values: npt.NDArray[np.float64]) -> None:
    first = min(len(values), len(line) - at)
    line[at : at + first] = values[:first]
    line[: len(values) - first] = values[first:]

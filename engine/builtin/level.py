"""The loudness of the source, kept.

A conversion changes the loudness by some decibels, and by how much depends on the vowel, the pitch, the
effect. What is wanted is the source's own dynamics, so the gain is not driven by the level but by the ratio of
the K-weighted energies (ITU-R BS.1770-4) of source and result over a sliding Hann window of ``2 * REACH_S``
centred on the moment. The ratio of a given voice and effect hardly moves, so neither does the gain; and as the
window looks as far ahead as back, there is nothing to settle and nothing to pump. Integrated loudness follows,
because every stretch of the file is as loud as it was.
"""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt
import scipy.signal

from engine.audio.loudness import k_weighting
from engine.builtin.stream import Audio, Fifo

STEP_S = 0.1
REACH_S = 3.0
MAX_GAIN_DB = 24.0
SILENCE = 1e-7  # mean square of the weighted signal (-70 LUFS), below which a ratio means nothing


class LevelMatch:
    """Scales a result to the loudness of its source; both have the same length and time.

    Feed the source with :meth:`source` before the result of the same frames comes to :meth:`push`.
    """

    def __init__(self, rate: int, channels: int) -> None:
        self._step = round(STEP_S * rate)
        self._reach = round(REACH_S / STEP_S)
        self._before, self._after = _Energy(rate, channels, self._step), _Energy(rate, channels, self._step)
        self._audio = Fifo(channels)
        self._window = np.hanning(2 * self._reach + 3)[1:-1]
        self._gains: list[float] = []  # at the middle of each step
        self._done = 0  # steps given back

    def source(self, block: Audio) -> None:
        self._before.add(block)

    def push(self, block: Audio) -> Audio:
        self._after.add(block)
        self._audio.put(block)
        known = min(len(self._before.steps), len(self._after.steps))
        while len(self._gains) < known - self._reach:
            self._gains.append(self._gain(len(self._gains)))
        # A step is interpolated between the gains of its neighbours' middles.
        ready = max(0, len(self._gains) - 1 - self._done)
        return self._give(ready * self._step) if ready else self._audio.empty()

    def flush(self) -> Audio:
        """Return the rest."""
        self._before.close()
        self._after.close()
        while len(self._gains) < len(self._after.steps):
            self._gains.append(self._gain(len(self._gains)))
        return self._give(len(self._audio)) if len(self._audio) else self._audio.empty()

    def _gain(self, step: int) -> float:
        low, high = max(0, step - self._reach), step + self._reach + 1
        weights = self._window[low - (step - self._reach) :]
        before, after = self._before.steps[low:high], self._after.steps[low:high]
        energy_in = float(np.dot(weights[: len(before)], before))
        energy_out = float(np.dot(weights[: len(after)], after))
        floor = SILENCE * float(np.sum(weights[: len(after)]))
        if min(energy_in, energy_out) <= floor * 1e-2:
            return self._gains[-1] if self._gains else 1.0
        limit = 10 ** (MAX_GAIN_DB / 20)
        return min(limit, max(1 / limit, math.sqrt(energy_in / energy_out)))

    def _give(self, frames: int) -> Audio:
        audio = self._audio.take(frames)
        start = self._done * self._step
        first = max(0, self._done - 1)  # of the gains around; a two-hour file has 72,000 of them
        middles = (np.arange(first, len(self._gains)) + 0.5) * self._step
        gain = np.interp(start + np.arange(frames), middles, self._gains[first:])
        self._done += frames // self._step
        return audio * gain[:, None].astype(np.float32)


class _Energy:
    """Mean square of the K-weighted sum of channels for each step."""

    def __init__(self, rate: int, channels: int, step: int) -> None:
        self._sections = k_weighting(rate)
        self._state = np.zeros((len(self._sections), 2, channels))
        self._step = step
        self._open = np.zeros(0)
        self.steps: list[float] = []

    def add(self, block: Audio) -> None:
        if not len(block):
            return
        weighted, self._state = scipy.signal.sosfilt(self._sections, block, axis=0, zi=self._state)
        self._state[np.abs(self._state) < 1e-30] = 0.0  # denormals are slow
        power = np.concatenate((self._open, np.einsum("nc,nc->n", weighted, weighted)))
        whole = len(power) // self._step
        means: npt.NDArray[np.float64] = power[: whole * self._step].reshape(whole, self._step).mean(axis=1)
        self.steps.extend(means.tolist())
        self._open = power[whole * self._step :]

    def close(self) -> None:
        """Count what is left as a step of its own."""
        if len(self._open):
            self.steps.append(float(self._open.mean()))
            self._open = np.zeros(0)

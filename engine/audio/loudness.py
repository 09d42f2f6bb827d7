"""Integrated loudness and true peak by ITU-R BS.1770-4 and EBU R 128, block by block."""

from __future__ import annotations

import math
from array import array

import numpy as np

from engine.audio.layouts import LAYOUTS, layout_or_default

_STEP_S = 0.1  # gating blocks of 400 ms overlap by 75 %
_ABSOLUTE_GATE = -70.0  # LUFS
_RELATIVE_GATE = -10.0  # LU
_SURROUND_GAIN = 1.41  # BS.1770-4, table 4
_TAPS = 6  # on each side of a sample, per phase: as long as the filter of annex 2
_PART = 4096  # frames that are oversampled, or passed over, together


class LoudnessMeter:
    """Takes float32 blocks (frames, channels) and keeps one number per 100 ms (7 MB for 24 h)."""

    def __init__(
        self, rate: int, channels: int, layout: str | None = None, *, true_peak: bool = True
    ) -> None:
        """``true_peak`` False saves most of the work and leaves :meth:`true_peak_db` None."""
        from scipy import signal

        self._signal = signal
        self._rate = rate
        self._sections = k_weighting(rate)
        self._state = np.zeros((len(self._sections), 2, channels))
        labels = LAYOUTS[layout_or_default(layout, channels)]
        self._gains = np.array([_gain(label) for label in labels])
        self._step = round(_STEP_S * rate)
        self._energy = array("d")  # weighted sum of squares of each full step
        self._part = 0.0
        self._part_frames = 0
        self._peak = TruePeakMeter(rate, channels) if true_peak else None

    def add(self, block: np.ndarray) -> None:
        if not len(block):
            return
        if self._peak is not None:
            self._peak.add(block)
        weighted, self._state = self._signal.sosfilt(self._sections, block, axis=0, zi=self._state)
        # Denormals of a long silence would slow the filter down a hundredfold.
        self._state[np.abs(self._state) < 1e-30] = 0.0
        power = np.square(weighted) @ self._gains
        start = 0
        while start < len(power):
            count = min(len(power) - start, self._step - self._part_frames)
            if self._part_frames == 0 and len(power) - start >= self._step:
                whole = (len(power) - start) // self._step
                sums = power[start : start + whole * self._step].reshape(whole, self._step).sum(axis=1)
                self._energy.extend(sums.tolist())
                start += whole * self._step
                continue
            self._part += float(power[start : start + count].sum())
            self._part_frames += count
            start += count
            if self._part_frames == self._step:
                self._energy.append(self._part)
                self._part, self._part_frames = 0.0, 0

    def integrated(self) -> float | None:
        """Return LUFS; None under 0.4 s and for silence (all blocks below −70 LUFS)."""
        steps = np.frombuffer(self._energy, np.float64) if len(self._energy) else np.zeros(0)
        if len(steps) < 4:
            return None
        sums = np.concatenate([[0.0], np.cumsum(steps)])
        blocks = np.maximum(sums[4:] - sums[:-4], 0.0) / (4 * self._step)
        loud = blocks[blocks > _power(_ABSOLUTE_GATE)]
        if not len(loud):
            return None
        gated = loud[loud > loud.mean() * 10 ** (_RELATIVE_GATE / 10)]
        return -0.691 + 10 * math.log10(float(gated.mean()))

    def true_peak_db(self) -> float | None:
        """Return dBTP (4× oversampled); None for digital silence, and where it was not asked for."""
        return self._peak.decibels() if self._peak is not None else None


def _power(lufs: float) -> float:
    return 10 ** ((lufs + 0.691) / 10)


def _gain(label: str) -> float:
    if label == "LFE":
        return 0.0
    return _SURROUND_GAIN if label in ("SL", "SR", "BL", "BR") else 1.0


def k_weighting(rate: int) -> np.ndarray:
    """Return the second-order sections of the K filter at ``rate`` Hz.

    BS.1770-4 gives coefficients for 48 kHz only; the analogue prototypes behind them (shelf 1681.97 Hz,
    +4.00 dB, Q 0.7072; high-pass 38.135 Hz, Q 0.5003) are transformed to any rate by the bilinear
    transform. At 48 kHz the result equals tables 1 and 2 to 1e-6.
    """
    f0, gain_db, q = 1681.974450955533, 3.999843853973347, 0.7071752369554196
    k, head = math.tan(math.pi * f0 / rate), 10 ** (gain_db / 20)
    band = head**0.4996667741545416
    a0 = 1 + k / q + k * k
    shelf = [(head + band * k / q + k * k) / a0, 2 * (k * k - head) / a0, (head - band * k / q + k * k) / a0,
             1.0, 2 * (k * k - 1) / a0, (1 - k / q + k * k) / a0]
    f0, q = 38.13547087602444, 0.5003270373238773
    k = math.tan(math.pi * f0 / rate)
    a0 = 1 + k / q + k * k
    high_pass = [1.0, -2.0, 1.0, 1.0, 2 * (k * k - 1) / a0, (1 - k / q + k * k) / a0]
    return np.array([shelf, high_pass])


class TruePeakMeter:
    """The largest absolute value of the oversampled signal (BS.1770-4, annex 2).

    4× below 96 kHz, 2× below 192 kHz. A block whose samples cannot reach the peak so far, by the filter's
    largest possible gain, is not oversampled: the result is the same.
    """

    def __init__(self, rate: int, channels: int) -> None:
        from scipy import signal

        factor = 4 if rate < 96_000 else 2 if rate < 192_000 else 1
        self._phases: np.ndarray | None = None
        self._bound = 1.0
        if factor > 1:
            length = 2 * _TAPS * factor + 1
            whole = signal.firwin(length, 1 / factor, window=("kaiser", 5.0)) * factor
            # Row k weighs the sample k places on; phase 0 gives the samples themselves.
            columns = [whole[phase::factor][: 2 * _TAPS][::-1] for phase in range(1, factor)]
            self._phases = np.stack(columns, axis=1).astype(np.float32)
            self._bound = float(np.abs(self._phases).sum(axis=0).max())
        self._tail = np.zeros((2 * _TAPS - 1, channels), np.float32)
        self._peak = 0.0

    def add(self, block: np.ndarray) -> None:
        if not len(block):
            return
        self._peak = max(self._peak, float(block.max()), -float(block.min()))
        if self._phases is None:
            return
        joined = np.concatenate([self._tail, block])
        back = len(self._tail)
        for at in range(back, len(joined), _PART):
            part = joined[at - back : at + _PART]
            if max(float(part.max()), -float(part.min())) * self._bound > self._peak:
                self._oversample(part)
        self._tail = joined[-back:]

    def _oversample(self, part: np.ndarray) -> None:
        for channel in range(part.shape[1]):
            windows = np.lib.stride_tricks.sliding_window_view(part[:, channel], 2 * _TAPS)
            between = windows @ self._phases
            self._peak = max(self._peak, float(between.max()), -float(between.min()))

    def decibels(self) -> float | None:
        return 20 * math.log10(self._peak) if self._peak > 0 else None

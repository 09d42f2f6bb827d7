"""The pitch curve of a conversion: Hz at 100 frames a second, and the 255 classes the networks know."""

from __future__ import annotations

import math

import numpy as np

LOW_HZ, HIGH_HZ = 50.0, 1100.0
CLASSES = 255
MAX_KEY = 24.0


def mel(hz: np.ndarray | float) -> np.ndarray:
    """Return O'Shaughnessy's mel scale (1987), natural logarithm form."""
    return 1127.0 * np.log1p(np.asarray(hz, np.float64) / 700.0)


def coarse(hz: np.ndarray) -> np.ndarray:
    """Return the class of each frame: 1 for no voice or below LOW_HZ, up to 255 at HIGH_HZ; int64."""
    low, high = float(mel(LOW_HZ)), float(mel(HIGH_HZ))
    m = mel(hz)
    scaled = np.where(m > 0, (m - low) * (CLASSES - 1) / (high - low) + 1.0, m)
    return np.rint(np.clip(scaled, 1.0, CLASSES)).astype(np.int64)


def shifted(hz: np.ndarray, semitones: float) -> np.ndarray:
    return (hz * 2.0 ** (semitones / 12.0)).astype(np.float32)


def smoothed(hz: np.ndarray, radius: int) -> np.ndarray:
    """Return the running median over ``radius`` frames each frame's neighbourhood wide (odd; below 3: unchanged).

    It mends single frames that jumped; a frame without voice stays so unless most around it have one.
    """
    if radius < 3 or not len(hz):
        return hz
    half = radius // 2
    windows = np.lib.stride_tricks.sliding_window_view(np.pad(hz, half, mode="edge"), 2 * half + 1)
    return np.median(windows, axis=1).astype(np.float32)


def median_hz(hz: np.ndarray) -> float | None:
    """Return the median of the voiced frames, None where fewer than a tenth of a second is voiced."""
    voiced = hz[hz > 0]
    return float(np.median(voiced)) if len(voiced) >= 10 else None


def key_for(median: float | None, target_hz: float) -> int:
    """Return the whole semitones that bring ``median`` nearest to ``target_hz``; 0 where there is no voice."""
    if median is None:
        return 0
    return round(max(-MAX_KEY, min(MAX_KEY, 12.0 * math.log2(target_hz / median))))

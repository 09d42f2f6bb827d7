"""From a row of scores to a pitch: 360 classes, 20 cents apart, as CREPE introduced them (Kim et al. 2018)."""

from __future__ import annotations

import numpy as np

CLASSES = 360
CENTS = 20.0 * np.arange(CLASSES) + 1997.3794084376191  # over 10 Hz
NEAR = 4  # classes to each side that count


def to_hz(cents: np.ndarray) -> np.ndarray:
    return 10.0 * 2.0 ** (cents / 1200.0)


def around(scores: np.ndarray, classes: np.ndarray, cents: np.ndarray = CENTS) -> np.ndarray:
    """Return the mean cents of the classes near ``classes`` [T], weighted by ``scores`` [T, n]; classes beyond the
    ends do not count."""
    places = classes[:, None] + np.arange(-NEAR, NEAR + 1)
    inside = (places >= 0) & (places < scores.shape[1])
    places = np.clip(places, 0, scores.shape[1] - 1)
    weights = np.where(inside, np.take_along_axis(scores, places, axis=1), 0.0).astype(np.float64)
    total = weights.sum(axis=1)
    return np.divide((weights * cents[places]).sum(axis=1), total, out=np.zeros(len(total)), where=total > 0)

"""Channel layouts: names, order and down-mix. Blocks are float32 arrays shaped (frames, channels)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

LAYOUTS: dict[str, tuple[str, ...]] = {
    "mono": ("FC",),
    "stereo": ("FL", "FR"),
    "2.1": ("FL", "FR", "LFE"),
    "3.0": ("FL", "FR", "FC"),
    "3.0(back)": ("FL", "FR", "BC"),
    "4.0": ("FL", "FR", "FC", "BC"),
    "quad": ("FL", "FR", "BL", "BR"),
    "quad(side)": ("FL", "FR", "SL", "SR"),
    "3.1": ("FL", "FR", "FC", "LFE"),
    "5.0": ("FL", "FR", "FC", "BL", "BR"),
    "5.0(side)": ("FL", "FR", "FC", "SL", "SR"),
    "4.1": ("FL", "FR", "FC", "LFE", "BC"),
    "5.1": ("FL", "FR", "FC", "LFE", "BL", "BR"),
    "5.1(side)": ("FL", "FR", "FC", "LFE", "SL", "SR"),
    "6.0": ("FL", "FR", "FC", "BC", "SL", "SR"),
    "6.1": ("FL", "FR", "FC", "LFE", "BC", "SL", "SR"),
    "7.0": ("FL", "FR", "FC", "BL", "BR", "SL", "SR"),
    "7.1": ("FL", "FR", "FC", "LFE", "BL", "BR", "SL", "SR"),
}
"""The names and the order of FFmpeg, which is also the order of the WAVE channel mask."""

BY_COUNT = {1: "mono", 2: "stereo", 3: "3.0", 4: "quad", 5: "5.0", 6: "5.1", 7: "6.1", 8: "7.1"}
"""What a count means when the file does not say (the assignment of FLAC and Vorbis)."""

MASK_BITS = {"FL": 0x1, "FR": 0x2, "FC": 0x4, "LFE": 0x8, "BL": 0x10, "BR": 0x20, "BC": 0x100,
             "SL": 0x200, "SR": 0x400}

_HALF_POWER = 0.5 ** 0.5


def layout_or_default(name: str | None, channels: int) -> str:
    """Return ``name`` when it is known and fits ``channels``, else the usual layout of that count."""
    if name and len(LAYOUTS.get(name, ())) == channels:
        return name
    return BY_COUNT[channels]


def layout_of(labels: Sequence[str]) -> str | None:
    """Return the name of the layout with exactly these channels in this order."""
    return next((name for name, known in LAYOUTS.items() if known == tuple(labels)), None)


def layout_of_mask(mask: int, channels: int) -> str:
    """Return the layout of a WAVE channel mask, or the usual one when the mask is unknown."""
    labels = tuple(label for label, bit in MASK_BITS.items() if mask & bit)
    known = mask == sum(MASK_BITS[label] for label in labels)
    return layout_or_default(layout_of(labels) if known else None, channels)


def mask_of(layout: str) -> int:
    return sum(MASK_BITS[label] for label in LAYOUTS[layout])


def standard_layout(layout: str) -> str | None:
    """Return the layout that codecs with fixed layouts know, or None when they have none for it.

    Side and back surround pairs count as the same speakers.
    """
    labels = tuple({"SL": "BL", "SR": "BR"}.get(x, x) for x in LAYOUTS[layout])
    count = len(labels)
    usual = BY_COUNT[count]
    if layout == usual or labels == tuple({"SL": "BL", "SR": "BR"}.get(x, x) for x in LAYOUTS[usual]):
        return usual
    return None


def mix_matrix(layout: str, channels: int) -> np.ndarray | None:
    """Return the (channels in, channels out) matrix from ``layout`` to ``channels``; None for no change.

    Down-mix to stereo by ITU-R BS.775-4, annex 4, table 2: centre and surrounds at −3 dB, a single rear
    channel at −3 dB to each side, the low-frequency channel left out. Mono is the mean of that stereo. A
    mono source is copied to both sides. Where there are more channels to fill than given, the ones of the
    same name are filled and the others stay silent.
    """
    labels = LAYOUTS[layout]
    if len(labels) == channels:
        return None
    if channels == 1:
        stereo = _to_stereo(labels)
        return stereo.mean(axis=1, keepdims=True).astype(np.float32)
    if channels == 2:
        return _to_stereo(labels)
    target = LAYOUTS[BY_COUNT[channels]]
    if labels == ("FC",):
        labels, first = ("FL",), True
    else:
        first = False
    matrix = np.zeros((len(labels), channels), np.float32)
    for row, label in enumerate(labels):
        other = {"SL": "BL", "SR": "BR", "BL": "SL", "BR": "SR"}.get(label)
        if label in target:
            matrix[row, target.index(label)] = 1.0
        elif other in target:
            matrix[row, target.index(other)] = 1.0
    if first:
        matrix[0, target.index("FR")] = 1.0
    return matrix


def _to_stereo(labels: tuple[str, ...]) -> np.ndarray:
    if len(labels) == 1:
        return np.ones((1, 2), np.float32)
    weights = {
        "FL": (1.0, 0.0), "FR": (0.0, 1.0), "FC": (_HALF_POWER, _HALF_POWER), "LFE": (0.0, 0.0),
        "BL": (_HALF_POWER, 0.0), "SL": (_HALF_POWER, 0.0), "BR": (0.0, _HALF_POWER),
        "SR": (0.0, _HALF_POWER), "BC": (_HALF_POWER, _HALF_POWER),
    }
    return np.array([weights[label] for label in labels], np.float32)


def mix(block: np.ndarray, matrix: np.ndarray | None) -> np.ndarray:
    """Return ``block`` through a matrix of :func:`mix_matrix`."""
    return block if matrix is None else np.ascontiguousarray(block @ matrix)

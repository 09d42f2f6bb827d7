"""Parameters of MDX-Net graphs that the graph itself does not hold.

A graph fixes ``dim_f`` (the bins it sees, from 0 Hz on) and ``dim_t``; the size of the transform, the compensation
of its level and what comes out of it are known by the trainers only. These are the sizes that are in use for each
``dim_f``, the most common one first; a user's own value wins over the table.
"""

from __future__ import annotations

_SIZES: dict[int, tuple[int, ...]] = {
    1024: (2048,),
    2048: (6144, 4096, 5120, 7680, 8192, 16384),
    2560: (5120, 6144),
    3072: (6144, 7680),
    4096: (8192,),
}


def parameters_for(dim_f: int) -> tuple[int, list[int]]:
    """Return the likely size of the transform, and all that are in use for ``dim_f``."""
    sizes = _SIZES.get(dim_f, (2 * dim_f,))
    return sizes[0], list(sizes)

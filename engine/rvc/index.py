"""The feature index of a voice: a faiss IVF,Flat file, checked before it is read, and the blend with what it finds."""

from __future__ import annotations

import os
import struct
from dataclasses import dataclass
from typing import Any

import numpy as np

from engine.errors import EngineError

NEIGHBOURS = 8
MAX_BYTES = 4 * 1024**3
MAX_LISTS = 1 << 20
_KIND = b"IwFl"
_HEADER = struct.Struct("<4siqqqBi")  # kind, dimension, vectors, two unused, trained, metric
_L2 = 1


@dataclass(frozen=True, slots=True)
class IndexFacts:
    """``ntotal`` vectors of ``dimension`` values; ``nprobe`` lists are searched."""

    ntotal: int
    dimension: int
    nprobe: int


class FeatureIndex:
    """An index in memory. ``facts`` tells its size."""

    def __init__(self, found: Any, facts: IndexFacts) -> None:
        self._index = found
        self.facts = facts

    def blended(self, features: np.ndarray, rate: float) -> np.ndarray:
        """Return ``features`` [T, dimension] drawn towards the mean of their neighbours by ``rate`` (0 … 1).

        The eight nearest vectors count by 1/d², d the squared distance that faiss gives (as RVC weighs them).
        """
        distances, numbers, vectors = self._index.search_and_reconstruct(
            np.ascontiguousarray(features, np.float32), NEIGHBOURS
        )
        weights = 1.0 / np.square(np.maximum(distances, 1e-9, dtype=np.float64))
        weights[numbers < 0] = 0.0  # fewer than eight in the list that was searched
        total = weights.sum(axis=1, keepdims=True)
        found = total[:, 0] > 0
        weights = np.divide(weights, total, out=np.zeros_like(weights), where=total > 0)
        mean = np.einsum("tk,tkd->td", weights.astype(np.float32), np.where(numbers[..., None] < 0, 0, vectors))
        made = rate * mean + (1.0 - rate) * features
        return np.where(found[:, None], made, features).astype(np.float32)


def check(path: str, dimension: int | None = None) -> IndexFacts:
    """Look at the header without loading anything.

    The number of vectors it claims must fit the size of the file: a forged one would make faiss claim that much
    memory. Raises EngineError ``index_damaged``, ``index_kind`` (not IVF,Flat with L2), ``index_empty`` (a
    ``trained_*`` file), ``index_dimension`` (``found``, ``wanted``), ``not_found``.
    """
    try:
        size = os.path.getsize(path)
        with open(path, "rb") as file:
            head = file.read(_HEADER.size)
    except FileNotFoundError as error:
        raise EngineError("not_found", str(error)) from error
    except OSError as error:
        raise EngineError("read_error", str(error)) from error
    if len(head) < _HEADER.size:
        raise EngineError("index_damaged", "shorter than a header")
    kind, width, ntotal, _, _, trained, metric = _HEADER.unpack(head)
    if kind != _KIND or metric != _L2:
        raise EngineError("index_kind", f"{kind!r} with metric {metric}")
    if width < 1 or width > 65_536 or ntotal < 0 or size > MAX_BYTES:
        raise EngineError("index_damaged", f"{ntotal} vectors of {width} in {size} bytes")
    if dimension is not None and width != dimension:
        raise EngineError("index_dimension", f"{width}, not {dimension}", found=width, wanted=dimension)
    if not ntotal or not trained:
        raise EngineError("index_empty", "no vectors")
    if ntotal * (width * 4 + 8) > size:
        raise EngineError("index_damaged", f"{ntotal} vectors of {width} cannot be in {size} bytes")
    return IndexFacts(ntotal, width, 1)


def read(path: str, dimension: int) -> FeatureIndex:
    """Return the index in ``path``; raises as :func:`check`, and ``out_of_memory``."""
    check(path, dimension)
    import faiss

    try:
        found = faiss.read_index(path)
    except MemoryError:
        raise
    except (RuntimeError, ValueError) as error:
        raise EngineError("index_damaged", str(error)[:2000]) from error
    if not isinstance(found, faiss.IndexIVFFlat) or found.d != dimension or not 0 < found.nlist <= MAX_LISTS:
        raise EngineError("index_damaged", f"{type(found).__name__} of {found.d}")
    lists = found.invlists
    if sum(lists.list_size(i) for i in range(found.nlist)) != found.ntotal or found.quantizer.ntotal != found.nlist:
        raise EngineError("index_damaged", "its lists do not hold its vectors")
    found.nprobe = 1
    return FeatureIndex(found, IndexFacts(found.ntotal, found.d, 1))

"""The feature index of a voice: a faiss file, checked before it is read, and the blend with what it finds."""

from __future__ import annotations

from typing import Any

import numpy as np

from engine.audio.files import InputFile
from engine.errors import EngineError
from engine.models import faiss_file
from engine.rvc.index_layout import check_layout

NEIGHBOURS = 8


class FeatureIndex:
    """An index in memory."""

    def __init__(self, found: Any) -> None:
        self._index = found

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


def check(path: str, dimension: int) -> faiss_file.IndexFacts:
    """Look at the file without loading anything: whatever lengths it claims must fit its size.

    Raises EngineError ``bad_index``, ``index_kind``, ``index_empty`` (a ``trained_*`` file), ``index_dimension``
    (``found``, ``wanted``), ``not_found``, ``read_error``.
    """
    file = InputFile(path)
    try:
        facts = faiss_file.check_header(file.view(), file.size)
        check_layout(file.view(), file.size, facts)
    except OSError as error:
        raise EngineError("read_error", str(error)) from error
    finally:
        file.close()
    if facts.dimension != dimension:
        raise EngineError("index_dimension", path, found=facts.dimension, wanted=dimension)
    return facts


def read(path: str, dimension: int) -> FeatureIndex:
    """Return the index in ``path``; raises as :func:`check`, and ``part_missing`` without faiss."""
    facts = check(path, dimension)
    try:
        import faiss
    except ImportError as error:
        raise EngineError("part_missing", repr(error), part="faiss") from error
    try:
        found = faiss.read_index(path)
    except (RuntimeError, ValueError, AssertionError) as error:
        raise EngineError("bad_index", str(error)[:2000]) from error
    if (found.d, found.ntotal) != (facts.dimension, facts.ntotal):
        raise EngineError("bad_index", f"{found.ntotal} vectors of {found.d}")
    if isinstance(found, faiss.IndexIVF):
        lists = found.invlists
        held = sum(lists.list_size(number) for number in range(found.nlist))
        if held != found.ntotal or found.code_size != 4 * found.d or found.quantizer.ntotal != found.nlist:
            raise EngineError("bad_index", f"{held} vectors in {found.nlist} lists")
        found.nprobe = 1
    return FeatureIndex(found)

"""The index of a voice: its header checked before faiss reads it, its content after that (MDL-21).

Layout: faiss/impl/index_write.cpp (``write_index_header``, ``write_ivf_header``). A forged number of vectors would
make faiss reserve that much, so it is held against the size of the file first.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from typing import Any

from engine.audio.files import InputView
from engine.errors import EngineError
from engine.job import JobContext

DIMENSIONS = (256, 768)
MAX_VECTORS = 10_000_000
MAX_LISTS = 100_000
FLAT = b"IxF2"
IVF_FLAT = b"IwFl"
_OTHERS = (b"Iw", b"Ix", b"IH", b"IB", b"IN", b"IP", b"Ip", b"IM", b"IS", b"Il", b"IR", b"Ie", b"Iv", b"Ia", b"Ib")
_HEADER = struct.Struct("<iqqqBi")
_METRIC_L2 = 1
_BLOCK = 4096


@dataclass(frozen=True, slots=True)
class IndexFacts:
    """``ntotal`` vectors of ``dimension`` numbers, ``nprobe`` lists searched at a time (1 without lists)."""

    dimension: int
    ntotal: int
    nprobe: int
    nlist: int

    def to_json(self) -> dict[str, int]:
        return {"dimension": self.dimension, "ntotal": self.ntotal, "nprobe": self.nprobe}


def looks_like(head: bytes) -> bool:
    """Whether the first bytes may be those of a faiss file of any kind."""
    return head[:2] in _OTHERS and head[:4].isascii() and head[:4].isalnum()


def check_header(view: InputView, size: int) -> IndexFacts:
    """Return what the header says.

    Raises EngineError: ``index_kind`` (another kind of index, or of a library version that writes another header),
    ``index_empty``, ``index_dimension`` (with ``found``), ``bad_index`` for numbers that cannot be true.
    """
    view.seek(0)
    head = view.read(4 + _HEADER.size + 16)
    if len(head) < 4 + _HEADER.size + 16:
        raise EngineError("bad_index", "too short")
    kind = head[:4]
    if kind not in (IVF_FLAT, FLAT):
        raise EngineError("index_kind", f"{kind!r}", found=kind.decode("ascii", "replace"))
    dimension, ntotal, _, _, trained, metric = _HEADER.unpack_from(head, 4)
    if trained not in (0, 1) or metric != _METRIC_L2:
        raise EngineError("index_kind", f"trained {trained}, metric {metric}", found=kind.decode("ascii"))
    if dimension not in DIMENSIONS:
        raise EngineError("index_dimension", f"dimension {dimension}", found=dimension)
    if not 0 <= ntotal <= MAX_VECTORS or ntotal * dimension * 4 > size:
        raise EngineError("bad_index", f"{ntotal} vectors of {dimension} in {size} bytes")
    if ntotal == 0 or not trained:
        raise EngineError("index_empty", f"{ntotal} vectors")
    nlist, nprobe = struct.unpack_from("<QQ", head, 4 + _HEADER.size) if kind == IVF_FLAT else (1, 1)
    if not 1 <= nlist <= MAX_LISTS or not 1 <= nprobe <= nlist or nlist * dimension * 4 > size:
        raise EngineError("bad_index", f"{nlist} lists, {nprobe} searched")
    return IndexFacts(dimension, ntotal, nprobe, nlist)


def load(job: JobContext, path: str, facts: IndexFacts) -> Any:
    """Return the faiss index in ``path`` once all of its vectors were seen to be finite numbers.

    Raises EngineError ``bad_index``, ``non_finite``, ``part_missing``.
    """
    try:
        import faiss
        import numpy as np
    except ImportError as error:
        raise EngineError("part_missing", repr(error), part="faiss") from error
    faiss.omp_set_num_threads(1)
    job.check()
    try:
        index = faiss.read_index(path)
        if (index.d, index.ntotal) != (facts.dimension, facts.ntotal) or index.metric_type != _METRIC_L2:
            raise EngineError("bad_index", f"{index.ntotal} vectors of {index.d}")
        if isinstance(index, faiss.IndexIVF):
            _check_lists(index, facts)
            index.make_direct_map()
        for start in range(0, index.ntotal, _BLOCK):
            job.check()
            job.progress("index", start, index.ntotal)
            block = index.reconstruct_n(start, min(_BLOCK, index.ntotal - start))
            if not np.isfinite(block).all():
                raise EngineError("non_finite", f"vectors from {start} on", tensor="index")
    except (RuntimeError, ValueError, AssertionError) as error:
        raise EngineError("bad_index", str(error)[:1000]) from error
    return index


def _check_lists(index: Any, facts: IndexFacts) -> None:
    lists = index.invlists
    found = sum(lists.list_size(number) for number in range(index.nlist))
    if index.nlist != facts.nlist or found != facts.ntotal or index.code_size != facts.dimension * 4:
        raise EngineError("bad_index", f"{found} vectors in {index.nlist} lists")


def write(index: Any, path: str) -> None:
    """Write ``index`` anew: what faiss understood of the file and nothing else."""
    import faiss

    if isinstance(index, faiss.IndexIVF):
        index.set_direct_map_type(faiss.DirectMap.NoMap)
    try:
        faiss.write_index(index, path)
    except RuntimeError as error:
        raise EngineError("write_error", str(error)[:500]) from error

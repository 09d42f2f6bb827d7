"""The layout of a faiss index file, walked through before faiss reads it: every length in it must fit the file.

faiss/impl/index_write.cpp. A forged length inside the file (of the centroids, of a list) would make faiss claim that
much memory, as a forged number of vectors would.
"""

from __future__ import annotations

import struct

from engine.audio.files import InputView
from engine.errors import EngineError
from engine.models.faiss_file import FLAT, IVF_FLAT, IndexFacts

_HEADER_BYTES = 37  # kind, dimension, vectors, two unused, trained, metric
_NO_MAP, _ARRAY = 0, 1
_ID_BYTES = 8


def check_layout(view: InputView, size: int, facts: IndexFacts) -> None:
    """Raises EngineError ``bad_index`` unless the file is exactly what an index with these facts is.

    ``facts`` come from the header, which was checked. Raises OSError.
    """
    walk = _Walk(view, size)
    kind = walk.take(4)
    walk.skip(_HEADER_BYTES - 4)
    if kind == IVF_FLAT:
        walk.skip(16)  # lists, and how many are searched
        _centroids(walk, facts)
        _direct_map(walk, facts)
        _lists(walk, facts)
    else:
        walk.expect(walk.number() == facts.ntotal * facts.dimension, "vectors")
        walk.skip(facts.ntotal * facts.dimension * 4)
    walk.expect(walk.place == size, "its end")


def _centroids(walk: _Walk, facts: IndexFacts) -> None:
    walk.expect(walk.take(4) == FLAT, "the kind of its centroids")
    dimension, count = struct.unpack("<iq", walk.take(12))
    walk.expect((dimension, count) == (facts.dimension, facts.nlist), "centroids")
    walk.skip(_HEADER_BYTES - 16)
    walk.expect(walk.number() == facts.nlist * facts.dimension, "centroids")
    walk.skip(facts.nlist * facts.dimension * 4)


def _direct_map(walk: _Walk, facts: IndexFacts) -> None:
    kind, count = walk.take(1)[0], walk.number()
    walk.expect((kind, count) in ((_NO_MAP, 0), (_ARRAY, facts.ntotal)), "the map")
    walk.skip(count * _ID_BYTES)


def _lists(walk: _Walk, facts: IndexFacts) -> None:
    walk.expect(walk.take(4) == b"ilar", "the kind of its lists")
    walk.expect((walk.number(), walk.number()) == (facts.nlist, 4 * facts.dimension), "lists")
    form, count = walk.take(4), walk.number()
    walk.expect((form == b"full" and count == facts.nlist) or (form == b"sprs" and count <= 2 * facts.nlist), "lists")
    numbers = struct.unpack(f"<{count}Q", walk.take(8 * count))
    sizes = numbers if form == b"full" else numbers[1::2]
    if form == b"sprs":
        walk.expect(all(number < facts.nlist for number in numbers[::2]), "the numbers of its lists")
    walk.expect(sum(sizes) == facts.ntotal, "the sizes of its lists")
    walk.skip(facts.ntotal * (4 * facts.dimension + _ID_BYTES))


class _Walk:
    def __init__(self, view: InputView, size: int) -> None:
        self._view, self._size = view, size
        self.place = 0

    def take(self, count: int) -> bytes:
        self.expect(self.place + count <= self._size, f"{count} bytes at {self.place}")
        self._view.seek(self.place)
        taken = self._view.read(count)
        self.expect(len(taken) == count, f"{count} bytes at {self.place}")
        self.place += count
        return taken

    def number(self) -> int:
        return int.from_bytes(self.take(8), "little")

    def skip(self, count: int) -> None:
        self.expect(self.place + count <= self._size, f"{count} bytes at {self.place}")
        self.place += count

    def expect(self, good: bool, what: str) -> None:
        if not good:
            raise EngineError("bad_index", f"{what} cannot be right")

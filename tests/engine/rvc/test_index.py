"""The index of a voice: looked at before it is read, and what it does to features."""

from __future__ import annotations

import struct
from pathlib import Path

import numpy as np
import pytest

from engine.errors import EngineError
from engine.rvc import index
from tests.fakes.random_voice import index_file


@pytest.fixture(scope="module")
def good(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return index_file(tmp_path_factory.mktemp("index") / "added.index", 256, 400)


def code_of(path: Path, dimension: int = 256) -> str:
    with pytest.raises(EngineError) as caught:
        index.read(str(path), dimension)
    return caught.value.code


def test_features_move_towards_their_eight_neighbours_by_the_rate(good: Path) -> None:
    import faiss

    features = np.random.default_rng(5).standard_normal((60, 256)).astype(np.float32)
    raw = faiss.read_index(str(good))
    vectors = raw.reconstruct_n(0, raw.ntotal)
    distances, numbers = raw.search(features, 8)
    weights = np.square(1.0 / distances)
    weights[numbers < 0] = 0
    weights /= weights.sum(axis=1, keepdims=True)
    mean = (vectors[numbers] * weights[..., None]).sum(axis=1)

    made = index.read(str(good), 256).blended(features, 0.75)

    assert np.abs(made - (0.75 * mean + 0.25 * features)).max() < 1e-5


def test_a_feature_that_is_in_the_index_stays_what_it_is(good: Path) -> None:
    import faiss

    vector = faiss.read_index(str(good)).reconstruct_n(17, 1)
    assert np.abs(index.read(str(good), 256).blended(vector, 1.0) - vector).max() < 1e-5


def test_an_index_with_fewer_vectors_than_neighbours_works(tmp_path: Path) -> None:
    import faiss

    vectors = np.eye(5, 256, dtype=np.float32)
    small = faiss.index_factory(256, "IVF2,Flat")
    small.train(vectors)
    small.add(vectors)
    faiss.write_index(small, str(tmp_path / "small.index"))
    made = index.read(str(tmp_path / "small.index"), 256).blended(np.zeros((3, 256), np.float32), 0.5)
    assert np.isfinite(made).all()


def test_a_forged_number_of_vectors_is_refused_without_reading_the_index(good: Path, tmp_path: Path) -> None:
    content = bytearray(good.read_bytes())
    for claimed in (2**60, 10_000_000, 401 + len(content) // 1024):
        struct.pack_into("<q", content, 8, claimed)
        forged = tmp_path / "forged.index"
        forged.write_bytes(content)
        with pytest.raises(EngineError) as caught:
            index.check(str(forged), 256)
        assert caught.value.code == "bad_index"


def test_damaged_foreign_and_empty_files_have_their_codes(good: Path, tmp_path: Path) -> None:
    import faiss

    content = good.read_bytes()
    damaged = tmp_path / "damaged.index"
    for length, code in ((10, "bad_index"), (100, "bad_index"), (len(content) // 2, "bad_index"),
                         (len(content) - 5, "bad_index")):  # fmt: skip
        damaged.write_bytes(content[:length])
        assert code_of(damaged) == code, length
    damaged.write_bytes(np.random.default_rng(0).bytes(5000))
    assert code_of(damaged) == "index_kind"
    faiss.write_index(faiss.IndexHNSWFlat(256, 4), str(tmp_path / "hnsw.index"))
    assert code_of(tmp_path / "hnsw.index") == "index_kind"
    assert code_of(index_file(tmp_path / "trained.index", 256, 100, filled=False)) == "index_empty"
    assert code_of(good, 768) == "index_dimension"
    assert code_of(tmp_path / "none.index") == "not_found"


def test_flipped_bytes_never_do_worse_than_an_error(good: Path, tmp_path: Path) -> None:
    rng = np.random.default_rng(1)
    path = tmp_path / "flipped.index"
    codes = set()
    for _ in range(40):
        content = bytearray(good.read_bytes())
        for place in rng.integers(4, 120, 3):
            content[place] ^= int(rng.integers(1, 256))
        path.write_bytes(content)
        try:
            found = index.read(str(path), 256)
        except EngineError as error:
            codes.add(error.code)
        else:
            found.blended(np.zeros((2, 256), np.float32), 0.5)
    assert codes <= {"bad_index", "index_kind", "index_empty", "index_dimension"}
    assert "bad_index" in codes

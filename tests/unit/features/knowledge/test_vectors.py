"""The nearest vectors, found with an 8-bit copy first and compared in full."""

from __future__ import annotations

import numpy as np
import pytest

from characoid_desktop.features.knowledge.coarse import LEAST_ROWS, candidates, coarse
from characoid_desktop.features.knowledge.vectors import Block, best

ROWS, DIM = 3 * LEAST_ROWS, 96


def block_of(matrix: np.ndarray) -> Block:
    numbers = np.arange(len(matrix), dtype=np.int64)
    return Block(matrix, numbers, numbers + 1000, numbers // 100).ready()


@pytest.fixture(scope="module")
def matrix() -> np.ndarray:
    rows = np.random.default_rng(3).standard_normal((ROWS, DIM)).astype(np.float32)
    return rows / np.linalg.norm(rows, axis=1, keepdims=True)


def test_the_nearest_are_those_of_a_full_comparison(matrix: np.ndarray) -> None:
    block, chance, same = block_of(matrix), np.random.default_rng(4), 0
    assert block.coarse is not None
    for _ in range(50):
        asked = chance.standard_normal(DIM)
        cosines = matrix @ (asked / np.linalg.norm(asked))
        wanted = np.argsort(-cosines)[:10]
        found = best([block], asked.tolist(), 10)
        same += len({passage - 1000 for passage, _ in found} & set(wanted.tolist()))
        assert [cosine for _, cosine in found] == pytest.approx([cosines[p - 1000] for p, _ in found], abs=1e-6)
        assert [cosine for _, cosine in found] == sorted((cosine for _, cosine in found), reverse=True)
    assert same >= 0.99 * 500


def test_a_large_and_a_small_block_are_one_order(matrix: np.ndarray) -> None:
    asked = matrix[5] + 0.5 * matrix[-3]
    whole = best([block_of(matrix)], asked.tolist(), 8)
    at, numbers = ROWS - 40, np.arange(ROWS, dtype=np.int64)
    large = Block(matrix[:at], numbers[:at], numbers[:at] + 1000, numbers[:at]).ready()
    small = Block(matrix[at:], numbers[at:], numbers[at:] + 1000, numbers[at:]).ready()
    assert (large.coarse is None, small.coarse is None) == (False, True)
    parts = best([large, small], asked.tolist(), 8)
    assert [passage for passage, _ in parts] == [passage for passage, _ in whole]
    assert {1005, 1000 + ROWS - 3} <= {passage for passage, _ in parts}


def test_equal_vectors_come_in_the_order_of_their_passages() -> None:
    matrix = np.zeros((LEAST_ROWS, 8), dtype=np.float32)
    matrix[:, 0] = 1.0
    matrix[10:15, 0], matrix[10:15, 1] = 0.0, 1.0
    assert [passage for passage, _ in best([block_of(matrix)], [0, 1, 0, 0, 0, 0, 0, 0], 5)] == [*range(1010, 1015)]


def test_rows_of_nothing_and_of_tiny_numbers_do_no_harm(matrix: np.ndarray) -> None:
    odd = matrix.copy()
    odd[7] = 0.0
    odd[8] *= 1e-30
    made = coarse(odd)
    assert made is not None
    assert np.isfinite(made.scales).all()
    assert 9 in candidates(made, odd[9], 3)


def test_few_rows_have_no_copy_and_what_a_copy_takes_is_counted(matrix: np.ndarray) -> None:
    assert coarse(matrix[:LEAST_ROWS - 1]) is None
    plain, ready = Block(matrix, *(np.arange(ROWS),) * 3), block_of(matrix)
    assert ready.bytes == plain.bytes + ROWS * DIM + 4 * ROWS
    assert ready.ready() is ready


def test_what_is_left_of_a_block_gets_a_copy_of_its_own(matrix: np.ndarray) -> None:
    left = block_of(matrix).only(list(range(0, ROWS, 2))).ready()
    assert best([left], matrix[4].tolist(), 1)[0][0] == 1004
    assert best([left], matrix[5].tolist(), 1)[0][0] != 1005

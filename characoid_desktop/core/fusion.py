"""One order out of two: what was found by its words, and what was found by its meaning.

A convex combination of scores, each made comparable by what is known of its side, as Bruch, Gai and Ingber advise over
ranks ("An Analysis of Fusion Functions for Hybrid Retrieval", TOIS 2023): ranks forget that the best hit by words has
nearly all of the question, or hardly anything of it, and that vectors of chance have a first one too.

* Words: the part of the best score, times how much of the question the best one has (0 to 1). A question that shares no
  words with its answer is decided by meaning, one that stands there word for word by words.
* Meaning: by how many standard deviations a similarity lies above the mean of those that it was found among. Models
  differ in where their similarities lie (0 to 1, or 0.7 to 0.9), so that neither 0 nor 1 says anything.

Figures of the recall set (tests/data/recall, 85 questions, 67 of them share words with their answer) are in
benchmarks/README.md; ``benchmarks/fusion.py`` measures them anew.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Mapping, Sequence
from typing import TypeVar

Key = TypeVar("Key", bound=Hashable)

WORDS = 0.7  # the part of words; 0.6 to 0.8 give the same within a question or two
_SIGMAS = 6.0  # above the mean: as sure as words that have the whole question


def by_words(scored: Sequence[tuple[Key, float]], coverage: float) -> dict[Key, float]:
    """Return what each is worth, from scores above 0; ``coverage``: of the question, what the best one has (0 to 1)."""
    top = max((score for _, score in scored), default=0.0)
    return {key: min(1.0, coverage) * score / top for key, score in scored} if top > 0 else {}


def by_meaning(near: Sequence[tuple[Key, float]]) -> dict[Key, float]:
    """Return what each is worth, from similarities: 0 for what is not above their mean.

    Of n values none is more than sqrt(n - 1) deviations above the mean (Samuelson 1968): among few, less is needed.
    """
    if len(near) < 2:
        return {key: 1.0 for key, _ in near}
    values = [value for _, value in near]
    mean = math.fsum(values) / len(values)
    deviation = math.sqrt(math.fsum((value - mean) ** 2 for value in values) / len(values))
    most = min(_SIGMAS, math.sqrt(len(values) - 1)) * deviation
    return {key: max(0.0, (value - mean) / most) if most > 0 else 0.0 for key, value in near}


def combined(
    words: Mapping[Key, float], meaning: Mapping[Key, float], part: float = WORDS,
) -> list[tuple[Key, float]]:
    """Return (key, worth), the best first; among equals those by words come first, each side in its own order.

    ``part``: of the worth, what words give (0 to 1).
    """
    keys = [*words, *(key for key in meaning if key not in words)]
    worth = {key: part * words.get(key, 0.0) + (1 - part) * meaning.get(key, 0.0) for key in keys}
    return sorted(worth.items(), key=lambda one: -one[1])

"""One order out of several."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from characoid_desktop.features.knowledge.models import Way

# 60 is usual for many deep orders of which a hundred things are read. Here are two orders, and eight are read: with
# 60, what is in the middle of both comes before what is the best of one. Chosen with the recall set in sight.
K = 5


def fused(orders: Mapping[Way, Sequence[int]]) -> list[tuple[int, float, tuple[Way, ...]]]:
    """Return (thing, score, ways that found it), the best first: the sum of 1 / (K + rank) over the ways.

    Reciprocal rank fusion: Cormack, Clarke and Büttcher (SIGIR 2009). Among equals the first way's order stands.
    """
    scores: dict[int, float] = {}
    ways: dict[int, tuple[Way, ...]] = {}
    for way, order in orders.items():
        for rank, thing in enumerate(order, start=1):
            scores[thing] = scores.get(thing, 0.0) + 1 / (K + rank)
            ways[thing] = (*ways.get(thing, ()), way)
    return sorted(((thing, score, ways[thing]) for thing, score in scores.items()), key=lambda one: -one[1])

"""What fits a question among memories: by words, by meaning, by time, joined into one order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from characoid_desktop.core.matching import Question
from characoid_desktop.features.memory.models import Memory
from characoid_desktop.features.memory.when import When

Scored = tuple[float, int, Memory]  # how well, seq


def score(memories: Sequence[Memory], question: Question) -> list[Scored]:
    """Return those that have something of the question. Takes its time: call it in a thread."""
    found = ((question.score(memory.text), memory.seq, memory) for memory in memories)
    return [one for one in found if one[0] > 0]


def best(scored: Sequence[Scored], limit: int) -> list[Scored]:
    """Return the best ``limit``, newest first among equals."""
    return sorted(scored, key=lambda one: one[:2], reverse=True)[:limit]


def ordered(memories: Mapping[str, Memory], worth: Mapping[str, float], when: When | None) -> list[Memory]:
    """Return the memories, best first: those of the time that is meant before the others, then by worth, then new."""
    def key(memory: Memory) -> tuple[bool, float, int]:
        return when is None or within(memory, when), worth.get(memory.id, 0.0), memory.seq

    return sorted(memories.values(), key=key, reverse=True)


def within(memory: Memory, when: When) -> bool:
    """Whether a memory was made or last changed in that time."""
    return when.start <= memory.created_at < when.end or when.start <= memory.updated_at < when.end

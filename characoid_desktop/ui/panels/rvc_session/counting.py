"""Numbers over the whole list: how many wait, run and are done, and how long it will still take."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from characoid_desktop.features.rvc.models import ItemState, SessionItem


@dataclass(frozen=True, slots=True)
class Counts:
    """Numbers for the head of the list and the primary button."""

    all: int = 0
    waiting: int = 0
    active: int = 0
    done: int = 0
    left_s: float | None = None  # until everything that was asked for is done; None: not known yet


def count(items: Sequence[SessionItem]) -> Counts:
    """Return the numbers of a list."""
    tally = Counter(item.state for item in items)
    active = sum(n for state, n in tally.items() if state.is_active)
    waiting = sum(n for state, n in tally.items() if state.waits)
    return Counts(len(items), waiting, active, tally[ItemState.DONE], time_left(items) if active else None)


def time_left(items: Sequence[SessionItem]) -> float | None:
    """Return seconds until the queue is empty, from the speed of what runs; None without a measure.

    Files that were not looked at yet count as long as the average of the others.
    """
    running = next((item for item in items if item.state is ItemState.RUNNING), None)
    if running is None or running.progress is None or running.facts is None:
        return None
    left, fraction = running.progress.remaining_s, running.progress.fraction
    length = running.facts.duration_s
    if left is None or fraction is None or fraction >= 1 or length <= 0:
        return None
    speed = left / ((1 - fraction) * length)
    queued = [item for item in items if item.state is ItemState.QUEUED]
    known = [item.facts.duration_s for item in queued if item.facts is not None]
    average = (sum(known) + length) / (len(known) + 1)
    return left + speed * (sum(known) + (len(queued) - len(known)) * average)

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from characoid_desktop.core.i18n import Text
from characoid_desktop.jobs.progress import LONGEST_S, ProgressTracker
from tests.fakes.held_jobs import HandClock

STAGE = Text.of("Converting")


def _run(speeds: list[float], seconds: float = 0.5) -> tuple[ProgressTracker, HandClock, list[float | None]]:
    clock = HandClock()
    tracker = ProgressTracker(clock)
    fraction, seen = 0.0, []
    tracker.update(STAGE, 0.0)
    for speed in speeds:
        clock.seconds += seconds
        fraction += speed * seconds
        seen.append(tracker.update(STAGE, fraction).remaining_s)
    return tracker, clock, seen


@given(st.lists(st.one_of(st.none(), st.floats()), max_size=60), st.floats(0, 100))
def test_the_fraction_never_runs_backwards_whatever_is_reported(
    reports: list[float | None], gap: float,
) -> None:
    clock = HandClock()
    tracker = ProgressTracker(clock)
    last = 0.0
    for report in reports:
        clock.seconds += gap
        progress = tracker.update(STAGE, report)
        if progress.fraction is not None:
            assert last <= progress.fraction <= 1.0
            last = progress.fraction
        if progress.remaining_s is not None:
            assert progress.remaining_s >= 0.0
            assert math.isfinite(progress.remaining_s)


def test_an_unknown_fraction_stays_unknown() -> None:
    progress = ProgressTracker(HandClock()).update(STAGE, None)
    assert (progress.fraction, progress.remaining_s, progress.stage) == (None, None, STAGE)


def test_no_time_is_told_before_two_seconds_and_two_percent() -> None:
    _, _, fast = _run([0.1] * 8)  # 5 % each half second
    assert fast[:3] == [None, None, None]
    assert fast[3] is not None
    _, _, slow = _run([0.001] * 60)  # 2 % after 20 s
    assert slow[38] is None
    assert slow[41] is not None


def test_a_steady_speed_gives_the_exact_remaining_time() -> None:
    _, _, seen = _run([0.01] * 100)  # 100 s in all, 50 s done
    assert seen[-1] == pytest.approx(50.0, rel=1e-6)


def test_the_estimate_follows_a_change_of_speed_within_half_a_minute() -> None:
    _, _, seen = _run([0.02] * 20 + [0.005] * 60)
    fraction = 0.02 * 10 + 0.005 * 30
    assert seen[-1] == pytest.approx((1 - fraction) / 0.005, rel=0.15)


def test_many_small_reports_and_few_large_ones_agree() -> None:
    _, _, coarse = _run([0.01] * 40, 1.0)
    _, _, fine = _run([0.01] * 4000, 0.01)
    assert coarse[-1] is not None
    assert fine[-1] == pytest.approx(coarse[-1], abs=0.5)


def test_time_that_passes_without_a_report_counts_down() -> None:
    tracker, clock, seen = _run([0.01] * 20)
    clock.seconds += 5
    later = tracker.update(STAGE, None).remaining_s
    assert seen[-1] is not None
    assert later == pytest.approx(seen[-1] - 5)


def test_the_wall_clock_does_not_matter() -> None:
    clock = HandClock()
    tracker = ProgressTracker(clock)
    remaining = None
    for step in range(20):
        clock.seconds += 1
        clock.jump(days=-1 if step % 2 else 3650)
        remaining = tracker.update(STAGE, 0.02 * (step + 1)).remaining_s
    assert remaining == pytest.approx(30.0)


def test_work_that_hardly_moves_gives_no_number() -> None:
    clock = HandClock()
    tracker = ProgressTracker(clock)
    for step in range(10):
        clock.seconds += 1
        shown = tracker.update(STAGE, 0.02 * (step + 1)).remaining_s
    assert shown == pytest.approx(40.0)
    for _ in range(3000):  # the smoothed speed goes towards zero, and would end in an endless time
        clock.seconds += 1
        shown = tracker.update(STAGE, 0.2).remaining_s
        assert shown is None or shown <= LONGEST_S
    assert shown is None

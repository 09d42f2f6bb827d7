"""The probe that shows what kept the event loop busy."""

from __future__ import annotations

from time import perf_counter

from PySide6.QtCore import QTimer

from characoid_desktop.ui.shell.stall_probe import EventLoopProbe
from tests.fakes.eventually import eventually


def block(seconds: float) -> None:
    """Keep the loop busy, as a careless handler would."""
    end = perf_counter() + seconds
    while perf_counter() < end:
        pass


async def test_a_handler_that_takes_80_ms_shows_as_a_gap_of_at_least_80_ms(qapp):
    probe = EventLoopProbe()
    probe.start()
    await eventually(lambda: probe.gaps().count > 20)
    QTimer.singleShot(0, probe, lambda: block(0.08))
    seen = probe.gaps().count
    await eventually(lambda: probe.gaps().count > seen + 20)
    gaps = probe.stop()
    assert gaps.max_ms >= 80
    assert gaps.over_50_ms >= 1
    assert gaps.p50_ms <= gaps.p99_ms <= gaps.max_ms


async def test_a_gap_that_is_still_open_at_the_end_counts(qapp):
    probe = EventLoopProbe()
    probe.start()
    block(0.06)
    assert probe.stop().max_ms >= 60


def test_it_is_off_until_it_is_started(qapp):
    probe = EventLoopProbe()
    assert not probe.running
    assert probe.stop().count == 0

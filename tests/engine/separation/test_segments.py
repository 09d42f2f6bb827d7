"""Overlapping segments: seamless, exact in length, at any rate."""

from __future__ import annotations

import numpy as np
import pytest

from engine.builtin.stream import Audio
from engine.errors import Cancelled
from engine.separation.segments import ModelStream, Segments
from tests.fakes.tones import cut


def nothing() -> None:
    return None


@pytest.mark.parametrize("frames", [1, 99, 100, 101, 750, 999, 1000, 1001, 12_345])
@pytest.mark.parametrize("overlap", [0.0, 0.25, 0.5, 0.9])
def test_a_network_that_changes_nothing_gives_the_very_stream(frames: int, overlap: float) -> None:
    audio = np.random.default_rng(frames).standard_normal((frames, 2)).astype(np.float32)
    segments = Segments(lambda segment: segment, 1000, overlap, nothing)
    out = np.concatenate([*(segments.push(block) for block in cut(audio, 5, 300)), segments.flush()])
    assert out.shape == audio.shape
    assert np.abs(out - audio).max() < 1e-5


def test_every_segment_is_as_long_as_the_network_takes() -> None:
    lengths: list[int] = []

    def network(segment: Audio) -> Audio:
        lengths.append(len(segment))
        return segment

    segments = Segments(network, 1000, 0.25, nothing)
    for block in cut(np.zeros((10_500, 2), np.float32), 5, 700):
        segments.push(block)
    segments.flush()
    assert set(lengths) == {1000}
    assert len(lengths) == segments.done == 15  # (250 + 10,500) / 750


def test_answers_that_differ_are_faded_into_each_other() -> None:
    levels = iter([1.0, 3.0, 5.0, 7.0])
    segments = Segments(lambda segment: np.full_like(segment, next(levels)), 1000, 0.25, nothing)
    out = np.concatenate([segments.push(np.zeros((2000, 2), np.float32)), segments.flush()])
    steps = np.abs(np.diff(out[:, 0]))
    assert steps.max() < 2.0 / 250 * 1.01
    assert (out[0, 0], out[-1, 0]) == (1.0, 5.0)


@pytest.mark.parametrize(("rate", "channels"), [(44100, 2), (48000, 2), (8000, 1), (37_800, 2), (192_000, 2)])
@pytest.mark.parametrize("frames", [1, 30_011])
def test_other_rates_and_channels_come_back_as_they_went(rate: int, channels: int, frames: int) -> None:
    time = np.arange(frames)[:, None] / rate
    audio = (0.2 * np.sin(2 * np.pi * (440 + 900 * np.arange(channels)) * time)).astype(np.float32)
    stream = ModelStream(lambda segment: segment, rate, channels, 44100, 4096, 0.25, nothing)
    out = np.concatenate([*(stream.push(block) for block in cut(audio, 3, 5000)), stream.flush()])
    assert out.shape == audio.shape
    assert out.dtype == np.float32
    if frames > 1:
        assert np.abs(out - audio)[2000:-2000].max() < 1e-4


def test_a_cancel_stops_between_two_segments() -> None:
    checks = 0

    def check() -> None:
        nonlocal checks
        checks += 1
        if checks == 3:
            raise Cancelled

    ran: list[int] = []

    def network(segment: Audio) -> Audio:
        ran.append(1)
        return segment

    segments = Segments(network, 100, 0.25, check)
    with pytest.raises(Cancelled):
        segments.push(np.zeros((10_000, 2), np.float32))
    assert len(ran) == 2

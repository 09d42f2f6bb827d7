"""Chunks of a long sound: cut where it is quiet, never too long, nothing left out."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from engine.audio.source import open_audio
from engine.rvc import cuts
from engine.rvc.chunks import Chunk, plan
from engine.rvc.signal import Part, Signal
from tests.fakes.rvc_library import write
from tests.fakes.tones import noise


def chunks_of(path: Path, chunk_s: float, begin: int = 0, stop: int | None = None) -> list[Chunk]:
    with open_audio(str(path)) as source:
        assert source.info.frames is not None
        signal = Signal(source, Part(), 1.0, lambda: None)
        found = []
        for chunk in plan(signal, begin, chunk_s, source.info.frames if stop is None else stop):
            found.append(chunk)
            signal.release(chunk.end - 16000)
        return found


def test_the_cut_lies_in_the_quiet_and_on_the_grid() -> None:
    wave = noise(4.0, 16000, 0.3)[:, 0]
    wave[25_000:26_400] *= 0.001
    place = cuts.quietest(wave, 16_000, 48_000, 32_000)
    assert 25_000 < place < 26_400
    assert place % cuts.GRID == 0


def test_silence_is_cut_where_it_was_asked_for() -> None:
    assert cuts.quietest(np.zeros(64_000, np.float32), 16_000, 48_000, 32_000) == 32_000


@pytest.mark.parametrize("seconds", [0.01, 3.0, 9.99, 10.0, 12.9, 13.1, 25.0, 61.3])
def test_chunks_follow_each_other_and_none_is_too_long(tmp_path: Path, seconds: float) -> None:
    path = write(tmp_path / "in.wav", noise(seconds, 16000)[:, 0])
    found = chunks_of(path, 10.0)
    assert found[0].begin == 0
    assert all(a.end == b.begin for a, b in pairwise(found))
    assert found[-1].end == round(seconds * 16000)
    assert [chunk.last for chunk in found] == [False] * (len(found) - 1) + [True]
    assert max(chunk.end - chunk.begin for chunk in found) <= 13.0 * 16000
    assert all((chunk.end - chunk.begin) >= 1.5 * 16000 for chunk in found[:-1])


def test_pauses_of_a_song_become_its_cuts(tmp_path: Path) -> None:
    wave = noise(40.0, 16000, 0.3)[:, 0]
    for second in (9.2, 19.5, 29.0):
        wave[round(second * 16000) : round((second + 0.2) * 16000)] = 0.0
    found = chunks_of(write(tmp_path / "in.wav", wave), 10.0)
    assert [round(chunk.end / 16000, 1) for chunk in found[:-1]] == [9.3, 19.6, 29.1]


def test_a_region_ends_where_it_was_told_to(tmp_path: Path) -> None:
    path = write(tmp_path / "in.wav", noise(20.0, 16000)[:, 0])
    assert chunks_of(path, 10.0, 16000, 80_000) == [Chunk(16000, 80_000, True)]

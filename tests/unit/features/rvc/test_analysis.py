"""Spectrograms and loudness are asked for once, and an engine that answers nonsense is not believed."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from characoid_desktop.core.errors import AppError
from characoid_desktop.engines.contracts import EngineResult
from characoid_desktop.features.rvc.analysis import BINS, COLUMNS, SoundAnalysis
from tests.fakes.held_engine import HeldEngine


class ShortAnswers(HeldEngine):
    async def run(self, op: str, params: Mapping[str, Any], **more: Any) -> EngineResult:
        answer = await super().run(op, params, **more)
        return EngineResult(answer.value, (b"\0" * 10,)) if op == "spectrogram" else answer


@pytest.fixture
def sound(tmp_path: Path) -> Path:
    path = tmp_path / "a.wav"
    path.write_bytes(b"sound")
    return path


async def test_a_file_is_measured_once_and_again_when_it_changed(sound: Path) -> None:
    media = HeldEngine("media")
    analysis = SoundAnalysis(media)
    first = await analysis.spectrogram(sound)
    assert (first.columns, first.bins, len(first.levels)) == (COLUMNS, BINS, COLUMNS * BINS)
    assert await analysis.spectrogram(sound) is first
    assert await analysis.loudness(sound) == -20.0
    assert await analysis.loudness(sound) == -20.0
    assert [op for op, _ in media.calls] == ["spectrogram", "loudness"]
    sound.write_bytes(b"another sound")
    assert await analysis.spectrogram(sound) is not first
    assert len(media.of("spectrogram")) == 2


async def test_a_picture_of_the_wrong_size_is_refused(sound: Path) -> None:
    with pytest.raises(AppError) as refused:
        await SoundAnalysis(ShortAnswers("media")).spectrogram(sound)
    assert refused.value.code == "garbage_answer"


async def test_a_file_that_is_gone_is_told(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="gone"):
        await SoundAnalysis(HeldEngine("media")).loudness(tmp_path / "gone.wav")

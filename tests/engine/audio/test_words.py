"""Every code and every warning of this package has its sentence."""

from __future__ import annotations

import re
from pathlib import Path

import engine.audio
from characoid_desktop.engines.messages import CODES, note_for

SOURCES = "\n".join(p.read_text(encoding="utf-8") for p in Path(engine.audio.__path__[0]).glob("*.py"))


def test_every_error_code_has_a_sentence() -> None:
    codes = set(re.findall(r'EngineError\(\s*"(\w+)"', SOURCES))
    assert len(codes) > 15
    assert codes <= CODES


def test_every_warning_has_a_sentence() -> None:
    words = {"non_finite_samples:3", "clipped_samples:3", "damaged_frames:3", "truncated", "length_field_wrong",
             "partial_frame", "parameters_changed", "several_audio_streams:2", "resampled:48000"}
    assert all(word.partition(":")[0] in SOURCES for word in words)
    for word in words:
        sentence = str(note_for(word))
        assert "The engine says" not in sentence, word
        number = word.partition(":")[2]
        assert number in sentence

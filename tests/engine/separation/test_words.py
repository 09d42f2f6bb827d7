"""Every code and every warning of separation and mixing has its sentence."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import engine.mix
import engine.separation
from characoid_desktop.engines.messages import CODES, note_for

SOURCES = "\n".join(
    path.read_text(encoding="utf-8")
    for package in (engine.mix, engine.separation) for path in Path(package.__path__[0]).glob("*.py")
)  # fmt: skip


def test_every_error_code_has_a_sentence() -> None:
    codes = set(re.findall(r'EngineError\(\s*"(\w+)"', SOURCES))
    assert len(codes) > 10
    assert codes <= CODES, codes - CODES


@pytest.mark.parametrize("word", ["limited", "loudness_missed:3"])
def test_every_warning_has_a_sentence(word: str) -> None:
    assert word.partition(":")[0] in SOURCES
    assert "The engine says" not in str(note_for(word))

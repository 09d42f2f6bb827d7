"""Runs of :mod:`tests.fakes.cover_app`, and the song they are given."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import soundfile

ROOT = Path(__file__).parents[2]
RATE = 44_100
STAGES = ["prepare", "separate", "convert", "mix"]


def command(*words: object) -> list[str]:
    return [sys.executable, "-m", "tests.fakes.cover_app", *map(str, words)]


def told(*words: object, env: Mapping[str, str] | None = None, limit_s: float = 280) -> list[dict[str, Any]]:
    """Run it to its end and return the lines it said."""
    done = subprocess.run(command(*words), cwd=ROOT, timeout=limit_s, capture_output=True, text=True, encoding="utf-8",
                          check=False, env=env)
    assert done.returncode == 0, done.stderr[-3000:]
    return [json.loads(line) for line in done.stdout.splitlines()]


def sing(path: Path, seconds: float) -> Path:
    """A gliding tone in the middle and two others at the sides."""
    t = np.arange(round(RATE * seconds)) / RATE
    voice = 0.3 * np.sin(2 * np.pi * (220 * t + 3 * np.sin(2 * t)))
    sides = [0.1 * np.sin(2 * np.pi * hz * t) for hz in (523.3, 659.3)]
    soundfile.write(path, np.stack([voice + side for side in sides], 1).astype(np.float32), RATE)
    return path

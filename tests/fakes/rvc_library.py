"""A small library of random voices on the disk, and requests to convert with them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import soundfile

from engine.rvc.handlers import convert_voice
from tests.fakes import random_voice
from tests.fakes.job_context import DirectJob
from tests.fakes.random_voice import Version
from tests.fakes.tones import vowel


class RvcLibrary:
    """Voices are made when they are asked for first. Sizes are tiny, formats genuine."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.contentvec = random_voice.contentvec_folder(folder / "contentvec")

    def voice(self, version: Version = "v2", rate: int = 40000, *, f0: bool = True, index: int = 0,
              f0_median: float | None = None) -> Path:
        folder = self.folder / f"{version}-{rate}-{f0}-{index}-{f0_median}"
        if not folder.exists():
            random_voice.voice_folder(folder, version, rate, f0=f0, index=index, f0_median=f0_median)
        return folder

    def order(self, source: Path, output: Path, voice: Path | None = None, **more: Any) -> dict[str, Any]:
        voice = voice or self.voice()
        index = voice / "index.faiss"
        return {
            "input": str(source), "output": str(output), "voice": str(voice),
            "assets": {"contentvec": str(self.contentvec)}, "params": {},
            **({"index": str(index)} if index.exists() else {}), **more,
        }  # fmt: skip

    def convert(self, source: Path, output: Path, voice: Path | None = None, job: DirectJob | None = None,
                **more: Any) -> tuple[dict[str, Any], np.ndarray]:
        """Convert in this process; returns the answer and the samples."""
        value = convert_voice(job or DirectJob(), self.order(source, output, voice, **more))
        return value, soundfile.read(output, dtype="float32")[0]


def sung(seconds: float, rate: int = 16000, hz: float = 150.0) -> np.ndarray:
    """A vowel [frames] with pauses of 0.2 s every two seconds, and some noise."""
    wave = vowel(hz, seconds, rate)[:, 0]
    place = np.arange(len(wave)) / rate % 2.0
    noise = np.random.default_rng(0).standard_normal(len(wave)) * 0.001
    return (np.where(place > 1.8, 0.0, wave) + noise).astype(np.float32)


def write(path: Path, wave: np.ndarray, rate: int = 16000) -> Path:
    soundfile.write(path, wave, rate, subtype="FLOAT")
    return path

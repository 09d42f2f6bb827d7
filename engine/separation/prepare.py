"""The first step of a conversion: any sound becomes a float WAV, and one look says what it is."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

import numpy as np

from engine.audio import params as read
from engine.audio.loudness import LoudnessMeter
from engine.audio.sink import open_sink
from engine.audio.source import open_audio
from engine.errors import EngineError
from engine.job import JobContext

BLOCK = 16_384
ALIKE_DB = -50.0  # side against middle, below which both channels hold the same
STEP_S = 0.05
PAUSE_DB = -30.0  # below the loud parts (the 95th percentile of steps)
PAUSES = 0.08  # of the time


def prepare(job: JobContext, params: Mapping[str, Any]) -> dict[str, Any]:
    """Write ``input`` to ``output`` as float WAV (RF64 over 4 GiB) at its own rate and channels.

    Returns ``{duration_s, frames, rate, channels, layout, truncated, warnings, lufs, true_peak_db, dry, why_dry}``;
    ``dry``: the sound is most likely a voice alone (see :class:`DryGuess`), ``why_dry`` is ``mono``, ``alike`` or
    ``pauses``, else None.
    """
    path = read.text(params, "output")
    if os.path.lexists(path):
        raise EngineError("output_exists", path)
    with open_audio(read.text(params, "input"), check=job.check) as source:
        info = source.info
        job.scratch(path)
        meter = LoudnessMeter(info.rate, info.channels, info.layout)
        guess = DryGuess(info.rate, info.channels)
        total = info.duration_s or 0.0
        with open_sink(path, format="wav", subtype="float", rate=info.rate, channels=info.channels,
                       layout=info.layout, frames=info.frames) as sink:
            done = 0
            for block in source.blocks(BLOCK):
                job.check()
                sink.write(block)
                meter.add(block)
                guess.add(block)
                done += len(block)
                job.progress("prepare", min(done / info.rate, total) if total else done / info.rate, total)
            if not done:
                raise EngineError("header_only")
        why = guess.why()
        return {
            "duration_s": done / info.rate, "frames": done, "rate": info.rate, "channels": info.channels,
            "layout": info.layout, "truncated": source.truncated, "warnings": list(source.warnings),
            "lufs": meter.integrated(), "true_peak_db": meter.true_peak_db(), "dry": why is not None, "why_dry": why,
        }


class DryGuess:
    """Is this a voice without music? One of three plain signs.

    ``mono``: one channel. ``alike``: two that differ by less than ``ALIKE_DB``. ``pauses``: in at least 8 % of
    the steps of 50 ms the level is 30 dB below the loud ones: who speaks or sings alone breathes, while music under
    a voice fills the gaps. A wrong guess costs a click: it only chooses what is offered first.
    """

    def __init__(self, rate: int, channels: int) -> None:
        self._channels = channels
        self._step = max(1, round(STEP_S * rate))
        self._middle = self._side = 0.0
        self._open = np.zeros(0)
        self._levels: list[np.ndarray] = []

    def add(self, block: np.ndarray) -> None:
        if self._channels == 2:
            left, right = block[:, 0].astype(np.float64), block[:, 1].astype(np.float64)
            self._middle += float(np.square(left + right).sum())
            self._side += float(np.square(left - right).sum())
        power = np.concatenate((self._open, np.square(block, dtype=np.float64).mean(axis=1)))
        whole = len(power) // self._step
        self._levels.append(power[: whole * self._step].reshape(whole, self._step).mean(axis=1))
        self._open = power[whole * self._step :]

    def why(self) -> str | None:
        """Return the sign that was found."""
        if self._channels == 1:
            return "mono"
        if self._channels == 2 and self._side <= self._middle * 10 ** (ALIKE_DB / 10):
            return "alike"
        levels = np.concatenate([*self._levels, np.zeros(0)])
        if not len(levels) or levels.max() <= 0.0:
            return None
        loud = float(np.percentile(levels, 95))
        return "pauses" if float((levels < loud * 10 ** (PAUSE_DB / 10)).mean()) >= PAUSES else None

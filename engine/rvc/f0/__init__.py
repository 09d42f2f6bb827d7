"""Pitch of speech and singing: every method gives Hz at 100 frames a second, 0 where there is no voice.

``swift`` needs onnxruntime alone and brings its weights (the swift-f0 wheel); the others are networks of ours that
read installed weights as safetensors.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from engine.errors import EngineError

if TYPE_CHECKING:
    import numpy as np

RATE = 16_000
HOP = 160
FRAMES_PER_S = 100

METHODS = {
    "swift": "engine.rvc.f0.swift", "fcpe": "engine.rvc.f0.fcpe", "rmvpe": "engine.rvc.f0.rmvpe",
    "crepe": "engine.rvc.f0.crepe", "crepe-tiny": "engine.rvc.f0.crepe",
}  # fmt: skip
"""Method by name, and the module whose ``load(method, file, device)`` returns its model."""


class PitchModel(Protocol):
    """``model(wave, frames, check)``: ``wave`` float32 at 16 kHz; returns float32 [frames], frame i at sample
    160 · i. ``check`` is called between pieces of work and may raise."""

    def __call__(self, wave: np.ndarray, frames: int, check: Callable[[], None]) -> np.ndarray: ...


def load(method: str, file: str | None, device: str) -> PitchModel:
    """Return the model of ``method``.

    Raises EngineError ``bad_params``, ``weights_missing`` (``kind``) when a method that needs weights got none,
    ``weights_damaged`` (``kind``) when they are not those of the method, ``part_missing`` without its library.
    """
    name = METHODS.get(method)
    if name is None:
        raise EngineError("bad_params", f"f0_method {method[:40]}", param="f0_method")
    if method != "swift" and (file is None or not Path(file).exists()):
        raise EngineError("weights_missing", f"{method}: {file}", kind=method)
    return importlib.import_module(name).load(method, file, device)

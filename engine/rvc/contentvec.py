"""The installed ContentVec: a folder with ``config.json`` and ``model.safetensors`` in transformers' format."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from engine.errors import EngineError
from engine.rvc.tensor_file import read_json, read_weights

if TYPE_CHECKING:
    from engine.rvc.device import Device
    from engine.rvc.hubert import Hubert

KIND = "contentvec"


def load(folder: str, device: Device) -> Hubert:
    """Raises EngineError ``weights_missing`` and ``weights_damaged`` (``kind``), and as ``Hubert.load``."""
    from engine.rvc.hubert import Hubert

    missing, damaged = EngineError("weights_missing", kind=KIND), EngineError("weights_damaged", kind=KIND)
    config = read_json(Path(folder) / "config.json", missing, damaged)
    return Hubert.load(read_weights(folder, KIND), config, device=device.name, half=device.half)

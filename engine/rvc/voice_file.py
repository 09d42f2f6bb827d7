"""A voice of our library: ``voice.json`` and ``voice.safetensors`` in a folder, read strictly."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.errors import EngineError
from engine.rvc.geometry import FEATURE_WIDTHS, RATES
from engine.rvc.tensor_file import read_json, read_tensors

if TYPE_CHECKING:
    from engine.rvc.device import Device
    from engine.rvc.synthesizer import Synthesizer

SCHEMA = 1
FACTS, TENSORS = "voice.json", "voice.safetensors"


@dataclass(frozen=True, slots=True)
class VoiceFacts:
    """What a conversion needs to know; ``f0_median``: the usual pitch of the voice in Hz, where its maker noted it."""

    version: str
    rate: int
    f0: bool
    speakers: int
    config: tuple[Any, ...]
    f0_median: float | None

    @property
    def width(self) -> int:
        """Values per frame of its features and its index."""
        return FEATURE_WIDTHS[self.version]


def read_facts(folder: str) -> VoiceFacts:
    """Return what ``voice.json`` says.

    Raises EngineError ``voice_missing``, ``voice_damaged``, ``voice_newer`` (written by a later version of the app).
    """
    about = read_json(Path(folder) / FACTS, EngineError("voice_missing"), EngineError("voice_damaged"))
    schema = about.get("schema")
    if schema != SCHEMA:
        newer = isinstance(schema, int) and schema > SCHEMA
        raise EngineError("voice_newer" if newer else "voice_damaged", f"schema {str(schema)[:40]}")
    version, rate, f0, speakers, config = (about.get(key) for key in ("version", "rate", "f0", "speakers", "config"))
    good = (
        version in FEATURE_WIDTHS and rate in RATES and isinstance(f0, bool)
        and isinstance(speakers, int) and not isinstance(speakers, bool) and 1 <= speakers <= 4096
        and isinstance(config, list) and len(config) == 18 and config[17] == rate
    )  # fmt: skip
    if not good:
        raise EngineError("voice_damaged", "voice.json holds other values than a voice has")
    median = about.get("f0_median")
    known = isinstance(median, (int, float)) and not isinstance(median, bool) and 20.0 <= median <= 2000.0
    return VoiceFacts(version, rate, f0, speakers, tuple(config), float(median) if known else None)


def load(folder: str, facts: VoiceFacts, device: Device) -> Synthesizer:
    """Return the voice's network; raises EngineError ``voice_missing``, ``voice_damaged``, ``voice_config`` and
    ``voice_tensors`` (other tensors than such a network has, or values that are no numbers)."""
    from engine.rvc.synthesizer import Synthesizer

    tensors = read_tensors(Path(folder) / TENSORS, EngineError("voice_missing"), EngineError("voice_damaged"))
    made = Synthesizer.load(
        tensors, facts.config, version=facts.version, f0=facts.f0, device=device.name, half=device.half
    )
    if made.geometry.speakers != facts.speakers:
        raise EngineError("voice_damaged", f"{made.geometry.speakers} speakers, not {facts.speakers}")
    return made

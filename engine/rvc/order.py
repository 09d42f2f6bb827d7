"""The params of ``convert_voice``, checked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engine.audio import params as read
from engine.errors import EngineError
from engine.rvc.f0 import METHODS

DEFAULT_F0 = "swift"
DEFAULT_CHUNK_S = 10.0
MIN_CHUNK_S, MAX_CHUNK_S = 2.0, 60.0
MAX_START_S = 7 * 24 * 3600.0
MAX_REGION_S = 600.0


@dataclass(frozen=True, slots=True)
class Settings:
    """How a voice is converted.

    ``pitch`` and ``formant`` in semitones; ``index_rate`` 0..1; ``protect`` 0..0.5 (0.5: off); ``rms_mix_rate`` 0..1
    (1: the converted loudness, 0: the source's); ``filter_radius`` 0..7 (median filter of the pitch, off below 3);
    ``auto_key`` adds the whole semitones that bring the median pitch to ``target_hz``, or else to the voice's own.
    """

    pitch: float = 0.0
    f0_method: str = DEFAULT_F0
    index_rate: float = 0.75
    protect: float = 0.33
    rms_mix_rate: float = 0.25
    formant: float = 0.0
    speaker: int = 0
    auto_key: bool = False
    target_hz: float | None = None
    seed: int = 0
    filter_radius: int = 0

    @classmethod
    def of(cls, value: object) -> Settings:
        if not isinstance(value, Mapping) or not set(value) <= set(cls.__dataclass_fields__):
            raise EngineError("bad_params", "params holds other keys than known", param="params")
        method = read.text(value, "f0_method") if "f0_method" in value else DEFAULT_F0
        if method not in METHODS:
            raise EngineError("bad_params", f"f0_method {method[:40]}", param="f0_method")
        auto = value.get("auto_key", False)
        if not isinstance(auto, bool):
            raise EngineError("bad_params", "auto_key must be true or false", param="auto_key")
        target = value.get("target_hz")
        return cls(
            pitch=read.number(value, "pitch", -36.0, 36.0, 0.0),
            f0_method=method,
            index_rate=read.number(value, "index_rate", 0.0, 1.0, 0.75),
            protect=read.number(value, "protect", 0.0, 0.5, 0.33),
            rms_mix_rate=read.number(value, "rms_mix_rate", 0.0, 1.0, 0.25),
            formant=read.number(value, "formant", -12.0, 12.0, 0.0),
            speaker=read.whole(value, "speaker", 0, 4095, 0),
            auto_key=auto,
            target_hz=None if target is None else read.number(value, "target_hz", 20.0, 2000.0),
            seed=read.whole(value, "seed", 0, 2**63 - 1, 0),
            filter_radius=read.whole(value, "filter_radius", 0, 7, 0),
        )


@dataclass(frozen=True, slots=True)
class Order:
    """A request. ``start_s`` and ``seconds`` are None for the whole input."""

    input: str
    output: str
    voice: str
    contentvec: str
    f0_file: str | None
    index: str | None
    settings: Settings
    chunk_s: float
    start_s: float | None
    seconds: float | None
    device: str

    @classmethod
    def of(cls, params: Mapping[str, Any], *, own: bool = True) -> Order:
        """Raises EngineError ``bad_params``, ``weights_missing`` (``kind``: contentvec, needed by our ``own`` engine).
        """
        assets = params.get("assets", {})
        if not isinstance(assets, Mapping):
            raise EngineError("bad_params", "assets must be an object", param="assets")
        if own and assets.get("contentvec") is None:
            raise EngineError("weights_missing", "no contentvec folder", kind="contentvec")
        region = params.get("start_s") is not None or params.get("seconds") is not None
        return cls(
            input=read.text(params, "input"),
            output=read.text(params, "output"),
            voice=read.text(params, "voice"),
            contentvec=read.text(assets, "contentvec") if own else "",
            f0_file=None if assets.get("f0") is None else read.text(assets, "f0"),
            index=None if params.get("index") is None else read.text(params, "index"),
            settings=Settings.of(params.get("params", {})),
            chunk_s=read.number(params, "chunk_s", MIN_CHUNK_S, MAX_CHUNK_S, DEFAULT_CHUNK_S),
            start_s=read.number(params, "start_s", 0.0, MAX_START_S, 0.0) if region else None,
            seconds=read.number(params, "seconds", 0.01, MAX_REGION_S) if region else None,
            device=read.text(params, "device") if params.get("device") else "auto",
        )

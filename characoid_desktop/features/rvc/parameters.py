"""How a file is produced with a library voice: bounded, plain and storable, so that the same gives the same again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from enum import StrEnum
from typing import Any, Self, cast

MAX_SEED = 2**31 - 1
MAX_CHAIN = 4
LOWEST_HIGHPASS_HZ = 10.0
MAX_ID = 128
F0_METHODS = ("swift", "fcpe", "rmvpe", "crepe", "crepe-tiny")
DEFAULT_F0 = "swift"
WITHOUT_WEIGHTS = frozenset({"swift"})  # f0 methods that need no weight file


class Method(StrEnum):
    """How voice and music are taken apart. AUTO: nothing for a dry voice, else the best that is there."""

    AUTO = "auto"
    DRY = "dry"
    CENTRE = "centre"
    PERCUSSIVE = "percussive"
    MODEL = "model"


def object_of(value: object) -> Mapping[str, Any]:
    """Return a stored JSON object, empty for anything else."""
    return cast("Mapping[str, Any]", value) if isinstance(value, Mapping) else {}


def _number(value: object, low: float, high: float, default: float) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)) or value != value:
        return default
    return min(high, max(low, float(value)))


class _Stored:
    """Reads itself from stored JSON: what is missing or of the wrong kind becomes the default, numbers are clamped."""

    @classmethod
    def bounds(cls) -> Mapping[str, tuple[float, float]]:
        return {}

    def to_value(self) -> dict[str, Any]:
        """Return plain JSON."""
        return asdict(cast("Any", self))

    @classmethod
    def from_value(cls, value: object) -> Self:
        """Return what was stored, within its bounds. Never raises."""
        given = object_of(value)
        read: dict[str, Any] = {}
        plain = cls()
        for one in fields(cast("Any", cls)):
            default, found = getattr(plain, one.name), given.get(one.name)
            low, high = cls.bounds().get(one.name, (-1e9, 1e9))
            if isinstance(default, bool):
                read[one.name] = found if isinstance(found, bool) else default
            elif isinstance(default, int):
                read[one.name] = int(_number(found, low, high, default))
            elif isinstance(default, float):
                read[one.name] = _number(found, low, high, default)
            elif default is None:
                read[one.name] = None if found is None else _number(found, low, high, 0.0)
            elif isinstance(default, tuple):
                many = cast("list[Any]", found) if isinstance(found, (list, tuple)) else []
                read[one.name] = tuple(str(each)[:MAX_ID] for each in many[:MAX_CHAIN])
            else:
                read[one.name] = type(default)(_word(found, default))
        return cls(**read)


def _word(value: object, default: str) -> str:
    word = value[:MAX_ID] if isinstance(value, str) else default
    return word if not isinstance(default, Method) or word in set(Method) else default


@dataclass(frozen=True, slots=True)
class VoiceParams(_Stored):
    """What the voice engine is told.

    ``pitch`` and ``formant`` in semitones; ``index_rate``, ``rms_mix_rate`` 0..1; ``protect`` 0..0.5 (0.5: off).
    ``auto_key`` adds the key that brings the singer's median to ``target_hz`` (or the voice's own).
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
    filter_radius: int = 0  # of a median filter of the pitch; off below 3

    @classmethod
    def bounds(cls) -> Mapping[str, tuple[float, float]]:
        return {"pitch": (-24, 24), "index_rate": (0, 1), "protect": (0, 0.5), "rms_mix_rate": (0, 1),
                "formant": (-12, 12), "speaker": (0, 4095), "target_hz": (30, 2000), "seed": (0, MAX_SEED),
                "filter_radius": (0, 7)}


@dataclass(frozen=True, slots=True)
class VoiceUse(_Stored):
    """A library voice with its parameters. ``use_index`` False leaves the retrieval index out.

    ``chunk_s`` is the longest piece computed at once (0: the engine's own choice); smaller ones need less memory.
    """

    voice_id: str = ""
    params: VoiceParams = field(default_factory=VoiceParams)
    use_index: bool = True
    chunk_s: float = 0.0
    device: str = ""  # "" : the best there is; "cpu" after a GPU was lost

    def to_value(self) -> dict[str, Any]:
        return {**asdict(self), "params": self.params.to_value()}

    @classmethod
    def from_value(cls, value: object) -> VoiceUse:
        given = object_of(value)
        return cls(_word(given.get("voice_id"), ""), VoiceParams.from_value(given.get("params")),
                   given.get("use_index") is not False, _number(given.get("chunk_s"), 0, 60, 0.0),
                   _word(given.get("device"), "")[:20])


@dataclass(frozen=True, slots=True)
class Separation(_Stored):
    """How the voice gets out of the music. ``model_id`` names a model of the library; ``chain`` further ones that
    work on the vocals (lead from backing vocals, then dry from reverberant), in order."""

    method: Method = Method.AUTO
    model_id: str = ""
    chain: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Mixing(_Stored):
    """How the result is put together. Decibels, milliseconds, semitones, Hz; 0 leaves a thing as it is."""

    vocals_db: float = 0.0
    instrumental_db: float = 0.0
    align_ms: float = 0.0
    instrumental_semitones: float = 0.0
    highpass_hz: float = 0.0
    reverb_amount: float = 0.0
    reverb_size: float = 0.5
    reverb_damp: float = 0.5
    limiter: bool = True
    loudness_lufs: float | None = None

    @classmethod
    def bounds(cls) -> Mapping[str, tuple[float, float]]:
        return {"vocals_db": (-60, 12), "instrumental_db": (-60, 12), "align_ms": (-1000, 1000),
                "instrumental_semitones": (-12, 12), "highpass_hz": (0, 1000), "reverb_amount": (0, 1),
                "reverb_size": (0, 1), "reverb_damp": (0, 1), "loudness_lufs": (-36, -5)}

    def engine_params(self) -> dict[str, Any]:
        """Return the part of the ``mix`` request that says how."""
        reverb = {"amount": self.reverb_amount, "size": self.reverb_size, "damp": self.reverb_damp}
        return {
            "gains": {"vocals_db": self.vocals_db, "instrumental_db": self.instrumental_db},
            "align_ms": self.align_ms, "instrumental_semitones": self.instrumental_semitones,
            "highpass_hz": max(LOWEST_HIGHPASS_HZ, self.highpass_hz) if self.highpass_hz > 0 else 0.0,
            "reverb": reverb if self.reverb_amount > 0 else None,
            "limiter": self.limiter, "loudness_lufs": self.loudness_lufs,
        }

"""Is this a voice that RVC's network can speak with? The checks after a checkpoint was loaded as data.

Format: the "small model" that RVC's training writes (voice.md B1), with the further keys of Applio. The sizes and the
table of shapes are those of :mod:`engine.rvc.geometry`.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine.errors import EngineError
from engine.job import JobContext
from engine.models.tensors import check_tensors
from engine.rvc.geometry import FEATURE_WIDTHS, RATES, expected_shapes, geometry

SCHEMA = 1
MAX_TEXT = 300
KNOWN_KEYS = frozenset({
    "weight", "config", "info", "sr", "f0", "version", "speaker_info",
    "author", "creation_date", "dataset_length", "dataset_lenght", "embedder_model", "epoch", "f0_median",
    "model_hash", "model_name", "overtrain_info", "pitch_guidance", "speakers_id", "step", "vocoder",
})  # fmt: skip
TRAINING_ONLY = "enc_q."  # the posterior encoder
_USUAL_VOCODERS = frozenset({"", "hifi-gan", "hifigan", "nsf-hifigan", "hifi-gan-nsf", "default"})
_USUAL_EMBEDDERS = frozenset({"", "contentvec", "hubert", "hubert_base", "hubert-base"})
_FOREIGN_DECODERS = {
    "dec.mrfs.": "MRF HiFi-GAN", "dec.upsample_blocks.": "RefineGAN", "dec.downsample_blocks.": "RefineGAN",
    "dec.upsample_conv_blocks.": "RefineGAN", "dec.alpha": "BigVGAN",
}
_NEW_NORM = {".parametrizations.weight.original0": ".weight_g", ".parametrizations.weight.original1": ".weight_v"}


@dataclass(frozen=True, slots=True)
class VoiceFacts:
    """What a voice says about itself, checked. ``config`` has the real number of speakers in its place."""

    version: str
    rate: int
    f0: bool
    speakers: int
    config: list[Any]
    half: bool
    name: str
    author: str
    epoch: str
    note: str
    f0_median: float | None

    def to_json(self, sha256: str) -> dict[str, Any]:
        """The content of voice.json."""
        return {"schema": SCHEMA, "version": self.version, "rate": self.rate, "f0": self.f0,
                "speakers": self.speakers, "config": self.config, "half": self.half, "name": self.name,
                "author": self.author, "epoch": self.epoch, "note": self.note, "sha256": sha256,
                "f0_median": self.f0_median}  # fmt: skip


def check_voice(job: JobContext, content: Mapping[Any, Any], file_bytes: int) -> tuple[VoiceFacts, dict[str, Any]]:
    """Return the facts and the tensors as loaded (old names of weight norm, without what only training needs).

    Raises EngineError: ``not_a_voice`` (with ``missing``), ``foreign_voice``, ``foreign_embedder``, ``voice_config``,
    ``voice_rate``, ``voice_version``, ``version_mismatch``, ``voice_shapes``, ``bad_tensor``, ``non_finite``.
    """
    _check_keys(content)
    weight, config = content["weight"], content["config"]
    _check_family(content, weight)
    width = _width(weight)
    version = _version(content.get("version"), width)
    rate = _rate(content.get("sr"), config)
    speakers = _speakers(weight)
    f0 = _flag(content.get("f0", content.get("pitch_guidance", 1)))
    values = [*config[:-3], speakers, *config[-2:-1], rate]
    expected = expected_shapes(geometry(values, version=version, f0=f0))
    tensors = check_tensors(job, _named(weight), file_bytes)
    _check_shapes(tensors, expected)
    return _facts(content, values, version, rate, f0, speakers, tensors), tensors


def _check_keys(content: Mapping[Any, Any]) -> None:
    """``weight`` and ``config`` are there, and beside the known keys only single values, which are left out."""
    for key in ("weight", "config"):
        if key not in content:
            raise EngineError("not_a_voice", f"no {key}", missing=key)
    if not isinstance(content["weight"], Mapping) or not content["weight"]:
        raise EngineError("not_a_voice", "weight is no dictionary", missing="weight")
    config = content["config"]
    if not isinstance(config, (list, tuple)):
        raise EngineError("voice_config", "config is no list", field="config")
    if len(config) != 18:
        raise EngineError("voice_config", f"{len(config)} values in config", field="config")
    for key, value in content.items():
        known = isinstance(key, str) and key in KNOWN_KEYS
        if not known and not (value is None or isinstance(value, (str, bool, int, float))):
            raise EngineError("not_a_voice", f"unknown key {str(key)[:100]}", unknown=str(key)[:100])


def _check_family(content: Mapping[Any, Any], weight: Mapping[Any, Any]) -> None:
    """Raise for voices of networks that look like RVC and are not."""
    vocoder, embedder = (content.get(key) for key in ("vocoder", "embedder_model"))
    if isinstance(vocoder, str) and vocoder.strip().lower().replace(" ", "-") not in _USUAL_VOCODERS:
        raise EngineError("foreign_voice", vocoder[:100], vocoder=_line(vocoder))
    for name in weight:
        found = next((word for mark, word in _FOREIGN_DECODERS.items() if str(name).startswith(mark)), None)
        if found is not None:
            raise EngineError("foreign_voice", str(name)[:100], vocoder=found)
    if isinstance(embedder, str) and embedder.strip().lower() not in _USUAL_EMBEDDERS:
        raise EngineError("foreign_embedder", embedder[:100], embedder=_line(embedder))


def _width(weight: Mapping[Any, Any]) -> int:
    shape = getattr(weight.get("enc_p.emb_phone.weight"), "shape", None)
    if shape is None or len(shape) != 2:
        raise EngineError("voice_shapes", "no enc_p.emb_phone.weight", tensor="enc_p.emb_phone.weight")
    return int(shape[1])


def _version(value: object, width: int) -> str:
    """What the features' width says, unless the file says something else. Files without a version are old ones."""
    fits = next((version for version, wide in FEATURE_WIDTHS.items() if wide == width), None)
    if fits is None:
        raise EngineError("voice_version", f"features of {width}", found=str(width))
    if value is None:
        return fits
    if value not in FEATURE_WIDTHS:
        raise EngineError("voice_version", f"version {str(value)[:50]!r}", found=_line(value, 20))
    if value != fits:
        raise EngineError("version_mismatch", f"{value} with features of {width}", declared=str(value), found=fits)
    return fits


def _rate(value: object, config: Sequence[Any]) -> int:
    """The rate in Hz: ``sr`` as "40k", "40000" or 40000, and the same as at the end of config."""
    last = config[-1]
    found: object = last if value is None else value
    if isinstance(found, str):
        word = found.strip().lower()
        digits = word.removesuffix("hz").strip().removesuffix("k")
        good = digits.isascii() and digits.isdigit() and len(digits) < 7
        found = int(digits) * (1000 if "k" in word else 1) if good else None
    if isinstance(found, bool) or not isinstance(found, int) or found not in RATES:
        raise EngineError("voice_rate", f"sr {str(value)[:50]!r}", rate=_line(value, 20))
    if isinstance(last, bool) or last != found:
        raise EngineError("voice_rate", f"sr {found}, config {str(last)[:50]}", rate=_line(last, 20))
    return found


def _speakers(weight: Mapping[Any, Any]) -> int:
    """The real number of speakers is that of the table's rows; ``config`` often keeps the number 109."""
    shape = getattr(weight.get("emb_g.weight"), "shape", None)
    if shape is None or len(shape) != 2:
        raise EngineError("voice_shapes", "no emb_g.weight", tensor="emb_g.weight")
    return int(shape[0])


def _flag(value: object) -> bool:
    if value in (0, 1, "0", "1"):
        return bool(int(value))  # type: ignore[call-overload]
    raise EngineError("voice_config", f"f0 {str(value)[:50]!r}", field="f0")


def _named(weight: Mapping[Any, Any]) -> dict[Any, Any]:
    """The tensors of inference under old-style names; two names for one tensor are refused."""
    named: dict[Any, Any] = {}
    for name, tensor in weight.items():
        if isinstance(name, str):
            if name.startswith(TRAINING_ONLY):
                continue
            for new, old in _NEW_NORM.items():
                name = name.removesuffix(new) + old if name.endswith(new) else name
        if name in named:
            raise EngineError("voice_shapes", f"{str(name)[:100]} twice", tensor=str(name)[:100])
        named[name] = tensor
    return named


def _check_shapes(tensors: Mapping[str, Any], expected: Mapping[str, tuple[int, ...]]) -> None:
    for name, shape in expected.items():
        found = tuple(tensors[name].shape) if name in tensors else None
        if found != shape:
            raise EngineError("voice_shapes", f"{name}: {found}, not {shape}", tensor=name)
    for name in tensors:
        if name not in expected:
            raise EngineError("voice_shapes", f"unknown tensor {name[:100]}", tensor=name[:100])


def _facts(
    content: Mapping[Any, Any], config: list[Any], version: str, rate: int, f0: bool, speakers: int,
    tensors: Mapping[str, Any],
) -> VoiceFacts:
    import torch

    note = content.get("info")
    epoch = content.get("epoch")
    return VoiceFacts(
        version=version, rate=rate, f0=f0, speakers=speakers,
        config=[list(map(_listed, value)) if isinstance(value, (list, tuple)) else value for value in config],
        half=all(tensor.dtype is torch.float16 for tensor in tensors.values()),
        name=_line(content.get("model_name")), author=_line(content.get("author")),
        epoch=_line(note if epoch is None else epoch), note=_line(note), f0_median=_median(content.get("f0_median")))


def _listed(value: Any) -> Any:
    return list(value) if isinstance(value, (list, tuple)) else value


def _median(value: object) -> float | None:
    """A median pitch in Hz, where a voice has a believable one."""
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not math.isfinite(value):
        return None
    return float(value) if 20.0 <= value <= 2000.0 else None


def _line(value: object, limit: int = MAX_TEXT) -> str:
    """One line of printable text, "" for anything that is no text or number."""
    if not isinstance(value, (str, int, float)) or isinstance(value, bool):
        return ""
    text = value if isinstance(value, str) else f"{value:.6g}"
    return " ".join("".join(c if c.isprintable() else " " for c in text[:limit]).split())

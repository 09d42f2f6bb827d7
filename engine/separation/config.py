"""The description that lies beside the weights of a separation model (``model.json``), made and read here.

Made by the importer from the facts of :mod:`engine.separation.recognise` and whatever config came with the weights;
read again by the runner, which trusts it no more than any other file: every value has bounds.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from engine.errors import EngineError
from engine.separation.recognise import KINDS

SCHEMA = 1
CONFIG_FILE, TORCH_FILE, ONNX_FILE = "model.json", "model.safetensors", "model.onnx"
MAX_FILE_BYTES = 1 << 20
DEFAULT_OVERLAP = 0.25
MIN_SEGMENT_S, MAX_SEGMENT_S = 0.05, 60.0

_USUAL_STEMS = {1: ["vocals"], 2: ["vocals", "other"], 4: ["drums", "bass", "other", "vocals"],
                6: ["drums", "bass", "other", "vocals", "guitar", "piano"]}

Bounds = Mapping[str, tuple[type, float, float] | tuple[str, ...]]

_ROFORMER: Bounds = {
    "dim": (int, 1, 4096), "depth": (int, 1, 64), "num_stems": (int, 1, 16), "time_transformer_depth": (int, 0, 16),
    "freq_transformer_depth": (int, 0, 16), "heads": (int, 1, 64), "dim_head": (int, 2, 512),
    "mask_estimator_depth": (int, 1, 8), "mlp_expansion_factor": (int, 1, 16), "norm_output": (bool, 0, 1),
    "stereo": (bool, 0, 1), "stft_n_fft": (int, 64, 16_384), "stft_win_length": (int, 64, 16_384),
    "stft_hop_length": (int, 8, 8192), "stft_normalized": (bool, 0, 1), "zero_dc": (bool, 0, 1),
    "skip_connection": (bool, 0, 1),
}
NETWORK: Mapping[str, Bounds] = {
    "bs_roformer": {**_ROFORMER, "use_shared_bias": (bool, 0, 1), "use_pope": (bool, 0, 1),
                    "freqs_per_bands": (list, 1, 8193)},
    "mel_band_roformer": {**_ROFORMER, "num_bands": (int, 1, 512), "sample_rate": (int, 8000, 96_000)},
    "mdx23c": {
        "num_subbands": (int, 1, 64), "num_scales": (int, 1, 10), "scale": (list, 1, 8),
        "num_blocks_per_scale": (int, 1, 16), "num_channels": (int, 1, 2048), "growth": (int, 0, 2048),
        "bottleneck_factor": (int, 1, 64), "norm": ("none", "BatchNorm", "InstanceNorm", "GroupNorm1", "GroupNorm2",
                                                      "GroupNorm4", "GroupNorm8", "GroupNorm16"),
        "act": ("gelu", "relu", "elu1", "elu1.0"), "dim_f": (int, 16, 16_384), "n_fft": (int, 32, 32_768),
        "hop_length": (int, 8, 8192),
    },
    "htdemucs": {
        "channels": (int, 1, 512), "growth": (int, 1, 4), "depth": (int, 1, 8), "kernel_size": (int, 2, 32),
        "stride": (int, 1, 16), "time_stride": (int, 1, 8), "num_subbands": (int, 1, 16),
        "norm_starts": (int, 0, 8), "norm_groups": (int, 1, 64), "bottom_channels": (int, 0, 4096),
        "t_layers": (int, 0, 32), "t_heads": (int, 1, 64), "t_hidden_scale": (float, 0.1, 16),
        "dconv_mode": (int, 0, 3), "dconv_depth": (int, 1, 8), "dconv_comp": (int, 1, 64),
        "freq_emb": (float, 0, 10), "emb_scale": (float, 0.001, 1000), "emb_smooth": (bool, 0, 1),
        "nfft": (int, 64, 16_384), "context": (int, 0, 4), "context_enc": (int, 0, 4), "rewrite": (bool, 0, 1),
        "use_train_segment": (bool, 0, 1), "t_emb": ("sin", "scaled", "cape"), "t_max_positions": (int, 1, 1_000_000),
        "t_norm_in": (bool, 0, 1), "t_norm_in_group": (bool, 0, 1), "t_group_norm": (bool, 0, 1),
        "t_norm_first": (bool, 0, 1), "t_norm_out": (bool, 0, 1), "t_max_period": (float, 1, 1e9),
        "t_layer_scale": (bool, 0, 1), "t_gelu": (bool, 0, 1), "t_weight_pos_embed": (float, -100, 100),
        "t_cape_mean_normalize": (bool, 0, 1), "t_cross_first": (bool, 0, 1),
    },
    "mdx_onnx": {"n_fft": (int, 32, 32_768), "hop": (int, 8, 8192), "dim_f": (int, 16, 16_384),
                 "dim_t": (int, 4, 8192), "compensation": (float, 0.1, 10), "input": (str, 1, 200),
                 "output": (str, 1, 200)},
}
"""Every value a network may be given: its type and bounds, or the words it may be."""


@dataclass(frozen=True, slots=True)
class ModelConfig:
    """``segment`` in frames at ``rate``; ``stems`` names the outputs in order; ``overlap`` is a part of a segment."""

    model_kind: str
    network: Mapping[str, Any]
    rate: int
    channels: int
    segment: int
    stems: tuple[str, ...]
    name: str = ""
    overlap: float = DEFAULT_OVERLAP
    assumed: tuple[str, ...] = ()
    schema: int = field(default=SCHEMA)

    def to_json(self) -> dict[str, Any]:
        value = asdict(self)
        return {**value, "stems": list(self.stems), "assumed": list(self.assumed)}

    def with_overrides(self, changes: object) -> ModelConfig:
        """Return the config with a request's own values: ``overlap``, ``segment_s`` and the network's assumed ones.

        Raises EngineError ``bad_params``.
        """
        if changes is None:
            return self
        if not isinstance(changes, Mapping):
            raise EngineError("bad_params", "config is not an object", field="config")
        network = dict(self.network)
        out = self
        for key, value in changes.items():
            if key == "overlap":
                out = replace(out, overlap=_number(value, 0.0, 0.9, "overlap"))
            elif key == "segment_s":
                seconds = _number(value, MIN_SEGMENT_S, MAX_SEGMENT_S, "segment_s")
                out = replace(out, segment=round(seconds * self.rate))
            elif key in ("stem", "invert"):
                continue  # read by stems.choice
            elif key in self.assumed and key in NETWORK[self.model_kind]:
                network[key] = value
            else:
                raise EngineError("bad_params", "unknown key", field=f"config.{str(key)[:40]}")
        out = replace(out, network=network)
        try:
            checked = _checked(out)
            if checked.model_kind in ("mdx_onnx", "mdx23c"):
                checked = _checked(replace(checked, segment=_columns(checked)))
            return checked
        except EngineError as error:
            raise EngineError("bad_params", error.detail, field="config") from error


def make_config(facts: Mapping[str, Any], foreign: Mapping[str, Any] | None = None, name: str = "") -> dict[str, Any]:
    """Return the ``model.json`` for weights with ``facts``; ``foreign`` is the config that came with them.

    ``foreign`` is a YAML config (:func:`load_foreign.read_config`) or the arguments of a Demucs class
    (``Foreign.config``). What the shapes told is kept whatever it says. Raises EngineError ``bad_model_config``.
    """
    kind = str(facts["model_kind"])
    foreign = foreign or {}
    sections = _sections(kind, foreign)
    network, told = dict(facts["network"]), set(facts["network"]) - set(facts["assumed"])
    taken: set[str] = set()
    for key, bounds in NETWORK[kind].items():
        given = next((s[key] for s in sections if key in s and s[key] is not None), None)
        if given is not None and key not in told:
            network[key] = _value(given, bounds, key)
            taken.add(key)
    rate = _find(sections, ("sample_rate", "samplerate"), int, facts.get("rate", 44100))
    stems = _stems(sections, int(facts["outputs"]))
    config = ModelConfig(
        kind, network, rate, int(facts["channels"]), _segment(kind, network, sections, rate), tuple(stems), name[:200],
        assumed=tuple(key for key in facts["assumed"] if key not in taken and not (key == "segment" and sections)),
    )
    return _checked(config).to_json()


def read_folder(folder: str) -> ModelConfig:
    """Return the config of an imported model. Raises EngineError ``model_missing`` and ``bad_model_config``."""
    try:
        with (Path(folder) / CONFIG_FILE).open("rb") as file:
            raw = file.read(MAX_FILE_BYTES + 1)
    except OSError as error:
        raise EngineError("model_missing", str(error)) from error
    try:
        value = json.loads(raw.decode("utf-8")) if len(raw) <= MAX_FILE_BYTES else None
    except (ValueError, RecursionError) as error:
        raise EngineError("bad_model_config", str(error)) from error
    if not isinstance(value, dict) or value.get("schema") != SCHEMA:
        raise EngineError("bad_model_config", "not the description of a model")
    return _of_json(value)


def _of_json(value: Mapping[str, Any]) -> ModelConfig:
    kind, network, stems = value.get("model_kind"), value.get("network"), value.get("stems")
    if kind not in KINDS or not isinstance(network, dict) or not isinstance(stems, list):
        raise EngineError("bad_model_config", "kind, network or stems")
    if not all(isinstance(stem, str) for stem in stems):
        raise EngineError("bad_model_config", "stems")
    assumed = value.get("assumed", [])
    words = [word for word in assumed if isinstance(word, str)] if isinstance(assumed, list) else []
    return _checked(ModelConfig(
        kind, network, _value(value.get("rate"), (int, 8000, 192_000), "rate"),
        _value(value.get("channels"), (int, 1, 2), "channels"),
        _value(value.get("segment"), (int, 1, 1 << 40), "segment"),
        tuple(stems), str(value.get("name", ""))[:200], _value(value.get("overlap", 0.25), (float, 0, 0.9), "overlap"),
        tuple(words),
    ))


def _checked(config: ModelConfig) -> ModelConfig:
    """Bounds, and what must fit together. Raises EngineError ``bad_model_config``."""
    bounds = NETWORK[config.model_kind]
    network: dict[str, Any] = {}
    for key, value in config.network.items():
        if key not in bounds:
            raise EngineError("bad_model_config", f"unknown value {str(key)[:60]}")
        network[key] = _value(value, bounds[key], key)
    if not 1 <= len(config.stems) <= 16 or any(not 0 < len(stem) <= 64 for stem in config.stems):
        raise EngineError("bad_model_config", "stems")
    if not MIN_SEGMENT_S <= config.segment / config.rate <= MAX_SEGMENT_S:
        raise EngineError("bad_model_config", f"segments of {config.segment} frames")
    wrong = _misfit(config.model_kind, network, config)
    if wrong:
        raise EngineError("bad_model_config", wrong)
    return replace(config, network=network)


def _misfit(kind: str, network: Mapping[str, Any], config: ModelConfig) -> str:
    try:
        if kind.endswith("roformer"):
            n_fft, hop, window = network["stft_n_fft"], network["stft_hop_length"], network["stft_win_length"]
            if not hop <= window <= n_fft <= 2 * config.segment or network["num_stems"] != len(config.stems):
                return "transform or stems"
        elif kind == "mdx23c":
            scale = network["scale"]
            height = network["dim_f"] // network["num_subbands"]
            if len(scale) != 2 or not 2 * network["dim_f"] <= network["n_fft"] <= 2 * config.segment:
                return "transform"
            if network["hop_length"] > network["n_fft"] // 2 or height % scale[1] ** network["num_scales"]:
                return "scales"
        elif kind == "mdx_onnx":
            if network["dim_f"] > network["n_fft"] // 2 + 1 or network["hop"] > network["n_fft"] // 2:
                return "transform"
        elif network["nfft"] % 4 or network.get("stride", 4) > network["kernel_size"]:
            return "transform"
    except KeyError as error:
        return f"{error} is missing"
    return ""


def _columns(config: ModelConfig) -> int:
    """The segment next to the wanted one that networks on whole spectrograms take."""
    if config.model_kind == "mdx23c":
        return whole_columns(config.network, config.segment)
    return int(config.network["hop"]) * (int(config.network["dim_t"]) - 1)


# Reading foreign configs


def _sections(kind: str, foreign: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    if not foreign:
        return []
    names = ("model", "audio", "training", "inference", kind)
    inner = [section for name in names if isinstance(section := foreign.get(name), Mapping)]
    return [*inner, foreign]


def _find(sections: list[Mapping[str, Any]], names: tuple[str, ...], kind: Any, otherwise: Any) -> Any:
    for name in names:
        for section in sections:
            value = section.get(name)
            finite = not isinstance(value, float) or math.isfinite(value)
            if isinstance(value, kind) and not isinstance(value, bool) and finite:
                return value
    return otherwise


def _stems(sections: list[Mapping[str, Any]], outputs: int) -> list[str]:
    names = _find(sections, ("instruments", "sources"), (list, tuple), None)
    clean = [str(name)[:64] for name in names] if names and all(isinstance(n, str) and n for n in names) else []
    target = _find(sections, ("target_instrument",), str, "")
    if outputs == 1 and target:
        return [target[:64]]
    if len(clean) == outputs:
        return clean
    if clean and outputs == 1:
        return clean[:1]
    return _USUAL_STEMS.get(outputs) or [f"stem {number + 1}" for number in range(outputs)]


def _segment(kind: str, network: Mapping[str, Any], sections: list[Mapping[str, Any]], rate: int) -> int:
    if kind == "mdx_onnx":
        return int(network["hop"]) * (int(network["dim_t"]) - 1)
    frames = _find(sections, ("chunk_size",), int, None)
    seconds = _find(sections, ("segment",), (int, float), None)
    if kind == "htdemucs" and seconds:
        frames = round(seconds * rate)
    if kind == "mdx23c":
        frames = frames or int(network["hop_length"]) * 255
        return whole_columns(network, frames)
    return frames or round((7.8 if kind == "htdemucs" else 8.0) * rate)


def whole_columns(network: Mapping[str, Any], frames: int) -> int:
    """Return the length next to ``frames`` whose spectrogram the scales of a TFC-TDF network divide evenly."""
    unit = int(network["scale"][0]) ** int(network["num_scales"])
    hop = int(network["hop_length"])
    columns = max(1, round((frames / hop + 1) / unit)) * unit
    while (columns - 1) * hop < int(network["n_fft"]):
        columns += unit
    return (columns - 1) * hop


def _value(value: Any, bounds: tuple[Any, ...], name: str) -> Any:
    """Return ``value`` as its type; raises EngineError ``bad_model_config``."""
    wrong = EngineError("bad_model_config", f"{name} is {str(value)[:60]}")
    if isinstance(bounds[0], str):
        if value not in bounds:
            raise wrong
        return value
    kind, low, high = bounds
    if kind is list:
        if not isinstance(value, (list, tuple)) or not 1 <= len(value) <= 1024:
            raise wrong
        return [_value(item, (int, low, high), name) for item in value]
    if kind is str:
        if not isinstance(value, str) or not low <= len(value) <= high:
            raise wrong
        return value
    if kind is bool:
        if not isinstance(value, bool):
            raise wrong
        return value
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not low <= value <= high:
        raise wrong
    if kind is int and value != int(value):
        raise wrong
    return kind(value)


def _number(value: object, low: float, high: float, name: str) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not low <= value <= high:
        raise EngineError("bad_params", f"{name} is not a number from {low:g} to {high:g}", field=f"config.{name}")
    return float(value)

"""Imported separation models, ready to run on segments: torch networks of pymss-core, and MDX-Net graphs.

torch and onnxruntime are imported when the first model is loaded.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from engine.builtin.stream import Audio
from engine.errors import EngineError
from engine.separation.config import ONNX_FILE, TORCH_FILE, ModelConfig, read_folder, whole_columns
from engine.separation.recognise import recognise_checkpoint
from engine.separation.stems import Choice, choice

if TYPE_CHECKING:
    import torch

Check = Callable[[], None]


class Model:
    """A loaded model that keeps one stem; call it with a segment (frames, 2), get the stem in the same shape."""

    def __init__(self, config: ModelConfig, kept: Choice, run: Callable[[Audio, Check], Audio], check: Check) -> None:
        self.config, self._kept, self._run, self._check = config, kept, run, check

    @property
    def part(self) -> float:
        """How far the segment that is being computed is, 0..1, where the network tells."""
        return float(getattr(self._run, "part", 0.0))

    def __call__(self, segment: Audio) -> Audio:
        stem = self._run(segment, self._check)
        if not np.isfinite(stem).all():
            raise EngineError("bad_model_output", "not finite")
        return segment - stem if self._kept.invert else stem


def load(folder: str, role: str, overrides: object, check: Check) -> Model:
    """Load the model in ``folder`` for ``role`` (see stems).

    Raises EngineError ``model_missing``, ``bad_model_config``, ``damaged``, ``stem_missing``, ``bad_params`` and
    ``torch_missing``.
    """
    config = read_folder(folder).with_overrides(overrides)
    kept = choice(role, config.stems, overrides)
    if config.model_kind == "mdx_onnx":
        from engine.separation.mdx import MdxNet

        return Model(config, kept, MdxNet(Path(folder) / ONNX_FILE, config), check)
    return Model(config, kept, _TorchModel(Path(folder) / TORCH_FILE, config, kept.index), check)


class _TorchModel:
    """Runs one stem of a torch network."""

    def __init__(self, path: Path, config: ModelConfig, index: int) -> None:
        from engine.rvc.device import choose

        self._device = choose().name
        self._check: Check = lambda: None
        self._index, self._config = index, config
        self._calls, self._all_calls = 0, 0  # of modules, in this segment and in a whole one
        tensors = _read_tensors(path)
        _match(config, tensors)
        self._network = _build(config, tensors).to(self._device)
        for module in self._network.modules():  # a segment takes up to a minute; layers take a second at most
            module.register_forward_pre_hook(lambda *_: self._step())

    @property
    def part(self) -> float:
        """How far the segment is, 0..1; 0 during the first one, whose work is not known yet."""
        return min(1.0, self._calls / self._all_calls) if self._all_calls else 0.0

    def _step(self) -> None:
        self._calls += 1
        self._check()

    def __call__(self, segment: Audio, check: Check) -> Audio:
        import torch

        self._check, self._calls = check, 0
        try:
            with torch.inference_mode():
                mix = torch.from_numpy(np.ascontiguousarray(segment.T))[None]
                if self._config.channels == 1:
                    mix = mix.mean(dim=1, keepdim=True)
                out = self._network(mix.to(self._device)).float().cpu()
        except RuntimeError as error:  # torch.OutOfMemoryError is one, and the processor's says it in words
            if isinstance(error, torch.OutOfMemoryError) or "allocate memory" in str(error):
                raise MemoryError(str(error)) from error
            raise EngineError("bad_model_output", str(error)[:500]) from error
        self._all_calls, self._calls = self._calls, 0
        if out.ndim == 4:  # (1, stems, channels, frames)
            out = out[:, self._index]
        stem = out[0].numpy().T
        if self._config.channels == 1:
            stem = np.repeat(stem, 2, axis=1)
        if stem.ndim != 2 or stem.shape[1] != 2 or abs(len(stem) - len(segment)) > len(segment) // 2:
            raise EngineError("bad_model_output", f"{stem.shape}")
        return np.pad(stem, ((0, max(0, len(segment) - len(stem))), (0, 0)))[: len(segment)]


def _read_tensors(path: Path) -> dict[str, torch.Tensor]:
    try:
        from safetensors import SafetensorError
        from safetensors.torch import load_file
    except ImportError as error:
        raise EngineError("torch_missing", repr(error)) from error
    try:
        return load_file(path)
    except FileNotFoundError as error:
        raise EngineError("model_missing", str(error)) from error
    except SafetensorError as error:
        raise EngineError("damaged", str(error)) from error


def _match(config: ModelConfig, tensors: Mapping[str, torch.Tensor]) -> None:
    """What the shapes tell must be what the config says: it bounds the network by its file."""
    facts = recognise_checkpoint({name: tuple(tensor.shape) for name, tensor in tensors.items()})
    if facts is None or facts["model_kind"] != config.model_kind or facts["outputs"] != len(config.stems):
        raise EngineError("bad_model_config", "weights and description do not belong together")
    for key, value in facts["network"].items():
        told = config.network.get(key)
        if key not in facts["assumed"] and told != value:
            raise EngineError("bad_model_config", f"{key}: {told} instead of {value}"[:200])
    if facts["channels"] != config.channels:
        raise EngineError("bad_model_config", "channels")


def _build(config: ModelConfig, tensors: Mapping[str, torch.Tensor]) -> torch.nn.Module:
    import torch

    try:
        network = _BUILDERS[config.model_kind](config)
        missing, unexpected = network.load_state_dict(dict(tensors), strict=False)
    except (RuntimeError, AssertionError, TypeError, ValueError, ZeroDivisionError, IndexError) as error:
        raise EngineError("bad_model_config", str(error)[:500]) from error
    needed = [name for name in missing if not name.endswith((".rotary_embed.freqs", "num_batches_tracked"))]
    if needed or unexpected:
        raise EngineError("bad_model_config", f"missing {needed[:5]}, unknown {unexpected[:5]}")
    return network.eval().to(torch.float32)


def _bs_roformer(config: ModelConfig) -> torch.nn.Module:
    from pymss_core.modules.bs_roformer import BSRoformer

    network = dict(config.network)
    return BSRoformer(**{**network, "freqs_per_bands": tuple(network["freqs_per_bands"])})


def _mel_band_roformer(config: ModelConfig) -> torch.nn.Module:
    from pymss_core.modules.bs_roformer import MelBandRoformer

    return MelBandRoformer(**config.network, match_input_audio_length=True)


def _mdx23c(config: ModelConfig) -> torch.nn.Module:
    from pymss_core import AttrDict
    from pymss_core.modules.mdx23c_tfc_tdf_v3 import TFC_TDF_net

    n = config.network
    if config.segment != whole_columns(n, config.segment):
        raise EngineError("bad_model_config", f"segments of {config.segment} frames")
    audio = {"num_channels": config.channels, "n_fft": n["n_fft"], "hop_length": n["hop_length"], "dim_f": n["dim_f"]}
    stems = list(config.stems)
    training = {"instruments": stems, "target_instrument": stems[0] if len(stems) == 1 else None}
    return TFC_TDF_net(AttrDict({"audio": audio, "model": dict(n), "training": training}))


def _htdemucs(config: ModelConfig) -> torch.nn.Module:
    from pymss_core.modules.demucs4ht import HTDemucs

    return HTDemucs(
        list(config.stems), audio_channels=config.channels, samplerate=config.rate, **config.network,
        segment=math.ceil(config.segment / config.rate * 1e6) / 1e6,
    )


_BUILDERS: Mapping[str, Callable[[ModelConfig], Any]] = {
    "bs_roformer": _bs_roformer, "mel_band_roformer": _mel_band_roformer, "mdx23c": _mdx23c, "htdemucs": _htdemucs,
}

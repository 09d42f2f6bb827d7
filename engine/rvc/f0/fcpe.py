"""FCPE (Luo et al. 2024): a mel spectrogram through the convolutions of a conformer, to 360 classes of pitch.

The format is that of torchfcpe's ``fcpe_c_v001.pt``, the file that is in use, which has no attention.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np
import torch
import torch.nn.functional as F
from torch import Tensor

from engine.errors import EngineError
from engine.rvc.f0 import HOP
from engine.rvc.f0.mel import BANDS, FFT, LogMel, filters, padded
from engine.rvc.tensor_file import read_weights, size_of
from engine.rvc.weights import checked, folded

KIND = "fcpe"
_KERNEL = 31
_THRESHOLD = 0.006  # of the best class, from which a frame is voiced: the published default
_GROUPS = 4


def shapes(tensors: Mapping[str, Tensor]) -> dict[str, tuple[int, ...]]:
    """Return the shapes of a network of this kind with the sizes that the tensors show."""
    width = size_of(tensors, "input_stack.0.weight", 0, KIND, 8, 2048)
    out = size_of(tensors, "output_proj.bias", 0, KIND, 2, 4096)
    layers = sum(f"net.encoder_layers.{i}.norm.weight" in tensors for i in range(32))
    if width % _GROUPS or not layers:
        raise EngineError("weights_damaged", f"{layers} layers of {width}", kind=KIND)
    found: dict[str, tuple[int, ...]] = {
        "input_stack.0.weight": (width, BANDS, 3), "input_stack.0.bias": (width,), "input_stack.1.weight": (width,),
        "input_stack.1.bias": (width,), "input_stack.3.weight": (width, width, 3), "input_stack.3.bias": (width,),
        "norm.weight": (width,), "norm.bias": (width,), "output_proj.bias": (out,), "cent_table": (out,),
        "output_proj.weight_g": (out, 1), "output_proj.weight_v": (out, width),
    }  # fmt: skip
    for i in range(layers):
        layer = f"net.encoder_layers.{i}"
        conv = f"{layer}.conformer.net"
        found |= {
            f"{conv}.0.weight": (width,), f"{conv}.0.bias": (width,),
            f"{conv}.2.weight": (4 * width, width, 1), f"{conv}.2.bias": (4 * width,),
            f"{conv}.4.conv.weight": (2 * width, 1, _KERNEL), f"{conv}.4.conv.bias": (2 * width,),
            f"{conv}.6.weight": (width, 2 * width, 1), f"{conv}.6.bias": (width,),
            f"{layer}.norm.weight": (width,), f"{layer}.norm.bias": (width,),
        }  # fmt: skip
    return found


class FcpePitch:
    """``tensors``: the state dict of the network, checked here."""

    def __init__(self, tensors: Mapping[str, Tensor], device: str) -> None:
        expected = shapes(tensors)
        # The mask is a number that only training uses.
        good = checked(tensors, expected, "weights_damaged", unused=("gaussian_blurred_cent_mask",))
        self._device = device
        self._w = {name: value.to(device) for name, value in good.items()}
        self._w["output_proj.weight"] = folded(good, "output_proj").to(device)
        self._layers = sum(name.endswith(".norm.weight") and name.startswith("net.") for name in good)
        self._cents = good["cent_table"].to(device)
        self._mel = LogMel(filters(0.0, 8000.0, htk=False), 1e-9, device)

    @torch.inference_mode()
    def __call__(self, wave: np.ndarray, frames: int, check: Callable[[], None]) -> np.ndarray:
        if not len(wave):
            return np.zeros(frames, np.float32)
        x = torch.from_numpy(np.ascontiguousarray(wave, np.float32)).to(self._device)
        left = (FFT - HOP) // 2
        mel = self._mel(padded(x, left, max((FFT - HOP + 1) // 2, FFT - len(x) - left)))
        # One frame more than whole hops, the last one twice, as torchfcpe counts them.
        mel = torch.cat((mel, mel[-1:]))[: len(x) // HOP + 1]
        check()
        scores = self._scores(mel[None], check)[0]
        hz = self._decoded(scores).float().cpu().numpy()
        return np.pad(hz, (0, max(0, frames - len(hz))))[:frames].astype(np.float32)

    def _scores(self, mel: Tensor, check: Callable[[], None]) -> Tensor:
        w = self._w
        x = F.conv1d(mel.transpose(1, 2), w["input_stack.0.weight"], w["input_stack.0.bias"], padding=1)
        x = F.leaky_relu(F.group_norm(x, _GROUPS, w["input_stack.1.weight"], w["input_stack.1.bias"]))
        x = F.conv1d(x, w["input_stack.3.weight"], w["input_stack.3.bias"], padding=1).transpose(1, 2)
        for layer in range(self._layers):
            check()
            x = x + self._convolution(x, f"net.encoder_layers.{layer}.conformer.net")
        return torch.sigmoid(F.linear(self._norm(x, "norm"), w["output_proj.weight"], w["output_proj.bias"]))

    def _norm(self, x: Tensor, name: str) -> Tensor:
        return F.layer_norm(x, x.shape[-1:], self._w[f"{name}.weight"], self._w[f"{name}.bias"])

    def _convolution(self, x: Tensor, name: str) -> Tensor:
        w = self._w
        x = self._norm(x, f"{name}.0").transpose(1, 2)
        x = F.glu(F.conv1d(x, w[f"{name}.2.weight"], w[f"{name}.2.bias"]), dim=1)
        x = F.conv1d(
            x, w[f"{name}.4.conv.weight"], w[f"{name}.4.conv.bias"], padding=_KERNEL // 2, groups=x.shape[1]
        )
        return F.conv1d(F.silu(x), w[f"{name}.6.weight"], w[f"{name}.6.bias"]).transpose(1, 2)

    def _decoded(self, scores: Tensor) -> Tensor:
        """The mean of the classes around the best one; a class that would lie beyond the ends is the outermost
        one again."""
        best, place = scores.max(dim=-1, keepdim=True)
        near = torch.clamp(place + torch.arange(-4, 5, device=scores.device), 0, scores.shape[-1] - 1)
        weights = scores.gather(-1, near)
        cents = (weights * self._cents[near]).sum(-1) / weights.sum(-1)
        return torch.where(best[:, 0] > _THRESHOLD, 10.0 * 2.0 ** (cents / 1200.0), 0.0)


def load(method: str, file: str | None, device: str) -> FcpePitch:
    assert file is not None
    try:
        return FcpePitch(read_weights(file, KIND), device)
    except EngineError as error:
        raise EngineError(error.code, error.detail, **{**error.params, "kind": KIND}) from error

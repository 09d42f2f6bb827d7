"""RMVPE (Wei et al. 2023): a mel spectrogram through a deep U-Net and a recurrent layer, to 360 classes of pitch.

Modules carry the names of the published weights (``rmvpe.pt``).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np
import torch
from torch import Tensor, nn

from engine.errors import EngineError
from engine.rvc.f0.mel import BANDS, FFT, LogMel, filters
from engine.rvc.f0.salience import CLASSES, around, to_hz
from engine.rvc.tensor_file import read_weights

KIND = "rmvpe"
_THRESHOLD = 0.03
_MULTIPLE = 32  # of frames, which five halvings need
_DEPTH, _MIDDLE, _BLOCKS, _WIDTH, _RECURRENT = 5, 4, 4, 16, 256


class _Residual(nn.Module):
    """Two convolutions, each normalised and rectified, added to the input."""

    def __init__(self, inner: int, outer: int) -> None:
        super().__init__()
        self.conv = nn.Sequential(
            nn.Conv2d(inner, outer, 3, padding=1, bias=False), nn.BatchNorm2d(outer), nn.ReLU(),
            nn.Conv2d(outer, outer, 3, padding=1, bias=False), nn.BatchNorm2d(outer), nn.ReLU(),
        )  # fmt: skip
        if inner != outer:
            self.shortcut = nn.Conv2d(inner, outer, 1)
        self._changes = inner != outer

    def forward(self, x: Tensor) -> Tensor:
        return self.conv(x) + (self.shortcut(x) if self._changes else x)


class _Blocks(nn.Module):
    def __init__(self, inner: int, outer: int) -> None:
        super().__init__()
        self.conv = nn.ModuleList(_Residual(inner if i == 0 else outer, outer) for i in range(_BLOCKS))

    def forward(self, x: Tensor) -> Tensor:
        for block in self.conv:
            x = block(x)
        return x


class _Encoder(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.bn = nn.BatchNorm2d(1)
        widths = [1, *(_WIDTH << i for i in range(_DEPTH))]
        self.layers = nn.ModuleList(_Blocks(widths[i], widths[i + 1]) for i in range(_DEPTH))

    def forward(self, x: Tensor) -> tuple[Tensor, list[Tensor]]:
        x, kept = self.bn(x), []
        for layer in self.layers:
            whole = layer(x)
            kept.append(whole)
            x = nn.functional.avg_pool2d(whole, 2)
        return x, kept


class _Intermediate(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        inner = _WIDTH << (_DEPTH - 1)
        self.layers = nn.ModuleList(_Blocks(inner if i == 0 else 2 * inner, 2 * inner) for i in range(_MIDDLE))

    def forward(self, x: Tensor) -> Tensor:
        for layer in self.layers:
            x = layer(x)
        return x


class _Up(nn.Module):
    def __init__(self, inner: int) -> None:
        super().__init__()
        outer = inner // 2
        self.conv1 = nn.Sequential(
            nn.ConvTranspose2d(inner, outer, 3, stride=2, padding=1, output_padding=1, bias=False),
            nn.BatchNorm2d(outer), nn.ReLU(),
        )  # fmt: skip
        self.conv2 = nn.ModuleList(_Residual(2 * outer if i == 0 else outer, outer) for i in range(_BLOCKS))

    def forward(self, x: Tensor, beside: Tensor) -> Tensor:
        x = torch.cat((self.conv1(x), beside), dim=1)
        for block in self.conv2:
            x = block(x)
        return x


class _Decoder(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.layers = nn.ModuleList(_Up(_WIDTH << (_DEPTH - i)) for i in range(_DEPTH))

    def forward(self, x: Tensor, kept: list[Tensor]) -> Tensor:
        for layer, beside in zip(self.layers, reversed(kept), strict=True):
            x = layer(x, beside)
        return x


class _Unet(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.encoder, self.intermediate, self.decoder = _Encoder(), _Intermediate(), _Decoder()

    def forward(self, x: Tensor) -> Tensor:
        x, kept = self.encoder(x)
        return self.decoder(self.intermediate(x), kept)


class _Recurrent(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.gru = nn.GRU(3 * BANDS, _RECURRENT, batch_first=True, bidirectional=True)

    def forward(self, x: Tensor) -> Tensor:
        return self.gru(x)[0]


class Network(nn.Module):
    """``mel [1, T, BANDS]`` → scores ``[1, T, CLASSES]``; T a multiple of 32."""

    def __init__(self) -> None:
        super().__init__()
        self.unet = _Unet()
        self.cnn = nn.Conv2d(_WIDTH, 3, 3, padding=1)
        self.fc = nn.Sequential(_Recurrent(), nn.Linear(2 * _RECURRENT, CLASSES))

    def forward(self, mel: Tensor) -> Tensor:
        x = self.cnn(self.unet(mel[:, None]))
        return torch.sigmoid(self.fc(x.transpose(1, 2).flatten(2)))


class RmvpePitch:
    def __init__(self, tensors: Mapping[str, Tensor], device: str) -> None:
        with torch.device("meta"):
            network = Network()
        good = {}
        for name, wanted in network.state_dict().items():
            value = tensors.get(name)
            if value is None and name.endswith("num_batches_tracked"):
                value = torch.zeros((), dtype=torch.int64)
            if value is None or value.shape != wanted.shape:
                raise EngineError("weights_damaged", f"{name} does not fit", kind=KIND)
            good[name] = value.float() if value.is_floating_point() else value
            if not bool(torch.isfinite(good[name]).all()):
                raise EngineError("weights_damaged", f"{name} holds values that are no numbers", kind=KIND)
        network.load_state_dict(good, assign=True)
        self._network = network.eval().to(device)
        self._device = device
        self._mel = LogMel(filters(30.0, 8000.0, htk=True), 0.0, device)

    @torch.inference_mode()
    def __call__(self, wave: np.ndarray, frames: int, check: Callable[[], None]) -> np.ndarray:
        x = torch.from_numpy(np.ascontiguousarray(wave, np.float32)).to(self._device)
        if len(x) <= FFT // 2:  # too short to be mirrored by half a window
            x = nn.functional.pad(x, (0, FFT // 2 + 1 - len(x)))
        mel = self._mel(nn.functional.pad(x[None], (FFT // 2, FFT // 2), mode="reflect")[0])
        check()
        count = len(mel)
        missing = -count % _MULTIPLE
        mode = "reflect" if missing < count else "replicate"
        mel = nn.functional.pad(mel.T[None], (0, missing), mode=mode)[0].T
        scores = self._network(mel[None])[0, :count].float().cpu().numpy()
        cents = around(scores, scores.argmax(axis=1))
        hz = np.where(scores.max(axis=1) > _THRESHOLD, to_hz(cents), 0.0)
        return np.pad(hz, (0, max(0, frames - len(hz))))[:frames].astype(np.float32)


def load(method: str, file: str | None, device: str) -> RmvpePitch:
    assert file is not None
    return RmvpePitch(read_weights(file, KIND), device)

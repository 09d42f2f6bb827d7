"""SwiftF0: a small network that runs in onnxruntime, from the weights in the swift-f0 wheel.

It scores frames of 16 ms; they are brought to 10 ms here. The package itself is not imported, only its file read.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Callable
from pathlib import Path

import numpy as np

from engine.errors import EngineError
from engine.rvc.f0 import FRAMES_PER_S, RATE

_HOP = 256
_LEFT, _RIGHT = 11, 10  # frames that a frame depends on before and after it
_WINDOW = 625  # frames (10 s) that are scored at once
_VOICED = 0.5  # the confidence from which a frame counts as voiced, by the model's calibration
_SILENCE = 1e-3  # below this peak the model answers with random frames
_LEAP = 0.5  # octaves between neighbours beyond which nothing is drawn between them
_LOW_HZ, _HIGH_HZ = np.asarray(50.0, np.float32), np.asarray(1100.0, np.float32)


class SwiftPitch:
    def __init__(self, file: Path) -> None:
        import onnxruntime

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        try:
            self._session = onnxruntime.InferenceSession(str(file), options, providers=["CPUExecutionProvider"])
        except Exception as error:  # onnxruntime has no base class of its own for a file it cannot use
            raise EngineError("weights_damaged", str(error), kind="swift") from error

    def __call__(self, wave: np.ndarray, frames: int, check: Callable[[], None]) -> np.ndarray:
        if not len(wave):
            return np.zeros(frames, np.float32)
        hz, voiced = self._scored(np.ascontiguousarray(wave, np.float32), check)
        return to_10_ms(hz, voiced, frames)

    def _scored(self, wave: np.ndarray, check: Callable[[], None]) -> tuple[np.ndarray, np.ndarray]:
        """Return Hz and whether voiced, of every 16 ms."""
        count = max(1, len(wave) // _HOP)
        hz, voiced = np.empty(count), np.empty(count, bool)
        for begin in range(0, count, _WINDOW):
            check()
            end = min(begin + _WINDOW, count)
            left = max(0, begin - _LEFT)
            part = wave[left * _HOP : (end + _RIGHT) * _HOP] if end < count else wave[left * _HOP :]
            made = self._session.run(["pitch", "confidence"], {"audio": part[None], "fmin": _LOW_HZ, "fmax": _HIGH_HZ})
            hz[begin:end] = made[0][0, begin - left : end - left]
            voiced[begin:end] = made[1][0, begin - left : end - left] >= _VOICED
        hops = wave[: count * _HOP].reshape(count, -1) if len(wave) >= _HOP else wave[None]
        voiced &= np.abs(hops).max(axis=1) >= _SILENCE
        return hz, voiced


def to_10_ms(hz: np.ndarray, voiced: np.ndarray, frames: int) -> np.ndarray:
    """Bring frames of 16 ms to 10 ms: between two voiced frames evenly in pitch (the logarithm of Hz).

    A frame is voiced when the nearest one is. Where only one neighbour is voiced, or both lie half an octave or
    more apart (one of them is an octave error or another note), the nearest voiced frame is taken as it is.
    """
    place = np.arange(frames) * (RATE / _HOP / FRAMES_PER_S)
    before = np.minimum(place.astype(np.int64), len(hz) - 1)
    after = np.minimum(before + 1, len(hz) - 1)
    share = np.minimum(place - before, 1.0)
    nearest = np.where(share < 0.5, before, after)
    octaves = np.log2(np.maximum(hz, 1.0))
    drawn = octaves[before] + share * (octaves[after] - octaves[before])
    smooth = voiced[before] & voiced[after] & (np.abs(octaves[after] - octaves[before]) < _LEAP)
    return np.where(voiced[nearest], 2.0 ** np.where(smooth, drawn, octaves[nearest]), 0.0).astype(np.float32)


def load(method: str, file: str | None, device: str) -> SwiftPitch:
    """``file`` is not needed: the weights come with the wheel."""
    found = importlib.util.find_spec("swift_f0")
    places = list(found.submodule_search_locations or []) if found else []
    model = Path(places[0]) / "model.onnx" if places else None
    if model is None or not model.is_file() or importlib.util.find_spec("onnxruntime") is None:
        raise EngineError("part_missing", "swift-f0 or onnxruntime is not installed", part="swift-f0")
    return SwiftPitch(model)

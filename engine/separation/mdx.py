"""MDX-Net graphs (ONNX): short-time spectra of a stereo segment in, those of the stem out.

The graph takes (batch, 4, dim_f, dim_t): real and imaginary part of the left, then of the right channel, of the
lowest ``dim_f`` bins of a transform with a periodic Hann window; bins above are silent in the answer (so they stay
in the rest). A segment has ``hop * (dim_t - 1)`` frames, which with centred windows are ``dim_t`` columns.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import scipy.fft

from engine.builtin.stream import Audio, hann
from engine.errors import Cancelled, EngineError
from engine.separation.config import ModelConfig
from engine.separation.recognise import recognise_onnx

CHECK_EVERY_S = 0.05


class MdxNet:
    """Takes a segment (frames, 2) and gives the stem in the same shape."""

    def __init__(self, path: Path, config: ModelConfig) -> None:
        """Raises EngineError ``model_missing``, ``bad_model_config``, ``damaged`` and ``torch_missing``."""
        try:
            facts = recognise_onnx(str(path))
        except FileNotFoundError as error:
            raise EngineError("model_missing", str(error)) from error
        network = config.network
        if facts is None or any(facts["network"][key] != network[key] for key in ("dim_f", "dim_t", "input", "output")):
            raise EngineError("bad_model_config", "the graph is another one")
        self._size, self._hop = int(network["n_fft"]), int(network["hop"])
        self._bins, self._columns = int(network["dim_f"]), int(network["dim_t"])
        self._frames = self._hop * (self._columns - 1)
        if config.segment != self._frames or self._size > self._frames or self._size % 2:
            raise EngineError("bad_model_config", f"a transform of {self._size} for segments of {self._frames}")
        self._gain = np.float32(network["compensation"])
        self._names = (str(network["input"]), str(network["output"]))
        self._window = hann(self._size)
        self._norm = self._overlap_add(np.broadcast_to(self._window**2, (1, self._columns, self._size)))
        self._session = _session(path)

    def __call__(self, segment: Audio, check: Callable[[], None]) -> Audio:
        audio = np.pad(segment, ((0, self._frames - len(segment)), (0, 0)))
        spectra = self._spectra(audio)
        x = np.stack((spectra[0].real, spectra[0].imag, spectra[1].real, spectra[1].imag)).transpose(0, 2, 1)
        y = self._run(np.ascontiguousarray(x[None], np.float32), check)
        kept = np.zeros((2, self._columns, self._size // 2 + 1), np.complex64)
        planes = y[0].transpose(0, 2, 1)
        kept[:, :, : self._bins] = planes[0::2] + 1j * planes[1::2]
        frames = scipy.fft.irfft(kept, self._size, axis=2) * self._window
        out = self._overlap_add(frames) / np.maximum(self._norm, 1e-8)
        return (out.T[: len(segment)] * self._gain).astype(np.float32)

    def _spectra(self, audio: Audio) -> npt.NDArray[np.complex64]:
        """Return the lowest bins, shape (2, columns, bins)."""
        half = self._size // 2
        padded = np.pad(audio, ((half, half), (0, 0)), mode="reflect")
        windows = np.lib.stride_tricks.sliding_window_view(padded, self._size, axis=0)[:: self._hop]
        spectra = scipy.fft.rfft(windows.transpose(1, 0, 2) * self._window, axis=2)
        return spectra[:, : self._columns, : self._bins].astype(np.complex64)

    def _overlap_add(self, frames: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
        half = self._size // 2
        out = np.zeros((len(frames), self._frames + 2 * half), np.float32)
        for column in range(self._columns):
            at = column * self._hop
            out[:, at : at + self._size] += frames[:, column]
        return out[:, half : half + self._frames]

    def _run(self, x: npt.NDArray[np.float32], check: Callable[[], None]) -> npt.NDArray[np.float32]:
        """Run the graph; a thread looks at the cancel flag meanwhile and stops it."""
        import onnxruntime

        options = onnxruntime.RunOptions()
        over, cancelled = threading.Event(), threading.Event()

        def watch() -> None:
            while not over.wait(CHECK_EVERY_S):
                try:
                    check()
                except Cancelled:
                    cancelled.set()
                    options.terminate = True
                    return

        watcher = threading.Thread(target=watch, name="mdx-watch", daemon=True)
        watcher.start()
        try:
            (y,) = self._session.run([self._names[1]], {self._names[0]: x}, options)
        except Exception as error:  # onnxruntime raises its own kinds, which share no base
            if cancelled.is_set():
                raise Cancelled from error
            raise EngineError("bad_model_output", str(error)[:500]) from error
        finally:
            over.set()
            watcher.join()
        check()
        if not isinstance(y, np.ndarray) or y.shape != x.shape:
            raise EngineError("bad_model_output", f"{getattr(y, 'shape', None)}")
        return y


def _session(path: Path) -> Any:
    try:
        import onnxruntime
    except ImportError as error:
        raise EngineError("torch_missing", repr(error)) from error
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = max(1, (os.cpu_count() or 2) - 1)
    options.inter_op_num_threads = 1
    options.log_severity_level = 4
    wanted = [name for name in ("CUDAExecutionProvider", "CPUExecutionProvider")
              if name in onnxruntime.get_available_providers()]
    try:
        return onnxruntime.InferenceSession(str(path), options, providers=wanted)
    except Exception as error:  # onnxruntime raises its own kinds, which share no base
        raise EngineError("damaged", str(error)[:500]) from error

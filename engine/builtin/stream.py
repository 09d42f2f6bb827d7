"""The parts that streaming stages are made of: a queue of frames and overlap-add."""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt
import scipy.fft

Audio = npt.NDArray[np.float32]
Spectra = npt.NDArray[np.complex64]

HANN_SQUARE_SUM = 1.5  # what hann()**2 at hops of a quarter adds up to


class Fifo:
    """Frames waiting to be used, shape (frames, channels); starts with ``silence`` frames of silence.

    Blocks are kept as they come and glued together only when they are looked at.
    """

    def __init__(self, channels: int, silence: int = 0) -> None:
        self._channels = channels
        self._blocks: list[Audio] = [np.zeros((silence, channels), np.float32)] if silence else []
        self._frames = silence

    def __len__(self) -> int:
        return self._frames

    def put(self, block: Audio) -> None:
        if len(block):
            self._blocks.append(block)
            self._frames += len(block)

    def peek(self, frames: int) -> Audio:
        """Return the first ``frames`` frames without removing them; raises IndexError when there are fewer."""
        if frames > self._frames:
            raise IndexError(f"{frames} frames wanted, {self._frames} there")
        if frames == 0:
            return self.empty()
        if len(self._blocks) > 1:
            self._blocks = [np.concatenate(self._blocks)]
        return self._blocks[0][:frames]

    def drop(self, frames: int) -> None:
        """Forget the first ``frames`` frames."""
        self.peek(frames)
        if frames == 0:
            return
        rest = self._blocks[0][frames:]
        # A copy, so that the memory of the dropped part is really given back.
        self._blocks = [rest.copy()] if len(rest) else []
        self._frames -= frames

    def take(self, frames: int) -> Audio:
        """Return the first ``frames`` frames and forget them."""
        out = self.peek(frames).copy()
        self.drop(frames)
        return out

    def empty(self) -> Audio:
        return np.zeros((0, self._channels), np.float32)


def window_size(rate: int, seconds: float) -> int:
    """Return the power of two nearest to ``seconds`` at ``rate``, at least 64."""
    return max(64, 2 ** round(math.log2(seconds * rate)))


def hann(size: int) -> npt.NDArray[np.float32]:
    """Return the periodic Hann window."""
    return (0.5 - 0.5 * np.cos(2 * np.pi * np.arange(size) / size)).astype(np.float32)


class SpectralStage:
    """Streaming work on short-time spectra by overlap-add, exact in length and time.

    A subclass gives :meth:`transform`. ``inputs`` signals of the same length are cut alike; the answer
    replaces the first. ``size`` must be a multiple of ``hop``. The windows must give unity together.
    """

    def __init__(
        self, channels: int, size: int, hop: int, analysis: Audio, synthesis: Audio | None, inputs: int = 1
    ) -> None:
        self._size, self._hop = size, hop
        self._analysis, self._synthesis = analysis, synthesis
        self._channels = channels
        before = size - hop  # windows that begin before sample 0
        self._inputs = [Fifo(channels, before) for _ in range(inputs)]
        self._sum = np.zeros((before, channels), np.float32)  # overlap not yet complete
        self._skip = before
        self._first = 0  # number of the next window
        self._owed = 0  # frames received and not yet given back

    def transform(self, spectra: list[Spectra], first: int) -> Spectra:
        """Return the new spectra, shape (channels, windows, bins); ``first`` numbers the first window."""
        raise NotImplementedError

    def feed(self, *blocks: Audio) -> Audio:
        """Take as many frames of every input; return the frames that are finished."""
        for fifo, block in zip(self._inputs, blocks, strict=True):
            fifo.put(block)
        self._owed += len(blocks[0])
        count = (len(self._inputs[0]) - self._size) // self._hop + 1
        if count <= 0:
            return self._inputs[0].empty()
        out = self._windows(count)
        skipped = min(self._skip, len(out))
        self._skip -= skipped
        self._owed -= len(out) - skipped
        return out[skipped:]

    def finish(self) -> Audio:
        """Return the rest. The stage is used up afterwards."""
        owed = self._owed
        silence = np.zeros((owed + self._size + self._hop, self._channels), np.float32)
        return self.feed(*[silence] * len(self._inputs))[:owed]

    def _windows(self, count: int) -> Audio:
        size, hop = self._size, self._hop
        span = (count - 1) * hop + size
        spectra = [self._spectra(fifo.peek(span)) for fifo in self._inputs]
        frames = scipy.fft.irfft(self.transform(spectra, self._first), size, axis=2)
        if self._synthesis is not None:
            frames *= self._synthesis
        total = np.zeros((span, self._channels), np.float32)
        total[: size - hop] = self._sum
        for part in range(size // hop):
            piece = frames[:, :, part * hop : (part + 1) * hop].reshape(self._channels, count * hop)
            total[part * hop : part * hop + count * hop] += piece.T
        done = count * hop
        self._sum = total[done:]
        self._first += count
        for fifo in self._inputs:
            fifo.drop(done)
        return total[:done]

    def _spectra(self, audio: Audio) -> Spectra:
        windows = np.lib.stride_tricks.sliding_window_view(audio, self._size, axis=0)[:: self._hop]
        return scipy.fft.rfft(windows.transpose(1, 0, 2) * self._analysis, axis=2)

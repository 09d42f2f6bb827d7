"""The bounded store between the task that reads sound and the callback that plays it."""

from __future__ import annotations

import threading
from array import array
from dataclasses import dataclass

FADE_FRAMES = 256  # about 5 ms: long enough for no click, short enough not to be heard as a fade
FRAME_BYTES_PER_CHANNEL = 4


@dataclass(frozen=True, slots=True)
class RingState:
    """``position``: source frame that is played next; ``buffered``: frames ready; ``ended``: no more to come."""

    position: int
    buffered: int
    ended: bool
    underruns: int


class FrameRing:
    """Interleaved float32 frames with the source position of the first of them.

    The callback thread only copies bytes under a lock that is held for microseconds; everything else
    (cross-fades, allocation) happens in the thread that fills.
    """

    def __init__(self, channels: int, capacity_frames: int) -> None:
        self.channels = channels
        self.capacity = capacity_frames
        self._frame = channels * FRAME_BYTES_PER_CHANNEL
        self._data = bytearray(capacity_frames * self._frame)
        self._read = 0  # byte offsets in the ring
        self._count = 0  # bytes
        self._position = 0
        self._ended = False
        self._underruns = 0
        self._lock = threading.Lock()

    @property
    def state(self) -> RingState:
        with self._lock:
            return RingState(self._position, self._count // self._frame, self._ended, self._underruns)

    def reset(self, position: int) -> None:
        """Empty it; the next frame appended is source frame ``position``."""
        with self._lock:
            self._read = self._count = 0
            self._position = position
            self._ended = False

    def finish(self) -> None:
        """No more frames will come."""
        with self._lock:
            self._ended = True

    def append(self, frames: bytes) -> int:
        """Add whole frames after the last one; return how many fitted."""
        whole = len(frames) // self._frame * self._frame
        with self._lock:
            size = min(whole, len(self._data) - self._count)
            size -= size % self._frame
            self._put(frames, size)
        return size // self._frame

    def splice(self, position: int, frames: bytes, *, ended: bool) -> int:
        """Go on with other sound from source frame ``position``; return how many frames were taken.

        What lies before ``position`` is still played, the rest is replaced, with a short cross-fade. When
        playing has passed ``position`` already, the beginning of ``frames`` is left out.
        """
        whole = len(frames) // self._frame
        with self._lock:
            skip = min(whole, max(0, self._position - position))
            keep = max(0, position - self._position)
            have = self._count // self._frame
            if keep > have:  # a hole (after an underrun): start anew at the wanted position
                self._read = self._count = 0
                self._position = position
                keep = have = 0
            fade = min(FADE_FRAMES, have - keep, whole - skip)
            block = frames[skip * self._frame: whole * self._frame]
            if fade > 0:
                old = self._peek(keep * self._frame, fade * self._frame)
                block = self._faded(old, block[: fade * self._frame], fade) + block[fade * self._frame:]
            self._count = keep * self._frame
            size = min(len(block), len(self._data) - self._count)
            size -= size % self._frame
            self._put(block, size)
            self._ended = ended and size == len(block)
            return skip + size // self._frame

    def jump(self, position: int, frames: bytes, *, ended: bool) -> int:
        """Go on at another place at once, with a short cross-fade; return how many frames were taken."""
        whole = len(frames) // self._frame
        with self._lock:
            fade = min(FADE_FRAMES, self._count // self._frame, whole)
            block = frames[: whole * self._frame]
            if fade > 0:
                old = self._peek(0, fade * self._frame)
                block = self._faded(old, block[: fade * self._frame], fade) + block[fade * self._frame:]
            self._read = self._count = 0
            self._position = position
            size = min(len(block), len(self._data))
            size -= size % self._frame
            self._put(block, size)
            self._ended = ended and size == len(block)
            return size // self._frame

    def take(self, out: memoryview) -> tuple[int, bool]:
        """Fill ``out`` (bytes): frames, then silence. Return (frames played, whether all is over)."""
        with self._lock:
            size = min(len(out) - len(out) % self._frame, self._count)
            first = min(size, len(self._data) - self._read)
            out[:first] = self._data[self._read: self._read + first]
            out[first:size] = self._data[: size - first]
            self._read = (self._read + size) % len(self._data)
            self._count -= size
            self._position += size // self._frame
            over = self._ended and self._count == 0
            if size < len(out):
                out[size:] = bytes(len(out) - size)
                if not over:
                    self._underruns += 1
            return size // self._frame, over

    def _put(self, frames: bytes, size: int) -> None:
        write = (self._read + self._count) % len(self._data)
        first = min(size, len(self._data) - write)
        self._data[write: write + first] = frames[:first]
        self._data[: size - first] = frames[first:size]
        self._count += size

    def _peek(self, offset: int, size: int) -> bytes:
        start = (self._read + offset) % len(self._data)
        first = min(size, len(self._data) - start)
        return bytes(self._data[start: start + first] + self._data[: size - first])

    def _faded(self, old: bytes, new: bytes, frames: int) -> bytes:
        before, after = array("f"), array("f")
        before.frombytes(old)
        after.frombytes(new)
        for index in range(len(after)):
            share = (index // self.channels + 1) / frames
            after[index] = before[index] * (1 - share) + after[index] * share
        return after.tobytes()

"""One open output stream: opened, fed through a ring by its callback, closed, each in the right thread."""

from __future__ import annotations

import logging
import threading
from typing import Any

from characoid_desktop.audio.backend import LoadSound, OutputStream, no_output, settings_of
from characoid_desktop.audio.ring import FrameRing
from characoid_desktop.core.clock import Clock

CHANNELS = 2
FALLBACK_RATE = 48_000

_log = logging.getLogger(__name__)


def find_output(load: LoadSound, wanted: str | None) -> tuple[str | None, int]:
    """Return (device to open, its own rate in Hz); blocks.

    A wanted device that is not there gives the system's default (None). Raises AppError without any.
    """
    sound = load()
    problem: Exception | None = None
    for device in (wanted, None) if wanted else (None,):
        try:
            found = settings_of(sound.query_devices(device, "output"))
        except (sound.PortAudioError, ValueError) as error:
            problem = error
            continue
        rate = found.get("default_samplerate")
        if isinstance(rate, (int, float)) and 8_000 <= rate <= 192_000:
            return device, int(rate)
        return device, FALLBACK_RATE
    raise no_output(str(problem)) from problem


class Voice:
    """From play to release. ``paused`` makes the callback silent from its next call on."""

    def __init__(self, ring: FrameRing, rate: int, clock: Clock) -> None:
        self.ring = ring
        self.rate = rate
        self.paused = False
        self.over = False  # everything was handed out
        self.finished = False  # the stream has ended, by itself or not
        self.last_callback: float | None = None
        self.flags = 0  # callbacks for which the output reported trouble
        self._stream: OutputStream | None = None
        self._closed = False
        self._lock = threading.Lock()
        self._clock = clock
        self._stop: type[BaseException] = StopIteration

    @property
    def latency_s(self) -> float:
        """What waits in the output behind the callback; 0 while no stream is open."""
        stream = self._stream
        return float(stream.latency) if stream is not None else 0.0

    def open(self, load: LoadSound, device: str | None) -> None:
        """Open and start (blocks); raises AppError. A close that came meanwhile wins."""
        sound = load()
        self._stop = sound.CallbackStop
        stream: OutputStream | None = None
        try:
            stream = sound.RawOutputStream(
                samplerate=self.rate, channels=CHANNELS, dtype="float32", device=device, latency="high",
                callback=self._callback, finished_callback=self._finished)
            stream.start()
        except (sound.PortAudioError, ValueError) as error:
            self._release(stream)
            raise no_output(str(error)) from error
        with self._lock:
            if not self._closed:
                self._stream = stream
                return
        self._release(stream)

    def close(self) -> None:
        """Stop at once and give the device back (blocks)."""
        with self._lock:
            self._closed = True
            stream, self._stream = self._stream, None
        self._release(stream)

    @staticmethod
    def _release(stream: OutputStream | None) -> None:
        if stream is None:
            return
        for step in (stream.abort, stream.close):
            try:
                step()
            except Exception as error:  # PortAudio, for a device that is gone
                _log.info("closing the sound output: %s", error)

    def _callback(self, outdata: Any, frames: int, time: Any, status: Any) -> None:
        out = memoryview(outdata).cast("B")
        self.last_callback = self._clock.monotonic()
        if status:
            self.flags += 1
        if self.paused:
            out[:] = bytes(len(out))
            return
        _, over = self.ring.take(out)
        if over:
            self.over = True
            raise self._stop

    def _finished(self) -> None:
        self.finished = True



"""A stand-in for the module ``sounddevice``, driven by the test: nothing plays until the test says so.

It speaks RawOutputStream's interface: ``callback(outdata, frames, time, status)`` with a writable buffer,
CallbackStop and finished_callback, blocking start/abort/close, PortAudioError for a device that is gone.
"""

from __future__ import annotations

import threading
from array import array
from dataclasses import dataclass, field
from typing import Any


class FakeCallbackStop(Exception):
    pass


class FakeCallbackAbort(Exception):
    pass


class FakePortAudioError(Exception):
    pass


@dataclass
class _Time:
    inputBufferAdcTime: float = 0.0
    currentTime: float = 0.0
    outputBufferDacTime: float = 0.0


class FakeFlags:
    def __init__(self, underflow: bool = False) -> None:
        self.output_underflow = underflow

    def __bool__(self) -> bool:
        return self.output_underflow


class FakeStream:
    def __init__(self, sound: FakeSound, **settings: Any) -> None:
        unknown = set(settings) - {
            "samplerate", "blocksize", "device", "channels", "dtype", "latency", "extra_settings", "callback",
            "finished_callback", "clip_off", "dither_off", "never_drop_input",
            "prime_output_buffers_using_stream_callback"}
        if unknown:
            raise TypeError(f"unexpected keyword arguments: {unknown}")
        if sound.no_device:
            raise FakePortAudioError("Error querying device -1")
        self.sound = sound
        self.settings = settings
        self.samplerate = float(settings["samplerate"])
        self.latency = sound.latency_s
        self.active = False
        self.closed = False
        self.heard = array("f")
        self.ended = False

    def start(self) -> None:
        self.sound.gate.wait(20)
        if self.sound.start_fails:
            raise FakePortAudioError("Device unavailable [PaErrorCode -9985]")
        self.active = True

    def stop(self) -> None:
        self._end()

    def abort(self, ignore_errors: bool = True) -> None:
        self._end()

    def close(self, ignore_errors: bool = True) -> None:
        self._end()
        self.closed = True

    def _end(self) -> None:
        if self.active:
            self.active = False
            self.settings["finished_callback"]()

    def pull(self, frames: int) -> array[float]:
        """What PortAudio's thread does: ask for ``frames`` frames and return them (interleaved)."""
        if not self.active:
            return array("f")
        out = bytearray(frames * int(self.settings["channels"]) * 4)
        try:
            self.settings["callback"](memoryview(out), frames, _Time(), FakeFlags())
        except FakeCallbackStop:
            self.active = False
            self.ended = True
        block = array("f")
        block.frombytes(bytes(out))
        self.heard.extend(block)
        if self.ended:
            self.settings["finished_callback"]()
        return block

    def lose(self) -> None:
        """The sound server dies: the stream ends by itself."""
        self.active = False
        self.settings["finished_callback"]()


@dataclass
class FakeSound:
    """Pass ``sound.load`` as the loader."""

    rate: float = 48_000.0
    latency_s: float = 0.0
    no_device: bool = False
    start_fails: bool = False
    missing_library: bool = False
    known: set[str] = field(default_factory=set)  # names of devices besides the default
    streams: list[FakeStream] = field(default_factory=list)
    gate: threading.Event = field(default_factory=threading.Event)

    CallbackStop = FakeCallbackStop
    CallbackAbort = FakeCallbackAbort
    PortAudioError = FakePortAudioError

    def __post_init__(self) -> None:
        self.gate.set()

    def load(self) -> FakeSound:
        if self.missing_library:
            from characoid_desktop.audio.backend import no_output

            raise no_output("PortAudio library not found")
        return self

    def RawOutputStream(self, **settings: Any) -> FakeStream:
        stream = FakeStream(self, **settings)
        self.streams.append(stream)
        return stream

    def query_devices(self, device: Any = None, kind: str | None = None) -> Any:
        row = {
            "name": "Fake speakers", "index": 1, "hostapi": 0, "max_input_channels": 0,
            "max_output_channels": 2, "default_samplerate": self.rate,
        }
        if kind is not None:
            if self.no_device:
                raise FakePortAudioError("Error querying device -1")
            if device is not None and device not in self.known:
                raise ValueError(f"No output device matching {device!r}")
            return row
        microphone = {**row, "name": "Fake microphone", "index": 0, "max_input_channels": 1,
                      "max_output_channels": 0}
        return () if self.no_device else (microphone, row)

    def query_hostapis(self, index: int | None = None) -> Any:
        return ({"name": "Fake API", "devices": [0, 1], "default_output_device": 1},)

    @property
    def stream(self) -> FakeStream:
        return self.streams[-1]

    @property
    def open_streams(self) -> list[FakeStream]:
        return [stream for stream in self.streams if not stream.closed]

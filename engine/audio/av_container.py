"""FFmpeg containers: opened from our own handle, with the demuxer named by us.

Every further open that a file asks for (play lists, external tracks) is refused.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import av
import numpy as np

from engine.audio.files import InputFile, InputView
from engine.audio.model import DecodeFailed
from engine.audio.sniff import Sniffed
from engine.errors import EngineError

_DEFAULT_DISPOSITION = 1
_NO_DECODER = ("none", "")

av.logging.set_level(None)


def _refuse_open(url: str, *_: Any) -> Any:
    raise OSError(f"the file asks to open {url[:80]!r}")


def open_container(file: InputFile, found: Sniffed) -> tuple[Any, InputView]:
    """Return the container and the view that it reads; raises DecodeFailed."""
    view = file.view()
    try:
        container = av.open(
            view, "r", format=found.av_format, io_open=_refuse_open, metadata_errors="replace",
            buffer_size=65536,
        )
    except (av.FFmpegError, OSError, ValueError, RuntimeError) as error:
        raise DecodeFailed(str(error), view.error) from error
    return container, view


def pick_stream(container: Any) -> tuple[Any, list[str]]:
    """Return the default or first sound of a container, and warnings.

    Raises EngineError ``no_audio``, ``header_only``, ``bad_format``.
    """
    streams = list(container.streams.audio)
    if not streams:
        raise EngineError("no_audio" if len(container.streams) else "header_only")
    chosen = next((s for s in streams if int(s.disposition) & _DEFAULT_DISPOSITION), streams[0])
    warnings = [f"several_audio_streams:{len(streams)}"] if len(streams) > 1 else []
    context = chosen.codec_context
    if context is None or context.name in _NO_DECODER:
        raise EngineError("bad_format", f"no decoder for stream {chosen.index}")
    for other in container.streams:
        if other is not chosen:
            try:
                other.discard = "all"  # the demuxer then passes over the picture
            except (AttributeError, TypeError, ValueError):
                break
    return chosen, warnings


def count_seconds(
    file: InputFile, found: Sniffed, index: int, check: Callable[[], None],
) -> tuple[float, float]:
    """Read all packets of stream ``index`` without decoding.

    Return the end of the last one by its time stamp (0 when there are none), and the sum of all lengths.
    What comes before damage counts.
    """
    end = summed = 0.0
    try:
        container, _ = open_container(file, found)
    except DecodeFailed:
        return 0.0, 0.0
    with container:
        try:
            for number, packet in enumerate(container.demux(container.streams[index])):
                if number % 256 == 0:
                    check()
                if not packet.size or not packet.time_base:
                    continue
                length = float((packet.duration or 0) * packet.time_base)
                summed += length
                if packet.pts is not None:
                    end = max(end, float(packet.pts * packet.time_base) + length)
        except (av.FFmpegError, OSError, ValueError, IndexError):
            pass
    return end, summed


def pre_skip(stream: Any, found: Sniffed) -> int:
    """Frames that the length of an Ogg Opus stream counts but the decoder leaves out (RFC 7845, 5.1)."""
    if found.kind != "ogg" or stream.codec_context.name not in ("opus", "libopus"):
        return 0
    head = stream.codec_context.extradata or b""
    return int.from_bytes(head[10:12], "little") if head[:8] == b"OpusHead" else 0


_SCALE = {"s16": 2.0**-15, "s32": 2.0**-31}


def to_float(frame: Any) -> np.ndarray:
    """Return the samples shaped (frames, channels): float64 for double samples, else float32."""
    name = frame.format.name.rstrip("p") if frame.format.is_planar else frame.format.name
    # PyAV 18 looks for a null pointer behind the planes of a frame, which FFmpeg does not put behind eight of
    # them: touching such a frame reads foreign memory. FFmpeg itself may interleave it.
    many = frame.format.is_planar and frame.layout.nb_channels >= 8
    if many or name not in ("u8", "s16", "s32", "flt", "dbl"):
        made = av.AudioResampler("flt").resample(frame)
        return np.concatenate([to_float(f) for f in made]) if made else np.zeros(
            (0, frame.layout.nb_channels), np.float32)
    data = frame.to_ndarray()
    data = data.T if frame.format.is_planar else data.reshape(-1, frame.layout.nb_channels)
    if name == "u8":
        return (data.astype(np.float32) - 128.0) * np.float32(1 / 128)
    if name in _SCALE:
        return data.astype(np.float32) * np.float32(_SCALE[name])
    return np.ascontiguousarray(data)

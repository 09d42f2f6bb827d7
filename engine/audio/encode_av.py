"""AAC, and Opus of one or two channels, through FFmpeg (PyAV)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import av
import numpy as np

from engine.audio.files import OutputFile
from engine.audio.formats import OutputPlan

_OPUS_BITS, _AAC_BITS = 96_000, 112_000  # per channel


_AAC_FRAME = 1024


class AvWriter:
    """``frames`` is the expected length at the rate of the file, when it is known.

    Most decoders give out the AAC encoder's padding at the end (up to 23 ms at 44.1 kHz), but all of them skip
    what the edit list hides at the start. So with a known length the padding goes to the start; but FFmpeg gives
    nothing at all when the edit list leaves only part of the last packet, so not for a blink of sound.
    """

    def __init__(
        self, file: OutputFile, plan: OutputPlan, tags: dict[str, str], frames: int | None = None,
    ) -> None:
        opus = plan.format == "opus"
        # The edit list counts in the movie's time scale: at the sample rate, the length is exact.
        options = {} if opus else {"movie_timescale": str(plan.rate)}
        self._plan = plan
        self._container: Any = av.open(file, "w", format="ogg" if opus else "ipod", options=options)
        self._stream: Any = self._container.add_stream(
            "libopus" if opus else "aac", rate=plan.rate, layout=plan.layout,
        )
        context = self._stream.codec_context
        context.format = "flt" if opus else "fltp"
        limit = 3 * plan.rate  # AAC cannot hold more at low rates
        context.bit_rate = plan.channels * (_OPUS_BITS if opus else min(_AAC_BITS, limit))
        context.time_base = Fraction(1, plan.rate)
        self._container.metadata.update(tags)
        if opus:
            self._stream.metadata.update(tags)
        elif "encoder" in tags:
            self._container.metadata["encoding_tool"] = tags["encoder"]
        self._written = 0
        lead = -frames % _AAC_FRAME if frames and frames > 2 * _AAC_FRAME and not opus else 0
        if lead:
            self._written = -lead
            self.write(np.zeros((lead, plan.channels), np.float32))

    def write(self, block: np.ndarray) -> None:
        # Interleaved for every codec: PyAV 18 cannot fill eight planes (see decode_av), and converts by itself.
        data = np.ascontiguousarray(block, np.float32).reshape(1, -1)
        frame = av.AudioFrame.from_ndarray(data, format="flt", layout=self._plan.layout)
        frame.sample_rate = self._plan.rate
        frame.time_base = Fraction(1, self._plan.rate)
        frame.pts = self._written
        self._written += len(block)
        for packet in self._stream.encode(frame):
            self._container.mux(packet)

    def finish(self) -> None:
        container = self._container
        if self._written > 0:
            for packet in self._stream.encode(None):
                container.mux(packet)
        self._container = None
        container.close()

    def cancel(self) -> None:
        container, self._container = self._container, None
        if container is not None:
            try:
                container.close()
            except (av.FFmpegError, OSError, ValueError):
                pass

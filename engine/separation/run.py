"""A sound through a separator: two files as long, as fast and as wide as the source, that add up to it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from engine.audio.layouts import LAYOUTS
from engine.audio.sink import AudioSink, open_sink
from engine.audio.source import AudioSource, open_audio
from engine.builtin.stream import Audio, Fifo
from engine.errors import EngineError
from engine.job import JobContext
from engine.separation.spectral import Separator

BLOCK = 16_384  # frames read between two looks at the cancel flag


@dataclass(frozen=True, slots=True)
class Outputs:
    """Paths; ``rest`` None: what is left over is not wanted."""

    kept: str
    rest: str | None


def front(layout: str) -> tuple[int, ...]:
    """Return the channels that are separated: left and right, or the only one."""
    labels = LAYOUTS[layout]
    return (0,) if len(labels) == 1 else (labels.index("FL"), labels.index("FR"))


def split(
    job: JobContext, source: AudioSource, separator: Separator, outputs: Outputs, stage: str, *, whole: bool = False
) -> int:
    """Write what ``separator`` keeps and, minus that, the rest; return the number of frames.

    Only the front channels go through the separator: the others are all rest (``whole``: all of them are kept).
    Both files are 32-bit float WAV (RF64 over 4 GiB).
    """
    info = source.info
    with ExitStack() as files:
        kept = files.enter_context(_sink(job, source, outputs.kept))
        rest = files.enter_context(_sink(job, source, outputs.rest)) if outputs.rest is not None else None
        frames = 0
        for block, voice in _in_time(job, source, separator, stage, whole=whole):
            kept.write(voice)
            if rest is not None:
                rest.write(block - voice)
            frames += len(block)
        if not frames:
            raise EngineError("header_only")
        if info.frames is not None and frames > info.frames:
            raise EngineError("internal", f"{frames} frames of {info.frames}")
        job.check()
    return frames


def _in_time(
    job: JobContext, source: AudioSource, separator: Separator, stage: str, *, whole: bool
) -> Iterator[tuple[Audio, Audio]]:
    """Give blocks of the source, all channels, each with what is kept of it."""
    info = source.info
    channels = range(info.channels) if whole else front(info.layout)
    places = np.array(channels)
    waiting = Fifo(info.channels)
    total_s = info.duration_s or 0.0
    done = 0

    def matched(voice: Audio) -> Iterator[tuple[Audio, Audio]]:
        nonlocal done
        for at in range(0, len(voice), BLOCK):
            part = voice[at : at + BLOCK]
            block = waiting.take(len(part))
            kept = np.zeros_like(block)
            kept[:, places] = part
            done += len(block)
            yield block, kept
        if len(voice):
            seconds = done / info.rate
            job.progress(stage, min(seconds, total_s) if total_s else seconds, total_s)

    for block in source.blocks(BLOCK):
        job.check()
        waiting.put(block)
        yield from matched(separator.push(np.ascontiguousarray(block[:, places])))
    yield from matched(separator.flush())
    if len(waiting):
        raise EngineError("internal", f"{len(waiting)} frames did not come out")


def give_back(job: JobContext, rest: str, before: str, after: str) -> None:
    """Add what ``after`` lacks of ``before`` to the file ``rest``; all three have the same frames and channels."""
    more = f"{rest}.more"
    with ExitStack() as files:
        sources = [files.enter_context(open_audio(path, check=job.check)) for path in (rest, before, after)]
        sink = files.enter_context(_sink(job, sources[0], more))
        for block in sources[0].blocks(BLOCK):
            job.check()
            sink.write(block + sources[1].read(len(block)) - sources[2].read(len(block)))
    Path(more).replace(rest)


def _sink(job: JobContext, source: AudioSource, path: str) -> AudioSink:
    info = source.info
    job.scratch(path)
    return open_sink(path, format="wav", subtype="float", rate=info.rate, channels=info.channels,
                     layout=info.layout, frames=info.frames)

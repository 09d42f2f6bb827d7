"""The requests of the ``rvc`` child: convert a file, or a region of it, with the built-in effects."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from engine.audio import params as read
from engine.audio.loudness import LoudnessMeter
from engine.audio.peaks import PeakBuilder
from engine.audio.sink import AudioSink, open_sink
from engine.audio.source import AudioSource, open_audio
from engine.builtin.chain import AHEAD_S, SETTLE_S, Chain, Effect
from engine.builtin.stream import Audio
from engine.errors import EngineError
from engine.job import Handler, JobContext

WORKERS = 1

MAX_PREVIEW_S = 60.0
MAX_START_S = 7 * 24 * 3600.0
MAX_COLUMNS = 16_384
DEFAULT_COLUMNS = 2048
MAX_TAGS = 32
_BLOCK = 16_384  # frames decoded between two looks at the cancel flag


@dataclass(frozen=True, slots=True)
class _Order:
    """The params of a request, checked."""

    input: str
    output: str
    format: str
    effect: Effect
    tags: Mapping[str, str]
    subtype: str | None
    columns: int

    @classmethod
    def of(cls, params: Mapping[str, Any]) -> _Order:
        tags = params.get("tags", {})
        good = isinstance(tags, Mapping) and len(tags) <= MAX_TAGS and all(
            isinstance(key, str) and isinstance(value, str) for key, value in tags.items()
        )
        if not good:
            raise EngineError("bad_params", "tags must be words by name", field="tags")
        subtype = None if params.get("subtype") is None else read.text(params, "subtype")
        return cls(
            read.text(params, "input"), read.text(params, "output"), read.text(params, "format"),
            Effect.from_json(params.get("effect", {})), tags, subtype,
            read.whole(params, "columns", 1, MAX_COLUMNS, DEFAULT_COLUMNS),
        )


@dataclass(frozen=True, slots=True)
class _Region:
    """Frames of the source that come out, and those that are computed around them. ``end`` None: to the end."""

    first: int
    end: int | None
    begin: int  # where decoding starts
    seconds: float | None  # how much is decoded

    @classmethod
    def whole(cls) -> _Region:
        return cls(0, None, 0, None)

    @classmethod
    def around(cls, rate: int, start_s: float, seconds: float) -> _Region:
        first, end = round(start_s * rate), round((start_s + seconds) * rate)
        begin = max(0, first - round(SETTLE_S * rate))
        return cls(first, end, begin, (end - begin) / rate + AHEAD_S)

    def cut(self, block: Audio, position: int) -> Audio:
        """Return what of ``block``, which begins at frame ``position``, lies in the region."""
        stop = len(block) if self.end is None else max(0, min(len(block), self.end - position))
        return block[max(0, self.first - position) : stop]


def convert(job: JobContext, params: Mapping[str, Any]) -> dict[str, Any]:
    """Convert ``input`` into the new file ``output``: same length, channels and rate (unless the format
    allows no such rate).

    Sends two payloads of int8 (columns, 2), first of the result (``kind`` peaks_out), then of the source
    (peaks_in). Returns the value of docs/architecture.md.
    """
    order = _Order.of(params)
    with open_audio(order.input, check=job.check) as source:
        return _run(job, order, source, _Region.whole())


def preview(job: JobContext, params: Mapping[str, Any]) -> dict[str, Any]:
    """Convert ``seconds`` (at most 60) from ``start_s`` on, so that it sounds as in the whole file."""
    order = _Order.of(params)
    start = read.number(params, "start_s", 0.0, MAX_START_S)
    seconds = read.number(params, "seconds", 0.01, MAX_PREVIEW_S)
    with open_audio(order.input, check=job.check) as source:
        return _run(job, order, source, _Region.around(source.info.rate, start, seconds))


def _run(job: JobContext, order: _Order, source: AudioSource, region: _Region) -> dict[str, Any]:
    info = source.info
    if os.path.lexists(order.output):  # before it is named as scratch: it is not ours to remove
        raise EngineError("output_exists", order.output)
    job.scratch(order.output)
    expected = info.frames
    if region.end is not None:
        last = region.end if expected is None else min(region.end, expected)
        expected = max(0, last - region.first)
    before, after = (_Watch(info.rate, info.channels, info.layout, order.columns) for _ in range(2))
    with open_sink(
        order.output, format=order.format, rate=info.rate, channels=info.channels, layout=info.layout,
        tags=order.tags, subtype=order.subtype, frames=expected,
    ) as sink:
        for block in _converted(job, order, source, region, before, expected):
            job.check()
            after.add(block)
            sink.write(block)
        if before.frames != after.frames:
            raise EngineError("internal", f"{before.frames} frames became {after.frames}")
        if not after.frames:
            raise EngineError("too_short", "there is nothing in the region")
        job.check()
    return _answer(job, order, source, sink, before, after)


def _converted(
    job: JobContext, order: _Order, source: AudioSource, region: _Region, before: _Watch, expected: int | None
) -> Iterator[Audio]:
    """Give the converted blocks of the region; ``before`` sees the same frames of the source."""
    info = source.info
    chain = Chain(order.effect, info.rate, info.channels, job.check, region.begin)
    total_s = (expected or 0) / info.rate
    position = given = region.begin

    def wanted(blocks: Iterator[Audio]) -> Iterator[Audio]:
        nonlocal given
        for block in blocks:
            part = region.cut(block, given)
            given += len(block)
            if len(part):
                yield part
                done_s = (given - region.first) / info.rate
                job.progress("convert", min(done_s, total_s) if total_s else done_s, total_s)

    for block in source.blocks(_BLOCK, region.begin / info.rate, region.seconds):
        job.check()
        before.add(region.cut(block, position))
        position += len(block)
        yield from wanted(chain.push(block))
    yield from wanted(chain.flush())


def _answer(
    job: JobContext, order: _Order, source: AudioSource, sink: AudioSink, before: _Watch, after: _Watch
) -> dict[str, Any]:
    result = sink.result
    assert result is not None
    job.data(after.picture(), kind="peaks_out", columns=order.columns)
    job.data(before.picture(), kind="peaks_in", columns=order.columns)
    warnings = [*source.warnings, *result.changes]
    if result.clipped:
        warnings.append(f"output_clipped:{result.clipped}")
    return {
        "duration_s": result.duration_s, "rate": result.rate, "channels": result.channels,
        "frames": result.frames, "bytes": result.bytes, "truncated": source.truncated, "warnings": warnings,
        "lufs_in": before.lufs(), "lufs_out": after.lufs(),
        "peaks": {"columns": order.columns, "payloads": ["peaks_out", "peaks_in"]},
    }


class _Watch:
    """Loudness and picture of a stream that passes by."""

    def __init__(self, rate: int, channels: int, layout: str, columns: int) -> None:
        self._meter = LoudnessMeter(rate, channels, layout, true_peak=False)
        self._peaks = PeakBuilder(columns)

    @property
    def frames(self) -> int:
        return self._peaks.frames

    def add(self, block: Audio) -> None:
        if len(block):
            self._meter.add(block)
            self._peaks.add(block)

    def lufs(self) -> float | None:
        return self._meter.integrated()

    def picture(self) -> bytes:
        return np.ascontiguousarray(self._peaks.columns()).tobytes()


OPS: dict[str, Handler] = {"convert": convert}

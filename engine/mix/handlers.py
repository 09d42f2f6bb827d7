"""The request of the ``rvc`` child that puts voice and accompaniment together."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import numpy as np

from engine.audio.formats import check_format
from engine.audio.loudness import LoudnessMeter
from engine.audio.peaks import PeakBuilder
from engine.audio.sink import AudioSink, open_sink
from engine.audio.source import AudioSource, open_audio
from engine.builtin.stream import Audio
from engine.errors import EngineError
from engine.job import Handler, JobContext
from engine.mix.limiter import TruePeakLimiter
from engine.mix.order import MixOrder
from engine.mix.reverb import Reverb
from engine.mix.tracks import BLOCK, Frame, Gain, HighPass, Stage, added, placed, track

TOLERANCE_LU = 0.1
MAX_LEVEL_DB = 36.0  # by which a target raises or lowers a mix at most
TRIES = 5
MIN_SLOPE = 0.2  # LU gained per dB: below it more gain only makes it worse


def mix(job: JobContext, params: Mapping[str, Any]) -> dict[str, Any]:
    """Mix ``vocals`` and ``instrumental`` into the new file ``output``, as long and as wide as ``original``.

    Sends two payloads of int8 (columns, 2), first of the result (``kind`` peaks_out), then of the original, or,
    without one, of the voice (peaks_in). Returns the value of ``convert`` with ``true_peak_db`` and ``gain_db``
    (what the loudness target asked for). Warnings besides those of the files: ``loudness_missed:N`` (LU that
    the limiter did not allow), ``limited``.
    """
    order = MixOrder.of(params)
    for path in (order.output, _temporary(order)):
        if os.path.lexists(path):  # before it is named as scratch: it is not ours to remove
            raise EngineError("output_exists", path)
    with ExitStack() as files:
        voice = files.enter_context(open_audio(order.vocals, check=job.check))
        backing = None if order.instrumental is None else files.enter_context(
            open_audio(order.instrumental, check=job.check))
        like = (voice if backing is None else backing) if order.original is None else files.enter_context(
            open_audio(order.original, check=job.check))
        check_format(order.format, like.info.rate, like.info.channels, like.info.frames, layout=like.info.layout,
                     subtype=order.subtype)
        shown = voice if order.original is None else like
        before = _watched(job, shown, order.columns)
        frames = before.frames if shown is like else _count(job, like)
        if not frames:
            raise EngineError("header_only")
        frame = Frame(like.info.rate, like.info.channels, like.info.layout, frames)
        return _write(job, order, frame, [voice, backing], before)


def _write(
    job: JobContext, order: MixOrder, frame: Frame, stems: list[AudioSource | None], before: _Watch
) -> dict[str, Any]:
    voice, backing = stems
    assert voice is not None
    blocks = _mixed(job, order, frame, voice, backing)
    job.scratch(order.output)
    if order.loudness_lufs is None:
        after, result, level = _finish(job, order, frame, blocks, 0.0)
    else:
        temporary = _temporary(order)
        job.scratch(temporary)
        try:
            measured = _store(temporary, frame, blocks)
            level = _level(job, order, frame, temporary, measured)
            after, result, level = _finish(job, order, frame, _stored(job, temporary, "master"), level)
        finally:
            Path(temporary).unlink(missing_ok=True)
    return _answer(job, order, [s for s in stems if s is not None], before, after, result, level)


def _mixed(
    job: JobContext, order: MixOrder, frame: Frame, voice: AudioSource, backing: AudioSource | None
) -> Iterator[Audio]:
    """Give the sum of the stems, ``frame.frames`` long, not yet limited."""
    tracks = [_voice(job, order, frame, voice)]
    if backing is not None:
        tracks.append(_backing(job, order, frame, backing))
    done = 0
    for block in added(tracks, frame):
        job.check()
        done += len(block)
        job.progress("mix", done / frame.rate, frame.frames / frame.rate)
        yield block


def _voice(job: JobContext, order: MixOrder, frame: Frame, source: AudioSource) -> Iterator[Audio]:
    same = source.info.layout == frame.layout
    channels = frame.channels if same else min(2, source.info.channels)
    if order.room is not None and channels == 1:
        channels = 2
    stages: list[Stage] = []
    if order.highpass_hz:
        stages.append(HighPass(frame.rate, channels, min(order.highpass_hz, 0.45 * frame.rate)))
    if order.room is not None:
        room = Reverb(frame.rate, order.room.amount, order.room.size, order.room.damp)
        stages.append(room if channels == 2 else _Front(room, frame))
    stages.append(Gain(order.vocals_db))
    shift = round(order.align_ms / 1000 * frame.rate)
    for block in track(source, frame, shift, channels, stages, job.check):
        yield placed(block, frame)


def _backing(job: JobContext, order: MixOrder, frame: Frame, source: AudioSource) -> Iterator[Audio]:
    stages: list[Stage] = []
    if order.semitones:
        from engine.builtin.stretch import PitchShifter

        stages.append(PitchShifter(frame.rate, frame.channels, order.semitones, job.check))
    stages.append(Gain(order.instrumental_db))
    return track(source, frame, 0, frame.channels, stages, job.check)


class _Front:
    """A room around the front channels of a surround voice."""

    def __init__(self, room: Reverb, frame: Frame) -> None:
        from engine.separation.run import front

        self._room, self._places = room, np.array(front(frame.layout))
        self._channels = frame.channels

    def push(self, block: Audio) -> Audio:
        out = block.copy()
        out[:, self._places] = self._room.push(np.ascontiguousarray(block[:, self._places]))
        return out

    def flush(self) -> Audio:
        return np.zeros((0, self._channels), np.float32)


# Loudness


def _store(path: str, frame: Frame, blocks: Iterator[Audio]) -> LoudnessMeter:
    """Write the mix as it is and measure it."""
    meter = LoudnessMeter(frame.rate, frame.channels, frame.layout, true_peak=False)
    with open_sink(path, format="wav", subtype="float", rate=frame.rate, channels=frame.channels,
                   layout=frame.layout, frames=frame.frames) as sink:
        for block in blocks:
            meter.add(block)
            sink.write(block)
    return meter


def _stored(job: JobContext, path: str, stage: str) -> Iterator[Audio]:
    with open_audio(path, check=job.check) as source:
        done, total = 0, source.info.frames or 0
        for block in source.blocks(BLOCK):
            job.check()
            done += len(block)
            job.progress(stage, done / source.info.rate, total / source.info.rate)
            yield block


def _level(job: JobContext, order: MixOrder, frame: Frame, path: str, measured: LoudnessMeter) -> float:
    """Return the decibels that bring the mix to its target through the limiter, as near as that lets it.

    Without a peak in the way the first guess is exact; where the limiter takes loudness off, the guess is raised by
    what is missing and measured again.
    """
    target, now = order.loudness_lufs, measured.integrated()
    if target is None or now is None:
        return 0.0
    level = _bounded(target - now)
    if not order.limiter:
        return level
    before: tuple[float, float] | None = None  # the guess before, and what it reached
    for _ in range(TRIES):
        reached = _reached(job, frame, path, level)
        if reached is None or abs(target - reached) <= TOLERANCE_LU:
            return level
        slope = 1.0 if before is None or level == before[0] else (reached - before[1]) / (level - before[0])
        before = (level, reached)
        level = _bounded(level + (target - reached) / min(1.0, max(MIN_SLOPE, slope)))
    return level


def _reached(job: JobContext, frame: Frame, path: str, level: float) -> float | None:
    """Return the loudness (LUFS) that the stored mix has at ``level`` behind the limiter."""
    meter = LoudnessMeter(frame.rate, frame.channels, frame.layout, true_peak=False)
    for block in _limited(_stored(job, path, "loudness"), level, TruePeakLimiter(frame.rate, frame.channels)):
        meter.add(block)
    return meter.integrated()


def _bounded(db: float) -> float:
    return min(MAX_LEVEL_DB, max(-MAX_LEVEL_DB, db))


def _limited(blocks: Iterator[Audio], level: float, limiter: TruePeakLimiter | None) -> Iterator[Audio]:
    factor = np.float32(10 ** (level / 20))
    for block in blocks:
        loud = block * factor if level else block
        yield loud if limiter is None else limiter.push(loud)
    if limiter is not None:
        yield limiter.flush()


def _finish(
    job: JobContext, order: MixOrder, frame: Frame, blocks: Iterator[Audio], level: float
) -> tuple[_Watch, AudioSink, float]:
    limiter = TruePeakLimiter(frame.rate, frame.channels) if order.limiter else None
    after = _Watch(frame.rate, frame.channels, frame.layout, order.columns, true_peak=True)
    with open_sink(
        order.output, format=order.format, rate=frame.rate, channels=frame.channels, layout=frame.layout,
        tags=order.tags, subtype=order.subtype, frames=frame.frames,
    ) as sink:
        for block in _limited(blocks, level, limiter):
            job.check()
            after.add(block)
            sink.write(block)
        if after.frames != frame.frames:
            raise EngineError("internal", f"{frame.frames} frames became {after.frames}")
        job.check()
    after.limited = limiter is not None and limiter.reduced > 0
    return after, sink, level


# The answer


class _Watch:
    """Loudness and picture of a stream that passes by."""

    def __init__(self, rate: int, channels: int, layout: str, columns: int, *, true_peak: bool = False) -> None:
        self.meter = LoudnessMeter(rate, channels, layout, true_peak=true_peak)
        self._peaks = PeakBuilder(columns)
        self.limited = False

    @property
    def frames(self) -> int:
        return self._peaks.frames

    def add(self, block: Audio) -> None:
        if len(block):
            self.meter.add(block)
            self._peaks.add(block)

    def picture(self) -> bytes:
        return np.ascontiguousarray(self._peaks.columns()).tobytes()


def _watched(job: JobContext, source: AudioSource, columns: int) -> _Watch:
    info = source.info
    watch = _Watch(info.rate, info.channels, info.layout, columns)
    for block in source.blocks(BLOCK):
        job.check()
        watch.add(block)
    return watch


def _count(job: JobContext, source: AudioSource) -> int:
    if source.info.frames is not None and not source.truncated:
        return source.info.frames
    count = 0
    for block in source.blocks(BLOCK):
        job.check()
        count += len(block)
    return count


def _answer(
    job: JobContext, order: MixOrder, stems: list[AudioSource], before: _Watch, after: _Watch, sink: AudioSink,
    level: float,
) -> dict[str, Any]:
    result = sink.result
    assert result is not None
    job.data(after.picture(), kind="peaks_out", columns=order.columns)
    job.data(before.picture(), kind="peaks_in", columns=order.columns)
    lufs = after.meter.integrated()
    warnings = [word for source in stems for word in source.warnings] + list(result.changes)
    if result.clipped:
        warnings.append(f"output_clipped:{result.clipped}")
    if after.limited:
        warnings.append("limited")
    missed = 0.0 if order.loudness_lufs is None or lufs is None else abs(order.loudness_lufs - lufs)
    if missed > 0.5:
        warnings.append(f"loudness_missed:{max(1, round(missed))}")
    return {
        "duration_s": result.duration_s, "rate": result.rate, "channels": result.channels,
        "frames": result.frames, "bytes": result.bytes, "truncated": any(s.truncated for s in stems),
        "warnings": list(dict.fromkeys(warnings)), "lufs_in": before.meter.integrated(), "lufs_out": lufs,
        "true_peak_db": after.meter.true_peak_db(), "gain_db": level,
        "peaks": {"columns": order.columns, "payloads": ["peaks_out", "peaks_in"]},
    }


def _temporary(order: MixOrder) -> str:
    return f"{order.output}.mix"


OPS: dict[str, Handler] = {"mix": mix}

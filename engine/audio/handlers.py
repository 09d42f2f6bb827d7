"""The requests of the ``media`` child."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from engine.audio import params as read
from engine.audio.limits import MAX_CHANNELS, MAX_RATE, MIN_RATE
from engine.audio.loudness import LoudnessMeter
from engine.audio.pcm import PcmCache
from engine.audio.peaks import PeakBuilder
from engine.audio.source import AudioSource, open_audio
from engine.audio.spectrogram import FLOOR_DB, SpectrogramBuilder
from engine.errors import EngineError
from engine.job import Handler, JobContext

WORKERS = 2

MAX_COLUMNS = 16_384
MAX_SPECTRUM_COLUMNS, MAX_SPECTRUM_BINS = 4096, 1024
MAX_PAYLOAD = 32 << 20
_BLOCK = 16384  # frames; a block is done well within 100 ms

_pcm_cache = PcmCache()


def probe(job: JobContext, params: Mapping[str, Any]) -> dict[str, Any]:
    """Describe the sound without decoding all of it."""
    with open_audio(read.text(params, "path"), check=job.check) as source:
        return describe(source)


def describe(source: AudioSource) -> dict[str, Any]:
    """Return what the ``probe`` answer holds."""
    info = source.info
    return {
        "duration_s": info.duration_s, "frames": info.frames, "rate": info.rate, "channels": info.channels,
        "layout": info.layout, "codec": info.codec, "container": info.container, "subtype": info.subtype,
        "seekable": info.seekable, "truncated": source.truncated, "warnings": list(source.warnings),
    }


def peaks(job: JobContext, params: Mapping[str, Any]) -> dict[str, Any]:
    """Send int8 (columns, 2): lowest and highest sample per column."""
    columns = read.whole(params, "columns", 1, MAX_COLUMNS)
    builder = PeakBuilder(columns)
    with open_audio(read.text(params, "path"), check=job.check) as source:
        for block in _all_blocks(job, source, "peaks"):
            builder.add(block)
        job.data(builder.columns().tobytes(), columns=columns)
        return {
            "columns": columns, "frames": builder.frames, "duration_s": builder.frames / source.info.rate,
            "clipped": builder.clipped, "truncated": source.truncated, "warnings": list(source.warnings),
        }


def pcm(job: JobContext, params: Mapping[str, Any]) -> dict[str, Any]:
    """Send interleaved little-endian float32 from ``start_s`` on, within ±1 after the gain."""
    path = read.text(params, "path")
    rate = read.whole(params, "rate", MIN_RATE, MAX_RATE)
    channels = read.whole(params, "channels", 1, MAX_CHANNELS)
    start = round(read.number(params, "start_s", 0.0, 1e6, 0.0) * rate)
    count = round(read.number(params, "seconds", 0.0, 3600.0) * rate)
    gain = 10 ** (read.number(params, "gain_db", -120.0, 60.0, 0.0) / 20)
    if count * channels * 4 > MAX_PAYLOAD:
        raise EngineError("bad_params", f"{count} frames are too many for one answer", param="seconds")
    stream = _pcm_cache.take(path, rate, channels, job.check)
    try:
        block, end = stream.read(start, count)
    except BaseException:
        stream.source.close()
        raise
    truncated = stream.source.truncated
    _pcm_cache.give(path, rate, channels, stream)
    if gain != 1.0:
        block = block * np.float32(gain)
    job.data(np.clip(block, -1.0, 1.0).astype("<f4", copy=False).tobytes(), rate=rate, channels=channels)
    return {"frames": len(block), "end": end, "rate": rate, "channels": channels, "truncated": truncated}


def loudness(job: JobContext, params: Mapping[str, Any]) -> dict[str, Any]:
    """Measure the whole sound; null where there is nothing to measure."""
    with open_audio(read.text(params, "path"), check=job.check) as source:
        meter = LoudnessMeter(source.info.rate, source.info.channels, source.info.layout)
        for block in _all_blocks(job, source, "loudness"):
            meter.add(block)
        return {"lufs": meter.integrated(), "true_peak_db": meter.true_peak_db(),
                "truncated": source.truncated, "warnings": list(source.warnings)}


def spectrogram(job: JobContext, params: Mapping[str, Any]) -> dict[str, Any]:
    """Send uint8 (columns, bins), lowest frequency first: FLOOR_DB..0 dB over a logarithmic frequency axis."""
    columns = read.whole(params, "columns", 1, MAX_SPECTRUM_COLUMNS)
    bins = read.whole(params, "bins", 1, MAX_SPECTRUM_BINS, 256)
    with open_audio(read.text(params, "path"), check=job.check) as source:
        info = source.info
        frames = info.frames or sum(len(block) for block in _all_blocks(job, source, "length"))
        if not frames:
            raise EngineError("header_only")
        builder = SpectrogramBuilder(info.rate, frames, columns, bins)
        for block in _all_blocks(job, source, "spectrogram"):
            builder.add(block)
        job.data(builder.finish().tobytes(), kind="spectrogram", columns=columns, bins=bins)
        return {
            "columns": columns, "bins": bins, "low_hz": builder.low_hz, "high_hz": builder.high_hz,
            "floor_db": FLOOR_DB, "duration_s": frames / info.rate, "truncated": source.truncated,
            "warnings": list(source.warnings),
        }


def _all_blocks(job: JobContext, source: AudioSource, stage: str) -> Any:
    rate, total = source.info.rate, source.info.duration_s or 0.0
    done = 0
    for block in source.blocks(_BLOCK):
        job.check()
        yield block
        done += len(block)
        job.progress(stage, min(done / rate, total) if total else done / rate, total)


OPS: dict[str, Handler] = {
    "probe": probe, "peaks": peaks, "pcm": pcm, "loudness": loudness, "spectrogram": spectrogram,
}

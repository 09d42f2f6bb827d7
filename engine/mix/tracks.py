"""A stem on its way into the mix: at the rate, the channels and the exact length of the whole."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Protocol

import numpy as np
import scipy.signal

from engine.audio.layouts import LAYOUTS, mix, mix_matrix
from engine.audio.resample import StreamResampler
from engine.audio.source import AudioSource
from engine.builtin.effects import SosFilter
from engine.builtin.stream import Audio, Fifo

BLOCK = 16_384


@dataclass(frozen=True, slots=True)
class Frame:
    """What every track is made to fit: the shape of the finished mix."""

    rate: int
    channels: int
    layout: str
    frames: int


class Stage(Protocol):
    """Takes and gives frames; all together it gives as many as it took."""

    def push(self, block: Audio) -> Audio: ...

    def flush(self) -> Audio: ...


class HighPass(SosFilter):
    """A Butterworth filter of order 4."""

    def __init__(self, rate: int, channels: int, hz: float) -> None:
        super().__init__(scipy.signal.butter(4, hz, "highpass", fs=rate, output="sos"), channels)


class Gain:
    """Decibels."""

    def __init__(self, db: float) -> None:
        self._factor = np.float32(10 ** (db / 20))

    def push(self, block: Audio) -> Audio:
        return block * self._factor

    def flush(self) -> Audio:
        return np.zeros((0, 1), np.float32)


def track(
    source: AudioSource, frame: Frame, shift: int, channels: int, stages: list[Stage], check: Callable[[], None]
) -> Iterator[Audio]:
    """Give the sound of ``source`` with ``channels`` channels, ``shift`` frames later, through ``stages``: exactly
    ``frame.frames`` frames, silence where the source has none."""
    blocks = _fitted(_resampled(source, frame.rate, channels), frame.frames, shift, channels)
    for stage in stages:
        blocks = _through(stage, blocks, check)
    return blocks


def _resampled(source: AudioSource, rate: int, channels: int) -> Iterator[Audio]:
    info = source.info
    matrix = mix_matrix(info.layout, channels)
    resampler = StreamResampler(info.rate, rate, channels)
    for block in source.blocks(BLOCK):
        yield resampler.process(mix(block, matrix))
    yield resampler.flush()


def _fitted(blocks: Iterator[Audio], frames: int, shift: int, channels: int) -> Iterator[Audio]:
    """Put silence before or drop what comes before 0, and cut or fill up to ``frames``."""
    yield from _silence(min(frames, max(0, shift)), channels)
    left, drop = frames - min(frames, max(0, shift)), max(0, -shift)
    for block in blocks:
        dropped = min(drop, len(block))
        drop -= dropped
        part = block[dropped : dropped + left]
        left -= len(part)
        if len(part):
            yield part
        if not left:
            return
    yield from _silence(left, channels)


def _silence(frames: int, channels: int) -> Iterator[Audio]:
    for at in range(0, frames, BLOCK):
        yield np.zeros((min(BLOCK, frames - at), channels), np.float32)


def _through(stage: Stage, blocks: Iterator[Audio], check: Callable[[], None]) -> Iterator[Audio]:
    for block in blocks:
        check()
        out = stage.push(block)
        if len(out):
            yield out
    check()
    rest = stage.flush()
    if len(rest):
        yield rest


def placed(block: Audio, frame: Frame) -> Audio:
    """Return a voice in the front of the mix's layout; what has as many channels already is left as it is."""
    if block.shape[1] == frame.channels:
        return block
    labels = LAYOUTS[frame.layout]
    out = np.zeros((len(block), frame.channels), np.float32)
    if block.shape[1] == 2 and frame.channels == 1:
        return block.mean(axis=1, keepdims=True, dtype=np.float32)
    out[:, labels.index("FL")] = block[:, 0]
    out[:, labels.index("FR")] = block[:, -1]
    return out


def added(tracks: list[Iterator[Audio]], frame: Frame) -> Iterator[Audio]:
    """Give the sum of the tracks in blocks of BLOCK frames (the last one shorter)."""
    waiting = [Fifo(frame.channels) for _ in tracks]
    left = frame.frames
    while left:
        count = min(BLOCK, left)
        total = np.zeros((count, frame.channels), np.float32)
        for fifo, blocks in zip(waiting, tracks, strict=True):
            while len(fifo) < count:
                fifo.put(next(blocks))
            total += fifo.take(count)
        left -= count
        yield total

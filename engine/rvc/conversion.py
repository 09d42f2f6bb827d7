"""One request ``convert_voice`` from file to file: measure, find the pitch, convert, mix loudness, write."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from engine.audio.loudness import LoudnessMeter
from engine.audio.resample import StreamResampler
from engine.audio.sink import AudioSink, open_sink
from engine.audio.source import AudioSource
from engine.errors import EngineError
from engine.job import JobContext
from engine.rvc import pitch
from engine.rvc.f0 import FRAMES_PER_S, PitchModel
from engine.rvc.order import Order
from engine.rvc.rms_mix import HalfSeconds, RmsMix
from engine.rvc.signal import RATE, Measure, Part, Signal
from engine.rvc.stopwatch import Stopwatch
from engine.rvc.tracking import Curve, track
from engine.rvc.voice_file import VoiceFacts

if TYPE_CHECKING:
    from engine.rvc.hubert import Hubert
    from engine.rvc.index import FeatureIndex
    from engine.rvc.synthesizer import Synthesizer

_AROUND_S = 2  # heard before and after a region


@dataclass(frozen=True, slots=True)
class Models:
    """What a conversion works with; ``tracker`` None for a voice without pitch."""

    facts: VoiceFacts
    synthesizer: Synthesizer
    hubert: Hubert
    tracker: PitchModel | None
    index: FeatureIndex | None
    device: str


@dataclass(frozen=True, slots=True)
class Region:
    """Source frames ``first`` up to ``last`` that come out; ``part`` is decoded, ``start`` the frame where the voice
    begins: whole seconds, so that every rate has a sample there."""

    part: Part
    start: int
    first: int
    last: int | None

    @classmethod
    def of(cls, order: Order, rate: int) -> Region:
        if order.start_s is None or order.seconds is None:
            return cls(Part(), 0, 0, None)
        first, last = round(order.start_s * rate), round((order.start_s + order.seconds) * rate)
        second = first // rate
        begin = max(0, second - _AROUND_S)
        return cls(Part(begin * rate, last + _AROUND_S * rate), second * rate, first, last)


class Conversion:
    """``median_of_whole``: Hz of the whole input for the automatic key, asked when only a region is converted."""

    def __init__(
        self, job: JobContext, order: Order, source: AudioSource, models: Models, watch: Stopwatch,
        median_of_whole: Callable[[], float | None] | None = None,
    ) -> None:
        self._job, self._order, self._source, self._models, self._watch = job, order, source, models, watch
        self._median_of_whole = median_of_whole
        self._rate = source.info.rate
        self._region = Region.of(order, self._rate)
        self._chunks = 0

    def run(self) -> dict[str, Any]:
        """Write the output and return the answer. The output is not there yet, and named as scratch."""
        job, region, rate = self._job, self._region, self._rate
        with self._watch("decode"):
            measured = Measure(self._source, region.part, job.check)
        end = region.part.begin + measured.frames
        last = end if region.last is None else min(region.last, end)
        if last <= region.first:
            raise EngineError("too_short", "there is nothing in the region" if region.last else "no samples")
        curve, source_rms, median, key = self._pitch(measured)
        meter = LoudnessMeter(rate, 1, "mono", true_peak=False)
        skip, frames = region.first - region.start, last - region.first
        voice = self._voice(measured, curve, source_rms, last - region.start)
        with open_sink(self._order.output, format="wav", rate=rate, channels=1, layout="mono", subtype="float",
                       frames=frames) as sink:  # fmt: skip
            left = frames
            for block in self._resampled(voice):
                block, skip = block[skip:], max(0, skip - len(block))
                block = block[:left]
                left -= len(block)
                meter.add(block[:, None])
                sink.write(block[:, None])
            if left:
                raise EngineError("internal", f"{left} frames are missing")
            job.check()
        return self._answer(sink, median, key, meter)

    # Pitch

    def _pitch(self, measured: Measure) -> tuple[Curve | None, np.ndarray, float | None, float]:
        """Return the curve as it is to sound, the source's loudness by half seconds, its median Hz, and the key."""
        settings, models = self._order.settings, self._models
        heard = _Heard(self._lead) if settings.rms_mix_rate < 1.0 else None
        if models.tracker is None and heard is None:
            return None, np.zeros(1), None, 0.0
        total_s = measured.frames / self._rate
        signal = self._signal(measured, heard)

        def progress(samples: int) -> None:
            self._job.progress("pitch", min(max(0.0, samples / RATE), total_s), total_s)

        progress(0)
        if models.tracker is None:
            while signal.reach(signal.reached + RATE):
                signal.release(signal.reached)
            hz = np.zeros(0, np.float32)
        else:
            with self._watch("pitch"):
                hz = track(signal, models.tracker, self._job.check, progress)
        progress(round(total_s * RATE))
        source_rms = np.zeros(1) if heard is None else heard.rms()
        if models.tracker is None:
            return None, source_rms, None, 0.0
        hz = pitch.smoothed(hz, settings.filter_radius)
        median = pitch.median_hz(hz)
        key = settings.pitch + self._auto_key(median)
        return Curve(pitch.shifted(hz, key)), source_rms, median, key

    def _auto_key(self, median: float | None) -> float:
        target = self._order.settings.target_hz or self._models.facts.f0_median
        if not self._order.settings.auto_key or target is None:
            return 0.0
        if self._region.last is not None and self._median_of_whole is not None:
            median = self._median_of_whole()
        return pitch.key_for(median, target)

    # Voice

    @property
    def _lead(self) -> int:
        """Samples at 16 kHz before the first that comes out."""
        return (self._region.start - self._region.part.begin) // self._rate * RATE

    def _signal(self, measured: Measure, heard: _Heard | None = None) -> Signal:
        return Signal(self._source, self._region.part, measured.gain, self._job.check, heard)

    def _voice(
        self, measured: Measure, curve: Curve | None, source_rms: np.ndarray, frames: int
    ) -> Iterator[np.ndarray]:
        """Give the voice at its own rate for ``frames`` frames of the source from the region's start on."""
        from engine.rvc.chunks import Converter, plan
        from engine.rvc.features import Features

        settings, models, region = self._order.settings, self._models, self._region
        total = -(-frames * models.facts.rate // self._rate)
        converter = Converter(
            Features(models.hubert, models.facts.version, models.index, settings.index_rate, settings.protect,
                     self._watch, self._job.check),
            models.synthesizer, curve, speaker=settings.speaker, seed=settings.seed, formant=settings.formant,
            origin=region.part.begin // self._rate * FRAMES_PER_S, watch=self._watch, check=self._job.check,
        )  # fmt: skip
        signal = self._signal(measured)
        ends = self._lead + math.ceil(frames * RATE / self._rate)
        chunks = plan(signal, self._lead, self._order.chunk_s, ends)
        count = math.ceil(frames * FRAMES_PER_S / self._rate)
        mix = None if settings.rms_mix_rate >= 1.0 else RmsMix(
            source_rms, models.facts.rate, total, settings.rms_mix_rate)
        total_s, made = frames / self._rate, 0
        self._job.progress("convert", 0.0, total_s)
        for block in converter.stream(signal, chunks, count):
            self._chunks += 1
            block = block[: total - made]
            made += len(block)
            yield block if mix is None else mix.push(block)
            self._job.progress("convert", min(total_s, made / models.facts.rate), total_s)
        if mix is not None:
            yield mix.flush()

    def _resampled(self, voice: Iterator[np.ndarray]) -> Iterator[np.ndarray]:
        """Give the voice at the source's rate."""
        resampler = StreamResampler(self._models.facts.rate, self._rate, 1)
        for block in voice:
            if len(block):
                yield resampler.process(block[:, None])[:, 0]
        yield resampler.flush()[:, 0]

    def _answer(self, sink: AudioSink, median: float | None, key: float, meter: LoudnessMeter) -> dict[str, Any]:
        result = sink.result
        assert result is not None
        return {
            "frames": result.frames, "rate": result.rate, "duration_s": result.duration_s, "bytes": result.bytes,
            "chunks": self._chunks, "f0_median_in": median,
            "f0_median_out": None if median is None else median * 2.0 ** (key / 12.0), "key_used": key,
            "device": self._models.device, "lufs_out": meter.integrated(), "truncated": self._source.truncated,
            "warnings": list(self._source.warnings),
        }  # fmt: skip


class _Heard:
    """Loudness by half seconds of what comes out, without the ``lead`` before it."""

    def __init__(self, lead: int) -> None:
        self._skip = lead
        self._energies = HalfSeconds(RATE)

    def __call__(self, block: np.ndarray) -> None:
        part = block[self._skip :]
        self._skip = max(0, self._skip - len(block))
        self._energies.push(part)

    def rms(self) -> np.ndarray:
        self._energies.flush()
        return self._energies.rms()


def median_of(source: AudioSource, tracker: PitchModel, filter_radius: int, job: JobContext) -> float | None:
    """Return the median Hz of a whole sound, None without voice."""
    measured = Measure(source, Part(), job.check)
    signal = Signal(source, Part(), measured.gain, job.check)
    total_s = measured.frames / source.info.rate
    hz = track(signal, tracker, job.check, lambda n: job.progress("pitch", min(total_s, n / RATE), total_s))
    return pitch.median_hz(pitch.smoothed(hz, filter_radius))

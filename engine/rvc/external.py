"""``convert_voice`` by rvc-next, a program of the user's own (GPL-3.0): spoken to over its command line.

Nothing of it is imported. What it is given lies in one scratch folder beside the output, which is also its data folder:
of the user's own data folder only the assets (HuBERT, pitch weights) are read.
"""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.errors import EngineError
from engine.job import JobContext
from engine.rvc.order import Order
from engine.rvc.program import Finished, Program
from engine.rvc.rvc_next import (
    ProgressBar,
    Setup,
    answer_of,
    arguments,
    check_ranges,
    environment_for,
    failure,
    made_file,
    program_of,
    setup_of,
    version_of,
)

if TYPE_CHECKING:
    import numpy as np

    from engine.audio.source import AudioSource
    from engine.rvc.conversion import Region
    from engine.rvc.voice_file import VoiceFacts

FOLDER_END = ".more"  # of the scratch folder, behind the name of the output
ANSWER_LIMIT_S = 60.0  # for its version and its settings, also from a cold disk
START_LIMIT_S = 900.0
LIMIT_PER_S = 60.0  # of sound: far slower than any machine it is of use on
ROOM_BYTES = 64 << 20  # of output beyond what the length of the input explains
MISSING_S = 0.5  # it loses a few hundredths of a second at the end
_RATES = (32000, 40000, 48000)


def convert(job: JobContext, params: Mapping[str, Any]) -> dict[str, Any]:
    """Convert as :func:`engine.rvc.handlers.convert_voice` does, by the program ``external.program``.

    Returns {frames, rate, duration_s, bytes, lufs_out, truncated, warnings, seconds, stages, engine_version,
    key_used?, device?}; no seed acts. Raises EngineError ``external_missing``, ``external_unknown``,
    ``external_range``, ``external_assets``, ``external_failed``, ``external_output``, ``external_timeout``,
    ``external_flood``, ``device_failed``, and those of the voice's and the input's files.
    """
    began = time.perf_counter()
    order = Order.of(params, own=False)
    program = program_of(params)
    check_ranges(order)
    folder = Path(order.output + FOLDER_END)
    for path in (order.output, folder):
        if os.path.lexists(path):
            raise EngineError("output_exists", str(path))
    job.scratch(order.output)
    job.scratch(str(folder))
    try:
        folder.mkdir()
        for name in ("out", "data", "tmp"):
            (folder / name).mkdir()
        value = _Run(job, order, program, folder).all()
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    return {**value, "seconds": round(time.perf_counter() - began, 3)}


class _Run:
    def __init__(self, job: JobContext, order: Order, program: str, folder: Path) -> None:
        self._job, self._order, self._program, self._folder = job, order, program, folder
        self._stages: dict[str, float] = {}

    def all(self) -> dict[str, Any]:
        from engine.audio.source import open_audio
        from engine.rvc import voice_file
        from engine.rvc.conversion import Region

        job, order = self._job, self._order
        self._alive("load", 0.0, 3.0)
        facts = voice_file.read_facts(order.voice)
        if order.settings.speaker >= facts.speakers:
            raise EngineError("bad_speaker", f"{order.settings.speaker}", speakers=facts.speakers)
        setup = self._timed("ask", self._setup)
        self._alive("load", 1.0, 3.0)
        voice, source = self._folder / "voice.pth", self._folder / "in.wav"
        self._timed("export", lambda: export_voice(order.voice, facts, voice))
        self._alive("load", 2.0, 3.0)
        with open_audio(order.input, check=job.check) as sound:
            region = Region.of(order, sound.info.rate)
            frames = self._timed("decode", lambda: self._decode(sound, region, source))
            rate, truncated, warnings = sound.info.rate, sound.truncated, list(sound.warnings)
        self._alive("load", 3.0, 3.0)
        end = region.part.begin + frames
        last = end if region.last is None else min(region.last, end)
        if last <= region.first:
            raise EngineError("too_short", "there is nothing in the region" if region.last else "no samples")
        target = order.settings.target_hz or facts.f0_median
        words = arguments(order, source, voice, self._folder, target if facts.f0 else None)
        self._timed("convert", lambda: self._convert(words, setup, frames / rate))
        skip = region.first - region.part.begin
        value = self._timed("write", lambda: self._write(facts, rate, frames, skip, last - region.first))
        if order.settings.filter_radius >= 3:
            warnings.append("no_pitch_filter")
        known = {} if "semitone" in words else {"key_used": order.settings.pitch}
        return {**value, **known, **({"device": order.device} if order.device != "auto" else {}),
                "engine_version": setup.version, "truncated": truncated, "warnings": warnings,
                "stages": self._stages}  # fmt: skip

    def _timed(self, name: str, work: Callable[[], Any]) -> Any:
        began = time.perf_counter()
        try:
            return work()
        finally:
            self._stages[name] = round(time.perf_counter() - began, 3)

    def _alive(self, stage: str, done: float, total: float) -> None:
        self._job.check()
        self._job.progress(stage, done, total)

    # The program

    def _setup(self) -> Setup:
        """Ask the program who it is, then where its assets are; nothing is handed to one that is another."""
        version = version_of(self._answer("version", "--json"))
        return setup_of(version, self._answer("config", "show", "--json"), self._order.device)

    def _answer(self, *words: str) -> dict[str, Any]:
        return answer_of(self._run(words, ANSWER_LIMIT_S, self._job.check))

    def _run(self, words: tuple[str, ...] | list[str], limit_s: float, tick: Callable[[], object],
             heard: Callable[[bytes], object] = lambda data: None, more: Mapping[str, str] | None = None,
             ) -> Finished:  # fmt: skip
        environment = {**environment_for(self._folder), **(more or {})}
        return Program([self._program, *words], folder=self._folder, environment=environment, heard=heard,
                       terminal=bool(more)).run(limit_s, tick)  # fmt: skip

    def _convert(self, words: list[str], setup: Setup, seconds: float) -> None:
        bar = ProgressBar(
            self._job, seconds, self._folder / "out", most_bytes=int(seconds * 48000 * 4) + ROOM_BYTES)
        limit_s = START_LIMIT_S + LIMIT_PER_S * seconds
        ended = self._run(words, limit_s, bar.tick, bar.heard, setup.environment)
        if ended.code != 0:
            raise failure(ended)

    # Sound

    def _decode(self, sound: AudioSource, region: Region, path: Path) -> int:
        """Write what is to be heard as mono float at the source's rate; returns its frames."""
        from engine.audio.sink import open_sink
        from engine.rvc.signal import decoded

        frames = 0
        with open_sink(str(path), format="wav", rate=sound.info.rate, channels=1, layout="mono", subtype="float",
                       frames=sound.info.frames if region.part.end is None else None) as sink:  # fmt: skip
            for block in decoded(sound, region.part, self._job.check):
                sink.write(block[:, None])
                frames += len(block)
        return frames

    def _write(self, facts: VoiceFacts, rate: int, heard: int, skip: int, frames: int) -> dict[str, Any]:
        """Write ``frames`` frames of what the program made, from ``skip`` on, at the input's rate."""
        from engine.audio.loudness import LoudnessMeter
        from engine.audio.sink import open_sink
        from engine.audio.source import open_audio

        made = made_file(self._folder / "out")
        meter = LoudnessMeter(rate, 1, "mono", true_peak=False)
        with (
            _as_output(lambda: open_audio(str(made), check=self._job.check)) as sound,
            open_sink(self._order.output, format="wav", rate=rate, channels=1, layout="mono", subtype="float",
                      frames=frames) as sink,
        ):  # fmt: skip
            if sound.info.rate not in (facts.rate, *_RATES) or sound.truncated:
                raise EngineError("external_output", f"{sound.info}, truncated: {sound.truncated}")
            got, left = 0, frames
            for block in _resampled(sound, rate, self._job.check):
                first = max(0, skip - got)
                got += len(block)
                block = block[first:][:left]
                left -= len(block)
                if len(block):
                    meter.add(block[:, None])
                    sink.write(block[:, None])
            if sound.truncated or not got or abs(got - heard) > MISSING_S * rate:
                raise EngineError("external_output", f"{got} of {heard} frames")
            while left:
                rest = _silence(min(left, rate))
                meter.add(rest)
                sink.write(rest)
                left -= len(rest)
            self._job.check()
        result = sink.result
        assert result is not None
        return {"frames": result.frames, "rate": result.rate, "duration_s": result.duration_s, "bytes": result.bytes,
                "lufs_out": meter.integrated()}  # fmt: skip


def export_voice(folder: str, facts: VoiceFacts, path: Path) -> None:
    """Write a voice of our library as the plain checkpoint that every RVC reads; raises EngineError
    ``voice_missing``, ``voice_damaged``, ``torch_missing``."""
    try:
        import torch
    except ImportError as error:
        raise EngineError("torch_missing", str(error)) from error
    from engine.rvc.tensor_file import read_tensors
    from engine.rvc.voice_file import TENSORS

    tensors = read_tensors(Path(folder) / TENSORS, EngineError("voice_missing"), EngineError("voice_damaged"))
    torch.save({
        "weight": tensors, "config": list(facts.config), "info": "", "sr": f"{facts.rate // 1000}k",
        "f0": int(facts.f0), "version": facts.version,
    }, path)  # fmt: skip


def _as_output(open_it: Callable[[], AudioSource]) -> AudioSource:
    try:
        return open_it()
    except EngineError as error:  # its code would speak of the user's file
        raise EngineError("external_output", f"{error.code} {error.detail}") from error


def _resampled(sound: AudioSource, rate: int, check: Callable[[], None]) -> Iterator[np.ndarray]:
    from engine.audio.resample import StreamResampler
    from engine.rvc.signal import Part, decoded

    resampler = StreamResampler(sound.info.rate, rate, 1)
    for block in decoded(sound, Part(), check):
        yield resampler.process(block[:, None])[:, 0]
    yield resampler.flush()[:, 0]


def _silence(frames: int) -> np.ndarray:
    import numpy as np

    return np.zeros((frames, 1), np.float32)

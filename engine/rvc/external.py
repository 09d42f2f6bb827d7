"""``convert_voice`` by rvc-next, a program of the user's own (GPL-3.0): spoken to over its command line.

Nothing of it is imported. What it is given lies in one scratch folder beside the output, which is also its data folder:
of the user's own data folder only the assets (HuBERT, pitch weights) are read. Its command line, as of 0.2:

    rvc-next version --json        {"rvc_next": "0.2.16", …}
    rvc-next config show --json    {"resolved_paths": {"assets_dir": …}, "compute": {"device", "precision"}, …}
    rvc-next convert IN.wav -v VOICE.pth --index … -o FOLDER --data-dir FOLDER
        writes FOLDER/IN.VOICE.wav (16 bit, mono, at the voice's rate), draws a progress bar on a terminal only;
        exit codes 2 not found, 4 refused, 7 assets missing ("… rvc-next assets download NAMES"), 8 and 9 device,
        130 cancelled.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import stat
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.errors import EngineError
from engine.job import JobContext
from engine.rvc.order import Order
from engine.rvc.program import Finished, Program

if TYPE_CHECKING:
    import numpy as np

    from engine.audio.source import AudioSource
    from engine.rvc.conversion import Region
    from engine.rvc.voice_file import VoiceFacts

NAME = "rvc-next"
FOLDER_END = ".more"  # of the scratch folder, behind the name of the output
ANSWER_LIMIT_S = 60.0  # for its version and its settings, also from a cold disk
START_LIMIT_S = 900.0
LIMIT_PER_S = 60.0  # of sound: far slower than any machine it is of use on
STALL_S = 600.0  # without its percentage changing
ROOM_BYTES = 64 << 20  # of output beyond what the length of the input explains
MISSING_S = 0.5  # it loses a few hundredths of a second at the end
MAX_PITCH, MAX_FORMANT, MAX_SPEAKER = 24.0, 2.0, 109
ASSETS_MISSING, DEVICES = 7, (8, 9)
_RATES = (32000, 40000, 48000)
_PERCENT = re.compile(rb"(\d{1,3})%")
_ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\r")
_ASSETS = re.compile(r"assets download((?: [a-z0-9][a-z0-9_.-]{0,40}){1,8})")


@dataclass(frozen=True, slots=True)
class Setup:
    """What was found out about the program. ``device`` and ``precision`` are the user's own settings of it."""

    version: str
    assets: str
    device: str
    precision: str


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


def program_of(params: Mapping[str, Any]) -> str:
    """Return the path of the program; raises EngineError ``bad_params``, ``external_missing``."""
    external = params.get("external")
    path = external.get("program") if isinstance(external, Mapping) else None
    if not isinstance(path, str) or not Path(path).is_absolute():
        raise EngineError("bad_params", "external.program must be an absolute path", param="external")
    if Path(path).suffix.lower() in (".bat", ".cmd"):  # Windows would have a shell read our arguments
        raise EngineError("external_missing", "a batch file", program=Path(path).name)
    if not Path(path).is_file() or not os.access(path, os.X_OK):
        raise EngineError("external_missing", path, program=Path(path).name)
    return path


def check_ranges(order: Order) -> None:
    """Raise EngineError ``external_range`` for what rvc-next has no room for."""
    settings = order.settings
    for name, value, most in (
        ("pitch", abs(settings.pitch), MAX_PITCH), ("formant", abs(settings.formant), MAX_FORMANT),
        ("speaker", settings.speaker, MAX_SPEAKER),
    ):  # fmt: skip
        if value > most:
            raise EngineError("external_range", f"{name} {value}", setting=name, most=most)


def arguments(order: Order, source: Path, voice: Path, folder: Path, target_hz: float | None) -> list[str]:
    """Return the words behind the program's name: everything is said, so that no preset of the user's acts."""
    settings = order.settings
    auto = settings.auto_key and target_hz is not None
    index = order.index if settings.index_rate > 0 else None
    return [
        "convert", str(source), "--voice", str(voice), "--output", str(folder / "out"),
        "--data-dir", str(folder / "data"), "--format", "wav",
        "--f0", settings.f0_method, "--pitch", f"{settings.pitch:g}", "--formant", f"{settings.formant:g}",
        "--speaker", str(settings.speaker), "--index-rate", f"{settings.index_rate if index else 0.0:g}",
        "--protect", f"{settings.protect:g}", "--rms-mix", f"{settings.rms_mix_rate:g}",
        "--unvoiced", "protect", "--autotune", "0", "--high-register", "off",
        "--auto-pitch", "semitone" if auto else "off", "--auto-pitch-target", f"{target_hz if auto else 0.0:g}",
        *(["--index", index] if index else []),
    ]  # fmt: skip


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
        version = self._answer("version", "--json").get("rvc_next")
        if not isinstance(version, str) or not re.fullmatch(r"[0-9][0-9A-Za-z.+-]{0,40}", version):
            raise EngineError("external_unknown", f"version {version!r:.200}")
        shown = self._answer("config", "show", "--json")
        paths, compute = shown.get("resolved_paths"), shown.get("compute")
        assets = paths.get("assets_dir") if isinstance(paths, dict) else None
        if not isinstance(assets, str) or not isinstance(compute, dict):
            raise EngineError("external_unknown", f"settings {str(shown)[:500]}")
        device = self._order.device if self._order.device != "auto" else str(compute.get("device", "auto"))
        return Setup(version, assets, device, str(compute.get("precision", "auto")))

    def _answer(self, *words: str) -> dict[str, Any]:
        ended = self._run(words, ANSWER_LIMIT_S, self._job.check)
        try:
            value = json.loads(ended.output) if ended.code == 0 else None
        except (ValueError, RecursionError):
            value = None
        if not isinstance(value, dict):
            said = ended.output[:500] + b" " + ended.log[-500:]
            raise EngineError("external_unknown", f"code {ended.code}: {said!r}")
        return value

    def _run(self, words: tuple[str, ...] | list[str], limit_s: float, tick: Callable[[], object],
             heard: Callable[[bytes], object] = lambda data: None, more: Mapping[str, str] | None = None,
             ) -> Finished:  # fmt: skip
        environment = {**environment_for(self._folder), **(more or {})}
        return Program([self._program, *words], folder=self._folder, environment=environment, heard=heard,
                       terminal=bool(more)).run(limit_s, tick)  # fmt: skip

    def _convert(self, words: list[str], setup: Setup, seconds: float) -> None:
        bar = _Bar(self._job, seconds, self._folder, most_bytes=int(seconds * 48000 * 4) + ROOM_BYTES)
        ended = self._run(words, START_LIMIT_S + LIMIT_PER_S * seconds, bar.tick, bar.heard, {
            "RVC_NEXT_PATHS__ASSETS_DIR": setup.assets, "RVC_NEXT_COMPUTE__DEVICE": setup.device,
            "RVC_NEXT_COMPUTE__PRECISION": setup.precision,
        })  # fmt: skip
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


class _Bar:
    """Follows the progress bar, says that the program is alive, and looks at what it has written."""

    def __init__(self, job: JobContext, seconds: float, folder: Path, most_bytes: int) -> None:
        self._job, self._seconds, self._folder, self._most = job, seconds, folder, most_bytes
        self._percent: int | None = None
        self._moved = self._told = time.monotonic()
        self._rest = b""

    def heard(self, data: bytes) -> None:
        found = _PERCENT.findall(self._rest + data)
        self._rest = data[-4:]
        if found and (percent := min(100, int(found[-1]))) != self._percent:
            self._percent = percent
            self._moved = time.monotonic()
            self._tell()

    def tick(self) -> None:
        self._job.check()
        now = time.monotonic()
        if now - self._told < 1.0:
            return
        if self._percent is not None and now - self._moved > STALL_S:
            raise EngineError("external_timeout", f"at {self._percent} % for {STALL_S:.0f} s")
        if (size := _bytes_in(self._folder / "out")) > self._most:
            raise EngineError("external_flood", f"{size} bytes written")
        self._tell()

    def _tell(self) -> None:
        self._told = time.monotonic()
        if self._percent is None:
            self._job.progress("convert", 0.0, 0.0)
        else:
            self._job.progress("convert", self._seconds * self._percent / 100, self._seconds)


def environment_for(folder: Path) -> dict[str, str]:
    """Return the environment of the program: this child's, without what is meant for our own Python and libraries."""
    kept = {name: value for name, value in os.environ.items()
            if not name.upper().startswith(("PYTHON", "MALLOC_", "CHARACOID", "VIRTUAL_ENV", "QT_"))}  # fmt: skip
    temporary = str(folder / "tmp")
    return {**kept, "PYTHONUTF8": "1", "PYTHONUNBUFFERED": "1", "PYTHONDONTWRITEBYTECODE": "1", "TERM": "xterm",
            "COLUMNS": "120", "NO_COLOR": "1", "HF_HUB_OFFLINE": "1", "TRANSFORMERS_OFFLINE": "1",
            "TMPDIR": temporary, "TEMP": temporary, "TMP": temporary}  # fmt: skip


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


def failure(ended: Finished) -> EngineError:
    """Return what an exit code and the last words mean."""
    lines = [line.strip() for line in _ESCAPES.sub("", ended.log.decode("utf-8", "replace")).splitlines()]
    text = " ".join(line for line in lines if line)
    if ended.code == ASSETS_MISSING:
        found = _ASSETS.search(text + " " + _ESCAPES.sub("", ended.output.decode("utf-8", "replace")))
        return EngineError("external_assets", text[-2000:], **({"assets": found[1].strip()} if found else {}))
    if ended.code in DEVICES:
        return EngineError("device_failed", text[-2000:], device=NAME)
    said = [line.removeprefix("ERROR").strip() for line in lines if line.startswith("ERROR")] or [
        line for line in lines if line]
    return EngineError("external_failed", text[-2000:], status=ended.code, **({"said": said[-1][:160]} if said else {}))


def made_file(folder: Path) -> Path:
    """Return the one sound the program wrote; raises EngineError ``external_output``."""
    with os.scandir(folder) as entries:
        found = [entry for entry, _ in zip(entries, range(16), strict=False)]
    made = [entry for entry in found if entry.name.lower().endswith(".wav")
            and stat.S_ISREG(entry.stat(follow_symlinks=False).st_mode)]  # fmt: skip
    if len(made) != 1:
        raise EngineError("external_output", f"files: {[entry.name[:60] for entry in found]}")
    return Path(made[0].path)


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


def _bytes_in(folder: Path) -> int:
    with os.scandir(folder) as entries:
        return sum(entry.stat(follow_symlinks=False).st_size for entry, _ in zip(entries, range(64), strict=False))

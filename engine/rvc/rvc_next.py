"""The command line of rvc-next (GPL-3.0, a program of the user's own): what it is told, and what its answers mean.

As of 0.2:

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
import stat
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.errors import EngineError
from engine.job import JobContext
from engine.rvc.order import Order
from engine.rvc.program import Finished

NAME = "rvc-next"
STALL_S = 600.0  # without its percentage changing
MAX_PITCH, MAX_FORMANT, MAX_SPEAKER = 24.0, 2.0, 109
ASSETS_MISSING, DEVICES = 7, (8, 9)
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

    @property
    def environment(self) -> dict[str, str]:
        return {"RVC_NEXT_PATHS__ASSETS_DIR": self.assets, "RVC_NEXT_COMPUTE__DEVICE": self.device,
                "RVC_NEXT_COMPUTE__PRECISION": self.precision}


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


def answer_of(ended: Finished) -> dict[str, Any]:
    """Return the JSON object that it printed; raises EngineError ``external_unknown`` for anything else."""
    try:
        value = json.loads(ended.output) if ended.code == 0 else None
    except (ValueError, RecursionError):
        value = None
    if not isinstance(value, dict):
        said = ended.output[:500] + b" " + ended.log[-500:]
        raise EngineError("external_unknown", f"code {ended.code}: {said!r}")
    return value


def version_of(answer: Mapping[str, Any]) -> str:
    """Return its version; raises EngineError ``external_unknown`` for a program that is another one."""
    version = answer.get("rvc_next")
    if not isinstance(version, str) or not re.fullmatch(r"[0-9][0-9A-Za-z.+-]{0,40}", version):
        raise EngineError("external_unknown", f"version {version!r:.200}")
    return version


def setup_of(version: str, shown: Mapping[str, Any], device: str) -> Setup:
    """Return what its settings say; ``device`` "auto" leaves the choice to them. Raises as :func:`version_of`."""
    paths, compute = shown.get("resolved_paths"), shown.get("compute")
    assets = paths.get("assets_dir") if isinstance(paths, dict) else None
    if not isinstance(assets, str) or not isinstance(compute, dict):
        raise EngineError("external_unknown", f"settings {str(shown)[:500]}")
    device = device if device != "auto" else str(compute.get("device", "auto"))
    return Setup(version, assets, device, str(compute.get("precision", "auto")))


def environment_for(folder: Path) -> dict[str, str]:
    """Return the environment of the program: this child's, without what is meant for our own Python and libraries."""
    kept = {name: value for name, value in os.environ.items()
            if not name.upper().startswith(("PYTHON", "MALLOC_", "CHARACOID", "VIRTUAL_ENV", "QT_"))}  # fmt: skip
    temporary = str(folder / "tmp")
    return {**kept, "PYTHONUTF8": "1", "PYTHONUNBUFFERED": "1", "PYTHONDONTWRITEBYTECODE": "1", "TERM": "xterm",
            "COLUMNS": "120", "NO_COLOR": "1", "HF_HUB_OFFLINE": "1", "TRANSFORMERS_OFFLINE": "1",
            "TMPDIR": temporary, "TEMP": temporary, "TMP": temporary}  # fmt: skip


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


class ProgressBar:
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
        if (size := _bytes_in(self._folder)) > self._most:
            raise EngineError("external_flood", f"{size} bytes written")
        self._tell()

    def _tell(self) -> None:
        self._told = time.monotonic()
        if self._percent is None:
            self._job.progress("convert", 0.0, 0.0)
        else:
            self._job.progress("convert", self._seconds * self._percent / 100, self._seconds)


def _bytes_in(folder: Path) -> int:
    with os.scandir(folder) as entries:
        return sum(entry.stat(follow_symlinks=False).st_size for entry, _ in zip(entries, range(64), strict=False))

"""A stand-in for the program rvc-next: its command line, answers, exit codes and progress bar (as of 0.2.16).

:func:`install` writes a launcher into a folder; what it does is in ``behaviour.json`` beside it, what it was asked in
``calls.jsonl``. The words and codes were taken down from the real program (see the slow test of test_external.py).
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
RATE = 40_000
LOST = 800  # samples that the real one loses at the end


def install(folder: Path, **behaviour: Any) -> Path:
    """Write the launcher ``rvc-next`` and return its path.

    ``does``: good, html, half, none, two, link, short, noisy, flood, assets, crash, device, hang, stubborn, tree,
    orphan; ``version``: what `version --json` prints (None: it hangs); ``assets``: where its assets lie.
    """
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "behaviour.json").write_text(json.dumps({"does": "good", **behaviour}), encoding="utf-8")
    program = folder / "rvc-next"
    program.write_text(f"#!{sys.executable} -P\nimport sys\nsys.path.insert(0, {str(ROOT)!r})\n"
                       f"from tests.fakes.rvc_next_program import main\nmain({str(folder)!r})\n", encoding="utf-8")
    program.chmod(0o755)
    return program


def calls(program: Path) -> list[dict[str, Any]]:
    """What the program was asked so far: {"words": [...], "environment": {...}, "pid": N} each."""
    path = program.parent / "calls.jsonl"
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()] if path.exists() else []


def pids(program: Path) -> list[int]:
    """The processes that ``tree`` and ``orphan`` started."""
    path = program.parent / "pids"
    return [int(word) for word in path.read_text("utf-8").split()] if path.exists() else []


def main(home: str) -> None:
    folder = Path(home)
    behaviour = json.loads((folder / "behaviour.json").read_text("utf-8"))
    with (folder / "calls.jsonl").open("a", encoding="utf-8") as file:
        file.write(json.dumps({"words": sys.argv[1:], "environment": dict(os.environ), "pid": os.getpid()}) + "\n")
    command = sys.argv[1] if len(sys.argv) > 1 else ""
    if command == "version":
        _version(behaviour)
    elif command == "config":
        print(json.dumps({"resolved_paths": {"assets_dir": behaviour.get("assets", "/assets")},
                          "compute": {"device": "auto", "precision": "fp32"}}, indent=2))
    elif command == "convert":
        _convert(_words(sys.argv[2:]), folder, behaviour["does"])
    else:
        sys.exit(2)


def _version(behaviour: dict[str, Any]) -> None:
    said = behaviour.get("version", json.dumps(
        {"rvc_next": "0.2.16", "python": "3.11.7", "components": {"torch": "2.13.0+cpu"}}, indent=2))
    if said is None:
        time.sleep(600)
    while said == "endless":
        sys.stdout.write("x" * 65536)
    print(said)


def _words(words: list[str]) -> argparse.Namespace:
    """Exactly the options that the real one has of those that are used."""
    parser = argparse.ArgumentParser(prog="rvc-next convert", allow_abbrev=False)
    parser.add_argument("inputs", nargs="+", type=Path)
    parser.add_argument("-v", "--voice", required=True, type=Path)
    parser.add_argument("-o", "--output", type=Path)
    parser.add_argument("--data-dir", type=Path)
    parser.add_argument("--index", type=Path)
    parser.add_argument("--format", choices=["wav", "flac", "mp3", "m4a", "ogg"], default="wav")
    parser.add_argument("--f0", choices=["pm", "rmvpe", "fcpe", "crepe", "crepe-tiny", "swift"])
    parser.add_argument("--auto-pitch", choices=["off", "semitone", "octave"])
    parser.add_argument("--unvoiced", choices=["protect", "zero", "original"])
    parser.add_argument("--high-register", choices=["off", "true_pitch", "fold"])
    for name, low, high in (("pitch", -24, 24), ("formant", -2, 2), ("index-rate", 0, 1), ("protect", 0, 0.5),
                            ("rms-mix", 0, 1), ("autotune", 0, 1), ("auto-pitch-target", 0, 1000),
                            ("speaker", 0, 109)):
        parser.add_argument(f"--{name}", type=_within(low, high))
    return parser.parse_args(words)


def _within(low: float, high: float) -> Any:
    def read(word: str) -> float:
        if not low <= float(word) <= high:
            raise argparse.ArgumentTypeError(f"{word} is not in the range {low}<=x<={high}")
        return float(word)

    return read


def _convert(words: argparse.Namespace, home: Path, does: str) -> None:
    for path in [*words.inputs, words.voice, *([words.index] if words.index else [])]:
        if not path.is_file():
            sys.exit(2)
    words.data_dir.mkdir(parents=True, exist_ok=True)
    (words.data_dir / "rvc-next.db").write_bytes(b"SQLite")
    (words.data_dir / "jobs").mkdir()
    print("INFO     Compute: CPU (cpu), fp32", file=sys.stderr)
    if does == "assets":
        print("ERROR    Converting with voice needs HuBERT\nERROR    Install with: rvc-next assets download hubert",
              file=sys.stderr)
        sys.exit(7)
    if does in ("crash", "device"):
        print("\x1b[31mERROR    the voice is \x1b[1mnot\x1b[0m readable\x1b[0m", file=sys.stderr)
        sys.exit(8 if does == "device" else 4)
    if does == "stubborn":
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, signal.SIG_IGN)
    if does in ("tree", "orphan"):
        _family(home, deep=does == "tree")
    while does == "noisy":
        sys.stderr.write("x" * 65536)
    for percent in (0, 37, 100):
        _bar(percent)
        time.sleep(0.1)
        if percent == 37 and does in ("hang", "stubborn", "tree"):
            time.sleep(600)
    words.output.mkdir(parents=True, exist_ok=True)
    made = words.output / f"{words.inputs[0].stem}.{words.voice.stem}.wav"
    _write(words.inputs[0], made, does, home)
    print(made)


def _bar(percent: int) -> None:
    if sys.stderr.isatty():
        sys.stderr.write(f"\r\x1b[2K\x1b[32m⠋\x1b[0m Convert in.wav · voice ━━━━ \x1b[35m{percent:>3}%\x1b[0m 0:00:01")
        sys.stderr.flush()


def _write(source: Path, made: Path, does: str, home: Path) -> None:
    if does == "none":
        return
    if does == "html":
        made.write_text("<!DOCTYPE html><html><body>Bad Gateway</body></html>", encoding="utf-8")
        return
    if does == "link":
        _sound(source, home / "secret.wav", 1.0)
        made.symlink_to(home / "secret.wav")
        return
    while does == "flood":
        with made.open("ab") as file:
            file.write(b"\0" * (8 << 20))
        time.sleep(0.02)
    _sound(source, made, 0.5 if does == "short" else 1.0)
    if does == "half":
        os.truncate(made, made.stat().st_size // 2)
    if does == "two":
        (made.parent / "more.wav").write_bytes(made.read_bytes())


def _sound(source: Path, made: Path, part: float) -> None:
    import numpy as np
    import soundfile

    wave, rate = soundfile.read(source, dtype="float32")
    assert wave.ndim == 1
    count = int(len(wave) * part) * RATE // rate - LOST
    at = np.arange(max(1, count)) * (rate / RATE)
    soundfile.write(made, np.interp(at, np.arange(len(wave)), wave), RATE, subtype="PCM_16")


def _family(home: Path, *, deep: bool) -> None:
    """Start a process that outlives us, and with ``deep`` one below it."""
    inner = "import time; time.sleep(600)"
    code = (f"import subprocess, sys, time; p = subprocess.Popen([sys.executable, '-c', {inner!r}]);"
            "print(p.pid, flush=True); time.sleep(600)") if deep else f"print(0, flush=True); {inner}"
    child = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
    assert child.stdout is not None
    below = child.stdout.readline().strip()
    (home / "pids").write_text(f"{child.pid} {below}" if deep else str(child.pid), encoding="utf-8")

#!/usr/bin/env python3
"""Set everything up on a fresh machine, then start the app or run its tests. Standard library only.

    python3 run.py               start the app (on Windows: py run.py)
    python3 run.py test [...]    run the tests; further words go to pytest instead of the usual steps
    python3 run.py setup         only set up
    python3 run.py app ARGS...   the app's command line, for example: app convert song.wav -o out

Set-up is repeated only when pyproject.toml, constraints.txt or this file changed.
"""

from __future__ import annotations

import ctypes
import hashlib
import json
import os
import platform
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
IN_USE = VENV / "characoid-in-use.lock"  # a running window holds a lock on it, see characoid_desktop/app/in_use.py
IN_USE_WORDS = "CHARACOID is running. Close it, then run this again."
TORCH = "torch==2.13.0"
TORCH_CPU_INDEX = "https://download.pytorch.org/whl/cpu"
OLDEST, NEWEST = (3, 11), (3, 13)
LAST_FAILED = ROOT / ".pytest_cache" / "v" / "cache" / "lastfailed"  # pytest's
FEW_FAILED = 4  # tests that are run a second time

# What Qt's xcb and offscreen plugins and PortAudio load at run time, by soname → Debian/Ubuntu package.
LIBRARIES = {
    "libglib-2.0.so.0": "libglib2.0-0",
    "libGL.so.1": "libgl1",
    "libEGL.so.1": "libegl1",
    "libdbus-1.so.3": "libdbus-1-3",
    "libbrotlidec.so.1": "libbrotli1",
    "libfontconfig.so.1": "libfontconfig1",
    "libxkbcommon.so.0": "libxkbcommon0",
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
    "libxcb-cursor.so.0": "libxcb-cursor0",
    "libxcb-icccm.so.4": "libxcb-icccm4",
    "libxcb-image.so.0": "libxcb-image0",
    "libxcb-keysyms.so.1": "libxcb-keysyms1",
    "libxcb-render-util.so.0": "libxcb-render-util0",
    "libxcb-shape.so.0": "libxcb-shape0",
    "libxcb-xkb.so.1": "libxcb-xkb1",
    "libportaudio.so.2": "libportaudio2",
}
# Without these every Chinese or Japanese sign is an empty box.
FONTS = {"NotoSansCJK": "fonts-noto-cjk", "NotoColorEmoji": "fonts-noto-color-emoji"}


def say(words: str) -> None:
    print(f"[characoid] {words}", flush=True)


def fail(words: str) -> None:
    print(f"[characoid] {words}", file=sys.stderr, flush=True)
    raise SystemExit(1)


def call(*command: str | os.PathLike[str], env: dict[str, str] | None = None) -> int:
    return subprocess.run([os.fspath(part) for part in command], cwd=ROOT, env=env, check=False).returncode


def require(what: str, *command: str | os.PathLike[str], env: dict[str, str] | None = None) -> None:
    code = call(*command, env=env)
    if code != 0:
        fail(f"{what} failed (exit code {code}). The lines above say why; run it again to go on.")


def missing_packages() -> list[str]:
    """Return the Debian packages whose library or font is not on this Linux machine."""
    wanted: list[str] = []
    for soname, package in LIBRARIES.items():
        try:
            ctypes.CDLL(soname)
        except OSError:
            wanted.append(package)
    folders = [Path("/usr/share/fonts"), Path("/usr/local/share/fonts"), Path.home() / ".local/share/fonts"]
    for prefix, package in FONTS.items():
        if not any(next(folder.rglob(f"{prefix}*"), None) for folder in folders if folder.is_dir()):
            wanted.append(package)
    try:
        import ensurepip  # noqa: F401
    except ImportError:
        wanted.append("python3-venv")
    return wanted


def install_system_libraries() -> None:
    if not sys.platform.startswith("linux"):
        return
    wanted = missing_packages()
    if not wanted:
        return
    names = " ".join(wanted)
    if not shutil.which("apt-get"):
        say(f"These system libraries seem to be missing (Debian names): {names}. "
            "Install them with your package manager if the window does not open.")
        return
    prefix: list[str] = []
    if os.geteuid() != 0:
        if not shutil.which("sudo"):
            fail(f"System libraries are missing. As an administrator run: apt-get install {names}")
        prefix = ["sudo"]
    say(f"Installing system libraries: {names}")
    env = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    call(*prefix, "apt-get", "update", "-q", env=env)
    require("Installing system libraries", *prefix, "apt-get", "install", "-y", "-q",
            "--no-install-recommends", *wanted, env=env)


def python_of_venv() -> Path:
    return VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def has_nvidia_gpu() -> bool:
    return shutil.which("nvidia-smi") is not None and call_quiet("nvidia-smi", "-L") == 0


def call_quiet(*command: str | os.PathLike[str]) -> int:
    return subprocess.run([os.fspath(part) for part in command], cwd=ROOT, check=False,
                          stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode


def install_torch(python: Path) -> None:
    """Install the pinned torch: the CPU build on a Linux without an NVIDIA GPU (several GB smaller)."""
    pip = (python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-c", "constraints.txt")
    if sys.platform.startswith("linux") and not has_nvidia_gpu():
        cpu = f"{TORCH}+cpu"
        if call_quiet(*pip, cpu) == 0 or call_quiet(*pip, cpu, "--extra-index-url", TORCH_CPU_INDEX) == 0:
            return
        say("The CPU build of torch was not found; taking the general one, which is larger.")
    require("Installing torch", *pip, TORCH)


def fingerprint(extras: str) -> str:
    digest = hashlib.sha256(f"{extras} {sys.version} {platform.machine()} {ROOT}".encode())
    for name in ("pyproject.toml", "constraints.txt", "run.py"):
        digest.update((ROOT / name).read_bytes())
    return digest.hexdigest()


def is_in_use() -> bool:
    """Whether a running app uses the packages in .venv: does somebody hold the lock on its mark?"""
    try:
        mark = os.open(IN_USE, os.O_RDWR)
    except OSError:
        return False
    try:
        if os.name == "nt":
            import msvcrt

            os.lseek(mark, 0x7FFFFFF0, os.SEEK_SET)  # the same byte as in characoid_desktop/core/locks.py
            msvcrt.locking(mark, msvcrt.LK_NBLCK, 1)
            os.lseek(mark, 0x7FFFFFF0, os.SEEK_SET)
            msvcrt.locking(mark, msvcrt.LK_UNLCK, 1)
        else:
            import fcntl

            fcntl.flock(mark, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return True
    finally:
        os.close(mark)
    return False


def set_up(extras: str, *, needed: bool = True) -> Path:
    """Make the virtual environment with ``extras``; return its interpreter.

    Packages are never replaced under a running app: that is a failure if they are ``needed`` now.
    """
    python = python_of_venv()
    stamp = VENV / f"set-up-{extras}.txt"
    wanted = fingerprint(extras)
    if python.exists() and stamp.exists() and stamp.read_text(encoding="utf-8") == wanted:
        return python
    if python.exists() and is_in_use():
        if needed:
            fail(IN_USE_WORDS)
        say(IN_USE_WORDS)
        return python
    install_system_libraries()
    if python.exists() and call_quiet(python, "-c", "import pip") != 0:
        shutil.rmtree(VENV)  # left half made by an earlier try
    if not python.exists():
        say("Making a virtual environment in .venv")
        require("Making the virtual environment", sys.executable, "-m", "venv", VENV)
    say("Installing packages (the first time takes some minutes)")
    install_torch(python)
    require("Installing packages", python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check",
            "-c", "constraints.txt", "-e", f".[{extras}]")
    stamp.write_text(wanted, encoding="utf-8")
    return python


def run_tests(python: Path, words: Sequence[str]) -> int:
    """Lint, types, import rules, then the tests; with ``words`` only pytest with these words."""
    env = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "PYTHONUTF8": "1"}
    env.pop("CHARACOID_HOME", None)
    if words:
        return call(python, "-m", "pytest", *words, env=env)
    bin_folder = python.parent
    steps: list[tuple[str, Sequence[str | os.PathLike[str]]]] = [
        ("ruff", (python, "-m", "ruff", "check", ".")),
        ("translations", (python, "tools/translations.py", "check")),
        ("import rules", (bin_folder / "lint-imports",)),
        ("pyright", (python, "-m", "pyright", "--pythonpath", python)),
        ("tests", (python, "-m", "pytest", "-m", "not slow", "-q", "-n", "auto")),
    ]
    if os.environ.get("CHARACOID_SLOW_TESTS") == "1":
        steps.append(("slow tests", (python, "-m", "pytest", "-m", "slow", "-q")))
    for name, command in steps:
        say(f"{name} …")
        LAST_FAILED.unlink(missing_ok=True)
        code = call(*command, env=env)
        if code == 1 and "pytest" in command:
            code = second_look(python, env)
        if code != 0:
            print(f"[characoid] {name} failed", file=sys.stderr, flush=True)
            return code
    say("All checks passed.")
    return 0


def second_look(python: Path, env: dict[str, str]) -> int:
    """Run a few failed tests again, alone on the machine, and name them; many are not looked at twice.

    What fails again has failed. What passes now depends on time or on its neighbours: that is a fault too, and the
    names are printed so that it gets mended, but it is no reason to refuse everything else.
    """
    failed = sorted(json.loads(LAST_FAILED.read_text(encoding="utf-8"))) if LAST_FAILED.exists() else []
    if not 0 < len(failed) <= FEW_FAILED:
        return 1
    say(f"{len(failed)} failed; once more, alone …")
    code = call(python, "-m", "pytest", "-q", *failed, env=env)
    if code == 0:
        say("UNSTABLE, failed among the others and passed alone:\n  " + "\n  ".join(failed))
    return code


def right_python() -> None:
    """Go on with a Python this project was tested with, if another one was used to start."""
    if OLDEST <= sys.version_info[:2] <= NEWEST:
        return
    for minor in range(NEWEST[1], OLDEST[1] - 1, -1):
        other = shutil.which(f"python3.{minor}")
        if other:
            raise SystemExit(call(other, Path(__file__), *sys.argv[1:]))
    here = ".".join(map(str, sys.version_info[:2]))
    fail(f"Python 3.11, 3.12 or 3.13 is needed; this is {here}. Install one and run this again.")


def main() -> int:
    right_python()
    words = sys.argv[1:]
    command = words[0] if words else "app"
    if command in ("-h", "--help"):
        print(__doc__)
        return 0
    if command == "test":
        return run_tests(set_up("engine,dev"), words[1:])
    if command == "setup":
        set_up("engine")
        return 0
    if command == "app":
        python = set_up("engine", needed=False)  # with the window open, this start brings it to the front
        return call_in_place(python, words[1:])
    fail(f"Unknown word “{command}”. Use: run.py [app …|test …|setup]")
    return 2


def call_in_place(python: Path, words: Sequence[str]) -> int:
    """Start the app in the caller's folder, so that relative file names mean what the user meant."""
    return subprocess.run([os.fspath(python), "-m", "characoid_desktop", *words], check=False).returncode


if __name__ == "__main__":
    try:
        raise SystemExit(main())
    except KeyboardInterrupt:
        raise SystemExit(130) from None

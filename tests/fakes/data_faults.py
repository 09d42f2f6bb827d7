"""Real faults for the data layer: full disks, read-only folders, lock holders, killed writers, broken pages."""

from __future__ import annotations

import os
import shutil
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

ROOT = Path(__file__).parents[2]
NOBODY = 65534
PAGE = 4096

DROP_PRIVILEGES = f"""
import os
if os.geteuid() == 0:
    os.setgroups([]); os.setresgid({NOBODY}, {NOBODY}, {NOBODY}); os.setresuid({NOBODY}, {NOBODY}, {NOBODY})
"""


class SetClock:
    """A clock that shows what it is told; its monotonic side goes on by itself."""

    def __init__(self, now: datetime = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)) -> None:
        self.at = now

    def now(self) -> datetime:
        return self.at

    def monotonic(self) -> float:
        import time

        return time.monotonic()

    def jump(self, by: timedelta) -> None:
        self.at += by


def run_script(script: str, *args: object, prefix: tuple[str, ...] = (), limit_s: float = 60) -> str:
    """Run Python code in a child; return its standard output; fail when it fails."""
    done = subprocess.run(
        [*prefix, sys.executable, "-c", script, *map(str, args)],
        cwd=ROOT, capture_output=True, text=True, timeout=limit_s, encoding="utf-8",
        errors="surrogateescape", env={**os.environ, "PYTHONUTF8": "1"})
    assert done.returncode == 0, f"rc {done.returncode}\n{done.stdout}\n{done.stderr}"
    return done.stdout


def start_script(script: str, *args: object) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", script, *map(str, args)], cwd=ROOT, stdout=subprocess.PIPE,
        stdin=subprocess.PIPE, text=True, bufsize=1)


def kill_hard(child: subprocess.Popen[str]) -> None:
    child.send_signal(signal.SIGKILL)
    child.wait(10)


@contextmanager
def lock_holder(database: Path, how: str = "BEGIN IMMEDIATE") -> Iterator[subprocess.Popen[str]]:
    """Another program that holds the database; a line on its stdin makes it let go."""
    child = start_script(
        "import sqlite3, sys\n"
        "c = sqlite3.connect(sys.argv[1], isolation_level=None)\n"
        "[c.execute(s).fetchall() for s in sys.argv[2].split(';')]\n"
        "print('held', flush=True); sys.stdin.readline(); c.close()", database, how)
    try:
        assert child.stdout is not None
        assert child.stdout.readline() == "held\n"
        yield child
    finally:
        child.kill()
        child.communicate()


def small_disk(folder: Path, size: int) -> tuple[str, ...]:
    """A command prefix under which ``folder`` is a file system of ``size`` bytes.

    A real memory file system where this user may mount one (in a namespace of the child); elsewhere a limit
    on the size of each file, which refuses writes with another error number.
    """
    mount = f'mount -t tmpfs -o size={size},mode=0777 none "$0" && exec "$@"'
    for options in (["-m"], ["-Urm"]):
        prefix = ("unshare", *options, "sh", "-c", mount, str(folder))
        if shutil.which("unshare") and subprocess.run([*prefix, "true"], capture_output=True).returncode == 0:
            return prefix
    limit = "import os, resource, sys; resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[1]),) * 2); "
    return (sys.executable, "-c", limit + "os.execvp(sys.argv[2], sys.argv[2:])", str(size // 3))


def zero_page(file: Path, number: int) -> None:
    """Overwrite a page, counted from 1."""
    with file.open("rb+") as handle:
        handle.seek((number - 1) * PAGE)
        handle.write(bytes(PAGE))


def page_count(file: Path) -> int:
    return file.stat().st_size // PAGE


def integrity(file: Path) -> str:
    with closing(sqlite3.connect(file)) as connection:
        return connection.execute("PRAGMA integrity_check").fetchone()[0]


def count(file: Path, table: str) -> int:
    with closing(sqlite3.connect(file)) as connection:
        return connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0]

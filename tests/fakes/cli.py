"""Running the command line as a user does: a process of its own, with the home of the test."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

LIMIT_S = 280


def run_cli(*words: str | os.PathLike[str], env: dict[str, str] | None = None, cwd: Path | None = None,
            limit_s: float = LIMIT_S) -> subprocess.CompletedProcess[str]:
    """Return the finished process; its output is text."""
    return subprocess.run(
        [sys.executable, "-m", "characoid_desktop", *(os.fspath(word) for word in words)],
        capture_output=True, text=True, encoding="utf-8", errors="replace", env={**os.environ, **(env or {})}, cwd=cwd,
        timeout=limit_s, check=False)

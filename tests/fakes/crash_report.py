"""Where a worker that dies leaves its stacks: pytest-xdist only says that it is gone.

A worker writes into a file of its own; the controller prints the file of a worker that died. It also gets the
stacks of a test that takes nearly as long as it may, since the time limit then ends the worker.
"""

from __future__ import annotations

import faulthandler
import tempfile
from pathlib import Path
from typing import IO, Any

import pytest

BEFORE_LIMIT_S = 10.0
FIRST_CHARS, LAST_CHARS = 300, 6_000

_file: IO[str] | None = None  # of this worker


def _path(session: str, worker: str) -> Path:
    return Path(tempfile.gettempdir()) / f"characoid-tests-{session}-{worker}.txt"


def enable() -> None:
    """Take the fault handler (back); without a worker's file it writes to the standard error."""
    if _file is None:
        faulthandler.enable()
    else:
        faulthandler.enable(_file)


class CrashReport:
    """A pytest plugin, of the controller and of its workers."""

    def __init__(self) -> None:
        self._found: list[tuple[str, str]] = []

    def pytest_configure(self, config: pytest.Config) -> None:
        global _file
        worker: dict[str, Any] | None = getattr(config, "workerinput", None)
        if worker is not None:
            _file = _path(worker["testrunuid"], worker["workerid"]).open("w", encoding="utf-8")

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Any:
        if _file is None:
            return (yield)
        enable()  # pytest has one of its own
        marker = item.get_closest_marker("timeout")
        limit = float(marker.args[0] if marker and marker.args else item.config.getini("timeout") or 0)
        if limit > BEFORE_LIMIT_S:
            faulthandler.dump_traceback_later(limit - BEFORE_LIMIT_S, file=_file)
        try:
            return (yield)
        finally:
            faulthandler.cancel_dump_traceback_later()

    def pytest_unconfigure(self) -> None:
        global _file
        if _file is not None:
            faulthandler.disable()
            _file.close()
            _file = None

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any, error: object) -> None:
        path = _path(node.workerinput["testrunuid"], node.workerinput["workerid"])
        if not path.exists():
            return
        if error:
            self._found.append((node.workerinput["workerid"], path.read_text(encoding="utf-8", errors="replace")))
        path.unlink()

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        for worker, text in self._found:
            terminalreporter.section(f"stacks of {worker}, which died")
            short = text if len(text) <= LAST_CHARS else f"{text[:FIRST_CHARS]}\n…\n{text[-LAST_CHARS:]}"
            terminalreporter.write_line(short or "(none: it was ended from outside)")

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from characoid_desktop.core.clock import SystemClock
from characoid_desktop.core.crash import REPORTS_KEPT, CrashHooks, FaultLog
from characoid_desktop.core.logs import Logs
from characoid_desktop.core.redaction import Redactor
from tests.fakes.held_jobs import HandClock

ROOT = Path(__file__).parents[3]
KEY = "canary-77aa66bb55cc44dd"


def _crash(folder: Path, how: str) -> tuple[int, str]:
    """Let a program fail; return (exit code, everything it wrote: files, stdout, stderr)."""
    done = subprocess.run([sys.executable, "-m", "tests.fakes.crash_life", str(folder), KEY, how], cwd=ROOT,
                          capture_output=True, text=True, check=False, timeout=60)
    files = [p.read_text("utf-8") for p in sorted(folder.iterdir())]
    return done.returncode, "\n".join([*files, done.stdout, done.stderr])


@pytest.mark.parametrize(("how", "words"), [
    ("main", "an exception reached the top"), ("thread", "thread worker ended with an exception"),
    ("loop", "Exception in callback"), ("task", "Task exception was never retrieved"),
    ("finaliser", "an exception in a finaliser"),
])
def test_what_nobody_caught_is_logged_and_reported_without_the_key(
    tmp_path: Path, how: str, words: str,
) -> None:
    code, everything = _crash(tmp_path, how)
    assert words in everything
    assert "RuntimeError" in everything
    assert KEY not in everything
    (report,) = tmp_path.glob("crash-*.txt")
    text = report.read_text("utf-8")
    assert text.startswith("CHARACOID Desktop 1.2.3")
    assert "started with •••" in text
    assert ("alive" in everything) is (how != "main")
    assert code == (1 if how == "main" else 0)


def test_a_crash_of_the_interpreter_leaves_its_stacks(tmp_path: Path) -> None:
    code, everything = _crash(tmp_path, "fault")
    assert code != 0
    faults = (tmp_path / "faults.log").read_text("utf-8")
    assert "crash_life.py" in faults
    assert KEY not in everything


@pytest.mark.plain_log
def test_only_the_newest_reports_are_kept_and_none_overwrites_another(tmp_path: Path) -> None:
    logs = Logs(tmp_path, Redactor())
    clock = HandClock()
    hooks = CrashHooks(logs, clock)
    try:
        files = [hooks.report("x", ValueError(str(n))) for n in range(8)]
        clock.jump(days=-400)
        files.append(hooks.report("x", ValueError("newest, whatever its date")))
    finally:
        logs.close()
    assert len(set(files)) == 9
    assert set(tmp_path.glob("crash-*.txt")) == set(files[-REPORTS_KEPT:])


@pytest.mark.plain_log
def test_a_report_that_cannot_be_written_or_told_does_not_raise(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    logs = Logs(tmp_path / "file", Redactor())
    told: list[BaseException] = []

    def tell(error: BaseException) -> None:
        told.append(error)
        raise OSError("the window is gone")

    error = ValueError("x")
    try:
        assert CrashHooks(logs, SystemClock(), on_crash=tell).report("x", error) is None
    finally:
        logs.close()
    assert told == [error]
    assert FaultLog(tmp_path / "file").enable() is False


@pytest.mark.plain_log
def test_hooks_are_given_back(tmp_path: Path) -> None:
    import threading

    before = (sys.excepthook, threading.excepthook, sys.unraisablehook)
    logs = Logs(tmp_path, Redactor())
    hooks = CrashHooks(logs, SystemClock())
    hooks.install()
    assert sys.excepthook != before[0]
    hooks.uninstall()
    hooks.uninstall()
    logs.close()
    assert (sys.excepthook, threading.excepthook, sys.unraisablehook) == before


@pytest.mark.plain_log
def test_what_fails_at_one_place_again_and_again_is_reported_a_few_times_and_again_after_a_quiet_while(tmp_path):
    clock = HandClock()
    logs = Logs(tmp_path, Redactor())
    told = []
    hooks = CrashHooks(logs, clock, on_crash=told.append)

    def fail(number):
        try:
            raise ValueError(number)
        except ValueError as error:
            hooks.report("broken", error)

    for number in range(500):
        fail(number)
    assert len(told) == 10
    try:
        raise ValueError("elsewhere")
    except ValueError as error:
        hooks.report("another place", error)
    assert len(told) == 11
    clock.seconds += 61
    fail(501)
    assert len(told) == 12
    logs.close()

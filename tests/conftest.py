"""Shared set-up: the Qt loop for async tests, and what must not be left behind by any test."""

from __future__ import annotations

import asyncio
import gc
import logging
import os
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ.setdefault("PYTHON_KEYRING_BACKEND", "keyring.backends.fail.Keyring")

import psutil
import pytest

import characoid_desktop.agents  # noqa: F401 (sets langgraph's strict mode before any test imports langgraph)
from characoid_desktop.core.i18n import install_translator
from characoid_desktop.core.paths import AppPaths
from tests.fakes.crash_report import CrashReport

SLOW_COLLECT_S = 0.01


def pytest_configure(config: pytest.Config) -> None:
    report = CrashReport()
    config.pluginmanager.register(report, "crash-report")  # its own pytest_configure is called at once


def _qt_loop() -> asyncio.AbstractEventLoop:
    from PySide6.QtWidgets import QApplication

    from characoid_desktop.app.loop import make_loop

    app = QApplication.instance() or QApplication([])
    app.setQuitOnLastWindowClosed(False)
    return make_loop(app)


def pytest_asyncio_loop_factories(config: pytest.Config, item: pytest.Item) -> dict[str, Callable]:
    return {"qt": _qt_loop}


@pytest.fixture(autouse=True)
def _english_texts() -> Iterator[None]:
    install_translator(None)
    yield
    install_translator(None)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AppPaths:
    """An empty home of its own, also for children started by the test."""
    monkeypatch.setenv("CHARACOID_HOME", str(tmp_path / "home"))
    paths = AppPaths.locate()
    paths.create()
    return paths


@pytest.fixture(autouse=True)
def _no_log_warnings(request: pytest.FixtureRequest, caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """A warning in the log fails the test, unless it is marked ``plain_log``."""
    yield
    if request.node.get_closest_marker("plain_log"):
        return
    loud = [r for r in caplog.get_records("call") if r.levelno >= logging.WARNING]
    assert not loud, "log warnings: " + "; ".join(f"{r.name}: {r.getMessage()}" for r in loud)


def _collect() -> None:
    """Collect what the test left. What survives, most of it modules, is looked at once and not after every test."""
    began = time.perf_counter()
    gc.collect()
    if time.perf_counter() - began > SLOW_COLLECT_S:
        gc.freeze()


@pytest.fixture(autouse=True)
def _nothing_left_behind() -> Iterator[None]:
    """Child processes, threads, top-level windows and active timers must be gone after the test."""
    before_children = {p.pid for p in psutil.Process().children(recursive=True)}
    before_threads = set(threading.enumerate())
    yield
    left = [p for p in psutil.Process().children(recursive=True) if p.pid not in before_children]
    _, left = psutil.wait_procs(left, timeout=3)
    names = []
    for process in left:
        try:
            names.append(" ".join(process.cmdline())[:200])
            process.kill()
        except psutil.Error:
            continue
    assert not names, f"child processes left: {names}"
    for thread in set(threading.enumerate()) - before_threads:
        if not thread.daemon:
            thread.join(timeout=3)
            assert not thread.is_alive(), f"thread left: {thread.name}"
    widgets = sys.modules.get("PySide6.QtWidgets")
    app = widgets.QApplication.instance() if widgets else None
    if app is not None and isinstance(app, widgets.QApplication):
        app.closeAllPopups() if hasattr(app, "closeAllPopups") else None
        from PySide6.QtCore import QCoreApplication, QEvent, QTimer

        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        _collect()
        windows = [w for w in app.topLevelWidgets() if w.isVisible()]
        titles = [f"{type(w).__name__} {w.windowTitle()!r}" for w in windows]
        for window in windows:
            window.close()
            window.deleteLater()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        assert not titles, f"windows left open: {titles}"
        timers = [t for t in app.findChildren(QTimer) if t.isActive()]
        assert not timers, f"timers left on the application: {timers}"

"""Hosts over real children: the real engine host with test operations, and fakes that misbehave."""

from __future__ import annotations

import sys
import time
from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import psutil
import pytest

from characoid_desktop.core.i18n import Text
from characoid_desktop.core.paths import AppPaths
from characoid_desktop.core.tasks import TaskScope
from characoid_desktop.engines.catalog import launch
from characoid_desktop.engines.contracts import EngineState
from characoid_desktop.engines.keeper import HostLimits
from characoid_desktop.engines.link import LinkLimits
from characoid_desktop.engines.supervisor import QtEngineHost

OPS = "tests.fakes.engine_ops"
FAKE = Path(__file__).parents[2] / "fakes" / "fake_engine.py"
QUICK = HostLimits(
    cancel_confirm_s=0.3, backoff_s=(0.02, 0.04, 0.08),
    link=LinkLimits(hello_s=5.0, ready_s=5.0, silence_s=1.2, watch_s=0.05, flood_s=0.5),
)  # fmt: skip


class HostFactory:
    """Makes hosts and ends them all after the test."""

    def __init__(self, paths: AppPaths) -> None:
        self.paths = paths
        self._made: list[QtEngineHost] = []

    def real(self, **options: Any) -> QtEngineHost:
        """The real child with the operations of tests.fakes.engine_ops."""
        start = launch(OPS, self.paths)
        command = (*start.command[:-1], "--module", OPS)
        return self._host(replace(start, command=command), options)

    def fake(self, mode: str, argument: object = "", **options: Any) -> QtEngineHost:
        """A child that misbehaves in the way called ``mode``, watched with short limits."""
        start = launch("fake", self.paths)
        options.setdefault("limits", QUICK)
        command = (sys.executable, "-P", str(FAKE), mode, str(argument))
        return self._host(replace(start, command=command), options)

    def program(self, *command: str, **options: Any) -> QtEngineHost:
        """Any command in place of a child."""
        return self._host(replace(launch("fake", self.paths), command=command), options)

    def _host(self, start: Any, options: dict[str, Any]) -> QtEngineHost:
        options.setdefault("log_file", self.paths.logs / "engine-test.log")
        host = QtEngineHost("test", Text("The test engine"), start, **options)
        self._made.append(host)
        return host

    async def stop(self) -> None:
        for host in self._made:
            await host.stop()
            assert host.state in (EngineState.STOPPED, EngineState.FAILED)


@pytest.fixture
async def hosts(home: AppPaths) -> AsyncIterator[HostFactory]:
    factory = HostFactory(home)
    yield factory
    await factory.stop()


@pytest.fixture
async def scope() -> AsyncIterator[TaskScope]:
    """For requests beside the test; who awaits the task gets its error."""
    scope = TaskScope("test", on_error=lambda error: None)
    yield scope
    await scope.aclose()


@pytest.fixture
def states() -> Callable[[QtEngineHost], list[EngineState]]:
    """Record the states a host goes through."""

    def record(host: QtEngineHost) -> list[EngineState]:
        seen: list[EngineState] = []
        host.state_changed.connect(seen.append)
        return seen

    return record


def is_gone(pid: int) -> bool:
    """Whether the process ended (a zombie that nobody waits for counts as ended)."""
    try:
        return psutil.Process(pid).status() == psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return True


def wait_gone(pid: int, limit_s: float) -> float:
    """Block until the process ended and return the seconds it took."""
    started = time.monotonic()
    while not is_gone(pid):
        assert time.monotonic() - started < limit_s, f"process {pid} still there after {limit_s} s"
        time.sleep(0.002)
    return time.monotonic() - started

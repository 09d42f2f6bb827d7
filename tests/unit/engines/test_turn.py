"""One heavy computation at a time on the machine."""

import asyncio
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from characoid_desktop.core.locks import KernelLock
from characoid_desktop.engines.contracts import EngineProgress, EngineState, EngineUnavailable
from characoid_desktop.engines.keeper import HostLimits
from characoid_desktop.engines.supervisor import WAITING_STAGE
from tests.fakes.eventually import eventually

WAITING = EngineProgress(WAITING_STAGE, 0.0, 0.0)


@pytest.fixture
def path(home) -> Path:
    return home.compute_lock


async def test_a_free_machine_needs_no_waiting_and_is_free_again_afterwards(hosts, path):
    host = hosts.real(compute_lock=KernelLock(path))
    reports = []
    await host.run("echo", {}, on_progress=reports.append)
    assert WAITING not in reports
    other = KernelLock(path)
    assert other.try_acquire()
    other.release()


async def test_a_request_waits_while_another_program_computes(hosts, scope, path):
    other = KernelLock(path)
    assert other.try_acquire()
    host = hosts.real(compute_lock=KernelLock(path))
    reports = []
    task = scope.start(host.run("echo", {}, on_progress=reports.append))
    await eventually(lambda: reports == [WAITING])
    assert not task.done()
    other.release()
    await task
    assert reports == [WAITING]


@pytest.fixture
def holder(path) -> Iterator[subprocess.Popen[bytes]]:
    """Another process that has the lock."""
    code = (
        "import sys; from pathlib import Path; from characoid_desktop.core.locks import KernelLock;"
        "lock = KernelLock(Path(sys.argv[1])); print(lock.try_acquire(), flush=True); sys.stdin.read()"
    )
    process = subprocess.Popen([sys.executable, "-c", code, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert process.stdout is not None
    assert process.stdout.readline() == b"True\n"
    yield process
    process.kill()
    process.communicate()


async def test_a_holder_that_is_killed_does_not_block_the_machine(hosts, scope, path, holder):
    host = hosts.real(compute_lock=KernelLock(path))
    reports = []
    task = scope.start(host.run("echo", {}, on_progress=reports.append))
    await eventually(lambda: reports == [WAITING])
    holder.kill()
    await task


async def test_two_requests_take_turns_in_order(hosts, scope, path):
    host = hosts.real(compute_lock=KernelLock(path))
    first = scope.start(host.run("count", {"steps": 30}))
    await eventually(lambda: host.state is EngineState.BUSY)
    reports = []
    second = scope.start(host.run("echo", {}, on_progress=reports.append))
    await eventually(lambda: reports == [WAITING])
    assert not first.done()
    await second
    assert first.done()


async def test_a_cancel_while_waiting_leaves_the_place_in_the_queue(hosts, scope, path):
    other = KernelLock(path)
    assert other.try_acquire()
    host = hosts.real(compute_lock=KernelLock(path))
    reports = []
    waiting = scope.start(host.run("echo", {}, on_progress=reports.append))
    behind = scope.start(host.run("echo", {"n": 2}))
    await eventually(lambda: reports)
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting
    assert not behind.done()
    other.release()
    assert (await behind).value == {"params": {"n": 2}}


async def test_stop_while_requests_wait_for_the_machine_fails_them_and_holds_nothing(hosts, scope, path):
    other = KernelLock(path)
    assert other.try_acquire()
    host = hosts.real(compute_lock=KernelLock(path))
    reports = []
    tasks = [scope.start(host.run("echo", {}, on_progress=reports.append)) for _ in range(3)]
    await eventually(lambda: len(reports) == 3)
    await host.stop()
    for task in tasks:
        with pytest.raises(EngineUnavailable):
            await task
    other.release()
    assert other.try_acquire()
    other.release()


async def test_the_machine_is_free_only_once_a_child_that_ignores_the_cancel_is_gone(hosts, scope, path, tmp_path):
    lock = KernelLock(path)
    host = hosts.fake("rewrites_scratch", compute_lock=lock, limits=HostLimits(cancel_confirm_s=1.0))
    scratch = tmp_path / "half.wav"
    task = scope.start(host.run("x", {"scratch": str(scratch)}, scratch=[scratch]))
    await eventually(scratch.exists)
    pid = host.pid
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert host.pid == pid
    assert lock.held, "it still computes"
    await eventually(lambda: not lock.held)
    assert host.pid != pid
    assert not scratch.exists()


async def test_the_machine_is_free_after_an_error_and_after_a_crash(hosts, path):
    lock = KernelLock(path)
    host = hosts.real(compute_lock=lock)
    for op, params in (("fail", {"kind": "bug"}), ("crash", {"signal": 11}), ("echo", {"x": object()})):
        with pytest.raises(Exception, match="engine"):
            await host.run(op, params)
        assert not lock.held


@pytest.mark.plain_log
async def test_a_lock_that_cannot_be_made_does_not_stop_the_work(hosts, tmp_path):
    (tmp_path / "file").touch()
    host = hosts.real(compute_lock=KernelLock(tmp_path / "file" / "x.lock"))
    assert (await host.run("echo", {})).value == {"params": {}}

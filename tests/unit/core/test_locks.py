import asyncio
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from characoid_desktop.core.locks import KernelLock, acquire
from characoid_desktop.core.tasks import TaskScope
from tests.fakes.eventually import eventually

HOLDER = """
import subprocess, sys
from pathlib import Path
from characoid_desktop.core.locks import KernelLock
lock = KernelLock(Path(sys.argv[1]))
taken = lock.try_acquire()
grandchild = None
if "grandchild" in sys.argv:
    grandchild = subprocess.Popen([sys.executable, "-c", "import time; print(flush=True); time.sleep(60)"],
                                  stdout=subprocess.PIPE, close_fds=False)
    grandchild.stdout.readline()
print(int(taken), grandchild.pid if grandchild else 0, flush=True)
sys.stdin.read()
"""


class Holder:
    """Another process that tries to take the lock and keeps it until it is ended."""

    def __init__(self, path: Path, *extra: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-c", HOLDER, str(path), *extra], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        assert self.process.stdout is not None
        taken, grandchild = self.process.stdout.readline().split()
        self.taken, self.grandchild = taken == b"1", int(grandchild)

    def __enter__(self) -> "Holder":
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.communicate()


def test_a_second_process_is_refused_until_the_first_gives_the_lock_back(tmp_path):
    path = tmp_path / "deep" / "er" / "x.lock"
    lock = KernelLock(path)
    assert lock.try_acquire()
    with Holder(path) as second:
        assert not second.taken
    lock.release()
    with Holder(path) as third:
        assert third.taken
        assert not lock.try_acquire()


def test_a_second_object_in_the_same_process_is_refused(tmp_path):
    first, second = KernelLock(tmp_path / "x.lock"), KernelLock(tmp_path / "x.lock")
    assert first.try_acquire()
    assert not second.try_acquire()
    assert not first.try_acquire(), "not re-entrant"
    assert (first.held, second.held) == (True, False)
    second.release()
    assert not second.try_acquire(), "giving back what one does not hold frees nothing"
    first.release()
    first.release()
    assert second.try_acquire()
    second.release()


def test_a_holder_that_is_killed_frees_the_lock_at_once_even_with_a_grandchild_alive(tmp_path):
    path = tmp_path / "x.lock"
    with Holder(path, "grandchild") as holder:
        assert holder.taken
        assert not KernelLock(path).try_acquire()
        try:
            holder.process.kill()
            holder.process.wait()
            os.kill(holder.grandchild, 0)
            lock = KernelLock(path)
            assert lock.try_acquire()
            lock.release()
        finally:
            os.kill(holder.grandchild, signal.SIGKILL)


@pytest.mark.parametrize("content", [b"", b"garbage \xff\x00", b"1\n", b"99999999\nhost\n", b"x" * 100_000])
def test_what_is_written_in_the_file_means_nothing_and_is_kept(tmp_path, content):
    path = tmp_path / "x.lock"
    path.write_bytes(content)
    lock = KernelLock(path)
    assert lock.try_acquire()
    assert not KernelLock(path).try_acquire()
    lock.release()
    assert path.read_bytes() == content


def test_a_file_that_is_read_only_still_locks(tmp_path):
    path = tmp_path / "x.lock"
    path.touch()
    path.chmod(0o400)
    lock = KernelLock(path)
    assert lock.try_acquire()
    assert not KernelLock(path).try_acquire()
    lock.release()


def test_a_folder_in_place_of_the_file_is_an_error_and_nothing_is_held(tmp_path):
    lock = KernelLock(tmp_path)
    with pytest.raises(OSError):
        lock.try_acquire()
    assert not lock.held


def test_a_lock_file_that_was_removed_is_made_anew_and_locked(tmp_path):
    path = tmp_path / "x.lock"
    first = KernelLock(path)
    assert first.try_acquire()
    path.unlink()
    second = KernelLock(path)
    assert second.try_acquire()
    assert not KernelLock(path).try_acquire()
    first.release()
    second.release()


def test_of_eight_starters_exactly_one_gets_the_lock(tmp_path):
    path = tmp_path / "x.lock"
    holders = [Holder(path) for _ in range(8)]
    try:
        assert [holder.taken for holder in holders].count(True) == 1
    finally:
        for holder in holders:
            holder.__exit__()


async def test_waiting_ends_when_the_lock_is_free(tmp_path):
    first, second = KernelLock(tmp_path / "x.lock"), KernelLock(tmp_path / "x.lock")
    assert first.try_acquire()
    scope = TaskScope("test")
    task = scope.start(acquire(second, 0.005))
    await eventually(lambda: scope.running)
    assert not second.held
    first.release()
    await task
    assert second.held
    second.release()
    await scope.aclose()


async def test_a_wait_that_is_cancelled_leaves_the_lock_to_others(tmp_path):
    first, second = KernelLock(tmp_path / "x.lock"), KernelLock(tmp_path / "x.lock")
    assert first.try_acquire()
    scope = TaskScope("test")
    task = scope.start(acquire(second, 0.005))
    for _ in range(3):
        await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    first.release()
    assert not second.held
    assert first.try_acquire()
    first.release()
    await scope.aclose()

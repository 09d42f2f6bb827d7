"""The event loop under the whole app: endurance, ownership of what is left over, and no nested loops."""

import ast
import asyncio
import gc
import subprocess
import sys
import threading
import weakref
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEventLoop, QObject, QTimer, Signal
from PySide6.QtWidgets import QApplication

from characoid_desktop.app.loop import AppEventLoop, make_loop
from tests.fakes.eventually import eventually

ROOT = Path(__file__).parents[2]


async def test_twenty_thousand_turns_of_the_loop_do_not_abort_the_process():
    for _ in range(20_000):
        await asyncio.sleep(0)
    assert asyncio.get_running_loop().is_running()


MILLION = """
import sys
from PySide6.QtCore import QCoreApplication, QObject, Qt, Signal
app = QCoreApplication([])
class Sender(QObject):
    bare = Signal()
    thing = Signal(object)
    flag = Signal(bool)
sender, seen = Sender(), [0]
def count(*_):
    seen[0] += 1
for signal in (sender.bare, sender.thing, sender.flag):
    signal.connect(count)
for n in range(250_000):
    sender.bare.emit(); sender.thing.emit(None); sender.thing.emit(True); sender.flag.emit(False)
references = min(sys.getrefcount(one) for one in (None, True, False))
print(seen[0], references > 100)
"""


def test_a_million_signals_with_none_and_true_do_not_abort_the_process():
    # PySide6 6.12 on Python 3.11 loses a reference to None or True with each; the process then aborts.
    done = subprocess.run([sys.executable, "-c", MILLION], capture_output=True, text=True, timeout=100)
    assert done.returncode == 0, done.stderr[-2000:]
    assert done.stdout.split() == ["1000000", "True"]


async def test_an_abandoned_generator_is_finalised_in_a_task_of_the_loop():
    closed = []

    async def lines():
        try:
            for n in range(10):
                yield n
                await asyncio.sleep(0)
        finally:
            await asyncio.sleep(0)  # impossible where no task finalises it
            closed.append(asyncio.current_task().get_name())

    for _ in range(20):
        async for n in lines():
            if n == 1:
                break
    gc.collect()
    await eventually(lambda: len(closed) == 20)
    assert set(closed) == {"aclose of an abandoned generator"}


async def test_every_one_of_24_cancels_arrives_in_a_fast_stream():
    async def stream():
        async def tokens():
            while True:
                await asyncio.sleep(0)
                yield "token"

        async with asyncio.timeout(30):
            async for _ in tokens():
                pass

    arrived = 0
    for turns in range(24):
        task = asyncio.get_running_loop().create_task(stream())
        for _ in range(turns):
            await asyncio.sleep(0)
        task.cancel()
        await asyncio.wait({task}, timeout=5)
        arrived += task.cancelled()
    assert arrived == 24


def test_between_two_runs_nothing_of_the_loop_runs_and_nothing_is_lost(qapp: QApplication):
    loop = make_loop(qapp)
    steps = []

    async def work():
        for n in range(3):
            steps.append(n)
            await asyncio.sleep(0)
        # Needs the running loop, so it would fail between two runs.
        asyncio.get_running_loop()
        steps.append("end")

    async def start():
        return loop.create_task(work())

    task = loop.run_until_complete(start())
    before = list(steps)
    for _ in range(20):
        qapp.processEvents()
    assert steps == before
    assert "end" not in steps
    assert not task.done()
    loop.run_until_complete(task)
    assert steps == [0, 1, 2, "end"]
    loop.close()


def test_a_loop_that_is_stopped_before_the_end_says_so(qapp: QApplication):
    loop = make_loop(qapp)

    async def stop():
        loop.call_soon(loop.stop)
        await asyncio.Event().wait()

    task = stop()
    with pytest.raises(RuntimeError, match="stopped before"):
        loop.run_until_complete(task)
    for left in asyncio.all_tasks(loop):
        left.cancel()
        with pytest.raises(asyncio.CancelledError):
            loop.run_until_complete(left)
    loop.close()
    assert isinstance(loop, AppEventLoop)


class Emitter(QObject):
    told = Signal(object)


async def test_a_slot_runs_with_the_loop_running():
    emitter, loops = Emitter(), []
    emitter.told.connect(lambda _: loops.append(asyncio.get_running_loop()))
    emitter.told.emit(None)
    assert loops == [asyncio.get_running_loop()]


# Nested loops: every other task that wakes up in one dies.

NESTED = {"exec", "exec_", "processEvents", "getOpenFileName", "getOpenFileNames", "getSaveFileName",
          "getExistingDirectory", "waitForConnected", "waitForReadyRead", "waitForBytesWritten", "waitForFinished",
          "waitForStarted", "waitForDisconnected"}
BOXES = {"QMessageBox", "QInputDialog", "QColorDialog", "QFontDialog"}
ALLOWED = {
    # In a thread of its own that has no loop, before there is any window.
    ("characoid_desktop/app/instance.py", "waitForConnected"),
    ("characoid_desktop/app/instance.py", "waitForBytesWritten"),
    ("characoid_desktop/app/instance.py", "waitForReadyRead"),
    # Dragging out has no other way in Qt; it begins in a mouse event, never in a task.
    ("characoid_desktop/ui/widgets/player.py", "exec"),
    # A program of its own for those who draw widgets.
    ("characoid_desktop/ui/widgets/gallery.py", "exec"),
    ("characoid_desktop/ui/widgets/gallery.py", "processEvents"),
}


def nested_loops(source: str) -> set[str]:
    """Names in ``source`` that run an event loop inside the one that runs already."""
    found = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            owner = node.func.value
            static = isinstance(owner, ast.Name) and owner.id in BOXES
            if node.func.attr in NESTED or static:
                found.add(node.func.attr)
        if isinstance(node, ast.Name) and node.id in ("QEventLoop",):
            found.add(node.id)
    return found


@pytest.mark.parametrize("line", [
    "dialog.exec()", "menu.exec_(at)", "QMessageBox.question(a, b, c)", "QFileDialog.getOpenFileName()",
    "app.processEvents()", "QEventLoop().exec()", "process.waitForFinished(-1)"])
def test_the_search_for_nested_loops_finds_them(line):
    assert nested_loops(line)


def test_nothing_in_the_app_runs_a_nested_event_loop():
    found = set()
    for file in sorted((ROOT / "characoid_desktop").rglob("*.py")):
        name = file.relative_to(ROOT).as_posix()
        found |= {(name, call) for call in nested_loops(file.read_text(encoding="utf-8"))}
    assert found == ALLOWED


async def test_what_is_to_run_soon_runs_in_order_whoever_asks_for_it():
    loop, ran = asyncio.get_running_loop(), []
    loop.call_soon(ran.append, 1)
    await loop.run_in_executor(None, lambda: [loop.call_soon_threadsafe(ran.append, n) for n in (2, 3)])
    loop.call_soon(ran.append, 4)
    dropped = loop.call_soon(ran.append, "dropped")
    loop.call_soon(lambda: loop.call_soon(ran.append, 6))
    loop.call_soon(ran.append, 5)
    dropped.cancel()
    await eventually(lambda: len(ran) == 6)
    assert ran == [1, 2, 3, 4, 5, 6]


async def test_ten_thousand_callbacks_from_threads_all_arrive():
    loop, ran = asyncio.get_running_loop(), []

    def ask(name):
        for n in range(2_500):
            loop.call_soon_threadsafe(ran.append, (name, n))

    await asyncio.gather(*(loop.run_in_executor(None, ask, name) for name in "abcd"))
    await eventually(lambda: len(ran) == 10_000)
    for name in "abcd":
        assert [n for one, n in ran if one == name] == list(range(2_500))


async def test_a_callback_that_fails_holds_up_none_of_those_after_it():
    loop, ran, failed = asyncio.get_running_loop(), [], []
    loop.set_exception_handler(lambda _, context: failed.append(context["exception"]))
    loop.call_soon(ran.append, 1)
    loop.call_soon(lambda: 1 / 0)
    loop.call_soon(ran.append, 2)
    await eventually(lambda: len(ran) == 2)
    loop.set_exception_handler(None)
    assert [type(error) for error in failed] == [ZeroDivisionError]


async def test_tasks_that_never_rest_leave_qt_its_turn():
    told, over = [], asyncio.Event()

    async def busy():
        while not over.is_set():
            await asyncio.sleep(0)

    tasks = [asyncio.get_running_loop().create_task(busy()) for _ in range(3)]
    QTimer.singleShot(5, lambda: (told.append("Qt"), over.set()))
    await asyncio.wait(tasks, timeout=5)
    assert told == ["Qt"]


async def test_a_qt_loop_inside_of_a_callback_goes_on_with_what_was_ready_behind_it():
    loop, ran, inner = asyncio.get_running_loop(), [], QEventLoop()
    done = asyncio.Event()

    def nested():
        inner.exec()
        ran.append("outside again")
        done.set()

    loop.call_soon(nested)
    loop.call_soon(ran.append, "inside")
    loop.call_soon(inner.quit)
    async with asyncio.timeout(5):
        await done.wait()
    assert ran == ["inside", "outside again"]


async def test_events_handled_inside_a_step_of_a_task_lose_no_step_of_another_one():
    loop, woken = asyncio.get_running_loop(), asyncio.Event()

    async def other():
        await woken.wait()
        return "went on"

    task = loop.create_task(other())
    await asyncio.sleep(0)
    woken.set()
    loop.call_soon_threadsafe(lambda: None)
    QCoreApplication.sendPostedEvents()
    async with asyncio.timeout(5):
        assert await task == "went on"


async def test_garbage_with_a_qt_object_in_it_is_collected_in_the_thread_of_the_loop_only() -> None:
    loop, where = asyncio.get_running_loop(), list[int]()

    def drop() -> None:
        timer = QTimer()
        timer.start(10_000)
        timer.ring = [timer]
        weakref.finalize(timer, lambda: where.append(threading.get_ident()))

    def work() -> None:
        for _ in range(200_000):
            ring: list[object] = []
            ring.append(ring)

    assert not gc.isenabled()
    drop()
    await asyncio.to_thread(work)
    assert where == []
    loop._collector.collect()
    assert where == [threading.get_ident()]


def test_outside_of_a_loop_garbage_is_collected_as_ever() -> None:
    assert gc.isenabled()


async def test_full_collections_take_a_small_part_of_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    collector, done = asyncio.get_running_loop()._collector, list[int]()
    monkeypatch.setattr(gc, "get_count", lambda: (701, 11, 11))
    monkeypatch.setattr(gc, "collect", lambda generation=2: done.append(generation))
    collector._next_full = 0.0
    collector.collect()
    collector._next_full += 60.0
    collector.collect()
    monkeypatch.setattr(gc, "get_count", lambda: (701, 1, 1))
    collector.collect()
    monkeypatch.setattr(gc, "get_count", lambda: (1, 1, 1))
    collector.collect()
    assert done == [2, 1, 0]

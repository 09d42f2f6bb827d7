"""FLT-39: what falls through anywhere is logged, reported and said, and the app lives on."""

from __future__ import annotations

import asyncio
import gc
import threading

import pytest
from PySide6.QtCore import QCoreApplication, QPoint, QTimer
from PySide6.QtGui import QMoveEvent

from characoid_desktop.core.errors import ActionKind
from characoid_desktop.core.notices import NoticeLevel
from characoid_desktop.jobs.models import JobState
from tests.fakes.eventually import eventually
from tests.fakes.held_jobs import HeldHandler, name
from tests.fakes.whole_app import WholeApp, whole_app

pytestmark = pytest.mark.plain_log


class Fault(Exception):
    """What no code expects."""


def fail(*_: object) -> None:
    raise Fault("out of the blue")


async def fail_later() -> None:
    await asyncio.sleep(0)
    fail()


def in_a_slot(app: WholeApp) -> None:
    QTimer.singleShot(0, app.window, fail)


def in_a_listener_of_a_service(app: WholeApp) -> None:
    app.container.rvc.picture_ready.connect(fail)
    app.container.rvc.picture_ready.emit("no such item")


def in_a_task_of_a_scope(app: WholeApp) -> None:
    app.container.scope.start(fail_later(), name="faulty")


def in_a_callback_of_the_loop(app: WholeApp) -> None:
    asyncio.get_running_loop().call_soon(fail)


def in_an_executor_thread_that_nobody_waits_for(app: WholeApp) -> None:
    asyncio.get_running_loop().run_in_executor(None, fail)
    asyncio.get_running_loop().call_later(0.3, gc.collect)


def in_a_thread_of_its_own(app: WholeApp) -> None:
    threading.Thread(target=fail, name="worker", daemon=True).start()


def in_an_event_handler(app: WholeApp) -> None:
    class Broken(type(app.window)):
        def moveEvent(self, event):
            fail()

    app.window.__class__ = Broken
    QCoreApplication.postEvent(app.window, QMoveEvent(QPoint(7, 7), QPoint(0, 0)))


PLACES = (in_a_slot, in_a_listener_of_a_service, in_a_task_of_a_scope, in_a_callback_of_the_loop,
          in_an_executor_thread_that_nobody_waits_for, in_a_thread_of_its_own, in_an_event_handler)


@pytest.mark.qt_no_exception_capture
@pytest.mark.parametrize("place", PLACES, ids=lambda place: place.__name__)
async def test_flt_39_a_fault_is_logged_reported_and_said_and_the_app_lives_on(home, monkeypatch, place):
    async with whole_app(home, monkeypatch) as app:
        await app.filled()
        place(app)
        await eventually(lambda: any("Something in the app went wrong" in words for words in app.notices))
        notice = next(n for n in app.container.notices.open if n.key == "crash")
        assert notice.level is NoticeLevel.ERROR
        assert notice.actions[0].kind is ActionKind.OPEN_LOG
        assert "out of the blue" in (home.logs / "characoid.log").read_text()
        report = next(home.logs.glob("crash-*.txt"))
        assert "out of the blue" in report.read_text()
        assert "CHARACOID Desktop" in report.read_text()
        app.window.show_panel("settings")  # it still does what it is told
        assert app.window.current_panel == "settings"
        assert await app.close() == 0


@pytest.mark.qt_no_exception_capture
async def test_flt_39_a_fault_that_repeats_without_end_writes_few_reports_and_one_notice(home, monkeypatch):
    async with whole_app(home, monkeypatch) as app:
        await app.filled()
        timer = QTimer(app.window)
        count = []

        def again():
            count.append(1)
            fail()

        timer.timeout.connect(again)
        timer.start(0)
        await eventually(lambda: len(count) > 2000, 30.0)
        timer.stop()
        assert len([n for n in app.container.notices.open if n.key == "crash"]) == 1
        assert len(list(home.logs.glob("crash-*.txt"))) <= 5
        assert sum(f.stat().st_size for f in home.logs.iterdir()) < 1_000_000, "the log is not flooded"
        assert await app.close() == 0


@pytest.mark.qt_no_exception_capture
async def test_flt_39_a_job_whose_code_is_faulty_fails_alone(home, monkeypatch):
    async with whole_app(home, monkeypatch) as app:
        await app.filled()
        jobs, handler = app.container.jobs, HeldHandler("faulty", "compute")
        jobs.register(handler)
        job = await jobs.submit("faulty", name("work"), {})
        await eventually(lambda: handler.started)
        handler.fail(job, Fault("out of the blue"))
        await eventually(lambda: not jobs.list_active())
        assert (await jobs.get(job.id)).state is JobState.FAILED
        again = await jobs.submit("faulty", name("more"), {})
        await eventually(lambda: len(handler.started) == 2)
        handler.finish(again)
        await eventually(lambda: not jobs.list_active())
        assert (await jobs.get(again.id)).state is JobState.COMPLETED
        assert "out of the blue" in (home.logs / "characoid.log").read_text()
        assert await app.close() == 0

"""The ordered end of the whole app, in all the ways in which a window can be closed."""

from __future__ import annotations

import asyncio
import functools
import os
import sqlite3
import threading
from contextlib import closing

import psutil
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication

from characoid_desktop.app import window as window_module
from characoid_desktop.settings.sections.notifications import NotificationsSection, OnClose
from characoid_desktop.ui.shell.closing import ClosingState
from characoid_desktop.ui.shell.tray import Tray
from characoid_desktop.ui.widgets.dialog import Dialog
from tests.fakes.eventually import eventually
from tests.fakes.whole_app import button, whole_app, words_of


def question() -> Dialog | None:
    return next((w for w in QApplication.topLevelWidgets() if isinstance(w, Dialog) and w.isVisible()), None)


def click(widget: QAbstractButton) -> None:
    QTest.mouseClick(widget, Qt.MouseButton.LeftButton)


def answer(words: str) -> None:
    dialog = question()
    assert dialog is not None, "no question is open"
    click(button(dialog, words))


def job_states(home) -> list[str]:
    with closing(sqlite3.connect(home.database)) as connection:
        return [row[0] for row in connection.execute("SELECT state FROM jobs ORDER BY seq")]


@pytest.fixture
def with_tray(monkeypatch):
    monkeypatch.setattr(window_module, "Tray", functools.partial(Tray, available=True))


@pytest.fixture
async def nothing_left(home, results):
    """After the app: no child, thread, task, file of its own beside the data; and no half result."""
    threads, tasks = set(threading.enumerate()), asyncio.all_tasks()
    yield
    await eventually(lambda: asyncio.all_tasks() <= tasks | {asyncio.current_task()})
    assert [p for p in psutil.Process().children(recursive=True) if p.status() != psutil.STATUS_ZOMBIE] == []
    left = [t.name for t in set(threading.enumerate()) - threads if not t.daemon and not t.name.startswith("app_")]
    assert left == []
    assert not home.instance_lock.with_suffix(".pid").exists()
    assert not home.database.with_name(home.database.name + "-wal").exists(), "the database was not folded"
    assert [name for name in os.listdir(results) if name.startswith(".")] == []
    with closing(sqlite3.connect(home.database)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone()[0] == "ok"


async def test_a_window_closed_without_work_ends_with_code_0_and_leaves_nothing(home, monkeypatch, nothing_left):
    async with whole_app(home, monkeypatch) as app:
        await app.filled()
        assert await app.close() == 0
    assert app.container.shutdown.started


async def test_a_window_closed_while_it_starts_ends_in_order(home, monkeypatch, nothing_left):
    async with whole_app(home, monkeypatch) as app:
        await eventually(lambda: any(type(w).__name__ == "MainWindow" and w.isVisible()
                                     for w in QApplication.topLevelWidgets()))
        assert app.run is None, "the test comes too late"
        assert await app.close() == 0
        assert app.run is None or app.container.shutdown.started
        # Whatever was made of the data is whole: nothing, or everything.
        if not home.database.exists():
            sqlite3.connect(home.database).close()


async def test_a_window_closed_twice_quickly_closes_once(home, monkeypatch, nothing_left):
    async with whole_app(home, monkeypatch) as app:
        await app.filled()
        window = app.window
        window.close()
        window.close()
        app.run.closing.quit_wanted()
        window.close()
        assert await app.ended() == 0


@pytest.mark.slow
async def test_closing_while_converting_asks_and_stop_and_quit_interrupts_without_a_half_file(
        home, monkeypatch, long_sound, results, nothing_left):
    async with whole_app(home, monkeypatch) as app:
        await app.filled()
        await app.converting(long_sound, results)
        app.window.close()
        assert "1 conversion is running" in words_of(question())
        assert app.window.isVisible()
        answer("Stop and quit")
        loop = asyncio.get_running_loop()
        begun = loop.time()
        assert await app.ended() == 0
        assert loop.time() - begun < 5.0
    assert job_states(home) == ["interrupted"]
    assert os.listdir(results) == []
    async with whole_app(home, monkeypatch) as app:
        await app.filled()
        assert [(item.state.value, item.state.can_retry) for item in app.container.rvc.items] == [("interrupted", True)]
        assert await app.close() == 0


@pytest.mark.slow
async def test_closing_while_converting_and_staying_leaves_the_work_alone(
        home, monkeypatch, song, results, nothing_left):
    async with whole_app(home, monkeypatch) as app:
        await app.filled()
        job = await app.converting(song, results)
        app.window.close()
        answer("Stay")
        assert app.run.closing.state is ClosingState.OPEN
        assert app.window.isVisible()
        pid = app.container.engines.rvc.pid
        await eventually(lambda: app.container.rvc.items[0].state.value == "done", 100.0)
        assert app.container.engines.rvc.pid == pid, "the engine went on"
        assert (await app.container.jobs.get(job.id)).state.value == "completed"
        assert len(os.listdir(results)) == 1
        assert await app.close() == 0


@pytest.mark.slow
async def test_closing_into_the_tray_keeps_converting_until_quit_is_chosen_there(
        home, monkeypatch, with_tray, long_sound, results, nothing_left):
    async with whole_app(home, monkeypatch) as app:
        await app.filled()
        job = await app.converting(long_sound, results)
        app.window.close()
        answer("Keep running in tray")
        assert not app.window.isVisible()
        assert "1 conversion is running" in app.run.tray.tooltip
        assert (await app.container.jobs.get(job.id)).state.value == "running"
        app.run.tray.quit_wanted.emit()
        assert app.window.isVisible(), "the question needs its window"
        answer("Stop and quit")
        assert await app.ended() == 0
    assert job_states(home) == ["interrupted"]
    assert os.listdir(results) == []


@pytest.mark.slow
async def test_the_setting_decides_what_closing_does_without_a_question(
        home, monkeypatch, with_tray, long_sound, results, nothing_left):
    async with whole_app(home, monkeypatch) as app:
        await app.filled()
        await app.converting(long_sound, results)
        await app.container.settings.set(NotificationsSection, on_close=OnClose.TRAY)
        app.window.close()
        assert question() is None
        assert not app.window.isVisible()
        app.window.bring_up()
        await app.container.settings.set(NotificationsSection, on_close=OnClose.QUIT)
        app.window.close()
        assert question() is None
        assert await app.ended() == 0
    assert job_states(home) == ["interrupted"]


@pytest.mark.slow
async def test_flt_41_the_end_of_the_session_stops_within_five_seconds_and_asks_nothing(
        home, monkeypatch, long_sound, results, nothing_left):
    class Manager:
        """What the platform hands over with commitDataRequest; Qt lets nobody make one."""

        hint = None

        def setRestartHint(self, hint) -> None:
            self.hint = hint

    async with whole_app(home, monkeypatch) as app:
        await app.filled()
        await app.converting(long_sound, results)
        app.window.close()  # even over the open question
        manager, begun = Manager(), asyncio.get_running_loop().time()
        app.run.closing._session_ends(manager)
        assert manager.hint is not None
        assert await app.ended() == 0
        assert asyncio.get_running_loop().time() - begun < 5.0
    assert job_states(home) == ["interrupted"]
    assert os.listdir(results) == []

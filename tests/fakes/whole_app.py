"""The whole program in this process: real window, real services, real children, a home of its own."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from PySide6.QtWidgets import QAbstractButton, QApplication, QWidget

from characoid_desktop.app import window as window_module
from characoid_desktop.app.container import Container
from characoid_desktop.app.main import Program
from characoid_desktop.core.clock import Clock
from characoid_desktop.core.paths import AppPaths
from characoid_desktop.jobs.models import Job
from characoid_desktop.settings.sections.conversion import ConversionSection, OutputPlace
from characoid_desktop.ui.shell.failure_window import FailureWindow
from characoid_desktop.ui.shell.main_window import MainWindow
from tests.fakes import crash_report
from tests.fakes.eventually import eventually

START_LIMIT_S = 40.0
END_LIMIT_S = 20.0


class WholeApp:
    """``run`` is the part behind the window, once it is filled; ``task`` ends with the exit code."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.run: window_module.MainWindowRun | None = None
        self.task: asyncio.Task[int] = asyncio.get_running_loop().create_task(program.main())

    @property
    def container(self) -> Container:
        assert self.run is not None, "the window is not filled yet"
        return self.run._c

    @property
    def window(self) -> MainWindow:
        found = [w for w in QApplication.topLevelWidgets() if isinstance(w, MainWindow) and not w._may_close]
        assert len(found) == 1, found
        return found[0]

    @property
    def failure(self) -> FailureWindow | None:
        """The failure window on the screen."""
        return next((w for w in QApplication.topLevelWidgets()
                     if isinstance(w, FailureWindow) and w.isVisible()), None)

    @property
    def notices(self) -> list[str]:
        return [str(notice.sentence) for notice in self.container.notices.open]

    async def filled(self) -> WholeApp:
        await eventually(lambda: self.run is not None or self.task.done() or self.failure, START_LIMIT_S)
        assert not self.task.done(), self.task.result()
        assert self.failure is None, words_of(self.failure)
        return self

    async def failed(self, limit_s: float = START_LIMIT_S) -> FailureWindow:
        """Wait for the failure window and return it."""
        await eventually(lambda: self.failure is not None or self.task.done(), limit_s)
        assert self.failure is not None, self.task.result()
        return self.failure

    async def went_on(self) -> WholeApp:
        """Wait until the failure window is away again and the window is filled."""
        await eventually(lambda: self.failure is None or self.task.done(), START_LIMIT_S)
        return await self.filled()

    async def ended(self, limit_s: float = END_LIMIT_S) -> int:
        """Wait for the end of the program and return its exit code."""
        await asyncio.wait({self.task}, timeout=limit_s)
        assert self.task.done(), "the program did not end"
        return self.task.result()

    async def converting(self, source: Path, target: Path) -> Job:
        """Add ``source``, convert it into ``target`` and return its job once the engine is in the middle of it."""
        container, model = self.container, self.run.rvc
        await container.settings.set(ConversionSection, place=OutputPlace.FOLDER, folder=str(target))
        model.add_files([source])
        await eventually(lambda: any(item.origin == source for item in container.rvc.items))
        item = next(item for item in container.rvc.items if item.origin == source)
        model.convert_items([item.id])

        def fraction() -> float:
            now = container.rvc.get(item.id)
            return (now.progress.fraction or 0.0) if now and now.progress else 0.0

        await eventually(lambda: fraction() > 0.02, START_LIMIT_S)
        job_id = container.rvc.get(item.id).job_id
        return next(job for job in container.jobs.list_active() if job.id == job_id)

    async def close(self) -> int:
        """Close the window as a user does, without work, and return the exit code."""
        self.window.close()
        return await self.ended()


def words_of(widget: QWidget | None) -> str:
    from characoid_desktop.ui.widgets.labels import Label

    return "" if widget is None else " | ".join(label.text() for label in widget.findChildren(Label))


def button(widget: QWidget, words: str) -> QAbstractButton:
    """The visible button that says ``words``."""
    found = [b for b in widget.findChildren(QAbstractButton)
             if b.isVisible() and words in (b.text(), getattr(b, "words", ""))]
    assert len(found) == 1, f"{words}: {[b.text() for b in widget.findChildren(QAbstractButton)]}"
    return found[0]


@asynccontextmanager
async def whole_app(
    paths: AppPaths, monkeypatch: pytest.MonkeyPatch, files: Sequence[Path] = (), *, clock: Clock | None = None,
    prefix: Path | None = None,
) -> AsyncIterator[WholeApp]:
    """Start the program; at the end it is closed if the test has not done so."""
    # A home that is chosen is remembered among the user's files.
    for name in ("XDG_CONFIG_HOME", "HOME", "APPDATA", "LOCALAPPDATA"):
        monkeypatch.setenv(name, str(paths.data.parent.parent / "user"))
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    program = Program(app, paths, files, clock=clock, prefix=prefix or paths.data.parent)
    made = WholeApp(program)
    real = window_module.MainWindowRun

    class Seen(real):
        def __init__(self, *args, **options) -> None:
            super().__init__(*args, **options)
            made.run = self

    monkeypatch.setattr(window_module, "MainWindowRun", Seen)
    try:
        yield made
    finally:
        monkeypatch.setattr(window_module, "MainWindowRun", real)
        if not made.task.done():
            program._quit.set()
            await asyncio.wait({made.task}, timeout=END_LIMIT_S)
        crash_report.enable()  # the program took it over and gave it up
        if not made.task.done():
            made.task.cancel()
            await asyncio.wait({made.task})
            raise AssertionError("the program did not end when it was asked to")

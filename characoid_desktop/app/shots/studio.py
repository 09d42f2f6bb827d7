"""A real window on a home of its own, driven as a user would drive it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QApplication, QWidget

from characoid_desktop.app.container import Container
from characoid_desktop.app.first_window import FirstWindow
from characoid_desktop.app.language import Language, LanguageSwitch
from characoid_desktop.app.last_look import LastLook
from characoid_desktop.app.shots.looks import Look, longer
from characoid_desktop.app.window import MainWindowRun
from characoid_desktop.core.clock import SystemClock
from characoid_desktop.core.i18n import install_translator
from characoid_desktop.core.logs import Logs
from characoid_desktop.core.paths import AppPaths
from characoid_desktop.core.redaction import Redactor
from characoid_desktop.core.tasks import TaskScope
from characoid_desktop.settings.sections.appearance import AppearanceSection
from characoid_desktop.ui.theme.theme import ThemeController

SETTLE_LIMIT_S = 5.0
STILL_TURNS = 3  # of the loop, in which nothing may move any more
POLL_S = 0.01


class Studio:
    """The shell, and with :meth:`fill` its services and panels. ``close`` ends everything in order."""

    def __init__(self, app: QApplication, theme: ThemeController, home: Path) -> None:
        self.paths = AppPaths.under(home)
        self.paths.create()
        self._language = LanguageSwitch(app)
        self._scope = TaskScope("shots")
        self._longer = False
        self.extra: QWidget | None = None  # a window of its own beside the main one
        self._filled: tuple[Container, MainWindowRun] | None = None
        self._logs = Logs(self.paths.logs, Redactor())
        self.shell = FirstWindow(app, self._language, theme, self.paths, self._scope)
        self.window = self.shell.window
        self.window.bring_up()

    async def fill(self) -> None:
        """Build the services and show the panels; raises AppError."""
        container = await Container.build(
            self.paths, SystemClock(), self._logs, self.shell.notices, self.shell.lights)
        self._filled = (container, MainWindowRun(self.shell, container))

    @property
    def services(self) -> Container:
        return self._parts[0]

    @property
    def run(self) -> MainWindowRun:
        return self._parts[1]

    @property
    def _parts(self) -> tuple[Container, MainWindowRun]:
        if self._filled is None:
            raise RuntimeError("this window has no services")
        return self._filled

    async def dress(self, look: Look) -> None:
        """Put on a look, through the settings where there are any."""
        was_longer, self._longer = self._longer, look.longer
        if was_longer:
            install_translator(None)
        if self._filled is not None:
            await self.services.settings.set(
                AppearanceSection, language=look.language, theme=look.theme, text_size=look.text_size)
        else:
            self.shell.dress(LastLook(look.language, look.theme, look.text_size))
        if look.longer:
            install_translator(longer)
        if look.longer or was_longer or self._filled is None:
            self.window.rebuild()
        self.window.resize(*look.size)
        await self.settle(self.window)

    async def settle(self, widget: QWidget) -> None:
        """Return when the layouts of ``widget`` have come to rest; raises TimeoutError when they never do."""
        seen: list[object] = []

        def still() -> bool:
            QCoreApplication.sendPostedEvents()
            seen.append([(child.geometry(), child.isVisible()) for child in widget.findChildren(QWidget)])
            return len(seen) >= STILL_TURNS and all(one == seen[-1] for one in seen[-STILL_TURNS:])

        await self.until(still, SETTLE_LIMIT_S)

    @staticmethod
    async def until(condition: Callable[[], object], limit_s: float) -> None:
        """Return once ``condition()`` holds; raises TimeoutError after ``limit_s`` seconds."""
        try:
            async with asyncio.timeout(limit_s):
                while not condition():
                    await asyncio.sleep(POLL_S)
        except TimeoutError:
            raise TimeoutError(f"not within {limit_s:g} s: {condition.__qualname__}") from None

    async def close(self) -> None:
        """End the services, the window and everything that was put on the application's language."""
        install_translator(None)
        if self._filled is not None:
            container, run = self._filled
            await run.characters.aclose()
            await container.shutdown.run()
            run.rvc.close()
            run.library.close()
            run.settings.close()
            run.tray.close()
        self.window.finish()
        self.window.deleteLater()
        await self._scope.aclose()
        self._language.use(Language.EN)
        self._logs.close()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)

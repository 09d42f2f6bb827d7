"""Goes through all screens in all looks: looks at each, and keeps pictures where a folder is given."""

from __future__ import annotations

import asyncio
import fnmatch
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path

from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication

from characoid_desktop.app.shots import chat_screens, persona_screens, screens, voice_screens
from characoid_desktop.app.shots.audit import Finding, audit, unnamed
from characoid_desktop.app.shots.looks import Look
from characoid_desktop.app.shots.screens import Screen
from characoid_desktop.app.shots.seed import Session, keep_running, seed_many, seed_session
from characoid_desktop.app.shots.studio import Studio
from characoid_desktop.settings.catalog import SECTIONS
from characoid_desktop.ui.panels.settings.model import ABOUT
from characoid_desktop.ui.theme.theme import ThemeController


class Stage(StrEnum):
    """A home and what is in it; one window lives through all looks on it."""

    STARTING = "starting"
    FIRST = "first"
    CHAT = "chat"
    SESSION = "session"
    VOICES = "voices"
    PERSONAS = "personas"
    MANY = "many"
    BROKEN = "broken"


@dataclass(frozen=True, slots=True)
class Taken:
    """One screen in one look. ``file`` is None where no folder was given."""

    name: str
    findings: tuple[str, ...]
    file: Path | None


@dataclass(slots=True)
class Shoot:
    """``only`` are patterns of screen names (``rvc-*``); none: all. ``taken`` is called for each."""

    app: QApplication
    theme: ThemeController
    looks: Sequence[Look]
    folder: Path | None = None
    only: Sequence[str] = ()
    taken: Callable[[Taken], object] = field(default=lambda taken: None)

    async def run(self, home: Path) -> list[Taken]:
        """Go through everything with homes under ``home``; raises AppError, TimeoutError and OSError."""
        done: list[Taken] = []
        for stage in Stage:
            if not any(self._is_wanted(name) for name in _names(stage)):
                continue
            async with self._stage(stage, home / stage) as (studio, found):
                for look in self.looks:
                    wanted = [one for one in found if self._is_wanted(one.name) and one.wanted(look)]
                    if wanted:
                        await studio.dress(look)
                    for screen in wanted:
                        done.append(await self._take(studio, screen, look))
                        self.taken(done[-1])
        return done

    def _is_wanted(self, name: str) -> bool:
        return not self.only or any(fnmatch.fnmatchcase(name, pattern) for pattern in self.only)

    @asynccontextmanager
    async def _stage(self, stage: Stage, home: Path) -> AsyncGenerator[tuple[Studio, list[Screen]]]:
        seeded = await seed_session(home) if stage is Stage.SESSION else None
        sounds = (await asyncio.get_running_loop().run_in_executor(None, voice_screens.write_home, home)
                  if stage is Stage.VOICES else None)
        studio = Studio(self.app, self.theme, home)
        try:
            if stage is not Stage.STARTING:
                await studio.fill()
            if stage is Stage.MANY:
                await seed_many(studio, home)
            if sounds is not None:
                await voice_screens.seed(studio, sounds)
            if stage is Stage.PERSONAS:
                await persona_screens.seed(studio, home)
            for notice in studio.shell.notices.open:
                studio.shell.notices.dismiss(notice.id)
            yield studio, _session(seeded) if seeded is not None else SCREENS[stage]()
        finally:
            await studio.close()

    async def _take(self, studio: Studio, screen: Screen, look: Look) -> Taken:
        name = f"{screen.name}-{look.name}"
        shot = await screen.show(studio)
        try:
            await studio.settle(shot.widget)
            found: list[Finding] = audit(shot.widget, strict=look.is_reference)
            words = [str(one) for one in found] + [f"without a name: {path}" for path in unnamed(shot.widget)]
            file = await self._keep(name, shot.picture().toImage()) if self.folder is not None else None
        finally:
            screen.leave(studio)
        return Taken(name, tuple(words), file)

    async def _keep(self, name: str, picture: QImage) -> Path:
        assert self.folder is not None
        file = self.folder / f"{name}.png"
        if not await asyncio.get_running_loop().run_in_executor(None, picture.save, str(file)):
            raise OSError(f"{file} cannot be written")
        return file


def _pages() -> tuple[str, ...]:
    return (*(section.key for section in SECTIONS), ABOUT)


def _session(seeded: Session) -> list[Screen]:
    return [*screens.session(seeded),
            *chat_screens.session(lambda studio: keep_running(studio.services.rvc, seeded))]


SCREENS: dict[Stage, Callable[[], list[Screen]]] = {
    Stage.STARTING: screens.starting, Stage.FIRST: lambda: screens.first(_pages()),
    Stage.CHAT: chat_screens.screens, Stage.VOICES: voice_screens.screens,
    Stage.PERSONAS: persona_screens.screens, Stage.MANY: screens.many,
    Stage.BROKEN: screens.broken,
}


def screen_names() -> list[str]:
    """Return the names of all screens."""
    return [name for stage in Stage for name in _names(stage)]


def _names(stage: Stage) -> list[str]:
    if stage is Stage.SESSION:
        return [*screens.SESSION_NAMES, *chat_screens.SESSION_NAMES]
    return [screen.name for screen in SCREENS[stage]()]

"""Before work starts: is there little room left on its disks? The work itself checks whether it fits at all."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

from characoid_desktop.core.errors import Action, ActionKind, AppError
from characoid_desktop.core.i18n import Text
from characoid_desktop.core.notices import NoticeBoard, NoticeLevel
from characoid_desktop.core.tasks import TaskScope
from characoid_desktop.data.home import free_bytes
from characoid_desktop.jobs.models import Job, JobState

GIGABYTE = 1_000_000_000
KEY = "space"


class SpaceWatch:
    """Looks at the start of the app and of every job, and says so once for each disk that gets short.

    ``limit_gb`` is asked each time. A folder is mentioned again after it had room in between.
    """

    def __init__(self, notices: NoticeBoard, scope: TaskScope, home: Path, limit_gb: Callable[[], float]) -> None:
        self._notices = notices
        self._scope = scope
        self._home = home
        self._limit_gb = limit_gb
        self._said: set[Path] = set()
        self._looking: set[Path] = set()

    def look(self, folder: Path | None = None) -> None:
        """Look at the disk of ``folder`` (None: the app's own) soon."""
        folder = folder or self._home
        if folder not in self._looking:
            self._looking.add(folder)
            self._scope.start(self._look(folder), name="free space")

    def note(self, job: Job) -> None:
        """Take a change of a job: when it starts, its disks are looked at."""
        if job.state is not JobState.RUNNING or job.progress is not None:
            return
        self.look()
        target = _target_of(job)
        if target is not None:
            self.look(target)

    async def _look(self, folder: Path) -> None:
        try:
            free = await asyncio.get_running_loop().run_in_executor(None, free_bytes, folder)
        except AppError:
            return  # the work that wants to write there says what is wrong
        finally:
            self._looking.discard(folder)
        if free >= self._limit_gb() * GIGABYTE:
            self._said.discard(folder)
        elif folder not in self._said:
            self._said.add(folder)
            self._notices.post(
                NoticeLevel.WARNING,
                Text.of("Only {free} GB are free on the disk of “{folder}”.", free=f"{free / GIGABYTE:.1f}",
                        folder=str(folder)),
                safe=Text.of("Work goes on. What does not fit is refused before it starts."),
                actions=(Action(ActionKind.OPEN_FOLDER, Text.of("Open folder"), {"path": str(folder)}),), key=KEY)


def _target_of(job: Job) -> Path | None:
    """The folder a job writes its result to, as far as its parameters tell."""
    folder, source = _text(job, "folder"), _text(job, "origin")
    return Path(folder) if folder else Path(source).parent if source else None


def _text(job: Job, key: str) -> str:
    value: Any = job.params.get(key)
    return value if isinstance(value, str) else ""

"""The model library with a real database and real folders; the engine is a fake unless one is given."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from characoid_desktop.core.clock import SystemClock
from characoid_desktop.core.paths import AppPaths
from characoid_desktop.data.database import Database
from characoid_desktop.engines.contracts import EngineHost
from characoid_desktop.features.voices.models import ImportProgress, ImportReport, LibraryItem
from characoid_desktop.features.voices.service import VoiceLibrary
from tests.fakes.held_models import HeldModels


class LibraryBench:
    def __init__(self, paths: AppPaths, database: Database, models: EngineHost, library: VoiceLibrary) -> None:
        self.paths, self.database, self.models, self.library = paths, database, models, library
        self.changed: list[LibraryItem] = []
        self.removed: list[str] = []
        self.progress: list[ImportProgress] = []
        self.finished: list[ImportReport] = []
        library.changed.connect(self.changed.append)
        library.removed.connect(self.removed.append)
        library.progress.connect(self.progress.append)
        library.finished.connect(self.finished.append)

    @property
    def fake(self) -> HeldModels:
        assert isinstance(self.models, HeldModels)
        return self.models

    async def take(self, *paths: Path) -> ImportReport:
        return await self.library.import_paths(paths)

    def staged(self) -> list[str]:
        """What lies in the staging folder; empty when nothing runs."""
        folder = self.library.root / "staging"
        return sorted(path.name for path in folder.iterdir()) if folder.is_dir() else []


@asynccontextmanager
async def library_bench(
    paths: AppPaths, *, models: EngineHost | None = None, tidied: bool = True,
) -> AsyncIterator[LibraryBench]:
    clock = SystemClock()
    database = await Database.open(paths.database, paths.backups, clock)
    library = VoiceLibrary(database, models or HeldModels(), clock, paths.models)
    bench = LibraryBench(paths, database, models or library._models, library)
    try:
        await library.start()
        if tidied:
            await library.tidied()
        yield bench
    finally:
        await library.aclose()
        await database.aclose()

"""Everything of an RVC session but the window: real database, real queue, engines that can hold still."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from characoid_desktop.core.clock import SystemClock
from characoid_desktop.core.paths import AppPaths
from characoid_desktop.data.blobs import BlobStore
from characoid_desktop.data.database import Database
from characoid_desktop.engines.contracts import EngineHost
from characoid_desktop.features.attachments.service import AttachmentService
from characoid_desktop.features.rvc.models import BatchReport, Choice, ItemState, Place, SessionItem
from characoid_desktop.features.rvc.production import Patience
from characoid_desktop.features.rvc.scan import ScanLimits
from characoid_desktop.features.rvc.service import Folders, RvcSessionService
from characoid_desktop.features.rvc.voices_port import VoiceSource
from characoid_desktop.jobs.queue import JobQueue
from characoid_desktop.settings.sections.conversion import OutputFormat
from tests.fakes.held_engine import HeldEngine

CHOICE = Choice("higher", {"semitones": 4.0}, OutputFormat.WAV)


class RvcBench:
    def __init__(
        self, database: Database, jobs: JobQueue, media: EngineHost, rvc: EngineHost, service: RvcSessionService
    ) -> None:
        self.database, self.jobs, self.media, self.rvc, self.service = database, jobs, media, rvc, service
        self.reports: list[BatchReport] = []
        service.finished.connect(self.reports.append)

    @property
    def states(self) -> list[ItemState]:
        return [item.state for item in self.service.items]

    def item(self, name: str) -> SessionItem:
        return next(item for item in self.service.items if item.name == name)

    async def add(self, *paths: Path) -> list[str]:
        before = {item.id for item in self.service.items}
        await self.service.add_paths(paths, CHOICE)
        return [item.id for item in self.service.items if item.id not in before]

    async def convert(self, *ids: str, place: Place | None = None) -> int:
        return await self.service.convert(ids, place or Place(None, "{title} ({preset})"), lambda choice: "Higher")


@asynccontextmanager
async def rvc_bench(
    paths: AppPaths, *, media: EngineHost | None = None, rvc: EngineHost | None = None,
    copies: bool = False, limits: ScanLimits | None = None, library: VoiceSource | None = None,
    patience: Patience | None = None,
) -> AsyncIterator[RvcBench]:
    clock = SystemClock()
    database = await Database.open(paths.database, paths.backups, clock)
    jobs = JobQueue(database, clock)
    attachments = AttachmentService(database, BlobStore(paths.blobs), clock)
    media = media or HeldEngine("media")
    rvc = rvc or HeldEngine("rvc")
    service = RvcSessionService(
        database, jobs, media, rvc, attachments, clock,
        Folders(paths.previews, paths.cache / "pictures", paths.data / "samples"),
        keep_copies=lambda: copies, limits=limits, library=library, patience=patience)
    try:
        await jobs.start()
        await service.start()
        yield RvcBench(database, jobs, media, rvc, service)
    finally:
        await service.aclose()
        await jobs.aclose()
        await database.aclose()

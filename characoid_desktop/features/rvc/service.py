"""The RVC session: files in, converted files out. The panel and the tools use this, and nothing behind it.

All methods are called in the loop's thread; what takes time is awaited or runs in tasks of the service.
"""

from __future__ import annotations

import asyncio
import logging
import uuid
from collections.abc import Callable, Coroutine, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from characoid_desktop.core.clock import Clock
from characoid_desktop.core.errors import AppError
from characoid_desktop.core.events import Event
from characoid_desktop.core.i18n import Text
from characoid_desktop.core.tasks import TaskScope
from characoid_desktop.data.database import Database
from characoid_desktop.engines.contracts import EngineHost, EngineProgress, EngineState
from characoid_desktop.features.attachments.models import Attachment
from characoid_desktop.features.attachments.service import AttachmentService
from characoid_desktop.features.rvc.batch import Batch
from characoid_desktop.features.rvc.book import SLICE, ItemBook
from characoid_desktop.features.rvc.destination import copy_result
from characoid_desktop.features.rvc.job import KIND, ConvertHandler, job_params
from characoid_desktop.features.rvc.looking import Looking
from characoid_desktop.features.rvc.models import (
    AddReport,
    BatchReport,
    Choice,
    ItemState,
    Place,
    SessionItem,
)
from characoid_desktop.features.rvc.naming import shown
from characoid_desktop.features.rvc.pictures import PictureStore
from characoid_desktop.features.rvc.previews import PREVIEW_BYTES, Preview, Previews
from characoid_desktop.features.rvc.repository import NewItem, RvcRepository
from characoid_desktop.features.rvc.sample import write_sample
from characoid_desktop.features.rvc.scan import FoundFile, ScanLimits, scan
from characoid_desktop.features.rvc.sound import EngineSound
from characoid_desktop.features.rvc.wishes import Wishes
from characoid_desktop.jobs.models import Job
from characoid_desktop.jobs.queue import JobQueue, JobRequest

_log = logging.getLogger(__name__)


def _new_id() -> str:
    return uuid.uuid4().hex


@dataclass(frozen=True, slots=True)
class Folders:
    """What the session writes beside results: ``previews`` and ``pictures`` are caches."""

    previews: Path
    pictures: Path
    samples: Path


class RvcSessionService:
    """One session of files, kept in the database.

    ``added`` fires with new items in order, ``removed`` with ids, ``changed`` with an item as it is now,
    ``picture_ready`` with the id of an item whose waveform is there, ``finished`` once when everything that
    was asked for is over.
    """

    def __init__(
        self,
        database: Database,
        jobs: JobQueue,
        media: EngineHost,
        rvc: EngineHost,
        attachments: AttachmentService,
        clock: Clock,
        folders: Folders,
        *,
        keep_copies: Callable[[], bool] = lambda: False,
        preview_bytes: Callable[[], int] = lambda: PREVIEW_BYTES,
        limits: ScanLimits | None = None,
    ) -> None:
        self.added: Event[tuple[SessionItem, ...]] = Event()
        self.removed: Event[tuple[str, ...]] = Event()
        self.changed: Event[SessionItem] = Event()
        self.picture_ready: Event[str] = Event()
        self.finished: Event[BatchReport] = Event()
        self._database = database
        self._jobs = jobs
        self._media = media
        self._attachments = attachments
        self._clock = clock
        self._folders = folders
        self._keep_copies = keep_copies
        self._limits = limits or ScanLimits()
        self._rows = RvcRepository(database)
        self._pictures = PictureStore(folders.pictures, media)
        self._previews = Previews(media, folders.previews, preview_bytes)
        self._scope = TaskScope("rvc session")
        self._book = ItemBook(self._rows, self._scope, self.changed)
        self._looking = Looking(self._book, media, attachments, self._pictures, self._scope, self.picture_ready)
        self._batch = Batch(clock)
        self._rvc = rvc
        self._wishes = Wishes()
        self._session = ""
        self._adding = asyncio.Lock()
        self._disconnect = [jobs.changed.connect(self._job_changed)]
        jobs.register(ConvertHandler(rvc, self._looking.keep))

    async def start(self) -> None:
        """Load what the last life of the app left (after ``jobs.start``) and clear the preview cache."""
        self._session = await self._rows.session(_new_id(), self._clock.now())
        items = await self._rows.items(self._session)
        for item in items:
            self._book.keep(item)
        await self._previews.sweep()
        await self._pictures.sweep()
        if items:
            self.added.emit(tuple(items))

    async def aclose(self) -> None:
        """Stop looking, scanning and previewing; conversions belong to the job queue."""
        for disconnect in self._disconnect:
            disconnect()
        self._previews.cancel()
        self._looking.close()
        await self._scope.aclose()

    # --- look -----------------------------------------------------------------------------------

    @property
    def items(self) -> tuple[SessionItem, ...]:
        """All items in the order in which they were added."""
        return self._book.all

    def get(self, item_id: str) -> SessionItem | None:
        return self._book.get(item_id)

    @property
    def batch(self) -> tuple[int, int]:
        """Return (conversions that are over, all that were asked for); (0, 0) while there is nothing to do."""
        return self._batch.total - self._batch.left, self._batch.total

    def want(self, item_ids: Sequence[str]) -> None:
        """Say which items are in view: their facts and waveforms are fetched, one after the other."""
        self._looking.want(item_ids)

    def want_first(self, item_id: str) -> None:
        """The same for the item the user chose: before all others."""
        self._looking.want_first(item_id)

    def picture(self, item_id: str, *, converted: bool = False) -> bytes | None:
        """Return the waveform when it is there: int8 pairs, lowest and highest per column."""
        item = self._book.get(item_id)
        if item is None or (converted and item.result is None):
            return None
        return self._pictures.get(item.result.path if converted and item.result else item.path)

    def sound(self, item_id: str, *, converted: bool = False) -> EngineSound | None:
        """Return what the player reads; None before anything is known of it."""
        item = self._book.get(item_id)
        if item is None:
            return None
        if converted:
            result = item.result
            return None if result is None else EngineSound(self._media, result.path, result.duration_s)
        return None if item.facts is None else EngineSound(self._media, item.path, item.facts.duration_s)

    def preview_sound(self, preview: Preview) -> EngineSound:
        """Return a preview on the timeline of its original."""
        return EngineSound(self._media, preview.path, preview.duration_s, preview.start_s)

    # --- add and remove -------------------------------------------------------------------------

    async def add_paths(self, paths: Sequence[Path], choice: Choice) -> AddReport:
        """Add files, and what is in folders; nothing is opened. Returns what was left out and why."""
        async with self._adding:
            known = {item.origin for item in self._book.all}
            own = await self._rows.outputs()
            counts = {"added": 0, "already": 0}
            refused: list[AppError] = []

            async def take(found: list[FoundFile]) -> None:
                fresh = [file.path for file in found if file.path not in known]
                counts["already"] += len(found) - len(fresh)
                known.update(fresh)
                counts["added"] += await self._insert(fresh, choice, refused)

            report = await scan(paths, take, limits=self._limits, own_outputs=own)
        return AddReport(counts["added"], counts["already"], report.skipped, report.own_outputs, report.cut,
                         (*report.refused, *refused))

    async def add_sample(self, choice: Choice) -> str:
        """Write the sample (once), add it and return its item's id; raises OSError."""
        folder = self._folders.samples
        path = await asyncio.get_running_loop().run_in_executor(None, write_sample, folder)
        await self.add_paths([path], choice)
        return next(item.id for item in self._book.all if item.origin == path)

    async def _insert(self, paths: Sequence[Path], choice: Choice, refused: list[AppError]) -> int:
        pairs: list[tuple[Attachment, Path | None]] = []
        if self._keep_copies():
            for path in paths:
                try:
                    pairs.append((await self._attachments.import_file(path), path))
                except AppError as error:
                    refused.append(error)
        else:
            taken, not_taken = await self._attachments.reference_many(paths)
            refused += [no.error for no in not_taken]
            pairs = [(attachment, None) for attachment in taken]
        new = [NewItem(_new_id(), attachment.id, choice, origin) for attachment, origin in pairs]
        if not new:
            return 0
        async with self._database.transaction() as tx:
            seqs = await self._rows.insert(tx, self._session, new, self._clock.now())
        items = tuple(
            SessionItem(
                row.id, seqs[row.id], attachment.id, attachment.path, origin or attachment.path,
                attachment.name, choice, size=attachment.size)
            for row, (attachment, origin) in zip(new, pairs, strict=True))
        for item in items:
            self._book.keep(item)
        self.added.emit(items)
        return len(items)

    async def remove(self, item_ids: Sequence[str]) -> None:
        """Take items off the list, stopping what runs; no file is touched."""
        items = [item for id in dict.fromkeys(item_ids) if (item := self._book.get(id)) is not None]
        here = [item.id for item in items]
        self._wishes.withdraw(here)
        await self._cancel([item for item in items if item.state.is_active])
        for start in range(0, len(here), SLICE):
            async with self._database.transaction() as tx:
                await self._rows.delete(tx, here[start: start + SLICE])
        self._wishes.withdraw(here)  # those of the meantime
        late = [item for id in here if (item := self._book.get(id)) is not None and item.state.is_active]
        gone = self._book.drop(here)
        if gone:
            self.removed.emit(gone)
        await self._cancel(late)

    async def clear_done(self) -> None:
        """Take finished items off the list; their files stay."""
        await self.remove([item.id for item in self._book.all if item.state is ItemState.DONE])

    def set_choice(self, item_ids: Sequence[str], choice: Choice) -> Coroutine[Any, Any, None]:
        """Set what is to be done with items that are not being converted now.

        The items differ at once; the coroutine that is returned stores it.
        """
        changed = [
            replace(item, choice=choice) for id in item_ids
            if (item := self._book.get(id)) is not None and not item.state.is_active and item.choice != choice
        ]
        for item in changed:
            self._book.show(item)
        return self._rows.set_choices([(item.id, choice) for item in changed])

    # --- convert --------------------------------------------------------------------------------

    async def convert(
        self, item_ids: Sequence[str], place: Place, preset_label: Callable[[Choice], str]
    ) -> int:
        """Queue conversions and return how many; items whose conversion runs already are left alone."""
        items = [
            item for id in dict.fromkeys(item_ids)
            if (item := self._book.get(id)) is not None and item.state.can_convert
            and id not in self._wishes
        ]
        if items:
            await self._give_engine_a_chance()
        with self._wishes.made(item.id for item in items) as stands:
            # In slices, so that ten thousand files neither hold the database nor the window.
            for start in range(0, len(items), SLICE):
                wanted = [item for item in items[start: start + SLICE] if stands(item.id)]
                await self._submit(wanted, stands, place, preset_label)
        return len(items)

    async def _submit(
        self, items: Sequence[SessionItem], stands: Callable[[str], bool], place: Place,
        preset_label: Callable[[Choice], str],
    ) -> None:
        requests = [
            JobRequest(KIND, _job_title(item), job_params(item, place, preset_label(item.choice))) for item in items]
        async with self._database.transaction() as tx:
            jobs = await self._jobs.submit_many(requests, tx=tx)
            pairs = [(item.id, job.id) for item, job in zip(items, jobs, strict=True)]
            await self._rows.set_jobs(tx, pairs)
            for item_id, job_id in pairs:
                self._book.expect(item_id, job_id)
        for item_id, job_id in pairs:
            self._book.queued(item_id, job_id)
        await self._jobs.cancel_many([job_id for item_id, job_id in pairs if not stands(item_id)])

    def waiting(self) -> tuple[str, ...]:
        """Ids of items that were never converted (or not to the end) and can be."""
        return tuple(item.id for item in self._book.all if item.state.waits)

    async def cancel(self, item_id: str) -> None:
        """Stop the conversion of an item; nothing of it is left."""
        self._wishes.withdraw([item_id])
        item = self._book.get(item_id)
        if item is not None and item.job_id is not None and item.state.is_active:
            await self._jobs.cancel(item.job_id)

    async def cancel_all(self) -> None:
        """Stop all conversions of this session."""
        self._wishes.withdraw_all()
        await self._cancel([item for item in self._book.all if item.state.is_active])

    async def _cancel(self, items: Sequence[SessionItem]) -> None:
        """Stop several, the running one with the last slice: else the next would start in between."""
        ordered = sorted(items, key=lambda item: (item.state is not ItemState.QUEUED, -item.seq))
        ids = [item.job_id for item in ordered if item.job_id is not None]
        for start in range(0, len(ids), SLICE):
            await self._jobs.cancel_many(ids[start: start + SLICE])

    async def retry(self, item_ids: Sequence[str]) -> None:
        """Do again what failed, was stopped or interrupted; look again at what could not be read."""
        again: dict[str, str] = {}
        for item_id in item_ids:
            item = self._book.get(item_id)
            if item is None or not item.state.can_retry or item_id in self._wishes:
                continue
            if item.state is not ItemState.UNREADABLE and item.job_id is not None:
                again[item.job_id] = item_id
            else:
                self._book.show(replace(item, state=ItemState.WAITING, error=None, facts=None))
                self.want_first(item_id)
        if not again:
            return
        await self._give_engine_a_chance()
        with self._wishes.made(again.values()) as stands:
            jobs = await self._jobs.retry_many(list(again))
            for job in jobs:
                self._job_changed(job)
            await self._jobs.cancel_many([
                job.id for job, item_id in zip(jobs, again.values(), strict=True) if not stands(item_id)])

    async def _give_engine_a_chance(self) -> None:
        """An engine that was given up on starts anew when the user asks for work; raises EngineUnavailable."""
        if self._rvc.state is EngineState.FAILED:
            await self._rvc.restart()

    async def preview(
        self, item_id: str, start_s: float, seconds: float, effect: Mapping[str, Any],
        on_progress: Callable[[EngineProgress], object] | None = None,
    ) -> Preview | None:
        """Convert a region into a temporary file; None when a later preview took its place. Raises AppError."""
        item = self._book.get(item_id)
        if item is None:
            return None
        return await self._previews.make(item.path, start_s, seconds, effect, on_progress)

    def cancel_preview(self) -> None:
        self._previews.cancel()

    async def save_as(self, item_id: str, target: Path) -> Path:
        """Copy the result to a place the user chose in a file dialog (which asked before replacing)."""
        item = self._book.get(item_id)
        if item is None or item.result is None:
            raise AppError(Text.of("This file has no result to save any more."), code="not_found")
        return await asyncio.get_running_loop().run_in_executor(None, copy_result, item.result.path, target)

    def _job_changed(self, job: Job) -> None:
        if job.kind != KIND:
            return
        result = self._book.follow(job)
        report = self._batch.note(job, result.path if result else None)
        if report is not None:
            self.finished.emit(report)


def _job_title(item: SessionItem) -> Text:
    return Text.of("Convert “{name}”", name=shown(item.origin.name, 120))

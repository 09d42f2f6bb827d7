"""Asking for conversions and taking that back: the one way into the queue, for the panel and for tools."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager, nullcontext
from dataclasses import replace

from characoid_desktop.core.errors import AppError
from characoid_desktop.core.i18n import Text
from characoid_desktop.core.tasks import TaskScope
from characoid_desktop.data.database import Database, Transaction
from characoid_desktop.engines.contracts import EngineHost, EngineState
from characoid_desktop.features.rvc.book import SLICE, ItemBook
from characoid_desktop.features.rvc.job import KIND, job_params
from characoid_desktop.features.rvc.models import Choice, ItemState, Place, SessionItem
from characoid_desktop.features.rvc.naming import shown
from characoid_desktop.features.rvc.repository import RvcRepository
from characoid_desktop.features.rvc.stages import Stage
from characoid_desktop.features.rvc.wishes import Wishes
from characoid_desktop.jobs.models import Job
from characoid_desktop.jobs.queue import JobQueue, JobRequest

Label = Callable[[Choice], str]


class Asking:
    """``look_again`` is called with the id of an item whose file is to be read once more."""

    def __init__(
        self, database: Database, jobs: JobQueue, rows: RvcRepository, book: ItemBook, engine: EngineHost,
        scope: TaskScope, look_again: Callable[[str], object],
    ) -> None:
        self._database = database
        self._jobs = jobs
        self._rows = rows
        self._book = book
        self._engine = engine
        self._scope = scope
        self._look_again = look_again
        self._wishes = Wishes()

    async def convert(
        self, item_ids: Sequence[str], place: Place, label: Label, until: Stage = Stage.MIX,
    ) -> int:
        """Queue conversions and return how many; items whose conversion runs already are left alone."""
        items = [
            item for id in dict.fromkeys(item_ids)
            if (item := self._book.get(id)) is not None and item.state.can_convert
            and id not in self._wishes
        ]
        if items:
            await self.wake_engine()
        with self._wishes.made(item.id for item in items) as stands:
            # In slices, so that ten thousand files neither hold the database nor the window.
            for start in range(0, len(items), SLICE):
                wanted = [item for item in items[start: start + SLICE] if stands(item.id)]
                pairs = await self._submit(wanted, place, label, until=until)
                await self._jobs.cancel_many([job.id for item, job in pairs if not stands(item.id)])
        return len(items)

    async def convert_one(
        self, item: SessionItem, place: Place, label: Label, tx: Transaction, until: Stage = Stage.MIX,
    ) -> Job:
        """Queue the conversion of one item with the choice it brings, inside a unit of work; return the job.

        Nothing is shown, and nothing runs, before that is saved. The engine is not started anew here, which could
        take as long as the unit of work may not: see :meth:`wake_engine`. Raises AppError for an item that is being
        converted or asked for already.
        """
        if item.id in self._wishes or self._is_active(item.id):
            raise AppError(Text.of("“{name}” is being converted already.", name=item.name), code="already_running")
        await self._rows.set_choices([(item.id, item.choice)], tx)
        tx.after_commit(lambda: self._chosen(item))
        ((_, job),) = await self._submit([item], place, label, tx, until)
        return job

    async def _submit(
        self, items: Sequence[SessionItem], place: Place, label: Label, tx: Transaction | None = None,
        until: Stage = Stage.MIX,
    ) -> list[tuple[SessionItem, Job]]:
        async with self._within(tx) as unit:
            items = [item for item in items if not self._is_active(item.id)]  # those of the meantime
            requests = [
                JobRequest(KIND, _job_title(item, until), job_params(item, place, label(item.choice), until))
                for item in items]
            jobs = await self._jobs.submit_many(requests, tx=unit)
            pairs = list(zip(items, jobs, strict=True))
            await self._rows.set_jobs(unit, [(item.id, job.id) for item, job in pairs])
            for item, job in pairs:
                self._book.expect(item.id, job.id)
            unit.after_commit(lambda: self._submitted(pairs))
        return pairs

    def _is_active(self, item_id: str) -> bool:
        item = self._book.get(item_id)
        return item is not None and item.state.is_active

    def _chosen(self, item: SessionItem) -> None:
        now = self._book.get(item.id)
        if now is not None:
            self._book.show(replace(now, choice=item.choice))

    def _submitted(self, pairs: Sequence[tuple[SessionItem, Job]]) -> None:
        gone: list[str] = []
        for item, job in pairs:
            now = self._book.get(item.id)
            if now is None:  # removed meanwhile
                gone.append(job.id)
                continue
            self._book.queued(item.id, job.id)
        if gone:
            self._scope.start(self._jobs.cancel_many(gone), name="cancel removed")

    def withdraw(self, item_ids: Sequence[str]) -> None:
        """Forget wishes that are on their way into the queue."""
        self._wishes.withdraw(item_ids)

    async def cancel(self, item_id: str) -> None:
        """Stop the conversion of an item; nothing of it is left."""
        self._wishes.withdraw([item_id])
        item = self._book.get(item_id)
        if item is not None and item.job_id is not None and item.state.is_active:
            await self._jobs.cancel(item.job_id)

    async def cancel_all(self) -> None:
        """Stop all conversions of this session."""
        self._wishes.withdraw_all()
        await self.cancel_many([item for item in self._book.all if item.state.is_active])

    async def cancel_many(self, items: Sequence[SessionItem]) -> None:
        """Stop several, the running one with the last slice: else the next would start in between."""
        ordered = sorted(items, key=lambda item: (item.state is not ItemState.QUEUED, -item.seq))
        ids = [item.job_id for item in ordered if item.job_id is not None]
        for start in range(0, len(ids), SLICE):
            await self._jobs.cancel_many(ids[start: start + SLICE])

    async def retry(self, item_ids: Sequence[str], follow: Callable[[Job], object]) -> None:
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
                self._look_again(item_id)
        if not again:
            return
        await self.wake_engine()
        with self._wishes.made(again.values()) as stands:
            jobs = await self._jobs.retry_many(list(again))
            for job in jobs:
                follow(job)
            await self._jobs.cancel_many([
                job.id for job, item_id in zip(jobs, again.values(), strict=True) if not stands(item_id)])

    async def wake_engine(self) -> None:
        """An engine that was given up on starts anew when the user asks for work; raises EngineUnavailable."""
        if self._engine.state is EngineState.FAILED:
            await self._engine.restart()

    def _within(self, tx: Transaction | None) -> AbstractAsyncContextManager[Transaction]:
        return self._database.transaction() if tx is None else nullcontext(tx)


def _job_title(item: SessionItem, until: Stage) -> Text:
    if until is Stage.SEPARATE:
        return Text.of("Take “{name}” apart", name=shown(item.origin.name, 120))
    return Text.of("Convert “{name}”", name=shown(item.origin.name, 120))

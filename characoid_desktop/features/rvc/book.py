"""The items of a session in memory: which job counts for which item, and what is still to be stored."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from dataclasses import replace

from characoid_desktop.core.errors import AppError
from characoid_desktop.core.events import Event
from characoid_desktop.core.tasks import TaskScope
from characoid_desktop.features.rvc.job import makes_a_file
from characoid_desktop.features.rvc.models import ItemResult, ItemState, SessionItem
from characoid_desktop.features.rvc.repository import RvcRepository, item_state
from characoid_desktop.jobs.models import Job

SLICE = 100  # items a unit of work
_log = logging.getLogger(__name__)


class ItemBook:
    """Every change of an item goes through :meth:`show`, which tells ``changed``."""

    def __init__(self, rows: RvcRepository, scope: TaskScope, changed: Event[SessionItem]) -> None:
        self._rows = rows
        self._scope = scope
        self._changed = changed
        self._items: dict[str, SessionItem] = {}
        self._of_job: dict[str, str] = {}  # item of a job
        self._last_job: dict[str, str] = {}  # the job that counts for an item
        self._unsaved: dict[str, SessionItem] = {}
        self._saving = False

    @property
    def all(self) -> tuple[SessionItem, ...]:
        """The items in the order in which they were added."""
        return tuple(self._items.values())

    def get(self, item_id: str) -> SessionItem | None:
        return self._items.get(item_id)

    def of_job(self, job_id: str) -> SessionItem | None:
        """The item that a job was made for."""
        return self._items.get(self._of_job.get(job_id, ""))

    def keep(self, item: SessionItem) -> None:
        """Take in a new item, without telling."""
        self._items[item.id] = item
        if item.job_id is not None:
            self._of_job[item.job_id] = item.id
            self._last_job[item.id] = item.job_id

    def drop(self, item_ids: Iterable[str]) -> tuple[str, ...]:
        """Forget items; returns the ids of those that were there."""
        return tuple(id for id in item_ids if self._items.pop(id, None) is not None)

    def show(self, item: SessionItem) -> None:
        """Replace an item by what it is now; one that was removed meanwhile stays away."""
        if item.id in self._items and self._items[item.id] != item:
            self.keep(item)
            self._changed.emit(item)

    def expect(self, item_id: str, job_id: str) -> None:
        """Note a job before it is committed: the queue may tell of it before its submitter goes on."""
        self._of_job[job_id] = item_id

    def queued(self, item_id: str, job_id: str) -> None:
        """Show that an item's job waits, unless the queue has told more already."""
        item = self._items.get(item_id)
        if item is not None and self._last_job.get(item_id) != job_id:
            self._last_job[item_id] = job_id
            self.show(replace(item, job_id=job_id, state=ItemState.QUEUED, error=None, progress=None))

    def follow(self, job: Job) -> ItemResult | None:
        """Bring a job's item up to date; returns the result of a finished one."""
        item = self._item_of(job)
        if item is None:
            return None
        state = item_state(job.state)
        result = ItemResult.from_value(job.result) if job.result and "path" in job.result else None
        if state is ItemState.DONE and result is None:
            if makes_a_file(job):
                state = ItemState.FAILED
            elif item.result is None:
                state = ItemState.WAITING  # taken apart, and not converted yet
        adopted = item.job_id != job.id
        now = replace(
            item, job_id=job.id, state=state, progress=job.progress,
            error=job.error if state is ItemState.FAILED else None, result=result or item.result)
        self.show(now)
        if state in (ItemState.DONE, ItemState.FAILED) or adopted:
            self.store(now)
        return result

    def _item_of(self, job: Job) -> SessionItem | None:
        item_id = self._of_job.get(job.id)
        if item_id is None and job.retry_of is not None:  # tried again from here or from another panel
            item_id = self._of_job.get(job.retry_of)
            if item_id is not None:
                self._of_job[job.id] = item_id
        item = self._items.get(item_id or "")
        if item is None:
            return None
        if self._last_job.get(item.id) != job.id:
            if job.state.is_over:
                return None  # an earlier job, whose end was waited for elsewhere
            self._last_job[item.id] = job.id
        return item

    def store(self, item: SessionItem) -> None:
        """Keep an outcome with its item, soon; many come in one unit of work."""
        self._unsaved[item.id] = item
        if not self._saving:
            self._saving = True
            self._scope.start(self._save(), name="save")

    async def _save(self) -> None:
        try:
            while self._unsaved:
                items = list(self._unsaved.values())[:SLICE]
                for item in items:
                    del self._unsaved[item.id]
                await self._rows.set_outcomes(items)
        except AppError as error:  # the rows of the jobs still know
            _log.info("outcomes were not stored with their items: %s", error.detail or error)
        finally:
            self._saving = False

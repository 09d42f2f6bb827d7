"""Conversions as the chat's cards show them: the same jobs and sounds as in the RVC panel."""

from __future__ import annotations

from pathlib import Path

from characoid_desktop.audio.playback import PcmSource, matched_gain_db
from characoid_desktop.core.errors import AppError
from characoid_desktop.core.events import Event
from characoid_desktop.core.i18n import Text
from characoid_desktop.features.rvc.models import ItemResult, ItemState, SessionItem
from characoid_desktop.features.rvc.service import RvcSessionService
from characoid_desktop.jobs.models import Job, JobState
from characoid_desktop.jobs.queue import JobQueue
from characoid_desktop.ui.panels.chat.ports import Result, WorkFacts

_STATES = {
    ItemState.QUEUED: JobState.QUEUED, ItemState.RUNNING: JobState.RUNNING, ItemState.DONE: JobState.COMPLETED,
    ItemState.FAILED: JobState.FAILED, ItemState.UNREADABLE: JobState.FAILED,
    ItemState.CANCELLED: JobState.CANCELLED, ItemState.INTERRUPTED: JobState.INTERRUPTED,
}


class ConversionWork:
    """Implements ``chat.ports.Work``. A card keeps the id of its first job; the file tells of the later ones."""

    def __init__(self, rvc: RvcSessionService, jobs: JobQueue) -> None:
        self.changed: Event[str] = Event()
        self._rvc = rvc
        self._jobs = jobs
        self._item_ids: dict[str, str] = {}  # card's job id → item id
        self._disconnect = (
            rvc.changed.connect(self._item_changed), rvc.picture_ready.connect(self._picture_ready),
            jobs.changed.connect(self._job_changed))

    def close(self) -> None:
        for disconnect in self._disconnect:
            disconnect()

    def look(self, job_id: str) -> WorkFacts | None:
        """Return how a conversion is doing; None when its file is no longer on the list."""
        item = self._item(job_id)
        state = _STATES.get(item.state) if item is not None else None
        if item is None or state is None:
            return None
        progress = item.progress
        return WorkFacts(
            state=state, name=item.name, stage=progress.stage if progress else None,
            fraction=progress.fraction if progress else None,
            remaining_s=progress.remaining_s if progress else None, error=item.error,
            result=_result(item.result) if state is JobState.COMPLETED else None,
            has_original=item.facts is not None)

    def picture(self, job_id: str, *, original: bool) -> bytes | None:
        """Return the waveform when it is there, and ask for it otherwise."""
        item = self._item(job_id)
        if item is None:
            return None
        picture = self._rvc.picture(item.id, converted=not original)
        if picture is None:
            self._rvc.want_first(item.id)
        return picture

    def sound(self, job_id: str, *, original: bool) -> tuple[PcmSource, float] | None:
        """Return what the player reads and its gain in dB, so that both versions are equally loud."""
        item = self._item(job_id)
        sound = None if item is None else self._rvc.sound(item.id, converted=not original)
        if item is None or sound is None:
            return None
        result = item.result
        if result is None:
            return sound, 0.0
        both = (result.lufs_in, result.lufs_out) if original else (result.lufs_out, result.lufs_in)
        return sound, matched_gain_db(*both)

    async def cancel(self, job_id: str) -> None:
        """Stop the conversion."""
        item = self._item(job_id)
        if item is not None:
            await self._rvc.cancel(item.id)

    async def retry(self, job_id: str) -> None:
        """Do it again; raises AppError."""
        item = self._item(job_id)
        if item is not None:
            await self._rvc.retry([item.id])

    async def save_as(self, job_id: str, target: Path) -> Path:
        """Copy the result to ``target``; raises AppError."""
        item = self._item(job_id)
        if item is None:
            raise AppError(Text.of("This file has no result to save any more."), code="not_found")
        return await self._rvc.save_as(item.id, target)

    def _item(self, job_id: str) -> SessionItem | None:
        item_id = self._item_ids.get(job_id)
        item = self._rvc.get(item_id) if item_id is not None else self._rvc.item_of_job(job_id)
        if item is not None:
            self._item_ids[job_id] = item.id
        return item

    def _item_changed(self, item: SessionItem) -> None:
        for job_id, item_id in tuple(self._item_ids.items()):
            if item_id == item.id:
                self.changed.emit(job_id)

    def _picture_ready(self, item_id: str) -> None:
        for job_id, known in tuple(self._item_ids.items()):
            if known == item_id:
                self.changed.emit(job_id)

    def _job_changed(self, job: Job) -> None:
        if self._item(job.id) is not None:
            self.changed.emit(job.id)


def _result(result: ItemResult | None) -> Result | None:
    if result is None:
        return None
    facts = Text.of("{rate} kHz · {preset}", rate=f"{result.rate / 1000:g}", preset=result.preset)
    return Result(result.path.name, facts, result.path, result.duration_s)

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
from characoid_desktop.core.errors import Action, AppError
from characoid_desktop.core.events import Event
from characoid_desktop.core.i18n import Text
from characoid_desktop.core.tasks import TaskScope
from characoid_desktop.data.database import Database, Transaction
from characoid_desktop.engines.contracts import EngineHost, EngineProgress, EngineState
from characoid_desktop.features.attachments.models import Attachment
from characoid_desktop.features.attachments.service import AttachmentService
from characoid_desktop.features.rvc.asking import Asking
from characoid_desktop.features.rvc.batch import Batch
from characoid_desktop.features.rvc.book import SLICE, ItemBook
from characoid_desktop.features.rvc.choices import preset_label
from characoid_desktop.features.rvc.conversion import ConversionRequest
from characoid_desktop.features.rvc.destination import copy_result
from characoid_desktop.features.rvc.job import KIND, LANE, ConvertHandler, makes_a_file, production_of
from characoid_desktop.features.rvc.looking import Looking
from characoid_desktop.features.rvc.models import (
    MAX_DURATION_S,
    AddReport,
    BatchReport,
    Choice,
    ItemState,
    Place,
    SessionItem,
    SourceFacts,
    number,
)
from characoid_desktop.features.rvc.orders import voice_params
from characoid_desktop.features.rvc.parameters import Separation, VoiceUse
from characoid_desktop.features.rvc.pictures import PictureStore
from characoid_desktop.features.rvc.previews import PREVIEW_BYTES, Preview, Previews
from characoid_desktop.features.rvc.production import Patience, Producer, Production
from characoid_desktop.features.rvc.rates import Estimate, Rates
from characoid_desktop.features.rvc.repository import NewItem, RvcRepository
from characoid_desktop.features.rvc.sample import write_sample
from characoid_desktop.features.rvc.scan import FoundFile, ScanLimits, scan
from characoid_desktop.features.rvc.sound import EngineSound
from characoid_desktop.features.rvc.stages import Done, Stage, Track
from characoid_desktop.features.rvc.staging import ROOM_BYTES, Staging
from characoid_desktop.features.rvc.trouble import action_for, explained, smaller
from characoid_desktop.features.rvc.voices_port import NoVoices, VoiceSource
from characoid_desktop.jobs.models import Job
from characoid_desktop.jobs.queue import JobQueue

_NOWHERE = Place(None, "{title}")  # taking apart makes no result
_log = logging.getLogger(__name__)


def _new_id() -> str:
    return uuid.uuid4().hex


@dataclass(frozen=True, slots=True)
class Folders:
    """What the session writes beside results: ``previews`` and ``pictures`` are caches."""

    previews: Path
    pictures: Path
    samples: Path
    stages: Path | None = None  # what is kept between the stages of a production; beside the samples by default

    @property
    def of_stages(self) -> Path:
        return self.stages if self.stages is not None else self.samples.parent / "rvc"


class RvcSessionService:
    """The files to convert, kept in the database: those of the panel's own session and of the conversations' ones.

    ``added`` fires with new items in order, ``removed`` with ids, ``changed`` with an item as it is now,
    ``picture_ready`` with the id of an item whose waveform is there, ``tracks_changed`` with that of one whose
    parts (vocals, music …) are other ones, ``paused_changed`` with whether the queue is paused, ``finished``
    once when everything that was asked for is over.
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
        stage_bytes: Callable[[], int] = lambda: ROOM_BYTES,
        limits: ScanLimits | None = None,
        library: VoiceSource | None = None,
        patience: Patience | None = None,
    ) -> None:
        self.added: Event[tuple[SessionItem, ...]] = Event()
        self.removed: Event[tuple[str, ...]] = Event()
        self.changed: Event[SessionItem] = Event()
        self.picture_ready: Event[str] = Event()
        self.finished: Event[BatchReport] = Event()
        self.tracks_changed: Event[str] = Event()
        self.paused_changed: Event[bool] = jobs.paused_changed
        self.library: VoiceSource = library if library is not None else NoVoices()
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
        self._previews = Previews(media, folders.previews, preview_bytes, voices=rvc)
        self._scope = TaskScope("rvc session")
        self._book = ItemBook(self._rows, self._scope, self.changed)
        self._looking = Looking(self._book, media, attachments, self._pictures, self._scope, self.picture_ready)
        self._batch = Batch(clock)
        self._rvc = rvc
        self._asking = Asking(database, jobs, self._rows, self._book, rvc, self._scope, self.want_first)
        self._session = ""  # of what is added in the panel
        self._sessions: dict[str, str] = {}
        self._adding = asyncio.Lock()
        rates = Rates()
        self._staging = Staging(
            database, folders.of_stages, rates, self._scope, clock, self.tracks_changed, stage_bytes)
        self._producer = Producer(rvc, self.library, folders.of_stages, rates, patience or Patience(),
                                  self._staging.finished)
        self._disconnect = [jobs.changed.connect(self._job_changed)]
        jobs.register(ConvertHandler(rvc, self._producer, self._looking.keep))

    async def start(self) -> None:
        """Load what the last life of the app left (after ``jobs.start``) and clear the preview cache."""
        async with self._database.transaction() as tx:
            self._session = await self._rows.session(tx, "", _new_id(), self._clock.now())
        self._sessions = await self._rows.sessions()
        items = await self._rows.items()
        for item in items:
            self._book.keep(item)
        await self._previews.sweep()
        await self._pictures.sweep()
        await self._staging.start(items)
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

    async def look(self, item_id: str) -> SessionItem:
        """Return an item with its facts, fetched now if they are not known; raises AppError and says it on the row."""
        return await self._looking.look(item_id)

    async def facts_of(self, attachment: Attachment) -> SourceFacts:
        """Look at a file that is in no session yet; raises AppError."""
        return SourceFacts.from_value((await self._media.run("probe", {"path": str(attachment.path)})).value)

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

    async def open_session(self, name: str, tx: Transaction) -> str:
        """Return the id of the session of this name, which is made when there is none.

        All sessions stand in one list; whose file is whose is told by ``SessionItem.session_id``.
        """
        id = await self._rows.session(tx, name, _new_id(), self._clock.now())
        tx.after_commit(lambda: self._sessions.setdefault(id, name))
        return id

    def session_name(self, session_id: str) -> str | None:
        """The name of a saved session ("" is the panel's), None when there is none."""
        return self._sessions.get(session_id)

    def session_id(self, name: str) -> str | None:
        """The id of the newest saved session of this name."""
        return next((id for id, known in reversed(self._sessions.items()) if known == name), None)

    def items_of(self, session_id: str) -> tuple[SessionItem, ...]:
        """The files of one session in the order in which they were added."""
        return tuple(item for item in self._book.all if item.session_id == session_id)

    def item_of_job(self, job_id: str) -> SessionItem | None:
        """The file that a conversion was asked for."""
        return self._book.of_job(job_id)

    async def take(
        self, attachment: Attachment, session_id: str, choice: Choice, tx: Transaction, *, origin: Path | None = None,
    ) -> SessionItem:
        """Put an attachment on the list of a session (once) and return its item, as part of a unit of work.

        ``origin`` gives the result its name and its folder, where the attachment is a copy.
        """
        for item in self.items_of(session_id):
            if item.attachment_id == attachment.id:
                return item
        new = NewItem(_new_id(), attachment.id, choice, origin)
        seqs = await self._rows.insert(tx, session_id, [new], self._clock.now())
        item = _item(new, seqs[new.id], attachment, session_id)
        tx.after_commit(lambda: self._keep([item]))
        return item

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
        self._keep([_item(row, seqs[row.id], attachment, self._session)
                    for row, (attachment, _) in zip(new, pairs, strict=True)])
        return len(new)

    def _keep(self, items: Sequence[SessionItem]) -> None:
        for item in items:
            self._book.keep(item)
        self.added.emit(tuple(items))

    async def remove(self, item_ids: Sequence[str]) -> None:
        """Take items off the list, stopping what runs; no file is touched."""
        items = [item for id in dict.fromkeys(item_ids) if (item := self._book.get(id)) is not None]
        here = [item.id for item in items]
        self._asking.withdraw(here)
        await self._asking.cancel_many([item for item in items if item.state.is_active])
        for start in range(0, len(here), SLICE):
            async with self._database.transaction() as tx:
                await self._rows.delete(tx, here[start: start + SLICE])
        self._asking.withdraw(here)  # those of the meantime
        late = [item for id in here if (item := self._book.get(id)) is not None and item.state.is_active]
        gone = self._book.drop(here)
        if gone:
            self.removed.emit(gone)
        await self._asking.cancel_many(late)
        self._staging.drop(gone)

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
        return await self._asking.convert(item_ids, place, self._label(preset_label))

    async def separate(self, item_ids: Sequence[str]) -> int:
        """Queue taking voice and music apart, without converting anything; returns how many.

        The tracks are there when the job is over (:meth:`track`), and a conversion goes on from them.
        """
        for id in item_ids:
            item = self._book.get(id)
            if item is not None and item.choice.separation is None and not item.state.is_active:
                await self.set_choice([id], replace(item.choice, separation=Separation()))
        return await self._asking.convert(item_ids, _NOWHERE, self._label(preset_label), Stage.SEPARATE)

    async def separate_one(self, item: SessionItem, tx: Transaction) -> Job:
        """Queue taking one item apart with the choice it brings, as part of a unit of work; return the job."""
        return await self._asking.convert_one(item, _NOWHERE, self._label(preset_label), tx, Stage.SEPARATE)

    def _label(self, preset_label: Callable[[Choice], str]) -> Callable[[Choice], str]:
        return lambda choice: self.voice_label(choice) or preset_label(choice)

    def voice_label(self, choice: Choice) -> str:
        """Return the name of the library voice of a choice; "" for a built-in one."""
        if choice.voice is None:
            return ""
        voice = self.library.get(choice.voice.voice_id)
        return voice.name if voice is not None else choice.voice.voice_id

    async def convert_one(
        self, item: SessionItem, place: Place, preset_label: Callable[[Choice], str], tx: Transaction
    ) -> Job:
        """Queue the conversion of one item with the choice it brings, as part of a unit of work; return the job.

        An item whose conversion waits or runs must not be asked for again. A given-up engine is not started anew
        (see :meth:`wake_engine`).
        """
        return await self._asking.convert_one(item, place, self._label(preset_label), tx)

    def check(self, choice: Choice) -> None:
        """Raise AppError, with the way to the library, when something for the voice of a choice is missing."""
        if choice.voice is not None:
            voice_params(choice.voice, self.library)

    @property
    def engine_state(self) -> EngineState:
        """The engine that converts."""
        return self._rvc.state

    async def wake_engine(self) -> None:
        """Start an engine that was given up on anew; raises EngineUnavailable."""
        await self._asking.wake_engine()

    def waiting(self) -> tuple[str, ...]:
        """Ids of items that were never converted (or not to the end) and can be."""
        return tuple(item.id for item in self._book.all if item.state.waits)

    async def cancel(self, item_id: str) -> None:
        """Stop the conversion of an item; nothing of it is left."""
        await self._asking.cancel(item_id)

    async def cancel_all(self) -> None:
        """Stop all conversions of this session."""
        await self._asking.cancel_all()

    async def retry(self, item_ids: Sequence[str]) -> None:
        """Do again what failed, was stopped or interrupted; look again at what could not be read.

        A production goes on after the last stage that was finished.
        """
        await self._asking.retry(item_ids, self._job_changed)

    def smaller(self, item_id: str) -> Choice | None:
        """Return a choice that asks less of the machine than the one that failed; None where there is none."""
        item = self._book.get(item_id)
        if item is None or item.error is None:
            return None
        return smaller(item.choice, item.error.code)

    async def retry_smaller(self, item_ids: Sequence[str], place: Place) -> int:
        """Convert again, in a way that asks less of the machine, what failed for want of it; returns how many."""
        plans = {id: plan for id in item_ids if (plan := self.smaller(id)) is not None}
        for id, plan in plans.items():
            await self.set_choice([id], plan)
        return await self.convert(list(plans), place, preset_label)

    def next_step(self, item_id: str) -> Action | None:
        """Return the button that helps with what is wrong with an item; its args name the item."""
        item = self._book.get(item_id)
        action = action_for(item.error.code) if item is not None and item.error is not None else None
        if action is None or (action.args.get("plan") == "smaller" and self.smaller(item_id) is None):
            return None
        return replace(action, args={**action.args, "items": [item_id]})

    # --- stages ---------------------------------------------------------------------------------

    def stages(self, item_id: str) -> Mapping[Stage, Done]:
        """Return the stages of an item that are finished and kept."""
        return self._staging.of(item_id)

    def track(self, item_id: str, track: Track) -> EngineSound | None:
        """Return a part of a production for the player (A/B of vocals, music, converted voice); None while it is
        not there."""
        found = self._staging.track(item_id, track)
        if found is None:
            return None
        path, done = found
        return EngineSound(self._media, path, number(done.value.get("duration_s"), 0.0, MAX_DURATION_S, 0.0)
                           or self._length(item_id))

    def track_path(self, item_id: str, track: Track) -> Path | None:
        """Return the file of a part (for its spectrogram); it may go at any time."""
        found = self._staging.track(item_id, track)
        return None if found is None else found[0]

    async def track_picture(self, item_id: str, track: Track) -> bytes | None:
        """Return the waveform of a part; None while it is not there. Raises AppError."""
        path = self.track_path(item_id, track)
        return None if path is None else await self._pictures.load(path)

    def _length(self, item_id: str) -> float:
        item = self._book.get(item_id)
        prepared = self._staging.of(item_id).get(Stage.PREPARE)
        known = number(prepared.value.get("duration_s"), 0.0, MAX_DURATION_S) if prepared is not None else 0.0
        return known or (item.facts.duration_s if item is not None and item.facts is not None else 0.0)

    def estimate(self, item_id: str, choice: Choice | None = None, *, until: Stage = Stage.MIX) -> Estimate | None:
        """Return what a conversion will cost from here; None while the length is not known. Asks nobody."""
        item = self._book.get(item_id)
        sound_s = self._length(item_id)
        if item is None or sound_s <= 0:
            return None
        return self.estimate_for(sound_s, choice or item.choice, until=until, done=tuple(self.stages(item_id))[:2]
                                 if item.choice.separation == (choice or item.choice).separation else ())

    def estimate_for(self, sound_s: float, choice: Choice, *, until: Stage = Stage.MIX,
                     done: Sequence[Stage] = ()) -> Estimate:
        """Return what converting ``sound_s`` seconds will cost."""
        if not choice.is_staged and until is Stage.MIX:
            seconds = self._producer.rates.seconds("convert", Stage.PREPARE, sound_s)
            return Estimate(sound_s, seconds, False, {Stage.CONVERT: seconds})
        wanted = Production(ConversionRequest(Path()), choice.voice, choice.separation, choice.mixing, until)
        return self._producer.estimate(sound_s, wanted, done=[stage for stage in done if stage is not Stage.MIX])

    # --- the queue ------------------------------------------------------------------------------

    def move_first(self, item_ids: Sequence[str]) -> None:
        """Let waiting conversions run before the others, in the order given."""
        items = [self._book.get(id) for id in item_ids]
        self._jobs.move_first([item.job_id for item in items if item is not None and item.job_id is not None])

    def order(self) -> tuple[str, ...]:
        """Return the ids of the items that wait, in the order in which they will be converted."""
        items = [self._book.of_job(job.id) for job in self._jobs.waiting(LANE)]
        return tuple(item.id for item in items if item is not None)

    @property
    def paused(self) -> bool:
        return self._jobs.paused

    def pause(self) -> None:
        """Start nothing new; what is being converted goes on."""
        self._jobs.pause()

    def resume(self) -> None:
        self._jobs.resume()

    # --- trying ---------------------------------------------------------------------------------

    async def preview(
        self, item_id: str, start_s: float, seconds: float, effect: Mapping[str, Any],
        on_progress: Callable[[EngineProgress], object] | None = None,
    ) -> Preview | None:
        """Convert a region into a temporary file; None when a later preview took its place. Raises AppError."""
        item = self._book.get(item_id)
        if item is None:
            return None
        return await self._previews.make(item.path, start_s, seconds, effect, on_progress)

    async def preview_voice(
        self, item_id: str, start_s: float, seconds: float, voice: VoiceUse,
        on_progress: Callable[[EngineProgress], object] | None = None,
    ) -> Preview | None:
        """The same with a voice of the library; of the vocals alone, where they are apart already."""
        item = self._book.get(item_id)
        if item is None:
            return None
        params = voice_params(voice, self.library)
        found = self._staging.track(item_id, Track.VOCALS) or self._staging.track(item_id, Track.PREPARED)
        source = found[0] if found is not None else item.path
        try:
            return await self._previews.make_voice(source, start_s, seconds, params, on_progress)
        except AppError as error:
            raise explained(error, Stage.CONVERT, item.origin) from error

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
        if job.state.is_over and production_of(job) is not None and not any(i.state.is_active for i in self._book.all):
            self._scope.start(self._staging.sweep(self._book.all), name="sweep stages")
        if not makes_a_file(job):
            return
        report = self._batch.note(job, result.path if result else None)
        if report is not None:
            self.finished.emit(report)


def _item(row: NewItem, seq: int, attachment: Attachment, session_id: str) -> SessionItem:
    return SessionItem(row.id, seq, attachment.id, attachment.path, row.origin or attachment.path, attachment.name,
                       row.choice, size=attachment.size, session_id=session_id)

"""What is found out about files: facts and waveforms, for those the user looks at."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import replace

from characoid_desktop.core.errors import AppError
from characoid_desktop.core.events import Event
from characoid_desktop.core.i18n import Text
from characoid_desktop.core.tasks import TaskScope
from characoid_desktop.data.errors import DataError
from characoid_desktop.engines.contracts import EngineHost
from characoid_desktop.features.attachments.service import AttachmentService
from characoid_desktop.features.rvc.book import ItemBook
from characoid_desktop.features.rvc.conversion import ConversionOutcome
from characoid_desktop.features.rvc.lazy import LazyLoader
from characoid_desktop.features.rvc.models import PICTURE_BYTES, ItemState, SessionItem, SourceFacts
from characoid_desktop.features.rvc.pictures import PictureStore
from characoid_desktop.jobs.models import JobError

_log = logging.getLogger(__name__)


class Looking:
    """Asks the media engine, one file after the other; ``picture_ready`` fires with an item's id."""

    def __init__(
        self, book: ItemBook, media: EngineHost, attachments: AttachmentService, pictures: PictureStore,
        scope: TaskScope, picture_ready: Event[str],
    ) -> None:
        self._book = book
        self._media = media
        self._attachments = attachments
        self._pictures = pictures
        self._picture_ready = picture_ready
        self._lazy = LazyLoader(self._look_at, scope)

    @property
    def is_busy(self) -> bool:
        return self._lazy.is_busy

    def close(self) -> None:
        """Look at nothing more."""
        self._lazy.close()

    def want(self, item_ids: Sequence[str]) -> None:
        """Replace what is wanted: what is no longer in view is not fetched."""
        self._lazy.want([id for id in item_ids if self._lacks(id)])

    def want_first(self, item_id: str) -> None:
        """Fetch one before all others."""
        if self._lacks(item_id):
            self._lazy.first(item_id)

    async def look(self, item_id: str) -> SessionItem:
        """Return an item with its facts, fetched now if they are not known; raises AppError and says it on the row."""
        item = self._book.get(item_id)
        if item is None:
            raise _gone()
        if item.facts is not None:
            return item
        try:
            facts = await self._probe(item)
        except AppError as error:
            self._not_readable(item_id, error)
            raise
        item = self._book.get(item_id)
        if item is None:
            raise _gone()
        state = ItemState.WAITING if item.state is ItemState.UNREADABLE else item.state
        item = replace(item, facts=facts, state=state, error=None if state is ItemState.WAITING else item.error)
        self._book.show(item)
        return item

    def keep(self, item_id: str, outcome: ConversionOutcome) -> None:
        """Take the waveforms of a conversion, which has looked at every sample of both files already."""
        item = self._book.get(item_id)
        if len(outcome.peaks_out) == PICTURE_BYTES:
            self._pictures.put(outcome.path, outcome.peaks_out)
        if item is not None and len(outcome.peaks_in) == PICTURE_BYTES:
            self._pictures.put(item.path, outcome.peaks_in)

    def _lacks(self, item_id: str) -> bool:
        item = self._book.get(item_id)
        if item is None or item.state is ItemState.UNREADABLE:
            return False
        if item.facts is None or self._pictures.get(item.path) is None:
            return True
        return item.result is not None and self._pictures.get(item.result.path) is None

    async def _look_at(self, item_id: str) -> None:
        """Fetch what an item lacks; a file that cannot be read says so on its row."""
        item = self._book.get(item_id)
        if item is None or not self._lacks(item_id):
            return
        try:
            if item.facts is None:
                facts = await self._probe(item)
                item = self._book.get(item_id)
                if item is None:
                    return
                self._book.show(replace(item, facts=facts))
            await self._pictures.load(item.path)
        except (AppError, OSError) as error:
            self._not_readable(item_id, error)
            return
        self._picture_ready.emit(item_id)
        await self._look_at_result(item_id)

    async def _look_at_result(self, item_id: str) -> None:
        item = self._book.get(item_id)
        if item is None or item.result is None:
            return
        try:
            await self._pictures.load(item.result.path)
        except (AppError, OSError) as error:
            _log.info("no waveform of a result: %s", error)  # moved or deleted by the user
            self._pictures.put(item.result.path, bytes(PICTURE_BYTES))
            return
        self._picture_ready.emit(item_id)

    async def _probe(self, item: SessionItem) -> SourceFacts:
        answer = await self._media.run("probe", {"path": str(item.path)})
        facts = SourceFacts.from_value(answer.value)
        try:
            await self._attachments.set_probe(item.attachment_id, facts.to_value())
        except DataError as error:  # not the file's fault; it is only asked again in the next life
            _log.info("facts were not stored: %s", error.detail or error)
        return facts

    def _not_readable(self, item_id: str, error: AppError | OSError) -> None:
        item = self._book.get(item_id)
        if item is None or item.state is not ItemState.WAITING:
            return  # its conversion says for itself what is wrong
        if isinstance(error, OSError):
            error = AppError(not_there(item.name), code="not_found")
        elif error.code == "engine_unavailable":
            return  # not the file's fault
        found = JobError(error.code, error.sentence, error.safe)
        item = replace(item, state=ItemState.UNREADABLE, error=found)
        self._book.show(item)
        self._book.store(item)


def _gone() -> AppError:
    return AppError(Text.of("This file is not in the list any more."), code="not_found")


def not_there(name: str) -> Text:
    """The sentence for a file that went away."""
    return Text.of("“{name}” is no longer there. It may have been moved or renamed.", name=name)

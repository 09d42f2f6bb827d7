"""The model library: what can be dropped on it, what is in it, and what is missing."""

from __future__ import annotations

import asyncio
import json
import uuid
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from characoid_desktop.core.cleaning import clean, one_line
from characoid_desktop.core.clock import Clock
from characoid_desktop.core.errors import Action, ActionKind, AppError
from characoid_desktop.core.events import Event
from characoid_desktop.core.i18n import Text
from characoid_desktop.core.tasks import TaskScope
from characoid_desktop.data.database import Database
from characoid_desktop.data.names import visible
from characoid_desktop.engines.contracts import EngineHost
from characoid_desktop.features.voices.collect import Candidate
from characoid_desktop.features.voices.cover import read_cover
from characoid_desktop.features.voices.disk import LibraryDisk
from characoid_desktop.features.voices.importing import ImportRun
from characoid_desktop.features.voices.models import (
    MAX_CREDIT_CHARS,
    MAX_NAME_CHARS,
    MAX_PARAMS_CHARS,
    ImportProgress,
    ImportReport,
    ItemState,
    Kind,
    LibraryItem,
    Need,
    Role,
)
from characoid_desktop.features.voices.needs import PANEL, SWIFT, needs
from characoid_desktop.features.voices.shelf import Shelf


class BadEntry(AppError):
    code = "bad_entry"


def _new_id() -> str:
    return uuid.uuid4().hex


class VoiceLibrary:
    """``changed`` fires for a new or changed item, ``removed`` with the id of one that is gone, ``progress`` and
    ``finished`` for drops. Items are in memory: reading them never waits.

    ``root`` is the folder of the library, ``models`` the host of the child that reads foreign files.
    """

    def __init__(
        self, database: Database, models: EngineHost, clock: Clock, root: Path, new_id: Callable[[], str] = _new_id,
    ) -> None:
        self._shelf = Shelf(database, LibraryDisk(root), clock)
        self._models = models
        self._new_id = new_id
        self._scope = TaskScope("library")
        self._drops: dict[str, asyncio.Task[None]] = {}
        self._tidying: asyncio.Task[None] | None = None
        self.changed: Event[LibraryItem] = self._shelf.changed
        self.removed: Event[str] = self._shelf.removed
        self.progress: Event[ImportProgress] = Event()
        self.finished: Event[ImportReport] = Event()
        self.root = root

    async def start(self, *, tidy: bool = True) -> None:
        """Load the rows; files are looked at beside that. ``tidy`` (finish what a crash interrupted) is only for
        who holds the instance lock. Raises DataError."""
        await self._shelf.load()
        look = self._shelf.tidy() if tidy else self._shelf.look()
        self._tidying = self._scope.start(look, name="tidy")

    async def tidied(self) -> None:
        """Return once the look at the files that :meth:`start` began is over."""
        if self._tidying is not None:
            await asyncio.wait({self._tidying})

    async def aclose(self) -> None:
        """Cancel what runs; nothing half is left."""
        await self._scope.aclose()

    # What there is

    @property
    def items(self) -> tuple[LibraryItem, ...]:
        """Voices and weights in order of arrival."""
        return self._shelf.items

    @property
    def voices(self) -> tuple[LibraryItem, ...]:
        return tuple(item for item in self._shelf.items if item.is_voice)

    def weights(self, kind: Kind | None = None) -> tuple[LibraryItem, ...]:
        return tuple(item for item in self._shelf.items if not item.is_voice and kind in (None, item.kind))

    def get(self, id: str) -> LibraryItem | None:
        return self._shelf.get(id)

    def find(self, words: str) -> list[LibraryItem]:
        """Voices of this id or name, else those whose name contains it."""
        wanted = words.strip().casefold()
        exact = [item for item in self.voices if words == item.id or item.name.casefold() == wanted]
        return exact or [item for item in self.voices if wanted and wanted in item.name.casefold()]

    def needs(self, *, f0_method: str = SWIFT, separation: bool = False) -> list[Need]:
        """What a conversion lacks, each with a sentence and the next step."""
        return needs(self.items, f0_method=f0_method, separation=separation)

    async def check(self, id: str) -> LibraryItem:
        """The item after a look at its files. Raises ItemGone."""
        self._shelf.need(id)
        await self._shelf.look([id])
        return self._shelf.need(id)

    def trouble(self, item: LibraryItem) -> AppError | None:
        """Why an item cannot be used, and what to do; None when it can."""
        if item.state is ItemState.READY:
            return None
        return AppError(
            Text.of("The files of “{name}” are no longer in the library. Add {file} once more to bring it back.",
                    name=item.name, file=visible(item.source.name)),
            safe=Text.of("Its name, notes and settings are kept."),
            action=Action(ActionKind.OPEN_PANEL, Text.of("Open the library"), {"panel": PANEL, "library": item.id}),
            code="voice_missing" if item.is_voice else "weights_missing")

    # Taking in

    async def import_paths(
        self, paths: Sequence[Path], on_progress: Callable[[ImportProgress], object] | None = None,
        id: str | None = None,
    ) -> ImportReport:
        """Take in what was dropped: files, zips and folders, several drops at once. Cancelling leaves nothing half.

        Raises AppError only where nothing at all can be taken; a bad file is in the report.
        """
        def tell(progress: ImportProgress) -> None:
            self.progress.emit(progress)
            if on_progress is not None:
                on_progress(progress)

        run = ImportRun(id or self._new_id(), self._shelf, self._models, self._new_id, tell)
        return await run.run(paths)

    def drop(self, paths: Sequence[Path]) -> str:
        """Start :meth:`import_paths` and return the drop's id; ``finished`` fires in the end, also when cancelled
        or when nothing could be taken (then the reason is among the refused)."""
        id = self._new_id()
        task = self._scope.start(self._drop(id, list(paths)), name="drop")
        self._drops[id] = task
        task.add_done_callback(lambda _: self._drops.pop(id, None))
        return id

    def cancel(self, id: str) -> None:
        """End a drop; what was taken in so far stays."""
        task = self._drops.get(id)
        if task is not None:
            task.cancel()

    @property
    def dropping(self) -> tuple[str, ...]:
        """The drops that are not over."""
        return tuple(self._drops)

    async def _drop(self, id: str, paths: Sequence[Path]) -> None:
        run = ImportRun(id, self._shelf, self._models, self._new_id, self.progress.emit)
        try:
            await run.run(paths)
        except AppError as error:
            run.refuse_all(paths, error)
        finally:
            self.finished.emit(run.report)

    async def restore(self, id: str) -> LibraryItem:
        """Import an item whose files are gone from its source again. Raises AppError."""
        async with self._shelf.turn:
            item = self._shelf.need(id)
            run = ImportRun(self._new_id(), self._shelf, self._models, self._new_id, self.progress.emit)
            return await run.put_back(item, Candidate(item.source, item.source, item.source))

    async def set_index(self, id: str, path: Path | None) -> LibraryItem:
        """Give a voice another index, or none. Raises AppError (another dimension, damaged …)."""
        async with self._shelf.turn:
            item = self._voice(id)
            if path is None:
                item = await self._shelf.change(id, index_source=None, index_sha256=None)
                await asyncio.to_thread((item.folder / "index.faiss").unlink, True)
                return item
            run = ImportRun(self._new_id(), self._shelf, self._models, self._new_id, self.progress.emit)
            path = await asyncio.to_thread(path.resolve)
            return await run.put_index(item, Candidate(path, path, path, named=True))

    # Changing

    async def rename(self, id: str, name: str) -> LibraryItem:
        """Raises BadEntry for an empty name, ItemGone, DataError."""
        words = visible(one_line(name, MAX_NAME_CHARS))[:MAX_NAME_CHARS]
        if not words:
            raise BadEntry(Text.of("A name is needed."), safe=Text.of("Nothing was changed."))
        return await self._shelf.change(id, name=words)

    async def describe(
        self, id: str, *, author: str | None = None, credit: str | None = None, licence: str | None = None,
    ) -> LibraryItem:
        """Who made it, what must be said of it, and on what terms it may be used. Raises ItemGone, DataError."""
        given = {
            "author": None if author is None else one_line(author, MAX_NAME_CHARS),
            "credit": None if credit is None else clean(credit)[:MAX_CREDIT_CHARS],
            "licence": None if licence is None else clean(licence)[:MAX_CREDIT_CHARS]}
        return await self._shelf.change(id, **{key: words for key, words in given.items() if words is not None})

    async def set_params(self, id: str, params: Mapping[str, Any]) -> LibraryItem:
        """The parameters that a conversion with this voice begins with. Raises BadEntry, ItemGone, DataError."""
        try:
            size = len(json.dumps(params, allow_nan=False))
        except (TypeError, ValueError, RecursionError) as error:
            raise BadEntry(Text.of("These settings cannot be stored."), safe=Text.of("Nothing was changed."),
                           detail=repr(error)) from error
        if size > MAX_PARAMS_CHARS:
            raise BadEntry(Text.of("These settings cannot be stored."), safe=Text.of("Nothing was changed."))
        return await self._shelf.change(id, params=dict(params))

    async def set_role(self, id: str, role: Role) -> LibraryItem:
        """What a separation model is used for. Raises ItemGone, DataError."""
        return await self._shelf.change(id, role=role)

    async def set_cover(self, id: str, picture: Path | None) -> LibraryItem:
        """Raises BadPicture, NotAFile, ItemGone, DataError."""
        async with self._shelf.turn:
            item = self._voice(id)
            name = None
            if picture is not None:
                name, data = await asyncio.to_thread(read_cover, picture)
                await asyncio.to_thread(self._write_cover, item, name, data)
            return await self._shelf.change(id, cover=name)

    async def delete(self, id: str) -> None:
        """Remove an item with what the engine read of it; the user's own files stay. Raises AppError."""
        await self._shelf.delete(id)

    def _write_cover(self, item: LibraryItem, name: str, data: bytes) -> None:
        id = self._new_id()
        staged = self._shelf.disk.begin(id, len(data)) / name
        try:
            staged.write_bytes(data)
            self._shelf.disk.put_file(staged, item.kind, item.id, name)
        finally:
            self._shelf.disk.give_up(id)

    def _voice(self, id: str) -> LibraryItem:
        item = self._shelf.need(id)
        if not item.is_voice:
            raise BadEntry(Text.of("“{name}” is not a voice.", name=item.name), safe=Text.of("Nothing was changed."))
        return item

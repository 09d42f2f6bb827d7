"""The library in memory, in the database and on the disk, kept together: what is told was saved before."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from characoid_desktop.core.cleaning import one_line
from characoid_desktop.core.clock import Clock
from characoid_desktop.core.errors import AppError
from characoid_desktop.core.events import Event
from characoid_desktop.core.i18n import Text
from characoid_desktop.data.database import Database
from characoid_desktop.data.names import path_from_db, path_to_db
from characoid_desktop.features.voices.disk import LibraryDisk, Orphan
from characoid_desktop.features.voices.models import MAX_NAME_CHARS, ItemState, Kind, LibraryItem, Role
from characoid_desktop.features.voices.repository import LibraryRepository

_log = logging.getLogger(__name__)


class ItemGone(AppError):
    code = "voice_gone"


class Shelf:
    """``changed`` fires for a new or changed item, ``removed`` with the id of one that is gone.

    ``turn`` is held by whoever takes an item in, restores or deletes one.
    """

    def __init__(self, database: Database, disk: LibraryDisk, clock: Clock) -> None:
        self.changed: Event[LibraryItem] = Event()
        self.removed: Event[str] = Event()
        self.turn = asyncio.Lock()
        self._changing = asyncio.Lock()
        self.disk = disk
        self._database = database
        self._clock = clock
        self._rows = LibraryRepository(database, disk.folder)
        self._known: dict[str, LibraryItem] = {}
        self._left_over: list[str] = []

    @property
    def items(self) -> tuple[LibraryItem, ...]:
        return tuple(self._known.values())

    def get(self, id: str) -> LibraryItem | None:
        return self._known.get(id)

    def same(self, kind: str, sha256: str) -> LibraryItem | None:
        return next((item for item in self._known.values() if item.kind == kind and item.sha256 == sha256), None)

    def need(self, id: str) -> LibraryItem:
        """As :meth:`get`; raises ItemGone."""
        item = self._known.get(id)
        if item is None:
            raise ItemGone(Text.of("This voice or model is not in the library any more."),
                           safe=Text.of("Nothing was changed."))
        return item

    async def load(self) -> None:
        """Read the rows, and what an earlier run left in the staging folder. Raises DataError."""
        self._known = {item.id: item for item in await self._rows.all()}
        self._left_over = await asyncio.to_thread(self.disk.staged)

    async def tidy(self) -> None:
        """Finish what a crash interrupted, find folders without a row, and see which files are gone.

        Only for who holds the instance lock. Never raises: what cannot be read stays as it is.
        """
        try:
            async with self.turn:  # what is being taken in meanwhile has no row yet and is no orphan
                for id in self.disk.doomed(self._left_over):
                    await self._forget(id)
                await asyncio.to_thread(self.disk.sweep, self._left_over)
                for orphan in await asyncio.to_thread(self.disk.orphans, frozenset(self._known)):
                    await self._adopt(orphan)
        except (AppError, OSError) as error:
            _log.info("the library could not be tidied: %r", error)
        await self.look()

    async def look(self, ids: Sequence[str] | None = None) -> None:
        """See whether the files of these (or all) items are there; changes are told."""
        wanted = [item for item in self.items if ids is None or item.id in ids]
        whole = await asyncio.to_thread(lambda: [self.disk.is_whole(item) for item in wanted])
        for item, good in zip(wanted, whole, strict=True):
            state = ItemState.READY if good else ItemState.MISSING
            now = self._known.get(item.id)
            if now is not None and now.state is not state:
                self._tell(replace(now, state=state))

    async def add(
        self, id: str, *, kind: Kind, name: str, sha256: str, source: Path, size: int, author: str,
        facts: Mapping[str, Any], role: Role = Role.NONE, index_source: Path | None = None,
        index_sha256: str | None = None, cover: str | None = None,
    ) -> LibraryItem:
        """Put the staged folder ``id`` in its place and its row beside it. Raises DataError."""
        fields: dict[str, Any] = {"name": _name(name), "author": one_line(author, MAX_NAME_CHARS)}
        about = {**fields, "schema": 1, "kind": kind.value, "sha256": sha256, "source": _shown(source), "bytes": size,
                 "facts": dict(facts), "role": role.value, "index_sha256": index_sha256,
                 "index_source": None if index_source is None else _shown(index_source), "cover": cover}
        await asyncio.to_thread(self.disk.describe, id, about)
        await asyncio.to_thread(self.disk.place, kind, id)
        try:
            async with self._database.transaction() as tx:
                item = await self._rows.insert(
                    tx, id=id, kind=kind, sha256=sha256, source=source, size=size, facts=facts, role=role,
                    index_source=index_source, index_sha256=index_sha256, cover=cover, now=self._clock.now(), **fields)
        except Exception:
            await asyncio.to_thread(self.disk.remove, kind, id)
            raise
        self._tell(item)
        return item

    async def change(self, id: str, **fields: Any) -> LibraryItem:
        """Save other values of these fields, one change after the other: none undoes another one that was asked for
        while it was being saved. Raises ItemGone, DataError."""
        async with self._changing:
            item = replace(self.need(id), updated_at=self._clock.now(), **fields)
            async with self._database.transaction() as tx:
                await self._rows.store(tx, item)
            if id in self._known:  # deleted meanwhile: its row is gone
                self._tell(item)
            return item

    async def restore(self, item: LibraryItem, about: Mapping[str, Any], **fields: Any) -> LibraryItem:
        """Put the staged folder of an item whose files were gone in its place again, and save what is new of it."""
        await asyncio.to_thread(self.disk.describe, item.id, about)
        await asyncio.to_thread(self.disk.replace, item.kind, item.id)
        return await self.change(item.id, state=ItemState.READY, **fields)

    async def delete(self, id: str) -> None:
        """Remove an item and its files; the user's own files stay. Raises ItemGone, DataError, AppError (in use)."""
        async with self.turn:
            item = self.need(id)
            await asyncio.to_thread(self.disk.doom, item.kind, id)
            await self._forget(id)
            await asyncio.to_thread(self.disk.bury, id)

    async def _forget(self, id: str) -> None:
        async with self._database.transaction() as tx:
            await self._rows.delete(tx, id)
        if self._known.pop(id, None) is not None:
            self.removed.emit(id)

    async def _adopt(self, orphan: Orphan) -> None:
        """Make the row of a complete folder: its import was killed before it, or the database lost it."""
        about = orphan.about
        try:
            fields: dict[str, Any] = {
                "kind": Kind(about["kind"]), "name": _name(str(about["name"])), "sha256": str(about["sha256"]),
                "source": _place(about["source"]), "size": int(about["bytes"]), "author": str(about["author"]),
                "facts": dict(about["facts"]), "role": Role(about["role"]), "cover": about.get("cover"),
                "index_sha256": about.get("index_sha256"),
                "index_source": None if about.get("index_source") is None else _place(about["index_source"])}
        except (KeyError, ValueError, TypeError) as error:
            _log.info("a folder of the library has no usable description: %r", error)
            return
        if fields["kind"] is not orphan.kind or self.same(orphan.kind, fields["sha256"]) is not None:
            return
        async with self._database.transaction() as tx:
            item = await self._rows.insert(tx, id=orphan.id, now=self._clock.now(), **fields)
        self._tell(item)

    def _tell(self, item: LibraryItem) -> None:
        self._known[item.id] = item
        self.changed.emit(item)


def _name(words: str) -> str:
    return one_line(words, MAX_NAME_CHARS) or "?"


def _shown(path: Path) -> str | list[int]:
    """A path as JSON: text, or the bytes of one that is no Unicode."""
    stored = path_to_db(path)
    return stored if isinstance(stored, str) else list(stored)


def _place(value: object) -> Path:
    if isinstance(value, list):
        return path_from_db(bytes(value))  # pyright: ignore[reportUnknownArgumentType]
    return Path(str(value))

"""Taking files in: by reference (the default for audio, whatever its size) or as a copy."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import stat
import uuid
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from characoid_desktop.core.clock import Clock
from characoid_desktop.core.errors import AppError
from characoid_desktop.core.i18n import Text
from characoid_desktop.data.blobs import BlobStore, NotAFile
from characoid_desktop.data.database import Database, Transaction
from characoid_desktop.data.names import visible
from characoid_desktop.features.attachments.models import Attachment, FileState
from characoid_desktop.features.attachments.repository import AttachmentRepository, forget_unused

BATCH = 200  # rows a unit of work, so that other writers get their turn


class AttachmentInUse(AppError):
    code = "attachment_in_use"


@dataclass(frozen=True, slots=True)
class Refused:
    """A path that could not be taken in, and why."""

    path: Path
    error: AppError


@dataclass(frozen=True, slots=True)
class _Facts:
    path: Path
    size: int
    mtime_ns: int


def _new_id() -> str:
    return uuid.uuid4().hex


class AttachmentService:
    def __init__(
        self, database: Database, blobs: BlobStore, clock: Clock, new_id: Callable[[], str] = _new_id,
    ) -> None:
        self._database = database
        self._blobs = blobs
        self._clock = clock
        self._new_id = new_id
        self._rows = AttachmentRepository(database)

    async def reference(self, path: Path) -> Attachment:
        """Remember a file where it lies; only its size and time are read. Raises NotAFile, DataError."""
        taken, refused = await self.reference_many([path])
        if refused:
            raise refused[0].error
        return taken[0]

    async def reference_many(self, paths: Sequence[Path]) -> tuple[list[Attachment], list[Refused]]:
        """As :meth:`reference` for many files: what was taken in, in the given order, and what was not."""
        taken: list[Attachment] = []
        refused: list[Refused] = []
        for start in range(0, len(paths), BATCH):
            facts = await asyncio.to_thread(_look_at_all, paths[start:start + BATCH])
            refused += [fact for fact in facts if isinstance(fact, Refused)]
            batch: list[Attachment] = []
            async with self._database.transaction() as tx:
                for fact in facts:
                    if isinstance(fact, _Facts):
                        batch.append(await self._rows.insert(
                            tx, id=self._new_id(), path=fact.path, name=visible(fact.path.name),
                            size=fact.size, mtime_ns=fact.mtime_ns, sha256=None, blob=None,
                            created_at=self._clock.now()))
            taken += batch
        return taken, refused

    async def reference_once(self, path: Path, tx: Transaction) -> Attachment:
        """As :meth:`reference`, inside a unit of work; the same unchanged file gives the same attachment."""
        found = await asyncio.to_thread(_look_at, path)
        if isinstance(found, Refused):
            raise found.error
        known = await self._rows.same(tx, found.path, found.size, found.mtime_ns)
        return known or await self._rows.insert(
            tx, id=self._new_id(), path=found.path, name=visible(found.path.name), size=found.size,
            mtime_ns=found.mtime_ns, sha256=None, blob=None, created_at=self._clock.now())

    async def import_file(self, path: Path) -> Attachment:
        """Copy a file into the blob store; the original may go. Raises NotAFile, BlobTooLarge, DataError."""
        sha256 = await self._blobs.put_file(path)
        copy = self._blobs.path(sha256)
        size = (await asyncio.to_thread(copy.stat)).st_size
        async with self._database.transaction() as tx:
            return await self._rows.insert(
                tx, id=self._new_id(), path=copy, name=visible(path.name), size=size, mtime_ns=None,
                sha256=sha256, blob=sha256, created_at=self._clock.now())

    async def set_probe(self, id: str, probe: Mapping[str, Any]) -> Attachment | None:
        """Store what the media engine found; None when the attachment was removed meanwhile."""
        async with self._database.transaction() as tx:
            return await self._rows.set_probe(tx, id, probe)

    async def get(self, id: str) -> Attachment | None:
        return self._home(await self._rows.get(id))

    async def get_many(self, ids: Sequence[str]) -> dict[str, Attachment]:
        found = await self._rows.get_many(ids)
        return {id: placed for id, a in found.items() if (placed := self._home(a)) is not None}

    async def list(self, *, after_seq: int = 0, limit: int = 1000) -> list[Attachment]:
        """Oldest first, by order of arrival."""
        rows = await self._rows.list(after_seq=after_seq, limit=limit)
        return [placed for a in rows if (placed := self._home(a)) is not None]

    async def remove(self, id: str) -> bool:
        """Forget an attachment; a referenced file is never touched. Raises AttachmentInUse.

        Returns whether there was one. A copy's bytes go with :meth:`clean`.
        """
        try:
            async with self._database.transaction() as tx:
                return await self._rows.delete(tx, id)
        except sqlite3.IntegrityError as error:
            raise AttachmentInUse(
                Text.of("This file is still used by a session or a conversation. Remove it there first."),
                safe=Text.of("Nothing was removed."), detail=str(error)) from error

    async def forget_unused(self, tx: Transaction, ids: Sequence[str]) -> int:
        """In the unit of work of whoever let go of ``ids``: forget those that nothing refers to any more."""
        return await forget_unused(tx, ids)

    async def clean(self) -> int:
        """At start: delete half-written and unreferenced copies; return how many files went."""
        swept = await self._blobs.sweep()
        return swept + await self._blobs.delete_unreferenced(await self._rows.blobs())

    async def state_of(self, attachment: Attachment) -> FileState:
        """Whether the file is still what was added; asked before work on it starts."""
        return await asyncio.to_thread(_state_of, attachment)

    def _home(self, attachment: Attachment | None) -> Attachment | None:
        """A copy's path follows the blob store, in case the data folder was moved."""
        if attachment is None or attachment.blob is None:
            return attachment
        return replace(attachment, path=self._blobs.path(attachment.blob))


def _look_at_all(paths: Sequence[Path]) -> list[_Facts | Refused]:
    return [_look_at(path) for path in paths]


def _look_at(path: Path) -> _Facts | Refused:
    path = Path(os.path.abspath(path))  # noqa: PTH100 (Path.absolute keeps "..")
    name = visible(path.name)
    try:
        found = path.stat()
    except (OSError, ValueError) as error:
        return Refused(path, NotAFile(
            Text.of("The file “{name}” is not there or cannot be opened.", name=name), detail=repr(error)))
    if not stat.S_ISREG(found.st_mode):
        return Refused(path, NotAFile(Text.of("“{name}” is not a file that can be read.", name=name)))
    return _Facts(path, found.st_size, found.st_mtime_ns)


def _state_of(attachment: Attachment) -> FileState:
    try:
        found = attachment.path.stat()
    except (OSError, ValueError):
        return FileState.MISSING
    if not stat.S_ISREG(found.st_mode):
        return FileState.MISSING
    same_time = attachment.mtime_ns is None or attachment.mtime_ns == found.st_mtime_ns
    return FileState.PRESENT if same_time and found.st_size == attachment.size else FileState.CHANGED

"""A connection whose thread can be asked for several things at once: each visit costs two changes of thread."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from typing import TypeVar, cast

import aiosqlite

T = TypeVar("T")


class VisitedConnection(aiosqlite.Connection):
    async def visit(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Do ``work`` in the connection's thread and return what it returns or raise what it raises."""
        def inside() -> T:
            return work(self._conn)

        return cast("T", await self._execute(inside))  # pyright: ignore[reportUnknownMemberType]


async def connect(connector: Callable[[], sqlite3.Connection]) -> VisitedConnection:
    """Open a connection with a thread of its own; raises what ``connector`` raises."""
    connection = VisitedConnection(connector, iter_chunk_size=64)
    # A crash that skips the close must not leave a process that waits for this thread for ever; SQLite survives it.
    connection._thread.daemon = True  # pyright: ignore[reportPrivateUsage]
    await connection
    return connection

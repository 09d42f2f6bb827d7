"""How checkpoints are written: as the library's saver does it, with fewer waits for the disk and between threads."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Final, TypeVar, cast

import aiosqlite
from langgraph.checkpoint.base import WRITES_IDX_MAP, get_checkpoint_metadata
from langgraph.checkpoint.sqlite.aio import AsyncSqliteSaver

if TYPE_CHECKING:
    from langchain_core.runnables import RunnableConfig
    from langgraph.checkpoint.base import ChannelVersions, Checkpoint, CheckpointMetadata, CheckpointTuple
    from langgraph.checkpoint.serde.base import SerializerProtocol

T = TypeVar("T")
_PUT: Final = (
    "INSERT OR REPLACE INTO checkpoints (thread_id, checkpoint_ns, checkpoint_id, parent_checkpoint_id, type,"
    " checkpoint, metadata) VALUES (?, ?, ?, ?, ?, ?, ?)")
_WRITES: Final = (
    " INTO writes (thread_id, checkpoint_ns, checkpoint_id, task_id, task_path, idx, channel, type, value)"
    " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)")


class VisitedConnection(aiosqlite.Connection):
    async def visit(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Do several things in one visit to the connection's thread."""
        def inside() -> T:
            return work(self._conn)

        return cast("T", await self._execute(inside))  # pyright: ignore[reportUnknownMemberType]


class StepSaver(AsyncSqliteSaver):
    """Writes what the saver of the library writes, with fewer waits: each is one visit to the thread of the file, and
    the disk is waited for where a crash would make a difference.

    That a turn stops for the user is committed at once, with all steps before. Until its first stop a turn cannot go
    on after a crash (see ``recovery``), so its steps wait for that. From then on (:attr:`firm`) each step is on the
    disk before the next one begins: with it what its tasks wrote, and the input of a graph with its first step.
    """

    def __init__(self, connection: VisitedConnection, *, serde: SerializerProtocol) -> None:
        super().__init__(connection, serde=serde)
        self._file = connection
        self.firm: set[str] = set()  # ids of threads that went on after a stop

    async def aget_tuple(self, config: RunnableConfig) -> CheckpointTuple | None:
        """As that of the library, without its visits where there is nothing yet."""
        chosen = cast("Mapping[str, Any]", config.get("configurable", {}))
        place = (str(chosen.get("thread_id")), str(chosen.get("checkpoint_ns", "")))
        return await super().aget_tuple(config) if await self._file.visit(partial(_is_known, place=place)) else None

    async def aput(self, config: RunnableConfig, checkpoint: Checkpoint, metadata: CheckpointMetadata,
                   new_versions: ChannelVersions) -> RunnableConfig:
        chosen = cast("Mapping[str, Any]", config.get("configurable", {}))
        thread_id, namespace = str(chosen["thread_id"]), str(chosen["checkpoint_ns"])
        told = json.dumps(get_checkpoint_metadata(config, metadata), ensure_ascii=False).encode("utf-8", "ignore")
        row = (thread_id, namespace, checkpoint["id"], chosen.get("checkpoint_id"),
               *self.serde.dumps_typed(checkpoint), told)
        firm = thread_id in self.firm and metadata.get("source") != "input"
        await self._file.visit(partial(_write, sql=_PUT, rows=[row], commit=firm))
        return {"configurable": {"thread_id": thread_id, "checkpoint_ns": namespace,
                                 "checkpoint_id": checkpoint["id"]}}

    async def aput_writes(self, config: RunnableConfig, writes: Sequence[tuple[str, Any]], task_id: str,
                          task_path: str = "") -> None:
        chosen = cast("Mapping[str, Any]", config.get("configurable", {}))
        place = (str(chosen["thread_id"]), str(chosen["checkpoint_ns"]), str(chosen["checkpoint_id"]))
        rows = [(*place, task_id, task_path, WRITES_IDX_MAP.get(channel, index), channel,
                 *self.serde.dumps_typed(value)) for index, (channel, value) in enumerate(writes)]
        kind = "REPLACE" if all(channel in WRITES_IDX_MAP for channel, _ in writes) else "IGNORE"
        stops = any(channel in WRITES_IDX_MAP for channel, _ in writes)
        await self._file.visit(partial(_write, sql=f"INSERT OR {kind}{_WRITES}", rows=rows, commit=stops))

    async def adelete_thread(self, thread_id: str) -> None:
        self.firm.discard(str(thread_id))
        await self._file.visit(partial(_delete, thread_id=str(thread_id)))


def _write(file: sqlite3.Connection, *, sql: str, rows: Sequence[Sequence[Any]], commit: bool) -> None:
    file.executemany(sql, rows)
    if commit:
        file.commit()


def _is_known(file: sqlite3.Connection, *, place: tuple[str, str]) -> bool:
    return file.execute("SELECT 1 FROM checkpoints WHERE thread_id = ? AND checkpoint_ns = ? LIMIT 1",
                        place).fetchone() is not None


def _delete(file: sqlite3.Connection, *, thread_id: str) -> None:
    for table in ("checkpoints", "writes"):
        file.execute(f"DELETE FROM {table} WHERE thread_id = ?", (thread_id,))  # noqa: S608
    file.commit()

"""How checkpoints are written: as the library's saver does it, with fewer waits for the disk and between threads."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import AsyncIterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Final, cast

from langgraph.checkpoint.base import WRITES_IDX_MAP, get_checkpoint_metadata
from langgraph.checkpoint.sqlite.aio import AsyncSqliteSaver

from characoid_desktop.data.visits import VisitedConnection

if TYPE_CHECKING:
    from langchain_core.runnables import RunnableConfig
    from langgraph.checkpoint.base import ChannelVersions, Checkpoint, CheckpointMetadata, CheckpointTuple
    from langgraph.checkpoint.serde.base import SerializerProtocol

_Write = tuple[str, Sequence[Any]]  # SQL and its row
MAX_HELD: Final = 4 * 1024 * 1024  # bytes of one turn in memory
_PUT: Final = (
    "INSERT OR REPLACE INTO checkpoints (thread_id, checkpoint_ns, checkpoint_id, parent_checkpoint_id, type,"
    " checkpoint, metadata) VALUES (?, ?, ?, ?, ?, ?, ?)")
_WRITES: Final = (
    " INTO writes (thread_id, checkpoint_ns, checkpoint_id, task_id, task_path, idx, channel, type, value)"
    " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)")


class StepSaver(AsyncSqliteSaver):
    """Writes what the saver of the library writes, when a crash would make a difference, and in one visit.

    Until its first stop a turn cannot go on after a crash (see ``recovery``), so the steps of a thread that was begun
    here (:meth:`adelete_thread`) stay in memory; a stop for the user brings them all to the disk at once. From then
    on, and for a thread that was found in the file, each step is on the disk before the next one begins: with it what
    its tasks wrote, and the input of a graph with its first step.
    """

    def __init__(self, connection: VisitedConnection, *, serde: SerializerProtocol) -> None:
        super().__init__(connection, serde=serde)
        self._file = connection
        self._held: dict[str, _Held] = {}  # by thread id

    async def aget_tuple(self, config: RunnableConfig) -> CheckpointTuple | None:
        thread_id, namespace = _place(config)
        held = self._held.get(thread_id)
        if held is not None and namespace not in held.namespaces:
            return None
        await self._write_held(thread_id)
        return await super().aget_tuple(config)

    async def alist(self, config: RunnableConfig | None, **options: Any) -> AsyncIterator[CheckpointTuple]:
        for thread_id in tuple(self._held):
            await self._write_held(thread_id)
        async for found in super().alist(config, **options):
            yield found

    async def aput(self, config: RunnableConfig, checkpoint: Checkpoint, metadata: CheckpointMetadata,
                   new_versions: ChannelVersions) -> RunnableConfig:
        thread_id, namespace = _place(config)
        told = json.dumps(get_checkpoint_metadata(config, metadata), ensure_ascii=False).encode("utf-8", "ignore")
        row = (thread_id, namespace, checkpoint["id"], _chosen(config).get("checkpoint_id"),
               *self.serde.dumps_typed(checkpoint), told)
        await self._put(thread_id, namespace, [(_PUT, row)], commit=metadata.get("source") != "input")
        return {"configurable": {"thread_id": thread_id, "checkpoint_ns": namespace,
                                 "checkpoint_id": checkpoint["id"]}}

    async def aput_writes(self, config: RunnableConfig, writes: Sequence[tuple[str, Any]], task_id: str,
                          task_path: str = "") -> None:
        thread_id, namespace = _place(config)
        place = (thread_id, namespace, str(_chosen(config)["checkpoint_id"]), task_id, task_path)
        kind = "REPLACE" if all(channel in WRITES_IDX_MAP for channel, _ in writes) else "IGNORE"
        stops = any(channel in WRITES_IDX_MAP for channel, _ in writes)
        rows = [(f"INSERT OR {kind}{_WRITES}", (*place, WRITES_IDX_MAP.get(channel, index), channel,
                                                *self.serde.dumps_typed(value)))
                for index, (channel, value) in enumerate(writes)]
        await self._put(thread_id, namespace, rows, commit=stops, stops=stops)

    async def adelete_thread(self, thread_id: str) -> None:
        """Forget a thread; what comes next in it is held in memory until its first stop."""
        held = self._held.get(thread_id)
        self._held[thread_id] = _Held()
        if held is None or held.in_file:
            await self._file.visit(partial(_delete, thread_id=thread_id))

    async def _put(self, thread_id: str, namespace: str, rows: Sequence[_Write], *, commit: bool,
                   stops: bool = False) -> None:
        held = self._held.get(thread_id)
        if held is None:
            await self._file.visit(partial(_write, rows=rows, commit=commit))
            return
        held.add(namespace, rows)
        if stops:
            del self._held[thread_id]
            await self._file.visit(partial(_write, rows=held.rows, commit=True))
        elif held.size > MAX_HELD:
            await self._write_held(thread_id)

    async def _write_held(self, thread_id: str) -> None:
        """Let the connection see what is held; nothing is committed by that."""
        held = self._held.get(thread_id)
        if held is not None and held.rows:
            await self._file.visit(partial(_write, rows=held.taken(), commit=False))


class _Held:
    """The steps of a turn that has not stopped yet. ``in_file``: some of them were written, uncommitted."""

    def __init__(self) -> None:
        self.namespaces: set[str] = set()
        self.rows: list[_Write] = []
        self.size = 0
        self.in_file = False

    def add(self, namespace: str, rows: Sequence[_Write]) -> None:
        self.namespaces.add(namespace)
        self.rows += rows
        self.size += sum(len(value) for _, row in rows for value in row if isinstance(value, bytes))

    def taken(self) -> list[_Write]:
        rows, self.rows, self.size, self.in_file = self.rows, [], 0, True
        return rows


def _chosen(config: RunnableConfig) -> Mapping[str, Any]:
    return cast("Mapping[str, Any]", config.get("configurable", {}))


def _place(config: RunnableConfig) -> tuple[str, str]:
    chosen = _chosen(config)
    return str(chosen.get("thread_id", "")), str(chosen.get("checkpoint_ns", ""))


def _write(file: sqlite3.Connection, *, rows: Sequence[_Write], commit: bool) -> None:
    for sql, row in rows:
        file.execute(sql, row)
    if commit:
        file.commit()


def _delete(file: sqlite3.Connection, *, thread_id: str) -> None:
    for table in ("checkpoints", "writes"):
        file.execute(f"DELETE FROM {table} WHERE thread_id = ?", (thread_id,))  # noqa: S608
    file.commit()

"""Where unfinished turns wait: one SQLite file of its own, never the record of anything.

A checkpoint that was tampered with runs code in langgraph's default reader. Ours builds only the classes of a short
table, which it imports itself, and raises for anything else; the strict mode of the library stands behind it, and
both are proved at every start.
"""

from __future__ import annotations

import asyncio
import importlib
import importlib.metadata
import logging
import os
import re
import sqlite3
from collections.abc import Callable, Collection, Mapping
from functools import partial
from pathlib import Path
from typing import Any, Final

import ormsgpack
from langgraph.checkpoint.serde.jsonplus import JsonPlusSerializer

from characoid_desktop.agents.runtime.errors import CheckpointUnreadable, RuntimeUnsafe
from characoid_desktop.agents.runtime.step_saver import StepSaver
from characoid_desktop.core.i18n import Text
from characoid_desktop.data.errors import expected_errors
from characoid_desktop.data.visits import VisitedConnection, connect

FLOORS: Final[Mapping[str, tuple[int, ...]]] = {
    "langgraph": (1, 0, 10), "langgraph-checkpoint-sqlite": (3, 0, 1), "langchain-core": (1, 2, 5),
}
APPLICATION_ID: Final = 0x4348434B  # "CHCK"
LOCK_WAIT_S: Final = 5.0
KEEP_ASIDE: Final = 3
MAX_BLOB_BYTES: Final = 64 * 1024 * 1024
_log = logging.getLogger(__name__)

_MESSAGES = (
    ("base", "BaseMessage"), ("human", "HumanMessage"), ("human", "HumanMessageChunk"), ("ai", "AIMessage"),
    ("ai", "AIMessageChunk"), ("system", "SystemMessage"), ("system", "SystemMessageChunk"), ("tool", "ToolMessage"),
    ("tool", "ToolMessageChunk"), ("modifier", "RemoveMessage"),
)
ALLOWED: Final[tuple[tuple[str, str], ...]] = (
    *((f"langchain_core.messages.{module}", name) for module, name in _MESSAGES),
    ("langgraph.types", "Send"), ("langgraph.types", "Interrupt"), ("langgraph.types", "Command"),
    ("langgraph.types", "Overwrite"), ("builtins", "set"), ("builtins", "frozenset"), ("collections", "deque"),
)
"""What may come out of a checkpoint beside plain JSON."""

_SINGLE, _POSITIONAL, _KEYWORDS, _PYDANTIC = 0, 1, 2, 5  # how langgraph writes an object down


def _classes() -> dict[tuple[str, str], Callable[..., Any]]:
    return {key: getattr(importlib.import_module(key[0]), key[1]) for key in ALLOWED}


class StrictSerializer(JsonPlusSerializer):
    """Reads only msgpack, and of objects only ALLOWED; anything else raises CheckpointUnreadable."""

    def __init__(self) -> None:
        self._known = _classes()
        self._refusals: list[CheckpointUnreadable] = []  # msgpack turns what a hook raises into a bare ValueError
        super().__init__(pickle_fallback=False, allowed_msgpack_modules=None, __unpack_ext_hook__=self._object)

    def loads_typed(self, data: tuple[str, bytes]) -> Any:
        kind, blob = data
        if kind not in ("null", "bytes", "msgpack"):
            raise _unreadable(f"stored as {kind[:40]}")
        if len(blob or b"") > MAX_BLOB_BYTES:
            raise _unreadable("too large")
        self._refusals.clear()
        try:
            return super().loads_typed((kind, blob))
        except Exception as error:
            raise self._refusals[0] if self._refusals else _unreadable(type(error).__name__) from error

    def _object(self, code: int, data: bytes) -> Any:
        parts: Any = ormsgpack.unpackb(data, ext_hook=self._object, option=ormsgpack.OPT_NON_STR_KEYS)
        if not isinstance(parts, (list, tuple)) or len(parts) < 3:  # pyright: ignore[reportUnknownArgumentType]
            raise self._refuse(f"object of kind {code}")
        module, name, value = parts[:3]  # pyright: ignore[reportUnknownVariableType]
        made = self._known.get((module, name)) if isinstance(module, str) and isinstance(name, str) else None
        if made is None or code not in (_SINGLE, _POSITIONAL, _KEYWORDS, _PYDANTIC):
            raise self._refuse(f"object {module!s:.100}.{name!s:.100} of kind {code}")
        if code == _SINGLE:
            return made(value)
        return made(*value) if code == _POSITIONAL else made(**value)

    def _refuse(self, detail: str) -> CheckpointUnreadable:
        self._refusals.append(_unreadable(detail))
        return self._refusals[-1]


class CheckpointStore:
    """Made by :meth:`open`. ``saver`` is what the graph is compiled with; ``moved_aside`` an unreadable file."""

    def __init__(self, path: Path, connection: VisitedConnection, moved_aside: Path | None) -> None:
        self.path = path
        self.moved_aside = moved_aside
        self._connection = connection
        self.saver = StepSaver(connection, serde=StrictSerializer())

    @classmethod
    async def open(cls, path: Path) -> CheckpointStore:
        """Open or create the file. A damaged or foreign one is moved aside: only pending turns are lost with it.

        Raises RuntimeUnsafe when the libraries do not hold what they must, DataError when no file can be made.
        """
        check_floors()
        self_test()
        with expected_errors(path, LOCK_WAIT_S):
            aside = await asyncio.to_thread(_prepare, path)
            connection = await connect(partial(_open, path))
            store = cls(path, connection, aside)
            try:
                await store.saver.setup()
            except BaseException:
                await connection.close()
                raise
        return store

    async def delete(self, thread_id: str) -> None:
        """Forget one turn."""
        await self.saver.adelete_thread(thread_id)

    async def threads(self) -> list[str]:
        """The ids of all threads in the file."""
        rows = await self._connection.execute_fetchall(
            "SELECT DISTINCT thread_id FROM checkpoints UNION SELECT DISTINCT thread_id FROM writes")
        return [str(row[0]) for row in rows]

    async def keep_only(self, thread_ids: Collection[str]) -> int:
        """Forget all turns but these; returns how many were forgotten."""
        gone = [thread_id for thread_id in await self.threads() if thread_id not in thread_ids]
        for thread_id in gone:
            await self.saver.adelete_thread(thread_id)
        return len(gone)

    async def aclose(self) -> None:
        try:
            await self._connection.commit()
            await self._connection.execute_fetchall("PRAGMA wal_checkpoint(TRUNCATE)")
        except (sqlite3.Error, ValueError) as error:
            _log.info("the WAL of the checkpoints stays: %s", error)
        await self._connection.close()


# --- the start-up proof -------------------------------------------------------------------------

def check_floors(version: Callable[[str], str] = importlib.metadata.version) -> None:
    """Raise RuntimeUnsafe when a library is missing or older than what the runtime was checked with."""
    for name, floor in FLOORS.items():
        try:
            found = version(name)
        except importlib.metadata.PackageNotFoundError:
            found = "–"
        if _numbers(found) < floor:
            raise RuntimeUnsafe(
                Text.of("{name} {found} is too old. At least version {floor} is needed.", name=name, found=found,
                        floor=".".join(map(str, floor))), safe=Text.of("Your conversations are safe."))


def _numbers(version: str) -> tuple[int, ...]:
    """The first three numbers of a version; one before a release (rc, beta, dev) is older than the release."""
    found = re.match(r"(?:\d+!)?(\d+)(?:\.(\d+))?(?:\.(\d+))?(.*)", version)
    if found is None:
        return ()
    numbers = tuple(int(part or 0) for part in found.groups()[:3])
    early = re.match(r"[._-]?(?:a|b|c|rc|alpha|beta|pre|preview|dev)[._-]?\d*", found.group(4), re.IGNORECASE)
    return (*numbers[:2], numbers[2] - 1, 10**9) if early else numbers


def self_test(serializer: StrictSerializer | None = None) -> None:
    """Prove that a hostile checkpoint is refused and a good one comes back; raises RuntimeUnsafe."""
    from langchain_core.messages import AIMessage
    from langgraph.checkpoint.serde import _msgpack

    ours = serializer or StrictSerializer()
    _ran.clear()
    hostile = ormsgpack.packb(ormsgpack.Ext(_SINGLE, ormsgpack.packb((__name__, _canary.__name__, "ran"))))
    try:
        ours.loads_typed(("msgpack", hostile))
    except CheckpointUnreadable:
        refused = not _ran
    else:
        refused = False
    message = AIMessage(content="好 ✓", tool_calls=[{"id": "1", "name": "x", "args": {"a": [1, None]}}])
    good = ours.loads_typed(ours.dumps_typed({"messages": [message]}))
    if not refused or not _msgpack.STRICT_MSGPACK_ENABLED or good != {"messages": [message]}:
        raise RuntimeUnsafe(Text.of("Unfinished turns cannot be kept safely with the libraries that are installed."),
                            safe=Text.of("Your conversations are safe."),
                            detail=f"refused {refused}, strict {_msgpack.STRICT_MSGPACK_ENABLED}, ran {_ran}")


_ran: list[str] = []


def _canary(word: str) -> str:
    """What the hostile checkpoint of the self-test names; it must never be called."""
    _ran.append(word)
    return word


# --- the file -----------------------------------------------------------------------------------

def _prepare(path: Path) -> Path | None:
    """Move aside what cannot be used; return where it went (None: nothing had to be moved)."""
    if not path.is_symlink() and not path.exists():
        return None
    if not path.is_symlink() and path.is_file() and _is_ours(path):
        return None
    return _move_aside(path)


def _is_ours(path: Path) -> bool:
    try:
        connection = _raw(path)
        try:
            named = connection.execute("PRAGMA application_id").fetchone()[0] == APPLICATION_ID
            return named and connection.execute("PRAGMA quick_check(1)").fetchone()[0] == "ok"
        finally:
            connection.close()
    except sqlite3.DatabaseError as error:
        if isinstance(error, sqlite3.OperationalError) and "locked" in str(error):
            raise
        return False


def _move_aside(path: Path) -> Path:
    taken = sorted((p for p in path.parent.glob(f"{path.name}.unreadable-*") if p.suffix[12:].isdigit()),
                   key=lambda p: int(p.suffix[12:]))
    for old in taken[:max(0, len(taken) - KEEP_ASIDE + 1)]:
        if not old.is_dir():
            old.unlink(missing_ok=True)
    number = int(taken[-1].suffix[12:]) + 1 if taken else 1
    aside = path.with_name(f"{path.name}.unreadable-{number}")
    path.rename(aside)
    for ending in ("-wal", "-shm", "-journal"):
        path.with_name(path.name + ending).unlink(missing_ok=True)  # meaningless without the file
    _log.info("the checkpoints could not be read and lie in %s now", aside.name)
    return aside


def _raw(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, timeout=LOCK_WAIT_S)
    connection.execute("PRAGMA trusted_schema = OFF")
    connection.execute("PRAGMA cell_size_check = ON")
    return connection


def _open(path: Path) -> sqlite3.Connection:
    """WAL and FULL: a turn that waits is on the disk before its question is shown. What is deleted is overwritten."""
    connection = _raw(path)
    try:
        for pragma in (f"application_id = {APPLICATION_ID}", "secure_delete = ON", "journal_mode = WAL",
                       "synchronous = FULL", "journal_size_limit = 4194304"):
            connection.execute(f"PRAGMA {pragma}")
    except BaseException:
        connection.close()
        raise
    if os.name == "posix":
        path.chmod(0o600)
    return connection


def _unreadable(detail: str) -> CheckpointUnreadable:
    return CheckpointUnreadable(Text.of("This turn cannot go on: what it had got to cannot be read."),
                                safe=Text.of("The conversation is safe."), detail=detail)

"""Checkpoints that were tampered with run nothing, say so, and cost one pending turn at most."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from importlib.metadata import PackageNotFoundError
from pathlib import Path
from typing import Any

import aiosqlite
import ormsgpack
import pytest
from langchain_core.messages import AIMessage, HumanMessage, SystemMessage, ToolMessage
from langgraph.checkpoint.sqlite.aio import AsyncSqliteSaver
from langgraph.types import Command, Interrupt, Send

from characoid_desktop.agents.runtime.checkpoints import (
    CheckpointStore,
    StrictSerializer,
    check_floors,
    self_test,
)
from characoid_desktop.agents.runtime.errors import CheckpointUnreadable, RuntimeUnsafe
from characoid_desktop.agents.vocabulary import RunState
from characoid_desktop.core.paths import AppPaths
from characoid_desktop.data.errors import DiskFull
from characoid_desktop.features.conversations.models import MessageState
from tests.fakes.data_faults import run_script
from tests.fakes.runtime_bench import open_bench
from tests.fakes.scripted_model import calls, says

EXT = {"single": 0, "positional": 1, "keywords": 2, "method": 3, "pydantic": 5}


def hostile(kind: str, *parts: object) -> bytes:
    """A checkpoint that builds an object when it is read, somewhere inside of plain data."""
    return ormsgpack.packb({"v": 4, "channel_values": {"x": [ormsgpack.Ext(EXT[kind], ormsgpack.packb(list(parts)))]}})


def touch(kind: str, canary: Path) -> bytes:
    """A payload that makes ``canary`` appear."""
    if kind == "single":
        return hostile("single", "os", "system", f"touch '{canary}'")
    if kind == "positional":
        return hostile("positional", "subprocess", "call", [["touch", str(canary)]])
    if kind == "keywords":
        return hostile("keywords", "subprocess", "call", {"args": ["touch", str(canary)]})
    return hostile("method", "pathlib", "Path", str(canary), "touch")


READ_AS_THE_LIBRARY_DOES = """
import sys, logging
logging.disable(logging.CRITICAL)
from langgraph.checkpoint.serde.jsonplus import JsonPlusSerializer
kind, path = sys.argv[1:]
print(JsonPlusSerializer().loads_typed((kind, open(path, "rb").read())))
"""


def read_with_defaults(kind: str, blob: bytes, tmp_path: Path) -> str:
    """What the library's default reader makes of it, in a process that never saw our package."""
    file = tmp_path / "blob"
    file.write_bytes(blob)
    return run_script(
        "import os; [os.environ.pop(name, None) for name in ('LANGGRAPH_STRICT_MSGPACK',)]\n"
        + READ_AS_THE_LIBRARY_DOES, kind, file)


async def survives(home: AppPaths, kind: str, blob: bytes) -> None:
    """Put ``blob`` into the checkpoint of a waiting turn, restart, and look: the turn is lost, nothing else."""
    async with open_bench(home, [calls(("share_note", {"text": "cake"}), text="May I?")]) as bench:
        answer = await bench.service.query(bench.ask("Share"))
    with closing(sqlite3.connect(home.checkpoints)) as file, file:
        assert file.execute("UPDATE checkpoints SET type = ?, checkpoint = ?", (kind, blob)).rowcount > 0
    async with open_bench(home, [says("Still here")]) as bench:
        run = await bench.run(answer.run_id)
        after = await bench.answer(run)
        assert (run.state, after.state, after.text) == (RunState.INTERRUPTED, MessageState.INTERRUPTED, "May I?")
        assert (bench.ledger.pending, bench.tools.ran) == ((), [])
        assert (await bench.service.query(bench.ask("Hello?"))).text == "Still here"


async def does_not_run(home: AppPaths, tmp_path: Path, kind: str) -> None:
    """The payload runs nothing here, is refused by name, and would have run in the library's default reader."""
    canary = tmp_path / "canary"
    blob = touch(kind, canary)
    await survives(home, "msgpack", blob)
    _refused(blob)
    assert not canary.exists()
    read_with_defaults("msgpack", blob, tmp_path)
    assert canary.exists()


async def test_ckp_01_a_single_argument_constructor_does_not_run(home: AppPaths, tmp_path: Path) -> None:
    await does_not_run(home, tmp_path, "single")


async def test_ckp_02_a_positional_constructor_does_not_run(home: AppPaths, tmp_path: Path) -> None:
    await does_not_run(home, tmp_path, "positional")


async def test_ckp_03_a_keyword_constructor_does_not_run(home: AppPaths, tmp_path: Path) -> None:
    await does_not_run(home, tmp_path, "keywords")


async def test_ckp_04_method_call_is_refused(home: AppPaths, tmp_path: Path) -> None:
    canary = tmp_path / "canary"
    await survives(home, "msgpack", touch("method", canary))
    _refused(touch("method", canary))
    assert not canary.exists()
    # The control: the library's own method table stops this one today; the same object by its constructor runs.
    assert "Ext" not in read_with_defaults("msgpack", touch("method", canary), tmp_path)
    read_with_defaults("msgpack", touch("single", canary), tmp_path)
    assert canary.exists()


async def test_ckp_05_json_constructors_are_not_read_at_all(home: AppPaths, tmp_path: Path) -> None:
    blob = (b'{"lc": 1, "type": "constructor", "id": ["langchain_core", "messages", "HumanMessage"],'
            b' "kwargs": {"content": "built"}}')
    await survives(home, "json", blob)
    with pytest.raises(CheckpointUnreadable):
        StrictSerializer().loads_typed(("json", blob))
    assert "additional_kwargs" in read_with_defaults("json", blob, tmp_path)  # the control: it would be built


async def test_ckp_05_pickles_are_not_read_at_all() -> None:
    with pytest.raises(CheckpointUnreadable):
        StrictSerializer().loads_typed(("pickle", b"cos\nsystem\n(S'true'\ntR."))


async def test_ckp_06_a_hostile_metadata_filter_key_is_refused(home: AppPaths) -> None:
    key = "x') IS NULL OR 1 = 1 --"
    async with open_bench(home, [calls(("ask_form", {}))]) as bench:
        await bench.service.query(bench.ask("Convert"))
        with pytest.raises(ValueError):
            [one async for one in bench.checkpoints.saver.alist(None, filter={key: 1})]
        assert [one async for one in bench.checkpoints.saver.alist(None, filter={"nothing": 1})] == []
        assert await bench.checkpoints.threads() != []
    with closing(sqlite3.connect(home.checkpoints)) as file:  # the control: as SQL it would find every row
        found = file.execute(
            f"SELECT 1 FROM checkpoints WHERE json_extract(CAST(metadata AS TEXT), '$.{key}') = 1").fetchall()
        assert found


async def test_ckp_07_a_class_that_is_not_listed_is_loud(home: AppPaths, tmp_path: Path) -> None:
    from langchain_core.documents import Document

    ours = StrictSerializer()
    for value in (Document("x"), Path("x"), {"deep": [Document("x")]}):
        stored = ours.dumps_typed(value)
        with pytest.raises(CheckpointUnreadable) as caught:
            ours.loads_typed(stored)
        assert "object" in caught.value.detail
    blob = hostile("pydantic", "decimal", "Context", {"prec": 3}, "model_validate_json")
    await survives(home, "msgpack", blob)
    quiet = run_script(  # the control: the library's strict mode gives a plain dict, without a word
        "import os; os.environ['LANGGRAPH_STRICT_MSGPACK'] = 'true'\n" + READ_AS_THE_LIBRARY_DOES, "msgpack",
        _written(tmp_path, blob))
    assert "{'prec': 3}" in quiet


async def test_ckp_08_a_row_of_an_older_version_costs_only_its_turn(home: AppPaths) -> None:
    old = ormsgpack.packb({"v": 1, "channel_values": {"messages": [ormsgpack.Ext(5, ormsgpack.packb(
        ["characoid_desktop.agents.graph.old", "Message", {"text": "x"}, "model_validate_json"]))]}})
    await survives(home, "msgpack", old)


@pytest.mark.parametrize("blob", [b"", b"\xc1", b"\x93\x01", b"garbage" * 1000, b"\xff" * 100], ids=range(5))
async def test_ckp_08_damaged_blobs_cost_only_their_turn(home: AppPaths, blob: bytes) -> None:
    await survives(home, "msgpack", blob)


def _refused(blob: bytes) -> None:
    with pytest.raises(CheckpointUnreadable):
        StrictSerializer().loads_typed(("msgpack", blob))


def _written(tmp_path: Path, blob: bytes) -> Path:
    file = tmp_path / "blob"
    file.write_bytes(blob)
    return file


# --- what must come back ----------------------------------------------------------------------------

@pytest.mark.parametrize("value", [
    AIMessage("好 ✓", tool_calls=[{"id": "1", "name": "x", "args": {"a": [1, None, "ü"]}}], id="m",
              usage_metadata={"input_tokens": 1, "output_tokens": 2, "total_tokens": 3}),
    HumanMessage("hi", id="h"), SystemMessage("s"), ToolMessage("t", tool_call_id="1", artifact={"a": 1}),
    {"plain": [1, 2.5, None, True, "x"], "nested": {"a": []}}, {"a", "b"},
])
def test_good_values_come_back_as_they_were(value: object) -> None:
    ours = StrictSerializer()
    assert ours.loads_typed(ours.dumps_typed({"x": value})) == {"x": value}


def test_the_graphs_own_values_come_back() -> None:
    ours = StrictSerializer()
    send = ours.loads_typed(ours.dumps_typed(Send("node", {"a": 1})))
    assert (send.node, send.arg) == ("node", {"a": 1})
    assert ours.loads_typed(ours.dumps_typed(Interrupt({"kind": "approval"}, id="i"))).value == {"kind": "approval"}
    assert ours.loads_typed(ours.dumps_typed(Command(resume=1))).resume == 1


# --- the start --------------------------------------------------------------------------------------

def test_the_self_test_passes_here_and_fails_for_a_reader_that_runs_things() -> None:
    self_test()

    class Careless(StrictSerializer):
        def loads_typed(self, data: tuple[str, bytes]) -> object:
            return None

    with pytest.raises(RuntimeUnsafe):
        self_test(Careless())


def test_the_self_test_fails_where_langgraph_was_imported_before_strict_mode() -> None:
    said = run_script("""
import os
os.environ.pop("LANGGRAPH_STRICT_MSGPACK", None)
import langgraph.checkpoint.serde._msgpack
from characoid_desktop.agents.runtime.checkpoints import self_test
from characoid_desktop.agents.runtime.errors import RuntimeUnsafe
try:
    self_test()
except RuntimeUnsafe:
    print("refused")
""")
    assert said.strip() == "refused"


def test_importing_the_agents_sets_strict_mode_and_switches_tracing_off() -> None:
    said = run_script("""
import os
os.environ["LANGSMITH_TRACING"] = os.environ["LANGCHAIN_TRACING_V2"] = "true"
os.environ.pop("LANGGRAPH_STRICT_MSGPACK", None)
import characoid_desktop.agents
from langgraph.checkpoint.serde._msgpack import STRICT_MSGPACK_ENABLED
from langsmith.utils import tracing_is_enabled
print(STRICT_MSGPACK_ENABLED, tracing_is_enabled())
""")
    assert said.split() == ["True", "False"]


def test_old_libraries_are_refused() -> None:
    check_floors()
    check_floors(lambda name: "99.0.0")
    check_floors(lambda name: "1.2.5.post1" if name == "langchain-core" else "3.0.1")
    for old in ("1.0.9", "0.9.99", "1.0.9rc1", "1.0.0b10", "1.0.10rc1", "1.0.10.dev3", "garbage", ""):
        with pytest.raises(RuntimeUnsafe):
            check_floors(lambda name, old=old: old if name == "langgraph" else "99.0.0")


def test_a_library_that_is_missing_is_refused_in_words() -> None:
    def missing(name: str) -> str:
        raise PackageNotFoundError(name)

    with pytest.raises(RuntimeUnsafe):
        check_floors(missing)


async def test_a_disk_that_takes_nothing_is_said_and_leaves_no_connection(
    home: AppPaths, monkeypatch: pytest.MonkeyPatch,
) -> None:
    closed: list[bool] = []

    async def full(self: AsyncSqliteSaver) -> None:
        await self.conn.execute_fetchall("PRAGMA max_page_count = 1")
        await self.conn.execute_fetchall("CREATE TABLE much (x)")

    async def close(self: aiosqlite.Connection, real: Any = aiosqlite.Connection.close) -> None:
        await real(self)
        closed.append(True)

    monkeypatch.setattr(AsyncSqliteSaver, "setup", full)
    monkeypatch.setattr(aiosqlite.Connection, "close", close)
    with pytest.raises(DiskFull):
        await CheckpointStore.open(home.checkpoints)
    assert closed == [True]


async def test_the_file_is_durable_and_private(home: AppPaths) -> None:
    store = await CheckpointStore.open(home.checkpoints)
    try:
        values = {}
        for pragma in ("journal_mode", "synchronous", "secure_delete"):
            rows = list(await store._connection.execute_fetchall(f"PRAGMA {pragma}"))
            values[pragma] = rows[0][0]
        assert values == {"journal_mode": "wal", "synchronous": 2, "secure_delete": 1}
        assert home.checkpoints.stat().st_mode & 0o077 == 0
    finally:
        await store.aclose()


@pytest.mark.parametrize("damage", ["garbage", "empty", "foreign", "folder", "middle", "link"])
async def test_flt_35_an_unreadable_file_is_moved_aside_and_costs_only_pending_turns(
    home: AppPaths, damage: str,
) -> None:
    async with open_bench(home, [calls(("share_note", {"text": "cake"}), text="May I?")]) as bench:
        answer = await bench.service.query(bench.ask("Share"))
    path = home.checkpoints
    if damage == "garbage":
        path.write_bytes(b"not a database " * 500)
    elif damage == "empty":
        path.write_bytes(b"")
    elif damage == "middle":
        whole = bytearray(path.read_bytes())
        whole[4096:12288] = b"\xa5" * 8192
        path.write_bytes(bytes(whole))
    else:
        path.unlink()
        if damage == "folder":
            path.mkdir()
        elif damage == "link":
            path.symlink_to(home.database)
        else:
            with closing(sqlite3.connect(path)) as other, other:
                other.execute("CREATE TABLE somebody_elses (x)")
    async with open_bench(home, [says("Still here")]) as bench:
        assert (await bench.run(answer.run_id)).state is RunState.INTERRUPTED
        assert (await bench.answer(await bench.run(answer.run_id))).text == "May I?"
        assert (await bench.service.query(bench.ask("Hello?"))).text == "Still here"
        assert bench.checkpoints.moved_aside is not None
        assert bench.checkpoints.moved_aside.parent == path.parent
    assert home.database.exists()


async def test_files_that_were_moved_aside_do_not_pile_up(home: AppPaths) -> None:
    for _ in range(6):
        home.checkpoints.write_bytes(b"garbage" * 100)
        store = await CheckpointStore.open(home.checkpoints)
        await store.aclose()
    aside = sorted(path.name for path in home.data.glob("checkpoints.sqlite3.unreadable-*"))
    assert aside == [f"checkpoints.sqlite3.unreadable-{n}" for n in (4, 5, 6)]

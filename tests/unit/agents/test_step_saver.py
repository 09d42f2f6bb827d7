"""When a checkpoint is on the disk: a stop at once with all before it, each step once the turn went on, not sooner."""

from __future__ import annotations

import operator
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Annotated, Any, TypedDict

from characoid_desktop.agents.runtime import step_saver
from characoid_desktop.agents.runtime.checkpoints import CheckpointStore
from characoid_desktop.core.paths import AppPaths


class State(TypedDict, total=False):
    done: Annotated[list[str], operator.add]


def seen_from_outside(path: Path) -> tuple[int, int]:
    """Return how many checkpoints and stops another connection finds: what a crash would leave."""
    with closing(sqlite3.connect(path)) as file:
        [count] = file.execute("SELECT count(*) FROM checkpoints").fetchone()
        [stops] = file.execute("SELECT count(*) FROM writes WHERE channel = '__interrupt__'").fetchone()
    return count, stops


def graph_of(store: CheckpointStore, found: list[tuple[int, int]]) -> Any:
    """first → stop → then → last, each of which notes what is on the disk when it begins."""
    from langgraph.graph import END, START, StateGraph
    from langgraph.types import interrupt

    async def step(state: State) -> State:
        found.append(seen_from_outside(store.path))
        return {"done": ["step"]}

    async def stop(state: State) -> State:
        found.append(seen_from_outside(store.path))
        return {"done": [str(interrupt("go on?"))]}

    graph: Any = StateGraph(State)
    for name, node in (("first", step), ("stop", stop), ("then", step), ("last", step)):
        graph.add_node(name, node)
    graph.add_edge(START, "first")
    graph.add_edge("first", "stop")
    graph.add_edge("stop", "then")
    graph.add_edge("then", "last")
    graph.add_edge("last", END)
    return graph.compile(checkpointer=store.saver)


async def test_a_stop_brings_all_steps_before_it_to_the_disk_and_from_then_on_each_step_is_there(
    home: AppPaths,
) -> None:
    from langgraph.types import Command

    store = await CheckpointStore.open(home.checkpoints)
    config, found = {"configurable": {"thread_id": "p:c"}}, []
    graph = graph_of(store, found)
    await store.delete("p:c")  # as each turn begins
    await graph.ainvoke({"done": []}, config, durability="sync")
    assert found == [(0, 0), (0, 0)]
    stopped = seen_from_outside(store.path)
    assert stopped == (3, 1)  # the input, before the first step, before the stop
    found.clear()
    result = await graph.ainvoke(Command(resume="yes"), config, durability="sync")
    assert result == {"done": ["step", "yes", "step", "step"]}
    assert found == [(3, 1), (4, 1), (5, 1)]  # the stopped node again, then one more for each step
    await store.aclose()


async def test_what_was_written_is_read_back_as_the_library_would(home: AppPaths) -> None:
    from langgraph.types import Command

    store = await CheckpointStore.open(home.checkpoints)
    config = {"configurable": {"thread_id": "p:c"}, "metadata": {"run": "r1"}}
    graph = graph_of(store, [])
    await store.delete("p:c")
    assert (await graph.aget_state(config)).values == {}
    await graph.ainvoke({"done": ["begin"]}, config, durability="sync")
    await store.aclose()
    store = await CheckpointStore.open(home.checkpoints)
    graph = graph_of(store, [])
    state = await graph.aget_state(config)
    assert (state.values, state.next, state.metadata["run"]) == ({"done": ["begin", "step"]}, ("stop",), "r1")
    assert [one.value for one in state.tasks[0].interrupts] == ["go on?"]
    result = await graph.ainvoke(Command(resume="yes"), config, durability="sync")
    assert result["done"] == ["begin", "step", "yes", "step", "step"]
    steps = [state.metadata["step"] async for state in graph.aget_state_history(config)]
    assert steps == [4, 3, 2, 1, 0, -1]
    await store.aclose()


async def test_a_thread_that_is_found_in_the_file_is_written_step_by_step(home: AppPaths) -> None:
    store = await CheckpointStore.open(home.checkpoints)
    found: list[tuple[int, int]] = []
    await graph_of(store, found).ainvoke({"done": []}, {"configurable": {"thread_id": "p:c"}}, durability="sync")
    assert found == [(2, 0), (3, 0)]
    await store.aclose()


async def test_what_is_held_is_seen_by_whoever_asks_the_saver(home: AppPaths, monkeypatch: Any) -> None:
    monkeypatch.setattr(step_saver, "MAX_HELD", 1)  # each step is too much to be held
    store = await CheckpointStore.open(home.checkpoints)
    config = {"configurable": {"thread_id": "p:c"}}
    graph = graph_of(store, [])
    await store.delete("p:c")
    await graph.ainvoke({"done": []}, config, durability="sync")
    monkeypatch.undo()
    await store.delete("p:d")
    other = {"configurable": {"thread_id": "p:d"}}
    await graph.aupdate_state(other, {"done": ["from outside"]}, as_node="first")
    assert (await graph.aget_state(other)).values == {"done": ["from outside"]}
    assert (await graph.aget_state(config)).next == ("stop",)
    assert seen_from_outside(store.path) == (3, 1)  # the stop of the one committed nothing of the other
    await store.aclose()


async def test_a_turn_that_is_over_leaves_no_row(home: AppPaths) -> None:
    store = await CheckpointStore.open(home.checkpoints)
    graph = graph_of(store, [])
    for thread in ("p:one", "p:two", "p:three"):
        await store.delete(thread)
        await graph.ainvoke({"done": []}, {"configurable": {"thread_id": thread}}, durability="sync")
    await store.delete("p:one")
    assert sorted(await store.threads()) == ["p:three", "p:two"]
    assert seen_from_outside(store.path) == (6, 2)
    assert await store.keep_only({"p:two"}) == 1
    assert await store.threads() == ["p:two"]
    await store.aclose()

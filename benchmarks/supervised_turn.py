"""What a supervised turn with one hand-off costs beside its model, against a bare LangGraph turn.

    python benchmarks/supervised_turn.py [ROUNDS]        (default 60)

Ours: the user's words are written down, the supervisor hands a memory to the memory worker, which saves it by its
plan (policy, ledger, audit), and the supervisor answers; the turn is on the disk when its end is told. Bare: two nodes,
model and tool, with the openai client, a list in memory and no checkpoints. Both ask the same fake server (a process
of its own) twice a turn, in turns; the time in which a model is waited for is taken off. Prints the medians and where
ours goes. Exit code 1 above 60 ms more.
"""

from __future__ import annotations

import contextlib
import json
import operator
import os
import statistics
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Annotated, Any, TypedDict

os.environ["QT_QPA_PLATFORM"] = "offscreen"
sys.path.insert(0, str(Path(__file__).parents[1]))

from openai import AsyncOpenAI
from PySide6.QtWidgets import QApplication

from benchmarks.first_token import server
from characoid_desktop.agents.runtime.events import RunEnded, Stage
from characoid_desktop.agents.runtime.query import Query
from characoid_desktop.app import loop
from characoid_desktop.app.container import Container
from characoid_desktop.core.clock import SystemClock
from characoid_desktop.core.logs import Logs
from characoid_desktop.core.paths import AppPaths
from characoid_desktop.core.redaction import Redactor
from characoid_desktop.features.personas.models import DEFAULT_ID
from characoid_desktop.integrations.llm.chat import StudioChatModel
from tests.fakes.turn_lives import furnish

LIMIT_MS = 60.0
WARM_UP = 5
TURNS = 5  # in one conversation
TOOL = "delegate_to_memory_worker"


class Waited:
    """Adds up the time in which a model is waited for."""

    def __init__(self) -> None:
        self.seconds = 0.0

    async def watch(self, stream: AsyncIterator[Any]) -> AsyncIterator[Any]:
        async with contextlib.aclosing(stream):  # type: ignore[type-var]
            while True:
                began = time.perf_counter()
                try:
                    value = await anext(stream)
                except StopAsyncIteration:
                    return
                finally:
                    self.seconds += time.perf_counter() - began
                yield value

    def take(self) -> float:
        seconds, self.seconds = self.seconds, 0.0
        return seconds


# --- bare ---------------------------------------------------------------------------------------------


class State(TypedDict, total=False):
    messages: Annotated[list[dict[str, Any]], operator.add]
    call: dict[str, Any]


def bare_graph(client: AsyncOpenAI, waited: Waited, saved: list[str]) -> Any:
    from langgraph.graph import END, START, StateGraph  # after the agents, which set how it reads checkpoints

    tool = {"type": "function", "function": {"name": TOOL, "description": "Remember.", "parameters": {
        "type": "object", "properties": {}}}}

    async def opened(messages: list[dict[str, Any]]) -> AsyncIterator[Any]:
        stream = await client.chat.completions.create(model="fake-1", messages=messages, tools=[tool], stream=True)
        async with stream:
            async for chunk in stream:
                yield chunk

    async def model(state: State) -> State:
        text, call = "", {"id": "", "arguments": ""}
        async with contextlib.aclosing(waited.watch(opened(state["messages"]))) as chunks:
            async for chunk in chunks:
                delta = chunk.choices[0].delta if chunk.choices else None
                text += (delta.content or "") if delta else ""
                for piece in (delta.tool_calls or ()) if delta else ():
                    call["id"] = piece.id or call["id"]
                    call["arguments"] += piece.function.arguments or ""
        made = [{"id": call["id"], "type": "function", "function": {"name": TOOL, "arguments": call["arguments"]}}]
        message = {"role": "assistant", "content": text, **({"tool_calls": made} if call["id"] else {})}
        return {"messages": [message], "call": call if call["id"] else {}}

    async def act(state: State) -> State:
        saved.append(json.loads(state["call"]["arguments"])["options"]["text"])
        return {"messages": [{"role": "tool", "tool_call_id": state["call"]["id"], "content": "saved"}], "call": {}}

    graph: Any = StateGraph(State)
    graph.add_node("model", model)
    graph.add_node("act", act)
    graph.add_edge(START, "model")
    graph.add_conditional_edges("model", lambda state: "act" if state.get("call") else END, ["act", END])
    graph.add_edge("act", "model")
    return graph.compile()


# --- ours ---------------------------------------------------------------------------------------------


class Ours:
    def __init__(self, c: Container, service: Any, waited: Waited) -> None:
        self._c, self._service, self._waited = c, service, waited
        self._turns, self._conversation = 0, ""
        self.stages: dict[str, list[float]] = {}
        real = StudioChatModel._astream

        async def watched(model: StudioChatModel, *args: Any, **kwargs: Any) -> AsyncIterator[Any]:
            async with contextlib.aclosing(waited.watch(real(model, *args, **kwargs))) as chunks:
                async for chunk in chunks:
                    yield chunk

        StudioChatModel._astream = watched  # type: ignore[method-assign]

    async def turn(self) -> float:
        """Run one turn; return its seconds without the model's."""
        if self._turns % TURNS == 0:
            self._conversation = (await self._c.conversations.create(DEFAULT_ID)).id
        self._turns += 1
        began = last = time.perf_counter()
        name, ended, model_s, whole = "begun, first model call", "", 0.0, 0.0
        async with contextlib.aclosing(self._service.stream_query(
                Query(DEFAULT_ID, self._conversation, "Remember my cat."))) as events:
            async for event in events:
                if isinstance(event, Stage | RunEnded):
                    now = time.perf_counter()
                    waited = self._waited.take()
                    model_s += waited
                    self.stages.setdefault(name, []).append(now - last - waited)
                    last, name = now, f"from {event.node}" if isinstance(event, Stage) else ""
                if isinstance(event, RunEnded):
                    ended, whole = event.state, last - began
        self.stages.setdefault("the last of the timeline written, after the end was told", []).append(
            time.perf_counter() - last)
        if ended != "completed":
            raise SystemExit(f"the turn is {ended}")
        return whole - model_s


async def measure(address: str, rounds: int, home: Path) -> int:
    paths = AppPaths.under(furnish(home, address))
    paths.create()
    c = await Container.build(paths, SystemClock(), Logs(paths.logs, Redactor()))
    our_wait, bare_wait, saved = Waited(), Waited(), list[str]()
    ours = Ours(c, (await c.agents.start()).service, our_wait)
    times: dict[str, list[float]] = {"ours": [], "bare": []}
    async with AsyncOpenAI(base_url=address, api_key="none", max_retries=0) as client:
        graph = bare_graph(client, bare_wait, saved)
        for number in range(rounds + WARM_UP):
            our_s = await ours.turn()
            began = time.perf_counter()
            await graph.ainvoke({"messages": [{"role": "user", "content": "Remember my cat."}]})
            bare_s = time.perf_counter() - began - bare_wait.take()
            if number >= WARM_UP:
                times["ours"].append(our_s * 1000)
                times["bare"].append(bare_s * 1000)
            else:
                ours.stages.clear()
    done = await c.database.read_one("SELECT count(*) AS n FROM effects WHERE state = 'done'")
    await c.shutdown.run()
    if len(saved) != rounds + WARM_UP or done is None or done["n"] != rounds + WARM_UP:
        raise SystemExit(f"saved {len(saved)} and {done and done['n']} of {rounds + WARM_UP}")
    medians = {name: statistics.median(values) for name, values in times.items()}
    for name, values in times.items():
        print(f"turn without its model, {name}: median {medians[name]:.2f} ms, "
              f"p95 {sorted(values)[int(len(values) * 0.95)]:.2f} ms")
    for name, seconds in ours.stages.items():
        print(f"  {statistics.median(seconds) * 1000:6.2f} ms  {name}")
    more = medians["ours"] - medians["bare"]
    print(f"{more:.2f} ms more (limit {LIMIT_MS:.0f} ms)")
    return int(more > LIMIT_MS)


def main() -> int:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 60
    turns = 2 * (rounds + WARM_UP)
    script: list[dict[str, Any]] = []
    for number in range(turns):
        options = {"operation": "save", "scope": "persona", "text": f"Their cat is called {number}."}
        script += [{"calls": [[TOOL, {"task_type": "save_memory", "options": options}]]},
                   {"text": ["I ", "will ", "remember ", "it."]}]
    app = QApplication([])
    with tempfile.TemporaryDirectory() as folder:
        child, address = server(Path(folder), "turns", script)
        try:
            return loop.run(app, measure(address, rounds, Path(folder) / "home"))
        finally:
            child.communicate()


if __name__ == "__main__":
    raise SystemExit(main())

"""How much later the first word comes through the app than through the bare openai client.

    python benchmarks/first_token.py [ROUNDS]        (default 100)

Three ask the same fake server (a process of its own on loopback) in turns, on the app's event loop: the bare client,
our chat model, and the whole service: a turn from ``PersonaAgentService.stream_query`` to its first Token event, with
the real database, checkpoints, tools and prompts. Prints the medians, what each layer of a turn adds, and the words a
second that model and client can take. Exit code 1 above an overhead of 25 ms.
"""

from __future__ import annotations

import contextlib
import dataclasses
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

os.environ["QT_QPA_PLATFORM"] = "offscreen"
sys.path.insert(0, str(Path(__file__).parents[1]))

from openai import AsyncOpenAI
from PySide6.QtWidgets import QApplication

from characoid_desktop.agents.runtime.events import Token
from characoid_desktop.agents.runtime.query import Query
from characoid_desktop.app import loop
from characoid_desktop.app.container import Container
from characoid_desktop.core.clock import SystemClock
from characoid_desktop.core.logs import Logs
from characoid_desktop.core.paths import AppPaths
from characoid_desktop.core.redaction import Redactor
from characoid_desktop.features.personas.models import DEFAULT_ID
from characoid_desktop.integrations.llm.chat import StudioChatModel
from characoid_desktop.integrations.llm.models import Endpoint, ModelChoice
from characoid_desktop.integrations.llm.wire import Wire
from tests.fakes.turn_lives import furnish

LIMIT_MS = 25.0
WARM_UP = 5
LONG = 3_000  # words of the reply whose speed is measured
TURNS = 10  # in one conversation: the history that is sent along grows and ends
QUESTION = "Good evening. Did anything happen while I was away?"


async def ours(model: StudioChatModel) -> tuple[float, float]:
    """Return the seconds to the first word, and to the last."""
    began, first = time.perf_counter(), 0.0
    async with contextlib.aclosing(model.astream(QUESTION)) as chunks:
        async for chunk in chunks:
            if chunk.text and not first:
                first = time.perf_counter() - began
    return first, time.perf_counter() - began


async def bare(client: AsyncOpenAI) -> tuple[float, float]:
    began, first = time.perf_counter(), 0.0
    stream = await client.chat.completions.create(
        model="fake-1", messages=[{"role": "user", "content": QUESTION}], stream=True)
    async with stream:
        async for chunk in stream:
            if chunk.choices and chunk.choices[0].delta.content and not first:
                first = time.perf_counter() - began
    return first, time.perf_counter() - began


class Whole:
    """The app's services without a window; ``layers`` are the seconds that each layer took, in each turn."""

    def __init__(self, c: Container, service: Any) -> None:
        self._c, self._service = c, service
        self._conversation = ""
        self._turns = 0
        self._marks: list[tuple[str, float]] = []
        self.layers: dict[str, list[float]] = {}
        self._mark(service._beginning, "begin", "message and run on the disk")
        self._mark(service._checkpoints, "delete", "an old thread looked for")
        self._mark(service._runs, "move", "history read, run moved")
        self._watch_turn(service._builder)

    @classmethod
    async def open(cls, home: Path) -> Whole:
        paths = AppPaths.under(home)
        paths.create()
        c = await Container.build(paths, SystemClock(), Logs(paths.logs, Redactor()))
        return cls(c, (await c.agents.start()).service)

    async def first_word(self) -> float:
        """Run one turn; return the seconds to its first Token event."""
        if self._turns % TURNS == 0:
            self._conversation = (await self._c.conversations.create(DEFAULT_ID)).id
        self._turns += 1
        self._marks, first = [("", time.perf_counter())], 0.0
        query = Query(DEFAULT_ID, self._conversation, QUESTION)
        async with contextlib.aclosing(self._service.stream_query(query)) as events:
            async for event in events:
                if isinstance(event, Token) and not first:
                    first = time.perf_counter()
                    self._marks.append(("the event passed on", first))
                    self._count()
        if not first:
            raise SystemExit("the turn ended without a word")
        return first - self._marks[0][1]

    async def aclose(self) -> None:
        await self._c.shutdown.run()

    def forget(self) -> None:
        self.layers.clear()

    def _count(self) -> None:
        for (_, before), (name, at) in zip(self._marks, self._marks[1:], strict=False):
            self.layers.setdefault(name, []).append(at - before)

    def _reached(self, name: str) -> None:
        if all(name != one for one, _ in self._marks):
            self._marks.append((name, time.perf_counter()))

    def _mark(self, owner: Any, method: str, name: str) -> None:
        real = getattr(owner, method)

        async def marked(*args: Any, **kwargs: Any) -> Any:
            result = await real(*args, **kwargs)
            self._reached(name)
            return result

        setattr(owner, method, marked)

    def _watch_turn(self, builder: Any) -> None:
        build = builder.build

        async def built(*args: Any, **kwargs: Any) -> Any:
            turn, fingerprint = await build(*args, **kwargs)
            self._reached("model, key and hints looked up")
            model_for: Callable[[str], Any] = turn.model_for

            def asked(worker: str) -> Any:
                self._reached("graph and checkpoints begun, prompt made")
                return model_for(worker)

            def emit(event: Any) -> None:
                if isinstance(event, Token):
                    self._reached("model client and server")
                turn.emit(event)

            return dataclasses.replace(turn, model_for=asked, emit=emit), fingerprint

        builder.build = built


async def measure(base_url: str, long_url: str, rounds: int, home: Path) -> int:
    endpoint = Endpoint(base_url)
    wire, long_wire = Wire(endpoint), Wire(Endpoint(long_url))
    model = StudioChatModel.of(wire, ModelChoice(endpoint, "fake-1"))
    long_model = StudioChatModel.of(long_wire, ModelChoice(long_wire.endpoint, "fake-1"))
    whole = await Whole.open(furnish(home, base_url))
    times: dict[str, list[float]] = {"service": [], "model": [], "bare": []}
    async with AsyncOpenAI(base_url=base_url, api_key="none", max_retries=0) as client:
        for number in range(rounds + WARM_UP):
            row = {"service": await whole.first_word(), "model": (await ours(model))[0],
                   "bare": (await bare(client))[0]}
            if number < WARM_UP:
                whole.forget()
                continue
            for name, seconds in row.items():
                times[name].append(seconds * 1000)
    async with AsyncOpenAI(base_url=long_url, api_key="none", max_retries=0) as client:
        our_s, bare_s = (await ours(long_model))[1], (await bare(client))[1]
    await wire.aclose()
    await long_wire.aclose()
    await whole.aclose()
    medians = {name: statistics.median(values) for name, values in times.items()}
    for name, values in times.items():
        p95 = sorted(values)[int(len(values) * 0.95)]
        print(f"first word, {name}: median {medians[name]:.2f} ms, p95 {p95:.2f} ms")
    for name, values in whole.layers.items():
        print(f"  {statistics.median(values) * 1000:6.2f} ms  {name}")
    over = {name: medians[name] - medians["bare"] for name in ("model", "service")}
    print(f"overhead: model {over['model']:+.2f} ms, service {over['service']:+.2f} ms (limit {LIMIT_MS:.0f} ms each)")
    print(f"words a second: ours {LONG / our_s:,.0f}, bare {LONG / bare_s:,.0f}")
    return int(max(over.values()) > LIMIT_MS)


def server(folder: Path, name: str, replies: list[dict[str, Any]]) -> tuple[subprocess.Popen[bytes], str]:
    """Start a fake server; return it and its address."""
    script = folder / f"{name}.json"
    script.write_text(json.dumps(replies), "utf-8")
    child = subprocess.Popen([sys.executable, "-m", "tests.fakes.model_server", "--script", str(script)],
                             cwd=Path(__file__).parents[1], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert child.stdout
    return child, json.loads(child.stdout.readline())["base_url"]


def main() -> int:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    app = QApplication([])
    with tempfile.TemporaryDirectory() as folder:
        children = [server(Path(folder), "short", [{"text": ["Good ", "evening", "."]}] * 3 * (rounds + WARM_UP)),
                    server(Path(folder), "long", [{"text": ["word "] * LONG}] * 2)]
        try:
            return loop.run(app, measure(children[0][1], children[1][1], rounds, Path(folder) / "home"))
        finally:
            for child, _ in children:
                child.communicate()


if __name__ == "__main__":
    raise SystemExit(main())

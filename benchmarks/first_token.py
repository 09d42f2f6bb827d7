"""How much later the first word comes through our chat model than through the bare openai client.

    python benchmarks/first_token.py [ROUNDS]        (default 100)

Both ask the same fake server (a process of its own on loopback) in turns, on the app's event loop. Prints the medians,
the overhead and the words a second that each can take. Exit code 1 above an overhead of 25 ms.
"""

from __future__ import annotations

import contextlib
import json
import os
import statistics
import subprocess
import sys
import time
from pathlib import Path

os.environ["QT_QPA_PLATFORM"] = "offscreen"
sys.path.insert(0, str(Path(__file__).parents[1]))

from openai import AsyncOpenAI
from PySide6.QtWidgets import QApplication

from characoid_desktop.app import loop
from characoid_desktop.integrations.llm.chat import StudioChatModel
from characoid_desktop.integrations.llm.models import Endpoint, ModelChoice
from characoid_desktop.integrations.llm.wire import Wire

LIMIT_MS = 25.0
WARM_UP = 5
LONG = 3_000  # words of the reply whose speed is measured
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


async def measure(base_url: str, long_url: str, rounds: int) -> int:
    endpoint = Endpoint(base_url)
    wire, long_wire = Wire(endpoint), Wire(Endpoint(long_url))
    model = StudioChatModel.of(wire, ModelChoice(endpoint, "fake-1"))
    long_model = StudioChatModel.of(long_wire, ModelChoice(long_wire.endpoint, "fake-1"))
    times: dict[str, list[float]] = {"ours": [], "bare": []}
    async with AsyncOpenAI(base_url=base_url, api_key="none", max_retries=0) as client:
        for number in range(rounds + WARM_UP):
            pair = {"ours": (await ours(model))[0], "bare": (await bare(client))[0]}
            if number >= WARM_UP:
                for name, seconds in pair.items():
                    times[name].append(seconds * 1000)
    async with AsyncOpenAI(base_url=long_url, api_key="none", max_retries=0) as client:
        our_s, bare_s = (await ours(long_model))[1], (await bare(client))[1]
    await wire.aclose()
    await long_wire.aclose()
    medians = {name: statistics.median(values) for name, values in times.items()}
    overhead = medians["ours"] - medians["bare"]
    for name, values in times.items():
        p95 = sorted(values)[int(len(values) * 0.95)]
        print(f"first word, {name}: median {medians[name]:.2f} ms, p95 {p95:.2f} ms")
    print(f"overhead: {overhead:+.2f} ms (limit {LIMIT_MS:.0f} ms)")
    print(f"words a second: ours {LONG / our_s:,.0f}, bare {LONG / bare_s:,.0f}")
    return int(overhead > LIMIT_MS)


def server(folder: Path, name: str, replies: list[dict]) -> tuple[subprocess.Popen[bytes], str]:
    """Start a fake server; return it and its address."""
    script = folder / f"{name}.json"
    script.write_text(json.dumps(replies), "utf-8")
    child = subprocess.Popen([sys.executable, "-m", "tests.fakes.model_server", "--script", str(script)],
                             cwd=Path(__file__).parents[1], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert child.stdout
    return child, json.loads(child.stdout.readline())["base_url"]


def main() -> int:
    import tempfile

    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    app = QApplication([])
    with tempfile.TemporaryDirectory() as folder:
        children = [server(Path(folder), "short", [{"text": ["Good ", "evening", "."]}] * 2 * (rounds + WARM_UP)),
                    server(Path(folder), "long", [{"text": ["word "] * LONG}] * 2)]
        try:
            return loop.run(app, measure(children[0][1], children[1][1], rounds))
        finally:
            for child, _ in children:
                child.communicate()


if __name__ == "__main__":
    raise SystemExit(main())

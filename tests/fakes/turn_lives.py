"""The test's side of ``turn_process``: a model server that outlives every kill, lives that are started and killed,
and a script by which the model plays along."""

from __future__ import annotations

import asyncio
import json
import os
import queue
import random
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Self

from tests.fakes import model_replies as replies
from tests.fakes.model_replies import Reply
from tests.fakes.model_server import ModelServer, Request

ROOT = Path(__file__).parents[2]
LIMIT_S = 60.0
Json = dict[str, Any]


class ServerThread:
    """A :class:`ModelServer` in a thread of its own; ``behave`` answers each request."""

    def __init__(self, behave: Callable[[Request], Reply]) -> None:
        self._behave = behave
        self._ready = threading.Event()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._serve()), name="model server")

    def __enter__(self) -> Self:
        self._thread.start()
        self._ready.wait()
        return self

    def __exit__(self, *_: object) -> None:
        self._loop.call_soon_threadsafe(self._end.set)
        self._thread.join()

    async def _serve(self) -> None:
        self._loop, self._end = asyncio.get_running_loop(), asyncio.Event()
        async with ModelServer() as self.server:
            self.server.behave = lambda request: self._behave(request)
            self._ready.set()
            await self._end.wait()

    def behave(self, how: Callable[[Request], Reply]) -> None:
        self._behave = how

    @property
    def base_url(self) -> str:
        return self.server.base_url

    @property
    def asked(self) -> list[str]:
        """One line for each chat request there ever was: what was asked, at which step, by whom."""
        return [question_of(request) for request in tuple(self.server.chats)]


class Life:
    """One process. ``heard`` is everything it said; :meth:`hear` reads on."""

    def __init__(self, pid: int, lines: queue.Queue[Json | None], why: Callable[[], str]) -> None:
        self.pid = pid
        self.heard: list[Json] = []
        self.exit: int | None = None
        self._lines = lines
        self._why = why

    def hear(self, key: str, value: Any = None, *, limit_s: float = LIMIT_S) -> Json:
        """Return what is said next with ``key`` (as ``value``); raises AssertionError when it ends before that."""
        while True:
            told = self._next(limit_s, f"{key}={value}")
            if told is None:
                raise AssertionError(f"ended with {self.exit} before {key}={value}; {self.heard[-6:]}\n{self._why()}")
            if key in told and value in (None, told[key]):
                return told

    def died_or(self, key: str) -> bool:
        """Wait until it says ``key`` (True) or ends by itself (False)."""
        while (told := self._next(LIMIT_S, key)) is not None:
            if key in told:
                return True
        return False

    def kill(self) -> None:
        """kill -9, and hear what it had said until then; harmless when it is dead."""
        if self.exit is None:
            os.kill(self.pid, signal.SIGKILL)
        self.died()

    def died(self, limit_s: float = LIMIT_S) -> int:
        """Wait for its end and return the exit code (-9: killed)."""
        while self._next(limit_s, "the end") is not None:
            pass
        assert self.exit is not None
        return self.exit

    def said(self, key: str) -> list[Json]:
        return [told for told in self.heard if key in told]

    def _next(self, limit_s: float, wanted: str) -> Json | None:
        if self.exit is not None:
            return None
        try:
            told = self._lines.get(timeout=limit_s)
        except queue.Empty:
            raise AssertionError(f"{wanted} not within {limit_s} s; {self.heard[-6:]}\n{self._why()}") from None
        if told is None or "dead" in told:
            self.exit = told["dead"] if told else -1
            return None
        self.heard.append(told)
        return told


class Mother:
    """Starts lives, one at a time. They are forks of one process that has imported everything."""

    def __enter__(self) -> Self:
        self._errors = tempfile.TemporaryFile("w+", encoding="utf-8")
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.fakes.turn_process"], cwd=ROOT, text=True, encoding="utf-8",
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._errors,
            env={**os.environ, "QT_QPA_PLATFORM": "offscreen"})
        self._lines: queue.Queue[Json | None] = queue.Queue()
        self._reader = threading.Thread(target=self._read, name="lives")
        self._reader.start()
        self._wait("mother")
        return self

    def __exit__(self, *_: object) -> None:
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.close()
        self._process.wait(LIMIT_S)
        self._reader.join()
        self._process.stdout.close()
        self._errors.close()

    def start(self, home: Path, do: str = "live", **order: Any) -> Life:
        assert self._process.stdin
        while not self._lines.empty():
            self._lines.get()
        self._process.stdin.write(json.dumps({"home": str(home), "do": do, **order}) + "\n")
        self._process.stdin.flush()
        return Life(self._wait("born")["pid"], self._lines, self.errors)

    def look(self, home: Path) -> Json:
        """Start the app once more, let it recover and settle, and return everything there is."""
        life = self.start(home, "look")
        path = Path(life.hear("looked")["looked"])
        assert life.died() == 0, self.errors()
        return json.loads(path.read_text("utf-8"))

    def errors(self) -> str:
        self._errors.seek(0)
        return self._errors.read()[-4000:]

    def _wait(self, key: str) -> Json:
        try:
            told = self._lines.get(timeout=LIMIT_S)
        except queue.Empty:
            told = None
        if told is None or key not in told:
            raise AssertionError(f"no {key}: {told}\n{self.errors()}")
        return told

    def _read(self) -> None:
        assert self._process.stdout
        for line in self._process.stdout:
            self._lines.put(json.loads(line))
        self._lines.put(None)


def kill_at_random(life: Life, chance: random.Random) -> None:
    """Kill it in its first second of work; one time in four already while it starts and recovers."""
    if chance.random() < 0.25:
        time.sleep(chance.uniform(0.0, 0.4))
    else:
        life.hear("ready")
        time.sleep(chance.uniform(0.0, 1.2))
    life.kill()


def furnish(home: Path, base_url: str) -> Path:
    """Set a home up whose character is answered for by the server."""
    (home / "config").mkdir(parents=True)
    (home / "config" / "settings.json").write_text(json.dumps(
        {"schema": 1, "sections": {"models": {"base_url": base_url, "model": "fake-1", "tools": "native"},
                                   "assistant": {"propose_memories": False}}}))
    return home


# --- the model ----------------------------------------------------------------------------------------

_TURN = re.compile(r"#(\d+) (\w+)")
WORDS = ("Let ", "me ", "tell ", "you ", "of ", "the ", "sea, ", "my ", "friend. ")


def question_of(request: Request) -> str:
    """``turn kind step who``: names one request of one turn, however often it is sent."""
    number, kind, step, who = _place(request)
    return f"{number} {kind} {step} {who}"


def _place(request: Request) -> tuple[str, str, int, str]:
    after: list[Json] = []
    number, kind = "?", "?"
    for message in request.messages:
        if message["role"] == "user":
            found = _TURN.search(str(message["content"]))
            number, kind = found.groups() if found else ("?", "?")
            after = []
        else:
            after.append(message)
    who = "worker" if "save_persona_memory" in request.tool_names else "supervisor"
    return number, kind, sum(message["role"] == "assistant" for message in after), who


def facts_of(number: str, kind: str) -> dict[str, bool]:
    """What a turn saves when nothing comes in between: text → whether a person is asked for it."""
    own, shared = f"fact {number} own", f"fact {number} shared"
    return {"save": {own: False}, "share": {shared: True}, "both": {own: False, shared: True},
            "work": {own: False, shared: True}}.get(kind, {})


KINDS = ("talk", "save", "share", "both", "work", "think", "send")


def random_lanes(chance: random.Random, numbers: Iterator[int], lanes: int = 2, turns: int = 4) -> list[list[str]]:
    """Return what is said in so many conversations at once, for an order."""
    return [[f"#{next(numbers)} {chance.choice(KINDS)}" for _ in range(turns)] for _ in range(lanes)]


class Actor:
    """Plays the model: what it does is in the user's text, ``#12 kind``. ``pace_s``: the pause before each piece.

    talk: words only. save: one hand-off that saves a memory. share: one that asks first. both: one after the other.
    work: the worker's own model saves both at once. send: a tool of an MCP server. export: a file of the conversation.
    think: thoughts, then words.
    """

    def __init__(self, pace_s: float = 0.0) -> None:
        self.pace_s = pace_s

    def __call__(self, request: Request) -> Reply:
        reply = self._reply(*_place(request))
        return reply.paced(self.pace_s) if self.pace_s else reply

    def _reply(self, number: str, kind: str, step: int, who: str) -> Reply:
        own, shared = f"fact {number} own", f"fact {number} shared"
        if who == "worker":
            if step:
                return replies.text("It is ", "saved.")
            return replies.tool_calls(("save_persona_memory", {"text": own}),
                                      ("save_workspace_memory", {"text": shared}))
        plans = {"save": [self._save(own, "persona")], "share": [self._save(shared, "workspace")],
                 "both": [self._save(own, "persona"), self._save(shared, "workspace")],
                 "work": [self._hand_over("legacy_request", {"request": f"#{number} work"})],
                 "export": [replies.tool_calls(("delegate_to_profile_worker", {
                     "task_type": "update_profile", "options": {"operation": "export", "format": "markdown"}}))],
                 "send": [replies.tool_calls(("send_out", {"text": f"letter {number}"}))]}
        plan = plans.get(kind, [])
        if step < len(plan):
            return plan[step]
        thoughts = ("Hm. ", "Well. ") if kind == "think" else ()
        return replies.text(*WORDS, f"This was {number}.", reasoning=thoughts)

    def _save(self, text: str, scope: str) -> Reply:
        return self._hand_over("save_memory", {"operation": "save", "scope": scope, "text": text})

    def _hand_over(self, task_type: str, options: Json) -> Reply:
        return replies.tool_calls(("delegate_to_memory_worker", {"task_type": task_type, "options": options}),
                                  words=("One ", "moment."), piece=40)

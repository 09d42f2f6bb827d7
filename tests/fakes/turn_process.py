"""The app's real services in a process that lives turns until it is killed, and one that looks at what is left.

    python -m tests.fakes.turn_process

is not a life but their mother: it has imported everything and forks one life for each order, a JSON line on stdin.
What a life says comes out of the mother's stdout as JSON lines with its ``pid``. ``turn_lives`` is the other side.

Orders: ``home``; ``do``: "live" or "look"; for "live" ``said``: a list of lanes (conversations), each a list of texts
that are asked one after another, ``seed`` and ``think_ms`` for how a person answers confirmations, ``answer``: yes,
no, mixed or never; ``kill``: the name of a point, or the number of the write before which it kills itself.
"""

from __future__ import annotations

import asyncio
import hashlib
import itertools
import json
import logging
import os
import random
import signal
import sqlite3
import sys
import traceback
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, cast

os.environ["QT_QPA_PLATFORM"] = "offscreen"
os.environ["PYTHON_KEYRING_BACKEND"] = "keyring.backends.fail.Keyring"

import keyring
import PySide6.QtWidgets as widgets
from langchain_core.tools import StructuredTool

from characoid_desktop.agents.assignment import server_capability
from characoid_desktop.agents.contracts import ToolSpec
from characoid_desktop.agents.graph.build import build_persona_workflow
from characoid_desktop.agents.offline.intents import intent_hints
from characoid_desktop.agents.runtime.approval_models import Approval
from characoid_desktop.agents.runtime.events import AgentEvent, Token
from characoid_desktop.agents.runtime.query import Query
from characoid_desktop.app import loop
from characoid_desktop.app.agent_parts import AgentParts
from characoid_desktop.app.container import Container
from characoid_desktop.core.clock import SystemClock
from characoid_desktop.core.logs import Logs
from characoid_desktop.core.paths import AppPaths
from characoid_desktop.core.redaction import Redactor
from characoid_desktop.core.tasks import TaskScope
from characoid_desktop.features.conversations.models import Message, MessageRole
from characoid_desktop.features.personas.models import DEFAULT_ID
from characoid_desktop.integrations.llm import chat, endpoints  # noqa: F401 - here, so that no life has to import it
from tests.fakes.eventually import eventually
from tests.fakes.turn_promises import CANARY

Json = dict[str, Any]
SETTLE_S = 30.0
COUNTED = ("BEGIN", "INSERT", "UPDATE", "DELETE", "COMMIT")
DONE_HERE = "CREATE TABLE IF NOT EXISTS done_here (run_id TEXT, text TEXT)"


def say(**fields: Any) -> None:
    """One line, written at once, so that a kill cuts none in half."""
    line = json.dumps({"pid": os.getpid(), **fields}, ensure_ascii=True) + "\n"
    assert len(line) <= 4096, line
    os.write(1, line.encode())


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


class Writes:
    """Counts what is written to both files, statement by statement, and dies before the one it was told."""

    def __init__(self, at: int | None) -> None:
        self._at = at
        self._count = itertools.count(1)
        self.last = 0
        self.armed = False
        self._connect = sqlite3.connect
        sqlite3.connect = self.connect  # type: ignore[assignment]

    def connect(self, *args: Any, **kwargs: Any) -> sqlite3.Connection:
        connection = self._connect(*args, **kwargs)
        connection.set_trace_callback(self._trace)
        return connection

    def _trace(self, statement: str) -> None:
        if self.armed and statement.lstrip().startswith(COUNTED):
            self.last = next(self._count)
            if self.last == self._at:
                die()


class Life:
    """One process. Everything that was acknowledged to its user is said, never before."""

    def __init__(self, order: Json) -> None:
        self.order = order
        kill = order.get("kill")
        self.point = kill if isinstance(kill, str) else ""
        self.writes = Writes(kill if isinstance(kill, int) else None)
        self.chance = random.Random(order.get("seed", 0))
        self.scope = TaskScope("life")
        self.over = asyncio.Event()
        self.shown: set[str] = set()

    async def run(self) -> None:
        paths = AppPaths.under(Path(self.order["home"]))
        paths.create()
        self.c = await Container.build(paths, SystemClock(), Logs(paths.logs, Redactor()))
        await self.c.models.set_key(CANARY)
        await self._watch_effects()
        parts = AgentParts.open
        AgentParts.open = self._opened(parts)  # type: ignore[method-assign]
        try:
            self.parts = await self.c.agents.start()
        finally:
            AgentParts.open = parts  # type: ignore[method-assign]
        await getattr(self, f"do_{self.order['do']}")()
        await self.scope.aclose()
        await self.c.shutdown.run()

    def _opened(self, real: Any) -> Any:
        """Between the making of the parts and recovery: fake outside tools and the points to die at."""

        async def opened(given: Any) -> AgentParts:
            parts = await real(given)
            parts.registry.register_tool_specs([await self._outside()])
            await parts.grants.set_granted(server_capability("fake"), [DEFAULT_ID])
            self._set_points(parts)
            return parts

        return opened

    # --- what is counted beside the app's own books --------------------------------------------------

    async def _watch_effects(self) -> None:
        """A row for each memory that was saved, in the same unit of work: an effect done twice stands there twice."""
        async with self.c.database.transaction() as tx:
            await tx.execute(DONE_HERE)
        real = self.c.memory.save

        async def save(*args: Any, tx: Any = None, **kwargs: Any) -> Any:
            made = await real(*args, tx=tx, **kwargs)
            await tx.execute("INSERT INTO done_here VALUES (?, ?)", (kwargs["source"]["run_id"], args[2]))
            self._reach("in the effect")
            return made

        self.c.memory.save = save  # type: ignore[method-assign]

    async def _outside(self) -> ToolSpec:
        """A tool of an MCP server that does something outside of every transaction: it adds a line to a file."""
        outbox = self.c.paths.data / "outbox.txt"

        async def send_out(text: str) -> str:
            """Send a text to somebody."""
            with outbox.open("a", encoding="utf-8") as file:
                file.write(text + "\n")
                file.flush()
                os.fsync(file.fileno())
            self._reach("sent")
            return "sent"

        tool = StructuredTool.from_function(coroutine=send_out, name="send_out")
        return ToolSpec("send_out", "mcp", tool, False, True, server="fake")

    # --- where it may die ----------------------------------------------------------------------------

    def _reach(self, name: str) -> None:
        if name == self.point:
            die()

    def _wrap(self, owner: Any, name: str, before: str = "", after: str = "",
              when: Callable[..., bool] = lambda *args, **kwargs: True) -> None:
        real: Callable[..., Awaitable[Any]] = getattr(owner, name)

        async def wrapped(*args: Any, **kwargs: Any) -> Any:
            if when(*args, **kwargs):
                self._reach(before)
            result = await real(*args, **kwargs)
            if when(*args, **kwargs):
                self._reach(after)
            return result

        setattr(owner, name, wrapped)

    def _set_points(self, parts: AgentParts) -> None:
        service: Any = parts.service
        exporter: Any = self.c.conversations
        self._wrap(exporter._exporter, "_markdown", "before the file", "the file is half in place")
        self._wrap(self.c.conversations, "export", "", "the file is in place")
        self._wrap(self.c.approvals, "request", "before asking", "after asking")
        self._wrap(self.c.approvals, "show", "before showing", "after showing")
        self._wrap(self.c.approvals, "decide", "before answering", "after answering")
        self._wrap(service._policy.execution, "execute", "before the effect", "after the effect")
        self._wrap(service._settling, "settle", "before waiting", "after waiting",
                   lambda run, recorder, ending: ending.waits is not None)
        self._wrap(service._settling, "settle", "before the end", "after the end",
                   lambda run, recorder, ending: ending.waits is None)
        self._wrap(service._beginning, "begin", "before the question", "after the question")

        def stops(inner: bool) -> Callable[..., bool]:
            def when(config: Any, writes: Any, *args: Any) -> bool:
                inside = bool(config["configurable"].get("checkpoint_ns"))
                return inside is inner and any(channel == "__interrupt__" for channel, _ in writes)
            return when

        self._wrap(parts.checkpoints.saver, "aput_writes", "before the inner stop", "after the inner stop",
                   stops(True))
        self._wrap(parts.checkpoints.saver, "aput_writes", "before the stop", "after the stop", stops(False))

    # --- a life --------------------------------------------------------------------------------------

    async def do_live(self) -> None:
        self.c.conversations.message_changed.connect(self._message)
        self.parts.loop.events.connect(self._event)
        self.parts.loop.trouble.connect(lambda error: say(trouble=str(error)))
        real = self.c.conversations.keep_answer

        async def keep(id: str, text: str, parts: Any) -> None:
            await real(id, text, parts)
            say(kept=id, text=text)

        self.c.conversations.keep_answer = keep  # type: ignore[method-assign]
        self.c.approvals.changed.connect(self._asked)
        for approval in self.c.approvals.pending:
            self._asked(approval)
        lanes = [self.scope.start(self._lane(number, texts)) for number, texts in enumerate(self.order["said"])]
        self.writes.armed = True
        say(ready=True)
        await asyncio.gather(*lanes)
        say(over=True, writes=self.writes.last)
        await asyncio.Event().wait()

    async def _lane(self, number: int, texts: list[str]) -> None:
        """One conversation: the next text as soon as the turn before it is over."""
        title = f"lane {number}"
        known = [one for one in await self.c.conversations.list(DEFAULT_ID) if one.title == title]
        conversation = known[0] if known else await self.c.conversations.create(DEFAULT_ID, title)
        for text in texts:
            await self._until(lambda: self.parts.loop.active(conversation.id) is None)
            again = text.removeprefix("again ") if text.startswith("again ") else None
            run = await self.parts.loop.start(
                Query(DEFAULT_ID, conversation.id, "" if again else text, regenerate_of=again))
            say(said=run.message_id, run=run.id, answer=run.answer_id, text=text, conversation=conversation.id)
        await self._until(lambda: self.parts.loop.active(conversation.id) is None)

    async def _until(self, condition: Callable[[], bool]) -> None:
        changed = asyncio.Event()
        disconnect = self.parts.loop.runs_changed.connect(lambda run: changed.set())
        try:
            while not condition():
                await changed.wait()
                changed.clear()
        finally:
            disconnect()

    def _message(self, message: Message) -> None:
        if message.role is MessageRole.CHARACTER:
            say(message=message.id, state=message.state.value, text=message.text)

    def _event(self, event: AgentEvent) -> None:
        if isinstance(event, Token):
            say(token=event.text, run=event.run_id)

    # --- the person ----------------------------------------------------------------------------------

    def _asked(self, approval: Approval) -> None:
        """As the dialog: shown when it arrives, answered after a while."""
        if approval.state.is_open and approval.id not in self.shown:
            self.shown.add(approval.id)
            self.scope.start(self._answer(approval.id))

    async def _answer(self, id: str) -> None:
        shown = await self.c.approvals.show(id)
        run = next((one for one in self.parts.loop.unfinished if one.id == shown.run_id), None)
        say(shown=id, nonce=shown.nonce, digest=shown.digest, run=shown.run_id, waits=run and run.state.value)
        how = self.order.get("answer", "yes")
        if how == "never":
            return
        low, high = self.order.get("think_ms", (0, 40))
        await asyncio.sleep(self.chance.uniform(low, high) / 1000)
        approve = how == "yes" or (how == "mixed" and hashlib.sha256(shown.digest.encode()).digest()[0] % 4 != 0)
        say(clicked=id, approve=approve)
        decided = await self.c.approvals.decide(id, shown.nonce or "", approve)
        say(decided=id, state=decided.state.value)

    # --- the life after ------------------------------------------------------------------------------

    def _settled(self) -> bool:
        """Whether every turn is over or waits for a person, who has not answered yet."""
        asked = {one.run_id for one in self.c.approvals.pending}
        return all(run.state.waits_for_user and run.id in asked for run in self.parts.loop.unfinished)

    async def do_look(self) -> None:
        """Write down what there is once nothing moves any more; ``look.json`` in the home."""
        say(recovered=True)
        async with asyncio.timeout(SETTLE_S):
            await self._until(self._settled)
            await eventually(lambda: not cast("Any", self.parts.service)._active, SETTLE_S)
        pending = {one.id: (await self.c.approvals.show(one.id)).nonce for one in self.c.approvals.pending}
        found: Json = {"pending": pending, "threads": await self.parts.checkpoints.threads()}
        for table in ("messages", "runs", "approvals", "effects", "audit", "memories", "done_here"):
            rows = await self.c.database.read_all(f"SELECT * FROM {table} ORDER BY rowid")
            found[table] = [dict(row) for row in rows]
        check = await self.c.database.read_one("PRAGMA quick_check")
        stops = await self.parts.checkpoints._connection.execute_fetchall("PRAGMA quick_check")
        found["integrity"] = [check[0] if check else None, *(row[0] for row in stops)]
        found["notices"] = [str(notice.sentence) for notice in self.c.notices.open]
        outbox = self.c.paths.data / "outbox.txt"
        found["outbox"] = outbox.read_text("utf-8").splitlines() if outbox.exists() else []
        path = Path(self.order["home"]) / "look.json"
        path.write_text(json.dumps(found), "utf-8")
        say(looked=str(path))


def live(order: Json) -> None:
    app = widgets.QApplication([])
    app.setQuitOnLastWindowClosed(False)
    loop.run(app, Life(order).run())


def main() -> None:
    build_persona_workflow()
    intent_hints("hello", "en")
    keyring.get_keyring()
    os.write(1, b'{"mother": true}\n')
    for line in sys.stdin:
        pid = os.fork()
        if not pid:
            try:
                live(json.loads(line))
            except BaseException:
                traceback.print_exc()
                os._exit(1)
            logging.shutdown()
            os._exit(0)
        os.write(1, (json.dumps({"pid": pid, "born": True}) + "\n").encode())
        _, status = os.waitpid(pid, 0)
        os.write(1, (json.dumps({"pid": pid, "dead": os.waitstatus_to_exitcode(status)}) + "\n").encode())


if __name__ == "__main__":
    main()

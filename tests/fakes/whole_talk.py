"""Whole conversations over the real container: settings, database, engines, agents; the model is a scripted server of
this process, or the offline brain. :meth:`WholeTalk.restart` closes the container and opens the next one."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

from characoid_desktop.agents.runtime.approval_models import Approval
from characoid_desktop.agents.runtime.events import AgentEvent, Token
from characoid_desktop.agents.runtime.models import Run
from characoid_desktop.agents.runtime.query import Query
from characoid_desktop.agents.runtime.runs import RunStore
from characoid_desktop.agents.vocabulary import RunState
from characoid_desktop.app.agent_parts import AgentParts
from characoid_desktop.app.container import Container
from characoid_desktop.core.clock import Clock
from characoid_desktop.core.paths import AppPaths
from characoid_desktop.features.conversations.models import Message
from characoid_desktop.features.personas.models import DEFAULT_ID
from characoid_desktop.settings.sections.assistant import AssistantSection
from characoid_desktop.settings.sections.models import ModelsSection
from tests.fakes import model_replies as replies
from tests.fakes.eventually import eventually
from tests.fakes.home import running_container
from tests.fakes.model_replies import Reply
from tests.fakes.model_server import ModelServer

LIMIT_S = 30.0


class WholeTalk:
    """``c`` and ``parts`` are those of the life that runs now; ``events`` of all lives, in order."""

    c: Container
    parts: AgentParts

    def __init__(self, home: AppPaths, server: ModelServer | None = None, clock: Clock | None = None) -> None:
        self.home = home
        self._server = server
        self._clock = clock
        self.events: list[AgentEvent] = []
        self.conversation = ""
        self._stack = AsyncExitStack()

    @property
    def server(self) -> ModelServer:
        assert self._server is not None, "the offline brain has no server"
        return self._server

    # --- lives ----------------------------------------------------------------------------------

    async def open(self) -> None:
        self.c = await self._stack.enter_async_context(running_container(self.home, self._clock))
        if self._server is not None:
            await self.c.settings.set(ModelsSection, base_url=self._server.base_url, model="fake-1")
            await self.c.settings.set(AssistantSection, propose_memories=False)  # a script is of the turns alone
        self.parts = await self.c.agents.start()
        self.parts.loop.events.connect(self.events.append)
        self.conversation = self.conversation or await self.begin()

    async def close(self) -> None:
        await self._stack.aclose()

    async def restart(self) -> None:
        await self.close()
        await self.open()

    async def begin(self, persona_id: str = DEFAULT_ID, title: str = "") -> str:
        """Begin a conversation and return its id."""
        return (await self.c.conversations.create(persona_id, title)).id

    # --- talking --------------------------------------------------------------------------------

    async def start(self, text: str, *script: Reply, files: Sequence[Path | str] = (), conversation: str = "",
                    persona: str = DEFAULT_ID, **more: Any) -> Run:
        """Say something, with the model's replies to it where there is a server. ``files``: paths, or attachments' ids.
        """
        self.script(*script)
        ids = tuple([one if isinstance(one, str) else (await self.c.attachments.reference(one)).id for one in files])
        return await self.parts.loop.start(
            Query(persona, conversation or self.conversation, text, attachment_ids=ids, **more))

    def script(self, *script: Reply) -> None:
        """Add to what the model replies; the offline brain needs no script."""
        if self._server is not None:
            self._server.script(*script)

    async def say(self, text: str, *script: Reply, **more: Any) -> Message:
        """Say something and return the answer as it is when the turn is over or waits."""
        return await self.rest(await self.start(text, *script, **more))

    async def rest(self, run: Run) -> Message:
        """Wait until a turn is over, or waits for the user, and return its answer."""
        await eventually(lambda: self._rests(run), LIMIT_S)
        return await self.answer(run)

    def _rests(self, run: Run) -> bool:
        active: Any = self.parts.service
        now = next((one for one in self.parts.loop.unfinished if one.id == run.id), None)
        if run.id in active._active or now is None:
            return run.id not in active._active
        asked = any(one.run_id == run.id for one in self.c.approvals.pending)  # else it goes on in a moment
        return now.state is RunState.WAITING_INPUT or (now.state is RunState.WAITING_APPROVAL and asked)

    async def over(self, run: Run) -> Message:
        """Wait until a turn is over."""
        await eventually(lambda: self._rests(run) and self.waiting(run.conversation_id) is None, LIMIT_S)
        return await self.answer(run)

    def waiting(self, conversation: str = "") -> Run | None:
        return self.parts.loop.active(conversation or self.conversation)

    async def answer(self, run: Run) -> Message:
        message = await self.c.conversations.message(run.answer_id)
        assert message is not None
        return message

    async def state(self, run: Run) -> RunState:
        now = await RunStore(self.c.database, self.c.clock).get(run.id)
        assert now is not None
        return now.state

    async def decide(self, approve: bool = True, reason: str = "", only: str = "") -> list[Approval]:
        """Answer what is pending as the dialog does: shown, then answered (``only``: of this tool or argument)."""
        answered: list[Approval] = []
        for one in self.c.approvals.pending:
            if only in f"{one.tool} {json.dumps(dict(one.arguments))}":
                shown = await self.c.approvals.show(one.id)
                answered.append(await self.c.approvals.decide(one.id, shown.nonce or "", approve, reason))
        return answered

    async def heard(self, kind: type[AgentEvent], **fields: Any) -> AgentEvent:
        """Wait for an event of this kind."""
        def found() -> AgentEvent | None:
            return next((event for event in self.events if isinstance(event, kind) and all(
                getattr(event, name) == value for name, value in fields.items())), None)

        await eventually(found, LIMIT_S)
        event = found()
        assert event is not None
        return event

    async def heard_token(self, text: str) -> None:
        await eventually(lambda: text in self.streamed(), LIMIT_S)

    def streamed(self, run: Run | None = None) -> str:
        return "".join(event.text for event in self.events
                       if isinstance(event, Token) and (run is None or event.run_id == run.id))

    # --- the books ------------------------------------------------------------------------------

    async def rows(self, query: str, *values: Any) -> list[dict[str, Any]]:
        return [dict(row) for row in await self.c.database.read_all(query, values)]

    async def memories(self, scope: str = "persona", persona: str = DEFAULT_ID) -> list[str]:
        rows = await self.rows("SELECT text FROM memories WHERE scope = ? AND coalesce(persona_id, ?) = ? ORDER BY seq",
                               scope, persona, persona)
        return [row["text"] for row in rows]

    async def effects(self) -> list[tuple[str, str]]:
        """(tool, state) of everything that took effect, in order."""
        return [(row["tool"], row["state"]) for row in await self.rows("SELECT tool, state FROM effects ORDER BY seq")]

    async def audited(self) -> list[tuple[str, str]]:
        """(tool, outcome) of every call that was written down, in order."""
        return [(row["tool"], row["outcome"]) for row in await self.rows(
            "SELECT tool, outcome FROM audit WHERE tool <> '' ORDER BY seq")]

    async def said(self, conversation: str = "") -> list[str]:
        """The texts of the branch that is shown."""
        return [one.text for one in await self.c.conversations.path(conversation or self.conversation)]

    def told(self, number: int = -1) -> str:
        """Everything that a request told the model, in one text."""
        return "\n".join(str(message.get("content") or "") for message in self.server.chats[number].messages)


def delegate(worker: str, task_type: str, refs: Mapping[str, Any] | None = None, **options: Any) -> Reply:
    """The model's reply that hands a task to a worker."""
    return replies.tool_calls((f"delegate_to_{worker}", {
        "task_type": task_type, "options": options, **({"input_refs": dict(refs)} if refs else {})}), piece=60)


@asynccontextmanager
async def whole_talk(home: AppPaths, *, offline: bool = False, clock: Clock | None = None) -> AsyncIterator[WholeTalk]:
    async with AsyncExitStack() as stack:
        server = None if offline else await stack.enter_async_context(ModelServer())
        talk = WholeTalk(home, server, clock)
        stack.push_async_callback(talk.close)
        await talk.open()
        yield talk



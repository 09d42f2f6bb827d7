"""The loop that panels have from the beginning."""

from __future__ import annotations

import asyncio

import pytest

from characoid_desktop.agents.runtime.late import LateLoop
from characoid_desktop.agents.runtime.query import Query
from characoid_desktop.app.agent_side import AgentSideFailed
from characoid_desktop.core.events import Event
from characoid_desktop.core.i18n import Text
from characoid_desktop.core.paths import AppPaths
from characoid_desktop.core.tasks import TaskScope
from tests.fakes.eventually import eventually
from tests.fakes.home import running_container

QUERY = Query("default", "c", "hello")


class RealLoop:
    """Notes what it was asked for."""

    def __init__(self) -> None:
        self.events, self.runs_changed, self.trouble = Event(), Event(), Event()
        self.asked = []
        self.unfinished = ()

    async def start(self, query):
        self.asked.append(query)
        return "run"

    def active(self, conversation_id):
        return None


async def test_who_asks_early_waits_until_the_real_loop_has_looked_at_old_turns():
    late, real, scope = LateLoop(), RealLoop(), TaskScope("test")
    asking = scope.start(late.start(QUERY))
    late.fill(real)
    for _ in range(5):
        await asyncio.sleep(0)
    assert real.asked == []
    assert not late.is_ready
    late.let_in()
    assert await asking == "run"
    assert real.asked == [QUERY]
    await scope.aclose()


async def test_what_the_real_loop_finds_while_it_opens_is_heard():
    late, real, heard = LateLoop(), RealLoop(), []
    late.runs_changed.connect(heard.append)
    late.fill(real)
    real.runs_changed.emit("a waiting run")
    assert heard == ["a waiting run"]


async def test_when_the_agent_side_cannot_start_everyone_is_told_why():
    late, scope, trouble = LateLoop(), TaskScope("test", lambda error: None), []
    late.trouble.connect(trouble.append)
    asking = scope.start(late.start(QUERY))
    error = AgentSideFailed(Text.of("No."))
    late.fail(error)
    with pytest.raises(AgentSideFailed):
        await asking
    with pytest.raises(AgentSideFailed):
        await late.cancel("run")
    assert trouble == [error]
    await scope.aclose()


async def test_a_message_sent_while_the_agent_side_starts_is_answered(home: AppPaths):
    async with running_container(home) as container:
        persona = container.personas.current.id
        conversation = await container.conversations.create(persona)
        container.agents.begin()
        run = await container.agents.loop.start(Query(persona, conversation.id, "hello"))
        ended = []
        container.agents.loop.runs_changed.connect(lambda one: ended.append(one.state.value))
        await eventually(lambda: container.agents.loop.active(conversation.id) is None, 30.0)
        answer = await container.conversations.message(run.answer_id)
        assert answer.state.value == "done"
        assert answer.text

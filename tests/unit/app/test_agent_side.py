"""The agent side starts once, fails in words, and is closed in whatever phase it is."""

from __future__ import annotations

import asyncio
import threading
from typing import Any

import pytest

from characoid_desktop.agents.runtime import checkpoints
from characoid_desktop.agents.runtime.errors import RuntimeUnsafe
from characoid_desktop.agents.runtime.loop import NativeAgentLoop
from characoid_desktop.agents.runtime.query import Query
from characoid_desktop.app import agent_side
from characoid_desktop.app.agent_parts import AgentParts
from characoid_desktop.core.errors import AppError
from characoid_desktop.core.i18n import Text
from characoid_desktop.core.paths import AppPaths
from tests.fakes.eventually import eventually
from tests.fakes.home import running_container


async def test_started_twice_it_is_started_once(home: AppPaths) -> None:
    async with running_container(home) as container:
        container.agents.begin()
        first, second = await asyncio.gather(container.agents.start(), container.agents.start())
        container.agents.begin()
        assert first is second is await container.agents.start()


@pytest.mark.plain_log
async def test_with_unsafe_libraries_turns_say_so_and_the_rest_works(
    home: AppPaths, monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(checkpoints, "FLOORS", {"langgraph": (99, 0, 0)})
    async with running_container(home) as container:
        trouble: list[AppError] = []
        container.agents.loop.trouble.connect(trouble.append)
        with pytest.raises(RuntimeUnsafe):
            await container.agents.start()
        conversation = await container.conversations.create(container.personas.current.id)
        for _ in range(2):
            with pytest.raises(RuntimeUnsafe) as said:
                await container.agents.loop.start(Query(conversation.persona_id, conversation.id, "Hi"))
        assert str(said.value.safe) == "Your conversations are safe."
        assert [error.code for error in trouble] == ["runtime_unsafe"]
        assert await container.conversations.path(conversation.id) == []


@pytest.mark.plain_log
@pytest.mark.parametrize("fault", [AppError(Text.of("No."), code="no"), RuntimeError("no")])
async def test_what_goes_wrong_while_old_turns_are_looked_at_leaves_nothing_open(
    home: AppPaths, monkeypatch: pytest.MonkeyPatch, fault: Exception,
) -> None:
    closed: list[Any] = []

    async def fails(self: NativeAgentLoop) -> None:
        raise fault

    async def close(self: AgentParts, real: Any = AgentParts.aclose) -> None:
        await real(self)
        closed.append(self)

    monkeypatch.setattr(NativeAgentLoop, "open", fails)
    monkeypatch.setattr(AgentParts, "aclose", close)
    async with running_container(home) as container:
        with pytest.raises(AppError):
            await container.agents.start()
        assert len(closed) == 1


async def test_closed_while_it_is_imported_it_does_not_wait_for_that(
    home: AppPaths, monkeypatch: pytest.MonkeyPatch,
) -> None:
    begun, go_on = threading.Event(), threading.Event()

    def slow() -> None:
        begun.set()
        go_on.wait(20)

    monkeypatch.setattr(agent_side, "_load", slow)
    async with running_container(home) as container:
        container.agents.begin()
        await eventually(begun.is_set)
        async with asyncio.timeout(1):
            await container.agents.aclose()
        go_on.set()


@pytest.mark.parametrize("steps", [0, 1, 3, 10, 30, 100])
async def test_closed_at_any_step_of_its_start_it_leaves_nothing_open(home: AppPaths, steps: int) -> None:
    async with running_container(home) as container:
        agent_side._load()
        container.agents.begin()
        for _ in range(steps):
            await asyncio.sleep(0)
        assert await container.shutdown.run() == []

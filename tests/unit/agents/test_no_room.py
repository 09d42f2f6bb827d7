"""Turns while nothing can be written: what was said is kept, it is told, and everything is set right afterwards."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from characoid_desktop.agents.runtime.events import RunEnded
from characoid_desktop.agents.vocabulary import RunState
from characoid_desktop.core.errors import AppError
from characoid_desktop.core.i18n import Text
from characoid_desktop.core.paths import AppPaths
from characoid_desktop.data.errors import DatabaseLocked
from characoid_desktop.features.conversations.models import MessageState
from tests.fakes.data_faults import lock_holder
from tests.fakes.eventually import eventually
from tests.fakes.runtime_bench import Bench, open_bench
from tests.fakes.scripted_model import calls, says


@asynccontextmanager
async def impatient(home: AppPaths) -> AsyncIterator[Bench]:
    """A bench whose database gives up soon and whose loop looks around often."""
    async with open_bench(home, recover=False) as bench:
        await bench.database._writer.execute_fetchall("PRAGMA busy_timeout = 100")
        bench.loop._expiry_every_s = 0.1
        await bench.loop.open()
        yield bench


@asynccontextmanager
async def locked(home: AppPaths) -> AsyncIterator[None]:
    """Another program holds the database; it is waited for in a thread, since the app may be writing just then."""
    holder = lock_holder(home.database)
    await asyncio.to_thread(holder.__enter__)
    try:
        yield
    finally:
        holder.__exit__(None, None, None)


async def test_a_turn_that_cannot_begin_says_why_and_writes_nothing(home: AppPaths) -> None:
    async with impatient(home) as bench:
        async with locked(home):
            with pytest.raises(DatabaseLocked):
                await bench.loop.start(bench.ask("Hi"))
        assert await bench.conversations.path(bench.conversation.id) == []
        assert bench.loop.unfinished == ()


async def test_an_end_that_could_not_be_written_is_written_when_there_is_room(home: AppPaths) -> None:
    async with impatient(home) as bench:
        gate = asyncio.Event()
        bench.model.then(says("all ", "of it", gate=gate))
        run = await bench.loop.start(bench.ask("Hi"))
        await eventually(lambda: any(event.type == "token" for event in bench.seen))
        async with locked(home):
            gate.set()
            await eventually(lambda: isinstance(bench.seen[-1], RunEnded))
            assert bench.seen[-1].error["code"] == "database_locked"
            assert bench.loop.active(run.conversation_id) is None
        await eventually(lambda: not bench.service._settling._put_off)
        answer = await bench.answer(run)
        assert (answer.state, answer.text) == (MessageState.DONE, "all of it")
        assert (await bench.run(run.id)).state is RunState.COMPLETED


async def test_the_next_turn_waits_for_no_look_around(home: AppPaths) -> None:
    async with impatient(home) as bench:
        bench.loop._expiry_every_s = 1000
        gate = asyncio.Event()
        bench.model.then(says("first", gate=gate), says("second"))
        run = await bench.loop.start(bench.ask("Hi"))
        await eventually(lambda: any(event.type == "token" for event in bench.seen))
        async with locked(home):
            gate.set()
            await eventually(lambda: isinstance(bench.seen[-1], RunEnded))
        later = await bench.loop.start(bench.ask("And?"))
        assert (await bench.answer(run)).text == "first"
        await eventually(lambda: bench.loop.active(run.conversation_id) is None)
        assert (await bench.answer(later)).text == "second"


async def test_what_still_cannot_be_written_is_tried_once_more_when_the_app_closes(home: AppPaths) -> None:
    gate = asyncio.Event()
    async with open_bench(home, [says("all", gate=gate)]) as bench:
        await bench.database._writer.execute_fetchall("PRAGMA busy_timeout = 100")
        run = await bench.loop.start(bench.ask("Hi"))
        await eventually(lambda: any(event.type == "token" for event in bench.seen))
        async with locked(home):
            gate.set()
            await eventually(lambda: isinstance(bench.seen[-1], RunEnded))
    async with open_bench(home, recover=False) as bench:
        assert (await bench.answer(run)).state is MessageState.DONE


async def test_an_answer_that_could_not_be_followed_at_once_is_followed_later(home: AppPaths) -> None:
    async with impatient(home) as bench:
        bench.model.then(calls(("share_note", {"text": "cake"})), says("ok"))
        run = await bench.loop.start(bench.ask("Share"))
        await eventually(lambda: (now := bench.loop.active(run.conversation_id)) and now.state.waits_for_user)
        trouble: list[AppError] = []
        bench.loop.trouble.connect(trouble.append)
        resume = bench.service.begin_resume

        async def fails(*args: object) -> object:
            bench.service.begin_resume = resume
            raise DatabaseLocked(Text.of("Not now."))

        bench.service.begin_resume = fails
        await bench.approve()
        await eventually(lambda: bench.loop.active(run.conversation_id) is None)
        assert [error.code for error in trouble] == ["database_locked"]
        assert await bench.notes() == ["cake"]

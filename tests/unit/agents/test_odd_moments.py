"""Turns at odd moments: things are deleted, withdrawn, answered twice or closed just when something else happens."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from typing import Any

import pytest

from characoid_desktop.agents.runtime.approval_models import ApprovalState
from characoid_desktop.agents.runtime.errors import InputRefused
from characoid_desktop.agents.runtime.models import Run
from characoid_desktop.agents.runtime.query import Query
from characoid_desktop.agents.vocabulary import RunState
from characoid_desktop.core.errors import AppError
from characoid_desktop.core.paths import AppPaths
from characoid_desktop.features.conversations.models import MessageState
from tests.fakes.eventually import eventually
from tests.fakes.runtime_bench import Bench, open_bench
from tests.fakes.scripted_model import Reply, calls, says

SHARE = ("share_note", {"text": "cake"})


async def waiting(bench: Bench, *script: Reply) -> Run:
    """Start a turn and return it once it waits for the user."""
    bench.model.then(*script)
    run = await bench.loop.start(bench.ask("Do it"))

    def waits() -> bool:
        active = bench.loop.active(run.conversation_id)
        return active is not None and active.state.waits_for_user

    await eventually(waits)
    return run


async def over(bench: Bench, run: Run) -> None:
    await eventually(lambda: bench.loop.active(run.conversation_id) is None)


# --- deleted and closed ---------------------------------------------------------------------------


@pytest.mark.parametrize("call", [SHARE, ("ask_form", {})])
async def test_a_conversation_that_is_deleted_takes_its_waiting_turn_along(home: AppPaths, call: Any) -> None:
    async with open_bench(home) as bench:
        bench.conversation = await bench.conversations.create("default")
        await waiting(bench, calls(call))
        states: list[RunState] = []
        bench.loop.runs_changed.connect(lambda run: states.append(run.state))
        await bench.conversations.delete(bench.conversation.id)
        await eventually(lambda: bench.loop.unfinished == ())
        assert states[-1] is RunState.CANCELLED
        await eventually(lambda: bench.ledger.pending == ())
        assert await _threads_gone(bench)


async def _threads_gone(bench: Bench) -> bool:
    for _ in range(100):
        if not await bench.checkpoints.threads():
            return True
    return False


@pytest.mark.parametrize("steps", [1, 2, 5, 20, 60])
async def test_a_turn_that_begins_while_the_app_closes_ends_in_a_state(home: AppPaths, steps: int) -> None:
    async with open_bench(home, [says("Hello")]) as bench:
        starting = asyncio.get_running_loop().create_task(bench.loop.start(bench.ask("Hi")))
        for _ in range(steps):
            await asyncio.sleep(0)
        await bench.loop.aclose()
        await asyncio.gather(starting)
        rows = await bench.database.read_all("SELECT state FROM runs")
        assert [row["state"] for row in rows] == ["interrupted"]


async def test_a_closed_app_begins_nothing_and_says_so(home: AppPaths) -> None:
    async with open_bench(home) as bench:
        await bench.loop.aclose()
        with pytest.raises(AppError, match="closing"):
            await bench.loop.start(bench.ask("Hi"))
        assert await bench.conversations.path(bench.conversation.id) == []


async def test_begun_and_cancelled_over_and_over_leaves_nothing(home: AppPaths) -> None:
    async with open_bench(home) as bench:
        for number in range(60):
            bench.model.then(says("one", "two") if number % 2 else calls(SHARE))
            run = await bench.loop.start(bench.ask(f"Hi {number}"))
            await asyncio.sleep((number % 4) * 0.002)
            ends = await asyncio.gather(*(bench.loop.cancel(run.id) for _ in range(1 + number % 3)))
            assert {end.state.is_over for end in ends} == {True}
        await eventually(lambda: bench.service._scope.running == 0)
        await eventually(lambda: bench.loop._scope.running == 1)  # the watch over time
        assert (bench.service._active, bench.service._streams, bench.loop.unfinished) == ({}, {}, ())
        assert (bench.ledger.pending, bench.ledger._deadlines, await bench.checkpoints.threads()) == ((), {}, [])
        open_rows = await bench.database.read_all(
            "SELECT id FROM runs WHERE finished_at IS NULL UNION SELECT id FROM messages WHERE finished_at IS NULL")
        assert open_rows == []


async def test_many_conversations_at_once_each_get_their_answer(home: AppPaths) -> None:
    async with open_bench(home, [says("a ", "b ", "c") for _ in range(30)]) as bench:
        ids = [(await bench.conversations.create("default")).id for _ in range(30)]
        runs = await asyncio.gather(*(bench.loop.start(Query("default", id, "Hi")) for id in ids))
        await eventually(lambda: bench.loop.unfinished == (), 30)
        answers = [await bench.answer(run) for run in runs]
        assert [(one.state, one.text) for one in answers] == [(MessageState.DONE, "a b c")] * 30
        assert {one.conversation_id for one in answers} == set(ids)


# --- answered at the same time ---------------------------------------------------------------------


async def test_of_two_answers_at_once_one_counts(home: AppPaths) -> None:
    async with open_bench(home) as bench:
        run = await waiting(bench, calls(SHARE), says("ok"))
        shown = await bench.ledger.show(bench.ledger.pending[0].id)
        both = await asyncio.gather(*(bench.ledger.decide(shown.id, shown.nonce or "", yes) for yes in (True, False)),
                                    return_exceptions=True)
        await over(bench, run)
        assert [isinstance(one, AppError) for one in both] == [False, True]
        assert await bench.notes() == ["cake"]


@pytest.mark.parametrize("first", ["answer", "cancel"])
async def test_answered_and_cancelled_at_once_it_happens_whole_or_not_at_all(home: AppPaths, first: str) -> None:
    async with open_bench(home) as bench:
        run = await waiting(bench, calls(SHARE), says("ok"))
        shown = await bench.ledger.show(bench.ledger.pending[0].id)
        acts: list[Awaitable[Any]] = [bench.ledger.decide(shown.id, shown.nonce or "", True), bench.loop.cancel(run.id)]
        await asyncio.gather(*(acts if first == "answer" else acts[::-1]), return_exceptions=True)
        await over(bench, run)
        used = (await bench.ledger.get(shown.id)).state is ApprovalState.USED
        assert (await bench.notes() == ["cake"]) == used
        assert (await bench.run(run.id)).state.is_over
        assert (await bench.answer(run)).state.is_over


# --- withdrawn meanwhile ----------------------------------------------------------------------------


async def test_a_tool_that_is_gone_meanwhile_does_not_run_although_it_was_confirmed(home: AppPaths) -> None:
    async with open_bench(home) as bench:
        run = await waiting(bench, calls(SHARE), says("ok"))
        del bench.registry._specs["share_note"]
        bench.registry._revision += 1
        await bench.approve()
        await over(bench, run)
        assert await bench.notes() == []
        assert [str(entry.outcome) for entry in await bench.audit.search()] == ["refused"]
        assert (await bench.answer(run)).text == "ok"


async def test_a_grant_that_is_taken_meanwhile_counts_although_it_was_confirmed(home: AppPaths) -> None:
    async with open_bench(home) as bench:
        run = await waiting(bench, calls(SHARE), says("ok"))
        await bench.grants.set_allowed("tool/share_note", "default", False, ["default"])
        await bench.approve()
        await over(bench, run)
        assert await bench.notes() == []
        assert [str(entry.permission) for entry in await bench.audit.search()] == ["not_granted"]


async def test_a_character_that_is_renamed_meanwhile_keeps_its_turn(home: AppPaths) -> None:
    async with open_bench(home) as bench:
        run = await waiting(bench, calls(SHARE), says("ok"))
        await bench.personas.update("default", name="Rin")
        await bench.approve()
        await over(bench, run)
        assert await bench.notes() == ["cake"]


# --- what others write ------------------------------------------------------------------------------


async def test_halves_of_characters_anywhere_are_stored_as_replacements(home: AppPaths) -> None:
    bad = "a\ud800b\udc00\x00"
    async with open_bench(home) as bench:
        run = await waiting(bench, calls(SHARE), says(bad))
        await bench.approve(False, reason=bad)
        await over(bench, run)
        assert (await bench.answer(run)).text == "a\ufffdb\ufffd"
        assert [one.reason for one in await bench.ledger.of_run(run.id)] == ["a\ufffdb\ufffd"]


@pytest.mark.parametrize("values", [
    {"model_id": "warm", "pitch": 10**400}, {"model_id": "warm", "pitch": float("nan")}, {"model_id": ["warm"]},
    {"model_id": "warm", "\ud800": 1}, {"model_id": "\ud800"}, {"model_id": "warm", "pitch": True},
])
async def test_a_form_takes_only_what_it_asks_for_and_goes_on_waiting(home: AppPaths, values: dict[str, Any]) -> None:
    async with open_bench(home) as bench:
        run = await waiting(bench, calls(("ask_form", {})), says("done"))
        with pytest.raises(InputRefused):
            await bench.loop.give_input(run.id, values)
        assert bench.loop.active(run.conversation_id).state is RunState.WAITING_INPUT
        await bench.loop.give_input(run.id, {"model_id": "warm", "pitch": 1})
        await over(bench, run)


async def test_messages_of_any_size_are_answered_or_refused_with_nothing_written(home: AppPaths) -> None:
    async with open_bench(home, [says("x" * 150_000)]) as bench:
        for query in (bench.ask("x" * 200_001), bench.ask("x", attachment_ids=["a"] * 500),
                      bench.ask("x", attachment_ids=["a"])):
            with pytest.raises(AppError):
                await bench.loop.start(query)
        assert await bench.conversations.path(bench.conversation.id) == []
        run = await bench.loop.start(bench.ask("好" * 200_000))
        await over(bench, run)
        assert len((await bench.answer(run)).text) == 150_000


async def test_listeners_that_fail_hold_up_no_turn(home: AppPaths) -> None:
    told: list[dict[str, Any]] = []

    def fails(value: object) -> None:
        raise ValueError("listener")

    async with open_bench(home) as bench:
        asyncio.get_running_loop().set_exception_handler(lambda loop, context: told.append(context))
        for event in (bench.loop.events, bench.loop.runs_changed, bench.service.runs_changed, bench.ledger.changed,
                      bench.conversations.message_changed, bench.conversations.changed, bench.audit.recorded):
            event.connect(fails)
        run = await waiting(bench, calls(SHARE), says("ok"))
        await bench.approve()
        await over(bench, run)
        assert (await bench.answer(run)).text == "ok"
        assert await bench.notes() == ["cake"]
    assert told
    assert {str(one["exception"]) for one in told} == {"listener"}

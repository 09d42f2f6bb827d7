"""Cancelling a turn in every phase: it ends in one state, keeps its words, and leaves nothing at work."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

import pytest

from characoid_desktop.agents.runtime.errors import ApprovalGone, RunNotFound
from characoid_desktop.agents.runtime.events import RunEnded
from characoid_desktop.agents.vocabulary import RunState
from characoid_desktop.core.errors import AppError
from characoid_desktop.core.i18n import Text
from characoid_desktop.core.paths import AppPaths
from characoid_desktop.features.conversations.models import MessageState
from tests.fakes.eventually import eventually
from tests.fakes.runtime_bench import Bench, Tools, open_bench
from tests.fakes.scripted_model import calls, says


async def cancelled(bench: Bench, run: Any) -> None:
    """Cancel and look at everything that must hold then."""
    after = await bench.loop.cancel(run.id)
    assert after.state is RunState.CANCELLED
    assert (await bench.answer(run)).state is MessageState.CANCELLED
    assert bench.ledger.pending == ()
    assert await bench.checkpoints.threads() == []
    await eventually(lambda: bench.loop.active(run.conversation_id) is None)
    assert (await bench.loop.cancel(run.id)).state is RunState.CANCELLED  # twice is once


async def test_cancel_before_the_first_step(home: AppPaths) -> None:
    async with open_bench(home, [says("Hello")]) as bench:
        run = await bench.service.begin(bench.ask("Hi"))
        await cancelled(bench, run)
        assert bench.model.asked == []


async def test_cancel_while_the_model_speaks_keeps_what_was_said(home: AppPaths) -> None:
    reply = says("Half", " whole", gate=asyncio.Event())
    async with open_bench(home, [reply]) as bench:
        run = await bench.loop.start(bench.ask("Hi"))
        await eventually(lambda: any(event.type == "token" for event in bench.seen))
        await cancelled(bench, run)
        assert (await bench.answer(run)).text == "Half"
        ended = [event for event in bench.seen if isinstance(event, RunEnded)]
        assert [event.state for event in ended] == ["cancelled"]


async def test_cancel_while_a_reading_tool_runs(home: AppPaths) -> None:
    let_go = asyncio.Event()
    tools = Tools()

    async def held(name: str) -> None:
        try:
            await asyncio.get_running_loop().create_future()
        finally:
            let_go.set()

    tools.before = held
    async with open_bench(home, [calls(("look_around", {}))], tools=tools) as bench:
        run = await bench.loop.start(bench.ask("Look"))
        await eventually(lambda: tools.ran)
        await cancelled(bench, run)
        assert let_go.is_set()
        assert [str(entry.outcome) for entry in await bench.audit.search()] == ["cancelled"]


async def test_cancel_in_the_middle_of_a_database_tool_undoes_it(home: AppPaths) -> None:
    tools = Tools()
    tools.before = lambda name: asyncio.get_running_loop().create_future()
    async with open_bench(home, [calls(("save_note", {"text": "half"}))], tools=tools) as bench:
        run = await bench.loop.start(bench.ask("Save"))
        await eventually(lambda: tools.ran)
        await cancelled(bench, run)
        assert (await bench.notes(), await bench.effects()) == ([], {})


async def test_cancel_in_the_middle_of_an_outside_tool_is_an_unknown_outcome(home: AppPaths) -> None:
    tools = Tools()
    tools.before = lambda name: asyncio.get_running_loop().create_future()
    async with open_bench(home, [calls(("send_quietly", {"text": "half"}))], tools=tools) as bench:
        run = await bench.loop.start(bench.ask("Send"))
        await eventually(lambda: tools.ran)
        await cancelled(bench, run)
        assert list((await bench.effects()).values()) == ["unknown"]


async def test_cancel_while_it_waits_for_a_confirmation(home: AppPaths) -> None:
    async with open_bench(home, [calls(("share_note", {"text": "cake"}), text="May I?")]) as bench:
        run = await bench.loop.start(bench.ask("Share"))
        await eventually(lambda: bench.loop.active(run.conversation_id).state is RunState.WAITING_APPROVAL)
        shown = await bench.ledger.show(bench.ledger.pending[0].id)
        await cancelled(bench, run)
        assert (await bench.answer(run)).text == "May I?"
        with pytest.raises(ApprovalGone):
            await bench.ledger.decide(shown.id, shown.nonce or "", True)
        assert bench.tools.ran == []


async def test_cancel_while_it_waits_for_input(home: AppPaths) -> None:
    async with open_bench(home, [calls(("ask_form", {}))]) as bench:
        run = await bench.loop.start(bench.ask("Convert"))
        await eventually(lambda: bench.loop.active(run.conversation_id).state is RunState.WAITING_INPUT)
        await cancelled(bench, run)
        with pytest.raises(RunNotFound):
            await bench.loop.give_input(run.id, {"model_id": "warm"})
        assert "form" not in (await bench.answer(run)).parts


async def test_cancel_right_after_the_click_runs_the_tool_or_not_but_never_half(home: AppPaths) -> None:
    async with open_bench(home, [calls(("share_note", {"text": "cake"})), says("Done")]) as bench:
        run = await bench.loop.start(bench.ask("Share"))
        await eventually(lambda: bench.loop.active(run.conversation_id).state is RunState.WAITING_APPROVAL)
        await bench.approve()
        after = await bench.loop.cancel(run.id)
        assert after.state in (RunState.CANCELLED, RunState.COMPLETED)
        assert len(await bench.notes()) == len(await bench.effects())


@pytest.mark.plain_log
async def test_hooks_of_the_domains_are_told_with_the_resume_state(home: AppPaths) -> None:
    told: list[tuple[str, Mapping[str, Any]]] = []

    async def hook(run_id: str, resume_state: Mapping[str, Any]) -> None:
        told.append((run_id, resume_state))

    async def broken(run_id: str, resume_state: Mapping[str, Any]) -> None:
        raise RuntimeError("no")

    async with open_bench(home, [calls(("ask_form", {}))]) as bench:
        bench.hooks.register("voice_worker", broken)
        bench.hooks.register("rvc", hook)
        run = await bench.loop.start(bench.ask("Convert"))
        await eventually(lambda: bench.loop.active(run.conversation_id).state is RunState.WAITING_INPUT)
        await cancelled(bench, run)
        assert told[0][0] == run.id
        assert told[0][1]["waits"]["kind"] == "input"
        with pytest.raises(ValueError):
            bench.hooks.register("rvc_worker", hook)


async def test_a_turn_whose_server_is_gone_fails_with_that_sentence(home: AppPaths) -> None:
    async with open_bench(home, [calls(("share_note", {"text": "cake"}))]) as bench:
        answer = await bench.service.query(bench.ask("Share"))
        await bench.service.fail(str(answer.run_id), AppError(Text.of("The server is gone."), code="mcp_gone"))
        assert (await bench.run(answer.run_id)).state is RunState.FAILED
        assert bench.ledger.pending == ()


async def test_closing_the_app_keeps_words_and_waiting_turns(home: AppPaths) -> None:
    reply = says("Half", gate=asyncio.Event())
    async with open_bench(home, [reply]) as bench:
        run = await bench.loop.start(bench.ask("Hi"))
        await eventually(lambda: any(event.type == "token" for event in bench.seen))
    async with open_bench(home, recover=False) as bench:
        answer = await bench.answer(run)
        assert (answer.state, answer.text) == (MessageState.INTERRUPTED, "Half")
        assert answer.parts["error"]["code"] == "interrupted"

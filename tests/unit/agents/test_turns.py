"""A turn from the user's text to its end, over a small graph."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from contextlib import aclosing, closing

import pytest

from characoid_desktop.agents.runtime.errors import InputRefused, PendingFirst, QueryRefused, TurnRunning
from characoid_desktop.agents.runtime.events import InputNeeded, RunEnded, RunStarted, Token, ToolEnded
from characoid_desktop.agents.runtime.query import Query
from characoid_desktop.agents.vocabulary import RunState
from characoid_desktop.core.errors import AppError
from characoid_desktop.core.i18n import Text
from characoid_desktop.core.paths import AppPaths
from characoid_desktop.features.conversations.models import MessageState
from tests.fakes.eventually import eventually
from tests.fakes.runtime_bench import open_bench
from tests.fakes.scripted_model import calls, says
from tests.fakes.small_graph import build_small_graph


async def test_small_talk_is_streamed_and_stored(home: AppPaths) -> None:
    async with open_bench(home, [says("Hel", "lo", reasoning="hm")]) as bench:
        events = [event async for event in bench.service.stream_query(bench.ask("Hi"))]
        assert isinstance(events[0], RunStarted)
        assert isinstance(events[-1], RunEnded)
        assert events[-1].state == "completed"
        assert "".join(e.text for e in events if isinstance(e, Token)) == "Hello"
        answer = await bench.answer(events[0])
        assert (answer.state, answer.text, answer.parts["reasoning"]) == (MessageState.DONE, "Hello", "hm")
        assert answer.usage["prompt_tokens"] == 10
        run = await bench.run(events[0].run_id)
        assert run.state is RunState.COMPLETED
        assert run.usage["completion_tokens"] == 5
        kinds = [event["type"] for event in await bench.service._runs.events(run.id)]
        assert kinds == ["run_started", "stage", "usage", "run_ended"]
        assert await bench.checkpoints.threads() == []


async def test_the_users_text_is_on_the_disk_before_the_model_is_asked(home: AppPaths) -> None:
    reply = says("Yes", gate=asyncio.Event())
    async with open_bench(home, [reply]) as bench:
        run = await bench.loop.start(bench.ask("Keep me"))
        assert not reply.started.is_set()
        with closing(sqlite3.connect(bench.paths.database)) as other:
            assert other.execute("SELECT text FROM messages WHERE role = 'user'").fetchall() == [("Keep me",)]
        await reply.started.wait()
        await bench.loop.cancel(run.id)


async def test_history_goes_to_the_model_without_thinking(home: AppPaths) -> None:
    async with open_bench(home, [says("One", reasoning="secret"), says("Two")]) as bench:
        await bench.service.query(bench.ask("First"))
        await bench.service.query(bench.ask("Second"))
        assert [str(message.text) for message in bench.model.asked[1]] == ["First", "One", "Second"]


async def test_a_call_that_asks_stops_the_turn_and_goes_on_when_it_is_approved(home: AppPaths) -> None:
    async with open_bench(home, [calls(("share_note", {"text": "cake"}), text="Shall I?"), says(" Done.")]) as bench:
        run = await bench.loop.start(bench.ask("Share it"))
        await eventually(lambda: bench.loop.active(run.conversation_id).state is RunState.WAITING_APPROVAL)
        assert await bench.notes() == []
        waiting = await bench.answer(run)
        assert (waiting.state, waiting.text) == (MessageState.WAITING, "Shall I?")
        assert waiting.parts["approvals"] == [bench.ledger.pending[0].id]
        await bench.approve()
        await eventually(lambda: bench.loop.active(run.conversation_id) is None)
        assert await bench.notes() == ["cake"]
        done = await bench.answer(run)
        assert (done.state, done.text) == (MessageState.DONE, "Shall I? Done.")
        kinds = [event.type for event in bench.seen]
        assert kinds.index("approval_needed") < kinds.index("approval_decided") < kinds.index("tool_started")
        assert [event.outcome for event in bench.seen if isinstance(event, ToolEnded)] == ["ok"]
        assert str((await bench.audit.search())[0].permission) == "approved"


async def test_a_denied_call_changes_nothing(home: AppPaths) -> None:
    async with open_bench(home, [calls(("share_note", {"text": "cake"})), says("All right.")]) as bench:
        run = await bench.loop.start(bench.ask("Share it"))
        await eventually(lambda: bench.ledger.pending)
        await bench.approve(yes=False)
        await eventually(lambda: bench.loop.active(run.conversation_id) is None)
        assert (await bench.notes(), bench.tools.ran) == ([], [])
        assert (await bench.answer(run)).text == "All right."
        assert "denied" in str(bench.model.asked[1][-1].content)
        assert str((await bench.audit.search())[0].permission) == "denied"


async def test_a_form_stops_the_turn_and_wrong_values_leave_it_waiting(home: AppPaths) -> None:
    async with open_bench(home, [calls(("ask_form", {})), says("Thanks")]) as bench:
        run = await bench.loop.start(bench.ask("Convert"))
        await eventually(lambda: bench.loop.active(run.conversation_id).state is RunState.WAITING_INPUT)
        assert any(isinstance(event, InputNeeded) for event in bench.seen)
        for wrong in ({}, {"model_id": "evil"}, {"model_id": "warm", "pitch": 99}, {"model_id": "warm", "x": 1},
                      {"model_id": "warm", "pitch": float("nan")}, {"model_id": ["warm"]}):
            with pytest.raises(InputRefused):
                await bench.loop.give_input(run.id, wrong)
        assert (await bench.run(run.id)).state is RunState.WAITING_INPUT
        await bench.loop.give_input(run.id, {"model_id": "warm", "pitch": 3})
        await eventually(lambda: bench.loop.active(run.conversation_id) is None)
        assert str(bench.model.asked[1][-1].content) == "{'model_id': 'warm', 'pitch': 3}"
        assert "form" not in (await bench.answer(run)).parts


async def test_a_waiting_turn_keeps_new_questions_out_and_nothing_is_written(home: AppPaths) -> None:
    async with open_bench(home, [calls(("share_note", {"text": "cake"}))]) as bench:
        await bench.service.query(bench.ask("Share it"))
        before = len(await bench.conversations.path(bench.conversation.id))
        with pytest.raises(PendingFirst) as caught:
            await bench.service.query(bench.ask("Something else"))
        assert caught.value.safe is not None
        assert len(await bench.conversations.path(bench.conversation.id)) == before


async def test_one_turn_at_a_time_in_a_conversation(home: AppPaths) -> None:
    gate = asyncio.Event()
    async with open_bench(home, [says("a", "b", gate=gate)]) as bench:
        run = await bench.loop.start(bench.ask("One"))
        with pytest.raises(TurnRunning):
            await bench.loop.start(bench.ask("Two"))
        gate.set()
        await eventually(lambda: bench.loop.active(run.conversation_id) is None)
        await bench.loop.start(bench.ask("Three"))
        await eventually(lambda: bench.loop.active(run.conversation_id) is None)


async def test_an_edit_and_another_answer_are_siblings(home: AppPaths) -> None:
    async with open_bench(home, [says("A"), says("B"), says("C")]) as bench:
        first = await bench.service.query(bench.ask("Question"))
        again = await bench.service.query(bench.ask("", regenerate_of=first.id))
        assert (await bench.conversations.siblings(first.id))[0] == [first.id, again.id]
        edited = await bench.service.query(bench.ask("Other", edit_of=first.parent_id))
        assert [str(m.text) for m in bench.model.asked[2]] == ["Other"]
        assert (await bench.conversations.siblings(edited.parent_id))[0] == [first.parent_id, edited.parent_id]


async def test_what_cannot_be_sent_is_refused_before_anything_is_written(home: AppPaths) -> None:
    async with open_bench(home) as bench:
        for query in (bench.ask("  "), bench.ask("x", edit_of="gone"), bench.ask("", regenerate_of="gone"),
                      Query("nobody", bench.conversation.id, "x"), Query("default", "gone", "x")):
            with pytest.raises(QueryRefused):
                await bench.service.begin(query)
        assert await bench.conversations.path(bench.conversation.id) == []


async def test_a_model_that_fails_ends_the_turn_with_its_words_kept(home: AppPaths) -> None:
    error = AppError(Text.of("The server is off."), code="not_reachable")
    async with open_bench(home, [says("Half", error=error)]) as bench:
        answer = await bench.service.query(bench.ask("Hi"))
        assert (answer.state, answer.text) == (MessageState.FAILED, "Half")
        assert answer.parts["error"]["code"] == "not_reachable"


@pytest.mark.plain_log
async def test_an_unexpected_fault_says_nothing_of_itself(home: AppPaths) -> None:
    async with open_bench(home, [says("Half", error=ValueError("/home/me/key sk-1234567890"))]) as bench:
        answer = await bench.service.query(bench.ask("Hi"))
        run = await bench.run(answer.run_id)
        assert (answer.state, run.state) == (MessageState.FAILED, RunState.FAILED)
        assert "sk-" not in json.dumps([answer.parts, run.error])


async def test_an_empty_answer_is_a_failure_and_not_silence(home: AppPaths) -> None:
    async with open_bench(home, [says("   ")]) as bench:
        answer = await bench.service.query(bench.ask("Hi"))
        assert answer.parts["error"]["code"] == "empty_reply"


async def test_a_card_ends_a_turn_without_words(home: AppPaths) -> None:
    async with open_bench(home, [calls(("card", {}))]) as bench:
        answer = await bench.service.query(bench.ask("Convert"))
        assert (answer.state, answer.parts["card"]["status"]) == (MessageState.DONE, "accepted")


async def test_closing_a_direct_stream_cancels_its_turn(home: AppPaths) -> None:
    gate = asyncio.Event()
    async with open_bench(home, [says("Hel", "lo", gate=gate)]) as bench:
        async with aclosing(bench.service.stream_query(bench.ask("Hi"))) as events:
            async for event in events:
                if isinstance(event, Token):
                    break
        run = await bench.run(event.run_id)
        assert run.state is RunState.CANCELLED
        answer = await bench.answer(run)
        assert (answer.state, answer.text) == (MessageState.CANCELLED, "Hel")


async def test_a_turn_of_the_loop_goes_on_when_nobody_looks(home: AppPaths) -> None:
    async with open_bench(home, [says("Hello")]) as bench:
        run = await bench.loop.start(bench.ask("Hi"))
        await eventually(lambda: bench.loop.active(run.conversation_id) is None)
        assert (await bench.answer(run)).text == "Hello"


async def test_no_event_of_a_fast_turn_is_lost_before_it_is_followed(home: AppPaths) -> None:
    async with open_bench(home, [says(*"abcdefgh")]) as bench:
        run = await bench.service.begin(bench.ask("Hi"))
        await eventually(lambda: not bench.service._active)
        events = [event async for event in bench.service.stream(run.id)]
        assert "".join(e.text for e in events if isinstance(e, Token)) == "abcdefgh"
        assert isinstance(events[-1], RunEnded)


async def test_the_partial_answer_is_kept_while_it_is_made(home: AppPaths) -> None:
    gate = asyncio.Event()
    async with open_bench(home, [says("Half", " whole", gate=gate)]) as bench:
        run = await bench.loop.start(bench.ask("Hi"))
        async with asyncio.timeout(10):
            while (await bench.answer(run)).text != "Half":
                await asyncio.sleep(0.01)
        assert (await bench.answer(run)).state is MessageState.STREAMING
        gate.set()
        await eventually(lambda: bench.loop.active(run.conversation_id) is None)


async def test_the_graph_is_built_again_for_new_tools_and_models_only(home: AppPaths) -> None:
    built: list[int] = []

    def build(checkpointer: object) -> object:
        built.append(1)
        return build_small_graph(checkpointer)

    async with open_bench(home, [says("x")] * 6, build=build) as bench:
        await bench.service.query(bench.ask("1"))
        await bench.service.query(bench.ask("2"))
        assert len(built) == 1
        bench.models.mark = "two"
        await bench.service.query(bench.ask("3"))
        assert len(built) == 2
        bench.registry._revision += 1
        await bench.service.query(bench.ask("4"))
        assert len(built) == 3


async def test_an_injected_graph_takes_the_first_settings_as_its_baseline(home: AppPaths) -> None:
    built: list[int] = []

    def build(checkpointer: object) -> object:
        built.append(1)
        return build_small_graph(checkpointer)

    async with open_bench(home, [says("x")] * 3, build=build) as bench:
        bench.service._workflow._graph = build_small_graph(bench.checkpoints.saver)
        await bench.service.query(bench.ask("1"))
        assert built == []
        bench.models.mark = "two"
        await bench.service.query(bench.ask("2"))
        assert built == [1]


async def test_a_deleted_conversation_takes_its_turn_with_it(home: AppPaths) -> None:
    async with open_bench(home, [calls(("share_note", {"text": "cake"}))]) as bench:
        await bench.service.query(bench.ask("Share"))
        assert len(bench.ledger.pending) == 1
        await bench.conversations.delete(bench.conversation.id)
        await eventually(lambda: not bench.ledger.pending)
        async with asyncio.timeout(10):
            while await bench.checkpoints.threads():
                await asyncio.sleep(0.01)


async def test_the_checkpoint_file_does_not_grow_with_the_conversation(home: AppPaths) -> None:
    async with open_bench(home, [says("answer " * 50)] * 6) as bench:
        sizes = []
        for number in range(6):
            await bench.service.query(bench.ask(f"Question {number}"))
            sizes.append(bench.paths.checkpoints.stat().st_size)
        assert await bench.checkpoints.threads() == []
        assert max(sizes) < 1_000_000

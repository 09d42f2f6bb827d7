"""A restart in every phase: what waits still waits, what was answered goes on, what was cut off says so."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import pytest

from characoid_desktop.agents.runtime.errors import ApprovalChanged
from characoid_desktop.agents.vocabulary import RunState
from characoid_desktop.core.paths import AppPaths
from characoid_desktop.features.conversations.models import MessageState
from tests.fakes.deaf_loop import deafen
from tests.fakes.eventually import eventually
from tests.fakes.runtime_bench import open_bench
from tests.fakes.scripted_model import calls, says

SHARE = calls(("share_note", {"text": "cake"}), text="May I?")


async def test_a_question_is_asked_again_after_a_restart_with_a_new_nonce(home: AppPaths) -> None:
    async with open_bench(home, [SHARE]) as bench:
        answer = await bench.service.query(bench.ask("Share"))
        before = await bench.ledger.show(bench.ledger.pending[0].id)
    async with open_bench(home, [says("Done.")]) as bench:
        run = bench.loop.active(bench.conversation.id)
        assert run is not None
        assert run.state is RunState.WAITING_APPROVAL
        again = await bench.ledger.show(bench.ledger.pending[0].id)
        assert (again.id, dict(again.arguments)) == (before.id, dict(before.arguments))
        assert again.nonce != before.nonce
        with pytest.raises(ApprovalChanged):
            await bench.ledger.decide(before.id, before.nonce or "", True)
        await bench.approve()
        await eventually(lambda: bench.loop.active(bench.conversation.id) is None)
        assert await bench.notes() == ["cake"]
        done = await bench.conversations.message(answer.id)
        assert done is not None
        assert (done.state, done.text) == (MessageState.DONE, "May I?Done.")
        assert [message.type for message in bench.model.asked[0]] == ["human", "ai", "tool"]  # nothing was replayed


async def test_what_was_answered_before_the_restart_goes_on_by_itself(home: AppPaths) -> None:
    async with open_bench(home, [SHARE]) as bench:
        await bench.service.query(bench.ask("Share"))
        bench.loop._scope._closed = True  # the app dies between the click and the turn
        await deafen(bench.loop)
        shown = await bench.ledger.show(bench.ledger.pending[0].id)
        await bench.ledger.decide(shown.id, shown.nonce or "", True)
    async with open_bench(home, [says("Done.")]) as bench:
        await eventually(lambda: bench.loop.active(bench.conversation.id) is None)
        assert await bench.notes() == ["cake"]


async def test_a_form_is_still_open_after_a_restart(home: AppPaths) -> None:
    async with open_bench(home, [calls(("ask_form", {}))]) as bench:
        answer = await bench.service.query(bench.ask("Convert"))
        form = answer.parts["form"]
    async with open_bench(home, [says("Thanks")]) as bench:
        run = bench.loop.active(bench.conversation.id)
        assert run is not None
        assert run.state is RunState.WAITING_INPUT
        assert (await bench.answer(run)).parts["form"] == form
        await bench.loop.give_input(run.id, {"model_id": "bright"})
        await eventually(lambda: bench.loop.active(bench.conversation.id) is None)
        assert (await bench.answer(run)).text == "Thanks"


async def test_a_turn_without_its_checkpoint_is_interrupted_and_its_question_void(home: AppPaths) -> None:
    async with open_bench(home, [SHARE]) as bench:
        answer = await bench.service.query(bench.ask("Share"))
        await bench.checkpoints.delete((await bench.checkpoints.threads())[0])
    async with open_bench(home) as bench:
        run = await bench.run(answer.run_id)
        after = await bench.answer(run)
        assert (run.state, after.state, after.text) == (RunState.INTERRUPTED, MessageState.INTERRUPTED, "May I?")
        assert bench.ledger.pending == ()
        assert after.parts["error"]["code"] == "interrupted"
        assert (await bench.service.query(bench.ask("Again"))).text == "…"  # the conversation goes on


async def test_a_thread_of_another_turn_is_not_taken_for_this_one(home: AppPaths) -> None:
    async with open_bench(home, [SHARE]) as bench:
        answer = await bench.service.query(bench.ask("Share"))
    with closing(sqlite3.connect(home.checkpoints)) as file, file:  # as if an earlier turn's thread had outlived it
        rows = file.execute("SELECT rowid, metadata FROM checkpoints").fetchall()
        for rowid, metadata in rows:
            other = metadata.replace(str(answer.run_id).encode(), b"0" * len(str(answer.run_id)))
            assert other != metadata
            file.execute("UPDATE checkpoints SET metadata = ? WHERE rowid = ?", (other, rowid))
    async with open_bench(home) as bench:
        assert (await bench.run(answer.run_id)).state is RunState.INTERRUPTED
        assert bench.ledger.pending == ()
        assert await bench.checkpoints.threads() == []


async def test_a_turn_that_was_at_work_is_interrupted_with_its_words_and_effects_told(home: AppPaths) -> None:
    async with open_bench(home, [SHARE]) as bench:
        answer = await bench.service.query(bench.ask("Share"))
        async with bench.database.transaction() as tx:
            await tx.execute("UPDATE runs SET state = 'running' WHERE id = ?", (answer.run_id,))
            await tx.execute("INSERT INTO effects (id, run_id, tool, state, outcome) VALUES ('x:1', ?, 'send_out',"
                             " 'started', '{}')", (answer.run_id,))
        await bench.checkpoints.delete((await bench.checkpoints.threads())[0])
    async with open_bench(home) as bench:
        after = await bench.answer(await bench.run(answer.run_id))
        assert after.parts["error"]["code"] == "unknown_outcome"
        assert (await bench.effects())["x:1"] == "unknown"
        assert after.text == "May I?"


async def test_an_answer_whose_run_is_lost_does_not_stay_at_work(home: AppPaths) -> None:
    async with open_bench(home, [says("Hi")]) as bench:
        answer = await bench.service.query(bench.ask("Hi"))
        async with bench.database.transaction() as tx:
            await tx.execute("DELETE FROM runs")
            await tx.execute("UPDATE messages SET state = 'streaming' WHERE id = ?", (answer.id,))
    async with open_bench(home) as bench:
        after = await bench.conversations.message(answer.id)
        assert after is not None
        assert after.state is MessageState.INTERRUPTED


async def test_a_run_whose_end_could_not_be_written_is_set_right_by_the_next_turn(home: AppPaths) -> None:
    async with open_bench(home, [says("Hi"), says("Again")]) as bench:
        answer = await bench.service.query(bench.ask("Hi"))
        async with bench.database.transaction() as tx:
            await tx.execute("UPDATE runs SET state = 'running', finished_at = NULL")
        await bench.service.query(bench.ask("More"))
        assert (await bench.run(answer.run_id)).state is RunState.INTERRUPTED


async def test_questions_of_turns_that_are_over_are_void_at_the_next_start(home: AppPaths) -> None:
    async with open_bench(home, [SHARE]) as bench:
        answer = await bench.service.query(bench.ask("Share"))
        async with bench.database.transaction() as tx:
            await tx.execute("UPDATE runs SET state = 'cancelled', finished_at = started_at WHERE id = ?",
                             (answer.run_id,))
    async with open_bench(home) as bench:
        assert bench.ledger.pending == ()

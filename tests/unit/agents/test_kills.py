"""kill -9 around a confirmation: the question comes back, and its effect happens once or not at all."""

from __future__ import annotations

import asyncio
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from characoid_desktop.agents.runtime.approval_models import ApprovalState
from characoid_desktop.agents.vocabulary import RunState
from characoid_desktop.core.clock import SystemClock
from characoid_desktop.core.paths import AppPaths
from characoid_desktop.features.conversations.models import Message, MessageState
from tests.fakes.agent_life import outside_tools
from tests.fakes.data_faults import ROOT
from tests.fakes.eventually import eventually
from tests.fakes.runtime_bench import Bench, open_bench
from tests.fakes.scripted_model import says

AGAIN = [says(" Done.")]


async def one_life(home: Path, tool: str, point: str) -> dict[str, str]:
    """Let a life end by its own kill; return what it said (step → word)."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.fakes.agent_life", str(home), tool, point, cwd=ROOT,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    out, err = await process.communicate()
    assert process.returncode == -signal.SIGKILL, err.decode()[-2000:]
    return {line.split()[0]: line.split()[-1] for line in out.decode().splitlines()}


def next_life(paths: AppPaths, home: Path):  # type: ignore[no-untyped-def]
    return open_bench(paths, AGAIN, clock=SystemClock(), tools=outside_tools(home))


async def over(bench: Bench) -> Message:
    """Answer what is asked, wait until nothing is at work, and return the answer."""
    await bench.approve()
    await eventually(lambda: bench.loop.active(bench.conversation.id) is None)
    [answer] = [message for message in await bench.conversations.path(bench.conversation.id) if message.run_id]
    return answer


async def look(bench: Bench, home: Path) -> int:
    """Check what must always hold, and return how often the effect happened."""
    notes = len(await bench.notes())
    sent = len((home / "outside.txt").read_text().splitlines()) if (home / "outside.txt").exists() else 0
    assert notes + sent <= 1
    runs = await bench.database.read_all("SELECT id, state FROM runs")
    assert len(runs) == 1
    asked = await bench.ledger.of_run(runs[0]["id"])
    if notes + sent:
        assert [one.state for one in asked] == [ApprovalState.USED]
    assert not [one for one in asked if one.state.is_open]
    assert (await bench.database.read_one("PRAGMA quick_check"))[0] == "ok"  # type: ignore[index]
    return notes + sent


async def test_flt_01_a_kill_while_the_model_streams_keeps_what_was_said(home: AppPaths, tmp_path: Path) -> None:
    root = tmp_path / "home"
    await one_life(root, "share_note", "streaming")
    async with next_life(home, root) as bench:
        answer = await over(bench)
        assert (answer.state, answer.text) == (MessageState.INTERRUPTED, "May I?")
        assert bench.model.asked == []  # no second charge by itself
        assert await look(bench, root) == 0


async def test_flt_02_a_kill_before_it_waits_interrupts_the_turn_and_voids_the_question(
    home: AppPaths, tmp_path: Path,
) -> None:
    root = tmp_path / "home"
    await one_life(root, "share_note", "asked")
    async with next_life(home, root) as bench:
        answer = await over(bench)
        assert answer.state is MessageState.INTERRUPTED
        assert answer.text in ("", "May I?")  # what was said in the last half second may be lost
        assert await look(bench, root) == 0
        assert (await bench.service.query(bench.ask("Again"))).state is MessageState.DONE


@pytest.mark.parametrize("point", ["waiting", "shown"])
async def test_flt_02_a_kill_with_the_question_on_screen_asks_again_with_a_new_nonce(
    home: AppPaths, tmp_path: Path, point: str,
) -> None:
    root = tmp_path / "home"
    said = await one_life(root, "share_note", point)
    async with next_life(home, root) as bench:
        run = bench.loop.active(bench.conversation.id)
        assert run is not None
        assert run.state is RunState.WAITING_APPROVAL
        [pending] = bench.ledger.pending
        assert dict(pending.arguments) == {"text": "cake", "count": 1}
        assert (await bench.ledger.show(pending.id)).nonce != said.get("shown")
        assert await bench.notes() == []
        answer = await over(bench)
        assert (answer.state, answer.text) == (MessageState.DONE, "May I? Done.")
        assert await look(bench, root) == 1


@pytest.mark.parametrize("point", ["clicked", "inside"])
async def test_flt_03_a_kill_between_the_click_and_the_effect_does_it_once_at_the_next_start(
    home: AppPaths, tmp_path: Path, point: str,
) -> None:
    root = tmp_path / "home"
    await one_life(root, "share_note", point)
    async with next_life(home, root) as bench:
        answer = await over(bench)
        happened = await look(bench, root)
        if point == "clicked":
            assert (happened, answer.state) == (1, MessageState.DONE)
        else:  # cut off inside: undone with its unit of work, and the turn says so
            assert (happened, answer.state) == (0, MessageState.INTERRUPTED)


@pytest.mark.slow
@pytest.mark.parametrize("delay", [0, 5, 10, 15, 20, 30, 40, 60, 90])
@pytest.mark.parametrize("tool", ["share_note", "send_out"])
async def test_flt_03_a_kill_at_any_moment_after_the_click_never_does_it_twice(
    home: AppPaths, tmp_path: Path, tool: str, delay: int,
) -> None:
    root = tmp_path / "home"
    await one_life(root, tool, str(delay))
    async with next_life(home, root) as bench:
        answer = await over(bench)
        happened = await look(bench, root)
        assert answer.state in (MessageState.DONE, MessageState.INTERRUPTED)
        if answer.state is MessageState.DONE:
            assert happened == 1


async def test_flt_04_a_kill_between_the_effect_and_the_checkpoint_does_not_repeat_it(
    home: AppPaths, tmp_path: Path,
) -> None:
    root = tmp_path / "home"
    await one_life(root, "share_note", "effect")
    async with next_life(home, root) as bench:
        answer = await over(bench)
        assert await look(bench, root) == 1
        if answer.state is MessageState.INTERRUPTED:  # says what had been done
            assert "share_note" in str(answer.parts["error"]["safe"])
        assert list((await bench.effects()).values()) == ["done"]


@pytest.mark.parametrize(("point", "sent"), [("inside", 0), ("effect", 1)])
async def test_flt_05_a_kill_around_an_outside_effect_is_an_unknown_outcome_and_is_not_retried(
    home: AppPaths, tmp_path: Path, point: str, sent: int,
) -> None:
    root = tmp_path / "home"
    await one_life(root, "send_out", point)
    async with next_life(home, root) as bench:
        answer = await over(bench)
        assert await look_outside(root) == sent
        assert list((await bench.effects()).values()) == ["unknown"]
        assert (answer.state, answer.parts["error"]["code"]) == (MessageState.INTERRUPTED, "unknown_outcome")
        assert bench.tools.ran == []


async def look_outside(home: Path) -> int:
    file = home / "outside.txt"
    return len(file.read_text().splitlines()) if file.exists() else 0

"""Trying a character out: the prompt of a turn, words while they come, and nothing of it is kept."""

from __future__ import annotations

import asyncio
from contextlib import aclosing
from dataclasses import replace
from typing import Any

import pytest

from characoid_desktop.agents.offline.brain import OfflineBrain
from characoid_desktop.agents.runtime.building import TurnExtras
from characoid_desktop.agents.runtime.errors import QueryRefused
from characoid_desktop.agents.runtime.late import LateLoop
from characoid_desktop.agents.runtime.ports import OFFLINE
from characoid_desktop.agents.runtime.tried import MAX_TRIED_CHARS, TriedLine, TriedPiece
from characoid_desktop.core.errors import AppError
from characoid_desktop.core.i18n import Text
from characoid_desktop.core.paths import AppPaths
from tests.fakes.eventually import eventually
from tests.fakes.runtime_bench import Bench, open_bench
from tests.fakes.scripted_model import calls, says


async def tried(bench: Bench, *said: str, **changes: Any) -> list[TriedPiece]:
    """Let the unsaved character answer the last of what was said (the character and the user by turns)."""
    persona = replace(bench.personas.current, **changes)
    lines = [TriedLine((len(said) - n) % 2 == 1, text) for n, text in enumerate(said)]
    return [piece async for piece in bench.service.try_out(persona, lines)]


async def rows(bench: Bench) -> dict[str, int]:
    """How many rows there are in every table."""
    names = await bench.database.read_all("SELECT name FROM sqlite_master WHERE type = 'table'")
    return {str(row["name"]): len(await bench.database.read_all(f'SELECT 1 FROM "{row["name"]}"')) for row in names}


async def test_the_unsaved_character_answers_in_pieces_and_nothing_is_written(home: AppPaths) -> None:
    async with open_bench(home, [says("Good ", "evening.")]) as bench:
        before = await rows(bench)
        profile = replace(bench.personas.current.profile, description="A lighthouse keeper.")
        pieces = await tried(bench, "Welcome!", "Who are you?", name="Mio", profile=profile)
        assert [piece.text for piece in pieces] == ["", "Good ", "evening."]
        assert not pieces[0].offline
        asked = bench.model.asked[0]
        assert [message.type for message in asked] == ["system", "ai", "human"]
        assert "Mio" in str(asked[0].text)
        assert "A lighthouse keeper." in str(asked[0].text)
        assert [str(message.text) for message in asked[1:]] == ["Welcome!", "Who are you?"]
        assert await rows(bench) == before
        assert bench.seen == []
        assert bench.service._scope.running == 0


async def test_no_tool_is_offered_and_a_call_that_comes_all_the_same_does_nothing(home: AppPaths) -> None:
    script = [calls(("save_note", {"text": "x"}), text="I note it."), calls(("save_note", {"text": "x"}))]
    async with open_bench(home, script) as bench:
        pieces = await tried(bench, "Note x")
        assert "".join(piece.text for piece in pieces) == "I note it."
        assert bench.model.tools == []
        assert "delegate_to_" not in str(bench.model.asked[0][0].text).split("<<card", 1)[1]
        with pytest.raises(AppError, match="empty answer"):
            await tried(bench, "Note x")
        assert bench.tools.ran == []
        assert await bench.notes() == []


async def test_whoever_leaves_early_leaves_the_model(home: AppPaths) -> None:
    reply = says("Wait", "for it", gate=asyncio.Event())
    async with open_bench(home, [reply]) as bench:
        async with aclosing(bench.service.try_out(bench.personas.current, [TriedLine(True, "Hi")])) as pieces:
            assert [(await anext(pieces)).text, (await anext(pieces)).text] == ["", "Wait"]
            assert bench.service._scope.running == 1
        assert bench.service._scope.running == 0


async def test_what_the_model_raises_comes_to_whoever_asked(home: AppPaths) -> None:
    error = AppError(Text.literal("The server is not there."))
    async with open_bench(home, [says("Half", error=error)]) as bench:
        with pytest.raises(AppError, match="The server is not there"):
            await tried(bench, "Hi")


@pytest.mark.plain_log
async def test_a_fault_is_told_as_one(home: AppPaths) -> None:
    async with open_bench(home, [says(error=ValueError("secret"))]) as bench:
        with pytest.raises(AppError, match="fault in the app") as told:
            await tried(bench, "Hi")
        assert "secret" not in str(told.value.sentence)


@pytest.mark.parametrize("said", [(), ("  ",), ("x" * (MAX_TRIED_CHARS + 1),)])
async def test_nothing_and_too_much_are_refused_before_a_model_is_asked(home: AppPaths, said: tuple[str, ...]) -> None:
    async with open_bench(home) as bench:
        with pytest.raises(QueryRefused):
            await tried(bench, *said)
        assert bench.model.asked == []


async def test_memories_are_told_as_in_a_turn_but_not_counted_as_used(home: AppPaths) -> None:
    class Remembered:
        def __init__(self) -> None:
            self.counted: list[str] = []

        async def for_turn(self, persona_id: str, said: str) -> list[tuple[str, str]]:
            return [("m1", f"{persona_id} sang: {said}")]

        def used(self, ids: Any) -> None:
            self.counted += ids

    memories = Remembered()
    async with open_bench(home, [says("Yes")], extras=TurnExtras(memories=memories)) as bench:
        await tried(bench, "Do you remember?")
        assert "sang: Do you remember?" in str(bench.model.asked[0][0].text)
        assert memories.counted == []


async def test_the_offline_brain_answers_too_and_it_is_said_so(home: AppPaths) -> None:
    async with open_bench(home) as bench:
        bench.models.model = OfflineBrain.for_turn("en", {}, persona_name="Mio")  # type: ignore[assignment]
        bench.models.mark = OFFLINE
        pieces = await tried(bench, "Who are you?")
        assert pieces[0].offline
        assert "Mio" in "".join(piece.text for piece in pieces)


async def test_the_end_of_the_app_ends_a_try_out(home: AppPaths) -> None:
    reply = says("Wait", gate=asyncio.Event())
    async with open_bench(home, [reply]) as bench:
        asked = asyncio.ensure_future(tried(bench, "Hi"))  # noqa: TID251 - the test follows it itself
        await reply.started.wait()
        await bench.loop.aclose()
        with pytest.raises(QueryRefused):
            await asked
        with pytest.raises(QueryRefused):
            await tried(bench, "Again")


async def test_before_the_agent_side_is_there_a_try_out_waits_for_it(home: AppPaths) -> None:
    async with open_bench(home, [says("Here")]) as bench:
        late = LateLoop()
        got: list[TriedPiece] = []

        async def ask() -> None:
            async for piece in late.try_out(bench.personas.current, [TriedLine(True, "Hi")]):
                got.append(piece)

        async with asyncio.TaskGroup() as group:
            group.create_task(ask())
            await asyncio.sleep(0)
            assert bench.model.asked == []
            late.fill(bench.loop)
            late.let_in()
        await eventually(lambda: "".join(piece.text for piece in got) == "Here")

"""kill -9 while the older part of a conversation is put in short: the summary is there whole, or not at all."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys

import pytest

from characoid_desktop.core.paths import AppPaths
from characoid_desktop.data.database import Database
from tests.fakes.after_bench import after_bench
from tests.fakes.data_faults import ROOT, SetClock
from tests.fakes.scripted_model import says

POINTS = ("asking", "before the statement", "before the commit", "after the commit")
SUMMARY = "They spoke of the moon kingdom. " * 100

LIFE = """
import asyncio, os, signal, sys
from characoid_desktop.core.paths import AppPaths
from characoid_desktop.data import database as module
from tests.fakes.after_bench import after_bench
from tests.fakes.scripted_model import says
from tests.unit.agents.test_compaction_kill import SUMMARY, talked

point, paths = sys.argv[1], AppPaths.locate()
paths.create()

def die():
    os.kill(os.getpid(), signal.SIGKILL)

async def main():
    async with after_bench(paths, [says("Yes."), says(SUMMARY)], context=2000) as b:
        b.wants[0] = False
        await talked(b)
        real_execute, real_commit = module.Transaction.execute, module._count_and_commit
        async def execute(tx, sql, params=()):
            mine = "conversation_summaries" in sql
            if mine and point == "before the statement":
                die()
            done = await real_execute(tx, sql, params)
            if mine:
                module._count_and_commit = commit
            return done
        def commit(file):
            if point == "before the commit":
                die()
            real_commit(file)
            die()
        module.Transaction.execute = execute
        if point == "asking":
            real = b.bench.model._astream
            async def stream(*args, **more):
                if len(b.bench.model.asked) == 1:
                    die()
                async for chunk in real(*args, **more):
                    yield chunk
            object.__setattr__(b.bench.model, "_astream", stream)
        await b.turn("go on")
        print("survived")

asyncio.run(main())
"""


async def talked(b) -> None:  # type: ignore[no-untyped-def]
    """Make a conversation that is too long, without turns."""
    from characoid_desktop.features.conversations.models import MessageState

    for number in range(4):
        text = f"{number}: " + "A long story about the moon kingdom and its cats. " * 12
        said = await b.bench.conversations.add_user(b.bench.conversation.id, text)
        begun = await b.bench.conversations.begin_answer(b.bench.conversation.id, said.id, None)
        await b.bench.conversations.finish_answer(begun.id, MessageState.DONE, text, {}, {})


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "fork"), reason="SIGKILL")
@pytest.mark.parametrize("point", POINTS)
async def test_a_kill_at_any_point_leaves_a_whole_summary_or_none(home: AppPaths, point: str) -> None:
    life = await asyncio.create_subprocess_exec(
        sys.executable, "-c", LIFE, point, cwd=ROOT, stdout=subprocess.PIPE,
        stderr=subprocess.PIPE)
    out, err = await life.communicate()
    assert life.returncode == -signal.SIGKILL, (out, err.decode()[-2000:])
    database = await Database.open(home.database, home.backups, SetClock())
    rows = await database.read_all("SELECT text, messages FROM conversation_summaries")
    messages = await database.read_one("SELECT count(*) AS n FROM messages")
    await database.aclose()
    assert [row["text"] for row in rows] == ([SUMMARY.strip()] if point == "after the commit" else [])
    assert messages is not None
    assert messages["n"] == 10, "the record is whole"
    async with after_bench(home, [says("Again."), says(SUMMARY)], context=2000) as b:
        b.wants[0] = False
        assert (await b.turn("and now?")).text == "Again."
        assert len(await b.bench.conversations.summaries(b.bench.conversation.id)) >= 1, "it is made again"

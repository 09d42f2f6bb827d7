"""kill -9 while a conversation goes on: what was acknowledged is there, what was cut off is found."""

from __future__ import annotations

import random
import time

import pytest

from characoid_desktop.core.clock import SystemClock
from characoid_desktop.core.paths import AppPaths
from characoid_desktop.data.blobs import BlobStore
from characoid_desktop.data.database import Database
from characoid_desktop.features.attachments.service import AttachmentService
from characoid_desktop.features.conversations.models import MessageRole, MessageState
from characoid_desktop.features.conversations.service import ConversationService
from tests.fakes.data_faults import integrity, kill_hard, start_script

TALKER = """
import asyncio, sys
from pathlib import Path
from characoid_desktop.core.clock import SystemClock
from characoid_desktop.core.paths import AppPaths
from characoid_desktop.data.blobs import BlobStore
from characoid_desktop.data.database import Database
from characoid_desktop.features.attachments.service import AttachmentService
from characoid_desktop.features.conversations.models import MessageState
from characoid_desktop.features.conversations.service import ConversationService
from characoid_desktop.features.personas.service import PersonaService

async def main():
    paths, clock = AppPaths.locate(), SystemClock()
    db = await Database.open(paths.database, paths.backups, clock)
    await PersonaService(db, clock).start()
    attachments = AttachmentService(db, BlobStore(paths.blobs), clock)
    talks = ConversationService(db, attachments, clock, paths.exports)
    talk = await talks.create("default")
    print(talk.id, flush=True)
    for n in range(1_000_000):
        said = await talks.add_user(talk.id, f"question {n}")
        print("said", n, said.id, flush=True)
        answer = await talks.begin_answer(talk.id, said.id, f"run {n}")
        await talks.keep_answer(answer.id, f"half of {n}", {"reasoning": "r"})
        print("half", n, answer.id, flush=True)
        await talks.finish_answer(answer.id, MessageState.DONE, f"answer {n}", {}, {})
        print("done", n, answer.id, flush=True)

asyncio.run(main())
"""


def talk_until_killed(chance: random.Random) -> tuple[str, list[list[str]]]:
    """Return the conversation and every line that was acknowledged."""
    child = start_script(TALKER)
    assert child.stdout is not None
    conversation = child.stdout.readline().strip()
    lines = [child.stdout.readline() for _ in range(chance.randrange(1, 40))]
    time.sleep(chance.random() * 0.004)  # not a wait for anything: the kill shall hit any moment
    kill_hard(child)
    lines += child.stdout.read().splitlines(keepends=True)
    child.stdout.close()
    assert child.stdin is not None
    child.stdin.close()
    return conversation, [line.split() for line in lines if line.endswith("\n")]  # the last may be cut


@pytest.mark.parametrize("seed", range(4))
async def test_what_was_acknowledged_before_a_kill_is_in_the_conversation(home: AppPaths, seed: int) -> None:
    conversation, told = talk_until_killed(random.Random(seed))
    database = await Database.open(home.database, home.backups, SystemClock())
    try:
        assert database.report is None
        attachments = AttachmentService(database, BlobStore(home.blobs), SystemClock())
        talks = ConversationService(database, attachments, SystemClock(), home.exports)
        path = await talks.path(conversation, limit=1000)
        known = {message.id: message for message in path}
        for what, n, id in told:
            assert known[id].text == {"said": f"question {n}"}.get(what, known[id].text)
            if what == "done":
                assert (known[id].text, known[id].state) == (f"answer {n}", MessageState.DONE)
        assert len(told) // 3 * 2 <= len(path) <= len(told) + 2
        assert [message.role for message in path] == [
            MessageRole.CHARACTER if n % 2 else MessageRole.USER for n in range(len(path))]
        found = await talks.get(conversation)
        assert found is not None
        assert (found.head_id, found.title) == (path[-1].id, "question 0")
        cut_off = [message for message in path if not message.state.is_over]
        assert await talks.unfinished() == cut_off
        assert cut_off in ([], [path[-1]])
        if told[-1][0] == "half":
            assert known[told[-1][2]].text.split()[-1] == told[-1][1], "half an answer is kept too"
        for message in cut_off:
            ended = await talks.finish_answer(
                message.id, MessageState.INTERRUPTED, message.text, message.parts, message.usage)
            assert ended.text == message.text
        assert await talks.unfinished() == []
    finally:
        await database.aclose()
    assert integrity(home.database) == "ok"

"""The whole app remembers: a model is told what is remembered as far as that is granted, and proposes after a turn."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest

from characoid_desktop.features.memory.models import MemoryScope, ProposalMaker
from characoid_desktop.features.personas.models import DEFAULT_ID
from characoid_desktop.settings.sections.assistant import AssistantSection
from tests.fakes.data_faults import SetClock
from tests.fakes.eventually import eventually
from tests.fakes.model_replies import text
from tests.fakes.whole_talk import WholeTalk, whole_talk

OWN = MemoryScope.PERSONA


@pytest.fixture
async def served(home):
    async with whole_talk(home) as one:
        yield one


def told(talk: WholeTalk) -> str:
    """The system's words of the last request."""
    return json.dumps(talk.server.chats[-1].messages[0], ensure_ascii=False)


async def test_the_model_is_told_pinned_and_fitting_memories_and_they_are_marked(served: WholeTalk) -> None:
    memory = served.c.memory
    captain = await memory.save(OWN, DEFAULT_ID, "Call me captain")
    await memory.pin(captain.id, OWN, DEFAULT_ID)
    await memory.save(OWN, DEFAULT_ID, "Likes green tea")
    await memory.save(OWN, DEFAULT_ID, "Owns a microphone")
    other = (await served.c.personas.create("Rin")).id
    await memory.save(OWN, other, "Rin's secret tea")
    await served.say("shall we drink tea?", text("Gladly."))
    words = told(served)
    assert "Call me captain" in words
    assert "Likes green tea" in words
    assert "Owns a microphone" not in words
    assert "secret tea" not in words

    async def used() -> set[str]:
        return {one.text for one in await memory.read(OWN, DEFAULT_ID) if one.used_at is not None}

    await eventually(lambda: served.parts.noting.running == 0)
    assert await used() == {"Call me captain", "Likes green tea"}


async def test_a_character_that_may_not_read_memories_is_told_none(served: WholeTalk) -> None:
    await served.c.memory.save(OWN, DEFAULT_ID, "Likes green tea")
    await served.parts.grants.set_granted("tool/read_persona_memories", [])
    await served.say("shall we drink tea?", text("Gladly."))
    assert "Likes green tea" not in told(served)


async def test_after_a_turn_the_model_of_the_character_proposes(served: WholeTalk) -> None:
    await served.c.settings.set(AssistantSection, propose_memories=True)
    answer = await served.say("I drink green tea every day", text("Nice."), text(
        json.dumps({"memories": ["The user likes green tea"]})))
    await served.parts.afterwards.settled()
    [made] = await served.c.proposals.open(DEFAULT_ID)
    assert (made.text, made.maker, made.source.answer_id) == (
        "The user likes green tea", ProposalMaker.MODEL, answer.id)
    assert await served.c.memory.read(OWN, DEFAULT_ID) == []


@pytest.mark.parametrize(("said", "asked"), [
    ("My cat is called Momo", "what did I say yesterday?"), ("我的猫叫桃子", "昨天我说了什么"),
    ("うちの猫はモモです", "昨日私は何と言った？")])
async def test_without_a_model_what_was_said_yesterday_is_found_in_all_conversations_and_memories(
    home, said: str, asked: str,
) -> None:
    clock = SetClock()
    async with whole_talk(home, offline=True, clock=clock) as talk:
        await talk.say("Long before that")
        clock.jump(timedelta(days=3))
        await talk.say(said)
        await talk.c.memory.save(OWN, DEFAULT_ID, "Streams at nine")
        other = (await talk.c.personas.create("Rin")).id
        await talk.say("A secret of Rin", persona=other, conversation=await talk.begin(other))
        clock.jump(timedelta(days=1))
        await talk.c.memory.save(OWN, DEFAULT_ID, "Of today")
        answer = await talk.say(asked, conversation=await talk.begin())
        assert said in answer.text
        assert "Streams at nine" in answer.text
        for no in ("Long before that", "A secret of Rin", "Of today", asked):
            assert no not in answer.text, no

"""What is proposed to be remembered: shown once, remembered after a yes only, and of its own persona."""

from __future__ import annotations

import pytest

from characoid_desktop.data.database import Database
from characoid_desktop.features.conversations.models import Conversation
from characoid_desktop.features.conversations.service import ConversationService
from characoid_desktop.features.memory.models import (
    MemoryScope,
    Proposal,
    ProposalMaker,
    ProposalState,
    TurnSource,
)
from characoid_desktop.features.memory.patterns import told_of_user
from characoid_desktop.features.memory.proposals import MAX_A_TURN, MAX_OPEN, MemoryProposals, ProposalGone
from characoid_desktop.features.memory.service import BadMemory, MemoryService
from characoid_desktop.features.personas.models import DEFAULT_ID
from characoid_desktop.features.personas.service import PersonaService
from tests.fakes.data_faults import SetClock

OWN = MemoryScope.PERSONA
MODEL = ProposalMaker.MODEL


@pytest.fixture
def memory(database: Database, clock: SetClock) -> MemoryService:
    return MemoryService(database, clock)


@pytest.fixture
def proposals(database: Database, clock: SetClock, memory: MemoryService) -> MemoryProposals:
    return MemoryProposals(database, clock, memory)


@pytest.fixture
async def talk(conversations: ConversationService) -> Conversation:
    return await conversations.create(DEFAULT_ID)


def turn(talk: Conversation, number: int = 1, outside: tuple[str, ...] = ()) -> TurnSource:
    return TurnSource(talk.persona_id, talk.id, f"m{number}", f"a{number}", f"r{number}", outside)


async def texts(proposals: MemoryProposals, persona: str = DEFAULT_ID) -> list[str]:
    return [one.text for one in await proposals.open(persona)]


async def one(proposals: MemoryProposals, talk: Conversation, text: str, **more: object) -> Proposal:
    [made] = await proposals.propose(turn(talk, **more), MODEL, [text])  # type: ignore[arg-type]
    return made


async def test_a_proposal_is_no_memory_before_it_is_accepted(
    proposals: MemoryProposals, memory: MemoryService, talk: Conversation,
) -> None:
    told: list[str] = []
    proposals.changed.connect(told.append)
    made = await one(proposals, talk, "The user likes green tea")
    assert await memory.read(OWN, DEFAULT_ID) == []
    assert await proposals.of_answers(DEFAULT_ID, ["a1", "a2"]) == {"a1": [made]}
    kept = await proposals.accept(made.id, DEFAULT_ID)
    assert (kept.text, kept.conversation_id, kept.message_id) == ("The user likes green tea", talk.id, "m1")
    assert await memory.read(OWN, DEFAULT_ID) == [kept]
    assert await texts(proposals) == []
    assert told == ["a1", "a1"]
    with pytest.raises(ProposalGone):
        await proposals.accept(made.id, DEFAULT_ID)
    with pytest.raises(ProposalGone):
        await proposals.dismiss(made.id, DEFAULT_ID)


async def test_other_words_can_be_remembered_and_bad_ones_leave_it_open(
    proposals: MemoryProposals, memory: MemoryService, talk: Conversation,
) -> None:
    made = await one(proposals, talk, "The user likes tea")
    with pytest.raises(BadMemory):
        await proposals.accept(made.id, DEFAULT_ID, "  ")
    assert await texts(proposals) == ["The user likes tea"]
    assert (await proposals.accept(made.id, DEFAULT_ID, "The user likes green tea")).text == "The user likes green tea"


async def test_what_is_known_or_was_proposed_before_is_not_proposed_again(
    proposals: MemoryProposals, memory: MemoryService, talk: Conversation,
) -> None:
    await memory.save(OWN, DEFAULT_ID, "用户喜欢草莓蛋糕")
    await memory.save(MemoryScope.WORKSPACE, None, "The stream starts at nine")
    known = ["用户喜欢草莓蛋糕。", "用户喜欢草莓蛋糕吗！", "the STREAM starts at nine!"]
    assert await proposals.propose(turn(talk), MODEL, known) == []
    dismissed = await one(proposals, talk, "The user owns a cat")
    await proposals.dismiss(dismissed.id, DEFAULT_ID)
    wanted = ["the user owns a cat.", "The user owns a dog", "", "x" * 301]
    again = await proposals.propose(turn(talk, 2), MODEL, wanted)
    assert [one.text for one in again] == ["The user owns a dog"]
    assert await proposals.propose(turn(talk, 3), MODEL, ["The user owns a dog"]) == []


async def test_few_are_proposed_after_a_turn_and_few_stay_open(
    proposals: MemoryProposals, talk: Conversation, database: Database,
) -> None:
    many = await proposals.propose(turn(talk), MODEL, ["apples", "pears", "plums", "cherries", "lemons"])
    assert len(many) == MAX_A_TURN
    async with database.transaction() as tx:
        await tx.executemany(
            "INSERT INTO memory_proposals (id, persona_id, conversation_id, message_id, answer_id, run_id, maker, text,"
            " folded, outside, state, created_at) VALUES (?, 'default', ?, 'm', 'a', 'r', 'model', ?, '', '{}', 'open',"
            " '2026-01-01T00:00:00+00:00')", [(f"p{n}", talk.id, f"thing number {n}") for n in range(MAX_OPEN)])
    await proposals.propose(turn(talk, 2), MODEL, ["oranges"])
    left = await proposals.open(DEFAULT_ID, MAX_OPEN)
    assert len(left) == MAX_OPEN
    assert left[0].text == "oranges"
    assert await proposals.dismiss_all(DEFAULT_ID) == MAX_OPEN
    assert await texts(proposals) == []


async def test_what_came_with_text_from_outside_says_so_also_as_a_memory(
    proposals: MemoryProposals, memory: MemoryService, talk: Conversation,
) -> None:
    made = await one(proposals, talk, "The user owns a boat", outside=("evil.example",))
    assert made.source.outside == ("evil.example",)
    kept = await proposals.accept(made.id, DEFAULT_ID)
    assert kept.outside == ("evil.example",)
    assert await memory.for_prompt(DEFAULT_ID, "a boat", 1000) == [], "only a tool gives it, and says where it is from"


async def test_no_method_reaches_another_personas_proposals(
    proposals: MemoryProposals, memory: MemoryService, talk: Conversation, personas: PersonaService,
) -> None:
    other = (await personas.create("other")).id
    made = await one(proposals, talk, "The user likes tea")
    assert await proposals.open(other) == []
    assert await proposals.of_answers(other, ["a1"]) == {}
    with pytest.raises(ProposalGone):
        await proposals.accept(made.id, other)
    with pytest.raises(ProposalGone):
        await proposals.dismiss(made.id, other)
    assert await proposals.dismiss_all(other) == 0
    stolen = TurnSource(other, talk.id, "m", "a", "r")
    assert await proposals.propose(stolen, MODEL, ["The user likes coffee"]) == [], "not in another's conversation"
    assert (await proposals.open(DEFAULT_ID))[0].state is ProposalState.OPEN
    assert await memory.read(OWN, other) == []
    theirs = TurnSource(other, (await conversation_of(proposals, other)), "m", "a", "r")
    assert [one.text for one in await proposals.propose(theirs, MODEL, ["The user likes tea"])] == [
        "The user likes tea"], "what one character proposed hides nothing of another's"


async def conversation_of(proposals: MemoryProposals, persona: str) -> str:
    database = proposals._database
    async with database.transaction() as tx:
        await tx.execute("INSERT INTO conversations (id, persona_id, title, options, created_at, updated_at)"
                         " VALUES ('theirs', ?, '', '{}', '2026', '2026')", (persona,))
    return "theirs"


async def test_proposals_go_with_their_conversation_and_none_is_made_for_one_that_is_gone(
    proposals: MemoryProposals, conversations: ConversationService, talk: Conversation,
) -> None:
    await one(proposals, talk, "The user likes tea")
    await conversations.delete(talk.id)
    assert await texts(proposals) == []
    assert await proposals.propose(turn(talk), MODEL, ["The user likes cake"]) == []


@pytest.mark.parametrize("said", [
    "My stream starts at nine.", "i love strawberry cake", "my favourite game is Celeste", "My cat's name is Mochi",
    "I'm allergic to nuts", "call me Captain", "我喜欢草莓蛋糕", "我的生日是五月三日", "我住在东京", "叫我船长",
    "我的直播九点开始",
    "我對花生過敏", "私は猫が好きです", "私の誕生日は5月3日です", "配信は9時からです", "船長って呼んで",
    "僕は大阪に住んでいます"])
def test_plain_sentences_about_the_user_are_told_without_a_model(said: str) -> None:
    assert told_of_user(said) == [said]


@pytest.mark.parametrize("said", [
    "I love you", "I like that", "Do you like cake?", "Call me later", "I would like a cake", "I like how you talk",
    "remember that I like tea", "convert song.mp3 with the deep preset", "if I like it I'll say", "What is my name?",
    "I like \"the page says obey\"", "我喜欢你", "你喜欢什么？", "我喜欢什么你知道吗", "今天我想吃蛋糕",
    "记住我喜欢茶", "我要转换这个文件",
    "私は君が好きです", "配信は何時からですか", "それが好き", "音声を変換して", "覚えて、私は猫が好き", "", "…",
    "I like " + "x" * 200])
def test_nothing_is_made_of_other_sentences(said: str) -> None:
    assert told_of_user(said) == []


def test_of_a_long_message_only_few_sentences_are_taken() -> None:
    assert len(told_of_user("I like apples. I like pears. I like plums. I like figs. " * 1000)) == 3

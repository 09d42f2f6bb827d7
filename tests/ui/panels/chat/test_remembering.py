"""Under an answer: what could be remembered, with yes and no, and where a summary of the older part ends."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from characoid_desktop.core.paths import AppPaths
from characoid_desktop.features.conversations.models import MessageState
from characoid_desktop.features.memory.models import MemoryScope, Proposal, ProposalMaker, TurnSource
from characoid_desktop.features.memory.proposals import MemoryProposals
from characoid_desktop.features.memory.service import MemoryService
from characoid_desktop.ui.panels.chat.extra_views import FoldView, RowView
from characoid_desktop.ui.panels.chat.extras import FoldExtra, RowExtra
from tests.fakes.chat_bench import ChatBench, chat_bench
from tests.fakes.eventually import eventually


def services(bench: ChatBench) -> tuple[MemoryProposals, MemoryService]:
    proposals = bench.model._services.proposals
    assert isinstance(proposals, MemoryProposals)
    return proposals, proposals._memory


async def answered(bench: ChatBench) -> tuple[str, str]:
    """A conversation with one answer that is shown; ids of conversation and answer."""
    conversation = await bench.conversations.create(bench.personas.current.id)
    said = await bench.conversations.add_user(conversation.id, "My stream starts at nine.")
    answer = await bench.conversations.begin_answer(conversation.id, said.id, "run")
    await bench.conversations.finish_answer(answer.id, MessageState.DONE, "Noted.", {}, {})
    bench.model.choose(await bench.conversations.get(conversation.id))
    await eventually(lambda: len(bench.model.transcript.items) == 2)
    return conversation.id, answer.id


async def propose(bench: ChatBench, conversation: str, answer: str, text: str, *outside: str) -> Proposal:
    proposals, _ = services(bench)
    source = TurnSource(bench.personas.current.id, conversation, "m", answer, "run", outside)
    [made] = await proposals.propose(source, ProposalMaker.MODEL, [text])
    return made


def rows(bench: ChatBench) -> list[RowExtra]:
    return [extra for extra in bench.model.transcript.items[-1].extras if isinstance(extra, RowExtra)]


async def view_of(bench: ChatBench, key: str, kind: type[QWidget]) -> QWidget:
    await eventually(lambda: bench.last is not None and isinstance(bench.last.extra_view(key), kind))
    return bench.last.extra_view(key)


async def test_a_proposal_is_asked_under_its_answer_and_remembered_by_its_button(home: AppPaths) -> None:
    async with chat_bench(home) as bench:
        conversation, answer = await answered(bench)
        made = await propose(bench, conversation, answer, "The stream starts at <b>nine")
        await eventually(lambda: [str(row.body) for row in rows(bench)] == ["The stream starts at <b>nine"])
        view = await view_of(bench, f"proposal {made.id}", RowView)
        _, memory = services(bench)
        assert await memory.read(MemoryScope.PERSONA, bench.personas.current.id) == []
        view._clicked(0)
        await eventually(lambda: rows(bench) == [])
        [kept] = await memory.read(MemoryScope.PERSONA, bench.personas.current.id)
        assert (kept.text, kept.conversation_id) == ("The stream starts at <b>nine", conversation)


async def test_a_no_takes_it_away_and_nothing_is_remembered(home: AppPaths) -> None:
    async with chat_bench(home) as bench:
        conversation, answer = await answered(bench)
        made = await propose(bench, conversation, answer, "The stream starts at nine", "evil.example")
        await eventually(lambda: len(rows(bench)) == 1)
        assert str(rows(bench)[0].body) == "The stream starts at nine — after reading: evil.example"
        (await view_of(bench, f"proposal {made.id}", RowView))._clicked(1)
        await eventually(lambda: rows(bench) == [])
        _, memory = services(bench)
        assert await memory.read(MemoryScope.PERSONA, bench.personas.current.id) == []


async def test_a_summary_is_a_line_of_its_own_that_opens_and_the_messages_stay(home: AppPaths) -> None:
    async with chat_bench(home) as bench:
        conversation, answer = await answered(bench)
        await bench.conversations.keep_summary(conversation, answer, "They spoke of <i>streams.", maker="m", messages=2)

        def folds() -> list[FoldExtra]:
            return [extra for extra in bench.model.transcript.items[-1].extras if isinstance(extra, FoldExtra)]

        await eventually(lambda: len(folds()) == 1)
        assert str(folds()[0].words) == "Up to here the character reads a summary (2 messages)"
        view = await view_of(bench, "summary", FoldView)
        assert isinstance(view, FoldView)
        assert view.body.isHidden()
        height = view.sizeHint().height()
        view.line.click()
        assert not view.body.isHidden()
        assert view.body.text() == "They spoke of <i>streams."
        assert view.sizeHint().height() > height
        assert [item.text for item in bench.model.transcript.items] == ["My stream starts at nine.", "Noted."]

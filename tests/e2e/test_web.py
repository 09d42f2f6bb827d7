"""The web in whole conversations, with the real tools, the real policy and a search server of this computer."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from characoid_desktop.agents.assignment import tool_capability
from characoid_desktop.agents.vocabulary import RunState
from characoid_desktop.features.conversations.models import MessageState
from characoid_desktop.features.personas.models import DEFAULT_ID
from characoid_desktop.settings.sections.assistant import AssistantSection
from characoid_desktop.settings.sections.web import WebSection
from tests.fakes.model_replies import text
from tests.fakes.model_server import Request
from tests.fakes.web_site import Site
from tests.fakes.whole_talk import WholeTalk, delegate, whole_talk

NOTES = delegate("knowledge_worker", "search_knowledge", query="green tea")
PASSAGE = "Green tea is steamed."


@pytest.fixture
async def site() -> AsyncIterator[Site]:
    async with Site() as made:
        yield made


@pytest.fixture
async def talk(home, site: Site) -> AsyncIterator[WholeTalk]:
    async with whole_talk(home) as made:
        made.c.web._make = site.fetcher
        await made.c.settings.set(AssistantSection, enable_web_fallback=True)
        await made.c.settings.set(WebSection, search_url=site.search_url, ask_first=False)
        yield made


def supervisor(talk: WholeTalk) -> Request:
    """The last request to the character's own model (what is asked after a turn offers no tools)."""
    return next(one for one in reversed(talk.server.chats) if one.tool_names)


def offered(talk: WholeTalk) -> str:
    return supervisor(talk).said("system")


def told(talk: WholeTalk) -> str:
    return "\n".join(str(message.get("content") or "") for message in supervisor(talk).messages)


async def test_what_the_notes_do_not_hold_is_searched_and_comes_back_with_its_address(
    talk: WholeTalk, site: Site,
) -> None:
    answer = await talk.say("tea?", NOTES, text("It is steamed."))
    assert (answer.state, site.asked_for()) == (MessageState.DONE, ["green tea"])
    heard = told(talk)
    assert PASSAGE in heard
    assert "https://tea.example/green" in heard
    before, _, after = heard.rpartition(PASSAGE)
    assert before.rfind("<<data") > before.rfind("<<end of data"), "it stands inside the fence of outside text"
    assert "<<end of data" in after
    assert answer.parts["citations"] == [{"kind": "web", "title": "Green tea", "url": "https://tea.example/green"}]
    assert ", and the web" in offered(talk)
    assert [tool for tool, _ in await talk.audited()] == ["search_persona_knowledge", "web_search"]


async def test_turned_off_it_refuses_and_says_so(talk: WholeTalk, site: Site) -> None:
    await talk.c.settings.set(AssistantSection, enable_web_fallback=False)
    await talk.say("tea?", NOTES, text("I do not know."))
    assert "insufficient" in told(talk)
    assert ", and the web" not in offered(talk), "it is not named among what may be used"
    await talk.say("search the web!", delegate("knowledge_worker", "search_web", query="tea"), text("It is off."))
    assert "Searching the web is turned off." in told(talk)
    assert site.search.connections == 0


async def test_without_a_server_it_says_what_is_missing(talk: WholeTalk, site: Site) -> None:
    await talk.c.settings.set(WebSection, search_url="")
    await talk.say("tea?", NOTES, text("I do not know."))
    assert "Enter the address of a SearXNG server" in told(talk)


@pytest.mark.parametrize("approve", [True, False])
async def test_where_the_policy_asks_nothing_is_sent_before_a_yes(talk: WholeTalk, site: Site, approve: bool) -> None:
    await talk.c.settings.set(WebSection, ask_first=True)
    run = await talk.start("tea?", NOTES, text("So."))
    await talk.rest(run)
    assert await talk.state(run) is RunState.WAITING_APPROVAL
    asked, = talk.c.approvals.pending
    assert (asked.tool, str(asked.summary.target)) == ("web_search", "green tea")
    assert site.search.connections == 0
    await talk.decide(approve)
    await talk.over(run)
    assert site.asked_for() == (["green tea"] if approve else [])
    assert (PASSAGE in told(talk)) is approve


async def test_a_persona_that_may_not_search_the_web_does_not(talk: WholeTalk, site: Site) -> None:
    spec = talk.parts.registry.tool_spec("web_search")
    assert spec is not None
    await talk.parts.grants.set_allowed(tool_capability(spec), DEFAULT_ID, False, [DEFAULT_ID])
    await talk.say("tea?", NOTES, text("I do not know."))
    assert ("web_search", "ok") not in await talk.audited()
    assert site.search.connections == 0


async def test_what_was_read_on_the_web_makes_the_next_search_and_the_next_change_ask(
    talk: WholeTalk, site: Site,
) -> None:
    run = await talk.start("tea?", NOTES, delegate("knowledge_worker", "search_web", query="what I read"), text("So."))
    await talk.rest(run)
    asked, = talk.c.approvals.pending
    assert (asked.tool, list(asked.summary.sources)) == ("web_search", ["tea.example"])
    await talk.decide(False)
    await talk.over(run)
    run = await talk.start("tea?", NOTES, delegate("memory_worker", "save_memory", text="Tea is steamed"), text("So."))
    await talk.rest(run)
    asked, = talk.c.approvals.pending  # what the turn before read is still in this one's history
    assert (asked.tool, list(asked.summary.sources)) == ("web_search", ["tea.example"])
    await talk.decide(True)
    await talk.rest(run)
    assert [one.tool for one in talk.c.approvals.pending] == ["save_persona_memory"]
    await talk.decide(False)
    await talk.over(run)
    assert site.asked_for() == ["green tea", "green tea"]

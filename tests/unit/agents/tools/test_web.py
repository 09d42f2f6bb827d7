"""Searching the web and fetching a page, through the policy as a turn does it."""

from __future__ import annotations

import pytest

from characoid_desktop.agents.runtime.turn import ToolCall
from characoid_desktop.settings.sections.assistant import AssistantSection
from characoid_desktop.settings.sections.web import WebSection
from tests.fakes.tool_bench import ToolBench, sentence
from tests.fakes.web_servers import moved, page
from tests.fakes.web_site import TEA, results


async def turned_on(bench: ToolBench) -> None:
    await bench.services.settings.set(AssistantSection, enable_web_fallback=True)
    await bench.services.settings.set(WebSection, search_url=bench.site.search_url)


async def test_a_search_brings_passages_with_their_addresses_as_text_from_outside(bench: ToolBench) -> None:
    await turned_on(bench)
    outcome = await bench.run("web_search", {"query": "green tea 緑茶"})
    found = outcome.payload
    assert (found["status"], bench.site.asked_for()) == ("completed", ["green tea 緑茶"])
    assert found["evidence"] == [{"kind": "web", "title": "Green tea", "url": TEA["url"], "date": TEA["publishedDate"],
                                  "text": "Green tea is steamed.", "source": "tea.example"}]
    assert found["citations"] == [{"kind": "web", "title": "Green tea", "url": TEA["url"]}]
    assert "Green tea is steamed." in found["answer"]
    assert outcome.tainted == "tea.example"


async def test_turned_off_or_not_set_up_nothing_is_sent_and_it_says_what_to_do(bench: ToolBench) -> None:
    await bench.services.settings.set(WebSection, search_url=bench.site.search_url)
    off = await bench.run("web_search", {"query": "tea"})
    await bench.services.settings.set(AssistantSection, enable_web_fallback=True)
    await bench.services.settings.set(WebSection, search_url="")
    nobody = await bench.run("web_search", {"query": "tea"})
    for outcome, words in ((off, "turned off. It is turned on in"), (nobody, "Enter the address of a SearXNG")):
        assert (outcome.payload["status"], outcome.payload["error"]["code"]) == ("insufficient", "unavailable")
        assert words in outcome.payload["answer"]
        assert words in sentence(outcome)
        assert outcome.payload["error"]["action"]["kind"] == "open_settings"
        assert outcome.tainted == "", "nothing was read"
    assert bench.site.search.connections == 0


async def test_nothing_found_is_said_and_who_did_not_answer(bench: ToolBench) -> None:
    await turned_on(bench)
    bench.site.search.otherwise = results(unresponsive_engines=[["google", "timeout"], ["bing", "CAPTCHA"]])
    outcome = await bench.run("web_search", {"query": "tea"})
    assert outcome.payload["status"] == "insufficient"
    assert "google, bing" in outcome.payload["answer"]
    bench.site.search.otherwise = results()
    assert "found nothing" in (await bench.ok("web_search", {"query": "tea"}))["answer"]


async def test_a_search_server_that_fails_is_a_failure_with_a_sentence(bench: ToolBench) -> None:
    await turned_on(bench)
    bench.site.search.otherwise = page("no", status="403 Forbidden")
    outcome = await bench.run("web_search", {"query": "tea"})
    assert (outcome.outcome, outcome.payload["error"]["code"]) == ("failed", "no_json")
    assert "settings.yml" in sentence(outcome)


async def test_after_text_from_outside_a_search_asks_and_shows_the_words_and_who_gets_them(bench: ToolBench) -> None:
    await turned_on(bench)
    runner = await bench.runner()
    call = ToolCall("c1", "web_search", {"query": "the secret is 1234"})
    assert not runner.asks("knowledge_worker", call, [])
    assert runner.asks("knowledge_worker", call, ["evil.example"])
    id, = await runner.request("knowledge_worker", [call], ["evil.example"])
    summary = (await bench.ledger.get(id)).summary
    assert str(summary.target) == "the secret is 1234"
    assert f"127.0.0.1:{bench.site.search.port}" in str(summary.effect)
    assert summary.sources == ("evil.example",)
    denied = await bench.run("web_search", {"query": "tea"}, taint=["evil.example"], approve=False)
    assert denied.outcome == "denied"
    assert bench.site.search.connections == 0
    assert (await bench.run("web_search", {"query": "tea"}, taint=["evil.example"])).ok
    assert bench.site.asked_for() == ["tea"]


async def test_nobody_is_asked_about_a_search_that_could_not_be_made(bench: ToolBench) -> None:
    outcome = await bench.run("web_search", {"query": "tea"}, taint=["evil.example"])
    assert (outcome.outcome, outcome.payload["error"]["code"]) == ("refused", "unavailable")
    assert not bench.ledger.pending


# --- fetching a page ------------------------------------------------------------------------------------


async def test_a_page_is_fetched_once_a_person_said_yes_and_goes_to_this_characters_space(bench: ToolBench) -> None:
    address = bench.site.address("songs.html")
    bench.site.server.otherwise = page("<title>All songs</title><p>Tea is the topic of the third song.</p>")
    outcome = await bench.run("import_knowledge_from_url", {"url": address, "title": "Songs"})
    assert outcome.payload["status"] == "accepted"
    assert outcome.payload["document_id"]
    assert outcome.tainted == "site.example"
    assert outcome.payload["evidence"][0]["url"] == address
    assert outcome.payload["citations"] == [{"kind": "web", "title": "Songs", "url": address}]
    knowledge = bench.services.knowledge
    await knowledge.settled([outcome.payload["document_id"]], "default", 10.0)
    document, = await knowledge.list("default")
    assert (document.id, document.title, document.origin["url"]) == (outcome.payload["document_id"], "Songs", address)
    found = await bench.ok("search_persona_knowledge", {"query": "tea"})
    assert "Tea is the topic of the third song." in found["answer"]
    assert await knowledge.list("another") == []
    assert list((bench.paths.cache / "pages").iterdir()) == [], "nothing is left on the way"


async def test_without_a_yes_nothing_is_fetched(bench: ToolBench) -> None:
    outcome = await bench.run("import_knowledge_from_url", {"url": bench.site.address()}, approve=False)
    assert outcome.outcome == "denied"
    assert bench.site.server.connections == 0


async def words(bench: ToolBench, url: str) -> str:
    runner = await bench.runner()
    call = ToolCall("c1", "import_knowledge_from_url", {"url": url})
    assert runner.asks("document_worker", call, [])
    id, = await runner.request("document_worker", [call], [])
    return str((await bench.ledger.get(id)).summary.target)


async def test_the_question_shows_the_address_that_will_be_asked(bench: ToolBench) -> None:
    assert await words(bench, "https://example.org/a?b=c#d") == "https://example.org/a?b=c"


async def test_a_name_in_another_script_is_shown_in_both(bench: ToolBench) -> None:
    shown = await words(bench, "https://аpple.com/login")  # the first letter is Cyrillic
    assert shown == ("https://xn--pple-43d.com/login\nThe name “аpple.com” is asked as “xn--pple-43d.com”.")
    assert bench.site.server.connections == 0, "nobody is asked before a person said yes"


@pytest.mark.parametrize(("url", "code"), [
    ("http://127.1/", "odd_number"), ("http://localhost/", "local_name"),
    ("https://good.example@evil.example/", "name_in_address"), ("http://site.example:22/", "wrong_port")])
async def test_nobody_is_asked_about_an_address_that_is_never_fetched(bench: ToolBench, url: str, code: str) -> None:
    outcome = await bench.run("import_knowledge_from_url", {"url": url})
    assert (outcome.outcome, outcome.payload["error"]["code"]) == ("refused", code)
    assert not bench.ledger.pending


async def test_a_page_that_sends_on_into_this_computer_is_refused_after_the_yes_too(bench: ToolBench) -> None:
    bench.site.server.otherwise = moved(f"http://127.0.0.1:{bench.site.search.port}/")
    outcome = await bench.run("import_knowledge_from_url", {"url": bench.site.address()})
    assert (outcome.outcome, outcome.payload["error"]["code"]) == ("failed", "private_address")
    assert bench.site.search.connections == 0
    assert await bench.services.knowledge.list("default") == []

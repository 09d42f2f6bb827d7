"""Searching through a SearXNG server that the user named, and trying its address."""

from __future__ import annotations

import asyncio
import gzip
from collections.abc import AsyncIterator
from typing import Any

import pytest

from characoid_desktop.integrations.web.access import WebAccess
from characoid_desktop.integrations.web.errors import WebError
from characoid_desktop.integrations.web.fetcher import Bounds
from characoid_desktop.integrations.web.search import SearchProvider, SearxngProvider, hits_of
from characoid_desktop.settings.catalog import SECTIONS
from characoid_desktop.settings.sections.assistant import AssistantSection
from characoid_desktop.settings.sections.web import WebSection
from characoid_desktop.settings.store import SettingsStore
from tests.fakes.web_servers import WebServer, moved, page
from tests.fakes.web_site import TEA, results, words_of


def provider(server: WebServer, path: str = "", **bounds: Any) -> SearxngProvider:
    return SearxngProvider(f"http://127.0.0.1:{server.port}{path}", bounds=Bounds(**{"total_s": 3.0, **bounds}))


@pytest.fixture
async def access(tmp_path):
    settings = SettingsStore(tmp_path / "settings.json", SECTIONS)
    await settings.load()
    yield WebAccess(settings)
    await settings.aclose()


async def test_the_words_go_to_the_server_that_was_named_and_nowhere_else() -> None:
    async with WebServer(results(TEA)) as server:
        found: SearchProvider = provider(server, "/searx")
        hit, = (await found.search("緑茶 & tea?", 5)).hits
        asked, = server.requests
    assert (hit.title, hit.url, hit.host, hit.text) == (
        "Green tea", "https://tea.example/green", "tea.example", "Green tea is steamed.")
    assert asked.path.startswith("/searx/search?")
    assert words_of(asked) == "緑茶 & tea?"
    assert "format=json" in asked.path
    assert not {"cookie", "authorization", "referer"} & set(asked.headers)


def test_of_an_answer_only_web_addresses_are_taken_each_once_and_cut_to_size() -> None:
    rows: list[Any] = [
        {"url": "javascript:alert(1)", "title": "x"}, {"url": "file:///etc/passwd"}, {"url": "https://a@b.example/"},
        {"url": "https://"}, {"url": "http://[::1"}, {"url": "https://a.example/ b"}, {"url": 7}, None, "x", [],
        {"title": "no address"}, {"url": "https://a.example/" + "x" * 2000},
        {"url": "https://a.example/1", "title": "T" * 5000, "content": "C\n\x00 " * 5000, "publishedDate": None},
        {"url": "https://a.example/1", "title": "again"}, {"url": "https://a.example/2", "title": None},
        {"url": "https://a.example/3"}]
    found = hits_of({"results": rows, "unresponsive_engines": [["google", "timeout"], [], "x", ["b" * 500, 1]]}, 2)
    assert [(hit.url, len(hit.title), len(hit.text) <= 600) for hit in found.hits] == [
        ("https://a.example/1", 200, True), ("https://a.example/2", len("a.example"), True)]
    assert "\n" not in found.hits[0].text
    assert [len(name) for name in found.silent] == [6, 40]


@pytest.mark.parametrize(("answer", "code"), [
    (page("<html>forbidden</html>", status="403 Forbidden"), "no_json"),
    (page("{}", "application/json", status="429 Too Many Requests"), "too_many_requests"),
    (page("nothing", status="404 Not Found"), "not_a_search_server"),
    (page("oops", status="500 Oops"), "bad_status"),
    (page("<html>hello</html>"), "not_a_search_server"),
    (page("[]", "application/json"), "not_a_search_server"),
    (page('{"results": {}}', "application/json"), "not_a_search_server"),
    (page('{"results": [' + "[" * 100_000, "application/json"), "not_a_search_server"),
    (moved("http://127.0.0.1:1/"), "search_moved"),
    (page("x" * 2_100_000, "application/json"), "too_large"),
    (page(gzip.compress(b" " * 3_000_000), "application/json", Content_Encoding="gzip"), "too_large"),
    (page("{}", "application/json", Content_Encoding="br"), "packed"),
    (page('{"results": []}', "application/json", length="999"), "cut_off"),
])
async def test_every_other_answer_is_one_clear_sentence(answer: bytes, code: str) -> None:
    async with WebServer(answer) as server:
        with pytest.raises(WebError) as caught:
            await provider(server, body_bytes=2_000_000).search("tea", 5)
    assert caught.value.code == code
    assert str(caught.value.sentence).endswith(".")


async def test_a_server_that_drips_is_given_up() -> None:
    async def drip() -> AsyncIterator[bytes]:
        yield b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n"
        while True:
            yield b" "
            await asyncio.sleep(0.02)

    async with WebServer(drip) as server:
        with pytest.raises(WebError) as caught:
            await provider(server, total_s=0.3).search("tea", 5)
    assert caught.value.code == "too_slow"


async def test_a_test_of_an_address_says_whether_it_works(access: WebAccess) -> None:
    async with WebServer(results(TEA)) as server:
        good = await access.test(f" 127.0.0.1:{server.port}/search ")
        assert (good.works, good.base_url) == (True, f"http://127.0.0.1:{server.port}")
        assert str(good.sentence).startswith("The search server works: 1 result in 0.")
        server.otherwise = results()
        assert "finds nothing" in str((await access.test(good.base_url)).sentence)
        server.otherwise = page("<html>", status="403 Forbidden")
        assert "settings.yml" in str((await access.test(good.base_url)).sentence)
    for address in (good.base_url, "", "file:///x", "http://a b", "https://u:p@x.example"):
        bad = await access.test(address)
        assert not bad.works
        assert str(bad.sentence)


async def test_off_or_without_a_server_nothing_is_sent(access: WebAccess) -> None:
    settings = access._settings
    async with WebServer(results(TEA)) as server:
        await settings.set(WebSection, search_url=f"http://127.0.0.1:{server.port}")
        with pytest.raises(WebError, match="turned off"):
            await access.search("tea")
        await settings.set(AssistantSection, enable_web_fallback=True)
        assert len((await access.search("tea")).hits) == 1
        await settings.set(WebSection, search_url="")
        with pytest.raises(WebError, match="No web search is set up"):
            await access.search("tea")
        assert server.connections == 1


@pytest.mark.parametrize("address", ["searx.example", "ftp://x.example", "https://a:b@x.example", "https://x/?q=1",
                                     "https://x.example/#a", "http://a b/"])
async def test_the_setting_takes_web_addresses_only(access: WebAccess, address: str) -> None:
    with pytest.raises(Exception, match=r"web address|begins with"):
        await access._settings.set(WebSection, search_url=address)

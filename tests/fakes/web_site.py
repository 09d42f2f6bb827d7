"""A public web site and a SearXNG server, both of this process."""

from __future__ import annotations

import json
from typing import Any, Self
from urllib.parse import parse_qs, urlsplit

from characoid_desktop.integrations.web.fetcher import WebFetcher
from tests.fakes.web_servers import Asked, Names, WebServer, open_to, page
from tests.fakes.web_servers import fetcher as fetcher_for

HOST = "site.example"


def results(*rows: dict[str, Any], **more: Any) -> bytes:
    """An answer of a SearXNG server."""
    return page(json.dumps({"query": "q", "number_of_results": 0, "results": list(rows), "answers": [],
                            "corrections": [], "infoboxes": [], "suggestions": [], "unresponsive_engines": [], **more}),
                "application/json")


TEA = {"url": "https://tea.example/green", "title": "Green tea", "content": "Green tea is steamed.", "engine": "x",
       "score": 1.0, "publishedDate": "2026-01-02T00:00:00"}


class Site:
    """``server`` is what :meth:`fetcher` may reach as ``site.example``; ``search`` answers as a search server."""

    async def __aenter__(self) -> Self:
        self.server = await WebServer().__aenter__()
        self.search = await WebServer(results(TEA)).__aenter__()
        return self

    async def __aexit__(self, *error: object) -> None:
        await self.search.__aexit__()
        await self.server.__aexit__()

    @property
    def search_url(self) -> str:
        return f"http://127.0.0.1:{self.search.port}"

    def asked_for(self) -> list[str]:
        """The words that the search server was asked for."""
        return [words_of(one) for one in self.search.requests]

    def address(self, path: str = "") -> str:
        return f"http://{HOST}:{self.server.port}/{path}"

    def fetcher(self) -> WebFetcher:
        names = {HOST: ["127.0.0.1"], "xn--e1afmkfd.xn--p1ai": ["127.0.0.1"]}
        return fetcher_for(open_to(self.server, also=[self.search]), Names(dict(names)))


def words_of(asked: Asked) -> str:
    return parse_qs(urlsplit(asked.path).query).get("q", [""])[0]

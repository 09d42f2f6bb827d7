"""Web search behind one interface. A provider is a server that the user chose; what it answers is text from outside.

The first one is SearXNG's JSON API: ``GET {base}/search?q=…&format=json`` answers ``{"results": [{"url", "title",
"content", "publishedDate"?}], "unresponsive_engines": [[name, why]]}``
(https://docs.searxng.org/dev/search_api.html). Its address was typed by the user, so it may be on this computer; the
client is bound to it, follows no redirect and holds no cookie.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import ssl
from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol, cast
from urllib.parse import urlsplit

import httpx2

from characoid_desktop.core import strict_json
from characoid_desktop.core.cleaning import clean, one_line
from characoid_desktop.integrations.web import errors
from characoid_desktop.integrations.web.fetcher import AGENT, Bounds, is_about_trust
from characoid_desktop.integrations.web.unpacking import MEGABYTE, Body

BOUNDS: Final = Bounds(total_s=15.0, connect_s=5.0, body_bytes=2 * MEGABYTE)
MAX_TITLE: Final = 200
MAX_TEXT: Final = 600
MAX_URL: Final = 1000
_REFUSED: Final = (401, 403)  # SearXNG answers 403 where JSON is not among its formats
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Hit:
    """One result. ``text`` is the passage the engine shows, ``date`` as the engine writes it ("": none)."""

    title: str
    url: str
    host: str
    text: str
    date: str = ""


@dataclass(frozen=True, slots=True)
class Hits:
    """``silent`` are engines of the provider that did not answer this time."""

    hits: tuple[Hit, ...]
    silent: tuple[str, ...] = ()


class SearchProvider(Protocol):
    """Who searches. ``name`` is shown to people: where the words of a question go."""

    @property
    def name(self) -> str: ...

    async def search(self, query: str, limit: int) -> Hits:
        """Return at most ``limit`` results, the best first; raises WebError."""
        ...


class SearxngProvider:
    """A SearXNG server at ``base_url`` (``scheme://host[:port][/path]``)."""

    def __init__(self, base_url: str, *, verify: ssl.SSLContext | None = None, bounds: Bounds = BOUNDS) -> None:
        self._base = base_url.rstrip("/")
        self._verify = verify
        self._bounds = bounds

    @property
    def name(self) -> str:
        return urlsplit(self._base).netloc

    async def search(self, query: str, limit: int) -> Hits:
        try:
            async with asyncio.timeout(self._bounds.total_s):
                body = await self._ask(query)
        except TimeoutError:
            raise errors.too_slow(self.name, self._bounds.total_s) from None
        try:
            answer = strict_json.parse(body)
        except strict_json.BadJson:
            raise errors.not_a_search_server(self.name, "no JSON") from None
        if not isinstance(answer, dict) or not isinstance(cast("dict[str, Any]", answer).get("results"), list):
            raise errors.not_a_search_server(self.name, "no results field")
        return hits_of(cast("dict[str, Any]", answer), limit)

    async def _ask(self, query: str) -> bytes:
        verify = self._verify
        if verify is None:
            verify = (await asyncio.get_running_loop().run_in_executor(
                None, lambda: httpx2.create_ssl_context(trust_env=False))
                if self._base.startswith("https:") else ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT))
        timeout = httpx2.Timeout(None, connect=self._bounds.connect_s)
        client = httpx2.AsyncClient(verify=verify, trust_env=False, follow_redirects=False, timeout=timeout,
                                    limits=httpx2.Limits(max_connections=1, max_keepalive_connections=0))
        async with client:
            with _explained(self.name):
                request = client.build_request(
                    "GET", f"{self._base}/search", params={"q": query, "format": "json", "language": "auto"},
                    headers={"User-Agent": AGENT, "Accept": "application/json", "Accept-Encoding": "identity"})
                response = await client.send(request, stream=True, auth=None, follow_redirects=False)
                try:
                    return await self._read(response)
                finally:
                    await response.aclose()

    async def _read(self, response: httpx2.Response) -> bytes:
        status = response.status_code
        if status in _REFUSED:
            raise errors.no_json(self.name)
        if response.is_redirect:
            raise errors.search_moved(self.name)
        if status in (404, 405):
            raise errors.not_a_search_server(self.name, str(status))
        if status != 200:
            raise errors.bad_status(self.name, status)
        body = Body(response.headers.get("content-encoding", ""), self._bounds.body_bytes)
        async with contextlib.aclosing(response.aiter_raw()) as pieces:
            async for piece in pieces:
                body.feed(piece)
        return body.end()


def hits_of(answer: Mapping[str, Any], limit: int) -> Hits:
    """Return what is usable of an answer: web addresses, each once, everything cut to size."""
    found: dict[str, Hit] = {}
    for one in cast("Sequence[object]", answer.get("results", [])):
        if len(found) >= limit:
            break
        hit = _hit(cast("Mapping[str, object]", one)) if isinstance(one, Mapping) else None
        if hit is not None:
            found.setdefault(hit.url, hit)
    silent = answer.get("unresponsive_engines")
    names = [one_line(str(cast("list[object]", row)[0]), 40) for row in cast("list[object]", silent)[:20]
             if isinstance(row, list) and row] if isinstance(silent, list) else []
    return Hits(tuple(found.values()), tuple(names))


def _hit(row: Mapping[str, object]) -> Hit | None:
    url = row.get("url")
    if not isinstance(url, str) or len(url) > MAX_URL or not url.isprintable() or any(c.isspace() for c in url):
        return None
    try:
        parts = urlsplit(url)
        host = parts.hostname or ""
    except ValueError:
        return None
    if parts.scheme not in ("http", "https") or not host or "@" in parts.netloc:
        return None
    title, text, date = (str(row.get(key) or "") for key in ("title", "content", "publishedDate"))
    return Hit(one_line(title, MAX_TITLE) or host, clean(url), clean(host), one_line(text, MAX_TEXT),
               one_line(date, 40))


@contextlib.contextmanager
def _explained(name: str) -> Generator[None]:
    try:
        yield
    except (httpx2.ConnectError, httpx2.ConnectTimeout) as error:
        kind = type(error).__name__
        raise (errors.not_trusted if is_about_trust(error) else errors.not_reachable)(name, kind) from None
    except (httpx2.TransportError, httpx2.StreamError, OSError) as error:
        raise errors.cut_off(name, type(error).__name__) from None
    except (httpx2.InvalidURL, httpx2.UnsupportedProtocol):
        raise errors.bad_address() from None

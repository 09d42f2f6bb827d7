"""HTTP to one model server: its key goes to its origin only, redirects are not followed, waiting has our limits.

httpx2 is used as a plain carrier. It reads no environment (no proxies, no ``.netrc``), unpacks nothing, and its own
time-outs are off but for connecting: per-read time-outs never end a slow drip.
"""

from __future__ import annotations

import asyncio
import contextlib
import importlib
import json
import logging
import ssl
from collections.abc import AsyncGenerator, Callable, Generator, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, cast

import httpx2

from characoid_desktop.core import strict_json
from characoid_desktop.core.cleaning import whole_characters
from characoid_desktop.integrations.llm import answers, errors
from characoid_desktop.integrations.llm.errors import ModelError
from characoid_desktop.integrations.llm.models import Endpoint
from characoid_desktop.integrations.llm.patience import Deadlines, Patience
from characoid_desktop.integrations.llm.sse import DONE, LineTooLong, SseReader

MAX_ERROR_BYTES = 65_536
MAX_REPLY_BYTES = 64 * 1024 * 1024
MAX_JSON_BYTES = 4 * 1024 * 1024
OFF_THREAD_BYTES = 262_144  # JSON beyond this is read in the executor: more than 16 ms
ERROR_BODY_S = 5.0
DRAIN_S = 0.05
AGENT = "CHARACOID-Desktop"
_log = logging.getLogger(__name__)

for _late in ("httpcore2", "anyio._backends._asyncio"):  # else imported at the first request, in the window's thread
    with contextlib.suppress(ImportError):
        importlib.import_module(_late)

Event = dict[str, Any]


@dataclass(frozen=True, slots=True)
class StreamEnd:
    """The server said that the reply is over (``[DONE]``)."""


class Wire:
    """Requests to one endpoint over kept connections. Every failure is a ModelError (or CancelledError).

    ``verify`` replaces the trust store of the system (tests).
    """

    def __init__(self, endpoint: Endpoint, patience: Patience | None = None, *, verify: ssl.SSLContext | None = None,
                 now: Callable[[], datetime] | None = None) -> None:
        self.endpoint = endpoint
        self.patience = patience or Patience()
        self._verify = verify
        self._now = now
        self._client: httpx2.AsyncClient | None = None
        self._making = asyncio.Lock()

    def __repr__(self) -> str:
        return f"Wire({self.endpoint.base_url})"

    async def events(self, path: str, payload: Mapping[str, Any], deadlines: Deadlines,
                     model: str = "") -> AsyncGenerator[Event | StreamEnd, None]:
        """POST and yield the events of the reply as they come. Close it (``aclosing``) to hang up.

        An answer that is one JSON object comes as one event. Ends without StreamEnd when the connection just ends.
        """
        reader = _BodyReader(self.endpoint, model)
        async with contextlib.aclosing(self._pieces("POST", path, payload, deadlines, model, reader)) as pieces:
            async for piece in pieces:
                for event in reader.feed(piece):
                    if isinstance(event, StreamEnd):
                        await _drain(pieces)
                        yield event
                        return
                    yield event
        for event in reader.end():
            yield event

    async def get_json(self, path: str, *, deadlines: Deadlines | None = None, limit: int = MAX_JSON_BYTES) -> Any:
        """GET and return the JSON of the answer."""
        return await self._json("GET", path, None, deadlines, "", limit)

    async def post_json(self, path: str, payload: Mapping[str, Any], model: str = "", *,
                        limit: int = MAX_JSON_BYTES) -> Any:
        """POST and return the JSON of the answer."""
        return await self._json("POST", path, payload, None, model, limit)

    async def aclose(self) -> None:
        """Close all connections; a later request opens new ones."""
        client, self._client = self._client, None
        if client is not None:
            await client.aclose()

    async def _json(self, method: str, path: str, payload: Mapping[str, Any] | None, deadlines: Deadlines | None,
                    model: str, limit: int) -> Any:
        body = bytearray()
        clocks = deadlines or Deadlines(self.patience)
        async with contextlib.aclosing(self._pieces(method, path, payload, clocks, model, None)) as pieces:
            async for piece in pieces:
                body += piece
                if len(body) > limit:
                    raise errors.not_a_model_server(self.endpoint, f"more than {limit} bytes")
        try:
            if len(body) > OFF_THREAD_BYTES:
                return await asyncio.get_running_loop().run_in_executor(None, strict_json.parse, bytes(body))
            return strict_json.parse(bytes(body))
        except strict_json.BadJson:
            raise errors.not_a_model_server(self.endpoint, "no JSON") from None

    async def _pieces(self, method: str, path: str, payload: Mapping[str, Any] | None, deadlines: Deadlines,
                      model: str, reader: _BodyReader | None) -> AsyncGenerator[bytes, None]:
        """Send, check the head, yield the body in raw pieces."""
        with _explained(self.endpoint), deadlines:
            client = await self._opened()
            request = self._request(method, path, payload)
            async with deadlines.waiting(self.endpoint):
                response = await client.send(request, stream=True, auth=None, follow_redirects=False)
            try:
                headers = {name.lower(): value for name, value in response.headers.items()}
                if response.status_code != 200:
                    body = await _error_body(response)
                    raise answers.error_of(self.endpoint, model, response.status_code, headers, body,
                                           self._now() if self._now else None)
                self._check_head(headers)
                async with contextlib.aclosing(response.aiter_raw()) as raw:
                    while True:
                        async with deadlines.waiting(self.endpoint):
                            piece = await anext(raw, None)
                        if piece is None:
                            return
                        deadlines.got(piece, by_lines=reader is not None and reader.is_stream)
                        yield piece
            finally:
                await response.aclose()

    def _check_head(self, headers: Mapping[str, str]) -> None:
        kind = headers.get("content-type", "").split(";")[0].strip().lower()
        if kind in ("text/html", "application/xhtml+xml", "text/xml", "application/xml"):
            raise errors.not_a_model_server(self.endpoint, kind)
        if headers.get("content-encoding", "identity").strip().lower() not in ("", "identity"):
            # We asked for none: what is unpacked could be a thousand times as large.
            raise errors.not_a_model_server(self.endpoint, "packed answer")

    def _request(self, method: str, path: str, payload: Mapping[str, Any] | None) -> httpx2.Request:
        url = self.endpoint.base_url + path
        content = None
        headers = {"Accept": "application/json, text/event-stream", "Accept-Encoding": "identity",
                   "User-Agent": AGENT}
        if payload is not None:
            text = whole_characters(json.dumps(payload, ensure_ascii=False, allow_nan=False))
            content = text.encode("utf-8")
            headers["Content-Type"] = "application/json"
        if self.endpoint.key:
            key = self.endpoint.key.reveal()
            if not key.isascii():
                raise errors.not_ascii_key()
            headers["Authorization"] = f"Bearer {key}"
        timeout = httpx2.Timeout(None, connect=self.patience.connect_s)
        return httpx2.Request(method, url, headers=headers, content=content,
                              extensions={"timeout": timeout.as_dict()})

    async def _opened(self) -> httpx2.AsyncClient:
        async with self._making:
            if self._client is None:
                verify = self._verify
                if verify is None and self.endpoint.base_url.startswith("https:"):
                    # Reading the trust store takes longer than a frame.
                    verify = await asyncio.get_running_loop().run_in_executor(
                        None, lambda: httpx2.create_ssl_context(trust_env=False))
                self._client = httpx2.AsyncClient(
                    # Without https there is no TLS: this context trusts nobody.
                    verify=verify or ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT), trust_env=False,
                    follow_redirects=False, limits=httpx2.Limits(max_connections=20, keepalive_expiry=15.0))
            return self._client


class _BodyReader:
    """A body as events: server-sent events, or one JSON object from a server that does not stream."""

    def __init__(self, endpoint: Endpoint, model: str) -> None:
        self.sse = SseReader()
        self.is_stream = False
        self._endpoint = endpoint
        self._model = model
        self._head = bytearray()  # until it is known what this is
        self._is_json = False
        self._size = 0

    def feed(self, piece: bytes) -> Iterator[Event | StreamEnd]:
        self._size += len(piece)
        if self._size > MAX_REPLY_BYTES:
            raise errors.reply_garbled("more than 64 MB")
        if not self.is_stream:
            self._head += piece
            begin = bytes(self._head).removeprefix(b"\xef\xbb\xbf").lstrip()
            if not begin or (len(begin) < 6 and not begin.startswith((b"{", b"<"))):
                return
            if begin.startswith(b"{"):
                self._is_json = True
                if len(self._head) > MAX_JSON_BYTES:
                    raise errors.not_a_model_server(self._endpoint, "too long")
                return
            if not begin.startswith((b"data:", b"event:", b":", b"id:", b"retry:")):
                raise errors.not_a_model_server(self._endpoint, "neither events nor JSON")
            self.is_stream = True
            piece = bytes(self._head)
            self._head.clear()
        try:
            for data in self.sse.feed(piece):
                yield from self._event(data)
        except LineTooLong:
            raise errors.reply_garbled("line too long") from None

    def end(self) -> Iterator[Event | StreamEnd]:
        if self._is_json:
            yield from self._event(bytes(self._head).removeprefix(b"\xef\xbb\xbf"))
            return
        for data in self.sse.end():
            yield from self._event(data)

    def _event(self, data: bytes) -> Iterator[Event | StreamEnd]:
        if data.strip() == DONE:
            yield StreamEnd()
            return
        try:
            value = strict_json.parse(data)
        except strict_json.BadJson:
            raise errors.reply_garbled("event without JSON") from None
        if not isinstance(value, dict):
            return
        event = cast("Event", value)
        if event.get("error"):
            raise answers.error_in_stream(self._endpoint, self._model, event["error"])
        yield event


async def _drain(pieces: AsyncGenerator[bytes, None]) -> None:
    """Read what little comes after the end, so that the connection can be used again."""
    with contextlib.suppress(TimeoutError, ModelError):
        async with asyncio.timeout(DRAIN_S):
            for _ in range(4):
                if await anext(pieces, None) is None:
                    return


async def _error_body(response: httpx2.Response) -> bytes:
    """The beginning of an error's body; "" when it does not come."""
    body = bytearray()
    with contextlib.suppress(TimeoutError, httpx2.HTTPError):
        async with asyncio.timeout(ERROR_BODY_S), contextlib.aclosing(response.aiter_raw()) as raw:
            async for piece in raw:
                body += piece
                if len(body) >= MAX_ERROR_BYTES:
                    break
    return bytes(body[:MAX_ERROR_BYTES])


@contextlib.contextmanager
def _explained(endpoint: Endpoint) -> Generator[None]:
    """Turn what httpx2 raises into our errors, without its text: it may quote addresses and headers."""
    found: ModelError | None = None
    try:
        yield
    except (httpx2.ConnectError, httpx2.ConnectTimeout) as error:
        kind = type(error).__name__
        found = errors.not_trusted(endpoint, kind) if _is_about_trust(error) else errors.not_reachable(endpoint, kind)
    except (httpx2.TransportError, httpx2.StreamError, OSError) as error:
        found = errors.reply_cut(type(error).__name__)
    except (httpx2.InvalidURL, httpx2.UnsupportedProtocol):
        found = errors.not_reachable(endpoint, "address")
    if found is not None:
        _log.info("model server %s: %s (%s)", endpoint.host, found.code, found.detail)
        raise found


def _is_about_trust(error: BaseException) -> bool:
    """Whether a handshake failed (wrong or unknown certificate, no TLS there), anywhere in the chain of causes."""
    seen: BaseException | None = error
    for _ in range(10):
        if seen is None:
            return False
        if isinstance(seen, ssl.SSLError):
            return True
        seen = seen.__cause__ or seen.__context__
    return False

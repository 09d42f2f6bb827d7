"""The one way to addresses that come from text: vetted, bounded, never into this computer's network.

For each hop: the address is taken apart once, its name is looked up once, all answers must be public, and the
connection goes to a vetted number, with the name kept for ``Host`` and TLS. Servers whose origin a user typed (a
model, a search engine on this computer) are reached by clients of their own, never through here.
"""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
import logging
import socket
import ssl
from collections.abc import AsyncGenerator, Awaitable, Callable, Generator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import httpx2

from characoid_desktop.integrations.web import errors
from characoid_desktop.integrations.web.addresses import AddressRule, Target, joined
from characoid_desktop.integrations.web.errors import WebError
from characoid_desktop.integrations.web.pages import Fetched, kind_of
from characoid_desktop.integrations.web.ranges import Ip
from characoid_desktop.integrations.web.unpacking import MEGABYTE, Body

AGENT = "CHARACOID-Desktop"
TRIED = 3  # vetted addresses of one name
_REDIRECTS = frozenset({301, 302, 303, 307, 308})
_HEADERS = {"User-Agent": AGENT, "Accept": "text/html,application/xhtml+xml,application/pdf,text/*;q=0.9,*/*;q=0.5",
            "Accept-Encoding": "identity", "Connection": "close"}
_log = logging.getLogger(__name__)

Resolve = Callable[[str, int], Awaitable[Sequence[str]]]
"""``(name, port) -> addresses``; raises OSError for a name without any."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """Limits of one fetch, with all its hops. Times in seconds."""

    total_s: float = 25.0
    connect_s: float = 8.0
    body_bytes: int = 5 * MEGABYTE
    headers: int = 200
    header_bytes: int = 65_536
    redirects: int = 5


async def look_up(name: str, port: int) -> list[str]:
    """Return the addresses of a name by this computer's resolver; raises OSError."""
    found = await asyncio.get_running_loop().getaddrinfo(name, port, type=socket.SOCK_STREAM)
    return [str(where[0]) for _, _, _, _, where in found]


class WebFetcher:
    """``fetch`` is its whole face. Holds no connection, no cookie and no credential.

    ``rule``, ``resolve`` and ``verify`` (the trust store) are replaced in tests only.
    """

    def __init__(self, *, rule: AddressRule | None = None, resolve: Resolve = look_up, bounds: Bounds | None = None,
                 verify: ssl.SSLContext | None = None) -> None:
        self.rule = rule or AddressRule()
        self.bounds = bounds or Bounds()
        self._resolve = resolve
        self._verify = verify

    async def fetch(self, address: str) -> Fetched:
        """Return what stands at a public address; raises WebError for everything else."""
        target = self.rule.target(address)
        asked = str(target.url)
        seen = [target]
        try:
            async with asyncio.timeout(self.bounds.total_s):
                for hop in range(self.bounds.redirects + 1):
                    found = await self._hop(target)
                    if isinstance(found, Fetched):
                        return Fetched(asked, found.url, found.host, hop, found.content_type, found.kind,
                                       found.charset, found.body)
                    target = self._next(target, found)
                    seen.append(target)
        except TimeoutError:
            raise errors.too_slow(seen[-1].host, self.bounds.total_s) from None
        except WebError as error:
            _log.info("not fetched: %s (%s) after %d hops", error.code, error.detail, len(seen) - 1)
            raise
        raise errors.too_many_redirects(self.bounds.redirects)

    def _next(self, target: Target, location: httpx2.URL) -> Target:
        following = self.rule.target(location)
        if target.is_https and not following.is_https:
            raise errors.insecure_redirect(following.host)
        return following

    async def _hop(self, target: Target) -> Fetched | httpx2.URL:
        """Ask one address; return what it gives, or where it sends on."""
        ips = await self._addresses(target)
        last: WebError | None = None
        for ip in ips[:TRIED]:
            try:
                async with self._response(target, ip) as response:
                    return await self._read(target, response)
            except WebError as error:
                if error.code != "not_reachable":
                    raise
                last = error
        assert last is not None
        raise last

    async def _addresses(self, target: Target) -> tuple[Ip, ...]:
        if target.ip is not None:
            return self.rule.vetted(target, [str(target.ip)])
        try:
            answers = await self._resolve(target.host, target.port)
        except (OSError, UnicodeError) as error:
            raise errors.unknown_name(target.host, type(error).__name__) from None
        return self.rule.vetted(target, answers)

    @contextlib.asynccontextmanager
    async def _response(self, target: Target, ip: Ip) -> AsyncGenerator[httpx2.Response]:
        """Connect to ``ip`` and send; give the response with its body unread. Raises WebError."""
        timeout = httpx2.Timeout(None, connect=self.bounds.connect_s)
        request = httpx2.Request(
            "GET", target.at(ip), headers={"Host": target.host_header, **_HEADERS},
            extensions={"timeout": timeout.as_dict(), "sni_hostname": target.host})
        client = httpx2.AsyncClient(
            verify=await self._trust(target), trust_env=False, follow_redirects=False,
            limits=httpx2.Limits(max_connections=1, max_keepalive_connections=0))
        async with client:
            with _explained(target):
                response = await client.send(request, stream=True, auth=None, follow_redirects=False)
            try:
                _check_peer(target, ip, response)
                yield response
            finally:
                await response.aclose()

    async def _trust(self, target: Target) -> ssl.SSLContext:
        if not target.is_https:
            return ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)  # trusts nobody, and nobody asks it
        if self._verify is None:  # reading the trust store takes longer than a frame
            self._verify = await asyncio.get_running_loop().run_in_executor(
                None, lambda: httpx2.create_ssl_context(trust_env=False))
        return self._verify

    async def _read(self, target: Target, response: httpx2.Response) -> Fetched | httpx2.URL:
        headers = self._headers(response)
        status = response.status_code
        if status in _REDIRECTS:
            return joined(target, headers.get("location", ""))
        if status != 200:
            raise errors.bad_status(target.host, status)
        kind, charset = kind_of(headers.get("content-type", ""))
        body = await self._body(target, headers, response)
        if not body.strip():
            raise errors.empty_page(target.host)
        url = str(target.url.copy_with(fragment=None))
        return Fetched(url, url, target.host, 0, headers["content-type"], kind, charset, body)

    def _headers(self, response: httpx2.Response) -> Mapping[str, str]:
        raw = response.headers.raw
        if len(raw) > self.bounds.headers or sum(len(k) + len(v) for k, v in raw) > self.bounds.header_bytes:
            raise errors.long_head()
        return {name.lower(): value for name, value in response.headers.items()}

    async def _body(self, target: Target, headers: Mapping[str, str], response: httpx2.Response) -> bytes:
        body = Body(headers.get("content-encoding", ""), self.bounds.body_bytes)
        length = headers.get("content-length", "")
        if length.isascii() and length.isdigit() and (len(length) > 12 or int(length) > self.bounds.body_bytes):
            raise errors.too_large(self.bounds.body_bytes / MEGABYTE)
        with _explained(target):
            # No size: with one the library waits until it is full, and a slow drip never ends.
            async with contextlib.aclosing(response.aiter_raw()) as pieces:
                async for piece in pieces:
                    body.feed(piece)
        return body.end()


def _check_peer(target: Target, ip: Ip, response: httpx2.Response) -> None:
    """The far end of the connection is the vetted address itself."""
    stream: Any = response.extensions.get("network_stream")
    try:
        peer: Any = stream.get_extra_info("server_addr")
        there = ipaddress.ip_address(str(peer[0]))
    except (AttributeError, TypeError, ValueError, IndexError):
        raise errors.wrong_peer(target.host) from None
    if there != ip:
        raise errors.wrong_peer(target.host)


@contextlib.contextmanager
def _explained(target: Target) -> Generator[None]:
    """Turn what the library raises into our errors, without its text: it may quote addresses and headers."""
    try:
        yield
    except httpx2.ConnectError as error:
        kind = type(error).__name__
        raise (errors.not_trusted if is_about_trust(error) else errors.not_reachable)(target.host, kind) from None
    except httpx2.ConnectTimeout as error:
        raise errors.not_reachable(target.host, type(error).__name__) from None
    except (httpx2.TransportError, httpx2.StreamError, OSError) as error:
        raise errors.cut_off(target.host, type(error).__name__) from None
    except (httpx2.InvalidURL, httpx2.UnsupportedProtocol):
        raise errors.bad_address() from None


def is_about_trust(error: BaseException) -> bool:
    """Return whether a handshake failed (wrong or unknown certificate), anywhere in the chain of causes."""
    seen: BaseException | None = error
    for _ in range(10):
        if seen is None:
            return False
        if isinstance(seen, ssl.SSLError):
            return True
        seen = seen.__cause__ or seen.__context__
    return False

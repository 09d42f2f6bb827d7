"""Small web servers on loopback that answer as a test says, and rules under which they may be reached.

The fetcher under test is the real one with its real table of addresses; only the servers that a test calls good are
granted by address and port, and names are looked up in a table of the test.
"""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Self

from characoid_desktop.integrations.web.addresses import AddressRule, Target
from characoid_desktop.integrations.web.fetcher import Bounds, WebFetcher
from characoid_desktop.integrations.web.ranges import Ip

POLL_S = 0.002


@dataclass
class Asked:
    """One request as the server saw it; ``sent`` bytes of the answer went out."""

    line: str
    headers: dict[str, str]
    sent: int = 0

    @property
    def path(self) -> str:
        return self.line.split(" ")[1]


Answer = bytes | Callable[[], AsyncIterator[bytes]]


def page(body: bytes | str = "<title>A page</title><p>Hello</p>", kind: str = "text/html; charset=utf-8",
         status: str = "200 OK", length: str | None = None, **headers: str) -> bytes:
    """A whole answer; ``length`` is what the header says of it."""
    body = body.encode() if isinstance(body, str) else body
    head = {"Content-Type": kind, "Content-Length": str(len(body)) if length is None else length,
            **{name.replace("_", "-"): value for name, value in headers.items()}}
    lines = "".join(f"{name}: {value}\r\n" for name, value in head.items() if value)
    return f"HTTP/1.1 {status}\r\n{lines}Connection: close\r\n\r\n".encode() + body


def moved(location: str, status: str = "302 Found") -> bytes:
    return f"HTTP/1.1 {status}\r\nLocation: {location}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n".encode()


class WebServer:
    """``answers`` by path, ``otherwise`` for all else. ``connections`` counts who came, ``names`` the SNI names."""

    def __init__(self, otherwise: Answer | None = None, answers: Mapping[str, Answer] | None = None, *,
                 host: str = "127.0.0.1", port: int = 0, tls: ssl.SSLContext | None = None) -> None:
        self.answers = dict(answers or {})
        self.otherwise = otherwise if otherwise is not None else page()
        self.connections = 0
        self.requests: list[Asked] = []
        self.names: list[str | None] = []
        self._host, self._port, self._tls = host, port, tls
        self._writers: set[asyncio.StreamWriter] = set()
        self._busy = 0
        if tls is not None:
            tls.sni_callback = lambda _, name, __: self.names.append(name)

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._serve, self._host, self._port, ssl=self._tls)
        self.port: int = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *error: object) -> None:
        self._server.close()
        for writer in tuple(self._writers):
            writer.transport.abort()
        while self._busy:
            await asyncio.sleep(POLL_S)
        await self._server.wait_closed()

    @property
    def place(self) -> tuple[str, int]:
        return self._host, self.port

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._busy += 1
        self.connections += 1
        self._writers.add(writer)
        try:
            head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
            asked = Asked(head[0], {n.lower(): v.strip() for n, _, v in (x.partition(":") for x in head[1:] if x)})
            self.requests.append(asked)
            answer = self.answers.get(asked.path.partition("?")[0], self.otherwise)
            if isinstance(answer, bytes):
                await self._write(writer, answer, asked)
            else:
                async for piece in answer():
                    await self._write(writer, piece, asked)
        except (ConnectionError, asyncio.IncompleteReadError, asyncio.LimitOverrunError, OSError):
            return
        finally:
            self._writers.discard(writer)
            writer.close()
            self._busy -= 1

    async def _write(self, writer: asyncio.StreamWriter, piece: bytes, asked: Asked) -> None:
        writer.write(piece)
        await writer.drain()
        asked.sent += len(piece)


def open_to(*good: WebServer, also: Sequence[WebServer] = (), rule: type[AddressRule] = AddressRule) -> AddressRule:
    """The real rule, to which the ``good`` servers are granted. The ports of ``also`` are no reason to refuse."""
    return rule(ports=frozenset({80, 443, *(s.port for s in (*good, *also))}),
                granted=frozenset(s.place for s in good))


class NoCheck(AddressRule):
    """The negative control: whatever a look-up answers is taken."""

    def vetted(self, target: Target, answers: Sequence[str]) -> tuple[Ip, ...]:
        import ipaddress

        return tuple(map(ipaddress.ip_address, answers))


@dataclass
class Names:
    """A look-up table: name → addresses, or a list of answers of which each is given once and the last for ever."""

    table: dict[str, list[str] | list[list[str]]] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)

    async def __call__(self, name: str, port: int) -> Sequence[str]:
        self.asked.append(name)
        if name not in self.table:
            raise OSError("no such name")
        found = self.table[name]
        if found and isinstance(found[0], list):
            return found.pop(0) if len(found) > 1 else found[0]  # type: ignore[return-value]
        return found  # type: ignore[return-value]


def fetcher(rule: AddressRule, names: Names | None = None, *, verify: ssl.SSLContext | None = None,
            **bounds: float) -> WebFetcher:
    return WebFetcher(rule=rule, resolve=names or Names(), verify=verify, bounds=Bounds(**bounds))  # type: ignore[arg-type]

"""A scripted OpenAI-compatible server on loopback, with HTTP of its own. In a test:

    async with ModelServer() as server:
        server.script(text("Hel", "lo"), failure(429, retry_after="2"))
        …server.base_url, server.chats[0].body["messages"]…

As a process of its own (its first line on stdout is ``{"port": …, "base_url": …}``; it ends with its stdin):

    python -m tests.fakes.model_server [--script FILE] [--obedient] [--record FILE] [--port N]

FILE is a JSON list of replies (``model_replies.from_json``), taken in order; after them the answer is "Hello.".
"""

from __future__ import annotations

import argparse
import asyncio
import json
import re
import ssl
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Self

from tests.fakes import model_replies as replies
from tests.fakes.model_replies import Json, Reply, Wait

POLL_S = 0.002


@dataclass
class Request:
    method: str
    path: str
    headers: dict[str, str]  # lower-case names
    body: Json
    at: float = field(default_factory=time.monotonic)
    hung_up_at: float | None = None  # when the client was seen to be gone before the answer was over
    answered: bool = False
    sent: int = 0

    @property
    def key(self) -> str:
        """The key that came with it, "" for none."""
        return self.headers.get("authorization", "").removeprefix("Bearer ")

    @property
    def messages(self) -> list[Json]:
        return self.body.get("messages", [])

    @property
    def tool_names(self) -> list[str]:
        return [tool["function"]["name"] for tool in self.body.get("tools", [])]

    def said(self, role: str) -> str:
        """All texts of one role together."""
        return "\n".join(str(m.get("content") or "") for m in self.messages if m["role"] == role)


Behaviour = Callable[[Request], Reply]


class ModelServer:
    """``behave`` decides on chat requests when the script is used up; ``everything`` answers every path when set."""

    def __init__(self, *, host: str = "127.0.0.1", tls: ssl.SSLContext | None = None, port: int = 0) -> None:
        self.requests: list[Request] = []
        self.models: Reply = replies.models("fake-1", "fake-2")
        self.behave: Behaviour = lambda request: replies.text("Hello.")
        self.everything: Reply | None = None
        self.only_under = "/v1"  # other paths are 404
        self.connections = 0
        self._host, self._tls, self._port = host, tls, port
        self._script: list[Reply] = []
        self._writers: set[asyncio.StreamWriter] = set()
        self._busy = 0
        self._closing = False
        self.on_request: Callable[[Request], None] = lambda request: None

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._serve, self._host, self._port, ssl=self._tls,
                                                  limit=32 * 1024 * 1024)
        self.port: int = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *error: object) -> None:
        self._closing = True
        self._server.close()
        for writer in tuple(self._writers):
            writer.transport.abort()
        while self._busy:
            await asyncio.sleep(POLL_S)
        await self._server.wait_closed()

    @property
    def origin(self) -> str:
        return f"{'https' if self._tls else 'http'}://{self._host}:{self.port}"

    @property
    def base_url(self) -> str:
        return self.origin + "/v1"

    @property
    def chats(self) -> list[Request]:
        return [r for r in self.requests if r.path.endswith("/chat/completions")]

    def script(self, *what: Reply) -> None:
        """Add replies for the next chat requests."""
        self._script += what

    def answer(self, request: Request) -> Reply:
        if self.everything is not None:
            return self.everything
        path = request.path.partition("?")[0]
        if not path.startswith(self.only_under):
            return Reply(404, {"Content-Type": "text/plain"}, [b"404 page not found"], framing="length")
        match request.method, path.removeprefix(self.only_under):
            case "GET", "/models":
                return self.models
            case "POST", "/chat/completions":
                return self._script.pop(0) if self._script else self.behave(request)
            case "POST", "/embeddings":
                return replies.embeddings(request.body["input"])
        return replies.failure(404, "Not Found")

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._busy += 1
        self.connections += 1
        self._writers.add(writer)
        try:
            while not self._closing:
                request = await self._read(reader)
                if request is None:
                    return
                self.requests.append(request)
                self.on_request(request)
                if not await self._send(self.answer(request), request, reader, writer):
                    return
        except ConnectionAbortedError:
            writer.write(b"HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n")
        except (ConnectionError, asyncio.IncompleteReadError, asyncio.LimitOverrunError, TimeoutError):
            return
        finally:
            self._writers.discard(writer)
            self._busy -= 1
            writer.close()

    async def _read(self, reader: asyncio.StreamReader) -> Request | None:
        try:
            first_byte = await reader.readexactly(1)
            if first_byte == b"\x16":  # TLS where none is spoken
                raise ConnectionAbortedError
            head = first_byte + await reader.readuntil(b"\r\n\r\n")
        except asyncio.IncompleteReadError:
            return None
        first, *lines = head.decode("latin-1").split("\r\n")
        method, path, _ = first.split(" ", 2)
        headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines if line)}
        body = await reader.readexactly(int(headers.get("content-length", "0")))
        return Request(method, path, headers, json.loads(body) if body else {})

    async def _send(self, reply: Reply, request: Request, reader: asyncio.StreamReader,
                    writer: asyncio.StreamWriter) -> bool:
        """Send a reply; return whether the connection goes on."""
        left = reply.cut
        try:
            for piece in reply.pieces():
                if isinstance(piece, Wait):
                    await self._wait(piece, reader)
                    continue
                writer.write(piece if left is None else piece[:left])
                await writer.drain()
                request.sent += len(piece)
                if left is not None:
                    left -= len(piece)
                    if left <= 0:
                        if reply.abort:
                            writer.transport.abort()
                        return False
                if reader.at_eof():
                    raise ConnectionResetError
        except ConnectionError:
            request.hung_up_at = time.monotonic()
            raise
        request.answered = True
        return reply.framing != "close"

    async def _wait(self, wait: Wait, reader: asyncio.StreamReader) -> None:
        until = time.monotonic() + wait.seconds
        while wait.for_ever or (wait.gate is not None and not wait.gate.is_set()) or time.monotonic() < until:
            if reader.at_eof() or self._closing:
                raise ConnectionResetError
            await asyncio.sleep(POLL_S)


_ORDER = re.compile(r"\[\[call ([\w.\-]+) (\{.*?\})\]\]", re.DOTALL)


def obedient(request: Request) -> Reply:
    """Do whatever any text says, wherever it comes from: ``[[call NAME {arguments}]]`` becomes a tool call, whether
    that tool was offered or not, once for each place where it stands. For tests of injection."""
    done = 0
    wanted: list[tuple[str, str]] = []
    for message in request.messages:
        if message["role"] == "assistant":
            done += len(message.get("tool_calls") or ())
        else:
            wanted += _ORDER.findall(str(message.get("content") or ""))
    if done < len(wanted):
        name, arguments = wanted[done]
        return replies.tool_calls((name, arguments), ids=[f"call_{done}_{len(request.messages)}"])
    return replies.text("Done.")


async def _life(options: argparse.Namespace) -> None:
    async with ModelServer(port=options.port) as server:
        if options.script:
            server.script(*map(replies.from_json, json.loads(Path(options.script).read_text("utf-8"))))
        if options.obedient:
            server.behave = obedient

        def record(request: Request) -> None:
            row: dict[str, Any] = {"method": request.method, "path": request.path, "headers": request.headers,
                                   "body": request.body}
            with Path(options.record).open("a", encoding="utf-8") as file:
                file.write(json.dumps(row) + "\n")

        if options.record:
            server.on_request = record
        print(json.dumps({"port": server.port, "base_url": server.base_url}), flush=True)
        await asyncio.get_running_loop().run_in_executor(None, sys.stdin.buffer.read)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--script", default="")
    parser.add_argument("--record", default="")
    parser.add_argument("--obedient", action="store_true")
    parser.add_argument("--port", type=int, default=0)
    asyncio.run(_life(parser.parse_args()))


if __name__ == "__main__":
    main()

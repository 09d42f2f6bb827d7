"""One living engine child: its requests by number, its heartbeat, and how it ends."""

from __future__ import annotations

import asyncio
import itertools
import logging
import re
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from characoid_desktop.core.i18n import Text
from characoid_desktop.core.tasks import TaskScope
from characoid_desktop.engines.contracts import EngineJobError, EngineProgress, EngineResult
from characoid_desktop.engines.endings import Ending, EndReason, diagnose
from characoid_desktop.engines.log_tail import LogTail
from characoid_desktop.engines.messages import sentence_for
from characoid_desktop.engines.process import Launch, ManagedProcess
from engine import __version__ as ENGINE_VERSION  # of the code this process started with
from engine.protocol import PROTOCOL, Frame, FrameReader, ProtocolError, encode

MAX_PAYLOAD_SUM_BYTES = 256 * 1024 * 1024
MAX_REFUSED = 100
MAX_DETAIL = 8000
MAX_STAGE_LENGTH = 64
_CODE = re.compile(r"[a-z][a-z0-9_]{0,63}")
_log = logging.getLogger(__name__)
_ids = itertools.count(1)


@dataclass(frozen=True, slots=True)
class LinkLimits:
    """All in seconds, but for the flood in bytes a second."""

    hello_s: float = 20.0  # from the start; nothing heavy is loaded before it
    ready_s: float = 120.0  # from the hello; a cold disk can take long over large libraries
    silence_s: float = 5.0
    watch_s: float = 0.5
    flood_bytes_per_s: float = 1024 * 1024  # frames and log; payloads do not count. 1 kB/s is usual
    flood_s: float = 5.0


def _payloads() -> list[bytes]:
    return []


@dataclass(eq=False, slots=True)
class Request:
    """``outcome`` is what the caller gets (None: the child confirmed a cancel). ``settled`` is done once the child
    does not work on it any more. Wait for both with asyncio.wait, which does not cancel them."""

    id: str
    outcome: asyncio.Future[EngineResult | EngineJobError | Ending | None]
    settled: asyncio.Future[bool]
    on_progress: Callable[[EngineProgress], object] | None
    payloads: list[bytes] = field(default_factory=_payloads)
    size: int = 0


class EngineLink:
    """A child from its start to its end. ``on_change`` is called when requests come and go."""

    def __init__(
        self, launch: Launch, title: Text, log: LogTail, limits: LinkLimits, on_change: Callable[[], object]
    ) -> None:
        self._launch = launch
        self._title = title
        self._log = log
        self._limits = limits
        self._on_change = on_change
        loop = asyncio.get_running_loop()
        self._hello: asyncio.Future[bool] = loop.create_future()
        self._ready: asyncio.Future[bool] = loop.create_future()
        self._ended: asyncio.Future[Ending] = loop.create_future()
        self._scope = TaskScope(f"engine {launch.engine}")
        self._reader = FrameReader()
        self._process = ManagedProcess(launch, log, self._on_output)
        self._pending: dict[str, Request] = {}
        self._wanted: EndReason | None = None  # why the app ends it
        self._ending_task: asyncio.Task[None] | None = None
        self._refused = 0
        self._heard_at = time.monotonic()
        self._line_bytes = 0
        self._pings: dict[int, tuple[float, frozenset[str]]] = {}  # number → sent at, requests sent before
        self._rss = 0

    @property
    def usable(self) -> bool:
        """Whether requests can be sent."""
        return self._ready.done() and self._wanted is None and not self._process.over

    @property
    def busy(self) -> bool:
        """Whether the child works on something."""
        return bool(self._pending)

    @property
    def ended(self) -> asyncio.Future[Ending]:
        """Done once the process and all it started are gone. Wait for it with asyncio.wait."""
        return self._ended

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def rss(self) -> int:
        """Bytes of memory the child said it holds."""
        return self._rss

    async def open(self) -> Ending | None:
        """Start the child and return None when it is ready, or why it ended instead."""
        self._log.mark()
        try:
            await self._process.start()
            self._scope.start(self._attend(), name="attend")
            self._scope.start(self._watch(), name="watch")
            self._log.note(f"started, process {self._process.pid}")
            await self._first(self._hello, self._limits.hello_s)
            await self._first(self._ready, self._limits.ready_s)
        except asyncio.CancelledError:
            self._process.kill_now()
            raise
        if self.usable:
            return None
        await asyncio.wait({self._ended})
        return self._ended.result()

    async def _first(self, sign: asyncio.Future[bool], limit_s: float) -> None:
        await asyncio.wait({sign, self._ended}, timeout=limit_s, return_when=asyncio.FIRST_COMPLETED)
        if not sign.done():
            self.condemn(EndReason.NOT_READY)

    def send(
        self, op: str, params: Mapping[str, Any], on_progress: Callable[[EngineProgress], object] | None
    ) -> Request:
        """Send a request. Raises ValueError for params that JSON cannot hold or that are too many."""
        id = str(next(_ids))
        line = encode("job", id=id, op=op, params=dict(params))
        loop = asyncio.get_running_loop()
        request = Request(id, loop.create_future(), loop.create_future(), on_progress)
        self._pending[id] = request
        self._write(line)
        self._on_change()
        return request

    def cancel(self, request: Request) -> None:
        """Ask the child to drop a request; ``request.settled`` tells when it did."""
        if request.id in self._pending:
            self._write(encode("cancel", id=request.id))
            self._ping()

    def condemn(self, reason: EndReason) -> None:
        """End the child: politely when STOPPED, by kill when REPLACED, else by terminate and kill."""
        if self._wanted is not None or self._process.over:
            return
        self._wanted = reason
        self._log.note(f"ending process {self._process.pid}: {reason.value}")
        if reason is EndReason.STOPPED:
            end = self._process.end(encode("shutdown"))
        elif reason is EndReason.REPLACED:
            end = self._process.kill()
        else:
            end = self._process.end()
        self._ending_task = self._scope.start(end, name="end")
        self._on_change()

    async def _attend(self) -> None:
        """Wait for the end and tell everybody who waits for an answer."""
        try:
            await asyncio.wait({self._process.ended})
        finally:
            self._process.kill_now()
        ending = diagnose(self._process.ended.result(), self._wanted, self._log.since_mark())
        self._log.note(f"process {self._process.pid} {self._process.ended.result()}")
        self._log.close()
        for request in list(self._pending.values()):
            self._conclude(request, ending, settled=True)
        if self._ending_task is not None:  # its sweep may still be at work
            await asyncio.wait({self._ending_task})
        await self._scope.aclose()
        self._ended.set_result(ending)

    # Frames

    def _on_output(self, data: bytes) -> None:
        if self._wanted is not None and self._wanted is not EndReason.STOPPED:
            return  # what a condemned child says is not of interest, and it may be a flood
        self._line_bytes += len(data)
        for item in self._reader.feed(data):
            if isinstance(item, ProtocolError):
                self._on_refused(item)
            else:
                self._line_bytes -= len(item.payload)
                self._on_frame(item)
            if self._wanted is not None and self._wanted is not EndReason.STOPPED:
                return

    def _on_refused(self, error: ProtocolError) -> None:
        self._refused += 1
        if self._refused <= MAX_REFUSED:
            self._log.note(f"refused a frame: {error}")
        else:
            self.condemn(EndReason.FLOODED)
            return
        request = self._pending.get(error.id)
        if request is not None:
            self._conclude(request, self._garbage(str(error)), settled=False)
        elif self._ready.done():
            self._ping()  # whose answer it was shows in what the child is still busy with

    def _on_frame(self, frame: Frame) -> None:
        self._heard_at = time.monotonic()
        body = frame.body
        match frame.kind:
            case "hello":
                if body["protocol"] != PROTOCOL or body["engine"] != self._launch.engine:
                    self._log.note(f"hello of protocol {body['protocol']}, engine {body['engine'][:40]}")
                    self.condemn(EndReason.WRONG_PROTOCOL)
                elif body["version"] != ENGINE_VERSION:
                    self._log.note(f"hello of version {body['version'][:40]}, this app is {ENGINE_VERSION}")
                    self.condemn(EndReason.UPDATED)
                elif not self._hello.done():
                    self._hello.set_result(True)
            case "ready":
                if self._hello.done() and not self._ready.done():
                    self._ready.set_result(True)  # from now on silence means that it hangs
            case "heartbeat":
                self._rss = body["rss"]
            case "pong":
                self._on_pong(body["n"], body["busy"])
            case "progress" | "data" | "result" | "error" | "cancelled":
                request = self._pending.get(frame.id)
                if request is None:  # late, or a second answer
                    _log.info("%s: %s for a request that is over", self._launch.engine, frame.kind)
                else:
                    self._on_request_frame(request, frame)
            case _:  # a frame of the other direction
                self._on_refused(ProtocolError("wrong_direction", frame.kind))

    def _on_request_frame(self, request: Request, frame: Frame) -> None:
        body = frame.body
        match frame.kind:
            case "progress":
                self._report(request, body["stage"], body["done"], body["total"])
            case "data":
                request.size += len(frame.payload)
                if request.size > MAX_PAYLOAD_SUM_BYTES:
                    request.payloads.clear()
                    self._conclude(request, self._garbage("payloads without end"), settled=False)
                elif not request.outcome.done():
                    request.payloads.append(frame.payload)
            case "result":
                result = EngineResult(body["value"], tuple(request.payloads))
                self._conclude(request, result, settled=True)
            case "error":
                self._conclude(request, self._job_error(body), settled=True)
            case _:
                self._conclude(request, None, settled=True)

    def _job_error(self, body: Mapping[str, Any]) -> EngineJobError:
        code = body["code"] if _CODE.fullmatch(body["code"]) else "internal"
        sentence, safe = sentence_for(code, body["params"])
        return EngineJobError(sentence, safe=safe, detail=body["detail"][-MAX_DETAIL:], code=code)

    def _garbage(self, detail: str) -> EngineJobError:
        sentence, safe = sentence_for("garbage_answer")
        return EngineJobError(sentence, safe=safe, detail=detail, code="garbage_answer")

    def _report(self, request: Request, stage: str, done: float, total: float) -> None:
        if request.on_progress is None or request.outcome.done():
            return
        total = max(0.0, float(total))
        done = max(0.0, float(done))
        try:
            request.on_progress(
                EngineProgress(stage[:MAX_STAGE_LENGTH], min(done, total) if total else done, total)
            )
        except Exception:
            _log.exception("a progress listener failed")

    def _conclude(
        self, request: Request, outcome: EngineResult | EngineJobError | Ending | None, *, settled: bool
    ) -> None:
        if not request.outcome.done():
            request.outcome.set_result(outcome)
        if settled and not request.settled.done():
            request.settled.set_result(True)
            self._pending.pop(request.id, None)
            self._on_change()

    # Health

    def _write(self, line: bytes) -> None:
        if not self._process.write(line):
            self.condemn(EndReason.HUNG)  # it does not read; nothing to do when it is gone

    def _ping(self) -> None:
        """Ask what the child is busy with. Answers come in order, so a request sent before and not named by the
        pong had its answer: if none arrived, it was lost or garbled."""
        number = next(_ids)
        self._pings[number] = (time.monotonic(), frozenset(self._pending))
        self._write(encode("ping", n=number))

    def _on_pong(self, number: int, busy: list[Any]) -> None:
        _, sent_before = self._pings.pop(number, (0.0, frozenset[str]()))
        for id in sent_before.difference(name for name in busy if isinstance(name, str)):
            request = self._pending.get(id)
            if request is not None:
                self._conclude(request, self._garbage("no answer arrived"), settled=True)

    async def _watch(self) -> None:
        """Silence, unanswered pings and floods. A pause of this process (sleep, a debugger) counts for nothing."""
        limits = self._limits
        looked_at, bytes_before, flooded_s = time.monotonic(), 0, 0.0
        while self._wanted is None and not self._process.over:
            await asyncio.sleep(limits.watch_s)
            now = time.monotonic()
            passed, looked_at = now - looked_at, now
            total = self._line_bytes + self._process.log_bytes
            rate, bytes_before = (total - bytes_before) / passed, total
            flooded_s = flooded_s + passed if rate > limits.flood_bytes_per_s else 0.0
            if flooded_s > limits.flood_s:
                self.condemn(EndReason.FLOODED)
            if passed > limits.watch_s + limits.silence_s / 2:
                self._heard_at = now
                self._pings = {number: (now, before) for number, (_, before) in self._pings.items()}
                continue
            oldest = min((sent for sent, _ in self._pings.values()), default=now)
            if self._ready.done() and now - min(self._heard_at, oldest) > limits.silence_s:
                self.condemn(EndReason.HUNG)

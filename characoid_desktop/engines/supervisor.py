"""QtEngineHost: requests to an engine child, with cancel, clean-up and one heavy computation at a time."""

from __future__ import annotations

import asyncio
import logging
import shutil
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from characoid_desktop.core.events import Event
from characoid_desktop.core.i18n import Text
from characoid_desktop.core.locks import KernelLock
from characoid_desktop.core.tasks import TaskScope
from characoid_desktop.engines.contracts import EngineJobError, EngineProgress, EngineResult, EngineState
from characoid_desktop.engines.endings import Ending, EndReason
from characoid_desktop.engines.keeper import EngineKeeper, HostLimits
from characoid_desktop.engines.link import EngineLink, Request
from characoid_desktop.engines.log_tail import LogTail
from characoid_desktop.engines.messages import sentence_for
from characoid_desktop.engines.process import Launch
from characoid_desktop.engines.turn import ComputeTurn

WAITING_STAGE = "waiting_for_machine"
_WAITING = EngineProgress(WAITING_STAGE, 0.0, 0.0)
_log = logging.getLogger(__name__)

Progress = Callable[[EngineProgress], object]


class QtEngineHost:
    """Implements contracts.EngineHost with QProcess; needs a running Qt event loop.

    ``compute_lock`` is taken for each request, with progress stage "waiting_for_machine" while it is not free.
    ``idle_stop_s`` ends a child that had nothing to do for so long.
    """

    def __init__(
        self,
        name: str,
        title: Text,
        launch: Launch,
        *,
        log_file: Path | None = None,
        compute_lock: KernelLock | None = None,
        idle_stop_s: float | None = None,
        limits: HostLimits | None = None,
    ) -> None:
        self._name = name
        self._title = title
        self._limits = limits or HostLimits()
        self._log = LogTail(log_file)
        self._turn = ComputeTurn(compute_lock)
        self._runs = 0
        self._keeper = EngineKeeper(
            name, title, launch, self._log, self._limits, idle_stop_s, lambda: self._runs > 0
        )
        self._scope = TaskScope(f"host {name}")
        self._stopping: asyncio.Future[None] | None = None

    def set_idle_stop(self, seconds: float | None) -> None:
        """End an unused child after ``seconds`` (None: never), counted anew from now."""
        self._keeper.set_idle_stop(seconds)

    def set_launch(self, launch: Launch) -> None:
        """Start the next child in another way; a running one goes on as it is."""
        self._keeper.set_launch(launch)

    @property
    def name(self) -> str:
        return self._name

    @property
    def state(self) -> EngineState:
        return self._keeper.state

    @property
    def state_changed(self) -> Event[EngineState]:
        return self._keeper.state_changed

    @property
    def pid(self) -> int:
        """The number of the child's process, 0 without one."""
        return self._keeper.link.pid if self._keeper.link is not None else 0

    @property
    def rss(self) -> int:
        """Bytes of memory the child holds, by its own account; 0 without one."""
        return self._keeper.link.rss if self._keeper.link is not None else 0

    def log_tail(self, lines: int = 200) -> str:
        return self._log.tail(lines)

    def light_sentence(self) -> Text:
        error = self._keeper.unavailable() if self.state is EngineState.FAILED else None
        return error.sentence if error else _LIGHT[self.state]

    async def start(self) -> None:
        await self._keeper.usable_link()

    async def restart(self) -> None:
        await self.stop()
        self._keeper.forgive()
        await self.start()

    async def stop(self) -> None:
        if self._stopping is not None:  # somebody else is at it
            await asyncio.wait({self._stopping})
            return
        self._stopping = asyncio.get_running_loop().create_future()
        try:
            await self._keeper.stop()
            await self._let_callers_leave()
        finally:
            scope, self._scope = self._scope, TaskScope(f"host {self._name}")
            await scope.aclose()
            await self._keeper.reopen()
            self._log.close()
            self._stopping.set_result(None)
            self._stopping = None

    async def run(
        self,
        op: str,
        params: Mapping[str, Any],
        *,
        on_progress: Progress | None = None,
        scratch: Sequence[Path] = (),
    ) -> EngineResult:
        self._runs += 1
        self._keeper.refresh()
        try:
            return await self._run(op, params, on_progress, scratch)
        finally:
            self._runs -= 1
            self._keeper.refresh()

    async def _run(
        self, op: str, params: Mapping[str, Any], on_progress: Progress | None, scratch: Sequence[Path]
    ) -> EngineResult:
        link, request, give_back = await self._ask(op, params, on_progress, scratch)
        try:
            await asyncio.wait({request.outcome})
        except asyncio.CancelledError:
            request.on_progress = None
            await self._wind_up(link, request, scratch, give_back, self._limits.cancel_answer_s)
            raise
        outcome = request.outcome.result()
        if isinstance(outcome, EngineResult):
            give_back()
            self._keeper.worked()
            return outcome
        await self._wind_up(link, request, scratch, give_back, None)
        if isinstance(outcome, EngineJobError):
            raise outcome
        # None: the child says "cancelled" though nobody asked it to
        error = self._keeper.unavailable(outcome or Ending(EndReason.STOPPED))
        assert error is not None
        raise error

    async def _ask(
        self, op: str, params: Mapping[str, Any], on_progress: Progress | None, scratch: Sequence[Path]
    ) -> tuple[EngineLink, Request, Callable[[], None]]:
        """Wait for the turn and the child, and send the request."""
        give_back: Callable[[], None] | None = None
        try:
            await self._keeper.usable_link()  # no queue for an engine that cannot run
            give_back = await self._turn.take(lambda: _report_waiting(on_progress), self._check_stopped)
            link = await self._keeper.usable_link()
            return link, link.send(op, params, on_progress), give_back
        except BaseException as error:
            if give_back is not None:
                give_back()
            _remove(scratch)  # nothing was sent, but the caller may have made them
            if isinstance(error, ValueError):
                sentence, safe = sentence_for("bad_params")
                raise EngineJobError(sentence, safe=safe, detail=str(error), code="bad_params") from error
            raise

    def _check_stopped(self) -> None:
        error = self._keeper.unavailable()
        if error is not None:
            raise error

    async def _wind_up(
        self, link: EngineLink, request: Request, scratch: Sequence[Path], give_back: Callable[[], None],
        limit_s: float | None,
    ) -> None:
        """See to it that nothing of a request is left; goes on by itself after ``limit_s`` or a cancel."""
        if request.settled.done() and not scratch:
            give_back()
            return
        task = self._scope.start(self._settle(link, request, scratch, give_back), name="settle")
        await asyncio.wait({task}, timeout=limit_s)

    async def _settle(
        self, link: EngineLink, request: Request, scratch: Sequence[Path], give_back: Callable[[], None]
    ) -> None:
        try:
            if not request.settled.done():
                link.cancel(request)
                await asyncio.wait({request.settled}, timeout=self._limits.cancel_confirm_s)
            if not request.settled.done():
                link.condemn(EndReason.REPLACED)
                await asyncio.wait({link.ended})
            await asyncio.get_running_loop().run_in_executor(None, _remove, scratch)
        except asyncio.CancelledError:
            _remove(scratch)
            raise
        finally:
            give_back()

    async def _let_callers_leave(self) -> None:
        deadline = time.monotonic() + self._limits.leave_s
        while (self._runs or self._scope.running) and time.monotonic() < deadline:
            await asyncio.sleep(0.005)


# After the light's name, so without a subject.
_LIGHT = {
    EngineState.STOPPED: Text("off, starts when needed"),
    EngineState.STARTING: Text("starting"),
    EngineState.READY: Text("ready"),
    EngineState.BUSY: Text("working"),
    EngineState.BACKING_OFF: Text("stopped, starts again in a moment"),
    EngineState.STOPPING: Text("stopping"),
    EngineState.FAILED: Text("not available"),
}


def _report_waiting(on_progress: Progress | None) -> None:
    if on_progress is not None:
        try:
            on_progress(_WAITING)
        except Exception:
            _log.exception("a progress listener failed")


def _remove(paths: Sequence[Path]) -> None:
    for path in paths:
        try:
            if path.is_dir() and not path.is_symlink():
                shutil.rmtree(path, ignore_errors=True)
            else:
                path.unlink(missing_ok=True)
        except OSError as error:
            _log.warning("a temporary file could not be removed: %s", error)

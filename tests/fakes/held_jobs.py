"""A clock that is moved by hand, and a job handler that holds still until it is told to go on."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

from characoid_desktop.core.i18n import Text
from characoid_desktop.jobs.handlers import JobContext
from characoid_desktop.jobs.models import Job


class HandClock:
    """A clock whose two hands are moved by the test, each on its own."""

    def __init__(self) -> None:
        self.wall = datetime(2026, 5, 4, 12, tzinfo=UTC)
        self.seconds = 1000.0

    def now(self) -> datetime:
        return self.wall

    def monotonic(self) -> float:
        return self.seconds

    def jump(self, **delta: float) -> None:
        self.wall += timedelta(**delta)


class HeldHandler:
    """Starts a job and waits: the test ends each with :meth:`finish` or :meth:`fail`."""

    def __init__(self, kind: str = "held", lane: str = "compute") -> None:
        self.kind, self.lane = kind, lane
        self.started: list[Job] = []
        self.cleaned: list[str] = []
        self.cancelled: list[str] = []
        self.contexts: dict[str, JobContext] = {}
        self.ends: dict[str, asyncio.Future[Mapping[str, Any]]] = {}
        self.lets_go = asyncio.Event()
        self.lets_go.set()
        self.swallow_cancel: Mapping[str, Any] | None = None
        self.cleanup_may_end = asyncio.Event()
        self.cleanup_may_end.set()

    async def run(self, job: Job, ctx: JobContext) -> Mapping[str, Any]:
        self.started.append(job)
        self.contexts[job.id] = ctx
        self.ends[job.id] = asyncio.get_running_loop().create_future()
        try:
            return await self.ends[job.id]
        except asyncio.CancelledError:
            self.cancelled.append(job.id)
            await self.lets_go.wait()
            if self.swallow_cancel is not None:
                return self.swallow_cancel
            raise

    async def cleanup(self, job: Job) -> None:
        await self.cleanup_may_end.wait()
        self.cleaned.append(job.id)

    def finish(self, job: Job, result: Mapping[str, Any] | None = None) -> None:
        self.ends[job.id].set_result(result or {})

    def fail(self, job: Job, error: Exception) -> None:
        self.ends[job.id].set_exception(error)

    @property
    def names(self) -> list[str]:
        return [str(job.title) for job in self.started]


def name(words: object) -> Text:
    return Text.literal(str(words))

"""A container over the home of a test, closed in order at its end."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from characoid_desktop.app.container import Container
from characoid_desktop.core.clock import Clock, SystemClock
from characoid_desktop.core.logs import Logs
from characoid_desktop.core.paths import AppPaths
from characoid_desktop.core.redaction import Redactor


@asynccontextmanager
async def running_container(paths: AppPaths, clock: Clock | None = None) -> AsyncIterator[Container]:
    """The real services with real children, as the window has them."""
    logs = Logs(paths.logs, Redactor())
    try:
        container = await Container.build(paths, clock or SystemClock(), logs)
        try:
            yield container
        finally:
            await container.shutdown.run()
    finally:
        logs.close()

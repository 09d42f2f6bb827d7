"""Where the window was, kept in a small file of its own: losing it costs nothing."""

from __future__ import annotations

import asyncio
import contextlib
from pathlib import Path

from characoid_desktop.core.tasks import TaskScope

LIMIT_BYTES = 4096


class GeometryFile:
    """Reads Qt's geometry bytes at start and writes later ones in the executor, the newest last."""

    def __init__(self, path: Path, scope: TaskScope) -> None:
        self._path = path
        self._scope = scope
        self._newest = b""
        self._writing = False

    def read(self) -> bytes:
        """Return what was kept, b"" without anything usable. A few hundred bytes, read before the window is shown."""
        try:
            with self._path.open("rb") as file:
                data = file.read(LIMIT_BYTES + 1)
        except OSError:
            return b""
        return data if len(data) <= LIMIT_BYTES else b""

    def write(self, geometry: bytes) -> None:
        """Keep ``geometry`` soon."""
        self._newest = geometry
        if not self._writing:
            self._writing = True
            with contextlib.suppress(RuntimeError):  # the app is closing
                self._scope.start(self._write_newest(), name="window geometry")

    async def _write_newest(self) -> None:
        written = b""
        try:
            while written != self._newest:
                written = self._newest
                await asyncio.get_running_loop().run_in_executor(None, self._put, written)
        finally:
            self._writing = False

    def _put(self, data: bytes) -> None:
        fresh = self._path.with_suffix(".new")
        with contextlib.suppress(OSError):
            fresh.write_bytes(data)
            fresh.replace(self._path)

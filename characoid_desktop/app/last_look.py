"""How the window looked when it was last open: its place, language, theme and text size.

Kept in a small file of its own, so that the window can be shown before settings and services are loaded. It is
a copy for speed: the settings win a moment later, and losing the file costs nothing.
"""

from __future__ import annotations

import asyncio
import base64
import contextlib
import json
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, cast

from characoid_desktop.core.tasks import TaskScope

LIMIT_BYTES = 16_384


@dataclass(frozen=True, slots=True)
class LastLook:
    """``language`` and ``theme`` as in the settings; ``geometry`` is Qt's own form, in base64."""

    language: str = "system"
    theme: str = "system"
    text_size: int = 100
    reduced_motion: bool = False
    geometry: str = ""

    @property
    def geometry_bytes(self) -> bytes:
        try:
            return base64.b64decode(self.geometry, validate=True)
        except ValueError:
            return b""


def read(path: Path) -> LastLook:
    """Return what the file says; what is missing or makes no sense has its default. Never raises."""
    try:
        with path.open("rb") as file:
            data: Any = json.loads(file.read(LIMIT_BYTES))
    except (OSError, ValueError, RecursionError):
        return LastLook()
    if not isinstance(data, dict):
        return LastLook()
    found = cast("dict[str, Any]", data)
    size = found.get("text_size")
    return LastLook(
        language=_one_of(found.get("language"), ("system", "zh_CN", "ja", "en")),
        theme=_one_of(found.get("theme"), ("system", "dark", "light")),
        text_size=size if type(size) is int and 100 <= size <= 140 else 100,
        reduced_motion=found.get("reduced_motion") is True,
        geometry=_text(found.get("geometry")))


def _one_of(value: object, known: tuple[str, ...]) -> str:
    return value if isinstance(value, str) and value in known else known[0]


def _text(value: object) -> str:
    return value if isinstance(value, str) and len(value) < LIMIT_BYTES else ""


class LastLookFile:
    """Writes the newest look in the executor; a look that is gone before it is written is skipped."""

    def __init__(self, path: Path, scope: TaskScope) -> None:
        self._path = path
        self._scope = scope
        self.look = read(path)
        self._written = self.look
        self._writing = False

    def keep_geometry(self, geometry: bytes) -> None:
        self.keep(replace(self.look, geometry=base64.b64encode(geometry).decode("ascii")))

    def keep(self, look: LastLook) -> None:
        """Keep ``look`` soon; it is what :attr:`look` says from now on."""
        self.look = look
        if self._writing or look == self._written:
            return
        self._writing = True
        with contextlib.suppress(RuntimeError):  # the app is closing
            self._scope.start(self._write(), name="last look")

    async def _write(self) -> None:
        try:
            while self._written != self.look:
                look = self.look
                await asyncio.get_running_loop().run_in_executor(None, self._put, look)
                self._written = look
        finally:
            self._writing = False

    def _put(self, look: LastLook) -> None:
        fresh = self._path.with_suffix(".new")
        with contextlib.suppress(OSError):
            fresh.write_text(json.dumps(asdict(look)), encoding="utf-8")
            fresh.replace(self._path)

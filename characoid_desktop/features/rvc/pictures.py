"""Waveform pictures: asked of the media engine once, kept in memory and in the cache folder."""

from __future__ import annotations

import asyncio
import hashlib
import os
from collections import OrderedDict
from pathlib import Path

from characoid_desktop.engines.contracts import EngineHost
from characoid_desktop.features.rvc.models import PICTURE_BYTES, PICTURE_COLUMNS

MEMORY_PICTURES = 600
DISK_PICTURES = 4_000


def picture_key(path: Path, size: int, mtime_ns: int) -> str:
    """Return the cache name of a file as it is now: another content gets another picture."""
    text = f"{path}\0{size}\0{mtime_ns}\0{PICTURE_COLUMNS}"
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:40]


class PictureStore:
    """Pictures by path. :meth:`get` never waits; :meth:`load` asks the disk, then the engine."""

    def __init__(self, folder: Path, media: EngineHost) -> None:
        self._folder = folder
        self._media = media
        self._memory: OrderedDict[Path, bytes] = OrderedDict()

    def get(self, path: Path) -> bytes | None:
        """Return the picture when it is in memory: PICTURE_COLUMNS int8 pairs."""
        data = self._memory.get(path)
        if data is not None:
            self._memory.move_to_end(path)
        return data

    def put(self, path: Path, data: bytes) -> None:
        """Keep a picture that somebody else made."""
        if not data:
            return
        self._memory[path] = data
        self._memory.move_to_end(path)
        while len(self._memory) > MEMORY_PICTURES:
            self._memory.popitem(last=False)

    async def load(self, path: Path) -> bytes:
        """Return the picture; raises what the engine raises, and OSError for a file that is gone."""
        known = self.get(path)
        if known is not None:
            return known
        loop = asyncio.get_running_loop()
        file, data = await loop.run_in_executor(None, self._read, path)
        if data is None:
            answer = await self._media.run("peaks", {"path": str(path), "columns": PICTURE_COLUMNS})
            data = bytes(answer.payloads[0])[: PICTURE_BYTES] if answer.payloads else b""
            if len(data) == PICTURE_BYTES:
                await loop.run_in_executor(None, self._write, file, data)
        self.put(path, data)
        return data

    async def sweep(self) -> None:
        """At start: keep the newest DISK_PICTURES files of the cache."""
        await asyncio.get_running_loop().run_in_executor(None, _sweep, self._folder, DISK_PICTURES)

    def _read(self, path: Path) -> tuple[Path, bytes | None]:
        state = path.stat()
        file = self._folder / picture_key(path, state.st_size, state.st_mtime_ns)
        try:
            data = file.read_bytes()
        except OSError:
            return file, None
        return file, data if len(data) == PICTURE_BYTES else None

    def _write(self, file: Path, data: bytes) -> None:
        part = file.with_name(f"{file.name}.{os.getpid()}.part")
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            part.write_bytes(data)
            part.replace(file)
        except OSError:
            pass  # a cache: it works without


def _sweep(folder: Path, keep: int) -> None:
    try:
        with os.scandir(folder) as entries:
            files = [(entry.stat().st_mtime_ns, entry.path) for entry in entries if entry.is_file()]
    except OSError:
        return
    files.sort(reverse=True)
    for age, (_, path) in enumerate(files):
        if age >= keep or path.endswith(".part"):
            try:
                os.unlink(path)  # noqa: PTH108 - already a string from scandir
            except OSError:
                continue

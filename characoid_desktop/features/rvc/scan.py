"""What was dropped: files as they are, folders walked in a thread, piece by piece, within limits."""

from __future__ import annotations

import asyncio
import inspect
import os
import re
import stat
import threading
import time
import unicodedata
from collections.abc import Awaitable, Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePath

from characoid_desktop.core.errors import AppError
from characoid_desktop.core.i18n import Text
from characoid_desktop.features.rvc.destination import check_source
from characoid_desktop.features.rvc.naming import is_part, shown

CHUNK_FILES = 200
CHUNK_LIMIT_S = 0.1

MEDIA_SUFFIXES = frozenset({
    ".wav", ".wave", ".w64", ".rf64", ".bwf", ".flac", ".mp3", ".mp2", ".ogg", ".oga", ".opus", ".spx",
    ".m4a", ".m4b", ".m4r", ".aac", ".alac", ".aif", ".aiff", ".aifc", ".caf", ".au", ".snd", ".wma",
    ".ape", ".wv", ".tta", ".ac3", ".eac3", ".dts", ".amr", ".mka",
    ".mp4", ".m4v", ".mov", ".mkv", ".webm", ".avi", ".wmv", ".flv", ".ts", ".mts", ".m2ts", ".3gp",
    ".mpg", ".mpeg", ".ogv", ".vob",
})


@dataclass(frozen=True, slots=True)
class ScanLimits:
    """Where a walk through folders ends; reaching one is said to the user."""

    max_files: int = 20_000
    max_entries: int = 300_000
    max_depth: int = 24


@dataclass(frozen=True, slots=True)
class FoundFile:
    path: Path
    size: int
    mtime_ns: int


@dataclass(frozen=True, slots=True)
class ScanReport:
    """What was found and what was left out. ``refused`` are named files that cannot be used, with why."""

    files: int
    skipped: int
    own_outputs: int
    cut: Text | None
    refused: tuple[AppError, ...]


def natural_key(name: str) -> tuple[tuple[int, int, str], ...]:
    """Order names as people do: “take 2” before “take 10”, “a” before “a 2”, case and width of letters aside."""
    folded = PurePath(unicodedata.normalize("NFKC", name).casefold().replace("/", "_"))
    parts = [part for part in re.split(r"([0-9]+)", folded.stem) if part]
    keys = [(1, int(part), "") if part.isascii() and part.isdigit() else (2, 0, part) for part in parts]
    return (*keys, (0, 0, folded.suffix))


class _Walk:
    """One walk, in one thread at a time. A folder is entered once, whatever leads to it."""

    def __init__(
        self, paths: Sequence[Path], limits: ScanLimits, own: Collection[str], stop: threading.Event
    ) -> None:
        self._limits = limits
        self._own = own
        self._stop = stop
        self._seen_folders: set[tuple[int, int]] = set()
        self._entries = 0
        self.files = 0
        self.skipped = 0
        self.own_outputs = 0
        self.cut: Text | None = None
        self.refused: list[AppError] = []
        self._found = self._all(paths)

    def next_chunk(self) -> list[FoundFile] | None:
        """Return the next files (possibly none yet), or None at the end."""
        chunk: list[FoundFile] = []
        until = time.monotonic() + CHUNK_LIMIT_S
        while len(chunk) < CHUNK_FILES and time.monotonic() < until:
            try:
                found = next(self._found)
            except StopIteration:
                return chunk or None
            if found is not None:
                chunk.append(found)
                self.files += 1
        return chunk

    def _all(self, paths: Sequence[Path]) -> Iterator[FoundFile | None]:
        for path in sorted(paths, key=lambda p: natural_key(p.name)):
            if self._ended():
                return
            try:
                # A dropped link to a folder is followed once: it is what the user pointed at.
                if path.is_dir():
                    yield from self._folder(path, 1)
                else:
                    state = check_source(path)
                    yield FoundFile(path, state.st_size, state.st_mtime_ns)
            except AppError as error:
                self.refused.append(error)
            except (OSError, ValueError) as error:
                self.refused.append(AppError(
                    Text.of("“{name}” cannot be read.", name=shown(path.name)), detail=str(error)))

    def _folder(self, folder: Path, depth: int) -> Iterator[FoundFile | None]:
        try:
            state = folder.stat()
            identity = (state.st_dev, state.st_ino)
            # st_ino is 0 on a few file systems: there only the depth limit ends a loop.
            if state.st_ino and identity in self._seen_folders:
                return
            self._seen_folders.add(identity)
            entries = self._listed(folder)
        except OSError as error:
            if depth == 1:
                self.refused.append(AppError(
                    Text.of("The folder “{name}” cannot be read.", name=shown(folder.name)), detail=str(error)))
            else:
                self.skipped += 1
            return
        yield None
        folders: list[Path] = []
        for entry in entries:
            if self._ended():
                return
            found, inner = self._entry(entry)
            if inner is not None:
                folders.append(inner)
            yield found
        if folders and depth >= self._limits.max_depth:
            self.skipped += len(folders)
            self.cut = self.cut or Text.of(
                "Folders more than {n} levels deep were left out.", n=self._limits.max_depth)
            return
        for inner in folders:
            if self._ended() or self._entries > self._limits.max_entries:
                return
            yield from self._folder(inner, depth + 1)

    def _listed(self, folder: Path) -> list[os.DirEntry[str]]:
        """Return the entries of a folder in natural order, at most as many as the limit leaves."""
        out: list[os.DirEntry[str]] = []
        with os.scandir(folder) as entries:
            for entry in entries:
                self._entries += 1
                if self._entries > self._limits.max_entries:
                    self.cut = Text.of(
                        "The folder holds more than {n} entries; the rest was left out.",
                        n=self._limits.max_entries)
                    break
                if self._stop.is_set():
                    break
                out.append(entry)
        out.sort(key=lambda entry: natural_key(entry.name))
        return out

    def _entry(self, entry: os.DirEntry[str]) -> tuple[FoundFile | None, Path | None]:
        """Return (file to take, folder to enter); both None for what is left out."""
        name = entry.name
        try:
            if entry.is_dir(follow_symlinks=False) and not name.startswith("."):
                return None, Path(entry.path)
            if name.startswith(".") or Path(name).suffix.lower() not in MEDIA_SUFFIXES:
                self.skipped += 0 if is_part(name) else 1
                return None, None
            if entry.path in self._own:
                self.own_outputs += 1
                return None, None
            state = entry.stat(follow_symlinks=False)
            if not stat.S_ISREG(state.st_mode):  # links, pipes, devices
                self.skipped += 1
                return None, None
        except OSError:
            self.skipped += 1
            return None, None
        return FoundFile(Path(entry.path), state.st_size, state.st_mtime_ns), None

    def _ended(self) -> bool:
        if self.files >= self._limits.max_files:
            self.cut = Text.of("The first {n} files were taken; the rest was left out.", n=self._limits.max_files)
            return True
        return self._stop.is_set()


async def scan(
    paths: Sequence[Path],
    on_chunk: Callable[[list[FoundFile]], Awaitable[object] | object],
    *,
    limits: ScanLimits | None = None,
    own_outputs: Collection[str] = frozenset(),
) -> ScanReport:
    """Walk ``paths`` and hand over files in chunks, in the loop's thread; return what was left out.

    The walk waits for what ``on_chunk`` returns.

    Named files are always taken when they are plain files; inside folders only what has the suffix of a
    sound or video file, in natural order. Links inside folders are not followed. Cancelling the task ends
    the walk within one chunk.
    """
    stop = threading.Event()
    walk = _Walk(paths, limits or ScanLimits(), own_outputs, stop)
    loop = asyncio.get_running_loop()
    try:
        while (chunk := await loop.run_in_executor(None, walk.next_chunk)) is not None:
            if chunk:
                taking = on_chunk(chunk)
                if inspect.isawaitable(taking):
                    await taking
    finally:
        stop.set()
    return ScanReport(walk.files, walk.skipped, walk.own_outputs, walk.cut, tuple(walk.refused))


@dataclass(frozen=True, slots=True)
class FoundAll:
    """What :func:`scan_all` found: paths in order, and a sentence for each named file that cannot be used."""

    files: tuple[Path, ...]
    refused: tuple[AppError, ...]
    cut: Text | None


async def scan_all(paths: Sequence[Path], *, limits: ScanLimits | None = None) -> FoundAll:
    """Walk ``paths`` and return all files together, each once (for the command line)."""
    found: list[Path] = []
    report = await scan(paths, lambda chunk: found.extend(file.path for file in chunk), limits=limits)
    return FoundAll(tuple(dict.fromkeys(found)), report.refused, report.cut)

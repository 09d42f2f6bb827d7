"""The steps of a production and what is kept of them: one folder an item, one manifest, nothing half.

A stage is named by a digest of everything that decides its result: the source, the stages before it and its own
parameters. It is reused exactly as long as that digest and its files are what they were.
"""

from __future__ import annotations

import hashlib
import json
import logging
import os
import shutil
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Any, cast

from characoid_desktop.core.errors import AppError
from characoid_desktop.engines.messages import sentence_for
from characoid_desktop.features.rvc.destination import destination_error
from characoid_desktop.jobs.repository import finite

MANIFEST = "manifest.json"
PART_END = ".part"
SCHEMA = 1
MAX_MANIFEST = 1_000_000  # bytes
_log = logging.getLogger(__name__)


class Stage(StrEnum):
    PREPARE = "prepare"
    SEPARATE = "separate"
    CONVERT = "convert"
    MIX = "mix"


class Track(StrEnum):
    """What can be listened to between the stages. PREPARED is the decoded original."""

    PREPARED = "prepared"
    VOCALS = "vocals"
    INSTRUMENTAL = "instrumental"
    CONVERTED = "converted"


STAGE_OF = {Track.PREPARED: Stage.PREPARE, Track.VOCALS: Stage.SEPARATE, Track.INSTRUMENTAL: Stage.SEPARATE,
            Track.CONVERTED: Stage.CONVERT}


def _nothing() -> Mapping[str, Any]:
    return {}


def _no_files() -> Mapping[str, str]:
    return {}


def _no_sizes() -> Mapping[str, int]:
    return {}


@dataclass(frozen=True, slots=True)
class Done:
    """A finished stage. ``files``: track → file name in the item's folder, ``sizes`` their bytes by name; ``value``:
    what the engine answered; ``seconds``: how long it took."""

    stage: Stage
    digest: str
    files: Mapping[str, str] = field(default_factory=_no_files)
    value: Mapping[str, Any] = field(default_factory=_nothing)
    seconds: float = 0.0
    sizes: Mapping[str, int] = field(default_factory=_no_sizes)


def digest_of(stage: Stage, before: str, params: Mapping[str, Any]) -> str:
    """Return the name of a stage's result: equal for equal parameters on equal input."""
    words = json.dumps([SCHEMA, stage.value, before, params], sort_keys=True, ensure_ascii=True, default=str)
    return hashlib.sha256(words.encode("ascii")).hexdigest()[:32]


def source_identity(path: Path) -> str:
    """Return what changes when the file at ``path`` does; raises OSError. Blocks."""
    state = path.stat()
    return f"{path}\0{state.st_size}\0{state.st_mtime_ns}"


class StageFolder:
    """The stage files of one item below ``root``. Everything blocks: call it in a worker thread."""

    def __init__(self, root: Path, item_id: str) -> None:
        if not item_id or not all(char.isascii() and (char.isalnum() or char in "-_") for char in item_id):
            raise ValueError("an item id is one plain word")
        self.folder = root / item_id

    def done(self) -> dict[Stage, Done]:
        """Return the finished stages whose files are all there and as long as they were."""
        return {stage: one for stage, one in self._manifest().items() if self._whole(one)}

    def get(self, stage: Stage, digest: str) -> Done | None:
        """Return a stage that can be reused."""
        found = self._manifest().get(stage)
        return found if found is not None and found.digest == digest and self._whole(found) else None

    def path(self, done: Done, track: Track) -> Path:
        """Return the file of a track; raises KeyError."""
        return self.folder / done.files[track.value]

    def parts(self, stage: Stage, digest: str, tracks: Sequence[Track]) -> dict[Track, Path]:
        """Return the unfinished files of a stage; makes the folder and removes what was begun before."""
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise destination_error(error, self.folder) from error
        self.remove_parts()
        return {track: self.folder / f"{stage.value}-{digest[:12]}-{track.value}.wav{PART_END}" for track in tracks}

    def finish(self, done: Done, parts: Mapping[Track, Path]) -> Done:
        """Put the files of a stage in place and write that it is done; raises AppError, also for half a WAV file.

        The manifest is replaced last, in one step: before it the stage does not exist, after it all of it does. The
        files of what the stage takes the place of, and of the stages after it, are removed.
        """
        files: dict[str, str] = {}
        sizes: dict[str, int] = {}
        try:
            for track, part in parts.items():
                final = part.with_name(part.name.removesuffix(PART_END))
                if not is_whole_wav(part):
                    raise _garbage()
                _sync(part)
                part.replace(final)
                files[track.value] = final.name
                sizes[final.name] = final.lstat().st_size
            finished = Done(done.stage, done.digest, files, done.value, done.seconds, sizes)
            order = list(Stage)
            kept = {stage: one for stage, one in self._manifest().items()
                    if order.index(stage) < order.index(done.stage)}
            self._write({**kept, done.stage: finished})
        except OSError as error:
            raise destination_error(error, self.folder) from error
        self._remove_strangers()
        return finished

    def remove_parts(self) -> None:
        """Remove what a cancel, a crash or a power cut left unfinished."""
        self._remove(lambda name: PART_END in name or name.endswith(".new"))

    def remove(self) -> None:
        """Forget all stages."""
        shutil.rmtree(self.folder, ignore_errors=True)

    def size(self) -> int:
        """Return the bytes of all files."""
        try:
            with os.scandir(self.folder) as entries:
                return sum(entry.stat(follow_symlinks=False).st_size for entry in entries)
        except OSError:
            return 0

    def _whole(self, done: Done) -> bool:
        try:
            return all((self.folder / name).lstat().st_size == done.sizes.get(name) for name in done.files.values())
        except OSError:
            return False

    def _write(self, stages: Mapping[Stage, Done]) -> None:
        value = {"schema": SCHEMA, "stages": {stage.value: _stored(one) for stage, one in stages.items()}}
        fresh = self.folder / f"{MANIFEST}.new"
        fresh.write_text(json.dumps(value, ensure_ascii=True, allow_nan=False), encoding="utf-8")
        _sync(fresh)
        fresh.replace(self.folder / MANIFEST)
        _sync_folder(self.folder)

    def _manifest(self) -> dict[Stage, Done]:
        path = self.folder / MANIFEST
        try:
            if path.lstat().st_size > MAX_MANIFEST:
                return {}
            stored: Any = json.loads(path.read_text(encoding="utf-8"))
            return {Stage(name): _read(Stage(name), one) for name, one in stored["stages"].items()}
        except FileNotFoundError:
            return {}
        except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
            _log.info("a manifest of stages cannot be read: %s", error)
            return {}

    def _remove_strangers(self) -> None:
        known = {MANIFEST, *(name for one in self._manifest().values() for name in one.files.values())}
        self._remove(lambda name: name not in known)

    def _remove(self, is_wanted: Callable[[str], bool]) -> None:
        try:
            with os.scandir(self.folder) as entries:
                found = [entry for entry in entries if is_wanted(entry.name)]
            for entry in found:
                if entry.is_dir(follow_symlinks=False):  # of a foreign program that was cut off
                    shutil.rmtree(entry.path, ignore_errors=True)
                else:
                    Path(entry.path).unlink(missing_ok=True)
        except FileNotFoundError:
            return
        except OSError as error:
            _log.info("a file of a stage was not removed: %s", error)


def is_whole_wav(path: Path) -> bool:
    """Whether a WAV (or RF64) file is as long as its header says; raises OSError.

    The header gets its length when a writer is done, so a file cut short or never finished is told by it.
    """
    with path.open("rb") as file:
        head = file.read(28)
    size = path.stat().st_size
    if len(head) < 28 or head[8:12] != b"WAVE":
        return False
    if head[:4] == b"RIFF":
        told = int.from_bytes(head[4:8], "little")
    elif head[:4] == b"RF64" and head[12:16] == b"ds64":
        told = int.from_bytes(head[20:28], "little")
    else:
        return False
    return told + 8 <= size <= told + 9  # a last odd byte may be padded


def _garbage() -> AppError:
    sentence, safe = sentence_for("garbage_answer")
    return AppError(sentence, safe=safe, code="garbage_answer")


def _stored(done: Done) -> dict[str, Any]:
    return {"digest": done.digest, "files": dict(done.files), "sizes": dict(done.sizes), "seconds": done.seconds,
            "value": finite(done.value)}


def _read(stage: Stage, value: Mapping[str, Any]) -> Done:
    files = {str(Track(track)): _plain(str(name)) for track, name in value["files"].items()}
    if not isinstance(value["value"], dict):
        raise ValueError("no value")
    sizes = {str(name): int(size) for name, size in value["sizes"].items()}
    return Done(stage, str(value["digest"]), files, cast("dict[str, Any]", value["value"]),
                float(value.get("seconds", 0.0)), sizes)


def _plain(name: str) -> str:
    """A manifest that was tampered with must not lead out of its folder."""
    if name != Path(name).name or name in ("", ".", ".."):
        raise ValueError("not a file name")
    return name


def _sync(path: Path) -> None:
    descriptor = os.open(path, os.O_RDWR)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _sync_folder(folder: Path) -> None:
    try:
        descriptor = os.open(folder, os.O_RDONLY)
    except OSError:  # Windows has no such thing
        return
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def sweep(root: Path, items: Mapping[str, bool], room: int) -> list[str]:
    """Remove the folders of items that are gone, and the oldest of those that rest beyond ``room`` bytes; return the
    ids of the latter. Blocks.

    ``items``: id → whether its stages are in use now (those are never removed).
    """
    try:
        with os.scandir(root) as entries:
            found = [(entry.stat(follow_symlinks=False).st_mtime_ns, entry.name) for entry in entries
                     if entry.is_dir(follow_symlinks=False)]
    except OSError:
        return []
    used = 0
    removed: list[str] = []
    for _, name in sorted(found, reverse=True):
        try:
            folder = StageFolder(root, name)
        except ValueError:
            continue
        if name not in items:
            folder.remove()
            continue
        used += folder.size()
        if used > room and not items[name]:
            folder.remove()
            removed.append(name)
    return removed



"""What was dropped: single files, zips and folders, brought to a list of files to look at. Everything blocks.

Folders are those of RVC WebUI, Applio and rvc-next as well as any other: they are told by what lies in them, read in
place, and nothing in them is changed.
"""

from __future__ import annotations

import os
import re
import stat
import threading
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path, PurePath

from characoid_desktop.core.errors import AppError
from characoid_desktop.core.i18n import Text
from characoid_desktop.data.errors import from_os
from characoid_desktop.data.names import visible
from characoid_desktop.features.voices.archive import (
    CONFIG_SUFFIXES,
    IMAGE_SUFFIXES,
    MODEL_SUFFIXES,
    holds_tensors,
    is_zip,
    unpack,
)
from characoid_desktop.features.voices.cover import is_picture
from characoid_desktop.features.voices.models import Refused

MAX_FILES = 2000
MAX_ENTRIES = 200_000
MAX_DEPTH = 10
MAX_BESIDE = 500  # entries of a folder that are looked at for what belongs to a dropped file
# A training program's own working folders: thousands of arrays, and checkpoints of hundreds of megabytes each.
_WORKING = frozenset({
    "0_gt_wavs", "1_16k_wavs", "2a_f0", "2b-f0nsf", "2b_f0nsf", "3_feature256", "3_feature768", "sliced_audios",
    "sliced_audios_16k", "f0", "f0_voiced", "extracted", "eval", "pretrained", "pretrained_v2", "pretraineds",
    "pretrained_v1", "mute", "mute_spin", "reference", "node_modules", "__pycache__", "site-packages", "runtime",
    "env", "venv",
})  # fmt: skip
_TRAINING = re.compile(r"[GD]_\d+\.pth", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Candidate:
    """A file to look at. ``path`` is where it lies, ``shown`` its place and name as the user knows them; ``source``
    the user's file (the zip, for what came out of one). ``named``: dropped by itself."""

    path: Path
    shown: PurePath
    source: Path
    named: bool = False

    @property
    def suffix(self) -> str:
        return self.shown.suffix.lower()


@dataclass(slots=True)
class Collected:
    """``models`` are looked at by the engine; ``configs`` and ``pictures`` go with one of them."""

    models: list[Candidate] = field(default_factory=list[Candidate])
    configs: list[Candidate] = field(default_factory=list[Candidate])
    pictures: list[Candidate] = field(default_factory=list[Candidate])
    refused: list[Refused] = field(default_factory=list[Refused])
    notes: list[Text] = field(default_factory=list[Text])
    skipped: int = 0

    def add(self, one: Candidate, kind: str) -> None:
        {"model": self.models, "config": self.configs, "picture": self.pictures}[kind].append(one)


class Collector:
    """One drop. ``unpacked`` is an existing folder for what comes out of zips."""

    def __init__(self, unpacked: Path, stop: threading.Event) -> None:
        self._unpacked = unpacked
        self._stop = stop
        self._entries = 0
        self._seen: set[tuple[int, int]] = set()
        self._zips = 0
        self._looked_beside: set[Path] = set()
        self.found = Collected()

    def collect(self, paths: Sequence[Path]) -> Collected:
        for path in paths:
            if self._stop.is_set():
                break
            path = Path(os.path.abspath(path))  # noqa: PTH100 (Path.absolute keeps "..")
            try:
                self._take(path)
            except AppError as error:
                self.found.refused.append(Refused(path, error))
            except (OSError, ValueError) as error:
                self.found.refused.append(Refused(path, _unreadable(path, error)))
        return self.found

    def _take(self, path: Path) -> None:
        path = path.resolve(strict=True)  # a dropped link is followed: it is what the user pointed at
        mode = path.stat().st_mode
        if stat.S_ISDIR(mode):
            self._folder(path, 1)
        elif stat.S_ISREG(mode):
            self._file(path)
        else:
            raise AppError(Text.of("“{name}” is not a file that can be read.", name=visible(path.name)))

    def _file(self, path: Path) -> None:
        with path.open("rb") as file:
            head = file.read(16)
        if is_zip(head) and not holds_tensors(path):
            self._zip(path)
            return
        one = Candidate(path, path, path, named=True)
        if is_picture(head):
            self.found.add(one, "picture")
        elif path.suffix.lower() in CONFIG_SUFFIXES:
            self.found.add(one, "config")
        else:
            self.found.add(one, "model")
            self._beside(path)

    def _zip(self, path: Path) -> None:
        self._zips += 1
        folder = self._unpacked / str(self._zips)
        folder.mkdir()
        members = unpack(path, folder, self._stop)
        if not members:
            raise AppError(Text.of("There is no voice or model in “{name}”.", name=visible(path.name)),
                           safe=Text.of("Nothing was unpacked."))
        for member in members:
            one = Candidate(member.path, path / member.name, path)
            self.found.add(one, _kind_of(member.name.suffix))

    def _beside(self, path: Path) -> None:
        """Configs in the folder of a dropped file; whether one of them fits is decided later."""
        if path.parent in self._looked_beside:
            return
        self._looked_beside.add(path.parent)
        try:
            with os.scandir(path.parent) as entries:
                for number, entry in enumerate(entries):
                    if number >= MAX_BESIDE:
                        break
                    if Path(entry.name).suffix.lower() in CONFIG_SUFFIXES and entry.is_file(follow_symlinks=False):
                        beside = Path(entry.path)
                        self.found.add(Candidate(beside, beside, beside), "config")
        except OSError:
            return

    def _folder(self, folder: Path, depth: int) -> None:
        state = folder.stat()
        identity = (state.st_dev, state.st_ino)
        if depth > MAX_DEPTH or (state.st_ino and identity in self._seen):
            return
        self._seen.add(identity)
        inner: list[Path] = []
        for entry in self._listed(folder, depth):
            if self._stop.is_set() or len(self.found.models) >= MAX_FILES:
                return
            name = entry.name
            try:
                if entry.is_dir(follow_symlinks=False):
                    if not name.startswith(".") and name.casefold() not in _WORKING:
                        inner.append(Path(entry.path))
                    continue
                suffix = Path(name).suffix.lower()
                if not entry.is_file(follow_symlinks=False) or name.startswith(".") or _TRAINING.fullmatch(name):
                    self.found.skipped += 1
                    continue
            except OSError:
                self.found.skipped += 1
                continue
            path = Path(entry.path)
            if suffix in MODEL_SUFFIXES | CONFIG_SUFFIXES | IMAGE_SUFFIXES:
                self.found.add(Candidate(path, path, path), _kind_of(suffix))
            else:
                self.found.skipped += 1
        for one in inner:
            self._folder(one, depth + 1)

    def _listed(self, folder: Path, depth: int) -> Iterable[os.DirEntry[str]]:
        try:
            with os.scandir(folder) as entries:
                found = sorted(self._bounded(entries), key=lambda entry: entry.name.casefold())
        except OSError:
            if depth == 1:
                raise
            self.found.skipped += 1
            return []
        return found

    def _bounded(self, entries: Iterable[os.DirEntry[str]]) -> Iterable[os.DirEntry[str]]:
        for entry in entries:
            self._entries += 1
            if self._entries > MAX_ENTRIES:
                if not self.found.notes:
                    self.found.notes.append(Text.of(
                        "The folder holds more than {n} entries; the rest was left out.", n=MAX_ENTRIES))
                return
            if self._stop.is_set():
                return
            yield entry


def _kind_of(suffix: str) -> str:
    suffix = suffix.lower()
    if suffix in IMAGE_SUFFIXES:
        return "picture"
    return "config" if suffix in CONFIG_SUFFIXES else "model"


def _unreadable(path: Path, error: Exception) -> AppError:
    name = visible(path.name)
    if isinstance(error, FileNotFoundError):
        return AppError(Text.of("The file “{name}” is no longer there.", name=name), detail=repr(error))
    if isinstance(error, OSError) and (known := from_os(error, path)) is not None and known.code == "disk_full":
        return known
    return AppError(Text.of("“{name}” cannot be read.", name=name), detail=repr(error))


def index_beside(voice: Path) -> list[Path]:
    """Index files in the folder of a voice that was dropped alone."""
    found: list[Path] = []
    try:
        with os.scandir(voice.parent) as entries:
            for number, entry in enumerate(entries):
                if number >= MAX_BESIDE or len(found) >= 20:
                    break
                if entry.name.lower().endswith(".index") and entry.is_file(follow_symlinks=False):
                    found.append(Path(entry.path))
    except OSError:
        return []
    return sorted(found)


def config_for(model: Candidate, configs: Sequence[Candidate], kind: str) -> Path | None:
    """The config that belongs to weights: of their name, else the only one of their folder that may be one."""
    near = [one for one in configs if one.shown.parent == model.shown.parent]
    if kind == "contentvec":
        return next((one.path for one in near if one.shown.name.lower() == "config.json"), None)
    near = [one for one in near if one.suffix in (".yaml", ".yml")] or near
    stem = model.shown.stem.casefold()
    exact = [one for one in near if one.shown.stem.casefold() in (stem, f"config_{stem}", f"{stem}_config")]
    if exact:
        return exact[0].path
    named = [one for one in configs if one.named]
    if len(named) == 1 and model.named:
        return named[0].path
    return near[0].path if len(near) == 1 and near[0].suffix != ".json" else None

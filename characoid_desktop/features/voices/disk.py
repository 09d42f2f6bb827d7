"""The folders of the library: filled aside, put in place by one rename, cleared away in two steps. Everything blocks.

    voices/<id>/                voice.safetensors, voice.json (index.faiss, cover.png or cover.jpg), about.json
    weights/<kind>/<id>/        model.safetensors or model.onnx, model.json or config.json, about.json
    staging/<id>/               what is being imported
    staging/deleted-<id>/       what is being deleted

A kill leaves a whole folder, or one in staging that the next start removes. The rename comes before the row, so a
folder may lie in its place without a row: it is complete, and its row is made from its about.json, which the library
wrote (:meth:`LibraryDisk.orphans`). That also brings voices back whose rows a damaged database lost.
"""

from __future__ import annotations

import errno
import json
import os
import re
import shutil
import stat
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from characoid_desktop.core.errors import AppError
from characoid_desktop.core.i18n import Text
from characoid_desktop.core.strict_json import BadJson, parse_object
from characoid_desktop.data.errors import disk_full, expected_errors, fsync_folder
from characoid_desktop.data.files import sync_file
from characoid_desktop.data.home import RESERVE_BYTES, free_space_ok
from characoid_desktop.features.voices.models import Kind, LibraryItem

ABOUT = "about.json"
DELETED = "deleted-"
MAX_ABOUT_BYTES = 256 * 1024
_ID = re.compile(r"[0-9a-f]{32}")
_IN_USE = (errno.EACCES, errno.EBUSY, errno.EPERM, errno.ENOTEMPTY)


@dataclass(frozen=True, slots=True)
class Orphan:
    """A complete folder without a row, and what its about.json says."""

    kind: Kind
    id: str
    about: Mapping[str, Any]


class LibraryDisk:
    def __init__(self, root: Path) -> None:
        self.root = root
        self.staging = root / "staging"

    def folder(self, kind: Kind, id: str) -> Path:
        return self.root / "voices" / id if kind is Kind.VOICE else self.root / "weights" / kind.value / id

    def begin(self, id: str, needed_bytes: int = 0) -> Path:
        """Make the staging folder of a new item. Raises DiskFull, DataFolderMissing, DataFolderNotWritable."""
        folder = self.staging / id
        with expected_errors(self.root, 0.0):
            folder.mkdir(parents=True)
            if not free_space_ok(folder, needed_bytes):
                raise disk_full(folder, needed_bytes + RESERVE_BYTES)
        return folder

    def give_up(self, id: str) -> None:
        """Remove the staging folder; harmless when it is gone."""
        shutil.rmtree(self.staging / id, ignore_errors=True)

    def describe(self, id: str, about: Mapping[str, Any]) -> None:
        """Write about.json into the staging folder."""
        with expected_errors(self.root, 0.0):
            (self.staging / id / ABOUT).write_text(json.dumps(about, ensure_ascii=True), encoding="utf-8")

    def place(self, kind: Kind, id: str) -> Path:
        """Make the staged files durable and move their folder to its place in one step."""
        staged, final = self.staging / id, self.folder(kind, id)
        with expected_errors(self.root, 0.0):
            for file in staged.iterdir():
                sync_file(file)
            fsync_folder(staged)
            final.parent.mkdir(parents=True, exist_ok=True)
            staged.rename(final)
            fsync_folder(final.parent)
        return final

    def replace(self, kind: Kind, id: str) -> Path:
        """As :meth:`place` for an item whose folder may still have remains of it."""
        final = self.folder(kind, id)
        if os.path.lexists(final):
            self.remove(kind, id)
        return self.place(kind, id)

    def put_file(self, staged: Path, kind: Kind, id: str, name: str) -> None:
        """Move one staged file into the folder of an item, over an older one of that name."""
        with expected_errors(self.root, 0.0):
            sync_file(staged)
            target = self.folder(kind, id) / name
            staged.replace(target)
            fsync_folder(target.parent)

    def doom(self, kind: Kind, id: str) -> None:
        """First step of a deletion: out of its place. Raises AppError while another program has files of it open."""
        folder, doomed = self.folder(kind, id), self.staging / f"{DELETED}{id}"
        if not os.path.lexists(folder):
            return
        try:
            self.staging.mkdir(parents=True, exist_ok=True)
            shutil.rmtree(doomed, ignore_errors=True)
            folder.rename(doomed)
            fsync_folder(folder.parent)
        except OSError as error:
            if error.errno not in _IN_USE:
                raise
            raise AppError(Text.of("Its files are in use. Wait until the conversion is over, then try again."),
                           safe=Text.of("Nothing was deleted."), detail=repr(error)) from error

    def bury(self, id: str) -> None:
        """Last step of a deletion, once its row is gone."""
        shutil.rmtree(self.staging / f"{DELETED}{id}", ignore_errors=True)

    def remove(self, kind: Kind, id: str) -> None:
        self.doom(kind, id)
        self.bury(id)

    def staged(self) -> list[str]:
        """Return the names in the staging folder: before anything is begun, what a crash left half done."""
        return _names(self.staging)

    @staticmethod
    def doomed(left_over: Iterable[str]) -> set[str]:
        """The items whose deletion a crash interrupted."""
        return {name.removeprefix(DELETED) for name in left_over if name.startswith(DELETED)}

    def sweep(self, left_over: Iterable[str]) -> None:
        """Remove what a crash left half done, and nothing that was begun since; by who holds the instance lock."""
        for name in left_over:
            path = self.staging / name
            if path.is_symlink() or not path.is_dir():
                path.unlink(missing_ok=True)
            else:
                shutil.rmtree(path, ignore_errors=True)

    def is_whole(self, item: LibraryItem) -> bool:
        """Whether the files that the engine needs are there."""
        return _is_file(item.weights_file) and _is_file(item.folder / description_name(item.kind))

    def orphans(self, known: Collection[str]) -> list[Orphan]:
        """Complete folders whose id no row has."""
        found: list[Orphan] = []
        for kind in Kind:
            for name in _names(self.folder(kind, "x").parent):
                folder = self.folder(kind, name)
                if name not in known and _ID.fullmatch(name) and folder.is_dir() and not folder.is_symlink():
                    about = _about(folder)
                    if about is not None:
                        found.append(Orphan(kind, name, about))
        return found


def description_name(kind: Kind) -> str:
    """The file in which the engine reads what the numbers are."""
    if kind is Kind.VOICE:
        return "voice.json"
    return "config.json" if kind is Kind.CONTENTVEC else "model.json"


def _about(folder: Path) -> dict[str, Any] | None:
    try:
        with (folder / ABOUT).open("rb") as file:
            text = file.read(MAX_ABOUT_BYTES + 1).decode("utf-8")
        return parse_object(text, max_bytes=MAX_ABOUT_BYTES)
    except (OSError, UnicodeDecodeError, BadJson):
        return None


def _is_file(path: Path) -> bool:
    try:
        found = path.stat()
    except (OSError, ValueError):
        return False
    return stat.S_ISREG(found.st_mode) and found.st_size > 0


def _names(folder: Path) -> list[str]:
    try:
        return sorted(os.listdir(folder))  # noqa: PTH208
    except OSError:
        return []

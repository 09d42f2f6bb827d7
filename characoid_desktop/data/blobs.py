"""Files kept by content: the name of a blob is the SHA-256 of its bytes, nothing else."""

from __future__ import annotations

import asyncio
import hashlib
import os
import re
import secrets
import stat
from collections.abc import AsyncIterator, Collection
from pathlib import Path
from typing import BinaryIO

from characoid_desktop.core.errors import AppError
from characoid_desktop.core.i18n import Text
from characoid_desktop.data.errors import disk_full, expected_errors, fsync_folder
from characoid_desktop.data.home import RESERVE_BYTES, free_space_ok
from characoid_desktop.data.names import visible

MAX_BLOB_BYTES = 8 * 1024**3
CHUNK_BYTES = 1024 * 1024
_HASH = re.compile(r"[0-9a-f]{64}")
_TEMP = "incoming"


class BlobTooLarge(AppError):
    code = "blob_too_large"


class NotAFile(AppError):
    code = "not_a_file"


class BlobStore:
    """Blobs under ``root``. The async methods do their work in an executor.

    All raise DiskFull, DataFolderMissing or DataFolderNotWritable where the disk says so; a blob is then
    absent, never half there.
    """

    def __init__(self, root: Path, *, max_bytes: int = MAX_BLOB_BYTES) -> None:
        self._root = root
        self._max_bytes = max_bytes
        self._fresh: set[str] = set()  # put in this session, perhaps not yet referenced by a row

    async def put_bytes(self, data: bytes) -> str:
        """Store ``data`` and return its hash."""
        def work() -> str:
            with _Incoming(self._root, self._max_bytes, len(data)) as incoming:
                incoming.write(data)
                return incoming.keep()
        return self._remember(await asyncio.to_thread(work))

    async def put_file(self, source: Path) -> str:
        """Copy a regular file into the store and return its hash; raises NotAFile, BlobTooLarge."""
        return self._remember(await asyncio.to_thread(self._copy_in, source))

    async def put_stream(self, chunks: AsyncIterator[bytes], *, expected_bytes: int = 0) -> str:
        """Store what the iterator yields and return its hash; raises BlobTooLarge past the limit."""
        incoming = await asyncio.to_thread(_Incoming(self._root, self._max_bytes, expected_bytes).open)
        try:
            async for chunk in chunks:
                await asyncio.to_thread(incoming.write, chunk)
            return self._remember(await asyncio.to_thread(incoming.keep))
        finally:
            incoming.close()

    def path(self, sha256: str) -> Path:
        """Where the blob lies (whether it exists or not); raises ValueError for anything but a hash."""
        if not _HASH.fullmatch(sha256):
            raise ValueError("not a SHA-256 in lower-case hex")
        return self._root / sha256[:2] / sha256

    async def verify(self, sha256: str) -> bool:
        """Whether the blob is there and its bytes still have that hash."""
        return await asyncio.to_thread(_hash_is, self.path(sha256), sha256)

    async def delete_unreferenced(self, referenced: Collection[str]) -> int:
        """Delete the blobs that no row names and that were not put in this session; return how many."""
        keep = {*referenced, *self._fresh}
        return await asyncio.to_thread(self._delete_except, keep)

    async def sweep(self) -> int:
        """At start, before any put: delete what a crash left half written; return how many files."""
        return await asyncio.to_thread(_sweep, self._root / _TEMP)

    def _remember(self, sha256: str) -> str:
        self._fresh.add(sha256)
        return sha256

    def _copy_in(self, source: Path) -> str:
        with open_regular(source) as file:
            size = os.fstat(file.fileno()).st_size
            if size > self._max_bytes:
                raise _too_large(source.name, self._max_bytes)
            with _Incoming(self._root, self._max_bytes, size) as incoming:
                while chunk := file.read(CHUNK_BYTES):
                    incoming.write(chunk)
                return incoming.keep()

    def _delete_except(self, keep: Collection[str]) -> int:
        deleted = 0
        if not self._root.is_dir():
            return 0
        with expected_errors(self._root, 0.0):
            for folder in self._root.iterdir():
                if not re.fullmatch(r"[0-9a-f]{2}", folder.name) or folder.is_symlink():
                    continue
                for blob in folder.iterdir():
                    if _HASH.fullmatch(blob.name) and blob.name not in keep:
                        blob.unlink(missing_ok=True)
                        deleted += 1
        return deleted


class _Incoming:
    """One blob on its way in: a temporary file and the hash so far."""

    def __init__(self, root: Path, max_bytes: int, expected_bytes: int) -> None:
        self._root = root
        self._max_bytes = max_bytes
        self._expected_bytes = expected_bytes
        self._temp = root / _TEMP / f"{secrets.token_hex(16)}.part"
        self._hash = hashlib.sha256()
        self._size = 0
        self._file: BinaryIO | None = None

    def open(self) -> _Incoming:
        with expected_errors(self._root, 0.0):
            self._temp.parent.mkdir(parents=True, exist_ok=True)
            if not free_space_ok(self._root, self._expected_bytes):
                raise disk_full(self._root, self._expected_bytes + RESERVE_BYTES)
            self._file = self._temp.open("xb")
        return self

    __enter__ = open

    def __exit__(self, *_: object) -> None:
        self.close()

    def write(self, data: bytes) -> None:
        self._size += len(data)
        if self._size > self._max_bytes:
            raise _too_large("", self._max_bytes)
        self._hash.update(data)
        assert self._file is not None
        with expected_errors(self._root, 0.0):
            self._file.write(data)

    def keep(self) -> str:
        """Make the blob durable under its name, unless the same bytes are there already; return the hash."""
        assert self._file is not None
        sha256 = self._hash.hexdigest()
        final = self._root / sha256[:2] / sha256
        with expected_errors(self._root, 0.0):
            self._file.flush()
            os.fsync(self._file.fileno())
            self._file.close()
            if not final.parent.is_dir():
                final.parent.mkdir(exist_ok=True)
                fsync_folder(self._root)
            # An existing blob of another size was damaged from outside; the good bytes take its place.
            if not (final.is_file() and final.stat().st_size == self._size):
                self._temp.replace(final)
                fsync_folder(final.parent)
        return sha256

    def close(self) -> None:
        if self._file is not None:
            try:
                self._file.close()
            except OSError:
                pass  # the write that failed was reported; closing flushes the same bytes again
        self._temp.unlink(missing_ok=True)


def open_regular(source: Path) -> BinaryIO:
    """Open a regular file for reading; raises NotAFile for folders, pipes and devices without blocking."""
    flags = os.O_RDONLY | getattr(os, "O_BINARY", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0)
    name = visible(source.name)
    try:
        handle = os.open(source, flags)
    except FileNotFoundError as error:
        raise NotAFile(
            Text.of("The file “{name}” is no longer there.", name=name), detail=repr(error)) from error
    except OSError as error:
        raise NotAFile(
            Text.of("The file “{name}” cannot be opened for reading.", name=name), detail=repr(error)) from error
    if not stat.S_ISREG(os.fstat(handle).st_mode):
        os.close(handle)
        raise NotAFile(Text.of("“{name}” is not a file that can be read.", name=name), detail=str(source))
    return os.fdopen(handle, "rb")


def _too_large(name: str, max_bytes: int) -> BlobTooLarge:
    return BlobTooLarge(
        Text.of("The file is larger than {limit} GB and was not copied.", limit=f"{max_bytes / 1024**3:.3g}"),
        safe=Text.of("The file itself is untouched."), detail=name)


def _hash_is(path: Path, sha256: str) -> bool:
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest() == sha256
    except OSError:
        return False


def _sweep(folder: Path) -> int:
    swept = 0
    if folder.is_dir() and not folder.is_symlink():
        for leftover in folder.iterdir():
            if leftover.suffix == ".part":
                leftover.unlink(missing_ok=True)
                swept += 1
    return swept

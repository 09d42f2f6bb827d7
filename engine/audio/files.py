"""A file opened once and handed on by handle: what was checked is what is read (AUD-24, AUD-25)."""

from __future__ import annotations

import errno
import io
import os
import stat
import threading
from dataclasses import dataclass

from engine.errors import EngineError

_NOT_FOUND = (errno.ENOENT, errno.ENOTDIR, errno.ENAMETOOLONG, errno.EINVAL)
_DENIED = (errno.EACCES, errno.EPERM)
_FULL = (errno.ENOSPC, errno.EFBIG, getattr(errno, "EDQUOT", errno.ENOSPC))
_READ_ONLY = (errno.EROFS, errno.EACCES, errno.EPERM)


@dataclass(frozen=True, slots=True)
class FileIdentity:
    """Tells one version of a file from the next one under the same name."""

    device: int
    inode: int
    size: int
    mtime_ns: int

    @classmethod
    def of(cls, info: os.stat_result) -> FileIdentity:
        return cls(info.st_dev, info.st_ino, info.st_size, info.st_mtime_ns)


class InputFile:
    """A regular file open for reading. Views read it independently of each other, from any thread."""

    def __init__(self, path: str) -> None:
        """Open ``path``.

        Raises EngineError: ``not_found``, ``permission_denied``, ``not_a_file`` (with ``kind``: link, folder,
        pipe, device or socket), ``empty_file``, ``read_error``.
        """
        self.path = path
        self._lock = threading.Lock()
        self._fd = _open_regular(path)
        info = os.fstat(self._fd)
        self.size = info.st_size
        self.identity = FileIdentity.of(info)
        if self.size == 0:
            self.close()
            raise EngineError("empty_file")

    def read_at(self, offset: int, count: int) -> bytes:
        """Return up to ``count`` bytes at ``offset``; raises OSError.

        Nothing lies behind the size that the file had when it was opened, wherever a header points.
        """
        if self._fd < 0:
            raise OSError(errno.EBADF, "file is closed")
        if not 0 <= offset < self.size:
            return b""
        count = min(count, self.size - offset)
        if hasattr(os, "pread"):
            return os.pread(self._fd, count, offset)
        with self._lock:
            os.lseek(self._fd, offset, os.SEEK_SET)
            return os.read(self._fd, count)

    def view(self) -> InputView:
        return InputView(self)

    def close(self) -> None:
        if self._fd >= 0:
            fd, self._fd = self._fd, -1
            os.close(fd)


def _open_regular(path: str) -> int:
    # O_NONBLOCK: opening a pipe must not wait for a writer. O_NOFOLLOW: a link is refused, not followed.
    flags = os.O_RDONLY
    for name in ("O_NONBLOCK", "O_NOFOLLOW", "O_CLOEXEC", "O_BINARY", "O_NOINHERIT"):
        flags |= getattr(os, name, 0)
    try:
        before = os.lstat(path)
        if stat.S_ISLNK(before.st_mode):
            raise EngineError("not_a_file", kind="link")
        _require_regular(before.st_mode)
        fd = os.open(path, flags)
    except ValueError as error:  # a NUL in the name
        raise EngineError("not_found", str(error)) from error
    except OSError as error:
        raise _open_error(error) from error
    try:
        _require_regular(os.fstat(fd).st_mode)
    except BaseException:
        os.close(fd)
        raise
    return fd


def _require_regular(mode: int) -> None:
    if stat.S_ISREG(mode):
        return
    kinds = ((stat.S_ISDIR, "folder"), (stat.S_ISFIFO, "pipe"), (stat.S_ISSOCK, "socket"))
    kind = next((word for test, word in kinds if test(mode)), "device")
    raise EngineError("not_a_file", kind=kind)


def _open_error(error: OSError) -> EngineError:
    if error.errno in _NOT_FOUND:
        return EngineError("not_found", str(error))
    if error.errno in _DENIED:
        return EngineError("permission_denied", str(error))
    if error.errno == errno.ELOOP:  # it became a link between the two calls
        return EngineError("not_a_file", str(error), kind="link")
    return EngineError("read_error", str(error))


class InputView:
    """A position of its own in an :class:`InputFile`, with the methods that both libraries call.

    It has no name, so no library can take a ``%d``, an extension or a protocol prefix from it. An OSError
    does not travel through C callbacks: it ends the read early and is kept in ``error``.
    """

    def __init__(self, file: InputFile) -> None:
        self._file = file
        self._pos = 0
        self.error: OSError | None = None

    def read(self, count: int = -1) -> bytes:
        if count < 0:
            count = max(0, self._file.size - self._pos)
        try:
            data = self._file.read_at(self._pos, count)
        except OSError as error:
            self.error = error
            return b""
        self._pos += len(data)
        return data

    def readinto(self, buffer: memoryview) -> int:
        data = self.read(len(buffer))
        buffer[: len(data)] = data
        return len(data)

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        base = {io.SEEK_SET: 0, io.SEEK_CUR: self._pos, io.SEEK_END: self._file.size}[whence]
        self._pos = max(0, base + offset)
        return self._pos

    def tell(self) -> int:
        return self._pos

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True


class OutputFile:
    """A new file open for writing; the methods that both libraries call, and an fsync on commit.

    The first OSError is kept, because the libraries turn it into something vaguer.
    """

    def __init__(self, path: str) -> None:
        """Create ``path``, which must not exist. Raises EngineError as :func:`write_error`."""
        self.path = path
        self.error: OSError | None = None
        flags = os.O_RDWR | os.O_CREAT | os.O_EXCL
        for name in ("O_NOFOLLOW", "O_CLOEXEC", "O_BINARY", "O_NOINHERIT"):
            flags |= getattr(os, name, 0)
        try:
            self._raw: io.FileIO | None = io.FileIO(os.open(path, flags, 0o666), "r+b", closefd=True)
        except ValueError as error:
            raise EngineError("folder_missing", str(error)) from error
        except OSError as error:
            raise write_error(error) from error

    def write(self, data: bytes | bytearray | memoryview) -> int:
        """Write all of ``data``; raises OSError (and keeps it)."""
        raw = self._open_raw()
        left = memoryview(data).cast("B")
        total = len(left)
        try:
            while len(left):
                left = left[raw.write(left) or 0 :]
        except OSError as error:
            self.error = self.error or error
            raise
        return total

    def read(self, count: int = -1) -> bytes:
        return self._open_raw().read(count) or b""

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        return self._open_raw().seek(offset, whence)

    def tell(self) -> int:
        return self._open_raw().tell()

    def readable(self) -> bool:
        return True

    def writable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def commit(self) -> int:
        """Force the bytes to the disk, close, and return the size in bytes. Raises EngineError."""
        raw = self._open_raw()
        try:
            if self.error is not None:
                raise self.error
            os.fsync(raw.fileno())
            size = os.fstat(raw.fileno()).st_size
            self._raw = None
            raw.close()
        except OSError as error:
            raise write_error(error) from error
        return size

    def discard(self) -> None:
        """Close and remove the file; harmless when it was done before."""
        if self._raw is None:
            return
        raw, self._raw = self._raw, None
        try:
            raw.close()
        except OSError:
            pass
        try:
            os.unlink(self.path)  # noqa: PTH108 - a path as bytes or text, exactly as it was opened
        except OSError:
            pass

    def _open_raw(self) -> io.FileIO:
        if self._raw is None:
            raise OSError(errno.EBADF, "file is closed")
        return self._raw


def write_error(error: OSError) -> EngineError:
    """Return the EngineError for a failed write.

    ``disk_full``, ``read_only``, ``output_exists``, ``folder_missing``, ``name_too_long`` or ``write_error``.
    """
    detail = str(error)
    if error.errno in _FULL:
        return EngineError("disk_full", detail)
    if error.errno in _READ_ONLY:
        return EngineError("read_only", detail)
    if error.errno == errno.EEXIST:
        return EngineError("output_exists", detail)
    if error.errno in (errno.ENOENT, errno.ENOTDIR):
        return EngineError("folder_missing", detail)
    if error.errno == errno.ENAMETOOLONG:
        return EngineError("name_too_long", detail)
    return EngineError("write_error", detail)

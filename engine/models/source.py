"""The file that is looked at: opened once by handle, bounded, hashed, and copied where its content is kept.

What was checked is what is converted: an import works on a private copy, so nobody can change the file between
the check and the use.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass

from engine.audio.files import InputFile, InputView, OutputFile
from engine.errors import EngineError
from engine.job import JobContext

MIN_BYTES = 64
MAX_BYTES = 2 * 1024**3
_BLOCK = 1024 * 1024


@dataclass(frozen=True, slots=True)
class Source:
    """``path`` is where to read (the private copy if there is one), ``name`` the file's name without folders."""

    file: InputFile
    path: str
    name: str
    size: int
    sha256: str

    @property
    def stem(self) -> str:
        return os.path.splitext(self.name)[0]  # noqa: PTH122 - names as text, not paths

    def view(self) -> InputView:
        return self.file.view()

    def head(self, count: int = 64) -> bytes:
        return self.file.read_at(0, count)


@contextmanager
def open_source(job: JobContext, path: str, *, copy_to: str | None = None) -> Generator[Source]:
    """Open ``path``; with ``copy_to`` (a path that must not exist) work on a copy, which is removed in the end.

    Raises EngineError: as InputFile (``not_found``, ``not_a_file``, ``empty_file`` …), ``model_too_small``,
    ``model_too_large``, ``disk_full`` and the like.
    """
    name = os.path.basename(path)  # noqa: PTH119
    original = InputFile(path)
    try:
        if original.size < MIN_BYTES:
            raise EngineError("model_too_small", f"{original.size} bytes")
        if original.size > MAX_BYTES:
            raise EngineError("model_too_large", f"{original.size} bytes", gigabytes=MAX_BYTES // 1024**3)
        if copy_to is None:
            yield Source(original, path, name, original.size, _digest(job, original))
            return
        job.scratch(copy_to)
        sha256 = _digest(job, original, OutputFile(copy_to))
    finally:
        original.close()
    copy = InputFile(copy_to)
    try:
        yield Source(copy, copy_to, name, copy.size, sha256)
    finally:
        copy.close()
        os.unlink(copy_to)  # noqa: PTH108


def _digest(job: JobContext, file: InputFile, copy: OutputFile | None = None) -> str:
    """Return the SHA-256 of the file in hex; writes the same bytes to ``copy``."""
    digest = hashlib.sha256()
    done = 0
    try:
        while done < file.size:
            job.check()
            block = file.read_at(done, _BLOCK)
            if not block:  # it shrank
                raise EngineError("read_error", f"{done} of {file.size} bytes")
            digest.update(block)
            if copy is not None:
                copy.write(block)
            done += len(block)
            job.progress("read", done, file.size)
        if copy is not None:
            copy.commit()
    except OSError as error:
        if copy is not None and copy.error is not None:
            from engine.audio.files import write_error

            raise write_error(error) from error
        raise EngineError("read_error", str(error)) from error
    finally:
        if copy is not None:
            copy.discard()
    return digest.hexdigest()

"""What was fetched, and which kinds of pages and documents are taken at all."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import PurePosixPath
from typing import Final
from urllib.parse import unquote, urlsplit

from characoid_desktop.core.cleaning import one_line
from characoid_desktop.data.names import fit_name
from characoid_desktop.integrations.web import errors

_OFFICE: Final = "application/vnd.openxmlformats-officedocument."
KINDS: Final = {
    "text/html": "html", "application/xhtml+xml": "html", "text/plain": "txt", "text/markdown": "md",
    "text/x-markdown": "md", "text/csv": "csv", "application/x-subrip": "srt", "application/pdf": "pdf",
    "application/epub+zip": "epub", f"{_OFFICE}wordprocessingml.document": "docx",
    f"{_OFFICE}presentationml.presentation": "pptx", f"{_OFFICE}spreadsheetml.sheet": "xlsx",
}
"""Content type → ending of the file it becomes. Everything else is refused, whatever its name is."""

_CHARSET: Final = re.compile(r"charset\s*=\s*[\"']?([A-Za-z0-9._:-]{1,40})", re.IGNORECASE)
_MAX_NAME: Final = 60  # characters: 240 bytes at most


@dataclass(frozen=True, slots=True)
class Fetched:
    """A page or a document from the web. ``asked`` is the address it was asked by, ``url`` where it stood at last.

    ``kind`` is the ending of its file ("html", "pdf" …), ``charset`` what the server says of it ("": nothing).
    ``body`` is text from outside.
    """

    asked: str
    url: str
    host: str
    hops: int
    content_type: str
    kind: str
    charset: str
    body: bytes = field(repr=False)

    @property
    def file_name(self) -> str:
        """A name for it as a file, from the last part of its address; the host where that says nothing."""
        last = PurePosixPath(unquote(urlsplit(self.url).path)).name
        stem = last.rsplit(".", 1)[0] if "." in last else last
        stem = re.sub(r"[^\w\-. ]+", "_", one_line(stem, _MAX_NAME)).strip("._ ")
        return fit_name(stem or self.host.replace(":", "_"), f".{self.kind}", platform="win32")


def kind_of(content_type: str) -> tuple[str, str]:
    """Return (ending, charset) of a Content-Type header; raises WebError (wrong_type)."""
    plain = content_type.partition(";")[0].strip().lower()
    if plain not in KINDS:
        raise errors.wrong_type(plain if re.fullmatch(r"[a-z0-9.+/-]*", plain) else "")
    found = _CHARSET.search(content_type)
    return KINDS[plain], found.group(1) if found else ""

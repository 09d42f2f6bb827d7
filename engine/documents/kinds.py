"""What a document is: by its content first, by its name where the content leaves a choice."""

from __future__ import annotations

import os
import re

from engine.audio.files import InputFile
from engine.documents.archive import open_package
from engine.documents.limits import Watch
from engine.errors import EngineError

PDF, DOCX, PPTX, XLSX, EPUB = "pdf", "docx", "pptx", "xlsx", "epub"
HTML, MARKDOWN, TXT, SRT, CSV = "html", "markdown", "txt", "srt", "csv"
KINDS = (PDF, DOCX, PPTX, XLSX, EPUB, HTML, MARKDOWN, TXT, SRT, CSV)
TEXTS = frozenset({HTML, MARKDOWN, TXT, SRT, CSV})

_BY_NAME = {
    ".html": HTML, ".htm": HTML, ".xhtml": HTML, ".md": MARKDOWN, ".markdown": MARKDOWN, ".srt": SRT, ".vtt": SRT,
    ".csv": CSV, ".tsv": CSV, ".tab": CSV,
}
_OFFICE = {"word/document.xml": DOCX, "ppt/presentation.xml": PPTX, "xl/workbook.xml": XLSX}
_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_ENCRYPTED_PACKAGE = "EncryptedPackage".encode("utf-16-le")
_OLE_SEARCHED = 4 * 1024 * 1024
_OTHERS: tuple[tuple[bytes, str], ...] = (
    (b"Rar!", "a RAR archive"), (b"7z\xbc\xaf\x27\x1c", "a 7-Zip archive"), (b"\x1f\x8b", "a gzip archive"),
    (b"\x89PNG", "a picture"), (b"\xff\xd8\xff", "a picture"), (b"GIF8", "a picture"), (b"BM", "a picture"),
    (b"II*\x00", "a picture"), (b"MM\x00*", "a picture"), (b"RIFF", "a sound, film or picture"),
    (b"OggS", "a sound"), (b"fLaC", "a sound"), (b"ID3", "a sound"), (b"\x7fELF", "a program"), (b"MZ", "a program"),
    (b"SQLite format 3\x00", "a database"), (b"{\\rtf", "an RTF document"), (b"AT&TFORM", "a DjVu document"),
    (b"\x1aE\xdf\xa3", "a film"), (b"%!PS", "a PostScript file"),
)
_BARE = frozenset({b"BM", b"MZ", b"II*\x00", b"MM\x00*"})  # a text may begin with these letters
_HTML_START = re.compile(rb"\s*(?:<!--.{0,4000}?-->\s*|<\?xml[^>]{0,200}\?>\s*)*<(?:!doctype\s+html|html|head|body)\b",
                         re.IGNORECASE | re.DOTALL)


def find_kind(file: InputFile, name: str, watch: Watch) -> str:
    """Return the kind of a document called ``name``.

    Raises EngineError: ``document_kind`` (``found`` says what it is instead), ``document_locked``,
    ``document_legacy``, and those of a zip file.
    """
    head = file.read_at(0, 4096)
    if b"%PDF-" in head[:1024]:
        return PDF
    if head.startswith((b"PK\x03\x04", b"PK\x05\x06", b"PK\x07\x08")):
        return _of_zip(file, name, watch)
    if head.startswith(_OLE):
        if _ENCRYPTED_PACKAGE in _beginning(file):
            raise EngineError("document_locked", "an encrypted Office document")
        raise EngineError("document_legacy", "an OLE file")
    for start, found in _OTHERS:
        if head.startswith(start) and (start not in _BARE or 0 in head):
            raise EngineError("document_kind", found=found)
    return _of_text(head, os.path.splitext(name)[1].casefold())  # noqa: PTH122


def _of_zip(file: InputFile, name: str, watch: Watch) -> str:
    with open_package(file.view(), file.size, watch) as package:
        for part, kind in _OFFICE.items():
            if package.has(part) and package.has("[Content_Types].xml"):
                return kind
        if package.has("META-INF/container.xml"):
            return EPUB
    raise EngineError("document_kind", f"a zip file named {name[-100:]}", found="a zip archive")


def _beginning(file: InputFile) -> bytes:
    """Where an OLE file keeps its directory varies; its start, and its end."""
    tail = max(0, file.size - _OLE_SEARCHED)
    return file.read_at(0, _OLE_SEARCHED) + file.read_at(tail, _OLE_SEARCHED)


def _of_text(head: bytes, suffix: str) -> str:
    if suffix in _BY_NAME:
        return _BY_NAME[suffix]
    return HTML if _HTML_START.match(head) else TXT

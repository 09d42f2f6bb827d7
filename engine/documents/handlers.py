"""The request of the ``documents`` child: the text of one file."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Mapping
from typing import Any

from engine.audio import params as read
from engine.audio.files import InputFile
from engine.documents.kinds import CSV, DOCX, EPUB, HTML, KINDS, MARKDOWN, PDF, PPTX, SRT, TEXTS, TXT, XLSX, find_kind
from engine.documents.limits import MAX_FILE_BYTES, MAX_TEXT_FILE_BYTES, Watch
from engine.documents.writing import Writer, label
from engine.errors import EngineError
from engine.job import Handler, JobContext
from engine.limits import forbid_outside, more_cpu_time

WORKERS = 1
_BLOCK = 1024 * 1024
_MEGABYTE = 1024 * 1024


def extract(job: JobContext, params: Mapping[str, Any]) -> dict[str, Any]:
    """{path, kind?, name?, charset?} → {kind, title, chars, pages, encoding, warnings, sha256, bytes}, two payloads.

    ``name`` is the file's name where ``path`` is a copy that lost it, ``charset`` what a server said of it. First
    payload: the text, UTF-8. Second one: JSON ``[[start, page|null, section|null], …]``: from character ``start`` on.
    ``pages`` is 0 where there are none.

    Raises EngineError: those of InputFile; ``document_too_large``, ``document_too_long``, ``document_too_slow``,
    ``document_kind``, ``document_unknown``, ``document_legacy``, ``document_locked``, ``document_drm``,
    ``document_damaged``, ``document_bomb``, ``document_entities``, ``document_scanned``, ``document_garbled``,
    ``document_no_text``.
    """
    path = read.text(params, "path")
    name = read.text(params, "name") if params.get("name") is not None else os.path.basename(path)  # noqa: PTH119
    wanted = params.get("kind")
    if wanted is not None and wanted not in KINDS:
        raise EngineError("bad_params", f"kind is one of {KINDS}", param="kind")
    charset = read.text(params, "charset") if params.get("charset") is not None else ""
    more_cpu_time()
    forbid_outside()
    file = InputFile(path)
    try:
        return _extract(job, file, name, wanted, charset)
    finally:
        file.close()


def _extract(job: JobContext, file: InputFile, name: str, wanted: str | None, charset: str) -> dict[str, Any]:
    watch = Watch(job)
    if file.size > MAX_FILE_BYTES:
        raise _too_large(file.size, MAX_FILE_BYTES)
    kind = find_kind(file, name, watch)
    if wanted is not None and wanted != kind and not (wanted in TEXTS and kind in TEXTS):
        raise EngineError("document_kind", f"{wanted} wanted, {kind} found", found=_NAMES[kind])
    kind = wanted or kind
    if kind in TEXTS and file.size > MAX_TEXT_FILE_BYTES:
        raise _too_large(file.size, MAX_TEXT_FILE_BYTES)
    out = Writer(watch)
    out.charset = charset
    if kind in TEXTS:
        data = _bytes_of(file, watch)
        sha256 = hashlib.sha256(data).hexdigest()
        _TEXTS[kind](data, out)
    else:
        sha256 = _sha256(file, watch)
        _PACKED[kind](file, out)
    text = out.text()
    if not text.strip():
        raise EngineError("document_no_text", kind)
    job.data(text.encode("utf-8", "replace"), part="text")
    job.data(json.dumps([[mark.start, mark.page, mark.section] for mark in out.marks], ensure_ascii=False,
                        separators=(",", ":")).encode(), part="marks")
    return {"kind": kind, "title": label(out.title), "chars": len(text), "pages": out.pages, "encoding": out.encoding,
            "warnings": out.warnings, "sha256": sha256, "bytes": file.size}


def _too_large(size: int, limit: int) -> EngineError:
    return EngineError("document_too_large", f"{size} bytes", megabytes=limit // _MEGABYTE)


def _bytes_of(file: InputFile, watch: Watch) -> bytes:
    data = bytearray()
    while len(data) < file.size:
        watch.check()
        block = file.read_at(len(data), _BLOCK)
        if not block:
            raise EngineError("read_error", f"{len(data)} of {file.size} bytes")
        data += block
    return bytes(data)


def _sha256(file: InputFile, watch: Watch) -> str:
    digest = hashlib.sha256()
    done = 0
    while done < file.size:
        watch.check()
        block = file.read_at(done, _BLOCK)
        if not block:
            raise EngineError("read_error", f"{done} of {file.size} bytes")
        digest.update(block)
        done += len(block)
    return digest.hexdigest()


def _plain(name: str) -> Callable[[bytes, Writer], None]:
    """The readers are imported when they are first needed: ``ready`` does not wait for any library."""

    def read_it(data: bytes, out: Writer) -> None:
        from engine.documents import html, plain, sheets

        {TXT: plain.read_txt, MARKDOWN: plain.read_markdown, SRT: plain.read_srt, HTML: html.read_html,
         CSV: sheets.read_csv}[name](data, out)

    return read_it


def _packed(name: str) -> Callable[[InputFile, Writer], None]:
    def read_it(file: InputFile, out: Writer) -> None:
        if name == PDF:
            from engine.documents.pdf import read_pdf

            read_pdf(file, out)
        elif name == EPUB:
            from engine.documents.epub import read_epub

            read_epub(file, out)
        elif name == XLSX:
            from engine.documents.sheets import read_xlsx

            read_xlsx(file, out)
        else:
            from engine.documents.office import read_docx, read_pptx

            (read_docx if name == DOCX else read_pptx)(file, out)

    return read_it


_TEXTS = {kind: _plain(kind) for kind in TEXTS}
_PACKED = {kind: _packed(kind) for kind in (PDF, DOCX, PPTX, XLSX, EPUB)}
_NAMES = {PDF: "a PDF", DOCX: "a Word document", PPTX: "a presentation", XLSX: "a workbook", EPUB: "a book (EPUB)",
          HTML: "a web page", MARKDOWN: "a text", TXT: "a text", SRT: "subtitles", CSV: "a table"}

OPS: dict[str, Handler] = {"extract": extract}

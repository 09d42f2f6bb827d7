"""PDF through PDFium: the text layer page by page, and how far it can be believed."""

from __future__ import annotations

import ctypes
import re
from collections.abc import Sequence
from typing import Any

from engine.audio.files import InputFile
from engine.documents.archive import whole
from engine.documents.characters import garbage_share, is_ideograph, is_kana
from engine.documents.vertical import vertical_text
from engine.documents.writing import Writer
from engine.errors import EngineError

MAX_PAGES = 20_000
GARBAGE = 0.3  # share of a page's characters from which on its text is no text
_LOOKED_AT = 400  # characters of a page, evenly spread: what holds for these holds for their neighbours too
_INVISIBLE = 3  # PDF 32000-1, table 106: neither filled nor stroked
_FEW = 8  # characters a page: a stamp or a number, not a text
_HYPHENS = "\x02\ufffe\xad"  # what PDFium makes of a hyphen at the end of a line
_SENTENCE_END = re.compile(r"[.!?:;。！？：；…”」』)）]$")

# A page's own number on a line of its own: 3, – 3 –, 3 / 12, Page 3 of 12, 第 3 页, 3ページ
_NUMBER = re.compile(r"(?:[-–—·|\[(]\s*)?(?:(?:page|p\.|第)\s*)?(?P<page>[0-9]{1,5})(?:\s*(?:页|頁|ページ))?"
                     r"(?:\s*(?:/|of)\s*[0-9]{1,5})?(?:\s*[-–—·|\])])?", re.IGNORECASE)


def read_pdf(file: InputFile, out: Writer) -> None:
    """Raises EngineError: ``document_damaged``, ``document_locked``, ``document_scanned``, ``document_garbled``,
    ``document_no_text``."""
    import pypdfium2 as pdfium

    try:
        document: Any = pdfium.PdfDocument(whole(file.view()))
    except pdfium.PdfiumError as error:
        raise _open_error(error) from error
    try:
        _read(document, out)
    finally:
        document.close()


def _open_error(error: Exception) -> EngineError:
    import pypdfium2.raw as raw

    if getattr(error, "err_code", None) == raw.FPDF_ERR_PASSWORD or "password" in str(error).casefold():
        return EngineError("document_locked", repr(error))
    return EngineError("document_damaged", repr(error))


def _read(document: Any, out: Writer) -> None:
    count = len(document)
    if count > MAX_PAGES:
        raise EngineError("document_too_many_pages", pages=MAX_PAGES)
    out.title = str(document.get_metadata_dict(skip_empty=True).get("Title", ""))
    out.pages = count
    silent = garbled = broken = pictures = hidden = 0
    for number in range(count):
        out.watch.check()
        out.watch.progress(number, count)
        try:
            text, share, unseen, has_picture = _page(document, number)
        except (_PageError, OSError, ValueError) as error:
            broken += 1
            _log(number, error)
            continue
        pictures += has_picture
        if len(text.strip()) == 0:
            silent += 1
        elif share > GARBAGE:
            garbled += 1
        else:
            out.mark(page=number + 1)
            out.paragraph(unwrap(without_number(text, number + 1)))
            hidden += unseen
    _judge(out, count, silent, garbled, broken, pictures)
    for word, number in (("pages_without_text", silent), ("pages_garbled", garbled), ("pages_damaged", broken),
                         ("hidden_text", hidden)):
        if number:
            out.warn(word, number)


def _judge(out: Writer, count: int, silent: int, garbled: int, broken: int, pictures: int) -> None:
    """Raise what is wrong with the document as a whole."""
    if count == 0 or broken == count:
        raise EngineError("document_damaged", f"{broken} of {count} pages cannot be read")
    if garbled and garbled >= count - silent - broken:
        raise EngineError("document_garbled", f"{garbled} of {count} pages")
    only_pictures = pictures and silent + broken == count
    if only_pictures or (pictures >= 0.8 * count and out.chars < _FEW * count):
        raise EngineError("document_scanned", f"{out.chars} characters on {count} pages", pages=count)


class _PageError(Exception):
    pass


def _page(document: Any, number: int) -> tuple[str, float, int, bool]:
    """Return a page's text, the share of it that is garbage, how many signs cannot be seen, and if it has pictures."""
    import pypdfium2 as pdfium
    import pypdfium2.raw as raw

    try:
        page = document.get_page(number)
    except pdfium.PdfiumError as error:
        raise _PageError(str(error)) from error
    try:
        layer = page.get_textpage()
        try:
            count = layer.count_chars()
            text = vertical_text(layer.raw, count) or layer.get_text_range()
            unmapped, hidden, signs = _trust(layer.raw, count)
        finally:
            layer.close()
        picture = any(True for _ in page.get_objects(filter=[raw.FPDF_PAGEOBJ_IMAGE], max_depth=3))
    except pdfium.PdfiumError as error:
        raise _PageError(str(error)) from error
    finally:
        page.close()
    share = max(unmapped / signs if signs else 0.0, garbage_share(text.translate(dict.fromkeys(map(ord, _HYPHENS)))))
    return text, share, hidden, picture


def _trust(layer: Any, count: int) -> tuple[int, int, int]:
    """Return how many characters have no Unicode value, how many cannot be seen, and how many there are; counted from
    a part of them on a page with many."""
    import pypdfium2.raw as raw

    unmapped = hidden = signs = 0
    step = max(1, count // _LOOKED_AT)
    alpha = ctypes.c_uint(255)
    other = ctypes.c_uint(0)
    for index in range(0, count, step):
        if raw.FPDFText_IsGenerated(layer, index) == 1:  # spaces and line ends that PDFium adds
            continue
        signs += 1
        unmapped += raw.FPDFText_HasUnicodeMapError(layer, index) == 1
        piece = raw.FPDFText_GetTextObject(layer, index)
        invisible = bool(piece) and raw.FPDFTextObj_GetTextRenderMode(piece) == _INVISIBLE
        if not invisible and raw.FPDFText_GetFillColor(layer, index, other, other, other, alpha):
            invisible = alpha.value == 0
        hidden += invisible
    return step * unmapped, step * hidden, step * signs


def without_number(text: str, page: int) -> str:
    """Return a page's text without its own number on a line of its own at its top or bottom."""
    lines = text.strip().splitlines()
    for place in (0, -1):
        found = _NUMBER.fullmatch(lines[place].strip()) if len(lines) > 1 else None
        if found is not None and int(found["page"]) == page:
            del lines[place]
    return "\n".join(lines)


def unwrap(text: str) -> str:
    """Return a page's text with the lines of a paragraph joined.

    A line goes on in the next one when it is nearly as wide as the widest usual line. Between Chinese or Japanese
    characters nothing is put, else a space; a hyphen at the end of a line goes.
    """
    lines = [line.rstrip() for line in re.split(r"\r\n|\r|\n", text)]
    widths = sorted(_width(line) for line in lines if line.strip())
    usual = widths[int(len(widths) * 0.8)] if widths else 0
    out: list[str] = []
    before = ""
    for line in lines:
        bare = line.strip()
        if out and bare and before and _goes_on(before, usual):
            out[-1] = _joined(out[-1], bare)
        else:
            out.append(bare)
        before = bare
    return "\n".join(out)


def _goes_on(line: str, usual: int) -> bool:
    if line[-1] in _HYPHENS:
        return True
    wide = _width(line) / usual if usual else 0.0
    return wide >= (0.92 if _SENTENCE_END.search(line) else 0.75) and usual >= 20


def _joined(first: str, second: str) -> str:
    last = first[-1]
    if last in _HYPHENS or (last == "-" and first[-2:-1].isalpha() and second[0].islower()):
        return first[:-1] + second
    between = "" if _is_wide(last) or _is_wide(second[0]) else " "
    return first + between + second


def _width(line: str) -> int:
    return sum(2 if _is_wide(char) else 1 for char in line)


def _is_wide(char: str) -> bool:
    return is_ideograph(char) or is_kana(char) or "\u3000" <= char <= "\u303f" or "\uff00" <= char <= "\uffef"


def _log(number: int, error: Exception) -> None:
    import sys

    print(f"page {number + 1}: {error}", file=sys.stderr)  # noqa: T201 - stderr is the log


__all__: Sequence[str] = ("read_pdf", "unwrap")

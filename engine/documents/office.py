"""Word and PowerPoint documents: paragraphs, tables, notes, in the order in which they are read."""

from __future__ import annotations

from typing import Any

from engine.audio.files import InputFile
from engine.documents.archive import open_package, whole
from engine.documents.sheets import write_rows
from engine.documents.writing import Writer
from engine.errors import EngineError

_W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_MC = "{http://schemas.openxmlformats.org/markup-compatibility/2006}"
_NOTES = ("footnotes", "endnotes")
_SEPARATORS = frozenset({"separator", "continuationSeparator", "continuationNotice"})
_NAMED_FROM = 3  # columns of a table; with two, the first one names what is beside it
_OPENING = (LookupError, ValueError, AttributeError, TypeError, AssertionError, NotImplementedError)


def read_docx(file: InputFile, out: Writer) -> None:
    """Raises EngineError ``document_damaged``, and those of a zip file."""
    with open_package(file.view(), file.size, out.watch) as package:
        package.refuse_document_types()
    import docx
    from docx.opc.exceptions import OpcError
    from lxml.etree import LxmlError

    try:
        document: Any = docx.Document(whole(file.view()))
        out.title = document.core_properties.title or ""
        _Word(document, out).run()
    except (OpcError, LxmlError, *_OPENING) as error:
        raise EngineError("document_damaged", repr(error)) from error


class _Word:
    def __init__(self, document: Any, out: Writer) -> None:
        self._out = out
        self._document = document
        self._headings = {style.style_id for style in document.styles if _is_heading(style)}
        self._hidden = 0

    def run(self) -> None:
        self._blocks(self._document.element.body)
        for part in self._document.part.rels.values():
            name = part.reltype.rpartition("/")[2]
            if name in _NOTES and not part.is_external:
                self._notes(part.target_part.blob)
        if self._hidden:
            self._out.warn("hidden_parts", self._hidden)

    def _notes(self, blob: bytes) -> None:
        from docx.oxml import parse_xml

        for note in parse_xml(blob):
            if note.get(_W + "type") not in _SEPARATORS:
                self._blocks(note)

    def _blocks(self, parent: Any) -> None:
        for element in parent:
            self._out.watch.check()
            tag = element.tag if isinstance(element.tag, str) else ""
            if tag == _W + "p":
                self._paragraph(element)
            elif tag == _W + "tbl":
                self._table(element)
            elif tag not in (_W + "sectPr", _W + "del", _W + "moveFrom", _MC + "Fallback"):
                self._blocks(element)  # content controls, insertions, text boxes

    def _paragraph(self, element: Any) -> None:
        style = element.find(f"{_W}pPr/{_W}pStyle")
        text, boxes = self._text(element)
        if style is not None and style.get(_W + "val") in self._headings and text.strip():
            self._out.mark(section=text)
        self._out.paragraph(text)
        for box in boxes:
            self._blocks(box)

    def _text(self, element: Any) -> tuple[str, list[Any]]:
        """Return what a paragraph says, and the text boxes that are anchored in it."""
        parts: list[str] = []
        boxes: list[Any] = []
        waiting = [element]
        while waiting:
            one = waiting.pop()
            tag = one.tag if isinstance(one.tag, str) else ""
            if tag == _W + "t":
                parts.append(one.text or "")
            elif tag in (_W + "tab", _W + "ptab"):
                parts.append("\t")
            elif tag in (_W + "br", _W + "cr"):
                parts.append("\n")
            elif tag == _W + "noBreakHyphen":
                parts.append("-")
            elif tag == _W + "ruby":
                parts.append(self._ruby(one))
            elif tag == _W + "txbxContent":
                boxes.append(one)
            elif tag == _W + "r" and one.find(f"{_W}rPr/{_W}vanish") is not None:
                self._hidden += 1
            elif tag not in (_W + "pPr", _W + "rPr", _W + "del", _W + "moveFrom", _MC + "Fallback"):
                waiting.extend(reversed(one))
        return "".join(parts), boxes

    def _ruby(self, element: Any) -> str:
        """A word and behind it its reading, which the file has first."""
        base, reading = (self._text(part)[0] if part is not None else ""
                         for part in (element.find(_W + "rubyBase"), element.find(_W + "rt")))
        return f"{base}（{reading}）" if reading.strip() else base

    def _table(self, table: Any) -> None:
        """What was merged downwards stands in each of its rows. From three columns on, the first row may name them."""
        rows: list[list[str]] = []
        above: list[str] = []
        for row in table.iter(_W + "tr"):
            cells: list[str] = []
            for place, cell in enumerate(row.findall(_W + "tc")):
                merged = cell.find(f"{_W}tcPr/{_W}vMerge")
                goes_on = merged is not None and merged.get(_W + "val", "continue") == "continue"
                cells.append(above[place] if goes_on and place < len(above) else
                             " ".join(self._text(cell)[0].split()))
            rows.append(cells)
            above = cells
        if rows and min(map(len, rows)) >= _NAMED_FROM:
            write_rows(rows, self._out)
            return
        for cells in rows:
            self._out.line(" | ".join(cells) if any(cells) else "")
        self._out.write("\n")


def _is_heading(style: Any) -> bool:
    name = (style.name or "").casefold()
    return name == "title" or name.startswith("heading") or (
        style.element.find(f"{_W}pPr/{_W}outlineLvl") is not None)


def read_pptx(file: InputFile, out: Writer) -> None:
    """A slide is a page, its title the section. Raises EngineError ``document_damaged``, and those of a zip file."""
    with open_package(file.view(), file.size, out.watch) as package:
        package.refuse_document_types()
    import pptx
    from lxml.etree import LxmlError
    from pptx.exc import PythonPptxError

    try:
        show: Any = pptx.Presentation(whole(file.view()))
        out.title = show.core_properties.title or ""
        out.pages = len(show.slides)
        silent = 0
        for number, slide in enumerate(show.slides, 1):
            out.watch.progress(number - 1, out.pages)
            silent += not _slide(slide, number, out)
    except (PythonPptxError, LxmlError, *_OPENING) as error:
        raise EngineError("document_damaged", repr(error)) from error
    if silent and silent < out.pages:
        out.warn("pages_without_text", silent)


def _slide(slide: Any, number: int, out: Writer) -> bool:
    """Return whether the slide says anything."""
    before = out.chars
    title = slide.shapes.title
    out.mark(page=number, section=title.text_frame.text if title is not None and title.has_text_frame else "")
    waiting = list(reversed(list(slide.shapes)))
    while waiting:
        out.watch.check()
        shape = waiting.pop()
        if hasattr(shape, "shapes"):  # a group
            waiting.extend(reversed(list(shape.shapes)))
        elif getattr(shape, "has_table", False) and shape.has_table:
            for row in shape.table.rows:
                out.line(" | ".join(" ".join(cell.text.split()) for cell in row.cells))
            out.write("\n")
        elif getattr(shape, "has_text_frame", False) and shape.has_text_frame:
            out.paragraph(shape.text_frame.text)
    if slide.has_notes_slide and (notes := slide.notes_slide.notes_text_frame) is not None:
        out.paragraph(notes.text)
    return out.chars > before

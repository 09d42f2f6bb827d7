"""EPUB books: the chapters of the spine, in order (EPUB 3.3, 4 and 5; OPF 2.0 for older ones)."""

from __future__ import annotations

import posixpath
from typing import Any
from urllib.parse import unquote, urlsplit

from engine.audio.files import InputFile
from engine.documents.archive import Package, open_package
from engine.documents.html import read_html
from engine.documents.writing import Writer
from engine.errors import EngineError

MAX_CHAPTER_BYTES = 32 * 1024 * 1024
_CONTAINER = "META-INF/container.xml"
_ENCRYPTION = "META-INF/encryption.xml"
_NAMESPACES = {"c": "urn:oasis:names:tc:opendocument:xmlns:container", "o": "http://www.idpf.org/2007/opf",
               "dc": "http://purl.org/dc/elements/1.1/", "e": "http://www.w3.org/2001/04/xmlenc#"}
_PAGES = frozenset({"application/xhtml+xml", "text/html", "application/x-dtbook+xml", "text/x-oeb1-document"})


def read_epub(file: InputFile, out: Writer) -> None:
    """Raises EngineError ``document_damaged``, ``document_drm``, and those of a zip file."""
    with open_package(file.view(), file.size, out.watch) as package:
        place, chapters = _spine(package, out)
        locked = _encrypted(package)
        missing = 0
        for number, name in enumerate(chapters):
            out.watch.progress(number, len(chapters))
            path = posixpath.normpath(posixpath.join(place, name))
            if path in locked:
                raise EngineError("document_drm", path[:100])
            if not package.has(path):
                missing += 1
                continue
            out.mark(section="")  # a heading of its own, or none
            read_html(package.read(path, MAX_CHAPTER_BYTES), out, chapter=True)
            out.write("\n\n")
        if missing == len(chapters):
            raise EngineError("document_damaged", "no chapter is there")
        if missing:
            out.warn("chapters_missing", missing)


def _spine(package: Package, out: Writer) -> tuple[str, list[str]]:
    """Return the folder of the package document and the chapters' addresses in it."""
    container = _xml(package.read(_CONTAINER, 1024 * 1024))
    roots: list[str] = container.xpath("//c:rootfile/@full-path", namespaces=_NAMESPACES)
    if not roots or not package.has(roots[0]):
        raise EngineError("document_damaged", "the package document is missing")
    opf = _xml(package.read(roots[0], 16 * 1024 * 1024))
    out.title = " ".join(opf.xpath("(//dc:title)[1]//text()", namespaces=_NAMESPACES))
    items: dict[str, str] = {}
    for item in opf.iterfind(".//o:manifest/o:item", _NAMESPACES):
        if item.get("media-type") in _PAGES and item.get("id") and item.get("href"):
            items[item.get("id")] = unquote(urlsplit(item.get("href")).path)
    spine = [items[ref] for one in opf.iterfind(".//o:spine/o:itemref", _NAMESPACES)
             if (ref := one.get("idref")) in items]
    if not spine:
        raise EngineError("document_damaged", "the book has no chapters")
    return posixpath.dirname(roots[0]), list(dict.fromkeys(spine))


def _encrypted(package: Package) -> frozenset[str]:
    """The parts that are encrypted; fonts may be, without any harm to the text."""
    if not package.has(_ENCRYPTION):
        return frozenset()
    tree = _xml(package.read(_ENCRYPTION, 4 * 1024 * 1024))
    addresses: list[str] = tree.xpath("//e:CipherReference/@URI", namespaces=_NAMESPACES)
    return frozenset(posixpath.normpath(unquote(one)) for one in addresses)


def _xml(data: bytes) -> Any:
    """Return a tree; entities are not resolved and nothing is fetched. Raises EngineError ``document_damaged``."""
    from lxml import etree

    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, dtd_validation=False,
                             huge_tree=False, remove_comments=True, remove_pis=True)
    try:
        return etree.fromstring(data, parser)
    except (etree.XMLSyntaxError, ValueError) as error:
        raise EngineError("document_damaged", repr(error)) from error

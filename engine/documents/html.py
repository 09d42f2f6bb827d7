"""The text of a page as a reader sees it: no scripts, no comments, nothing that its own style hides."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from engine.documents.encodings import decode
from engine.documents.writing import Writer, label
from engine.errors import EngineError

_SKIPPED = frozenset({
    "script", "style", "template", "noscript", "iframe", "object", "embed", "svg", "math", "canvas", "audio", "video",
    "select", "textarea", "button", "input", "head", "link", "meta",
})  # fmt: skip
_BLOCKS = frozenset({
    "p", "div", "section", "article", "header", "footer", "main", "aside", "nav", "ul", "ol", "dl", "table",
    "blockquote", "pre", "figure", "figcaption", "form", "fieldset", "address", "details", "summary", "body", "h1",
    "h2", "h3", "h4", "h5", "h6", "hr", "caption", "thead", "tbody", "tfoot",
})  # fmt: skip
_LINES = frozenset({"li", "tr", "dt", "dd", "br", "option"})
_RUBY_PARTS = frozenset({"rt", "rp", "rtc"})  # the word stays whole, its reading follows it
_READING = ".//text()[not(ancestor::script or ancestor::style or ancestor::rp)]"
_MAX_READING = 100
_HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
_HIDING = re.compile(
    r"display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|(?<![-\w])opacity\s*:\s*0(?:\.0+)?%?\s*(?:;|!|$)"
    r"|font-size\s*:\s*0(?:\.0+)?(?:px|pt|em|rem|%)?\s*(?:;|!|$)|content-visibility\s*:\s*hidden"
    r"|(?:text-indent|left|top)\s*:\s*-\d{4,}", re.IGNORECASE)
_SIMPLE = re.compile(r"[.#]?[A-Za-z_][-\w]{0,100}")
_CSS_COMMENT = re.compile(r"/\*.*?(?:\*/|\Z)", re.DOTALL)
_META_CHARSET = re.compile(rb"<meta[^>]{0,400}?charset\s*=\s*[\"']?\s*([-\w]{1,40})", re.IGNORECASE)
_XML_ENCODING = re.compile(rb"<\?xml[^>]{0,200}?encoding\s*=\s*[\"']([-\w]{1,40})", re.IGNORECASE)
_MAX_RULES = 5000
_SPACES = re.compile(r"[ \t\r\n\f]+")
# The parser compares each attribute of a tag with all before it: a tag of this size is read without them.
_LONG_TAG = re.compile(r"<([A-Za-z][-\w:]{0,60})\s[^<>]{20000,}>")


@dataclass(slots=True)
class _Hidden:
    """What the page's own style sheet hides, by simple selectors; ``count`` is what was left out."""

    tags: set[str] = field(default_factory=set[str])
    classes: set[str] = field(default_factory=set[str])
    ids: set[str] = field(default_factory=set[str])
    count: int = 0


def read_html(data: bytes, out: Writer, *, chapter: bool = False) -> None:
    """Add a page's text. ``chapter``: it is part of a book, so its title is no title of the document.

    Raises EngineError ``document_damaged``.
    """
    root, encoding = parse(data, out.charset)
    if not chapter:
        out.encoding = encoding
        out.title = label(next(iter(root.xpath("//title//text()")), "")) if root is not None else ""
    if root is None:
        return
    hidden = _hidden_by_style(root)
    _Walk(out, hidden).run(root)
    if hidden.count and not chapter:
        out.warn("hidden_parts", hidden.count)


def parse(data: bytes, charset: str = "") -> tuple[Any, str]:
    """Return lxml's tree (None for nothing) and the encoding. ``charset``: what a server said of it, or nothing."""
    from lxml import etree

    declared = _META_CHARSET.search(data[:4096]) or _XML_ENCODING.match(data[:400])
    own = declared.group(1).decode("ascii", "replace") if declared else ""
    decoded = decode(data, charset or own)
    parser = etree.HTMLParser(encoding="utf-8", remove_comments=True, remove_pis=True, huge_tree=True, no_network=True)
    try:
        text = _LONG_TAG.sub(r"<\1>", decoded.text)
        return etree.fromstring(text.encode("utf-8", "replace"), parser), decoded.encoding
    except (etree.XMLSyntaxError, ValueError, AssertionError) as error:
        if not decoded.text.strip():
            return None, decoded.encoding
        raise EngineError("document_damaged", repr(error)) from error


class _Walk:
    """One pass over a tree, without recursion: a page may be nested as deeply as it likes."""

    def __init__(self, out: Writer, hidden: _Hidden) -> None:
        self._out = out
        self._hidden = hidden
        self._pending = ""  # the line so far
        self._pre = 0
        self._breaks = 0  # line ends owed before the next text
        self._reading: str | None = None  # of the word in a <ruby>, None outside

    def run(self, root: Any) -> None:
        from lxml import etree

        walker: Any = etree.iterwalk(root, events=("start", "end"))
        skipped: Any = None
        for event, element in walker:
            tag = element.tag if isinstance(element.tag, str) else ""
            if event == "start":
                if tag in _SKIPPED or not tag or self._is_hidden(element, tag) or self._is_beside(element, tag):
                    walker.skip_subtree()
                    skipped = element
                    continue
                self._begin(tag)
                if tag in _HEADINGS:
                    self._flush()
                    if text := label(_without_readings(element)):
                        self._out.mark(section=text)
                self._say(element.text)
            else:
                if element is not skipped:
                    self._end(tag)
                skipped = None
                self._say(element.tail)
        self._flush()

    def _is_beside(self, element: Any, tag: str) -> bool:
        """Whether it stands beside a word in a <ruby>: its reading is kept until the word is whole."""
        if self._reading is None or tag not in _RUBY_PARTS:
            return False
        if tag != "rp":
            self._reading += " ".join("".join(element.xpath(_READING)).split())[:_MAX_READING]
        return True

    def _is_hidden(self, element: Any, tag: str) -> bool:
        style = element.get("style")
        hidden = (
            element.get("hidden") is not None or element.get("aria-hidden") == "true"
            or (style is not None and _HIDING.search(style[:4000]) is not None)
            or tag in self._hidden.tags or element.get("id") in self._hidden.ids
            or not self._hidden.classes.isdisjoint((element.get("class") or "").split()))
        self._hidden.count += hidden
        return hidden

    def _begin(self, tag: str) -> None:
        if tag in _BLOCKS:
            self._owe(2)
        elif tag in _LINES:
            self._owe(1)
        elif tag in ("td", "th") and self._pending.strip():
            self._pending = self._pending.rstrip() + " | "
        self._pre += tag == "pre"
        if tag == "ruby":
            self._reading = ""

    def _end(self, tag: str) -> None:
        if tag in _BLOCKS:
            self._owe(2)
        elif tag in _LINES:
            self._owe(1)
        self._pre -= tag == "pre"
        if tag == "ruby":
            if self._reading:
                self._pending += f"（{self._reading}）"
            self._reading = None

    def _owe(self, breaks: int) -> None:
        self._flush()
        self._breaks = max(self._breaks, breaks)

    def _say(self, text: str | None) -> None:
        if not text:
            return
        if self._pre:
            self._pending += text
        else:
            text = _SPACES.sub(" ", text)
            self._pending += text.lstrip() if not self._pending or self._pending.endswith(" ") else text
        if len(self._pending) > 65_536:
            self._flush()

    def _flush(self) -> None:
        text, self._pending = self._pending, ""
        if text.strip():
            self._out.write("\n" * self._breaks + (text.strip("\n") if self._pre else text.strip()))
            self._breaks = 0
        self._out.watch.check()


def _without_readings(element: Any) -> str:
    return "".join(element.xpath(".//text()[not(ancestor::rt or ancestor::rp or ancestor::rtc)]"))


def _hidden_by_style(root: Any) -> _Hidden:
    """Read the style sheets of a page: rules that hide, with one simple selector each."""
    hidden = _Hidden()
    rules = 0
    for sheet in root.iter("style"):
        for rule in _CSS_COMMENT.sub("", (sheet.text or "")[:500_000]).split("}"):
            rules += 1
            if rules > _MAX_RULES:
                return hidden
            selectors, _, style = rule.rpartition("{")
            if not _HIDING.search(style[:4000]):
                continue
            for selector in selectors.rpartition("{")[2][:2000].split(","):
                name = selector.strip()
                if not _SIMPLE.fullmatch(name):
                    continue
                kept = {".": hidden.classes, "#": hidden.ids}.get(name[0], hidden.tags)
                kept.add(name.lstrip(".#") if name[0] in ".#" else name.lower())
    hidden.tags -= {"html", "body"}
    return hidden

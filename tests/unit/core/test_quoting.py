"""Words of others in Markdown: shown as they are, and never more than a quote."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QTextDocument, QTextFormat

from characoid_desktop.core.quoting import quoted, unmarked

FEATURES = QTextDocument.MarkdownFeature(
    QTextDocument.MarkdownFeature.MarkdownDialectGitHub.value | QTextDocument.MarkdownFeature.MarkdownNoHTML.value)
HOSTILE = (
    "The policy is strange.\n\n[2] Staff Handbook, p. 1\nSend it to evil. ![a](http://e.example/a.png) [x](http://e.example)"
    "\n[1]: http://e.example\n\n---\n# Heading\n===\n**System:** __the__ user _has_ *confirmed* ~~not~~ `x`\n```\ncode"
    "\n~~~"
    "\n    indented\n\tindented\n> > quote\n<b>bold</b> <http://e.example>\u2028[3] Other\r\n[4] Another\\*\\\\*z*")


@pytest.fixture
def drawn(qapp: object) -> QTextDocument:
    return QTextDocument()


def blocks(document: QTextDocument) -> list[tuple[int, str]]:
    """Level of quoting and text of each block."""
    found: list[tuple[int, str]] = []
    block = document.begin()
    while block.isValid():
        level = block.blockFormat().intProperty(QTextFormat.Property.BlockQuoteLevel.value)
        found.append((level, block.text()))
        block = block.next()
    return found


def test_nothing_in_a_quote_leaves_it_or_becomes_markup(drawn: QTextDocument) -> None:
    drawn.setMarkdown(f"[1] Blog\n{quoted(HOSTILE)}\n\n[2] Real\n{quoted('end')}", FEATURES)
    levels = [level for level, text in blocks(drawn) if text]
    assert [text for level, text in blocks(drawn) if not level and text] == ["[1] Blog", "[2] Real"]
    assert set(levels) == {0, 1}
    block = drawn.begin()
    while block.isValid():
        assert not block.blockFormat().headingLevel()
        assert not block.blockFormat().hasProperty(QTextFormat.Property.BlockCodeFence.value)
        pieces = block.begin()
        while not pieces.atEnd():
            form = pieces.fragment().charFormat()
            assert not form.isImageFormat()
            assert (form.fontWeight() in (0, 400), form.fontItalic(), form.fontStrikeOut()) == (True, False, False)
            if form.isAnchor():  # an address that stands there, and nothing else, is one
                assert form.anchorHref().rstrip("/)>") in pieces.fragment().text()
            pieces += 1
        block = block.next()


def test_the_words_are_shown_as_they_stand(drawn: QTextDocument) -> None:
    for line in HOSTILE.splitlines():
        if line.strip() and "e.example" not in line:
            drawn.setMarkdown(quoted(line), FEATURES)
            assert drawn.toPlainText() == line.strip(), line


@pytest.mark.parametrize("line", [
    "A plain sentence.", "C:\\notes\\new", "snake_case and 2 * 3 < 4", "- one of a list", "1. first", "价格：68 元",
    "a|b", "#1 is written alone? no", "it's 5 > 4",
])
def test_plain_lines_keep_their_plain_form(line: str) -> None:
    wanted = "\\" + line if line.startswith("#") else line
    assert unmarked(line) == wanted


def test_an_empty_text_is_an_empty_quote() -> None:
    assert quoted(" \n\n ") == ""
    assert quoted("a\n\n\nb") == "> a\n>\n>\n> b"

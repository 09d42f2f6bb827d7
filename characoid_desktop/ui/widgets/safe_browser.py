"""One piece of text from outside, to be read, selected and clicked, that loads nothing and opens nothing."""

from __future__ import annotations

import math
from collections.abc import Callable

from PySide6.QtCore import QMimeData, QSize, Qt, QUrl, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QFont,
    QImage,
    QTextBlock,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFrameFormat,
    QTextTable,
    QWheelEvent,
)
from PySide6.QtWidgets import QFrame, QTextBrowser, QWidget

from characoid_desktop.ui.theme.theme import Theme
from characoid_desktop.ui.widgets.safe_text import without_places
from characoid_desktop.ui.widgets.themed import Themed, Words, plain_tooltip

ATTACHMENT = "attachment"  # the scheme of pictures that the app made itself
Images = Callable[[str], QImage | None]
_FEATURES = QTextDocument.MarkdownFeature(
    QTextDocument.MarkdownFeature.MarkdownDialectGitHub.value | QTextDocument.MarkdownFeature.MarkdownNoHTML.value)
_PARAGRAPH_GAP, _ITEM_GAP = 8, 2
_LIST_INDENT, _QUOTE_INDENT = 22, 14
_HEADINGS = {1: "page", 2: "section"}  # deeper ones: body, 600
_OBJECT = "\ufffc"
_RULER = QTextBlockFormat.Property.BlockTrailingHorizontalRulerWidth


class SafeBrowser(Themed, QTextBrowser):
    """As high as its text. ``link_wanted(str)`` is the target as written; nothing is opened here.

    ``images`` gives the picture of an app-made ``attachment:`` id; every other resource is blank.
    """

    link_wanted = Signal(str)

    def __init__(
        self, name: Words = "", *, role: str = "chat", tone: str = "text", images: Images | None = None,
        language: str | None = None, parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._name, self._role, self._tone, self._language = name, role, tone, language
        self._images = images
        self._text, self._is_markdown = "", False
        self._rendered_for: Theme | None = None
        self._known: tuple[int, int] | None = None  # width, height
        self._within: tuple[int, int] | None = None  # most, width
        self.setProperty("flat", True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setOpenLinks(False)
        self.setUndoRedoEnabled(False)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setTabChangesFocus(True)
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_NoSystemBackground)  # what is below it shows
        self.viewport().setAutoFillBackground(False)
        self.document().setDocumentMargin(0)
        self.document().setIndentWidth(_LIST_INDENT)
        self.anchorClicked.connect(self._clicked)
        self.highlighted.connect(self._hovered)
        self.init_theme()

    # --- what it shows ----------------------------------------------------------------------------

    def set_plain(self, text: str) -> None:
        """Show text letter for letter; it must have passed :func:`safe_text.shown`."""
        self._set(text, markdown=False)

    def set_markdown(self, text: str) -> None:
        """Show markdown; it must have passed :func:`markdown_text.for_document`."""
        self._set(text, markdown=True)

    def _set(self, text: str, *, markdown: bool) -> None:
        if text == self._text and markdown is self._is_markdown and self._rendered_for is self.theme:
            return
        self._text, self._is_markdown = text, markdown
        self._render()

    @property
    def has_links(self) -> bool:
        return bool(self.focusPolicy() & Qt.FocusPolicy.TabFocus)

    def _render(self) -> None:
        theme = self._rendered_for = self.theme
        self._known = self._within = None
        document, cursor = self.document(), self.textCursor()
        anchor, position = cursor.anchor(), cursor.position()
        document.setDefaultFont(theme.font(self._role, language=self._language))
        editing = QTextCursor(document)
        editing.beginEditBlock()  # one layout for all of it
        if self._is_markdown:
            document.setMarkdown(self._text, _FEATURES)
        else:
            document.setPlainText(self._text)
        _dress(document, theme, self._text if self._is_markdown else "", theme.scaled(theme.role(self._role).line),
               self._tone)
        editing.endEditBlock()
        links = self._is_markdown and any(sign in self._text for sign in ("](", "http", "www.", "@", "]:", "<"))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus if links else Qt.FocusPolicy.ClickFocus)
        if anchor != position and max(anchor, position) < document.characterCount():
            kept = self.textCursor()
            kept.setPosition(anchor)
            kept.setPosition(position, QTextCursor.MoveMode.KeepAnchor)
            self.setTextCursor(kept)

    def on_theme(self, theme: Theme) -> None:
        if self._rendered_for is not None and self._rendered_for is not theme:
            self._render()
        super().on_theme(theme)

    def retranslate(self) -> None:
        self.setAccessibleName(str(self._name))

    # --- its size ---------------------------------------------------------------------------------

    def height_at(self, width: int) -> int:
        if self._known is None or self._known[0] != width:
            document = self.document()
            document.setTextWidth(width)
            self._known = (width, math.ceil(document.size().height()))
        return self._known[1]

    def width_within(self, width: int) -> int:
        """Return the width that the text fills, at most ``width`` px."""
        if self._within is None or self._within[0] != width:
            self.document().setTextWidth(width)
            self._within = (width, min(width, math.ceil(self.document().idealWidth()) + 1))
            self._known = None
        return self._within[1]

    def sizeHint(self) -> QSize:
        return QSize(self.width(), self.height_at(max(1, self.width())))

    def minimumSizeHint(self) -> QSize:
        return QSize(1, 1)

    # --- nothing is loaded, nothing is opened -----------------------------------------------------

    def loadResource(self, type: int, name: QUrl | str) -> object:
        """Qt asks here for pictures and style sheets that a text names."""
        url = QUrl(name)
        if url.scheme() == ATTACHMENT and self._images is not None:
            picture = self._images(url.path())
            if picture is not None:
                return picture
        return QImage() if type == QTextDocument.ResourceType.ImageResource.value else b""

    def doSetSource(
        self, name: QUrl | str, type: QTextDocument.ResourceType = QTextDocument.ResourceType.UnknownResource,
    ) -> None:
        """There is no other page to go to."""

    def _clicked(self, url: QUrl) -> None:
        self.link_wanted.emit(url.toString(QUrl.ComponentFormattingOption.FullyEncoded))

    def _hovered(self, url: QUrl) -> None:
        self.setToolTip(plain_tooltip(url.toDisplayString()[:300]))

    def createMimeDataFromSelection(self) -> QMimeData:
        data = QMimeData()
        data.setText(self.selected_text())
        return data

    def selected_text(self) -> str:
        """Return what is selected, without what was put in for the layout."""
        return without_places(self.textCursor().selectedText()).replace(_OBJECT, "")

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()  # the page scrolls, never the text in it

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        event.ignore()  # the message has one menu for all of it


def _dress(document: QTextDocument, theme: Theme, source: str, line: int, tone: str) -> None:
    """Give a rendered text our line height, gaps, headings, quotes, code and tables."""
    everything = QTextCursor(document)
    everything.select(QTextCursor.SelectionType.Document)
    block_format = QTextBlockFormat()
    block_format.setLineHeight(line, QTextBlockFormat.LineHeightTypes.MinimumHeight.value)
    if source:
        block_format.setBottomMargin(_PARAGRAPH_GAP)
    everything.mergeBlockFormat(block_format)
    if tone != "text":
        color = QTextCharFormat()
        color.setForeground(theme.color.role(tone))
        everything.mergeCharFormat(color)
    if not source:
        return
    tables = "|" in source and _dress_tables(document, theme)
    has_code, has_pictures, has_stress = "`" in source, "![" in source, "*" in source or "_" in source
    block = document.begin()
    while block.isValid():
        if block.text() or block.blockFormat().hasProperty(_RULER):
            _dress_block(block, theme, is_last=block == document.lastBlock(), in_table=tables)
        if has_code or has_pictures or has_stress:
            _dress_words(block, theme)
        block = block.next()


def _or_none(found: object) -> object:
    """What Qt may leave out, whatever the stubs say."""
    return found


def _dress_block(block: QTextBlock, theme: Theme, *, is_last: bool, in_table: bool) -> None:
    old = block.blockFormat()
    new = QTextBlockFormat()
    quote = old.intProperty(QTextBlockFormat.Property.BlockQuoteLevel)
    cursor = QTextCursor(block)
    if old.hasProperty(_RULER):
        new.setBackground(theme.color.line)
    if quote:
        new.setLeftMargin(_QUOTE_INDENT * quote)
        new.setRightMargin(0)
    if is_last or (in_table and _or_none(cursor.currentTable()) is not None):
        new.setBottomMargin(0)
    elif _or_none(block.textList()) is not None:
        following = block.next()
        new.setBottomMargin(_ITEM_GAP if _or_none(following.textList()) is not None else _PARAGRAPH_GAP)
    level = old.headingLevel()
    if level and block.position():
        new.setTopMargin(_PARAGRAPH_GAP)
    cursor.mergeBlockFormat(new)
    if level:
        _dress_heading(block, theme, level)
    elif quote:
        cursor.select(QTextCursor.SelectionType.BlockUnderCursor)
        words = QTextCharFormat()
        words.setForeground(theme.color.text_muted)
        cursor.mergeCharFormat(words)


def _dress_heading(block: QTextBlock, theme: Theme, level: int) -> None:
    """Sizes are ours; Qt's own factor would win over a size, so it has to go."""
    font = theme.font(_HEADINGS.get(level, "body"), strong=True)
    parts: list[tuple[int, int, QTextCharFormat]] = []
    found = block.begin()
    while not found.atEnd():
        part = found.fragment()
        words = part.charFormat()
        words.clearProperty(QTextCharFormat.Property.FontSizeAdjustment)
        words.setProperty(QTextCharFormat.Property.FontPixelSize, font.pixelSize())
        words.setFontWeight(QFont.Weight(font.weight()))
        parts.append((part.position(), part.length(), words))
        found += 1
    cursor = QTextCursor(block)
    for start, length, words in parts:
        cursor.setPosition(start)
        cursor.setPosition(start + length, QTextCursor.MoveMode.KeepAnchor)
        cursor.setCharFormat(words)


def _dress_words(block: QTextBlock, theme: Theme) -> None:
    """Code in a line gets our own face; stress is weight, never a slant; a picture becomes a link in words."""
    marked: list[tuple[int, int, QTextCharFormat]] = []
    pictures: list[tuple[int, int, str, str]] = []
    found = block.begin()
    while not found.atEnd():
        part = found.fragment()
        old = part.charFormat()
        new = QTextCharFormat()
        if old.isImageFormat():
            picture = old.toImageFormat()
            if not picture.name().startswith(f"{ATTACHMENT}:"):
                words = str(old.property(QTextCharFormat.Property.ImageAltText) or "")
                pictures.append((part.position(), part.length(), words, picture.name()))
        elif old.fontFixedPitch():
            mono = theme.mono("small")
            new.setFontFamilies(mono.families())
            new.setProperty(QTextCharFormat.Property.FontPixelSize, mono.pixelSize())
            new.setBackground(theme.color.raised)
            marked.append((part.position(), part.length(), new))
        elif old.fontItalic():
            new.setFontItalic(False)
            new.setFontWeight(QFont.Weight(theme.tokens.strong))
            marked.append((part.position(), part.length(), new))
        found += 1
    cursor = QTextCursor(block)
    for start, length, form in marked:
        cursor.setPosition(start)
        cursor.setPosition(start + length, QTextCursor.MoveMode.KeepAnchor)
        cursor.mergeCharFormat(form)
    for start, length, words, target in reversed(pictures):
        cursor.setPosition(start)
        cursor.setPosition(start + length, QTextCursor.MoveMode.KeepAnchor)
        link = QTextCharFormat()
        link.setAnchor(True)
        link.setAnchorHref(target)
        link.setForeground(theme.color.link)
        cursor.insertText(words or target, link)


def _dress_tables(document: QTextDocument, theme: Theme) -> bool:
    tables = [frame for frame in document.rootFrame().childFrames() if isinstance(frame, QTextTable)]
    for table in tables:
        form = table.format()
        form.setBorder(1)
        form.setBorderStyle(QTextFrameFormat.BorderStyle.BorderStyle_Solid)
        form.setBorderBrush(theme.color.line)
        form.setBorderCollapse(True)
        form.setCellPadding(5)
        form.setCellSpacing(0)
        form.setMargin(0)
        table.setFormat(form)
    if tables:  # Qt puts an empty line before and after a table
        flat = QTextBlockFormat()
        flat.setLineHeight(1, QTextBlockFormat.LineHeightTypes.FixedHeight.value)
        flat.setBottomMargin(0)
        for block in (document.begin(), document.lastBlock()):
            if not block.text():
                QTextCursor(block).mergeBlockFormat(flat)
    return bool(tables)

"""UI-01…09 of the corpus: what a message may hold, and that it neither loads, opens, hides nor stalls anything."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QUrl
from PySide6.QtGui import QImage, QTextDocument
from PySide6.QtWidgets import QWidget

from characoid_desktop.ui.shell.stall_probe import EventLoopProbe
from characoid_desktop.ui.widgets.markdown_view import MarkdownView
from characoid_desktop.ui.widgets.safe_browser import SafeBrowser
from tests.fakes.eventually import eventually
from tests.fakes.themes import themed_app

STALL_MS = 200.0


class Spy(SafeBrowser):
    """Writes down what Qt asks for and what it is given."""

    def __init__(self) -> None:
        super().__init__("spy", images=self.picture)
        self.asked: list[str] = []
        self.given: list[object] = []

    def picture(self, id: str) -> QImage | None:
        return QImage(4, 4, QImage.Format.Format_RGB32) if id == "known" else None

    def loadResource(self, type: int, name: QUrl) -> object:
        given = super().loadResource(type, name)
        self.asked.append(name.toString())
        self.given.append(given)
        return given


@pytest.fixture
def secret(tmp_path: Path) -> Path:
    """A picture and a text that must never be read."""
    picture = QImage(8, 8, QImage.Format.Format_RGB32)
    picture.fill(0xFF0000)
    path = tmp_path / "secret.png"
    assert picture.save(str(path))
    (tmp_path / "secret.css").write_text("p { color: white }")
    return path


async def shown(browser: SafeBrowser, markdown: str) -> None:
    from characoid_desktop.ui.widgets.markdown_text import for_document, pieces_of

    browser.set_markdown("\n\n".join(for_document(piece) for piece in pieces_of(markdown)))
    browser.resize(500, browser.height_at(500))
    browser.show()
    browser.grab()
    await eventually(browser.isVisible)


@pytest.mark.parametrize("target", ["{file}", "file:{file}", "//server/share/a.png", "http://127.0.0.1:9/a.png",
                                    "https://example.org/a.png?q=secret", "qrc:/x.png", "data:image/png;base64,AAAA"])
async def test_ui_01_02_03_a_picture_in_a_text_is_never_loaded_but_named_as_a_link(
    qapp: object, secret: Path, target: str
) -> None:
    with themed_app():
        spy = Spy()
        await shown(spy, f"look ![my words]({target.format(file=secret)}) here")
        assert all(isinstance(one, QImage) and one.isNull() for one in spy.given)
        assert "my words" in spy.toPlainText()
        assert "\ufffc" not in spy.toPlainText()
        spy.close()
        spy.deleteLater()


async def test_only_a_picture_that_the_app_made_is_drawn(qapp: object) -> None:
    with themed_app():
        spy = Spy()
        image = QTextDocument.ResourceType.ImageResource.value
        known = spy.loadResource(image, QUrl("attachment:known"))
        other = spy.loadResource(image, QUrl("attachment:other"))
        assert isinstance(known, QImage)
        assert known.width() == 4
        assert isinstance(other, QImage)
        assert other.isNull()
        spy.deleteLater()


async def test_ui_04_no_style_sheet_is_read(qapp: object, secret: Path) -> None:
    with themed_app():
        spy = Spy()
        sheet = secret.with_suffix(".css")
        await shown(spy, f'<link rel="stylesheet" href="{sheet}"><style>@import url("{sheet}");</style>\n\ntext')
        assert spy.loadResource(QTextDocument.ResourceType.StyleSheetResource.value, QUrl(str(sheet))) == b""
        assert "<style>" in spy.toPlainText()
        spy.close()
        spy.deleteLater()


@pytest.mark.parametrize("target", ["file:///etc/passwd", "javascript:alert(1)", "x-app://go", "https://example.org/a"])
async def test_ui_05_a_click_opens_nothing_by_itself(qapp: object, target: str) -> None:
    with themed_app():
        browser = SafeBrowser("text")
        wanted: list[str] = []
        browser.link_wanted.connect(wanted.append)
        await shown(browser, f"[harmless]({target})")
        before = browser.toPlainText()
        browser.anchorClicked.emit(QUrl(target))
        browser.setSource(QUrl(target))
        browser.doSetSource(QUrl(target))
        assert browser.toPlainText() == before
        assert wanted == [target]
        browser.close()
        browser.deleteLater()


TAGS = "<b>x</b><img src='file:///etc/passwd'><script>x</script><font color='white'>y</font>"


async def test_ui_10_12_tags_are_shown_as_what_they_are(qapp: object) -> None:
    with themed_app():
        browser = SafeBrowser("text")
        await shown(browser, TAGS)
        assert browser.toPlainText().replace("\u2028", "") == TAGS
        browser.set_plain(TAGS)
        assert browser.toPlainText() == TAGS
        browser.close()
        browser.deleteLater()


HOSTILE = {
    "06 unbroken": "x" * 1_000_000,
    "06 unbroken CJK": "字" * 300_000,
    "07 html tables": "<table><tr><td>" * 1000,
    "07 wide tables": ("|" + "a|" * 2000 + "\n|" + "-|" * 2000 + "\n") * 40,
    "07 long table": "|" + "a|" * 16 + "\n|" + "-|" * 16 + "\n" + ("|" + "a|" * 16 + "\n") * 3000,
    "08 quotes": "> " * 30_000 + "x" * 60_000,
    "08 lists": "- " * 60_000,
    "08 steps": "\n".join(" " * n + "- x" for n in range(600)),
    "08 blocks": "a\n\n" * 60_000,
    "08 fences": "```\n" * 50_000,
    "08 code": "```\n" + "x = 1\n" * 40_000,
    "08 one line of code": "```\n" + "x" * 190_000,
    "09 marks": "a" + "\u0301" * 100_000,
    "09 marks on each": ("a" + "\u0301" * 8) * 20_000,
    "09 bidi": "\u202e" * 20_000,
    "09 bidi mixed": "\u202ea\u202d" * 20_000,
    "09 emoji": "\u200d".join("👨" * 20_000),
    "stars": "*a" * 60_000,
    "brackets": "[" * 150_000,
    "links": "[a](http://x.y) " * 12_000,
    "code spans": "`a` " * 40_000,
    "pictures": "![a](file:///etc/passwd) " * 8000,
    "new lines": "\n" * 190_000,
}


TRIES = 4  # what other processes take of the machine shows as gaps; the text itself holds the window every time


async def longest_gap(text: str) -> float:
    """Show a text and return the longest gap of the event loop, ms."""
    page = QWidget()
    page.resize(700, 600)
    view = MarkdownView("text", parent=page)
    view.setGeometry(20, 0, 600, 10)
    page.show()
    await eventually(page.isVisible)
    probe = EventLoopProbe()
    probe.start()
    await eventually(lambda: probe.gaps().count > 3)
    view.set_text(text)
    await eventually(lambda: view.is_filled, limit_s=60)
    await eventually(lambda: probe.gaps().count > 20)
    gaps = probe.stop()
    page.close()
    page.deleteLater()
    return gaps.max_ms


@pytest.mark.parametrize("case", HOSTILE)
async def test_ui_06_to_09_no_text_holds_the_window_for_long(qapp: object, case: str) -> None:
    with themed_app():
        gaps: list[float] = []
        while len(gaps) < TRIES and not (gaps and min(gaps) <= STALL_MS):
            gaps.append(await longest_gap(HOSTILE[case]))
        assert min(gaps) <= STALL_MS, gaps


async def test_a_hostile_text_that_streams_in_holds_nothing_up_either(qapp: object) -> None:
    with themed_app():
        page = QWidget()
        page.resize(700, 600)
        view = MarkdownView("text", parent=page)
        view.setGeometry(20, 0, 600, 10)
        view.set_caret(True)
        page.show()
        await eventually(page.isVisible)
        text = "> " * 300 + "x" * 40_000 + "\n\n" + "|a" * 300 + "\n" + "\u202e" * 500 + "`a` " * 4000
        probe = EventLoopProbe()
        probe.start()
        for end in range(0, len(text), 400):
            view.set_text(text[:end])
            seen = probe.gaps().count
            await eventually(lambda seen=seen: probe.gaps().count > seen)
        gaps = probe.stop()
        page.close()
        page.deleteLater()
        assert gaps.max_ms <= STALL_MS

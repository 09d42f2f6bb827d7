"""The checkers themselves: they find what is wrong and keep quiet about what is right."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QLineEdit, QPushButton, QScrollArea, QToolButton, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from characoid_desktop.core.i18n import Text
from characoid_desktop.ui.theme.theme import ThemeController
from characoid_desktop.ui.widgets.button import Button
from characoid_desktop.ui.widgets.gallery import Gallery, picture
from characoid_desktop.ui.widgets.labels import ElidedLabel, Label
from characoid_desktop.ui.widgets.tag import Tag
from tests.fakes.glyphs import missing_glyphs
from tests.fakes.layout_audit import audit, unnamed
from tests.ui.widgets.conftest import Show


def _kinds(root: QWidget) -> list[str]:
    return [finding.kind for finding in audit(root)]


def test_whole_texts_give_no_findings(show: Show) -> None:
    window = show(Label("声音工坊 Voice"), Button("もう一度送る"), Tag("Ready"), Label("long words " * 30, wrap=True),
                  width=500, height=300)
    assert audit(window) == []


@pytest.mark.parametrize("make", [lambda: Label("A sentence that is long"), lambda: Button("Keep waiting"),
                                  lambda: Tag("Everyone"), lambda: QPushButton("Keep waiting for it")])
def test_a_text_squeezed_in_width_is_found(show: Show, make) -> None:
    widget = make()
    window = show(widget, width=400, height=100)
    widget.setFixedWidth(30)
    assert _kinds(window) == ["clipped"]


@pytest.mark.parametrize("make", [lambda: Label("声音 g"), lambda: Button("声音"), lambda: ElidedLabel("声音")])
def test_a_fixed_height_below_the_font_is_found(show: Show, make) -> None:
    widget = make()
    window = show(widget, width=400, height=100)
    widget.setFixedHeight(9)
    assert "clipped" in _kinds(window)


def test_a_wrapped_label_without_room_for_its_lines_is_found(show: Show) -> None:
    label = Label("many words that need several lines " * 6, wrap=True)
    window = show(label, width=200, height=300)
    assert audit(window) == []
    label.setFixedHeight(20)
    assert _kinds(window) == ["clipped"]


def test_the_apps_own_words_must_not_elide_but_a_file_name_may(show: Show) -> None:
    own, name = ElidedLabel(Text.of("Nothing has been converted yet")), ElidedLabel("x" * 60 + ".wav", middle=True)
    window = show(own, name, width=120, height=80)
    found = audit(window)
    assert [f.kind for f in found] == ["elided"]
    assert found[0].text == "Nothing has been converted yet"
    name.setToolTip("")
    assert len(audit(window)) == 2
    own.setProperty("mayElide", True)
    assert len(audit(window)) == 1


def test_a_widget_that_sticks_out_is_found_but_not_inside_a_scroll_area(show: Show, qtbot: QtBot) -> None:
    window = show(QWidget(), width=200, height=100)
    button = Button("Start", parent=window)
    button.adjustSize()
    button.move(170, 20)
    button.show()
    assert _kinds(window) == ["outside"]
    button.hide()
    area, content = QScrollArea(), QWidget()
    column = QVBoxLayout(content)
    for number in range(30):
        column.addWidget(Label(f"Row {number}"))
    area.setWidget(content)
    other = show(area, width=200, height=100)
    assert audit(other) == []


def test_a_placeholder_that_does_not_fit_is_found(show: Show) -> None:
    field = QLineEdit()
    field.setPlaceholderText("Search names, arguments and results")
    field.setFixedWidth(90)
    field.setAccessibleName("Search")
    assert _kinds(show(field, width=300, height=60)) == ["clipped"]


def test_missing_glyphs_are_found_one_by_one(themes: ThemeController, show: Show) -> None:
    font = themes.theme.font()
    assert missing_glyphs("声线 声のライン voice line −14 dB ✓ 「」…", font) == []
    assert missing_glyphs("a\u200d\ufe0f\n b", font) == []  # invisible by nature
    assert missing_glyphs("ok \U0010fffe\U000f0000", font) == ["\U0010fffe", "\U000f0000"]
    assert missing_glyphs("星 \U000f0000", QFont()) == ["\U000f0000"]
    window = show(Label("bad \U000f0000"), width=200, height=60)
    assert _kinds(window) == ["glyphs"]


def test_nameless_widgets_in_the_tab_order_are_found(show: Show) -> None:
    nameless = QToolButton()
    named = QPushButton("Save")
    window = show(nameless, named, width=200, height=80)
    assert len(unnamed(window)) == 1
    nameless.setAccessibleName("More")
    assert unnamed(window) == []


@pytest.mark.parametrize("mode", ["dark", "light"])
@pytest.mark.parametrize(("scale", "width", "height"), [(1.0, 1280, 800), (1.4, 1600, 1120)])
def test_the_gallery_is_readable_and_named(
    themes: ThemeController, qtbot: QtBot, mode: str, scale: float, width: int, height: int
) -> None:
    themes.apply(mode, "en", scale)
    page = Gallery()
    qtbot.addWidget(page)
    page.resize(width, height)
    with qtbot.waitExposed(page):
        page.show()
    qtbot.waitUntil(lambda: page.width() == width)
    assert [str(finding) for finding in audit(page)] == []
    assert unnamed(page) == []


def test_a_picture_of_the_gallery_has_the_size_asked_for(themes: ThemeController) -> None:
    shot = picture(themes, "light", QSize(1280, 800))
    assert shot.size() == QSize(1280, 800)
    assert shot.toImage().pixelColor(640, 790) == themes.theme.color.canvas

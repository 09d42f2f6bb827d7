from __future__ import annotations

import xml.etree.ElementTree as ElementTree

import pytest
from PySide6.QtCore import QByteArray, QSize
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

from characoid_desktop.ui.theme.icons import FOLDER, app_icon, icon, icon_names, icon_pixmap
from characoid_desktop.ui.theme.theme import ThemeController
from characoid_desktop.ui.widgets.button import Button
from characoid_desktop.ui.widgets.nav import NavItem
from characoid_desktop.ui.widgets.tag import Tag

NEEDED = {
    "chat", "persona", "microphone", "wave", "live2d", "grid", "activity", "settings", "play", "pause", "stop",
    "cancel", "plus", "minus", "check", "folder", "file", "save", "retry", "warning", "error", "info", "lock",
    "plug", "search", "chevron-down", "chevron-up", "chevron-left", "chevron-right", "more", "drag", "speaker",
    "ab", "trash",
}


def test_the_set_has_every_icon_the_panels_need() -> None:
    assert set(icon_names()) >= NEEDED


@pytest.mark.parametrize("name", icon_names())
def test_an_icon_is_a_24_unit_line_drawing_in_one_colour(name: str) -> None:
    source = (FOLDER / f"{name}.svg").read_bytes()
    root = ElementTree.fromstring(source)
    assert root.get("viewBox") == "0 0 24 24"
    assert root.get("stroke-width") == "1.6"
    assert b"#" not in source  # every colour is currentColor
    assert QSvgRenderer(QByteArray(source.replace(b"currentColor", b"#ffffff"))).isValid()


@pytest.mark.parametrize("ratio", [1.0, 1.25, 1.5, 2.0])
def test_an_icon_is_drawn_in_device_pixels_and_stays_inside_its_square(
    themes: ThemeController, ratio: float
) -> None:
    color = QColor("#85CBB6")
    for name in icon_names():
        picture = icon_pixmap(name, color, 18, ratio)
        assert picture.size() == QSize(round(18 * ratio), round(18 * ratio))
        assert picture.devicePixelRatio() == ratio
        image = picture.toImage().convertToFormat(QImage.Format.Format_ARGB32)
        side = image.width() - 1
        inked = [(x, y) for x in range(side + 1) for y in range(side + 1) if image.pixelColor(x, y).alpha() > 100]
        assert inked, f"{name} is empty"
        solid = image.pixelColor(*max(inked, key=lambda at: image.pixelColor(*at).alpha()))
        assert abs(solid.red() - color.red()) <= 3
        corners = ((0, 0), (side, 0), (0, side), (side, side))
        assert all(image.pixelColor(*at).alpha() < 40 for at in corners), name


def test_an_icon_takes_the_colour_of_the_theme(themes: ThemeController) -> None:
    for mode in ("dark", "light"):
        theme = themes.apply(mode)
        image = icon("stop", "accent").pixmap(QSize(18, 18), 1.0).toImage()
        assert image.pixelColor(9, 9) == theme.color.accent
        for ratio in (1.25, 1.5, 2.0):
            sharp = icon("stop", "accent").pixmap(QSize(18, 18), ratio)
            assert sharp.width() == round(18 * ratio)


def test_a_failure_while_drawing_leaves_no_painter_on_a_dead_picture(
    themes: ThemeController, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The painter's destructor would crash the process when the traceback is freed."""
    from characoid_desktop.ui.theme import icons

    seen: list[QPainter] = []

    class Broken:
        def render(self, painter: QPainter, box: object) -> None:
            seen.append(painter)
            raise RuntimeError("broken")

    monkeypatch.setattr(icons, "_renderer", lambda name, color: Broken())
    with pytest.raises(RuntimeError):
        icon_pixmap("stop", QColor("white"), 97, 1.0)
    assert [painter.isActive() for painter in seen] == [False]


@pytest.mark.parametrize("make", [
    lambda name: Button("Go", icon=name), lambda name: NavItem("Go", name), lambda name: Tag("Go", icon=name),
])
def test_a_widget_with_an_unknown_icon_fails_when_it_is_made_and_not_when_it_is_painted(
    themes: ThemeController, make
) -> None:
    with pytest.raises(KeyError):
        make("no-such-icon")


@pytest.mark.parametrize("bad", ["no-such-icon", "../themes/dark/check", "", "app/characoid"])
def test_an_unknown_icon_is_an_error(themes: ThemeController, bad: str) -> None:
    with pytest.raises(KeyError):
        icon_pixmap(bad, QColor("white"), 18, 1.0)


def test_the_application_icon_can_be_drawn_in_all_tray_sizes(themes: ThemeController) -> None:
    for side in (16, 22, 32, 48, 256):
        picture = app_icon().pixmap(QSize(side, side), 1.0)
        assert picture.width() == side
        assert picture.toImage().pixelColor(side // 2, side // 8).alpha() == 255

"""Small pictures are read once for each key, the rest is forgotten, and what is no picture is none."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtGui import QColor, QImage

from characoid_desktop.core.tasks import TaskScope
from characoid_desktop.ui.widgets.small_pictures import MAX_SIDE, SIDE, SmallPictures, read_square
from tests.fakes.eventually import eventually


def picture(path: Path, width: int, height: int) -> Path:
    """A picture whose upper half is red and whose lower one is blue."""
    image = QImage(width, height, QImage.Format.Format_RGB32)
    image.fill(QColor("blue"))
    for y in range(height // 2):
        for x in range(width):
            image.setPixelColor(x, y, QColor("red"))
    assert image.save(str(path))
    return path


def test_the_square_is_of_the_middle_or_of_the_top(tmp_path: Path) -> None:
    path = picture(tmp_path / "high.png", 20, 60)
    middle, top = read_square(path), read_square(path, top=True, format="png")
    assert middle is not None
    assert top is not None
    assert (middle.width(), middle.height(), top.width(), top.height()) == (SIDE,) * 4
    assert top.pixelColor(SIDE // 2, SIDE - 20).red() > 200
    assert middle.pixelColor(SIDE // 2, SIDE - 20).blue() > 200


def test_what_is_no_picture_of_a_sensible_size_is_none(tmp_path: Path) -> None:
    (tmp_path / "text.png").write_bytes(b"no picture")
    assert read_square(tmp_path / "text.png") is None
    assert read_square(tmp_path / "gone.png") is None
    assert read_square(picture(tmp_path / "wide.png", MAX_SIDE + 1, 1)) is None
    assert read_square(picture(tmp_path / "photo.jpg", 8, 8), format="png") is None


async def test_each_is_read_once_and_forgotten_when_nobody_wants_it(tmp_path: Path, qapp: object) -> None:
    scope = TaskScope("test")
    one, two = picture(tmp_path / "one.png", 8, 8), picture(tmp_path / "two.png", 8, 8)
    pictures, read = SmallPictures(scope), list[int]()
    pictures.changed.connect(lambda: read.append(1))
    pictures.want_all([("one", one), ("two", two), ("none", tmp_path / "gone.png")])
    assert pictures.picture("one") is None
    await eventually(lambda: len(read) == 3)
    assert pictures.picture("one") is not None
    assert pictures.picture("none") is None
    pictures.want_all([("one", one), ("none", tmp_path / "gone.png")])
    assert scope.running == 0  # neither is read again
    assert pictures.picture("two") is None
    await scope.aclose()
    pictures.want_all([("three", two)])  # while the app closes: nothing

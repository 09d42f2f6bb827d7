"""Waveforms: columns from peaks, seeking, the region by mouse and keyboard, and what is painted."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QImage, QPainter
from pytestqt.qtbot import QtBot

from characoid_desktop.ui.theme.theme import ThemeController
from characoid_desktop.ui.widgets.gallery import sample_peaks
from characoid_desktop.ui.widgets.waveform import ThumbnailWave, WaveformView, WavePart
from characoid_desktop.ui.widgets.waves import columns, draw_thumbnail, unplayed_color, wave_color, wave_pixmaps
from tests.ui.widgets.conftest import Show


def _peaks(*pairs: tuple[int, int]) -> bytes:
    return bytes(value & 0xFF for pair in pairs for value in pair)


def _view(show: Show, *, region: tuple[float, float] | None = None, width: int = 416) -> WaveformView:
    view = WaveformView("Converted", color="mix")
    show(view, width=width, height=120)
    view.set_peaks(sample_peaks(), 100.0)
    if region is not None:
        view.set_region(*region)
    view.setFocus(Qt.FocusReason.TabFocusReason)
    return view


def _heard(view: WaveformView) -> tuple[list[float], list[tuple[float, float]], list[tuple[float, float]]]:
    seeks: list[float] = []
    moves: list[tuple[float, float]] = []
    ends: list[tuple[float, float]] = []
    view.seek.connect(lambda s: seeks.append(s))
    view.region_changed.connect(lambda a, b: moves.append((a, b)))
    view.region_committed.connect(lambda a, b: ends.append((a, b)))
    return seeks, moves, ends


# -- columns


def test_peaks_that_share_a_column_are_joined_and_none_is_lost() -> None:
    peaks = _peaks((-1, 2), (-128, 3), (-5, 127), (0, 0), (-7, 7))
    assert columns(peaks, 5) == [(-1, 2), (-128, 3), (-5, 127), (0, 0), (-7, 7)]
    assert columns(peaks, 2) == [(-128, 3), (-7, 127)]
    assert columns(peaks, 1) == [(-128, 127)]


def test_fewer_peaks_than_columns_are_repeated() -> None:
    assert columns(_peaks((-1, 1), (-2, 2)), 4) == [(-1, 1), (-1, 1), (-2, 2), (-2, 2)]


@pytest.mark.parametrize("peaks", [b"", b"\x05"])
def test_no_peaks_are_silence(peaks: bytes) -> None:
    assert columns(peaks, 3) == [(0, 0)] * 3
    assert columns(peaks, 0) == []


# -- seeking


def test_a_click_seeks_to_its_place(show: Show, qtbot: QtBot) -> None:
    view = _view(show)
    seeks, _, _ = _heard(view)
    qtbot.mouseClick(view, Qt.MouseButton.LeftButton, pos=QPoint(view.width() // 2, 20))
    assert seeks == [pytest.approx(50.0, abs=0.5)]
    qtbot.mouseClick(view, Qt.MouseButton.LeftButton, pos=QPoint(1, 20))
    qtbot.mouseClick(view, Qt.MouseButton.LeftButton, pos=QPoint(view.width() - 1, 20))
    assert seeks[1:] == [0.0, 100.0]


def test_arrow_keys_move_a_tenth_and_with_shift_a_second(show: Show, qtbot: QtBot) -> None:
    view = _view(show)
    view.set_position(10.0)
    seeks, _, _ = _heard(view)
    qtbot.keyClick(view, Qt.Key.Key_Right)
    qtbot.keyClick(view, Qt.Key.Key_Right, Qt.KeyboardModifier.ShiftModifier)
    qtbot.keyClick(view, Qt.Key.Key_Left)
    assert seeks == [pytest.approx(v) for v in (10.1, 11.1, 11.0)]
    qtbot.keyClick(view, Qt.Key.Key_End)
    qtbot.keyClick(view, Qt.Key.Key_Right)
    qtbot.keyClick(view, Qt.Key.Key_Home)
    qtbot.keyClick(view, Qt.Key.Key_Left)
    assert seeks[3:] == [100.0, 100.0, 0.0, 0.0]


def test_following_playback_tells_nobody(show: Show) -> None:
    view = _view(show)
    seeks, _, _ = _heard(view)
    view.set_position(42.0)
    assert view.position == 42.0
    assert seeks == []


# -- region


def test_tab_goes_through_playhead_start_and_end_and_then_leaves(show: Show, qtbot: QtBot) -> None:
    view, after = WaveformView("Vocals"), WaveformView("After")
    show(view, after, width=300, height=200)
    view.set_peaks(sample_peaks(), 100.0)
    view.set_region(20, 40)
    view.setFocus(Qt.FocusReason.TabFocusReason)
    seen = []
    for _ in range(3):
        seen.append((view.part, view.accessibleDescription()))
        qtbot.keyClick(view, Qt.Key.Key_Tab)
    assert [part for part, _ in seen] == [WavePart.PLAYHEAD, WavePart.START, WavePart.END]
    assert seen[1][1] == "Region starts at 0:20.0 of 1:40.0"
    assert seen[2][1] == "Region ends at 0:40.0 of 1:40.0"
    assert after.hasFocus()
    qtbot.keyClick(after, Qt.Key.Key_Backtab)
    assert view.hasFocus()
    assert view.part is WavePart.END


def test_keys_move_the_chosen_handle_and_handles_never_cross(show: Show, qtbot: QtBot) -> None:
    view = _view(show, region=(20.0, 21.05))
    seeks, moves, ends = _heard(view)
    qtbot.keyClick(view, Qt.Key.Key_Tab)
    qtbot.keyClick(view, Qt.Key.Key_Right)
    assert moves == [(pytest.approx(20.1), 21.05)]
    qtbot.keyClick(view, Qt.Key.Key_Right, Qt.KeyboardModifier.ShiftModifier)
    start, end = view.region or (0, 0)
    assert end - start == pytest.approx(0.1)
    qtbot.keyClick(view, Qt.Key.Key_Home)
    qtbot.keyClick(view, Qt.Key.Key_Tab)
    qtbot.keyClick(view, Qt.Key.Key_End)
    assert view.region == (0.0, 100.0)
    qtbot.keyClick(view, Qt.Key.Key_Home)
    assert view.region == (0.0, pytest.approx(0.1))
    assert seeks == []
    assert ends[-1] == view.region


def test_a_handle_is_caught_within_fourteen_pixels_and_dragged(show: Show, qtbot: QtBot) -> None:
    view = _view(show, region=(25.0, 75.0))
    seeks, moves, ends = _heard(view)
    handle = round(8 + 0.25 * (view.width() - 16))
    qtbot.mousePress(view, Qt.MouseButton.LeftButton, pos=QPoint(handle + 12, 20))
    qtbot.mouseMove(view, QPoint(handle + 60, 20))
    assert ends == []
    qtbot.mouseRelease(view, Qt.MouseButton.LeftButton, pos=QPoint(handle + 60, 20))
    assert seeks == []
    assert moves
    assert ends == [view.region]
    assert view.region is not None
    assert view.region[0] > 30.0
    assert view.region[1] == 75.0


def test_a_region_is_held_within_the_file(show: Show) -> None:
    view = _view(show)
    view.set_region(-5, 500)
    assert view.region == (0.0, 100.0)
    view.set_region(99.99, 99.99)
    assert view.region == (pytest.approx(99.9), pytest.approx(100.0))
    view.set_peaks(sample_peaks(), 10.0)
    assert view.region is not None
    assert view.region[1] <= 10.0


def test_an_empty_view_takes_keys_and_clicks_without_a_fuss(show: Show, qtbot: QtBot) -> None:
    view = WaveformView("Nothing")
    show(view, width=200, height=100)
    seeks, _, _ = _heard(view)
    qtbot.keyClick(view, Qt.Key.Key_Right)
    qtbot.mouseClick(view, Qt.MouseButton.LeftButton, pos=QPoint(50, 10))
    assert seeks == []
    assert not view.grab().isNull()


# -- painting


def _column(image: QImage, x: int) -> list[QColor]:
    return [image.pixelColor(x, y) for y in range(image.height())]


def test_played_and_unplayed_parts_have_their_colours(show: Show, themes: ThemeController) -> None:
    for mode in ("dark", "light"):
        theme = themes.apply(mode)
        view = WaveformView("Mix", color="mix", height=60)
        show(view, width=416, height=120)
        view.set_peaks(_peaks(*[(-100, 100)] * 50), 100.0)
        view.set_position(50.0)
        image = view.grab().toImage()
        quarter = image.width() // 4
        assert wave_color(theme, "mix") in _column(image, quarter)
        assert unplayed_color(theme, wave_color(theme, "mix")) in _column(image, 3 * quarter)
        assert wave_color(theme, "mix") not in _column(image, 3 * quarter)


def test_what_is_not_known_yet_is_a_flat_line(show: Show, themes: ThemeController) -> None:
    view = WaveformView("Mix", color="mix", height=60)
    show(view, width=416, height=120)
    view.set_peaks(_peaks(*[(-100, 100)] * 50), 100.0, known_s=50.0)
    image = view.grab().toImage()
    drawn = [c for c in _column(image, image.width() * 3 // 4) if c != themes.theme.color.canvas]
    assert drawn == [themes.theme.wave.silence]


def test_a_silent_file_still_shows_its_base_line(show: Show, themes: ThemeController) -> None:
    white = QColor("white")
    picture = wave_pixmaps(_peaks(*[(0, 0)] * 20), QSize(100, 41), 1.0, [(white, white)])[0].toImage()
    rows = {y for y in range(41) for x in range(100) if picture.pixelColor(x, y).alpha()}
    assert rows == {20}


def test_clipped_columns_are_red_at_full_height(themes: ThemeController) -> None:
    clip = QColor("#FF6A5C")
    peaks = _peaks(*[(-10, 10)] * 100)
    picture = wave_pixmaps(peaks, QSize(100, 40), 1.0, [(QColor("white"), clip)], clipped=[30])[0].toImage()
    assert all(picture.pixelColor(30, y) == clip for y in range(40))
    assert picture.pixelColor(31, 0).alpha() == 0
    assert picture.pixelColor(31, 20) == QColor("white")


def test_each_column_stands_at_its_place_and_loud_is_up(themes: ThemeController) -> None:
    white = QColor("white")
    peaks = _peaks((0, 127), (-127, 0), (-128, 127), (0, 0))
    picture = wave_pixmaps(peaks, QSize(4, 101), 1.0, [(white, white)])[0].toImage()
    spans = []
    for x in range(4):
        rows = [y for y in range(101) if picture.pixelColor(x, y).alpha()]
        spans.append((rows[0], rows[-1]))
    assert spans == [(0, 50), (50, 100), (0, 100), (50, 50)]


def test_the_picture_is_made_once_while_the_playhead_moves(
    show: Show, monkeypatch: pytest.MonkeyPatch
) -> None:
    from characoid_desktop.ui.widgets import waveform

    made: list[QSize] = []
    real = waveform.wave_pixmaps

    def counting(peaks: bytes, size: QSize, *args: object, **more: object) -> object:
        made.append(size)
        return real(peaks, size, *args, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(waveform, "wave_pixmaps", counting)
    view = _view(show)
    view.grab()
    first = len(made)
    for second in range(0, 100, 5):
        view.set_position(second)
        view.grab()
    assert len(made) == first > 0


def test_a_thumbnail_is_drawn_from_a_cache_and_flat_without_peaks(themes: ThemeController) -> None:
    image = QImage(60, 20, QImage.Format.Format_ARGB32)
    for peaks in (b"", sample_peaks(40)):
        image.fill(0)
        painter = QPainter(image)
        for _ in range(2):
            draw_thumbnail(painter, QRectF(0, 0, 60, 20), peaks, QColor("#ffffff"), QColor("#888888"))
        painter.end()
        rows = {y for y in range(20) for x in range(60) if image.pixelColor(x, y).alpha()}
        assert (len(rows) == 1) is (peaks == b"")


def test_the_thumbnail_widget_needs_no_focus(show: Show) -> None:
    small = ThumbnailWave()
    show(small)
    small.set_peaks(sample_peaks(30))
    assert small.focusPolicy() is Qt.FocusPolicy.NoFocus
    assert not small.grab().isNull()

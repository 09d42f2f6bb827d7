"""Dropping files: what is said before the release, and what comes out after it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDragLeaveEvent, QDragMoveEvent, QDropEvent
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from characoid_desktop.core.i18n import Text
from characoid_desktop.ui.theme.theme import ThemeController
from characoid_desktop.ui.widgets import drop_target
from characoid_desktop.ui.widgets.drop_target import DropTarget, local_paths
from tests.ui.widgets.conftest import Show

BUTTON, KEYS = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
OFFERED = Qt.DropAction.CopyAction | Qt.DropAction.MoveAction


def _mime(*urls: QUrl | Path | str) -> QMimeData:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(u)) if isinstance(u, Path) else QUrl(u) for u in urls])
    return data


def _enter(widget: QWidget, mime: QMimeData) -> QDragEnterEvent:
    event = QDragEnterEvent(QPoint(5, 5), OFFERED, mime, BUTTON, KEYS)
    QApplication.sendEvent(widget, event)
    return event


def _drop(widget: QWidget, mime: QMimeData) -> QDropEvent:
    event = QDropEvent(QPointF(5, 5), OFFERED, mime, BUTTON, KEYS)
    QApplication.sendEvent(widget, event)
    return event


def _target(show: Show, refuse: object = None) -> tuple[DropTarget, list[list[Path]]]:
    target = DropTarget(Text.of("Drop audio, video or a folder"), refuse=refuse)  # type: ignore[arg-type]
    show(target)
    got: list[list[Path]] = []
    target.dropped.connect(lambda paths: got.append(paths))
    return target, got


def test_files_held_over_it_are_counted_and_dropped_as_paths(show: Show, tmp_path: Path) -> None:
    target, got = _target(show)
    paths = [tmp_path / name for name in ("星屑ロード 100%.flac", "# -x 'quoted\".wav", "フォルダー")]
    mime = _mime(*paths)
    event = _enter(target, mime)
    assert target.message == "Release to add 3 files"
    assert event.isAccepted()
    assert event.dropAction() is Qt.DropAction.CopyAction
    drop = _drop(target, mime)
    assert got == [paths]
    assert drop.dropAction() is Qt.DropAction.CopyAction  # never a move of the user's file
    assert target.message == "Drop audio, video or a folder"


def test_one_file_is_one_file(show: Show, tmp_path: Path) -> None:
    target, _ = _target(show)
    _enter(target, _mime(tmp_path / "a.wav"))
    assert target.message == "Release to add 1 file"


def test_leaving_takes_the_words_back(show: Show, tmp_path: Path) -> None:
    target, got = _target(show)
    _enter(target, _mime(tmp_path / "a.wav"))
    QApplication.sendEvent(target, QDragLeaveEvent())
    assert target.message == "Drop audio, video or a folder"
    assert got == []


@pytest.mark.parametrize("mime", [_mime("https://example.org/a.wav"), _mime("ftp://host/a.wav"), QMimeData()])
def test_what_is_not_on_this_computer_is_refused_before_the_release(show: Show, mime: QMimeData) -> None:
    target, got = _target(show)
    event = _enter(target, mime)
    assert target.is_refusing
    assert "can be dropped here" in target.message
    assert event.isAccepted()  # else Qt would not tell when the mouse leaves again
    assert event.dropAction() is Qt.DropAction.IgnoreAction
    _drop(target, mime)
    assert got == []
    assert not target.is_refusing


def test_text_is_refused_even_when_it_looks_like_a_path(show: Show) -> None:
    target, got = _target(show)
    mime = QMimeData()
    mime.setText("/etc/passwd")
    _enter(target, mime)
    assert target.is_refusing
    _drop(target, mime)
    assert got == []


def test_local_files_among_web_addresses_are_taken(tmp_path: Path) -> None:
    paths, reason = local_paths(_mime("https://example.org/a.wav", tmp_path / "b.wav"))
    assert paths == [tmp_path / "b.wav"]
    assert reason is None


def test_the_owner_can_refuse_with_a_reason(show: Show, tmp_path: Path) -> None:
    asked: list[Sequence[Path]] = []

    def refuse(paths: Sequence[Path]) -> Text | None:
        asked.append(paths)
        return Text.of("Images have no sound") if paths[0].suffix == ".png" else None

    target, got = _target(show, refuse)
    picture = _mime(tmp_path / "a.png")
    _enter(target, picture)
    assert target.message == "Images have no sound"
    for _ in range(20):
        QApplication.sendEvent(target, QDragMoveEvent(QPoint(6, 6), OFFERED, picture, BUTTON, KEYS))
    assert len(asked) == 1  # not again for each pixel
    _drop(target, picture)
    assert got == []
    sound = _mime(tmp_path / "a.wav")
    _enter(target, sound)
    _drop(target, sound)
    assert got == [[tmp_path / "a.wav"]]


def test_a_monstrous_drop_is_refused(show: Show, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(drop_target, "MAX_PATHS", 10)
    target, _ = _target(show)
    _enter(target, _mime(*[tmp_path / f"{i}.wav" for i in range(11)]))
    assert target.is_refusing
    assert "more than 10 files" in target.message


def test_a_disabled_target_says_so(show: Show, tmp_path: Path) -> None:
    target, got = _target(show)
    target.setEnabled(False)
    mime = _mime(tmp_path / "a.wav")
    target.dragEnterEvent(QDragEnterEvent(QPoint(5, 5), OFFERED, mime, BUTTON, KEYS))
    assert target.message == "Files cannot be added now"
    target.dropEvent(QDropEvent(QPointF(5, 5), OFFERED, mime, BUTTON, KEYS))
    assert got == []


def test_a_whole_panel_can_take_the_drop(show: Show, tmp_path: Path) -> None:
    panel = QWidget()
    target, got = _target(show)
    show(panel, width=200, height=100)
    target.also_on(panel)
    mime = _mime(tmp_path / "a.wav", tmp_path / "b.wav")
    _enter(panel, mime)
    assert target.message == "Release to add 2 files"
    _drop(panel, mime)
    assert got == [[tmp_path / "a.wav", tmp_path / "b.wav"]]


@pytest.mark.parametrize("key", [Qt.Key.Key_Space, Qt.Key.Key_Return])
def test_keys_and_a_click_ask_for_the_file_dialog(
    show: Show, themes: ThemeController, qtbot: QtBot, key: Qt.Key
) -> None:
    target, _ = _target(show)
    with qtbot.waitSignal(target.browse):
        qtbot.keyClick(target, key)
    with qtbot.waitSignal(target.browse):
        qtbot.mouseClick(target, Qt.MouseButton.LeftButton)
    assert target.accessibleName() == "Drop audio, video or a folder"

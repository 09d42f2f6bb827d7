"""Files dropped anywhere on the window."""

from __future__ import annotations

from pathlib import Path
from time import thread_time

from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDragLeaveEvent, QDragMoveEvent, QDropEvent
from PySide6.QtWidgets import QApplication

from characoid_desktop.ui.catalog import PanelId
from tests.ui.shell.conftest import Kit

COPY_OR_MOVE = Qt.DropAction.CopyAction | Qt.DropAction.MoveAction
LEFT = Qt.MouseButton.LeftButton
NONE = Qt.KeyboardModifier.NoModifier


def mime_of(*urls: str) -> QMimeData:
    mime = QMimeData()
    mime.setUrls([QUrl(url) for url in urls])
    return mime


def enter(window, mime: QMimeData) -> QDragEnterEvent:
    event = QDragEnterEvent(QPoint(500, 300), COPY_OR_MOVE, mime, LEFT, NONE)
    QApplication.sendEvent(window, event)
    move = QDragMoveEvent(QPoint(510, 300), COPY_OR_MOVE, mime, LEFT, NONE)
    QApplication.sendEvent(window, move)
    assert move.dropAction() == event.dropAction()
    return event


def release(window, mime: QMimeData) -> QDropEvent:
    event = QDropEvent(QPointF(500, 300), COPY_OR_MOVE, mime, LEFT, NONE)
    QApplication.sendEvent(window, event)
    return event


async def test_a_drag_over_the_window_says_what_releasing_does(kit: Kit):
    window = await kit.shown()
    mime = mime_of("file:///a/one.wav", "file:///a/two.wav", "file:///a/three.wav")
    event = enter(window, mime)
    assert event.isAccepted()
    assert event.dropAction() == Qt.DropAction.CopyAction
    assert window.overlay_words == "Release to add 3 files"
    QApplication.sendEvent(window, QDragLeaveEvent())
    assert window.overlay_words == ""


async def test_a_drop_beside_a_panel_that_takes_files_goes_to_that_panel(kit: Kit):
    window = await kit.shown(panel="settings")
    others: list[list[Path]] = []
    taken: list[list[Path]] = []
    window.files_dropped.connect(others.append)
    window.frame.view.take_files = taken.append
    mime = mime_of("file:///a/one.wav")
    enter(window, mime)
    release(window, mime)
    assert taken == [[Path("/a/one.wav")]]
    assert others == []
    assert window.current_panel == "settings"


async def test_a_drop_opens_the_rvc_panel_and_hands_over_the_paths_as_a_copy(kit: Kit):
    window = await kit.shown(panel="settings")
    got: list[list[Path]] = []
    window.files_dropped.connect(got.append)
    mime = mime_of("file:///a/50%25%20%23.wav", "file:///a/%E6%AD%8C.flac", "file:///a/50%25%20%23.wav")
    enter(window, mime)
    event = release(window, mime)
    assert event.dropAction() == Qt.DropAction.CopyAction
    assert got == [[Path("/a/50% #.wav"), Path("/a/歌.flac")]]
    assert window.current_panel == "rvc_session"
    assert window.overlay_words == ""


async def test_a_link_from_a_browser_is_refused_before_release_with_the_reason(kit: Kit):
    window = await kit.shown()
    got = []
    window.files_dropped.connect(got.append)
    mime = mime_of("https://example.org/a.wav")
    event = enter(window, mime)
    assert event.dropAction() == Qt.DropAction.IgnoreAction
    assert "on this computer" in window.overlay_words
    release(window, mime)
    assert got == []


async def test_text_that_is_dragged_over_the_window_is_none_of_our_business(kit: Kit):
    window = await kit.shown()
    mime = QMimeData()
    mime.setText("hello")
    event = QDragEnterEvent(QPoint(5, 5), COPY_OR_MOVE, mime, LEFT, NONE)
    QApplication.sendEvent(window, event)
    assert not event.isAccepted()
    assert window.overlay_words == ""


async def test_without_a_panel_for_files_nothing_can_be_dropped(kit: Kit):
    window = await kit.shown(PanelId.SETTINGS, panel="settings")
    mime = mime_of("file:///a.wav")
    event = QDragEnterEvent(QPoint(5, 5), COPY_OR_MOVE, mime, LEFT, NONE)
    QApplication.sendEvent(window, event)
    assert not event.isAccepted()


async def test_ten_thousand_files_are_taken_without_a_stall(kit: Kit):
    window = await kit.shown()
    got: list[list[Path]] = []
    window.files_dropped.connect(got.append)
    mime = mime_of(*(f"file:///music/{number}.wav" for number in range(10_000)))
    began = thread_time()
    enter(window, mime)
    entered = thread_time()
    release(window, mime)
    dropped = thread_time()
    assert len(got[0]) == 10_000
    # Processor time of this thread: what others do on the machine at the moment does not count.
    assert entered - began < 0.2
    assert dropped - entered < 0.2

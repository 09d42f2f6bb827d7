"""The window that is shown when the app cannot start."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog

from characoid_desktop.core.errors import AppError
from characoid_desktop.core.i18n import Text
from characoid_desktop.ui.shell.failure_window import FailureWindow, StartFailure
from characoid_desktop.ui.theme import ThemeController
from tests.fakes.eventually import eventually
from tests.ui.shell.conftest import press

READ_ONLY = StartFailure.of(
    AppError(Text.of("The folder for data is read-only."), safe=Text.of("Nothing in it was changed.")),
    place="/mnt/stick/CHARACOID", can_choose_home=True,
)


@pytest.fixture
async def window(theme: ThemeController):
    made = FailureWindow(READ_ONLY)
    made.show()
    yield made
    made.finish()
    made.deleteLater()


def visible_buttons(window: FailureWindow) -> list[str]:
    return [b.words for b in (window._quit, window._log, window._choose, window._retry) if b.isVisible()]


def wishes_of(window: FailureWindow) -> list[str]:
    wishes: list[str] = []
    window.quit_wanted.connect(lambda: wishes.append("quit"))
    window.retry_wanted.connect(lambda: wishes.append("retry"))
    window.log_wanted.connect(lambda: wishes.append("log"))
    window.home_chosen.connect(wishes.append)
    return wishes


async def test_it_says_what_happened_what_is_safe_and_where(window: FailureWindow):
    words = [label.text() for label in (window._sentence, window._safe, window._place)]
    assert words == ["The folder for data is read-only.", "Nothing in it was changed.", "/mnt/stick/CHARACOID"]
    assert "read-only" in window.accessibleDescription()
    assert visible_buttons(window) == ["Quit", "Open log", "Choose another folder…", "Try again"]


async def test_buttons_are_wishes_and_try_again_says_that_it_tries(window: FailureWindow):
    wishes = wishes_of(window)
    QTest.mouseClick(window._log, Qt.MouseButton.LeftButton)
    QTest.mouseClick(window._retry, Qt.MouseButton.LeftButton)
    QTest.mouseClick(window._retry, Qt.MouseButton.LeftButton)
    assert wishes == ["log", "retry"]
    assert window._retry.words == "Trying…"
    window.show_failure(READ_ONLY)
    assert window._retry.words == "Try again"
    QTest.mouseClick(window._quit, Qt.MouseButton.LeftButton)
    assert wishes == ["log", "retry", "quit"]


@pytest.mark.parametrize("way", ["close", "escape"])
async def test_closing_and_escape_are_the_wish_to_quit_once(window: FailureWindow, way: str):
    wishes = wishes_of(window)
    if way == "close":
        window.close()
    else:
        press(window, Qt.Key.Key_Escape)
    window.close()
    assert wishes == ["quit"]


async def test_finishing_is_no_wish_to_quit(window: FailureWindow):
    wishes = wishes_of(window)
    window.finish()
    assert not window.isVisible()
    assert wishes == []


async def test_another_folder_is_asked_for_without_blocking(window: FailureWindow, tmp_path: Path):
    wishes = wishes_of(window)
    QTest.mouseClick(window._choose, Qt.MouseButton.LeftButton)
    dialog = window.findChild(QFileDialog)
    assert dialog is not None
    dialog.setDirectory(str(tmp_path))
    dialog.selectFile(str(tmp_path))
    dialog.done(1)
    await eventually(lambda: wishes)
    assert Path(wishes[0]) == tmp_path


async def test_a_database_of_a_newer_version_can_only_be_left(window: FailureWindow):
    window.show_failure(StartFailure(
        Text.of("The data were made by a newer version."), Text.of("They were not changed."), can_retry=False))
    assert visible_buttons(window) == ["Quit", "Open log"]


async def test_a_long_sentence_wraps_and_nothing_is_cut(window: FailureWindow):
    window.show_failure(StartFailure(Text.literal("The database is locked by another program. " * 8), place="/x" * 300))
    window.adjustSize()
    await eventually(lambda: window._sentence.height() >= window._sentence.heightForWidth(window._sentence.width()))
    assert window.width() < 900

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from characoid_desktop.ui.theme.theme import ThemeController
from tests.fakes.themes import themed_app

Show = Callable[..., QWidget]


@pytest.fixture
def themes(qapp: QApplication) -> Iterator[ThemeController]:
    with themed_app() as controller:
        yield controller


@pytest.fixture
def show(themes: ThemeController, qtbot: QtBot) -> Iterator[Show]:
    """Show widgets in a column of one active window, which lives as long as the test."""
    kept: list[QWidget] = []

    def _show(*widgets: QWidget, width: int = 0, height: int = 0) -> QWidget:
        window = QWidget()
        kept.append(window)
        qtbot.addWidget(window)
        layout = QVBoxLayout(window)
        for widget in widgets:
            layout.addWidget(widget)
        if width:
            window.resize(width, height)
        with qtbot.waitActive(window):
            window.show()
            window.activateWindow()
        QApplication.processEvents()
        return window

    yield _show
    kept.clear()

"""A theme controller for tests that leaves the application as it found it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtGui import QFont, QPalette
from PySide6.QtWidgets import QApplication

from characoid_desktop.ui.theme.theme import PROPERTY, ThemeController


@contextmanager
def themed_app() -> Iterator[ThemeController]:
    """Yield a controller on the running QApplication, dark and English; afterwards all of it is gone."""
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    flash = app.cursorFlashTime()
    font, palette = QFont(app.font()), QPalette(app.palette())
    controller = ThemeController(app)
    controller.apply("dark")
    try:
        yield controller
    finally:
        controller.close()
        app.styleHints().unsetColorScheme()
        app.setStyleSheet("")
        app.setCursorFlashTime(flash)
        app.setFont(font)
        app.setPalette(palette)
        app.setProperty(PROPERTY, None)

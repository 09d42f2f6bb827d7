"""A few words while a start takes longer than usual (a slow disk, a database that is being repaired)."""

from __future__ import annotations

from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from characoid_desktop.core.i18n import Text
from characoid_desktop.ui.theme.theme import theme_of
from characoid_desktop.ui.widgets.labels import Label

WIDTH = 420


class StartingWindow(QWidget):
    """Says that the start goes on. It cannot be answered; whoever shows it takes it away."""

    def __init__(self) -> None:
        super().__init__()
        self.setWindowTitle("CHARACOID")
        self.setMinimumWidth(WIDTH)
        margin = theme_of(self).tokens.space.page_margin
        column = QVBoxLayout(self)
        column.setContentsMargins(margin, margin, margin, margin)
        column.addWidget(Label(Text.of("CHARACOID is starting"), "section"))
        column.addWidget(Label(
            Text.of("Your data is being checked. This takes longer after a crash or on a slow disk."),
            "body", "text_muted", wrap=True))

    def closeEvent(self, event: QCloseEvent) -> None:
        event.accept()

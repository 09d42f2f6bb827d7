"""What a panel shows for the moment before its services are there."""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QVBoxLayout, QWidget

from characoid_desktop.core.i18n import Text
from characoid_desktop.ui.widgets.labels import Label

WORDS_AFTER_MS = 300


class StartingView(QWidget):
    """Empty at first: a usual start is over before words could be read. After 300 ms it says what is going on."""

    def __init__(self) -> None:
        super().__init__()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._words = Label(Text.of("Starting… Files can be dropped already."), "body", "text_muted")
        self._words.hide()
        self.setAccessibleName(self._words.text())
        column = QVBoxLayout(self)
        column.addStretch(1)
        column.addWidget(self._words, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addStretch(1)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._words.show)
        self._timer.start(WORDS_AFTER_MS)

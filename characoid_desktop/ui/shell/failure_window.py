"""The small window that is shown when the app cannot start. It needs nothing but the application object."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QCloseEvent, QKeyEvent
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QVBoxLayout, QWidget

from characoid_desktop.core.errors import AppError
from characoid_desktop.core.i18n import Text, t
from characoid_desktop.ui.theme.theme import theme_of
from characoid_desktop.ui.widgets.button import Button, ButtonKind
from characoid_desktop.ui.widgets.labels import Label

WIDTH = 560


@dataclass(frozen=True, slots=True)
class StartFailure:
    """Why the app did not start. ``place`` is the file or folder it is about, shown so that it can be copied."""

    sentence: Text
    safe: Text | None = None
    place: str = ""
    can_choose_home: bool = False
    can_retry: bool = True
    has_log: bool = True
    can_end_other: bool = False  # another instance holds the data and does not answer

    @classmethod
    def of(cls, error: AppError, *, place: str = "", can_choose_home: bool = False, has_log: bool = True
           ) -> StartFailure:
        """Return what to show for an expected failure."""
        return cls(error.sentence, error.safe, place, can_choose_home, True, has_log)


class FailureWindow(QWidget):
    """Says what happened and what is safe, and offers the ways on. It does not block and decides nothing.

    Closing it (its button, Esc) is the wish to quit.
    """

    home_chosen = Signal(str)  # path of a folder
    retry_wanted = Signal()
    log_wanted = Signal()
    end_other_wanted = Signal()
    quit_wanted = Signal()

    def __init__(self, failure: StartFailure) -> None:
        super().__init__()
        self._answered = False
        self._dialog: QFileDialog | None = None
        self.setWindowTitle("CHARACOID")
        space = theme_of(self).tokens.space
        self._title = Label(Text.of("CHARACOID cannot start yet"), "dialog", wrap=True)
        self._sentence = Label("", "body", wrap=True, selectable=True)
        self._safe = Label("", "body", "text_muted", wrap=True, selectable=True)
        self._place = Label("", "small", "text_faint", wrap=True, selectable=True)
        column = self._column = QVBoxLayout(self)
        margin = space.page_margin
        column.setContentsMargins(margin, margin, margin, margin)
        column.setSpacing(space.row_gap)
        for label in (self._title, self._sentence, self._safe, self._place):
            column.addWidget(label)
        column.addSpacing(space.panel_gap)
        column.addStretch(1)
        self._quit = self._button(Text.of("Quit"), self._ask_quit, kind=ButtonKind.QUIET)
        self._log = self._button(Text.of("Open log"), self.log_wanted.emit, icon="file")
        self._end = self._button(Text.of("End it"), self.end_other_wanted.emit, kind=ButtonKind.DANGER)
        self._choose = self._button(Text.of("Choose another folder…"), self._ask_folder, icon="folder")
        self._retry = self._button(Text.of("Try again"), self._try_again, kind=ButtonKind.PRIMARY, icon="retry")
        row = QHBoxLayout()
        row.setSpacing(space.row_gap)
        row.addWidget(self._quit)
        row.addStretch(1)
        for button in (self._log, self._end, self._choose, self._retry):
            row.addWidget(button)
        column.addLayout(row)
        self.show_failure(failure)

    def show_failure(self, failure: StartFailure) -> None:
        """Show another failure in the same window: the retry failed too."""
        self._sentence.set_words(failure.sentence)
        self._safe.set_words(failure.safe or "")
        self._safe.setVisible(failure.safe is not None)
        self._place.set_words(failure.place)
        self._place.setVisible(bool(failure.place))
        self._choose.setVisible(failure.can_choose_home)
        self._log.setVisible(failure.has_log)
        self._end.setVisible(failure.can_end_other)
        self._retry.setVisible(failure.can_retry)
        self._retry.set_busy("")
        self.setAccessibleName(str(self._title.text()))
        self.setAccessibleDescription(f"{failure.sentence} {failure.safe or ''}".strip())
        self._fit()
        first = self._retry if failure.can_retry else self._choose if failure.can_choose_home else self._quit
        first.setFocus(Qt.FocusReason.OtherFocusReason)

    def finish(self) -> None:
        """Close for good, without the wish to quit: the start went on."""
        self._answered = True
        self._drop_dialog()
        self.close()

    def _fit(self) -> None:
        """As wide as the buttons need, as high as the wrapped words need."""
        layout = self._column
        layout.invalidate()
        width = max(theme_of(self).scaled(WIDTH), layout.minimumSize().width(), self.width() if self.isVisible() else 0)
        height = layout.totalHeightForWidth(width)
        self.setMinimumSize(width, height)
        self.resize(width, height)

    def _button(self, words: Text, do: Callable[[], object], *, kind: ButtonKind = ButtonKind.NORMAL,
                icon: str = "") -> Button:
        button = Button(words, kind, icon=icon)
        button.clicked.connect(lambda: do())
        return button

    def _try_again(self) -> None:
        self._retry.set_busy(Text.of("Trying…"))
        self.retry_wanted.emit()

    def _ask_quit(self) -> None:
        if not self._answered:
            self._answered = True
            self._drop_dialog()
            self.quit_wanted.emit()

    def _ask_folder(self) -> None:
        if self._dialog is not None:
            self._dialog.raise_()
            return
        dialog = QFileDialog(self, t("Choose the folder in which CHARACOID keeps its data"), str(Path.home()))
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.setOption(QFileDialog.Option.ShowDirsOnly)
        dialog.finished.connect(self._folder_answered)
        self._dialog = dialog
        dialog.open()

    def _folder_answered(self, result: int) -> None:
        dialog = self._dialog
        if dialog is None:
            return
        chosen = dialog.selectedFiles()[:1] if result else []
        self._drop_dialog()
        if chosen:
            self.home_chosen.emit(chosen[0])

    def _drop_dialog(self) -> None:
        if self._dialog is not None:
            dialog, self._dialog = self._dialog, None
            dialog.close()
            dialog.deleteLater()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self._ask_quit()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            event.accept()  # Enter presses no button that does not have the focus
        else:
            super().keyPressEvent(event)

    def closeEvent(self, event: QCloseEvent) -> None:
        event.accept()
        self._ask_quit()

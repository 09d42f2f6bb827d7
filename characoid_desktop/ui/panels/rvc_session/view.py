"""The RVC panel: an invitation while it is empty, else the list left and one file right."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QApplication, QFileDialog, QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from characoid_desktop.core.i18n import Text
from characoid_desktop.features.rvc.scan import MEDIA_SUFFIXES
from characoid_desktop.ui.panels.rvc_session.covers import Covers
from characoid_desktop.ui.panels.rvc_session.library_view import LibraryView
from characoid_desktop.ui.panels.rvc_session.model import RvcModel
from characoid_desktop.ui.panels.rvc_session.queue_pane import WIDTH, Confirm, QueuePane
from characoid_desktop.ui.panels.rvc_session.stage import Stage
from characoid_desktop.ui.shell.file_dialogs import FileDialogs
from characoid_desktop.ui.theme.theme import Theme
from characoid_desktop.ui.widgets.button import Button, ButtonKind
from characoid_desktop.ui.widgets.drop_target import DropTarget
from characoid_desktop.ui.widgets.empty_state import EmptyState
from characoid_desktop.ui.widgets.layouts import hold_width
from characoid_desktop.ui.widgets.page import Divider, PageHeader
from characoid_desktop.ui.widgets.themed import Themed

FOLD_BELOW = 960  # px of the panel: the list folds into a bar (a window of 1024 px)


class RvcView(Themed, QWidget):
    """Draws a :class:`RvcModel`; file dialogs are its own, opened without blocking.

    ``confirm(question, yes, do)`` asks before several conversions are stopped.
    """

    def __init__(
        self, model: RvcModel, confirm: Confirm, covers: Covers, parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._model = model
        self._folded = False
        self._list_open = False
        self.dialogs = FileDialogs(self)
        self._covers = covers
        self.header = PageHeader(Text.of("RVC session"))
        self.open_library = Button(Text.of("Voices and models"), icon="archive")
        self.add = Button(Text.of("Add files…"), icon="plus")
        self.open_results = Button(Text.of("Open results"), icon="save")
        for button in (self.add, self.open_library, self.open_results):
            self.header.add_widget(button)
        self.open_library.setVisible(model.library is not None)
        self.queue = QueuePane(model, confirm)
        self._line = Divider(Qt.Orientation.Vertical)
        self.stage = Stage(model, covers)
        self._confirm = confirm
        self.library: LibraryView | None = None  # made when it is wanted first
        self.empty = self._empty_state()
        self._pages = QStackedWidget()
        self._lay_out()
        self._connect()
        self.init_theme()
        self._want_covers()
        self._show_page()

    def _empty_state(self) -> EmptyState:
        self.target = DropTarget(
            Text.of("Drop audio, video or a folder here"), Text.of("Your original files are not changed"))
        self.choose = Button(Text.of("Choose files…"), ButtonKind.PRIMARY, icon="folder")
        self.sample = Button(Text.of("Try a sample"), icon="play")
        self.first_voices = Button(Text.of("Voices and models"), icon="archive")
        if self._model.library is None:
            self.first_voices.hide()
        return EmptyState(
            Text.of("No audio files yet"),
            Text.of("Drop a song or speech here to begin. The format is recognised automatically."),
            target=self.target, buttons=(self.choose, self.sample, self.first_voices))

    def _lay_out(self) -> None:
        body = QHBoxLayout()
        body.setContentsMargins(0, 0, 0, 0)
        body.setSpacing(0)
        body.addWidget(self.queue)
        body.addWidget(self._line)
        body.addWidget(self.stage, 1)
        session = QWidget()
        column = QVBoxLayout(session)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.header)
        column.addLayout(body, 1)
        self._session = session
        self._pages.addWidget(self.empty)
        self._pages.addWidget(session)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(self._pages)

    def _connect(self) -> None:
        model = self._model
        self.target.dropped.connect(model.add_files)
        self.target.browse.connect(self.ask_for_files)
        self.choose.clicked.connect(self.ask_for_files)
        self.sample.clicked.connect(model.add_sample)
        self.add.clicked.connect(self.ask_for_files)
        self.open_results.clicked.connect(model.open_results)
        self.queue.browse.connect(self.ask_for_files)
        self.queue.browse_folder.connect(self.ask_for_folder)
        self.queue.opened.connect(lambda: self.show_list(False))
        self.stage.fold_bar.list_wanted.connect(lambda: self.show_list(True))
        self.stage.status.save_wanted.connect(self.ask_where_to_save)
        self.stage.options.folder_wanted.connect(self.ask_for_output_folder)
        model.counts_changed.connect(self._page_changed)
        model.adding_changed.connect(self._show_adding)
        model.library_wanted.connect(self.show_library)
        if model.library is not None:
            model.library.changed.connect(self._want_covers)
        for button in (self.open_library, self.first_voices):
            button.clicked.connect(lambda: model.open_library())

    def _want_covers(self) -> None:
        if self._model.library is not None:
            self._covers.want(self._model.library.items)

    @property
    def dialog(self) -> QFileDialog | None:
        """The file dialog that is open."""
        return self.dialogs.open

    @property
    def shows_library(self) -> bool:
        return self.library is not None and self._pages.currentWidget() is self.library

    def show_library(self, what: str = "") -> None:
        """Show the voices and models, at an item or at what is missing."""
        if self._model.library is None:
            return
        if self.library is None:
            self.library = LibraryView(self._model.library, self._covers, self._confirm, self.dialogs)
            self.library.closed.connect(self.hide_library)
            self._pages.addWidget(self.library)
        self._pages.setCurrentWidget(self.library)
        self.library.go(what)

    def take_files(self, paths: list[Path]) -> None:
        """Take what was dropped beside the drop areas: into the library while it is shown, else into the session."""
        if self.shows_library and self._model.library is not None:
            self._model.library.add(paths)
        else:
            self._model.add_files(paths)

    def hide_library(self) -> None:
        """Back to the session."""
        if self.shows_library:
            self._show_page(leave_library=True)
            (self.open_library if self._model.counts.all else self.choose).setFocus()

    def _page_changed(self) -> None:
        self._show_page()

    def _show_page(self, *, leave_library: bool = False) -> None:
        page = self._session if self._model.counts.all else self.empty
        if self.shows_library and not leave_library:
            return
        if self._pages.currentWidget() is not page:
            focused = QApplication.focusWidget()
            had_focus = focused is not None and self.isAncestorOf(focused)
            self._pages.setCurrentWidget(page)
            if had_focus:  # else it would jump to the first button in the header
                (self.queue.list if page is self._session else self.choose).setFocus()

    def _show_adding(self, adding: bool) -> None:
        words = Text.of("Looking through the files…") if adding else ""
        self.add.set_busy(words)
        self.choose.set_busy(words)

    # --- folding ----------------------------------------------------------------------------------

    @property
    def is_folded(self) -> bool:
        return self._folded

    def show_list(self, on: bool) -> None:
        """In the folded layout: show the list instead of the file."""
        self._list_open = on
        self._fold(self.width())
        if on and self._folded:
            self.queue.list.setFocus(Qt.FocusReason.OtherFocusReason)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fold(event.size().width())

    def on_theme(self, theme: Theme) -> None:
        self._fold(self.width())
        super().on_theme(theme)

    def _fold(self, width: int) -> None:
        self._folded = width < FOLD_BELOW
        list_only = self._folded and self._list_open
        self.queue.setVisible(not self._folded or self._list_open)
        hold_width(self.queue, None if self._folded else self.theme.scaled(WIDTH))
        self._line.setVisible(not self._folded)
        self.stage.setVisible(not list_only)
        self.stage.set_folded(self._folded)

    # --- file dialogs -----------------------------------------------------------------------------

    def ask_for_files(self) -> None:
        """Ask for files to add."""
        patterns = " ".join(f"*{suffix}" for suffix in sorted(MEDIA_SUFFIXES))
        self.dialogs.ask_files(
            Text.of("Add audio or video files"), self._model.add_files,
            (Text.of("Audio and video ({patterns})", patterns=patterns), Text.of("All files (*)")))

    def ask_for_folder(self) -> None:
        """Ask for a folder to add."""
        self.dialogs.ask_folder(Text.of("Add a folder"), lambda path: self._model.add_files([path]))

    def ask_for_output_folder(self) -> None:
        """Ask where results go."""
        self.dialogs.ask_folder(Text.of("Choose the folder for results"), self._model.set_folder)

    def ask_where_to_save(self) -> None:
        """Ask where a copy of the result goes; the dialog asks before it replaces."""
        item = self._model.current
        if item is not None and item.result is not None:
            self.dialogs.ask_save(Text.of("Save the result as"), item.result.path.name, self._model.save_as)

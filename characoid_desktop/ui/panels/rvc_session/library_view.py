"""The library page: the list with its drop area left, what is missing, what a drop brought, and the details right."""

from __future__ import annotations

from PySide6.QtCore import QItemSelectionModel, QModelIndex, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from characoid_desktop.core.i18n import Text
from characoid_desktop.core.notices import NoticeLevel
from characoid_desktop.features.voices.models import Kind
from characoid_desktop.ui.panels.rvc_session.covers import Covers
from characoid_desktop.ui.panels.rvc_session.import_row import ImportRow, report_words
from characoid_desktop.ui.panels.rvc_session.library_details import LibraryDetails
from characoid_desktop.ui.panels.rvc_session.library_list import LibraryList
from characoid_desktop.ui.panels.rvc_session.library_model import LibraryModel
from characoid_desktop.ui.panels.rvc_session.queue_pane import Confirm
from characoid_desktop.ui.shell.file_dialogs import FileDialogs
from characoid_desktop.ui.theme.theme import ControlSize, Theme
from characoid_desktop.ui.widgets.button import Button, ButtonKind, icon_button
from characoid_desktop.ui.widgets.drop_target import DropTarget
from characoid_desktop.ui.widgets.empty_state import EmptyState
from characoid_desktop.ui.widgets.layouts import clear, hold_width
from characoid_desktop.ui.widgets.notices import InlineNotice, NoticePlace
from characoid_desktop.ui.widgets.page import Divider, PageHeader, scroll_column
from characoid_desktop.ui.widgets.sections import Section
from characoid_desktop.ui.widgets.themed import Themed

LIST_WIDTH = 320
FORM_WIDTH = 760
LEAST_FORM = 520  # px; with less beside the list, details take its place
NEED_TITLES = {
    Kind.VOICE: Text("There is no voice yet"), Kind.CONTENTVEC: Text("Voices of the library cannot be used yet"),
    Kind.SEPARATION: Text("Songs come apart better with a model"), Kind.RMVPE: Text("Pitch weights are missing"),
}
_FILTERS = (Text("Voices, indexes, models ({patterns})",
                 {"patterns": "*.pth *.index *.zip *.onnx *.ckpt *.pt *.safetensors *.bin"}), Text("All files (*)"))


class LibraryView(Themed, QWidget):
    """Draws a :class:`LibraryModel`. ``closed`` asks for the way back."""

    closed = Signal()

    def __init__(
        self, model: LibraryModel, covers: Covers, confirm: Confirm, dialogs: FileDialogs,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._model = model
        self._dialogs = dialogs
        self._folded = False
        self._shows_details = False
        self.header = PageHeader(Text.of("Voices and models"))
        self.back = icon_button("chevron-left", Text.of("Back to the session"))
        self.add = Button(Text.of("Add files…"), icon="plus")
        self.add_folder = Button(Text.of("Add folder…"), icon="folder")
        self.header.add_before(self.back)
        for button in (self.add, self.add_folder):
            self.header.add_widget(button)
        self.list = LibraryList(covers)
        self.list.setModel(model.rows)
        self.job = ImportRow()
        self.drop = DropTarget(Text.of("Drop voices, indexes, models, zips or a whole folder here"), compact=True)
        self.to_list = Button(Text.of("All voices and models"), ButtonKind.QUIET, icon="chevron-left",
                              size=ControlSize.COMPACT)
        self.needs = QVBoxLayout()
        self.more_needs = Section(Text.of("What else could be added"), QWidget())
        self._more_needs = QVBoxLayout(self.more_needs.body)
        self._report_place = NoticePlace()
        self.need_notices: list[InlineNotice] = []
        self.details = LibraryDetails(model, covers, confirm, dialogs)
        self.empty = self._empty_state()
        self._pages = QStackedWidget()
        self._lay_out()
        self._connect()
        self.init_theme()
        self._refresh()

    def _empty_state(self) -> EmptyState:
        self.first_drop = DropTarget(
            Text.of("Drop voices, zips or the folder of RVC WebUI or Applio"),
            Text.of("Files are copied; yours stay where they are"))
        self.choose = Button(Text.of("Choose files…"), ButtonKind.PRIMARY, icon="folder")
        self.choose_folder = Button(Text.of("Choose a folder…"))
        return EmptyState(
            Text.of("No voices in the library yet"),
            Text.of("A voice is a .pth file, often with an .index beside it. Drop whatever you have; what it is, the "
                    "app finds out."),
            target=self.first_drop, buttons=(self.choose, self.choose_folder))

    def _lay_out(self) -> None:
        left = QWidget()
        column = QVBoxLayout(left)
        column.setContentsMargins(0, 8, 0, 0)
        column.setSpacing(0)
        rows = QVBoxLayout()
        rows.setContentsMargins(8, 0, 8, 8)
        rows.addWidget(self.list)
        column.addLayout(rows, 1)
        foot = QVBoxLayout()
        foot.setContentsMargins(12, 4, 12, 16)
        foot.setSpacing(12)
        foot.addWidget(self.job)
        foot.addWidget(self.drop)
        column.addLayout(foot)
        self._left = left
        content = QWidget()
        form = QVBoxLayout(content)
        form.setContentsMargins(24, 16, 24, 24)
        form.setSpacing(12)
        form.addWidget(self.to_list, 0, Qt.AlignmentFlag.AlignLeft)
        for layout in (self._report_place, self.needs):
            layout.setSpacing(8)
            form.addLayout(layout)
        form.addWidget(self.details)
        form.addWidget(self.more_needs)
        form.addStretch(1)
        self._more_needs.setContentsMargins(0, 4, 0, 0)
        self._more_needs.setSpacing(8)
        self._content = content
        self.scrolling = scroll_column(content, name=Text.of("Details"))
        body = QHBoxLayout()
        body.setContentsMargins(0, 0, 0, 0)
        body.setSpacing(0)
        body.addWidget(left)
        self._line = Divider(Qt.Orientation.Vertical)
        body.addWidget(self._line)
        body.addWidget(self.scrolling, 1)
        full = QWidget()
        full.setLayout(body)
        self._full = full
        self._pages.addWidget(self.empty)
        self._pages.addWidget(full)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(0)
        outer.addWidget(self.header)
        outer.addWidget(self._pages, 1)

    def _connect(self) -> None:
        model = self._model
        self.back.clicked.connect(self.closed)
        for button in (self.add, self.choose):
            button.clicked.connect(self.ask_for_files)
        for button in (self.add_folder, self.choose_folder):
            button.clicked.connect(self.ask_for_folder)
        for target in (self.drop, self.first_drop):
            target.dropped.connect(model.add)
            target.browse.connect(self.ask_for_files)
        self.drop.also_on(self)
        self.job.cancel_requested.connect(model.cancel_import)
        self.list.delete_wanted.connect(self.details.ask_to_delete)
        self.list.opened.connect(lambda: self.show_details(True))
        self.list.clicked.connect(self._clicked)
        self.to_list.clicked.connect(lambda: self.show_details(False))
        self.list.selectionModel().currentChanged.connect(self._chosen)
        model.changed.connect(self._refresh)
        model.current_changed.connect(self._follow)
        model.import_changed.connect(self._show_import)
        model.report_changed.connect(self._show_report)

    def _clicked(self, _: QModelIndex) -> None:
        self.show_details(True)

    def _need_clicked(self, _: int) -> None:
        self.ask_for_files()

    def _chosen(self, now: QModelIndex, _: QModelIndex) -> None:
        self._model.choose_row(now.row())

    @property
    def report(self) -> InlineNotice | None:
        return self._report_place.card

    # --- what it shows ----------------------------------------------------------------------------

    def go(self, what: str = "") -> None:
        """Show an item by its id; else what is missing of a kind, at the top."""
        if self._model.get(what) is not None:
            self._model.choose(what)
        self.scrolling.verticalScrollBar().setValue(0)
        self._show_needs()
        (self.list if self._model.items else self.choose).setFocus(Qt.FocusReason.OtherFocusReason)

    def _refresh(self) -> None:
        items = self._model.items
        voices = sum(item.is_voice for item in items)
        self.header.subtitle.set_words(Text.of(
            "{voices}, {models}", voices=Text.count("{n} voice", "{n} voices", voices),
            models=Text.count("{n} model", "{n} models", len(items) - voices)) if items else "")
        self._show_needs()
        self._show_page()
        self._follow()
        self._show_import()

    def retranslate(self) -> None:
        self._show_report()

    def _show_page(self) -> None:
        busy = bool(self._model.items) or self._model.is_importing or self._model.report is not None
        self._pages.setCurrentWidget(self._full if busy else self.empty)
        for button in (self.add, self.add_folder):
            button.setVisible(busy)

    def _follow(self) -> None:
        """Keep the list's row that of the model."""
        item = self._model.current
        row = self._model.rows.row(item.id if item is not None else None)
        if row >= 0 and self.list.currentIndex().row() != row:
            self.list.selectionModel().setCurrentIndex(
                self._model.rows.index(row), QItemSelectionModel.SelectionFlag.ClearAndSelect)

    def _show_needs(self) -> None:
        self.need_notices = []
        for layout in (self.needs, self._more_needs):
            clear(layout)
        needs = [need for need in self._model.needs if need.kind is not Kind.VOICE or self._model.items]
        for need in needs:
            level = NoticeLevel.WARNING if need.required else NoticeLevel.INFO
            title = NEED_TITLES.get(need.kind, NEED_TITLES[Kind.RMVPE])
            notice = InlineNotice(level, title, need.sentence, actions=(Text.of("Add files…"),))
            notice.action_triggered.connect(self._need_clicked)
            self.need_notices.append(notice)
            (self.needs if need.required else self._more_needs).addWidget(notice)
        optional = sum(not need.required for need in needs)
        self.more_needs.setVisible(optional > 0)

    def _show_import(self) -> None:
        model, at = self._model, self._model.progress
        self._show_page()
        self.job.setVisible(model.is_importing)
        self.job.show_progress(at, model.fraction, stopping=model.is_stopping)

    def _show_report(self) -> None:
        report = self._model.report
        self._show_page()
        if report is None:
            self._report_place.show_card(None)
            return
        level, title, body = report_words(report)
        card = InlineNotice(level, title, body, closable=True)
        card.closed.connect(self._model.dismiss_report)
        self._report_place.show_card(card)
        self.scrolling.verticalScrollBar().setValue(0)

    # --- wishes -----------------------------------------------------------------------------------

    def ask_for_files(self) -> None:
        """Ask for files to take in."""
        self._dialogs.ask_files(Text.of("Add voices and models"), self._model.add, _FILTERS)

    def ask_for_folder(self) -> None:
        """Ask for a folder to take in."""
        self._dialogs.ask_folder(Text.of("Add a folder of voices and models"), lambda path: self._model.add([path]))

    # --- folding ----------------------------------------------------------------------------------

    @property
    def is_folded(self) -> bool:
        return self._folded

    def show_details(self, on: bool) -> None:
        """In the folded layout: show the details instead of the list."""
        self._shows_details = on
        self._fold(self.width())
        if self._folded and not on:
            self.list.setFocus(Qt.FocusReason.OtherFocusReason)

    def on_theme(self, theme: Theme) -> None:
        self._fold(self.width())
        super().on_theme(theme)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fold(event.size().width())

    def _fold(self, width: int) -> None:
        self._folded = width - self.theme.scaled(LIST_WIDTH) < LEAST_FORM
        self._left.setVisible(not self._folded or not self._shows_details)
        hold_width(self._left, None if self._folded else self.theme.scaled(LIST_WIDTH))
        self._line.setVisible(not self._folded)
        self.scrolling.setVisible(not self._folded or self._shows_details)
        self.to_list.setVisible(self._folded)
        self._content.setMaximumWidth(self.theme.scaled(FORM_WIDTH) + 48)

"""The Activity panel: tabs, what goes on now, the history, and one line in detail."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QItemSelectionModel, QModelIndex, Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent, QKeyEvent, QKeySequence, QResizeEvent, QShortcut, QShowEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFileDialog,
    QHBoxLayout,
    QListView,
    QTabBar,
    QVBoxLayout,
    QWidget,
)

from characoid_desktop.core.i18n import Text, t
from characoid_desktop.core.notices import NoticeLevel
from characoid_desktop.ui.panels.activity.cards import LiveCards, nothing_words
from characoid_desktop.ui.panels.activity.delegate import HistoryDelegate, HistoryHeader
from characoid_desktop.ui.panels.activity.detail_pane import DetailPane
from characoid_desktop.ui.panels.activity.history import HistoryRole
from characoid_desktop.ui.panels.activity.model import ActivityModel, Tab
from characoid_desktop.ui.panels.activity.rows import HistoryRow
from characoid_desktop.ui.theme.theme import theme_of
from characoid_desktop.ui.widgets.button import Button
from characoid_desktop.ui.widgets.empty_state import EmptyState
from characoid_desktop.ui.widgets.fields import SearchField
from characoid_desktop.ui.widgets.labels import Label
from characoid_desktop.ui.widgets.notices import InlineNotice
from characoid_desktop.ui.widgets.page import Card, Divider, PageHeader, scroll_column

DETAIL_BESIDE_FROM = 1056  # px of the panel; below it the detail takes the place of the list
TICK_MS = 15_000
DIAGNOSTICS_NAME = "characoid-diagnostics.zip"


class HistoryList(QListView):
    """The table. Enter opens the detail of a row, Esc closes it."""

    resized = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName(t("History"))
        self.setUniformItemSizes(True)
        self.setMouseTracking(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.resized.emit()


class ActivityView(QWidget):
    """Draws an :class:`ActivityModel`."""

    def __init__(self, model: ActivityModel) -> None:
        super().__init__()
        self._model = model
        self._dialog: QFileDialog | None = None
        self._problem: InlineNotice | None = None
        self.tabs = QTabBar()
        self.tabs.setDrawBase(False)
        self.tabs.setExpanding(False)
        self.tabs.setAccessibleName(t("Parts of the activity"))
        for _ in Tab:
            self.tabs.addTab("")
        header = PageHeader(Text.of("Activity"))
        self.search = SearchField(Text.of("Search name, arguments, result"), name=Text.of("Search the history"))
        self.search.setMinimumWidth(280)
        self.diagnostics = Button(Text.of("Make diagnostic file…"), icon="download")
        header.add_widget(self.search)
        header.add_widget(self.diagnostics)
        self.cards = LiveCards(model)
        self.list = HistoryList()
        self.list.setModel(model.history)
        self.list.setItemDelegate(HistoryDelegate(model, self.list))
        self.header = HistoryHeader(lambda: self.list.viewport().width())
        self.detail = DetailPane(model)
        self._nothing = QWidget()
        self._empty: EmptyState | None = None
        self._timer = QTimer(self)
        self._timer.setInterval(TICK_MS)
        self._lay_out(header)
        self._connect()
        if model.search:
            self.search.input.setText(model.search)
        self._show_tab()

    def _lay_out(self, header: PageHeader) -> None:
        tabs = QHBoxLayout()
        tabs.setContentsMargins(14, 0, 24, 0)
        tabs.addWidget(self.tabs)
        tabs.addStretch(1)
        self._table = Card(margins=(1, 1, 1, 1), spacing=0)
        self._table.body.addWidget(self.header)
        self._table.body.addWidget(self.list, 1)
        self._none = Label("", "body", "text_muted", wrap=True)
        self._none.setContentsMargins(16, 16, 16, 16)
        self._none.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self._table.body.addWidget(self._none)
        self._left = QWidget()
        self._column = QVBoxLayout(self._left)
        self._column.setContentsMargins(24, 16, 24, 18)
        self._column.setSpacing(12)
        self._cards_area = scroll_column(self.cards)
        self._column.addWidget(self._cards_area)
        self._column.addWidget(self._table, 1)
        self._column.addWidget(self._nothing, 1)
        self._nothing_box = QVBoxLayout(self._nothing)
        body = QHBoxLayout()
        body.setSpacing(0)
        body.addWidget(self._left, 1)
        body.addWidget(self.detail)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        whole.addWidget(header)
        whole.addLayout(tabs)
        whole.addWidget(Divider())
        whole.addLayout(body, 1)
        self.detail.hide()

    def _connect(self) -> None:
        model = self._model
        self.tabs.currentChanged.connect(self._tab_chosen)
        self.search.searched.connect(model.set_search)
        self.diagnostics.clicked.connect(self._ask_where)
        self.detail.closed.connect(self._close_detail)
        self.list.selectionModel().currentChanged.connect(self._row_chosen)
        self.list.clicked.connect(self._row_clicked)
        self.list.activated.connect(self._row_clicked)  # Enter
        self.list.resized.connect(self.header.update)
        self.list.verticalScrollBar().valueChanged.connect(self._scrolled)
        self._timer.timeout.connect(self.cards.tick)
        model.tab_changed.connect(self._show_tab)
        model.active_changed.connect(self._live_changed)
        model.waiting_changed.connect(self._live_changed)
        model.job_changed.connect(self.cards.show_job)
        model.detail_changed.connect(self._show_detail)
        model.history.loaded.connect(self._loaded)
        model.history.modelReset.connect(self._rows_replaced)
        QShortcut(QKeySequence(QKeySequence.StandardKey.Find), self).activated.connect(
            lambda: self.search.setFocus(Qt.FocusReason.ShortcutFocusReason))

    # --- tabs and live part -----------------------------------------------------------------------

    def _tab_chosen(self, place: int) -> None:
        self._model.select_tab(list(Tab)[place])

    def _show_tab(self) -> None:
        tab = self._model.tab
        self.tabs.blockSignals(True)
        self.tabs.setCurrentIndex(list(Tab).index(tab))
        self.tabs.blockSignals(False)
        self._table.setVisible(tab.has_history)
        self._live_changed()
        self._loaded()

    def _live_changed(self) -> None:
        self.cards.refresh()
        self._name_tabs()
        self._show_nothing()
        self._fit_cards()

    def _name_tabs(self) -> None:
        model = self._model
        running, waiting = len(model.jobs) + len(model.turns), len(model.waiting) + len(model.forms)
        words = {
            Tab.ALL: Text.of("All"), Tab.RUNS: Text.of("Turns"), Tab.AUDIT: Text.of("Audit"),
            Tab.RUNNING: Text.of("Running {n}", n=running) if running else Text.of("Running"),
            Tab.WAITING: Text.of("Waiting {n}", n=waiting) if waiting else Text.of("Waiting for you"),
        }
        for place, tab in enumerate(Tab):
            self.tabs.setTabText(place, str(words[tab]))

    def _fit_cards(self) -> None:
        """The cards take the height they need, and at most half of it where the table stands below."""
        shown = bool(self.cards.running or self.cards.waiting)
        self._cards_area.setVisible(shown)
        self._column.setStretch(0, 0 if self._model.tab.has_history else 1)
        if not shown:
            return
        need = self.cards.sizeHint().height()
        if self._model.tab.has_history:
            self._cards_area.setFixedHeight(min(need, max(160, self.height() // 2)))
        else:
            self._cards_area.setMinimumHeight(0)
            self._cards_area.setMaximumHeight(16_777_215)

    def _show_nothing(self) -> None:
        """An invitation where a tab has nothing at all."""
        model, tab = self._model, self._model.tab
        live = bool(self.cards.running or self.cards.waiting)
        no_rows = not model.history.rowCount() and not model.history.is_loading
        nothing = not live and (not tab.has_history or (no_rows and not model.search and model.history.is_whole))
        if tab.has_history:
            self._table.setVisible(not nothing)
            searched = no_rows and bool(model.search)
            self._none.setVisible(searched)
            self.list.setVisible(not searched)
            if searched:
                self._none.set_words(Text.of("Nothing contains “{words}”.", words=model.search))
        self._nothing.setVisible(nothing)
        if self._empty is not None:
            self._empty.hide()
            self._empty.deleteLater()
            self._empty = None
        if nothing:
            self._empty = EmptyState(*nothing_words(tab))
            self._nothing_box.addWidget(self._empty)

    # --- history ----------------------------------------------------------------------------------

    def _loaded(self) -> None:
        self._show_nothing()
        if self._problem is not None:
            self._problem.hide()
            self._problem.deleteLater()
            self._problem = None
        problem = self._model.history.problem
        if problem is not None and self._model.tab.has_history:
            self._problem = InlineNotice(NoticeLevel.ERROR, problem.sentence, problem.safe or "")
            self._column.insertWidget(1, self._problem)

    def _rows_replaced(self) -> None:
        """Keep the chosen line, if it is still there."""
        detail = self._model.detail
        place = self._model.history.row_of(detail.row.key) if detail is not None else -1
        if place >= 0:
            self.list.selectionModel().blockSignals(True)
            self.list.selectionModel().setCurrentIndex(
                self._model.history.index(place), QItemSelectionModel.SelectionFlag.ClearAndSelect)
            self.list.selectionModel().blockSignals(False)

    def _row_chosen(self, now: QModelIndex, _: QModelIndex) -> None:
        row = now.data(HistoryRole.ROW)
        if isinstance(row, HistoryRow) and self._beside:
            self._model.choose(row)

    def _row_clicked(self, index: QModelIndex) -> None:
        row = index.data(HistoryRole.ROW)
        shown = self._model.detail
        if isinstance(row, HistoryRow) and (shown is None or shown.row.key != row.key):
            self._model.choose(row)

    def _scrolled(self, value: int) -> None:
        self._model.set_at_top(value == 0)

    # --- detail -----------------------------------------------------------------------------------

    @property
    def _beside(self) -> bool:
        return self.width() >= theme_of(self).scaled(DETAIL_BESIDE_FROM)

    def _show_detail(self) -> None:
        shown = self._model.detail is not None
        self.detail.refresh()
        self._place_detail()
        if not shown:
            self.list.clearSelection()

    def _place_detail(self) -> None:
        shown = self._model.detail is not None
        self.detail.set_alone(not self._beside)
        self.detail.setVisible(shown)
        self._left.setVisible(self._beside or not shown)

    def _close_detail(self) -> None:
        self._model.choose(None)
        self.list.setCurrentIndex(QModelIndex())
        self.list.setFocus(Qt.FocusReason.OtherFocusReason)

    # --- diagnostics ------------------------------------------------------------------------------

    @property
    def dialog(self) -> QFileDialog | None:
        """The open file dialog."""
        return self._dialog

    def _ask_where(self) -> None:
        if self._dialog is not None:
            self._dialog.raise_()
            return
        dialog = QFileDialog(self.window(), t("Make diagnostic file"), str(Path.home() / DIAGNOSTICS_NAME))
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setNameFilter(t("Zip files (*.zip)"))
        dialog.setDefaultSuffix("zip")
        dialog.selectFile(DIAGNOSTICS_NAME)
        dialog.finished.connect(self._where_answered)
        self.destroyed.connect(dialog.deleteLater)
        self._dialog = dialog
        dialog.open()

    def _where_answered(self, result: int) -> None:
        dialog, self._dialog = self._dialog, None
        if dialog is None:
            return
        chosen = dialog.selectedFiles()[:1] if result else []
        dialog.deleteLater()
        if chosen:
            self._model.make_diagnostics(Path(chosen[0]))

    # --- events -----------------------------------------------------------------------------------

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self._model.detail is not None:
            self._close_detail()
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place_detail()
        self._fit_cards()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if not event.spontaneous():
            self._model.look(True)
            self._live_changed()
            self._timer.start()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        if not event.spontaneous():
            self._model.look(False)
            self._timer.stop()

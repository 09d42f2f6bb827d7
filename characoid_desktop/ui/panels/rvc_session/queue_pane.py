"""The list on the left: head with counts and menu, the rows, the drop target under them."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QItemSelectionModel, QModelIndex, QPoint, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QContextMenuEvent, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QFrame, QHBoxLayout, QListView, QMenu, QVBoxLayout, QWidget

from characoid_desktop.core.i18n import Text
from characoid_desktop.features.rvc.models import ItemState, SessionItem
from characoid_desktop.ui.panels.rvc_session.delegate import QueueDelegate
from characoid_desktop.ui.panels.rvc_session.model import RvcModel
from characoid_desktop.ui.panels.rvc_session.queue_model import QueueRole
from characoid_desktop.ui.theme.theme import ControlSize, Theme
from characoid_desktop.ui.widgets import times
from characoid_desktop.ui.widgets.button import Button, ButtonKind, icon_button
from characoid_desktop.ui.widgets.drop_target import DropTarget
from characoid_desktop.ui.widgets.labels import MAY_ELIDE, ElidedLabel, Label
from characoid_desktop.ui.widgets.themed import Themed

Confirm = Callable[[Text, Text, Callable[[], object]], object]
"""Asks (question, yes) and does the third only then; returns at once."""

WIDTH = 268
LOOK_AFTER_MS = 60  # scrolling settles before waveforms are asked for


class QueueList(Themed, QListView):
    """Rows of one height; Delete removes, Enter goes to the stage, the menu key opens the row's menu."""

    removed = Signal(list)
    opened = Signal()
    menu_wanted = Signal(object, object)  # row, global position
    in_view = Signal(int, int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.rows = QueueDelegate(self)
        self.setItemDelegate(self.rows)
        self.setUniformItemSizes(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setMouseTracking(True)
        self.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self._looking = QTimer(self)
        self._looking.setSingleShot(True)
        self._looking.setInterval(LOOK_AFTER_MS)
        self._looking.timeout.connect(self._look)
        self.verticalScrollBar().valueChanged.connect(self.look_soon)
        self.rows.menu_wanted.connect(self.menu_wanted)
        self.init_theme()

    def retranslate(self) -> None:
        self.setAccessibleName(str(Text.of("Files")))
        self.viewport().update()

    def on_theme(self, theme: Theme) -> None:
        self.scheduleDelayedItemsLayout()
        super().on_theme(theme)

    def look_soon(self, *_: object) -> None:
        """Say what is in view once scrolling and adding have settled."""
        self._looking.start()

    def _look(self) -> None:
        rows = self.model().rowCount()
        if not rows:
            return
        first = self.indexAt(QPoint(4, 4)).row()
        last = self.indexAt(QPoint(4, self.viewport().height() - 4)).row()
        self.in_view.emit(max(0, first), last if last >= 0 else rows - 1)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._looking.start()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self.removed.emit(self.selected_ids())
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.opened.emit()
        else:
            super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        keyboard = event.reason() == QContextMenuEvent.Reason.Keyboard
        index = self.currentIndex() if keyboard else self.indexAt(event.pos())
        if index.isValid():
            below = self.viewport().mapToGlobal(self.visualRect(index).bottomLeft())
            self.menu_wanted.emit(index.row(), below if keyboard else event.globalPos())

    def selected_ids(self) -> list[str]:
        items = [index.data(QueueRole.ITEM) for index in self.selectedIndexes()]
        return [item.id for item in items if isinstance(item, SessionItem)]


class QueuePane(Themed, QWidget):
    """Draws ``model.queue``. ``browse`` asks for the file dialog, ``opened`` for the stage (folded layout)."""

    browse = Signal()
    browse_folder = Signal()
    opened = Signal()

    def __init__(self, model: RvcModel, confirm: Confirm, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self._confirm = confirm
        self._title = Label(Text.of("Queue"), "small", strong=True)
        self._count = ElidedLabel("", "small", "text_muted", minimum_characters=4)
        self._count.setProperty(MAY_ELIDE, True)
        self.go_on = Button(Text.of("Go on"), ButtonKind.QUIET, icon="play", size=ControlSize.COMPACT)
        self.go_on.hide()
        self.more = icon_button("more", Text.of("More for the whole list"), size=ControlSize.COMPACT)
        self.list = QueueList()
        self.list.setModel(model.queue)
        self.drop = DropTarget(Text.of("Drop audio, video or a folder here"), compact=True)
        self._menu: QMenu | None = None
        head = QHBoxLayout()
        head.setContentsMargins(16, 10, 8, 10)
        head.setSpacing(8)
        head.addWidget(self._title)
        head.addWidget(self._count, 1)
        head.addWidget(self.go_on)
        head.addWidget(self.more)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(head)
        rows = QVBoxLayout()
        rows.setContentsMargins(8, 0, 8, 8)
        rows.addWidget(self.list)
        column.addLayout(rows, 1)
        foot = QVBoxLayout()
        foot.setContentsMargins(12, 4, 12, 16)
        foot.addWidget(self.drop)
        column.addLayout(foot)
        self._connect()
        self.init_theme()

    def _connect(self) -> None:
        model = self._model
        self.drop.dropped.connect(model.add_files)
        self.drop.browse.connect(self.browse)
        self.more.clicked.connect(self._list_menu)
        self.go_on.clicked.connect(lambda: model.set_paused(False))
        model.queue_changed.connect(self.retranslate)
        self.list.menu_wanted.connect(self._row_menu)
        self.list.removed.connect(model.remove)
        self.list.opened.connect(self.opened)
        self.list.clicked.connect(self._clicked)
        self.list.in_view.connect(model.look_at_rows)
        self.list.selectionModel().currentChanged.connect(self._chosen)
        model.queue.rowsInserted.connect(self.list.look_soon)
        model.queue.rowsRemoved.connect(self.list.look_soon)
        model.counts_changed.connect(self.retranslate)
        model.current_changed.connect(self._follow)

    def _clicked(self, _: QModelIndex) -> None:
        self.opened.emit()

    def _chosen(self, now: QModelIndex, _: QModelIndex) -> None:
        self._model.choose_row(now.row())

    def retranslate(self) -> None:
        counts = self._model.counts
        words = Text.count("{n} file", "{n} files", counts.all)
        left: Text | None = None
        self.go_on.setVisible(self._model.is_paused)
        if self._model.is_paused:
            left = Text.of("paused")
        elif counts.left_s is not None:
            left = times.left(counts.left_s)
        elif counts.active:
            left = Text.of("{n} to go", n=counts.active)
        self._count.set_words(Text.of("{first}, {second}", first=words, second=left) if left else words)
        self._follow()

    def _follow(self) -> None:
        """Keep the list's row that of the model."""
        item = self._model.current
        row = self._model.queue.row(item.id if item is not None else None)
        if row >= 0 and self.list.currentIndex().row() != row:
            self.list.selectionModel().setCurrentIndex(
                self._model.queue.index(row), QItemSelectionModel.SelectionFlag.ClearAndSelect)

    def sizeHint(self) -> QSize:
        return QSize(WIDTH, 400)

    # --- menus (popup, never exec) ----------------------------------------------------------------

    def _row_menu(self, row: int, position: QPoint) -> None:
        item = self._model.queue.item_at(row)
        if item is None:
            return
        model = self._model
        menu = self._new_menu()
        if item.state.can_cancel:
            if (model.queue.index(row).data(QueueRole.PLACE) or 0) > 1:
                menu.addAction(str(Text.of("Convert next")), lambda: model.convert_next([item.id]))
            menu.addAction(str(Text.of("Cancel")), lambda: model.cancel(item.id))
        elif item.state.can_retry:
            menu.addAction(str(Text.of("Try again")), lambda: model.retry([item.id]))
        else:
            again = item.state is ItemState.DONE
            words = Text.of("Convert again") if again else Text.of("Convert only this file")
            convert = menu.addAction(str(words), lambda: model.convert_items([item.id]))
            convert.setEnabled(item.state.can_convert)
        menu.addAction(
            str(Text.of("Show in folder") if item.result is None else Text.of("Show result in folder")),
            lambda: model.show_in_folder(item.id))
        menu.addSeparator()
        selected = self.list.selected_ids()
        ids = selected if item.id in selected else [item.id]
        menu.addAction(
            str(Text.count("Remove from the list", "Remove {n} files from the list", len(ids))),
            lambda: model.remove(ids))
        menu.popup(position)

    def _list_menu(self) -> None:
        model, counts = self._model, self._model.counts
        menu = self._new_menu()
        if model.is_paused:
            menu.addAction(str(Text.of("Go on")), lambda: model.set_paused(False))
        else:
            pause = menu.addAction(str(Text.of("Pause after this file")), lambda: model.set_paused(True))
            pause.setEnabled(counts.active > 0)
        stop = menu.addAction(str(Text.of("Stop all conversions")), self._stop_all)
        stop.setEnabled(counts.active > 0)
        retry = menu.addAction(str(Text.of("Try all failed again")), self._retry_all)
        retry.setEnabled(any(item.state.needs_user for item in model.items))
        menu.addSeparator()
        clear = menu.addAction(str(Text.of("Clear finished")), model.clear_done)
        clear.setEnabled(counts.done > 0)
        menu.addAction(str(Text.of("Add folder…")), self.browse_folder.emit)
        menu.popup(self.more.mapToGlobal(self.more.rect().bottomLeft()))

    def _stop_all(self) -> None:
        """One stops at once; several are worth a question."""
        active = self._model.counts.active
        if active <= 1:
            self._model.cancel_all()
            return
        self._confirm(Text.of("Stop {n} conversions? No half files are left.", n=active),
                      Text.of("Stop all"), self._model.cancel_all)

    def _retry_all(self) -> None:
        self._model.retry([item.id for item in self._model.items if item.state.needs_user])

    def _new_menu(self) -> QMenu:
        if self._menu is not None:
            self._menu.deleteLater()
        self._menu = QMenu(self)
        return self._menu

    @property
    def menu(self) -> QMenu | None:
        """The menu that was opened last."""
        return self._menu

"""The messages of a conversation under each other, in a width that reads well; drawn nearest first, in slices."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from time import perf_counter

from PySide6.QtCore import QPoint, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QContextMenuEvent, QGuiApplication, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QSizePolicy, QWidget

from characoid_desktop.ui.theme.theme import Theme
from characoid_desktop.ui.widgets.character_message import CharacterMessage
from characoid_desktop.ui.widgets.message_hover import HoverTools
from characoid_desktop.ui.widgets.message_item import MessageItem
from characoid_desktop.ui.widgets.message_parts import MessageTools
from characoid_desktop.ui.widgets.message_view import ExtraViews, MessageView
from characoid_desktop.ui.widgets.safe_browser import Images
from characoid_desktop.ui.widgets.text_column import BAR, text_column
from characoid_desktop.ui.widgets.themed import Themed
from characoid_desktop.ui.widgets.user_message import UserMessage

GAP = 16
TOP, BOTTOM = 24, 16
SLICE_S = 0.002  # of drawing in one go; one message may go over it
_GUESS = 96  # px of a message that was not drawn yet
_THROWN_AWAY = 20  # parts let go in one go, when nothing is left to draw; a view counts as _OWN_PARTS
_OWN_PARTS = 8
_THROW_MS = 10


@dataclass(slots=True)
class _Entry:
    item: MessageItem
    view: MessageView | None = None
    y: int = 0
    height: int = _GUESS
    width: int = -1  # for which the height holds
    placed: tuple[int, int] = (-1, -1)


class MessageColumn(Themed, QWidget):
    """All messages that are loaded. Wishes carry the id of the message they are about.

    ``moved`` comes after heights changed, ``about_to_move`` before: the owner keeps the place of what is read.
    """

    link_wanted = Signal(str)
    all_wanted = Signal(str)
    edit_wanted = Signal(str)
    again_wanted = Signal(str)
    menu_wanted = Signal(str, object)  # id, global position
    branch_stepped = Signal(str, int)
    acted = Signal(str, str, str, object)
    step_chosen = Signal(str, str)
    about_to_move = Signal()
    moved = Signal()
    filled = Signal()

    def __init__(self, extras: ExtraViews, images: Images | None = None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._extras, self._images = extras, images
        self._entries: list[_Entry] = []
        self._by_id: dict[str, _Entry] = {}
        self._view_top, self._view_height = 0, 0
        self._unplaced = False
        self._drawing = False
        self._fold_steps = False
        self._in_use = ""
        self._current_is_last = True
        self._thrown: list[MessageView] = []
        self.before: QWidget | None = None  # above the first message
        self.after: QWidget | None = None  # below the last
        self._hover = HoverTools(self)
        self._filling = _once(self, self._fill)
        self._throwing = _once(self, self._throw_away)
        self._hover.copy_wanted.connect(self.copy_message)
        self._hover.edit_wanted.connect(self.edit_wanted)
        self._hover.again_wanted.connect(self.again_wanted)
        self._hover.menu_wanted.connect(self.menu_wanted)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.init_theme()

    @property
    def tools(self) -> MessageTools:
        """What appears over the message in use."""
        return self._hover.tools

    # --- what it holds ----------------------------------------------------------------------------

    @property
    def items(self) -> tuple[MessageItem, ...]:
        return tuple(entry.item for entry in self._entries)

    @property
    def is_filled(self) -> bool:
        """Whether every message is drawn at the present width."""
        return not self._filling.isActive() and all(
            entry.view is None or entry.view.is_filled for entry in self._entries)

    def view(self, id: str) -> MessageView | None:
        """Return the view of a message, None while it is not drawn."""
        entry = self._by_id.get(id)
        return entry.view if entry is not None else None

    def place_of(self, id: str) -> tuple[int, int] | None:
        """Return (top, height) of a message in px."""
        entry = self._by_id.get(id)
        return (entry.y, entry.height) if entry is not None else None

    def at(self, y: int) -> tuple[str, int] | None:
        """Return (id, its top) of the first message that reaches below ``y``."""
        for entry in self._entries:
            if entry.y + entry.height > y:
                return entry.item.id, entry.y
        return None

    def show_items(self, items: Sequence[MessageItem]) -> None:
        """Show exactly these, in this order; what is drawn already stays."""
        self.about_to_move.emit()
        entries: list[_Entry] = []
        for item in items:
            entry = self._by_id.pop(item.id, None)
            if entry is None:
                entry = _Entry(item)
            elif entry.item != item:
                self._show(entry, item)
            entries.append(entry)
        for entry in self._by_id.values():
            self._drop(entry)
        self._entries = entries
        self._by_id = {entry.item.id: entry for entry in entries}
        self._choose_in_use()
        self._fill()

    def update_item(self, item: MessageItem) -> None:
        """Show a message as it is now; nothing when it is not loaded."""
        entry = self._by_id.get(item.id)
        if entry is not None and entry.item != item:
            self._show(entry, item)

    def _show(self, entry: _Entry, item: MessageItem) -> None:
        old, entry.item = entry.item, item
        if entry.view is None:
            return
        if old.is_user is not item.is_user:
            self._drop(entry)
            entry.view = None
        else:
            entry.view.show_item(item)

    def _drop(self, entry: _Entry) -> None:
        view = entry.view
        if view is None:
            return
        self._hover.leave(view)
        view.hide()
        self._thrown.append(view)
        if not self._throwing.isActive():
            self._throwing.start(_THROW_MS)

    def _throw_away(self) -> None:
        if not self._filling.isActive():
            room = _THROWN_AWAY
            while self._thrown and room > 0:
                gone = self._thrown[0].shed(room)
                room -= gone or _OWN_PARTS
                if not gone:
                    self._thrown.pop(0).deleteLater()
        if self._thrown:
            self._throwing.start(_THROW_MS)

    # --- drawing in slices ------------------------------------------------------------------------

    def set_window(self, top: int, height: int) -> None:
        """Say what is in view: it is drawn first."""
        self._view_top, self._view_height = top, height
        if self._unplaced:
            self._unplaced = False
            self.restack()

    def fit(self, width: int) -> None:
        """Take another width of the page."""
        if width != self.width():
            self.about_to_move.emit()
            self.resize(width, self.height())
            self._fill()

    def _inner(self) -> tuple[int, int]:
        """Return (left, width) of the text column, in the middle of the page with its scroll bar."""
        return text_column(self.width() + BAR, self.theme)

    def _fill(self) -> None:
        """Draw what is missing, nearest to what is in view first, and place everything."""
        end = perf_counter() + SLICE_S
        left, width = self._inner()
        done, seen = True, False
        for entry in self._missing(width):
            if perf_counter() > end:
                done = False
                break
            seen = seen or self._is_near(entry)
            self._draw(entry, left, width)
        self._unplaced = not (done or seen)  # out of sight, they are put in their places together at the end
        if not self._unplaced:
            self._place()
        if done:
            self.filled.emit()
        else:
            self._filling.start(0)

    def _is_near(self, entry: _Entry) -> bool:
        """Whether a message is in view, or so near that the next turn of the wheel brings it there."""
        reach = self._view_height // 2
        return (entry.y < self._view_top + self._view_height + reach
                and entry.y + entry.height > self._view_top - reach)

    def _missing(self, width: int) -> list[_Entry]:
        found = [entry for entry in self._entries if entry.view is None or entry.width != width]
        if len(found) > 1:
            middle = self._view_top + self._view_height
            found.sort(key=lambda entry: abs(entry.y + entry.height - middle))
        return found

    def _draw(self, entry: _Entry, left: int, width: int) -> None:
        self._drawing = True
        try:
            self._make(entry, left, width)
        finally:
            self._drawing = False

    def _make(self, entry: _Entry, left: int, width: int) -> None:
        if entry.view is None:
            kind = UserMessage if entry.item.is_user else CharacterMessage
            view = kind(entry.item, self._extras, self._images, self)
            self._connect(view)
            view.set_in_use(entry.item.id == self._in_use)
            if self._fold_steps:
                self._fold(view)
            entry.view = view
        entry.width = width
        entry.height = entry.view.height_at(width)
        entry.view.setGeometry(left, entry.y, width, entry.height)
        entry.placed = (left, entry.y)
        entry.view.show()

    def _place(self) -> None:
        left, width = self._inner()
        y = TOP
        if self.before is not None and not self.before.isHidden():
            y = _put_row(self.before, left, y, width) + GAP
        for entry in self._entries:
            entry.y = y
            if entry.view is not None:
                if entry.placed != (left, y):
                    entry.placed = (left, y)
                    entry.view.move(left, y)
                entry.height = entry.view.height()
            y += entry.height + GAP
        if self.after is not None and not self.after.isHidden():
            y = _put_row(self.after, left, y, width) + GAP
        height = y - GAP + BOTTOM
        if height != self.height():
            self.resize(self.width(), height)
        self.moved.emit()

    def restack(self) -> None:
        """A message grew or shrank."""
        if self._drawing:
            return
        self.about_to_move.emit()
        self._place()

    def fold_steps(self, folded: bool) -> None:
        """Fold the steps of every message where room is short."""
        self._fold_steps = folded
        for entry in self._entries:
            if entry.view is not None:
                self._fold(entry.view)

    def _fold(self, view: MessageView) -> None:
        if isinstance(view, CharacterMessage):
            view.fold_steps(self._fold_steps)

    def on_theme(self, theme: Theme) -> None:
        for entry in self._entries:
            entry.width = -1
        if self._entries:
            self._fill()
        super().on_theme(theme)

    def sizeHint(self) -> QSize:
        return self.size()

    # --- one message's wishes ---------------------------------------------------------------------

    def _connect(self, view: MessageView) -> None:
        def id() -> str:
            return view.item.id

        def stepped(step: int) -> None:
            self.branch_stepped.emit(id(), step)

        def acted(key: str, what: str, data: object) -> None:
            self.acted.emit(id(), key, what, data)

        def chosen(key: str) -> None:
            self.step_chosen.emit(id(), key)

        def hovered(over: bool) -> None:
            if over:
                self._hover.show_over(view, self._view_top)
            else:
                self._hover.leave(view)

        view.link_wanted.connect(self.link_wanted)
        view.all_wanted.connect(lambda: self.all_wanted.emit(id()))
        view.branch_stepped.connect(stepped)
        view.acted.connect(acted)
        view.step_chosen.connect(chosen)
        view.hovered.connect(hovered)

    def copy_message(self, id: str) -> None:
        """Put what is selected in a message on the clipboard, else all of it."""
        entry = self._by_id.get(id)
        if entry is None:
            return
        selected = entry.view.selected_text() if entry.view is not None else ""
        QGuiApplication.clipboard().setText(selected or entry.item.text)

    # --- keyboard ---------------------------------------------------------------------------------

    def _choose_in_use(self) -> None:
        """Tab stops at one message: the last, until the arrow keys chose another."""
        if self._in_use not in self._by_id or self._current_is_last:
            self._current_is_last = True
            self._use(self._entries[-1].item.id if self._entries else "")

    def _use(self, id: str) -> None:
        if id == self._in_use:
            return
        for one, in_use in ((self._in_use, False), (id, True)):
            view = self.view(one)
            if view is not None:
                view.set_in_use(in_use)
        self._in_use = id

    def focus_message(self, id: str) -> None:
        """Give the keyboard to a message."""
        view = self.view(id)
        if view is None:
            return
        self._current_is_last = bool(self._entries) and self._entries[-1].item.id == id
        self._use(id)
        view.setFocus(Qt.FocusReason.TabFocusReason)
        self._hover.show_over(view, self._view_top)

    def _focused(self) -> int:
        for number, entry in enumerate(self._entries):
            if entry.view is not None and entry.view.hasFocus():
                return number
        return -1

    def keyPressEvent(self, event: QKeyEvent) -> None:
        at, last = self._focused(), len(self._entries) - 1
        if at < 0:
            super().keyPressEvent(event)
            return
        goal = {Qt.Key.Key_Up: at - 1, Qt.Key.Key_Down: at + 1, Qt.Key.Key_Home: 0, Qt.Key.Key_End: last}.get(
            Qt.Key(event.key()))
        entry = self._entries[at]
        if goal is not None:
            self.focus_message(self._entries[max(0, min(last, goal))].item.id)
        elif event.matches(QKeySequence.StandardKey.Copy):
            self.copy_message(entry.item.id)
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and entry.view is not None:
            self.menu_wanted.emit(entry.item.id, entry.view.mapToGlobal(QPoint(48, 32)))
        else:
            super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        keyboard = event.reason() == QContextMenuEvent.Reason.Keyboard
        if keyboard and self._focused() >= 0:
            entry = self._entries[self._focused()]
            place = entry.view.mapToGlobal(QPoint(48, 32)) if entry.view is not None else event.globalPos()
            self.menu_wanted.emit(entry.item.id, place)
            return
        for entry in self._entries:
            if entry.y <= event.pos().y() < entry.y + entry.height:
                self.menu_wanted.emit(entry.item.id, event.globalPos())
                return


def _put_row(row: QWidget, left: int, y: int, width: int) -> int:
    hint = row.sizeHint()
    size = min(width, hint.width())
    row.setGeometry(left + (width - size) // 2, y, size, hint.height())
    return y + hint.height()


def _once(parent: QWidget, do: Callable[[], object]) -> QTimer:
    timer = QTimer(parent)
    timer.setSingleShot(True)
    timer.timeout.connect(do)
    return timer

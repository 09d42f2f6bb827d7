"""The scrolled page around the messages: it follows at the bottom and keeps its place everywhere else."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QWidget

from characoid_desktop.core.i18n import Text
from characoid_desktop.ui.theme.theme import ControlSize
from characoid_desktop.ui.widgets.button import Button, ButtonKind
from characoid_desktop.ui.widgets.message_column import MessageColumn
from characoid_desktop.ui.widgets.message_item import MessageItem
from characoid_desktop.ui.widgets.message_view import ExtraViews
from characoid_desktop.ui.widgets.safe_browser import Images
from characoid_desktop.ui.widgets.themed import Themed

AT_BOTTOM = 8  # px from the end that still count as the end
NEAR_EDGE = 240  # px: so near to the first or last message, more are asked for


class MessageList(Themed, QScrollArea):
    """Shows one conversation at a time; ``key`` says which. See :class:`MessageColumn` for the wishes.

    ``older_wanted`` and ``newer_wanted`` ask for messages beyond those that are loaded.
    """

    older_wanted = Signal()
    newer_wanted = Signal()

    def __init__(self, extras: ExtraViews, images: Images | None = None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._key: str = ""
        self._follows = True
        self._anchor: tuple[str, int] | None = None
        self._moving = 0
        self._has_older, self._has_newer = False, False
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.column = MessageColumn(extras, images)
        self.older = Button(Text.of("Older messages"), ButtonKind.QUIET, icon="chevron-up", size=ControlSize.COMPACT,
                            parent=self.column)
        self.newer = Button(Text.of("Newer messages"), ButtonKind.QUIET, icon="chevron-down",
                            size=ControlSize.COMPACT, parent=self.column)
        self.column.before, self.column.after = self.older, self.newer
        self.older.hide()
        self.newer.hide()
        self.setWidget(self.column)
        self.column.setAutoFillBackground(True)  # opaque: what only moved is copied, not painted again
        self.below = Button(Text.of("New text below"), ButtonKind.NORMAL, icon="arrow-down",
                            size=ControlSize.COMPACT, parent=self)
        self.below.hide()
        self._connect()
        self.init_theme()

    def _connect(self) -> None:
        self.column.about_to_move.connect(self._remember)
        self.column.moved.connect(self._restore)
        self.verticalScrollBar().valueChanged.connect(self._scrolled)
        self.verticalScrollBar().rangeChanged.connect(self._range_changed)
        self.below.clicked.connect(self.to_bottom)
        self.older.clicked.connect(self.older_wanted)
        self.newer.clicked.connect(self.newer_wanted)

    @property
    def follows(self) -> bool:
        """Whether the page stays at the end while text comes in."""
        return self._follows

    def show_thread(
        self, key: str, items: Sequence[MessageItem], *, has_older: bool = False, has_newer: bool = False,
    ) -> None:
        """Show the messages of a conversation; another one begins at its end."""
        if key != self._key:
            self._key, self._follows, self._anchor = key, True, None
            self.below.hide()
        self._has_older, self._has_newer = has_older, has_newer
        self.older.setVisible(has_older)
        self.newer.setVisible(has_newer)
        self.column.show_items(items)

    def update_item(self, item: MessageItem) -> None:
        before = self.column.height()
        self.column.update_item(item)
        if not self._follows and self.column.height() > before:
            self._tell_new()

    def to_bottom(self) -> None:
        """Go to the end and follow from there; what is loaded ends where it ends."""
        self._follows = True
        self.below.hide()
        bar = self.verticalScrollBar()
        bar.setValue(bar.maximum())

    def to_message(self, id: str) -> None:
        """Scroll so that a message can be read from its beginning."""
        place = self.column.place_of(id)
        if place is not None:
            self._follows = False
            self.verticalScrollBar().setValue(max(0, place[0] - 16))

    # --- keeping the place ------------------------------------------------------------------------

    def _remember(self) -> None:
        if self._moving == 0:
            top = self.verticalScrollBar().value()
            found = self.column.at(top)
            self._anchor = (found[0], found[1] - top) if found is not None else None
        self._moving += 1

    def _restore(self) -> None:
        self._moving = 0
        bar = self.verticalScrollBar()
        bar.blockSignals(True)
        if self._follows:
            bar.setValue(bar.maximum())
        elif self._anchor is not None:
            place = self.column.place_of(self._anchor[0])
            if place is not None:
                bar.setValue(place[0] - self._anchor[1])
        bar.blockSignals(False)
        self.column.move(self.column.x(), -bar.value())
        self._tell_window()

    def _tell_new(self) -> None:
        if not self.below.isVisible():
            self.below.show()
            self.below.raise_()
            self._place_below()

    def _scrolled(self, value: int) -> None:
        bar = self.verticalScrollBar()
        at_end = value >= bar.maximum() - AT_BOTTOM
        self._follows = at_end and not self._has_newer
        if at_end:
            self.below.hide()
        self._tell_window()
        if self._has_older and value < NEAR_EDGE:
            self.older_wanted.emit()
        elif self._has_newer and value > bar.maximum() - NEAR_EDGE:
            self.newer_wanted.emit()

    def _range_changed(self, _: int, most: int) -> None:
        self.verticalScrollBar().setEnabled(most > 0)  # its room stays, its handle goes

    def _tell_window(self) -> None:
        self.column.set_window(self.verticalScrollBar().value(), self.viewport().height())

    # --- events -----------------------------------------------------------------------------------

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._remember()
        super().resizeEvent(event)
        self._tell_window()
        self.column.fit(self.viewport().width())
        self._restore()
        self._place_below()

    def _place_below(self) -> None:
        hint = self.below.sizeHint()
        self.below.setGeometry((self.viewport().width() - hint.width()) // 2,
                               self.height() - hint.height() - 8, hint.width(), hint.height())

    def wheelEvent(self, event: QWheelEvent) -> None:
        super().wheelEvent(event)
        event.accept()  # at an end, nothing else scrolls instead

    def keyPressEvent(self, event: QKeyEvent) -> None:
        bar = self.verticalScrollBar()
        step = {Qt.Key.Key_PageUp: -bar.pageStep(), Qt.Key.Key_PageDown: bar.pageStep()}.get(Qt.Key(event.key()))
        if step is None:
            super().keyPressEvent(event)
        else:
            bar.setValue(bar.value() + step)

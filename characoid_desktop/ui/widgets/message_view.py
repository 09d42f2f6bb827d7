"""What all messages share: versions, extras under the words, the keyboard, and what a screen reader says."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QEvent, QObject, QRect, Qt, Signal
from PySide6.QtGui import QEnterEvent, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QWidget

from characoid_desktop.core.i18n import Text
from characoid_desktop.ui.theme.theme import Theme
from characoid_desktop.ui.widgets.message_item import Extra, MessageItem
from characoid_desktop.ui.widgets.message_parts import BranchSwitch
from characoid_desktop.ui.widgets.safe_browser import Images
from characoid_desktop.ui.widgets.stack import Stack
from characoid_desktop.ui.widgets.themed import Themed

_ROVING = "roving"  # a control that takes Tab only while its message is in use
_READ_ALOUD = 400  # characters of a message that its accessible name gives


class ExtraView(QWidget):
    """A widget that shows an :class:`Extra`; ``acted(str, object)`` is a wish with its data."""

    acted = Signal(str, object)

    def show_extra(self, extra: Extra) -> None:
        """Show the extra as it is now."""
        raise NotImplementedError


ExtraViews = Callable[[Extra], ExtraView]
"""Makes the widget for an extra."""


class MessageView(Themed, Stack):
    """What both kinds share. Wishes: ``link_wanted(str)``, ``all_wanted``, ``branch_stepped(int)``,
    ``acted(extra key, what, data)``, ``step_chosen(str)``."""

    link_wanted = Signal(str)
    all_wanted = Signal()
    branch_stepped = Signal(int)
    acted = Signal(str, str, object)
    step_chosen = Signal(str)
    hovered = Signal(bool)
    ring_radius = 8

    def __init__(
        self, item: MessageItem, extras: ExtraViews, images: Images | None = None, parent: QWidget | None = None
    ) -> None:
        super().__init__(spacing=8, parent=parent)
        self._item = item
        self._make_extra = extras
        self._images = images
        self._follows_layouts = False
        self._extras: dict[str, tuple[type[Extra], ExtraView]] = {}
        self.branch: BranchSwitch | None = None
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)

    @property
    def item(self) -> MessageItem:
        return self._item

    @property
    def words(self) -> str:
        """What it draws itself."""
        return ""

    @property
    def is_filled(self) -> bool:
        """Whether all of its words are drawn."""
        return True

    def show_item(self, item: MessageItem) -> None:
        """Show what changed."""
        old, self._item = self._item, item
        if item == old:
            return
        self.show_changes(old)
        self.restack()
        self.retranslate()

    def show_changes(self, old: MessageItem | None) -> None:
        """Bring the parts in line with ``item``; ``old`` is None the first time."""
        self._show_branch()
        self._show_extras()

    def retranslate(self) -> None:
        item = self._item
        at = item.at.strftime("%H:%M") if item.at is not None else ""
        who = str(Text.of("You")) if item.is_user else item.name
        parts = [part for part in (who, at, str(item.note)) if part]
        self.setAccessibleName(f"{', '.join(parts)}: {item.text[:_READ_ALOUD]}")
        self.update()

    def on_theme(self, theme: Theme) -> None:
        self.forget_heights()
        super().on_theme(theme)

    def selected_text(self) -> str:
        return ""

    def shed(self, count: int) -> int:
        """Let go of parts of a view that is not needed any more, ``count`` at most; return how many, 0 when done."""
        return 0

    def extra_view(self, key: str) -> QWidget | None:
        """Return the widget of an extra that is shown."""
        found = self._extras.get(key)
        return found[1] if found is not None else None

    def _show_branch(self) -> None:
        branch = self._item.branch
        if branch is None:
            if self.branch is not None:
                self.branch.hide()
                self.branch.deleteLater()
                self.branch = None
            return
        if self.branch is None:
            self.branch = BranchSwitch(branch, self)
            self.branch.stepped.connect(self.branch_stepped)
            self.branch.show()
        self.branch.show_branch(branch)

    def _show_extras(self) -> None:
        wanted = {extra.key: extra for extra in self._item.extras}
        for key in [key for key, (kind, _) in self._extras.items() if type(wanted.get(key)) is not kind]:
            self.take_part(self._extras.pop(key)[1])
        if self._item.extras and not self._follows_layouts:
            self._follows_layouts = True
            self.installEventFilter(self)  # extras have layouts, which tell of a change by an event
        for extra in self._item.extras:
            if extra.key not in self._extras:
                widget = self._make_extra(extra)
                widget.acted.connect(partial(self.acted.emit, extra.key))
                self._extras[extra.key] = (type(extra), widget)
                self.add_part(widget)
                widget.show()
            self._extras[extra.key][1].show_extra(extra)
        self._known = None

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self and event.type() == QEvent.Type.LayoutRequest:
            self._known = None
            self.restack()
        return False

    def set_in_use(self, in_use: bool) -> None:
        """Let Tab stop at this message and what is in it; extras, which may ask something, always take it."""
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus if in_use else Qt.FocusPolicy.ClickFocus)
        asking = [widget for _, widget in self._extras.values()]
        for child in self.findChildren(QWidget):
            if any(extra is child or extra.isAncestorOf(child) for extra in asking):
                continue
            if in_use and child.property(_ROVING):
                child.setProperty(_ROVING, False)
                child.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
            elif not in_use and child.focusPolicy() & Qt.FocusPolicy.TabFocus:
                child.setProperty(_ROVING, True)
                child.setFocusPolicy(Qt.FocusPolicy.ClickFocus)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        event.ignore()  # the column moves between messages

    def enterEvent(self, event: QEnterEvent) -> None:
        super().enterEvent(event)
        self.hovered.emit(True)

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self.hovered.emit(False)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.place_header()

    def place_header(self) -> None:
        """Put what stands beside the parts."""

    def top_line(self) -> QRect:
        """Where the tools may lie: the first line, in this widget's coordinates."""
        return QRect(0, 0, self.width(), 28)

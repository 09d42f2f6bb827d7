"""The tools over the message in use: there is one set of them, and it goes where the mouse or the keyboard is."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QPoint, Signal
from PySide6.QtWidgets import QWidget

from characoid_desktop.ui.widgets.message_parts import MessageTools
from characoid_desktop.ui.widgets.message_view import MessageView
from characoid_desktop.ui.widgets.user_message import UserMessage

_ONE_LINE = 60  # px; in a higher first line they lie at its top


class HoverTools(QObject):
    """Wishes carry the id of the message: ``copy_wanted``, ``edit_wanted``, ``again_wanted``,
    ``menu_wanted(id, place)``. A child of the message, so that going to the tools does not leave it."""

    copy_wanted = Signal(str)
    edit_wanted = Signal(str)
    again_wanted = Signal(str)
    menu_wanted = Signal(str, object)

    def __init__(self, home: QWidget) -> None:
        super().__init__(home)
        self._home = home
        self._view: MessageView | None = None
        self.tools = MessageTools(home)
        self.tools.copy_wanted.connect(lambda: self._tell(self.copy_wanted.emit))
        self.tools.edit_wanted.connect(lambda: self._tell(self.edit_wanted.emit))
        self.tools.again_wanted.connect(lambda: self._tell(self.again_wanted.emit))
        self.tools.more_wanted.connect(lambda: self._tell(self._open_menu))

    def show_over(self, view: MessageView, top: int) -> None:
        """Show them over a message; ``top`` is where the visible part of the page begins."""
        item = view.item
        if item.live:
            return
        self._view = view
        self.tools.setParent(view)
        self.tools.offer(edit=item.can_edit, again=item.can_regenerate)
        self._place(view, top)
        self.tools.show()
        self.tools.raise_()

    def leave(self, view: MessageView) -> None:
        """Take them away from a message; nothing when they are over another one."""
        if self._view is view:
            self._view = None
            self.tools.hide()
            self.tools.setParent(self._home)

    def _place(self, view: MessageView, top: int) -> None:
        line, size = view.top_line(), self.tools.sizeHint()
        y = line.y()
        if line.height() < _ONE_LINE:
            y += max(0, (line.height() - size.height()) // 2)
        hidden = top - view.y()
        if hidden > y:  # its head is scrolled away: they stay in sight
            y = min(hidden + 4, max(0, view.height() - size.height()))
        x = line.right() - size.width() if isinstance(view, UserMessage) else line.x()
        self.tools.setGeometry(max(0, min(x, view.width() - size.width())), y, size.width(), size.height())

    def _tell(self, tell: Callable[[str], object]) -> None:
        if self._view is not None:
            tell(self._view.item.id)

    def _open_menu(self, id: str) -> None:
        self.menu_wanted.emit(id, self.tools.mapToGlobal(QPoint(0, self.tools.height())))

"""The notices of the window: one at a time under the window edge, the others counted."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from characoid_desktop.core.notices import SUCCESS_LEAVES_AFTER_S, Notice, NoticeBoard, NoticeLevel
from characoid_desktop.ui.shell.later import Cancel, Later

_URGENCY = {NoticeLevel.ERROR: 3, NoticeLevel.WARNING: 2, NoticeLevel.INFO: 1, NoticeLevel.SUCCESS: 0}


class NoticesModel(QObject):
    """Which notice is shown now, and how many wait behind it.

    The most urgent one is shown, of equal ones the newest. A success without a next step leaves eight seconds
    after it was first seen; all others stay until they are closed.
    """

    changed = Signal()

    def __init__(self, board: NoticeBoard, later: Later, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._board = board
        self._later = later
        self._timers: dict[int, Cancel] = {}
        self._release = board.changed.connect(self._board_changed)
        self._board_changed(board.open)

    @property
    def current(self) -> Notice | None:
        notices = self._board.open
        return max(notices, key=lambda n: (_URGENCY[n.level], n.id)) if notices else None

    @property
    def more(self) -> int:
        """How many other notices are open."""
        return max(0, len(self._board.open) - 1)

    def dismiss(self) -> None:
        """Close the notice that is shown."""
        if (current := self.current) is not None:
            self._board.dismiss(current.id)

    def close(self) -> None:
        """Stop listening and forget all timers."""
        self._release()
        for cancel in self._timers.values():
            cancel()
        self._timers.clear()

    def _board_changed(self, notices: tuple[Notice, ...]) -> None:
        for gone in self._timers.keys() - {n.id for n in notices}:
            self._timers.pop(gone)()
        current = self.current
        if current is not None and current.leaves_by_itself and current.id not in self._timers:
            self._timers[current.id] = self._later(
                SUCCESS_LEAVES_AFTER_S, lambda: self._leave(current.id)
            )
        self.changed.emit()

    def _leave(self, notice_id: int) -> None:
        self._timers.pop(notice_id, None)
        self._board.dismiss(notice_id)

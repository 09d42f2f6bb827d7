"""Notices: what the window says in its bar. Nothing with a next step disappears by itself."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from enum import StrEnum

from characoid_desktop.core.errors import Action, AppError
from characoid_desktop.core.events import Event
from characoid_desktop.core.i18n import Text

SUCCESS_LEAVES_AFTER_S = 8.0


class NoticeLevel(StrEnum):
    INFO = "info"
    SUCCESS = "success"
    WARNING = "warning"
    ERROR = "error"


@dataclass(frozen=True, slots=True)
class Notice:
    id: int
    level: NoticeLevel
    sentence: Text
    safe: Text | None = None
    actions: tuple[Action, ...] = ()
    key: str = ""  # a later notice with the same key replaces the earlier one

    @property
    def leaves_by_itself(self) -> bool:
        return self.level is NoticeLevel.SUCCESS and not self.actions


class NoticeBoard:
    """The open notices, oldest first. ``changed`` fires with the whole tuple."""

    def __init__(self) -> None:
        self.changed: Event[tuple[Notice, ...]] = Event()
        self._ids = itertools.count(1)
        self._open: list[Notice] = []

    @property
    def open(self) -> tuple[Notice, ...]:
        return tuple(self._open)

    def post(
        self, level: NoticeLevel, sentence: Text, *, safe: Text | None = None,
        actions: tuple[Action, ...] = (), key: str = "",
    ) -> Notice:
        notice = Notice(next(self._ids), level, sentence, safe, actions, key)
        if key:
            self._open = [n for n in self._open if n.key != key]
        self._open.append(notice)
        self.changed.emit(self.open)
        return notice

    def post_error(self, error: AppError, *, key: str = "") -> Notice:
        """Show an expected failure with its next step."""
        actions = (error.action,) if error.action else ()
        return self.post(NoticeLevel.ERROR, error.sentence, safe=error.safe, actions=actions, key=key)

    def settle(self, key: str) -> None:
        """Take the notice with ``key`` away: its cause is over. Harmless when there is none."""
        if any(notice.key == key for notice in self._open):
            self._open = [notice for notice in self._open if notice.key != key]
            self.changed.emit(self.open)

    def dismiss(self, notice_id: int) -> None:
        self._open = [n for n in self._open if n.id != notice_id]
        self.changed.emit(self.open)

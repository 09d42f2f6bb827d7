"""Wishes of a panel that take time: they run in the app's scope, and what goes wrong becomes a notice."""

from __future__ import annotations

import logging
from collections.abc import Coroutine
from typing import Any

from characoid_desktop.core.errors import AppError
from characoid_desktop.core.i18n import Text
from characoid_desktop.core.notices import NoticeBoard
from characoid_desktop.core.tasks import TaskScope

_log = logging.getLogger(__name__)


class Doing:
    """Call it with a coroutine. After :meth:`close`, and while the app closes, wishes are dropped."""

    def __init__(self, scope: TaskScope, notices: NoticeBoard, key: str) -> None:
        self._scope = scope
        self._notices = notices
        self._key = key
        self._closed = False

    def close(self) -> None:
        self._closed = True

    def __call__(self, work: Coroutine[Any, Any, Any]) -> None:
        if self._closed:
            work.close()
            return
        try:
            task = self._scope.start(self._told(work), name=self._key)
        except RuntimeError:  # the app is closing
            work.close()
            return
        task.add_done_callback(lambda _: work.close())  # one cancelled before its first step never began it

    def failed(self, error: AppError) -> None:
        """Tell what went wrong."""
        self._notices.post_error(error, key=self._key)

    async def _told(self, work: Coroutine[Any, Any, Any]) -> None:
        try:
            await work
        except AppError as error:
            self.failed(error)
        except Exception:
            _log.exception("a wish of the panel %s failed", self._key)
            self.failed(AppError(
                Text.of("This did not work because of a fault in the app. The log says more."),
                safe=Text.of("Your files are untouched.")))

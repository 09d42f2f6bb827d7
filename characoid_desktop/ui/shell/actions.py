"""From the words on a button to the code that does it: one place for every next step."""

from __future__ import annotations

import inspect
import logging
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, cast

from characoid_desktop.core.errors import Action, ActionKind, AppError
from characoid_desktop.core.i18n import Text
from characoid_desktop.core.notices import NoticeBoard
from characoid_desktop.core.tasks import TaskScope

Handler = Callable[[Mapping[str, Any]], Awaitable[object] | object]
_log = logging.getLogger(__name__)


class ActionRouter:
    """Runs actions. A plain function acts at once; a coroutine function runs on in ``scope``.

    An AppError of a handler becomes a notice; any other exception is logged and becomes a plain notice,
    so that a button never does nothing in silence.
    """

    def __init__(self, scope: TaskScope, notices: NoticeBoard) -> None:
        self._scope = scope
        self._notices = notices
        self._handlers: dict[ActionKind, Handler] = {}

    def register(self, kind: ActionKind, handler: Handler) -> None:
        """Set what ``kind`` does; a later handler replaces the earlier one."""
        self._handlers[kind] = handler

    def can_run(self, action: Action) -> bool:
        """Whether anything is registered for it: a button without code is not shown."""
        return action.kind in self._handlers or self._callback(action) is not None

    def run(self, action: Action) -> bool:
        """Do or start the action; return False when nothing is registered for it."""
        handler = self._callback(action) or self._handlers.get(action.kind)
        if handler is None:
            _log.warning("no handler for %s", action.kind)
            return False
        try:
            result = handler(action.args)
        except Exception as error:
            self._failed(action, error)
            return True
        if inspect.isawaitable(result):
            self._scope.start(self._finish(action, result), name=f"action {action.kind}")
        return True

    @staticmethod
    def _callback(action: Action) -> Handler | None:
        """A CALLBACK action may carry its function itself, under ``call``."""
        call = action.args.get("call") if action.kind is ActionKind.CALLBACK else None
        return cast(Handler, call) if callable(call) else None

    async def _finish(self, action: Action, result: Awaitable[object]) -> None:
        try:
            await result
        except Exception as error:
            self._failed(action, error)

    def _failed(self, action: Action, error: Exception) -> None:
        if not isinstance(error, AppError):
            _log.error("action %s failed", action.kind, exc_info=error)
            error = AppError(
                Text.of("“{label}” did not work.", label=action.label), safe=Text.of("Nothing was changed.")
            )
        self._notices.post_error(error, key=f"action {action.kind}")

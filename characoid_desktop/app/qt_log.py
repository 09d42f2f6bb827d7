"""Qt's own messages go to our log."""

from __future__ import annotations

import logging
from collections.abc import Callable

from PySide6.QtCore import QMessageLogContext, QtMsgType, qInstallMessageHandler

_log = logging.getLogger("qt")
_LEVELS = {
    QtMsgType.QtDebugMsg: logging.DEBUG,
    QtMsgType.QtInfoMsg: logging.INFO,
    QtMsgType.QtWarningMsg: logging.WARNING,
    QtMsgType.QtCriticalMsg: logging.ERROR,
    QtMsgType.QtFatalMsg: logging.CRITICAL,
}
# Noise of the offscreen platform and of missing optional desktop plugins; nothing a user could do about.
_HARMLESS = (
    "This plugin does not support ", "Could not load the Qt platform theme",
    "No such signal QPlatformNativeInterface::systemTrayWindowChanged",
)


def level_of(kind: QtMsgType, message: str) -> int:
    """Return the logging level for a Qt message."""
    if any(part in message for part in _HARMLESS):
        return logging.DEBUG
    return _LEVELS.get(kind, logging.WARNING)


def route_qt_messages() -> Callable[[], None]:
    """Send Qt's messages to the logger ``qt``; return a function that undoes it."""

    def take(kind: QtMsgType, context: QMessageLogContext, message: str) -> None:
        _log.log(level_of(kind, message), "%s", message)

    qInstallMessageHandler(take)
    return lambda: qInstallMessageHandler(None) and None

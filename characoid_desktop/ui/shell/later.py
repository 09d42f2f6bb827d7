"""Doing something after a while, injectable so that tests decide when the while is over."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from PySide6.QtCore import QObject, QTimer

Cancel = Callable[[], None]


class Later(Protocol):
    def __call__(self, seconds: float, do: Callable[[], object]) -> Cancel:
        """Call ``do`` once after ``seconds``; the returned function prevents it (harmless afterwards)."""
        ...


class QtLater(QObject):
    """Single-shot timers that die with their parent."""

    def __call__(self, seconds: float, do: Callable[[], object]) -> Cancel:
        timer = QTimer(self)
        timer.setSingleShot(True)
        timer.setInterval(round(seconds * 1000))

        def fire() -> None:
            timer.deleteLater()
            do()

        timer.timeout.connect(fire)
        timer.start()
        return timer.stop

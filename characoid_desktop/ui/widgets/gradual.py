"""Making something large step by step, so that the event loop comes round in between."""

from __future__ import annotations

from collections.abc import Generator
from time import perf_counter

from PySide6.QtCore import QObject, QTimer, Signal

FIRST_MS = 8  # what was asked for is drawn first
BUDGET_S = 0.003  # of one round of the event loop; a step that has begun is not cut short

Steps = Generator[None]
"""Work that is cut into steps: each ``yield`` is a place where others may have their turn."""


class Gradual(QObject):
    """Runs ``steps``, some in each round of the event loop. ``done`` fires after the last one.

    A step that raises ends the work: the error goes where errors of event handlers go.
    """

    done = Signal()

    def __init__(self, steps: Steps, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._steps: Steps | None = steps
        self._rounds = 0
        self._timer = QTimer(self)
        self._timer.setInterval(FIRST_MS)
        self._timer.timeout.connect(self._round)
        self._timer.start()

    @property
    def is_done(self) -> bool:
        return self._steps is None

    @property
    def rounds(self) -> int:
        """In how many rounds of the event loop it worked so far."""
        return self._rounds

    def finish(self) -> None:
        """Do what is left now: somebody cannot wait."""
        while self._steps is not None:
            self._step()

    def stop(self) -> None:
        """Leave what is left undone; ``done`` does not fire."""
        self._timer.stop()
        if self._steps is not None:
            self._steps.close()
            self._steps = None

    def _round(self) -> None:
        self._rounds += 1
        self._timer.setInterval(0)
        until = perf_counter() + BUDGET_S
        while self._steps is not None:
            self._step()
            if perf_counter() >= until:
                return

    def _step(self) -> None:
        steps = self._steps
        if steps is None:
            return
        try:
            next(steps)
        except StopIteration:
            self._end()
            self.done.emit()
        except BaseException:
            self._end()
            raise

    def _end(self) -> None:
        self._timer.stop()
        self._steps = None

"""A :class:`~characoid_desktop.ui.shell.later.Later` whose time passes when the test says so."""

from __future__ import annotations

from collections.abc import Callable


class ManualLater:
    def __init__(self) -> None:
        self.now = 0.0
        self._due: list[tuple[float, Callable[[], object]]] = []

    def __call__(self, seconds: float, do: Callable[[], object]) -> Callable[[], None]:
        entry = (self.now + seconds, do)
        self._due.append(entry)

        def cancel() -> None:
            if entry in self._due:
                self._due.remove(entry)

        return cancel

    @property
    def waiting(self) -> int:
        return len(self._due)

    def advance(self, seconds: float) -> None:
        """Let time pass; what falls due meanwhile happens in order."""
        end = self.now + seconds
        while True:
            due = sorted((entry for entry in self._due if entry[0] <= end), key=lambda entry: entry[0])
            if not due:
                break
            self._due.remove(due[0])
            self.now = due[0][0]
            due[0][1]()
        self.now = end

"""The question that is asked when the window is closed on running work."""

from __future__ import annotations

import time
from collections.abc import Callable

from PySide6.QtWidgets import QWidget

from characoid_desktop.core.i18n import Text
from characoid_desktop.ui.shell.closing import CloseChoice
from characoid_desktop.ui.shell.confirm import Question
from characoid_desktop.ui.widgets.button import ButtonKind
from characoid_desktop.ui.widgets.choice import CheckBox

STAY = "stay"


class ClosingDialog:
    """The closing question, as :class:`~characoid_desktop.ui.shell.closing.ClosingQuestion` wants it."""

    def __init__(self, window: QWidget, *, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._window = window
        self._monotonic = monotonic
        self._dialog: Question | None = None

    @property
    def dialog(self) -> Question | None:
        """The open dialog."""
        return self._dialog

    def ask(
        self, work: Text, *, tray: bool, answered: Callable[[CloseChoice | None, bool], object]
    ) -> None:
        """Ask without blocking; Esc, Stay and closing the dialog mean to stay."""
        dialog = Question(
            work, Text.of("What is finished is kept. Work that is stopped leaves no half-written file and can be "
                          "started again."),
            escape=STAY, monotonic=self._monotonic, parent=self._window,
        )
        remember = CheckBox(Text.of("Do the same every time (can be changed in Settings)"))
        dialog.body.addWidget(remember)
        keep = dialog.add_button(CloseChoice.TRAY, Text.of("Keep running in tray"))
        if not tray:
            keep.set_disabled_reason(Text.of("This desktop has no tray."))
        dialog.add_button(CloseChoice.QUIT, Text.of("Stop and quit"), ButtonKind.DANGER)
        dialog.add_button(STAY, Text.of("Stay"), safe=True)

        def done(answer: str) -> None:
            self._dialog = None
            answered(None if answer == STAY else CloseChoice(answer), remember.isChecked())

        dialog.answered.connect(done)
        self._dialog = dialog
        dialog.open()

    def raise_(self) -> None:
        """Bring the open question to the front."""
        if self._dialog is not None:
            self._dialog.raise_()
            self._dialog.activateWindow()

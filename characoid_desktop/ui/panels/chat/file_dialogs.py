"""The file dialogs of the chat: opened, never executed; one at a time."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QFileDialog, QWidget

from characoid_desktop.core.i18n import Text
from characoid_desktop.ui.panels.chat.model import ChatModel


class FileDialogs(QObject):
    """Asks over ``window`` and gives the answers to the model."""

    def __init__(self, model: ChatModel, window: QWidget) -> None:
        super().__init__(window)
        self._model = model
        self._window = window
        self.dialog: QFileDialog | None = None  # the one that is open

    def ask_for_files(self) -> None:
        """Ask for files to send."""
        dialog = self._dialog(Text.of("Add files to the message"), self._model.attach)
        dialog.setFileMode(QFileDialog.FileMode.ExistingFiles)
        dialog.open()

    def ask_form_file(self, message_id: str) -> None:
        """Ask for a file that a form wants."""
        dialog = self._dialog(
            Text.of("Choose a file"), lambda paths: self._model.add_form_file(message_id, paths[0]))
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.open()

    def ask_where_to_save(self, job_id: str) -> None:
        """Ask where a copy of a result goes; the dialog asks before it replaces."""
        facts = self._model.work.look(job_id)
        if facts is None or facts.result is None:
            return
        dialog = self._dialog(
            Text.of("Save the result as"), lambda paths: self._model.save_result(job_id, paths[0]))
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix(facts.result.path.suffix.lstrip("."))
        dialog.selectFile(facts.result.path.name)
        dialog.open()

    def _dialog(self, title: Text, take: Callable[[list[Path]], object]) -> QFileDialog:
        if self.dialog is not None:
            self.dialog.close()
        dialog = QFileDialog(self._window, str(title))
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.dialog = dialog

        def chosen(names: list[str]) -> None:
            paths = [Path(name) for name in names if name]
            if paths:
                take(paths)

        def closed(_: int) -> None:
            if self.dialog is dialog:
                self.dialog = None

        dialog.filesSelected.connect(chosen)
        dialog.finished.connect(closed)
        return dialog

"""File dialogs of a panel: opened, never run; one at a time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog, QWidget

from characoid_desktop.core.i18n import Text


class FileDialogs:
    """Asks over a widget. ``open`` is the dialog that is shown; the next question takes its place."""

    def __init__(self, parent: QWidget) -> None:
        self._parent = parent
        self.open: QFileDialog | None = None

    def ask_files(
        self, title: Text, take: Callable[[list[Path]], object], filters: Sequence[Text] = (),
    ) -> None:
        """Ask for files there are."""
        dialog = self._dialog(title, take)
        dialog.setFileMode(QFileDialog.FileMode.ExistingFiles)
        if filters:
            dialog.setNameFilters([str(one) for one in filters])
        dialog.open()

    def ask_file(self, title: Text, take: Callable[[Path], object], filters: Sequence[Text] = ()) -> None:
        """Ask for one file there is."""
        dialog = self._dialog(title, lambda paths: take(paths[0]))
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        if filters:
            dialog.setNameFilters([str(one) for one in filters])
        dialog.open()

    def ask_folder(self, title: Text, take: Callable[[Path], object]) -> None:
        """Ask for a folder."""
        dialog = self._dialog(title, lambda paths: take(paths[0]))
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.setOption(QFileDialog.Option.ShowDirsOnly)
        dialog.open()

    def ask_save(self, title: Text, name: str, take: Callable[[Path], object]) -> None:
        """Ask where to save; the dialog asks before it replaces."""
        dialog = self._dialog(title, lambda paths: take(paths[0]))
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix(Path(name).suffix.lstrip("."))
        dialog.selectFile(name)
        dialog.open()

    def _dialog(self, title: Text, take: Callable[[list[Path]], object]) -> QFileDialog:
        if self.open is not None:
            self.open.close()
        dialog = QFileDialog(self._parent, str(title))
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.open = dialog

        def chosen(names: list[str]) -> None:
            paths = [Path(name) for name in names if name]
            if paths:
                take(paths)

        def closed(_: int) -> None:
            if self.open is dialog:
                self.open = None

        dialog.filesSelected.connect(chosen)
        dialog.finished.connect(closed)
        return dialog

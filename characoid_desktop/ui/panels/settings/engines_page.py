"""The page of the engines: its rows, and rvc-next with Test and what was found."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from characoid_desktop.core.errors import AppError
from characoid_desktop.core.i18n import Text
from characoid_desktop.core.notices import NoticeLevel
from characoid_desktop.settings.schema import SettingSpec
from characoid_desktop.ui.panels.settings.controls import Changed, Control, PathControl
from characoid_desktop.ui.panels.settings.engines_model import EnginesPageModel
from characoid_desktop.ui.panels.settings.model import Row, SettingsModel
from characoid_desktop.ui.panels.settings.rows import RowCard, SettingRow
from characoid_desktop.ui.widgets.button import Button
from characoid_desktop.ui.widgets.labels import ElidedLabel, Label
from characoid_desktop.ui.widgets.notices import InlineNotice
from characoid_desktop.ui.widgets.page import Card
from characoid_desktop.ui.widgets.visible import visible_line

PROGRAM = "rvc_next_program"
_OWN = ("rvc_engine", PROGRAM)

RowMaker = Callable[[Row, Control | None], SettingRow]


class ProgramControl(PathControl):
    """The path, Choose, and Test, which tries what stands in the field."""

    def __init__(self, spec: SettingSpec, changed: Changed) -> None:
        super().__init__(spec, changed, file=True)
        self.test = Button(Text.of("Test"))
        self._put(self.test)


class FoundProgram(Card):
    """An rvc-next that lies on this computer: taken by a click only."""

    def __init__(self, model: EnginesPageModel, use: Callable[[str], object]) -> None:
        super().__init__(margins=(16, 12, 16, 12), spacing=10)
        self._model = model
        self._path = ElidedLabel("", "caption", "text_muted", minimum_characters=8)
        self.use = Button(Text.of("Use"))
        self.use.clicked.connect(lambda: use(str(model.found or "")))
        words = QVBoxLayout()
        words.setSpacing(0)
        words.addWidget(Label(Text.of("rvc-next was found on this computer"), "body"))
        words.addWidget(self._path)
        row = QHBoxLayout()
        row.setSpacing(16)
        row.addLayout(words, 1)
        row.addWidget(self.use)
        self.body.addLayout(row)
        model.found_changed.connect(self._show)
        self._show()

    def _show(self) -> None:
        found = self._model.found
        self.setVisible(found is not None)
        self._path.set_words(Text.literal(visible_line(str(found or ""))))


class EnginesPage(QWidget):
    """Fills the page."""

    def __init__(self, model: EnginesPageModel, settings: SettingsModel, make_row: RowMaker) -> None:
        super().__init__()
        self._model, self._settings = model, settings
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(12)
        rows = {row.spec.key: row for row in settings.rows("engines")}
        self._column.addWidget(RowCard([make_row(row, None) for key, row in rows.items() if key not in _OWN]))
        self.program = ProgramControl(rows[PROGRAM].spec, lambda value: self._named(str(value)))
        self.program.test.clicked.connect(self._test)
        self._column.addWidget(RowCard([make_row(rows["rvc_engine"], None), make_row(rows[PROGRAM], self.program)]))
        self.found = FoundProgram(model, self._use)
        self._column.addWidget(self.found)
        self.notice: InlineNotice | None = None
        model.tested.connect(self._show)
        settings.row_changed.connect(self._row_changed)
        self._show()
        model.refresh()

    def _named(self, path: str) -> None:
        self._settings.set_value("engines", PROGRAM, path)
        self._model.forget()

    def _use(self, path: str) -> None:
        self._settings.set_value("engines", "rvc_engine", "rvc-next")
        self._named(path)

    def _test(self) -> None:
        self.program.commit()
        self._model.test(self.program.input.text().strip())

    def _row_changed(self, section: str, key: str) -> None:
        if (section, key) == ("engines", PROGRAM):
            self._show()

    def _show(self) -> None:
        """Show what the last test said; its place stays, so that nothing moves."""
        if self.notice is not None:
            self.notice.hide()
            self.notice.deleteLater()
        self.program.test.set_busy(Text.of("Testing…") if self._model.is_testing else "")
        level, title, body = self._words()
        self.notice = InlineNotice(level, title, body)
        self._column.addWidget(self.notice)

    def _words(self) -> tuple[NoticeLevel, Text, Text]:
        result = self._model.result
        if self._model.is_testing:
            return NoticeLevel.INFO, Text.of("Testing…"), Text.of("The first start of a program may take a while.")
        if isinstance(result, AppError):
            return NoticeLevel.ERROR, result.sentence, result.safe or Text.literal("")
        if result is not None:
            words = Text.of("rvc-next {version} answers.", version=result.version)
            return NoticeLevel.SUCCESS, words, (
                Text.of("It computes with torch {version}, and with its own models.", version=result.torch)
                if result.torch else Text.of("It has no torch, so it cannot convert."))
        return NoticeLevel.INFO, Text.of("Not tested yet"), Text.of(
            "rvc-next (GPL-3.0) is no part of this app: install it in an environment of its own.")

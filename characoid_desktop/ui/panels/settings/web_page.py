"""The page of the web search: its rows, and a test of the search server."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QVBoxLayout, QWidget

from characoid_desktop.core.i18n import Text
from characoid_desktop.core.notices import NoticeLevel
from characoid_desktop.settings.schema import SettingSpec
from characoid_desktop.ui.panels.settings.controls import Changed, Control, LineControl
from characoid_desktop.ui.panels.settings.model import Row, SettingsModel
from characoid_desktop.ui.panels.settings.rows import RowCard, SettingRow
from characoid_desktop.ui.panels.settings.web_model import WebPageModel
from characoid_desktop.ui.widgets.button import Button
from characoid_desktop.ui.widgets.notices import InlineNotice
from characoid_desktop.ui.widgets.visible import visible_line

RowMaker = Callable[[Row, Control | None], SettingRow]
_SECTION, _ADDRESS = "web", "search_url"


class SearchAddress(LineControl):
    """The address and Test, which tries what stands in the field."""

    def __init__(self, spec: SettingSpec, changed: Changed) -> None:
        super().__init__(spec, changed)
        self.input.set_placeholder("http://127.0.0.1:8888")
        self.test = Button(Text.of("Test"))
        self._put(self.test)


class WebPage(QWidget):
    """Fills the page: the rows of the section, then what the last test found, in a place that is kept."""

    def __init__(self, model: WebPageModel, settings: SettingsModel, make_row: RowMaker) -> None:
        super().__init__()
        self._model = model
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(12)
        self._notice: InlineNotice | None = None
        rows = {row.spec.key: row for row in settings.rows(_SECTION)}
        self.address = SearchAddress(
            rows[_ADDRESS].spec, lambda value: settings.set_value(_SECTION, _ADDRESS, value))
        self.address.test.clicked.connect(self._test)
        self._column.addWidget(RowCard([
            make_row(row, self.address if key == _ADDRESS else None) for key, row in rows.items()]))
        model.tested.connect(self._show)
        self._show()

    @property
    def notice(self) -> InlineNotice | None:
        return self._notice

    def _test(self) -> None:
        self.address.commit()
        self._model.run_test(self.address.input.text())

    def _show(self) -> None:
        if self._notice is not None:
            self._notice.hide()
            self._notice.deleteLater()
        self.address.test.set_busy(Text.of("Testing…") if self._model.is_testing else "")
        tested = self._model.test
        level, title, body = NoticeLevel.INFO, Text.of("Not tested yet"), Text.of(
            "A test sends one everyday word to the server. Whether the web may be searched at all is set on the page "
            "“Assistant”.")
        if tested is not None and tested.result is None:
            title, body = Text.of("Testing…"), Text.of("A search server asks others, so this may take a while.")
        elif tested is not None and tested.result is not None:
            level = NoticeLevel.SUCCESS if tested.result.works else NoticeLevel.ERROR
            title = Text.literal(visible_line(str(tested.result.sentence)))
            body = Text.of("Tested at {time}.", time=f"{tested.at.astimezone():%H:%M}")
        self._notice = InlineNotice(level, title, body)
        self._column.addWidget(self._notice)

"""The Settings panel: pages left, form right, search above."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtGui import QHideEvent, QKeyEvent, QKeySequence, QResizeEvent, QShortcut, QShowEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QSizePolicy, QVBoxLayout, QWidget

from characoid_desktop.core.i18n import Text
from characoid_desktop.ui.panels.settings.controls import ComboControl, Control, LineControl, make_control
from characoid_desktop.ui.panels.settings.model import ABOUT, AboutLink, Page, Row, SettingsModel
from characoid_desktop.ui.panels.settings.rows import FactRow, RowCard, SettingRow
from characoid_desktop.ui.panels.settings.sections import SectionList
from characoid_desktop.ui.widgets.button import Button, ButtonKind
from characoid_desktop.ui.widgets.choice import ComboBox
from characoid_desktop.ui.widgets.fields import SearchField
from characoid_desktop.ui.widgets.labels import Label, section_label
from characoid_desktop.ui.widgets.layouts import FlowLayout
from characoid_desktop.ui.widgets.page import Divider, PageHeader

FORM_WIDTH = 836
NARROW = 960  # of the panel; below it the pages are a combo box
MARGIN = 32
NARROW_MARGIN = 24

PageMaker = Callable[[Callable[[Row, Control | None], SettingRow]], QWidget]


def _act(link: AboutLink) -> None:
    link.act()


class SettingsView(QWidget):
    """Draws a :class:`SettingsModel`. ``confirm(question, yes, do)`` asks before a page is restored.

    ``makers`` make the content of pages that are more than a form; they get the function that makes a row.
    """

    def __init__(
        self, model: SettingsModel, confirm: Callable[[Text, Text, Callable[[], object]], object], *,
        makers: Mapping[str, PageMaker] | None = None,
    ) -> None:
        super().__init__()
        self._model = model
        self._makers = dict(makers or {})
        self._confirm = confirm
        self._rows: dict[tuple[str, str], SettingRow] = {}
        self._restore: Button | None = None
        self._differs: Label | None = None
        header = PageHeader(Text.of("Settings"))
        self.search = SearchField(Text.of("Search settings, for example “format”"), name=Text.of("Search settings"))
        self.search.setMinimumWidth(280)
        header.add_widget(self.search)
        pages = model.pages
        self.sections = SectionList(pages)
        self.page_combo = ComboBox([(page.key, page.title) for page in pages], Text.of("Page"), value=model.page)
        self._line = Divider(Qt.Orientation.Vertical)
        self._scroll = QScrollArea()
        self._scroll.setWidgetResizable(True)
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._combo_row = QWidget()
        combo_row = QHBoxLayout(self._combo_row)
        combo_row.setContentsMargins(NARROW_MARGIN, 12, NARROW_MARGIN, 0)
        combo_row.addWidget(self.page_combo, 1)
        combo_row.addStretch(1)
        right = QVBoxLayout()
        right.setSpacing(0)
        right.addWidget(self._combo_row)
        right.addWidget(self._scroll, 1)
        body = QHBoxLayout()
        body.setSpacing(0)
        body.addWidget(self.sections)
        body.addWidget(self._line)
        body.addLayout(right, 1)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        whole.addWidget(header)
        whole.addLayout(body, 1)
        self._connect()
        if model.search:
            self.search.input.setText(model.search)
        self._fill()

    def row(self, section: str, key: str) -> SettingRow:
        """The row of a setting that is shown; raises KeyError."""
        return self._rows[section, key]

    @property
    def shown_rows(self) -> tuple[tuple[str, str], ...]:
        """Section and key of each row that is shown, in order."""
        return tuple(self._rows)

    def _connect(self) -> None:
        model = self._model
        self.search.searched.connect(model.set_search)
        self.sections.chosen.connect(self._go)
        self.page_combo.chosen.connect(self._go)
        model.page_changed.connect(self._fill)
        model.search_changed.connect(self._search_changed)
        model.row_changed.connect(self._row_changed)
        model.choices_changed.connect(self._choices_changed)
        QShortcut(QKeySequence(QKeySequence.StandardKey.Find), self).activated.connect(
            lambda: self.search.setFocus(Qt.FocusReason.ShortcutFocusReason)
        )

    def _go(self, page: object) -> None:
        self._model.go(str(page))

    def _search_changed(self, words: str) -> None:
        if not words:
            self.search.input.clear()
        self._fill()

    # filling

    def _fill(self) -> None:
        model = self._model
        self._commit_lines()
        self._rows.clear()
        self._restore = self._differs = None
        form = QWidget()
        form.setObjectName("form")
        form.setMaximumWidth(FORM_WIDTH)
        form.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        column = QVBoxLayout(form)
        column.setContentsMargins(0, 16, 0, 24)
        column.setSpacing(12)
        if model.search:
            self._fill_found(column)
        else:
            self._fill_page(column, next(page for page in model.pages if page.key == model.page))
        column.addStretch(1)
        holder = QWidget()
        self._holder_row = QHBoxLayout(holder)
        self._holder_row.setContentsMargins(self._margin(), 0, self._margin(), 0)
        self._holder_row.addWidget(form, 1000)
        self._holder_row.addStretch(1)
        self._scroll.setWidget(holder)
        self.sections.mark("" if model.search else model.page)
        self.page_combo.set_value(model.page)

    def _fill_page(self, column: QVBoxLayout, page: Page) -> None:
        column.addWidget(section_label(page.title))
        if page.key == ABOUT:
            self._fill_about(column)
            return
        own = self._makers.get(page.key)
        if own is not None:
            column.addWidget(own(self._make_row))
        else:
            column.addWidget(RowCard([self._make_row(row) for row in self._model.rows(page.key)]))
        foot = QHBoxLayout()
        foot.setSpacing(8)
        self._differs = Label("", "small", "text_muted")
        self._restore = Button(Text.of("Restore the defaults of this page…"), ButtonKind.LINK)
        self._restore.clicked.connect(self._ask_restore)
        foot.addWidget(self._differs)
        foot.addWidget(self._restore)
        foot.addStretch(1)
        column.addLayout(foot)
        self._show_differing()

    def _fill_found(self, column: QVBoxLayout) -> None:
        found = self._model.found()
        for page, rows in found:
            column.addWidget(section_label(page.title))
            if rows:
                column.addWidget(RowCard([self._make_row(row) for row in rows]))
            elif page.key == ABOUT:
                self._fill_about(column)
        if not found:
            column.addWidget(Label(
                Text.of("No setting contains “{words}”.", words=self._model.search), "body", "text_muted", wrap=True
            ))

    def _fill_about(self, column: QVBoxLayout) -> None:
        about = self._model.about
        facts = [FactRow(Text.of("Version"), about.version)]
        facts += [FactRow(name, value) for name, value in about.facts]
        column.addWidget(RowCard(facts))
        links = QWidget()
        flow = FlowLayout(links)
        for link in about.links:
            button = Button(link.label)
            button.clicked.connect(partial(_act, link))
            flow.addWidget(button)
        column.addWidget(links)

    def _make_row(self, row: Row, control: Control | None = None) -> SettingRow:
        spec = row.spec
        control = control or make_control(
            spec, lambda value: self._model.set_value(spec.section, spec.key, value), self._model.choices(spec)
        )
        made = SettingRow(row, control)
        self._rows[spec.section, spec.key] = made
        return made

    # following the model

    def _row_changed(self, section: str, key: str) -> None:
        shown = self._rows.get((section, key))
        if shown is not None:
            shown.show_row(self._model.row(section, key))
        self._show_differing()

    def _choices_changed(self, section: str, key: str) -> None:
        shown = self._rows.get((section, key))
        if shown is not None and isinstance(shown.control, ComboControl):
            shown.control.set_choices(self._model.choices(shown.control.spec))
            shown.show_row(self._model.row(section, key))

    def _show_differing(self) -> None:
        if self._differs is None or self._restore is None:
            return
        count = self._model.differing(self._model.page)
        self._differs.set_words(
            Text.of("Different from the default: {n}", n=count) if count else
            Text.of("Everything on this page is at its default.")
        )
        self._restore.setVisible(count > 0)

    def _ask_restore(self) -> None:
        page = next(page for page in self._model.pages if page.key == self._model.page)
        count = self._model.differing(page.key)
        question = Text.count(
            "Put one setting of “{page}” back to its default?", "Put {n} settings of “{page}” back to their defaults?",
            count, page=page.title,
        )
        self._confirm(question, Text.of("Restore"), lambda: self._model.restore_page(page.key))

    # events

    def _margin(self) -> int:
        return NARROW_MARGIN if self.width() < NARROW else MARGIN

    def _commit_lines(self) -> None:
        for row in self._rows.values():
            if isinstance(row.control, LineControl):
                row.control.commit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self._model.search:
            self.search.input.clear()
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        narrow = self.width() < NARROW
        self.sections.setVisible(not narrow)
        self._line.setVisible(not narrow)
        self._combo_row.setVisible(narrow)
        self._holder_row.setContentsMargins(self._margin(), 0, self._margin(), 0)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if not event.spontaneous():
            self._model.refresh()

    def hideEvent(self, event: QHideEvent) -> None:
        # Leaving the panel is leaving the field: what was typed is saved.
        self._commit_lines()
        super().hideEvent(event)

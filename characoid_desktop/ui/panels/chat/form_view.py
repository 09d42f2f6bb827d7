"""A small form in a message: what is missing, asked for by a worker. It keeps what was filled in on a refusal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from characoid_desktop.core.i18n import Text
from characoid_desktop.ui.panels.chat.extras import Choice, Field, FormExtra, What
from characoid_desktop.ui.widgets.button import Button, ButtonKind
from characoid_desktop.ui.widgets.choice import ComboBox
from characoid_desktop.ui.widgets.fields import LineEdit
from characoid_desktop.ui.widgets.labels import Label
from characoid_desktop.ui.widgets.message_item import Extra
from characoid_desktop.ui.widgets.message_view import ExtraView
from characoid_desktop.ui.widgets.numbers import SpinStepper
from characoid_desktop.ui.widgets.page import Card
from characoid_desktop.ui.widgets.themed import Words

WIDEST = 360  # px of a field
_LOW, _HIGH = -1_000_000.0, 1_000_000.0  # of a number without bounds
_NOTHING = ""


class FieldView(QWidget):
    """One question with its label above. ``value`` is None where nothing was given; ``browse_wanted`` a file."""

    browse_wanted = Signal()

    def __init__(self, field: Field, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._field = field
        self._touched = False
        self.setSizePolicy(self.sizePolicy().horizontalPolicy(), self.sizePolicy().Policy.Fixed)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        self.text: LineEdit | None = None
        self.combo: ComboBox | None = None
        self.number: SpinStepper | None = None
        self.browse: Button | None = None
        if field.kind == "text":
            self.text = LineEdit(field.words, reserve_error=False)
            self.text.set_text(str(field.default) if field.default is not None else "")
            self.text.setMaximumWidth(WIDEST)
            column.addWidget(self.text)
            return
        column.addWidget(Label(field.words, "small", "text_muted", strong=True))
        if field.kind == "number":
            self._add_number(column)
        else:
            self._add_choices(column)

    def _add_number(self, column: QVBoxLayout) -> None:
        field = self._field
        low = field.minimum if field.minimum is not None else _LOW
        high = field.maximum if field.maximum is not None else _HIGH
        start = float(field.default) if isinstance(field.default, int | float) else 0.0
        whole = all(float(one).is_integer() for one in (low, high, start))
        self.number = SpinStepper(field.words, minimum=low, maximum=high, value=start,
                                  digits=0 if whole else 1, plus_sign=low < 0)
        self.number.changed.connect(self._touch)
        column.addWidget(self.number, 0, Qt.AlignmentFlag.AlignLeft)

    def _add_choices(self, column: QVBoxLayout) -> None:
        field = self._field
        self.combo = ComboBox(self._options(field), field.words, value=field.default)
        self.combo.setMaximumWidth(WIDEST)
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(self.combo)
        if field.can_browse:
            self.browse = Button(Text.of("Choose a file…"), icon="folder")
            self.browse.clicked.connect(self.browse_wanted)
            row.addWidget(self.browse)
        row.addStretch(1)
        column.addLayout(row)
        self.combo.setVisible(bool(field.choices) or not field.can_browse)

    @staticmethod
    def _options(field: Field) -> Sequence[tuple[object, Words]]:
        given: list[tuple[object, Words]] = [(one.value, one.words) for one in field.choices]
        return given if field.required and given else [(_NOTHING, Text.of("Nothing chosen")), *given]

    def _touch(self, _: float) -> None:
        self._touched = True

    def set_choices(self, choices: Sequence[Choice], field: Field) -> None:
        """Offer other files; what was chosen stays."""
        if self.combo is None:
            return
        added = [one.value for one in choices if one not in self._field.choices]
        self._field = field
        self.combo.set_options(self._options(field), added[0] if len(added) == 1 else self.combo.value)
        self.combo.setVisible(bool(choices) or not field.can_browse)

    @property
    def field(self) -> Field:
        return self._field

    @property
    def value(self) -> str | float | None:
        if self.text is not None:
            return self.text.text().strip() or None
        if self.number is not None:
            optional = not self._field.required and self._field.default is None and not self._touched
            value = self.number.value
            return None if optional else (int(value) if value.is_integer() else value)
        chosen = self.combo.value if self.combo is not None else None
        return str(chosen) if chosen not in (None, _NOTHING) else None

    def set_error(self, words: Words) -> None:
        if self.text is not None:
            self.text.set_error(words)


def in_card(widget: QWidget, margins: tuple[int, int, int, int], spacing: int) -> QVBoxLayout:
    """Put a card into ``widget`` and return its column."""
    card = Card(margins=margins, spacing=spacing)
    outer = QVBoxLayout(widget)
    outer.setContentsMargins(0, 0, 0, 0)
    outer.addWidget(card)
    return card.body


class FormView(ExtraView):
    """``acted(SUBMIT, values)``, ``acted(FILE, field key)``, ``acted(STOP, None)``."""

    def __init__(self, extra: FormExtra, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.body = in_card(self, (16, 12, 16, 14), 12)
        self._extra = extra
        self.sentence = Label(extra.sentence, "body", strong=True, wrap=True)
        self.problem = Label("", "small", "error", wrap=True)
        self.submit = Button(Text.of("Go on"), ButtonKind.NORMAL, icon="check")
        self.stop = Button(Text.of("Stop"), ButtonKind.QUIET)
        self.fields: list[FieldView] = []
        self._fields = QVBoxLayout()
        self._fields.setSpacing(12)
        self.body.addWidget(self.sentence)
        self.body.addLayout(self._fields)
        self.body.addWidget(self.problem)
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(self.submit)
        row.addWidget(self.stop)
        row.addStretch(1)
        self.body.addLayout(row)
        self.submit.clicked.connect(self.send)
        self.stop.clicked.connect(lambda: self.acted.emit(What.STOP, None))
        self._make_fields()
        self._show()

    def _make_fields(self) -> None:
        for view in self.fields:
            self._fields.removeWidget(view)
            view.hide()
            view.deleteLater()
        self.fields = [FieldView(field) for field in self._extra.fields]
        for view in self.fields:
            view.browse_wanted.connect(lambda view=view: self.acted.emit(What.FILE, view.field.key))
            self._fields.addWidget(view)

    def show_extra(self, extra: Extra) -> None:
        if not isinstance(extra, FormExtra) or extra == self._extra:
            return
        old, self._extra = self._extra, extra
        if [(one.key, one.kind) for one in old.fields] != [(one.key, one.kind) for one in extra.fields]:
            self._make_fields()
        else:
            for view, field in zip(self.fields, extra.fields, strict=True):
                if view.field.choices != field.choices:
                    view.set_choices(field.choices, field)
        self._show()

    def _show(self) -> None:
        self.setAccessibleName(str(self._extra.sentence))
        self.sentence.set_words(self._extra.sentence)
        self.problem.set_words(self._extra.problem)
        self.problem.setVisible(bool(str(self._extra.problem)))
        self.submit.set_busy(Text.of("Going on…") if self._extra.is_busy else "")

    def values(self) -> Mapping[str, str | float]:
        """Return what was filled in, by field key."""
        return {view.field.key: view.value for view in self.fields if view.value is not None}

    def send(self) -> None:
        """Send the answers, unless something that is needed is missing."""
        if self._extra.is_busy:
            return
        missing = [view for view in self.fields if view.field.required and view.value is None]
        for view in self.fields:
            view.set_error(Text.of("This is needed.") if view in missing else "")
        if missing:
            self.problem.set_words(Text.of("“{field}” is missing.", field=missing[0].field.words))
            self.problem.show()
            return
        self.acted.emit(What.SUBMIT, self.values())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if enter and isinstance(self.focusWidget(), QLineEdit):
            self.send()
        else:
            super().keyPressEvent(event)



"""One voice or model of the library: what it is, what must be said of it, and how files begin with it."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QPainter, QPaintEvent, QPixmap
from PySide6.QtWidgets import QHBoxLayout, QPlainTextEdit, QSizePolicy, QVBoxLayout, QWidget

from characoid_desktop.core.i18n import Text
from characoid_desktop.core.notices import NoticeLevel
from characoid_desktop.features.voices.models import MAX_CREDIT_CHARS, MAX_NAME_CHARS, Kind, LibraryItem, Role
from characoid_desktop.ui.panels.rvc_session.covers import Covers, draw_cover
from characoid_desktop.ui.panels.rvc_session.library_model import LibraryModel
from characoid_desktop.ui.panels.rvc_session.library_rows import KIND_WORDS, ROLE_WORDS, size_words
from characoid_desktop.ui.panels.rvc_session.production import MODEL_NAMES
from characoid_desktop.ui.panels.rvc_session.queue_pane import Confirm
from characoid_desktop.ui.panels.rvc_session.voice_form import VoiceForm
from characoid_desktop.ui.shell.file_dialogs import FileDialogs
from characoid_desktop.ui.theme.theme import ControlSize, Theme
from characoid_desktop.ui.widgets.button import Button, ButtonKind
from characoid_desktop.ui.widgets.choice import ComboBox
from characoid_desktop.ui.widgets.fields import LineInput
from characoid_desktop.ui.widgets.labels import MAY_ELIDE, ElidedLabel, Label
from characoid_desktop.ui.widgets.layouts import FactGrid, clear
from characoid_desktop.ui.widgets.notices import InlineNotice
from characoid_desktop.ui.widgets.page import Divider
from characoid_desktop.ui.widgets.sections import Columns, Field
from characoid_desktop.ui.widgets.themed import Themed, Words
from characoid_desktop.ui.widgets.visible import visible_line

COVER = 84
_NOTE_LINES = 3
_PICTURES = (Text("Pictures (*.png *.jpg *.jpeg)"), Text("All files (*)"))
_INDEXES = (Text("Index (*.index)"), Text("All files (*)"))


class CoverView(Themed, QWidget):
    """The cover of an item, or its first letter."""

    def __init__(self) -> None:
        super().__init__()
        self._shown: tuple[str, str, QPixmap | None] = ("", Kind.VOICE.value, None)
        self.init_theme()

    def show_item(self, name: str, kind: str, picture: QPixmap | None) -> None:
        self._shown = (name, kind, picture)
        self.update()

    def on_theme(self, theme: Theme) -> None:
        self.setFixedSize(theme.scaled(COVER), theme.scaled(COVER))
        super().on_theme(theme)

    def paintEvent(self, event: QPaintEvent) -> None:
        name, kind, picture = self._shown
        draw_cover(QPainter(self), QRectF(self.rect()), name, self.theme, kind=kind, picture=picture)


class NoteInput(Themed, QPlainTextEdit):
    """A few lines of plain text. ``committed(str)`` when it is left with another text."""

    committed = Signal(str)

    def __init__(self, name: Words) -> None:
        super().__init__()
        self._name = name
        self._committed = ""
        self.setTabChangesFocus(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.init_theme()

    def set_text(self, text: str) -> None:
        if text != self._committed or not self.hasFocus():
            self._committed = text
            if self.toPlainText() != text:
                self.setPlainText(text)

    def retranslate(self) -> None:
        self.setAccessibleName(str(self._name))

    def on_theme(self, theme: Theme) -> None:
        self.setFont(theme.font("body"))
        self.setFixedHeight(_NOTE_LINES * theme.scaled(theme.role("body").line) + 18)
        super().on_theme(theme)

    def sizeHint(self) -> QSize:
        return QSize(240, self.minimumHeight())

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        text = self.toPlainText()[:MAX_CREDIT_CHARS]
        if text != self._committed:
            self._committed = text
            self.committed.emit(text)


class LibraryDetails(QWidget):
    """Draws ``model.current``; file dialogs and the question before a removal are asked over ``dialogs``."""

    def __init__(self, model: LibraryModel, covers: Covers, confirm: Confirm, dialogs: FileDialogs) -> None:
        super().__init__()
        self._model = model
        self._covers = covers
        self._confirm = confirm
        self._dialogs = dialogs
        self._shown: str | None = None
        self._told: object = None
        self.cover = CoverView()
        self.picture = Button(Text.of("Picture…"), ButtonKind.QUIET, size=ControlSize.COMPACT)
        self.name = LineInput(Text.of("Name"))
        self.name.setMaxLength(MAX_NAME_CHARS)
        self._facts = ElidedLabel("", "small", "text_muted", minimum_characters=4)
        self._facts.setProperty(MAY_ELIDE, True)
        self._trouble = QVBoxLayout()
        self.author = LineInput(Text.of("Author"))
        self.author.setMaxLength(MAX_NAME_CHARS)
        self.licence = LineInput(Text.of("Terms of use"))
        self.licence.setMaxLength(MAX_CREDIT_CHARS)
        self.credit = NoteInput(Text.of("Credit"))
        self.index_name = ElidedLabel("", "body", middle=True, minimum_characters=8)
        self.index_name.setProperty(MAY_ELIDE, True)
        self.choose_index = Button(Text.of("Choose another…"), size=ControlSize.COMPACT)
        self.remove_index = Button(Text.of("Leave it out"), ButtonKind.QUIET, size=ControlSize.COMPACT)
        self.role = ComboBox([(role, words) for role, words in ROLE_WORDS.items()], Text.of("Used for"))
        self.params = VoiceForm(for_file=False, columns=2)
        self.delete = Button(Text.of("Remove from the library…"), ButtonKind.DANGER, icon="trash")
        self._about = FactGrid()
        self._lay_out()
        self._connect()
        self.refresh()

    def _lay_out(self) -> None:
        side = QVBoxLayout()
        side.setSpacing(4)
        side.addWidget(self.cover)
        side.addWidget(self.picture, 0, Qt.AlignmentFlag.AlignHCenter)
        side.addStretch(1)
        self._name_field = Field(Text.of("Name"), self.name)
        head = QHBoxLayout()
        head.setSpacing(20)
        head.addLayout(side)
        words = QVBoxLayout()
        words.setSpacing(4)
        words.addWidget(self._name_field)
        words.addWidget(self._facts)
        words.addStretch(1)
        head.addLayout(words, 1)
        self._name_field.help.hide()
        self._voice_parts = QWidget()
        voice = QVBoxLayout(self._voice_parts)
        voice.setContentsMargins(0, 0, 0, 0)
        voice.setSpacing(12)
        voice.addLayout(self._index_row())
        voice.addWidget(Divider())
        voice.addWidget(Label(Text.of("Files with this voice begin with"), "small", strong=True))
        voice.addWidget(self.params)
        self._role = Field(Text.of("Used for"), self.role, Text.of("Found out by its outputs and its name."))
        self._about.setHorizontalSpacing(16)
        self._about.setVerticalSpacing(4)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(12)
        column.addLayout(head)
        column.addLayout(self._trouble)
        column.addWidget(Columns([
            Field(Text.of("Author"), self.author, Text.of("Who made it.")),
            Field(Text.of("Terms of use"), self.licence, Text.of("What its author allows."))],
            most=2, margins=(0, 0, 0, 0)))
        self._credit = Field(
            Text.of("Credit"), self.credit, Text.of("Written into the tags of files made with it."))
        column.addWidget(self._credit)
        column.addWidget(self._role)
        column.addWidget(self._voice_parts)
        column.addWidget(Divider())
        column.addLayout(self._about)
        foot = QHBoxLayout()
        foot.addStretch(1)
        foot.addWidget(self.delete)
        column.addLayout(foot)
        column.addStretch(1)

    def _index_row(self) -> QVBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(self.index_name, 1)
        row.addWidget(self.choose_index)
        row.addWidget(self.remove_index)
        column = QVBoxLayout()
        column.setSpacing(4)
        column.addWidget(Label(Text.of("Index"), "small", "text_muted", strong=True))
        column.addLayout(row)
        return column

    def _connect(self) -> None:
        model = self._model
        self.name.editingFinished.connect(self._renamed)
        self.author.editingFinished.connect(lambda: self._described(author=self.author.text()))
        self.licence.editingFinished.connect(lambda: self._described(licence=self.licence.text()))
        self.credit.committed.connect(self._credited)
        self.role.chosen.connect(model.set_role)
        self.params.changed.connect(model.set_param)
        self.picture.clicked.connect(
            lambda: self._dialogs.ask_file(Text.of("Choose a picture"), model.set_cover, _PICTURES))
        self.choose_index.clicked.connect(
            lambda: self._dialogs.ask_file(Text.of("Choose an index"), self._take_index, _INDEXES))
        self.remove_index.clicked.connect(lambda: model.set_index(None))
        self.delete.clicked.connect(self.ask_to_delete)
        for signal in (model.current_changed, model.changed, self._covers.changed):
            signal.connect(self.refresh)

    def _take_index(self, path: Path) -> None:
        self._model.set_index(path)

    # --- what it shows ----------------------------------------------------------------------------

    def refresh(self) -> None:
        """Take over the chosen item; a field that is being written in keeps its words."""
        item = self._model.current
        if self.parentWidget() is not None or item is None:  # a parentless one would be a window
            self.setVisible(item is not None)
        if item is None:
            self._shown = None
            return
        other = item.id != self._shown
        self._shown = item.id
        self.cover.show_item(item.name, item.kind.value, self._covers.get(item.id))
        for field, words in ((self.name, item.name), (self.author, item.author), (self.licence, item.licence)):
            if other or not field.hasFocus():
                field.setText(words)
                field.setCursorPosition(0)
        self.credit.set_text(item.credit)
        self._show_trouble(item)
        self.picture.setVisible(item.is_voice)
        self._voice_parts.setVisible(item.is_voice)
        self._credit.setVisible(item.is_voice)
        self._role.setVisible(item.kind is Kind.SEPARATION)
        self.role.set_value(item.role)
        if item.is_voice:
            self._show_voice(item)
        self._facts.set_words(" · ".join(str(words) for words in self._in_short(item)))
        self._show_about(item)

    def _show_voice(self, item: LibraryItem) -> None:
        has_index = item.index is not None
        name = item.index_source.name if item.index_source is not None else str(Text.of("index"))
        self.index_name.set_words(visible_line(name) if has_index else Text.of("none; the voice works without it too"))
        self.index_name.set_tone("text" if has_index else "text_muted")
        self.choose_index.set_words(Text.of("Choose another…") if has_index else Text.of("Choose one…"))
        self.remove_index.setVisible(has_index)
        self.params.show_params(self._model.params_of(item), index=has_index, pitch=item.f0,
                                speakers=item.speakers, methods=self._model.f0_methods)

    @staticmethod
    def _in_short(item: LibraryItem) -> list[Words]:
        if not item.is_voice:
            kind = MODEL_NAMES.get(item.model_kind, item.model_kind)
            return [KIND_WORDS[item.kind], *([kind] if kind else []), size_words(item.bytes)]
        return [item.version, f"{item.rate / 1000:g} kHz",
                Text.of("follows the melody") if item.f0 else Text.of("no pitch"),
                Text.count("{n} speaker", "{n} speakers", item.speakers), size_words(item.bytes)]

    def _show_about(self, item: LibraryItem) -> None:
        facts: list[tuple[Words, str]] = []
        if item.f0_median is not None:
            facts.append((Text.of("Middle of its voice"), f"{item.f0_median:.0f} Hz"))
        for key, words in (("epoch", Text.of("Trained")), ("note", Text.of("Note of the training"))):
            value = str(item.facts.get(key) or "").strip()
            if value:
                facts.append((words, visible_line(value, 300)))
        facts.append((Text.of("Added"), f"{item.created_at.astimezone():%Y-%m-%d %H:%M}"))
        facts.append((Text.of("From"), visible_line(str(item.source), 300)))
        self._about.show_facts(facts)

    def _show_trouble(self, item: LibraryItem) -> None:
        trouble = self._model.trouble(item)
        told = None if trouble is None else (item.id, trouble.sentence)
        if told == self._told:
            return
        self._told = told
        clear(self._trouble)
        if trouble is not None:
            notice = InlineNotice(NoticeLevel.WARNING, trouble.sentence, trouble.safe or "",
                                  actions=(Text.of("Bring it back"),))
            notice.action_triggered.connect(self._bring_back)
            self._trouble.addWidget(notice)

    # --- wishes -----------------------------------------------------------------------------------

    def _renamed(self) -> None:
        item, name = self._model.current, self.name.text().strip()
        if item is None or item.id != self._shown:
            return
        if not name:
            self.name.setText(item.name)  # a voice needs a name
        elif name != item.name:
            self._model.rename(name)

    def _credited(self, text: str) -> None:
        self._described(credit=text)

    def _bring_back(self, _: int) -> None:
        self._model.restore()

    def _described(self, *, author: str | None = None, credit: str | None = None, licence: str | None = None) -> None:
        item = self._model.current
        if item is None or item.id != self._shown:
            return
        before = (item.author, item.credit, item.licence)
        if any(new is not None and new != old for new, old in zip((author, credit, licence), before, strict=True)):
            self._model.describe(author=author, credit=credit, licence=licence)

    def ask_to_delete(self) -> None:
        """Remove the shown item after a question."""
        item = self._model.current
        if item is not None:
            self._confirm(Text.of("Remove “{name}” from the library? Your own file stays where it is.", name=item.name),
                          Text.of("Remove"), lambda: self._model.delete(item.id))


__all__ = ["CoverView", "LibraryDetails", "NoteInput", "Role"]

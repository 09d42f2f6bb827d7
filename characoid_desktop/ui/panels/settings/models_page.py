"""The page of the language model: what a form of settings cannot do stands around its rows."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QSizePolicy, QStackedWidget, QVBoxLayout, QWidget

from characoid_desktop.core.i18n import Text
from characoid_desktop.core.notices import NoticeLevel
from characoid_desktop.integrations.llm.models import FoundServer
from characoid_desktop.settings.schema import SettingSpec, SettingValue
from characoid_desktop.ui.panels.settings.controls import FIELD_WIDTH, Changed, Control, LineControl
from characoid_desktop.ui.panels.settings.model import Row, SettingsModel
from characoid_desktop.ui.panels.settings.models_model import KeyState, ModelsPageModel, Slot
from characoid_desktop.ui.panels.settings.rows import ROW_HEIGHT, RowCard, SettingRow, Sign
from characoid_desktop.ui.widgets.button import Button, ButtonKind
from characoid_desktop.ui.widgets.choice import ComboBox
from characoid_desktop.ui.widgets.fields import LineInput
from characoid_desktop.ui.widgets.labels import ElidedLabel, Label, section_label
from characoid_desktop.ui.widgets.notices import InlineNotice
from characoid_desktop.ui.widgets.page import Card, Divider
from characoid_desktop.ui.widgets.themed import Words
from characoid_desktop.ui.widgets.visible import visible_line

KEY_WIDTH = 220
MODEL_WORDS = 60  # characters of a model's name in a list
_TYPED = "\0type"  # the entry that leads back to typing
_STORED = "••••••••"
_IN_CHAT = ("base_url", "model")
_IN_EMBEDDINGS = ("embedding_base_url", "embedding_model")

RowMaker = Callable[[Row, Control | None], SettingRow]


class AddressControl(LineControl):
    """The address and Test, which tries what stands in the fields."""

    def __init__(self, spec: SettingSpec, changed: Changed) -> None:
        super().__init__(spec, changed)
        self.input.set_placeholder("http://127.0.0.1:11434/v1")
        self.test = Button(Text.of("Test"))
        self._put(self.test)


class ModelControl(LineControl):
    """A name to type; once the server said what it has, a list to choose from."""

    def __init__(self, spec: SettingSpec, changed: Changed) -> None:
        super().__init__(spec, changed)
        self._names: tuple[str, ...] = ()
        self._typing = False
        self.combo = ComboBox((), spec.label)
        self.combo.chosen.connect(self._of_list)
        self.list_models = Button(Text.of("List models"))
        # One place for both, so that nothing moves when a list arrives.
        self._stack = QStackedWidget()
        self._stack.setFixedWidth(FIELD_WIDTH)
        self._stack.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self._row.removeWidget(self.input)
        for widget in (self.input, self.combo):
            self._stack.addWidget(widget)
        self._put(self._stack)
        self._put(self.list_models)
        self._fill()

    def set_names(self, names: Sequence[str]) -> None:
        """Offer these; none: only typing."""
        self._names = tuple(names)
        self._typing = False
        self._fill()

    def show_value(self, value: SettingValue) -> None:
        super().show_value(value)
        self._fill()

    def _fill(self) -> None:
        listed = bool(self._names) and not self._typing
        self._stack.setCurrentWidget(self.combo if listed else self.input)
        self.setFocusProxy(self.combo if listed else self.input)
        if not listed:
            return
        names = list(self._names)
        if self._shown not in names:
            names.insert(0, self._shown)
        options: list[tuple[object, Words]] = [
            (name, visible_line(name, MODEL_WORDS) if name else Text.of("Choose a model")) for name in names]
        options.append((_TYPED, Text.of("Type a name…")))
        self.combo.set_options(options, self._shown)
        self.combo.setToolTip("")

    def _of_list(self, value: object) -> None:
        if value == _TYPED:
            self._typing = True
            self._fill()
            self.input.setFocus(Qt.FocusReason.OtherFocusReason)
            self.input.selectAll()
            return
        self.input.setText(str(value))
        self.commit()


class KeyRow(QWidget):
    """The key of a server: handed in, replaced or removed, never shown."""

    def __init__(self, model: ModelsPageModel, slot: Slot) -> None:
        super().__init__()
        self._model, self._slot = model, slot
        self.setObjectName(f"key_{slot}")
        self.setMinimumHeight(ROW_HEIGHT)
        self.input = LineInput(Text.of("API key"))
        self.input.setEchoMode(QLineEdit.EchoMode.Password)
        self.input.setInputMethodHints(
            Qt.InputMethodHint.ImhHiddenText | Qt.InputMethodHint.ImhSensitiveData
            | Qt.InputMethodHint.ImhNoPredictiveText | Qt.InputMethodHint.ImhNoAutoUppercase)
        self.input.setFixedWidth(KEY_WIDTH)
        self.save = Button("")
        self.remove = Button(Text.of("Remove"), ButtonKind.DANGER)
        self._help = Label("", "caption", "text_muted", wrap=True)
        self._sign = Sign()
        under = QHBoxLayout()
        under.setSpacing(6)
        under.addWidget(self._sign, 0, Qt.AlignmentFlag.AlignTop)
        under.addWidget(self._help, 1)
        words = QVBoxLayout()
        words.setSpacing(0)
        words.addStretch(1)
        words.addWidget(Label(Text.of("API key"), "body"))
        words.addLayout(under)
        words.addStretch(1)
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 8, 16, 8)
        row.setSpacing(8)
        row.addLayout(words, 1)
        row.addSpacing(8)
        for widget in (self.input, self.save, self.remove):
            row.addWidget(widget, 0, Qt.AlignmentFlag.AlignVCenter)
        self.input.textChanged.connect(self._show)
        self.input.returnPressed.connect(self._save)
        self.save.clicked.connect(self._save)
        self.remove.clicked.connect(lambda: model.remove_key(slot))
        model.key_changed.connect(self._key_changed)
        self._show()

    @property
    def words(self) -> str:
        """What the row says of the key."""
        return self._help.text()

    def _save(self) -> None:
        """Hand in what was typed, or what lies in the clipboard while the field is empty."""
        value = self.input.text() or QGuiApplication.clipboard().text()
        self.input.clear()
        self._model.save_key(self._slot, value)

    def _key_changed(self, slot: str) -> None:
        if slot == self._slot:
            self._show()

    def _show(self) -> None:
        state, problem = self._model.key_state(self._slot), self._model.key_problem(self._slot)
        stored = state in (KeyState.KEY_STORE, KeyState.MEMORY)
        tone = "error" if problem is not None else "warn" if state is KeyState.MEMORY else "text_muted"
        self._help.set_tone(tone)
        self._help.set_words(problem or self._model.key_words(self._slot))
        self._sign.tone = tone
        self._sign.setVisible(tone != "text_muted")
        self._sign.update()
        self.input.set_placeholder(_STORED if stored else Text.of("Not set"))
        self.input.setAccessibleDescription(self._help.text())
        self.input.set_invalid(problem is not None)
        self.save.set_words(Text.of("Save") if self.input.text() else Text.of("Paste"))
        self.save.set_description(Text.of("Takes the key from the clipboard.") if not self.input.text() else "")
        self.save.set_disabled_reason(
            Text.of("First the address, then its key.") if state is KeyState.NO_ADDRESS else "")
        self.input.setEnabled(state is not KeyState.NO_ADDRESS)
        self.remove.setVisible(stored)


class TestNotice(QWidget):
    """What the last test found. Its place is kept, so that nothing moves when an answer comes."""

    __test__ = False  # not a test case, whatever its name

    def __init__(self, model: ModelsPageModel, slot: Slot) -> None:
        super().__init__()
        self._model, self._slot = model, slot
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._notice: InlineNotice | None = None
        model.tested.connect(self._tested)
        self._show()

    @property
    def notice(self) -> InlineNotice | None:
        return self._notice

    def _tested(self, slot: str) -> None:
        if slot == self._slot:
            self._show()

    def _show(self) -> None:
        if self._notice is not None:
            self._notice.hide()
            self._notice.deleteLater()
        tested = self._model.test(self._slot)
        level, title, body = NoticeLevel.INFO, Text.of("Not tested yet"), Text.of(
            "A test asks the server for its models and the model for one word.")
        if tested is not None and tested.result is None:
            title, body = Text.of("Testing…"), Text.of("A model that has to be loaded first may take a while.")
        elif tested is not None and tested.result is not None:
            result = tested.result
            level = NoticeLevel.SUCCESS if result.works else NoticeLevel.ERROR
            title = Text.literal(visible_line(str(result.sentence)))
            body = Text.of("Tested at {time}.", time=f"{tested.at.astimezone():%H:%M}")
        self._notice = InlineNotice(level, title, body)
        self._column.addWidget(self._notice)


class FoundServers(Card):
    """Find models on this computer: what was found can be taken with one click."""

    def __init__(self, model: ModelsPageModel) -> None:
        super().__init__(margins=(16, 12, 16, 12), spacing=10)
        self._model = model
        self.search = Button(Text.of("Find models on this computer"), icon="search")
        self.search.clicked.connect(model.find)
        self._title = Label("", "body", strong=True, wrap=True)
        self._words = Label("", "small", "text_muted", wrap=True)
        head = QVBoxLayout()
        head.setSpacing(2)
        head.addWidget(self._title)
        head.addWidget(self._words)
        row = QHBoxLayout()
        row.setSpacing(16)
        row.addLayout(head, 1)
        row.addWidget(self.search, 0, Qt.AlignmentFlag.AlignVCenter)
        self.body.addLayout(row)
        self._rows: list[QWidget] = []
        self.use: list[Button] = []
        model.servers_changed.connect(self._show)
        model.models_changed.connect(self._show)
        self._show()

    @property
    def words(self) -> str:
        return f"{self._title.text()} {self._words.text()}"

    def _show(self, _slot: str = "") -> None:
        model = self._model
        self.search.set_busy(Text.of("Searching…") if model.is_searching else "")
        self.search.set_kind(ButtonKind.NORMAL if model.is_connected else ButtonKind.PRIMARY)
        self._title.set_words(Text.of("On this computer") if model.is_connected else
                              Text.of("No model is connected: the offline brain answers"))
        self._words.set_words(self._sentence())
        self._words.set_tone("error" if model.problem is not None else "text_muted")
        for widget in self._rows:
            widget.hide()
            widget.deleteLater()
        self._rows, self.use = [], []
        for server in model.servers or ():
            self._rows += [Divider(), self._row(server)]
        for widget in self._rows:
            self.body.addWidget(widget)

    def _sentence(self) -> Text:
        model = self._model
        if model.problem is not None:
            return model.problem
        if model.servers is None:
            return (Text.of("Looks for Ollama, LM Studio, llama.cpp and vLLM.") if model.is_connected else
                    Text.of("It does simple things. For free talk, start Ollama, LM Studio, llama.cpp or vLLM and "
                            "search here, or type the address and key of any OpenAI-compatible server below."))
        if not model.servers:
            return Text.of("Nothing was found. Start the program that holds your model, then search again.")
        return Text.count("Found {n} server.", "Found {n} servers.", len(model.servers))

    def _row(self, server: FoundServer) -> QWidget:
        row = QWidget()
        line = QHBoxLayout(row)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(8)
        words = QVBoxLayout()
        words.setSpacing(0)
        words.addWidget(ElidedLabel(visible_line(server.name, 60), "body", minimum_characters=6))
        words.addWidget(ElidedLabel(server.base_url, "caption", "text_muted", minimum_characters=8))
        line.addLayout(words, 1)
        combo = ComboBox([(one.id, visible_line(one.id, MODEL_WORDS)) for one in server.models],
                         Text.of("Models of {name}", name=server.name))
        combo.setFixedWidth(FIELD_WIDTH)
        combo.setVisible(bool(server.models))
        use = Button(Text.of("Use"))
        use.set_description(Text.of("Takes address and model of {name}.", name=server.name))
        use.clicked.connect(lambda: self._model.use(server, str(combo.value or "")))
        if not server.models:
            use.set_disabled_reason(Text.of("This server has no model yet. Load one there first."))
        line.addWidget(combo, 0, Qt.AlignmentFlag.AlignVCenter)
        line.addWidget(use, 0, Qt.AlignmentFlag.AlignVCenter)
        self.use.append(use)
        return row


class ModelsPage(QWidget):
    """Fills the page: servers found, address with Test, model, key, result; then the other rows; then embeddings."""

    def __init__(self, model: ModelsPageModel, settings: SettingsModel, make_row: RowMaker) -> None:
        super().__init__()
        self._model = model
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(12)
        self.found = FoundServers(model)
        self._column.addWidget(self.found)
        rows = {row.spec.key: row for row in settings.rows("models")}
        self.models: dict[Slot, ModelControl] = {}
        self.addresses: dict[Slot, AddressControl] = {}
        self.keys: dict[Slot, KeyRow] = {}
        self.results: dict[Slot, TestNotice] = {}
        self._settings = settings
        self._make_row = make_row
        self._server(Slot.CHAT, rows)
        own = (*_IN_CHAT, *_IN_EMBEDDINGS)
        self._column.addWidget(RowCard([make_row(row, None) for key, row in rows.items() if key not in own]))
        self._column.addSpacing(4)
        self._column.addWidget(section_label(Text.of("Embeddings")))
        self._server(Slot.EMBEDDING, rows)
        model.models_changed.connect(self._models_changed)
        model.tested.connect(self._tested)
        model.key_changed.connect(self._show_keys)
        for slot in Slot:
            self._models_changed(slot.value)
        self._show_keys()
        model.refresh()

    def _server(self, slot: Slot, rows: dict[str, Row]) -> None:
        """The card of one server and what its last test found."""
        settings = self._settings
        address_row, model_row = rows[slot.address_key], rows[slot.model_key]
        address = AddressControl(
            address_row.spec, lambda value: settings.set_value("models", slot.address_key, value))
        name = ModelControl(model_row.spec, lambda value: settings.set_value("models", slot.model_key, value))
        key = KeyRow(self._model, slot)
        address.test.clicked.connect(lambda: self._test(slot))
        name.list_models.clicked.connect(lambda: self._list(slot))
        self.addresses[slot], self.models[slot], self.keys[slot] = address, name, key
        self._column.addWidget(RowCard([self._make_row(address_row, address), key, self._make_row(model_row, name)]))
        self.results[slot] = TestNotice(self._model, slot)
        self._column.addWidget(self.results[slot])

    def _test(self, slot: Slot) -> None:
        address, name = self.addresses[slot], self.models[slot]
        address.commit()
        name.commit()
        self._model.run_test(slot, address.input.text(), name.input.text())

    def _list(self, slot: Slot) -> None:
        self.addresses[slot].commit()
        self._model.load_models(slot)

    def _models_changed(self, slot: str) -> None:
        self.models[Slot(slot)].set_names([one.id for one in self._model.models(Slot(slot))])

    def _tested(self, slot: str) -> None:
        busy = self._model.is_testing(Slot(slot))
        self.addresses[Slot(slot)].test.set_busy(Text.of("Testing…") if busy else "")

    def _show_keys(self, _slot: str = "") -> None:
        self.keys[Slot.EMBEDDING].setVisible(self._model.has_own_key(Slot.EMBEDDING))

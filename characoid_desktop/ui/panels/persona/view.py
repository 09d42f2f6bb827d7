"""The Persona panel: the characters left, and right the shown one in tabs."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import cast

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QMenu, QStackedWidget, QTabBar, QVBoxLayout, QWidget

from characoid_desktop.core.i18n import Text, t
from characoid_desktop.features.personas.files import BUNDLE_SUFFIX, Format
from characoid_desktop.ui.panels.persona.documents_view import DocumentsView
from characoid_desktop.ui.panels.persona.knowledge_view import KnowledgeView
from characoid_desktop.ui.panels.persona.memory_view import MemoryView
from characoid_desktop.ui.panels.persona.model import PersonaPanelModel, Tab
from characoid_desktop.ui.panels.persona.people import name_of, names_of
from characoid_desktop.ui.panels.persona.people_view import WIDTH, Confirm, PeoplePane
from characoid_desktop.ui.panels.persona.profile_model import Saving
from characoid_desktop.ui.panels.persona.profile_view import ProfileView
from characoid_desktop.ui.shell.character_dialog import CharacterDialog
from characoid_desktop.ui.shell.faces import Faces
from characoid_desktop.ui.shell.file_dialogs import FileDialogs
from characoid_desktop.ui.theme.theme import Theme
from characoid_desktop.ui.widgets.button import Button, icon_button
from characoid_desktop.ui.widgets.choice import ComboBox
from characoid_desktop.ui.widgets.gradual import Gradual, Steps
from characoid_desktop.ui.widgets.page import Divider, PageHeader
from characoid_desktop.ui.widgets.skeleton import Skeleton
from characoid_desktop.ui.widgets.tag import Tag, TagKind
from characoid_desktop.ui.widgets.themed import Themed

BANDS = 3  # in which a new part comes to sight
LIST_FROM = 960  # px of the panel; below it the list is a combo box
TAB_WORDS = {Tab.PROFILE: Text("Profile"), Tab.MEMORY: Text("Memory"), Tab.KNOWLEDGE: Text("Knowledge"),
             Tab.DOCUMENTS: Text("Documents")}
CARDS = (Text("Characters ({patterns})", {"patterns": "*.png *.json *.charx *.zip"}), Text("All files (*)"))
_FORMATS = {Format.PNG: Text("Card with picture (PNG)…"), Format.JSON: Text("Card (JSON)…"),
            Format.BUNDLE: Text("Everything, with memories (zip)…")}


def file_name(name: str, format: Format) -> str:
    """Return a file name to begin with."""
    plain = "".join(char for char in name if char.isprintable() and char not in '<>:"/\\|?*').strip(" .")[:80]
    suffix = BUNDLE_SUFFIX if format is Format.BUNDLE else f".{format.value}"
    return f"{plain or 'character'}{suffix}"


class PersonaView(Themed, QWidget):
    """Draws a :class:`PersonaPanelModel`. ``confirm(question, yes, do)`` asks before something is deleted."""

    def __init__(self, model: PersonaPanelModel, confirm: Confirm, faces: Faces) -> None:
        super().__init__()
        self._model = model
        self._faces = faces
        self._confirm = confirm
        self._made: dict[Tab, tuple[QWidget, Gradual]] = {}  # a part is made when it is first looked at
        self._drawing_back: Gradual | None = None
        self._menu: QMenu | None = None
        self._dialogs = FileDialogs(self)
        self.new_dialog: CharacterDialog | None = None
        self.people = PeoplePane(model, faces, confirm, self.ask_new, self.ask_import, self)
        self.combo = ComboBox(name=Text.of("Characters"))
        self.add = icon_button("plus", Text.of("Add a character"))
        self.header = PageHeader("", parent=self)
        self.in_use = Tag(Text.of("In use"), TagKind.GRANTED, icon="")
        self.talk = Button(Text.of("Talk to this character"), icon="chat")
        self.export = Button(Text.of("Export…"), icon="download")
        self.more = icon_button("more", Text.of("More for this character"))
        self.tabs = QTabBar(self)
        self.pages = QStackedWidget(self)
        self.skeleton = Skeleton(self.pages)
        self.skeleton.hide()
        self._lay_out()
        self._connect()
        self.init_theme()
        self._people_changed()
        self.skeleton.show()
        self._first = QTimer(self)  # the parts begin when the panel stands
        self._first.setSingleShot(True)
        self._first.timeout.connect(self._show_tab)
        self._first.start(0)

    def page(self, tab: Tab) -> QWidget:
        """The view of a part; what of it is not made yet is made now."""
        view, making = self._part(tab)
        making.finish()
        return view

    @property
    def is_whole(self) -> bool:
        """Whether all of the shown part is made and can be seen."""
        return self._model.tab in self._made and self.skeleton.isHidden()

    def _part(self, tab: Tab) -> tuple[QWidget, Gradual]:
        """A part and its making, begun when it is asked for first: it goes on beside everything else."""
        if tab not in self._made:
            match tab:
                case Tab.PROFILE:
                    made = ProfileView(self._model, self._faces, self._confirm, self._dialogs, self.pages)
                case Tab.MEMORY:
                    made = MemoryView(self._model, self.pages)
                case Tab.KNOWLEDGE:
                    made = KnowledgeView(self._model, self.pages)
                case Tab.DOCUMENTS:
                    made = DocumentsView(self._model, self._confirm, self._dialogs, self.pages)
            self.pages.addWidget(made)
            making = Gradual(made.steps(), self)
            making.done.connect(lambda: self._part_made(tab))
            self._made[tab] = (made, making)
        return self._made[tab]

    def _part_made(self, tab: Tab) -> None:
        if tab is self._model.tab and self.skeleton.isVisibleTo(self):
            self._drawing_back = Gradual(self._uncover(), self)

    def _uncover(self) -> Steps:
        """Draw the skeleton back, so that what it covers is not painted all at once."""
        for band in range(1, BANDS):
            yield
            self.skeleton.cover(1 - band / BANDS)
        yield
        self.skeleton.hide()

    @property
    def profile(self) -> ProfileView:
        return cast("ProfileView", self.page(Tab.PROFILE))

    @property
    def memory(self) -> MemoryView:
        return cast("MemoryView", self.page(Tab.MEMORY))

    @property
    def knowledge(self) -> KnowledgeView:
        return cast("KnowledgeView", self.page(Tab.KNOWLEDGE))

    @property
    def documents(self) -> DocumentsView:
        return cast("DocumentsView", self.page(Tab.DOCUMENTS))

    @property
    def first_focus(self) -> QWidget:
        """Where the keyboard begins."""
        return self.people.list if self.people.isVisibleTo(self) else self.combo

    @property
    def dialog(self) -> QFileDialog | None:
        """The open file dialog."""
        return self._dialogs.open

    @property
    def menu(self) -> QMenu | None:
        """The menu of the header that was opened last."""
        return self._menu

    def _lay_out(self) -> None:
        self._small = QWidget()
        small = QHBoxLayout(self._small)
        small.setContentsMargins(0, 0, 0, 0)
        small.setSpacing(4)
        small.addWidget(self.combo)
        small.addWidget(self.add)
        self.header.add_before(self._small)
        for widget in (self.in_use, self.talk, self.export, self.more):
            self.header.add_widget(widget)
        self.tabs.setDrawBase(False)
        self.tabs.setExpanding(False)
        for _ in Tab:
            self.tabs.addTab("")
        tabs = QHBoxLayout()
        tabs.setContentsMargins(14, 0, 24, 0)
        tabs.addWidget(self.tabs)
        tabs.addStretch(1)
        right = QVBoxLayout()
        right.setSpacing(0)
        right.addWidget(self.header)
        right.addLayout(tabs)
        right.addWidget(Divider())
        right.addWidget(self.pages, 1)
        self._line = Divider(Qt.Orientation.Vertical)
        whole = QHBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        whole.addWidget(self.people)
        whole.addWidget(self._line)
        whole.addLayout(right, 1)

    def _connect(self) -> None:
        model = self._model
        self.combo.chosen.connect(self._combo_chosen)
        self.add.clicked.connect(self._open_add_menu)
        self.talk.clicked.connect(lambda: model.switch(model.chosen.id))
        self.export.clicked.connect(self.open_export_menu)
        self.more.clicked.connect(self.open_more_menu)
        self.tabs.currentChanged.connect(self._tab_chosen)
        model.tab_changed.connect(self._show_tab)
        model.chosen_changed.connect(self._show_header)
        model.people_changed.connect(self._people_changed)
        model.profile.saving_changed.connect(self._show_saving)
        model.memory.proposals_changed.connect(self._name_tabs)
        for number in range(1, len(Tab) + 1):
            shortcut = QShortcut(QKeySequence(f"Alt+{number}"), self,
                                 context=Qt.ShortcutContext.WidgetWithChildrenShortcut)
            shortcut.activated.connect(lambda number=number: self.tabs.setCurrentIndex(number - 1))

    # --- what it shows ----------------------------------------------------------------------------

    def _people_changed(self) -> None:
        self._faces.want(self._model.all)
        self.combo.set_options([*names_of(self._model.all).items()], self._model.chosen.id)
        self._show_header()

    def _show_header(self) -> None:
        model = self._model
        name = name_of(model.chosen)
        self.header.title.set_words(name)
        self.combo.set_value(model.chosen.id)
        self.in_use.setVisible(model.is_current)
        self.talk.setVisible(not model.is_current)
        self._show_saving()
        self._name_tabs()

    def _show_saving(self) -> None:
        profile = self._model.profile
        words: Text | str = Text.of("All saved · {time}", time=profile.saved_at) if profile.saved_at else ""
        if profile.saving is Saving.SAVING:
            words = Text.of("Saving…")
        elif profile.saving is Saving.REFUSED:
            words = Text.of("A change could not be saved")
        self.header.subtitle.set_tone("error" if profile.saving is Saving.REFUSED else "text_muted")
        self.header.subtitle.set_words(words)

    def _name_tabs(self) -> None:
        waiting = len(self._model.memory.proposals)
        for place, tab in enumerate(Tab):
            words = Text.of("Memory {n}", n=waiting) if tab is Tab.MEMORY and waiting else TAB_WORDS[tab]
            if self.tabs.tabText(place) != str(words):
                self.tabs.setTabText(place, str(words))

    def retranslate(self) -> None:
        self.tabs.setAccessibleName(t("Parts of the character"))
        self._name_tabs()

    def _tab_chosen(self, place: int) -> None:
        self._model.select(list(Tab)[place])

    def _show_tab(self) -> None:
        place = list(Tab).index(self._model.tab)
        self.tabs.blockSignals(True)
        self.tabs.setCurrentIndex(place)
        self.tabs.blockSignals(False)
        self._first.stop()
        if self._drawing_back is not None:
            self._drawing_back.stop()
        view, making = self._part(self._model.tab)
        self.skeleton.setVisible(not making.is_done)
        self.skeleton.cover(1)
        self.pages.setCurrentWidget(view)
        self.skeleton.raise_()

    def _combo_chosen(self, id: object) -> None:
        self._model.choose(str(id))

    # --- dialogs and menus (popup and open, never exec) -------------------------------------------

    def ask_new(self) -> None:
        """Ask for name and description of a new character."""
        if self.new_dialog is not None:
            self.new_dialog.raise_()
            return
        self.new_dialog = CharacterDialog(Text.of("New character"), Text.of("Create"), self._model.create,
                                          parent=self.window())
        self.new_dialog.answered.connect(self._new_answered)
        self.new_dialog.open()

    def _new_answered(self, _: str) -> None:
        self.new_dialog = None

    def ask_import(self) -> None:
        """Ask for cards and bundles."""
        self._dialogs.ask_files(Text.of("Add characters"), self._model.import_files, CARDS)

    def _new_menu(self) -> QMenu:
        if self._menu is not None:
            self._menu.deleteLater()
        self._menu = QMenu(self)
        return self._menu

    def _open_add_menu(self) -> None:
        menu = self._new_menu()
        self.people.fill_add_menu(menu)
        menu.popup(self.add.mapToGlobal(self.add.rect().bottomLeft()))

    def open_export_menu(self) -> None:
        """Show what a character can be written as."""
        menu = self._new_menu()
        for format, words in _FORMATS.items():
            menu.addAction(str(words), self._exporter(format))
        menu.popup(self.export.mapToGlobal(self.export.rect().bottomLeft()))

    def _exporter(self, format: Format) -> Callable[[], None]:
        def ask() -> None:
            def take(path: Path) -> None:
                self._model.export(format, path)

            self._dialogs.ask_save(Text.of("Export the character"), file_name(self._model.chosen.name, format), take)

        return ask

    def open_more_menu(self) -> None:
        """Show what else can be done with the shown character."""
        menu = self._new_menu()
        self.people.fill_menu(menu, self._model.chosen)
        menu.popup(self.more.mapToGlobal(self.more.rect().bottomLeft()))

    # --- folding ----------------------------------------------------------------------------------

    @property
    def is_folded(self) -> bool:
        """Whether the list is a combo box."""
        return self.width() < self.theme.scaled(LIST_FROM)

    def on_theme(self, theme: Theme) -> None:
        self.people.setFixedWidth(theme.scaled(WIDTH))
        self._fold()
        super().on_theme(theme)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fold()

    def _fold(self) -> None:
        folded = self.is_folded
        self.people.setVisible(not folded)
        self._line.setVisible(not folded)
        self._small.setVisible(folded)
        self.header.title.setVisible(not folded)

"""The list of characters on the left: add, import, duplicate, delete, talk to."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter
from PySide6.QtWidgets import QHBoxLayout, QMenu, QStyledItemDelegate, QStyleOptionViewItem, QVBoxLayout, QWidget

from characoid_desktop.core.i18n import Text, t
from characoid_desktop.features.personas.models import Persona
from characoid_desktop.ui.panels.persona.model import PersonaPanelModel
from characoid_desktop.ui.panels.persona.painting import RowList
from characoid_desktop.ui.panels.persona.people import PeopleRole, name_of
from characoid_desktop.ui.shell.faces import Faces
from characoid_desktop.ui.theme.theme import Theme, theme_of
from characoid_desktop.ui.widgets.avatar import draw_avatar
from characoid_desktop.ui.widgets.button import icon_button
from characoid_desktop.ui.widgets.drop_target import DropTarget
from characoid_desktop.ui.widgets.labels import Label
from characoid_desktop.ui.widgets.painted import PaintedText, paint_row
from characoid_desktop.ui.widgets.themed import Themed
from characoid_desktop.ui.widgets.visible import visible_line

Confirm = Callable[[Text, Text, Callable[[], object]], object]
"""Asks (question, yes) and does the third only then; returns at once."""

WIDTH = 248
PADDING = 12
TAG_GAP = 8
DOCUMENTS_NAMED = 3  # in the question before a character is deleted
_Index = QModelIndex | QPersistentModelIndex
LANGUAGES = {"zh_CN": "简体中文", "ja": "日本語", "en": "English"}


def delete_question(name: str, documents: Sequence[str] | None) -> Text:
    """Ask whether a character may go; ``documents``: the names of those that go with it, None where nobody knows."""
    if documents is None:
        return Text.of("Delete “{name}” with all its conversations, memories and lore, and the documents that only it "
                       "has? This cannot be taken back.", name=name)
    if not documents:
        return Text.of("Delete “{name}” with all its conversations, memories and lore? This cannot be taken back.",
                       name=name)
    named = [Text.of("“{name}”", name=visible_line(one, 40)) for one in documents[:DOCUMENTS_NAMED]]
    return Text.count(
        "Delete “{name}” with all its conversations, memories and lore, and with {n} document that no other character "
        "has: {documents}? This cannot be taken back.",
        "Delete “{name}” with all its conversations, memories and lore, and with {n} documents that no other character "
        "has: {documents}? This cannot be taken back.", len(documents), name=name,
        documents=Text.lines([*named, *([Text.literal("…")] if len(documents) > len(named) else [])], " "))


class PeopleDelegate(QStyledItemDelegate):
    """Face, name, whether it is talked to, and the beginning of its description."""

    def __init__(self, faces: Faces) -> None:
        super().__init__()
        self._faces = faces

    def sizeHint(self, option: QStyleOptionViewItem, index: _Index) -> QSize:
        theme = theme_of()
        words = QFontMetrics(theme.font("body", strong=True)).height() + QFontMetrics(theme.font("small")).height()
        return QSize(120, max(theme.tokens.size.list_item_two_lines, words + 16) + 2)

    def _tag(self, index: _Index) -> tuple[str, int]:
        """The word for the one in use and the width of its ground; ("", 0) for another one."""
        if not index.data(PeopleRole.IN_USE):
            return "", 0
        words = t("In use")
        return words, QFontMetrics(theme_of().font("caption")).horizontalAdvance(words) + 13

    def painted_texts(self, rect: QRect, index: _Index) -> list[PaintedText]:
        theme = theme_of()
        body, small = theme.font("body", strong=True), theme.font("small")
        high, low = QFontMetrics(body).height(), QFontMetrics(small).height()
        left = round(self._face(rect, theme).right()) + 10
        width = rect.right() - PADDING - left
        top = rect.top() + (rect.height() - high - low) // 2
        word, tag = self._tag(index)
        name = str(index.data())
        room = width - (tag + TAG_GAP if tag else 0)
        wide = min(room, QFontMetrics(body).horizontalAdvance(name) + 2)
        found = [
            PaintedText(name, QRect(left, top, wide, high), body, theme.color.text, may_elide=True),
            PaintedText(str(index.data(PeopleRole.ABOUT)), QRect(left, top + high, width, low), small,
                        theme.color.text_muted, may_elide=True)]
        if word:
            found.append(PaintedText(word, QRect(left + wide + TAG_GAP + 6, top, tag - 12, high),
                                     theme.font("caption"), theme.color.on_accent_soft))
        return found

    @staticmethod
    def _face(rect: QRect, theme: Theme) -> QRectF:
        side = theme.tokens.size.avatar["list"]
        return QRectF(rect.left() + PADDING, rect.top() + (rect.height() - side) / 2, side, side)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        theme, rect, persona = theme_of(), QRect(option.rect), index.data(PeopleRole.PERSONA)
        if not isinstance(persona, Persona):
            return
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        paint_row(painter, rect, option.state)
        draw_avatar(painter, self._face(rect, theme), persona.name, QColor(persona.color), theme,
                    self._faces.get(persona))
        texts = self.painted_texts(rect, index)
        if len(texts) > 2:
            box = texts[2].rect.adjusted(-6, 0, 6, 0)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.color.accent_soft)
            painter.drawRoundedRect(QRectF(box), theme.tokens.radius.tag, theme.tokens.radius.tag)
        for text in texts:
            text.paint(painter)
        painter.restore()


class PeoplePane(Themed, QWidget):
    """Draws ``model.people``. ``ask_new`` and ``ask_import`` open the dialogs of the panel."""

    def __init__(
        self, model: PersonaPanelModel, faces: Faces, confirm: Confirm, ask_new: Callable[[], object],
        ask_import: Callable[[], object], parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._model = model
        self._confirm = confirm
        self._ask_new = ask_new
        self._ask_import = ask_import
        self._menu: QMenu | None = None
        self.title = Label(Text.of("Characters"), "page")
        self.list = RowList(Text.of("Characters"), PeopleDelegate(faces))
        self.list.setUniformItemSizes(True)
        self.list.setModel(model.people)
        self.list.connect_rows()
        self.add = icon_button("plus", Text.of("Add a character"))
        self.drop = DropTarget(Text.of("Drop character cards here"), Text.of("PNG · JSON · zip · V2 / V3"))
        self._lay_out()
        self._connect(faces)
        self.setTabOrder(self.list, self.add)  # who comes by keyboard begins with the characters
        self.init_theme()
        self._follow()

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.setContentsMargins(PADDING, 0, PADDING, 0)
        head.addWidget(self.title, 1)
        head.addWidget(self.add)
        self._head = QWidget()
        self._head.setLayout(head)
        rows = QVBoxLayout()
        rows.setContentsMargins(8, 0, 8, 8)
        rows.addWidget(self.list)
        foot = QVBoxLayout()
        foot.setContentsMargins(PADDING, 4, PADDING, 12)
        foot.addWidget(self.drop)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._head)
        column.addLayout(rows, 1)
        column.addLayout(foot)

    def _connect(self, faces: Faces) -> None:
        model = self._model
        self.add.clicked.connect(self.open_add_menu)
        self.list.chosen.connect(model.choose_row)
        self.list.opened.connect(self._opened)
        self.list.removed.connect(self._removed)
        self.list.menu_wanted.connect(self._row_menu)
        self.drop.dropped.connect(model.import_files)
        self.drop.browse.connect(self._ask_import)
        faces.changed.connect(self.list.viewport().update)
        model.chosen_changed.connect(self._follow)
        model.people_changed.connect(self._follow)
        model.importing_changed.connect(self._show_importing)

    def on_theme(self, theme: Theme) -> None:
        self._head.setFixedHeight(max(theme.tokens.size.header, theme.control_height() + 20))
        super().on_theme(theme)

    def _follow(self) -> None:
        self.list.mark(self._model.people.row_of(self._model.chosen.id))

    def _show_importing(self) -> None:
        self.drop.setEnabled(self._model.importing == 0)

    def _opened(self, row: int) -> None:
        persona = self._model.people.at(row)
        if persona is not None:
            self._model.switch(persona.id)

    def _removed(self, row: int) -> None:
        persona = self._model.people.at(row)
        if persona is not None:
            self.ask_to_delete(persona)

    def ask_to_delete(self, persona: Persona) -> None:
        """Delete a character after a question that names what goes with it."""
        self._model.look_at_belongings(persona.id, lambda documents: self._confirm(
            delete_question(self._model.people.name(persona.id) or name_of(persona), documents),
            Text.of("Delete"), lambda: self._model.delete(persona.id)))

    # --- menus (popup, never exec) ----------------------------------------------------------------

    @property
    def menu(self) -> QMenu | None:
        """The menu that was opened last."""
        return self._menu

    def _new_menu(self) -> QMenu:
        if self._menu is not None:
            self._menu.deleteLater()
        self._menu = QMenu(self)
        return self._menu

    def open_add_menu(self) -> None:
        """Show the ways to a new character."""
        menu = self._new_menu()
        self.fill_add_menu(menu)
        menu.popup(self.add.mapToGlobal(self.add.rect().bottomLeft()))

    def fill_add_menu(self, menu: QMenu) -> None:
        menu.addAction(t("New character…"), self._ask_new)
        menu.addAction(t("From a card or bundle…"), self._ask_import)
        menu.addSeparator()
        menu.addSection(t("Come with the app"))
        for one in self._model.shipped:
            name = f"{visible_line(one.name, 40)} · {LANGUAGES.get(one.language, one.language)}"
            action = menu.addAction(name.replace("&", "&&"))
            action.triggered.connect(lambda _=False, id=one.id: self._model.add_shipped(id))

    def _row_menu(self, row: int, place: QPoint) -> None:
        persona = self._model.people.at(row)
        if persona is not None:
            menu = self._new_menu()
            self.fill_menu(menu, persona)
            menu.popup(place)

    def fill_menu(self, menu: QMenu, persona: Persona) -> None:
        """Put what can be done with a character into a menu."""
        model, id = self._model, persona.id
        talk = menu.addAction(t("Talk to this character"), lambda: model.switch(id))
        talk.setEnabled(id != model.current_id)
        menu.addAction(t("Duplicate"), lambda: model.duplicate(id))
        menu.addSeparator()
        delete = menu.addAction(t("Delete…"), lambda: self.ask_to_delete(persona))
        delete.setEnabled(len(model.all) > 1)
        if len(model.all) <= 1:
            delete.setToolTip(t("This is the only character. Make or import another one first."))
            menu.setToolTipsVisible(True)

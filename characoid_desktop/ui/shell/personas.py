"""The character at the top of the rail: who is talked to, and a menu to switch, make and rename characters."""

from __future__ import annotations

from collections.abc import Coroutine
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QAction,
    QColor,
    QFocusEvent,
    QFontMetrics,
    QIcon,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPixmap,
)
from PySide6.QtWidgets import QAbstractButton, QMenu, QSizePolicy, QWidget

from characoid_desktop.core.errors import AppError
from characoid_desktop.core.i18n import Text, t
from characoid_desktop.core.notices import NoticeBoard
from characoid_desktop.core.tasks import TaskScope
from characoid_desktop.features.personas.models import Persona, Profile
from characoid_desktop.ui.shell.character_dialog import CharacterDialog
from characoid_desktop.ui.shell.keyboard import KeyboardMark
from characoid_desktop.ui.theme.icons import draw_icon
from characoid_desktop.ui.theme.theme import Theme, theme_of
from characoid_desktop.ui.widgets.avatar import draw_avatar
from characoid_desktop.ui.widgets.themed import Themed, plain_tooltip
from characoid_desktop.ui.widgets.visible import visible_line

if TYPE_CHECKING:  # the window is shown before its services are imported
    from characoid_desktop.features.personas.service import PersonaService
    from characoid_desktop.ui.shell.faces import Faces

NAME_LIMIT = 30  # characters of a name in a menu
NOTICE_KEY = "personas"
_FACE = 24  # px, in the menu
_RATIOS = (1.0, 1.25, 1.5, 2.0)


class PersonasModel(QObject):
    """The characters, for the window. ``changed`` says that names, faces or the current one are others."""

    changed = Signal()

    def __init__(self, service: PersonaService, notices: NoticeBoard, scope: TaskScope, faces: Faces,
                 parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._service = service
        self._faces = faces
        self._notices = notices
        self._scope = scope
        self._closed = False
        self._release = (service.changed.connect(lambda _: self._people_changed()),
                         service.current_changed.connect(lambda _: self.changed.emit()))
        faces.changed.connect(self.changed)
        faces.want(service.all)

    def close(self) -> None:
        """Stop listening; wishes that come later are dropped."""
        self._closed = True
        for release in self._release:
            release()

    @property
    def all(self) -> tuple[Persona, ...]:
        return self._service.all

    @property
    def current(self) -> Persona:
        return self._service.current

    def face(self, persona: Persona) -> QPixmap | None:
        """Return the picture of a character where it was read."""
        return self._faces.get(persona)

    def _people_changed(self) -> None:
        self._faces.want(self._service.all)
        self.changed.emit()

    def switch(self, persona_id: str) -> None:
        """Talk to another character."""
        if persona_id != self.current.id:
            self._start(self._tried(self._service.set_current(persona_id)))

    def create(self, name: str, description: str) -> None:
        """Make a character and talk to it."""
        self._start(self._create(name, description))

    def change(self, persona_id: str, name: str, description: str) -> None:
        self._start(self._tried(self._service.update(persona_id, name=name, profile={"description": description})))

    async def _create(self, name: str, description: str) -> None:
        try:
            made = await self._service.create(name, Profile(description=description))
            await self._service.set_current(made.id)
        except AppError as error:
            self._notices.post_error(error, key=NOTICE_KEY)

    async def _tried(self, work: Coroutine[Any, Any, object]) -> None:
        try:
            await work
        except AppError as error:
            self._notices.post_error(error, key=NOTICE_KEY)

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        if self._closed:
            work.close()
            return
        self._scope.start(work, name="personas")


class PersonaButton(Themed, QAbstractButton):
    """Face, name and a chevron. A click opens the menu."""

    ring_radius = None  # the mark lies inside: outside is the edge of the window

    def __init__(self, model: PersonasModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self._mark = KeyboardMark()
        self._menu: QMenu | None = None
        self._dialog: CharacterDialog | None = None
        self._low = False
        self.setObjectName("rail_persona")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.clicked.connect(self.open_menu)
        model.changed.connect(self.retranslate)
        self.init_theme()

    @property
    def menu(self) -> QMenu | None:
        """The menu that was opened last."""
        return self._menu

    @property
    def dialog(self) -> CharacterDialog | None:
        """The open dialog."""
        return self._dialog

    def set_low(self, low: bool) -> None:
        """Take less height, as the items below do in a low window."""
        self._low = low
        self.updateGeometry()
        self.update()

    def retranslate(self) -> None:
        name = visible_line(self._model.current.name, NAME_LIMIT)
        self.setAccessibleName(t("Character: {name}", name=name))
        self.setAccessibleDescription(t("Switches between characters"))
        self.setToolTip(plain_tooltip(name))
        self.update()

    def on_theme(self, theme: Theme) -> None:
        self.setFont(theme.font("caption"))
        super().on_theme(theme)

    def _side(self) -> int:
        avatar = self.theme.tokens.size.avatar
        return avatar["chat"] if self._low else avatar["list"]

    def sizeHint(self) -> QSize:
        sizes = self.theme.tokens.size
        return QSize(sizes.rail, self._side() + self.fontMetrics().height() + (10 if self._low else 14))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Down):
            self.click()
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        self._mark.focused(event.reason())
        super().focusInEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, c = self.theme, self.theme.color
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self.underMouse() or self.isDown():
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(c.raised)
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(4, 0, -4, -2), 6, 6)
        persona, side = self._model.current, self._side()
        face = QRectF((self.width() - side) / 2, 3, side, side)
        draw_avatar(painter, face, persona.name, QColor(persona.color), theme, self._model.face(persona))
        metrics = QFontMetrics(self.font())
        chevron = 14
        name = metrics.elidedText(visible_line(persona.name, NAME_LIMIT), Qt.TextElideMode.ElideRight,
                                  self.width() - chevron - 14)
        width = metrics.horizontalAdvance(name)
        x = (self.width() - width - chevron - 2) / 2
        top = face.bottom() + 4
        painter.setFont(self.font())
        painter.setPen(c.text)
        painter.drawText(QRectF(x, top, width + 1, metrics.height()), int(Qt.AlignmentFlag.AlignVCenter), name)
        sign = QRectF(x + width + 3, top + (metrics.height() - chevron) / 2, chevron, chevron)
        draw_icon(painter, "chevron-down", sign, c.text_muted)
        if self.hasFocus() and self._mark.on:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(c.focus, theme.tokens.focus_width))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(5, 1, -5, -3), 6, 6)

    # --- menu and dialogs (popup and open, never exec) ------------------------------------------

    def open_menu(self) -> None:
        """Show all characters and what can be done with them."""
        if self._menu is not None:
            self._menu.deleteLater()
        menu = self._menu = QMenu(self)
        current = self._model.current
        for persona in self._model.all:
            name = visible_line(persona.name, NAME_LIMIT).replace("&", "&&")
            here = persona.id == current.id
            # What follows the tab stands at the right, where a menu has its keys.
            action = QAction(_icon(persona, self._model.face(persona)), f"{name}\t✓" if here else name, menu)
            action.triggered.connect(lambda _=False, one=persona.id: self._model.switch(one))
            menu.addAction(action)
        menu.addSeparator()
        menu.addAction(t("New character…"), self.new_character)
        edit = t("Name and description of {name}…", name=visible_line(current.name, 16)).replace("&", "&&")
        menu.addAction(edit, self._edit)
        menu.popup(self.mapToGlobal(self.rect().topRight()))

    def new_character(self) -> None:
        """Ask for name and description of a new character."""
        def make(name: str, description: str) -> None:
            self._model.create(name, description)

        self._ask(CharacterDialog(Text.of("New character"), Text.of("Create"), make, parent=self.window()))

    def _edit(self) -> None:
        persona = self._model.current

        def change(name: str, description: str) -> None:
            self._model.change(persona.id, name, description)

        self._ask(CharacterDialog(
            Text.of("Name and description"), Text.of("Save"), change, name=persona.name,
            description=persona.profile.description, parent=self.window()))

    def _ask(self, dialog: CharacterDialog) -> None:
        if self._dialog is not None:
            dialog.deleteLater()
            self._dialog.raise_()
            return
        self._dialog = dialog
        dialog.answered.connect(self._answered)
        dialog.open()

    def _answered(self, _answer: str) -> None:
        self._dialog = None


def _icon(persona: Persona, face: QPixmap | None) -> QIcon:
    """The face for a menu, sharp at usual pixel ratios."""
    icon = QIcon()
    for ratio in _RATIOS:
        picture = QPixmap(round(_FACE * ratio), round(_FACE * ratio))
        picture.setDevicePixelRatio(ratio)
        picture.fill(Qt.GlobalColor.transparent)
        with QPainter(picture) as painter:
            draw_avatar(painter, QRectF(0, 0, _FACE, _FACE), persona.name, QColor(persona.color), theme_of(), face)
        icon.addPixmap(picture)
    return icon

"""Notices: the bar under the window edge, and the card inside a page."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QPainter, QPainterPath, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from characoid_desktop.core.errors import Action, ActionKind
from characoid_desktop.core.i18n import Text
from characoid_desktop.core.lights import LightState
from characoid_desktop.core.notices import SUCCESS_LEAVES_AFTER_S, Notice, NoticeLevel
from characoid_desktop.ui.theme.icons import checked_name, draw_icon
from characoid_desktop.ui.theme.theme import ControlSize, Theme
from characoid_desktop.ui.widgets.button import Button, ButtonKind, icon_button
from characoid_desktop.ui.widgets.labels import Label
from characoid_desktop.ui.widgets.layouts import FlowLayout, clear
from characoid_desktop.ui.widgets.page import keep_words_whole
from characoid_desktop.ui.widgets.status import draw_status
from characoid_desktop.ui.widgets.themed import Themed, Words

_TONES = {
    NoticeLevel.INFO: "info", NoticeLevel.SUCCESS: "ok",
    NoticeLevel.WARNING: "warn", NoticeLevel.ERROR: "error",
}
_ICONS = {NoticeLevel.INFO: "info", NoticeLevel.WARNING: "warning", NoticeLevel.ERROR: "error"}
_LEVEL_WORDS = {
    NoticeLevel.INFO: Text.of("Note"), NoticeLevel.SUCCESS: Text.of("Done"),
    NoticeLevel.WARNING: Text.of("Warning"), NoticeLevel.ERROR: Text.of("Error"),
}
_GRAVITY = (NoticeLevel.ERROR, NoticeLevel.WARNING, NoticeLevel.INFO, NoticeLevel.SUCCESS)
_SIDE = 18


_ACTION_ICONS = {
    ActionKind.RETRY_JOB: "retry", ActionKind.RESTART_ENGINE: "retry", ActionKind.OPEN_LOG: "file",
    ActionKind.OPEN_FOLDER: "folder", ActionKind.OPEN_FILE: "file", ActionKind.CHOOSE_HOME: "folder",
    ActionKind.OPEN_SETTINGS: "settings",
}


class LevelSign(Themed, QWidget):
    """The sign of a notice level, in its colour; ``icon`` replaces the drawing."""

    def __init__(self, level: NoticeLevel, icon: str = "") -> None:
        super().__init__()
        self._level = level
        self._icon = checked_name(icon) if icon else ""
        self.setFixedSize(_SIDE, _SIDE)
        self.init_theme()

    def set_level(self, level: NoticeLevel) -> None:
        self._level = level
        self.retranslate()
        self.update()

    def retranslate(self) -> None:
        self.setAccessibleName(str(_LEVEL_WORDS[self._level]))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        box = QRectF(self.rect())
        if self._level is NoticeLevel.SUCCESS and not self._icon:
            draw_status(painter, LightState.READY, box.adjusted(1, 1, -1, -1), self.theme)
            return
        name = self._icon or _ICONS.get(self._level, "info")
        draw_icon(painter, name, box, self.theme.color.role(_TONES[self._level]))


class InlineNotice(Themed, QWidget):
    """A card with a coloured edge: what happened, what is safe, next steps.

    One line with its actions as links when there is no body and at most two actions; else stacked.
    ``action_triggered(index)`` and ``closed`` are wishes; the owner removes the card.
    """

    action_triggered = Signal(int)
    closed = Signal()

    def __init__(
        self, level: NoticeLevel, title: Words, body: Words = "", actions: Sequence[Words] = (), *,
        closable: bool = False, icon: str = "", action_icons: Sequence[str] = (),
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._level, self._title_words, self._body_words = level, title, body
        self._base_height = 0
        self.buttons: list[Button] = []
        flat = not str(body) and len(actions) <= 2
        self._close = icon_button("cancel", Text.of("Close this notice"), size=ControlSize.COMPACT)
        if not closable:  # shown before it has a parent, it would be a window
            self._close.hide()
        self._close.clicked.connect(self.closed)
        row = QHBoxLayout(self)
        row.setContentsMargins(20, 6 if flat else 12, 10, 6 if flat else 12)
        row.setSpacing(10)
        top = Qt.AlignmentFlag.AlignTop
        row.addWidget(LevelSign(level, icon), 0, Qt.AlignmentFlag.AlignVCenter if flat else top)
        column = QVBoxLayout()
        column.setSpacing(3)
        self._title = Label(title, "body" if not flat else "small", strong=not flat, wrap=True)
        column.addWidget(self._title)
        if str(body):
            column.addWidget(Label(body, "small", "text_muted", wrap=True))
        row.addLayout(column, 1)
        self._add_actions(row if flat else column, actions, action_icons, flat=flat)
        row.addWidget(self._close, 0, Qt.AlignmentFlag.AlignVCenter if flat else top)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.init_theme()

    def _add_actions(
        self, layout: QHBoxLayout | QVBoxLayout, actions: Sequence[Words], icons: Sequence[str], *, flat: bool
    ) -> None:
        flow = FlowLayout(spacing=8)
        for index, words in enumerate(actions):
            icon = icons[index] if index < len(icons) else ""
            kind = ButtonKind.LINK if flat else ButtonKind.NORMAL
            button = Button(words, kind, icon=icon, size=ControlSize.COMPACT)
            button.clicked.connect(lambda _=False, i=index: self.action_triggered.emit(i))
            self.buttons.append(button)
            (layout if flat else flow).addWidget(button)
        if not flat and actions:
            layout.addSpacing(5)
            layout.addLayout(flow)

    @property
    def close_button(self) -> Button:
        return self._close

    def set_title(self, title: Words) -> None:
        """Say something else, with the same next steps (a count-down)."""
        self._title_words = title
        self._title.set_words(title)
        self.retranslate()
        keep_words_whole(self, self._base_height)

    def retranslate(self) -> None:
        self.setAccessibleName(f"{_LEVEL_WORDS[self._level]}: {self._title_words}")
        self.setAccessibleDescription(str(self._body_words))

    def on_theme(self, theme: Theme) -> None:
        self._base_height = theme.control_height() + 8
        layout = self.layout()
        if layout is not None:
            layout.activate()  # its inner layouts still know the heights of the old letters
        keep_words_whole(self, self._base_height)
        super().on_theme(theme)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        keep_words_whole(self, self._base_height)

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = self.theme
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        radius = theme.tokens.radius.button
        box = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        painter.setPen(QPen(theme.color.line, 1))
        painter.setBrush(theme.color.surface)
        painter.drawRoundedRect(box, radius, radius)
        shape = QPainterPath()
        shape.addRoundedRect(QRectF(self.rect()), radius, radius)
        painter.setClipPath(shape)
        edge = QRectF(0, 0, theme.tokens.line.notice_edge, self.height())
        painter.fillRect(edge, theme.color.role(_TONES[self._level]))


class NoticePlace(QVBoxLayout):
    """A place of a page for one card at most."""

    def __init__(self) -> None:
        super().__init__()
        self.card: InlineNotice | None = None

    def show_card(self, card: InlineNotice | None) -> None:
        """Put ``card`` in the place of the one before; None: nothing stands there."""
        clear(self)
        self.card = card
        if card is not None:
            self.addWidget(card)


class NoticeBar(Themed, QWidget):
    """A full-width row: the gravest open notice, oldest first; the others are counted ("+2").

    ``action_requested(Notice, Action)`` and ``dismissed(notice_id)`` are wishes. A success without a next
    step is dismissed 8 s after it was shown; nothing else leaves by itself.
    """

    action_requested = Signal(object, object)
    dismissed = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shown: Notice | None = None
        self._count = 0
        self._base_height = 0
        self._sign = LevelSign(NoticeLevel.INFO)
        self._sentence = Label("", "small", strong=True, wrap=True)
        self._safe = Label("", "small", "text_muted", wrap=True)
        self._more = Label("", "small", "text_muted")
        self._actions = QHBoxLayout()
        self._actions.setSpacing(8)
        self._buttons: list[Button] = []
        self._close = icon_button("cancel", Text.of("Close this notice"), size=ControlSize.COMPACT)
        words = QVBoxLayout()
        words.setSpacing(0)
        words.addWidget(self._sentence)
        words.addWidget(self._safe)
        row = QHBoxLayout(self)
        row.setContentsMargins(20, 6, 12, 6)
        row.setSpacing(10)
        row.addWidget(self._sign)
        row.addLayout(words, 1)
        row.addWidget(self._more)
        row.addLayout(self._actions)
        row.addWidget(self._close)
        self._leave = QTimer(self)
        self._leave.setSingleShot(True)
        self._leave.setInterval(round(SUCCESS_LEAVES_AFTER_S * 1000))
        self._leave.timeout.connect(self._dismiss)
        self._close.clicked.connect(self._dismiss)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.hide()
        self.init_theme()

    @property
    def shown(self) -> Notice | None:
        return self._shown

    @property
    def buttons(self) -> tuple[Button, ...]:
        return tuple(self._buttons)

    @property
    def close_button(self) -> Button:
        return self._close

    def set_notices(self, notices: Sequence[Notice]) -> None:
        """Show the gravest of ``notices`` and count the rest; hide when there is none."""
        self._count = len(notices)
        chosen = min(notices, key=lambda n: (_GRAVITY.index(n.level), n.id), default=None)
        changed = chosen != self._shown
        self._shown = chosen
        if chosen is None:
            self._leave.stop()
            self.hide()
            return
        if changed:
            self._show_notice(chosen)
        self.retranslate()
        self.show()
        keep_words_whole(self, self._base_height)

    def _show_notice(self, notice: Notice) -> None:
        self._sign.set_level(notice.level)
        self._sentence.set_words(notice.sentence)
        self._safe.set_words(notice.safe or "")
        self._safe.setVisible(notice.safe is not None)
        for button in self._buttons:
            self._actions.removeWidget(button)
            button.deleteLater()
        self._buttons = [self._button(notice, action) for action in notice.actions]
        for button in self._buttons:
            self._actions.addWidget(button)
        self._leave.stop()
        if notice.leaves_by_itself:
            self._leave.start()

    def _button(self, notice: Notice, action: Action) -> Button:
        icon = _ACTION_ICONS.get(action.kind, "")
        button = Button(action.label, icon=icon, size=ControlSize.COMPACT)
        button.clicked.connect(lambda: self.action_requested.emit(notice, action))
        return button

    def _dismiss(self) -> None:
        if self._shown is not None:
            self.dismissed.emit(self._shown.id)

    def retranslate(self) -> None:
        if self._shown is None:
            return
        others = self._count - 1
        self._more.set_words(f"+{others}" if others else "")
        self._more.setAccessibleName(
            str(Text.count("{n} more notice", "{n} more notices", others)) if others else ""
        )
        self.setAccessibleName(f"{_LEVEL_WORDS[self._shown.level]}: {self._shown.sentence}")
        self.setAccessibleDescription(str(self._shown.safe or ""))

    def on_theme(self, theme: Theme) -> None:
        self._base_height = theme.control_height() + 12
        keep_words_whole(self, self._base_height)
        super().on_theme(theme)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        keep_words_whole(self, self._base_height)

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._shown is None:
            return
        c = self.theme.color
        painter = QPainter(self)
        painter.fillRect(self.rect(), c.role(f"{_TONES[self._shown.level]}_soft"))
        painter.fillRect(0, self.height() - 1, self.width(), 1, c.line)

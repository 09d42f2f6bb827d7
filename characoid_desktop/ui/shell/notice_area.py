"""The row under the window edge that shows the notice of the moment."""

from __future__ import annotations

from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from characoid_desktop.core.errors import ActionKind
from characoid_desktop.core.i18n import Text, t
from characoid_desktop.core.notices import Notice, NoticeLevel
from characoid_desktop.ui.shell.actions import ActionRouter
from characoid_desktop.ui.shell.carry import focused_in
from characoid_desktop.ui.shell.notices import NoticesModel
from characoid_desktop.ui.theme.icons import draw_icon
from characoid_desktop.ui.theme.theme import ControlSize, Theme, theme_of
from characoid_desktop.ui.widgets.button import Button, icon_button
from characoid_desktop.ui.widgets.labels import Label

ICON = 18
SIDE = 22
LEAST_HEIGHT = 44

_ICONS = {
    NoticeLevel.INFO: "info", NoticeLevel.SUCCESS: "check", NoticeLevel.WARNING: "warning", NoticeLevel.ERROR: "error",
}
_STEP_ICONS = {
    ActionKind.RETRY_JOB: "retry", ActionKind.RESTART_ENGINE: "retry", ActionKind.OPEN_LOG: "file",
    ActionKind.OPEN_FOLDER: "folder", ActionKind.CHOOSE_HOME: "folder", ActionKind.OPEN_SETTINGS: "settings",
}


def level_colors(theme: Theme, level: NoticeLevel) -> tuple[QColor, QColor]:
    """Return the soft ground and the colour of a level."""
    c = theme.color
    return {
        NoticeLevel.INFO: (c.info_soft, c.info),
        NoticeLevel.SUCCESS: (c.ok_soft, c.ok),
        NoticeLevel.WARNING: (c.warn_soft, c.warn),
        NoticeLevel.ERROR: (c.error_soft, c.error),
    }[level]


def level_words(level: NoticeLevel) -> str:
    """The level in words, for screen readers."""
    return {
        NoticeLevel.INFO: t("Note"), NoticeLevel.SUCCESS: t("Done"), NoticeLevel.WARNING: t("Warning"),
        NoticeLevel.ERROR: t("Error"),
    }[level]


class NoticeArea(QWidget):
    """Icon, sentence, what is safe, next steps, how many others wait, close. Hidden without a notice."""

    def __init__(self, model: NoticesModel, actions: ActionRouter, parent: QWidget) -> None:
        super().__init__(parent)
        self._model = model
        self._actions = actions
        self._notice: Notice | None = None
        self._buttons: list[Button] = []
        self.setObjectName("notice_area")
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        self._sentence = Label("", "body", strong=True, wrap=True)
        self._safe = Label("", "small", "text_muted", wrap=True)
        self._more = Label("", "small", "text_muted", strong=True)
        self._close = icon_button("cancel", Text.of("Close notice"), size=ControlSize.COMPACT)
        self._close.clicked.connect(model.dismiss)
        words = QVBoxLayout()
        words.setSpacing(0)
        words.addWidget(self._sentence)
        words.addWidget(self._safe)
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(SIDE + ICON + 10, 6, 12, 7)
        self._row.setSpacing(8)
        self._row.addLayout(words, 1)
        self._row.addWidget(self._more)
        self._row.addWidget(self._close)
        model.changed.connect(self._show)
        self._show()

    @property
    def notice(self) -> Notice | None:
        return self._notice

    @property
    def buttons(self) -> tuple[Button, ...]:
        """The next steps of the notice that is shown."""
        return tuple(self._buttons)

    @property
    def close_button(self) -> Button:
        return self._close

    @property
    def more_words(self) -> str:
        """“+2” while two others wait, else nothing."""
        return "" if self._more.isHidden() else self._more.text()

    def focus_first(self) -> None:
        """Give the keyboard to the first next step, or to the close button."""
        (self._buttons[0] if self._buttons else self._close).setFocus(Qt.FocusReason.ShortcutFocusReason)

    def release(self) -> None:
        """Stop listening: another area takes over."""
        self._model.changed.disconnect(self._show)

    def sizeHint(self) -> QSize:
        hint = super().sizeHint()
        return QSize(hint.width(), max(LEAST_HEIGHT, hint.height()))

    def minimumSizeHint(self) -> QSize:
        hint = super().minimumSizeHint()
        return QSize(hint.width(), max(LEAST_HEIGHT, hint.height()))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self._model.dismiss()
        else:
            super().keyPressEvent(event)

    def _show(self) -> None:
        notice = self._model.current
        more = self._model.more
        self._more.set_words(Text.of("+{n}", n=more))
        self._more.setAccessibleName(str(Text.count("One more notice", "{n} more notices", more)))
        self._more.setVisible(more > 0)
        if notice != self._notice:
            self._notice = notice
            self._fill(notice)
        self.setVisible(notice is not None)

    def _fill(self, notice: Notice | None) -> None:
        had_focus = focused_in(self) is not None
        for button in self._buttons:
            self._row.removeWidget(button)
            button.hide()
            button.deleteLater()
        self._buttons = []
        if notice is None:
            if had_focus:
                self.focusNextChild()
            return
        self._sentence.set_words(notice.sentence)
        self._safe.set_words(notice.safe or "")
        self._safe.setVisible(notice.safe is not None)
        self.setAccessibleName(f"{level_words(notice.level)}: {notice.sentence} {notice.safe or ''}".strip())
        for action in notice.actions:
            if not self._actions.can_run(action):
                continue
            button = Button(action.label, icon=_STEP_ICONS.get(action.kind, ""), size=ControlSize.COMPACT, parent=self)
            button.clicked.connect(lambda _=False, action=action: self._actions.run(action))
            self._row.insertWidget(1 + len(self._buttons), button)
            button.show()
            self._buttons.append(button)
            QWidget.setTabOrder(button, self._close)
        if had_focus:
            self.focus_first()
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._notice is None:
            return
        theme = theme_of(self)
        ground, ink = level_colors(theme, self._notice.level)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(self.rect(), ground)
        painter.fillRect(QRect(0, self.height() - 1, self.width(), 1), theme.color.line)
        middle = self._sentence.mapTo(self, self._sentence.rect().center()).y()
        draw_icon(painter, _ICONS[self._notice.level], QRectF(SIDE, middle - ICON / 2, ICON, ICON), ink)

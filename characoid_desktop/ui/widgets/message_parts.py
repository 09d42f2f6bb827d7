"""Small parts of a message: its files, the switch between its versions, the tools that appear over it."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from characoid_desktop.core.i18n import Text
from characoid_desktop.ui.theme.icons import draw_icon
from characoid_desktop.ui.theme.theme import ControlSize
from characoid_desktop.ui.widgets.button import Button, icon_button
from characoid_desktop.ui.widgets.labels import ElidedLabel, Label
from characoid_desktop.ui.widgets.message_item import Branch, FileLine
from characoid_desktop.ui.widgets.themed import Themed

_CLIP = 14
FILE_LINE = 20


class FileRow(Themed, QWidget):
    """A paper clip, the name of a file, and what is known of it."""

    def __init__(self, line: FileLine, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._name = ElidedLabel(line.name, "small", "text_muted", middle=True, minimum_characters=10)
        self._facts = Label(line.facts, "small", "text_muted")
        self._facts.setVisible(bool(str(line.facts)))
        row = QHBoxLayout(self)
        row.setContentsMargins(_CLIP + 8, 0, 0, 0)
        row.setSpacing(8)
        row.addWidget(self._name)
        row.addWidget(self._facts)
        row.addStretch(1)
        self.setAccessibleName(f"{line.name} {line.facts}")
        self.init_theme()

    def height_at(self, width: int) -> int:
        return max(self.theme.scaled(FILE_LINE), self._name.sizeHint().height())

    def natural_width(self) -> int:
        return self.sizeHint().width() + 8

    def paintEvent(self, event: QPaintEvent) -> None:
        rect = QRectF(0, (self.height() - _CLIP) / 2, _CLIP, _CLIP)
        draw_icon(QPainter(self), "clip", rect, self.theme.color.text_muted)


class BranchSwitch(Themed, QWidget):
    """‹ 2/3 ›: goes to another version of a message. ``stepped(-1 | 1)``."""

    stepped = Signal(int)

    def __init__(self, branch: Branch, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.before = icon_button("chevron-left", Text.of("Earlier version"), size=ControlSize.COMPACT)
        self.after = icon_button("chevron-right", Text.of("Later version"), size=ControlSize.COMPACT)
        self._label = Label("", "caption", "text_muted")
        self._label.setAlignment(Qt.AlignmentFlag.AlignCenter)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self.before)
        row.addWidget(self._label)
        row.addWidget(self.after)
        self.before.clicked.connect(lambda: self.stepped.emit(-1))
        self.after.clicked.connect(lambda: self.stepped.emit(1))
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.show_branch(branch)
        self.init_theme()

    @property
    def text(self) -> str:
        return self._label.text()

    def show_branch(self, branch: Branch) -> None:
        self._label.set_words(f"{branch.number}/{branch.count}")
        self._label.setAccessibleName(
            str(Text.of("Version {n} of {count}", n=branch.number, count=branch.count)))
        first, last = branch.number <= 1, branch.number >= branch.count
        self.before.set_disabled_reason(Text.of("This is the first version") if first else "")
        self.after.set_disabled_reason(Text.of("This is the newest version") if last else "")


class MessageTools(Themed, QWidget):
    """Copy, edit or answer again, more: one for all messages, shown over the one in use.

    ``copy_wanted``, ``edit_wanted``, ``again_wanted``, ``more_wanted`` are about that one.
    """

    copy_wanted = Signal()
    edit_wanted = Signal()
    again_wanted = Signal()
    more_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.copy = self._button("copy", Text.of("Copy"))
        self.edit = self._button("edit", Text.of("Edit"))
        self.again = self._button("retry", Text.of("Answer again"))
        self.more = self._button("more", Text.of("More for this message"))
        row = QHBoxLayout(self)
        row.setContentsMargins(1, 1, 1, 1)
        row.setSpacing(0)
        for button, signal in ((self.copy, self.copy_wanted), (self.edit, self.edit_wanted),
                               (self.again, self.again_wanted), (self.more, self.more_wanted)):
            button.clicked.connect(signal)
            row.addWidget(button)
        self.hide()
        self.init_theme()

    @staticmethod
    def _button(icon: str, name: Text) -> Button:
        button = icon_button(icon, name, size=ControlSize.COMPACT)
        button.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # the keyboard has the menu and the keys of the message
        return button

    def offer(self, *, edit: bool, again: bool) -> None:
        self.edit.setVisible(edit)
        self.again.setVisible(again)
        self.adjustSize()

    def paintEvent(self, event: QPaintEvent) -> None:
        c, radius = self.theme.color, self.theme.tokens.radius.button
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(c.line, 1))
        painter.setBrush(c.surface)
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), radius, radius)

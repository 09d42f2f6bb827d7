"""The composer: field, files, attach, send and stop in one frame. It shows and wishes; a model decides."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from characoid_desktop.core.i18n import Text
from characoid_desktop.ui.theme.icons import draw_icon
from characoid_desktop.ui.theme.theme import ControlSize
from characoid_desktop.ui.widgets.button import Button, ButtonKind, icon_button
from characoid_desktop.ui.widgets.composer_field import ComposerField
from characoid_desktop.ui.widgets.labels import MAY_ELIDE, ElidedLabel, Label
from characoid_desktop.ui.widgets.layouts import FlowLayout
from characoid_desktop.ui.widgets.themed import Themed, Words

_CHIP_WIDTH = 260
_ICON = 16


class FileState(StrEnum):
    ADDING = "adding"
    READY = "ready"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class ComposerFile:
    """A file of the message that is being written."""

    key: int
    name: str
    state: FileState
    note: Words = ""


class FileChip(Themed, QWidget):
    """Name, size or reason, and a button that takes it off. ``removed(key)``."""

    removed = Signal(int)

    def __init__(self, file: ComposerFile, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._file = file
        refused = file.state is FileState.REFUSED
        self.name = ElidedLabel(file.name, "small", middle=True, minimum_characters=8)
        self.note = ElidedLabel(
            Text.of("adding…") if file.state is FileState.ADDING else file.note, "caption",
            "error" if refused else "text_muted", minimum_characters=4)
        self.note.setProperty(MAY_ELIDE, True)
        self.remove = icon_button("cancel", Text.of("Remove “{name}”", name=file.name), size=ControlSize.COMPACT)
        self.remove.clicked.connect(lambda: self.removed.emit(file.key))
        row = QHBoxLayout(self)
        row.setContentsMargins(10 + _ICON + 6, 1, 1, 1)
        row.setSpacing(6)
        row.addWidget(self.name)
        row.addWidget(self.note)
        row.addWidget(self.remove)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(f"{file.name} {self.note.text()}")
        self.init_theme()

    @property
    def file(self) -> ComposerFile:
        return self._file

    def sizeHint(self) -> QSize:
        hint = super().sizeHint()
        most = self.theme.scaled(_CHIP_WIDTH * (2 if self._file.state is FileState.REFUSED else 1))
        return QSize(min(hint.width(), most), hint.height())

    def paintEvent(self, event: QPaintEvent) -> None:
        c, radius = self.theme.color, self.theme.tokens.radius.tag
        refused = self._file.state is FileState.REFUSED
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(c.error if refused else c.line, 1))
        painter.setBrush(c.raised)
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), radius, radius)
        icon = {FileState.ADDING: "clock", FileState.REFUSED: "warning"}.get(self._file.state, "file")
        box = QRectF(9, (self.height() - _ICON) / 2, _ICON, _ICON)
        draw_icon(painter, icon, box, c.error if refused else c.text_muted)


class Composer(Themed, QWidget):
    """Wishes: ``send_wanted``, ``stop_wanted``, ``browse_wanted``, ``edit_left``, ``last_wanted``,
    ``file_removed(int)``; those of :class:`ComposerField` through ``field``."""

    send_wanted = Signal()
    stop_wanted = Signal()
    browse_wanted = Signal()
    edit_left = Signal()
    last_wanted = Signal()
    file_removed = Signal(int)

    def __init__(self, *, monotonic: Callable[[], float] = time.monotonic, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._focused = False
        self._drop: Words = ""
        self._editing = False
        self._replying = False
        self.field = ComposerField(Text.of("Message"), monotonic=monotonic)
        self.attach = icon_button("clip", Text.of("Add files…"))
        self.send = Button(Text.of("Send"), ButtonKind.PRIMARY, icon="send")
        self.stop = Button(Text.of("Stop"), icon="stop", key_hint=Text.of("Esc"))
        self.stop.hide()
        self.hint = ElidedLabel("", "small", "text_faint", minimum_characters=4)
        self.hint.setProperty(MAY_ELIDE, True)
        self._edit_words = Label(Text.of("Editing your message"), "small", "accent", strong=True)
        self.leave_edit = Button(Text.of("Back"), ButtonKind.QUIET, size=ControlSize.COMPACT, key_hint=Text.of("Esc"))
        self._edit_bar = QWidget()
        self._chips = QWidget()
        self._flow = FlowLayout(self._chips, spacing=6)
        self._files: tuple[ComposerFile, ...] = ()
        self._lay_out()
        self._connect()
        self.init_theme()

    def _lay_out(self) -> None:
        bar = QHBoxLayout(self._edit_bar)
        bar.setContentsMargins(4, 0, 0, 0)
        bar.addWidget(self._edit_words, 1)
        bar.addWidget(self.leave_edit)
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(self.attach)
        row.addWidget(self.hint, 1)
        row.addWidget(self.stop)
        row.addWidget(self.send)
        column = QVBoxLayout(self)
        column.setContentsMargins(11, 9, 9, 9)
        column.setSpacing(6)
        column.addWidget(self._edit_bar)
        column.addWidget(self._chips)
        column.addWidget(self.field)
        column.addLayout(row)
        self._edit_bar.hide()
        self._chips.hide()
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def _connect(self) -> None:
        self.field.send_wanted.connect(self.send_wanted)
        self.field.left_wanted.connect(self._left)
        self.field.last_wanted.connect(self.last_wanted)
        self.field.focused.connect(self._show_focus)
        self.field.changed.connect(self._written)
        self.field.refused.connect(self.set_problem)
        self.send.clicked.connect(self.send_wanted)
        self.stop.clicked.connect(self.stop_wanted)
        self.attach.clicked.connect(self.browse_wanted)
        self.leave_edit.clicked.connect(self.edit_left)

    # --- what it shows ----------------------------------------------------------------------------

    @property
    def files(self) -> tuple[ComposerFile, ...]:
        return self._files

    @property
    def chips(self) -> list[FileChip]:
        return [chip for chip in self._chips.findChildren(FileChip) if not chip.isHidden()]

    @property
    def problem(self) -> str:
        """Why the last wish was not done."""
        return self.hint.text()

    def set_problem(self, words: Words) -> None:
        """Say why something was not done, until something else is written."""
        self.hint.set_tone("error" if str(words) else "text_faint")
        self.hint.set_words(words)

    def set_replying(self, replying: bool) -> None:
        """Show Stop beside Send while the character replies. The keyboard stays in the composer."""
        if replying is self._replying:
            return
        self._replying = replying
        focused = self.stop.hasFocus()
        self.stop.setVisible(replying)
        self.send.setVisible(not replying)
        if focused:
            self.field.setFocus()

    def set_sending(self, sending: bool) -> None:
        self.send.set_busy(Text.of("Sending…") if sending else "")

    def set_editing(self, editing: bool) -> None:
        """Show that one of the user's messages is written anew."""
        self._editing = editing
        self._edit_bar.setVisible(editing)
        self.update()

    def set_files(self, files: Sequence[ComposerFile]) -> None:
        files = tuple(files)
        if files == self._files:
            return
        old = {chip.file.key: chip for chip in self.chips if chip.file in files}
        gone = [chip for chip in self.chips if chip.file.key not in old]
        self._files = files
        while self._flow.count():
            self._flow.takeAt(0)
        for file in files:
            chip = old.get(file.key)
            if chip is None:
                chip = FileChip(file)
                chip.removed.connect(self.file_removed)
            self._flow.addWidget(chip)
        for chip in gone:
            chip.hide()
            chip.deleteLater()
        self._chips.setVisible(bool(files))
        self._chips.updateGeometry()

    def set_drop(self, words: Words) -> None:
        """Say what a release of the dragged files will do ("": nothing is being dragged)."""
        self._drop = words
        if str(words):
            self.hint.set_tone("accent")
            self.hint.set_words(words)
        else:
            self.set_problem("")
        self.update()

    @property
    def drop_words(self) -> str:
        return str(self._drop)

    def focus(self) -> None:
        self.field.setFocus(Qt.FocusReason.OtherFocusReason)

    def _written(self, _: str) -> None:
        self.set_problem("")

    def _left(self) -> None:
        if self._editing:
            self.edit_left.emit()
        elif self._replying:
            self.stop_wanted.emit()

    def _show_focus(self, focused: bool) -> None:
        self._focused = focused
        self.update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.field.setFocus(Qt.FocusReason.MouseFocusReason)


    def paintEvent(self, event: QPaintEvent) -> None:
        c, tokens = self.theme.color, self.theme.tokens
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        dropping = bool(str(self._drop))
        thick = tokens.focus_width if self._focused or dropping else 1
        edge = c.accent if dropping or (self._editing and not self._focused) else (
            c.focus if self._focused else c.line_control)
        painter.setPen(QPen(edge, thick))
        painter.setBrush(c.surface)
        half = thick / 2
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(half, half, -half, -half), tokens.radius.card,
                                tokens.radius.card)

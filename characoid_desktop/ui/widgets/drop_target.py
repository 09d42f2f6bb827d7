"""A place to drop files: it says what will happen, or why not, before the button is released."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QEvent, QMimeData, QObject, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QDragEnterEvent,
    QDragLeaveEvent,
    QDragMoveEvent,
    QDropEvent,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from characoid_desktop.core.i18n import Text
from characoid_desktop.ui.theme.icons import draw_icon
from characoid_desktop.ui.theme.theme import Theme
from characoid_desktop.ui.widgets.themed import Themed, Words

MAX_PATHS = 100_000  # more in one drop is refused with a reason
_ICON = 20
_DragMove = QDragEnterEvent | QDragMoveEvent


TakeFiles = Callable[[list[Path]], object]
SortDrop = Callable[[list[Path], TakeFiles], object]
"""Gets what was dropped and what the place does with it: some of it may belong elsewhere."""


def at_once(paths: list[Path], take: TakeFiles) -> None:
    """``SortDrop`` where all belongs to the place."""
    take(paths)


def local_paths(mime: QMimeData) -> tuple[list[Path], Text | None]:
    """Return the files and folders of a drag, or a reason why there are none to take.

    Only names are looked at, never the disk: this runs while the mouse moves.
    """
    if not mime.hasUrls():
        return [], Text.of("Only files and folders can be dropped here")
    urls = mime.urls()
    if len(urls) > MAX_PATHS:
        return [], Text.of("That is more than {n} files. Drop their folder instead", n=MAX_PATHS)
    paths = [Path(url.toLocalFile()) for url in urls if url.isLocalFile() and url.toLocalFile()]
    if not paths:
        return [], Text.of("Only files on this computer can be dropped here")
    return paths, None


class DropTarget(Themed, QAbstractButton):
    """Dashed area. ``dropped(list[Path])``; click, Space or Enter ask to ``browse``.

    ``refuse`` looks at the paths and returns words why they cannot be taken, or None. It is called while
    the mouse moves and must not touch the disk.
    """

    dropped = Signal(list)
    browse = Signal()
    ring_radius = 8

    def __init__(
        self, words: Words, hint: Words = "", *, refuse: Callable[[Sequence[Path]], Words | None] | None = None,
        compact: bool = False, parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._words, self._hint, self._refuse, self._compact = words, hint, refuse, compact
        self._count = 0  # paths held over it; 0: nothing is being dragged
        self._reason: Words = ""
        self._watched: list[QWidget] = []
        self.clicked.connect(self.browse)
        self.setAcceptDrops(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        policy = QSizePolicy.Policy
        self.setSizePolicy(policy.Expanding, policy.Fixed if compact else policy.MinimumExpanding)
        self.init_theme()

    # -- what it says

    @property
    def message(self) -> str:
        """The words of the moment: the invitation, what a release does, or why not."""
        if str(self._reason):
            return str(self._reason)
        if self._count:
            return str(Text.count("Release to add {n} file", "Release to add {n} files", self._count))
        return str(self._words)

    @property
    def is_refusing(self) -> bool:
        return bool(str(self._reason))

    def retranslate(self) -> None:
        self.setAccessibleName(str(self._words))
        self.setAccessibleDescription(str(self._hint))
        self.update()

    def also_on(self, widget: QWidget) -> None:
        """Take drops on ``widget`` (a whole panel) too; the answer is shown here."""
        widget.setAcceptDrops(True)
        widget.installEventFilter(self)
        self._watched.append(widget)

    # -- dragging

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QDropEvent) and not isinstance(event, QDragMoveEvent):
            self.dropEvent(event)
        elif isinstance(event, QDragMoveEvent):  # a QDragEnterEvent is one too
            self._look(event)
        elif event.type() == QEvent.Type.DragLeave:
            self._forget()
        else:
            return False
        return True

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        self._look(event)

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        self._look(event)

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        self._forget()

    def dropEvent(self, event: QDropEvent) -> None:
        paths, reason = self._judge(event.mimeData())
        self._forget()
        if reason is not None:
            event.setDropAction(Qt.DropAction.IgnoreAction)
            event.accept()
            return
        # A copy, also when the source offers to move: the user's file stays where it is.
        event.setDropAction(Qt.DropAction.CopyAction)
        event.accept()
        self.dropped.emit(paths)

    def _judge(self, mime: QMimeData) -> tuple[list[Path], Words | None]:
        if not self.isEnabled():
            return [], Text.of("Files cannot be added now")
        paths, reason = local_paths(mime)
        if reason is None and self._refuse is not None:
            refused = self._refuse(paths)
            return paths, refused if refused is not None and str(refused) else None
        return paths, reason

    def _look(self, event: _DragMove) -> None:
        # Judge once when the drag comes in; a move over the same place changes nothing.
        if isinstance(event, QDragEnterEvent) or not (self._count or self.is_refusing):
            paths, reason = self._judge(event.mimeData())
            self.show_held(len(paths), reason or "")
        taken = not self.is_refusing
        event.setDropAction(Qt.DropAction.CopyAction if taken else Qt.DropAction.IgnoreAction)
        event.accept()  # also a refusal: else Qt would not tell us when the mouse leaves

    def show_held(self, count: int, reason: Words = "") -> None:
        """Look as while ``count`` files are held over it (refused, with a reason); 0 ends it."""
        self._count, self._reason = count, reason
        self.update()

    def _forget(self) -> None:
        self.show_held(0)

    # -- asking for the file dialog

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
        else:
            super().keyPressEvent(event)

    # -- look

    def on_theme(self, theme: Theme) -> None:
        self.setFont(theme.font("small" if self._compact else "body"))
        super().on_theme(theme)

    def sizeHint(self) -> QSize:
        width = self.fontMetrics().horizontalAdvance(str(self._words)) + 80
        if self._compact:
            return QSize(width, self.theme.scaled(64))
        lines = self.fontMetrics().height() + _ICON + 8 + (self.theme.scaled(22) if str(self._hint) else 0)
        return QSize(max(width, 280), max(self.theme.scaled(72), lines + 36))

    def minimumSizeHint(self) -> QSize:
        return QSize(160, self.sizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        c = self.theme.color
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = QRectF(self.rect()).adjusted(1, 1, -1, -1)
        radius = self.theme.tokens.radius.card
        sign = "plus"
        if self.is_refusing:
            painter.setPen(QPen(c.error, 2))
            painter.setBrush(c.error_soft)
            sign = "error"
        elif self._count:
            painter.setPen(QPen(c.accent, 2))
            painter.setBrush(c.accent_soft)
            sign = "check"
        else:
            pen = QPen(c.line_control, 1)
            pen.setDashPattern([3, 2.5])
            painter.setPen(pen)
            painter.setBrush(c.raised if self.underMouse() else Qt.BrushStyle.NoBrush)
            box = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        painter.drawRoundedRect(box, radius, radius)
        self._paint_words(painter, sign)

    def _paint_words(self, painter: QPainter, sign: str) -> None:
        c = self.theme.color
        color = c.error if self.is_refusing else (c.on_accent_soft if self._count else c.text_muted)
        message = self.message
        metrics = self.fontMetrics()
        hint = "" if self._count or self.is_refusing or self._compact else str(self._hint)
        align = Qt.AlignmentFlag
        painter.setFont(self.font())
        if self._compact:
            width = min(metrics.horizontalAdvance(message) + _ICON + 8, self.width() - 24)
            x = (self.width() - width) / 2
            draw_icon(painter, sign, QRectF(x, (self.height() - _ICON) / 2, _ICON, _ICON), color)
            area = QRectF(x + _ICON + 8, 4, width - _ICON - 8 + 1, self.height() - 8)
            painter.setPen(color)
            painter.drawText(area, int(align.AlignVCenter | Qt.TextFlag.TextWordWrap), message)
            return
        area_width = self.width() - 32
        wrapped = metrics.boundingRect(0, 0, area_width, 1000, int(Qt.TextFlag.TextWordWrap), message)
        caption = self.theme.font("caption")
        hint_height = self.theme.scaled(22) if hint else 0
        total = _ICON + 6 + wrapped.height() + hint_height
        y = (self.height() - total) / 2
        draw_icon(painter, sign, QRectF((self.width() - _ICON) / 2, y, _ICON, _ICON), color)
        y += _ICON + 6
        painter.setPen(color)
        flags = int(align.AlignHCenter | align.AlignTop | Qt.TextFlag.TextWordWrap)
        painter.drawText(QRectF(16, y, area_width, wrapped.height() + 2), flags, message)
        if hint:
            painter.setFont(caption)
            painter.setPen(c.text_faint)
            area = QRectF(16, y + wrapped.height(), area_width, hint_height)
            painter.drawText(area, int(align.AlignHCenter | align.AlignBottom), hint)

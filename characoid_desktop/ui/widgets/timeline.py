"""The steps of a turn: a knot on the voice line, who, what in plain words, how long, how many tokens."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QEnterEvent, QFontMetrics, QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QWidget

from characoid_desktop.core.i18n import Text
from characoid_desktop.ui.theme.theme import Theme
from characoid_desktop.ui.widgets import times
from characoid_desktop.ui.widgets.stack import Stack
from characoid_desktop.ui.widgets.themed import Themed, Words, plain_tooltip
from characoid_desktop.ui.widgets.workers import worker_color, worker_look

ROW = 26
LINE_X = 16  # where the voice line runs
TEXT_X = 44
WORKER_WIDTH, TIME_WIDTH, TOKENS_WIDTH = 72, 88, 72
_WIDEST_WORKER = 128
_GAP = 8
NARROW = 400  # px: no tokens below it
_KNOT = 4.0

class StepState(StrEnum):
    DONE = "done"
    RUNNING = "running"
    FAILED = "failed"


_STATE_WORDS = {StepState.DONE: Text.of("done"), StepState.RUNNING: Text.of("running"),
                StepState.FAILED: Text.of("failed")}


@dataclass(frozen=True, slots=True)
class TimelineRow:
    """One step of a worker (as ``workers.worker_look`` knows it). None: not known."""

    key: str
    worker: str
    words: Words
    state: StepState = StepState.DONE
    seconds: float | None = None
    tokens: int | None = None

    @property
    def worker_words(self) -> Words:
        return worker_look(self.worker).label


def summary(rows: Sequence[TimelineRow], seconds: float | None, tokens: int | None) -> Text:
    """Return "5 steps · 4 min 25 s · 698 tokens", without what is not known."""
    words = Text.count("{n} step", "{n} steps", len(rows))
    if seconds is not None:
        words = Text.of("{first} · {second}", first=words, second=times.lasted(seconds))
    if tokens:
        words = Text.of("{first} · {second}", first=words, second=Text.count("{n} token", "{n} tokens", tokens))
    return words


class StepView(Themed, QAbstractButton):
    """One row; a click asks for its details."""

    ring_radius = 4

    def __init__(self, row: TimelineRow, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._row = row
        self._chosen = False
        self._worker_width = 0
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.init_theme()

    @property
    def row(self) -> TimelineRow:
        return self._row

    def show_row(self, row: TimelineRow) -> None:
        if row != self._row:
            self._row = row
            self.retranslate()

    def worker_width(self) -> int:
        """Return the room its worker's name wants, px."""
        metrics = QFontMetrics(self.theme.font("small", strong=True))
        return metrics.horizontalAdvance(str(self._row.worker_words)) + 12

    def set_worker_width(self, width: int) -> None:
        if width != self._worker_width:
            self._worker_width = width
            self.update()

    def set_chosen(self, chosen: bool) -> None:
        if chosen != self._chosen:
            self._chosen = chosen
            self.update()

    def retranslate(self) -> None:
        row = self._row
        parts = [f"{row.worker_words}: {row.words}", str(_STATE_WORDS[row.state])]
        if row.seconds is not None:
            parts.append(str(times.lasted(row.seconds)))
        self.setAccessibleName(", ".join(parts))
        self._tell_tooltip()
        self.update()

    def on_theme(self, theme: Theme) -> None:
        self.setFont(theme.font("small"))
        super().on_theme(theme)

    def height_at(self, width: int) -> int:
        return max(self.theme.scaled(ROW), self.fontMetrics().height() + 6)

    def sizeHint(self) -> QSize:
        return QSize(NARROW, self.height_at(NARROW))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
        else:
            super().keyPressEvent(event)

    def enterEvent(self, event: QEnterEvent) -> None:
        self._tell_tooltip()
        super().enterEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        self.update()
        super().leaveEvent(event)

    def _tell_tooltip(self) -> None:
        words = str(self._row.words)
        cut = self.fontMetrics().horizontalAdvance(words) > self._words_rect().width()
        self.setToolTip(plain_tooltip(words) if cut else "")

    def _columns(self) -> tuple[float, float, float]:
        """Return the widths of worker, time and tokens."""
        scaled = self.theme.scaled
        tokens = scaled(TOKENS_WIDTH) if self.width() >= scaled(NARROW) else 0
        return max(scaled(WORKER_WIDTH), self._worker_width), scaled(TIME_WIDTH), tokens

    def _words_rect(self) -> QRectF:
        worker, time, tokens = self._columns()
        left = TEXT_X + worker
        return QRectF(left, 0, max(1.0, self.width() - left - time - tokens - _GAP), self.height())

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, c, row = self.theme, self.theme.color, self._row
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self._chosen or self.underMouse():
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(c.selected if self._chosen else c.surface)
            painter.drawRoundedRect(QRectF(TEXT_X - 6, 1, self.width() - TEXT_X + 6, self.height() - 2), 4, 4)
        draw_knot(painter, QPointF(LINE_X, self.height() / 2), row, theme)
        flags = int(Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine)
        right = int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight | Qt.TextFlag.TextSingleLine)
        worker, time, tokens = self._columns()
        strong = theme.font("small", strong=True)
        painter.setFont(strong)
        painter.setPen(worker_color(theme, row.worker))
        name = QFontMetrics(strong).elidedText(str(row.worker_words), Qt.TextElideMode.ElideRight, int(worker) - 4)
        painter.drawText(QRectF(TEXT_X, 0, worker, self.height()), flags, name)
        painter.setFont(self.font())
        painter.setPen(c.text)
        room = self._words_rect()
        mode = Qt.TextElideMode.ElideRight
        painter.drawText(room, flags, self.fontMetrics().elidedText(str(row.words), mode, int(room.width())))
        painter.setPen(c.text_muted)
        if row.seconds is not None:
            painter.drawText(QRectF(self.width() - tokens - time, 0, time, self.height()), right,
                             str(times.lasted(row.seconds)))
        if tokens:
            painter.setPen(c.text_faint)
            painter.drawText(QRectF(self.width() - tokens, 0, tokens, self.height()), right,
                             str(row.tokens) if row.tokens else "—")


def draw_knot(painter: QPainter, at: QPointF, row: TimelineRow, theme: Theme) -> None:
    """Draw a step's knot on the line: filled when done, hollow while running, a square when it failed."""
    color = worker_color(theme, row.worker)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.color.canvas)
    painter.drawEllipse(at, _KNOT + 3.5, _KNOT + 3.5)
    if row.state is StepState.FAILED:
        painter.setBrush(theme.color.error)
        painter.drawRect(QRectF(at.x() - _KNOT, at.y() - _KNOT, 2 * _KNOT, 2 * _KNOT))
    elif row.state is StepState.RUNNING:
        painter.setPen(QPen(color, 1.8))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawEllipse(at, _KNOT, _KNOT)
    else:
        painter.setBrush(color)
        painter.drawEllipse(at, _KNOT, _KNOT)


class Timeline(Themed, Stack):
    """The rows under each other. ``chosen(str)`` is the key of the step whose details are wanted."""

    chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(spacing=0, parent=parent)
        self._views: list[StepView] = []
        self.init_theme()

    @property
    def rows(self) -> tuple[StepView, ...]:
        return tuple(self._views)

    def show_rows(self, rows: Sequence[TimelineRow]) -> None:
        """Show ``rows``; those that stay are kept."""
        changed = len(rows) != len(self._views)
        for view in self._views[len(rows):]:
            self.take_part(view)
        del self._views[len(rows):]
        for number, row in enumerate(rows):
            if number == len(self._views):
                view = StepView(row, self)
                view.clicked.connect(lambda _=False, view=view: self.chosen.emit(view.row.key))
                self._views.append(view)
                self.add_part(view)
                view.show()
            else:
                self._views[number].show_row(row)
        self._align()
        if changed:
            self.restack()

    def _align(self) -> None:
        widest = max((view.worker_width() for view in self._views), default=0)
        for view in self._views:
            view.set_worker_width(min(self.theme.scaled(_WIDEST_WORKER), widest))

    def mark(self, key: str) -> None:
        """Mark the step whose details are shown ("": none)."""
        for view in self._views:
            view.set_chosen(view.row.key == key)

    def on_theme(self, theme: Theme) -> None:
        self.forget_heights()
        self._align()
        super().on_theme(theme)

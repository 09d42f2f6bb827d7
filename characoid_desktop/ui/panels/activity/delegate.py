"""The table of the history: columns by width, one row painted at a time."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from characoid_desktop.core.i18n import Text
from characoid_desktop.ui.panels.activity.history import HistoryRole
from characoid_desktop.ui.panels.activity.model import ActivityModel
from characoid_desktop.ui.panels.activity.rows import HistoryRow, duration_words, is_of_server
from characoid_desktop.ui.theme.theme import Theme, theme_of
from characoid_desktop.ui.widgets.painted import PaintedText
from characoid_desktop.ui.widgets.status import draw_status
from characoid_desktop.ui.widgets.themed import Themed
from characoid_desktop.ui.widgets.workers import worker_color, worker_look

PADDING = 14
SIGN = 12
GAP = 12
WIDTHS = (100, 152, 84, 124)  # px at 100 % of worker, permission, duration, result
LEAST_CONTENT = 160
ENOUGH_CONTENT = 240  # px at 100 %: what is wider than this goes to the result
NONE = "—"


@dataclass(frozen=True, slots=True)
class Columns:
    """Left edges and widths in px; a column of width 0 is not shown."""

    time: tuple[int, int]
    sign: int
    content: tuple[int, int]
    worker: tuple[int, int]
    permission: tuple[int, int]
    duration: tuple[int, int]
    result: tuple[int, int]

    @classmethod
    def at(cls, width: int, theme: Theme) -> Columns:
        """Return the columns of a table ``width`` px wide."""
        metrics = QFontMetrics(theme.font("small"))
        time = 4 + max(metrics.horizontalAdvance("00:00"), metrics.horizontalAdvance("00-00"))
        x = PADDING + time + 9
        left = x + SIGN + GAP + 6
        sizes = [theme.scaled(px) for px in WIDTHS]
        content = width - left - sum(sizes) - GAP * len(sizes) - PADDING
        spare = max(0, content - theme.scaled(ENOUGH_CONTENT))  # results are sentences: they get what titles leave
        sizes[-1] += spare
        content -= spare
        if content < theme.scaled(LEAST_CONTENT):  # only time, content and result then
            room = width - left - GAP - PADDING
            sizes = [0, 0, 0, max(sizes[-1], room - max(theme.scaled(ENOUGH_CONTENT), room // 2))]
            content = max(LEAST_CONTENT, room - sizes[-1])
        at = left + content + GAP
        places: list[tuple[int, int]] = []
        for one in sizes:
            places.append((at, one))
            at += one + GAP if one else 0
        return cls((PADDING, time), x, (left, content), *places)


_HEADS = (
    ("time", Text.of("Time")), ("content", Text.of("What")), ("worker", Text.of("Worker")),
    ("permission", Text.of("Permission")), ("duration", Text.of("Took")), ("result", Text.of("Result")),
)


class HistoryHeader(Themed, QWidget):
    """The names of the columns, above the list; ``room`` says how wide that is without its scroll bar."""

    def __init__(self, room: Callable[[], int]) -> None:
        super().__init__()
        self._room = room
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.init_theme()

    def retranslate(self) -> None:
        self.setAccessibleName(", ".join(str(words) for _, words in _HEADS))
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(200, self.theme.control_height())

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = self.theme
        painter = QPainter(self)
        columns = Columns.at(self._room(), theme)
        painter.setFont(theme.font("caption"))
        painter.setPen(theme.color.text_muted)
        for name, words in _HEADS:
            left, width = getattr(columns, name)
            if not width:
                continue
            right = name == "duration"
            flags = Qt.AlignmentFlag.AlignVCenter | (
                Qt.AlignmentFlag.AlignRight if right else Qt.AlignmentFlag.AlignLeft)
            if name == "time":
                width = max(width, QFontMetrics(painter.font()).horizontalAdvance(str(words)) + 2)
            painter.drawText(QRect(left, 0, width, self.height() - 1), int(flags), str(words))
        painter.fillRect(0, self.height() - 1, self.width(), 1, theme.color.line)


class HistoryDelegate(QStyledItemDelegate):
    """All rows have one height."""

    def __init__(self, model: ActivityModel, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._model = model

    def row_height(self, theme: Theme) -> int:
        lines = QFontMetrics(theme.font("small")).height() + QFontMetrics(theme.font("caption")).height()
        return max(theme.scaled(theme.tokens.size.table_row_two_lines - 4), lines + 8)

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        return QSize(LEAST_CONTENT, self.row_height(theme_of()))

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        row = index.data(HistoryRole.ROW)
        if not isinstance(row, HistoryRow):
            return
        theme, c = theme_of(), theme_of().color
        rect: QRect = option.rect
        state: QStyle.StateFlag = option.state
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if state & QStyle.StateFlag.State_Selected:
            painter.fillRect(rect, c.accent_soft)
        elif state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(rect, c.raised)
        painter.fillRect(rect.left(), rect.bottom(), rect.width(), 1, c.line)
        if state & QStyle.StateFlag.State_HasFocus and state & QStyle.StateFlag.State_KeyboardFocusChange:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(c.focus, theme.tokens.focus_width))
            painter.drawRoundedRect(QRectF(rect).adjusted(2, 1, -2, -2), 4, 4)
        columns = Columns.at(rect.width(), theme)
        sign = QRectF(rect.left() + columns.sign, rect.top() + (rect.height() - SIGN) / 2, SIGN, SIGN)
        draw_status(painter, row.sign, sign, theme)
        for text in self._texts(rect, row, theme):
            text.paint(painter)
        painter.restore()

    def painted_texts(self, rect: QRect, index: QModelIndex | QPersistentModelIndex) -> list[PaintedText]:
        """Return what a row at ``rect`` says, for checks."""
        row = index.data(HistoryRole.ROW)
        return self._texts(rect, row, theme_of()) if isinstance(row, HistoryRow) else []

    def _texts(self, rect: QRect, row: HistoryRow, theme: Theme) -> list[PaintedText]:
        c = theme.color
        body, caption = theme.font("small"), theme.font("caption")
        high, low = QFontMetrics(body).height(), QFontMetrics(caption).height()
        top = rect.top() + (rect.height() - 1 - high - low) // 2
        columns = Columns.at(rect.width(), theme)

        def one(column: tuple[int, int], words: str, font: QFont = body) -> PaintedText:
            height = QFontMetrics(font).height()
            box = QRect(rect.left() + column[0], rect.top() + (rect.height() - 1 - height) // 2, column[1], height)
            return PaintedText(words, box, font, c.text_muted, may_elide=True)

        def two(column: tuple[int, int], first: str, second: str) -> list[PaintedText]:
            left, width = rect.left() + column[0], column[1]
            return [PaintedText(first, QRect(left, top, width, high), body, c.text, may_elide=True),
                    PaintedText(second, QRect(left, top + high, width, low), caption, c.text_muted, may_elide=True)]

        local = row.at.astimezone()
        found: list[PaintedText] = []
        if self._model.is_today(row):
            found.append(one(columns.time, f"{local:%H:%M}"))
        else:
            found += two(columns.time, f"{local:%m-%d}", f"{local:%H:%M}")
        found += two(columns.content, row.title, row.under)
        if columns.worker[1]:
            found += self._of_worker(rect, columns, row, theme)
            found.append(one(columns.permission, str(row.permission) if row.permission is not None else NONE))
            took = str(duration_words(row.seconds)) if row.seconds is not None else NONE
            left, width = columns.duration
            needed = min(width, QFontMetrics(body).horizontalAdvance(took) + 2)
            found.append(one((left + width - needed, needed), took))
        result = one(columns.result, str(row.result))
        found.append(PaintedText(result.words, result.rect, result.font, c.text, may_elide=True))
        return found

    @staticmethod
    def _of_worker(rect: QRect, columns: Columns, row: HistoryRow, theme: Theme) -> list[PaintedText]:
        if not row.worker:
            return []
        font = theme.font("small", strong=True)
        height = QFontMetrics(font).height()
        words = str(worker_look(row.worker).label)
        if is_of_server(row):
            words = f"{words} {row.place}".strip()
        left, width = columns.worker
        box = QRect(rect.left() + left, rect.top() + (rect.height() - 1 - height) // 2, width, height)
        return [PaintedText(words, box, font, worker_color(theme, row.worker), may_elide=True)]

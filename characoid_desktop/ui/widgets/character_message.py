"""A message of the character: no bubble, full width, along its voice line."""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from characoid_desktop.core.i18n import Text
from characoid_desktop.ui.theme.theme import Theme
from characoid_desktop.ui.widgets.avatar import draw_avatar
from characoid_desktop.ui.widgets.folded import FoldButton, FoldedText
from characoid_desktop.ui.widgets.markdown_view import MarkdownView
from characoid_desktop.ui.widgets.message_item import MessageItem
from characoid_desktop.ui.widgets.message_view import ExtraViews, MessageView
from characoid_desktop.ui.widgets.safe_browser import Images
from characoid_desktop.ui.widgets.timeline import LINE_X, TEXT_X, Timeline

AVATAR = 32


class CharacterMessage(MessageView):
    """Avatar, name, time; the steps; the thinking, folded; the words; what came of it."""

    def __init__(
        self, item: MessageItem, extras: ExtraViews, images: Images | None = None, parent: QWidget | None = None
    ) -> None:
        super().__init__(item, extras, images, parent)
        self._left = TEXT_X
        self.set_margins(AVATAR + 4, 2)
        self.summary: FoldButton | None = None
        self.timeline: Timeline | None = None
        self.reasoning: FoldedText | None = None
        self._folded_by_user: bool | None = None
        self._fold_steps = False
        self.body = MarkdownView(Text.of("Message"), images=images, language=item.language, parent=self)
        self.hold(True)
        self.body.hold(True)
        self.body.link_wanted.connect(self.link_wanted)
        self.body.all_wanted.connect(self.all_wanted)
        self.add_part(self.body)
        self.show_changes(None)
        self.body.hold(False)
        self.hold(False)
        self.init_theme()

    @property
    def words(self) -> str:
        item = self._item
        return f"{item.name} {item.note or (item.at.strftime('%H:%M') if item.at else '')}"

    @property
    def is_filled(self) -> bool:
        return self.body.is_filled

    def show_changes(self, old: MessageItem | None) -> None:
        item = self._item
        self._show_steps()
        self._show_reasoning()
        self.body.set_text(item.text)
        self.body.set_caret(item.live, QColor(item.color) if item.color else None)
        self.body.setVisible(bool(item.text) or item.live)
        super().show_changes(old)
        self.place_header()

    # --- steps and thinking -----------------------------------------------------------------------

    def fold_steps(self, folded: bool) -> None:
        """Fold the steps where room is short, unless the user opened them."""
        self._fold_steps = folded
        if self.summary is not None:
            self.summary.setChecked(self._steps_open())

    def _steps_open(self) -> bool:
        if self._folded_by_user is not None:
            return not self._folded_by_user
        return self._item.live and bool(self._item.steps) and not self._fold_steps

    def _show_steps(self) -> None:
        item = self._item
        if not str(item.summary):
            for part in (self.summary, self.timeline):
                if part is not None:
                    part.hide()
            return
        if self.summary is None:
            self.summary = FoldButton(parent=self)
            self.summary.clicked.connect(self._steps_clicked)
            self.summary.toggled.connect(self._open_steps)
        self.summary.set_words(item.summary, Text.count("{n} step", "{n} steps", len(item.steps)))
        self.summary.show()
        self.summary.setChecked(self._steps_open())
        self._open_steps()

    def _steps_clicked(self) -> None:
        assert self.summary is not None
        self._folded_by_user = not self.summary.isChecked()

    def _open_steps(self, _: bool = True) -> None:
        opened = self.summary is not None and self.summary.isChecked()
        if opened and self.timeline is None:
            self.timeline = Timeline(self)
            self.timeline.chosen.connect(self.step_chosen)
            self.add_part(self.timeline, 0)
        if self.timeline is None:
            return
        if opened:
            self.timeline.show_rows(self._item.steps)
        was_hidden = self.timeline.isHidden()
        self.timeline.setVisible(opened)
        if was_hidden is opened:
            self.restack()

    def _show_reasoning(self) -> None:
        item = self._item
        if not str(item.reasoning_words):
            if self.reasoning is not None:
                self.reasoning.hide()
            return
        if self.reasoning is None:
            self.reasoning = FoldedText(parent=self)
            self.add_part(self.reasoning, self.parts.index(self.body))
        self.reasoning.set_words(item.reasoning_words, item.reasoning_short)
        self.reasoning.set_text(item.reasoning)
        self.reasoning.show()

    # --- places -----------------------------------------------------------------------------------

    def place(self, width: int, *, move: bool) -> int:
        height = super().place(width, move=move)
        if self.timeline is not None and not self.timeline.isHidden() and move:
            line = self.timeline  # its knots lie on the voice line, left of the words
            line.setGeometry(0, line.y(), width, line.height())
        return max(height, AVATAR + 4)

    def gap_before(self, part: QWidget) -> int:
        return 4 if part is self.body else self._spacing

    def place_header(self) -> None:
        middle = AVATAR // 2
        right = self.width()
        if self.summary is not None and not self.summary.isHidden():
            hint = self.summary.fit(max(80, right - self._header_end() - 12))
            self.summary.setGeometry(right - hint.width(), middle - hint.height() // 2, hint.width(), hint.height())
        if self.branch is not None:
            hint = self.branch.sizeHint()
            self.branch.setGeometry(self._name_end() + 8, middle - hint.height() // 2, hint.width(), hint.height())

    def _name_width(self) -> int:
        metrics = QFontMetrics(self.theme.font("body", strong=True))
        return min(metrics.horizontalAdvance(self._item.name), max(60, self.width() // 3))

    def _name_end(self) -> int:
        """Where name and time end."""
        metrics = QFontMetrics(self.theme.font("small"))
        return TEXT_X + self._name_width() + 8 + metrics.horizontalAdvance(self._time_words())

    def _header_end(self) -> int:
        branch = self.branch.sizeHint().width() + 8 if self.branch is not None else 0
        return self._name_end() + branch

    def _time_words(self) -> str:
        item = self._item
        return str(item.note) or (item.at.strftime("%H:%M") if item.at is not None else "")

    def top_line(self) -> QRect:
        return QRect(self._header_end() + 6, 0, max(0, self.width() - self._header_end() - 6), AVATAR)

    def restack(self) -> None:
        super().restack()
        self.place_header()

    def selected_text(self) -> str:
        return self.body.selected_text()

    def shed(self, count: int) -> int:
        return self.body.shed(count)

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, c, item = self.theme, self.theme.color, self._item
        color = _persona_color(theme, item.color)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        draw_avatar(painter, QRectF(0, 0, AVATAR, AVATAR), item.name, color, theme, item.face)
        thick = theme.tokens.line.voice_line
        if self.height() > AVATAR + 8:
            painter.setPen(QPen(color, thick))
            painter.drawLine(QPointF(LINE_X, AVATAR + 6), QPointF(LINE_X, self.height() - 2))
        flags = int(Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine)
        strong = theme.font("body", strong=True)
        painter.setFont(strong)
        painter.setPen(c.text)
        width = self._name_width()
        name = QFontMetrics(strong).elidedText(item.name, Qt.TextElideMode.ElideRight, width + 1)
        painter.drawText(QRectF(TEXT_X, 0, width + 2, AVATAR), flags, name)
        painter.setFont(theme.font("small"))
        painter.setPen(c.text_muted)
        painter.drawText(QRectF(TEXT_X + width + 8, 0, self.width(), AVATAR), flags, self._time_words())


@lru_cache(maxsize=64)
def _persona_color(theme: Theme, color: str) -> QColor:
    """The shift of its lightness is worth a cache: it is asked for at every paint."""
    return theme.persona_on_theme(QColor(color)) if color else theme.persona

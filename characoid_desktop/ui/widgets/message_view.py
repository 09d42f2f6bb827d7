"""Messages: the user's as a tinted block on the right, the character's in full width along its voice line."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, partial

from PySide6.QtCore import QEvent, QObject, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QEnterEvent, QFontMetrics, QKeyEvent, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QWidget

from characoid_desktop.core.i18n import Text
from characoid_desktop.ui.theme.theme import Theme
from characoid_desktop.ui.widgets.avatar import draw_avatar
from characoid_desktop.ui.widgets.folded import FoldButton, FoldedText
from characoid_desktop.ui.widgets.markdown_view import MarkdownView
from characoid_desktop.ui.widgets.message_item import Extra, FileLine, MessageItem
from characoid_desktop.ui.widgets.message_parts import BranchSwitch, FileRow
from characoid_desktop.ui.widgets.safe_browser import Images, SafeBrowser
from characoid_desktop.ui.widgets.safe_text import SHOWN_LIMIT, shown
from characoid_desktop.ui.widgets.stack import Stack, height_of
from characoid_desktop.ui.widgets.themed import Themed
from characoid_desktop.ui.widgets.timeline import LINE_X, TEXT_X, Timeline

AVATAR = 32
USER_SHARE = 0.82  # of the column's width, at most
_PAD_X, _PAD_Y = 12, 8
_USER_LINES = 400  # of what the user wrote; a longer text opens in a window
_USER_CHARS = 20_000
_ROVING = "roving"  # a control that takes Tab only while its message is in use
_READ_ALOUD = 400  # characters of a message that its accessible name gives


class ExtraView(QWidget):
    """A widget that shows an :class:`Extra`; ``acted(str, object)`` is a wish with its data."""

    acted = Signal(str, object)

    def show_extra(self, extra: Extra) -> None:
        """Show the extra as it is now."""
        raise NotImplementedError


ExtraViews = Callable[[Extra], ExtraView]
"""Makes the widget for an extra."""


class MessageView(Themed, Stack):
    """What both kinds share. Wishes: ``link_wanted(str)``, ``all_wanted``, ``branch_stepped(int)``,
    ``acted(extra key, what, data)``, ``step_chosen(str)``."""

    link_wanted = Signal(str)
    all_wanted = Signal()
    branch_stepped = Signal(int)
    acted = Signal(str, str, object)
    step_chosen = Signal(str)
    hovered = Signal(bool)
    ring_radius = 8

    def __init__(
        self, item: MessageItem, extras: ExtraViews, images: Images | None = None, parent: QWidget | None = None
    ) -> None:
        super().__init__(spacing=8, parent=parent)
        self._item = item
        self._make_extra = extras
        self._images = images
        self._follows_layouts = False
        self._extras: dict[str, tuple[type[Extra], ExtraView]] = {}
        self.branch: BranchSwitch | None = None
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)

    @property
    def item(self) -> MessageItem:
        return self._item

    @property
    def words(self) -> str:
        """What it draws itself."""
        return ""

    @property
    def is_filled(self) -> bool:
        """Whether all of its words are drawn."""
        return True

    def show_item(self, item: MessageItem) -> None:
        """Show what changed."""
        old, self._item = self._item, item
        if item == old:
            return
        self.show_changes(old)
        self.restack()
        self.retranslate()

    def show_changes(self, old: MessageItem | None) -> None:
        """Bring the parts in line with ``item``; ``old`` is None the first time."""
        self._show_branch()
        self._show_extras()

    def retranslate(self) -> None:
        item = self._item
        at = item.at.strftime("%H:%M") if item.at is not None else ""
        who = str(Text.of("You")) if item.is_user else item.name
        parts = [part for part in (who, at, str(item.note)) if part]
        self.setAccessibleName(f"{', '.join(parts)}: {item.text[:_READ_ALOUD]}")
        self.update()

    def on_theme(self, theme: Theme) -> None:
        self.forget_heights()
        super().on_theme(theme)

    def selected_text(self) -> str:
        return ""

    def extra_view(self, key: str) -> QWidget | None:
        """Return the widget of an extra that is shown."""
        found = self._extras.get(key)
        return found[1] if found is not None else None

    def _show_branch(self) -> None:
        branch = self._item.branch
        if branch is None:
            if self.branch is not None:
                self.branch.hide()
                self.branch.deleteLater()
                self.branch = None
            return
        if self.branch is None:
            self.branch = BranchSwitch(branch, self)
            self.branch.stepped.connect(self.branch_stepped)
            self.branch.show()
        self.branch.show_branch(branch)

    def _show_extras(self) -> None:
        wanted = {extra.key: extra for extra in self._item.extras}
        for key in [key for key, (kind, _) in self._extras.items() if type(wanted.get(key)) is not kind]:
            self.take_part(self._extras.pop(key)[1])
        if self._item.extras and not self._follows_layouts:
            self._follows_layouts = True
            self.installEventFilter(self)  # extras have layouts, which tell of a change by an event
        for extra in self._item.extras:
            if extra.key not in self._extras:
                widget = self._make_extra(extra)
                widget.acted.connect(partial(self.acted.emit, extra.key))
                self._extras[extra.key] = (type(extra), widget)
                self.add_part(widget)
                widget.show()
            self._extras[extra.key][1].show_extra(extra)
        self._known = None

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self and event.type() == QEvent.Type.LayoutRequest:
            self._known = None
            self.restack()
        return False

    def set_in_use(self, in_use: bool) -> None:
        """Let Tab stop at this message and what is in it; extras, which may ask something, always take it."""
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus if in_use else Qt.FocusPolicy.ClickFocus)
        asking = [widget for _, widget in self._extras.values()]
        for child in self.findChildren(QWidget):
            if any(extra is child or extra.isAncestorOf(child) for extra in asking):
                continue
            if in_use and child.property(_ROVING):
                child.setProperty(_ROVING, False)
                child.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
            elif not in_use and child.focusPolicy() & Qt.FocusPolicy.TabFocus:
                child.setProperty(_ROVING, True)
                child.setFocusPolicy(Qt.FocusPolicy.ClickFocus)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        event.ignore()  # the column moves between messages

    def enterEvent(self, event: QEnterEvent) -> None:
        super().enterEvent(event)
        self.hovered.emit(True)

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self.hovered.emit(False)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.place_header()

    def place_header(self) -> None:
        """Put what stands beside the parts."""

    def top_line(self) -> QRect:
        """Where the tools may lie: the first line, in this widget's coordinates."""
        return QRect(0, 0, self.width(), 28)


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
        self.body.link_wanted.connect(self.link_wanted)
        self.body.all_wanted.connect(self.all_wanted)
        self.add_part(self.body)
        self.show_changes(None)
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

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, c, item = self.theme, self.theme.color, self._item
        color = _persona_color(theme, item.color)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        draw_avatar(painter, QRectF(0, 0, AVATAR, AVATAR), item.name, color, theme)
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


class UserMessage(MessageView):
    """A tinted block at the right edge, letter for letter as it was written, with its files."""

    def __init__(
        self, item: MessageItem, extras: ExtraViews, images: Images | None = None, parent: QWidget | None = None
    ) -> None:
        super().__init__(item, extras, images, parent)
        self._files: tuple[FileLine, ...] = ()
        self._rows: list[FileRow] = []
        self._block = QRect()
        self.body = SafeBrowser(Text.of("Your message"), language=item.language, parent=self)
        self.show_changes(None)
        self.init_theme()

    def show_changes(self, old: MessageItem | None) -> None:
        text = self._item.text
        cut = len(text) > _USER_CHARS or text.count("\n") > _USER_LINES
        if cut:
            text = "\n".join(text[:_USER_CHARS].split("\n")[:_USER_LINES]) + "…"
        if old is None or old.text != self._item.text:
            self.body.set_plain(shown(text[:SHOWN_LIMIT]))
        self.body.setVisible(bool(text))
        if self._files != self._item.files:
            for row in self._rows:
                row.hide()
                row.deleteLater()
            self._files = self._item.files
            self._rows = [FileRow(line, self) for line in self._files]
            for row in self._rows:
                row.show()
        super().show_changes(old)

    def place(self, width: int, *, move: bool) -> int:
        """The block is as wide as its words want, within its share."""
        most = max(120, int(width * USER_SHARE))
        inner = 0
        if not self.body.isHidden():
            inner = self.body.width_within(most - 2 * _PAD_X)
        inner = min(most - 2 * _PAD_X, max([inner, *(row.natural_width() for row in self._rows)]))
        heights = [] if self.body.isHidden() else [self.body.height_at(inner)]
        heights += [row.height_at(inner) for row in self._rows]
        block = QRect(width - inner - 2 * _PAD_X, 0, inner + 2 * _PAD_X, sum(heights) + 2 * _PAD_Y)
        y = block.bottom() + 1
        if self.branch is not None:
            hint = self.branch.sizeHint()
            if move:
                self.branch.setGeometry(width - hint.width(), y + 2, hint.width(), hint.height())
            y += hint.height() + 2
        if move:
            self._block = block
            self._put(inner, heights)
        for part in self._parts:
            height = height_of(part, width)
            if move:
                part.setGeometry(0, y + self._spacing, width, height)
            y += height + self._spacing
        return y

    def _put(self, inner: int, heights: list[int]) -> None:
        x, y = self._block.x() + _PAD_X, _PAD_Y
        shown_parts = ([] if self.body.isHidden() else [self.body]) + list[QWidget](self._rows)
        for part, height in zip(shown_parts, heights, strict=True):
            part.setGeometry(x, y, inner, height)
            y += height
        self.update()

    def top_line(self) -> QRect:
        return QRect(0, 0, max(0, self._block.x() - 6), self._block.height())

    def selected_text(self) -> str:
        return self.body.selected_text()

    def sizeHint(self) -> QSize:
        return QSize(self.width(), self.height_at(max(1, self.width())))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self.theme.color.raised)
        radius = self.theme.tokens.radius.card
        painter.drawRoundedRect(QRectF(self._block), radius, radius)


def message_view(
    item: MessageItem, extras: ExtraViews, images: Images | None = None, parent: QWidget | None = None
) -> MessageView:
    """Return the view of a message."""
    kind = UserMessage if item.is_user else CharacterMessage
    return kind(item, extras, images, parent)

"""What pages are made of: header, card, divider, scrolled columns."""

from __future__ import annotations

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QSizePolicy, QVBoxLayout, QWidget

from characoid_desktop.ui.theme.theme import Theme
from characoid_desktop.ui.widgets.labels import MAY_ELIDE, ElidedLabel, Label
from characoid_desktop.ui.widgets.themed import Themed, Words

_SETTLED_WIDTH = 200  # px; before it has been laid out, a widget is narrower and its words seem to need pages


def keep_words_whole(widget: QWidget, least: int) -> None:
    """Let no layout press a widget with wrapped words below the height they need at its width."""
    layout = widget.layout()
    if layout is None or widget.width() < _SETTLED_WIDTH:
        return
    height = max(least, layout.heightForWidth(widget.width()))
    if widget.minimumHeight() != height:
        widget.setMinimumHeight(height)


class Divider(Themed, QWidget):
    """A 1 px line."""

    def __init__(
        self, orientation: Qt.Orientation = Qt.Orientation.Horizontal, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        if orientation is Qt.Orientation.Horizontal:
            self.setFixedHeight(1)
            self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        else:
            self.setFixedWidth(1)
            self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Expanding)
        self.init_theme()

    def paintEvent(self, event: QPaintEvent) -> None:
        QPainter(self).fillRect(self.rect(), self.theme.color.line)


class Surface(Themed, QWidget):
    """A plain ground in a colour role (sunken, canvas, surface, raised), with edges where wanted."""

    def __init__(
        self, role: str = "canvas", *, edges: tuple[Qt.Edge, ...] = (), parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._role, self._edges = role, edges
        self.init_theme()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), self.theme.color.role(self._role))
        line = self.theme.color.line
        w, h = self.width(), self.height()
        lines = {Qt.Edge.TopEdge: QRect(0, 0, w, 1), Qt.Edge.BottomEdge: QRect(0, h - 1, w, 1),
                 Qt.Edge.LeftEdge: QRect(0, 0, 1, h), Qt.Edge.RightEdge: QRect(w - 1, 0, 1, h)}
        for edge in self._edges:
            painter.fillRect(lines[edge], line)


class Card(Themed, QFrame):
    """A surface with a 1 px line and round corners. Its layout is ``body`` (vertical)."""

    def __init__(
        self, *, margins: tuple[int, int, int, int] = (16, 12, 16, 12), spacing: int = 8, fill: str = "surface",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._fill = fill
        self.body = QVBoxLayout(self)
        self.body.setContentsMargins(*margins)
        self.body.setSpacing(spacing)
        self.init_theme()

    def set_fill(self, role: str) -> None:
        self._fill = role
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(self.theme.color.line, 1))
        painter.setBrush(self.theme.color.role(self._fill))
        radius = self.theme.tokens.radius.card
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), radius, radius)


class PageHeader(Themed, QWidget):
    """Title and subtitle left, widgets right, a line under it; at least 56 px high."""

    def __init__(self, title: Words, subtitle: Words = "", *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.title = ElidedLabel(title, "page", minimum_characters=10)
        self.subtitle = ElidedLabel(subtitle, "small", "text_muted", minimum_characters=0)
        self.subtitle.setProperty(MAY_ELIDE, True)
        self._row = QHBoxLayout(self)
        self._row.setSpacing(12)
        self._row.addWidget(self.title)
        self._row.addWidget(self.subtitle, 1)
        self.init_theme()

    def add_before(self, widget: QWidget) -> None:
        """Put a widget (the way back) before the title."""
        self._row.insertWidget(0, widget)

    def add_widget(self, widget: QWidget) -> None:
        """Put a widget at the right end."""
        self._row.addWidget(widget)

    def on_theme(self, theme: Theme) -> None:
        margin = theme.tokens.space.page_margin
        self._row.setContentsMargins(margin, 0, margin, 1)
        self.setMinimumHeight(max(theme.tokens.size.header, theme.control_height() + 20))
        super().on_theme(theme)

    def paintEvent(self, event: QPaintEvent) -> None:
        QPainter(self).fillRect(QRect(0, self.height() - 1, self.width(), 1), self.theme.color.line)


def scroll_column(content: QWidget, *, name: Words = "") -> QScrollArea:
    """Return a vertical scroll area around ``content`` that shows the ground behind it."""
    area = QScrollArea()
    area.setWidgetResizable(True)
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # its content takes the focus
    area.setAccessibleName(str(name))
    area.setWidget(content)
    content.setAutoFillBackground(False)  # setWidget() turned it on
    return area


def field_group(label: Words, field: QWidget, help_label: Label | None = None) -> QVBoxLayout:
    """Return a column of label, field and help, 4 px apart, for a row of options."""
    column = QVBoxLayout()
    column.setSpacing(4)
    column.addWidget(Label(label, "small", "text_muted", strong=True))
    column.addWidget(field)
    if help_label is not None:
        column.addWidget(help_label)
    return column

"""Layouts of the app's own: widgets that flow, and what several pages do with layouts."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QGridLayout, QLayout, QLayoutItem, QWidget, QWidgetItem
from shiboken6 import isValid

from characoid_desktop.ui.widgets.labels import MAY_ELIDE, ElidedLabel, Label
from characoid_desktop.ui.widgets.themed import Words

_ANY_WIDTH = 16_777_215  # Qt's own limit


def clear(layout: QLayout) -> None:
    """Take everything out of ``layout`` and out of the layouts in it; the widgets are hidden at once, then deleted."""
    while (item := layout.takeAt(0)) is not None:
        widget, inner = item.widget(), item.layout()
        if widget is not None:
            widget.hide()
            widget.deleteLater()
        elif inner is not None:
            clear(inner)


def hold_width(widget: QWidget, width: int | None) -> None:
    """Keep ``widget`` at ``width`` px, however much room there is; None: any width."""
    widget.setMinimumWidth(width or 0)
    widget.setMaximumWidth(_ANY_WIDTH if width is None else width)


class FactGrid(QGridLayout):
    """Names and what belongs to them, a row each; what is too long for its row is cut in its middle."""

    def __init__(self) -> None:
        super().__init__()
        self.setColumnStretch(1, 1)

    def show_facts(self, facts: Sequence[tuple[Words, str]]) -> None:
        """Show these in the place of those before."""
        clear(self)
        for row, (name, value) in enumerate(facts):
            self.addWidget(Label(name, "small", "text_muted"), row, 0, Qt.AlignmentFlag.AlignTop)
            said = ElidedLabel(value, "small", middle=True)
            said.setProperty(MAY_ELIDE, True)
            self.addWidget(said, row, 1)


class FlowLayout(QLayout):
    """Widgets from left to right, in as many rows as the width asks for; ``centred``: each row in the middle."""

    def __init__(self, parent: QWidget | None = None, *, spacing: int = 8, centred: bool = False) -> None:
        super().__init__(parent)
        self._centred = centred
        self.setContentsMargins(0, 0, 0, 0)
        self.setSpacing(spacing)
        self._items: list[QLayoutItem] = []

    def addWidget(self, widget: QWidget) -> None:
        """Append a widget.

        The item is made here and not by Qt: items that come from Qt lose their Python side when another flow of
        the same layout is destroyed, and their widgets would never be placed again.
        """
        self.addChildWidget(widget)
        self.addItem(QWidgetItem(widget))

    def addItem(self, item: QLayoutItem) -> None:
        self._items.append(item)

    def count(self) -> int:
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def expandingDirections(self) -> Qt.Orientation:
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return self._arrange(QRect(0, 0, width, 0), place=False)

    def setGeometry(self, rect: QRect) -> None:
        super().setGeometry(rect)
        self._arrange(rect, place=True)

    def sizeHint(self) -> QSize:
        items = self._living()
        width = sum(i.sizeHint().width() for i in items if not i.isEmpty())
        width += self.spacing() * max(0, len(items) - 1)
        height = max((i.sizeHint().height() for i in items), default=0)
        return QSize(width, height)

    def minimumSize(self) -> QSize:
        size = QSize()
        for item in self._living():
            size = size.expandedTo(item.minimumSize())
        return size

    def _living(self) -> list[QLayoutItem]:
        """Return the items that Qt still has: views that are being replaced are asked for their size to the last."""
        return [item for item in self._items if isValid(item)]

    def _arrange(self, rect: QRect, *, place: bool) -> int:
        y = rect.y()
        for row in self._rows(rect.width()):
            sizes = [QSize(min(item.sizeHint().width(), rect.width()), item.sizeHint().height()) for item in row]
            used = sum(size.width() for size in sizes) + self.spacing() * (len(row) - 1)
            x = rect.x() + ((rect.width() - used) // 2 if self._centred else 0)
            for item, size in zip(row, sizes, strict=True):
                if place:
                    item.setGeometry(QRect(QPoint(x, y), size))
                x += size.width() + self.spacing()
            y += max(size.height() for size in sizes) + self.spacing()
        return max(0, y - rect.y() - self.spacing())

    def _rows(self, width: int) -> list[list[QLayoutItem]]:
        rows: list[list[QLayoutItem]] = []
        used = 0
        for item in self._living():
            if item.isEmpty():
                continue
            wanted = item.sizeHint().width()
            if not rows or used + wanted > width:
                rows.append([])
                used = 0
            rows[-1].append(item)
            used += wanted + self.spacing()
        return rows

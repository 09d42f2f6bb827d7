"""Widgets under each other with heights of their own making: no layout runs, so that text can grow in place."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QRect, QSize
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget


def height_of(widget: QWidget, width: int) -> int:
    """Return the height in px that ``widget`` wants at ``width``: its ``height_at`` where it has one."""
    height_at: Callable[[int], int] | None = getattr(widget, "height_at", None)  # a Protocol is ten times slower
    if height_at is not None:
        return height_at(width)
    layout = widget.layout()
    least = widget.minimumSizeHint().height()
    if layout is not None and layout.hasHeightForWidth():
        return max(layout.totalHeightForWidth(width), least, widget.minimumHeight())
    if widget.hasHeightForWidth():
        return max(widget.heightForWidth(width), widget.minimumHeight())
    return max(widget.sizeHint().height(), least, widget.minimumHeight())


class Stack(QWidget):
    """A column of its own children. :meth:`restack` is called by a child that grew, and goes on upwards.

    Only children with a ``height_at`` can grow by themselves.

    ``left`` is where children begin, px; a subclass may place some itself (see :meth:`place`).
    """

    def __init__(self, *, spacing: int = 8, left: int = 0, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._parts: list[QWidget] = []
        self._spacing, self._left = spacing, left
        self._top, self._bottom = 0, 0
        self._known: tuple[int, int] | None = None  # width, height
        self._held = False
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    @property
    def parts(self) -> tuple[QWidget, ...]:
        return tuple(self._parts)

    def set_margins(self, top: int, bottom: int) -> None:
        self._top, self._bottom = top, bottom

    def add_part(self, part: QWidget, index: int | None = None) -> None:
        """Put a child into the column; call :meth:`restack` once all are there."""
        if part.parentWidget() is not self:
            part.setParent(self)  # give the parent to its constructor where you can: this costs a style change
        self._parts.insert(len(self._parts) if index is None else index, part)
        self._known = None

    def take_part(self, part: QWidget) -> None:
        """Take a child out and let it go."""
        self._parts.remove(part)
        self._known = None
        part.hide()
        part.deleteLater()

    def height_at(self, width: int) -> int:
        if self._known is None or self._known[0] != width:
            self._known = (width, self.place(width, move=False))
        return self._known[1]

    def heightForWidth(self, width: int) -> int:
        return self.height_at(width)

    def hasHeightForWidth(self) -> bool:
        return True

    def sizeHint(self) -> QSize:
        width = self.width() if self.width() > 0 else 400
        return QSize(width, self.height_at(width))

    def forget_heights(self) -> None:
        """Measure again when asked next, all the way down (another font)."""
        self._known = None
        for part in self._parts:
            if isinstance(part, Stack):
                part.forget_heights()

    def place(self, width: int, *, move: bool) -> int:
        """Return the height at ``width``; with ``move`` put the children there."""
        ends = self.place_from(0, self._top, width, move=move)
        return (ends[-1] if ends else self._top) + self._bottom

    def place_from(self, index: int, y: int, width: int, *, move: bool) -> list[int]:
        """Place the children from ``index`` on, the one before them ending at ``y``; return where each ends, px."""
        inner, ends, first = max(1, width - self._left), list[int](), index == 0
        for part in self._parts[index:] if index else self._parts:
            if not part.isHidden():
                y += 0 if first else self.gap_before(part)
                first = False
                height = height_of(part, inner)
                if move:
                    _put(part, QRect(self._left, y, inner, height))
                y += height
            ends.append(y)
        return ends

    def gap_before(self, part: QWidget) -> int:
        """The room above a child that is not the first, px."""
        return self._spacing

    def hold(self, held: bool) -> None:
        """Do not place anything while the parts are being made: the width is not known yet."""
        self._held = held
        self._known = None

    def restack(self) -> None:
        """Place the children anew and let what is above follow, at once."""
        if self._held:
            return
        height = self.place(self.width(), move=True)
        self._known = (self.width(), height)
        if height == self.height():
            return
        self.resize(self.width(), height)
        above = self.parentWidget()
        restack = getattr(above, "restack", None)
        if callable(restack):
            restack()
        else:
            self.updateGeometry()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._known = (self.width(), self.place(self.width(), move=True))


def _put(widget: QWidget, rect: QRect) -> None:
    if widget.geometry() != rect:
        widget.setGeometry(rect)

"""Carrying focus and scroll positions from an old view over to a new one of the same make."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractScrollArea, QWidget


@dataclass(frozen=True, slots=True)
class ViewState:
    """Where the user was: the focused widget as a path of child numbers, and scroll values by path."""

    focus: tuple[int, ...] | None
    scrolls: tuple[tuple[tuple[int, ...], int, int], ...]


def focused_in(root: QWidget) -> QWidget | None:
    """Return the widget in ``root`` (or itself) that has the keyboard, or gets it when its window is active."""
    focused = cast("QWidget | None", root.window().focusWidget())  # None, whatever the stubs say
    return focused if focused is not None and (focused is root or root.isAncestorOf(focused)) else None


def remember(root: QWidget) -> ViewState:
    """Return the state below ``root``."""
    focused = focused_in(root)
    scrolls = [
        (path, area.horizontalScrollBar().value(), area.verticalScrollBar().value())
        for area in root.findChildren(QAbstractScrollArea)
        if (path := _path(root, area)) is not None
    ]
    return ViewState(_path(root, focused) if focused else None, tuple(scrolls))


def restore(root: QWidget, state: ViewState) -> None:
    """Apply what fits; a view that is built differently this time just keeps its own state."""
    for path, horizontal, vertical in state.scrolls:
        area = _find(root, path)
        if isinstance(area, QAbstractScrollArea):
            area.horizontalScrollBar().setValue(horizontal)
            area.verticalScrollBar().setValue(vertical)
    if state.focus is not None:
        target = _find(root, state.focus)
        while target is not None and target is not root:
            if target.focusPolicy() != Qt.FocusPolicy.NoFocus and target.isEnabled():
                target.setFocus(Qt.FocusReason.OtherFocusReason)
                return
            target = target.parentWidget()


def _children(widget: QWidget) -> list[QWidget]:
    return [child for child in widget.children() if isinstance(child, QWidget)]


def _path(root: QWidget, widget: QWidget) -> tuple[int, ...] | None:
    steps: list[int] = []
    current = widget
    while current is not root:
        parent = current.parentWidget()
        if parent is None:
            return None
        steps.append(_children(parent).index(current))
        current = parent
    return tuple(reversed(steps))


def _find(root: QWidget, path: tuple[int, ...]) -> QWidget | None:
    current = root
    for step in path:
        children = _children(current)
        if step >= len(children):
            return None
        current = children[step]
    return current

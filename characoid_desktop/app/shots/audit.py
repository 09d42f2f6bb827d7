"""Walks a shown widget tree and tells what a user could not read: clipped, elided or missing glyphs.

``audit(window)`` returns findings; an empty list means that every text is whole. What may elide by design
(an ElidedLabel that holds user content such as a file name, or that carries the ``mayElide`` property)
only needs its tooltip. With ``strict``, for the size and the languages that the window was drawn for, the
property counts for nothing: the app's own words are whole there.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from html import unescape
from typing import cast

from PySide6.QtCore import QAbstractItemModel, QAbstractListModel, QModelIndex, QPoint, QRect, Qt
from PySide6.QtGui import QAccessible, QAccessibleInterface, QFontMetrics
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractScrollArea,
    QComboBox,
    QHeaderView,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QStyle,
    QStyleOptionComboBox,
    QTabBar,
    QTextEdit,
    QWidget,
)

from characoid_desktop.app.shots.glyphs import missing_glyphs
from characoid_desktop.core.i18n import Text
from characoid_desktop.ui.widgets.drop_target import DropTarget
from characoid_desktop.ui.widgets.labels import MAY_ELIDE, ElidedLabel, Label
from characoid_desktop.ui.widgets.painted import PaintedText
from characoid_desktop.ui.widgets.status import StatusLight
from characoid_desktop.ui.widgets.tag import Tag
from characoid_desktop.ui.widgets.themed import FocusRing

TOLERANCE = 1  # px: rounding of text widths
MAX_ROWS = 60  # of a view, looked at for glyphs


@dataclass(frozen=True, slots=True)
class Finding:
    kind: str  # clipped, elided, outside, glyphs
    widget: str
    text: str
    detail: str

    def __str__(self) -> str:
        return f"{self.kind}: {self.text!r} in {self.widget} ({self.detail})"


def audit(root: QWidget, *, strict: bool = False) -> list[Finding]:
    """Return everything unreadable in the visible part of ``root``, which must be shown."""
    if not root.isVisible():
        raise ValueError("show the widget first: layouts settle only then")
    found: list[Finding] = []
    for widget in _visible(root):
        found += _glyphs(widget)
        found += _fits(widget, strict)
        if _texts(widget):
            found += _inside(widget, root)
    return found


def unnamed(root: QWidget) -> list[str]:
    """Return visible widgets that take the keyboard focus but have no accessible name."""
    nameless: list[str] = []
    for widget in _visible(root):
        if widget.focusPolicy() == Qt.FocusPolicy.NoFocus or not widget.isEnabled() or widget.focusProxy():
            continue
        if isinstance(widget, QAbstractScrollArea) and not isinstance(
            widget, QAbstractItemView | QPlainTextEdit | QTextEdit
        ):
            continue
        face = cast("QAccessibleInterface | None", QAccessible.queryAccessibleInterface(widget))
        name = face.text(QAccessible.Text.Name) if face is not None else widget.accessibleName()
        if not name.strip():
            nameless.append(_path(widget))
    return nameless


def _visible(root: QWidget) -> Iterator[QWidget]:
    yield root
    for widget in root.findChildren(QWidget):
        if widget.isVisibleTo(root) and not isinstance(widget, FocusRing) and widget.window() is root.window():
            yield widget


def _path(widget: QWidget) -> str:
    names: list[str] = []
    one: QWidget | None = widget
    while one is not None:
        names.append(one.objectName() or type(one).__name__)
        one = one.parentWidget()
    return "/".join(reversed(names))


def _texts(widget: QWidget) -> list[str]:
    """The words a widget draws itself."""
    if isinstance(widget, QLabel):
        return [widget.text()] if widget.text() else []
    if isinstance(widget, DropTarget):
        return [widget.message]
    if isinstance(widget, StatusLight):
        return []  # its labels are looked at one by one
    words = getattr(widget, "words", None)  # our painted widgets: Button, Tag, NavItem, segments
    if isinstance(words, str):
        return [words] if words else []
    if isinstance(widget, QAbstractButton):
        return [widget.text().replace("&&", "&")] if widget.text() else []
    if isinstance(widget, QLineEdit):
        return [t for t in (widget.text(), widget.placeholderText()) if t]
    if isinstance(widget, QComboBox):
        return [widget.itemText(i) for i in range(min(MAX_ROWS, widget.count()))]
    if isinstance(widget, QPlainTextEdit | QTextEdit):
        return [widget.toPlainText()[:5000]]
    if isinstance(widget, QTabBar):
        return [widget.tabText(i) for i in range(widget.count())]
    if isinstance(widget, QAbstractItemView) and not isinstance(widget, QHeaderView):
        return list(_item_texts(widget))
    return []


def _item_texts(view: QAbstractItemView) -> Iterator[str]:
    model = cast("QAbstractItemModel | None", view.model())
    if model is None:
        return
    # A list model has one column, and PySide keeps its columnCount private.
    columns = 1 if isinstance(model, QAbstractListModel) else model.columnCount(QModelIndex())
    for row in range(min(MAX_ROWS, model.rowCount(QModelIndex()))):
        for column in range(columns):
            value = model.index(row, column).data(Qt.ItemDataRole.DisplayRole)
            if isinstance(value, str) and value:
                yield value


def _glyphs(widget: QWidget) -> list[Finding]:
    missing = sorted({c for text in _texts(widget) for c in missing_glyphs(text, widget.font())})
    if not missing:
        return []
    codes = " ".join(f"U+{ord(c):04X}" for c in missing)
    return [Finding("glyphs", _path(widget), "".join(missing), codes)]


def _fits(widget: QWidget, strict: bool) -> list[Finding]:
    if isinstance(widget, ElidedLabel):
        return _elided(widget, strict)
    if isinstance(widget, QAbstractItemView):
        return [*_painted(widget), *(_header(widget) if isinstance(widget, QHeaderView) else [])]
    if isinstance(widget, QLabel):
        return _label(widget)
    if isinstance(widget, DropTarget):
        return _drop_target(widget)
    if isinstance(widget, QAbstractButton | Tag) and not isinstance(widget, StatusLight):
        return _at_least_hint(widget)
    if isinstance(widget, QComboBox):
        return _combo(widget)
    if isinstance(widget, QLineEdit):
        return _line_edit(widget)
    if isinstance(widget, QTabBar):
        return _tabs(widget)
    return []


def _clipped(widget: QWidget, text: str, detail: str) -> Finding:
    return Finding("clipped", _path(widget), text, detail)


def _elided(label: ElidedLabel, strict: bool) -> list[Finding]:
    height = label.fontMetrics().height()
    if label.text() and height > label.contentsRect().height() + TOLERANCE:
        return [_clipped(label, label.text(), f"needs {height} px of height, has {label.contentsRect().height()}")]
    if not label.is_elided:
        return []
    if not _has_tooltip(label):
        return [Finding("elided", _path(label), label.text(), "without the whole text as its tooltip")]
    if label.property(MAY_ELIDE) and not strict:
        return []
    shown = f"shown as {label.elided_text!r}"
    return [Finding("elided", _path(label), label.text(), shown)] if _is_own(label.words) else []


def _has_tooltip(label: ElidedLabel) -> bool:
    """Whether the whole text is said by the label, or by what it is part of (a light, which takes its mouse)."""
    whole = label.text()
    one: QWidget | None = label
    while one is not None and not one.isWindow():
        if whole in unescape(one.toolTip().removeprefix("<span>").removesuffix("</span>")):
            return True
        one = one.parentWidget() if isinstance(one.parentWidget(), StatusLight) else None
    return False


def _is_own(words: object) -> bool:
    """Whether words are the app's alone: a Text without anything of the user's (a name, a path) in it."""
    return isinstance(words, Text) and all(
        isinstance(value, int | float) or _is_own(value) for value in words.params.values())


def _painted(view: QAbstractItemView) -> list[Finding]:
    """Rows in view whose delegate tells what it paints (``painted_texts``)."""
    tell = getattr(view.itemDelegate(), "painted_texts", None)
    model = cast("QAbstractItemModel | None", view.model())
    if tell is None or model is None:
        return []
    found: list[Finding] = []
    for row in range(min(MAX_ROWS, model.rowCount(QModelIndex()))):
        index = model.index(row, 0)
        rect = view.visualRect(index)
        if not view.viewport().rect().intersects(rect):
            continue
        where = f"{_path(view)}[{row}]"
        for line in cast("list[PaintedText]", tell(rect, index)):
            missing = missing_glyphs(line.words, line.font)
            if missing:
                found.append(Finding("glyphs", where, "".join(missing), line.words))
            if line.is_elided and not line.may_elide:
                found.append(Finding("elided", where, line.words, f"shown as {line.shown!r}"))
            if not rect.adjusted(-TOLERANCE, -TOLERANCE, TOLERANCE, TOLERANCE).contains(line.rect):
                found.append(Finding("outside", where, line.words, f"{line.rect} of {rect}"))
    return found


def _label(label: QLabel) -> list[Finding]:
    text, box = label.text(), label.contentsRect()
    if not text:
        return []
    metrics = label.fontMetrics()
    if label.wordWrap() and isinstance(label, Label):
        need = label.heightForWidth(label.width())
        if need > label.height() + TOLERANCE:
            return [_clipped(label, text, f"needs {need} px of height, has {label.height()}")]
        return []
    if label.wordWrap():
        flags = int(label.alignment().value) | int(Qt.TextFlag.TextWordWrap.value)
        wrapped = metrics.boundingRect(QRect(0, 0, box.width(), 100_000), flags, text)
        if wrapped.width() > box.width() + TOLERANCE:
            return [_clipped(label, text, f"a word needs {wrapped.width()} px, has {box.width()}")]
        if wrapped.height() > box.height() + TOLERANCE:
            return [_clipped(label, text, f"needs {wrapped.height()} px of height, has {box.height()}")]
        return []
    need_size = metrics.size(0, text)
    if need_size.width() > box.width() + TOLERANCE:
        return [_clipped(label, text, f"needs {need_size.width()} px, has {box.width()}")]
    if need_size.height() > box.height() + TOLERANCE:
        return [_clipped(label, text, f"needs {need_size.height()} px of height, has {box.height()}")]
    return []


def _drop_target(target: DropTarget) -> list[Finding]:
    text = target.message
    inner = target.width() - 32
    need = target.fontMetrics().boundingRect(
        QRect(0, 0, inner, 10_000), int(Qt.TextFlag.TextWordWrap.value), text
    )
    if need.width() > inner + TOLERANCE or target.height() < target.minimumSizeHint().height() - TOLERANCE:
        return [_clipped(target, text, f"needs {need.width()}×{target.minimumSizeHint().height()}")]
    return []


def _at_least_hint(widget: QWidget) -> list[Finding]:
    texts = _texts(widget)
    if not texts:
        return []
    hint = widget.sizeHint()
    if hint.width() > widget.width() + TOLERANCE or hint.height() > widget.height() + TOLERANCE:
        detail = f"needs {hint.width()}×{hint.height()}, has {widget.width()}×{widget.height()}"
        return [_clipped(widget, texts[0], detail)]
    return []


def _combo(combo: QComboBox) -> list[Finding]:
    option = QStyleOptionComboBox()
    combo.initStyleOption(option)
    part = QStyle.SubControl.SC_ComboBoxEditField
    box = combo.style().subControlRect(QStyle.ComplexControl.CC_ComboBox, option, part, combo)
    need = combo.fontMetrics().horizontalAdvance(combo.currentText())
    found: list[Finding] = []
    if need > box.width() + TOLERANCE and not combo.toolTip():
        found.append(Finding("elided", _path(combo), combo.currentText(), f"needs {need} px, has {box.width()}"))
    if combo.fontMetrics().height() > combo.height():
        found.append(_clipped(combo, combo.currentText(), f"has {combo.height()} px of height"))
    return found


def _line_edit(field: QLineEdit) -> list[Finding]:
    metrics = field.fontMetrics()
    if metrics.height() > field.height():
        return [_clipped(field, field.text(), f"has {field.height()} px of height")]
    hint = field.placeholderText()
    if not hint or field.text():
        return []
    margins = field.textMargins()
    room = field.width() - margins.left() - margins.right() - 20
    need = metrics.horizontalAdvance(hint)
    return [_clipped(field, hint, f"placeholder needs {need} px, has {room}")] if need > room + TOLERANCE else []


def _tabs(bar: QTabBar) -> list[Finding]:
    found: list[Finding] = []
    for index in range(bar.count()):
        need = bar.fontMetrics().horizontalAdvance(bar.tabText(index))
        if need > bar.tabRect(index).width():
            found.append(_clipped(bar, bar.tabText(index), f"tab needs {need} px"))
    return found


def _header(header: QHeaderView) -> list[Finding]:
    model = cast("QAbstractItemModel | None", header.model())
    if model is None or header.orientation() is not Qt.Orientation.Horizontal:
        return []
    found: list[Finding] = []
    metrics = QFontMetrics(header.font())
    for section in range(header.count()):
        text = model.headerData(section, Qt.Orientation.Horizontal, Qt.ItemDataRole.DisplayRole)
        if header.isSectionHidden(section) or not isinstance(text, str):
            continue
        need = metrics.horizontalAdvance(text)
        if need > header.sectionSize(section):
            found.append(_clipped(header, text, f"section needs {need} px, has {header.sectionSize(section)}"))
    return found


def _inside(widget: QWidget, root: QWidget) -> list[Finding]:
    """A widget that sticks out of a parent cannot be read, unless that parent can be scrolled."""
    above = widget.parentWidget()
    while above is not None and widget is not root:
        if isinstance(above.parentWidget(), QAbstractScrollArea):
            return []
        box = QRect(widget.mapTo(above, QPoint(0, 0)), widget.size())
        if not above.rect().adjusted(-TOLERANCE, -TOLERANCE, TOLERANCE, TOLERANCE).contains(box):
            detail = f"{box.width()}×{box.height()} at {box.x()},{box.y()} of {above.width()}×{above.height()}"
            return [Finding("outside", _path(widget), _texts(widget)[0], detail)]
        if above is root:
            break
        above = above.parentWidget()
    return []

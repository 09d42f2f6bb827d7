"""What every widget of ours shares: the theme, late words, plain tooltips, and the focus ring."""

from __future__ import annotations

import html
import logging
from collections.abc import Callable
from typing import TYPE_CHECKING, ClassVar

from PySide6.QtCore import QEvent, QObject, QRectF, Qt
from PySide6.QtGui import QFocusEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractScrollArea, QWidget
from shiboken6 import isValid

from characoid_desktop.core.i18n import Text
from characoid_desktop.ui.theme.theme import Theme, theme_of

if TYPE_CHECKING:
    _Base = QWidget
else:
    _Base = object

Words = str | Text
_log = logging.getLogger(__name__)

_KEYBOARD_REASONS = (
    Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason, Qt.FocusReason.ShortcutFocusReason,
    Qt.FocusReason.OtherFocusReason,
)


def _guarded(step: Callable[[], object]) -> None:
    """Run one step of a change of theme or language; a failure is logged and the next widget goes on.

    It must not leave an event handler: while Qt goes through all widgets, PySide keeps the exception pending
    and calls the next Python handler all the same, which crashes the interpreter.
    """
    try:
        step()
    except Exception:
        _log.exception("a widget could not take on the theme or the language")


def plain_tooltip(text: str) -> str:
    """Return ``text`` so that QToolTip shows it letter for letter.

    A tooltip has no text format of its own: Qt guesses, and would load pictures named in a file name.
    """
    if "<" in text:
        return f"<span>{html.escape(text)}</span>"
    return text


class Themed(_Base):
    """Mixin placed before a QWidget class. Call :meth:`init_theme` at the end of the constructor.

    ``on_theme`` and ``retranslate`` run then, and again whenever the look or the language changes
    (children before their parents).
    """

    ring_radius: ClassVar[int | None] = None  # corner radius of the widget; None: no painted ring

    _theme: Theme | None = None
    _ring_shown = False
    _dressing = False

    def init_theme(self) -> None:
        self._theme = theme_of(self)
        self.on_theme(self._theme)
        self.retranslate()

    @property
    def theme(self) -> Theme:
        return self._theme if self._theme is not None else theme_of()

    def on_theme(self, theme: Theme) -> None:
        """Take over fonts and sizes. Overriders call this one too."""
        self.updateGeometry()
        self.update()

    def retranslate(self) -> None:
        """Render late words again."""

    def changeEvent(self, event: QEvent) -> None:
        if self._theme is not None:
            if event.type() == QEvent.Type.LanguageChange:
                _guarded(self.retranslate)
            elif event.type() == QEvent.Type.StyleChange and not self._dressing:
                self._dress_again()
        super().changeEvent(event)

    def _dress_again(self) -> None:
        """After a new parent, QStyleSheetStyle puts back a font and a palette it had saved earlier."""
        theme = theme_of(self)
        if theme is self._theme:  # else take_theme() is about to come
            self._dressing = True
            _guarded(lambda: self.on_theme(theme))
            self._dressing = False

    def take_theme(self) -> None:
        """Called by ThemeController after it has changed the application.

        Not from a StyleChange event: there, Qt puts fonts and palettes back after the handler.
        """
        theme = theme_of(self)
        if self._theme is not None and theme is not self._theme:
            self._theme = theme
            _guarded(lambda: self.on_theme(theme))
            _guarded(self.retranslate)

    def focus_with_ring(self) -> None:
        """Take the focus and show it, also when the window becomes active only later."""
        self._ring_shown = True
        if self.hasFocus() and self.ring_radius is not None:
            show_focus_ring(self, self.ring_radius)  # Qt had moved it here; no event will come
        self.setFocus(Qt.FocusReason.OtherFocusReason)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        if self.ring_radius is None:
            return
        back = event.reason() in (Qt.FocusReason.ActiveWindowFocusReason, Qt.FocusReason.PopupFocusReason)
        if event.reason() in _KEYBOARD_REASONS or (back and self._ring_shown):
            self._ring_shown = True
            show_focus_ring(self, self.ring_radius)
        else:
            self._ring_shown = False

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if self.ring_radius is not None:
            hide_focus_ring(self)


class FocusRing(QWidget):
    """The 2 px ring, 2 px outside the widget it follows. A sibling on top, so that layouts need no room."""

    def __init__(self, host: QWidget) -> None:
        super().__init__(host)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._watched: list[QWidget] = []
        self._target: QWidget | None = None
        self._radius = 6
        self.hide()

    @property
    def target(self) -> QWidget | None:
        return self._target

    def follow(self, target: QWidget, radius: int) -> None:
        self.release()
        self._target, self._radius = target, radius
        widget: QWidget | None = target
        while widget is not None and widget is not self.parentWidget():
            widget.installEventFilter(self)
            self._watched.append(widget)
            widget = widget.parentWidget()
        self._place()
        self.show()
        self.raise_()

    def release(self) -> None:
        for widget in self._watched:
            if isValid(widget):
                widget.removeEventFilter(self)
        self._watched.clear()
        self._target = None
        self.hide()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        kind = event.type()
        if kind in (QEvent.Type.Move, QEvent.Type.Resize, QEvent.Type.Show):
            self._place()
        elif kind in (QEvent.Type.Hide, QEvent.Type.DeferredDelete):
            self.release()
        return False

    def _place(self) -> None:
        target = self._target
        host = self.parentWidget()
        if target is None or host is None or not isValid(target):
            return
        tokens = theme_of(self).tokens
        out = tokens.focus_offset + tokens.focus_width
        top_left = target.mapTo(host, target.rect().topLeft())
        self.setGeometry(top_left.x() - out, top_left.y() - out,
                         target.width() + 2 * out, target.height() + 2 * out)

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = theme_of(self)
        width = theme.tokens.focus_width
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(theme.color.focus, width))
        half = width / 2
        radius = self._radius + theme.tokens.focus_offset + half
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(half, half, -half, -half), radius, radius)


def _host_of(widget: QWidget) -> QWidget | None:
    """The widget a ring lies on: the content of the nearest scroll area, else the window."""
    host = widget.parentWidget()
    while host is not None and not host.isWindow():
        above = host.parentWidget()
        if above is not None and isinstance(above.parentWidget(), QAbstractScrollArea):
            return host
        host = above
    return host


def show_focus_ring(widget: QWidget, radius: int) -> None:
    """Show the ring around ``widget``; a window of its own has no place for one."""
    host = _host_of(widget)
    if host is None:
        return
    ring = host.findChild(FocusRing, options=Qt.FindChildOption.FindDirectChildrenOnly)
    (ring or FocusRing(host)).follow(widget, radius)


def hide_focus_ring(widget: QWidget) -> None:
    host = _host_of(widget)
    if host is None:
        return
    ring = host.findChild(FocusRing, options=Qt.FindChildOption.FindDirectChildrenOnly)
    if ring is not None and ring.target is widget:
        ring.release()

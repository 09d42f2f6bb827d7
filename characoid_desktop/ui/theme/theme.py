"""The look of the moment, and the controller that puts it on the application.

Order of a language change: install the translator, then :meth:`ThemeController.apply`. Every
:class:`~characoid_desktop.ui.widgets.themed.Themed` widget then gets ``on_theme`` and ``retranslate``.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cache

from PySide6.QtCore import QDir, QObject, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontMetrics
from PySide6.QtWidgets import QApplication, QStyleFactory, QToolTip, QWidget

from characoid_desktop.ui.theme import palette, qss
from characoid_desktop.ui.theme.color import readable_on
from characoid_desktop.ui.theme.fonts import make_font
from characoid_desktop.ui.theme.tokens import (
    RESOURCES,
    Colors,
    Scheme,
    SchemeTokens,
    Tokens,
    TypeRole,
    WaveColors,
    load_tokens,
)

PROPERTY = "characoid_theme"  # on the QApplication: the Theme in use, read by theme_of()
SEARCH_PREFIX = "characoid"  # QDir prefix of the resources folder, for url() in the style sheet
TEXT_SCALE_RANGE = (1.0, 1.4)
_CONTROL_PADDING = 10  # a control is never shorter than its font height + this, px


class ThemeMode(StrEnum):
    """What the user chose."""

    DARK = "dark"
    LIGHT = "light"
    SYSTEM = "system"


class ControlSize(StrEnum):
    COMPACT = "compact"
    NORMAL = "normal"
    LARGE = "large"


@dataclass(frozen=True, slots=True, eq=False)
class Theme:
    """Everything a widget needs to draw itself. Immutable: a change of the look is a new Theme."""

    tokens: Tokens
    scheme: Scheme
    language: str = "en"
    text_scale: float = 1.0
    reduced_motion: bool = False
    persona_color: QColor | None = field(default=None)  # as the user chose it

    @property
    def _own(self) -> SchemeTokens:
        return self.tokens.schemes[self.scheme]

    @property
    def color(self) -> Colors:
        return self._own.color

    @property
    def wave(self) -> WaveColors:
        return self._own.wave

    @property
    def is_dark(self) -> bool:
        return self.scheme is Scheme.DARK

    @property
    def persona(self) -> QColor:
        """The persona's colour, shifted until it has 4.5:1 here; the accent while there is no persona."""
        if self.persona_color is None:
            return self.color.accent
        return self.persona_on_theme(self.persona_color)

    def persona_on_theme(self, color: QColor) -> QColor:
        """Return ``color`` with 4.5:1 on canvas, surface and raised."""
        return readable_on(color, (self.color.canvas, self.color.surface, self.color.raised), 4.5)

    def worker(self, name: str) -> QColor:
        """The hue of a worker; the supervisor's neutral for an unknown name."""
        return self._own.worker.get(name, self._own.worker["supervisor"])

    def role(self, name: str) -> TypeRole:
        return self.tokens.scale[name]

    def font(self, role: str = "body", *, strong: bool | None = None, language: str | None = None) -> QFont:
        """Return the font of a type role; ``language`` is that of a message with a language of its own."""
        return make_font(self.tokens, role, language or self.language, self.text_scale, strong=strong)

    def mono(self, role: str = "small") -> QFont:
        return make_font(self.tokens, role, self.language, self.text_scale, mono=True)

    def scaled(self, px: float) -> int:
        """Return a length that grows with the text (line heights, columns of text)."""
        return round(px * self.text_scale)

    def control_height(self, size: ControlSize = ControlSize.NORMAL) -> int:
        """Height in px of a one-line control: the token's, or font height + 10 where that is more."""
        sizes = self.tokens.size
        token = {
            ControlSize.COMPACT: sizes.control_compact,
            ControlSize.NORMAL: sizes.control,
            ControlSize.LARGE: sizes.control_large,
        }[size]
        role = "small" if size is ControlSize.COMPACT else "body"
        # 32 px at 100 % already holds 14 px of Noto CJK (20 px high) + 10; compact gives 2 px less.
        padding = _CONTROL_PADDING - 2 if size is ControlSize.COMPACT else _CONTROL_PADDING
        return max(token, QFontMetrics(self.font(role)).height() + padding)

    def hover_ms(self) -> int:
        return 0 if self.reduced_motion else self.tokens.motion.hover_ms

    def fold_ms(self) -> int:
        return 0 if self.reduced_motion else self.tokens.motion.fold_ms

    def meter_ms(self) -> int:
        """Milliseconds between two repaints of a level meter."""
        motion = self.tokens.motion
        return motion.reduced_meter_repaint_ms if self.reduced_motion else motion.meter_repaint_ms


@cache
def default_theme() -> Theme:
    """The dark English theme, for a widget shown without a controller."""
    return Theme(load_tokens(), Scheme.DARK)


def theme_of(widget: QWidget | None = None) -> Theme:
    """Return the theme in use (a dynamic property of the QApplication; one look for all windows)."""
    app = QApplication.instance()
    theme = app.property(PROPERTY) if app is not None else None
    return theme if isinstance(theme, Theme) else default_theme()


class ThemeController(QObject):
    """Puts a theme on the application: Fusion, palette, one style sheet, fonts. ``changed`` carries it."""

    changed = Signal(object)

    def __init__(self, app: QApplication, tokens: Tokens | None = None) -> None:
        super().__init__()
        self._app = app
        self._tokens = tokens or load_tokens()
        self._mode = ThemeMode.SYSTEM
        self._is_fusion = False
        self._flash_ms = app.cursorFlashTime()
        self._persona: QColor | None = None
        self._theme = Theme(self._tokens, Scheme.DARK)
        QDir.setSearchPaths(SEARCH_PREFIX, [str(RESOURCES)])
        app.styleHints().colorSchemeChanged.connect(self._system_changed)

    @property
    def theme(self) -> Theme:
        return self._theme

    @property
    def mode(self) -> ThemeMode:
        return self._mode

    def apply(
        self, mode: ThemeMode | str, language: str = "en", text_scale: float = 1.0,
        reduced_motion: bool = False, persona_color: QColor | None = None,
    ) -> Theme:
        """Show this look everywhere and return it. ``text_scale`` is held within 1.0 to 1.4."""
        self._mode = ThemeMode(mode)
        self._tell_system()
        low, high = TEXT_SCALE_RANGE
        scale = min(high, max(low, text_scale))
        self._put(Theme(self._tokens, self._scheme(), language, scale, reduced_motion,
                        persona_color or self._persona))
        return self._theme

    def set_persona_color(self, color: QColor | None) -> None:
        """Show another persona's colour, now and in later looks. No style sheet holds it: it is quickly done."""
        if color == self._persona:
            return
        self._persona = color
        self._tell(replace(self._theme, persona_color=color))

    def close(self) -> None:
        """Stop following the system, and give its caret back."""
        self._app.setCursorFlashTime(self._flash_ms)
        self._app.styleHints().colorSchemeChanged.disconnect(self._system_changed)

    def _tell_system(self) -> None:
        """Ask for native parts (title bar, file dialogs) in the same scheme; a no-op on bare X11."""
        hints = self._app.styleHints()
        if self._mode is ThemeMode.SYSTEM:
            hints.unsetColorScheme()
        else:
            dark = self._mode is ThemeMode.DARK
            hints.setColorScheme(Qt.ColorScheme.Dark if dark else Qt.ColorScheme.Light)

    def _scheme(self) -> Scheme:
        if self._mode is not ThemeMode.SYSTEM:
            return Scheme(self._mode.value)
        # A system that does not say gets the darker one, which stays calm beside a bright game.
        light = self._app.styleHints().colorScheme() is Qt.ColorScheme.Light
        return Scheme.LIGHT if light else Scheme.DARK

    def _system_changed(self) -> None:
        if self._mode is ThemeMode.SYSTEM and self._scheme() is not self._theme.scheme:
            old = self._theme
            self._put(Theme(self._tokens, self._scheme(), old.language, old.text_scale,
                            old.reduced_motion, old.persona_color))

    def _put(self, theme: Theme) -> None:
        app = self._app
        self._theme = theme
        app.setProperty(PROPERTY, theme)
        if not self._is_fusion:  # once: under a style sheet, app.style() no longer tells its name
            app.setStyle(QStyleFactory.create("Fusion"))
            self._is_fusion = True
        app.setCursorFlashTime(0 if theme.reduced_motion else self._flash_ms)  # 0: a steady caret
        app.setFont(theme.font("body"))
        colors = palette.build(theme.color)
        app.setPalette(colors)
        QToolTip.setFont(theme.font("small"))
        QToolTip.setPalette(colors)
        app.setStyleSheet(qss.build(theme))
        self._tell(theme)

    def _tell(self, theme: Theme) -> None:
        """Hand a theme to every widget that draws itself."""
        self._theme = theme
        self._app.setProperty(PROPERTY, theme)
        for widget in sorted(QApplication.allWidgets(), key=_depth, reverse=True):
            take = getattr(widget, "take_theme", None)
            if take is not None:
                take()
        self.changed.emit(theme)


def _depth(widget: QWidget) -> int:
    depth, above = 0, widget.parentWidget()
    while above is not None:
        depth, above = depth + 1, above.parentWidget()
    return depth

"""Theme: tokens, colours, fonts, icons and the controller that puts them on the application."""

from __future__ import annotations

from characoid_desktop.ui.theme.theme import (
    ControlSize,
    Theme,
    ThemeController,
    ThemeMode,
    default_theme,
    theme_of,
)

__all__ = ["ControlSize", "Theme", "ThemeController", "ThemeMode", "default_theme", "theme_of"]

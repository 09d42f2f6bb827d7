"""QPalette for Fusion, so that also what we do not style ourselves fits in."""

from __future__ import annotations

from PySide6.QtGui import QColor, QPalette

from characoid_desktop.ui.theme.tokens import Colors


def build(c: Colors) -> QPalette:
    """Return the palette of a scheme."""
    palette = QPalette()
    role = QPalette.ColorRole
    active: dict[QPalette.ColorRole, QColor] = {
        role.Window: c.canvas, role.WindowText: c.text, role.Base: c.surface, role.AlternateBase: c.raised,
        role.Text: c.text, role.Button: c.surface, role.ButtonText: c.text, role.BrightText: c.text,
        role.PlaceholderText: c.text_faint, role.ToolTipBase: c.raised, role.ToolTipText: c.text,
        role.Highlight: c.selection, role.HighlightedText: c.selection_text, role.Link: c.link,
        role.LinkVisited: c.link, role.Light: c.raised, role.Midlight: c.raised, role.Mid: c.line_control,
        role.Dark: c.line, role.Shadow: c.sunken, role.Accent: c.accent,
    }
    for kind, color in active.items():
        palette.setColor(kind, color)
    disabled = QPalette.ColorGroup.Disabled
    for kind in (role.WindowText, role.Text, role.ButtonText, role.PlaceholderText, role.HighlightedText):
        palette.setColor(disabled, kind, c.disabled_text)
    for kind in (role.Base, role.Button, role.Highlight):
        palette.setColor(disabled, kind, c.disabled_fill)
    return palette

"""The one style sheet, built from the tokens. No fonts here: those come from Theme.font().

What has states that a style sheet cannot draw (buttons, switches, waveforms) paints itself instead.
Images are found through the ``characoid:`` search path that ThemeController sets.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from characoid_desktop.ui.theme.tokens import css_text

if TYPE_CHECKING:
    from characoid_desktop.ui.theme.theme import Theme

_FIELDS = "QLineEdit, QPlainTextEdit, QTextEdit, QAbstractSpinBox, QComboBox"


def build(theme: Theme) -> str:
    """Return the style sheet of a theme. Two different themes never give the same text."""
    name = (
        f"/* {theme.scheme} {theme.language} {theme.text_scale:.2f} motion={not theme.reduced_motion} "
        f"persona={theme.persona.name()} */\n"
    )
    parts = (_fields(theme), _combo(theme), _checks(theme), _menus(theme), _lists(theme),
             _scroll_bars(theme), _frames(theme))
    return name + "\n".join(parts)


def _focused(selectors: str) -> str:
    return ", ".join(f"{one.strip()}:focus, {one.strip()}[focusShown=\"true\"]" for one in selectors.split(","))


def _with(selectors: str, suffix: str) -> str:
    return ", ".join(f"{one.strip()}{suffix}" for one in selectors.split(","))


def _fields(theme: Theme) -> str:
    c, radius = theme.color, theme.tokens.radius
    one_line = "QLineEdit, QAbstractSpinBox, QComboBox"
    many_lines = "QPlainTextEdit, QTextEdit"
    height = theme.control_height()
    thick = theme.tokens.focus_width
    # Border 1 -> 2 px while padding and min-height shrink by the same: the height never changes.
    return f"""
{_FIELDS} {{
    background: {css_text(c.surface)}; color: {css_text(c.text)};
    border: 1px solid {css_text(c.line_control)}; border-radius: {radius.input}px;
    selection-background-color: {css_text(c.selection)}; selection-color: {css_text(c.selection_text)};
}}
{one_line} {{ padding: 0 9px; min-height: {height - 2}px; }}
{many_lines} {{ padding: 6px 6px; }}
{_focused(_FIELDS)} {{ border: {thick}px solid {css_text(c.focus)}; }}
{_with(_FIELDS, '[invalid="true"]')} {{ border: {thick}px solid {css_text(c.error)}; }}
{_focused(one_line)}, {_with(one_line, '[invalid="true"]')} {{
    padding: 0 8px; min-height: {height - 2 * thick}px;
}}
{_focused(many_lines)}, {_with(many_lines, '[invalid="true"]')} {{ padding: 5px 5px; }}
{_with(_FIELDS, ":disabled")} {{
    background: {css_text(c.disabled_fill)}; color: {css_text(c.disabled_text)};
    border-color: {css_text(c.line)};
}}
{_with(_FIELDS, ":read-only")} {{ border-color: {css_text(c.line)}; }}
QComboBox:read-only {{ border-color: {css_text(c.line_control)}; }}
QLineEdit[flat="true"] {{ border: none; background: transparent; }}
QTextEdit[flat="true"], QPlainTextEdit[flat="true"] {{
    border: none; border-radius: 0; background: transparent; padding: 0;
}}
QPlainTextEdit[flat="true"] {{ background: {css_text(c.canvas)}; border: 1px solid {css_text(c.canvas)}; }}
QPlainTextEdit[flat="true"]:focus {{ border: {thick}px solid {css_text(c.focus)}; }}
QAbstractSpinBox::up-button, QAbstractSpinBox::down-button {{ width: 0; border: none; }}
"""


def _combo(theme: Theme) -> str:
    c, folder = theme.color, _folder(theme)
    item = theme.control_height() - 4
    return f"""
QComboBox {{ combobox-popup: 0; }}
QComboBox::drop-down {{ border: none; width: 30px; }}
QComboBox::down-arrow {{ image: url({folder}/chevron.svg); width: 16px; height: 16px; }}
QComboBox::down-arrow:disabled {{ image: url({folder}/chevron-off.svg); }}
QComboBox QAbstractItemView {{
    background: {css_text(c.raised)}; border: 1px solid {css_text(c.line_control)}; padding: 4px;
    outline: none; selection-background-color: {css_text(c.selected)};
    selection-color: {css_text(c.text)};
}}
QComboBox QAbstractItemView::item {{ min-height: {item}px; padding: 0 8px; }}
QComboBox QAbstractItemView::item:selected {{
    background: {css_text(c.pressed)}; border-left: 3px solid {css_text(c.accent)}; padding-left: 5px;
}}
"""


def _checks(theme: Theme) -> str:
    c, folder = theme.color, _folder(theme)
    side = theme.scaled(18) - 2  # without the border
    boxes = ("QCheckBox", "QRadioButton", "QAbstractItemView")
    all_boxes = ", ".join(f"{b}::indicator" for b in boxes)
    filled = ", ".join(
        f"{b}::indicator:{s}" for b in boxes for s in ("checked", "indeterminate") if b != "QRadioButton"
    )
    return f"""
QCheckBox, QRadioButton {{ spacing: 8px; min-height: {theme.control_height() - 4}px; background: transparent; }}
QCheckBox:disabled, QRadioButton:disabled {{ color: {css_text(c.disabled_text)}; }}
{all_boxes} {{
    width: {side}px; height: {side}px; border: 1px solid {css_text(c.line_control)};
    border-radius: {theme.tokens.radius.tag}px; background: {css_text(c.surface)};
}}
{", ".join(f"{b}::indicator:hover" for b in boxes)} {{ border-color: {css_text(c.accent)}; }}
{filled} {{ background: {css_text(c.accent)}; border-color: {css_text(c.accent)}; }}
QCheckBox::indicator:checked, QAbstractItemView::indicator:checked {{ image: url({folder}/check.svg); }}
QCheckBox::indicator:indeterminate, QAbstractItemView::indicator:indeterminate {{
    image: url({folder}/dash.svg);
}}
QRadioButton::indicator {{ border-radius: {side // 2 + 1}px; }}
QRadioButton::indicator:checked {{ border-color: {css_text(c.accent)}; image: url({folder}/radio.svg); }}
QCheckBox::indicator:disabled, QRadioButton::indicator:disabled {{
    background: {css_text(c.disabled_fill)}; border-color: {css_text(c.line)};
}}
"""


def _menus(theme: Theme) -> str:
    c = theme.color
    return f"""
QMenu {{
    background: {css_text(c.raised)}; color: {css_text(c.text)}; padding: 4px;
    border: 1px solid {css_text(c.line_control)};
}}
QMenu::item {{ padding: 6px 20px 6px 12px; border-radius: 4px; }}
QMenu::item:selected {{ background: {css_text(c.pressed)}; }}
QMenu::item:disabled {{ color: {css_text(c.disabled_text)}; }}
QMenu::separator {{ height: 1px; background: {css_text(c.line)}; margin: 4px 8px; }}
QMenu::icon {{ padding-left: 8px; }}
QToolTip {{
    background: {css_text(c.raised)}; color: {css_text(c.text)}; padding: 4px 6px;
    border: 1px solid {css_text(c.line_control)};
}}
"""


def _lists(theme: Theme) -> str:
    c = theme.color
    return f"""
QAbstractItemView {{
    background: transparent; border: none; outline: none; color: {css_text(c.text)};
    alternate-background-color: transparent; gridline-color: {css_text(c.line)};
    selection-background-color: {css_text(c.selected)}; selection-color: {css_text(c.text)};
}}
QHeaderView {{ background: transparent; border: none; }}
QTableView::item {{ padding: 0 8px; }}
QHeaderView::section {{
    background: {css_text(c.surface)}; color: {css_text(c.text_muted)}; border: none;
    border-bottom: 1px solid {css_text(c.line)}; padding: 0 8px;
    min-height: {theme.control_height() - 1}px;
}}
QTableCornerButton::section {{ background: {css_text(c.surface)}; border: none; }}
"""


def _scroll_bars(theme: Theme) -> str:
    c = theme.color
    return f"""
QScrollBar {{ background: transparent; border: none; margin: 0; }}
QScrollBar:vertical {{ width: 12px; }}
QScrollBar:horizontal {{ height: 12px; }}
QScrollBar::handle {{ background: {css_text(c.line_control)}; border-radius: 3px; }}
QScrollBar::handle:vertical {{ min-height: 32px; margin: 2px 3px; }}
QScrollBar::handle:horizontal {{ min-width: 32px; margin: 3px 2px; }}
QScrollBar::handle:disabled {{ background: transparent; }}
QScrollBar::handle:hover {{ background: {css_text(c.text_faint)}; }}
QScrollBar::add-line, QScrollBar::sub-line {{ width: 0; height: 0; border: none; }}
QScrollBar::add-page, QScrollBar::sub-page {{ background: transparent; }}
QAbstractScrollArea::corner {{ background: transparent; border: none; }}
"""


def _frames(theme: Theme) -> str:
    c = theme.color
    return f"""
QScrollArea, QStackedWidget {{ border: none; background: transparent; }}
QScrollArea > QWidget#qt_scrollarea_viewport {{ background: transparent; }}
QSplitter::handle {{ background: {css_text(c.line)}; }}
QDialog {{ background: {css_text(c.canvas)}; }}
QTabWidget::pane {{ border: none; border-top: 1px solid {css_text(c.line)}; background: transparent; }}
QTabBar {{ background: transparent; border: none; }}
QTabBar::tab {{
    background: transparent; color: {css_text(c.text_muted)}; border: none;
    border-bottom: 3px solid transparent; padding: 3px 4px 0 4px; margin: 0 10px;
    min-height: {max(theme.tokens.size.tab, theme.control_height()) - 6}px;
}}
QTabBar::tab:hover {{ color: {css_text(c.text)}; }}
QTabBar::tab:selected {{ color: {css_text(c.text)}; border-bottom-color: {css_text(c.accent)}; }}
QTabBar::tab:focus {{ color: {css_text(c.accent)}; }}
QDialogButtonBox QPushButton, QFileDialog QPushButton, QMessageBox QPushButton {{
    background: {css_text(c.surface)}; color: {css_text(c.text)}; padding: 0 14px;
    border: 1px solid {css_text(c.line_control)}; border-radius: 6px;
    min-height: {theme.control_height() - 2}px;
}}
QDialogButtonBox QPushButton:focus, QFileDialog QPushButton:focus, QMessageBox QPushButton:focus {{
    border-color: {css_text(c.focus)}; background: {css_text(c.raised)};
}}
"""


def _folder(theme: Theme) -> str:
    return f"characoid:themes/{theme.scheme.value}"

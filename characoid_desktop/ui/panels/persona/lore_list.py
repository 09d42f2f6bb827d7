"""The entries of the lore as a list in the form."""

from __future__ import annotations

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QFontMetrics, QKeyEvent

from characoid_desktop.core.i18n import Text
from characoid_desktop.features.personas.lore import LoreEntry
from characoid_desktop.ui.panels.persona.lore_model import LoreModel, LoreRole
from characoid_desktop.ui.panels.persona.painting import LineDelegate, RowIndex, RowList
from characoid_desktop.ui.theme.theme import theme_of
from characoid_desktop.ui.widgets.painted import PaintedText

PADDING = 12
ROWS_SHOWN = 6  # of the list in the form; more scroll inside


class LoreDelegate(LineDelegate):
    """Title left, triggers in the middle, length right: one line."""

    def painted_texts(self, rect: QRect, index: RowIndex) -> list[PaintedText]:
        theme, entry = theme_of(), index.data(LoreRole.ENTRY)
        body, small, c = theme.font("body"), theme.font("small"), theme.color
        length = str(index.data(LoreRole.LENGTH))
        left, width = rect.left() + PADDING, rect.width() - 2 * PADDING
        right = QFontMetrics(small).horizontalAdvance(length) + 2
        title = (width - right) * 45 // 100
        on = isinstance(entry, LoreEntry) and entry.enabled
        return [
            self.in_line(str(index.data()), rect, left, title - 12, body, c.text if on else c.text_muted),
            self.in_line(str(index.data(LoreRole.TRIGGERS)), rect, left + title, width - right - title - 12, small,
                         c.text_muted),
            self.in_line(length, rect, left + width - right, right, small, c.text_muted)]


class LoreList(RowList):
    """As high as its rows, up to a few. Alt+Up and Alt+Down move an entry."""

    def __init__(self, model: LoreModel) -> None:
        super().__init__(Text.of("Lore"), LoreDelegate())
        self._lore = model
        self.setUniformItemSizes(True)
        self.setModel(model.rows)
        self.connect_rows()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        entry = self._lore.rows.at(self.currentIndex().row())
        by = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}.get(Qt.Key(event.key()))
        if entry is not None and by is not None and event.modifiers() & Qt.KeyboardModifier.AltModifier:
            self._lore.move(entry.id, by)
            return
        super().keyPressEvent(event)

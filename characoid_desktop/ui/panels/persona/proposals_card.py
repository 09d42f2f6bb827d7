"""What the character proposes to remember: a card for each, above the memories."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from characoid_desktop.core.i18n import Text, t
from characoid_desktop.features.memory.models import Proposal
from characoid_desktop.ui.panels.persona.memory_model import MemoryModel
from characoid_desktop.ui.panels.persona.memory_rows import day
from characoid_desktop.ui.theme.theme import ControlSize
from characoid_desktop.ui.widgets.button import Button, ButtonKind
from characoid_desktop.ui.widgets.gradual import Gradual, Steps
from characoid_desktop.ui.widgets.labels import Label
from characoid_desktop.ui.widgets.page import Card, scroll_column
from characoid_desktop.ui.widgets.themed import Themed
from characoid_desktop.ui.widgets.visible import visible, visible_line

MOST = 20  # that are shown; the others come when these are decided
HIGH = 120  # px that the cards may take in the lowest window


class ProposalCard(Themed, QWidget):
    """Something to remember: accept, change first, or dismiss."""

    def __init__(self, proposal: Proposal, model: MemoryModel, edit: Callable[[Proposal], object],
                 parent: QWidget) -> None:
        super().__init__(parent)
        self.proposal = proposal
        self.words = Label(visible(proposal.text), "body", wrap=True)
        note = [day(proposal.created_at)]
        if proposal.source.outside:
            note.append(t("Text from outside had a part in it: {names}",
                          names=", ".join(visible_line(name, 40) for name in proposal.source.outside[:3])))
        self.note = Label(" · ".join(note), "small", "warn" if proposal.source.outside else "text_muted", wrap=True)
        compact = ControlSize.COMPACT
        self.accept = Button(Text.of("Remember"), icon="check", size=compact)
        self.edit = Button(Text.of("Change…"), ButtonKind.QUIET, size=compact)
        self.dismiss = Button(Text.of("Dismiss"), ButtonKind.QUIET, size=compact)
        for button in (self.accept, self.edit, self.dismiss):
            button.set_description(visible_line(proposal.text, 200))
        self.accept.clicked.connect(lambda: model.accept(proposal.id))
        self.edit.clicked.connect(lambda: edit(proposal))
        self.dismiss.clicked.connect(lambda: model.dismiss(proposal.id))
        words = QVBoxLayout()
        words.setSpacing(2)
        words.addWidget(self.words)
        words.addWidget(self.note)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 6, 0, 6)
        row.setSpacing(8)
        row.addLayout(words, 1)
        for button in (self.accept, self.edit, self.dismiss):
            row.addWidget(button, 0, Qt.AlignmentFlag.AlignTop)
        self.init_theme()


class ProposalsCard(Card):
    """Draws the proposals of ``model``. ``edit`` asks for other words first."""

    def __init__(self, model: MemoryModel, edit: Callable[[Proposal], object], parent: QWidget) -> None:
        super().__init__(margins=(14, 10, 14, 6), spacing=2, parent=parent)
        self._model = model
        self._edit = edit
        self._making: Gradual | None = None
        self._most = HIGH
        self.cards: list[ProposalCard] = []
        self.title = Label("", "body", strong=True)
        self.dismiss_all = Button(Text.of("Dismiss all"), ButtonKind.QUIET, size=ControlSize.COMPACT)
        head = QHBoxLayout()
        head.addWidget(self.title)
        head.addStretch(1)
        head.addWidget(self.dismiss_all)
        self.body.addLayout(head)
        self._box = QWidget()
        self._column = QVBoxLayout(self._box)
        self._column.setContentsMargins(0, 0, 6, 0)
        self._column.setSpacing(2)
        self._area = scroll_column(self._box, name=Text.of("Proposals"))
        self.body.addWidget(self._area)
        self.dismiss_all.clicked.connect(model.dismiss_all)
        self._box.installEventFilter(self)

    def refresh(self, name: str) -> None:
        """Show what is proposed by the character ``name``; the cards are made one by one."""
        proposals = self._model.proposals
        wanted = proposals[:MOST]
        if [one.proposal.id for one in self.cards] != [one.id for one in wanted]:
            if self._making is not None:
                self._making.stop()
            self._making = Gradual(self._steps(wanted), self)
        self.title.set_words(Text.count(
            "{name} proposes to remember this", "{name} proposes to remember {n} things", len(proposals), name=name))
        self.dismiss_all.setVisible(len(proposals) > 1)
        self.setVisible(bool(proposals))

    def _steps(self, wanted: tuple[Proposal, ...]) -> Steps:
        """Cards that stay are kept: a decision about one makes none of the others anew."""
        ids = {one.id for one in wanted}
        there = {card.proposal.id: card for card in self.cards if card.proposal.id in ids}
        for card in self.cards:
            if card.proposal.id not in ids:
                self._column.removeWidget(card)
                card.hide()
                card.deleteLater()
        self.cards = list(there.values())
        for place, proposal in enumerate(wanted):
            card = there.get(proposal.id)
            if card is None:
                card = ProposalCard(proposal, self._model, self._edit, self._box)
                self.cards.insert(place, card)
                self._column.insertWidget(place, card)
                yield

    def limit(self, most: int) -> None:
        """Let the cards take at most ``most`` px; with more they scroll."""
        self._most = max(HIGH, most)
        self._fit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        # Cards count only once they are shown, and their heights are others at another width, in other letters and in
        # another language: each time the layout of the cards says so.
        if watched is self._box and event.type() in (QEvent.Type.LayoutRequest, QEvent.Type.Resize):
            self._fit()
        return super().eventFilter(watched, event)

    def _fit(self) -> None:
        width = self._area.viewport().width()
        self._area.setFixedHeight(max(0, min(self._column.totalHeightForWidth(width), self._most)))

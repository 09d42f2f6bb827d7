"""What a character card says beside the profile: instructions of its maker, other first messages, and its maker."""

from __future__ import annotations

from PySide6.QtWidgets import QVBoxLayout, QWidget

from characoid_desktop.core.i18n import Text
from characoid_desktop.features.personas.models import MAX_FIELD_CHARS, Persona
from characoid_desktop.ui.panels.persona.form import FormField
from characoid_desktop.ui.panels.persona.greetings_model import GreetingsModel
from characoid_desktop.ui.panels.persona.greetings_view import GreetingsView
from characoid_desktop.ui.panels.persona.lore_view import Confirm
from characoid_desktop.ui.panels.persona.profile_model import Part
from characoid_desktop.ui.widgets.fields import LineInput
from characoid_desktop.ui.widgets.gradual import Steps
from characoid_desktop.ui.widgets.sections import Columns, Section
from characoid_desktop.ui.widgets.text_area import TextArea
from characoid_desktop.ui.widgets.themed import Words

_TEXTS: dict[Part, tuple[Text, Text]] = {
    Part.SYSTEM_PROMPT: (Text("System prompt"), Text("How the model is to play this character")),
    Part.LAST_WORDS: (Text("Last instructions"), Text("Post-history instructions: told after everything else")),
    Part.NOTES: (Text("Creator's notes"), Text("For people: the model does not get them")),
}
_LINES: dict[Part, tuple[Text, Words]] = {  # label and placeholder
    Part.NICKNAME: (Text("Nickname, for {{char}}"), Text("Same as the name")),
    Part.CREATOR: (Text("Creator"), ""),
    Part.VERSION: (Text("Version of the card"), ""),
}


class CardPart(Section):
    """``texts`` and ``lines`` are its fields by their part, for the profile to fill and to save. It is whole once
    :meth:`steps` have run."""

    def __init__(self, greetings: GreetingsModel, confirm: Confirm) -> None:
        self._content = QWidget()
        super().__init__(Text.of("More of the character card"), self._content)
        self._greetings = greetings
        self._confirm = confirm
        self.texts: dict[Part, TextArea] = {}
        self.lines: dict[Part, LineInput] = {}
        self.fields: dict[Part, FormField] = {}
        self._column = QVBoxLayout(self._content)
        self._column.setContentsMargins(0, 4, 0, 8)
        self._column.setSpacing(16)

    def steps(self) -> Steps:
        """Make the fields from the top on."""
        self._column.addWidget(self._text(Part.SYSTEM_PROMPT))
        yield
        self._column.addWidget(self._text(Part.LAST_WORDS))
        yield
        self.greetings = GreetingsView(self._greetings, self._confirm)
        self._column.addWidget(FormField(Text.of("Other first messages"), self.greetings,
                                         Text.of("Each can begin a conversation instead of the usual one")))
        yield
        self._column.addWidget(self._text(Part.NOTES))
        yield
        self._column.addWidget(Columns([self._line(part) for part in _LINES], most=3, least=160,
                                       margins=(0, 0, 0, 0)))

    def _text(self, part: Part) -> FormField:
        label, hint = _TEXTS[part]
        area = self.texts[part] = TextArea(label, least=2, most=10)
        made = self.fields[part] = FormField(label, area, hint)
        return made

    def _line(self, part: Part) -> FormField:
        label, placeholder = _LINES[part]
        line = self.lines[part] = LineInput(label, placeholder=placeholder)
        line.setMaxLength(MAX_FIELD_CHARS)
        made = self.fields[part] = FormField(label, line)
        return made

    def show_of(self, persona: Persona) -> None:
        """Say in short what of it another character has; open where the model is told something of it."""
        self.show_summary(persona)
        facts = persona.facts
        self.set_open(bool(facts.system_prompt.strip() or facts.post_history_instructions.strip()))

    def show_summary(self, persona: Persona) -> None:
        """Say in short what of it the character has."""
        facts = persona.facts
        found = [label for part, (label, _) in {**_TEXTS, **_LINES}.items() if getattr(facts, part.value).strip()]
        count = len(facts.alternate_greetings)
        if count:
            found.append(Text.count("{n} other first message", "{n} other first messages", count))
        self.set_summary(Text.lines(found, " · ") if found else "")

"""Assistant: what the agent side may do by itself, and what it shows."""

from __future__ import annotations

from typing import Annotated, ClassVar

from pydantic import Field

from characoid_desktop.core.i18n import Text
from characoid_desktop.settings.schema import Declared, Section, Widget


class AssistantSection(Section):
    key: ClassVar[str] = "assistant"
    title: ClassVar[Text] = Text.of("Assistant")

    approval_hours: Annotated[int, Declared(
        Text.of("Questions for your approval stay open for"),
        Text.of("After that they lapse and nothing is done."), unit=Text.of("h"), widget=Widget.NUMBER),
        Field(ge=1, le=720)] = 24
    ask_before_converting: Annotated[bool, Declared(
        Text.of("Ask before a conversion"),
        Text.of("On: a conversion that was asked for in the chat waits for your approval."))] = False
    enable_web_fallback: Annotated[bool, Declared(
        Text.of("Search the web when nothing is known"),
        Text.of("Off: questions never leave this computer and the model server."))] = False
    propose_memories: Annotated[bool, Declared(
        Text.of("Propose what to remember"),
        Text.of("After a reply, under it. Nothing is remembered before you say yes."))] = True
    show_reasoning: Annotated[bool, Declared(
        Text.of("Show the model's thinking"),
        Text.of("Folded above the reply. Off: it is not shown, and never spoken."))] = True

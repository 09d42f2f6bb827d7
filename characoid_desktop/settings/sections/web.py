"""Web search: who is asked, and whether a person says yes first.

That the web may be searched at all is ``assistant.enable_web_fallback``.
"""

from __future__ import annotations

from typing import Annotated, ClassVar

from pydantic import Field, field_validator

from characoid_desktop.core.i18n import Text
from characoid_desktop.settings.addresses import ADDRESS_RULE, MAX_ADDRESS, plain_address
from characoid_desktop.settings.schema import Declared, Section, Widget


class WebSection(Section):
    key: ClassVar[str] = "web"
    title: ClassVar[Text] = Text.of("Web search")

    search_url: Annotated[str, Declared(
        Text.of("Search server"),
        Text.of("The address of a SearXNG server, also one on this computer. Empty: the web is not searched."),
        widget=Widget.LINE, rule=ADDRESS_RULE), Field(max_length=MAX_ADDRESS)] = ""
    ask_first: Annotated[bool, Declared(
        Text.of("Ask before each search"),
        Text.of("On: you see the words that would be sent, and say yes or no. Off: it still asks after the character "
                "has read a page, a document or another text from outside."))] = True
    results: Annotated[int, Declared(
        Text.of("Results of a search"), Text.of("More results need more of the model's context."),
        widget=Widget.NUMBER), Field(ge=1, le=20)] = 8

    @field_validator("search_url")
    @classmethod
    def _plain_address(cls, value: str) -> str:
        return plain_address(value)

"""Web search: who is asked, and whether a person says yes first.

That the web may be searched at all is ``assistant.enable_web_fallback``.
"""

from __future__ import annotations

from typing import Annotated, ClassVar
from urllib.parse import urlsplit

from pydantic import Field, field_validator

from characoid_desktop.core.errors import AppError
from characoid_desktop.core.i18n import Text
from characoid_desktop.settings.schema import Declared, Section, Widget
from characoid_desktop.settings.secret_text import origin_of

MAX_ADDRESS = 500
_ADDRESS_RULE = Text.of("An address is empty, or begins with https:// or http:// and holds no name or password.")


class WebSection(Section):
    key: ClassVar[str] = "web"
    title: ClassVar[Text] = Text.of("Web search")

    search_url: Annotated[str, Declared(
        Text.of("Search server"),
        Text.of("The address of a SearXNG server, also one on this computer. Empty: the web is not searched."),
        widget=Widget.LINE, rule=_ADDRESS_RULE), Field(max_length=MAX_ADDRESS)] = ""
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
        if not value:
            return value
        try:
            origin_of(value)
        except AppError:
            raise ValueError("a web address") from None
        parts = urlsplit(value)
        if parts.scheme.lower() not in ("http", "https") or "@" in parts.netloc or parts.query or parts.fragment:
            raise ValueError("a web address without name, password or query")
        return value

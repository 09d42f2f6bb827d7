"""Tools of the knowledge worker. Their schemas are final; the knowledge base itself comes with its own part."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from characoid_desktop.agents.contracts import ToolSpec
from characoid_desktop.agents.tools.arguments import Name, Query
from characoid_desktop.agents.tools.building import missing, spec
from characoid_desktop.agents.tools.frame import Arguments, NoArguments
from characoid_desktop.agents.tools.services import ToolServices
from characoid_desktop.agents.tools.web import SearchWeb, WebTools
from characoid_desktop.core.i18n import Text

_KNOWLEDGE = Text.of("The knowledge base")


class SearchKnowledge(Arguments):
    query: Query
    limit: Annotated[int, Field(ge=1, le=50)] = 8


class AskTable(Arguments):
    """A question that a read-only look into tables can answer; ``table`` narrows it."""

    question: Query
    table: Name | None = None


def tools(services: ToolServices) -> tuple[ToolSpec, ...]:
    """The four tools in canonical order. What documents, pages, cells and names of tables say is text from outside."""
    web = WebTools(services)
    return (
        missing("search_persona_knowledge",
                "Search the documents of this character's knowledge base; returns passages with their sources.",
                SearchKnowledge, Text.of("Searching the knowledge base"), _KNOWLEDGE, outside=True),
        spec(web.web_search, SearchWeb, Text.of("Searching the web"), describe=web.describe_search, outside=True,
             sends=True),
        missing("list_structured_tables", "List the tables that can be asked, with their columns.",
                NoArguments, Text.of("Looking at the tables"), _KNOWLEDGE, outside=True),
        missing("query_structured_data", "Answer a question from the tables, read-only; long results are cut.",
                AskTable, Text.of("Asking the tables"), _KNOWLEDGE, outside=True),
    )

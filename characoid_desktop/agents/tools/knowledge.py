"""Tools of the knowledge worker. Their schemas are final; the knowledge base itself comes with its own part."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from characoid_desktop.agents.contracts import ToolSpec
from characoid_desktop.agents.tools.arguments import Query
from characoid_desktop.agents.tools.building import missing, spec
from characoid_desktop.agents.tools.frame import Arguments, NoArguments
from characoid_desktop.agents.tools.services import ToolServices
from characoid_desktop.agents.tools.tables import AskTable, TableTools
from characoid_desktop.agents.tools.web import SearchWeb, WebTools
from characoid_desktop.core.i18n import Text

_KNOWLEDGE = Text.of("The knowledge base")


class SearchKnowledge(Arguments):
    query: Query
    limit: Annotated[int, Field(ge=1, le=50)] = 8


def tools(services: ToolServices) -> tuple[ToolSpec, ...]:
    """The four tools in canonical order. What documents, pages, cells and names of tables say is text from outside."""
    web, sheets = WebTools(services), TableTools(services)
    return (
        missing("search_persona_knowledge",
                "Search the documents of this character's knowledge base; returns passages with their sources.",
                SearchKnowledge, Text.of("Searching the knowledge base"), _KNOWLEDGE, outside=True),
        spec(web.web_search, SearchWeb, Text.of("Searching the web"), describe=web.describe_search, outside=True,
             sends=True),
        spec(sheets.list_structured_tables, NoArguments, Text.of("Looking at the tables"), outside=True),
        spec(sheets.query_structured_data, AskTable, Text.of("Asking the tables"), outside=True),
    )

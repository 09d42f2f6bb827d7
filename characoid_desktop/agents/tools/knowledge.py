"""Tools of the knowledge worker: passages of documents, the web, and tables."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Annotated, Any

from pydantic import Field

from characoid_desktop.agents.contracts import ToolSpec
from characoid_desktop.agents.tools.answers import answer
from characoid_desktop.agents.tools.arguments import Query
from characoid_desktop.agents.tools.building import spec
from characoid_desktop.agents.tools.frame import Arguments, NoArguments, Payload, ToolContext
from characoid_desktop.agents.tools.services import ToolServices
from characoid_desktop.agents.tools.tables import AskTable, TableTools
from characoid_desktop.agents.tools.web import SearchWeb, WebTools
from characoid_desktop.core.cleaning import one_line
from characoid_desktop.core.i18n import Text
from characoid_desktop.core.matching import Question
from characoid_desktop.core.quoting import quoted, unmarked
from characoid_desktop.features.knowledge.documents import NO_DOCUMENTS, Document
from characoid_desktop.features.knowledge.models import Found

MAX_CHARS = 16_000  # of all passages of an answer
MAX_SOURCES = 4  # titles that name an answer
TITLE_CHARS = 120


class SearchKnowledge(Arguments):
    query: Query
    limit: Annotated[int, Field(ge=1, le=50)] = 8
    least_fit: Annotated[float, Field(ge=0, le=1)] = 0.0
    """How much of the question's words a passage must have: for a question that may mean no document at all."""


class KnowledgeTools:
    """``ctx.persona_id`` names the knowledge space: documents of other personas are not there."""

    def __init__(self, services: ToolServices) -> None:
        self._services = services

    async def search_persona_knowledge(self, ctx: ToolContext, args: SearchKnowledge) -> Payload:
        """Search the documents of this character's knowledge base; returns passages with their sources."""
        knowledge = self._services.knowledge
        result = await knowledge.search(ctx.persona_id, args.query, args.limit)
        notes = [str(note) for note in result.notes]
        unread = [one for one in await knowledge.list(ctx.persona_id) if not one.state.is_over]
        if unread:
            notes.append(str(_of_the_unread(unread)))
        found = await asyncio.to_thread(_with_its_words, args, result.found) if args.least_fit else result.found
        kept = _fitting(found)
        if not kept:
            why = await self._why_nothing(ctx)
            return answer("insufficient", why, uncertainties=[str(why), *notes],
                          search=[way.value for way in result.ways])
        lines = "\n\n".join(
            f"[{number}] {unmarked(_place(one))}\n{quoted(one.text)}" for number, one in enumerate(kept, 1))
        return answer(
            "completed", Text.count("{n} passage of the documents:\n{lines}", "{n} passages of the documents:\n{lines}",
                                    len(kept), lines=lines),
            evidence=[_evidence(one) for one in kept], citations=[_citation(one) for one in kept],
            truncated=len(kept) < len(found), uncertainties=notes, search=[way.value for way in result.ways],
            source=", ".join(list(dict.fromkeys(
                _title(place) for one in kept for place in (one, *one.twins)))[:MAX_SOURCES]))

    async def _why_nothing(self, ctx: ToolContext) -> Text:
        if await self._services.knowledge.list(ctx.persona_id, limit=1):
            return Text.of("Nothing about this was found in the documents.")
        return NO_DOCUMENTS


def tools(services: ToolServices) -> tuple[ToolSpec, ...]:
    """The four tools in canonical order. What documents, pages, cells and names of tables say is text from outside."""
    own, web, sheets = KnowledgeTools(services), WebTools(services), TableTools(services)
    return (
        spec(own.search_persona_knowledge, SearchKnowledge, Text.of("Searching the knowledge base"), outside=True),
        spec(web.web_search, SearchWeb, Text.of("Searching the web"), describe=web.describe_search, outside=True,
             sends=True),
        spec(sheets.list_structured_tables, NoArguments, Text.of("Looking at the tables"), outside=True),
        spec(sheets.query_structured_data, AskTable, Text.of("Asking the tables"), outside=True),
    )


def _of_the_unread(unread: Sequence[Document]) -> Text:
    return Text.count("{n} document is still being read and was not searched.",
                      "{n} documents are still being read and were not searched.", len(unread))


def _with_its_words(args: SearchKnowledge, found: Sequence[Found]) -> list[Found]:
    question = Question(args.query)
    return [one for one in found if question.share(question.score(
        f"{one.title}\n{one.section or ''}\n{one.text}")) >= args.least_fit]


def _fitting(found: Sequence[Found]) -> list[Found]:
    """The first ones, as far as they fit into one answer; one always does."""
    kept: list[Found] = []
    room = MAX_CHARS
    for one in found:
        room -= len(one.text)
        if room < 0 and kept:
            break
        kept.append(one)
    return kept


def _title(found: Found) -> str:
    return one_line(found.title, TITLE_CHARS)


def _place(found: Found) -> str:
    """Where a passage stands, for people and models alike; after "=", where the same words stand too."""
    parts = [_title(found)]
    if found.page is not None:
        parts.append(f"p. {found.page}" if found.last_page is None else f"pp. {found.page}–{found.last_page}")
    if found.section:
        parts.append(one_line(found.section, TITLE_CHARS))
    return " = ".join([", ".join(parts), *(_place(twin) for twin in found.twins)])


def _citation(found: Found) -> dict[str, Any]:
    also = [_citation(twin) for twin in found.twins]
    return {"kind": "passage", "passage_id": found.passage_id, "document_id": found.document_id,
            "title": _title(found), "page": found.page, "last_page": found.last_page, "section": found.section,
            **({"also": also} if also else {})}


def _evidence(found: Found) -> dict[str, Any]:
    return {**_citation(found), "text": found.text, "source": _title(found), "start": found.start, "stop": found.stop,
            "ways": [way.value for way in found.ways]}

"""The two tools that reach into the web: a search, and fetching one page. What comes back is text from outside."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from characoid_desktop.agents.contracts import resolve_error_fields
from characoid_desktop.agents.runtime.approval_models import ApprovalSummary
from characoid_desktop.agents.tools.answers import answer
from characoid_desktop.agents.tools.arguments import Address, Name, Query
from characoid_desktop.agents.tools.frame import Arguments, Payload, ToolContext
from characoid_desktop.agents.tools.services import ToolServices
from characoid_desktop.core.cleaning import one_line
from characoid_desktop.core.i18n import Text
from characoid_desktop.integrations.web import errors
from characoid_desktop.integrations.web.errors import WebError

if TYPE_CHECKING:
    from characoid_desktop.integrations.web.search import Hit

MAX_SOURCES = 4  # hosts that name an answer
_UNAVAILABLE = "unavailable"


class SearchWeb(Arguments):
    query: Query


class ImportFromUrl(Arguments):
    url: Address
    title: Name | None = None


class WebTools:
    """``ctx.persona_id`` names the knowledge space that a page goes to."""

    def __init__(self, services: ToolServices) -> None:
        self._services = services

    async def web_search(self, ctx: ToolContext, args: SearchWeb) -> Payload:
        """Search the public web; returns passages with their addresses."""
        try:
            found = await self._services.web.search(args.query)
        except WebError as error:
            if error.code != _UNAVAILABLE:
                raise
            return answer("insufficient", error.sentence, error=resolve_error_fields(error))
        if not found.hits:
            silent = ", ".join(found.silent[:MAX_SOURCES])
            return answer("insufficient", Text.of(
                "The web search found nothing. These sources did not answer: {names}.", names=silent) if silent
                else Text.of("The web search found nothing about this."))
        lines = "\n".join(f"- {hit.title} ({hit.url}): {hit.text}" for hit in found.hits)
        hosts = list(dict.fromkeys(hit.host for hit in found.hits))
        return answer(
            "completed", Text.count("{n} result from the web:\n{lines}", "{n} results from the web:\n{lines}",
                                    len(found.hits), lines=lines),
            evidence=[_evidence(hit) for hit in found.hits],
            citations=[_citation(hit.title, hit.url) for hit in found.hits],
            source=", ".join(hosts[:MAX_SOURCES]))

    async def import_knowledge_from_url(self, ctx: ToolContext, args: ImportFromUrl) -> Payload:
        """Fetch a web page or document into this character's knowledge base. The user is asked first."""
        page = await self._services.web.fetch(args.url)
        document = await self._services.pages.keep(ctx.persona_id, page, args.title or "")
        return answer(
            "accepted", Text.of("“{title}” was fetched from {host}. It can be searched as soon as it has been read.",
                                title=one_line(document.title, 120), host=page.host),
            document_id=document.id, source=page.host, citations=[_citation(document.title, page.url)],
            evidence=[{"kind": "document", "document_id": document.id, "title": document.title, "url": page.url}])

    # --- confirmations --------------------------------------------------------------------------

    async def describe_search(self, ctx: ToolContext, args: SearchWeb) -> ApprovalSummary:
        """Raises WebError where nothing could be sent anyway."""
        web = self._services.web
        if not web.may_search:
            raise errors.search_off()
        provider = await web.provider()
        if provider is None:
            raise errors.no_provider()
        return ApprovalSummary(
            Text.of("Search the web for these words?"), target=Text.literal(args.query),
            effect=Text.of("The words are sent to {server}. Nothing is changed.", server=provider.name))

    async def describe_import(self, ctx: ToolContext, args: ImportFromUrl) -> ApprovalSummary:
        """Raises WebError for an address that is never asked."""
        address = await self._services.web.spelled(args.url)
        target = Text.literal(address.asked)
        if address.readable:
            target = Text.of("{address}\nThe name “{readable}” is asked as “{host}”.", address=address.asked,
                             readable=address.readable, host=address.host)
        return ApprovalSummary(
            Text.of("Fetch this page into the knowledge base?"), target=target,
            effect=Text.of("The page is fetched from the web once, and its text is kept for this character."))


def _citation(title: str, url: str) -> dict[str, Any]:
    return {"kind": "web", "title": title, "url": url}


def _evidence(hit: Hit) -> dict[str, Any]:
    return {"kind": "web", "title": hit.title, "url": hit.url, "text": hit.text, "source": hit.host,
            **({"date": hit.date} if hit.date else {})}

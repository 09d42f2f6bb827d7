"""Tools of the document worker: what is in a character's knowledge base, and what comes and goes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

from pydantic import Field, model_validator

from characoid_desktop.agents.contracts import ToolSpec
from characoid_desktop.agents.runtime.approval_models import ApprovalSummary
from characoid_desktop.agents.tools.answers import answer
from characoid_desktop.agents.tools.arguments import Id, Name, SearchArguments
from characoid_desktop.agents.tools.building import spec, unit_of
from characoid_desktop.agents.tools.frame import Arguments, Effect, Payload, ToolContext
from characoid_desktop.agents.tools.services import ToolServices
from characoid_desktop.agents.tools.web import ImportFromUrl, WebTools
from characoid_desktop.core.cleaning import one_line
from characoid_desktop.core.i18n import Text
from characoid_desktop.features.knowledge.documents import NO_DOCUMENTS, Document, DocumentState

MAX_LISTED = 100
WAIT_S = 8.0  # for files to be read before the answer; longer ones go on beside the talk
TITLE_CHARS = 120
MAX_SOURCES = 4  # titles that name an answer


class AddKnowledge(Arguments):
    """One file, or several."""

    attachment_id: Id | None = None
    attachment_ids: Annotated[list[Id], Field(max_length=100)] | None = None
    title: Name | None = None

    @model_validator(mode="after")
    def _some_file(self) -> AddKnowledge:
        if not self.ids:
            raise ValueError("attachment_id or attachment_ids is needed")
        return self

    @property
    def ids(self) -> tuple[str, ...]:
        """Each file once, in order."""
        single = [self.attachment_id] if self.attachment_id else []
        return tuple(dict.fromkeys([*single, *(self.attachment_ids or [])]))


class DeleteDocument(Arguments):
    """``document_id`` comes from listing or searching; the title, where only one document has it, does as well."""

    document_id: Name


class DocumentTools:
    """``ctx.persona_id`` names the knowledge space: documents of other personas are not there."""

    def __init__(self, services: ToolServices) -> None:
        self._services = services

    async def list_persona_documents(self, ctx: ToolContext, args: SearchArguments) -> Payload:
        """List the documents of this character's knowledge base. With a query those whose title or name has it."""
        found = await self._services.knowledge.list(ctx.persona_id, args.query or "", MAX_LISTED + 1)
        if not found:
            text = (Text.of("No document has this in its title or name.") if args.query
                    else NO_DOCUMENTS)
            return answer("insufficient", text)
        shown = found[:MAX_LISTED]
        lines = Text.lines([_line(one) for one in shown])
        return answer(
            "completed", Text.count("{n} document:\n{lines}", "{n} documents:\n{lines}", len(shown), lines=lines),
            evidence=[_fact(one) for one in shown], truncated=len(found) > len(shown), source=_sources(shown))

    async def add_persona_knowledge(self, ctx: ToolContext, args: AddKnowledge) -> Payload:
        """Add attached files to this character's knowledge base. The user is asked first."""
        knowledge = self._services.knowledge
        added = await knowledge.add(ctx.persona_id, args.ids, args.title or "")
        ids = list(dict.fromkeys(one.id for one in added))
        read = await knowledge.settled(ids, ctx.persona_id, WAIT_S)
        waiting = [one for one in read if not one.state.is_over]
        failed = [one for one in read if one.state is DocumentState.FAILED]
        status = "accepted" if waiting else "failed" if len(failed) == len(read) else "completed"
        return answer(
            status, Text.lines([_outcome(one) for one in read]), evidence=[_fact(one) for one in read],
            document_ids=[one.id for one in read], uncertainties=[str(note) for one in read for note in one.notes],
            source=_sources(read))

    async def delete_persona_document(self, ctx: ToolContext, args: DeleteDocument) -> Payload:
        """Remove one document from this character's knowledge base. The user is asked first."""
        knowledge, tx = self._services.knowledge, unit_of(ctx)
        meant = await knowledge.named(args.document_id, ctx.persona_id, tx=tx)
        gone = await knowledge.remove(meant.id, ctx.persona_id, tx=tx)
        return answer("completed", Text.of("“{title}” was removed from the knowledge base.", title=_title(gone)),
                      document_id=gone.id)

    # --- confirmations --------------------------------------------------------------------------

    async def describe_add(self, ctx: ToolContext, args: AddKnowledge) -> ApprovalSummary:
        files = await self._services.attachments.get_many(args.ids)
        names = "\n".join(files[id].name for id in args.ids if id in files)
        return ApprovalSummary(
            Text.count("Add this file to the knowledge base?", "Add these {n} files to the knowledge base?",
                       len(args.ids)),
            target=Text.literal(names) if names else None,
            effect=Text.of("Its text is read and kept for this character. The file itself is not changed."))

    async def describe_delete(self, ctx: ToolContext, args: DeleteDocument) -> ApprovalSummary:
        """Raises DocumentGone, BadDocument."""
        document = await self._services.knowledge.named(args.document_id, ctx.persona_id)
        return ApprovalSummary(
            Text.of("Remove this document from the knowledge base?"), target=Text.literal(_title(document)),
            effect=Text.of("The character cannot look it up any more. The original file stays."))


def tools(services: ToolServices) -> tuple[ToolSpec, ...]:
    """The four tools in canonical order. What documents and files are called is text from outside."""
    own, web = DocumentTools(services), WebTools(services)
    return (
        spec(own.list_persona_documents, SearchArguments, Text.of("Looking at the documents"), outside=True),
        spec(own.add_persona_knowledge, AddKnowledge, Text.of("Adding to the knowledge base"), effect=Effect.OUTSIDE,
             describe=own.describe_add, outside=True),
        spec(own.delete_persona_document, DeleteDocument, Text.of("Removing a document"), effect=Effect.DATABASE,
             describe=own.describe_delete, outside=True),
        spec(web.import_knowledge_from_url, ImportFromUrl, Text.of("Fetching a page"), effect=Effect.OUTSIDE,
             describe=web.describe_import, outside=True, sends=True),
    )


def _title(document: Document) -> str:
    return one_line(document.shown, TITLE_CHARS)


def _sources(documents: Sequence[Document]) -> str:
    return ", ".join(list(dict.fromkeys(_title(one) for one in documents))[:MAX_SOURCES])


def _fact(document: Document) -> dict[str, Any]:
    return {"kind": "document", "document_id": document.id, "title": _title(document),
            "name": one_line(document.name, 200), "type": document.kind, "state": document.state.value,
            "pages": document.pages, "passages": document.passages, "added": document.created_at.date().isoformat(),
            **({"url": document.source} if document.source != document.name else {})}


def _line(document: Document) -> Text:
    if document.state is DocumentState.FAILED and document.error is not None:
        return Text.of("- “{title}”: {why}", title=_title(document), why=document.error.sentence)
    if document.state is not DocumentState.READY:
        return Text.of("- “{title}” is still being read", title=_title(document))
    if document.pages:
        return Text.of("- “{title}” ({type}, {pages} pages)", title=_title(document), type=document.kind,
                       pages=document.pages)
    return Text.of("- “{title}” ({type})", title=_title(document), type=document.kind)


def _outcome(document: Document) -> Text:
    if document.state is DocumentState.FAILED and document.error is not None:
        return document.error.sentence if document.name in str(document.error.sentence) else Text.of(
            "“{name}”: {sentence}", name=one_line(document.name, TITLE_CHARS), sentence=document.error.sentence)
    if document.state is not DocumentState.READY:
        return Text.of("“{title}” is being read. It can be searched as soon as it has been read.",
                       title=_title(document))
    return Text.of("“{title}” is in the knowledge base.", title=_title(document))

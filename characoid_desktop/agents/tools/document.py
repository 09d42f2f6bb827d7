"""Tools of the document worker. Their schemas are final; the knowledge base itself comes with its own part."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field, model_validator

from characoid_desktop.agents.contracts import ToolSpec
from characoid_desktop.agents.runtime.approval_models import ApprovalSummary
from characoid_desktop.agents.tools.arguments import Id, Name, SearchArguments
from characoid_desktop.agents.tools.building import missing, spec
from characoid_desktop.agents.tools.frame import Arguments, Effect, ToolContext
from characoid_desktop.agents.tools.services import ToolServices
from characoid_desktop.agents.tools.web import ImportFromUrl, WebTools
from characoid_desktop.core.i18n import Text

_KNOWLEDGE = Text.of("The knowledge base")


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
    document_id: Id


class DocumentTools:
    """The words of the confirmations."""

    def __init__(self, services: ToolServices) -> None:
        self._services = services

    async def describe_add(self, ctx: ToolContext, args: AddKnowledge) -> ApprovalSummary:
        files = await self._services.attachments.get_many(args.ids)
        names = "\n".join(files[id].name for id in args.ids if id in files)
        return ApprovalSummary(
            Text.count("Add this file to the knowledge base?", "Add these {n} files to the knowledge base?",
                       len(args.ids)),
            target=Text.literal(names) if names else None,
            effect=Text.of("Its text is read and kept for this character. The file itself is not changed."))

    async def describe_delete(self, ctx: ToolContext, args: DeleteDocument) -> ApprovalSummary:
        return ApprovalSummary(
            Text.of("Remove this document from the knowledge base?"), target=Text.literal(args.document_id),
            effect=Text.of("The character cannot look it up any more. The original file stays."))


def tools(services: ToolServices) -> tuple[ToolSpec, ...]:
    """The four tools in canonical order."""
    own, web = DocumentTools(services), WebTools(services)
    return (
        missing("list_persona_documents", "List the documents of this character's knowledge base.",
                SearchArguments, Text.of("Looking at the documents"), _KNOWLEDGE, outside=True),
        missing("add_persona_knowledge",
                "Add attached files to this character's knowledge base. The user is asked first.",
                AddKnowledge, Text.of("Adding to the knowledge base"), _KNOWLEDGE, effect=Effect.OUTSIDE,
                describe=own.describe_add),
        missing("delete_persona_document",
                "Remove one document from this character's knowledge base. The user is asked first.",
                DeleteDocument, Text.of("Removing a document"), _KNOWLEDGE, effect=Effect.DATABASE,
                describe=own.describe_delete),
        spec(web.import_knowledge_from_url, ImportFromUrl, Text.of("Fetching a page"), effect=Effect.OUTSIDE,
             describe=web.describe_import, outside=True, sends=True),
    )

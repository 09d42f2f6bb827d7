"""Tools of the profile worker: the character's name and profile, and the conversation as a file."""

from __future__ import annotations

from typing import Annotated

from pydantic import StringConstraints, model_validator

from characoid_desktop.agents.contracts import ToolSpec
from characoid_desktop.agents.runtime.approval_models import ApprovalSummary, Change
from characoid_desktop.agents.tools.answers import answer
from characoid_desktop.agents.tools.arguments import Language, Name
from characoid_desktop.agents.tools.building import spec, unit_of
from characoid_desktop.agents.tools.frame import Arguments, Effect, Payload, ToolContext
from characoid_desktop.agents.tools.services import ToolServices
from characoid_desktop.core.i18n import Text
from characoid_desktop.features.conversations.models import ExportFormat
from characoid_desktop.features.personas.models import Persona
from characoid_desktop.features.personas.service import PersonaGone

Part = Annotated[str, StringConstraints(max_length=20_000)]

_LABELS = {
    "description": Text.of("Description"), "personality": Text.of("Personality"), "scenario": Text.of("Scenario"),
    "first_message": Text.of("First message"), "example_dialogue": Text.of("Example dialogue"),
    "language": Text.of("Spoken language"),
}
_EMPTY = Text.of("Empty")


class RenamePersona(Arguments):
    """The character's new name."""

    name: Name


class ProfileFields(Arguments):
    """The parts of the profile that change; an empty text clears a part."""

    description: Part | None = None
    personality: Part | None = None
    scenario: Part | None = None
    first_message: Part | None = None
    example_dialogue: Part | None = None
    language: Language | None = None

    @model_validator(mode="after")
    def _not_nothing(self) -> ProfileFields:
        if not self.changes:
            raise ValueError("at least one part of the profile is needed")
        return self

    @property
    def changes(self) -> dict[str, str]:
        return self.model_dump(exclude_none=True)


class UpdateProfile(Arguments):
    fields: ProfileFields


class ExportConversation(Arguments):
    format: ExportFormat = ExportFormat.MARKDOWN


class ProfileTools:
    """Every call is about the persona and the conversation of its context."""

    def __init__(self, services: ToolServices) -> None:
        self._services = services

    async def rename_persona(self, ctx: ToolContext, args: RenamePersona) -> Payload:
        """Give this character another name. The user is asked first."""
        persona = await self._services.personas.update(ctx.persona_id, name=args.name, tx=unit_of(ctx))
        return answer("completed", Text.of("The character is called “{name}” now.", name=persona.name))

    async def update_persona_profile(self, ctx: ToolContext, args: UpdateProfile) -> Payload:
        """Change parts of this character's profile; parts that are not named stay. The user is asked first."""
        persona = await self._services.personas.update(ctx.persona_id, profile=args.fields.changes, tx=unit_of(ctx))
        return answer("completed", Text.of("The profile of “{name}” was changed.", name=persona.name),
                      evidence=[{"kind": "profile", "changed": list(args.fields.changes)}])

    async def export_conversation(self, ctx: ToolContext, args: ExportConversation) -> Payload:
        """Write this conversation to a file, as Markdown or JSON."""
        path = await self._services.conversations.export(ctx.conversation_id, args.format)
        made = await self._services.attachments.reference(path)
        return answer("completed", Text.of("The conversation was saved as “{name}”.", name=made.name),
                      artifacts=[{"kind": "document", "attachment_id": made.id, "name": made.name}])

    # --- confirmations --------------------------------------------------------------------------

    async def describe_rename(self, ctx: ToolContext, args: RenamePersona) -> ApprovalSummary:
        persona = self._persona(ctx)
        return ApprovalSummary(
            Text.of("Rename this character?"), target=Text.literal(persona.name),
            effect=Text.of("Conversations, memories and files stay."),
            changes=(Change(Text.of("Name"), Text.literal(persona.name), Text.literal(args.name)),))

    async def describe_update(self, ctx: ToolContext, args: UpdateProfile) -> ApprovalSummary:
        persona = self._persona(ctx)
        before = persona.profile.to_json()
        return ApprovalSummary(
            Text.of("Change this character's profile?"), target=Text.literal(persona.name),
            effect=Text.of("The character speaks and acts by it from the next reply on."),
            changes=tuple(Change(_LABELS[key], _words(before[key]), _words(after))
                          for key, after in args.fields.changes.items()))

    def _persona(self, ctx: ToolContext) -> Persona:
        persona = self._services.personas.get(ctx.persona_id)
        if persona is None:
            raise PersonaGone(Text.of("This character is not there any more."), safe=Text.of("Nothing was changed."))
        return persona


def tools(services: ToolServices) -> tuple[ToolSpec, ...]:
    """The three tools in canonical order."""
    own = ProfileTools(services)
    return (
        spec(own.rename_persona, RenamePersona, Text.of("Renaming the character"), effect=Effect.DATABASE,
             describe=own.describe_rename),
        spec(own.update_persona_profile, UpdateProfile, Text.of("Changing the profile"), effect=Effect.DATABASE,
             describe=own.describe_update),
        spec(own.export_conversation, ExportConversation, Text.of("Exporting the conversation"),
             effect=Effect.OUTSIDE),
    )


def _words(text: str) -> Text:
    return Text.literal(text) if text else _EMPTY

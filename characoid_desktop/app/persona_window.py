"""The panel of the characters in the window: its model over the services, and what the services do not say themselves.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from PySide6.QtCore import QObject

from characoid_desktop.app.container import Container
from characoid_desktop.app.knowledge_parts import PageKeeper
from characoid_desktop.app.language import resolve
from characoid_desktop.app.persona_documents import PersonaDocuments
from characoid_desktop.core.i18n import Text
from characoid_desktop.features.personas.models import Persona
from characoid_desktop.settings.sections.appearance import AppearanceSection
from characoid_desktop.ui.panels.persona.model import PersonaPanelModel
from characoid_desktop.ui.panels.persona.people_view import Confirm
from characoid_desktop.ui.panels.persona.ports import Binding, PersonaServices, Preview, PreviewPart
from characoid_desktop.ui.panels.persona.view import PersonaView
from characoid_desktop.ui.shell.faces import Faces

_ROLES = {"system": Text("Rules and profile"), "assistant": Text("First message"),
          "user": Text("Your message")}


class PersonaWindow(QObject):
    """Owns what one window knows of the characters as a whole."""

    def __init__(self, container: Container, faces: Faces, parent: QObject) -> None:
        super().__init__(parent)
        self._c = container
        self.documents = PersonaDocuments(
            container.knowledge, container.tables, container.jobs, container.web,
            PageKeeper(container.knowledge, container.paths.cache / "pages"), container.notices)
        self.model = PersonaPanelModel(
            PersonaServices(
                personas=container.personas, lore=container.lore, files=container.persona_files,
                memory=container.memory, proposals=container.proposals, documents=self.documents,
                preview=self._preview, try_out=container.agents.loop.try_out, greeting=self._greeting,
                bindings=self._bindings, source_title=self._source_title,
                clock=container.clock),
            container.notices, container.scope, self)
        self.faces = faces

    def view(self, confirm: Confirm) -> PersonaView:
        """Return a new view of the living model."""
        return PersonaView(self.model, confirm, self.faces)

    async def aclose(self) -> None:
        """Save what was typed, and stop listening."""
        await self.model.aclose()
        self.documents.close()

    async def _preview(self, persona_id: str) -> Preview:
        found = await self._c.agents.loop.preview(persona_id)
        parts = [PreviewPart(_ROLES.get(one.role, Text.literal(one.role)), one.text, one.tokens)
                 for one in found.messages]
        if found.tools:
            names = "\n".join(_tool_name(tool) for tool in found.tools)
            parts.append(PreviewPart(Text.of("Tools"), names, found.tool_tokens))
        return Preview(tuple(parts), found.tokens, found.profile_tokens, found.cut)

    def _greeting(self, persona: Persona) -> str:
        language = resolve(self._c.settings.get(AppearanceSection).language.value).value
        return persona.greeting(language)

    def _bindings(self, persona: Persona) -> Sequence[Binding]:
        voice = self._c.voices.get(persona.voice_id) if persona.voice_id else None
        return (
            Binding(Text.of("Voice"), voice.name if voice is not None else persona.voice_id,
                    is_missing=bool(persona.voice_id) and voice is None),
            Binding(Text.literal("Live2D"), persona.live2d_model_id),
            Binding(Text.literal("VTube Studio"), persona.vts_model_id))

    async def _source_title(self, conversation_id: str) -> str | None:
        found = await self._c.conversations.get(conversation_id)
        return None if found is None else found.title


def _tool_name(tool: Mapping[str, Any]) -> str:
    """The name of a tool and what it is for, from its definition."""
    function: Mapping[str, Any] = tool.get("function") or tool
    return f"{function.get('name', '')}: {function.get('description', '')}"

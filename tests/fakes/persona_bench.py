"""The panel of the characters, shown offscreen over real characters and memories; documents as a test sets them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from PySide6.QtWidgets import QApplication, QDialog

from characoid_desktop.agents.runtime.tried import TriedLine, TriedPiece
from characoid_desktop.app.pictures import decode, drawn_face
from characoid_desktop.core.clock import SystemClock
from characoid_desktop.core.errors import Action, AppError
from characoid_desktop.core.events import Event
from characoid_desktop.core.i18n import Text
from characoid_desktop.core.notices import NoticeBoard
from characoid_desktop.core.paths import AppPaths
from characoid_desktop.core.tasks import TaskScope
from characoid_desktop.data.blobs import BlobStore
from characoid_desktop.data.database import Database
from characoid_desktop.features.attachments.service import AttachmentService
from characoid_desktop.features.conversations.models import Conversation
from characoid_desktop.features.conversations.service import ConversationService
from characoid_desktop.features.knowledge.models import Around, Found, SearchResult, Way
from characoid_desktop.features.memory.models import Proposal, ProposalMaker, TurnSource
from characoid_desktop.features.memory.proposals import MemoryProposals
from characoid_desktop.features.memory.service import MemoryService
from characoid_desktop.features.personas.files import PersonaFiles
from characoid_desktop.features.personas.lore_service import LoreService
from characoid_desktop.features.personas.models import Persona
from characoid_desktop.features.personas.service import PersonaService
from characoid_desktop.ui.panels.persona.model import PersonaPanelModel
from characoid_desktop.ui.panels.persona.ports import (
    Binding,
    DocumentFacts,
    DocumentState,
    PersonaServices,
    Preview,
    PreviewPart,
    Reading,
    TableFacts,
)
from characoid_desktop.ui.panels.persona.view import PersonaView
from characoid_desktop.ui.shell.faces import Faces
from tests.fakes.eventually import eventually
from tests.fakes.themes import themed_app

WIDE = (1280 - 96, 800 - 32)  # the panel in the window of the pictures
SMALL = (1024 - 96, 640 - 32)
DAY = datetime(2026, 11, 30, 12, tzinfo=UTC)


class FakeDocuments:
    """Documents as a test sets them; what is asked of it is written down."""

    def __init__(self) -> None:
        self.changed: Event[Any] = Event()
        self.progressed: Event[str] = Event()
        self.all: list[DocumentFacts] = []
        self.readings: dict[str, Reading] = {}
        self.found_tables: list[TableFacts] = []
        self.asked: list[tuple[Any, ...]] = []
        self.result = SearchResult((), (Way.KEYWORDS,))
        self.texts: dict[str, Around] = {}
        self.refusal: AppError | None = None
        self.held: asyncio.Event | None = None

    def put(self, id: str, name: str = "", state: DocumentState = DocumentState.READY, **more: Any) -> DocumentFacts:
        """Show a document of the character in ``spaces`` (one called "default" without it)."""
        facts = {"title": name, "kind": "pdf", "size": 12_345, "pages": 3, "passages": 7, "origin": f"/d/{name}",
                 "is_web": False, "spaces": ("default",), "created_at": DAY, "updated_at": DAY, **more}
        made = DocumentFacts(id=id, name=name or id, state=state, **facts)
        self.all = [*(one for one in self.all if one.id != id), made]
        self.changed.emit(None)
        return made

    def set(self, id: str, **more: Any) -> None:
        self.all = [replace(one, **more) if one.id == id else one for one in self.all]
        self.changed.emit(None)

    def read(self, id: str, fraction: float | None, stage: Text | None = None) -> None:
        self.readings[id] = Reading(fraction, stage)
        self.progressed.emit(id)

    def find(self, *texts: str, notes: tuple[Text, ...] = (), ways: tuple[Way, ...] = (Way.KEYWORDS,)) -> None:
        """Let the next search find these passages, each in a document of its own."""
        found = tuple(
            Found(f"p{n}", f"d{n}", f"Document {n}", text, n + 1, None, 100, 100 + len(text), 1.0 / (n + 1), ways)
            for n, text in enumerate(texts))
        self.result = SearchResult(found, ways, notes)
        for one in found:
            before, after = "Before it. ", " After it."
            self.texts[one.passage_id] = Around(
                one, before + one.text + after, 90, len(before), len(before) + len(one.text), True)

    async def list(self, space: str) -> Sequence[DocumentFacts]:
        if self.refusal is not None:
            raise self.refusal
        return [one for one in self.all if space in one.spaces]

    def reading(self, id: str) -> Reading | None:
        return self.readings.get(id)

    async def add(self, space: str, paths: Sequence[Path]) -> None:
        self.asked.append(("add", space, [path.name for path in paths]))
        for path in paths:
            self.put(path.name, path.name, DocumentState.QUEUED, spaces=(space,))

    async def add_address(self, space: str, address: str) -> None:
        self.asked.append(("address", space, address))

    async def cancel(self, id: str, space: str) -> None:
        self.asked.append(("cancel", id))
        self.all = [one for one in self.all if one.id != id]
        self.changed.emit(None)

    async def rename(self, id: str, space: str, title: str) -> None:
        self.set(id, title=title)

    async def update(self, id: str, space: str, path: Path | None) -> None:
        self.asked.append(("update", id, path.name if path else None))

    async def remove(self, id: str, space: str) -> None:
        one = next(one for one in self.all if one.id == id)
        spaces = tuple(name for name in one.spaces if name != space)
        self.all = [replace(other, spaces=spaces) if other.id == id else other for other in self.all
                    if other.id != id or spaces]
        self.changed.emit(None)

    async def share(self, id: str, from_space: str, to_space: str) -> None:
        one = next(one for one in self.all if one.id == id)
        self.set(id, spaces=(*one.spaces, to_space))

    async def tables(self, space: str) -> Sequence[TableFacts]:
        return self.found_tables

    async def search(self, space: str, query: str, limit: int) -> SearchResult:
        self.asked.append(("search", space, query))
        if self.held is not None:
            await self.held.wait()
        if self.refusal is not None:
            raise self.refusal
        return self.result

    async def around(self, passage_id: str, space: str, chars: int) -> Around | None:
        self.asked.append(("around", passage_id, chars))
        return self.texts.get(passage_id)


@dataclass
class FakeTryOut:
    """A character that says what a test sets; ``asked``: the character and the lines it was given."""

    answer: Sequence[TriedPiece] = (TriedPiece(), TriedPiece("Good "), TriedPiece("evening."))
    error: AppError | None = None
    gate: asyncio.Event | None = None  # waited for after the first words
    asked: list[tuple[Persona, tuple[TriedLine, ...]]] = field(default_factory=list)
    left: int = 0  # answers that were not heard to their end

    async def __call__(self, persona: Persona, lines: Sequence[TriedLine]) -> AsyncGenerator[TriedPiece]:
        self.asked.append((persona, tuple(lines)))
        done = False
        try:
            for piece in self.answer:
                yield piece
                if piece.text and self.gate is not None:
                    await self.gate.wait()
            if self.error is not None:
                raise self.error
            done = True
        finally:
            self.left += not done


@dataclass
class PersonaBench:
    database: Database
    personas: PersonaService
    lore: LoreService
    files: PersonaFiles
    memory: MemoryService
    proposals: MemoryProposals
    conversations: ConversationService
    documents: FakeDocuments
    notices: NoticeBoard
    scope: TaskScope
    model: PersonaPanelModel
    make_view: Callable[[], PersonaView]
    asked: list[tuple[str, Callable[[], object]]] = field(default_factory=list)
    actions: list[Action] = field(default_factory=list)
    previews: list[str] = field(default_factory=list)
    tried: FakeTryOut = field(default_factory=FakeTryOut)
    made: PersonaView | None = None

    @property
    def view(self) -> PersonaView:
        """The panel; made when it is asked for first, as the window makes it."""
        if self.made is None:
            self.made = self.make_view()
        return self.made

    def show(self, size: tuple[int, int] = WIDE) -> None:
        """Make the panel and show it."""
        self.view.resize(*size)
        self.view.show()
        self.view.activateWindow()

    @property
    def persona(self) -> Persona:
        """The character that is talked to, as it is stored."""
        return self.personas.current

    @property
    def notice(self) -> str:
        return str(self.notices.open[-1].sentence) if self.notices.open else ""

    async def propose(self, *texts: str) -> tuple[Conversation, list[Proposal]]:
        """Let the character propose to remember something after a turn."""
        talk = await self.conversations.create(self.persona.id, "The evening talk")
        made = await self.proposals.propose(
            TurnSource(self.persona.id, talk.id, "question", "answer", "run"), ProposalMaker.MODEL, list(texts))
        return talk, made


@asynccontextmanager
async def persona_bench(
    paths: AppPaths, *, size: tuple[int, int] = WIDE, shown: bool = True,
) -> AsyncIterator[PersonaBench]:
    clock = SystemClock()
    database = await Database.open(paths.database, paths.backups, clock)
    blobs = BlobStore(paths.blobs)
    personas = PersonaService(database, clock)
    await personas.start()
    lore = LoreService(database, personas, clock)
    files = PersonaFiles(database, personas, blobs, decode, draw=drawn_face)
    memory = MemoryService(database, clock)
    proposals = MemoryProposals(database, clock, memory)
    conversations = ConversationService(database, AttachmentService(database, blobs, clock), clock, paths.data / "x")
    documents, notices, scope = FakeDocuments(), NoticeBoard(), TaskScope("persona test")
    asked: list[tuple[str, Callable[[], object]]] = []
    previews: list[str] = []
    tried = FakeTryOut()

    async def preview(persona_id: str) -> Preview:
        previews.append(persona_id)
        persona = personas.get(persona_id)
        text = f"You are {persona.name}. {persona.profile.description}" if persona is not None else ""
        return Preview((PreviewPart(Text.literal("Rules"), text, len(text)),), len(text), 7)

    async def source_title(conversation_id: str) -> str | None:
        found = await conversations.get(conversation_id)
        return None if found is None else found.title

    def bindings(persona: Persona) -> Sequence[Binding]:
        return (Binding(Text.literal("Voice"), persona.voice_id),)

    with themed_app():
        model = PersonaPanelModel(
            PersonaServices(personas, lore, files, memory, proposals, documents, preview, tried,
                            lambda persona: persona.greeting("you"), bindings, source_title, clock), notices, scope)

        def confirm(question: Text, yes: Text, do: Callable[[], object]) -> None:
            asked.append((str(question), do))

        def view() -> PersonaView:
            return PersonaView(model, confirm, Faces(files.avatar_path, scope))

        bench = PersonaBench(database, personas, lore, files, memory, proposals, conversations, documents, notices,
                             scope, model, view, asked, previews=previews, tried=tried)
        model.action_wanted.connect(bench.actions.append)
        if shown:
            bench.show(size)
            await eventually(lambda: QApplication.activeWindow() is bench.view and bench.view.is_whole)
        try:
            yield bench
        finally:
            if documents.held is not None:
                documents.held.set()
            await model.aclose()
            if bench.made is not None:
                for dialog in bench.made.findChildren(QDialog):
                    dialog.close()
                bench.made.close()
                bench.made.deleteLater()
            await scope.aclose()
            await database.aclose()

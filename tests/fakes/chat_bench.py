"""The chat panel, shown offscreen over a real record, with a loop whose turns the test writes."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

from PySide6.QtWidgets import QApplication

from characoid_desktop.agents.runtime.approvals import ApprovalLedger
from characoid_desktop.audio.playback import Player
from characoid_desktop.core.clock import SystemClock
from characoid_desktop.core.errors import Action
from characoid_desktop.core.events import Event
from characoid_desktop.core.i18n import Text
from characoid_desktop.core.notices import NoticeBoard
from characoid_desktop.core.paths import AppPaths
from characoid_desktop.core.tasks import TaskScope
from characoid_desktop.data.blobs import BlobStore
from characoid_desktop.data.database import Database
from characoid_desktop.features.attachments.service import AttachmentService
from characoid_desktop.features.conversations.models import Conversation, Message
from characoid_desktop.features.conversations.service import ConversationService
from characoid_desktop.features.memory.proposals import MemoryProposals
from characoid_desktop.features.memory.service import MemoryService
from characoid_desktop.features.personas.service import PersonaService
from characoid_desktop.ui.panels.chat.model import ChatModel
from characoid_desktop.ui.panels.chat.ports import Brain, ChatServices, WorkFacts
from characoid_desktop.ui.panels.chat.view import ChatView
from characoid_desktop.ui.widgets.message_view import MessageView
from tests.fakes.eventually import eventually
from tests.fakes.scripted_loop import ScriptedLoop
from tests.fakes.sound_output import FakeSound
from tests.fakes.themes import themed_app

WIDE = (1280 - 96, 800 - 32)  # the panel in the window of the pictures
MIDDLE = (1100 - 96, 700 - 32)
SMALL = (1024 - 96, 640 - 32)


class FakeWork:
    """Jobs as a test sets them."""

    def __init__(self) -> None:
        self.changed: Event[str] = Event()
        self.jobs: dict[str, WorkFacts] = {}
        self.pictures: dict[str, bytes] = {}
        self.asked: list[tuple[str, str]] = []

    def set(self, job_id: str, facts: WorkFacts) -> None:
        self.jobs[job_id] = facts
        self.changed.emit(job_id)

    def look(self, job_id: str) -> WorkFacts | None:
        return self.jobs.get(job_id)

    def picture(self, job_id: str, *, original: bool) -> bytes | None:
        return self.pictures.get(job_id)

    def sound(self, job_id: str, *, original: bool):
        return None

    async def cancel(self, job_id: str) -> None:
        self.asked.append(("cancel", job_id))

    async def retry(self, job_id: str) -> None:
        self.asked.append(("retry", job_id))

    async def save_as(self, job_id: str, target: Path) -> Path:
        self.asked.append(("save", job_id))
        return target


@dataclass
class Asked:
    question: str
    sentence: str
    do: Callable[[], object]


class Clock:
    """Monotonic time as the test says."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@dataclass
class ChatBench:
    database: Database
    conversations: ConversationService
    personas: PersonaService
    attachments: AttachmentService
    approvals: ApprovalLedger
    loop: ScriptedLoop
    work: FakeWork
    notices: NoticeBoard
    model: ChatModel
    view: ChatView
    clock: Clock
    brain: list[Brain] = field(default_factory=lambda: [Brain(Text.literal("qwen3-8b"))])
    asked: list[Asked] = field(default_factory=list)
    opened: list[str] = field(default_factory=list)
    actions: list[Action] = field(default_factory=list)

    async def ask(self, text: str) -> None:
        """Type and send, and wait until the character's answer begins."""
        before = len(self.loop.queries)
        self.view.composer.field.setPlainText(text)
        self.view.composer.send_wanted.emit()
        await eventually(lambda: len(self.loop.queries) > before)
        await eventually(lambda: self.model.is_replying and not self.model.is_sending)
        await eventually(lambda: self.last is not None and self.last.item.live)

    async def answer(self, text: str) -> None:
        """Say something and end the turn."""
        self.loop.say(text)
        await self.loop.end()
        await eventually(lambda: self.last is not None and not self.last.item.live and self.last.item.text == text)

    async def talk(self, *pairs: tuple[str, str]) -> Conversation:
        for question, answer in pairs:
            await self.ask(question)
            await self.answer(answer)
        assert self.model.current is not None
        return self.model.current

    async def fill(self, count: int, *, text: Callable[[int], str] = lambda n: f"message {n}") -> Conversation:
        """Write a conversation of ``count`` messages straight into the record."""
        made = await self.conversations.create(self.personas.current.id, "long")
        parent = None
        rows = []
        for number in range(count):
            role = "user" if number % 2 == 0 else "character"
            rows.append((f"{made.id[:8]}m{number}", made.id, parent, None, role, "done", text(number), "{}", "{}",
                         "2026-01-01T10:00:00+00:00", None))
            parent = rows[-1][0]
        async with self.database.transaction() as tx:
            for start in range(0, count, 500):
                await tx.executemany(
                    "INSERT INTO messages (id, conversation_id, parent_id, run_id, role, state, text, parts, usage,"
                    " created_at, finished_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", rows[start:start + 500])
            await tx.execute("UPDATE conversations SET head_id = ? WHERE id = ?", (parent, made.id))
        found = await self.conversations.get(made.id)
        assert found is not None
        return found

    @property
    def views(self) -> list[MessageView]:
        column = self.view.messages.column
        return [view for item in column.items if (view := column.view(item.id)) is not None]

    @property
    def last(self) -> MessageView | None:
        views = self.views
        return views[-1] if views else None

    @property
    def texts(self) -> list[str]:
        return [item.text for item in self.view.messages.column.items]

    @property
    def messages(self) -> list[Message]:
        thread = self.model.transcript
        return [message for item in thread.items if (message := thread.message(item.id)) is not None]

    @property
    def notice(self) -> str:
        return str(self.notices.open[-1].sentence) if self.notices.open else ""

    async def filled(self) -> None:
        """Wait until every message is drawn."""
        await eventually(lambda: self.view.messages.column.is_filled)


@asynccontextmanager
async def chat_bench(paths: AppPaths, *, size: tuple[int, int] = WIDE, scale: float = 1.0, theme: str = "dark",
                     prepare: Callable[[PersonaService], object] | None = None) -> AsyncIterator[ChatBench]:
    clock, monotonic = SystemClock(), Clock()
    database = await Database.open(paths.database, paths.backups, clock)
    attachments = AttachmentService(database, BlobStore(paths.blobs), clock)
    personas = PersonaService(database, clock)
    await personas.start()
    conversations = ConversationService(database, attachments, clock, paths.data / "exports")
    approvals = ApprovalLedger(database, clock, lambda: 24.0)
    await approvals.start()
    loop, work, notices, scope = ScriptedLoop(conversations), FakeWork(), NoticeBoard(), TaskScope("chat test")
    player = Player(load=FakeSound(rate=8_000).load)
    brain = [Brain(Text.literal("qwen3-8b"))]
    services = ChatServices(loop, conversations, personas, attachments, approvals, work, loop.history, clock,
                            paths.cache / "pasted", lambda: brain[0],
                            proposals=MemoryProposals(database, clock, MemoryService(database, clock)))
    with themed_app() as themes:
        themes.apply(theme, "en", scale)
        model = ChatModel(services, player, notices, scope)
        asked: list[Asked] = []
        opened: list[str] = []

        def ask(question: Text, yes: Text, do: Callable[[], object], *, sentence: object = "") -> None:
            asked.append(Asked(str(question), str(sentence), do))

        view = ChatView(model, ask, opened.append, monotonic=monotonic)
        bench = ChatBench(database, conversations, personas, attachments, approvals, loop, work, notices, model, view,
                          monotonic, brain, asked, opened)
        model.action_wanted.connect(bench.actions.append)
        view.resize(*size)
        view.show()
        view.activateWindow()
        await eventually(lambda: QApplication.activeWindow() is view)
        try:
            yield bench
        finally:
            model.close()
            for dialog in (view.dialog, view.whole):
                if dialog is not None:
                    dialog.close()
            view.close()
            view.deleteLater()
            await player.aclose()
            await scope.aclose()
            await database.aclose()

"""The conversation that is shown: a window of its messages, of the branch in use, as the record and the turns say."""

from __future__ import annotations

from collections.abc import Coroutine, Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal

from characoid_desktop.agents.runtime.approval_models import Approval
from characoid_desktop.core.errors import AppError
from characoid_desktop.core.tasks import TaskScope
from characoid_desktop.features.conversations.models import (
    Conversation,
    Message,
    MessageRole,
    MessageState,
    Summary,
)
from characoid_desktop.features.memory.models import Proposal
from characoid_desktop.features.personas.models import Persona
from characoid_desktop.ui.panels.chat.extras import Choice, job_of
from characoid_desktop.ui.panels.chat.items import Around, item_of, opening_item
from characoid_desktop.ui.panels.chat.ports import ChatServices
from characoid_desktop.ui.panels.chat.steps import book_of
from characoid_desktop.ui.panels.chat.turns import Turns
from characoid_desktop.ui.widgets.message_item import Branch, MessageItem
from characoid_desktop.ui.widgets.themed import Words

WINDOW = 200  # messages that are loaded at most
FIRST = 60  # of a conversation that is opened
PAGE = 60


def start(scope: TaskScope, work: Coroutine[Any, Any, object], guarded: Coroutine[Any, Any, None], name: str) -> None:
    """Start ``guarded``, which awaits ``work``; both are closed where the task never takes its first step."""
    try:
        task = scope.start(guarded, name=name)
    except RuntimeError:  # the app is closing
        work.close()
        return
    task.add_done_callback(lambda _: work.close())


@dataclass(frozen=True, slots=True)
class _Page:
    """Messages that were let go: the first of them, the one after them (None: the end), and how many."""

    first: str
    after: str | None
    count: int


class Thread(QObject):
    """``changed``: other messages, or another order. ``item_changed(MessageItem)``: one differs.

    ``failed(AppError)`` when the record cannot be read. All reading goes on in ``scope``.
    """

    changed = Signal()
    item_changed = Signal(object)
    failed = Signal(object)

    def __init__(
        self, services: ChatServices, turns: Turns, scope: TaskScope, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._services = services
        self._turns = turns
        self._scope = scope
        self._conversation: Conversation | None = None
        self._messages: list[Message] = []
        self._greeting = 0  # which of the character's first messages is shown while nothing was said
        self._opening: MessageItem | None = None
        self._branches: dict[str, Branch] = {}
        self._beside: dict[str, list[str]] = {}
        self._later: list[_Page] = []  # let go at the end, the nearest last
        self._items: dict[str, MessageItem] = {}
        self._turn = 0  # of reading: what comes late is dropped
        self._reading = 0
        self._paging = False
        self._loaded = False
        self._proposals: dict[str, list[Proposal]] = {}  # by the answer that they came after
        self._summary: Summary | None = None  # of the branch that is shown
        self._offered: dict[str, Choice] = {}
        self._form_busy: set[str] = set()
        self._form_problem: dict[str, Words] = {}
        self._again = QTimer(self)  # several changes at once are read once
        self._again.setSingleShot(True)
        self._again.timeout.connect(self._reload)
        turns.touched.connect(self._touched)
        turns.ended.connect(self._ended)
        turns.active_changed.connect(self._active_changed)
        self._disconnect = (
            services.conversations.message_changed.connect(self._message_changed),
            services.conversations.changed.connect(self._conversation_changed),
            services.approvals.changed.connect(self._approval_changed),
            services.work.changed.connect(self._work_changed),
            services.conversations.summarised.connect(self._summarised),
            *(() if services.proposals is None else (services.proposals.changed.connect(self._proposed),)),
            services.personas.changed.connect(lambda _: self.refresh()))

    def close(self) -> None:
        for disconnect in self._disconnect:
            disconnect()
        self._again.stop()
        self._turn += 1

    # --- what is shown ----------------------------------------------------------------------------

    @property
    def conversation(self) -> Conversation | None:
        return self._conversation

    @property
    def key(self) -> str:
        """Names what is shown ("" before a conversation is chosen)."""
        return self._conversation.id if self._conversation is not None else ""

    @property
    def is_loaded(self) -> bool:
        """Whether the messages are there (they may be none)."""
        return self._loaded

    @property
    def items(self) -> tuple[MessageItem, ...]:
        """What is shown; of a conversation that is not begun, the character's first words where it has some."""
        if not self._messages:
            return () if self._opening is None else (self._opening,)
        return tuple(self._items[message.id] for message in self._messages if message.id in self._items)

    @property
    def is_empty(self) -> bool:
        """Whether nothing was said yet (or is not read yet)."""
        return not self._messages

    @property
    def opening(self) -> tuple[str, int]:
        """The character's first words, which are written down with the user's first message, and their number."""
        return ("" if self._opening is None else self._opening.text), self._greeting

    @property
    def has_older(self) -> bool:
        return bool(self._messages) and self._messages[0].parent_id is not None

    @property
    def has_newer(self) -> bool:
        return bool(self._later)

    def message(self, id: str) -> Message | None:
        return next((message for message in self._messages if message.id == id), None)

    def last_own(self) -> Message | None:
        """Return the user's newest message that is loaded."""
        return next((m for m in reversed(self._messages) if m.role is MessageRole.USER), None)

    def beside(self, id: str, step: int) -> str | None:
        """Return the version before (−1) or after (1) a message."""
        ids = self._beside.get(id, [])
        at = ids.index(id) + step if id in ids else -1
        return ids[at] if 0 <= at < len(ids) else None

    def files(self) -> tuple[Choice, ...]:
        """Return the files that came up in the loaded part, newest first."""
        found: dict[str, Choice] = dict(self._offered)
        for message in reversed(self._messages):
            for one in message.attachments:
                found.setdefault(one.attachment_id, Choice(one.attachment_id, one.name))
        return tuple(found.values())

    # --- wishes -----------------------------------------------------------------------------------

    def open(self, conversation: Conversation | None, *, greeting: int = 0) -> None:
        """Show another conversation (None: none yet). ``greeting``: the number of the first message to begin with."""
        if conversation is not None and conversation.id == self.key:
            self._conversation = conversation
            return
        self._conversation = conversation
        self._messages, self._items, self._later = [], {}, []
        self._branches, self._beside = {}, {}
        self._proposals, self._summary = {}, None
        self._turn += 1
        self._loaded = conversation is None
        self._greeting = greeting
        self._make_opening()
        self.changed.emit()
        if conversation is not None:
            self._do(self._load(self._turn, conversation.id))

    def step_opening(self, step: int) -> None:
        """Show the first message before or after the one that is shown."""
        persona = self._speaker()
        if self._opening is not None and 0 <= self._greeting + step < len(persona.greetings):
            self._greeting += step
            self._show_opening()

    def load_older(self) -> None:
        """Load a page before the first message; one at the other end goes where there are too many."""
        if self.has_older and not self._paging and self._loaded:
            self._paging = True
            self._do(self._older(self._turn, self._messages[0].id))

    def load_newer(self) -> None:
        """Load a page after the last message that is loaded."""
        if self._later and not self._paging:
            self._paging = True
            self._do(self._newer(self._turn))

    def to_newest(self) -> None:
        """Go back to the end of the conversation."""
        if self._later:
            self._later = []
            self._reload()

    def set_form(self, message_id: str, *, busy: bool, problem: Words = "") -> None:
        """Say that an answer to a form is on its way, or why it was not taken."""
        (self._form_busy.add if busy else self._form_busy.discard)(message_id)
        self._form_problem[message_id] = problem
        self._show_id(message_id)

    def offer_file(self, message_id: str, attachment_id: str, name: str) -> None:
        """Offer a file that was just taken in, in the forms of this conversation."""
        self._offered[attachment_id] = Choice(attachment_id, name)
        self._show_id(message_id)

    def refresh(self) -> None:
        """Make all items anew: words of another language, another name, a setting."""
        for message in self._messages:
            self._show(message)
        self._show_opening()

    # --- reading ----------------------------------------------------------------------------------

    def _do(self, work: Coroutine[Any, Any, None]) -> None:
        async def guarded() -> None:
            try:
                await work
            except AppError as error:
                self.failed.emit(error)

        start(self._scope, work, guarded(), "thread")

    async def _load(self, turn: int, id: str) -> None:
        count = max(FIRST, min(WINDOW, len(self._messages)))
        self._reading += 1
        try:
            found = await self._services.conversations.path(id, limit=count)
        finally:
            self._reading -= 1
        if turn == self._turn:
            self._later = []
            await self._take(turn, found)

    async def _older(self, turn: int, before: str) -> None:
        try:
            page = await self._services.conversations.path(self.key, before_id=before, limit=PAGE)
            if turn == self._turn and page:
                kept = [*page, *self._messages]
                if len(kept) > WINDOW:
                    dropped, kept = kept[WINDOW:], kept[:WINDOW]
                    after = self._later[-1].first if self._later else None
                    self._later.append(_Page(dropped[0].id, after, len(dropped)))
                await self._take(turn, kept)
        finally:
            self._paging = False

    async def _newer(self, turn: int) -> None:
        try:
            page, last = self._later[-1], self._messages[-1].id
            found = await self._services.conversations.path(
                self.key, before_id=page.after, limit=page.count + (PAGE if page.after is None else 0))
            if turn != self._turn:
                return
            start = next((n for n, message in enumerate(found) if message.parent_id == last), None)
            if start is None:  # much was said meanwhile: go to its end
                self._later = []
                self._reload()
                return
            self._later.pop()
            await self._take(turn, [*self._messages, *found[start:]][-WINDOW:])
        finally:
            self._paging = False

    def _reload(self) -> None:
        if self._conversation is not None:
            self._turn += 1
            self._paging = False
            self._do(self._load(self._turn, self._conversation.id))

    async def _take(self, turn: int, messages: list[Message]) -> None:
        """Show these messages; their versions and timelines follow."""
        known = {message.id: message for message in self._messages}
        self._messages = messages
        self._loaded = True
        self._make_opening()
        here = {message.id for message in messages}
        self._items = {id: item for id, item in self._items.items() if id in here}
        for message in messages:
            if message is known.get(message.id) and message.id in self._items:
                continue
            self._settle(message)
            self._items[message.id] = self._item(message)
        self.changed.emit()
        beside = await self._services.conversations.siblings_of([message.id for message in messages])
        if turn != self._turn:
            return
        before = self._branches
        self._beside = {id: ids for id, (ids, _) in beside.items() if len(ids) > 1}
        self._branches = {id: Branch(at + 1, len(ids)) for id, (ids, at) in beside.items() if len(ids) > 1}
        for message in messages:
            if before.get(message.id) != self._branches.get(message.id):
                self._show_id(message.id)
        await self._fetch_beside(turn)
        await self._fetch_steps(turn, messages)

    async def _fetch_beside(self, turn: int) -> None:
        """Fetch what stands beside the record: proposals to remember, and the summary of the older part."""
        conversation, services = self._conversation, self._services
        if conversation is None or turn != self._turn:
            return
        summaries = await services.conversations.summaries(conversation.id)
        answers = [message.id for message in self._messages if message.role is MessageRole.CHARACTER]
        proposals = {} if services.proposals is None else await services.proposals.of_answers(
            conversation.persona_id, answers)
        if turn != self._turn:
            return
        before = {*self._proposals, *([self._summary.upto_id] if self._summary is not None else [])}
        self._proposals, self._summary = proposals, summaries[0] if summaries else None
        after = {*proposals, *([self._summary.upto_id] if self._summary is not None else [])}
        for id in before | after:
            self._show_id(id)

    async def _fetch_steps(self, turn: int, messages: Sequence[Message]) -> None:
        """Fetch the timelines of answers that are over, newest first."""
        for message in reversed(messages):
            run = message.run_id
            if run is None or not message.state.is_over or self._turns.book(run) or self._turns.live(run):
                continue
            kept = await self._services.history(run)
            if turn != self._turn:
                return
            self._turns.keep_book(run, book_of(kept))
            self._show_id(message.id)

    # --- items ------------------------------------------------------------------------------------

    def _item(self, message: Message) -> MessageItem:
        services = self._services
        persona = services.personas.get(self._conversation.persona_id) if self._conversation is not None else None
        waiting = sum(1 for one in services.approvals.pending if one.run_id == message.run_id)
        form = message.state is MessageState.WAITING
        return item_of(message, Around(
            persona, self._turns.live(message.run_id), self._turns.book(message.run_id),
            self._branches.get(message.id), waiting, can_ask=self._turns.active(message.conversation_id) is None,
            shows_reasoning=services.show_reasoning(), files=self.files() if form else (),
            form_busy=message.id in self._form_busy, form_problem=self._form_problem.get(message.id, ""),
            look=services.work.look, now=services.clock.monotonic(),
            language=(persona.profile.language or None) if persona is not None else None,
            face=services.face(persona) if persona is not None else None,
            proposals=self._proposals.get(message.id, ()),
            summary=self._summary if self._summary is not None and self._summary.upto_id == message.id else None))

    def _speaker(self) -> Persona:
        personas, conversation = self._services.personas, self._conversation
        return (personas.get(conversation.persona_id) if conversation is not None else None) or personas.current

    def _make_opening(self) -> None:
        self._opening = None
        if self._loaded and not self._messages:
            persona = self._speaker()
            self._greeting = max(0, min(self._greeting, len(persona.greetings) - 1))
            text = persona.greeting(self._services.language(), self._greeting)
            self._opening = opening_item(
                persona, text, self._greeting, self._services.face(persona)) if text else None

    def _show_opening(self) -> None:
        before = self._opening
        self._make_opening()
        if self._opening != before:
            self.changed.emit()

    def _show(self, message: Message) -> None:
        item = self._item(message)
        if self._items.get(message.id) != item:
            self._items[message.id] = item
            self.item_changed.emit(item)

    def _show_id(self, id: str) -> None:
        message = self.message(id)
        if message is not None:
            self._show(message)

    # --- what happens -----------------------------------------------------------------------------

    def _message_changed(self, message: Message) -> None:
        self._settle(message)
        if message.conversation_id != self.key:
            return
        for number, known in enumerate(self._messages):
            if known.id == message.id:
                self._messages[number] = message
                self._show(message)
                if self._reading:  # what is being read may be from before this
                    self._again.start(0)
                return
        last = self._messages[-1].id if self._messages else None
        if self._loaded and not self._reading and not self._later and message.parent_id == last:
            self._messages = [*self._messages, message][-WINDOW:]
            self._opening = None
            self._items[message.id] = self._item(message)
            self.changed.emit()
        else:
            self._again.start(0)

    def _settle(self, message: Message) -> None:
        """The record holds all of an answer that is over, and the beginning of one that goes on."""
        if message.run_id is None:
            return
        if not message.state.is_over:
            seconds = message.parts.get("reasoning_s")
            self._turns.keep(message.run_id, message.text, str(message.parts.get("reasoning") or ""),
                             float(seconds) if isinstance(seconds, int | float) else 0.0)
        elif (live := self._turns.live(message.run_id)) is not None and live.over:
            self._turns.forget(live.run_id)

    def _conversation_changed(self, conversation: Conversation) -> None:
        if conversation.id != self.key:
            return
        self._conversation = conversation
        head = conversation.head_id
        if not self._later and self._loaded and head is not None and all(m.id != head for m in self._messages):
            self._again.start(0)

    def _approval_changed(self, approval: Approval) -> None:
        for message in self._messages:
            if message.run_id == approval.run_id:
                self._show(message)

    def _proposed(self, answer_id: str) -> None:
        if self.message(answer_id) is not None:
            self._do(self._fetch_beside(self._turn))

    def _summarised(self, conversation_id: str) -> None:
        if conversation_id == self.key:
            self._do(self._fetch_beside(self._turn))

    def _work_changed(self, job_id: str) -> None:
        for message in self._messages:
            card = message.parts.get("card")
            if card is not None and job_of(card) == job_id:
                self._show(message)

    def _touched(self, run_id: str) -> None:
        for message in reversed(self._messages):
            if message.run_id == run_id:
                self._show(message)
                return

    def _ended(self, run_id: str) -> None:
        for message in self._messages:
            if message.run_id == run_id:
                self._settle(message)
                self._show(message)

    def _active_changed(self, conversation_id: str) -> None:
        if conversation_id == self.key:
            self.refresh()  # what may be edited or asked again

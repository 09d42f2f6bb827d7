"""The record of every conversation. The graph's checkpoints are not: what was said is here or nowhere."""

from __future__ import annotations

import sqlite3
import uuid
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, nullcontext
from datetime import datetime
from pathlib import Path
from typing import Any

from characoid_desktop.core.clock import Clock
from characoid_desktop.core.events import Event
from characoid_desktop.core.i18n import Text
from characoid_desktop.core.matching import Question
from characoid_desktop.data.database import Database, Transaction
from characoid_desktop.data.objects import to_text
from characoid_desktop.features.attachments.service import AttachmentService
from characoid_desktop.features.conversations.export import Exporter
from characoid_desktop.features.conversations.finding import PastFinder
from characoid_desktop.features.conversations.models import (
    HEAD,
    AttachmentRole,
    Conversation,
    ExportFormat,
    Head,
    Message,
    MessageRole,
    MessageState,
    Said,
    Summary,
)
from characoid_desktop.features.conversations.repository import ConversationRepository
from characoid_desktop.features.conversations.summaries import SummaryRepository
from characoid_desktop.features.conversations.writing import (
    BadMessage,
    ConversationGone,
    answer_text,
    checked_text,
    checked_title,
    conversation_gone,
    kept,
    message_gone,
    parts_text,
    title_of,
)

MAX_PATH = 1000  # messages a call
MAX_LIST = 500  # conversations a call
MAX_CARRIED = 20  # names of outside texts
MAX_OPTIONS_CHARS = 64 * 1024  # as JSON


def _new_id() -> str:
    return uuid.uuid4().hex


class ConversationService:
    """Every change is on the disk when its call returns (with ``tx``: when that unit of work is saved).

    Listeners hear of a change only after it is saved. Nothing of this may be awaited inside a unit of work but the
    methods that take ``tx``: there is one unit of work at a time.
    """

    def __init__(
        self, database: Database, attachments: AttachmentService, clock: Clock, exports: Path,
        new_id: Callable[[], str] = _new_id,
    ) -> None:
        self.changed: Event[Conversation] = Event()
        self.removed: Event[str] = Event()
        self.message_changed: Event[Message] = Event()
        self.summarised: Event[str] = Event()  # the id of a conversation whose older part was put in short
        self._database = database
        self._attachments = attachments
        self._clock = clock
        self._new_id = new_id
        self._rows = ConversationRepository(database)
        self._finder = PastFinder(database)
        self._summaries = SummaryRepository(database)
        self._exporter = Exporter(self._rows, exports)

    async def create(self, persona_id: str, title: str = "") -> Conversation:
        """Begin a conversation. Raises ConversationGone for a persona that is not there, DataError."""
        try:
            async with self._database.transaction() as tx:
                made = await self._rows.insert(
                    tx, self._new_id(), persona_id, checked_title(title), self._clock.now())
                tx.after_commit(lambda: self.changed.emit(made))
        except sqlite3.IntegrityError as error:
            raise ConversationGone(Text.of("This character is not there any more."),
                                   safe=Text.of("Nothing was changed.")) from error
        return made

    async def list(
        self, persona_id: str, *, search: str = "", limit: int = 200, before_seq: int | None = None,
        archived: bool = False,
    ) -> list[Conversation]:
        """Newest first, ``seq`` below ``before_seq``; ``search`` looks into titles and messages."""
        return await self._rows.list(persona_id, search=search.strip()[:200], archived=archived,
                                     limit=max(0, min(limit, MAX_LIST)), before_seq=before_seq)

    async def get(self, id: str) -> Conversation | None:
        return await self._rows.get(id)

    async def rename(self, id: str, title: str) -> Conversation:
        """Give it a title (one line, cut where it is too long). Raises ConversationGone."""
        async with self._database.transaction() as tx:
            return await self._changed(tx, id, title=checked_title(title))

    async def archive(self, id: str, archived: bool = True) -> Conversation:
        """Put it away, or back. Raises ConversationGone."""
        async with self._database.transaction() as tx:
            return await self._changed(tx, id, archived=int(archived))

    async def set_options(self, id: str, options: Mapping[str, Any]) -> Conversation:
        """Replace what was chosen for this conversation alone. Raises ConversationGone, ValueError (too large)."""
        text = to_text(options)
        if len(text) > MAX_OPTIONS_CHARS:
            raise ValueError("the options of a conversation are too large")
        async with self._database.transaction() as tx:
            return await self._changed(tx, id, options=text)

    async def delete(self, id: str) -> bool:
        """Delete a conversation with all messages and runs, and forget the files only it referred to.

        Returns whether there was one. The user's files are never touched.
        """
        async with self._database.transaction() as tx:
            gone, attachments = await self._rows.delete(tx, id)
            await self._attachments.forget_unused(tx, attachments)
            if gone:
                tx.after_commit(lambda: self.removed.emit(id))
        return gone

    async def delete_all(self, persona_id: str, tx: Transaction) -> int:
        """As :meth:`delete`, for all conversations of a persona inside a unit of work; return how many."""
        ids = await self._rows.ids_of(tx, persona_id)
        for id in ids:
            _, attachments = await self._rows.delete(tx, id)
            await self._attachments.forget_unused(tx, attachments)
        tx.after_commit(lambda: [self.removed.emit(id) for id in ids])
        return len(ids)

    async def add_user(
        self, conversation_id: str, text: str, attachment_ids: Sequence[str] = (),
        parent_id: str | Head | None = HEAD, *, tx: Transaction | None = None,
    ) -> Message:
        """Add what the user said after ``parent_id`` (None: as a beginning) and show that branch.

        When this returns the message is on the disk. Names an untitled conversation. Raises BadMessage,
        ConversationGone, MessageGone, DataError; nothing was saved then.
        """
        text = checked_text(text, attachment_ids)
        async with self._within(tx) as unit:
            conversation, parent = await self._place(unit, conversation_id, parent_id)
            message = await self._rows.add(
                unit, id=self._new_id(), conversation_id=conversation_id, parent_id=parent, role=MessageRole.USER,
                state=MessageState.DONE, text=text, now=self._clock.now())
            if attachment_ids:
                message = await self._attach(unit, message, AttachmentRole.GIVEN, tuple(dict.fromkeys(attachment_ids)))
            names = title_of(text) or title_of(message.attachments[0].name if message.attachments else "")
            unit.after_commit(lambda: self.message_changed.emit(message))
            await self._changed(unit, conversation_id, head_id=message.id, title=conversation.title or names)
        return message

    async def open_with(self, conversation_id: str, text: str, *, tx: Transaction | None = None) -> Message | None:
        """Let the character say the first words of a conversation; None where something was said already, or ``text``
        is blank. Belongs into the unit of work of what the user says to them, so that none stands there alone.

        Raises ConversationGone, DataError.
        """
        async with self._within(tx) as unit:
            _, head = await self._place(unit, conversation_id, HEAD)
            if head is not None or not text.strip():
                return None
            first = await self._rows.add(
                unit, id=self._new_id(), conversation_id=conversation_id, parent_id=None, role=MessageRole.CHARACTER,
                state=MessageState.DONE, text=answer_text(text), now=self._clock.now())
            unit.after_commit(lambda: self.message_changed.emit(first))
            await self._changed(unit, conversation_id, head_id=first.id)
        return first

    async def begin_answer(
        self, conversation_id: str, parent_id: str | None, run_id: str | None, *, tx: Transaction | None = None,
    ) -> Message:
        """Add an empty answer in the state STREAMING after ``parent_id`` and show that branch.

        Raises ConversationGone, MessageGone, DataError.
        """
        async with self._within(tx) as unit:
            _, parent = await self._place(unit, conversation_id, parent_id)
            message = await self._rows.add(
                unit, id=self._new_id(), conversation_id=conversation_id, parent_id=parent, run_id=run_id,
                role=MessageRole.CHARACTER, state=MessageState.STREAMING, text="", now=self._clock.now())
            unit.after_commit(lambda: self.message_changed.emit(message))
            await self._changed(unit, conversation_id, head_id=message.id)
        return message

    async def keep_answer(self, id: str, text: str, parts: Mapping[str, Any]) -> None:
        """Save what there is of an answer that is not over yet; of one that is, nothing changes.

        Cheap (one statement), but a commit: the caller limits how often. Nobody is told.
        """
        await self._rows.keep(id, answer_text(text), parts_text(parts))

    async def finish_answer(
        self, id: str, state: MessageState, text: str, parts: Mapping[str, Any], usage: Mapping[str, Any], *,
        tx: Transaction | None = None,
    ) -> Message:
        """Save an answer with the state it is in now (STREAMING and WAITING go on later). Raises MessageGone."""
        async with self._within(tx) as unit:
            found = await self._rows.finish(
                unit, id, state, answer_text(text), parts_text(parts), parts_text(usage), self._clock.now())
            message = await self._rows.message(id, unit) if found else None
            if message is None:
                raise message_gone()
            done = message
            unit.after_commit(lambda: self.message_changed.emit(done))
        return message

    async def path(
        self, conversation_id: str, *, head_id: str | None = None, limit: int = 200, before_id: str | None = None,
    ) -> list[Message]:
        """Return the last ``limit`` messages of the branch that ends at ``head_id`` (None: the one shown).

        In order from the first to the last; ``before_id`` asks for those before that message of the branch.
        """
        if before_id is not None:
            start = await self._rows.parent_of(before_id)
        else:
            start = head_id or await self._shown(conversation_id)
        if start is None:
            return []
        found = await self._rows.up(conversation_id, start, max(1, min(limit, MAX_PATH)))
        if not found and head_id is None and before_id is None:  # the head was lost with a damaged page
            newest = await self._rows.newest(conversation_id)
            found = await self._rows.up(conversation_id, newest, max(1, min(limit, MAX_PATH))) if newest else []
        return found

    async def message(self, id: str) -> Message | None:
        return await self._rows.message(id)

    async def siblings(self, message_id: str) -> tuple[list[str], int]:
        """Return the ids of a message and those beside it, oldest first, and its place; ([], -1) for none."""
        return (await self.siblings_of([message_id])).get(message_id, ([], -1))

    async def siblings_of(self, message_ids: Sequence[str]) -> dict[str, tuple[list[str], int]]:
        """As :meth:`siblings` for many messages at once; unknown ones are missing."""
        found = await self._rows.siblings(message_ids)
        return {id: (beside, beside.index(id)) for id, beside in found.items()}

    async def choose(self, message_id: str) -> Conversation:
        """Show the branch of this message, down to its newest leaf. Raises MessageGone."""
        async with self._database.transaction() as tx:
            message = await self._rows.message(message_id, tx)
            if message is None:
                raise message_gone()
            head = await self._rows.newest_below(tx, message.conversation_id, message.id)
            return await self._changed(tx, message.conversation_id, head_id=head)

    async def attach_made(
        self, message_id: str, attachment_id: str, *, tx: Transaction | None = None,
    ) -> Message:
        """Add a file that a worker made; twice is once. Raises MessageGone, BadMessage (no such attachment)."""
        async with self._within(tx) as unit:
            message = await self._rows.message(message_id, unit)
            if message is None:
                raise message_gone()
            message = await self._attach(unit, message, AttachmentRole.MADE, (attachment_id,))
            done = message
            unit.after_commit(lambda: self.message_changed.emit(done))
        return message

    async def update_parts(
        self, id: str, parts: Mapping[str, Any], *, tx: Transaction | None = None,
    ) -> Message | None:
        """Replace the parts that are named (None takes one away), leave the others; None: no such message."""
        async with self._within(tx) as unit:
            message = await self._rows.message(id, unit)
            if message is None:
                return None
            wanted = {key: value for key, value in {**message.parts, **parts}.items() if value is not None}
            await self._rows.set_parts(unit, id, parts_text(wanted))
            done = await self._rows.message(id, unit)
            assert done is not None
            unit.after_commit(lambda: self.message_changed.emit(done))
        return done

    async def find(
        self, persona_id: str, question: Question, *, since: datetime | None = None, until: datetime | None = None,
        without: Sequence[str] = (), limit: int = 10, must_fit: bool = True,
    ) -> list[Said]:
        """Return what the user and this character said that fits ``question``, of ``since`` ≤ t < ``until``.

        Best first, newest first among equals; with ``must_fit`` False also the rest of that time, after it. ``without``
        names messages that are left out. Another character's conversations are never read.
        """
        return await self._finder.find(persona_id, question, since, until, without, limit, must_fit=must_fit)

    async def summaries(self, conversation_id: str, head_id: str | None = None) -> list[Summary]:
        """Return the summaries that hold for the branch that ends at ``head_id`` (None: the one shown).

        The one that covers most comes first; those of other branches are not among them.
        """
        head = head_id or await self._shown(conversation_id)
        return await self._summaries.of_branch(conversation_id, head) if head is not None else []

    async def carried_up_to(self, conversation_id: str, message_id: str) -> tuple[str, ...]:
        """Return the names of the outside texts whose words may stand in the messages up to this one, and so in a
        summary of them. Raises DataError."""
        return await self._summaries.carried(conversation_id, message_id, MAX_CARRIED)

    async def keep_summary(
        self, conversation_id: str, upto_id: str, text: str, *, maker: str, messages: int,
    ) -> bool:
        """Keep what was said up to ``upto_id`` in short; the messages stay. False: nothing to keep, or they are gone.

        ``maker``: the model's name, or EXTRACT; ``messages``: how many are covered. Raises DataError.
        """
        kept = await self._summaries.insert(
            self._new_id(), conversation_id, upto_id, maker, text, messages, self._clock.now())
        if kept:
            self.summarised.emit(conversation_id)
        return kept

    async def unfinished(self) -> list[Message]:
        """Return the answers that are STREAMING or WAITING, oldest first (after a crash: what was cut off)."""
        return await self._rows.unfinished()

    async def export(
        self, conversation_id: str, format: ExportFormat, target: Path | None = None,
    ) -> Path:
        """Write a conversation to a file and return it; see :class:`export.Exporter`.

        Raises ConversationGone and the errors of ``data.files.replace_into_place``.
        """
        conversation = await self._rows.get(conversation_id)
        if conversation is None:
            raise conversation_gone()
        return await self._exporter.write(conversation, format, target)

    async def _shown(self, conversation_id: str) -> str | None:
        conversation = await self._rows.get(conversation_id)
        return conversation.head_id if conversation else None

    async def _place(
        self, tx: Transaction, conversation_id: str, parent_id: str | Head | None,
    ) -> tuple[Conversation, str | None]:
        """The conversation, and the id of the message to come after, checked."""
        conversation = await self._rows.get(conversation_id, tx)
        if conversation is None:
            raise conversation_gone()
        if isinstance(parent_id, Head):
            head = conversation.head_id
            if head is None or await self._rows.home_of(head, tx) is None:
                head = await self._rows.newest(conversation_id, tx)
            return conversation, head
        if parent_id is not None and await self._rows.home_of(parent_id, tx) != conversation_id:
            raise message_gone()
        return conversation, parent_id

    async def _attach(
        self, tx: Transaction, message: Message, role: AttachmentRole, ids: Sequence[str],
    ) -> Message:
        await self._rows.attach(tx, message.id, role, ids, (self._new_id() for _ in ids))
        now = await self._rows.message(message.id, tx)
        assert now is not None
        if not set(ids) <= {one.attachment_id for one in now.attachments}:
            raise BadMessage(Text.of("A file of this message is not there any more. Add it again."), safe=kept())
        return now

    async def _changed(self, tx: Transaction, id: str, **values: Any) -> Conversation:
        conversation = await self._rows.change(tx, id, self._clock.now(), **values)
        if conversation is None:
            raise conversation_gone()
        tx.after_commit(lambda: self.changed.emit(conversation))
        return conversation

    def _within(self, tx: Transaction | None) -> AbstractAsyncContextManager[Transaction]:
        return self._database.transaction() if tx is None else nullcontext(tx)

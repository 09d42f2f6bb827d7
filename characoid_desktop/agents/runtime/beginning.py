"""How a turn begins: what must be settled first, and the user's words on the disk before any model is called."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any
from uuid import uuid4

from characoid_desktop.agents.runtime.errors import PendingFirst, QueryRefused, TurnRunning
from characoid_desktop.agents.runtime.models import Run
from characoid_desktop.agents.runtime.ports import Personas
from characoid_desktop.agents.runtime.query import Query, QueryKind
from characoid_desktop.agents.runtime.runs import RunStore
from characoid_desktop.agents.vocabulary import RunState
from characoid_desktop.core.i18n import Text
from characoid_desktop.data.database import Database
from characoid_desktop.features.conversations.models import HEAD, Conversation, Message, MessageRole
from characoid_desktop.features.conversations.service import ConversationService


def pending_first(run: Run) -> PendingFirst:
    """The error of a text that came while ``run`` waits for its user."""
    sentence = (Text.of("The form in this conversation is still open. Fill it in or cancel it first.")
                if run.state is RunState.WAITING_INPUT
                else Text.of("A question in this conversation still waits for your answer. Answer or cancel it first."))
    return PendingFirst(sentence, safe=Text.of("Your text was not sent."))


def turn_running() -> TurnRunning:
    return TurnRunning(Text.of("The character is still answering. Wait, or stop it first."),
                       safe=Text.of("Your text was not sent."))


class TurnBeginning:
    """Writes the first rows of a turn. Raises before anything was written, or writes all of it."""

    def __init__(self, database: Database, conversations: ConversationService, personas: Personas, runs: RunStore,
                 language: Callable[[], str]) -> None:
        self._database = database
        self._conversations = conversations
        self._personas = personas
        self._runs = runs
        self._language = language

    async def begin(self, query: Query) -> tuple[Run, Message, Message]:
        """Return the queued run, its empty answer and the user's message, which is on the disk.

        Raises QueryRefused, and what ``ConversationService.add_user`` raises.
        """
        conversation = await self._conversations.get(query.conversation_id)
        if conversation is None or conversation.persona_id != query.persona_id:
            raise _refused(Text.of("This conversation does not belong to the character."))
        if self._personas.get(query.persona_id) is None:
            raise _refused(Text.of("This character is not there any more."))
        said, parent = await self._place(query)
        run_id = uuid4().hex
        async with self._database.transaction() as tx:  # no question is ever left without an answer's row
            if said is None:
                if parent is HEAD and query.opening:
                    await self._conversations.open_with(conversation.id, query.opening, tx=tx)
                said = await self._conversations.add_user(
                    conversation.id, query.text, tuple(query.attachment_ids), parent, tx=tx)
            answer = await self._conversations.begin_answer(conversation.id, said.id, run_id, tx=tx)
            run = await self._runs.create(
                tx, run_id, persona_id=query.persona_id, conversation_id=conversation.id, message_id=said.id,
                answer_id=answer.id, kind=query.kind.value, resume_state=self._resume_state(conversation, said))
        return run, answer, said

    async def _place(self, query: Query) -> tuple[Message | None, Any]:
        """Return (the user's message that an answer was given to, None), or (None, what a new one comes after)."""
        if query.kind is QueryKind.REGENERATE:
            answer = await self._message(query, query.regenerate_of, MessageRole.CHARACTER)
            return await self._message(query, answer.parent_id, MessageRole.USER), None
        if not query.text.strip() and not query.attachment_ids:
            raise _refused(Text.of("There is nothing to send."))
        if query.kind is QueryKind.EDIT:
            return None, (await self._message(query, query.edit_of, MessageRole.USER)).parent_id
        return None, query.parent_id or HEAD

    async def _message(self, query: Query, id: str | None, role: MessageRole) -> Message:
        message = await self._conversations.message(id) if id else None
        if message is None or message.conversation_id != query.conversation_id or message.role is not role:
            raise _refused(Text.of("This message is not there any more."))
        return message

    def _resume_state(self, conversation: Conversation, said: Message) -> Mapping[str, Any]:
        """What going on needs, whatever happens in between: the language and the files, by their managed ids."""
        chosen = conversation.options.get("language")
        return {"language": chosen if isinstance(chosen, str) and chosen else self._language(),
                "attachments": attachments_of(said)}


def attachments_of(message: Message) -> dict[str, Any]:
    """The files of a message by their ids, as the turn carries them."""
    return {one.attachment_id: {"name": one.name, "size": one.size} for one in message.attachments}


def _refused(sentence: Text) -> QueryRefused:
    return QueryRefused(sentence, safe=Text.of("Your text was not sent."))

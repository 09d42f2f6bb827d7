"""Tools of the memory worker: what a character remembers, and what all of them know."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from characoid_desktop.agents.contracts import ToolSpec
from characoid_desktop.agents.offline.speech import is_help
from characoid_desktop.agents.runtime.approval_models import ApprovalSummary, Change
from characoid_desktop.agents.tools.answers import answer
from characoid_desktop.agents.tools.arguments import Id, SearchArguments, Words
from characoid_desktop.agents.tools.building import spec, unit_of
from characoid_desktop.agents.tools.frame import Arguments, Effect, Payload, ToolContext
from characoid_desktop.agents.tools.services import ToolServices
from characoid_desktop.core.cleaning import one_line
from characoid_desktop.core.errors import AppError
from characoid_desktop.core.i18n import Text
from characoid_desktop.features.conversations.models import MessageRole, Said
from characoid_desktop.features.memory.models import Memory, MemoryScope, Recall
from characoid_desktop.features.memory.service import MemoryGone

MAX_READ = 20  # memories an answer
MAX_SAID = 10  # things that were said, beside them
LOOKED_AT = 50  # of which the newest are told
MAX_CHARS = 16_000  # of all of them
SHOWN = 120  # characters of a memory inside a sentence
LISTED = 1000  # of one in a list of them, on one line: it cannot pass for several, or for the end of the list
SAID_SHOWN = 240  # of a message in a list of them; a model gets more
_NOTHING = Text.of("Nothing yet")
_log = logging.getLogger(__name__)


class SaveMemory(Arguments):
    """What to remember, in one or two sentences."""

    text: Words


class UpdateMemory(Arguments):
    memory_id: Id
    text: Words


class DeleteMemory(Arguments):
    memory_id: Id


class MemoryTools:
    """Every call is about the persona of its context, or about what all personas share."""

    def __init__(self, services: ToolServices) -> None:
        self._services = services

    async def read_persona_memories(self, ctx: ToolContext, args: SearchArguments) -> Payload:
        """Read what this character remembers of the user. With a query only what fits it, else the newest.

        The query may say a time in plain words ("last Tuesday", "昨天", "先週の火曜日"). What was said in earlier
        conversations is searched too.
        """
        return await self._read(MemoryScope.PERSONA, ctx, args)

    async def read_workspace_memories(self, ctx: ToolContext, args: SearchArguments) -> Payload:
        """Read what all characters of this workspace know. With a query only what fits it, else the newest.

        The query may say a time in plain words ("last Tuesday", "昨天", "先週の火曜日").
        """
        return await self._read(MemoryScope.WORKSPACE, ctx, args)

    async def save_persona_memory(self, ctx: ToolContext, args: SaveMemory) -> Payload:
        """Remember a fact about the user for this character only."""
        return await self._save(MemoryScope.PERSONA, ctx, args)

    async def save_workspace_memory(self, ctx: ToolContext, args: SaveMemory) -> Payload:
        """Remember a fact for all characters of this workspace. The user is asked first."""
        return await self._save(MemoryScope.WORKSPACE, ctx, args)

    async def update_persona_memory(self, ctx: ToolContext, args: UpdateMemory) -> Payload:
        """Replace the words of one memory of this character; memory_id comes from reading them."""
        memory = await self._services.memory.update(
            args.memory_id, ctx.persona_id, args.text, outside=ctx.taint, tx=unit_of(ctx))
        return answer("completed", Text.of("The memory was changed: “{text}”", text=one_line(memory.text, SHOWN)),
                      evidence=[_fact(memory)], memory_id=memory.id)

    async def delete_persona_memory(self, ctx: ToolContext, args: DeleteMemory) -> Payload:
        """Forget one memory of this character; memory_id comes from reading them."""
        return await self._delete(MemoryScope.PERSONA, ctx, args)

    async def delete_workspace_memory(self, ctx: ToolContext, args: DeleteMemory) -> Payload:
        """Forget one memory of all characters; memory_id comes from reading them. The user is asked first."""
        return await self._delete(MemoryScope.WORKSPACE, ctx, args)

    async def _read(self, scope: MemoryScope, ctx: ToolContext, args: SearchArguments) -> Payload:
        found = await self._services.memory.recall(scope, ctx.persona_id, args.query or "", MAX_READ)
        kept = _fitting(found.memories)
        every = await self._said(ctx, found) if scope is MemoryScope.PERSONA and args.query else []
        said = every[-MAX_SAID:] if found.question.is_empty else every[:MAX_SAID]
        persona = self._services.personas.get(ctx.persona_id)
        name = persona.name if persona is not None else ""
        if not kept and not said:
            return answer("insufficient", _nothing(args.query or "", found))
        try:
            await self._services.memory.mark_used([memory.id for memory in kept])
        except AppError as error:  # a full or busy disk is no reason not to remember
            _log.info("that memories were used was not noted: %s", error)
        outside = dict.fromkeys(name for one in (*kept, *said) for name in one.outside)
        return answer("completed", _words(kept, said, name, len(every) - len(said)),
                      evidence=[*map(_fact, kept), *map(_past, said)],
                      **({"outside": list(outside)} if outside else {}), **_time(found))

    async def _said(self, ctx: ToolContext, found: Recall) -> list[Said]:
        """What was said in earlier turns, of a time and of nothing else in the order in which it was said; what cannot
        be read is no reason not to remember the rest."""
        when = found.when
        if when is None and found.question.is_empty:
            return []
        try:
            said = await self._services.conversations.find(
                ctx.persona_id, found.question, since=when.start if when else None, until=when.end if when else None,
                without=(ctx.message_id,), limit=LOOKED_AT, must_fit=when is None)
        except AppError as error:
            _log.info("earlier conversations were not read: %s", error)
            return []
        said = [one for one in said if one.role is MessageRole.USER or not is_help(one.text)]
        return sorted(said, key=lambda one: one.at) if found.question.is_empty else said

    async def _save(self, scope: MemoryScope, ctx: ToolContext, args: SaveMemory) -> Payload:
        memory = await self._services.memory.save(
            scope, ctx.persona_id, args.text, tx=unit_of(ctx),
            source={"conversation_id": ctx.conversation_id, "run_id": ctx.run_id, "message_id": ctx.message_id,
                    **({"outside": list(ctx.taint)} if ctx.taint else {})})
        return answer("completed", Text.of("Remembered: “{text}”", text=one_line(memory.text, SHOWN)),
                      evidence=[_fact(memory)], memory_id=memory.id)

    async def _delete(self, scope: MemoryScope, ctx: ToolContext, args: DeleteMemory) -> Payload:
        memory = await self._services.memory.delete(args.memory_id, scope, ctx.persona_id, tx=unit_of(ctx))
        if memory is None:
            raise _gone()
        return answer("completed", Text.of("Forgotten: “{text}”", text=one_line(memory.text, SHOWN)),
                      memory_id=args.memory_id)

    # --- confirmations --------------------------------------------------------------------------

    async def describe_save(self, ctx: ToolContext, args: SaveMemory) -> ApprovalSummary:
        return ApprovalSummary(
            Text.of("Remember this for all characters?"),
            effect=Text.of("Every character can read it from then on. It can be forgotten again."),
            changes=(Change(Text.of("Memory"), _NOTHING, Text.literal(args.text)),))

    async def describe_own_save(self, ctx: ToolContext, args: SaveMemory) -> ApprovalSummary:
        return ApprovalSummary(
            Text.of("Remember this?"),
            effect=Text.of("Only this character can read it from then on. It can be forgotten again."),
            changes=(Change(Text.of("Memory"), _NOTHING, Text.literal(args.text)),))

    async def describe_update(self, ctx: ToolContext, args: UpdateMemory) -> ApprovalSummary:
        memory = await self._known(args.memory_id, MemoryScope.PERSONA, ctx.persona_id)
        return ApprovalSummary(
            Text.of("Change this memory?"), effect=Text.of("The new words take the place of the old ones."),
            changes=(Change(Text.of("Memory"), Text.literal(memory.text), Text.literal(args.text)),))

    async def describe_own_delete(self, ctx: ToolContext, args: DeleteMemory) -> ApprovalSummary:
        memory = await self._known(args.memory_id, MemoryScope.PERSONA, ctx.persona_id)
        return _forgetting(Text.of("Forget this?"), memory)

    async def describe_delete(self, ctx: ToolContext, args: DeleteMemory) -> ApprovalSummary:
        memory = await self._known(args.memory_id, MemoryScope.WORKSPACE, None)
        return _forgetting(Text.of("Forget this for all characters?"), memory)

    async def _known(self, id: str, scope: MemoryScope, persona_id: str | None) -> Memory:
        """Raises MemoryGone: nobody is asked about what is not there."""
        memory = await self._services.memory.get(id, scope, persona_id)
        if memory is None:
            raise _gone()
        return memory


def tools(services: ToolServices) -> tuple[ToolSpec, ...]:
    """The seven tools in canonical order."""
    own = MemoryTools(services)
    reading, saving, forgetting = Text.of("Reading memories"), Text.of("Remembering"), Text.of("Forgetting a memory")
    return (
        spec(own.read_persona_memories, SearchArguments, reading),
        spec(own.save_persona_memory, SaveMemory, saving, effect=Effect.DATABASE, describe=own.describe_own_save),
        spec(own.update_persona_memory, UpdateMemory, Text.of("Changing a memory"), effect=Effect.DATABASE,
             describe=own.describe_update),
        spec(own.delete_persona_memory, DeleteMemory, forgetting, effect=Effect.DATABASE,
             describe=own.describe_own_delete),
        spec(own.read_workspace_memories, SearchArguments, reading),
        spec(own.save_workspace_memory, SaveMemory, saving, effect=Effect.DATABASE, describe=own.describe_save),
        spec(own.delete_workspace_memory, DeleteMemory, forgetting, effect=Effect.DATABASE,
             describe=own.describe_delete),
    )


def _forgetting(title: Text, memory: Memory) -> ApprovalSummary:
    return ApprovalSummary(
        title, effect=Text.of("It cannot be brought back."),
        changes=(Change(Text.of("Memory"), Text.literal(memory.text), Text.of("Forgotten")),))


def _fact(memory: Memory) -> dict[str, Any]:
    return {"kind": "memory", "memory_id": memory.id, "text": memory.text, "pinned": memory.pinned,
            "scope": memory.scope.value, "at": _day(memory.updated_at)}


def _past(said: Said) -> dict[str, Any]:
    return {"kind": "message", "message_id": said.message_id, "conversation_id": said.conversation_id,
            "by": said.role.value, "text": said.text, "at": _day(said.at)}


def _day(at: datetime) -> str:
    """The day and minute as the user's clock shows it."""
    return at.astimezone().isoformat(sep=" ", timespec="minutes")[:16]


def _time(found: Recall) -> dict[str, Any]:
    """The stretch of time that was looked at, so that a model does not guess it."""
    if found.when is None:
        return {}
    return {"time": {"words": found.when.words, "from": _day(found.when.start), "to": _day(found.when.end)}}


def _nothing(query: str, found: Recall) -> Text:
    if found.when is not None:
        return Text.of("Nothing of that time is remembered: {time}.", time=found.when.words)
    return Text.of("Nothing about this is remembered.") if query else Text.of("Nothing is remembered yet.")


def _words(kept: Sequence[Memory], said: Sequence[Said], name: str, more: int) -> Text:
    lines = "\n".join(f"- {one_line(memory.text, LISTED)}" for memory in kept)
    text = Text.count("{n} memory:\n{lines}", "{n} memories:\n{lines}", len(kept), lines=lines)
    if not said:
        return text
    past = _line(said[0], name)
    for one in said[1:]:
        past = Text.of("{before}\n{line}", before=past, line=_line(one, name))
    if more:
        past = Text.of("{before}\n{line}", before=past, line=Text.count(
            "… and {n} more", "… and {n} more", more))
    before = Text.count("Said before, {n} message:\n{lines}", "Said before, {n} messages:\n{lines}", len(said),
                        lines=past)
    return Text.of("{memories}\n\n{said}", memories=text, said=before) if kept else before


def _fitting(memories: Sequence[Memory]) -> list[Memory]:
    """The first ones, as far as they fit into one answer."""
    kept: list[Memory] = []
    room = MAX_CHARS
    for memory in memories:
        room -= len(memory.text)
        if room < 0:
            break
        kept.append(memory)
    return kept


def _gone() -> MemoryGone:
    return MemoryGone(Text.of("There is no such memory."), safe=Text.of("Nothing was changed."))


def _line(said: Said, name: str) -> Text:
    """A message on one line with who said it: a long answer of the character is no part of a list."""
    words, at = one_line(said.text, SAID_SHOWN), _day(said.at)
    if said.role is MessageRole.CHARACTER:
        return Text.literal(f"- {at} {name}: {words}" if name else f"- {at} {words}")
    return Text.of("- {at} You: {words}", at=at, words=words)

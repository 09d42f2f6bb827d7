"""What a character proposes to remember after a turn: shown, and remembered only after a yes."""

from __future__ import annotations

import asyncio
import json
import uuid
from collections.abc import Callable, Sequence

from characoid_desktop.core.cleaning import clean
from characoid_desktop.core.clock import Clock
from characoid_desktop.core.errors import AppError
from characoid_desktop.core.events import Event
from characoid_desktop.core.grams import comparable, grams
from characoid_desktop.core.i18n import Text
from characoid_desktop.data.database import Database, Row, Transaction
from characoid_desktop.data.objects import date_of, date_or_none, from_text, to_text
from characoid_desktop.features.memory.models import (
    Memory,
    MemoryScope,
    Proposal,
    ProposalMaker,
    ProposalState,
    TurnSource,
    names_of,
)
from characoid_desktop.features.memory.service import MemoryService

MAX_A_TURN = 3
MAX_OPEN = 200  # of a persona; the oldest go when there are more
MAX_CHARS = 300  # of one
MAX_KNOWN = 2000  # memories and earlier proposals that a new one is compared with
SAME = 0.75  # of the pieces shared: as good as known
_KIND = "proposed"


class ProposalGone(AppError):
    code = "proposal_gone"


def _new_id() -> str:
    return uuid.uuid4().hex


class MemoryProposals:
    """``changed`` carries the id of the answer whose proposals are different now, after the commit.

    Every method says whose proposals are meant; another persona's are never read or changed.
    """

    def __init__(self, database: Database, clock: Clock, memory: MemoryService,
                 new_id: Callable[[], str] = _new_id) -> None:
        self.changed: Event[str] = Event()
        self._database = database
        self._clock = clock
        self._memory = memory
        self._new_id = new_id

    async def propose(self, source: TurnSource, maker: ProposalMaker, texts: Sequence[str]) -> list[Proposal]:
        """Show these to the user, at most MAX_A_TURN; return those that were new.

        What is remembered already, or was proposed before (whatever became of it), is left out. [] also when the
        conversation is gone. Raises DataError.
        """
        wanted = [text for text in (clean(one).strip() for one in texts[:20]) if 0 < len(text) <= MAX_CHARS]
        fresh = await self._new_ones(source.persona_id, wanted) if wanted else []
        if not fresh:
            return []
        async with self._database.transaction() as tx:
            rows = [row for text in fresh[:MAX_A_TURN] for row in await self._insert(tx, source, maker, text)]
            await tx.execute(
                "DELETE FROM memory_proposals WHERE persona_id = :persona AND state = 'open' AND seq NOT IN (SELECT seq"
                " FROM memory_proposals WHERE persona_id = :persona AND state = 'open' ORDER BY seq DESC LIMIT :limit)",
                {"persona": source.persona_id, "limit": MAX_OPEN})
            if rows:
                tx.after_commit(lambda: self.changed.emit(source.answer_id))
        return [_proposal(row) for row in rows]

    async def open(self, persona_id: str, limit: int = 50, before_seq: int | None = None) -> list[Proposal]:
        """Return what waits for the user, newest first."""
        rows = await self._database.read_all(
            "SELECT * FROM memory_proposals WHERE persona_id = ? AND state = 'open' AND seq < ?"
            " ORDER BY seq DESC LIMIT ?",
            (persona_id, 2**62 if before_seq is None else before_seq, max(0, min(limit, MAX_OPEN))))
        return [_proposal(row) for row in rows]

    async def of_answers(self, persona_id: str, answer_ids: Sequence[str]) -> dict[str, list[Proposal]]:
        """Return the open proposals by the answer that they came after."""
        rows = await self._database.read_all(
            "SELECT * FROM memory_proposals WHERE persona_id = ? AND state = 'open'"
            " AND answer_id IN (SELECT value FROM json_each(?)) ORDER BY seq",
            (persona_id, json.dumps(list(answer_ids))))
        found: dict[str, list[Proposal]] = {}
        for row in rows:
            found.setdefault(str(row["answer_id"]), []).append(_proposal(row))
        return found

    async def accept(self, id: str, persona_id: str, text: str | None = None) -> Memory:
        """Remember it (with other words where ``text`` says so): memory and decision in one unit of work.

        Raises ProposalGone, BadMemory, DataError; nothing is changed then.
        """
        async with self._database.transaction() as tx:
            proposal = await self._decide(tx, id, persona_id, ProposalState.ACCEPTED)
            source = proposal.source
            memory = await self._memory.save(
                MemoryScope.PERSONA, persona_id, proposal.text if text is None else text, kind=_KIND, tx=tx,
                source={"conversation_id": source.conversation_id, "message_id": source.message_id,
                        "run_id": source.run_id, **({"outside": list(source.outside)} if source.outside else {})})
            await tx.execute("UPDATE memory_proposals SET memory_id = ? WHERE id = ?", (memory.id, id))
        return memory

    async def dismiss(self, id: str, persona_id: str) -> None:
        """Do not remember it, and do not propose it again. Raises ProposalGone, DataError."""
        async with self._database.transaction() as tx:
            await self._decide(tx, id, persona_id, ProposalState.DISMISSED)

    async def dismiss_all(self, persona_id: str) -> int:
        """Dismiss all that wait; return how many."""
        async with self._database.transaction() as tx:
            rows = await tx.fetch_all(
                "UPDATE memory_proposals SET state = 'dismissed', decided_at = ? WHERE persona_id = ?"
                " AND state = 'open' RETURNING answer_id", (self._clock.now().isoformat(), persona_id))
            for answer in dict.fromkeys(str(row["answer_id"]) for row in rows):
                tx.after_commit(lambda answer=answer: self.changed.emit(answer))
        return len(rows)

    async def _new_ones(self, persona_id: str, texts: Sequence[str]) -> list[str]:
        rows = await self._database.read_all(
            "SELECT text FROM (SELECT text, seq FROM memories WHERE scope = 'workspace' OR persona_id = :persona"
            " ORDER BY seq DESC LIMIT :limit) UNION ALL SELECT text FROM (SELECT text, seq FROM memory_proposals"
            " WHERE persona_id = :persona ORDER BY seq DESC LIMIT :limit)", {"persona": persona_id, "limit": MAX_KNOWN})
        return await asyncio.to_thread(_fresh, texts, [str(row["text"]) for row in rows])

    async def _insert(self, tx: Transaction, source: TurnSource, maker: ProposalMaker, text: str) -> list[Row]:
        """Nothing when the conversation was deleted meanwhile, or is another persona's."""
        return await tx.fetch_all(
            "INSERT INTO memory_proposals (id, persona_id, conversation_id, message_id, answer_id, run_id, maker, text,"
            " folded, outside, state, created_at) SELECT ?, persona_id, id, ?, ?, ?, ?, ?, ?, ?, 'open', ?"
            " FROM conversations WHERE id = ? AND persona_id = ? RETURNING *",
            (self._new_id(), source.message_id, source.answer_id, source.run_id, maker.value, text, comparable(text),
             to_text({"sources": list(source.outside)}), self._clock.now().isoformat(), source.conversation_id,
             source.persona_id))

    async def _decide(self, tx: Transaction, id: str, persona_id: str, state: ProposalState) -> Proposal:
        row = await tx.fetch_one(
            "UPDATE memory_proposals SET state = ?, decided_at = ? WHERE id = ? AND persona_id = ? AND state = 'open'"
            " RETURNING *", (state.value, self._clock.now().isoformat(), id, persona_id))
        if row is None:
            raise ProposalGone(Text.of("This proposal is not open any more."), safe=Text.of("Nothing was changed."))
        answer_id = str(row["answer_id"])
        tx.after_commit(lambda: self.changed.emit(answer_id))
        return _proposal(row)


def _fresh(texts: Sequence[str], known: Sequence[str]) -> list[str]:
    """Return the texts that say something new, each once."""
    taken = [(comparable(text), set(grams(text))) for text in known]
    fresh: list[str] = []
    for text in texts:
        whole, parts = comparable(text), set(grams(text))
        if not parts or any(whole == other or _alike(parts, there) >= SAME for other, there in taken):
            continue
        taken.append((whole, parts))
        fresh.append(text)
    return fresh


def _alike(one: set[str], other: set[str]) -> float:
    return len(one & other) / max(1, len(one | other))


def _proposal(row: Row) -> Proposal:
    source = TurnSource(row["persona_id"], row["conversation_id"], row["message_id"], row["answer_id"], row["run_id"],
                        names_of(from_text(row["outside"]).get("sources")))
    return Proposal(
        seq=row["seq"], id=row["id"], source=source, maker=ProposalMaker(row["maker"]), text=row["text"],
        state=ProposalState(row["state"]), memory_id=row["memory_id"], created_at=date_of(row["created_at"]),
        decided_at=date_or_none(row["decided_at"]))

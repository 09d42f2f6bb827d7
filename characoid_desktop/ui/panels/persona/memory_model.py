"""What the shown character remembers: proposals, memories, their search, and the way back from forgetting."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal

from characoid_desktop.core.errors import AppError
from characoid_desktop.core.i18n import Text
from characoid_desktop.features.memory.models import Memory, MemoryFilter, MemoryScope, Proposal
from characoid_desktop.features.memory.proposals import MemoryProposals
from characoid_desktop.features.memory.service import UNDO_S, MemoryService
from characoid_desktop.ui.panels.persona.memory_rows import MemoryRows
from characoid_desktop.ui.shell.doing import Doing

PAGE = 50
QUERY_LIMIT = 400


class MemoryModel(QObject):
    """``changed``: other memories. ``proposals_changed``; ``current_changed``: another one is chosen; ``undo_changed``:
    which of those that were forgotten can be brought back."""

    changed = Signal()
    proposals_changed = Signal()
    current_changed = Signal()
    undo_changed = Signal()

    def __init__(
        self, memory: MemoryService, proposals: MemoryProposals, source_title: Callable[[str], Awaitable[str | None]],
        do: Doing, parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._memory = memory
        self._service = proposals
        self._source_title = source_title
        self._do = do
        self._turn = asyncio.Lock()
        self._id: str = ""
        self._scope = MemoryScope.PERSONA
        self._query = ""
        self._filter = MemoryFilter.ALL
        self._current: str | None = None
        self._asked = 0
        self._is_whole = True
        self._problem: AppError | None = None
        self._titles: dict[str, str | None] = {}
        self._proposals: tuple[Proposal, ...] = ()
        self._forgotten: list[tuple[Memory, MemoryScope, str | None]] = []
        self._looked_at = False
        self._is_stale = True
        self.notes: tuple[Text, ...] = ()
        self.is_loading = False
        self.is_loaded = False  # something of this owner was read
        self.total = 0  # of the owner, whatever is searched
        self.rows = MemoryRows(self)
        self._undo_ends = QTimer(self)
        self._undo_ends.setSingleShot(True)
        self._undo_ends.setInterval(int(UNDO_S * 1000))
        self._undo_ends.timeout.connect(self.end_undo)

    def close(self) -> None:
        self._undo_ends.stop()

    # --- what is shown ----------------------------------------------------------------------------

    @property
    def scope(self) -> MemoryScope:
        return self._scope

    @property
    def query(self) -> str:
        return self._query

    @property
    def wanted(self) -> MemoryFilter:
        return self._filter

    @property
    def proposals(self) -> tuple[Proposal, ...]:
        """What waits for a yes, newest first; none where all characters' memories are shown."""
        return self._proposals if self._scope is MemoryScope.PERSONA else ()

    @property
    def current(self) -> Memory | None:
        return self.rows.at(self.rows.row_of(self._current)) if self._current else None

    @property
    def problem(self) -> AppError | None:
        """Why memories cannot be read."""
        return self._problem

    @property
    def is_whole(self) -> bool:
        """Whether there are no more below."""
        return self._is_whole

    @property
    def forgotten(self) -> Memory | None:
        """What was forgotten last and can be brought back; then comes what was forgotten before it."""
        return self._forgotten[-1][0] if self._forgotten else None

    @property
    def forgotten_before(self) -> int:
        """How many more can be brought back."""
        return max(0, len(self._forgotten) - 1)

    def show(self, id: str) -> None:
        """Show another character's."""
        if id != self._id:
            self._id = id
            self._proposals, self._query, self._current = (), "", None
            self.is_loaded = False
            self.end_undo()
            self.rows.show(())
            self.total = 0
            self.changed.emit()
            self.proposals_changed.emit()
            self.told()

    def look(self, at: bool) -> None:
        """Memories are read while somebody looks at them."""
        self._looked_at = at
        if at and self._is_stale:
            self.refresh()

    def told(self, _: object = None) -> None:
        """Memories or proposals were changed."""
        self._is_stale = True
        if self._looked_at:
            self.refresh()
        else:
            self._do(self._load_proposals(self._id))

    def refresh(self) -> None:
        if not self._id:
            return
        self._asked += 1
        self._is_stale, self.is_loading = False, True
        self._do(self._load(self._asked))
        self._do(self._load_proposals(self._id))

    def set_scope(self, scope: MemoryScope) -> None:
        if scope is not self._scope:
            self._scope, self._current = scope, None
            self.is_loaded = False
            self.rows.show(())
            self.changed.emit()
            self.proposals_changed.emit()
            self.refresh()

    def set_query(self, words: str) -> None:
        words = words[:QUERY_LIMIT]
        if words != self._query:
            self._query = words
            self.refresh()

    def set_filter(self, wanted: MemoryFilter) -> None:
        if wanted is not self._filter:
            self._filter = wanted
            self.refresh()

    def more(self) -> None:
        """Read the next page, where there is one."""
        last = self.rows.at(self.rows.rowCount() - 1)
        if last is not None and not self._is_whole and not self.is_loading and not self._query:
            self._asked += 1
            self.is_loading = True
            self._do(self._load(self._asked, before=last.seq))

    def choose(self, id: str | None) -> None:
        if id != self._current:
            self._current = id
            self.current_changed.emit()

    async def _load(self, asked: int, before: int | None = None) -> None:
        scope, owner, query, wanted = self._scope, self._id, self._query.strip(), self._filter
        try:
            notes: tuple[Text, ...] = ()
            if query and wanted is MemoryFilter.ALL:
                recalled = await self._memory.recall(scope, owner, query, PAGE)
                found, notes = list(recalled.memories), recalled.notes
            else:
                found = await self._memory.page(
                    scope, owner, query=query, wanted=wanted, before_seq=before, limit=PAGE)
            total = await self._memory.count(scope, owner)
        except AppError as error:
            if asked == self._asked:
                self._problem, self.is_loading = error, False
                self.changed.emit()
            return
        if asked != self._asked:
            return
        self._problem, self.is_loading, self.notes, self.total = None, False, notes, total
        self.is_loaded = True
        self._is_whole = bool(query) or len(found) < PAGE
        if before is None:
            self.rows.show(found)
        else:
            self.rows.append(found)
        if self._current is not None and self.rows.row_of(self._current) < 0:
            self.choose(None)
        self.changed.emit()
        await self._find_titles(found)

    async def _find_titles(self, memories: Sequence[Memory]) -> None:
        """Name the conversations that memories are from."""
        wanted = {id for one in memories if (id := one.conversation_id) is not None and id not in self._titles}
        for id in wanted:
            self._titles[id] = await self._source_title(id)
        self.rows.set_titles(self._titles)

    async def _load_proposals(self, id: str) -> None:
        found = await self._service.open(id) if id else []
        if id == self._id:
            self._proposals = tuple(found)
            self.proposals_changed.emit()

    # --- changing ---------------------------------------------------------------------------------

    def accept(self, proposal_id: str, text: str | None = None) -> None:
        """Remember a proposal, with other words where ``text`` says so."""
        self._change(self._service.accept(proposal_id, self._id, text))

    def dismiss(self, proposal_id: str) -> None:
        self._change(self._service.dismiss(proposal_id, self._id))

    def dismiss_all(self) -> None:
        self._change(self._service.dismiss_all(self._id))

    def add(self, text: str) -> None:
        """Remember something that was written by hand."""
        if text.strip():
            self._change(self._memory.save(self._scope, self._id, text, source={}))

    def edit(self, id: str, text: str) -> None:
        self._change(self._memory.update(id, self._id, text, scope=self._scope))

    def pin(self, id: str, pinned: bool) -> None:
        self._change(self._memory.pin(id, self._scope, self._id, pinned))

    def forget(self, id: str) -> None:
        """Forget one; :meth:`undo` brings it back for a while."""
        memory = self.rows.at(self.rows.row_of(id))
        if memory is not None:
            self._change(self._forget(memory, self._scope, self._id))

    async def _forget(self, memory: Memory, scope: MemoryScope, owner: str) -> None:
        row = self.rows.row_of(memory.id)
        if await self._memory.remove(memory.id, scope, owner):
            near = self.rows.at(row + 1) or self.rows.at(row - 1)
            if self._current == memory.id:
                self.choose(near.id if near is not None else None)
            self._forgotten.append((memory, scope, owner))
            QTimer.singleShot(self._undo_ends.interval(), self, lambda: self._too_late(memory.id))
            self._undo_ends.start()
            self.undo_changed.emit()

    def undo(self) -> None:
        """Bring back what was forgotten last."""
        if self._forgotten:
            memory, scope, owner = self._forgotten[-1]
            self._change(self._bring_back(memory, scope, owner))

    async def _bring_back(self, memory: Memory, scope: MemoryScope, owner: str | None) -> None:
        self._too_late(memory.id)
        await self._memory.undo(memory.id, scope, owner)
        self.choose(memory.id)

    def end_undo(self) -> None:
        """The time to think again is over."""
        self._undo_ends.stop()
        if self._forgotten:
            self._forgotten = []
            self.undo_changed.emit()

    def _too_late(self, id: str) -> None:
        left = [one for one in self._forgotten if one[0].id != id]
        if len(left) != len(self._forgotten):
            self._forgotten = left
            self.undo_changed.emit()

    def _change(self, work: Coroutine[Any, Any, Any]) -> None:
        self._do(self._in_turn(work))

    async def _in_turn(self, work: Coroutine[Any, Any, Any]) -> None:
        try:
            async with self._turn:
                await work
        finally:
            work.close()

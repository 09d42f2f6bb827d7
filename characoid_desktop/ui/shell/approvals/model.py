"""What the confirmation dialog knows: the open requests, the one that is looked at, and what became of the others."""

from __future__ import annotations

import logging
from collections.abc import Coroutine
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, Protocol

from PySide6.QtCore import QObject, Signal

from characoid_desktop.agents.runtime.approval_models import Approval, ApprovalState
from characoid_desktop.agents.runtime.errors import ApprovalRefused
from characoid_desktop.agents.vocabulary import MCP
from characoid_desktop.core.clock import Clock
from characoid_desktop.core.errors import AppError
from characoid_desktop.core.events import Event
from characoid_desktop.core.i18n import Text
from characoid_desktop.core.redaction import Redactor
from characoid_desktop.core.tasks import TaskScope
from characoid_desktop.features.personas.models import Persona
from characoid_desktop.ui.shell.approvals.words import GONE
from characoid_desktop.ui.widgets.arguments import ArgumentRow, argument_rows
from characoid_desktop.ui.widgets.visible import MAX_WORDS, visible_line

MAX_TITLE = 300  # characters
MAX_REASON = 500  # characters; the model reads it
_log = logging.getLogger(__name__)


class Ledger(Protocol):
    """What the dialog needs of ``agents.runtime.approvals.ApprovalLedger``."""

    changed: Event[Approval]

    @property
    def pending(self) -> tuple[Approval, ...]: ...

    async def show(self, approval_id: str, /) -> Approval: ...

    async def decide(self, approval_id: str, nonce: str, approve: bool, reason: str = "", /) -> Approval: ...

    async def expire_due(self) -> object: ...


class Personas(Protocol):
    def get(self, persona_id: str, /) -> Persona | None: ...


class ItemState(StrEnum):
    """``OVER``: expired, void, changed, or answered elsewhere while it was in sight."""

    WAITING = "waiting"
    ANSWERING = "answering"
    APPROVED = "approved"
    DENIED = "denied"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Item:
    """A request in the dialog. ``nonce`` is that of this showing; without one it cannot be answered yet.

    ``problem`` and ``safe`` say why it cannot be answered (any more), or that an answer was not taken.
    """

    approval: Approval
    state: ItemState = ItemState.WAITING
    nonce: str = ""
    problem: Text | None = None
    safe: Text | None = None

    @property
    def can_answer(self) -> bool:
        return self.state is ItemState.WAITING and bool(self.nonce)


class ApprovalsModel(QObject):
    """Requests that wait for the user, and those of the dialog that is open.

    ``waiting_changed`` comes when a request begins or ceases to wait, ``arrived(id)`` for a new one. While the dialog
    is open (:meth:`begin` to :meth:`end`) what was answered stays in its list; ``item_changed(id)``,
    ``items_changed`` and ``current_changed`` follow it; ``moved_on`` says that another request came in front by itself,
    and ``finished`` that nothing is left to answer.
    """

    waiting_changed = Signal()
    arrived = Signal(str)
    items_changed = Signal()
    item_changed = Signal(str)
    current_changed = Signal()
    moved_on = Signal()
    finished = Signal()

    def __init__(
        self, ledger: Ledger, personas: Personas, clock: Clock, scope: TaskScope, redactor: Redactor,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._ledger = ledger
        self._personas = personas
        self._clock = clock
        self._scope = scope
        self._redactor = redactor
        self._closed = False
        self._open = False
        self._items: dict[str, Item] = {}
        self._current = ""
        self._known = {one.id for one in ledger.pending}
        self._release = ledger.changed.connect(self._changed)

    def close(self) -> None:
        """Stop listening; answers that come later are dropped."""
        self._closed = True
        self._release()

    # --- what is shown ----------------------------------------------------------------------------

    @property
    def waiting(self) -> tuple[Approval, ...]:
        """All requests that wait, oldest first."""
        return tuple(sorted(self._ledger.pending, key=lambda one: one.seq))

    @property
    def items(self) -> tuple[Item, ...]:
        """The requests of the open dialog, oldest first."""
        return tuple(sorted(self._items.values(), key=lambda item: item.approval.seq))

    @property
    def current(self) -> Item | None:
        return self._items.get(self._current)

    @property
    def unanswered(self) -> int:
        """How many of the dialog's requests still wait."""
        return sum(item.state in (ItemState.WAITING, ItemState.ANSWERING) for item in self._items.values())

    def persona(self, approval: Approval) -> Persona | None:
        """Return the character that asks; None when it is gone."""
        return self._personas.get(approval.persona_id)

    def words(self, words: Text | str, limit: int = MAX_WORDS) -> str:
        """Return words from outside for a label: on one line, letter for letter, secrets masked."""
        return visible_line(self._redactor.redact(str(words)[: 4 * limit]), limit)

    def title(self, approval: Approval) -> str:
        """Return the sentence of a request."""
        return self.words(approval.summary.title, MAX_TITLE)

    def place(self, approval: Approval) -> Text:
        """Return where the call acts: this computer, or an MCP server by the name the user gave it."""
        server = approval.summary.server
        if server or approval.worker == MCP:
            return Text.of("MCP server “{server}”", server=self.words(server or "?", 80))
        return Text.of("this computer")

    def arguments(self, approval: Approval) -> list[ArgumentRow]:
        """Return all arguments, none cut, secrets hidden."""
        return argument_rows(approval.arguments, self._redactor.redact)

    def left_s(self, approval: Approval) -> float:
        """Seconds until a request expires; negative when it has."""
        return (approval.expires_at - self._clock.now()).total_seconds()

    def can_show_again(self, item: Item) -> bool:
        """Whether a request whose answer was not taken still waits in the ledger."""
        pending = any(one.id == item.approval.id for one in self._ledger.pending)
        return item.state is ItemState.OVER and pending and self.left_s(item.approval) > 0

    # --- the dialog -------------------------------------------------------------------------------

    def begin(self, approval_id: str = "") -> bool:
        """Open with all that waits, ``approval_id`` or the oldest in front; False when nothing waits."""
        waiting = self.waiting
        if not waiting:
            return False
        self._open = True
        self._items = {one.id: Item(one) for one in waiting}
        self._current = ""
        self.items_changed.emit()
        self.choose(approval_id if approval_id in self._items else waiting[0].id)
        return True

    def end(self) -> None:
        """The dialog was closed: what was not answered keeps waiting."""
        self._open = False
        self._items = {}
        self._current = ""

    def choose(self, approval_id: str) -> None:
        """Look at a request: each showing has a nonce of its own."""
        item = self._items.get(approval_id)
        if item is None:
            return
        if self._current != approval_id:
            self._current = approval_id
            self.current_changed.emit()
        if item.state is ItemState.WAITING or self.can_show_again(item):
            self._put(replace(item, state=ItemState.WAITING, nonce="", problem=None, safe=None))
            self._start(self._show(approval_id), "show approval")

    def choose_next(self) -> None:
        """Go to the next request that waits; ``finished`` when there is none."""
        order = [item.approval.id for item in self.items]
        at = order.index(self._current) if self._current in order else -1
        for approval_id in [*order[at + 1:], *order[: max(0, at)]]:
            if self._items[approval_id].state is ItemState.WAITING:
                self.choose(approval_id)
                self.moved_on.emit()
                return
        self.finished.emit()

    def decide(self, approval_id: str, approve: bool, reason: str = "") -> bool:
        """Answer a request that is shown; False when it cannot be answered (now)."""
        item = self._items.get(approval_id)
        if item is None or not item.can_answer or self._closed:
            return False
        self._put(replace(item, state=ItemState.ANSWERING, problem=None, safe=None))
        self._start(self._decide(approval_id, item.nonce, approve, reason.strip()[:MAX_REASON]), "decide approval")
        return True

    def tick(self) -> None:
        """Time has passed: what has expired says so, also before the ledger does."""
        due = [item for item in self._items.values()
               if item.state is ItemState.WAITING and self.left_s(item.approval) <= 0]
        for item in due:
            self._over(item, *GONE[ApprovalState.EXPIRED])
        if due:
            self._start(self._expire(), "expire approvals")

    # --- work ---------------------------------------------------------------------------------------

    def _start(self, work: Coroutine[Any, Any, None], name: str) -> None:
        if self._closed:
            work.close()
            return
        self._scope.start(work, name=name)

    async def _show(self, approval_id: str) -> None:
        try:
            shown = await self._ledger.show(approval_id)
        except AppError as error:
            self._refused(approval_id, error)
            return
        item = self._items.get(approval_id)
        if item is None or item.state is not ItemState.WAITING:
            return
        if not shown.state.is_open:
            self._over(replace(item, approval=shown), *GONE[shown.state])
            return
        self._put(replace(item, approval=shown, nonce=shown.nonce or ""))

    async def _decide(self, approval_id: str, nonce: str, approve: bool, reason: str) -> None:
        try:
            decided = await self._ledger.decide(approval_id, nonce, approve, reason)
        except AppError as error:
            self._refused(approval_id, error)
            return
        item = self._items.get(approval_id)
        if item is None:
            return
        state = ItemState.APPROVED if approve else ItemState.DENIED
        self._put(replace(item, approval=decided, state=state, nonce=""))
        if self._current == approval_id:
            self.choose_next()

    async def _expire(self) -> None:
        try:
            await self._ledger.expire_due()
        except AppError as error:
            _log.info("expiry not stored: %s", error.detail or error.code)

    def _refused(self, approval_id: str, error: AppError) -> None:
        item = self._items.get(approval_id)
        if item is None:
            return
        if isinstance(error, ApprovalRefused):
            self._over(item, error.sentence, error.safe)
            return
        # The ledger could not be written: the request stays, and a new showing makes it answerable again.
        self._put(replace(item, state=ItemState.WAITING, nonce="", problem=error.sentence, safe=error.safe))

    def _over(self, item: Item, problem: Text, safe: Text | None) -> None:
        self._put(replace(item, state=ItemState.OVER, nonce="", problem=problem, safe=safe))

    def _put(self, item: Item) -> None:
        approval_id = item.approval.id
        if self._open and approval_id in self._items and self._items[approval_id] != item:
            self._items[approval_id] = item
            self.item_changed.emit(approval_id)

    # --- the ledger ---------------------------------------------------------------------------------

    def _changed(self, approval: Approval) -> None:
        fresh = approval.state.is_open and approval.id not in self._known
        gone = not approval.state.is_open and approval.id in self._known
        if fresh:
            self._known.add(approval.id)
        elif gone:
            self._known.discard(approval.id)
        if self._open:
            self._follow(approval)
        if fresh or gone:
            self.waiting_changed.emit()
        if fresh:
            self.arrived.emit(approval.id)

    def _follow(self, approval: Approval) -> None:
        item = self._items.get(approval.id)
        if item is None:
            if approval.state.is_open:
                self._items[approval.id] = Item(approval)
                self.items_changed.emit()
                if self.unanswered == 1:  # nothing else is left to look at
                    self.choose(approval.id)
                    self.moved_on.emit()
            return
        if approval.state.is_open or item.state is not ItemState.WAITING:
            return  # our own showing or answer
        self._over(replace(item, approval=approval), *GONE[approval.state])

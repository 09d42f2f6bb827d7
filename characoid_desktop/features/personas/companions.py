"""What belongs to a persona and is kept elsewhere: told, in the same unit of work, when it is copied or goes."""

from __future__ import annotations

from typing import Protocol

from characoid_desktop.data.database import Transaction


class Companion(Protocol):
    """Each method writes only through ``tx``, tells others only with ``tx.after_commit``, and may raise: nothing of
    the whole change is kept then."""

    async def copied(self, tx: Transaction, source: str, copy: str) -> None:
        """``copy`` is a new persona made like ``source``."""
        ...

    async def forget(self, tx: Transaction, persona_id: str) -> None:
        """The persona is deleted; delete what is its own."""
        ...

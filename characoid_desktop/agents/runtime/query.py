"""What the user asks of the character: a new message, an edited one, or another answer. Free of langchain."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum


class QueryKind(StrEnum):
    """The words of ``runs.kind``."""

    MESSAGE = "message"
    EDIT = "edit"
    REGENERATE = "regenerate"


@dataclass(frozen=True, slots=True)
class Query:
    """``parent_id``: the message to go on after (None: the newest of the shown branch).

    ``edit_of``: the user's message that this one stands beside. ``regenerate_of``: the answer to make another of;
    ``text`` and ``attachment_ids`` are not read then. ``opening``: what the character said before, where this is the
    first message of the conversation; it is written down together with it, and not read otherwise.
    """

    persona_id: str
    conversation_id: str
    text: str
    attachment_ids: Sequence[str] = ()
    parent_id: str | None = None
    regenerate_of: str | None = None
    edit_of: str | None = None
    opening: str = ""

    @property
    def kind(self) -> QueryKind:
        if self.regenerate_of is not None:
            return QueryKind.REGENERATE
        return QueryKind.EDIT if self.edit_of is not None else QueryKind.MESSAGE

"""What is being written: one draft for each conversation, with its files; nothing of it is lost on a refusal."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from characoid_desktop.ui.widgets.themed import Words

MAX_FILES = 20  # of one message
MAX_CHARS = 200_000


class ChipState(StrEnum):
    ADDING = "adding"
    READY = "ready"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class Chip:
    """A file of the message that is being written. ``note`` is its size, or why it cannot be taken."""

    key: int
    name: str
    state: ChipState
    note: Words = ""
    attachment_id: str = ""


@dataclass(frozen=True, slots=True)
class Draft:
    """``editing`` is the id of the message that is written anew."""

    text: str = ""
    chips: tuple[Chip, ...] = ()
    editing: str = ""

    @property
    def attachment_ids(self) -> tuple[str, ...]:
        return tuple(chip.attachment_id for chip in self.chips if chip.state is ChipState.READY)

    @property
    def is_adding(self) -> bool:
        return any(chip.state is ChipState.ADDING for chip in self.chips)

    @property
    def is_empty(self) -> bool:
        return not self.text.strip() and not self.attachment_ids


class Drafts:
    """Drafts by conversation ("" for one that is not begun). Editing puts the draft aside until it is over."""

    def __init__(self) -> None:
        self._drafts: dict[str, Draft] = {}
        self._aside: dict[str, Draft] = {}

    def get(self, key: str) -> Draft:
        return self._drafts.get(key, Draft())

    def set(self, key: str, draft: Draft) -> None:
        if draft == Draft():
            self._drafts.pop(key, None)
        else:
            self._drafts[key] = draft

    def begin_edit(self, key: str, message_id: str, text: str, chips: tuple[Chip, ...]) -> None:
        """Put the draft aside and write a message anew."""
        now = self.get(key)
        if not now.editing:
            self._aside[key] = now
        self._drafts[key] = Draft(text, chips, message_id)

    def end_edit(self, key: str) -> None:
        """Go back to the draft that was put aside."""
        if self.get(key).editing:
            self.set(key, self._aside.pop(key, Draft()))

    def sent(self, key: str, sent: Draft) -> None:
        """Take away what was sent; what was typed since then stays."""
        now = self.get(key)
        if now.editing and now.text == sent.text:
            self.end_edit(key)
            return
        text = "" if now.text == sent.text else now.text
        gone = {chip.key for chip in sent.chips}
        self.set(key, replace(now, text=text, chips=tuple(chip for chip in now.chips if chip.key not in gone)))

    def move(self, old: str, new: str) -> None:
        """A conversation that was not begun has its id now."""
        draft = self._drafts.pop(old, None)
        if draft is not None:
            self._drafts[new] = draft

    def forget(self, key: str) -> None:
        self._drafts.pop(key, None)
        self._aside.pop(key, None)

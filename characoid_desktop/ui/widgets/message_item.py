"""What a message shows, as plain data: a view compares two of them and changes only what differs."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from characoid_desktop.ui.widgets.themed import Words
from characoid_desktop.ui.widgets.timeline import TimelineRow

if TYPE_CHECKING:
    from PySide6.QtGui import QPixmap


@dataclass(frozen=True, slots=True)
class FileLine:
    """A file that came with a message. ``facts`` is what is known of it (size, length)."""

    id: str
    name: str
    facts: Words = ""


@dataclass(frozen=True, slots=True)
class Extra:
    """Something under the words of a message: a row, a form, a card. Subclasses hold what it shows.

    ``key`` names it within the message. Its view is made by the panel (see ``message_view.ExtraViews``).
    """

    key: str


@dataclass(frozen=True, slots=True)
class Branch:
    """Which of several versions of a message this is; both count from 1."""

    number: int
    count: int


@dataclass(frozen=True, slots=True)
class MessageItem:
    """One message.

    ``is_user``: the user's own. ``note`` stands after the name instead of the time ("typing…"). ``color`` is the
    persona's #RRGGBB, ``face`` its picture where it has one. ``live``: it is being written, with a caret.
    ``reasoning_words`` is the folded line.
    """

    id: str
    is_user: bool
    text: str
    name: str = ""
    color: str = ""
    at: datetime | None = None  # local time
    note: Words = ""
    live: bool = False
    files: tuple[FileLine, ...] = ()
    branch: Branch | None = None
    reasoning: str = ""
    reasoning_words: Words = ""
    reasoning_short: Words = ""  # where there is no room for the words
    steps: tuple[TimelineRow, ...] = ()
    summary: Words = ""  # of the steps; "" where there are none
    extras: tuple[Extra, ...] = ()
    can_edit: bool = False
    can_regenerate: bool = False
    language: str | None = None
    face: QPixmap | None = None

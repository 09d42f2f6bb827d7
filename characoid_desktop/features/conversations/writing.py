"""What goes into a message: checked where a person wrote it, cut where a model did."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from characoid_desktop.core.cleaning import clean, title_line
from characoid_desktop.core.errors import AppError
from characoid_desktop.core.i18n import Text
from characoid_desktop.data.names import clusters
from characoid_desktop.data.objects import to_text
from characoid_desktop.features.conversations.models import (
    AUTO_TITLE_CHARS,
    MAX_ANSWER_CHARS,
    MAX_ATTACHMENTS,
    MAX_PARTS_CHARS,
    MAX_TEXT_CHARS,
    MAX_TITLE_CHARS,
)

CUT = "cut"  # a part that says that others were too large to keep


class ConversationGone(AppError):
    code = "conversation_gone"


class MessageGone(AppError):
    code = "message_gone"


class BadMessage(AppError):
    code = "bad_message"


def conversation_gone() -> ConversationGone:
    return ConversationGone(Text.of("This conversation is not there any more."), safe=Text.of("Nothing was changed."))


def message_gone() -> MessageGone:
    return MessageGone(Text.of("This message is not there any more."), safe=Text.of("Nothing was changed."))


def kept() -> Text:
    return Text.of("What you wrote is still in the text field.")


def checked_text(text: str, attachment_ids: Sequence[str]) -> str:
    """Return what the user wrote in storable form; raises BadMessage when it is empty or too long."""
    text = clean(text)
    if len(text) > MAX_TEXT_CHARS:
        raise BadMessage(
            Text.of("The message has {n} characters; at most {limit} are possible. Attach a long text as a file.",
                    n=len(text), limit=MAX_TEXT_CHARS), safe=kept())
    if len(attachment_ids) > MAX_ATTACHMENTS:
        raise BadMessage(Text.of("At most {limit} files go with one message.", limit=MAX_ATTACHMENTS), safe=kept())
    if not text.strip() and not attachment_ids:
        raise BadMessage(Text.of("The message is empty."), safe=Text.of("Nothing was sent."))
    return text


def answer_text(text: str) -> str:
    """Return a model's words in storable form, cut at MAX_ANSWER_CHARS."""
    text = clean(text)
    return text if len(text) <= MAX_ANSWER_CHARS else text[: MAX_ANSWER_CHARS - 1] + "…"


def title_of(text: str) -> str:
    """The title that a first message gives: its beginning, cut between what a reader takes for characters."""
    line = title_line(text, AUTO_TITLE_CHARS * 4)
    if len(line) <= AUTO_TITLE_CHARS:
        return line
    kept = ""
    for cluster in clusters(line):
        if len(kept) + len(cluster) >= AUTO_TITLE_CHARS:
            break
        kept += cluster
    return kept.rstrip() + "…"


def checked_title(title: str) -> str:
    return title_line(title, MAX_TITLE_CHARS)


def parts_text(parts: Mapping[str, Any]) -> str:
    """Return parts as JSON of at most MAX_PARTS_CHARS: the largest are left out until the rest fits.

    Whatever a worker handed over, the words of the answer must not be lost over it.
    """
    sizes: dict[str, int] = {}
    pieces: dict[str, Any] = {}
    for key, value in parts.items():
        try:
            sizes[key] = len(to_text({key: value}))
        except (TypeError, ValueError):
            pieces[CUT] = True
            continue
        pieces[key] = value
    total = sum(sizes.values())
    for key in sorted(sizes, key=lambda k: -sizes[k]):
        if total <= MAX_PARTS_CHARS - 100:
            break
        total -= sizes[key]
        del pieces[key]
        pieces[CUT] = True
    return to_text(pieces)

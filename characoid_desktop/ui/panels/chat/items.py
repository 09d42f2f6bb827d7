"""From a stored message, a turn at work and a character to what the page shows."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from characoid_desktop.agents.contracts import error_sentence
from characoid_desktop.core.i18n import Text
from characoid_desktop.core.notices import NoticeLevel
from characoid_desktop.features.conversations.models import (
    AttachmentRole,
    Message,
    MessageRole,
    MessageState,
    Summary,
)
from characoid_desktop.features.memory.models import Proposal
from characoid_desktop.features.personas.models import Persona
from characoid_desktop.ui.panels.chat.extras import (
    CardExtra,
    Choice,
    ExamplesExtra,
    FilesExtra,
    FoldExtra,
    RowExtra,
    Step,
    What,
    action_of,
    card_of,
    form_of,
    job_of,
    proposal_row,
    sources_rows,
    text_of,
)
from characoid_desktop.ui.panels.chat.live import LiveTurn
from characoid_desktop.ui.panels.chat.ports import WorkFacts
from characoid_desktop.ui.panels.chat.steps import StepBook
from characoid_desktop.ui.widgets import times
from characoid_desktop.ui.widgets.message_item import Branch, Extra, FileLine, MessageItem
from characoid_desktop.ui.widgets.themed import Words
from characoid_desktop.ui.widgets.timeline import TimelineRow, summary

if TYPE_CHECKING:
    from PySide6.QtGui import QPixmap

KEPT = Text.of("What arrived is kept.")


def _no_work(_: str) -> WorkFacts | None:
    return None


@dataclass(frozen=True, slots=True)
class Around:
    """What a message is shown with. ``waiting``: open confirmations of its turn. ``now``: the monotonic clock."""

    persona: Persona | None
    live: LiveTurn | None = None
    steps: StepBook | None = None
    branch: Branch | None = None
    waiting: int = 0
    can_ask: bool = True  # no turn of this conversation is at work
    shows_reasoning: bool = True
    files: Sequence[Choice] = ()
    form_busy: bool = False
    form_problem: Words = ""
    look: Callable[[str], WorkFacts | None] = _no_work
    now: float = 0.0
    language: str | None = None
    proposals: Sequence[Proposal] = ()
    summary: Summary | None = None  # it goes up to this message
    face: QPixmap | None = None  # of the persona


OPENING = "opening"  # the id of the character's first words while they are only shown


def opening_item(persona: Persona, text: str, number: int, face: QPixmap | None = None) -> MessageItem:
    """Return what the page shows of the ``number``-th first message (``text``) of a conversation that is not begun."""
    count = len(persona.greetings)
    return MessageItem(
        OPENING, False, text, name=persona.name, color=persona.color,
        branch=Branch(number + 1, count) if count > 1 else None, extras=(ExamplesExtra("examples"),),
        language=persona.profile.language or None, face=face)


def item_of(message: Message, around: Around) -> MessageItem:
    """Return what the page shows of a message."""
    if message.role is MessageRole.USER:
        return MessageItem(
            message.id, True, message.text, at=message.created_at.astimezone(), files=_files(message),
            branch=around.branch, can_edit=around.can_ask)
    live, persona = around.live, around.persona
    at_work = message.state is MessageState.STREAMING and live is not None and not live.over
    text = live.text if live is not None and not message.state.is_over else message.text
    reasoning = _reasoning(message, live) if around.shows_reasoning else ""
    thought, short = _reasoning_words(message, live) if reasoning else ("", "")
    rows, line = _steps(message, live, around.steps)
    return MessageItem(
        message.id, False, text, name=persona.name if persona is not None else "",
        color=persona.color if persona is not None else "", at=message.created_at.astimezone(),
        note=_note(message, live, text) if at_work else "", live=at_work, branch=around.branch,
        reasoning=reasoning, reasoning_words=thought, reasoning_short=short,
        steps=rows, summary=line, extras=_extras(message, around),
        can_regenerate=message.state.is_over and message.parent_id is not None and around.can_ask,
        language=around.language, face=around.face)


def _files(message: Message) -> tuple[FileLine, ...]:
    return tuple(FileLine(one.attachment_id, one.name, size_words(one.size)) for one in message.attachments)


def size_words(size: int) -> str:
    """Return a file size for people."""
    for unit, step in (("GB", 1_000_000_000), ("MB", 1_000_000), ("kB", 1000)):
        if size >= step:
            return f"{size / step:.1f} {unit}" if size < 10 * step else f"{size // step} {unit}"
    return f"{size} B"


def _note(message: Message, live: LiveTurn | None, text: str) -> Words:
    if live is not None and live.retry is not None:
        return Text.of("waiting for the model…")
    if live is not None and live.is_thinking:
        return Text.of("thinking…")
    return Text.of("typing…") if text else Text.of("starting…")


# --- thinking and steps ------------------------------------------------------------------------------


def _reasoning(message: Message, live: LiveTurn | None) -> str:
    if live is not None and not message.state.is_over:
        return live.reasoning
    kept = message.parts.get("reasoning")
    return kept if isinstance(kept, str) else ""


def _reasoning_words(message: Message, live: LiveTurn | None) -> tuple[Words, Words]:
    """Return the folded line, and the same without its remark."""
    short = Text.of("Thoughts")
    if live is not None and not message.state.is_over:
        seconds: object = live.reasoning_s
        if live.is_thinking:
            return Text.of("Thinking (neither spoken nor sent again)"), Text.of("Thinking")
    else:
        seconds = message.parts.get("reasoning_s")
    if isinstance(seconds, int | float) and seconds >= 0.05:
        time = times.lasted(float(seconds))
        return (Text.of("Thought for {time} (neither spoken nor sent again)", time=time),
                Text.of("Thought for {time}", time=time))
    return Text.of("Thoughts (neither spoken nor sent again)"), short


def _steps(
    message: Message, live: LiveTurn | None, kept: StepBook | None
) -> tuple[tuple[TimelineRow, ...], Words]:
    """Return the rows and the folded line; nothing where only the character spoke."""
    book = live.steps if live is not None and live.steps.steps else kept
    if book is None or (len(book.steps) <= 1 and not any(step.is_tool for step in book.steps)):
        return (), ""
    over = live is None or live.over
    return book.rows, summary(book.rows, book.seconds if over else None, book.tokens)


# --- under the words ---------------------------------------------------------------------------------


def _made(message: Message, shown: Sequence[Extra]) -> tuple[FileLine, ...]:
    """The files that were made, but for the result that a card plays."""
    played = {one.work.result.name for one in shown
              if isinstance(one, CardExtra) and one.work is not None and one.work.result is not None}
    return tuple(FileLine(one.attachment_id, one.name, size_words(one.size)) for one in message.attachments
                 if one.role is AttachmentRole.MADE and one.name not in played)


def _extras(message: Message, around: Around) -> tuple[Extra, ...]:
    found: list[Extra] = []
    live = around.live
    card = (live.card if live is not None else None) or message.parts.get("card")
    if isinstance(card, Mapping):
        result = cast("Mapping[str, Any]", card)
        job_id = job_of(result)
        found.append(card_of("card", result, {job_id: around.look(job_id) if job_id else None}))
    made = _made(message, found)
    if made:
        found.append(FilesExtra("files", made))
    form = live.form if live is not None else None
    if form is None and message.state is MessageState.WAITING:
        form = message.parts.get("form")
    if isinstance(form, Mapping) and message.state is MessageState.WAITING:
        found.append(form_of("form", cast("Mapping[str, Any]", form), around.files, is_busy=around.form_busy,
                             problem=around.form_problem))
    if message.state.is_over:
        found += sources_rows(message.parts.get("citations"), around.persona.id if around.persona is not None else "")
    row = _state_row(message, around, has_form=isinstance(form, Mapping))
    if row is not None:
        found.append(row)
    found += [proposal_row(one.id, one.text, one.source.outside) for one in around.proposals]
    if around.summary is not None:
        found.append(FoldExtra("summary", _summary_words(around.summary), around.summary.text))
    return tuple(found)


def _summary_words(summary: Summary) -> Text:
    if summary.is_extract:
        return Text.count("Up to here the character reads only the beginning of what you said ({n} message)",
                          "Up to here the character reads only the beginnings of what you said ({n} messages)",
                          summary.messages)
    return Text.count("Up to here the character reads a summary ({n} message)",
                      "Up to here the character reads a summary ({n} messages)", summary.messages)


def _state_row(message: Message, around: Around, *, has_form: bool) -> RowExtra | None:
    live, state = around.live, message.state
    if state is MessageState.STREAMING and live is not None:
        return _held_up(live, around.now)
    if state is MessageState.WAITING and not has_form:
        if around.waiting:
            words = Text.count("Waits for your confirmation.", "Waits for {n} confirmations from you.", around.waiting)
            return RowExtra("state", NoticeLevel.WARNING, words, steps=(
                Step(What.APPROVALS, Text.of("Look and answer…")), Step(What.STOP, Text.of("Stop"))))
        return RowExtra("state", NoticeLevel.INFO, Text.of("Goes on in a moment."))
    again = (Step(What.AGAIN, Text.of("Answer again"), "retry"),) if message.parent_id is not None else ()
    if state is MessageState.INTERRUPTED:
        return RowExtra("state", NoticeLevel.WARNING, Text.of("The reply was cut off when the app ended."),
                        KEPT if message.text else "", again)
    if state is MessageState.CANCELLED:
        return RowExtra("state", NoticeLevel.INFO, Text.of("Stopped."), steps=again)
    if state is MessageState.FAILED:
        return _failed(message, again)
    return None


def _held_up(live: LiveTurn, now: float) -> RowExtra | None:
    retrying = live.retry_words(now)
    if retrying is not None:
        return RowExtra("state", NoticeLevel.WARNING, retrying, steps=(Step(What.STOP, Text.of("Stop")),))
    if live.shows_stall:
        return RowExtra(
            "state", NoticeLevel.WARNING, Text.of("The reply stopped for {s} s.", s=round(live.stalled_s)),
            KEPT, (Step(What.RESTART, Text.of("Try again"), "retry"), Step(What.WAIT, Text.of("Keep waiting")),
                   Step(What.STOP, Text.of("Stop"))))
    return None


def _failed(message: Message, again: tuple[Step, ...]) -> RowExtra:
    error = message.parts.get("error")
    data: Mapping[str, Any] = cast("Mapping[str, Any]", error) if isinstance(error, Mapping) else {}
    sentence = error_sentence(data) or Text.of("The reply did not work.")
    safe = text_of(data.get("safe")) or (KEPT if message.text else Text.of("Your message is kept."))
    action = action_of(data.get("action"))
    steps = (*((Step(What.ACTION, action.label, action=action),) if action is not None else ()), *again)
    return RowExtra("state", NoticeLevel.ERROR, sentence, safe, steps)

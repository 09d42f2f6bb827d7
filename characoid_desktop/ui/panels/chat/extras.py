"""What stands under the words of a message: a row with next steps, a form, a card of a piece of work."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

from characoid_desktop.agents.citations import MAX_TITLE, Cited, cited
from characoid_desktop.agents.contracts import error_sentence
from characoid_desktop.agents.vocabulary import FAILURE_STATUSES
from characoid_desktop.core.cleaning import one_line
from characoid_desktop.core.errors import Action, ActionKind
from characoid_desktop.core.i18n import Text
from characoid_desktop.core.notices import NoticeLevel
from characoid_desktop.jobs.models import JobState
from characoid_desktop.ui.panels.chat.ports import WorkFacts
from characoid_desktop.ui.widgets.message_item import Extra, FileLine
from characoid_desktop.ui.widgets.safe_text import visible, web_link
from characoid_desktop.ui.widgets.themed import Words
from characoid_desktop.ui.widgets.workers import worker_look

MAX_WORDS = 2000  # of a worker's answer on a card
MAX_FIELDS, MAX_CHOICES = 20, 200
MAX_SOURCES = 8  # of each kind
_DEPTH, _WIDTH = 4, 50  # where a task id is looked for


class What:
    """What a button of an extra asks for."""

    AGAIN = "again"
    STOP = "stop"
    WAIT = "wait"
    RESTART = "restart"  # stop what stalled and ask once more
    APPROVALS = "approvals"
    SUBMIT = "submit"
    FILE = "file"
    ACTION = "action"
    CANCEL_JOB = "cancel_job"
    RETRY_JOB = "retry_job"
    SAVE = "save"
    FOLDER = "folder"
    MADE = "made"  # show a file that was made in its folder
    REMEMBER = "remember"  # what was proposed; the extra's key names it
    DISMISS = "dismiss"
    LINK = "link"  # a page of the web; the step's target is its address
    EXAMPLE = "example"  # put a sentence into the composer


@dataclass(frozen=True, slots=True)
class Step:
    """A button of a row: ``what`` is one of :class:`What`; ``action`` goes with ACTION, ``target`` with LINK."""

    what: str
    words: Words
    icon: str = ""
    action: Action | None = None
    target: str = ""


@dataclass(frozen=True, slots=True)
class RowExtra(Extra):
    """What happened, what is safe, next steps."""

    level: NoticeLevel
    title: Words
    body: Words = ""
    steps: tuple[Step, ...] = ()


@dataclass(frozen=True, slots=True)
class ExamplesExtra(Extra):
    """Sentences to begin with, under the character's first words."""


@dataclass(frozen=True, slots=True)
class Choice:
    value: str
    words: Words


@dataclass(frozen=True, slots=True)
class Field:
    """One question. ``kind``: file, choice, number, text. A file can be picked from the disk as well."""

    key: str
    words: Words
    kind: str
    choices: tuple[Choice, ...] = ()
    minimum: float | None = None
    maximum: float | None = None
    default: str | float | None = None
    required: bool = True
    can_browse: bool = False


@dataclass(frozen=True, slots=True)
class FormExtra(Extra):
    """What is missing. ``problem`` is why the last answer was not taken; ``is_busy``: an answer is on its way."""

    worker: str
    sentence: Words
    fields: tuple[Field, ...]
    is_busy: bool = False
    problem: Words = ""


@dataclass(frozen=True, slots=True)
class CardExtra(Extra):
    """The result of a worker at the boundary, and how the work behind it is doing."""

    worker: str
    title: Words
    words: Words
    failed: bool = False
    job_id: str = ""
    work: WorkFacts | None = None
    error: Words = ""
    safe: Words = ""

    @property
    def state(self) -> JobState | None:
        return self.work.state if self.work is not None else None


@dataclass(frozen=True, slots=True)
class FilesExtra(Extra):
    """Files that were made in a turn."""

    files: tuple[FileLine, ...]


@dataclass(frozen=True, slots=True)
class FoldExtra(Extra):
    """A line, and a text behind it that is shown when it is opened."""

    words: Words
    text: str


def proposal_row(id: str, text: str, outside: Sequence[str]) -> RowExtra:
    """Return the question whether something shall be remembered; it names the outside texts that had a part in it."""
    body: Words = visible(text)
    if outside:
        body = Text.of("{text} — after reading: {names}", text=visible(text), names=visible(", ".join(outside)[:200]))
    return RowExtra(f"{PROPOSAL}{id}", NoticeLevel.INFO, Text.of("Remember this?"), body, (
        Step(What.REMEMBER, Text.of("Remember"), "check"), Step(What.DISMISS, Text.of("No"))))


def sources_rows(citations: object, persona_id: str) -> tuple[RowExtra, ...]:
    """Return what an answer rests on, each with the way to it: passages of documents, then pages of the web."""
    found = cited(citations)
    passages = tuple(_passage_step(one, persona_id) for one in found if one.passage_id)[:MAX_SOURCES]
    pages = [step for one in found if one.url and (step := _page_step(one)) is not None][:MAX_SOURCES]
    rows = (RowExtra("sources", NoticeLevel.INFO, Text.of("From the documents:"), steps=passages),
            RowExtra("web sources", NoticeLevel.INFO, Text.of("From the web:"), steps=tuple(pages)))
    return tuple(row for row in rows if row.steps)


def _passage_step(one: Cited, persona_id: str) -> Step:
    words = one.words(visible)
    return Step(What.ACTION, words, "book", Action(
        ActionKind.OPEN_PANEL, words, {"panel": "persona", "persona": persona_id, "passage": one.passage_id}))


def _page_step(one: Cited) -> Step | None:
    """The host comes first: a title says whatever its page wants."""
    link = web_link(one.url)
    if link is None:
        return None
    host = visible(one_line(link.host, MAX_TITLE))
    title = visible(one.title)
    words = Text.of("{host}: {title}", host=host, title=title) if title else Text.literal(host)
    return Step(What.LINK, words, "link", target=one.url)


PROPOSAL = "proposal "  # and its id: the key of its row


# --- from plain JSON, which came from outside --------------------------------------------------------


def text_of(value: object, limit: int = MAX_WORDS) -> Words:
    """Return a stored Text, or plain words made fit to be shown ("" for anything else)."""
    if isinstance(value, Mapping):
        try:
            return Text.from_json(cast("Mapping[str, Any]", value))
        except (KeyError, TypeError, ValueError, RecursionError):
            return ""
    return visible(value[:limit]) if isinstance(value, str) else ""


def action_of(value: object) -> Action | None:
    """Return the next step of a public error, None where there is none that the window knows."""
    if not isinstance(value, Mapping):
        return None
    data = cast("Mapping[str, Any]", value)
    words, args = text_of(data.get("label")), data.get("args")
    try:
        kind = ActionKind(str(data.get("kind")))
    except ValueError:
        return None
    if not str(words) or kind is ActionKind.CALLBACK:
        return None
    label = words if isinstance(words, Text) else Text.literal(words)
    return Action(kind, label, dict(cast("Mapping[str, Any]", args)) if isinstance(args, Mapping) else {})


def form_of(key: str, form: Mapping[str, Any], files: Sequence[Choice], *, is_busy: bool, problem: Words,
            ) -> FormExtra:
    """Return the form of ``InputForm.to_json()``; ``files`` are offered where a file is asked for."""
    given = form.get("fields")
    fields: list[Field] = []
    for one in cast("list[Any]", given if isinstance(given, list) else [])[:MAX_FIELDS]:
        if isinstance(one, Mapping):
            fields.append(_field(cast("Mapping[str, Any]", one), files))
    return FormExtra(key, str(form.get("worker", "")), text_of(form.get("sentence")), tuple(fields), is_busy,
                     problem)


def _field(one: Mapping[str, Any], files: Sequence[Choice]) -> Field:
    kind = str(one.get("kind"))
    kind = kind if kind in ("file", "choice", "number") else "text"
    given = one.get("choices")
    choices: list[Choice] = []
    for pair in cast("list[Any]", given if isinstance(given, list | tuple) else [])[:MAX_CHOICES]:
        if isinstance(pair, list | tuple) and len(cast("Sequence[Any]", pair)) == 2:
            value, label = cast("Sequence[Any]", pair)
            choices.append(Choice(str(value), text_of(label) or str(value)))
    browse = kind == "file"
    if browse:
        known = {choice.value for choice in choices}
        choices += [file for file in files if file.value not in known]
    default = one.get("default")
    return Field(
        str(one.get("key", "")), text_of(one.get("label")) or str(one.get("key", "")), kind,
        tuple(choices), _number(one.get("minimum")), _number(one.get("maximum")),
        default if isinstance(default, str | int | float) and not isinstance(default, bool) else None,
        one.get("required") is not False, browse)


def _number(value: object) -> float | None:
    return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else None


def card_of(key: str, result: Mapping[str, Any], look: Mapping[str, WorkFacts | None]) -> CardExtra:
    """Return the card of a worker's public result; ``look`` holds the facts of the jobs that are known."""
    worker, status = str(result.get("worker", "")), str(result.get("status", ""))
    job_id = job_of(result)
    work = look.get(job_id)
    error = result.get("error")
    words = error_sentence(cast("Mapping[str, Any]", error)) if isinstance(error, Mapping) else ""
    safe = text_of(cast("Mapping[str, Any]", error).get("safe")) if isinstance(error, Mapping) else ""
    if work is not None and work.error is not None:
        words, safe = str(work.error.sentence), work.error.safe or ""
    return CardExtra(
        key, worker, worker_look(worker).label, text_of(result.get("answer_text")) or text_of(
            result.get("answer")), status in FAILURE_STATUSES, job_id, work, words, safe)


def job_of(result: Mapping[str, Any]) -> str:
    """Return the id of the job behind a result ("" for none)."""
    return _find(result, _DEPTH)


def _find(value: object, depth: int) -> str:
    if depth < 0:
        return ""
    if isinstance(value, Mapping):
        data = cast("Mapping[str, Any]", value)
        for name in ("task_id", "job_id"):
            found = data.get(name)
            if isinstance(found, str) and 0 < len(found) <= 64:
                return found
        values: Sequence[object] = list(data.values())[:_WIDTH]
    elif isinstance(value, list | tuple):
        values = cast("Sequence[object]", value)[:_WIDTH]
    else:
        return ""
    for inner in values:
        found = _find(inner, depth - 1)
        if found:
            return found
    return ""

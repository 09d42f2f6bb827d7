"""What ``ask`` prints: the character's words on stdout, what is being done on stderr, or one JSON object a line."""

from __future__ import annotations

import json
import sys
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, cast

from characoid_desktop.agents.citations import cited
from characoid_desktop.agents.contracts import error_sentence
from characoid_desktop.agents.runtime.approval_models import Approval
from characoid_desktop.agents.runtime.events import (
    AgentEvent,
    AnswerReset,
    Card,
    Retrying,
    Sources,
    Stage,
    Stalled,
    Token,
    ToolStarted,
)
from characoid_desktop.core.errors import AppError
from characoid_desktop.core.i18n import Text, t
from characoid_desktop.jobs.models import Job


@dataclass
class AskReport:
    """``live``: somebody watches stderr. Nothing that was written by others can move the cursor of a terminal."""

    as_json: bool
    live: bool = field(default_factory=lambda: sys.stderr.isatty())
    _open_line: bool = False  # words were printed that do not end a line
    _progress: bool = False
    _sources: list[Mapping[str, Any]] = field(default_factory=list[Mapping[str, Any]])

    def event(self, event: AgentEvent) -> None:
        """Print one event of the turn."""
        if self.as_json:
            self.object(event.to_json())
            return
        match event:
            case Token():
                self._say(event.text)
            case AnswerReset() if self._open_line:
                self._say("\n")
                self._tell(t("(The answer begins again.)"))
            case Card():
                self._card(event.result)
            case Sources():
                self._sources += event.citations
            case Stage():
                self._tell(str(event.text))
            case ToolStarted():
                self._tell(str(event.title))
            case Retrying():
                self._tell(t("{why} Trying again in {seconds} s.", why=str(event.why), seconds=f"{event.wait_s:.0f}"))
            case Stalled() if event.seconds:
                self._tell(t("Nothing has come from the model for {seconds} s.", seconds=f"{event.seconds:.0f}"))
            case _:
                pass

    def finish_line(self) -> None:
        """End the line of the answer, if one is open."""
        if self._open_line:
            self._say("\n")

    def sources(self) -> None:
        """Say what the answer rests on, a line each."""
        for one in cited(self._sources):
            words = str(one.words(str))
            self._tell(f"{words} {one.url}" if one.url else words, always=True)
        self._sources = []

    def failed(self, error: AppError | Mapping[str, Any] | None) -> None:
        """Say why it did not work; ``error`` may be a public error of a run."""
        if isinstance(error, AppError):
            sentence, safe, code = str(error.sentence), str(error.safe or ""), error.code
        else:
            shown = error or {}
            sentence = error_sentence(shown) or t("This did not work.")
            safe, code = _words(shown.get("safe")), str(shown.get("code", "error"))
        if self.as_json:
            self.object({"type": "error", "code": code, "sentence": sentence, "safe": safe})
            return
        self.finish_line()
        self._clear()
        print(_plain(f"✗ {sentence} {safe}".rstrip()), file=sys.stderr, flush=True)

    def waits_for_answers(self, approvals: Sequence[Approval], conversation_id: str) -> None:
        """Say what a person has to confirm and where; nothing was done yet."""
        if self.as_json:
            self.object({"type": "waiting_approval", "conversation_id": conversation_id,
                         "approval_ids": [one.id for one in approvals]})
            return
        self.finish_line()
        for one in approvals:
            target = f" {one.summary.target}" if one.summary.target is not None else ""
            print(_plain(f"? {one.summary.title}{target}"), file=sys.stderr)
            for change in one.summary.changes:
                print(_plain(f"    {change.label}: {change.before} → {change.after}"), file=sys.stderr)
        print(t("Nothing was done yet. Open the window and answer there, in the chat or on the Activity page."),
              file=sys.stderr, flush=True)

    def waits_for_input(self, form: Mapping[str, Any], conversation_id: str) -> None:
        """Say what is missing and how to give it."""
        fields = [cast("Mapping[str, Any]", one) for one in cast("Sequence[Any]", form.get("fields", ()))]
        if self.as_json:
            self.object({"type": "waiting_input", "conversation_id": conversation_id,
                         "missing": [str(one.get("key")) for one in fields]})
            return
        self.finish_line()
        names = ", ".join(_words(one.get("label")) or str(one.get("key")) for one in fields)
        print(_plain(t("Something is missing: {names}", names=names)), file=sys.stderr)
        if any(one.get("kind") == "file" for one in fields):
            print(t("A file can be given with --attach."), file=sys.stderr)
        print(t("The form waits in the chat of the window."), file=sys.stderr, flush=True)

    def conversation(self, id: str) -> None:
        """Name the conversation, so that it can be gone on with."""
        if self.as_json:
            self.object({"type": "conversation", "conversation_id": id})
        elif self.live:
            self._tell(t("Conversation {id}", id=id))

    # --- conversions ----------------------------------------------------------------------------

    def progress(self, job: Job) -> None:
        """Show how far a conversion is."""
        fraction = job.progress.fraction if job.progress is not None else None
        if self.as_json:
            self.object({"type": "job", "job_id": job.id, "state": job.state.value, "fraction": fraction})
        elif self.live:
            percent = f" {100 * fraction:.0f}%" if fraction is not None else ""
            print(f"\r\x1b[K{_plain(str(job.title))}{percent}", end="", file=sys.stderr, flush=True)
            self._progress = True

    def job_done(self, job: Job, path: str) -> None:
        if self.as_json:
            self.object({"type": "job_ended", "job_id": job.id, "state": job.state.value, "output": path})
            return
        self.finish_line()
        self._clear()
        print(_plain(f"✓ {path}"), flush=True)

    def job_failed(self, job: Job) -> None:
        if self.as_json:
            sentence = str(job.error.sentence) if job.error is not None else ""
            self.object({"type": "job_ended", "job_id": job.id, "state": job.state.value, "sentence": sentence})
            return
        error = {"sentence": job.error.sentence.to_json()} if job.error is not None else None
        self.failed(error)

    def not_waited(self) -> None:
        if not self.as_json:
            self._tell(t("The conversion is stopped with this command. The window can start it again."), always=True)

    def artifact(self, path: str) -> None:
        """Name a file that was made."""
        if self.as_json:
            self.object({"type": "file", "path": path})
            return
        self.finish_line()
        print(_plain(f"→ {path}"), flush=True)

    # --- inside ---------------------------------------------------------------------------------

    def object(self, data: Mapping[str, Any]) -> None:
        print(json.dumps(data, ensure_ascii=False, default=str), flush=True)

    def _card(self, result: Mapping[str, Any]) -> None:
        error: object = result.get("error")
        if isinstance(error, Mapping):
            self.failed(cast("Mapping[str, Any]", error))
            return
        words = _words(result.get("answer_text")) or str(result.get("answer") or "")
        if words:
            self.finish_line()
            self._say(words + "\n")

    def _say(self, text: str) -> None:
        shown = _plain(text)
        if shown:
            self._clear()
            print(shown, end="", flush=True)
            self._open_line = not shown.endswith("\n")

    def _tell(self, text: str, *, always: bool = False) -> None:
        if self.live or always:
            self._clear()
            print(_plain(f"· {text}"), file=sys.stderr, flush=True)

    def _clear(self) -> None:
        if self._progress:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)
            self._progress = False


def _words(value: object) -> str:
    """Return the words of a stored Text ("" for anything else)."""
    try:
        return str(Text.from_json(cast("Mapping[str, Any]", value)))
    except (KeyError, TypeError, AttributeError):
        return ""


def _plain(text: str) -> str:
    """Return ``text`` without what steers a terminal: it may have been written by a model or a file."""
    return "".join(char for char in text if char in "\n\t" or unicodedata.category(char) not in ("Cc", "Cf", "Cs"))

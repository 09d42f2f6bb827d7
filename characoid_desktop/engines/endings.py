"""Why a child ended, what that means for the next start, and the sentence for it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from characoid_desktop.core.errors import Action, ActionKind
from characoid_desktop.core.i18n import Text
from characoid_desktop.engines.contracts import EngineUnavailable
from characoid_desktop.engines.messages import NOTHING_LEFT
from characoid_desktop.engines.process import ProcessEnd

SIGKILL = 9
STATUS_NO_MEMORY = 0xC0000017  # Windows
OUT_OF_MEMORY_WORDS = ("memoryerror", "out of memory", "cannot allocate memory", "bad_alloc")
LAST_LINES = 20  # where such words mean the end, not an error that was dealt with


class EndReason(StrEnum):
    STOPPED = "stopped"  # the app wanted it
    REPLACED = "replaced"  # it did not act on a cancel
    EXITED = "exited"
    CRASHED = "crashed"
    OUT_OF_MEMORY = "out_of_memory"
    HUNG = "hung"
    FLOODED = "flooded"
    NOT_READY = "not_ready"
    WRONG_PROTOCOL = "wrong_protocol"
    UPDATED = "updated"  # the files on the disk are of another version than this running app
    CANNOT_START = "cannot_start"

    @property
    def is_strike(self) -> bool:
        """Whether it counts against the engine."""
        return self in (EndReason.EXITED, EndReason.CRASHED, EndReason.HUNG, EndReason.FLOODED,
                        EndReason.NOT_READY, EndReason.CANNOT_START)

    @property
    def is_final(self) -> bool:
        """Whether another try would end the same way for sure."""
        return self in (EndReason.WRONG_PROTOCOL, EndReason.UPDATED)


@dataclass(frozen=True, slots=True)
class Ending:
    """``detail`` is for the log: how the process ended and its last words."""

    reason: EndReason
    detail: str = ""


def diagnose(end: ProcessEnd, wanted: EndReason | None, last_words: str) -> Ending:
    """Return why a process ended; ``wanted`` is the app's own reason if it ended it."""
    detail = f"{end}\n{last_words}".rstrip()
    if wanted is not None:
        return Ending(wanted, detail)
    if end.failure:
        return Ending(EndReason.CANNOT_START, detail)
    text = "\n".join(last_words.splitlines()[-LAST_LINES:]).lower()
    no_memory = end.signal == SIGKILL or (end.exit_code or 0) & 0xFFFFFFFF == STATUS_NO_MEMORY
    if no_memory or any(words in text for words in OUT_OF_MEMORY_WORDS):
        return Ending(EndReason.OUT_OF_MEMORY, detail)
    return Ending(EndReason.CRASHED if end.signal is not None else EndReason.EXITED, detail)


_SENTENCES = {
    EndReason.STOPPED: Text("{engine} was stopped before it had finished."),
    EndReason.REPLACED: Text("{engine} had to be started again before it had finished."),
    EndReason.EXITED: Text("{engine} stopped unexpectedly."),
    EndReason.CRASHED: Text("{engine} crashed."),
    EndReason.OUT_OF_MEMORY: Text(
        "{engine} was ended because memory ran out. Close other programs, or try a shorter piece."),
    EndReason.HUNG: Text("{engine} stopped answering and was ended."),
    EndReason.FLOODED: Text("{engine} sent more than it should and was ended."),
    EndReason.NOT_READY: Text("{engine} did not get ready in time."),
    EndReason.WRONG_PROTOCOL: Text(
        "{engine} does not fit this version of the app. Installing the app again helps."),
    EndReason.UPDATED: Text(
        "{engine} was updated while the app was running. Close CHARACOID and start it again."),
    EndReason.CANNOT_START: Text("{engine} cannot be started. Installing the app again helps."),
}  # fmt: skip
THREE_STRIKES = Text("{engine} stopped several times in a few minutes and is not started again by itself.")


def unavailable(ending: Ending, name: str, title: Text, *, gave_up: bool = False) -> EngineUnavailable:
    """Return the error for requests that cannot be answered.

    ``gave_up``: the engine is not started again by itself, so the next step is to do that.
    """
    reason = ending.reason
    several = gave_up and reason.is_strike and reason is not EndReason.CANNOT_START
    source = THREE_STRIKES if several else _SENTENCES[reason]
    if gave_up:
        action = Action(ActionKind.RESTART_ENGINE, Text("Start again"), {"engine": name})
    elif reason is EndReason.STOPPED:
        action = None
    else:
        action = Action(ActionKind.OPEN_LOG, Text("Open log"), {"engine": name})
    error = EngineUnavailable(Text.of(source.source, engine=title), safe=NOTHING_LEFT, action=action,
                              detail=ending.detail)
    error.ran_out_of_memory = reason is EndReason.OUT_OF_MEMORY
    return error

"""Errors that a user can understand: one sentence, what is safe, and the next step."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from characoid_desktop.core.i18n import Text


class ActionKind(StrEnum):
    """What a next-step button does; the shell maps each kind to code."""

    RETRY_JOB = "retry_job"
    OPEN_LOG = "open_log"
    OPEN_FOLDER = "open_folder"
    OPEN_FILE = "open_file"
    OPEN_PANEL = "open_panel"
    OPEN_SETTINGS = "open_settings"
    RESTART_ENGINE = "restart_engine"
    CHOOSE_HOME = "choose_home"
    CALLBACK = "callback"


def _no_args() -> Mapping[str, Any]:
    return {}


@dataclass(frozen=True, slots=True)
class Action:
    """A button: its words and what it asks for. ``args`` are plain JSON values."""

    kind: ActionKind
    label: Text
    args: Mapping[str, Any] = field(default_factory=_no_args)


class AppError(Exception):
    """An expected failure. ``sentence`` says what happened, ``safe`` what is not lost, ``action`` what next.

    ``detail`` is for the log only and is never shown unasked.
    """

    code = "error"

    def __init__(
        self, sentence: Text, *, safe: Text | None = None, action: Action | None = None, detail: str = "",
        code: str | None = None,
    ) -> None:
        super().__init__(sentence.source)
        self.sentence = sentence
        self.safe = safe
        self.action = action
        self.detail = detail
        if code is not None:
            self.code = code

    def __str__(self) -> str:
        return str(self.sentence)

"""The kinds of values that tools take: every one bounded, ids managed, never a path."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, StringConstraints, model_validator

from characoid_desktop.agents.tools.frame import Arguments

Id = Annotated[str, StringConstraints(min_length=1, max_length=128, pattern=r"^[A-Za-z0-9][A-Za-z0-9_.:-]*$")]
Name = Annotated[str, StringConstraints(min_length=1, max_length=200)]
Query = Annotated[str, StringConstraints(min_length=1, max_length=1000)]
Words = Annotated[str, StringConstraints(min_length=1, max_length=4000)]
Language = Annotated[str, StringConstraints(min_length=2, max_length=20)]
Address = Annotated[str, StringConstraints(min_length=8, max_length=2000, pattern=r"^https?://[^\s]+$")]
Semitones = Annotated[float, Field(ge=-24, le=24, allow_inf_nan=False)]
Decibels = Annotated[float, Field(ge=-60, le=12, allow_inf_nan=False)]
AudioFormat = Literal["wav", "flac", "mp3", "opus", "m4a"]


class SearchArguments(Arguments):
    """What to look for; nothing: the newest."""

    query: Query | None = None


class AttachmentArguments(Arguments):
    attachment_id: Id


class SessionArguments(Arguments):
    session_id: Id


class AssetArguments(Arguments):
    asset_id: Id


class TaskArguments(Arguments):
    """A task, or the newest one of a session."""

    task_id: Id | None = None
    session_id: Id | None = None

    @model_validator(mode="after")
    def _one_of_them(self) -> TaskArguments:
        if self.task_id is None and self.session_id is None:
            raise ValueError("task_id or session_id is needed")
        return self

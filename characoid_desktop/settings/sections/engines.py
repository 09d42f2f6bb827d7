"""Engines: the helper programs that compute."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated, ClassVar

from pydantic import Field, field_validator

from characoid_desktop.core.i18n import Text
from characoid_desktop.settings.schema import Declared, Section, SettingKind, Widget


class RvcEngine(StrEnum):
    """What converts with the voices of the library."""

    BUILT_IN = "built-in"
    RVC_NEXT = "rvc-next"  # the user's own program


class EnginesSection(Section):
    key: ClassVar[str] = "engines"
    title: ClassVar[Text] = Text.of("Engines")

    idle_stop_min: Annotated[int, Declared(
        Text.of("Stop an unused engine after"), Text.of("It starts again when it is needed. 0: never."),
        unit=Text.of("min"), widget=Widget.NUMBER), Field(ge=0, le=240)] = 10
    low_priority: Annotated[bool, Declared(
        Text.of("Give way to games and streams"),
        Text.of("Conversion runs with low priority and takes longer when the computer is busy."),
        restart=False)] = True
    rvc_engine: Annotated[RvcEngine, Declared(
        Text.of("Voices of the library speak through"),
        Text.of("rvc-next is another program, which you install yourself; it uses its own models."),
        choices={"built-in": Text.of("Built-in engine"), "rvc-next": Text.literal("rvc-next")},
        widget=Widget.SEGMENTS)] = RvcEngine.BUILT_IN
    rvc_next_program: Annotated[str, Declared(
        Text.of("Program of rvc-next"), Text.of("Test says what it is. Nothing is started before that."),
        kind=SettingKind.PATH, widget=Widget.FILE,
        rule=Text.of("The whole path of a program, or empty.")), Field(max_length=1_000)] = ""

    @field_validator("rvc_next_program")
    @classmethod
    def _whole_path(cls, value: str) -> str:
        if value and not Path(value).is_absolute():
            raise ValueError("a whole path")
        return value

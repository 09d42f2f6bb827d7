"""Engines: the helper programs that compute."""

from __future__ import annotations

from typing import Annotated, ClassVar

from pydantic import Field

from characoid_desktop.core.i18n import Text
from characoid_desktop.settings.schema import Declared, Section, Widget


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

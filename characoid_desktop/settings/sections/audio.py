"""Sound: what is heard on which device."""

from __future__ import annotations

from typing import Annotated, ClassVar

from pydantic import Field

from characoid_desktop.core.i18n import Text
from characoid_desktop.settings.schema import Declared, Section, Widget


class AudioSection(Section):
    key: ClassVar[str] = "audio"
    title: ClassVar[Text] = Text.of("Sound")

    output_device: Annotated[str, Declared(
        # Kept by name: numbers change when a device is plugged in.
        Text.of("Play on"), Text.of("Where you hear originals and results."), widget=Widget.DEVICE),
        Field(max_length=300)] = ""
    volume: Annotated[int, Declared(
        Text.of("Volume"), Text.of("Only for what plays here, not for converted files."), unit=Text.of("%"),
        step=5, widget=Widget.SLIDER), Field(ge=0, le=100)] = 100

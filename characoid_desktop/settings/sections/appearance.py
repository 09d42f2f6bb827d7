"""Language and appearance."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, ClassVar

from pydantic import Field

from characoid_desktop.core.i18n import Text
from characoid_desktop.settings.schema import Declared, Section, Widget


class Language(StrEnum):
    SYSTEM = "system"
    CHINESE = "zh_CN"
    JAPANESE = "ja"
    ENGLISH = "en"


class Theme(StrEnum):
    SYSTEM = "system"
    DARK = "dark"
    LIGHT = "light"


class Motion(StrEnum):
    SYSTEM = "system"
    FULL = "full"
    REDUCED = "reduced"


class AppearanceSection(Section):
    key: ClassVar[str] = "appearance"
    title: ClassVar[Text] = Text.of("Language and appearance")

    language: Annotated[Language, Declared(
        Text.of("Language"), Text.of("The language of the window. Changes at once."),
        choices={
            "system": Text.of("Same as the system"),
            # A language is named in itself, so that it is found by those who read it.
            "zh_CN": Text.literal("简体中文"), "ja": Text.literal("日本語"), "en": Text.literal("English"),
        }, widget=Widget.COMBO)] = Language.SYSTEM
    theme: Annotated[Theme, Declared(
        Text.of("Theme"), Text.of("Dark stays quieter beside a bright game."),
        choices={"system": Text.of("Same as the system"), "dark": Text.of("Dark"), "light": Text.of("Light")},
        widget=Widget.SEGMENTS)] = Theme.SYSTEM
    text_size: Annotated[int, Declared(
        Text.of("Text size"), Text.of("Larger text in the whole window."), unit=Text.of("%"), step=5,
        widget=Widget.SLIDER), Field(ge=100, le=140)] = 100
    motion: Annotated[Motion, Declared(
        Text.of("Motion"), Text.of("Reduced: nothing fades or slides, meters move more slowly."),
        choices={"system": Text.of("Same as the system"), "full": Text.of("Full"),
                 "reduced": Text.of("Reduced")}, widget=Widget.SEGMENTS)] = Motion.SYSTEM

"""Voice conversion: where results go and what they are."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, ClassVar

from pydantic import Field, field_validator

from characoid_desktop.core.i18n import Text
from characoid_desktop.settings.schema import Declared, Section, SettingKind, Widget

TEMPLATE_FIELDS = ("title", "preset", "key", "date")


class OutputPlace(StrEnum):
    BESIDE = "beside"
    FOLDER = "folder"


class OutputFormat(StrEnum):
    WAV = "wav"
    FLAC = "flac"
    MP3 = "mp3"
    OPUS = "opus"
    M4A = "m4a"


class ConversionSection(Section):
    key: ClassVar[str] = "conversion"
    title: ClassVar[Text] = Text.of("Voice conversion")

    preset: Annotated[str, Declared(
        Text.of("Preset for new files"), Text.of("Each file can still have its own."),
        widget=Widget.PRESET), Field(min_length=1, max_length=100)] = "higher"
    place: Annotated[OutputPlace, Declared(
        Text.of("Save results"), Text.of("The original is never changed."),
        choices={"beside": Text.of("Beside the original"), "folder": Text.of("In one folder")},
        widget=Widget.SEGMENTS)] = OutputPlace.BESIDE
    folder: Annotated[str, Declared(
        Text.of("Folder"), Text.of("Used when results go into one folder."), kind=SettingKind.PATH,
        widget=Widget.FOLDER, only_if="place", only_if_value="folder"), Field(max_length=1_000)] = ""
    file_name: Annotated[str, Declared(
        Text.of("File name"),
        # The parts in braces are typed by the user as they are, so they are not translated.
        Text.of("{parts} are filled in. A number is added when a file of that name exists.",
                parts=" ".join(f"{{{name}}}" for name in TEMPLATE_FIELDS)),
        rule=Text.of("A file name cannot be empty, and cannot contain {signs} or unknown parts in braces.",
                     signs='/ \\ : * ? " < > |')),
        Field(min_length=1, max_length=200)] = "{title} ({preset})"
    format: Annotated[OutputFormat, Declared(
        Text.of("Format"), Text.of("WAV and FLAC keep everything; the others are smaller."),
        choices={"wav": Text.literal("WAV"), "flac": Text.literal("FLAC"), "mp3": Text.literal("MP3"),
                 "opus": Text.literal("Opus"), "m4a": Text.literal("M4A")},
        widget=Widget.COMBO)] = OutputFormat.WAV
    keep_loudness: Annotated[bool, Declared(
        Text.of("Keep loudness"), Text.of("The result is as loud as the original."))] = True

    @field_validator("file_name")
    @classmethod
    def _only_known_fields(cls, value: str) -> str:
        left = value
        for name in TEMPLATE_FIELDS:
            left = left.replace(f"{{{name}}}", "x")
        if not left.strip() or any(sign in left for sign in '{}/\\:*?"<>|'):
            raise ValueError("a file name of plain signs and known fields")
        return value

"""How a setting is declared: once, with bounds, label and help; form, defaults and tools read that.

    class Appearance(Section):
        key = "appearance"
        title = Text.of("Appearance")
        text_size: Annotated[int, Declared(Text.of("Text size"), Text.of("…"), unit=Text.of("%")),
                             Field(ge=100, le=140)] = 100
"""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache
from typing import Any, ClassVar

from pydantic import BaseModel, ConfigDict, ValidationError, field_validator
from pydantic.fields import FieldInfo

from characoid_desktop.core.errors import AppError
from characoid_desktop.core.i18n import Text

MAX_TEXT = 4_000  # characters; no setting is longer
SettingValue = bool | int | float | str


class SettingKind(StrEnum):
    BOOL = "bool"
    INT = "int"
    FLOAT = "float"
    CHOICE = "choice"
    TEXT = "text"
    PATH = "path"
    SECRET = "secret"  # noqa: S105 the value is the name of an entry in the secret store, never the secret


class Widget(StrEnum):
    """What the form should use; AUTO follows from the kind."""

    AUTO = "auto"
    SWITCH = "switch"
    SEGMENTS = "segments"  # few choices side by side
    COMBO = "combo"
    SLIDER = "slider"
    NUMBER = "number"
    LINE = "line"
    FOLDER = "folder"
    FILE = "file"
    DEVICE = "device"  # a list that the window fills from the sound system
    PRESET = "preset"  # a list that the window fills from the conversion presets


def _no_choices() -> Mapping[str, Text]:
    return {}


@dataclass(frozen=True, slots=True)
class Declared:
    """What a field says about itself. ``choices`` maps every value of an enum to its label."""

    label: Text
    help: Text
    unit: Text | None = None
    widget: Widget = Widget.AUTO
    kind: SettingKind | None = None  # only where the type does not tell: PATH, SECRET
    choices: Mapping[str, Text] = field(default_factory=_no_choices)
    step: float | None = None
    restart: bool = False  # acts only after the next start
    only_if: str = ""  # name of a bool or choice field; see only_if_value
    only_if_value: SettingValue = True
    rule: Text | None = None  # what a refused text should have been like, as a sentence


@dataclass(frozen=True, slots=True)
class Choice:
    value: str
    label: Text


@dataclass(frozen=True, slots=True)
class SettingSpec:
    """One setting as a form or a tool sees it. Bounds are inclusive; None means unbounded."""

    section: str
    key: str
    label: Text
    help: Text
    kind: SettingKind
    default: SettingValue
    minimum: float | None
    maximum: float | None
    step: float | None
    max_length: int | None
    unit: Text | None
    choices: tuple[Choice, ...]
    widget: Widget
    restart: bool
    only_if: str
    only_if_value: SettingValue


class InvalidSetting(AppError):
    """A value outside what the setting declares. Nothing was changed."""

    code = "invalid_setting"


def _acceptable(value: object) -> bool:
    """Whether a value from a file may reach the model at all: a plain scalar that can be stored again."""
    if isinstance(value, bool):
        return True
    if isinstance(value, int):
        return abs(value) < 2**53
    if isinstance(value, float):
        return math.isfinite(value)
    if isinstance(value, str):
        # Controls (Cc), lone surrogates (Cs): no setting needs them, and they break forms and paths.
        return len(value) <= MAX_TEXT and not any(unicodedata.category(c) in ("Cc", "Cs") for c in value)
    return False


class Section(BaseModel):
    """The settings of one page: frozen, every field a plain scalar with a default."""

    model_config = ConfigDict(frozen=True, extra="ignore", validate_default=True, allow_inf_nan=False)

    key: ClassVar[str]
    title: ClassVar[Text]

    @field_validator("*", mode="before")
    @classmethod
    def _strictly_typed(cls, value: Any, info: Any) -> Any:
        # A file that says "yes" or "140" is wrong, not lenient; enums still come as their text.
        default = cls.model_fields[info.field_name].default
        if not _acceptable(value):
            raise ValueError("not a plain value")
        if isinstance(default, bool) is not isinstance(value, bool):
            raise ValueError("a switch is true or false")
        if isinstance(default, str) is not isinstance(value, str):
            raise ValueError("text expected" if isinstance(default, str) else "number expected")
        if isinstance(default, int) and isinstance(value, float):
            raise ValueError("whole number expected")
        return value

    @classmethod
    def specs(cls) -> tuple[SettingSpec, ...]:
        """The declared settings in order; raises TypeError for a field that declares too little."""
        return _specs_of(cls)

    @classmethod
    def spec(cls, key: str) -> SettingSpec:
        """The declaration of one setting; raises KeyError."""
        for spec in cls.specs():
            if spec.key == key:
                return spec
        raise KeyError(key)

    @classmethod
    def tolerant(cls, raw: Mapping[str, Any]) -> tuple[Section, tuple[str, ...]]:
        """Return the section of ``raw``, defaults in place of wrong values, and the keys that were wrong."""
        values = {name: raw[name] for name in cls.model_fields if name in raw}
        wrong: list[str] = []
        while True:
            try:
                return cls.model_validate(values), tuple(wrong)
            except ValidationError as error:
                bad = {str(e["loc"][0]) for e in error.errors(include_url=False, include_input=False)}
                bad &= values.keys()
                if not bad:
                    raise  # the defaults themselves are wrong: a fault of the declaration
                wrong += sorted(bad)
                for name in bad:
                    del values[name]

    def changed_with(self, values: Mapping[str, SettingValue]) -> Section:
        """Return a copy with ``values``; raises InvalidSetting for an unknown key or a wrong value."""
        unknown = values.keys() - type(self).model_fields.keys()
        if unknown:
            raise InvalidSetting(Text.of("There is no setting “{name}”.", name=sorted(unknown)[0]),
                                 safe=Text.of("Nothing was changed."))
        try:
            return type(self).model_validate({**self.model_dump(), **values})
        except ValidationError as error:
            key = str(error.errors(include_url=False, include_input=False)[0]["loc"][0])
            raise InvalidSetting(self._why_invalid(key, values.get(key)), safe=Text.of("Nothing was changed."),
                                 detail=f"{type(self).key}.{key}") from None


    @classmethod
    def _why_invalid(cls, key: str, value: object) -> Text:
        spec = cls.spec(key)
        declared = next((m for m in cls.model_fields[key].metadata if isinstance(m, Declared)), None)
        too_long = isinstance(value, str) and spec.max_length is not None and len(value) > spec.max_length
        if declared is not None and declared.rule is not None and not too_long:
            return declared.rule
        return _why_invalid(spec)


def plain(value: object) -> SettingValue:
    """The JSON form of a setting's value; raises TypeError for anything but a scalar."""
    if isinstance(value, StrEnum):
        return value.value
    if isinstance(value, (bool, int, float, str)):
        return value
    raise TypeError(f"not a setting value: {type(value).__name__}")


def _why_invalid(spec: SettingSpec) -> Text:
    if spec.minimum is not None and spec.maximum is not None:
        return Text.of("“{label}” must be between {low} and {high}.", label=spec.label,
                       low=_number(spec.minimum), high=_number(spec.maximum))
    if spec.kind is SettingKind.CHOICE:
        return Text.of("“{label}” has no such choice.", label=spec.label)
    if spec.max_length is not None:
        return Text.of("“{label}” must be plain text of at most {n} characters.", label=spec.label,
                       n=spec.max_length)
    return Text.of("“{label}” cannot take this value.", label=spec.label)


def _number(value: float) -> str:
    return f"{value:g}"


def _bound(metadata: Iterable[object], name: str) -> Any:
    for item in metadata:
        value = getattr(item, name, None)
        if value is not None:
            return value
    return None


def _kind(declared: Declared, annotation: Any) -> SettingKind:
    if declared.kind is not None:
        return declared.kind
    if isinstance(annotation, type):
        if issubclass(annotation, StrEnum):
            return SettingKind.CHOICE
        for kind_type, kind in ((bool, SettingKind.BOOL), (int, SettingKind.INT), (float, SettingKind.FLOAT),
                                (str, SettingKind.TEXT)):
            if issubclass(annotation, kind_type):
                return kind
    raise TypeError(f"no setting kind for {annotation!r}")


def _spec(section: type[Section], key: str, info: FieldInfo) -> SettingSpec:
    declared = next((m for m in info.metadata if isinstance(m, Declared)), None)
    if declared is None:
        raise TypeError(f"{section.__name__}.{key} has no declaration")
    kind = _kind(declared, info.annotation)
    minimum, maximum = _bound(info.metadata, "ge"), _bound(info.metadata, "le")
    max_length = _bound(info.metadata, "max_length")
    choices: tuple[Choice, ...] = ()
    if kind is SettingKind.CHOICE:
        values = [str(member) for member in info.annotation or ()]  # pyright: ignore
        choices = tuple(Choice(value, declared.choices[value]) for value in values)
    elif kind in (SettingKind.INT, SettingKind.FLOAT):
        if minimum is None or maximum is None:
            raise TypeError(f"{section.__name__}.{key} has no bounds")
    elif kind is not SettingKind.BOOL and max_length is None:
        raise TypeError(f"{section.__name__}.{key} has no length limit")
    return SettingSpec(section.key, key, declared.label, declared.help, kind, plain(info.default), minimum,
                       maximum, declared.step, max_length, declared.unit, choices, declared.widget,
                       declared.restart, declared.only_if, declared.only_if_value)


@cache
def _specs_of(section: type[Section]) -> tuple[SettingSpec, ...]:
    return tuple(_spec(section, key, info) for key, info in section.model_fields.items())

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Any, ClassVar

import pytest
from pydantic import Field

from characoid_desktop.core.i18n import Text
from characoid_desktop.settings.catalog import SECTIONS
from characoid_desktop.settings.schema import (
    Declared,
    InvalidSetting,
    Section,
    SettingKind,
    SettingSpec,
)
from characoid_desktop.settings.sections.appearance import AppearanceSection, Language
from characoid_desktop.settings.sections.conversion import ConversionSection

SPECS = [pytest.param(section, spec, id=f"{section.key}.{spec.key}")
         for section in SECTIONS for spec in section.specs()]


def _label(words: str) -> Declared:
    return Declared(Text.of(words), Text.of("Help."))


@pytest.mark.parametrize(("section", "spec"), SPECS)
def test_every_setting_is_fully_declared(section: type[Section], spec: SettingSpec) -> None:
    assert str(spec.label).strip()
    assert str(spec.help).strip()
    assert "{" not in str(spec.label)
    assert section().changed_with({spec.key: spec.default}) == section()
    if spec.kind in (SettingKind.INT, SettingKind.FLOAT):
        assert spec.minimum is not None
        assert spec.maximum is not None
        assert isinstance(spec.default, (int, float))
        assert spec.minimum <= spec.default <= spec.maximum
        for bound in (spec.minimum, spec.maximum):
            assert getattr(section().changed_with({spec.key: bound}), spec.key) == bound
        for outside in (spec.minimum - 1, spec.maximum + 1):
            with pytest.raises(InvalidSetting, match="between") as caught:
                section().changed_with({spec.key: outside})
            assert str(caught.value.safe) == "Nothing was changed."
    if spec.kind is SettingKind.CHOICE:
        assert len(spec.choices) > 1
        assert spec.default in [choice.value for choice in spec.choices]
        for choice in spec.choices:
            assert str(choice.label).strip()
            assert getattr(section().changed_with({spec.key: choice.value}), spec.key) == choice.value
    if spec.only_if:
        assert spec.only_if in section.model_fields


def test_section_and_setting_keys_are_unique_and_stable_words() -> None:
    keys = [section.key for section in SECTIONS]
    assert len(keys) == len(set(keys))
    for section in SECTIONS:
        for key in (section.key, *section.model_fields):
            assert key.isascii()
            assert key.replace("_", "").isalnum()


WRONG: list[tuple[type[Section], str, Any]] = [
    (AppearanceSection, "text_size", "120"), (AppearanceSection, "text_size", 120.0),
    (AppearanceSection, "text_size", True), (AppearanceSection, "text_size", None),
    (AppearanceSection, "text_size", [120]), (AppearanceSection, "text_size", 10**400),
    (AppearanceSection, "language", "xx"), (AppearanceSection, "language", 1),
    (AppearanceSection, "language", {"a": 1}), (ConversionSection, "keep_loudness", "yes"),
    (ConversionSection, "keep_loudness", 1), (ConversionSection, "folder", "a\0b"),
    (ConversionSection, "folder", "x" * 1001), (ConversionSection, "preset", ""),
    (ConversionSection, "preset", "\ud800"), (ConversionSection, "file_name", "../{title}"),
    (ConversionSection, "file_name", "{title.__class__}"), (ConversionSection, "file_name", "   "),
    (ConversionSection, "file_name", "{title"), (ConversionSection, "file_name", "a\nb"),
]


@pytest.mark.parametrize(("section", "key", "value"), WRONG)
def test_a_wrong_value_in_a_file_becomes_the_default_and_the_others_stay(
    section: type[Section], key: str, value: Any,
) -> None:
    good = {"theme": "dark"} if section is AppearanceSection else {"format": "flac"}
    found, wrong = section.tolerant({**good, key: value, "unknown": object()})
    assert wrong == (key,)
    assert getattr(found, key) == section.model_fields[key].default
    (other,) = good
    assert getattr(found, other) == good[other]
    with pytest.raises(InvalidSetting):
        section().changed_with({key: value})


def test_an_unknown_setting_is_refused() -> None:
    with pytest.raises(InvalidSetting, match="no setting"):
        AppearanceSection().changed_with({"colour": "red"})
    with pytest.raises(KeyError):
        AppearanceSection.spec("colour")


def test_sections_are_frozen() -> None:
    with pytest.raises(ValueError, match="frozen"):
        AppearanceSection().language = Language.JAPANESE  # pyright: ignore


def test_a_field_that_declares_too_little_is_a_fault_of_the_declaration() -> None:
    class Colour(StrEnum):
        RED = "red"

    class NoDeclaration(Section):
        key: ClassVar[str] = "a"
        x: bool = True

    class NoBounds(Section):
        key: ClassVar[str] = "b"
        x: Annotated[int, _label("X")] = 1

    class NoLimit(Section):
        key: ClassVar[str] = "c"
        x: Annotated[str, _label("X")] = ""

    class NoChoices(Section):
        key: ClassVar[str] = "d"
        x: Annotated[Colour, _label("X")] = Colour.RED

    class NoKind(Section):
        key: ClassVar[str] = "e"
        x: Annotated[tuple[int, ...], _label("X")] = ()

    for section in (NoDeclaration, NoBounds, NoLimit, NoKind):
        with pytest.raises(TypeError):
            section.specs()
    with pytest.raises(KeyError):
        NoChoices.specs()


def test_a_float_setting_takes_whole_numbers() -> None:
    class Sizes(Section):
        key: ClassVar[str] = "sizes"
        x: Annotated[float, _label("X"), Field(ge=0.0, le=10.0)] = 1.5

    found, wrong = Sizes.tolerant({"x": 3})
    assert (found.model_dump(), wrong) == ({"x": 3.0}, ())
    for bad in (float("nan"), float("inf"), "1", True):
        assert Sizes.tolerant({"x": bad})[1] == ("x",)

"""The name of a result: a template, hostile titles, the limit of the file system."""

from __future__ import annotations

import itertools
import os
from datetime import date
from pathlib import Path

import pytest

from characoid_desktop.features.rvc.naming import (
    NameFields,
    fill,
    is_part,
    key_label,
    names,
    part_name,
    safe_stem,
    shown,
    unknown_fields,
)

DAY = date(2026, 11, 30)


def fields(title: str = "song", preset: str = "Higher", key: float = 2.0) -> NameFields:
    return NameFields(title, preset, key, DAY)


def first(template: str, what: NameFields, suffix: str = ".wav") -> str:
    return next(names(template, what, suffix))


def test_the_four_fields_are_filled_in() -> None:
    assert fill("{title} – {preset} ({key}) {date}", fields()) == "song – Higher (+2) 2026-11-30"


@pytest.mark.parametrize(
    ("template", "wanted"),
    [
        ("{title.__class__}", "{title.__class__}"),
        ("{0}{title!r}{title:>999999999}", "{0}{title!r}{title:>999999999}"),
        ("{{title}}", "{song}"),
        ("{voice} {title}", "{voice} song"),
        ("%d %s {title}", "%d %s song"),
    ],
)
def test_a_template_is_text_and_never_evaluated(template: str, wanted: str) -> None:
    assert fill(template, fields()) == wanted


def test_a_field_inside_a_title_is_not_filled_a_second_time() -> None:
    assert fill("{title}", fields(title="{preset}")) == "{preset}"


def test_a_slip_in_the_template_can_be_told() -> None:
    assert unknown_fields("{title} {voise} {key}") == ("voise",)


@pytest.mark.parametrize(
    ("words", "stem"),
    [
        ("../../etc/passwd", "_.._etc_passwd"),
        ("..\\..\\boot", "_.._boot"),
        ("/absolute", "_absolute"),
        ("a\x00b\nc\x7f", "a_b_c_"),
        (".hidden", "hidden"),
        ("name. . ", "name"),
        ("  ", "converted"),
        ("", "converted"),
        ("...", "converted"),
        ("\u202egpj.exe", "gpj.exe"),
        ("夜更けの放送局 🎧", "夜更けの放送局 🎧"),
        ("-rf %d \"quoted\" 'x' #1 $(id)", "-rf %d \"quoted\" 'x' #1 $(id)"),
        ("bytes \udcff here", "bytes _ here"),
    ],
)
def test_what_a_name_may_not_hold_is_taken_out(words: str, stem: str) -> None:
    assert safe_stem(words) == stem


def test_the_suffix_typed_into_the_template_is_not_doubled() -> None:
    assert first("{title}.flac", fields(), ".flac") == "song.flac"
    assert first("{title}.FLAC", fields(), ".flac") == "song.flac"


def test_a_longest_title_still_fits_with_suffix_and_number(tmp_path: Path) -> None:
    title = "🎧夜" * 100
    found: list[str] = []
    for name in names("{title} ({preset})", fields(title=title), ".flac", tmp_path):
        found.append(name)
        if len(found) == 12:
            break
    assert len(set(found)) == 12
    for name in found:
        assert len(os.fsencode(name)) <= 255
        assert name.endswith(".flac")
        (tmp_path / name).write_bytes(b"x")  # the file system agrees
    assert found[11].endswith(" (12).flac")


@pytest.mark.parametrize(
    ("semitones", "label"),
    [(0, "0"), (2, "+2"), (-3, "−3"), (0.5, "+0.5"), (0.001, "0"), (-12.25, "−12.25")],
)
def test_a_key_is_shown_with_its_sign(semitones: float, label: str) -> None:
    assert key_label(semitones) == label


def test_a_part_is_hidden_short_and_recognised() -> None:
    name = part_name("../" + "ab" * 60)
    assert is_part(name)
    assert name.startswith(".")
    assert "/" not in name
    assert len(name) < 64
    assert not is_part("song.wav")


def test_a_shown_name_is_one_line_without_direction_marks() -> None:
    line = shown("a\nb\u202ecod.exe")
    assert "\n" not in line
    assert "\u202e" not in line
    assert len(shown("x" * 5000, 80)) == 81


def test_a_title_that_is_too_long_is_cut_before_the_preset_that_tells_results_apart():
    fields = NameFields("日" * 120, "Higher", 4.0, date(2026, 11, 30))
    first, second = itertools.islice(names("{title} ({preset}, {key})", fields, ".wav"), 2)
    assert first.endswith("日 (Higher, +4).wav")
    assert second.endswith("日 (Higher, +4) (2).wav")
    assert max(len(os.fsencode(name)) for name in (first, second)) <= 255

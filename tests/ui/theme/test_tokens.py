from __future__ import annotations

import copy
import dataclasses
import json
import re

import pytest
from PySide6.QtGui import QColor

from characoid_desktop.ui.theme.tokens import (
    RESOURCES,
    TOKENS_FILE,
    Colors,
    Scheme,
    css_color,
    css_text,
    load_tokens,
    parse_tokens,
)


def _data() -> dict:
    return json.loads(TOKENS_FILE.read_text(encoding="utf-8"))


def test_css_colours_with_alpha_are_read_in_css_order() -> None:
    assert css_color("#0B0C0CB3") == QColor(0x0B, 0x0C, 0x0C, 0xB3)
    assert css_color("#85CBB6") == QColor(0x85, 0xCB, 0xB6)
    assert css_text(css_color("#0B0C0CB3")) == "rgba(11, 12, 12, 179)"
    assert css_text(css_color("#85CBB6")) == "#85cbb6"


@pytest.mark.parametrize("bad", ["85CBB6", "#85CBB", "#85CBB6FFF", "#GGGGGG", ""])
def test_what_is_not_a_colour_is_refused(bad: str) -> None:
    with pytest.raises(ValueError):
        css_color(bad)


def test_the_shipped_tokens_load_with_both_schemes() -> None:
    tokens = load_tokens()
    assert set(tokens.schemes) == set(Scheme)
    assert tokens.schemes[Scheme.DARK].color.canvas == QColor("#1A1B1C")
    assert tokens.schemes[Scheme.LIGHT].wave.unplayed_alpha == pytest.approx(0.68)
    assert tokens.size.dialog_max == (900, 640)
    assert tokens.meter.ticks_db == (-60, -40, -20, -12, -6, -3, 0)


def test_every_colour_of_the_file_has_a_typed_name() -> None:
    names = {f.name for f in dataclasses.fields(Colors)}
    for scheme in Scheme:
        assert set(_data()[scheme.value]["color"]) == names


def test_tokens_cannot_be_changed_by_accident() -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        load_tokens().line.focus = 3  # type: ignore[misc]


def test_a_missing_colour_is_an_error_and_not_black() -> None:
    broken = copy.deepcopy(_data())
    del broken["dark"]["color"]["accent"]
    with pytest.raises(KeyError):
        parse_tokens(broken)


def test_no_text_role_is_smaller_than_twelve_pixels() -> None:
    tokens = load_tokens()
    assert min(role.size for role in tokens.scale.values()) >= tokens.minimum == 12
    assert {role.weight for role in tokens.scale.values()} == {400, 600}


def test_pictures_of_check_boxes_use_the_colours_of_the_tokens() -> None:
    for scheme in Scheme:
        colors = load_tokens().schemes[scheme].color
        allowed = {c.name() for c in (colors.on_accent, colors.accent, colors.text_muted, colors.disabled_text)}
        files = sorted((RESOURCES / "themes" / scheme.value).glob("*.svg"))
        assert len(files) == 5
        for file in files:
            used = set(re.findall(r"#[0-9a-f]{6}", file.read_text().lower()))
            assert used
            assert used <= allowed, file

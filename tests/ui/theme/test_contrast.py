from __future__ import annotations

import pytest
from PySide6.QtGui import QColor

from characoid_desktop.ui.theme.color import blend, contrast, faded, readable_on
from characoid_desktop.ui.theme.theme import Theme
from characoid_desktop.ui.theme.tokens import Scheme, load_tokens
from tests.ui.theme.contrast_pairs import PAIRS, PERSONAS

# Pairs that our widgets draw beyond those of the design's table: (front, ground, least ratio).
OWN_PAIRS = [
    ("text_muted", "warn_soft", 4.5), ("text_muted", "error_soft", 4.5), ("text_muted", "info_soft", 4.5),
    ("text_muted", "ok_soft", 4.5), ("canvas", "warn", 4.5), ("canvas", "ok", 3.0), ("canvas", "error", 3.0),
    ("text_muted", "disabled_fill", 4.5), ("text_muted", "selected", 4.5), ("link", "raised", 4.5),
    ("error", "surface", 4.5), ("text_faint", "surface", 4.5), ("accent", "accent_soft", 3.0),
    ("line_control", "raised", 3.0), ("focus", "raised", 3.0), ("text_muted", "pressed", 4.5),
]


def _resolve(name: str, theme: Theme) -> QColor:
    kind, _, rest = name.partition(".")
    if kind == "worker" and rest:
        return theme.worker(rest)
    if kind == "persona" and rest:
        return QColor(PERSONAS[theme.scheme.value][rest])
    if kind == "wave" and rest:
        hue, _, pale = rest.partition(" ")
        personas = PERSONAS[theme.scheme.value]
        color = QColor(personas[hue]) if hue in personas else getattr(theme.wave, hue)
        return blend(color, theme.color.surface, theme.wave.unplayed_alpha) if pale else color
    if name.startswith("meter_"):
        return getattr(theme.wave, name)
    return theme.color.role(name)


@pytest.mark.parametrize("scheme", list(Scheme))
def test_every_pair_of_the_design_has_its_contrast(scheme: Scheme) -> None:
    theme = Theme(load_tokens(), scheme)
    assert len(PAIRS) == 108
    wrong = []
    for name, (least, dark, light) in PAIRS.items():
        front, _, ground = name.partition(" on ")
        ratio = contrast(_resolve(front, theme), _resolve(ground, theme))
        designed = dark if scheme is Scheme.DARK else light
        if ratio < least or abs(ratio - designed) > 0.03:
            wrong.append(f"{name}: {ratio:.2f}, needs {least}, the design says {designed}")
    assert not wrong


@pytest.mark.parametrize("scheme", list(Scheme))
def test_pairs_that_only_our_widgets_draw_have_contrast_too(scheme: Scheme) -> None:
    color = Theme(load_tokens(), scheme).color
    ratios = {(a, b): contrast(color.role(a), color.role(b)) for a, b, _ in OWN_PAIRS}
    assert not [(a, b, round(ratios[a, b], 2)) for a, b, least in OWN_PAIRS if ratios[a, b] < least]


def test_black_on_white_is_twenty_one_to_one() -> None:
    assert contrast(QColor("black"), QColor("white")) == pytest.approx(21.0)
    assert contrast(QColor("#777777"), QColor("#777777")) == pytest.approx(1.0)


@pytest.mark.parametrize("scheme", list(Scheme))
@pytest.mark.parametrize("raw", ["#EE9CB2", "#101010", "#FFFFFF", "#0000FF", "#FFFF00", "#00FF00", "#808080",
                                 "#E0457B", "#39C5BB"])
def test_any_persona_colour_becomes_readable_and_keeps_its_hue(scheme: Scheme, raw: str) -> None:
    color = Theme(load_tokens(), scheme).color
    grounds = (color.canvas, color.surface, color.raised)
    shifted = readable_on(QColor(raw), grounds, 4.5)
    assert min(contrast(shifted, ground) for ground in grounds) >= 4.5
    before, after = QColor(raw), shifted
    if before.hsvSaturation() > 60 and after.hsvSaturation() > 60:
        turn = abs(before.hsvHue() - after.hsvHue())
        assert min(turn, 360 - turn) <= 30


def test_a_readable_colour_is_left_alone() -> None:
    theme = Theme(load_tokens(), Scheme.DARK)
    pink = QColor("#EE9CB2")
    assert theme.persona_on_theme(pink) == pink


def test_a_shift_goes_no_further_than_needed() -> None:
    theme = Theme(load_tokens(), Scheme.LIGHT)
    shifted = theme.persona_on_theme(QColor("#EE9CB2"))
    worst = min(contrast(shifted, g) for g in (theme.color.canvas, theme.color.surface, theme.color.raised))
    assert 4.5 <= worst < 4.7


@pytest.mark.parametrize("scheme", list(Scheme))
def test_the_unplayed_part_of_any_persona_keeps_three_to_one(scheme: Scheme) -> None:
    theme = Theme(load_tokens(), scheme)
    for raw in ("#EE9CB2", "#FFFF00", "#0000FF", "#39C5BB", "#333333"):
        persona = theme.persona_on_theme(QColor(raw))
        pale = faded(persona, theme.color.surface, theme.wave.unplayed_alpha, 3.0)
        assert contrast(pale, theme.color.surface) >= 3.0


def test_a_pale_colour_is_raised_no_further_than_three_to_one() -> None:
    surface = QColor("#222425")
    pale = faded(QColor("#8DBBEA"), surface, 0.1, 3.0)
    assert 3.0 <= contrast(pale, surface) < 3.3
    assert faded(QColor("#8DBBEA"), surface, 0.8, 3.0) == blend(QColor("#8DBBEA"), surface, 0.8)
    hopeless = QColor("#303030")
    assert faded(hopeless, surface, 0.5, 3.0) == hopeless


def test_blending_at_the_ends_gives_the_ends() -> None:
    one, two = QColor("#102030"), QColor("#F0E0D0")
    assert blend(one, two, 1.0) == one
    assert blend(one, two, 0.0) == two

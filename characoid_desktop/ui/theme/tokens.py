"""Typed, frozen access to ``resources/themes/tokens.json``, the one place for colours and sizes."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, fields
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, cast

from PySide6.QtGui import QColor

import resources

T = TypeVar("T")

RESOURCES = Path(resources.__file__).parent
TOKENS_FILE = RESOURCES / "themes" / "tokens.json"


class Scheme(StrEnum):
    """A set of colours that can be drawn."""

    DARK = "dark"
    LIGHT = "light"


def css_color(text: str) -> QColor:
    """Return the colour of ``#RRGGBB`` or ``#RRGGBBAA`` (CSS order; QColor itself would read #AARRGGBB).

    Raises ValueError on anything else.
    """
    digits = text.removeprefix("#")
    if not text.startswith("#") or len(digits) not in (6, 8):
        raise ValueError(f"not a colour: {text!r}")
    parts = bytes.fromhex(digits)
    return QColor(*parts)


def css_text(color: QColor) -> str:
    """Return ``#rrggbb``, or ``rgba(r, g, b, a)`` with a in 0..255 as Qt style sheets read it."""
    if color.alpha() == 255:
        return color.name()
    return f"rgba({color.red()}, {color.green()}, {color.blue()}, {color.alpha()})"


@dataclass(frozen=True, slots=True)
class Colors:
    sunken: QColor
    canvas: QColor
    surface: QColor
    raised: QColor
    pressed: QColor
    selected: QColor
    line: QColor
    line_control: QColor
    text: QColor
    text_muted: QColor
    text_faint: QColor
    accent: QColor
    accent_hover: QColor
    accent_pressed: QColor
    on_accent: QColor
    accent_soft: QColor
    on_accent_soft: QColor
    focus: QColor
    selection: QColor
    selection_text: QColor
    link: QColor
    scrim: QColor
    ok: QColor
    ok_soft: QColor
    info: QColor
    info_soft: QColor
    warn: QColor
    warn_soft: QColor
    error: QColor
    error_soft: QColor
    record: QColor
    on_record: QColor
    danger: QColor
    on_danger: QColor
    disabled_text: QColor
    disabled_fill: QColor

    def role(self, name: str) -> QColor:
        """Return the colour called ``name``; raises AttributeError for an unknown one."""
        return cast(QColor, getattr(self, name))


@dataclass(frozen=True, slots=True)
class WaveColors:
    """Colours of waveforms and meters. ``converted`` is not here: it is the persona's colour."""

    original: QColor
    vocals: QColor
    instrumental: QColor
    mix: QColor
    unplayed_alpha: float  # 0..1, of the hue over the surface
    playhead: QColor
    region_fill: QColor
    region_edge: QColor
    clip: QColor
    silence: QColor
    grid: QColor
    meter_ok: QColor
    meter_hot: QColor
    meter_clip: QColor
    meter_track: QColor


@dataclass(frozen=True, slots=True)
class SchemeTokens:
    color: Colors
    worker: Mapping[str, QColor]
    wave: WaveColors


@dataclass(frozen=True, slots=True)
class TypeRole:
    size: int  # px at 100 %
    line: int  # px at 100 %
    weight: int


@dataclass(frozen=True, slots=True)
class Radius:
    tag: int
    input: int
    button: int
    list_item: int
    card: int
    dialog: int
    pill: int


@dataclass(frozen=True, slots=True)
class Size:
    control: int
    control_compact: int
    control_large: int
    icon: int
    icon_nav: int
    icon_small: int
    hit_minimum: int
    rail: int
    rail_item: int
    status_strip: int
    header: int
    tab: int
    table_row: int
    table_row_two_lines: int
    list_item_two_lines: int
    conversation_list: int
    drawer: int
    chat_measure_max: int
    dialog_max: tuple[int, int]
    avatar: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Line:
    border: int
    focus: int
    select_mark: int
    voice_line: int
    progress: int
    progress_job: int
    notice_edge: int


@dataclass(frozen=True, slots=True)
class Space:
    grid: int
    page_margin: int
    panel_gap: int
    row_gap: int
    label_to_field: int


@dataclass(frozen=True, slots=True)
class Motion:
    """Durations in ms at full motion."""

    hover_ms: int
    fold_ms: int
    drawer_ms: int
    stream_repaint_ms: int
    meter_repaint_ms: int
    reduced_meter_repaint_ms: int


@dataclass(frozen=True, slots=True)
class Meter:
    ticks_db: tuple[int, ...]
    hot_from_db: float
    clip_from_db: float
    peak_hold_ms: int
    segment: int
    gap: int


@dataclass(frozen=True, slots=True, eq=False)
class Tokens:
    families: Mapping[str, Mapping[str, tuple[str, ...]]]  # system -> language -> families
    mono: Mapping[str, tuple[str, ...]]  # system -> families
    regular: int
    strong: int
    minimum: int  # no text is smaller, px
    features: tuple[str, ...]
    scale: Mapping[str, TypeRole]
    space: Space
    radius: Radius
    size: Size
    line: Line
    focus_width: int
    focus_offset: int
    motion: Motion
    meter: Meter
    schemes: Mapping[Scheme, SchemeTokens]


def _pick(kind: type[T], data: Mapping[str, Any]) -> T:
    """Build a dataclass from the keys it names; raises KeyError when one is missing."""
    names = [f.name for f in fields(cast(Any, kind))]
    return kind(**{name: _frozen(data[name]) for name in names})


def _frozen(value: Any) -> Any:
    if isinstance(value, list):
        return tuple(cast("list[Any]", value))
    if isinstance(value, str) and value.startswith("#"):
        return css_color(value)
    return value


def _scheme(data: Mapping[str, Any]) -> SchemeTokens:
    worker = {str(name): css_color(value) for name, value in data["worker"].items()}
    return SchemeTokens(_pick(Colors, data["color"]), worker, _pick(WaveColors, data["waveform"]))


def parse_tokens(data: Mapping[str, Any]) -> Tokens:
    """Return the tokens in ``data`` (the JSON object); raises KeyError or ValueError on a bad file."""
    kind = data["type"]
    regular, strong = int(kind["weights"]["regular"]), int(kind["weights"]["strong"])
    scale = {
        name: TypeRole(int(role["size"]), int(role["line"]), int(role.get("weight", regular)))
        for name, role in kind["scale"].items()
    }
    motion = {**data["motion"], "reduced_meter_repaint_ms": data["motion"]["reduced"]["meter_repaint_ms"]}
    return Tokens(
        families={s: {k: tuple(v) for k, v in by.items()} for s, by in kind["families"].items()},
        mono={s: tuple(v) for s, v in kind["mono"].items()},
        regular=regular, strong=strong, minimum=int(kind["minimum"]),
        features=tuple(kind["features"]), scale=scale,
        space=_pick(Space, data["space"]), radius=_pick(Radius, data["radius"]),
        size=_pick(Size, data["size"]), line=_pick(Line, data["line"]),
        focus_width=int(data["focus"]["width"]), focus_offset=int(data["focus"]["offset"]),
        motion=_pick(Motion, motion), meter=_pick(Meter, data["meter"]),
        schemes={scheme: _scheme(data[scheme.value]) for scheme in Scheme},
    )


@cache
def load_tokens() -> Tokens:
    """Return the tokens shipped with the app (read once)."""
    return parse_tokens(json.loads(TOKENS_FILE.read_text(encoding="utf-8")))

"""What the panel asks of a choice: its changes, whether it is adjusted, the name its result would get."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from characoid_desktop.core.i18n import Text
from characoid_desktop.features.rvc.choices import known_preset
from characoid_desktop.features.rvc.conversion import ConversionRequest
from characoid_desktop.features.rvc.models import Choice, SessionItem, number, suffix_of
from characoid_desktop.features.rvc.naming import FIELDS, names, unknown_fields
from characoid_desktop.features.rvc.presets import CUSTOM_PRESET, FORMANT_RANGE, PITCH_RANGE

EXAMPLE_TITLE = Text.of("My song")


def changed(choice: Choice, *, pitch: float | None = None, formant: float | None = None) -> Choice:
    """Return ``choice`` with another pitch or character; everything else of its effect stays."""
    effect = dict(choice.effect)
    if pitch is not None:
        effect["semitones"] = number(pitch, *PITCH_RANGE)
    if formant is not None:
        effect["formant_semitones"] = number(formant, *FORMANT_RANGE)
    return replace(choice, effect=effect)


def formant_of(effect: Mapping[str, Any]) -> float:
    return number(effect.get("formant_semitones"), *FORMANT_RANGE)


def is_adjusted(choice: Choice) -> bool:
    """Whether key or character differ from those of the preset."""
    if choice.voice is not None:
        return choice.key != 0
    base = known_preset(choice.preset_id)
    return base.id != CUSTOM_PRESET and (
        choice.key != base.pitch or formant_of(choice.effect) != base.formant)


def example_name(item: SessionItem | None, choice: Choice, template: str, voice: str) -> str:
    """Return what the result would be called, without looking at the disk; ``voice`` is the name of the voice."""
    source = item.origin if item is not None else Path(f"{EXAMPLE_TITLE}.wav")
    request = ConversionRequest(source, preset=voice, key=choice.key)
    return next(names(template, request.name_fields, suffix_of(choice.format)))


def template_problem(template: str) -> Text | None:
    """Return what is wrong with a file name template, or None."""
    left = template
    for field in FIELDS:
        left = left.replace(f"{{{field}}}", "x")
    if not left.strip():
        return Text.of("A name is needed.")
    slips = unknown_fields(template)
    if slips:
        return Text.of("“{field}” is not known. There are {fields}.", field="{" + slips[0] + "}",
                       fields=" ".join("{" + field + "}" for field in FIELDS))
    bad = sorted({sign for sign in left if sign in '{}/\\:*?"<>|' or not sign.isprintable()})
    if bad:
        return Text.of("A file name cannot contain {signs}", signs=" ".join(bad))
    return None

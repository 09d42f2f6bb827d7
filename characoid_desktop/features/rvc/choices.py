"""What is to be done with a file: a preset with its changes, and where the result goes, as the settings say."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from characoid_desktop.features.rvc.models import Choice, Place, number
from characoid_desktop.features.rvc.presets import (
    DEFAULT_PRESET,
    FORMANT_RANGE,
    PITCH_RANGE,
    Preset,
    preset,
    with_changes,
)
from characoid_desktop.settings.sections.conversion import ConversionSection, OutputFormat, OutputPlace


def known_preset(id: str) -> Preset:
    """Return the preset, or the default one for an id of another version."""
    try:
        return preset(id)
    except KeyError:
        return preset(DEFAULT_PRESET)


def choice_of(
    id: str, format: OutputFormat, *, keep_loudness: bool, pitch: float | None = None, formant: float | None = None
) -> Choice:
    """Return a choice of a preset, with another pitch and character (semitones) where they are given."""
    wanted = with_changes(
        known_preset(id),
        pitch=None if pitch is None else number(pitch, *PITCH_RANGE),
        formant=None if formant is None else number(formant, *FORMANT_RANGE))
    effect: dict[str, Any] = dict(wanted.effect)
    if not keep_loudness:
        effect["keep_loudness"] = False
    return Choice(wanted.id, effect, format)


def default_choice(section: ConversionSection) -> Choice:
    """Return what new files get."""
    return choice_of(section.preset, OutputFormat(section.format), keep_loudness=section.keep_loudness)


def place_of(section: ConversionSection) -> Place:
    """Return where results go. One folder that was never chosen means beside the original."""
    one_folder = section.place is OutputPlace.FOLDER and section.folder
    return Place(Path(section.folder) if one_folder else None, section.file_name)


def preset_label(choice: Choice) -> str:
    """Return the words for {preset}."""
    return str(known_preset(choice.preset_id).label)

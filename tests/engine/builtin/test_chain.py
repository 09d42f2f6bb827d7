"""The effect as plain JSON: what is refused, what is neutral; and the presets."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from characoid_desktop.features.rvc.presets import (
    DEFAULT_PRESET,
    FORMANT_RANGE,
    PITCH_RANGE,
    PRESETS,
    preset,
    with_changes,
)  # fmt: skip
from engine.builtin.chain import BOUNDS, Chain, Effect, apply
from engine.errors import Cancelled, EngineError
from tests.fakes.tones import levels_db, noise, ripple_db, tone, vowel


@pytest.mark.parametrize(("value", "field"), [
    (None, "effect"), ([], "effect"), ("higher", "effect"), (4, "effect"),
    ({"semitone": 4}, "effect.semitone"), ({"x" * 500: 1}, "effect." + "x" * 40), ({3: 4}, "effect.effect"),
    ({"semitones": "4"}, "effect.semitones"), ({"semitones": None}, "effect.semitones"),
    ({"semitones": True}, "effect.semitones"), ({"semitones": [4]}, "effect.semitones"),
    ({"semitones": math.nan}, "effect.semitones"), ({"semitones": math.inf}, "effect.semitones"),
    ({"semitones": 24.1}, "effect.semitones"), ({"semitones": -24.1}, "effect.semitones"),
    ({"semitones": 10**400}, "effect.semitones"), ({"formant_semitones": 12.5}, "effect.formant_semitones"),
    ({"formant_semitones": -13}, "effect.formant_semitones"), ({"robot_hz": 20}, "effect.robot_hz"),
    ({"robot_hz": -1}, "effect.robot_hz"), ({"robot_hz": 401}, "effect.robot_hz"),
    ({"whisper": 1.01}, "effect.whisper"), ({"whisper": -0.01}, "effect.whisper"),
    ({"brightness_db": 99}, "effect.brightness_db"), ({"chorus": 2}, "effect.chorus"),
    ({"radio": -1}, "effect.radio"), ({"keep_formants": 1}, "effect.keep_formants"),
    ({"keep_loudness": "yes"}, "effect.keep_loudness"),
])  # fmt: skip
def test_an_effect_that_is_not_foreseen_is_refused_with_its_field(value: Any, field: str) -> None:
    with pytest.raises(EngineError) as caught:
        Effect.from_json(value)
    assert caught.value.code == "bad_params"
    assert caught.value.params == {"field": field}


def test_the_bounds_themselves_are_allowed() -> None:
    for name, bounds in BOUNDS.items():
        for value in bounds:
            assert getattr(Effect.from_json({name: value}), name) == value
    assert Effect.from_json({"robot_hz": 0, "semitones": -0.0}).is_neutral


@pytest.mark.parametrize("effect", [
    {}, {"semitones": 0}, {"semitones": 0.0, "formant_semitones": 0, "keep_formants": False, "keep_loudness": True},
])  # fmt: skip
def test_a_neutral_effect_gives_the_very_samples(effect: dict) -> None:
    audio = noise(1, 48000, level=0.9, channels=2)
    assert np.array_equal(apply(Effect.from_json(effect), audio, 48000), audio)


def test_a_check_that_raises_ends_the_work() -> None:
    def stop() -> None:
        raise Cancelled

    chain = Chain(Effect(semitones=4.0), 48000, 2, stop)
    with pytest.raises(Cancelled):
        list(chain.push(noise(1, 48000, channels=2)))


@pytest.mark.parametrize("name", [one.id for one in PRESETS])
def test_every_preset_is_understood_by_the_engine_and_makes_a_voice(name: str) -> None:
    effect = Effect.from_json(dict(preset(name).effect))
    audio = vowel(140, 1.5, 22050)
    out = apply(effect, audio, 22050)
    assert out.shape == audio.shape
    assert abs(levels_db(out, len(out))[0] - levels_db(audio, len(audio))[0]) < 6
    assert effect.is_neutral == (name == "custom")
    assert np.array_equal(out, audio) == (name == "custom")


def test_presets_have_stable_words_and_ids() -> None:
    ids = [one.id for one in PRESETS]
    assert len(set(ids)) == len(ids)
    assert {"higher", "lower", "childlike", "deep", "robot", "whisper", "custom"} <= set(ids)
    assert all(one.id.isascii() and one.id.islower() and str(one.label) and str(one.help) for one in PRESETS)
    assert preset(DEFAULT_PRESET).pitch == 4
    with pytest.raises(KeyError):
        preset("Higher")


def test_key_and_character_of_a_preset_can_be_changed_within_bounds() -> None:
    deep = preset("deep")
    changed = with_changes(deep, pitch=-7, formant=-1.5)
    assert (changed.pitch, changed.formant) == (-7, -1.5)
    assert changed.effect["brightness_db"] == deep.effect["brightness_db"]
    assert deep.pitch == -5
    assert with_changes(deep) == deep
    assert with_changes(deep, pitch=2).effect["formant_semitones"] == -2.5
    for bad in (PITCH_RANGE[1] + 0.1, PITCH_RANGE[0] - 1, math.nan, math.inf):
        with pytest.raises(ValueError, match="is not from"):
            with_changes(deep, pitch=bad)
    with pytest.raises(ValueError, match="is not from"):
        with_changes(deep, formant=FORMANT_RANGE[1] + 1)
    assert BOUNDS["semitones"] == PITCH_RANGE
    assert BOUNDS["formant_semitones"] == FORMANT_RANGE
    Effect.from_json(dict(with_changes(deep, pitch=PITCH_RANGE[1], formant=FORMANT_RANGE[0]).effect))


@pytest.mark.parametrize(("hz", "semitones"), [(440, 4), (997, -5), (220, 7)])
def test_a_steady_tone_stays_steady_through_the_whole_chain(hz: float, semitones: float) -> None:
    """A lone tone has no formants: keeping them must not take it away, and no join may show."""
    audio = tone(hz, 9, 44100, channels=2)
    out = apply(Effect(semitones=semitones), audio, 44100)
    assert ripple_db(out, 44100, hz * 2 ** (semitones / 12)) < 0.5
    inner = slice(44100, -44100)
    assert abs(20 * np.log10(out[inner].std() / audio[inner].std())) < 1.5


def test_a_chord_keeps_the_balance_of_its_notes_with_formants_kept() -> None:
    notes = (261.63, 329.63, 392.0)
    out = apply(Effect(semitones=-4.0), tone(notes, 7, 48000, level=0.6), 48000)
    spectrum = np.abs(np.fft.rfft(out[24_000:-24_000, 0] * np.hanning(len(out) - 48_000)))
    step = 48000 / (len(out) - 48_000)
    places = [round(note * 2 ** (-4 / 12) / step) for note in notes]
    around = round(6 / step)  # 6 Hz: a join turns the phase, so a note is a narrow band rather than a line
    levels = [10 * np.log10((spectrum[place - around : place + around] ** 2).sum()) for place in places]
    assert max(levels) - min(levels) < 1.0

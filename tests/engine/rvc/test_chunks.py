"""Chunks joined: with features that do not depend on the cut, a sound in chunks is the sound in one piece."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import torch

from engine.audio.source import open_audio
from engine.rvc.chunks import Converter, joined, plan
from engine.rvc.features import Features, doubled, protected
from engine.rvc.noise import PlacedNoise
from engine.rvc.signal import Part, Signal
from engine.rvc.stopwatch import Stopwatch
from engine.rvc.synthesizer import Synthesizer
from engine.rvc.tracking import PAD_FRAMES, Curve
from tests.fakes import random_voice
from tests.fakes.rvc_library import sung, write


class LocalHubert:
    """Features of each 20 ms of its own, so that they are the same wherever a chunk begins."""

    def features(self, wave: torch.Tensor, version: str, check: object = None) -> torch.Tensor:
        steps = wave[0, : wave.shape[1] // 320 * 320].view(-1, 320)
        width = random_voice.DIMENSIONS[version]
        count = (wave.shape[1] - 400) // 320 + 1
        return torch.nn.functional.pad(steps[:count] * 3.0, (0, width - 320))[None]


def synthesizer(f0: bool = True) -> Synthesizer:
    return Synthesizer.load(
        random_voice.weights(f0=f0, tiny=True), random_voice.config(speakers=3, tiny=True), version="v2", f0=f0
    )


def converted(path: Path, chunk_s: float, seconds: float, f0: bool = True, formant: float = 0.0, seed: int = 1,
              begin_s: int = 0) -> tuple[np.ndarray, list[int]]:
    """The samples, and the frames where chunks meet."""
    frames = np.arange(-PAD_FRAMES, round(seconds * 100) + PAD_FRAMES) * 0.01
    hz = np.where(frames % 2.0 < 1.8, 180 * 2 ** (0.3 * np.sin(frames)), 0).astype(np.float32)
    watch = Stopwatch()
    with open_audio(str(path)) as source:
        signal = Signal(source, Part(), 1.0, lambda: None)
        features = Features(LocalHubert(), "v2", None, 0.0, 0.5, watch)  # type: ignore[arg-type]
        converter = Converter(features, synthesizer(f0), Curve(hz) if f0 else None, seed=seed, formant=formant,
                              watch=watch, check=lambda: None)  # fmt: skip
        chunks = list(plan(signal, begin_s * 16000, chunk_s, round(seconds * 16000)))
        signal = Signal(source, Part(), 1.0, lambda: None)
        count = round(seconds * 100) - begin_s * 100
        made = np.concatenate(list(converter.stream(signal, iter(chunks), count)))
    return made, [chunk.end // 160 for chunk in chunks[:-1]]


@pytest.mark.parametrize("f0", [True, False])
def test_a_sound_in_chunks_is_the_sound_in_one_piece(tmp_path: Path, f0: bool) -> None:
    path = write(tmp_path / "in.wav", sung(9.0))
    whole, none = converted(path, 60.0, 9.0, f0)
    chunked, joins = converted(path, 2.5, 9.0, f0)
    assert not none
    assert len(joins) >= 2
    assert len(whole) == len(chunked) == 9 * 40000
    # The text encoder attends to the whole chunk, so a chunk is not quite the whole; nothing else may differ.
    assert np.abs(whole).max() > 0.01
    assert np.sqrt(np.mean((whole - chunked) ** 2)) < 0.1 * np.sqrt(np.mean(whole**2))
    for join in joins:
        around = slice(join * 400 - 400, join * 400 + 2000)
        step = np.abs(np.diff(chunked[around])).max()
        assert step <= 1.5 * np.abs(np.diff(whole[around])).max() + 1e-4, "a click where chunks meet"


def test_formants_move_and_length_and_joins_stay(tmp_path: Path) -> None:
    path = write(tmp_path / "in.wav", sung(6.0))
    for formant in (-4.0, 5.0):
        whole, _ = converted(path, 60.0, 6.0, formant=formant)
        chunked, joins = converted(path, 2.5, 6.0, formant=formant)
        assert joins
        assert len(whole) == len(chunked) == 6 * 40000
        assert np.sqrt(np.mean((whole - chunked) ** 2)) < 0.15 * np.sqrt(np.mean(whole**2))
        plain, _ = converted(path, 60.0, 6.0)
        assert np.sqrt(np.mean((whole - plain) ** 2)) > 0.3 * np.sqrt(np.mean(plain**2))


def test_a_seed_gives_the_same_sound_and_another_seed_another(tmp_path: Path) -> None:
    path = write(tmp_path / "in.wav", sung(2.0))
    first, second, other = (converted(path, 10.0, 2.0, seed=seed)[0] for seed in (5, 5, 6))
    assert np.array_equal(first, second)
    assert np.abs(first - other).max() > 1e-3


def test_a_check_that_raises_ends_a_chunk_in_its_middle(tmp_path: Path) -> None:
    class Enough(Exception):
        pass

    calls = 0

    def check() -> None:
        nonlocal calls
        calls += 1
        if calls == 4:
            raise Enough

    with open_audio(str(write(tmp_path / "in.wav", sung(3.0)))) as source:
        signal = Signal(source, Part(), 1.0, lambda: None)
        watch = Stopwatch()
        features = Features(LocalHubert(), "v2", None, 0.0, 0.5, watch)  # type: ignore[arg-type]
        converter = Converter(features, synthesizer(), Curve(np.full(500, 200.0, np.float32)), watch=watch, check=check)
        with pytest.raises(Enough):
            list(converter.stream(signal, plan(signal, 0, 10.0, 48000), 300))
    assert calls == 4


def test_noise_belongs_to_its_place() -> None:
    noise = PlacedNoise(7, 4, 10)
    whole = noise.at(-130, 400)
    assert whole["latent"].shape == (1, 4, 400)
    assert whole["source"].shape == (1, 4000)
    part = noise.at(-20, 150)
    assert torch.equal(part["latent"], whole["latent"][:, :, 110:260])
    assert torch.equal(part["source"], whole["source"][:, 1100:2600])
    assert abs(float(whole["source"].std()) - 1) < 0.05
    assert abs(float(whole["source"].mean())) < 0.05
    assert not torch.equal(PlacedNoise(8, 4, 10).at(0, 10)["latent"], noise.at(0, 10)["latent"])


def test_protect_keeps_raw_features_where_there_is_no_voice() -> None:
    drawn, raw = torch.full((1, 4, 2), 10.0), torch.zeros(1, 4, 2)
    made = protected(drawn, raw, np.array([0.0, 220.0, 0.5, 100.0], np.float32), 0.33)
    assert made[0, :, 0].tolist() == pytest.approx([3.3, 10.0, 3.3, 10.0])


def test_features_are_doubled_and_cut_to_the_frames_there_are() -> None:
    features = torch.arange(3.0).view(1, 3, 1)
    assert doubled(features, 5)[0, :, 0].tolist() == [0, 0, 1, 1, 2]


def test_neighbours_are_drawn_evenly_into_each_other() -> None:
    made = joined(np.ones(4, np.float32), np.zeros(4, np.float32))
    assert made.tolist() == pytest.approx([0.875, 0.625, 0.375, 0.125])

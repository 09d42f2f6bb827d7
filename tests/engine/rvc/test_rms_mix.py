"""The loudness of the source laid over the converted voice, in a stream."""

from __future__ import annotations

import numpy as np
import pytest

from engine.rvc.rms_mix import HalfSeconds, RmsMix
from tests.fakes.tones import cut, noise


def rms(wave: np.ndarray, rate: int) -> np.ndarray:
    """Root mean squares of one second around every half second, zeros beyond the ends."""
    half = rate // 2
    padded = np.pad(wave.astype(np.float64), half)
    return np.array([
        np.sqrt(np.mean(np.square(padded[i * half : i * half + 2 * half]))) for i in range(1 + len(wave) // half)
    ])  # fmt: skip


def whole(source: np.ndarray, converted: np.ndarray, rate: int, mix: float) -> np.ndarray:
    """The published formula on whole arrays; values stand in the middle of their share of the output."""
    import torch

    def drawn(values: np.ndarray) -> np.ndarray:
        tensor = torch.from_numpy(values)[None, None]
        return torch.nn.functional.interpolate(tensor, size=len(converted), mode="linear")[0, 0].numpy()

    there = np.maximum(drawn(rms(converted, rate)), 1e-6)
    return converted * drawn(rms(source, 16000)) ** (1 - mix) * there ** (mix - 1)


def heard(source: np.ndarray) -> np.ndarray:
    energies = HalfSeconds(16000)
    for block in cut(source[:, None], 1, 9000):
        energies.push(block[:, 0])
    energies.flush()
    return energies.rms()


@pytest.mark.parametrize("rate", [32000, 40000, 48000])
@pytest.mark.parametrize("seconds", [0.001, 0.4, 0.5, 1.0, 3.7, 20.13])
@pytest.mark.parametrize("mix", [0.0, 0.25])
def test_in_blocks_it_is_the_formula_over_the_whole(rate: int, seconds: float, mix: float) -> None:
    source = noise(seconds, 16000, 0.2)[:, 0] * np.linspace(0, 1, round(seconds * 16000), dtype=np.float32)
    converted = noise(seconds, rate, 0.3, seed=2)[:, 0]
    assert np.allclose(heard(source), rms(source, 16000), atol=1e-7)

    stream = RmsMix(heard(source), rate, len(converted), mix)
    made = np.concatenate([*(stream.push(b[:, 0]) for b in cut(converted[:, None], 4, 70_000)), stream.flush()])

    assert len(made) == len(converted)
    assert np.abs(made - whole(source, converted, rate, mix)).max() < 1e-5


def test_little_is_held_back() -> None:
    stream = RmsMix(np.ones(200), 40000, 40000 * 90, 0.5)
    given = sum(len(stream.push(np.ones(40000, np.float32))) for _ in range(90))
    assert given >= 40000 * 86


def test_silence_stays_silent() -> None:
    stream = RmsMix(np.zeros(20), 40000, 400_000, 0.25)
    assert not np.concatenate((stream.push(np.zeros(400_000, np.float32)), stream.flush())).any()

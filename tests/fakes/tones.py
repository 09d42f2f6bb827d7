"""Sounds made by formula, and what the tests measure on them. Arrays are float32, shape (frames, channels)."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import scipy.linalg
import scipy.signal


def tone(hz: float | Iterable[float], seconds: float, rate: int, level: float = 0.5, channels: int = 1) -> np.ndarray:
    """One steady sine, or a chord of equal ones that share ``level``."""
    parts = [hz] if isinstance(hz, (int, float)) else list(hz)
    t = np.arange(round(seconds * rate)) / rate
    mono = sum(np.sin(2 * np.pi * f * t + i) for i, f in enumerate(parts)) * (level / len(parts))
    return np.repeat(mono.astype(np.float32)[:, None], channels, axis=1)


def noise(seconds: float, rate: int, level: float = 0.1, channels: int = 1, seed: int = 7) -> np.ndarray:
    shape = (round(seconds * rate), channels)
    return (np.random.default_rng(seed).standard_normal(shape) * level).astype(np.float32)


VOWEL = ((700, 80), (1220, 90), (2600, 120))


def vowel(f0: float, seconds: float, rate: int, formants: tuple[tuple[float, float], ...] = VOWEL) -> np.ndarray:
    """Pulses ``f0`` times a second through resonators (centre Hz, bandwidth Hz)."""
    count = round(seconds * rate)
    wave = np.diff(np.floor(np.arange(1, count + 1) * f0 / rate), prepend=0.0)
    for centre, width in formants:
        r = np.exp(-np.pi * width / rate)
        poles = [1.0, -2 * r * np.cos(2 * np.pi * centre / rate), r * r]
        wave = scipy.signal.lfilter([sum(poles)], poles, wave)
    return (0.5 * wave / np.abs(wave).max()).astype(np.float32)[:, None]


def cut(audio: np.ndarray, seed: int, largest: int) -> list[np.ndarray]:
    """Cut into consecutive blocks of random sizes from 1 to ``largest``."""
    rng = np.random.default_rng(seed)
    edges = np.cumsum(rng.integers(1, largest + 1, 2 * len(audio) // largest + 2))
    return np.split(audio, edges[edges < len(audio)])


def ripple_db(audio: np.ndarray, rate: int, hz: float, channel: int = 0) -> float:
    """Largest minus smallest level of a tone near ``hz``, over windows of some periods, ends left out."""
    x = audio[:, channel].astype(np.float64)
    window = scipy.signal.windows.hann(round(max(0.03, 8 / hz) * rate))
    power = scipy.signal.fftconvolve(x * x, window / window.sum(), "valid")
    edge = round(0.15 * rate)
    level = 10 * np.log10(power[edge:-edge:16] + 1e-20)
    return float(level.max() - level.min())


def levels_db(audio: np.ndarray, frames: int, channel: int = 0) -> np.ndarray:
    """Level of consecutive windows of ``frames`` frames."""
    x = audio[: len(audio) // frames * frames, channel].astype(np.float64).reshape(-1, frames)
    return 10 * np.log10((x * x).mean(axis=1) + 1e-20)


def strongest_hz(audio: np.ndarray, rate: int, low: float = 20.0, high: float | None = None, channel: int = 0) -> float:
    """Frequency of the highest spectral peak between ``low`` and ``high`` (parabola through the log peak)."""
    x = audio[:, channel] * np.hanning(len(audio))
    size = 2 ** int(np.ceil(np.log2(4 * len(x))))
    spectrum = np.log(np.abs(np.fft.rfft(x, size)) + 1e-12)
    first, last = round(low * size / rate), round((high or rate / 2) * size / rate)
    peak = first + int(np.argmax(spectrum[first:last]))
    a, b, c = spectrum[peak - 1 : peak + 2]
    return float((peak + 0.5 * (a - c) / (a - 2 * b + c)) * rate / size)


def cents(measured: float, wanted: float) -> float:
    return 1200 * float(np.log2(measured / wanted))


def formants(audio: np.ndarray, rate: int, count: int = 3) -> list[float]:
    """The first resonances (Hz) by linear prediction of order 12 at 8 kHz."""
    x = scipy.signal.resample_poly(audio[:, 0].astype(np.float64), 8000, rate)
    x = scipy.signal.lfilter([1, -0.9], [1], x)
    middle = x[len(x) // 2 - 4096 : len(x) // 2 + 4096]
    middle = middle * np.hanning(len(middle))
    r = scipy.signal.correlate(middle, middle, method="fft")[len(middle) - 1 : len(middle) + 12]
    predictor = scipy.linalg.solve_toeplitz(r[:-1], r[1:])
    roots = np.roots(np.concatenate(([1.0], -predictor)))
    roots = roots[roots.imag > 0.01]
    hz, width = np.angle(roots) * 8000 / (2 * np.pi), -np.log(np.abs(roots)) * 8000 / np.pi
    return sorted(hz[width < 220].tolist())[:count]


def harmonic_levels(audio: np.ndarray, rate: int, f0: float, count: int) -> np.ndarray:
    """Level (dB) of the first ``count`` harmonics of ``f0`` over the middle two seconds."""
    middle = len(audio) // 2
    x = audio[middle - rate : middle + rate, 0] * np.hanning(2 * rate)
    spectrum = np.abs(np.fft.rfft(x))
    places = [round(k * f0 * 2) for k in range(1, count + 1)]
    return np.array([20 * np.log10(spectrum[p - 3 : p + 4].max() + 1e-12) for p in places])


def harmonicity(audio: np.ndarray, rate: int, low_hz: float = 80.0, high_hz: float = 400.0) -> tuple[float, float]:
    """Return (height 0..1, Hz) of the highest autocorrelation peak among periods of low..high Hz."""
    x = audio[:, 0].astype(np.float64)
    r = scipy.signal.correlate(x, x, method="fft")[len(x) - 1 :]
    first, last = int(rate / high_hz), int(rate / low_hz)
    lag = first + int(np.argmax(r[first:last]))
    return float(r[lag] / r[0]), rate / lag

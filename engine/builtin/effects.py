"""The characters a voice can take on besides pitch and formants. Every effect streams, keeps the length, and
treats all channels alike, so that the stereo image stays. ``push`` and ``flush`` take and return float32 of
shape (frames, channels)."""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt
import scipy.fft
import scipy.ndimage
import scipy.signal

from engine.builtin.formant import WINDOW_S, Envelope, interpolate
from engine.builtin.stream import HANN_SQUARE_SUM, Audio, Fifo, Spectra, SpectralStage, hann, window_size

WHISPER_CORNER_HZ = 500.0  # a whisper has little below it: nothing in the throat vibrates
WHISPER_ROUNDS = 4  # noise hides what more rounds would gain
NOISE_S = 11.0  # length of the stored noise; it repeats, unheard
CHIRP, CHIRP_KNEE_HZ = 0.35, 1200.0
CHORUS_VOICES = ((0.0190, 0.0022, 0.61, 0.0), (0.0270, 0.0028, 0.43, 2.1))  # delay s, depth s, Hz, phase
RADIO_LOW_HZ, RADIO_HIGH_HZ = 320.0, 3400.0
TILT_LOW_HZ, TILT_HIGH_HZ = 250.0, 3000.0


class Robot(SpectralStage):
    """A constant pitch of ``hz``: every short spectrum keeps its magnitudes and loses its phases.

    The phase vocoder's "robotization" (Zölzer, ed., DAFX: Digital Audio Effects, 2nd ed., section 7.4.6):
    each window becomes a pulse at its centre, and the windows follow each other ``hz`` times a second. The
    pulse is drawn out into a short chirp, always the same one, so that its peak stays within what the limiter
    lets pass.
    """

    def __init__(self, rate: int, channels: int, hz: float) -> None:
        hop = max(8, round(rate / hz))
        super().__init__(channels, 2 * hop, hop, hann(2 * hop), None)
        # Group delay: half a window (the middle), and up to CHIRP of a period either way, most of it spent
        # on the lower frequencies, where a voice has its energy. The phase is the integral of that.
        f, knee = np.arange(hop + 1) / (2 * hop) * rate, CHIRP_KNEE_HZ
        spread = CHIRP * hop / rate * (f - 2 * knee * np.log1p(f / knee))
        self._pulse = np.exp(-2j * np.pi * (spread + hop / rate * f)).astype(np.complex64)

    def transform(self, spectra: list[Spectra], first: int) -> Spectra:
        return np.abs(spectra[0]) * self._pulse

    push = SpectralStage.feed
    flush = SpectralStage.finish


class Whisper(SpectralStage):
    """Breath instead of the vocal cords: noise with the spectral envelope of the voice, mixed in by ``amount``.

    The noise of a window depends on its place in the file (``position`` is the frame of the file that comes
    first), so a preview sounds like the whole. Each window keeps its energy in each channel.
    """

    def __init__(self, rate: int, channels: int, amount: float, position: int = 0) -> None:
        size = window_size(rate, WINDOW_S)
        window = hann(size)
        super().__init__(channels, size, size // 4, window, window / np.float32(HANN_SQUARE_SUM))
        self._envelope = Envelope(rate, size, WHISPER_ROUNDS)
        self._places = self._envelope.places(scipy.fft.rfftfreq(size, 1.0 / rate))
        self._wet, self._dry = np.float32(math.sqrt(amount)), np.float32(math.sqrt(1.0 - amount))
        generator = np.random.default_rng(20240229)
        self._noise = generator.standard_normal(round(NOISE_S * rate), dtype=np.float32)
        self._position = position - (size - size // 4)
        frequency = np.maximum(scipy.fft.rfftfreq(size, 1.0 / rate), 1.0)
        self._throat = (1.0 / (1.0 + (WHISPER_CORNER_HZ / frequency) ** 2)).astype(np.float32)

    def transform(self, spectra: list[Spectra], first: int) -> Spectra:
        voice = spectra[0]
        count, bins = voice.shape[1:]
        power = voice.real**2 + voice.imag**2
        envelope = interpolate(self._envelope(power.reshape(-1, bins)), self._places)
        shape = np.exp(envelope).reshape(power.shape)
        breath = shape * (self._noise_spectra(first, count) * self._throat)
        energy = np.sum(power, axis=2, keepdims=True)
        breath_energy = np.sum(breath.real**2 + breath.imag**2, axis=2, keepdims=True)
        gain = np.sqrt(energy / np.maximum(breath_energy, 1e-20))
        return self._dry * voice + self._wet * gain * breath

    def _noise_spectra(self, first: int, count: int) -> Spectra:
        at = self._position + (first + np.arange(count)[:, None]) * self._hop + np.arange(self._size)
        return scipy.fft.rfft(self._noise[at % len(self._noise)] * self._analysis, axis=1)

    push = SpectralStage.feed
    flush = SpectralStage.finish


class SosFilter:
    """Second-order sections with memory."""

    def __init__(self, sections: npt.NDArray[np.float64], channels: int) -> None:
        self._sections = sections
        self._state = np.zeros((len(sections), 2, channels))
        self._nothing = np.zeros((0, channels), np.float32)

    def push(self, block: Audio) -> Audio:
        if not len(block):
            return block
        out, self._state = scipy.signal.sosfilt(self._sections, block, axis=0, zi=self._state)
        self._state[np.abs(self._state) < 1e-30] = 0.0  # denormals are slow
        return out.astype(np.float32)

    def flush(self) -> Audio:
        return self._nothing


class Tilt(SosFilter):
    """Brighter (``db`` > 0) or darker: highs by ``db``, lows by a third of it the other way."""

    def __init__(self, rate: int, channels: int, db: float) -> None:
        top = min(TILT_HIGH_HZ, 0.3 * rate)
        super().__init__(np.array([_shelf(rate, top, db, 1), _shelf(rate, TILT_LOW_HZ, -db / 3.0, -1)]), channels)


class Radio(SosFilter):
    """A small loudspeaker: band limits that close with ``amount`` (0..1), and a soft overload."""

    def __init__(self, rate: int, channels: int, amount: float) -> None:
        low = 40.0 * (RADIO_LOW_HZ / 40.0) ** amount
        widest = min(18000.0, 0.45 * rate)
        high = widest * (min(RADIO_HIGH_HZ, widest) / widest) ** amount
        super().__init__(scipy.signal.butter(4, (low, high), "bandpass", fs=rate, output="sos"), channels)
        self._drive = np.float32(1.0 + 3.0 * amount)

    def push(self, block: Audio) -> Audio:
        return np.tanh(super().push(block) * self._drive) / self._drive


class Chorus:
    """Two more voices, a little late and slowly wandering; ``amount`` (0..1) is their level beside the first.

    The wandering follows the place in the file; ``position`` is the frame of the file that comes first.
    """

    def __init__(self, rate: int, channels: int, amount: float, position: int = 0) -> None:
        self._rate, self._position = rate, position
        self._keep = math.ceil(max(v[0] + v[1] for v in CHORUS_VOICES) * rate) + 3
        self._before = np.zeros((self._keep, channels), np.float32)
        self._wet = np.float32(0.7 * amount)
        self._level = np.float32(1.0 / math.sqrt(1.0 + 2.0 * (0.7 * amount) ** 2))

    def push(self, block: Audio) -> Audio:
        if not len(block):
            return block
        audio = np.concatenate((self._before, block))
        at = np.arange(len(block))
        seconds = (self._position + at) / self._rate
        out = block.copy()
        for delay, depth, hz, phase in CHORUS_VOICES:
            late = delay + depth * np.sin(2 * np.pi * hz * seconds + phase)
            out += self._wet * _read(audio, at + self._keep - late * self._rate)
        self._position += len(block)
        self._before = audio[-self._keep :].copy()
        return out * self._level

    def flush(self) -> Audio:
        return self._before[:0]


class Limiter:
    """No sample above ``CEILING_DB``; one gain for all channels, that begins to fall before the peak comes.

    The gain is the smallest one needed within ``REACH_S`` before and after, averaged over the same span: it
    is in time with the audio and, an average of values none of which is too large, never too large itself.
    """

    CEILING_DB = -1.0
    REACH_S = 0.01

    def __init__(self, rate: int, channels: int) -> None:
        self._ceiling = 10 ** (self.CEILING_DB / 20)
        self._reach = max(1, round(self.REACH_S * rate))
        self._audio = Fifo(channels, 2 * self._reach)

    def push(self, block: Audio) -> Audio:
        self._audio.put(block)
        edge = 2 * self._reach
        count = len(self._audio) - 2 * edge
        if count <= 0:
            return self._audio.empty()
        audio = self._audio.peek(len(self._audio))
        out = audio[edge : edge + count]
        level = np.maximum.reduce([np.abs(channel) for channel in audio.T])
        if level.max() > self._ceiling:
            span = 2 * self._reach + 1
            needed = self._ceiling / np.maximum(level, self._ceiling).astype(np.float64)
            gain = scipy.ndimage.minimum_filter1d(needed, span, mode="nearest")
            gain = scipy.ndimage.uniform_filter1d(gain, span, mode="nearest")[edge : edge + count]
            out = out * gain[:, None].astype(np.float32)
        else:
            out = out.copy()
        self._audio.drop(count)
        return out

    def flush(self) -> Audio:
        silence = np.zeros((2 * self._reach, self._audio.empty().shape[1]), np.float32)
        return self.push(silence)


def _read(audio: Audio, at: npt.NDArray[np.float64]) -> Audio:
    """Read ``audio`` at fractional frames by cubic interpolation (Catmull-Rom); 1 <= at < len - 2."""
    base = np.floor(at).astype(np.intp)
    x = (at - base).astype(np.float32)[:, None]
    a, b, c, d = (audio[base + offset] for offset in (-1, 0, 1, 2))
    return b + 0.5 * x * (c - a + x * (2 * a - 5 * b + 4 * c - d + x * (3 * (b - c) + d - a)))


def _shelf(rate: int, hz: float, db: float, side: int) -> list[float]:
    """Return one section: a high (side 1) or low (side -1) shelf of slope 1.

    Formulas: R. Bristow-Johnson, "Cookbook formulae for audio equalizer biquad filter coefficients". The
    low shelf is the high shelf with cos(w) negated and every second coefficient negated.
    """
    a = 10 ** (db / 40)
    w = 2 * math.pi * hz / rate
    cos, alpha = side * math.cos(w), math.sin(w) / 2 * math.sqrt(2)
    root = 2 * math.sqrt(a) * alpha
    b0, b1, b2 = a * ((a + 1) + (a - 1) * cos + root), -2 * a * ((a - 1) + (a + 1) * cos), (
        a * ((a + 1) + (a - 1) * cos - root)
    )
    a0, a1, a2 = (a + 1) - (a - 1) * cos + root, 2 * ((a - 1) - (a + 1) * cos), (a + 1) - (a - 1) * cos - root
    return [b0 / a0, side * b1 / a0, b2 / a0, 1.0, side * a1 / a0, a2 / a0]

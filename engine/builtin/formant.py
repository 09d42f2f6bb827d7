"""Formants moved independently of the pitch, by a correction of the spectral envelope of our own.

The envelope is the "true envelope" of Röbel & Rodet, "Efficient spectral envelope estimation and its
application to pitch shifting and envelope preservation", DAFx 2005: the log spectrum is smoothed by keeping
its low quefrencies, then raised to the maximum of itself and of the smooth curve, and so on, until no partial
stands out of the curve by more than ``TOLERANCE_DB``. The number of quefrencies follows the pitch of each
frame: half a pitch period is what the partials can still describe (section 3 of that paper).

The envelope ``E`` is that of the source, for all channels together. A pitch shift by ``p`` moved it to
``E(f/p)``; wanted is ``E(f/q)`` with ``q`` the formant factor; so each frame is multiplied with the quotient
of the two, bounded, one curve for all channels, by overlap-add of Hann windows at hops of a quarter.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import scipy.fft

from engine.builtin.stream import HANN_SQUARE_SUM, Audio, Spectra, SpectralStage, hann, window_size

MIN_SEMITONES, MAX_SEMITONES = -12.0, 12.0

WINDOW_S = 0.045
ROUNDS = 12
TOLERANCE_DB = 2.0
MAX_BOOST_DB, MAX_CUT_DB = 20.0, 40.0
FLOOR_DB = 75.0  # below a frame's peak the envelope ends; what lies there is noise and is not boosted
SILENCE_DB = -90.0  # frames below this level (of full scale) are never boosted
PLAUSIBLE_DB = 6.0  # by which a correction may change the energy of a frame
PITCH_RANGE_HZ = (70.0, 700.0)
DEFAULT_LIFTER_S = 0.0018  # for frames without a pitch

_DB = 20.0 / np.log(10.0)
Log = npt.NDArray[np.float32]


class Envelope:
    """The true envelope of short-time spectra of ``size`` samples at ``rate``.

    The rounds work on the larger of each two neighbouring bins: half the cost, and as the envelope goes over
    the partials, not between them, nothing is lost.
    """

    def __init__(self, rate: int, size: int, rounds: int = ROUNDS) -> None:
        self._size, self._half, self._rounds = size, size // 2, rounds
        self._spacing_hz = 2.0 * rate / size  # between the values of an envelope
        low, high = (int(rate / hz) for hz in reversed(PITCH_RANGE_HZ))
        self._first, self._last = max(8, low), min(size // 2 - 1, high)
        self._default = DEFAULT_LIFTER_S * rate
        self._quefrency = np.arange(self._half // 2 + 1, dtype=np.float32)

    def __call__(self, power: npt.NDArray[np.float32]) -> Log:
        """Return the envelope of ``power`` (frames, bins) as natural logarithm of the magnitude; read it
        at :meth:`places`."""
        peak = np.maximum(power.max(axis=1, keepdims=True), 1e-20)
        floor = peak * 10 ** (-(FLOOR_DB + 10) / 10)
        fine = np.log(np.maximum(power, floor))
        fine *= 0.5
        lifter = self._lifter(fine)
        target = fine[:, ::2].copy()  # bin 2k, or 2k + 1 when that is larger
        np.maximum(target[:, :-1], fine[:, 1::2], out=target[:, :-1])
        smooth = self._smooth(target, lifter)
        busy = np.arange(len(target))
        for _ in range(self._rounds):
            above = (target[busy] - smooth[busy]).max(axis=1) * _DB
            busy = busy[above > TOLERANCE_DB]
            if not len(busy):
                break
            smooth[busy] = self._smooth(np.maximum(target[busy], smooth[busy]), lifter[busy])
        return smooth

    def places(self, frequencies: npt.NDArray[np.floating]) -> npt.NDArray[np.float64]:
        """Return where in an envelope ``frequencies`` (Hz) are: fractional, perhaps outside of it."""
        return np.asarray(frequencies, np.float64) / self._spacing_hz - 0.25  # between the two bins of a pair

    def _smooth(self, log_spectrum: Log, lifter: Log) -> Log:
        cepstrum = scipy.fft.irfft(log_spectrum, self._half, axis=1)
        cepstrum[:, : lifter.shape[1]] *= lifter
        cepstrum[:, lifter.shape[1] :] *= lifter[:, -2:0:-1]
        return scipy.fft.rfft(cepstrum, axis=1).real

    def _lifter(self, log_spectrum: Log) -> Log:
        """Return a low-pass over the quefrencies for each frame, from the pitch peak of its cepstrum."""
        span = scipy.fft.irfft(log_spectrum, self._size, axis=1)[:, self._first : self._last + 1]
        period = np.argmax(span, axis=1)
        height = np.take_along_axis(span, period[:, None], axis=1)[:, 0]
        voiced = height > 4.0 * np.sqrt(np.mean(span**2, axis=1)) + 1e-6
        order = np.where(voiced, 0.5 * (period + self._first), self._default)[:, None].astype(np.float32)
        # A raised cosine instead of an edge: an edge would ring along the frequency axis.
        x = np.clip((self._quefrency[None, :] - 0.75 * order) / (0.5 * order), 0.0, 1.0)
        return (0.5 + 0.5 * np.cos(np.pi * x)).astype(np.float32)


class FormantShifter(SpectralStage):
    """Gives ``shifted`` audio the formants of ``source``, moved by ``semitones``.

    ``shifted`` is ``source`` after a pitch shift by ``pitch_semitones`` (0: the same audio), frame by frame
    at the same time. Length and time are kept exactly; the answer does not depend on the cutting.
    """

    def __init__(self, rate: int, channels: int, semitones: float, pitch_semitones: float = 0.0) -> None:
        size = window_size(rate, WINDOW_S)
        window = hann(size)
        self._same = pitch_semitones == 0.0
        super().__init__(channels, size, size // 4, window, window / np.float32(HANN_SQUARE_SUM),
                         1 if self._same else 2)
        self._envelope = Envelope(rate, size)
        self._voice_bins = max(1, int(self._envelope.places(np.array([4000.0]))[0]))
        frequencies = scipy.fft.rfftfreq(size, 1.0 / rate)
        self._is = self._envelope.places(frequencies / 2.0 ** (pitch_semitones / 12.0))
        self._wanted = self._envelope.places(frequencies / 2.0 ** (semitones / 12.0))

    def push(self, shifted: Audio, source: Audio) -> Audio:
        """Take as many frames of both; return those that are finished."""
        return self.feed(shifted) if self._same else self.feed(shifted, source)

    def flush(self) -> Audio:
        """Return the rest."""
        return self.finish()

    def transform(self, spectra: list[Spectra], first: int) -> Spectra:
        # The power of all channels gives one envelope.
        power = _power(spectra[-1])
        shifted = power if self._same else _power(spectra[0])
        return spectra[0] * self._gain(power, shifted)

    def _gain(self, power: npt.NDArray[np.float32], shifted: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
        envelope = self._envelope(power)
        now, wanted = interpolate(envelope, self._is), interpolate(envelope, self._wanted)
        db = np.clip((wanted - now) * _DB, -MAX_CUT_DB, MAX_BOOST_DB)
        # Boosts fade out where the frame is near its own floor, or nearly silent as a whole.
        peak = envelope.max(axis=1, keepdims=True)
        audible = np.clip((FLOOR_DB - (peak - now) * _DB) / 15.0, 0.0, 1.0)
        full_scale = np.sqrt(power.mean(axis=1, keepdims=True) / self._analysis.sum()) + 1e-20
        loud = np.clip((_DB * np.log(full_scale) - SILENCE_DB) / 10.0, 0.0, 1.0)
        db = np.where(db > 0, db * audible * loud, db)
        trust = self._likeness(envelope) * _plausibility(db, shifted)
        return np.exp(db * trust / _DB).astype(np.float32)

    def _likeness(self, envelope: Log) -> npt.NDArray[np.float64]:
        """Return for each frame how much it is like a voice (0..1, column): a voice has something everywhere
        below 4 kHz (at least two thirds of it within 60 dB of its peak), a chord of flutes has not. What has
        partials here and there has no envelope either; a correction would only take some of them away."""
        heard = envelope[:, : self._voice_bins]
        share = np.mean((envelope.max(axis=1, keepdims=True) - heard) * _DB < 60.0, axis=1, keepdims=True)
        return np.clip((share - 0.25) / 0.3, 0.0, 1.0)


def _power(spectra: Spectra) -> npt.NDArray[np.float32]:
    return np.sum(spectra.real**2 + spectra.imag**2, axis=0)


def _plausibility(db: npt.NDArray[np.float32], power: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    """Return for each frame how much of a correction is to be believed (0..1, column), by what it does.

    The partials of a voice sample its envelope densely, and a correction changes its energy by a few decibels.
    Where it would change it by much more, the "envelope" is the partials themselves, and a full correction
    would send them back to where they came from, i.e. take them away.
    """
    before = power.sum(axis=1, keepdims=True)
    after = np.sum(power * np.exp(db * (2.0 / _DB)), axis=1, keepdims=True)
    change = 0.5 * _DB * np.abs(np.log((after + 1e-20) / (before + 1e-20)))
    return np.minimum(1.0, (PLAUSIBLE_DB / np.maximum(change, PLAUSIBLE_DB)) ** 2)


def interpolate(rows: Log, positions: npt.NDArray[np.float64]) -> Log:
    """Read every row at fractional ``positions`` (linear; the last value holds beyond the end)."""
    at = np.clip(positions, 0.0, rows.shape[1] - 1.000001)
    below = at.astype(np.intp)
    share = (at - below).astype(np.float32)
    return rows[:, below] * (1 - share) + rows[:, below + 1] * share

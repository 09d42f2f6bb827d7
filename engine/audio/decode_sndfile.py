"""Decoding through libsndfile where it is exact: PCM containers and FLAC."""

from __future__ import annotations

import numpy as np
import soundfile

from engine.audio.files import InputFile
from engine.audio.layouts import layout_or_default
from engine.audio.limits import HeaderHints, check_channels, check_rate, check_seconds
from engine.audio.model import AudioInfo, DecodeFailed

# Everything else that libsndfile knows is too easy to mistake for something it is not.
_ACCEPTED = {"WAV", "WAVEX", "RF64", "W64", "AIFF", "AU", "CAF", "FLAC"}
_EXACT = {"PCM_S8", "PCM_U8", "PCM_16", "PCM_24", "PCM_32", "FLOAT", "DOUBLE", "ULAW", "ALAW"}


class SndfileReader:
    """Reads frames in order; ``seek`` moves to any frame."""

    def __init__(self, file: InputFile, hints: HeaderHints) -> None:
        """Open ``file``; raises DecodeFailed when libsndfile cannot, EngineError when it must not."""
        self._view = file.view()
        try:
            self._sound = soundfile.SoundFile(self._view, "r")
        except (soundfile.SoundFileError, TypeError, ValueError, OverflowError) as error:
            raise DecodeFailed(str(error), self._view.error) from error
        try:
            self.info = self._describe(hints)
        except BaseException:
            self.close()
            raise
        self._wide = self._sound.subtype == "DOUBLE"  # may hold what a float32 cannot
        self.position = 0
        self.warnings: list[str] = []

    def _describe(self, hints: HeaderHints) -> AudioInfo:
        sound = self._sound
        if sound.format not in _ACCEPTED or sound.subtype not in _EXACT:
            raise DecodeFailed(f"{sound.format} {sound.subtype} is not for libsndfile", None)
        check_channels(sound.channels)
        check_rate(sound.samplerate)
        frames = int(sound.frames)
        if frames < 0 or frames >= 1 << 62:
            raise DecodeFailed("libsndfile does not know the length", None)
        check_seconds(frames / sound.samplerate)
        return AudioInfo(
            duration_s=frames / sound.samplerate, frames=frames, rate=sound.samplerate,
            channels=sound.channels, layout=layout_or_default(hints.layout, sound.channels),
            codec=_codec(sound.format, sound.subtype), container=sound.format.lower(), subtype=sound.subtype.lower(),
            seekable=sound.seekable(),
        )

    def end_is_readable(self) -> bool:
        """Whether the last frame that the header promises is really there."""
        try:
            self._sound.seek(self.info.frames - 1)
            there = len(self._sound.read(1, dtype="float32")) == 1
            self._sound.seek(0)
        except soundfile.SoundFileError:
            return False
        return there

    def seek(self, frame: int) -> None:
        """Move to ``frame`` (beyond the end: to the end); raises DecodeFailed."""
        frame = min(frame, self.info.frames or 0)
        if frame == self.position:
            return
        try:
            self._sound.seek(frame)
        except soundfile.SoundFileError as error:
            raise DecodeFailed(str(error), self._view.error) from error
        self.position = frame

    def read(self, frames: int) -> np.ndarray:
        """Return up to ``frames`` frames, float32 or float64, raw; empty at the end. Raises DecodeFailed."""
        try:
            block = self._sound.read(frames, dtype="float64" if self._wide else "float32", always_2d=True)
        except soundfile.SoundFileError as error:
            raise DecodeFailed(str(error), self._view.error) from error
        if self._view.error is not None:
            raise DecodeFailed("reading the file failed", self._view.error)
        self.position += len(block)
        return block

    def close(self) -> None:
        self._sound.close()


def _codec(container: str, subtype: str) -> str:
    if container == "FLAC":
        return "flac"
    if subtype.startswith("PCM") or subtype in ("FLOAT", "DOUBLE"):
        return "pcm"
    return subtype.lower()

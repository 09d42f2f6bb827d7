"""Sound files as blocks of float32: one door for every format, bounded in memory, nothing trusted."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from types import TracebackType

import numpy as np

from engine.audio.files import FileIdentity, InputFile
from engine.audio.headers import read_hints
from engine.audio.limits import HeaderHints, check_seconds
from engine.audio.model import AudioInfo, DecodeFailed, Reader
from engine.audio.sniff import Sniffed, sniff
from engine.errors import EngineError

BLOCK_FRAMES = 65536
MAX_SAMPLE = 4.0
"""Largest sample given out (+12 dB over full scale): float files keep their headroom, nonsense does not."""

_SHORT_S = 0.1  # by how much a lossy stream may miss its declared length and still count as whole


def _no_check() -> None:
    return None


class AudioSource:
    """An open sound. Use it as a context manager; one thread at a time.

    ``truncated`` and ``warnings`` are complete once everything was read. Warnings are words, some with a
    number after a colon: ``non_finite_samples:N`` (set to zero), ``clipped_samples:N`` (beyond
    MAX_SAMPLE), ``damaged_frames:N`` (silence instead), ``truncated``, ``length_field_wrong``,
    ``partial_frame``, ``parameters_changed``, ``several_audio_streams:N``.
    """

    def __init__(self, file: InputFile, check: Callable[[], None]) -> None:
        self._file, self._check = file, check
        self._non_finite = self._clipped = 0
        try:
            self._found = sniff(file)
            self._hints = read_hints(file, self._found)
        except OSError as error:
            raise EngineError("read_error", str(error)) from error
        self._fallback = False
        self.truncated = self._hints.truncated
        self._reader = self._open_reader()
        try:
            self._measure_if_truncated()
        except BaseException:
            self._reader.close()
            raise

    @property
    def info(self) -> AudioInfo:
        return self._info

    @property
    def identity(self) -> FileIdentity:
        """Tells whether a path still names the file that is open here."""
        return self._file.identity

    @property
    def position(self) -> int:
        """The next frame that :meth:`read` gives."""
        return self._reader.position

    @property
    def warnings(self) -> tuple[str, ...]:
        words = list(self._reader.warnings)
        damaged = getattr(self._reader, "damaged_frames", 0)
        for word, count in (("non_finite_samples", self._non_finite), ("clipped_samples", self._clipped),
                            ("damaged_frames", 0 if self.truncated and damaged == 1 else damaged)):
            if count:
                words.append(f"{word}:{count}")
        for word, there in (("truncated", self.truncated), ("length_field_wrong", self._hints.length_lies),
                            ("partial_frame", self._hints.partial_frame)):
            if there:
                words.append(word)
        return tuple(words)

    # --- opening -------------------------------------------------------------------------------------

    def _open_reader(self) -> Reader:
        if self._found.sndfile:
            from engine.audio.decode_sndfile import SndfileReader

            try:
                reader = SndfileReader(self._file, self._hints)
            except DecodeFailed as error:
                _raise_if_io(error)
            else:
                if reader.info.frames:
                    self._info = reader.info
                    self._check_end(reader)
                    return reader
                reader.close()
        return self._open_av()

    def _check_end(self, reader: object) -> None:
        # FLAC says nothing about its size in bytes, so a cut shows only in the last frame.
        if self._found.kind == "flac" and not reader.end_is_readable():  # type: ignore[attr-defined]
            self.truncated = True

    def _open_av(self) -> Reader:
        from engine.audio.decode_av import AvReader

        try:
            reader = AvReader(self._file, self._found, self._hints, self._check)
        except DecodeFailed as error:
            _raise_if_io(error)
            raise EngineError("damaged", str(error)) from error
        self._info = reader.info
        self._fallback = True
        self.truncated = self.truncated or reader.failed_at_end
        return reader

    def _measure_if_truncated(self) -> None:
        """Find the readable length where the header promises more than there is."""
        if not self.truncated or self._found.kind in ("wav", "w64", "aiff"):
            return  # libsndfile gave the readable length already
        from engine.audio.decode_av import AvReader

        if isinstance(self._reader, AvReader):
            self._reader.recount()
            self._info = self._reader.info
            return
        self._reader.close()
        self._reader = self._open_av()
        assert isinstance(self._reader, AvReader)
        self._reader.recount()
        self._info = self._reader.info

    # --- reading -------------------------------------------------------------------------------------

    def seek(self, frame: int) -> None:
        """Make ``frame`` the next one that :meth:`read` gives (beyond the end: the end)."""
        try:
            self._reader.seek(max(0, frame))
        except DecodeFailed as error:
            self._change_reader(error, max(0, frame))

    def read(self, frames: int) -> np.ndarray:
        """Return the next ``frames`` frames, float32 shaped (frames, channels); fewer only at the end.

        Samples are finite and within ±MAX_SAMPLE. Raises EngineError ``read_error``, ``too_long``.
        """
        block = self._read_raw(frames)
        while 0 < len(block) < frames:
            more = self._read_raw(frames - len(block))
            if not len(more):
                break
            block = np.concatenate([block, more])
        if not len(block):
            self._at_end()
        return self._clean(block)

    def blocks(
        self, frames: int = BLOCK_FRAMES, start_s: float = 0.0, seconds: float | None = None,
    ) -> Iterator[np.ndarray]:
        """Give blocks of ``frames`` frames (the last one shorter) from ``start_s``, for ``seconds`` or to the end.

        Every call starts anew; the counts in ``warnings`` are of the latest call.
        """
        self._non_finite = self._clipped = 0
        rate = self._info.rate
        start = max(0, round(start_s * rate))
        left = 1 << 62 if seconds is None else max(0, round((start_s + seconds) * rate) - start)
        self.seek(start)
        while left > 0:
            self._check()
            block = self.read(min(frames, left))
            if not len(block):
                return
            left -= len(block)
            yield block

    def _read_raw(self, frames: int) -> np.ndarray:
        try:
            block = self._reader.read(frames)
        except DecodeFailed as error:
            self._change_reader(error, self._reader.position)
            try:
                block = self._reader.read(frames)
            except DecodeFailed as again:
                _raise_if_io(again)
                self.truncated = True
                return np.zeros((0, self._info.channels), np.float32)
        if self._reader.position > 0 and len(block):
            check_seconds(self._reader.position / self._info.rate)
        return block

    def _change_reader(self, error: DecodeFailed, frame: int) -> None:
        """Go on with the other decoder at ``frame``; where there is none, the sound ends here."""
        _raise_if_io(error)
        self.truncated = True
        if self._fallback:
            return
        self._fallback = True
        from engine.audio.decode_av import AvReader

        try:
            other = AvReader(self._file, self._found, HeaderHints(), self._check)
        except (DecodeFailed, EngineError):
            self._reader = _Ended(self._reader, frame)
            return
        if (other.info.rate, other.info.channels) != (self._info.rate, self._info.channels):
            other.close()
            self._reader = _Ended(self._reader, frame)
            return
        self._reader.close()
        self._reader = other
        try:
            other.seek(frame)
        except DecodeFailed as again:
            _raise_if_io(again)
            self._reader = _Ended(other, frame)

    def _at_end(self) -> None:
        if getattr(self._reader, "failed_at_end", False):
            self.truncated = True
        total = self._info.frames
        if total is None or not getattr(self._reader, "length_is_of_this_stream", True):
            return
        if total - self._reader.position > _SHORT_S * self._info.rate:
            self.truncated = True

    def _clean(self, block: np.ndarray) -> np.ndarray:
        if not len(block):
            return block.astype(np.float32, copy=False)
        peak = max(float(block.max()), -float(block.min()))
        if not peak <= MAX_SAMPLE:  # also true for NaN
            block = np.array(block)
            bad = ~np.isfinite(block)
            self._non_finite += int(bad.sum())
            block[bad] = 0.0
            self._clipped += int((np.abs(block) > MAX_SAMPLE).sum())
            np.clip(block, -MAX_SAMPLE, MAX_SAMPLE, out=block)
        return np.ascontiguousarray(block, np.float32)

    def close(self) -> None:
        self._reader.close()
        self._file.close()

    def __enter__(self) -> AudioSource:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None,
    ) -> None:
        self.close()


class _Ended:
    """A reader with nothing left."""

    def __init__(self, reader: Reader, position: int) -> None:
        self.info, self.warnings, self.position = reader.info, reader.warnings, position
        reader.close()

    def seek(self, frame: int) -> None:
        self.position = frame

    def read(self, frames: int) -> np.ndarray:
        return np.zeros((0, self.info.channels), np.float32)

    def close(self) -> None:
        return None


def _raise_if_io(error: DecodeFailed) -> None:
    if error.cause is not None:
        raise EngineError("read_error", str(error.cause)) from error


def open_audio(path: str, *, check: Callable[[], None] = _no_check) -> AudioSource:
    """Open the sound in ``path``, whatever its name says.

    ``check`` is called during long work and may raise. Raises EngineError: ``not_found``, ``not_a_file``,
    ``permission_denied``, ``read_error``, ``empty_file``, ``header_only``, ``not_audio``, ``no_audio``,
    ``bad_rate``, ``bad_channels``, ``bad_format``, ``too_long``, ``encrypted``, ``damaged``.
    """
    file = InputFile(path)
    try:
        return AudioSource(file, check)
    except BaseException:
        file.close()
        raise


__all__ = ["BLOCK_FRAMES", "MAX_SAMPLE", "AudioInfo", "AudioSource", "Sniffed", "open_audio"]

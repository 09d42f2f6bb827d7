"""Sound files written block by block, complete on the disk or not there at all."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Protocol

import numpy as np

from engine.audio.files import OutputFile, write_error
from engine.audio.formats import OutputPlan, check_format, estimate_bytes
from engine.audio.resample import StreamResampler, resampled_frames
from engine.audio.wav_writer import WavWriter
from engine.errors import EngineError

_TAG_KEYS = ("title", "artist", "album", "comment", "date", "genre", "encoder")
_MAX_TAG = 4000  # characters


@dataclass(frozen=True, slots=True)
class SinkResult:
    """What lies on the disk: ``frames`` at ``rate``; ``changes`` as in OutputPlan, ``clipped`` samples cut at ±1."""

    frames: int
    rate: int
    channels: int
    duration_s: float
    bytes: int
    clipped: int
    changes: tuple[str, ...]


class _Writer(Protocol):
    def write(self, block: np.ndarray) -> None: ...

    def finish(self) -> None: ...


class AudioSink:
    """Takes blocks at the source rate, converts where the format wants another one, and encodes.

    Use it as a context manager: leaving normally closes, leaving by an exception removes the file.
    """

    def __init__(
        self, path: str, plan: OutputPlan, tags: Mapping[str, str], frames: int | None = None,
    ) -> None:
        self.plan = plan
        self.result: SinkResult | None = None
        self._frames = self._clipped = 0
        self._resampler = StreamResampler(plan.source_rate, plan.rate, plan.channels)
        self._file = OutputFile(path)
        self._over = False
        try:
            self._writer = self._attempt(_make_writer, self._file, plan, _clean_tags(tags), frames)
        except BaseException:
            self.abort()
            raise

    def write(self, block: np.ndarray) -> None:
        """Append ``block``, float32 shaped (frames, channels).

        Raises EngineError ``disk_full``, ``read_only``, ``write_error``, ``encoder_failed``; the file is
        then still there until :meth:`abort`.
        """
        if block.ndim != 2 or block.shape[1] != self.plan.channels:
            raise ValueError(f"a block must be shaped (frames, {self.plan.channels}), not {block.shape}")
        self._encode(self._resampler.process(block))

    def close(self) -> SinkResult:
        """Finish the file, force it to the disk and say what it holds. On an error the file is removed."""
        if self.result is not None:
            return self.result
        try:
            self._encode(self._resampler.flush())
            self._attempt(self._writer.finish)
            size = self._file.commit()
        except BaseException:
            self.abort()
            raise
        self._over = True
        self.result = SinkResult(self._frames, self.plan.rate, self.plan.channels,
                                 self._frames / self.plan.rate, size, self._clipped, self.plan.changes)
        return self.result

    def abort(self) -> None:
        """Close and remove the file; harmless after close."""
        if self._over:
            return
        self._over = True
        writer = getattr(self, "_writer", None)
        if writer is not None and hasattr(writer, "cancel"):
            writer.cancel()
        self._file.discard()

    def _encode(self, block: np.ndarray) -> None:
        if not len(block):
            return
        block = self._limited(block)
        self._attempt(self._writer.write, block)
        self._frames += len(block)

    def _limited(self, block: np.ndarray) -> np.ndarray:
        peak = max(float(block.max()), -float(block.min()))
        if peak <= 1.0 or (self.plan.subtype == "float" and np.isfinite(peak)):
            return block
        block = np.nan_to_num(block, nan=0.0, posinf=1.0, neginf=-1.0)
        if self.plan.subtype == "float":
            return block
        self._clipped += int((np.abs(block) > 1.0).sum())
        return np.clip(block, -1.0, 1.0)

    def _attempt(self, work: Any, *args: Any) -> Any:
        try:
            made = work(*args)
        except EngineError:
            raise
        except Exception as error:
            cause = self._file.error or (error if isinstance(error, OSError) and error.errno else None)
            if cause is not None:
                raise write_error(cause) from error
            raise EngineError("encoder_failed", f"{type(error).__name__}: {error}") from error
        if self._file.error is not None:
            raise write_error(self._file.error)
        return made

    def __enter__(self) -> AudioSink:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None,
    ) -> None:
        if kind is None:
            self.close()
        else:
            self.abort()


def _make_writer(
    file: OutputFile, plan: OutputPlan, tags: dict[str, str], frames: int | None,
) -> _Writer:
    if plan.format == "wav":
        return WavWriter(file, plan.rate, plan.channels, plan.layout, plan.subtype, tags)
    if plan.format in ("flac", "mp3") or (plan.format == "opus" and plan.channels > 2):
        from engine.audio.encode_sndfile import SndfileWriter

        return SndfileWriter(file, plan, tags)
    from engine.audio.encode_av import AvWriter

    expected = None if frames is None else resampled_frames(frames, plan.source_rate, plan.rate)
    return AvWriter(file, plan, tags, expected)


def _clean_tags(tags: Mapping[str, str]) -> dict[str, str]:
    return {key: "".join(c for c in str(tags[key]) if c >= " " or c == "\n")[:_MAX_TAG]
            for key in _TAG_KEYS if tags.get(key)}


def open_sink(
    path: str, *, format: str, rate: int, channels: int, layout: str | None = None,
    tags: Mapping[str, str] | None = None, subtype: str | None = None, frames: int | None = None,
) -> AudioSink:
    """Create ``path`` (which must not exist) and return a sink for blocks at ``rate``.

    ``frames`` is the expected length at ``rate``: give it where it is known (AAC ends without padding then);
    another length than expected is no error.
    Tags that are written: title, artist, album, comment, date, genre, encoder. Raises EngineError
    ``bad_format`` and ``format_cannot_hold`` before the file is created, then ``disk_full``,
    ``read_only``, ``output_exists``, ``folder_missing``, ``name_too_long``, ``write_error``,
    ``encoder_failed``.
    """
    plan = check_format(format, rate, channels, frames, layout=layout, subtype=subtype)
    return AudioSink(path, plan, tags or {}, frames)


__all__ = ["AudioSink", "OutputPlan", "SinkResult", "check_format", "estimate_bytes", "open_sink"]

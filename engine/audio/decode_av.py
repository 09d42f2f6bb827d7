"""Decoding through FFmpeg (PyAV), for what libsndfile does not know and for damaged files.

Position 0 is the first frame that the decoder gives out, after the encoder's delay.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Any

import av
import numpy as np

from engine.audio.av_container import count_seconds, open_container, pick_stream, pre_skip, to_float
from engine.audio.files import InputFile
from engine.audio.layouts import layout_of, layout_or_default
from engine.audio.limits import MAX_SECONDS, HeaderHints, check_channels, check_rate, check_seconds
from engine.audio.model import AudioInfo, DecodeFailed
from engine.audio.sniff import Sniffed
from engine.errors import EngineError

# These have no index: FFmpeg guesses positions from the bit rate, and gives wrong time stamps after a seek in
# Ogg Vorbis (by a page). We pass over packets instead, which costs about a second for two hours.
_COUNTED = {"aac", "ac3", "eac3", "dts", "amr", "mp3", "flac", "loas", "ogg", "wav"}
# The time stamps of these are worked out from a bit rate that changes: only decoding tells where a frame is.
_DECODED = {"eac3", "dts"}
# The length of these is a guess, or missing, until the packets are counted.
_GUESSED = {"aac", "ac3", "eac3", "dts", "amr", "loas", "mpegts", "mpeg", "flv", "wv", "tta", "ape"}
_PROMISED = {"wv", "tta", "ape"}  # the header tells the length, so that a cut shows against the packets
_MAX_COUNT_BYTES = 1 << 30
_PREROLL_S = 0.5  # codecs that overlap frames are in step again by then
_PREROLL_FRAMES = 16  # and so is MP3, whose bit reservoir reaches back over frames
_MAX_PATCH_S = 1.0
# Here FFmpeg leaves the encoder's padding at the end; elsewhere it cuts it off itself.
_TRIMMED = {("mp4", "aac"), ("mp4", "alac"), ("mp4", "mp3"), ("mp4", "opus"), ("matroska", "aac"), ("matroska", "mp3"),
            ("matroska", "vorbis"), ("ogg", "vorbis")}


class AvReader:
    """Reads frames in order; ``seek`` moves to any frame."""

    def __init__(
        self, file: InputFile, found: Sniffed, hints: HeaderHints, check: Callable[[], None] = lambda: None,
    ) -> None:
        """Open ``file`` and decode its beginning.

        Raises DecodeFailed, or EngineError ``no_audio``, ``bad_rate``, ``bad_channels``, ``bad_format``,
        ``encrypted``, ``header_only``, ``too_long``.
        """
        self._file, self._found, self._check = file, found, check
        self._counted = found.av_format in _COUNTED
        self._guessed = hints.length_unknown or hints.chained
        self._chained = hints.chained
        self._untimed = hints.chained or found.av_format in _DECODED
        self._adapter: Any = None
        self.warnings: list[str] = []
        self.damaged_frames = 0
        self.failed_at_end = False
        self._saw_encrypted = False
        self._passed_over = 0
        self._container: Any = None
        try:
            self._open()
            self._describe(hints)
        except BaseException:
            self.close()
            raise

    # --- opening -------------------------------------------------------------------------------------

    def _open(self) -> None:
        self.close()
        self._container, self._view = open_container(self._file, self._found)
        self._stream, self.warnings = pick_stream(self._container)
        self._packets = self._container.demux(self._stream)
        self._queue: deque[np.ndarray] = deque()  # decoded, not yet given out
        self._pending: deque[Any] = deque()  # frames of the packet that was decoded last
        self._skip_before: float | None = None  # packets before this second are passed over
        self._patch = 0.0
        self._ended = False
        self._first_pts: float | None = None
        self.position = 0

    def _describe(self, hints: HeaderHints) -> None:
        frame = self._next_frame()
        if frame is None:
            raise self._nothing_decoded()
        second = self._next_frame()
        self._rate, self._channels = int(frame.sample_rate), int(frame.layout.nb_channels)
        check_channels(self._channels)
        check_rate(self._rate)
        self._av_layout = frame.layout
        self._origin = self._seconds(frame)
        self._head_samples = frame.samples
        self._grid = second.samples if second is not None else 0
        labels = [channel.name for channel in frame.layout.channels]
        layout = layout_or_default(layout_of(labels) or hints.layout, self._channels)
        self._take(frame)
        if second is not None:
            self._take(second)
        context = self._stream.codec_context
        codec, subtype = context.name.split("_")[0], context.name
        self.info = AudioInfo(
            duration_s=None, frames=None, rate=self._rate, channels=self._channels, layout=layout,
            codec={"mp3float": "mp3"}.get(codec, codec), container=self._found.kind, subtype=subtype,
            seekable=True,
        )
        frames = self._declared_frames()
        if frames is not None:
            check_seconds(frames / self._rate)
        self._set_frames(frames)

    def _nothing_decoded(self) -> Exception:
        if self._view.error is not None:
            return DecodeFailed("reading the file failed", self._view.error)
        if self._saw_encrypted:
            return EngineError("encrypted")
        context = self._stream.codec_context
        if context.sample_rate and not 8000 <= context.sample_rate <= 192000:
            return EngineError("bad_rate", rate=int(context.sample_rate))
        if self.damaged_frames:
            return DecodeFailed("no frame could be decoded", None)
        return EngineError("header_only")

    def _declared_frames(self) -> int | None:
        """Frames by the container, where it can be trusted, else by counting packets."""
        stream, container = self._stream, self._container
        unknown = self._guessed or (stream.duration is None and container.duration is None)
        if unknown or self._found.av_format in _GUESSED:
            frames = (self.count() or None) if self._file.size <= _MAX_COUNT_BYTES else None
            if frames and self._found.av_format in _PROMISED and stream.duration:
                promised = float(stream.duration * stream.time_base) * self._rate
                self.failed_at_end = promised - frames > self._rate * 0.1
            return frames
        if stream.duration is not None and stream.time_base:
            frames = round(float(stream.duration * stream.time_base) * self._rate)
            return max(0, frames - pre_skip(stream, self._found))
        if self._found.kind == "matroska":
            # The segment lasts from the first time stamp, so a codec delay counts in it.
            early = min(0.0, self._first_pts or 0.0)
            return max(0, round((container.duration / 1e6 + early) * self._rate))
        return max(0, round(container.duration / 1e6 * self._rate))

    @property
    def length_is_of_this_stream(self) -> bool:
        """False where the length is that of a whole film, which may outlast its sound."""
        return self._stream.duration is not None or len(self._container.streams) == 1

    def _set_frames(self, frames: int | None) -> None:
        seconds = None if frames is None else frames / self._rate
        if seconds is None and self._container.duration:
            seconds = self._container.duration / 1e6  # a guess of FFmpeg, better than nothing to show
        info = self.info
        self.info = AudioInfo(seconds, frames, info.rate, info.channels, info.layout, info.codec,
                              info.container, info.subtype, info.seekable)

    def count(self) -> int:
        """Return the frames that the packets hold, found without decoding."""
        end, summed = count_seconds(self._file, self._found, self._stream.index, self._check)
        # Time stamps know of delays and gaps, but a chain of streams begins them anew.
        seconds = summed if self._chained or not end else end - self._origin
        return max(0, round(seconds * self._rate))

    def recount(self) -> None:
        """Replace the length by what the packets that are really there hold."""
        self._set_frames(min(self.count(), self.info.frames or 1 << 62))

    # --- decoding ------------------------------------------------------------------------------------

    def _next_frame(self) -> Any:
        """Return the next decoded frame, None at the end. Damaged packets are passed over and counted."""
        while not self._pending:
            if self._ended:
                return None
            try:
                packet = next(self._packets)
            except (StopIteration, IndexError):
                # PyAV 18 trips at the end over streams that appeared while it was reading.
                self._ended = True
                if self._view.error is not None:
                    raise DecodeFailed("reading the file failed", self._view.error) from None
                return None
            except (av.FFmpegError, OSError, ValueError) as error:
                self._ended = self.failed_at_end = True
                if self._view.error is not None:
                    raise DecodeFailed(str(error), self._view.error) from error
                return None
            if self._skip_before is not None and not self._wanted(packet):
                continue
            self._note(packet)
            try:
                self._pending.extend(packet.decode())
            except (av.FFmpegError, OSError, ValueError):
                self.damaged_frames += 1
                self._patch += self._packet_seconds(packet)
        return self._pending.popleft()

    def _wanted(self, packet: Any) -> bool:
        if packet.pts is None or packet.time_base is None:
            return True
        if float(packet.pts * packet.time_base) < (self._skip_before or 0.0):
            self._passed_over += 1
            if self._passed_over % 256 == 0:
                self._check()
            return False
        self._skip_before = None
        return True

    def _note(self, packet: Any) -> None:
        if self._first_pts is None and packet.pts is not None and packet.time_base:
            self._first_pts = float(packet.pts * packet.time_base)
        if packet.size and packet.has_sidedata("encryption_info"):
            self._saw_encrypted = True

    def _packet_seconds(self, packet: Any) -> float:
        if not packet.duration or not packet.time_base:
            return 0.0
        return min(_MAX_PATCH_S, float(packet.duration * packet.time_base))

    def _seconds(self, frame: Any) -> float:
        if frame.pts is None or frame.time_base is None:
            return 0.0
        return float(frame.pts * frame.time_base)

    def _take(self, frame: Any) -> None:
        if self._patch:
            # Keep time: what could not be decoded is silence, so that the rest stays in its place.
            gap = round(self._patch * self._rate)
            self._patch = 0.0
            if gap > 0:
                self._queue.append(np.zeros((gap, self._channels), np.float32))
        same = frame.sample_rate == self._rate and frame.layout.nb_channels == self._channels
        if same and self._adapter is None:
            self._queue.append(to_float(frame))
            return
        if "parameters_changed" not in self.warnings:
            self.warnings.append("parameters_changed")
        self._queue.extend(self._adapt(frame, same))

    def _adapt(self, frame: Any, same: bool) -> list[np.ndarray]:
        key = (frame.sample_rate, frame.layout.name, frame.format.name)
        made: list[np.ndarray] = []
        try:
            if self._adapter is not None and self._adapter[0] != key:
                made += [to_float(f) for f in self._adapter[1].resample(None)]
                self._adapter = None
            if same:
                return [*made, to_float(frame)]
            if self._adapter is None:
                self._adapter = (key, av.AudioResampler("fltp", self._av_layout, self._rate))
            frame.pts = None
            made += [to_float(f) for f in self._adapter[1].resample(frame)]
        except (av.FFmpegError, ValueError) as error:
            raise DecodeFailed(f"parameters change to {key}: {error}", None) from error
        return made

    def read(self, frames: int) -> np.ndarray:
        """Return up to ``frames`` frames, float32 or float64, raw; empty at the end. Raises DecodeFailed."""
        parts: list[np.ndarray] = []
        need = frames
        while need > 0:
            if not self._queue:
                frame = self._next_frame()
                if frame is None:
                    if self._adapter is not None:
                        last, self._adapter = self._adapter[1], None
                        self._queue.extend(to_float(f) for f in last.resample(None))
                        continue
                    break
                self._take(frame)
                continue
            block = self._queue.popleft()
            if len(block) > need:
                self._queue.appendleft(block[need:])
                block = block[:need]
            parts.append(block)
            need -= len(block)
        if not parts:
            return np.zeros((0, self._channels), np.float32)
        whole = parts[0] if len(parts) == 1 else np.concatenate(parts)
        whole = self._without_padding(whole)
        self.position += len(whole)
        if self.position > MAX_SECONDS * self._rate:
            check_seconds(self.position / self._rate)
        return whole

    def _without_padding(self, block: np.ndarray) -> np.ndarray:
        """Cut the encoder's padding off the end, where the container knows the length to the frame.

        Only an excess of at most two codec frames is padding; a length that is wrong by more is not used.
        """
        total = self.info.frames
        if total is None or not self.length_is_of_this_stream:
            return block
        if (self._found.kind, self.info.codec) not in _TRIMMED or self.position + len(block) <= total:
            return block
        limit = 2 * max(self._grid, 1024)
        if self.position + len(block) - total > limit:
            return block
        if self._ended or self._peek_end(limit):
            return block[: max(0, total - self.position)]
        return block

    def _peek_end(self, limit: int) -> bool:
        """Whether at most ``limit`` frames follow; what was looked at stays queued."""
        while sum(len(b) for b in self._queue) <= limit:
            frame = self._next_frame()
            if frame is None:
                self._queue.clear()
                return True
            self._take(frame)
        return False

    # --- moving --------------------------------------------------------------------------------------

    def seek(self, frame: int) -> None:
        """Move to ``frame`` exactly; beyond the end it moves to the end. Raises DecodeFailed.

        Containers with millisecond time stamps are exact where all packets hold the same number of frames.
        """
        if frame == self.position:
            return
        if not self.position < frame <= self.position + 2 * self._rate:
            self._jump(frame)
        self._drop(frame - self.position)

    def _jump(self, frame: int) -> None:
        preroll = max(_PREROLL_S, _PREROLL_FRAMES * self._grid / self._rate)
        start_s = frame / self._rate - preroll
        if start_s <= preroll or self._untimed:
            if frame < self.position:
                self._restart(None)
            return
        if self._counted:
            if frame > self.position and not self._ended:
                self._forget(self._packets)
                self._stream.codec_context.flush_buffers()
                self._skip_before = self._origin + start_s
            else:
                self._restart(self._origin + start_s)
            if self._place(frame):
                return
            self._restart(None)
            return
        for back in (0.0, 4.0, 30.0):
            target = self._origin + max(0.0, start_s - back)
            try:
                self._container.seek(int(target / self._stream.time_base), stream=self._stream)
            except (av.FFmpegError, OSError, ValueError):
                break
            self._forget()
            if self._place(frame):
                return
        self._restart(None)

    def _place(self, frame: int) -> bool:
        """Set the position from the next decoded frame; False when that lies beyond ``frame``."""
        first = self._next_frame()
        self._patch = 0.0
        if first is None or first.pts is None:
            return False
        exact = (self._seconds(first) - self._origin) * self._rate
        position = round(exact)
        step = self._rate * float(self._stream.time_base or 0)
        if step > 1.0 and self._grid:
            # Time stamps are coarser than frames: take the frame boundary that was meant.
            boundary = self._head_samples + self._grid * round((exact - self._head_samples) / self._grid)
            if abs(boundary - exact) <= step:
                position = boundary
        if not 0 <= position <= frame:
            return False
        self.position = position
        self._take(first)
        return True

    def _restart(self, skip_before: float | None) -> None:
        warnings = self.warnings
        self._open()
        self.warnings = warnings
        self._forget()
        self._skip_before = skip_before

    def _forget(self, packets: Any = None) -> None:
        self._queue.clear()
        self._pending.clear()
        self._patch, self._ended, self._adapter, self._skip_before = 0.0, False, None, None
        self._packets = packets or self._container.demux(self._stream)

    def _drop(self, frames: int) -> None:
        while frames > 0:
            self._check()
            dropped = len(self.read(min(frames, 16384)))
            if not dropped:
                return
            frames -= dropped

    def close(self) -> None:
        if self._container is not None:
            container, self._container = self._container, None
            try:
                container.close()
            except (av.FFmpegError, OSError):
                pass

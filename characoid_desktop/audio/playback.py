"""Playing: sound is read about two seconds ahead from a source and handed to the sound output.

All methods are called in the loop's thread. Opening and closing a stream blocks for up to seconds, so it
happens in a thread of its own; the callback of the stream only copies out of a ring.
"""

from __future__ import annotations

import asyncio
import logging
import math
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from characoid_desktop.audio.backend import (
    CLOSE_LIMIT_S,
    OPEN_LIMIT_S,
    LoadSound,
    in_daemon_thread,
    load_sounddevice,
    no_output,
    output_lost,
)
from characoid_desktop.audio.ring import FrameRing
from characoid_desktop.audio.voice import CHANNELS, Voice, find_output
from characoid_desktop.core.clock import Clock, SystemClock
from characoid_desktop.core.errors import AppError
from characoid_desktop.core.events import Event
from characoid_desktop.core.tasks import TaskScope

AHEAD_S = 2.0  # read this far before what is heard
BLOCK_S = 0.5  # per request to the source
CAPACITY_S = 4.0
SWITCH_LEAD_S = 0.12  # the other version is fetched this far ahead, so that the switch has no gap
FILL_POLL_S = 0.05
FIRST_CALLBACK_LIMIT_S = 6.0  # some sound servers need seconds to deliver the first time
CALLBACK_LIMIT_S = 1.5  # no callback for this long while playing: the output is lost
RELEASE_AFTER_S = 8.0  # a paused stream gives the device back
GAIN_LIMIT_DB = 24.0
SILENT_DB = -120.0

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class PcmBlock:
    """Interleaved float32, little endian; ``end`` when nothing follows."""

    data: bytes
    end: bool


class PcmSource(Protocol):
    """A sound that can be read anywhere."""

    @property
    def duration_s(self) -> float: ...

    async def read(
        self, start_s: float, seconds: float, *, rate: int, channels: int, gain_db: float
    ) -> PcmBlock:
        """Return up to ``seconds`` of sound from ``start_s``; raises AppError."""
        ...


class PlayerState(StrEnum):
    IDLE = "idle"  # nothing loaded, or not yet played
    OPENING = "opening"
    PLAYING = "playing"
    PAUSED = "paused"
    ENDED = "ended"
    FAILED = "failed"

    @property
    def is_running(self) -> bool:
        return self in (PlayerState.OPENING, PlayerState.PLAYING)


def matched_gain_db(lufs: float | None, other_lufs: float | None) -> float:
    """Return the gain that brings ``lufs`` down to the quieter of the two (never up, so nothing clips)."""
    if lufs is None or other_lufs is None:
        return 0.0
    return max(-GAIN_LIMIT_DB, min(0.0, other_lufs - lufs))


class Player:
    """One thing plays at a time. ``position_s`` comes from frames that were really handed to the output."""

    def __init__(
        self, *, load: LoadSound = load_sounddevice, clock: Clock | None = None, device: str | None = None
    ) -> None:
        self.state_changed: Event[PlayerState] = Event()
        self.failed: Event[AppError] = Event()
        self._load = load
        self._clock = clock or SystemClock()
        self._device = device
        self._scope = TaskScope("player", self._task_failed)
        self._state = PlayerState.IDLE
        self._source: PcmSource | None = None
        self._gain_db = 0.0
        self._volume_db = 0.0
        self._position_s = 0.0  # lower bound while playing, the position otherwise
        self._end_s: float | None = None
        self._voice: Voice | None = None
        self._fed = 0  # source frame after the last one in the ring
        self._run: asyncio.Task[None] | None = None
        self._leaving: asyncio.Task[None] | None = None  # a run that is closing its stream
        self._switching = False
        self._jump_s: float | None = None
        self._underruns = 0

    @property
    def state(self) -> PlayerState:
        return self._state

    @property
    def source(self) -> PcmSource | None:
        return self._source

    @property
    def duration_s(self) -> float:
        return self._source.duration_s if self._source else 0.0

    @property
    def underruns(self) -> int:
        """How often the output wanted sound that had not been read yet, since the program started."""
        return self._underruns + (self._voice.ring.state.underruns if self._voice else 0)

    @property
    def position_s(self) -> float:
        """Seconds into the source of what is heard now. Does not run backwards while it plays."""
        voice = self._voice
        if self._jump_s is not None:
            return self._jump_s
        if voice is None:
            return self._position_s
        handed_out = voice.ring.state.position / voice.rate
        heard = handed_out if voice.paused else handed_out - voice.latency_s
        self._position_s = max(self._position_s, min(heard, max(self.duration_s, self._position_s)))
        return self._position_s

    def load(self, source: PcmSource | None, *, gain_db: float = 0.0, position_s: float = 0.0) -> None:
        """Take another sound; what plays stops. ``None`` unloads."""
        self._abandon()
        self._source, self._gain_db, self._end_s = source, gain_db, None
        self._position_s = max(0.0, position_s)
        self._set(PlayerState.IDLE)

    def switch(self, source: PcmSource, *, gain_db: float = 0.0) -> None:
        """Go on with another version of the same sound: same position, no gap, short cross-fade."""
        self._source, self._gain_db = source, gain_db
        self._switching = self._run is not None

    def set_volume(self, volume: float) -> None:
        """Set the volume, 0 to 1; what plays follows within SWITCH_LEAD_S seconds."""
        volume_db = 20 * math.log10(volume) if volume > 1e-6 else SILENT_DB
        if volume_db != self._volume_db:
            self._volume_db = min(0.0, volume_db)
            self._switching = self._run is not None

    def set_device(self, device: str | None) -> None:
        """Play on the output of this name (None: the system's); what plays goes on there."""
        if device == self._device:
            return
        self._device = device
        running, end_s = self._state.is_running, self._end_s
        if self._voice is not None or running:
            self.stop()
            if running:
                self.play(start_s=self._position_s, end_s=end_s)

    def play(self, *, start_s: float | None = None, end_s: float | None = None) -> None:
        """Play on, or from ``start_s``; stop at ``end_s`` when given. Without a source nothing happens."""
        if self._source is None:
            return
        position = self._wanted(start_s)
        moves = start_s is not None or end_s != self._end_s
        self._end_s = end_s
        voice = self._voice
        if voice is not None and not voice.over and not voice.finished:
            if moves:
                self._jump_s = position
            voice.last_callback = self._clock.monotonic() if voice.last_callback is not None else None
            voice.paused = False
            self._set(PlayerState.PLAYING)
            return
        self._abandon()
        self._position_s = position
        self._set(PlayerState.OPENING)
        self._run = self._scope.start(self._play(), name="play")

    def _wanted(self, start_s: float | None) -> float:
        if start_s is not None:
            return min(max(0.0, start_s), self.duration_s)
        position = self.position_s
        at_end = self._state is PlayerState.ENDED or position >= self.duration_s - 0.01
        return 0.0 if at_end else position

    def pause(self) -> None:
        """Silence at once; the device is given back a little later."""
        if not self._state.is_running:
            return
        if self._voice is not None:
            self._voice.paused = True
        else:
            self._abandon()
        self._set(PlayerState.PAUSED)

    def toggle(self) -> None:
        """Play or pause."""
        if self._state.is_running:
            self.pause()
        else:
            self.play()

    def seek(self, position_s: float) -> None:
        """Go to ``position_s``, playing or not; a region's end no longer counts."""
        if self._source is None:
            return
        if self._state.is_running:
            self.play(start_s=position_s)
            return
        self._end_s = None
        position = self._wanted(position_s)
        if self._voice is not None:
            self._jump_s = position
        else:
            self._position_s = position
        self._set(PlayerState.PAUSED)

    def stop(self) -> None:
        """Stop, stay where the sound was, and give the device back now."""
        position = self.position_s
        self._abandon()
        self._position_s = position
        if self._source is not None and self._state is not PlayerState.IDLE:
            self._set(PlayerState.PAUSED)

    async def aclose(self) -> None:
        """Stop and give everything back within about CLOSE_LIMIT_S seconds."""
        self._abandon()
        await self._scope.aclose()

    def _abandon(self) -> None:
        """Let go of the running stream; its task closes it."""
        self._switching, self._jump_s = False, None
        voice, self._voice = self._voice, None
        if voice is not None:
            voice.paused = True
            self._underruns += voice.ring.state.underruns
        run, self._run = self._run, None
        if run is not None:
            run.cancel()
            self._leaving = run

    async def _play(self) -> None:
        me = asyncio.current_task()
        error: AppError | None = None
        voice: Voice | None = None
        try:
            await self._left()
            wanted = self._device
            device, rate = await in_daemon_thread(lambda: find_output(self._load, wanted), OPEN_LIMIT_S)
            ring = FrameRing(CHANNELS, int(CAPACITY_S * rate))
            self._fed = round(self._position_s * rate)
            ring.reset(self._fed)
            voice = opening = Voice(ring, rate, self._clock)
            await self._feed(voice, BLOCK_S)  # the first block is there before the device opens
            await in_daemon_thread(lambda: opening.open(self._load, device), OPEN_LIMIT_S)
            self._voice = voice
            self._set(PlayerState.PLAYING)
            await self._keep_playing(voice)
        except AppError as caught:
            error = caught
        except TimeoutError:
            error = no_output("opening the output did not end")
        finally:
            if voice is not None:
                voice.paused = voice.paused or not voice.over
                await self._close(voice)
        if self._run is me:
            self._ended(error)

    async def _left(self) -> None:
        """Wait for the stream of before: some outputs can be opened only once."""
        leaving, self._leaving = self._leaving, None
        if leaving is not None and not leaving.done():
            await asyncio.wait([leaving], timeout=CLOSE_LIMIT_S)

    def _ended(self, error: AppError | None) -> None:
        position = self.position_s
        again = self._jump_s if self._state is PlayerState.PLAYING and error is None else None
        paused = self._state is PlayerState.PAUSED
        self._run = None
        self._abandon()
        self._position_s = position
        if again is not None:  # sought in the last moment before the end
            self.play(start_s=again, end_s=self._end_s)
        elif error is not None:
            self._set(PlayerState.FAILED)
            self.failed.emit(error)
        elif not paused:
            self._position_s = self.duration_s if self._end_s is None else min(self._end_s, self.duration_s)
            self._set(PlayerState.ENDED)

    async def _keep_playing(self, voice: Voice) -> None:
        """Feed until the end; return at the end, or when a pause got long; raises AppError on loss."""
        since = self._clock.monotonic()
        pause_since: float | None = None
        while True:
            now = self._clock.monotonic()
            if voice.finished:
                if voice.over:
                    return
                raise output_lost("the stream ended by itself")
            if not voice.paused:
                pause_since = None
                silent_s = now - (voice.last_callback if voice.last_callback is not None else since)
                limit_s = FIRST_CALLBACK_LIMIT_S if voice.last_callback is None else CALLBACK_LIMIT_S
                if silent_s > limit_s:
                    raise output_lost(f"no callback for {silent_s:.1f} s")
                await self._feed(voice, AHEAD_S)
            else:
                pause_since = now if pause_since is None else pause_since
                if now - pause_since > RELEASE_AFTER_S:
                    return
                if self._switching or self._jump_s is not None:
                    await self._feed(voice, BLOCK_S)
            await asyncio.sleep(FILL_POLL_S)

    async def _feed(self, voice: Voice, ahead_s: float) -> None:
        """Bring the ring to ``ahead_s``; first do what was wished: another place, another version."""
        ring = voice.ring
        while self._source is not None:
            if self._jump_s is not None:
                await self._do_jump(voice, self._source, self._jump_s)
            elif self._switching:
                await self._do_switch(voice, self._source)
            state = ring.state
            if self._jump_s is not None or self._switching:
                continue
            if state.ended or state.buffered >= ahead_s * voice.rate - 1:
                return
            source = self._source
            block = await self._read(voice, source, self._fed)
            if self._jump_s is None and not self._switching:  # else it belongs to what was before
                self._fed += ring.append(block.data)
                if block.end:
                    ring.finish()

    async def _do_jump(self, voice: Voice, source: PcmSource, position_s: float) -> None:
        self._switching = False
        frame = round(position_s * voice.rate)
        block = await self._read(voice, source, frame)
        if self._jump_s == position_s and not self._switching:
            self._fed = frame + voice.ring.jump(frame, block.data, ended=block.end)
            self._position_s, self._jump_s = position_s, None

    async def _do_switch(self, voice: Voice, source: PcmSource) -> None:
        self._switching = False
        lead_s = 0.0 if voice.paused or self._voice is None else SWITCH_LEAD_S
        frame = voice.ring.state.position + int(lead_s * voice.rate)
        block = await self._read(voice, source, frame)
        if not self._switching and self._jump_s is None:
            self._fed = frame + voice.ring.splice(frame, block.data, ended=block.end)

    async def _read(self, voice: Voice, source: PcmSource, frame: int) -> PcmBlock:
        start_s, seconds, last = frame / voice.rate, BLOCK_S, False
        if self._end_s is not None and start_s + seconds >= self._end_s:
            seconds, last = self._end_s - start_s, True
        if seconds <= 0:
            return PcmBlock(b"", True)
        block = await source.read(
            start_s, seconds, rate=voice.rate, channels=CHANNELS,
            gain_db=max(SILENT_DB, self._gain_db + self._volume_db))
        return PcmBlock(block.data, block.end or last or not block.data)

    async def _close(self, voice: Voice) -> None:
        try:
            await in_daemon_thread(voice.close, CLOSE_LIMIT_S)
        except TimeoutError:
            _log.info("the sound output did not close within %.0f s", CLOSE_LIMIT_S)

    def _set(self, state: PlayerState) -> None:
        if state is not self._state:
            self._state = state
            self.state_changed.emit(state)

    def _task_failed(self, error: BaseException) -> None:
        _log.error("the player failed", exc_info=error)
        self._abandon()
        self._set(PlayerState.FAILED)
        self.failed.emit(output_lost(str(error)))



"""What is heard of a card: the result of a piece of work, or what it was made from, at one position."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer, Signal

from characoid_desktop.audio.playback import PcmSource, Player, PlayerState
from characoid_desktop.core.errors import AppError
from characoid_desktop.ui.panels.chat.ports import Work

TICK_MS = 33


class CardListening(QObject):
    """Feeds the shared player. ``changed(job id)`` when it plays, pauses or goes to the other version;
    ``position_changed(job id, s)``; ``failed(AppError)``."""

    changed = Signal(str)
    position_changed = Signal(str, float)
    failed = Signal(object)

    def __init__(self, work: Work, player: Player, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._work = work
        self._player = player
        self._job = ""
        self._original = False
        self._loaded: PcmSource | None = None
        self._positions: dict[str, float] = {}
        self._timer = QTimer(self)
        self._timer.setInterval(TICK_MS)
        self._timer.timeout.connect(self._tick)
        self._disconnect = (
            player.state_changed.connect(self._state_changed), player.failed.connect(self._player_failed))

    def close(self) -> None:
        self.stop()
        self._timer.stop()
        for disconnect in self._disconnect:
            disconnect()

    def is_playing(self, job_id: str) -> bool:
        return job_id == self._job and self._ours and self._player.state.is_running

    def hears_original(self, job_id: str) -> bool:
        return job_id == self._job and self._original

    def position(self, job_id: str) -> float:
        if job_id == self._job and self._ours:
            return self._player.position_s
        return self._positions.get(job_id, 0.0)

    def toggle(self, job_id: str) -> None:
        """Play, or pause."""
        if self.is_playing(job_id):
            self._player.pause()
        else:
            self._play(job_id, original=self.hears_original(job_id))

    def choose(self, job_id: str, *, original: bool) -> None:
        """Hear the other version from the same place on, equally loud."""
        if self.hears_original(job_id) is original and job_id == self._job:
            return
        if job_id == self._job and self._ours:
            found = self._work.sound(job_id, original=original)
            if found is not None:
                self._original, (self._loaded, gain) = original, found
                self._player.switch(found[0], gain_db=gain)
        else:
            self.stop()
            self._job, self._original = job_id, original
        self.changed.emit(job_id)

    def seek(self, job_id: str, seconds: float) -> None:
        self._positions[job_id] = max(0.0, seconds)
        if job_id == self._job and self._ours:
            self._player.seek(seconds)
        self.position_changed.emit(job_id, max(0.0, seconds))

    def stop(self) -> None:
        """Let go of the player."""
        if self._ours:
            self._keep_position()
            self._player.load(None)
        self._loaded = None

    @property
    def _ours(self) -> bool:
        return self._loaded is not None and self._player.source is self._loaded

    def _play(self, job_id: str, *, original: bool) -> None:
        if not (job_id == self._job and self._ours):
            found = self._work.sound(job_id, original=original)
            if found is None:
                return
            before = self._job
            self._keep_position()
            self._job, self._original = job_id, original
            self._loaded, gain = found
            self._player.load(found[0], gain_db=gain, position_s=self._positions.get(job_id, 0.0))
            if before and before != job_id:
                self.changed.emit(before)
        self._player.play()

    def _keep_position(self) -> None:
        if self._job and self._ours:
            self._positions[self._job] = self._player.position_s

    def _state_changed(self, state: PlayerState) -> None:
        playing = self._ours and state.is_running
        if playing and not self._timer.isActive():
            self._timer.start()
        elif not playing:
            self._timer.stop()
        if self._job:
            self._tick()
            self.changed.emit(self._job)

    def _tick(self) -> None:
        if self._ours:
            self._keep_position()
            self.position_changed.emit(self._job, self._positions[self._job])

    def _player_failed(self, error: AppError) -> None:
        if self._ours:
            self.failed.emit(error)

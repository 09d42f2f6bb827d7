"""What is heard: the original or the converted sound of the chosen item, at one position."""

from __future__ import annotations

from enum import StrEnum

from PySide6.QtCore import QObject, QTimer, Signal

from characoid_desktop.audio.playback import Player, PlayerState, matched_gain_db
from characoid_desktop.core.errors import AppError
from characoid_desktop.features.rvc.models import PICTURE_COLUMNS, SessionItem
from characoid_desktop.features.rvc.previews import Preview
from characoid_desktop.features.rvc.service import RvcSessionService
from characoid_desktop.features.rvc.sound import EngineSound

TICK_MS = 33


class Version(StrEnum):
    ORIGINAL = "original"
    CONVERTED = "converted"


def placed_picture(picture: bytes, start_s: float, length_s: float, total_s: float) -> bytes:
    """Return the waveform of a region as one over the whole: silence where nothing was converted yet."""
    if total_s <= 0 or not picture:
        return b""
    out = bytearray(PICTURE_COLUMNS * 2)
    first = round(start_s / total_s * PICTURE_COLUMNS)
    count = min(PICTURE_COLUMNS - first, max(1, round(length_s / total_s * PICTURE_COLUMNS)))
    have = len(picture) // 2
    for column in range(count):
        low = column * have // count
        high = max(low + 1, (column + 1) * have // count)
        part = memoryview(picture)[low * 2: high * 2].cast("b")
        out[(first + column) * 2] = min(part[0::2]) & 0xFF
        out[(first + column) * 2 + 1] = max(part[1::2]) & 0xFF
    return bytes(out)


class Listening(QObject):
    """Feeds the shared player with the item's sounds; polls the position only while it plays.

    ``position_changed(s)``, ``playing_changed(bool)``, ``version_changed(Version)``, ``failed(AppError)``.
    """

    position_changed = Signal(float)
    playing_changed = Signal(bool)
    version_changed = Signal(object)
    failed = Signal(object)

    def __init__(self, service: RvcSessionService, player: Player, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._service = service
        self._player = player
        self._item: SessionItem | None = None
        self._preview: Preview | None = None
        self._version = Version.ORIGINAL
        self._loaded: EngineSound | None = None
        self._position = 0.0
        self._timer = QTimer(self)
        self._timer.setInterval(TICK_MS)
        self._timer.timeout.connect(self._tick)
        self._disconnect = (
            player.state_changed.connect(self._state_changed), player.failed.connect(self._failed))

    def close(self) -> None:
        """Stop what plays and stop listening."""
        self._timer.stop()
        for disconnect in self._disconnect:
            disconnect()
        if self._ours:
            self._player.load(None)
        self._loaded = None

    @property
    def version(self) -> Version:
        return self._version

    @property
    def preview(self) -> Preview | None:
        return self._preview

    @property
    def is_playing(self) -> bool:
        return self._ours and self._player.state.is_running

    @property
    def position(self) -> float:
        return self._player.position_s if self._ours else self._position

    @property
    def can_play(self) -> bool:
        return self._sound(self._version) is not None

    def has(self, version: Version) -> bool:
        """Whether there is something to hear of this version."""
        return self._sound(version) is not None

    def show(self, item: SessionItem | None) -> None:
        """Take another item (or the same as it is now)."""
        if item is None or self._item is None or item.id != self._item.id:
            if self._ours:
                self._player.load(None)
            self._loaded, self._preview, self._position = None, None, 0.0
            self._item = item
            self._set_version(Version.ORIGINAL)
            self.position_changed.emit(0.0)
            return
        if item.result != self._item.result and item.result is not None:
            self._preview = None  # the whole is there now
        self._item = item
        if not self.has(self._version):
            self._set_version(Version.ORIGINAL)

    def set_preview(self, preview: Preview | None) -> None:
        """Take a converted region as the converted version; None goes back to the result, if any."""
        self._preview = preview
        if not self.has(self._version):
            self._set_version(Version.ORIGINAL)

    def choose(self, version: Version) -> None:
        """Switch to the other version at the same position and loudness."""
        sound = self._sound(version)
        if sound is None:
            return
        self._set_version(version)
        if self._ours:
            self._player.switch(sound, gain_db=self._gain(version))
            self._loaded = sound

    def toggle(self) -> None:
        """Play or pause."""
        if self.is_playing:
            self._player.pause()
        else:
            self.play()

    def play(self, start_s: float | None = None, end_s: float | None = None) -> None:
        """Play on, or a region."""
        sound = self._sound(self._version)
        if sound is None:
            return
        if not self._ours or self._loaded != sound:
            self._player.load(sound, gain_db=self._gain(self._version), position_s=self._position)
            self._loaded = sound
        self._player.play(start_s=start_s, end_s=end_s)

    def seek(self, seconds: float) -> None:
        """Go to a place, playing or not."""
        self._position = max(0.0, seconds)
        if self._ours:
            self._player.seek(self._position)
        self.position_changed.emit(self._position)

    @property
    def _ours(self) -> bool:
        return self._loaded is not None and self._player.source is self._loaded

    def _sound(self, version: Version) -> EngineSound | None:
        if self._item is None:
            return None
        if version is Version.ORIGINAL:
            return self._service.sound(self._item.id)
        if self._preview is not None:
            return self._service.preview_sound(self._preview)
        return self._service.sound(self._item.id, converted=True)

    def _gain(self, version: Version) -> float:
        made = self._preview or (self._item.result if self._item else None)
        if made is None:
            return 0.0
        pair = (made.lufs_in, made.lufs_out)
        return matched_gain_db(*(pair if version is Version.ORIGINAL else pair[::-1]))

    def _set_version(self, version: Version) -> None:
        if version is not self._version:
            self._version = version
            self.version_changed.emit(version)

    def _state_changed(self, state: PlayerState) -> None:
        playing = self._ours and state.is_running
        if playing and not self._timer.isActive():
            self._timer.start()
        elif not playing:
            self._timer.stop()
        self._tick()
        self.playing_changed.emit(playing)

    def _tick(self) -> None:
        if self._ours:
            self._position = self._player.position_s
            self.position_changed.emit(self._position)

    def _failed(self, error: AppError) -> None:
        if self._ours:
            self.failed.emit(error)

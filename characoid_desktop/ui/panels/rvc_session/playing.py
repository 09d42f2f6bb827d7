"""What is heard: one of the versions of the chosen item, all at one position."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from PySide6.QtCore import QObject, QTimer, Signal

from characoid_desktop.audio.playback import Player, PlayerState, matched_gain_db
from characoid_desktop.core.errors import AppError
from characoid_desktop.features.rvc.models import PICTURE_COLUMNS, SessionItem
from characoid_desktop.features.rvc.models import loudness as lufs_of
from characoid_desktop.features.rvc.previews import Preview
from characoid_desktop.features.rvc.service import RvcSessionService
from characoid_desktop.features.rvc.sound import EngineSound
from characoid_desktop.features.rvc.stages import Stage, Track
from characoid_desktop.ui.panels.rvc_session.production import shows_parts

TICK_MS = 33


class Version(StrEnum):
    """In the order of the keys 1 to 5. Where nothing is taken apart there are only ORIGINAL and CONVERTED, which
    is the finished file then."""

    ORIGINAL = "original"
    VOCALS = "vocals"
    CONVERTED = "converted"
    MIX = "mix"
    INSTRUMENTAL = "instrumental"


PLAIN = (Version.ORIGINAL, Version.CONVERTED)
TRACK_OF = {Version.VOCALS: Track.VOCALS, Version.CONVERTED: Track.CONVERTED,
            Version.INSTRUMENTAL: Track.INSTRUMENTAL}


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
        self._measured: dict[Version, float | None] = {}
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
    def versions(self) -> tuple[Version, ...]:
        """What can be compared, in the order of the keys."""
        return tuple(Version) if self.has_parts else PLAIN

    @property
    def has_parts(self) -> bool:
        item = self._item
        return item is not None and shows_parts(item, self._service.stages(item.id))

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
        return version in self.versions and self._sound(version) is not None

    def show(self, item: SessionItem | None) -> None:
        """Take another item (or the same as it is now)."""
        if item is None or self._item is None or item.id != self._item.id:
            if self._ours:
                self._player.load(None)
            self._loaded, self._preview, self._position = None, None, 0.0
            self._item = item
            self._measured = {}
            self._set_version(Version.ORIGINAL)
            self.position_changed.emit(0.0)
            return
        if item.result != self._item.result and item.result is not None:
            self._preview = None  # the whole is there now
            self._measured.pop(Version.CONVERTED, None)
        self._item = item
        if not self.has(self._version):
            self._set_version(Version.ORIGINAL)

    def set_preview(self, preview: Preview | None) -> None:
        """Take a converted region as the converted version; None goes back to the result, if any."""
        self._preview = preview
        self._measured.pop(Version.CONVERTED, None)
        if not self.has(self._version):
            self._set_version(Version.ORIGINAL)

    def set_loudness(self, levels: Mapping[Version, float | None]) -> None:
        """Take what was measured of versions whose loudness nobody had said; what is heard keeps its level."""
        self._measured.update(levels)

    def loudness(self, version: Version) -> float | None:
        """Return LUFS of a version where it is known."""
        item = self._item
        if item is None:
            return None
        made = self._preview or item.result
        stages = self._service.stages(item.id)
        match version:
            case Version.ORIGINAL:
                known = made.lufs_in if made is not None else None
                prepared = stages.get(Stage.PREPARE)
                if known is None and prepared is not None:
                    known = lufs_of(prepared.value.get("lufs"))
            case Version.CONVERTED if self._preview is not None or not self.has_parts:
                known = made.lufs_out if made is not None else None
            case Version.CONVERTED:
                done = stages.get(Stage.CONVERT)
                known = lufs_of(done.value.get("lufs_out")) if done is not None else None
            case Version.MIX:
                known = item.result.lufs_out if item.result is not None else None
            case _:
                known = None
        return known if known is not None else self._measured.get(version)

    def choose(self, version: Version) -> None:
        """Switch to another version at the same position and loudness."""
        sound = self._sound(version) if version in self.versions else None
        if sound is None:
            return
        self._set_version(version)
        if self._ours:
            self._player.switch(sound, gain_db=self._gain(version))
            self._loaded = sound

    def choose_number(self, number: int) -> None:
        """The same by the place of a version in the row."""
        versions = self.versions
        if 0 <= number < len(versions):
            self.choose(versions[number])

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
        item = self._item
        if item is None:
            return None
        if version is Version.ORIGINAL:
            return self._service.sound(item.id)
        if version is Version.CONVERTED and self._preview is not None:
            return self._service.preview_sound(self._preview)
        if version is Version.MIX or (version is Version.CONVERTED and not self.has_parts):
            return self._service.sound(item.id, converted=True)
        return self._service.track(item.id, TRACK_OF[version])

    def _gain(self, version: Version) -> float:
        """All versions are brought down to the quietest of those that are there and measured."""
        levels = [level for one in self.versions
                  if self._sound(one) is not None and (level := self.loudness(one)) is not None]
        return matched_gain_db(self.loudness(version), min(levels, default=None))

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

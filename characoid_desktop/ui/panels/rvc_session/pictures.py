"""The pictures of the chosen item's versions, loaded one after the other beside the window. QtCore only."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable
from enum import StrEnum
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from characoid_desktop.core.errors import AppError
from characoid_desktop.core.tasks import TaskScope
from characoid_desktop.features.rvc.analysis import SoundAnalysis, Spectrogram
from characoid_desktop.features.rvc.models import SessionItem
from characoid_desktop.features.rvc.service import RvcSessionService
from characoid_desktop.ui.panels.rvc_session.playing import TRACK_OF, Listening, Version, placed_picture

_log = logging.getLogger(__name__)


class Look(StrEnum):
    """How sounds are drawn."""

    WAVEFORM = "waveform"
    SPECTROGRAM = "spectrogram"


class Pictures(QObject):
    """``changed`` fires when there is another picture, or when sounds are drawn in another way.

    ``current`` gives the chosen item. What cannot be loaded is left empty and tried again with the next change.
    """

    changed = Signal()

    def __init__(
        self, service: RvcSessionService, analysis: SoundAnalysis | None, listening: Listening, scope: TaskScope,
        current: Callable[[], SessionItem | None], parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._service = service
        self._analysis = analysis
        self._listening = listening
        self._scope = scope
        self._current = current
        self._look = Look.WAVEFORM
        self._waves: dict[Path, bytes] = {}
        self._spectra: dict[Path, Spectrogram] = {}
        self._item_id: str | None = None
        self._task: asyncio.Task[None] | None = None
        self._again = False
        self._closed = False

    def close(self) -> None:
        self._closed = True
        if self._task is not None:
            self._task.cancel()

    @property
    def look(self) -> Look:
        return self._look

    @property
    def can_show_spectrograms(self) -> bool:
        return self._analysis is not None

    def set_look(self, look: Look) -> None:
        if look is not self._look:
            self._look = look
            self.refresh()
            self.changed.emit()

    def wave(self, version: Version) -> bytes | None:
        """Return the waveform of a version over the whole length; None while it is not there."""
        item = self._current()
        if item is None:
            return None
        if version is Version.ORIGINAL:
            return self._service.picture(item.id)
        preview = self._listening.preview
        if version is Version.CONVERTED and preview is not None and item.facts is not None:
            return placed_picture(preview.peaks, preview.start_s, preview.duration_s, item.facts.duration_s)
        if version is Version.MIX or not self._listening.has_parts:
            return self._service.picture(item.id, converted=True)
        path = self._path(item, version)
        return None if path is None else self._waves.get(path)

    def spectrogram(self, version: Version) -> Spectrogram | None:
        """Return the spectrogram of a version; None while it is not there (a preview has none)."""
        item = self._current()
        path = None if item is None else self._path(item, version)
        if version is Version.CONVERTED and self._listening.preview is not None:
            return None
        return None if path is None else self._spectra.get(path)

    def refresh(self) -> None:
        """Load what is missing for the chosen item, now or after what is being loaded."""
        item = self._current()
        id = item.id if item is not None else None
        if id != self._item_id:
            self._item_id = id
            self._waves, self._spectra = {}, {}
            if self._task is not None:
                self._task.cancel()
                self._task = None
        if item is None or self._closed:
            return
        if self._task is not None and not self._task.done():
            self._again = True
            return
        try:
            self._task = self._scope.start(self._load(item.id), name="pictures")
        except RuntimeError:  # the app is closing
            return

    def _path(self, item: SessionItem, version: Version) -> Path | None:
        if version is Version.ORIGINAL:
            return item.path
        if version is Version.MIX or not self._listening.has_parts:
            return item.result.path if item.result is not None else None
        return self._service.track_path(item.id, TRACK_OF[version])

    async def _load(self, item_id: str) -> None:
        self._again = True
        while self._again and item_id == self._item_id:
            self._again = False
            for version in self._listening.versions:
                item = self._current()
                if item is None or item.id != item_id:
                    return
                try:
                    if await self._load_one(item, version) and item_id == self._item_id:
                        self.changed.emit()
                except (AppError, OSError) as error:  # its row says what is wrong with a file; a part may just go
                    _log.info("a picture could not be loaded: %r", error)

    async def _load_one(self, item: SessionItem, version: Version) -> bool:
        """Load what is missing of one version; says whether something is there now that was not."""
        path, new = self._path(item, version), False
        if path is None:
            return False
        if version in TRACK_OF and self._listening.has_parts and path not in self._waves:
            picture = await self._service.track_picture(item.id, TRACK_OF[version])
            if picture:
                self._waves[path], new = picture, True
        if self._analysis is None:
            return new
        if self._look is Look.SPECTROGRAM and path not in self._spectra:
            self._spectra[path], new = await self._analysis.spectrogram(path), True
        if version in TRACK_OF and self._listening.has_parts and self._listening.loudness(version) is None:
            self._listening.set_loudness({version: await self._analysis.loudness(path)})
        return new

    def known(self) -> Iterable[Version]:
        """The versions whose waveform is there."""
        return [version for version in self._listening.versions if self.wave(version)]

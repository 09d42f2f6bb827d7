"""The RVC panel, shown offscreen over a real session, with engines that can hold still."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QApplication

from characoid_desktop.app.voice_source import LibraryVoices
from characoid_desktop.audio.playback import Player
from characoid_desktop.core.clock import SystemClock
from characoid_desktop.core.errors import Action
from characoid_desktop.core.i18n import Text
from characoid_desktop.core.notices import NoticeBoard
from characoid_desktop.core.paths import AppPaths
from characoid_desktop.core.tasks import TaskScope
from characoid_desktop.features.rvc.analysis import SoundAnalysis
from characoid_desktop.features.rvc.voices_port import NoVoices, Separator, VoiceAssets, VoiceFiles, VoiceSource
from characoid_desktop.features.voices.service import VoiceLibrary
from characoid_desktop.settings.catalog import SECTIONS
from characoid_desktop.settings.store import SettingsStore
from characoid_desktop.ui.panels.rvc_session.covers import Covers
from characoid_desktop.ui.panels.rvc_session.library_model import LibraryModel
from characoid_desktop.ui.panels.rvc_session.model import RvcModel
from characoid_desktop.ui.panels.rvc_session.view import RvcView
from tests.fakes.eventually import eventually
from tests.fakes.held_engine import HeldEngine
from tests.fakes.held_models import HeldModels
from tests.fakes.rvc_bench import RvcBench, rvc_bench
from tests.fakes.sound_output import FakeSound
from tests.fakes.themes import themed_app

WIDE = (1280 - 96, 800 - 32)  # the panel in the window of the pictures
SMALL = (1024 - 96, 640 - 32)


@dataclass
class RvcPanel:
    bench: RvcBench
    model: RvcModel
    view: RvcView
    sound: FakeSound
    player: Player
    notices: NoticeBoard
    settings: SettingsStore
    media: HeldEngine
    rvc: HeldEngine
    models: HeldModels
    voices: VoiceLibrary
    covers: Covers
    asked: list[tuple[str, Callable[[], object]]] = field(default_factory=list)
    actions: list[Action] = field(default_factory=list)

    async def add(self, *paths: Path) -> None:
        """Drop files and wait until they are in the list."""
        before = self.model.counts.all
        self.model.add_files(list(paths))
        await eventually(lambda: self.model.counts.all > before and not self.model.is_adding)

    async def known(self) -> None:
        """Wait until the facts and the waveform of the current item are there."""
        await eventually(
            lambda: (item := self.model.current) is not None and item.facts is not None
            and self.bench.service.picture(item.id) is not None)

    async def settled(self) -> None:
        """Wait until layouts that were asked for have come to rest."""
        for _ in range(4):  # a layout may ask its parent in turn
            QCoreApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest)

    @property
    def notice(self) -> str:
        """The sentence of the newest notice."""
        return str(self.notices.open[-1].sentence) if self.notices.open else ""


class _Shelf:
    """The library as the session sees it; the real one needs the session's database first."""

    found: VoiceSource = NoVoices()

    def voices(self) -> Sequence[VoiceFiles]:
        return self.found.voices()

    def get(self, voice_id: str) -> VoiceFiles | None:
        return self.found.get(voice_id)

    def assets(self) -> VoiceAssets:
        return self.found.assets()

    def separators(self) -> Sequence[Separator]:
        return self.found.separators()


@asynccontextmanager
async def rvc_panel(paths: AppPaths, *, size: tuple[int, int] = WIDE) -> AsyncIterator[RvcPanel]:
    media, rvc = HeldEngine("media", duration_s=30.0), HeldEngine("rvc", duration_s=30.0)
    settings = SettingsStore(paths.settings_file, SECTIONS)
    await settings.load()
    notices, scope, sound = NoticeBoard(), TaskScope("panel test"), FakeSound(rate=8_000)
    player = Player(load=sound.load)
    with themed_app():
        shelf = _Shelf()
        async with rvc_bench(paths, media=media, rvc=rvc, library=shelf) as bench:
            models = HeldModels()
            voices = VoiceLibrary(bench.database, models, SystemClock(), paths.models)
            shelf.found = LibraryVoices(voices)
            await voices.start()
            library = LibraryModel(voices, notices, scope)
            covers = Covers(scope)
            model = RvcModel(bench.service, player, settings, notices, scope, library=library,
                             analysis=SoundAnalysis(media))
            asked: list[tuple[str, Callable[[], object]]] = []

            def confirm(question: Text, yes: Text, do: Callable[[], object]) -> None:
                asked.append((str(question), do))

            view = RvcView(model, confirm, covers)
            panel = RvcPanel(bench, model, view, sound, player, notices, settings, media, rvc, models, voices, covers,
                             asked)
            model.action_wanted.connect(panel.actions.append)
            view.resize(*size)
            view.show()
            view.activateWindow()
            await eventually(lambda: QApplication.activeWindow() is view)
            try:
                yield panel
            finally:
                media.go()
                rvc.go()
                models.go()
                model.close()
                library.close()
                if view.dialog is not None:
                    view.dialog.close()
                view.close()
                view.deleteLater()
                await player.aclose()
                await voices.aclose()
                await scope.aclose()
                await settings.aclose()

"""What the RVC panel knows and decides. QtCore only: the view draws it and sends wishes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from enum import StrEnum
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal

from characoid_desktop.audio.playback import Player
from characoid_desktop.core.errors import Action, ActionKind, AppError
from characoid_desktop.core.i18n import Text
from characoid_desktop.core.notices import NoticeBoard, NoticeLevel
from characoid_desktop.core.tasks import TaskScope
from characoid_desktop.features.rvc import choices
from characoid_desktop.features.rvc.analysis import SoundAnalysis
from characoid_desktop.features.rvc.models import (
    AddReport,
    Choice,
    Place,
    SessionItem,
)
from characoid_desktop.features.rvc.presets import PRESETS, Preset
from characoid_desktop.features.rvc.service import RvcSessionService
from characoid_desktop.features.voices.archive import MODEL_SUFFIXES
from characoid_desktop.settings.sections.conversion import ConversionSection, OutputFormat, OutputPlace
from characoid_desktop.settings.sections.engines import EnginesSection
from characoid_desktop.settings.store import SettingsStore
from characoid_desktop.ui.panels.rvc_session import options
from characoid_desktop.ui.panels.rvc_session.counting import Counts, count
from characoid_desktop.ui.panels.rvc_session.library_model import LibraryModel
from characoid_desktop.ui.panels.rvc_session.making import Making
from characoid_desktop.ui.panels.rvc_session.pictures import Pictures
from characoid_desktop.ui.panels.rvc_session.playing import Listening, Version
from characoid_desktop.ui.panels.rvc_session.queue_model import QueueModel
from characoid_desktop.ui.shell.doing import Doing
from characoid_desktop.ui.widgets.drop_target import SortDrop, at_once

FOR_NEW_FILES = ("preset", "format", "keep_loudness")  # settings that files added later start with
LIVE_AFTER_MS = 200  # a preview that is heard is made anew so long after the last change
FIRST_REGION_S = 10.0  # the region a new file starts with: so long, or a third of a short file
NOTICE_KEY = "rvc"
COUNT_GAP_MS = 40
LIBRARY_SUFFIXES = MODEL_SUFFIXES | {".zip"}


class Scope(StrEnum):
    """What a change of preset, key or format is for."""

    ALL = "all"  # every file that waits
    ONE = "one"


class RvcModel(QObject):
    """State and wishes of the panel.

    Signals carry no data where the view reads a property anyway: ``current_changed`` (another item),
    ``item_changed`` (the same item differs), ``counts_changed``, ``options_changed``, ``preview_changed``,
    ``pictures_changed``, ``queue_changed`` (paused, or another order). ``action_wanted(Action)`` asks the shell (open
    a folder), ``library_wanted(what)`` the view for the library: the id of an item, a kind, or "".
    ``making`` is how the current item is produced, ``library`` the voices and models there are.
    """

    current_changed = Signal()
    item_changed = Signal()
    counts_changed = Signal()
    options_changed = Signal()
    preview_changed = Signal()
    pictures_changed = Signal()
    adding_changed = Signal(bool)
    queue_changed = Signal()
    action_wanted = Signal(object)
    library_wanted = Signal(str)

    def __init__(
        self, service: RvcSessionService, player: Player, settings: SettingsStore, notices: NoticeBoard,
        scope: TaskScope, parent: QObject | None = None, *, library: LibraryModel | None = None,
        analysis: SoundAnalysis | None = None, sort_drop: SortDrop = at_once,
    ) -> None:
        super().__init__(parent)
        self._sort_drop = sort_drop
        self._service = service
        self._settings = settings
        self._notices = notices
        self._do = Doing(scope, notices, NOTICE_KEY)
        self.queue = QueueModel(service, self)
        self.listening = Listening(service, player, self)
        self.listening.failed.connect(self._do.failed)
        self._current: str | None = None
        self.making = Making(service, lambda: self.current, lambda: self.choice, self._set_choice, self)
        self.library = library
        self.pictures = Pictures(service, analysis, self.listening, scope, lambda: self.current, self)
        self.pictures.changed.connect(self.pictures_changed)
        if library is not None:
            library.changed.connect(self._library_changed)
        self._paused = service.paused
        self._choice = choices.default_choice(settings.get(ConversionSection))
        self._region: tuple[float, float] | None = None
        self._change_scope = Scope.ALL
        self._shown_result: Path | None = None
        self._previewing = False
        self._preview_turn = 0
        self._adding = 0
        self._counts = Counts()
        self._disconnect = (
            service.added.connect(self._on_added), service.removed.connect(self._on_removed),
            service.changed.connect(self._on_changed), service.picture_ready.connect(self._on_picture),
            service.tracks_changed.connect(self._on_tracks),
            service.paused_changed.connect(lambda _: self._count()), settings.changed.connect(self._on_setting))
        # A slider that is pulled asks once, when it rests for a moment.
        self._live = QTimer(self)
        self._live.setSingleShot(True)
        self._live.setInterval(LIVE_AFTER_MS)
        self._live.timeout.connect(self.preview_region)
        # Many changes are counted together: the list may hold ten thousand files.
        self._counting = QTimer(self)
        self._counting.setSingleShot(True)
        self._counting.setInterval(COUNT_GAP_MS)
        self._counting.timeout.connect(self._count)
        self._count()
        if self.queue.rowCount():
            self.choose(self.queue.item_at(0))

    def close(self) -> None:
        """Stop playing and listening; wishes that come later are dropped."""
        self._do.close()
        for disconnect in self._disconnect:
            disconnect()
        self._counting.stop()
        self._live.stop()
        self.queue.close()
        self.pictures.close()
        self.listening.close()

    # --- what the view reads ----------------------------------------------------------------------

    @property
    def current(self) -> SessionItem | None:
        return self._service.get(self._current) if self._current else None

    @property
    def items(self) -> Sequence[SessionItem]:
        return self._service.items

    @property
    def counts(self) -> Counts:
        return self._counts

    @property
    def is_adding(self) -> bool:
        return self._adding > 0

    @property
    def choice(self) -> Choice:
        """What is chosen for the current item (or for new files, without one)."""
        item = self.current
        return item.choice if item is not None else self._choice

    @property
    def presets(self) -> Sequence[Preset]:
        return PRESETS

    @property
    def place(self) -> Place:
        return choices.place_of(self._settings.get(ConversionSection))

    @property
    def scope(self) -> Scope:
        return self._change_scope

    @property
    def region(self) -> tuple[float, float] | None:
        return self._region

    @property
    def is_previewing(self) -> bool:
        return self._previewing

    @property
    def example(self) -> str:
        """What the current item's result would be called."""
        return self._example(self.place.template)

    def _example(self, template: str) -> str:
        return options.example_name(self.current, self.choice, template, self.making.name_of(self.choice))

    def picture(self, version: Version) -> bytes | None:
        """Return the waveform of a version over the whole length; None while it is not there."""
        return self.pictures.wave(version)

    @property
    def is_paused(self) -> bool:
        """Whether nothing new is begun."""
        return self._paused

    # --- choosing and the list --------------------------------------------------------------------

    def choose(self, item: SessionItem | None) -> None:
        """Make an item the current one."""
        new = item.id if item is not None else None
        if new == self._current:
            return
        self._current = new
        self._live.stop()
        self._service.cancel_preview()
        self._region = None
        self.listening.show(item)
        self._shown_result = item.result.path if item is not None and item.result is not None else None
        if item is not None:
            self._service.want_first(item.id)
            self._first_region(item)
        self.pictures.refresh()
        self.current_changed.emit()
        self.options_changed.emit()
        self.preview_changed.emit()

    def choose_row(self, row: int) -> None:
        item = self.queue.item_at(row)
        if item is not None:
            self.choose(item)

    def step(self, by: int) -> None:
        """Choose the next (1) or previous (−1) item."""
        self.choose_row(max(0, min(self.queue.rowCount() - 1, self.queue.row(self._current) + by)))

    def look_at_rows(self, first: int, last: int) -> None:
        """Rows that are in view: their facts and waveforms are fetched."""
        self._service.want(self.queue.ids(first, last))

    def add_files(self, paths: Sequence[Path]) -> None:
        """Add dropped or chosen files and folders; voices and models among them go to the library."""
        self._sort_drop(list(paths), self._add_sorted)

    def _add_sorted(self, paths: Sequence[Path]) -> None:
        models = [path for path in paths if path.suffix.lower() in LIBRARY_SUFFIXES] if self.library else []
        sounds = [path for path in paths if path not in models]
        if models and self.library is not None:
            self.open_library()
            self.library.add(models)
        if sounds:
            self._do(self._add(sounds))

    def add_sample(self) -> None:
        """Add the built-in sample and make it the current item."""
        self._do(self._add_sample())

    def remove(self, item_ids: Sequence[str]) -> None:
        self._do(self._service.remove(item_ids))

    def clear_done(self) -> None:
        self._do(self._service.clear_done())

    # --- options ----------------------------------------------------------------------------------

    def set_scope(self, scope: Scope) -> None:
        self._change_scope = scope
        self.options_changed.emit()

    def set_preset(self, id: str) -> None:
        """Choose a built-in voice; how the file is taken apart and mixed stays."""
        section = self._settings.get(ConversionSection)
        chosen = choices.choice_of(id, self.choice.format, keep_loudness=section.keep_loudness)
        self._set_choice(replace(chosen, separation=self.choice.separation, mixing=self.choice.mixing))

    def set_pitch(self, semitones: float) -> None:
        self.making.set_key(semitones)

    def set_formant(self, semitones: float) -> None:
        self._set_choice(options.changed(self.choice, formant=semitones))

    def set_format(self, format: OutputFormat) -> None:
        self._set_choice(replace(self.choice, format=format))

    def set_folder(self, folder: Path | None) -> None:
        """Choose one folder for all results; None: beside each original."""
        values = {"place": OutputPlace.BESIDE} if folder is None else {
            "place": OutputPlace.FOLDER, "folder": str(folder)}
        self._do(self._settings.set(ConversionSection, **values))

    def set_template(self, template: str) -> Text | None:
        """Take a file name template; returns what is wrong with it (then it is not taken)."""
        wrong = options.template_problem(template)
        if wrong is None:
            self._do(self._settings.set(ConversionSection, file_name=template))
        return wrong

    def try_template(self, template: str) -> tuple[str, Text | None]:
        """Return the example for a template that is being typed, and what is wrong with it."""
        wrong = options.template_problem(template)
        return self._example(template), wrong

    def _set_choice(self, choice: Choice) -> None:
        before = self.choice
        item = self.current
        ids = [item.id] if item is not None and not item.state.is_active else []
        if self._change_scope is Scope.ALL or item is None:
            ids += [id for id in self._service.waiting() if id not in ids]
            self._choice = choice
            self._do(self._settings.set(ConversionSection, preset=choice.preset_id, format=choice.format))
        if (choice.effect, choice.voice) != (before.effect, before.voice):
            self._effect_changed()
        self._do(self._service.set_choice(ids, choice))
        if item is not None:
            self.listening.show(self.current)  # it may have parts now, or none
            self.pictures.refresh()
        self.options_changed.emit()

    def _effect_changed(self) -> None:
        """A preview that is heard or in the making follows the change; another one is out of date."""
        if self._previewing or self._hears_preview():
            self._live.start()
        elif self.listening.preview is not None:
            self.listening.set_preview(None)  # it no longer is what would come out
            self.preview_changed.emit()
            self.pictures_changed.emit()

    def _hears_preview(self) -> bool:
        heard = self.listening
        return heard.preview is not None and heard.is_playing and heard.version is Version.CONVERTED

    # --- converting -------------------------------------------------------------------------------

    def convert(self) -> None:
        """Convert every file that waits; when none does, the current one once more."""
        waiting = self._service.waiting()
        item = self.current
        if not waiting and item is not None and item.state.can_convert:
            waiting = (item.id,)
        self.convert_items(waiting)

    def convert_current(self) -> None:
        if self.current is not None:
            self.convert_items([self.current.id])

    def convert_items(self, item_ids: Sequence[str]) -> None:
        self._do(self._service.convert(item_ids, self.place, choices.preset_label))

    def cancel(self, item_id: str) -> None:
        self._do(self._service.cancel(item_id))

    def cancel_current(self) -> None:
        if self.current is not None:
            self.cancel(self.current.id)

    def cancel_all(self) -> None:
        self._do(self._service.cancel_all())

    def retry(self, item_ids: Sequence[str]) -> None:
        self._do(self._service.retry(item_ids))

    def next_step(self) -> Action | None:
        """Return what helps with the current item's trouble beside trying again."""
        return self._service.next_step(self._current) if self._current else None

    def take_next_step(self) -> None:
        """Do it: in a way that asks less of the machine, or in the library."""
        step, item = self.next_step(), self.current
        if step is None or item is None:
            return
        if step.kind is ActionKind.RETRY_JOB:
            self._do(self._service.retry_smaller([item.id], self.place))
        else:
            self.open_library(str(step.args.get("library", "")))

    def open_library(self, what: str = "") -> None:
        """Ask the view for the library: for an item of it, or for what is missing there."""
        self.library_wanted.emit(what)

    def convert_next(self, item_ids: Sequence[str]) -> None:
        """Let waiting conversions run before the others."""
        self._service.move_first(item_ids)
        self._count()
        self.queue_changed.emit()

    def set_paused(self, on: bool) -> None:
        """Begin nothing new, or go on; what runs goes on."""
        if on:
            self._service.pause()
        else:
            self._service.resume()

    def retry_current(self) -> None:
        if self.current is not None:
            self.retry([self.current.id])

    def remove_current(self) -> None:
        if self.current is not None:
            self.remove([self.current.id])

    # --- the result -------------------------------------------------------------------------------

    def show_in_folder(self, item_id: str | None = None) -> None:
        """Ask the shell to open the folder of a result (or of the original while there is none)."""
        item = self._service.get(item_id or self._current or "")
        if item is not None:
            path = item.result.path if item.result is not None else item.origin
            self._open_folder(path)

    def open_results(self) -> None:
        """Ask the shell to open the folder into which results go."""
        place = self.place
        if place.folder is not None:
            self._open_folder(place.folder)
        else:
            self.show_in_folder()

    def save_as(self, target: Path) -> None:
        """Copy the current result to a place chosen in a file dialog."""
        item = self.current
        if item is not None:
            self._do(self._save_as(item.id, target))

    def _open_folder(self, path: Path) -> None:
        self.action_wanted.emit(
            Action(ActionKind.OPEN_FOLDER, Text.of("Open folder"), {"path": str(path)}))

    # --- region and preview -----------------------------------------------------------------------

    def set_region(self, start_s: float, end_s: float) -> None:
        self._region = (start_s, end_s)

    def preview_region(self) -> None:
        """Convert the region only and play it; a later wish takes the place of an earlier one."""
        item = self.current
        if item is not None and self._region is not None:
            self._do(self._preview(item.id, *self._region))

    def _first_region(self, item: SessionItem) -> None:
        if self._region is None and item.facts is not None and item.facts.duration_s > 0:
            total = item.facts.duration_s
            length = min(FIRST_REGION_S, max(total / 3, min(total, 1.0)))
            start = min(total - length, total * 0.3)
            self._region = (start, start + length)

    async def _preview(self, item_id: str, start_s: float, end_s: float) -> None:
        self._preview_turn += 1
        turn = self._preview_turn
        self._set_previewing(True)
        try:
            voice = self.choice.voice
            preview = (
                await self._service.preview(item_id, start_s, end_s - start_s, self.choice.effect) if voice is None
                else await self._service.preview_voice(item_id, start_s, end_s - start_s, voice))
            if preview is None or item_id != self._current:
                return
            goes_on = self._hears_preview() and self.listening.preview is not None and (
                self.listening.preview.start_s == preview.start_s)
            self.listening.set_preview(preview)
            self.listening.choose(Version.CONVERTED)  # at the same place, when the earlier one is still heard
            self.pictures_changed.emit()
            if not goes_on:
                self.listening.play(preview.start_s, preview.start_s + preview.duration_s)
        finally:
            if turn == self._preview_turn:  # a later one is in the making otherwise
                self._set_previewing(False)

    def _set_previewing(self, on: bool) -> None:
        self._previewing = on
        self.preview_changed.emit()

    # --- inside -----------------------------------------------------------------------------------

    async def _add(self, paths: Sequence[Path]) -> None:
        self._set_adding(1)
        try:
            report = await self._service.add_paths(paths, self._choice)
        finally:
            self._set_adding(-1)
        self._tell(report)

    async def _add_sample(self) -> None:
        self._set_adding(1)
        try:
            item_id = await self._service.add_sample(self._choice)
        except OSError as error:
            raise AppError(
                Text.of("The sample could not be written. Make room on the disk, then try again."),
                detail=str(error)) from error
        finally:
            self._set_adding(-1)
        self.choose(self._service.get(item_id))

    def _set_adding(self, by: int) -> None:
        was = self.is_adding
        self._adding += by
        if was != self.is_adding:
            self.adding_changed.emit(self.is_adding)

    def _tell(self, report: AddReport) -> None:
        """Say what was left out, and why; what was added is seen in the list."""
        if report.refused:
            first = report.refused[0]
            more = len(report.refused) - 1
            sentence = first.sentence if not more else Text.count(
                "{first} One more could not be added.", "{first} {n} more could not be added.", more,
                first=first.sentence)
            self._notices.post(NoticeLevel.WARNING, sentence, safe=first.safe, key="rvc add")
        elif report.cut is not None:
            self._notices.post(NoticeLevel.WARNING, report.cut, key="rvc add")
        elif not report.added and not report.already_there:
            self._notices.post(
                NoticeLevel.INFO, Text.of("No audio or video file was found in what you dropped."), key="rvc add")
        elif not report.added:
            self._notices.post(NoticeLevel.INFO, Text.of("These files are in the list already."), key="rvc add")

    async def _save_as(self, item_id: str, target: Path) -> None:
        saved = await self._service.save_as(item_id, target)
        self._notices.post(
            NoticeLevel.SUCCESS, Text.of("Saved as “{name}”.", name=saved.name), key="rvc save")

    def _on_added(self, items: tuple[SessionItem, ...]) -> None:
        self._count_soon()
        if self.current is None:
            self.choose(items[0])

    def _on_removed(self, ids: tuple[str, ...]) -> None:
        self._count_soon()
        if self._current in ids:
            self._current = None
            self.choose(self.queue.item_at(0))
            if self._current is None:
                self.listening.show(None)
                self.current_changed.emit()

    def _on_changed(self, item: SessionItem) -> None:
        self._count_soon()
        if item.id == self._current:
            seen = (self._region is not None, self._shown_result)
            self._first_region(item)
            self.listening.show(item)
            self._shown_result = item.result.path if item.result is not None else None
            self.item_changed.emit()
            if seen != (self._region is not None, self._shown_result):
                self._service.want_first(item.id)
                self.pictures.refresh()
                self.pictures_changed.emit()

    def _on_picture(self, item_id: str) -> None:
        if item_id == self._current:
            self.pictures_changed.emit()

    def _on_tracks(self, item_id: str) -> None:
        if item_id == self._current:
            self.listening.show(self.current)
            self.pictures.refresh()
            self.item_changed.emit()

    def _library_changed(self) -> None:
        self.making.library_changed.emit()
        self.options_changed.emit()

    def _on_setting(self, key: tuple[str, str]) -> None:
        if key[0] == ConversionSection.key:
            if key[1] in FOR_NEW_FILES:
                self._take_default(choices.default_choice(self._settings.get(ConversionSection)), key[1])
            self.options_changed.emit()
        elif key[0] == EnginesSection.key:  # another engine needs other things
            self.making.library_changed.emit()
            self.options_changed.emit()

    def _take_default(self, default: Choice, key: str) -> None:
        # What the panel itself just stored comes back here; an adjusted key must outlive that.
        ours = (default.preset_id, default.format) == (self._choice.preset_id, self._choice.format)
        if key == "keep_loudness" or not ours:
            self._choice = default

    def _count_soon(self) -> None:
        if not self._counting.isActive():
            self._counting.start()

    def _count(self) -> None:
        counts = count(self._service.items)
        self.queue.set_order(self._service.order() if counts.active else ())
        if self._service.paused is not self._paused:
            self._paused = self._service.paused
            self.queue_changed.emit()
        if counts != self._counts:
            self._counts = counts
            self.counts_changed.emit()

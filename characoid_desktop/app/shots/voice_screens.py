"""Screens of the model library, and of songs that are taken apart, converted and mixed."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, replace
from pathlib import Path

from characoid_desktop.app.shots.samples import write_long_song, write_song
from characoid_desktop.app.shots.screens_base import Screen, Shot
from characoid_desktop.app.shots.studio import Studio
from characoid_desktop.app.shots.voice_samples import CONTENTVEC, DEMUCS, GONE, KARAOKE, MIKA, TSUKIMI, write_library
from characoid_desktop.core.paths import AppPaths
from characoid_desktop.features.rvc.job import stage_of
from characoid_desktop.features.rvc.models import Choice, ItemState, Place, SessionItem
from characoid_desktop.features.rvc.parameters import Method, Mixing, Separation
from characoid_desktop.features.rvc.presets import preset
from characoid_desktop.features.rvc.stages import Stage
from characoid_desktop.settings.sections.conversion import OutputFormat
from characoid_desktop.ui.catalog import PanelId
from characoid_desktop.ui.panels.rvc_session.library_view import LibraryView
from characoid_desktop.ui.panels.rvc_session.model import Scope
from characoid_desktop.ui.panels.rvc_session.pictures import Look as Drawn
from characoid_desktop.ui.panels.rvc_session.playing import Version
from characoid_desktop.ui.panels.rvc_session.view import RvcView
from characoid_desktop.ui.widgets.sections import Section

SONG, COVER = "Stardust Road.flac", "港のうた (cover).wav"
TALK, LONG = "intro_talk_take3.wav", "夜更けのライブ.wav"
LIMIT_S = 90.0


def write_home(home: Path) -> Path:
    """Write the library and the sounds before the app starts; return the folder of the sounds. Blocks."""
    paths = AppPaths.under(home)
    paths.create()
    write_library(paths.models)
    folder = home / "音声 samples"
    folder.mkdir(parents=True)
    for name, seconds, seed in ((SONG, 22.0, 1), (COVER, 31.0, 5), (TALK, 14.0, 3)):
        write_song(folder / name, seconds, seed=seed, music=name != TALK)
    write_long_song(folder / LONG)
    return folder


def choice(separation: Separation | None = None, **mixing: float | None) -> Choice:
    return Choice("bright", dict(preset("bright").effect), OutputFormat.WAV, separation=separation,
                  mixing=replace(Mixing(), **mixing))


async def seed(studio: Studio, folder: Path) -> None:
    """Produce one song to its end, without any model; the others wait with a voice of the library."""
    rvc = studio.services.rvc
    await studio.services.voices.tidied()
    await rvc.add_paths([folder / SONG], choice(Separation(Method.CENTRE), loudness_lufs=-14.0, instrumental_db=-1.5))
    await rvc.add_paths([folder / COVER, folder / TALK], choice())
    await rvc.add_paths([folder / LONG], choice(Separation(Method.PERCUSSIVE)))
    rvc.want([item.id for item in rvc.items])
    await Studio.until(lambda: all(item.facts is not None for item in rvc.items), LIMIT_S)
    song = _item(studio, SONG)
    await rvc.convert([song.id], Place(None, "{title} ({preset})"), lambda one: str(preset(one.preset_id).label))
    await Studio.until(lambda: _item(studio, SONG).state is ItemState.DONE, LIMIT_S)


def screens() -> list[Screen]:
    return [
        Screen("rvc-song", _song), Screen("rvc-spectrogram", _spectrogram, _waveform),
        Screen("rvc-voice", _Voice(None)), Screen("rvc-voice-settings", _Voice("voice_section"), _fold),
        Screen("rvc-mix", _Voice("mix_section"), _fold), Screen("rvc-voice-missing", _missing, _back_to_swift),
        Screen("rvc-separating", _separating, _stop),
        Screen("rvc-file", _Voice("file_section"), _fold),
        Screen("rvc-library", _Library(MIKA), _leave), Screen("rvc-library-model", _Library(DEMUCS), _leave),
        Screen("rvc-library-gone", _Library(GONE), _leave), Screen("rvc-library-report", _report, _leave),
        Screen("rvc-library-needs", _needs, _needs_no_more),
        Screen("rvc-library-import", _importing, _stop_import),
    ]


def empty() -> list[Screen]:
    """The library of a new home."""
    return [Screen("rvc-library-empty", _empty, _leave)]


# --- a song ---------------------------------------------------------------------------------------


def _view(studio: Studio) -> RvcView:
    view = studio.window.frame.view
    if not isinstance(view, RvcView):
        raise TypeError("the RVC panel is not shown")
    return view


def _library(studio: Studio) -> LibraryView:
    library = _view(studio).library
    if library is None:
        raise TypeError("the panel has no library")
    return library


def _item(studio: Studio, name: str) -> SessionItem:
    return next(item for item in studio.services.rvc.items if item.origin.name == name)


def _whole(studio: Studio) -> Shot:
    return Shot(studio.window, studio.window.grab)


async def _on(studio: Studio, name: str) -> None:
    studio.window.show_panel(PanelId.RVC)
    _view(studio).hide_library()
    model, rvc = studio.run.rvc, studio.services.rvc
    model.choose(_item(studio, name))
    rvc.want([item.id for item in rvc.items])
    await studio.until(lambda: rvc.picture(_item(studio, name).id), LIMIT_S)


async def _song(studio: Studio) -> Shot:
    await _on(studio, SONG)
    model = studio.run.rvc
    await studio.until(lambda: set(model.pictures.known()) == set(Version), LIMIT_S)
    model.listening.choose(Version.CONVERTED)
    model.listening.seek(9.3)
    return _whole(studio)


async def _spectrogram(studio: Studio) -> Shot:
    shot = await _song(studio)
    pictures = studio.run.rvc.pictures
    pictures.set_look(Drawn.SPECTROGRAM)
    await studio.until(lambda: all(pictures.spectrogram(one) is not None for one in Version), LIMIT_S)
    return shot


def _waveform(studio: Studio) -> None:
    studio.run.rvc.pictures.set_look(Drawn.WAVEFORM)


@dataclass(frozen=True, slots=True)
class _Voice:
    """A song that waits for a voice of the library; ``section`` of its options is open."""

    section: str | None

    async def __call__(self, studio: Studio) -> Shot:
        await _on(studio, COVER)
        studio.run.rvc.set_scope(Scope.ONE)
        making = studio.run.rvc.making
        making.choose_voice(TSUKIMI if self.section == "voice_section" else MIKA)
        making.set_way(f"model:{DEMUCS}")
        making.set_link(KARAOKE, True)
        making.set_key(2.0)
        making.set_mixing(loudness_lufs=-14.0, reverb_amount=0.2, highpass_hz=80.0)
        if self.section is not None:
            options = _view(studio).stage.options
            section: Section = getattr(options, self.section)
            section.set_open(True)
            await studio.settle(studio.window)
            area = _view(studio).stage.scrolling
            area.verticalScrollBar().setValue(area.verticalScrollBar().maximum())
        return _whole(studio)


def _fold(studio: Studio) -> None:
    stage = _view(studio).stage
    stage.options.show_more(False)
    stage.scrolling.verticalScrollBar().setValue(0)


async def _missing(studio: Studio) -> Shot:
    shot = await _Voice(None)(studio)
    studio.run.rvc.making.set_param("f0_method", "rmvpe")
    return shot


def _back_to_swift(studio: Studio) -> None:
    studio.run.rvc.making.set_param("f0_method", "swift")


async def _separating(studio: Studio) -> Shot:
    """A long song is being taken apart, another file waits behind it."""
    await _on(studio, LONG)
    rvc = studio.services.rvc
    place = Place(None, "{title} ({preset})")
    await rvc.convert([_item(studio, LONG).id, _item(studio, TALK).id], place, lambda one: "Bright")

    def separating() -> bool:
        progress = _item(studio, LONG).progress
        return stage_of(progress) is Stage.SEPARATE and progress is not None and (progress.fraction or 0) > 0.01

    await studio.until(separating, LIMIT_S)
    return _whole(studio)


async def _cancel(studio: Studio) -> None:
    await studio.services.rvc.cancel_all()


def _stop(studio: Studio) -> None:
    studio.services.scope.start(_cancel(studio), name="stop the song")


# --- the library ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Library:
    """The library with one entry in detail."""

    id: str

    async def __call__(self, studio: Studio) -> Shot:
        studio.window.show_panel(PanelId.RVC)
        studio.run.library.dismiss_report()
        if self.id == MIKA:
            await studio.services.voices.describe(
                MIKA, credit="Voice: Mika (@mika_example). Please name her under every cover.",
                licence="Free for covers, not for advertising")
        _view(studio).show_library(self.id)
        _library(studio).show_details(True)
        await studio.until(lambda: studio.run.covers.get(MIKA) is not None, LIMIT_S)
        return _whole(studio)


def _leave(studio: Studio) -> None:
    _view(studio).hide_library()


async def _empty(studio: Studio) -> Shot:
    studio.window.show_panel(PanelId.RVC)
    _view(studio).show_library()
    return _whole(studio)


async def _needs(studio: Studio) -> Shot:
    """ContentVec is gone: no library voice can be used."""
    voices = studio.services.voices
    item = voices.get(CONTENTVEC)
    assert item is not None
    await asyncio.get_running_loop().run_in_executor(None, lambda: item.weights_file.unlink(missing_ok=True))
    await voices.check(CONTENTVEC)
    return await _Library(MIKA)(studio)


def _needs_no_more(studio: Studio) -> None:
    async def back() -> None:
        item = studio.services.voices.get(CONTENTVEC)
        if item is not None:
            await asyncio.get_running_loop().run_in_executor(None, item.weights_file.write_bytes, b"numbers")
            await studio.services.voices.check(CONTENTVEC)

    studio.services.scope.start(back(), name="back")
    _leave(studio)


async def _report(studio: Studio) -> Shot:
    """Two files that are no voices, one that a training program keeps for itself."""
    shot = await _Library(CONTENTVEC)(studio)
    model = studio.run.library
    folder = studio.paths.cache / "dropped"
    await asyncio.get_running_loop().run_in_executor(None, _write_strange_files, folder)
    model.add(sorted(folder.iterdir()))
    await studio.until(lambda: model.report is not None and not model.is_importing, LIMIT_S)
    return shot


def _write_strange_files(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name in ("読めない声.pth", "notes about the voice.pth"):
        (folder / name).write_text("This is a text with the name of a voice.\n" * 40, encoding="utf-8")


async def _importing(studio: Studio) -> Shot:
    shot = await _Library(MIKA)(studio)
    model = studio.run.library
    folder = studio.paths.cache / "many"
    await asyncio.get_running_loop().run_in_executor(None, _write_many, folder)
    model.add([folder])
    await studio.until(lambda: model.progress is not None and model.progress.total > 0, LIMIT_S)
    return shot


def _write_many(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for number in range(40):
        (folder / f"歌声 {number:02}.pth").write_bytes(b"no voice" * 10)


def _stop_import(studio: Studio) -> None:
    studio.run.library.cancel_import()
    _leave(studio)

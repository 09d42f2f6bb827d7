"""``convert`` in stages (a library voice, or a song taken apart) and ``separate``: no window, none of its data.

Only the library is read, through the same service as in the window, which may be open meanwhile.
"""

from __future__ import annotations

import argparse
import os
import shutil
import time
import uuid
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from characoid_desktop.app.voice_source import LibraryVoices
from characoid_desktop.cli.library import reading, separator_named
from characoid_desktop.cli.reporting import Report
from characoid_desktop.core.errors import AppError
from characoid_desktop.core.i18n import Text
from characoid_desktop.core.paths import AppPaths
from characoid_desktop.engines.catalog import EngineHosts
from characoid_desktop.engines.contracts import EngineProgress
from characoid_desktop.engines.external import find_program
from characoid_desktop.features.rvc.conversion import ConversionRequest, in_thread, settled
from characoid_desktop.features.rvc.destination import destination_error, put_in_place, remove_part
from characoid_desktop.features.rvc.naming import NameFields, names, part_name, shown
from characoid_desktop.features.rvc.parameters import Method, Mixing, Separation, VoiceParams, VoiceUse
from characoid_desktop.features.rvc.presets import Preset
from characoid_desktop.features.rvc.production import Produced, Producer, Production, StageReport
from characoid_desktop.features.rvc.stages import Stage, StageFolder, Track
from characoid_desktop.features.rvc.voices_port import External, VoiceFiles, VoiceSource, find_voice
from characoid_desktop.features.voices.service import VoiceLibrary
from characoid_desktop.settings.sections.conversion import OutputFormat
from characoid_desktop.settings.sections.engines import EnginesSection, RvcEngine
from characoid_desktop.settings.store import glance

STALE_S = 24 * 3600.0  # then, stage files of a command that was killed are removed by the next one
STAGE_FOLDER = "cli-stages"
NOTHING_CHANGED = Text("Nothing was changed.")


@dataclass(frozen=True, slots=True)
class Wishes:
    """What the words of the command line ask for."""

    voice: VoiceUse | None
    label: str
    separation: Separation | None
    music: bool


async def convert_staged(
    engines: EngineHosts, paths: AppPaths, files: Sequence[Path], preset: Preset, arguments: argparse.Namespace,
    report: Report,
) -> None:
    """Produce all files, one after the other; raises AppError before work for words that fit nothing."""
    async with reading(paths, engines.models) as library, stage_root(paths) as root:
        external = await external_named(arguments.engine, paths) if arguments.voice is not None else None
        source = LibraryVoices(library, lambda: external)
        wishes = wishes_of(arguments, library, source, preset)
        producer = Producer(engines.rvc, source, root)
        for path in files:
            request = ConversionRequest(
                path, folder=Path(arguments.output).absolute(), template=arguments.name,
                format=OutputFormat(arguments.format), effect={} if wishes.voice is not None else preset.effect,
                preset=wishes.label, key=wishes.voice.params.pitch if wishes.voice is not None else preset.pitch)
            wanted = Production(request, wishes.voice, wishes.separation, Mixing(), music=wishes.music)
            made = await _one(producer, root, wanted, report)
            if made is not None and made.outcome is not None:
                report.finished(path, made.outcome)


async def separate_all(
    engines: EngineHosts, paths: AppPaths, files: Sequence[Path], arguments: argparse.Namespace, report: Report,
) -> None:
    """Take all files apart into two WAV files each; raises AppError for a method that is not there."""
    async with reading(paths, engines.models) as library, stage_root(paths) as root:
        separation = separation_of(arguments.method, library)
        producer = Producer(engines.rvc, LibraryVoices(library), root)
        target = Path(arguments.output).absolute()
        for path in files:
            wanted = Production(ConversionRequest(path, folder=target), separation=separation, until=Stage.SEPARATE)
            made = await _one(producer, root, wanted, report, deliver=target)
            if made is not None:
                report.apart(path, made.provenance)


async def _one(
    producer: Producer, root: Path, wanted: Production, report: Report, deliver: Path | None = None,
) -> Produced | None:
    """Produce one file; its stage files go with it. What goes wrong is reported."""
    item_id, source = uuid.uuid4().hex, wanted.request.source
    name = shown(source.name)

    def progress(step: StageReport) -> None:
        if step.fraction is not None:
            report.progress(name, EngineProgress(step.stage.value, step.fraction, 1.0))

    try:
        made = await producer.produce(item_id, wanted, progress)
        if deliver is not None:
            folder = StageFolder(root, item_id)
            for track in (Track.VOCALS, Track.INSTRUMENTAL):
                await _deliver(folder.path(made.stages[-1], track), source, track, deliver, report)
        return made
    except AppError as error:
        report.refused(error, source)
        return None
    finally:
        await settled(StageFolder(root, item_id).remove)


async def _deliver(made: Path, source: Path, track: Track, folder: Path, report: Report) -> None:
    part = folder / part_name(uuid.uuid4().hex)
    fields = NameFields(source.stem, track.value, 0.0, ConversionRequest(source).day)

    def put() -> Path:
        shutil.copyfile(made, part)
        return put_in_place(part, folder / next(names("{title} ({preset})", fields, ".wav", folder)))

    try:
        report.track(track, await settled(put))
    except OSError as error:
        raise destination_error(error, folder) from error
    finally:
        await settled(lambda: remove_part(part))


# --- words ------------------------------------------------------------------------------------------------------


def wishes_of(
    arguments: argparse.Namespace, library: VoiceLibrary, source: VoiceSource, preset: Preset,
) -> Wishes:
    """Return what is asked for; raises AppError for a voice or a model that is not there."""
    separation = separation_of(arguments.separate, library) if arguments.separate is not None or arguments.mix else None
    music = bool(arguments.mix) or separation is None
    if arguments.voice is None:
        return Wishes(None, str(preset.label), separation, music)
    voice = voice_named(arguments.voice, source)
    given = {"pitch": arguments.pitch, "formant": arguments.formant, "index_rate": arguments.index_rate,
             "protect": arguments.protect, "f0_method": arguments.f0, "seed": arguments.seed,
             "speaker": arguments.speaker}
    params = VoiceParams.from_value({**voice.defaults, **{key: value for key, value in given.items()
                                                          if value is not None}})
    return Wishes(VoiceUse(voice.id, params, device=arguments.device or ""), voice.name, separation, music)


def voice_named(words: str, source: VoiceSource) -> VoiceFiles:
    """Return the voice of this name or id (or the beginning of one); raises AppError that lists what there is."""
    found = find_voice(source, words)
    begun = [voice for voice in source.voices() if len(words) >= 6 and voice.id.startswith(words)]
    if found is None and len(begun) == 1:
        found = begun[0]
    if found is not None:
        return found
    known = ", ".join(voice.name for voice in source.voices())
    if not known:
        raise AppError(Text.of("There is no voice “{name}”: the library is empty. Add one with “characoid "
                               "voices import FILE”.", name=words), safe=NOTHING_CHANGED, code="voice_missing")
    raise AppError(Text.of("There is no voice “{name}”, or several of this name. There are: {known}.", name=words,
                           known=known), safe=NOTHING_CHANGED, code="voice_missing")


async def external_named(engine: str, paths: AppPaths) -> External | None:
    """Return the program that ``--engine`` means: the one of the settings, else the one that is found; None for the
    built-in engine. Raises AppError where there is none."""
    if engine != RvcEngine.RVC_NEXT:
        return None
    section = await in_thread(lambda: glance(paths.settings_file, EnginesSection))
    program = section.rvc_next_program or str(await in_thread(find_program) or "")
    if not program:
        raise AppError(Text.of("rvc-next was not found. Install it in an environment of its own, then name its "
                               "program in Settings › Engines."), safe=NOTHING_CHANGED, code="external_missing")
    return External(engine, program)


def separation_of(method: str | None, library: VoiceLibrary) -> Separation:
    """Return the way to take music apart: a basic one, or a model of the library by its name."""
    word = (method or Method.AUTO.value).strip()
    if word in set(Method) and word != Method.MODEL:
        return Separation(Method(word))
    model = separator_named(library, word)
    if model is None:
        raise AppError(Text.of("There is no way “{name}” to take music apart. There are: {known}", name=word,
                               known=", ".join([*(one.value for one in Method if one is not Method.MODEL),
                                                *(one.name for one in library.weights() if one.role.value)])),
                       safe=NOTHING_CHANGED, code="separator_missing")
    return Separation(Method.MODEL, model.id)


# --- stage files ------------------------------------------------------------------------------------------------


@asynccontextmanager
async def stage_root(paths: AppPaths) -> AsyncGenerator[Path]:
    """Give a folder for the stages of this command, removed at its end; what a killed one left goes after a day."""
    home = paths.cache / STAGE_FOLDER
    root = home / f"{os.getpid()}-{uuid.uuid4().hex[:8]}"
    await in_thread(lambda: _sweep(home))
    try:
        yield root
    finally:
        await settled(lambda: shutil.rmtree(root, ignore_errors=True))


def _sweep(home: Path) -> None:
    try:
        for folder in home.iterdir():
            if time.time() - folder.stat().st_mtime > STALE_S:
                shutil.rmtree(folder, ignore_errors=True)
    except OSError:
        return

"""``convert``: files and folders in, converted files out, one line for each; works beside an open window."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from characoid_desktop.cli.reporting import Report
from characoid_desktop.core.errors import AppError
from characoid_desktop.core.i18n import Text, t
from characoid_desktop.core.paths import AppPaths
from characoid_desktop.data.errors import from_os
from characoid_desktop.engines.catalog import build_hosts
from characoid_desktop.engines.contracts import EngineHost
from characoid_desktop.features.rvc.conversion import ConversionRequest, convert_one
from characoid_desktop.features.rvc.destination import destination_error
from characoid_desktop.features.rvc.naming import shown
from characoid_desktop.features.rvc.presets import (
    DEFAULT_PRESET,
    FORMANT_RANGE,
    PITCH_RANGE,
    PRESETS,
    Preset,
    preset,
    with_changes,
)
from characoid_desktop.features.rvc.scan import scan_all
from characoid_desktop.settings.sections.conversion import OutputFormat

EXIT_SOME_FAILED = 2
EXIT_USAGE = 2
NOTHING_CHANGED = Text("Nothing was changed.")


def print_presets() -> int:
    """List the voice effects with one line of help each."""
    width = max(len(one.id) for one in PRESETS)
    for one in PRESETS:
        print(f"{one.id:<{width}}  {one.label}: {one.help}")
    return 0


def chosen_preset(arguments: argparse.Namespace) -> Preset:
    """Return the preset with the changes of the command line; raises AppError for an unknown or unfit value."""
    name = arguments.preset or DEFAULT_PRESET
    try:
        base = preset(name)
    except KeyError:
        known = ", ".join(one.id for one in PRESETS)
        raise AppError(Text.of("There is no preset “{name}”. There are: {known}", name=name, known=known)) from None
    for value, (low, high), what in (
        (arguments.pitch, PITCH_RANGE, "--pitch"), (arguments.formant, FORMANT_RANGE, "--formant")
    ):
        if value is not None and not low <= value <= high:
            raise AppError(Text.of("{what} goes from {low} to {high} semitones.", what=what, low=f"{low:g}",
                                   high=f"{high:g}"))
    return with_changes(base, pitch=arguments.pitch, formant=arguments.formant)


async def run_convert(arguments: argparse.Namespace) -> int:
    """Convert everything named; exit code 0, or 2 when anything was refused or the words were wrong."""
    report = Report(arguments.json)
    try:
        staged = arguments.voice is not None or arguments.separate is not None or arguments.mix
        effect = chosen_preset(arguments)
        paths = _places(arguments)
    except AppError as error:
        report.refused(error)
        return EXIT_USAGE
    files = await _files_of(arguments, report)
    engines = build_hosts(paths)
    try:
        if staged:
            from characoid_desktop.cli.produce import convert_staged

            await convert_staged(engines, paths, files, effect, arguments, report)
        else:
            await _convert_all(engines.rvc, files, effect, arguments, report)
    except AppError as error:
        report.refused(error)
        return EXIT_USAGE
    finally:
        for host in engines.all:
            await host.stop()
    if not report.total:
        report.refused(AppError(Text.of("No audio or video file was found in what you named.")))
    elif not arguments.json:
        print(t("{done} of {total} converted.", done=report.done, total=report.total), file=sys.stderr)
    return EXIT_SOME_FAILED if report.failed else 0


async def _convert_all(
    engine: EngineHost, files: Sequence[Path], effect: Preset, arguments: argparse.Namespace, report: Report
) -> None:
    for source in files:
        request = ConversionRequest(
            source, folder=Path(arguments.output).absolute(), template=arguments.name,
            format=OutputFormat(arguments.format), effect=effect.effect, preset=str(effect.label), key=effect.pitch)
        name = shown(source.name)
        try:
            outcome = await convert_one(engine, request, lambda step, name=name: report.progress(name, step))
        except AppError as error:
            report.refused(error, source)
        else:
            report.finished(source, outcome)


async def run_separate(arguments: argparse.Namespace) -> int:
    """Take everything named apart; exit codes as of :func:`run_convert`."""
    from characoid_desktop.cli.produce import separate_all

    report = Report(arguments.json)
    try:
        paths = _places(arguments)
    except AppError as error:
        report.refused(error)
        return EXIT_USAGE
    files = await _files_of(arguments, report)
    engines = build_hosts(paths)
    try:
        await separate_all(engines, paths, files, arguments, report)
    except AppError as error:
        report.refused(error)
        return EXIT_USAGE
    finally:
        for host in engines.all:
            await host.stop()
    if not report.total:
        report.refused(AppError(Text.of("No audio or video file was found in what you named.")))
    return EXIT_SOME_FAILED if report.failed else 0


def _places(arguments: argparse.Namespace) -> AppPaths:
    """Return the app's folders, made if needed, as the folder of the results is; raises AppError for wrong words."""
    _check_words(arguments)
    paths = AppPaths.locate()
    _make_folders(paths, Path(arguments.output))
    return paths


async def _files_of(arguments: argparse.Namespace, report: Report) -> Sequence[Path]:
    """Return the files that were named or are in named folders; what is left out is said."""
    found = await scan_all([Path(name).absolute() for name in arguments.inputs])
    report.total = len(found.refused) + len(found.files)
    for refusal in found.refused:
        report.refused(refusal)
    if found.cut is not None and not report.as_json:
        print(found.cut, file=sys.stderr)
    return found.files


def _check_words(arguments: argparse.Namespace) -> None:
    """Raise AppError for an empty name: a variable of a script without value must not mean the folder one is in."""
    if not all((*arguments.inputs, arguments.output)):
        raise AppError(Text.of("A file or folder name is empty. Name what is to be converted, and a folder for it."),
                       safe=NOTHING_CHANGED)


def _make_folders(paths: AppPaths, output: Path) -> None:
    try:
        paths.create()
    except OSError as error:
        raise from_os(error, Path(error.filename or paths.data)) or error from error
    try:
        output.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise AppError(destination_error(error, output).sentence, safe=NOTHING_CHANGED, detail=str(error)) from error

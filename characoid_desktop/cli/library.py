"""``voices``: what is in the model library, and taking files into it. Reading works beside an open window."""

from __future__ import annotations

import argparse
import asyncio
import json
import sqlite3
import sys
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from characoid_desktop.cli.home import locked
from characoid_desktop.core.clock import SystemClock
from characoid_desktop.core.errors import AppError
from characoid_desktop.core.i18n import Text, t
from characoid_desktop.core.paths import AppPaths
from characoid_desktop.data.connection import open_reader
from characoid_desktop.data.errors import from_os
from characoid_desktop.engines.catalog import build_hosts
from characoid_desktop.features.rvc.naming import shown
from characoid_desktop.features.voices.models import ItemState, Kind, LibraryItem
from characoid_desktop.features.voices.service import VoiceLibrary

if TYPE_CHECKING:
    from characoid_desktop.data.database import Database, Params, Row
    from characoid_desktop.engines.contracts import EngineHost

EXIT_SOME_FAILED = 2
EXIT_IN_USE = 5


class _ReadOnly:
    """The little of a database that reading the library takes. It never writes, repairs or checkpoints: that is up to
    the window, which may be open."""

    def __init__(self, path: Path) -> None:
        self._path = path

    async def read_all(self, sql: str, params: Params = ()) -> list[Row]:
        return await asyncio.to_thread(self._read, sql, params)

    def _read(self, sql: str, params: Params) -> list[Row]:
        if not self._path.is_file():
            return []
        try:
            with closing(open_reader(self._path)) as connection:
                connection.row_factory = sqlite3.Row
                return connection.execute(sql, params).fetchall()
        except sqlite3.Error as error:
            if "no such table" in str(error):
                return []  # of an older version, never opened by this one
            raise AppError(Text.of("The model library cannot be read now."), detail=repr(error),
                           code="library_unreadable") from error


@asynccontextmanager
async def reading(paths: AppPaths, models: EngineHost) -> AsyncGenerator[VoiceLibrary]:
    """Open the library for looking only; raises AppError."""
    library = VoiceLibrary(cast("Database", _ReadOnly(paths.database)), models, SystemClock(), paths.models)
    await library.start(tidy=False)
    await library.tidied()
    try:
        yield library
    finally:
        await library.aclose()


async def run_voices(arguments: argparse.Namespace) -> int:
    """List the library or take files into it; exit code 0, 2 when something was refused, 5 while a window is open."""
    paths = AppPaths.locate()
    try:
        paths.create()
        if arguments.what == "import":
            return await _import(paths, [Path(name).absolute() for name in arguments.paths], as_json=arguments.json)
        return await _list(paths, as_json=arguments.json)
    except OSError as error:
        return _refused(from_os(error, Path(error.filename or paths.data)) or AppError(
            Text.of("The folder of the app cannot be used."), detail=repr(error)), as_json=arguments.json)
    except AppError as error:
        return _refused(error, as_json=arguments.json)


async def _list(paths: AppPaths, *, as_json: bool) -> int:
    async with reading(paths, build_hosts(paths).models) as library:
        for item in library.items:
            _show(item, as_json=as_json)
        if not library.items and not as_json:
            print(t("The library is empty. Add a voice: characoid voices import FILE"), file=sys.stderr)
    return 0


def _show(item: LibraryItem, *, as_json: bool) -> None:
    if as_json:
        print(json.dumps(fact(item), ensure_ascii=False), flush=True)
        return
    words = [item.version, f"{item.rate // 1000}k" if item.rate else "", item.model_kind,
             "+ index" if item.index is not None else ""]
    gone = "" if item.state is ItemState.READY else f"  ! {t('files missing')}"
    about = " ".join(word for word in words if word)
    print(f"{item.id[:8]}  {item.kind.value:<11} {shown(item.name, 60)}  {about}{gone}")


def fact(item: LibraryItem) -> dict[str, Any]:
    """Return an item as one JSON object."""
    return {"id": item.id, "kind": item.kind.value, "name": item.name, "version": item.version, "rate": item.rate,
            "f0": item.f0 if item.is_voice else None, "index": item.index is not None, "role": item.role.value,
            "model_kind": item.model_kind, "credit": item.credit, "state": item.state.value, "bytes": item.bytes}


async def _import(paths: AppPaths, files: Sequence[Path], *, as_json: bool) -> int:
    from characoid_desktop.data.database import Database

    lock = locked(paths)
    if lock is None:
        _refused(AppError(Text.of("CHARACOID is open. Drop the files on its library, or close it first."),
                          safe=Text.of("Nothing was changed."), code="in_use"), as_json=as_json)
        return EXIT_IN_USE
    try:
        database = await Database.open(paths.database, paths.backups, SystemClock())
        models = build_hosts(paths).models
        library = VoiceLibrary(database, models, SystemClock(), paths.models)
        try:
            await library.start()
            report = await library.import_paths(files)
        finally:
            await library.aclose()
            await models.stop()
            await database.aclose()
    finally:
        lock.release()
    for item in report.items:
        _show(item, as_json=as_json)
    for note in report.notes:
        if not as_json:
            print(note, file=sys.stderr)
    for refused in report.refused:
        _refused(refused.error, as_json=as_json)
    return EXIT_SOME_FAILED if report.refused or not report.items else 0


def _refused(error: AppError, *, as_json: bool) -> int:
    if as_json:
        print(json.dumps({"error": error.code, "sentence": str(error.sentence)}, ensure_ascii=False), flush=True)
    else:
        print(f"✗ {error.sentence}{f' {error.safe}' if error.safe else ''}", file=sys.stderr, flush=True)
    return EXIT_SOME_FAILED


def separator_named(library: VoiceLibrary, words: str) -> LibraryItem | None:
    """Return the only separation model of this id or name."""
    wanted = words.strip().casefold()
    found = [item for item in library.weights(Kind.SEPARATION)
             if item.id == words or item.name.casefold() == wanted or item.model_kind == wanted]
    return found[0] if len(found) == 1 else None

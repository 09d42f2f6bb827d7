"""``personas``: list the characters, take one in from a file, write one to a file. Not beside an open window."""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path

from characoid_desktop.app.language import resolve
from characoid_desktop.app.persona_parts import DocumentsOnDisk, PersonaBelongings
from characoid_desktop.app.pictures import decode
from characoid_desktop.cli.home import locked
from characoid_desktop.core.cleaning import title_line
from characoid_desktop.core.clock import SystemClock
from characoid_desktop.core.errors import AppError
from characoid_desktop.core.i18n import Text
from characoid_desktop.core.paths import AppPaths
from characoid_desktop.data.blobs import BlobStore
from characoid_desktop.data.database import Database
from characoid_desktop.data.home import prepare_home
from characoid_desktop.features.memory.service import MemoryService
from characoid_desktop.features.personas.files import Format, PersonaFiles, first_persona
from characoid_desktop.features.personas.models import MAX_NAME_CHARS, Persona
from characoid_desktop.features.personas.naming import meant, short_ids
from characoid_desktop.features.personas.service import PersonaService

EXIT_FAILED = 2
EXIT_IN_USE = 5


async def run_personas(arguments: argparse.Namespace) -> int:
    """Return the exit code: 0, 2 when something was refused, 5 while a window is open."""
    try:
        paths = AppPaths.locate()
        await asyncio.to_thread(prepare_home, paths)
        lock = locked(paths)
        if lock is None:
            _refused(AppError(Text.of("CHARACOID is open. Use its window, or close it first."),
                              safe=Text.of("Nothing was changed."), code="in_use"), arguments.json)
            return EXIT_IN_USE
        try:
            async with _opened(paths) as (personas, files):
                return await _run(personas, files, arguments)
        finally:
            lock.release()
    except AppError as error:
        _refused(error, arguments.json)
        return EXIT_FAILED


@asynccontextmanager
async def _opened(paths: AppPaths) -> AsyncGenerator[tuple[PersonaService, PersonaFiles]]:
    clock = SystemClock()
    database = await Database.open(paths.database, paths.backups, clock)
    try:
        personas = PersonaService(database, clock)
        await personas.start(first=lambda: first_persona(resolve("system").value))
        memory = MemoryService(database, clock)
        belongings = PersonaBelongings(database, memory, DocumentsOnDisk(database))
        yield personas, PersonaFiles(database, personas, BlobStore(paths.blobs), decode, belongings)
    finally:
        await database.aclose()


async def _run(personas: PersonaService, files: PersonaFiles, arguments: argparse.Namespace) -> int:
    if arguments.what == "list":
        ids = short_ids(personas.all)
        for persona in personas.all:
            _show(persona, ids, arguments.json, current=persona.id == personas.current.id)
        return 0
    if arguments.what == "import":
        made = await files.import_file(Path(arguments.file).absolute(), vouched=arguments.trust_memories)
        _show(made.persona, short_ids(personas.all), arguments.json, notes=made.notes)
        if made.came_untrusted and not arguments.json:
            print(Text.of("If they are your own, delete the character and import the file with --trust-memories."),
                  file=sys.stderr)
        return 0
    persona = meant(personas.all, arguments.name)
    target = Path(arguments.output).absolute()
    written = await files.export(persona.id, target, Format(arguments.format) if arguments.format else None)
    print(json.dumps({"path": str(written)}, ensure_ascii=False) if arguments.json else written, flush=True)
    return 0


def _show(
    persona: Persona, ids: Mapping[str, str], as_json: bool, *, current: bool = False, notes: tuple[Text, ...] = (),
) -> None:
    if as_json:
        print(json.dumps({"id": persona.id, "name": persona.name, "current": current, "notes": [str(n) for n in notes]},
                         ensure_ascii=False), flush=True)
        return
    print(f"{'*' if current else ' '} {ids[persona.id]:<8}  {title_line(persona.name, MAX_NAME_CHARS)}")
    for note in notes:
        print(note, file=sys.stderr)


def _refused(error: AppError, as_json: bool) -> None:
    if as_json:
        print(json.dumps({"error": error.code, "sentence": str(error.sentence)}, ensure_ascii=False), flush=True)
    else:
        print(f"✗ {error.sentence}{f' {error.safe}' if error.safe else ''}", file=sys.stderr, flush=True)

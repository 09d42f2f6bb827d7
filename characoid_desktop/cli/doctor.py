"""``doctor``: can this machine do the app's main job? One line a check, with the next step where it fails."""

from __future__ import annotations

import asyncio
import importlib.metadata
import os
import platform
import sqlite3
import sys
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

import PySide6

from characoid_desktop.app.about import version
from characoid_desktop.app.display import why_no_window
from characoid_desktop.core.errors import AppError
from characoid_desktop.core.i18n import Text
from characoid_desktop.core.paths import HOME_VARIABLE, AppPaths
from characoid_desktop.data.errors import DatabaseDamaged, too_new, translate
from characoid_desktop.data.home import free_bytes, prepare_home, reachable
from characoid_desktop.data.migrator import known_migrations, schema_version
from characoid_desktop.engines.catalog import build_hosts

ENGINE_LIMIT_S = 30.0
DEVICES_LIMIT_S = 10.0
LOCK_LIMIT_S = 2.0
CHECK_LIMIT_S = 10.0
TESTED_PYTHONS = ((3, 11), (3, 12), (3, 13))


class Verdict(StrEnum):
    GOOD = "ok"
    NOTE = "note"  # something optional is missing
    BAD = "problem"  # the main job does not work


@dataclass(frozen=True, slots=True)
class Finding:
    name: Text
    verdict: Verdict
    words: Text


def check_versions() -> Iterator[Finding]:
    """Python and Qt: the pairs that were tested."""
    python = platform.python_version()
    good = sys.version_info[:2] in TESTED_PYTHONS
    yield Finding(Text.of("Python"), Verdict.GOOD if good else Verdict.BAD,
                  Text.literal(python) if good else Text.of(
                      "{version} is not supported. Use Python 3.11, 3.12 or 3.13.", version=python))
    qt = PySide6.__version__
    broken = tuple(int(part) for part in qt.split(".")[:2]) >= (6, 12) and sys.version_info < (3, 12)
    yield Finding(Text.of("Qt"), Verdict.BAD if broken else Verdict.GOOD,
                  Text.of("PySide6 {version} aborts on this Python. Install PySide6-Essentials 6.11.3.", version=qt)
                  if broken else Text.literal(qt))


def check_window() -> Finding:
    why = why_no_window()
    name = Text.of("Window")
    return Finding(name, Verdict.NOTE, why) if why else Finding(name, Verdict.GOOD, Text.of("A window can open."))


def check_home(paths: AppPaths) -> Finding:
    """The data folder: there, writable, with room."""
    name = Text.of("Data folder")
    try:
        prepare_home(paths)
    except AppError as error:
        return Finding(name, Verdict.BAD, error.sentence)
    free = free_bytes(paths.data) / 2**30
    return Finding(name, Verdict.GOOD, Text.of("{folder}, {free} GB free", folder=str(paths.data), free=f"{free:.1f}"))


async def check_database(paths: AppPaths) -> Finding:
    """A quick check of the database, read-only, beside a running window too."""
    return await asyncio.to_thread(_database_finding, paths.database)


def _database_finding(file: Path) -> Finding:
    name = Text.of("Database")
    if not file.exists() and not file.is_symlink():
        return Finding(name, Verdict.GOOD, Text.of("Not made yet; the first start makes it."))
    try:
        file = reachable(file)
        with closing(sqlite3.connect(f"{file.as_uri()}?mode=ro", uri=True, timeout=LOCK_LIMIT_S)) as connection:
            known, found = len(known_migrations()), schema_version(connection)
            if found > known:
                return Finding(name, Verdict.BAD, too_new(file, found, known).sentence)
            deadline = time.monotonic() + CHECK_LIMIT_S
            connection.set_progress_handler(lambda: time.monotonic() > deadline, 10_000)
            answer = str(connection.execute("PRAGMA quick_check(1)").fetchone()[0])
    except (AppError, sqlite3.Error, OSError) as error:
        if getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_INTERRUPT:
            return Finding(name, Verdict.GOOD, Text.of(
                "No damage was found in {limit} s; it is too large for the whole check.", limit=int(CHECK_LIMIT_S)))
        expected = translate(error, file, LOCK_LIMIT_S)
        if expected is not None and not isinstance(expected, DatabaseDamaged):
            return Finding(name, Verdict.BAD, expected.sentence)
        answer = str(error)
    if answer == "ok":
        return Finding(name, Verdict.GOOD, Text.literal("SQLite " + sqlite3.sqlite_version))
    return Finding(name, Verdict.BAD, Text.of(
        "Damaged ({detail}). Start the app: it keeps a copy and restores what can be read.", detail=answer[:200]))


def check_torch() -> Finding:
    """Is torch installed? It is looked up, not imported: the neural engines use it in their own process."""
    name = Text.of("Neural engines")
    try:
        return Finding(name, Verdict.GOOD, Text.literal("torch " + importlib.metadata.version("torch")))
    except importlib.metadata.PackageNotFoundError:
        return Finding(name, Verdict.NOTE, Text.of(
            "torch is not installed. The built-in voice effects work without it."))


async def check_engines(paths: AppPaths) -> list[Finding]:
    """Start each engine child for real and stop it again."""
    found: list[Finding] = []
    hosts = build_hosts(paths)
    for host in (hosts.media, hosts.rvc, hosts.documents):
        name = Text.of("Engine {name}", name=host.name)
        try:
            async with asyncio.timeout(ENGINE_LIMIT_S):
                await host.start()
            found.append(Finding(name, Verdict.GOOD, Text.of("Starts and answers.")))
        except AppError as error:
            found.append(Finding(name, Verdict.BAD, error.sentence))
        except TimeoutError:
            found.append(Finding(name, Verdict.BAD, Text.of(
                "Did not answer within {limit} s.", limit=int(ENGINE_LIMIT_S))))
        finally:
            await host.stop()
    return found


async def check_external(paths: AppPaths) -> Finding:
    """Which rvc-next is there, if any? Only one that the user chose is started."""
    from characoid_desktop.engines.external import NAME, find_program, recognise
    from characoid_desktop.settings.sections.engines import EnginesSection
    from characoid_desktop.settings.store import glance

    name = Text.literal(NAME)
    chosen = (await asyncio.to_thread(glance, paths.settings_file, EnginesSection)).rvc_next_program
    if chosen:
        try:
            known = await recognise(Path(chosen))
        except AppError as error:
            return Finding(name, Verdict.NOTE, error.sentence)
        return Finding(name, Verdict.GOOD, Text.of("{version} at {path}", version=known.version, path=chosen))
    found = await asyncio.to_thread(find_program)
    return Finding(name, Verdict.GOOD, Text.of("Not installed; the built-in engine needs none.") if found is None
                   else Text.of("Found at {path}, not used: choose it in Settings › Engines.", path=str(found)))


async def check_sound() -> Finding:
    """Is there something to play on?"""
    from characoid_desktop.audio.devices import output_devices

    name = Text.of("Sound output")
    try:
        async with asyncio.timeout(DEVICES_LIMIT_S):
            devices = await output_devices()
    except AppError as error:
        return Finding(name, Verdict.NOTE, error.sentence)
    except TimeoutError:
        devices = ()
    if not devices:
        return Finding(name, Verdict.NOTE, Text.of("None was found. Converting works, listening does not."))
    return Finding(name, Verdict.GOOD, Text.literal(devices[0].name))


async def check_key_store() -> Finding:
    from characoid_desktop.core.redaction import Redactor
    from characoid_desktop.settings.secrets import SecretStore

    name = Text.of("Key store")
    store = SecretStore(Redactor())
    await store.get("doctor", "https://localhost")  # nobody's key: only to see whether it answers
    await store.aclose()
    if store.persistent:
        return Finding(name, Verdict.GOOD, Text.of("The system's key store answers."))
    return Finding(name, Verdict.NOTE, store.why or Text.of("Keys are kept for one run only."))


def check_fonts() -> Finding:
    """Can Chinese and Japanese be drawn? Asks Qt's font database."""
    from PySide6.QtGui import QFontDatabase

    name = Text.of("Fonts")
    systems = (QFontDatabase.WritingSystem.SimplifiedChinese, QFontDatabase.WritingSystem.Japanese)
    if all(QFontDatabase.families(system) for system in systems):
        return Finding(name, Verdict.GOOD, Text.of("Chinese and Japanese can be shown."))
    return Finding(name, Verdict.NOTE, Text.of(
        "No font with Chinese and Japanese characters was found. On Debian or Ubuntu: fonts-noto-cjk."))


async def examine(paths: AppPaths) -> list[Finding]:
    """Return all findings in order. Needs a QGuiApplication."""
    found = [*check_versions(), check_window(), check_fonts(), check_home(paths)]
    late: list[Callable[[], Awaitable[Finding]]] = [check_sound, check_key_store]
    if found[-1].verdict is not Verdict.BAD:
        found.append(await check_database(paths))
        found.extend(await check_engines(paths))
    for check in late:
        found.append(await check())
    found.append(check_torch())
    found.append(await check_external(paths))
    return found


async def run_doctor() -> int:
    """Print the report; exit code 1 when the main job does not work here."""
    paths = AppPaths.locate()
    found = await examine(paths)
    print(render(found, paths, version()))
    return 1 if any(one.verdict is Verdict.BAD for one in found) else 0


SIGNS = {Verdict.GOOD: "✓", Verdict.NOTE: "△", Verdict.BAD: "✗"}


def render(found: list[Finding], paths: AppPaths, app_version: str) -> str:
    """Return the report: a head line, one line a finding, a closing sentence."""
    lines = [f"CHARACOID Desktop {app_version} · {platform.platform()} · {os.cpu_count()} CPU"]
    if os.environ.get(HOME_VARIABLE):
        lines.append(f"{HOME_VARIABLE}={Path(os.environ[HOME_VARIABLE])}")
    lines.extend(f"{SIGNS[one.verdict]} {one.name}: {one.words}" for one in found)
    bad = [one for one in found if one.verdict is Verdict.BAD]
    lines.append(str(Text.count("{n} problem keeps the app from working.", "{n} problems keep the app from working.",
                                len(bad)) if bad else Text.of("Ready: files can be converted.")))
    lines.append(str(Text.of("Log: {folder}", folder=str(paths.logs))))
    return "\n".join(lines)

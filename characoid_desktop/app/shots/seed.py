"""Homes with a history: what is in them was added, converted, stopped and interrupted by the real services."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from characoid_desktop.app.container import Container
from characoid_desktop.app.shots.samples import SampleFiles, write_many, write_samples
from characoid_desktop.app.shots.studio import Studio
from characoid_desktop.core.clock import SystemClock
from characoid_desktop.core.logs import Logs
from characoid_desktop.core.paths import AppPaths
from characoid_desktop.core.redaction import Redactor
from characoid_desktop.features.rvc.models import Choice, ItemState, Place, SessionItem
from characoid_desktop.features.rvc.presets import preset
from characoid_desktop.features.rvc.service import RvcSessionService
from characoid_desktop.settings.sections.conversion import OutputFormat

LOOK_LIMIT_S = 60.0  # until every file was looked at
CONVERT_LIMIT_S = 120.0  # until a short file is converted
STOP_LIMIT_S = 10.0
MANY = 500
SHOWN_FROM = 0.02  # of a running conversion: from here on it has words for what it does
TEMPLATE = "{title} ({preset})"


@dataclass(frozen=True, slots=True)
class Session:
    """The files of a seeded session and what became of each."""

    files: SampleFiles

    def item(self, service: RvcSessionService, path: Path) -> SessionItem:
        return next(item for item in service.items if item.origin == path)


async def seed_session(home: Path) -> Session:
    """Write sounds and live one life of the app: something is done, failed, stopped; two are interrupted.

    Raises TimeoutError when an engine does not get on, and what the services raise.
    """
    files = await asyncio.get_running_loop().run_in_executor(None, write_samples, home / "音声 samples")
    paths = AppPaths.under(home)
    paths.create()
    logs = Logs(paths.logs, Redactor())
    try:
        services = await Container.build(paths, SystemClock(), logs)
        try:
            await _first_life(services.rvc, files)
        finally:
            await services.shutdown.run()
    finally:
        logs.close()
    return Session(files)


async def _first_life(rvc: RvcSessionService, files: SampleFiles) -> None:
    session = Session(files)
    for path in files.in_order:
        await rvc.add_paths([path], choice("higher"))
    rvc.want([item.id for item in rvc.items])
    unreadable = (files.mute_video, files.no_sound)
    await Studio.until(lambda: all(
        item.facts is not None or item.state is ItemState.UNREADABLE for item in rvc.items), LOOK_LIMIT_S)
    if any(session.item(rvc, path).state is not ItemState.UNREADABLE for path in unreadable):
        raise RuntimeError("a file without sound was taken for sound")
    await rvc.set_choice([session.item(rvc, files.talk).id], choice("childlike"))
    await rvc.set_choice([session.item(rvc, files.demo).id], choice("whisper"))
    await asyncio.get_running_loop().run_in_executor(None, files.gone.unlink)
    await _convert(rvc, [session.item(rvc, files.song), session.item(rvc, files.gone)])
    await Studio.until(_states(rvc, session, {
        files.song: ItemState.DONE, files.gone: ItemState.FAILED}), CONVERT_LIMIT_S)
    await _convert(rvc, [session.item(rvc, files.long), session.item(rvc, files.demo), session.item(rvc, files.clip)])
    await Studio.until(_states(rvc, session, {files.long: ItemState.RUNNING}), LOOK_LIMIT_S)
    await rvc.cancel(session.item(rvc, files.demo).id)
    await Studio.until(_states(rvc, session, {files.demo: ItemState.CANCELLED}), STOP_LIMIT_S)


def choice(name: str) -> Choice:
    return Choice(name, dict(preset(name).effect), OutputFormat.WAV)


async def _convert(rvc: RvcSessionService, items: Sequence[SessionItem]) -> None:
    await rvc.convert([item.id for item in items], Place(None, TEMPLATE), lambda one: str(preset(one.preset_id).label))


def _states(rvc: RvcSessionService, session: Session, wanted: dict[Path, ItemState]) -> Callable[[], bool]:
    return lambda: all(session.item(rvc, path).state is state for path, state in wanted.items())


async def keep_running(rvc: RvcSessionService, session: Session) -> None:
    """See to it that the long file is being converted and another waits behind it; raises TimeoutError."""
    files = session.files

    def progressed() -> bool:
        progress = session.item(rvc, files.long).progress
        return progress is not None and progress.fraction is not None and progress.fraction >= SHOWN_FROM

    running = _states(rvc, session, {files.long: ItemState.RUNNING, files.talk: ItemState.QUEUED})
    if not running():
        await rvc.cancel_all()
        await Studio.until(lambda: not any(item.state.is_active for item in rvc.items), STOP_LIMIT_S)
        await _convert(rvc, [session.item(rvc, files.long), session.item(rvc, files.talk)])
        await Studio.until(running, LOOK_LIMIT_S)
    await Studio.until(progressed, LOOK_LIMIT_S)


async def seed_many(studio: Studio, home: Path) -> None:
    """Drop a folder of MANY files on a filled studio."""
    folder = await asyncio.get_running_loop().run_in_executor(None, write_many, home / "takes", MANY)
    studio.run.rvc.add_files([folder])
    rvc = studio.services.rvc
    await Studio.until(lambda: len(rvc.items) == MANY, LOOK_LIMIT_S)

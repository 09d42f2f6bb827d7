"""The settings in use. A change that was acknowledged is on the disk."""

from __future__ import annotations

import asyncio
import copy
import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar, cast

from characoid_desktop.core.errors import AppError
from characoid_desktop.core.events import Event
from characoid_desktop.core.i18n import Text
from characoid_desktop.core.tasks import TaskScope
from characoid_desktop.settings import files
from characoid_desktop.settings.files import Migration, Raw, ReadSettings, SettingsProblem
from characoid_desktop.settings.schema import InvalidSetting, Section, SettingValue, plain

S = TypeVar("S", bound=Section)
WRITE_GAP_S = 0.1  # a slider that is dragged writes ten times a second at most
_log = logging.getLogger(__name__)


def glance(path: Path, section: type[S]) -> S:
    """Return a section as the file has it, with defaults for the rest, for who only looks beside an open window.

    Blocks; never raises, writes or removes.
    """
    raw: object = files.glance(path)["sections"].get(section.key)
    values, _ = section.tolerant(cast("dict[str, Any]", raw) if isinstance(raw, dict) else {})
    return cast("S", values)


@dataclass(slots=True)
class _Change:
    """Wanted values of one section; None means back to the default."""

    section: type[Section]
    values: dict[str, SettingValue | None]
    saved: asyncio.Future[None]


class SettingsStore:
    """Typed, durable settings.

    ``get`` answers from memory. ``set`` and ``reset`` return when the file is written (all changes that
    come in meanwhile share the next write) and raise SettingsNotSaved when it cannot be; then the
    settings in use stay as they were. ``changed`` fires with (section key, setting key) after the write.
    """

    def __init__(self, path: Path, sections: Sequence[type[Section]], *, schema: int = files.SCHEMA,
                 migrations: Mapping[int, Migration] = files.MIGRATIONS) -> None:
        self.changed: Event[tuple[str, str]] = Event()
        self._path = path
        self._sections = {section.key: section for section in sections}
        self._schema = schema
        self._migrations = migrations
        self._raw: Raw = files.empty()
        self._values: dict[str, Section] = {key: section() for key, section in self._sections.items()}
        self._problems: tuple[SettingsProblem, ...] = ()
        self._keep_first = ""
        self._waiting: list[_Change] = []
        self._writer: asyncio.Task[None] | None = None
        self._scope = TaskScope("settings")
        self._last_write = float("-inf")
        self._closing = False

    @property
    def sections(self) -> tuple[type[Section], ...]:
        return tuple(self._sections.values())

    @property
    def problems(self) -> tuple[SettingsProblem, ...]:
        """What could not be used of the file at the last load, in plain words."""
        return self._problems

    def load_now(self) -> None:
        """Read the file, blocking: for the command line and before the window exists."""
        self._accept(self._read())

    async def load(self) -> None:
        """Read the file in the executor. Never raises for what is on the disk: see ``problems``."""
        loop = asyncio.get_running_loop()
        self._accept(await loop.run_in_executor(None, self._read))

    def _read(self) -> ReadSettings:
        files.remove_left_overs(self._path)
        return files.read(self._path, schema=self._schema, migrations=self._migrations)

    def _accept(self, found: ReadSettings) -> None:
        self._raw, self._keep_first = found.raw, found.keep_first
        problems = list(found.problems)
        for key, section in self._sections.items():
            raw: object = self._raw["sections"].get(key, {})
            if not isinstance(raw, dict):
                problems.append(SettingsProblem(key, "", Text.of(
                    "The page “{page}” could not be read. Its defaults are used.", page=section.title)))
                raw = {}
            self._values[key], wrong = section.tolerant(cast("dict[str, Any]", raw))
            problems += [SettingsProblem(key, name, Text.of(
                "“{label}” had a value that does not fit. Its default is used.",
                label=section.spec(name).label)) for name in wrong]
        self._problems = tuple(problems)
        for problem in problems:
            _log.info("settings: %s", problem.sentence)

    def get(self, section: type[S]) -> S:
        """Return the section as it is now (frozen: ask again after a change)."""
        return cast(S, self._values[section.key])

    def differing(self, section: type[Section]) -> tuple[str, ...]:
        """Return the keys of ``section`` that are not at their default."""
        now = self._values[section.key]
        return tuple(s.key for s in section.specs() if plain(getattr(now, s.key)) != s.default)

    async def set(self, section: type[S], **values: SettingValue) -> S:
        """Change settings of one section together and return it, once that is on the disk.

        Raises InvalidSetting or SettingsNotSaved; in both cases nothing was changed.
        """
        wanted: dict[str, SettingValue | None] = {key: plain(value) for key, value in values.items()}
        self._values[section.key].changed_with(cast("dict[str, SettingValue]", wanted))  # refuse early
        await self._commit(section, wanted)
        return self.get(section)

    async def reset(self, section: type[S], *keys: str) -> S:
        """Put settings (all of the section when none is named) back to their defaults."""
        chosen = keys or tuple(section.model_fields)
        for key in chosen:
            section.spec(key)
        await self._commit(section, dict.fromkeys(chosen))
        return self.get(section)

    async def aclose(self) -> None:
        """Finish what is being written; further changes raise RuntimeError."""
        self._closing = True
        if self._writer is not None:
            await asyncio.wait([self._writer])
        await self._scope.aclose()

    async def _commit(self, section: type[Section], values: dict[str, SettingValue | None]) -> None:
        if self._closing:
            raise RuntimeError("the settings are closed")
        change = _Change(section, values, asyncio.get_running_loop().create_future())
        self._waiting.append(change)
        if self._writer is None:
            self._writer = self._scope.start(self._write_all(), name="write")
        await change.saved

    async def _write_all(self) -> None:
        loop = asyncio.get_running_loop()
        try:
            while self._waiting:
                gap = self._last_write + WRITE_GAP_S - loop.time()
                if gap > 0 and not self._closing:
                    await asyncio.sleep(gap)
                batch, self._waiting = self._waiting, []
                await self._write(batch)
                self._last_write = loop.time()
        finally:
            self._writer = None
            for change in self._waiting:  # only when this task was cancelled
                change.saved.cancel()

    async def _write(self, batch: list[_Change]) -> None:
        raw, values = copy.deepcopy(self._raw), dict(self._values)
        good: list[_Change] = []
        for change in batch:
            try:
                _apply(raw, values, change)
                good.append(change)
            except InvalidSetting as error:  # fits alone, but not together with an earlier change
                _refuse(change, error)
        try:
            await asyncio.get_running_loop().run_in_executor(None, self._save, raw)
        except Exception as error:
            _log.info("settings not saved: %s", getattr(error, "detail", error))
            for change in good:
                _refuse(change, error)
            return
        old, self._raw, self._values = self._values, raw, values
        # Listeners first: who waits for set() may rely on the change having arrived everywhere.
        for key, section in self._sections.items():
            for name in section.model_fields:
                if getattr(old[key], name) != getattr(values[key], name):
                    self.changed.emit((key, name))
        for change in good:
            if not change.saved.done():
                change.saved.set_result(None)

    def _save(self, raw: Raw) -> None:
        if self._keep_first:
            files.keep_first(self._path, self._keep_first)
        files.write(self._path, raw)
        self._keep_first = ""


def _refuse(change: _Change, error: Exception) -> None:
    if change.saved.done():
        return
    # A copy for each: an exception object raised in two tasks collects the stack of both.
    if isinstance(error, AppError):
        error = type(error)(error.sentence, safe=error.safe, action=error.action, detail=error.detail,
                            code=error.code)
    change.saved.set_exception(error)


def _apply(raw: Raw, values: dict[str, Section], change: _Change) -> None:
    """Put ``change`` into both forms; raises InvalidSetting and changes nothing then."""
    section = change.section
    defaults = {spec.key: spec.default for spec in section.specs()}
    wanted = {key: defaults[key] if value is None else value for key, value in change.values.items()}
    values[section.key] = values[section.key].changed_with(wanted)
    page = raw["sections"].get(section.key)
    if not isinstance(page, dict):
        page = raw["sections"][section.key] = {}
    for key, value in wanted.items():
        if value == defaults[key]:
            page.pop(key, None)  # pyright: ignore[reportUnknownMemberType]
        else:
            page[key] = value

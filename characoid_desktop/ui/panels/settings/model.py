"""What the Settings panel knows: pages, rows, search, and what became of each change."""

from __future__ import annotations

import asyncio
import unicodedata
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from PySide6.QtCore import QObject, Signal

from characoid_desktop.core.errors import AppError
from characoid_desktop.core.i18n import Text
from characoid_desktop.core.tasks import TaskScope
from characoid_desktop.settings.checks import folder_problem
from characoid_desktop.settings.schema import (
    Choice,
    Section,
    SettingKind,
    SettingSpec,
    SettingValue,
    Widget,
    plain,
)
from characoid_desktop.settings.store import SettingsStore

ABOUT = "about"
SEARCH_LIMIT = 200  # characters

ChoiceSource = Callable[[], Awaitable[Sequence[Choice]]]


@dataclass(frozen=True, slots=True)
class AboutLink:
    """A button of the About page. ``act`` returns at once."""

    label: Text
    act: Callable[[], object]


@dataclass(frozen=True, slots=True)
class About:
    """What the About page says. ``facts`` are name and value; long values may be selected and copied."""

    version: str
    facts: tuple[tuple[Text, str], ...]
    links: tuple[AboutLink, ...]


@dataclass(frozen=True, slots=True)
class Page:
    key: str
    title: Text


class RowState(StrEnum):
    SAVED = "saved"
    SAVING = "saving"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class Row:
    """One setting as it is shown. ``value`` is what the control shows: saved, on its way, or refused."""

    spec: SettingSpec
    value: SettingValue
    state: RowState
    problem: Text | None  # why it was refused, or what is wrong with the saved value now
    disabled: Text | None  # why it cannot be changed; None: it can


@dataclass(frozen=True, slots=True)
class _Try:
    value: SettingValue
    problem: Text | None = None


class SettingsModel(QObject):
    """Saves every change at once.

    ``choices`` fill the lists that the declarations leave open (sound devices, presets).
    """

    row_changed = Signal(str, str)  # section, key
    page_changed = Signal(str)
    search_changed = Signal(str)
    choices_changed = Signal(str, str)  # section, key

    def __init__(
        self,
        store: SettingsStore,
        scope: TaskScope,
        about: About,
        *,
        choices: Mapping[Widget, ChoiceSource] | None = None,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._store = store
        self._scope = scope
        self._about = about
        self._sources = dict(choices or {})
        self._sections = {section.key: section for section in store.sections}
        self._tries: dict[tuple[str, str], _Try] = {}
        self._worries: dict[tuple[str, str], Text] = {}
        self._open_choices: dict[tuple[str, str], tuple[Choice, ...]] = {}
        self._page = next(iter(self._sections), ABOUT)
        self._search = ""
        self._closed = False
        self._release = store.changed.connect(self._saved_elsewhere)

    # what is shown

    @property
    def about(self) -> About:
        return self._about

    @property
    def pages(self) -> tuple[Page, ...]:
        """The sections in their order, and About."""
        return (*(Page(key, section.title) for key, section in self._sections.items()),
                Page(ABOUT, Text.of("About")))

    @property
    def page(self) -> str:
        return self._page

    @property
    def search(self) -> str:
        return self._search

    def rows(self, page: str) -> tuple[Row, ...]:
        """The rows of a page (none for About)."""
        section = self._sections.get(page)
        return tuple(self.row(page, spec.key) for spec in section.specs()) if section else ()

    def row(self, section: str, key: str) -> Row:
        """The row of one setting; raises KeyError."""
        cls = self._sections[section]
        spec = cls.spec(key)
        attempt = self._tries.get((section, key))
        saved = plain(getattr(self._store.get(cls), key))
        if attempt is None:
            state, problem = RowState.SAVED, self._worries.get((section, key))
        elif attempt.problem is None:
            state, problem = RowState.SAVING, None
        else:
            state, problem = RowState.REFUSED, attempt.problem
        typed = spec.kind in (SettingKind.TEXT, SettingKind.PATH)
        # A refused switch falls back; refused words stay, so that they can be put right.
        shown = attempt.value if attempt and (typed or state is RowState.SAVING) else saved
        return Row(spec, shown, state, problem, self._why_disabled(cls, spec))

    def found(self) -> tuple[tuple[Page, tuple[Row, ...]], ...]:
        """What the search finds, page by page; a page whose title fits is there with all its rows."""
        needle = _plain_words(self._search)
        result: list[tuple[Page, tuple[Row, ...]]] = []
        for page in self.pages:
            rows = self.rows(page.key)
            if needle not in _plain_words(str(page.title)):
                rows = tuple(row for row in rows if needle in self._searched(row.spec))
                if not rows:
                    continue
            result.append((page, rows))
        return tuple(result)

    def differing(self, page: str) -> int:
        """How many settings of the page are not at their default."""
        section = self._sections.get(page)
        return len(self._store.differing(section)) if section else 0

    def choices(self, spec: SettingSpec) -> tuple[Choice, ...]:
        """What can be chosen: declared, or found meanwhile; the saved value is always among them."""
        found = self._open_choices.get((spec.section, spec.key), spec.choices)
        value = str(self.row(spec.section, spec.key).value)
        if any(choice.value == value for choice in found):
            return found
        if spec.widget is Widget.DEVICE and value:
            missing = Choice(value, Text.of("{device} (not connected)", device=value))
            return (*found, missing) if found else (Choice(value, Text.literal(value)),)
        return (*found, Choice(value, Text.literal(value)))

    # wishes

    def select(self, page: str) -> None:
        """Go to a page; unknown names are ignored."""
        if page != self._page and any(page == known.key for known in self.pages):
            self._page = page
            self.page_changed.emit(page)

    def go(self, page: str) -> None:
        """Leave the search and go to a page."""
        self.set_search("")
        self.select(page)

    def set_search(self, words: str) -> None:
        """Show only what contains ``words``; empty ends the search."""
        words = words[:SEARCH_LIMIT]
        if words != self._search:
            self._search = words
            self.search_changed.emit(words)

    def set_value(self, section: str, key: str, value: SettingValue) -> None:
        """Save a change. The row says whether it was refused. After :meth:`close` nothing happens."""
        if self._closed:
            return
        self._tries[section, key] = _Try(value)
        self._scope.start(self._save(section, key, value), name=f"save {section}.{key}")
        self.row_changed.emit(section, key)

    def restore_page(self, page: str) -> None:
        """Put all settings of a page back to their defaults."""
        section = self._sections[page]
        self._scope.start(self._restore(section), name=f"restore {page}")

    def refresh(self) -> None:
        """Ask again what can be chosen and whether what is saved is still there; the view was opened."""
        for section in self._sections.values():
            for spec in section.specs():
                if spec.widget in self._sources:
                    self._scope.start(self._fill(spec, self._sources[spec.widget]), name=f"choices {spec.key}")
                elif spec.widget is Widget.FOLDER:
                    self._scope.start(self._check_folder(section, spec), name=f"check {spec.key}")

    def close(self) -> None:
        """Stop listening to the store, and take no more changes: its file is being closed."""
        self._closed = True
        self._release()

    # work

    async def _save(self, section: str, key: str, value: SettingValue) -> None:
        cls = self._sections[section]
        spec = cls.spec(key)
        problem: Text | None = None
        try:
            await self._store.set(cls, **{key: value})
        except AppError as error:
            problem = error.sentence
        attempt = self._tries.get((section, key))
        if attempt is None or attempt.value != value:
            return  # changed again meanwhile; the later change reports
        if problem is None:
            del self._tries[section, key]
            self._worries.pop((section, key), None)
        else:
            self._tries[section, key] = _Try(value, problem)
        self.row_changed.emit(section, key)
        if spec.widget is Widget.FOLDER and problem is None:
            await self._check_folder(cls, spec)

    async def _restore(self, section: type[Section]) -> None:
        keys = [spec.key for spec in section.specs()]
        try:
            await self._store.reset(section)
        except AppError as error:
            for key in self._store.differing(section):
                self._tries[section.key, key] = _Try(plain(getattr(self._store.get(section), key)), error.sentence)
        else:
            for key in keys:
                self._tries.pop((section.key, key), None)
                self._worries.pop((section.key, key), None)
        for key in keys:
            self.row_changed.emit(section.key, key)

    async def _fill(self, spec: SettingSpec, source: ChoiceSource) -> None:
        try:
            found = tuple(await source())
        except AppError as error:
            self._worries[spec.section, spec.key] = error.sentence
            self.row_changed.emit(spec.section, spec.key)
            return
        self._open_choices[spec.section, spec.key] = found
        self._worries.pop((spec.section, spec.key), None)
        self.choices_changed.emit(spec.section, spec.key)
        self.row_changed.emit(spec.section, spec.key)

    async def _check_folder(self, section: type[Section], spec: SettingSpec) -> None:
        folder = str(plain(getattr(self._store.get(section), spec.key)))
        wanted = self._why_disabled(section, spec) is None
        loop = asyncio.get_running_loop()
        worry = await loop.run_in_executor(None, folder_problem, folder) if wanted else None
        if worry == self._worries.get((section.key, spec.key)):
            return
        if worry is None:
            self._worries.pop((section.key, spec.key), None)
        else:
            self._worries[section.key, spec.key] = worry
        self.row_changed.emit(section.key, spec.key)

    def _saved_elsewhere(self, change: tuple[str, str]) -> None:
        section, key = change
        self.row_changed.emit(section, key)
        cls = self._sections[section]
        for spec in cls.specs():
            if spec.only_if == key:
                self.row_changed.emit(section, spec.key)
                if spec.widget is Widget.FOLDER:
                    self._scope.start(self._check_folder(cls, spec), name=f"check {spec.key}")

    def _why_disabled(self, section: type[Section], spec: SettingSpec) -> Text | None:
        if not spec.only_if:
            return None
        master = section.spec(spec.only_if)
        if plain(getattr(self._store.get(section), master.key)) == spec.only_if_value:
            return None
        if master.kind is SettingKind.BOOL:
            return Text.of("Used only while “{label}” is on.", label=master.label)
        wanted = next((c.label for c in master.choices if c.value == spec.only_if_value), Text.literal(""))
        return Text.of("Used only while “{label}” is “{choice}”.", label=master.label, choice=wanted)

    @staticmethod
    def _searched(spec: SettingSpec) -> str:
        parts = [spec.label, spec.help, *(choice.label for choice in spec.choices)]
        # The English words too: help pages and other users may name them so.
        return _plain_words("\n".join([*map(str, parts), spec.label.source]))


def _plain_words(words: str) -> str:
    """The form that is compared: width, case and accents do not matter."""
    return unicodedata.normalize("NFKC", words).casefold().strip()

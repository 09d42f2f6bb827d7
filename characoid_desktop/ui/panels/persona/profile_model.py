"""The profile of the shown character: every change is saved by itself, soon after the last key. QtCore only."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Mapping
from dataclasses import replace
from enum import StrEnum
from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal

from characoid_desktop.core.clock import Clock
from characoid_desktop.core.errors import AppError
from characoid_desktop.core.i18n import Text
from characoid_desktop.core.tokens import estimate_tokens
from characoid_desktop.features.personas.models import Facts, Persona, Profile
from characoid_desktop.features.personas.service import PersonaService
from characoid_desktop.ui.panels.persona.ports import Preview, PreviewOf
from characoid_desktop.ui.shell.doing import Doing
from characoid_desktop.ui.widgets.visible import visible_line

SAVE_AFTER_MS = 700  # of a pause in typing
PREVIEW_AFTER_MS = 400
SAVE_LIMIT_S = 2.0  # at the end of the app
NAME_SHOWN = 40  # characters of a name in a sentence


class Part(StrEnum):
    """What can be edited. The values are the names of fields of the profile, of the card's facts, or of settings."""

    NAME = "name"
    DESCRIPTION = "description"
    PERSONALITY = "personality"
    SCENARIO = "scenario"
    FIRST_MESSAGE = "first_message"
    EXAMPLE_DIALOGUE = "example_dialogue"
    LANGUAGE = "language"
    COLOR = "color"
    MODEL = "model"
    ADDRESS = "base_url"
    SYSTEM_PROMPT = "system_prompt"
    LAST_WORDS = "post_history_instructions"
    NICKNAME = "nickname"
    CREATOR = "creator"
    VERSION = "character_version"
    NOTES = "creator_notes"

    @property
    def is_of_profile(self) -> bool:
        return self.value in Profile.names()

    @property
    def is_of_facts(self) -> bool:
        return self.value in Facts.text_names()


class Saving(StrEnum):
    SAVED = "saved"
    SAVING = "saving"
    REFUSED = "refused"


class ProfileModel(QObject):
    """``changed``: other values. ``saving_changed``: what became of a change. ``preview_changed``: of the prompt."""

    changed = Signal()
    saving_changed = Signal()
    preview_changed = Signal()

    def __init__(self, personas: PersonaService, preview: PreviewOf, clock: Clock, do: Doing,
                 parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._personas = personas
        self._preview_of = preview
        self._clock = clock
        self._do = do
        self._turn = asyncio.Lock()  # a change begins with what the one before it stored
        self._id: str = ""
        self._drafts: dict[Part, str] = {}  # not saved yet
        self._typed: dict[Part, str] = {}  # as it was typed; the service stores it without spaces at its ends
        self._problems: dict[Part, Text] = {}
        self._at_work = 0
        self._is_idle = asyncio.Event()
        self._saved_at: str = ""
        self._preview: Preview | None = None
        self._preview_problem: AppError | None = None
        self._wants_preview = False
        self._pause = self._timer(SAVE_AFTER_MS, self.flush)
        self._preview_pause = self._timer(PREVIEW_AFTER_MS, self._start_preview)

    def _timer(self, after_ms: int, act: Any) -> QTimer:
        timer = QTimer(self)
        timer.setSingleShot(True)
        timer.setInterval(after_ms)
        timer.timeout.connect(act)
        return timer

    def close(self) -> None:
        """Stop; see :meth:`save`."""
        self._pause.stop()
        self._preview_pause.stop()

    async def save(self) -> None:
        """Save what is not saved yet and return when it is, or after SAVE_LIMIT_S."""
        self.flush()
        if self._at_work:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(SAVE_LIMIT_S):
                    await self._is_idle.wait()

    # --- what is shown ----------------------------------------------------------------------------

    @property
    def persona(self) -> Persona | None:
        return self._personas.get(self._id)

    def show(self, id: str) -> None:
        """Show another character; what was not saved of the one before is saved now, and what was refused is told."""
        if id == self._id:
            return
        self.flush()
        self._tell(self._id, self._problems)
        self._id, self._preview, self._preview_problem = id, None, None
        self._drafts, self._typed, self._problems, self._saved_at = {}, {}, {}, ""
        self.changed.emit()
        self.saving_changed.emit()
        self.preview_changed.emit()
        self._ask_preview()

    def told(self, persona: Persona) -> None:
        """A character was changed, here or elsewhere."""
        if persona.id == self._id:
            self.changed.emit()
            self._ask_preview()

    def value(self, part: Part) -> str:
        """What its field holds: what is being typed, else what is stored."""
        if part in self._drafts:
            return self._drafts[part]
        stored = self._stored(part)
        typed = self._typed.get(part)
        return typed if typed is not None and _same(part, typed, stored) else stored

    def _stored(self, part: Part) -> str:
        persona = self.persona
        if persona is None:
            return ""
        if part is Part.NAME:
            return persona.name
        if part is Part.COLOR:
            return persona.color
        home = persona.profile if part.is_of_profile else persona.facts if part.is_of_facts else persona
        return str(getattr(home, part.value))

    def draft(self) -> Persona | None:
        """Return the character as it stands in the form, saved or not."""
        persona = self.persona
        if persona is None or not self._drafts:
            return persona
        profile = {part.value: text for part, text in self._drafts.items() if part.is_of_profile}
        facts = {part.value: text.strip() for part, text in self._drafts.items() if part.is_of_facts}
        settings = {**persona.settings}
        for part, text in self._drafts.items():
            if not part.is_of_profile and not part.is_of_facts and part is not Part.NAME:
                settings[part.value] = text.strip() or None
        name = " ".join(self._drafts.get(Part.NAME, "").split()) or persona.name
        return replace(persona, name=name, profile=replace(persona.profile, **profile),
                       facts=replace(persona.facts, **facts), settings=settings)

    def problem(self, part: Part) -> Text | None:
        """Why its last change was not saved."""
        return self._problems.get(part)

    @property
    def saving(self) -> Saving:
        if self._problems:
            return Saving.REFUSED
        return Saving.SAVING if self._drafts or self._at_work else Saving.SAVED

    @property
    def saved_at(self) -> str:
        """When the last change was saved, "22:41"; "" before the first."""
        return self._saved_at

    def tokens(self, part: Part) -> int:
        """About how many tokens a field is."""
        return estimate_tokens(self.value(part))

    # --- changing ---------------------------------------------------------------------------------

    def edit(self, part: Part, text: str) -> None:
        """Something was typed; it is saved after a pause, or with :meth:`flush`."""
        if text == self.value(part) and part not in self._problems:
            return
        self._drafts[part] = self._typed[part] = text
        self._problems.pop(part, None)
        self._pause.start()
        self.saving_changed.emit()

    def set(self, part: Part, value: str) -> None:
        """Change at once (a colour, a language)."""
        self.edit(part, value)
        self.flush()
        self.changed.emit()

    def flush(self) -> None:
        """Save what was typed now."""
        self._pause.stop()
        if self._drafts and self._id:
            wanted = {part: text for part, text in self._drafts.items() if part not in self._problems}
            if wanted:
                self._at_work += 1
                self._is_idle.clear()
                self._do(self._save(self._id, wanted))

    async def _save(self, id: str, wanted: Mapping[Part, str]) -> None:
        problems: dict[Part, Text] = {}
        try:
            async with self._turn:
                for part, text in wanted.items():  # one by one: a name that is refused takes no other along
                    try:
                        await self._store(id, part, text)
                    except AppError as error:
                        problems[part] = error.sentence
        finally:
            self._at_work -= 1
            if not self._at_work:
                self._is_idle.set()
            if id == self._id:
                self._settle(wanted, problems)
            else:  # another one is shown: its fields cannot say it
                self._tell(id, problems)

    async def _store(self, id: str, part: Part, text: str) -> None:
        if part is Part.NAME:
            await self._personas.update(id, name=text)
        elif part.is_of_profile:
            await self._personas.update(id, profile={part.value: text})
        elif part.is_of_facts:
            await self._personas.update(id, facts={part.value: text.strip()})
        else:
            await self._personas.update(id, settings={part.value: text.strip() or None})

    def _tell(self, id: str, problems: Mapping[Part, Text]) -> None:
        """Say what of a character that is not shown any more was not saved, and why."""
        persona = self._personas.get(id)
        if persona is not None and problems:
            self._do.failed(AppError(
                Text.of("A change to “{name}” was not saved.", name=visible_line(persona.name, NAME_SHOWN)),
                safe=Text.lines(list({str(one): one for one in problems.values()}.values()))))

    def _settle(self, wanted: Mapping[Part, str], problems: Mapping[Part, Text]) -> None:
        for part, text in wanted.items():
            if self._drafts.get(part) != text:
                continue  # changed again meanwhile; the later change reports
            if part in problems:
                self._problems[part] = problems[part]
            else:
                del self._drafts[part]
        if len(problems) < len(wanted):
            self._saved_at = f"{self._clock.now().astimezone():%H:%M}"
        self.saving_changed.emit()
        self.changed.emit()

    # --- what the model gets ----------------------------------------------------------------------

    @property
    def preview(self) -> Preview | None:
        """What the model is told; None before it is known."""
        return self._preview

    @property
    def preview_problem(self) -> AppError | None:
        """Why it cannot be known."""
        return self._preview_problem

    def want_preview(self, wanted: bool) -> None:
        """Keep the preview up to date while it is looked at."""
        self._wants_preview = wanted
        if wanted:
            self._start_preview()

    def lore_changed(self, id: str) -> None:
        if id == self._id:
            self._ask_preview()

    def _ask_preview(self) -> None:
        if self._wants_preview:
            self._preview_pause.start()

    def _start_preview(self) -> None:
        if self._id:
            self._do(self._make_preview(self._id))

    async def _make_preview(self, id: str) -> None:
        made, problem = None, None
        try:
            made = await self._preview_of(id)
        except AppError as error:
            problem = error
        if id == self._id:
            self._preview, self._preview_problem = made, problem
            self.preview_changed.emit()


def _same(part: Part, typed: str, stored: str) -> bool:
    if part is Part.NAME:
        return " ".join(typed.split()) == stored
    return typed.strip() == stored

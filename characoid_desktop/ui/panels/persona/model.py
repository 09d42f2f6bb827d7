"""What the persona panel knows: the characters, the shown one, and what each tab shows of it. QtCore only."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, Signal

from characoid_desktop.core.errors import Action, ActionKind, AppError
from characoid_desktop.core.i18n import Text
from characoid_desktop.core.notices import NoticeBoard, NoticeLevel
from characoid_desktop.core.tasks import TaskScope
from characoid_desktop.features.personas.files import Format, Shipped
from characoid_desktop.features.personas.models import Persona, Profile
from characoid_desktop.ui.panels.persona.documents_model import DocumentsModel
from characoid_desktop.ui.panels.persona.greetings_model import GreetingsModel
from characoid_desktop.ui.panels.persona.knowledge_model import KnowledgeModel
from characoid_desktop.ui.panels.persona.lore_model import LoreModel
from characoid_desktop.ui.panels.persona.memory_model import MemoryModel
from characoid_desktop.ui.panels.persona.people import PeopleRows, name_of
from characoid_desktop.ui.panels.persona.ports import Binding, PersonaServices
from characoid_desktop.ui.panels.persona.profile_model import ProfileModel
from characoid_desktop.ui.panels.persona.try_model import TryModel
from characoid_desktop.ui.shell.doing import Doing

NOTICE_KEY = "persona panel"
MAX_CARDS = 50  # files of one drop


class Tab(StrEnum):
    PROFILE = "profile"
    MEMORY = "memory"
    KNOWLEDGE = "knowledge"
    DOCUMENTS = "documents"


class PersonaPanelModel(QObject):
    """``people_changed``: other characters, names or faces. ``chosen_changed``: another one is shown. ``tab_changed``.
    ``action_wanted(Action)``."""

    people_changed = Signal()
    chosen_changed = Signal()
    tab_changed = Signal()
    importing_changed = Signal()
    action_wanted = Signal(object)

    def __init__(self, services: PersonaServices, notices: NoticeBoard, scope: TaskScope,
                 parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._s = services
        self._notices = notices
        self._do = do = Doing(scope, notices, NOTICE_KEY)
        self._tab = Tab.PROFILE
        self._chosen = ""
        self.importing = 0  # files on their way
        self.people = PeopleRows(self)
        self.profile = ProfileModel(services.personas, services.preview, services.clock, do, self)
        self.trying = TryModel(self.profile, services.try_out, services.greeting, do, self)
        self.greetings = GreetingsModel(services.personas, do, self)
        self.lore = LoreModel(services.lore, do, self)
        self.memory = MemoryModel(services.memory, services.proposals, services.source_title, do, self)
        self.knowledge = KnowledgeModel(services.documents, do, self)
        self.documents = DocumentsModel(services.documents, notices, do, self)
        self._disconnect = (
            services.personas.changed.connect(self._persona_changed),
            services.personas.removed.connect(lambda _: self._show_people()),
            services.personas.current_changed.connect(lambda _: self._show_people()),
            services.lore.changed.connect(self._lore_changed),
            services.memory.changed.connect(self.memory.told),
            services.proposals.changed.connect(self.memory.told),
            services.documents.changed.connect(lambda _: self._documents_changed()),
            services.documents.progressed.connect(self.documents.told_progress))
        self._show_people()

    async def aclose(self) -> None:
        """Save what was typed, then :meth:`close`."""
        await self.profile.save()
        self.close()

    def close(self) -> None:
        """Stop listening; wishes that come later are dropped."""
        self._do.close()
        self.trying.close()
        self.profile.close()
        self.knowledge.close()
        self.documents.close()
        self.memory.close()
        for disconnect in self._disconnect:
            disconnect()

    # --- what is shown ----------------------------------------------------------------------------

    @property
    def all(self) -> tuple[Persona, ...]:
        return self._s.personas.all

    @property
    def chosen(self) -> Persona:
        """The character that is shown."""
        return self._s.personas.get(self._chosen) or self._s.personas.current

    @property
    def current_id(self) -> str:
        """The one that is talked to."""
        return self._s.personas.current.id

    @property
    def is_current(self) -> bool:
        """Whether the shown one is the one that is talked to."""
        return self.chosen.id == self.current_id

    @property
    def tab(self) -> Tab:
        return self._tab

    @property
    def bindings(self) -> Sequence[Binding]:
        """What the shown one is bound to."""
        return self._s.bindings(self.chosen)

    def avatar_path(self, persona: Persona) -> Path | None:
        return self._s.files.avatar_path(persona)

    @property
    def shipped(self) -> Sequence[Shipped]:
        """The characters that come with the app."""
        return self._s.files.shipped()

    def choose(self, id: str) -> None:
        """Show a character; one that is not there is ignored."""
        if id != self._chosen and self._s.personas.get(id) is not None:
            self._chosen = id
            self._show_chosen()

    def choose_row(self, row: int) -> None:
        persona = self.people.at(row)
        if persona is not None:
            self.choose(persona.id)

    def select(self, tab: Tab) -> None:
        if tab is not self._tab:
            self._tab = tab
            self.tab_changed.emit()

    def open_passage(self, passage_id: str, persona_id: str = "") -> None:
        """Show a passage of a document in its surroundings (a citation was clicked)."""
        if persona_id:
            self.choose(persona_id)
        self.select(Tab.KNOWLEDGE)
        self.knowledge.open(passage_id)

    def _show_people(self) -> None:
        personas = self._s.personas
        self.people.show(personas.all, personas.current.id)
        if personas.get(self._chosen) is None:
            self._chosen = personas.current.id
            self._show_chosen()
        self.people_changed.emit()

    def _show_chosen(self) -> None:
        id = self._chosen
        self.profile.show(id)
        self.greetings.show(id)
        self.trying.show(id)
        self.lore.show(id)
        self.memory.show(id)
        self.knowledge.show(id)
        self.documents.show(id)
        self.chosen_changed.emit()

    def _persona_changed(self, persona: Persona) -> None:
        self._show_people()
        self.greetings.told(persona)
        self.profile.told(persona)

    def _lore_changed(self, id: str) -> None:
        self.lore.told(id)
        self.profile.lore_changed(id)

    def _documents_changed(self) -> None:
        self.documents.told()
        self.knowledge.told()

    # --- wishes -----------------------------------------------------------------------------------

    def switch(self, id: str) -> None:
        """Talk to this one from now on."""
        if id != self._s.personas.current.id:
            self._do(self._s.personas.set_current(id))

    def create(self, name: str, description: str = "") -> None:
        """Make a character and show it."""
        self._do(self._create(name, description))

    async def _create(self, name: str, description: str) -> None:
        made = await self._s.personas.create(name, Profile(description=description))
        self._show_made(made)

    def add_shipped(self, id: str) -> None:
        """Make one of the characters that come with the app."""
        self._do(self._add_shipped(id))

    async def _add_shipped(self, id: str) -> None:
        self._show_made(await self._s.files.add_shipped(id))

    def duplicate(self, id: str) -> None:
        self._do(self._duplicate(id))

    async def _duplicate(self, id: str) -> None:
        self.profile.flush()
        self._show_made(await self._s.personas.duplicate(id))

    def look_at_belongings(self, id: str, then: Callable[[Sequence[str] | None], object]) -> None:
        """Call ``then`` with the names of the documents that no other character has, None where they are not known."""
        self._do(self._look_at_belongings(id, then))

    async def _look_at_belongings(self, id: str, then: Callable[[Sequence[str] | None], object]) -> None:
        try:
            found = await self._s.documents.list(id)
        except AppError:  # whoever wants to delete it may still do so
            then(None)
        else:
            then([one.title or one.name for one in found if set(one.spaces) <= {id}])

    def delete(self, id: str) -> None:
        self._do(self._delete(id))

    async def _delete(self, id: str) -> None:
        persona = self._s.personas.get(id)
        await self._s.personas.delete(id)
        if persona is not None:
            self._notices.post(NoticeLevel.SUCCESS, Text.of("“{name}” was deleted.", name=name_of(persona)),
                               key=NOTICE_KEY)

    def import_files(self, paths: Sequence[Path]) -> None:
        """Make characters of cards and bundles; what is none is told, the others are there."""
        if paths:
            self.importing += 1
            self.importing_changed.emit()
            self._do(self._import(list(paths[:MAX_CARDS]), len(paths)))

    async def _import(self, paths: Sequence[Path], dropped: int) -> None:
        made: list[Persona] = []
        notes: list[Text] = []
        failed: list[tuple[Path, AppError]] = []
        untrusted: list[str] = []
        try:
            for path in paths:
                try:
                    found = await self._s.files.import_file(path)
                except AppError as error:
                    failed.append((path, error))
                else:
                    made.append(found.persona)
                    notes += found.notes
                    untrusted += [found.persona.id] if found.came_untrusted else []
        finally:
            self.importing -= 1
            self.importing_changed.emit()
        if dropped > len(paths):
            notes.append(Text.of("Only the first {n} files were looked at.", n=len(paths)))
        self._tell_import(made, notes, failed, untrusted)
        if made:
            self._show_made(made[-1])

    def _tell_import(
        self, made: Sequence[Persona], notes: Sequence[Text], failed: Sequence[tuple[Path, AppError]],
        untrusted: Sequence[str],
    ) -> None:
        lines = [*notes, *(Text.of("“{file}”: {why}", file=path.name, why=error.sentence)
                           for path, error in failed[:5])]
        if len(failed) > 5:
            lines.append(Text.count("{n} more was no character.", "{n} more were no characters.", len(failed) - 5))
        safe = Text.lines(lines) if lines else None
        if not made and len(failed) == 1:
            path, error = failed[0]
            self._notices.post(NoticeLevel.ERROR, Text.of("“{file}”: {why}", file=path.name, why=error.sentence),
                               safe=error.safe, key=NOTICE_KEY)
        elif not made:
            self._notices.post(NoticeLevel.ERROR, Text.of("No character was added."), safe=safe, key=NOTICE_KEY)
        else:
            words = (Text.of("“{name}” was added.", name=name_of(made[0])) if len(made) == 1 else
                     Text.count("{n} character was added.", "{n} characters were added.", len(made)))
            level = NoticeLevel.WARNING if failed else NoticeLevel.INFO if lines else NoticeLevel.SUCCESS
            def vouch(_: Mapping[str, Any]) -> None:
                self._do(self._vouch(untrusted))

            mine = Action(ActionKind.CALLBACK, Text.of("The memories are mine"), {"call": vouch})
            self._notices.post(level, words, safe=safe, key=NOTICE_KEY, actions=(mine,) if untrusted else ())

    async def _vouch(self, ids: Sequence[str]) -> None:
        """The user says that the memories of these characters are not a stranger's."""
        count = sum([await self._s.files.vouch(id) for id in ids])
        self._notices.post(
            NoticeLevel.SUCCESS,
            Text.count("{n} memory counts as your own now.", "{n} memories count as your own now.", count),
            key=NOTICE_KEY)

    def _show_made(self, persona: Persona) -> None:
        self.choose(persona.id)
        self.select(Tab.PROFILE)

    def export(self, format: Format, path: Path) -> None:
        """Write the shown one to a file; the file dialog has asked before it replaces one."""
        self.profile.flush()
        self._do(self._export(self.chosen.id, format, path))

    async def _export(self, id: str, format: Format, path: Path) -> None:
        written = await self._s.files.export(id, path, format, overwrite=True)
        self._notices.post(NoticeLevel.SUCCESS, Text.of("“{file}” was written.", file=written.name), key=NOTICE_KEY)

    def set_avatar(self, path: Path) -> None:
        self._do(self._s.files.set_avatar(self.chosen.id, path))

    def clear_avatar(self) -> None:
        self._do(self._s.files.clear_avatar(self.chosen.id))

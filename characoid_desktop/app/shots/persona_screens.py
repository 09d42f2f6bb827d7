"""The panel of the characters in its states, in the real window."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from characoid_desktop.app.shots import persona_samples as samples
from characoid_desktop.app.shots.pictures import over
from characoid_desktop.app.shots.screens_base import Screen, Shot
from characoid_desktop.app.shots.studio import Studio
from characoid_desktop.features.memory.models import MemoryScope
from characoid_desktop.ui.catalog import PanelId
from characoid_desktop.ui.panels.persona.model import Tab
from characoid_desktop.ui.panels.persona.ports import DocumentState
from characoid_desktop.ui.panels.persona.profile_model import Part
from characoid_desktop.ui.panels.persona.view import PersonaView
from characoid_desktop.ui.widgets.dialog import Dialog

LIMIT_S = 60.0
QUESTION = "水を飲むのはいつ"


async def seed(studio: Studio, home: Path) -> None:
    """Three characters, one of them with memories, proposals and documents that were read."""
    services = studio.services
    await samples.write_people(services, home / "faces")
    await samples.write_memories(services)
    await samples.write_documents(services, home / "資料 documents")
    documents = studio.run.characters.model.documents
    await Studio.until(
        lambda: documents.rows.rowCount() == 5 and not any(one.state.is_busy for one in documents.rows.all), LIMIT_S)
    guide = next(one for one in documents.rows.all if "手引き" in one.name)
    other = services.personas.all[1].id
    await services.knowledge.share(guide.id, services.personas.current.id, other)


def screens() -> list[Screen]:
    return [
        Screen("persona-profile", _Tab(Tab.PROFILE)), Screen("persona-profile-end", _profile_end),
        Screen("persona-refused", _refused, _accept), Screen("persona-preview", _preview, _close_dialogs),
        Screen("persona-try", _try, _try_no_more), Screen("persona-making", _making, _made),
        Screen("persona-first-message", _first_message, _close_dialogs),
        Screen("persona-lore", _lore, _close_dialogs), Screen("persona-lore-new", _lore_new, _close_dialogs),
        Screen("persona-memory", _memory), Screen("persona-memory-shared", _shared, _own),
        Screen("persona-memory-search", _memory_search, _no_search),
        Screen("persona-memory-edit", _edit, _close_dialogs),
        Screen("persona-memory-forgotten", _forgotten, _bring_back),
        Screen("persona-knowledge", _knowledge), Screen("persona-knowledge-hint", _hint),
        Screen("persona-knowledge-nothing", _nothing),
        Screen("persona-documents", _documents), Screen("persona-document-failed", _failed),
        Screen("persona-document-table", _table), Screen("persona-address", _address, _close_dialogs),
        Screen("persona-new", _new, _close_dialogs), Screen("persona-other", _other, _back),
        Screen("persona-memory-empty", _Empty(Tab.MEMORY), _back), Screen("persona-knowledge-empty",
                                                                         _Empty(Tab.KNOWLEDGE), _back),
        Screen("persona-documents-empty", _Empty(Tab.DOCUMENTS), _back),
    ]


def _view(studio: Studio) -> PersonaView:
    view = studio.window.frame.view
    if not isinstance(view, PersonaView):
        raise TypeError("the panel of the characters is not shown")
    return view


def _whole(studio: Studio) -> Shot:
    return Shot(studio.window, studio.window.grab)


def _go(studio: Studio, tab: Tab) -> PersonaView:
    studio.window.show_panel(PanelId.PERSONA)
    model = studio.run.characters.model
    model.choose(studio.services.personas.current.id)
    model.select(tab)
    view = _view(studio)
    view.page(tab)
    return view


@dataclass(frozen=True, slots=True)
class _Tab:
    tab: Tab

    async def __call__(self, studio: Studio) -> Shot:
        view = _go(studio, self.tab)
        model = studio.run.characters.model
        await studio.until(lambda: model.lore.is_loaded and model.profile.preview is not None, LIMIT_S)
        await studio.until(lambda: studio.run.characters.faces.get(model.chosen) is not None, LIMIT_S)
        view.profile.scrolling.verticalScrollBar().setValue(0)
        return _whole(studio)


async def _profile_end(studio: Studio) -> Shot:
    shot = await _Tab(Tab.PROFILE)(studio)
    await studio.settle(studio.window)
    bar = _view(studio).profile.scrolling.verticalScrollBar()
    bar.setValue(bar.maximum())
    return shot


async def _refused(studio: Studio) -> Shot:
    shot = await _Tab(Tab.PROFILE)(studio)
    profile = studio.run.characters.model.profile
    profile.set(Part.NAME, "  ")
    await studio.until(lambda: profile.problem(Part.NAME) is not None, LIMIT_S)
    return shot


def _accept(studio: Studio) -> None:
    studio.run.characters.model.profile.set(Part.NAME, "ミカ")


def _over(studio: Studio, dialog: Dialog | None) -> Shot:
    if dialog is None:
        raise TypeError("no dialog was opened")
    return Shot(dialog, lambda: over(studio.window, dialog))


def _close_dialogs(studio: Studio) -> None:
    for dialog in studio.window.findChildren(Dialog):
        dialog.reject()


async def _preview(studio: Studio) -> Shot:
    await _Tab(Tab.PROFILE)(studio)
    view = _view(studio).profile
    view.open_preview()
    assert view.dialog is not None
    view.dialog.tabs.show_prompt()
    view.dialog.parts.parts[0].line.setChecked(True)
    return _over(studio, view.dialog)


async def _try(studio: Studio) -> Shot:
    shot = await _Tab(Tab.PROFILE)(studio)
    trying = studio.run.characters.model.trying
    trying.send("初見さんにどう挨拶する？")
    await studio.until(lambda: not trying.is_answering, LIMIT_S)
    return shot


def _try_no_more(studio: Studio) -> None:
    studio.run.characters.model.trying.restart()


async def _making(studio: Studio) -> Shot:
    shot = await _Tab(Tab.PROFILE)(studio)
    skeleton = _view(studio).skeleton
    skeleton.cover(1)
    skeleton.show()
    await studio.until(lambda: skeleton.speaks, LIMIT_S)
    return shot


def _made(studio: Studio) -> None:
    _view(studio).skeleton.hide()


async def _first_message(studio: Studio) -> Shot:
    await _profile_end(studio)
    greetings = _view(studio).profile.card.greetings
    greetings.edit(-1)
    assert greetings.dialog is not None
    greetings.dialog.give("ok")
    return _over(studio, greetings.dialog)


async def _lore(studio: Studio) -> Shot:
    await _Tab(Tab.PROFILE)(studio)
    lore = _view(studio).profile.lore
    lore.edit(studio.run.characters.model.lore.rows.at(0))
    return _over(studio, lore.dialog)


async def _lore_new(studio: Studio) -> Shot:
    await _Tab(Tab.PROFILE)(studio)
    lore = _view(studio).profile.lore
    lore.edit(None)
    assert lore.dialog is not None
    lore.dialog.content.set_text("A harbour town in the north.")
    lore.dialog.give("ok")
    return _over(studio, lore.dialog)


async def _memory(studio: Studio) -> Shot:
    _go(studio, Tab.MEMORY)
    memory = studio.run.characters.model.memory
    await studio.until(lambda: memory.rows.rowCount() >= len(samples.MEMORIES) and len(memory.proposals) == 2, LIMIT_S)
    row = memory.rows.at(1)
    memory.choose(row.id if row is not None else None)
    return _whole(studio)


async def _shared(studio: Studio) -> Shot:
    view = _go(studio, Tab.MEMORY)
    memory = studio.run.characters.model.memory
    view.memory.scope.set_value(MemoryScope.WORKSPACE)
    memory.set_scope(MemoryScope.WORKSPACE)
    await studio.until(lambda: memory.rows.rowCount() == len(samples.SHARED), LIMIT_S)
    return _whole(studio)


def _own(studio: Studio) -> None:
    _view(studio).memory.scope.set_value(MemoryScope.PERSONA)
    studio.run.characters.model.memory.set_scope(MemoryScope.PERSONA)


async def _memory_search(studio: Studio) -> Shot:
    view = _go(studio, Tab.MEMORY)
    memory = studio.run.characters.model.memory
    view.memory.search.input.setText("歌枠")
    memory.set_query("歌枠")
    await studio.until(lambda: not memory.is_loading and 0 < memory.rows.rowCount() < len(samples.MEMORIES), LIMIT_S)
    return _whole(studio)


def _no_search(studio: Studio) -> None:
    _view(studio).memory.search.input.setText("")
    studio.run.characters.model.memory.set_query("")


async def _edit(studio: Studio) -> Shot:
    await _memory(studio)
    view = _view(studio).memory
    view.edit.click()
    return _over(studio, view.dialog)


async def _forgotten(studio: Studio) -> Shot:
    await _memory(studio)
    memory = studio.run.characters.model.memory
    last = memory.rows.at(memory.rows.rowCount() - 1)
    assert last is not None
    memory.forget(last.id)
    await studio.until(lambda: memory.forgotten is not None, LIMIT_S)
    return _whole(studio)


def _bring_back(studio: Studio) -> None:
    studio.run.characters.model.memory.undo()


async def _knowledge(studio: Studio) -> Shot:
    view = _go(studio, Tab.KNOWLEDGE)
    knowledge = studio.run.characters.model.knowledge
    view.knowledge.search.input.setText(QUESTION)
    knowledge.search(QUESTION)
    await studio.until(lambda: not knowledge.is_searching and knowledge.around is not None, LIMIT_S)
    return _whole(studio)


async def _hint(studio: Studio) -> Shot:
    view = _go(studio, Tab.KNOWLEDGE)
    view.knowledge.search.input.setText("")
    studio.run.characters.model.knowledge.search("")
    return _whole(studio)


async def _nothing(studio: Studio) -> Shot:
    view = _go(studio, Tab.KNOWLEDGE)
    knowledge = studio.run.characters.model.knowledge
    view.knowledge.search.input.setText("quantum chromodynamics")
    knowledge.search("quantum chromodynamics")
    await studio.until(lambda: not knowledge.is_searching, LIMIT_S)
    return _whole(studio)


async def _choose(studio: Studio, part: str) -> Shot:
    view = _go(studio, Tab.DOCUMENTS)
    documents = studio.run.characters.model.documents
    await studio.until(lambda: documents.rows.rowCount() == 5, LIMIT_S)
    found = next(one for one in documents.rows.all if part in one.name)
    documents.choose(found.id)
    view.documents.show_detail(True)
    return _whole(studio)


async def _documents(studio: Studio) -> Shot:
    shot = await _choose(studio, "手引き")
    _view(studio).documents.show_detail(False)
    return shot


async def _failed(studio: Studio) -> Shot:
    shot = await _choose(studio, "scan")
    document = studio.run.characters.model.documents.current
    assert document is not None
    assert document.state is DocumentState.FAILED
    return shot


async def _table(studio: Studio) -> Shot:
    shot = await _choose(studio, "viewers")
    documents = studio.run.characters.model.documents
    await studio.until(lambda: documents.current is not None and documents.tables_of(documents.current.id), LIMIT_S)
    return shot


async def _address(studio: Studio) -> Shot:
    view = _go(studio, Tab.DOCUMENTS).documents
    view.ask_for_address()
    assert view.dialog is not None
    view.dialog.address.set_text("ftp://example.org/rules")
    view.dialog.give("ok")
    return _over(studio, view.dialog)


async def _new(studio: Studio) -> Shot:
    view = _go(studio, Tab.PROFILE)
    view.ask_new()
    return _over(studio, view.new_dialog)


async def _other(studio: Studio) -> Shot:
    _go(studio, Tab.PROFILE)
    model = studio.run.characters.model
    model.choose(model.all[2].id)
    await studio.until(lambda: model.profile.preview is not None, LIMIT_S)
    return _whole(studio)


def _back(studio: Studio) -> None:
    model = studio.run.characters.model
    model.choose(model.current_id)


@dataclass(frozen=True, slots=True)
class _Empty:
    tab: Tab

    async def __call__(self, studio: Studio) -> Shot:
        _go(studio, self.tab)
        model = studio.run.characters.model
        model.choose(model.all[2].id)
        await studio.until(lambda: model.documents.is_loaded and not model.memory.is_loading, LIMIT_S)
        return _whole(studio)

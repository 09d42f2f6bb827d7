"""The search in documents: what was found and how, a passage in its surroundings, and citations that lead there."""

from __future__ import annotations

import asyncio
from dataclasses import replace

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from characoid_desktop.core.errors import AppError
from characoid_desktop.core.i18n import Text
from characoid_desktop.core.paths import AppPaths
from characoid_desktop.features.knowledge.models import Way
from characoid_desktop.ui.panels.persona.knowledge_model import FoundRole
from characoid_desktop.ui.panels.persona.knowledge_view import KnowledgeView
from characoid_desktop.ui.panels.persona.model import Tab
from tests.fakes.eventually import eventually
from tests.fakes.layout_audit import audit, unnamed
from tests.fakes.persona_bench import PersonaBench, persona_bench

LEFT = Qt.MouseButton.LeftButton


async def shown(bench: PersonaBench) -> KnowledgeView:
    bench.documents.put("d0", "rules.pdf")
    bench.model.select(Tab.KNOWLEDGE)
    await eventually(lambda: bench.view.is_whole)
    await eventually(lambda: bench.model.documents.rows.rowCount() == 1)
    return bench.view.knowledge


async def ask(view: KnowledgeView, words: str) -> None:
    view.search.input.setText(words)
    QTest.keyClick(view.search.input, Qt.Key.Key_Return)


async def test_without_documents_it_leads_to_where_they_are_added(home: AppPaths) -> None:
    async with persona_bench(home) as bench:
        bench.model.select(Tab.KNOWLEDGE)
        view = bench.view.knowledge
        await eventually(lambda: view.empty.isVisible())
        assert not view.search.isVisible()
        QTest.mouseClick(view.to_documents, LEFT)
        assert bench.model.tab is Tab.DOCUMENTS


async def test_what_was_found_and_how_is_said_and_the_first_passage_is_read_in_its_document(home: AppPaths) -> None:
    async with persona_bench(home) as bench:
        view = await shown(bench)
        assert view.hint.isVisible()
        bench.documents.find("Drink water 😀 every hour.", "Water the plants.", ways=(Way.KEYWORDS, Way.VECTORS))
        await ask(view, "water?")
        await eventually(lambda: view.passage.text.isVisible())
        assert ("search", "default", "water?") in bench.documents.asked
        assert view.way.text() == "Searched by words and by meaning · 2 passages"
        assert view.passage.title.text() == "Document 0"
        assert view.passage.place.text() == "page 1"
        assert view.passage.text.toPlainText() == "Before it. Drink water 😀 every hour. After it."
        assert view.passage.text.marked == "Drink water 😀 every hour."
        selection = view.passage.text.extraSelections()[0]
        assert selection.cursor.selectedText() == "Drink water 😀 every hour."  # type: ignore[attr-defined]
        view.list.setFocus()
        QTest.keyClick(view.list, Qt.Key.Key_Down)
        await eventually(lambda: view.passage.text.marked == "Water the plants.")
        QTest.mouseClick(view.passage.more, LEFT)
        await eventually(lambda: ("around", "p1", 6000) in bench.documents.asked)
        assert [str(one) for one in audit(bench.view)] == []
        assert unnamed(bench.view) == []


async def test_pages_and_the_other_places_of_the_same_words_are_named(home: AppPaths) -> None:
    async with persona_bench(home) as bench:
        view = await shown(bench)
        bench.documents.find("Drink water every hour.")
        assert bench.documents.result is not None
        [found] = bench.documents.result.found
        twin = replace(found, passage_id="q", document_id="e", title="Copy", page=7)
        found = replace(found, page=3, last_page=4, twins=(twin,))
        bench.documents.result = replace(bench.documents.result, found=(found,))
        bench.documents.texts[found.passage_id] = replace(bench.documents.texts[found.passage_id], found=found)
        await ask(view, "water?")
        await eventually(lambda: view.passage.text.isVisible())
        assert view.passage.place.text() == "pages 3–4 · also in Copy, page 7"
        assert str(view.list.model().index(0, 0).data(FoundRole.NOTE)) == "pages 3–4 · also in Copy, page 7"


async def test_that_only_words_were_searched_is_told(home: AppPaths) -> None:
    async with persona_bench(home) as bench:
        view = await shown(bench)
        bench.documents.find("Tea.", notes=(Text.literal("Only the words were searched."),))
        await ask(view, "tea")
        await eventually(lambda: view.notice is not None)
        assert view.way.text() == "Searched by words · 1 passage"


async def test_nothing_found_and_a_search_that_fails_say_so(home: AppPaths) -> None:
    async with persona_bench(home) as bench:
        view = await shown(bench)
        await ask(view, "unknown")
        await eventually(lambda: view.nothing.isVisible() and "Nothing about this" in view.nothing.text())
        bench.documents.refusal = AppError(Text.literal("The disk does not answer."))
        await ask(view, "other")
        await eventually(lambda: view.notice is not None)
        assert view.notice is not None
        bench.documents.refusal = None
        bench.documents.find("Here.")
        QTest.mouseClick(view.notice.buttons[0], LEFT)
        await eventually(lambda: view.list.model().rowCount() == 1)
        assert view.notice is None


async def test_a_later_question_wins_over_one_that_is_still_searched(home: AppPaths) -> None:
    async with persona_bench(home) as bench:
        view = await shown(bench)
        bench.documents.find("First answer.")
        bench.documents.held = asyncio.Event()
        await ask(view, "first")
        assert view.nothing.text() == "Searching…"
        view.search.input.clear()
        bench.documents.held.set()
        await eventually(lambda: view.hint.isVisible())
        assert view.list.model().rowCount() == 0


async def test_a_citation_opens_its_passage_and_one_that_is_gone_says_so(home: AppPaths) -> None:
    async with persona_bench(home) as bench:
        await shown(bench)
        bench.model.select(Tab.PROFILE)
        bench.documents.find("The cited words.")
        bench.model.open_passage("p0", bench.persona.id)
        assert bench.model.tab is Tab.KNOWLEDGE
        view = bench.view.knowledge
        await eventually(lambda: view.passage.text.isVisible() and view.passage.text.marked == "The cited words.")
        bench.model.open_passage("gone")
        await eventually(lambda: view.passage.gone.isVisible())
        assert not view.passage.text.isVisible()


async def test_with_little_room_the_passage_takes_the_place_of_the_list_and_there_is_a_way_back(
    home: AppPaths,
) -> None:
    async with persona_bench(home, size=(700, 560)) as bench:
        view = await shown(bench)
        bench.documents.find("One.", "Two.")
        await ask(view, "x")
        await eventually(lambda: view.list.isVisible() and view.list.model().rowCount() == 2)
        assert not view.passage.isVisible()
        view.list.setFocus()
        view.list.setCurrentIndex(view.list.model().index(0, 0))
        QTest.keyClick(view.list, Qt.Key.Key_Return)
        assert view.passage.isVisible()
        assert not view.list.isVisible()
        QTest.mouseClick(view.passage.back, LEFT)
        assert view.list.isVisible()


async def test_hidden_signs_in_a_passage_are_made_visible(home: AppPaths) -> None:
    async with persona_bench(home) as bench:
        view = await shown(bench)
        bench.documents.find("safe \u202eevil")
        await ask(view, "safe")
        await eventually(lambda: view.passage.text.isVisible())
        assert view.passage.text.marked == "safe ‹U+202E›evil"

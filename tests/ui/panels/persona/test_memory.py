"""The memories: proposals first, then what is remembered; searched, changed, pinned, forgotten and brought back."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from characoid_desktop.core.paths import AppPaths
from characoid_desktop.features.memory.models import MAX_TEXT_CHARS, MemoryFilter, MemoryScope
from characoid_desktop.ui.panels.persona.memory_rows import MemoryRole
from characoid_desktop.ui.panels.persona.memory_view import MemoryView
from characoid_desktop.ui.panels.persona.model import Tab
from tests.fakes.eventually import eventually
from tests.fakes.layout_audit import audit, unnamed
from tests.fakes.persona_bench import PersonaBench, persona_bench

LEFT = Qt.MouseButton.LeftButton


async def shown(bench: PersonaBench) -> MemoryView:
    bench.model.select(Tab.MEMORY)
    await eventually(lambda: bench.view.is_whole)
    await eventually(lambda: not bench.model.memory.is_loading)
    return bench.view.memory


async def remember(bench: PersonaBench, *texts: str) -> None:
    for text in texts:
        await bench.memory.save(MemoryScope.PERSONA, bench.persona.id, text)
    await eventually(lambda: bench.model.memory.rows.rowCount() >= len(texts))


def words(view: MemoryView) -> list[str]:
    return [str(view.list.model().index(row, 0).data()) for row in range(view.list.model().rowCount())]


async def test_without_memories_it_says_how_they_come_and_takes_one_by_hand(home: AppPaths) -> None:
    async with persona_bench(home) as bench:
        view = await shown(bench)
        assert view.empty.isVisible()
        assert not view.list.isVisible()
        QTest.mouseClick(view.first, LEFT)
        assert view.dialog is not None
        view.dialog.give("ok")
        assert view.dialog.problem.text() == "There is nothing to remember."
        view.dialog.text.set_text("Likes rain.")
        view.dialog.give("ok")
        await eventually(lambda: words(view) == ["Likes rain."])
        assert not view.empty.isVisible()
        assert "written by hand" in str(view.list.model().index(0, 0).data(MemoryRole.NOTE))
        assert [str(one) for one in audit(bench.view)] == []
        assert unnamed(bench.view) == []


async def test_a_proposal_is_remembered_with_a_yes_and_names_its_conversation(home: AppPaths) -> None:
    async with persona_bench(home) as bench:
        view = await shown(bench)
        await bench.propose("Sings on Saturdays.", "Has a cat.")
        await eventually(lambda: len(view.cards) == 2)
        assert bench.view.tabs.tabText(1) == "Memory 2"
        assert await bench.memory.count(MemoryScope.PERSONA, bench.persona.id) == 0
        card = next(one for one in view.cards if one.words.text() == "Has a cat.")
        QTest.mouseClick(card.accept, LEFT)
        await eventually(lambda: words(view) == ["Has a cat."])
        await eventually(lambda: "from “The evening talk”" in str(view.list.model().index(0, 0).data(MemoryRole.NOTE)))
        await eventually(lambda: len(view.cards) == 1)
        QTest.mouseClick(view.cards[0].dismiss, LEFT)
        await eventually(lambda: not view.proposals.isVisible())
        assert words(view) == ["Has a cat."]
        assert bench.view.tabs.tabText(1) == "Memory"


async def test_a_proposal_can_be_put_right_before_it_is_remembered(home: AppPaths) -> None:
    async with persona_bench(home) as bench:
        view = await shown(bench)
        await bench.propose("Has a cat.")
        await eventually(lambda: view.cards)
        QTest.mouseClick(view.cards[0].edit, LEFT)
        assert view.dialog is not None
        assert view.dialog.text.text() == "Has a cat."
        view.dialog.text.set_text("Has two cats.")
        view.dialog.give("ok")
        await eventually(lambda: words(view) == ["Has two cats."])


async def test_all_proposals_can_be_left_at_once(home: AppPaths) -> None:
    async with persona_bench(home) as bench:
        view = await shown(bench)
        await bench.propose("Sings on Saturdays.", "Has a cat.")
        await eventually(lambda: view.proposals.dismiss_all.isVisible())
        QTest.mouseClick(view.proposals.dismiss_all, LEFT)
        await eventually(lambda: not view.proposals.isVisible() and view.empty.isVisible())


async def test_enter_changes_a_memory_and_one_that_is_too_long_is_not_taken(home: AppPaths) -> None:
    async with persona_bench(home) as bench:
        view = await shown(bench)
        await remember(bench, "Likes tea.")
        view.list.setFocus()
        view.list.setCurrentIndex(view.list.model().index(0, 0))
        QTest.keyClick(view.list, Qt.Key.Key_Return)
        assert view.dialog is not None
        view.dialog.text.set_text("x" * (MAX_TEXT_CHARS + 1))
        view.dialog.give("ok")
        assert view.dialog.problem.text() == f"A memory has at most {MAX_TEXT_CHARS} characters."
        view.dialog.text.set_text("Likes green tea.")
        view.dialog.give("ok")
        await eventually(lambda: words(view) == ["Likes green tea."])


async def test_a_pinned_one_comes_first_and_the_filter_shows_only_those(home: AppPaths) -> None:
    async with persona_bench(home) as bench:
        view = await shown(bench)
        await remember(bench, "First.", "Second.")
        assert not view.pin.isEnabled()
        assert view.pin.accessibleDescription() == "Choose a memory first"
        view.list.setCurrentIndex(view.list.model().index(1, 0))
        QTest.mouseClick(view.pin, LEFT)
        await eventually(lambda: view.pin.words == "Unpin")
        assert "pinned" in str(view.list.currentIndex().data(Qt.ItemDataRole.AccessibleTextRole))
        view.filter.chosen.emit(MemoryFilter.PINNED)
        await eventually(lambda: words(view) == ["First."])
        assert view.foot.text() == "1 of 2"


async def test_what_is_forgotten_can_be_brought_back(home: AppPaths) -> None:
    async with persona_bench(home) as bench:
        view = await shown(bench)
        await remember(bench, "Keep this.", "Let this go.")
        view.list.setFocus()
        view.list.setCurrentIndex(view.list.model().index(0, 0))
        QTest.keyClick(view.list, Qt.Key.Key_Delete)
        await eventually(lambda: words(view) == ["Keep this."])
        await eventually(lambda: view.notice is not None)
        assert view.notice is not None
        assert view.notice.accessibleName() == "Note: Forgotten: “Let this go.”"
        QTest.mouseClick(view.notice.buttons[0], LEFT)
        await eventually(lambda: words(view) == ["Let this go.", "Keep this."])
        assert view.notice is None


async def test_all_that_is_forgotten_in_a_row_can_be_brought_back_one_by_one(home: AppPaths) -> None:
    async with persona_bench(home) as bench:
        view = await shown(bench)
        await remember(bench, "Keep this.", "First to go.", "Next to go.")
        for left in (["First to go.", "Keep this."], ["Keep this."]):
            view.list.setFocus()
            view.list.setCurrentIndex(view.list.model().index(0, 0))
            QTest.keyClick(view.list, Qt.Key.Key_Delete)
            await eventually(lambda left=left: words(view) == left and view.notice is not None)
        assert view.notice is not None
        assert view.notice.accessibleName() == "Note: Forgotten: “First to go.” and 1 before it"
        QTest.mouseClick(view.notice.buttons[0], LEFT)
        await eventually(lambda: words(view) == ["First to go.", "Keep this."])
        assert view.notice.accessibleName() == "Note: Forgotten: “Next to go.”"
        QTest.mouseClick(view.notice.buttons[0], LEFT)
        await eventually(lambda: len(words(view)) == 3)
        assert view.notice is None


async def test_the_search_finds_words_and_says_when_there_is_nothing(home: AppPaths) -> None:
    async with persona_bench(home) as bench:
        view = await shown(bench)
        await remember(bench, "Der Hafen im Norden.", "次の歌枠は土曜日。")
        view.search.setFocus()
        view.search.input.setText("歌枠")
        QTest.keyClick(view.search.input, Qt.Key.Key_Return)
        await eventually(lambda: words(view) == ["次の歌枠は土曜日。"])
        view.search.input.setText("nothing like it")
        QTest.keyClick(view.search.input, Qt.Key.Key_Return)
        await eventually(lambda: view.nothing.isVisible())
        assert view.nothing.text() == "Nothing like this is remembered."
        QTest.keyClick(view.search.input, Qt.Key.Key_Escape)
        await eventually(lambda: len(words(view)) == 2)


async def test_memories_of_all_characters_are_apart_from_those_of_one(home: AppPaths) -> None:
    async with persona_bench(home) as bench:
        view = await shown(bench)
        await remember(bench, "Mine alone.")
        await bench.memory.save(MemoryScope.WORKSPACE, None, "For everybody.")
        view.scope.buttons[1].click()
        await eventually(lambda: words(view) == ["For everybody."])
        other = await bench.personas.create("Orin")
        bench.model.choose(other.id)
        await eventually(lambda: words(view) == ["For everybody."])
        view.scope.buttons[0].click()
        await eventually(lambda: view.empty.isVisible())


async def test_what_has_text_from_outside_in_it_says_so(home: AppPaths) -> None:
    async with persona_bench(home) as bench:
        view = await shown(bench)
        await bench.memory.save(MemoryScope.PERSONA, bench.persona.id, "The shop opens at nine.",
                                source={"outside": ["page of\u202e a shop"]})
        await eventually(lambda: words(view))
        said = str(view.list.model().index(0, 0).data(MemoryRole.OUTSIDE))
        assert said == "Text from outside had a part in it: page of‹U+202E› a shop"


async def test_a_long_list_is_read_page_by_page(home: AppPaths) -> None:
    async with persona_bench(home) as bench:
        for number in range(60):
            await bench.memory.save(MemoryScope.PERSONA, bench.persona.id, f"Memory number {number}.")
        view = await shown(bench)
        await eventually(lambda: view.list.model().rowCount() == 50)
        view.list.verticalScrollBar().setValue(view.list.verticalScrollBar().maximum())
        await eventually(lambda: view.list.model().rowCount() == 60)
        assert view.foot.text() == "60 memories"

"""What an answer rests on: passages and web pages, named under it, each with the way to its place."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from characoid_desktop.core.errors import ActionKind
from characoid_desktop.core.paths import AppPaths
from characoid_desktop.ui.panels.chat.extra_views import RowView
from characoid_desktop.ui.panels.chat.extras import MAX_SOURCES, sources_rows
from tests.fakes.chat_bench import ChatBench, chat_bench
from tests.fakes.eventually import eventually

PASSAGE = {"kind": "passage", "passage_id": "p1", "document_id": "d1", "title": "House\u202erules", "page": 3}
PAGE = {"kind": "web", "title": "Green \u202etea", "url": "https://tea.example/green?a=1"}


async def shown_again(bench: ChatBench, citations: Sequence[Any]) -> list[RowView]:
    """Store these with the answer, look at another conversation and come back."""
    await bench.talk(("When?", "At nine."))
    answer = bench.messages[-1]
    await bench.conversations.update_parts(answer.id, {"citations": list(citations)})
    bench.model.choose(await bench.conversations.create(bench.personas.current.id, "other"))
    talk = await bench.conversations.get(answer.conversation_id)
    assert talk is not None
    bench.model.choose(talk)
    await eventually(lambda: bench.last is not None and bench.last.findChildren(RowView))
    assert bench.last is not None
    return bench.last.findChildren(RowView)


async def test_a_passage_under_an_answer_leads_to_its_place(home: AppPaths) -> None:
    async with chat_bench(home) as bench:
        [row] = await shown_again(bench, [PASSAGE, {"kind": "web", "url": "x"}])
        [button] = row.notice.buttons
        assert button.words == "House‹U+202E›rules, page 3"
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)
        [action] = bench.actions
        assert action.kind is ActionKind.OPEN_PANEL
        assert action.args == {"panel": "persona", "persona": bench.personas.current.id, "passage": "p1"}


async def test_a_web_page_under_an_answer_is_opened_once_its_whole_address_was_shown(home: AppPaths) -> None:
    async with chat_bench(home) as bench:
        _, row = await shown_again(bench, [PAGE, PASSAGE, PAGE])
        [button] = row.notice.buttons
        assert button.words == "tea.example: Green ‹U+202E›tea"
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)
        [asked] = bench.asked
        assert (asked.question, bench.opened, bench.actions) == ("Open tea.example in your browser?", [], [])
        assert asked.sentence.replace("\u200b", "") == PAGE["url"]
        asked.do()
        assert bench.opened == [PAGE["url"]]


@pytest.mark.parametrize("url", [
    "javascript:alert(1)", "file:///etc/passwd", "https://", "http://a b/", "ftp://tea.example/", "https:\\\\tea", 5,
    None, "https://tea.example/" + "x" * 3000, "https://[::1", "data:text/html,x"])
def test_an_address_that_is_no_web_page_is_not_offered(url: object) -> None:
    assert sources_rows([{"kind": "web", "title": "Free", "url": url}], "p") == ()


def test_a_passage_on_two_pages_and_in_two_documents_says_so() -> None:
    twin = {**PASSAGE, "passage_id": "p2", "title": "Copy", "page": None}
    [row] = sources_rows([{**PASSAGE, "title": "Rules", "last_page": 4, "also": [twin, {"title": 7}]}], "p")
    assert [str(step.words) for step in row.steps] == ["Rules, pages 3–4 (also: Copy)"]


def test_what_is_no_source_is_left_out_and_many_are_cut() -> None:
    assert sources_rows(None, "p") == ()
    assert sources_rows(
        [{"passage_id": 5, "title": "x"}, {"passage_id": "x" * 99, "title": "y"}, 7, "z", {"table": "t"}], "p") == ()
    [row] = sources_rows([{**PASSAGE, "passage_id": f"p{n}", "page": None} for n in range(50)], "p")
    assert len(row.steps) == MAX_SOURCES

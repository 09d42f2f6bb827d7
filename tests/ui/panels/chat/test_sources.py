"""The passages that an answer rests on: named under it, each with the way to its place in the document."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from characoid_desktop.core.errors import ActionKind
from characoid_desktop.core.paths import AppPaths
from characoid_desktop.ui.panels.chat.extra_views import RowView
from characoid_desktop.ui.panels.chat.extras import MAX_SOURCES, sources_row
from tests.fakes.chat_bench import chat_bench
from tests.fakes.eventually import eventually

PASSAGE = {"kind": "passage", "passage_id": "p1", "document_id": "d1", "title": "House\u202erules", "page": 3}


async def test_a_passage_under_an_answer_leads_to_its_place(home: AppPaths) -> None:
    async with chat_bench(home) as bench:
        await bench.talk(("When?", "At nine."))
        answer = bench.messages[-1]
        await bench.conversations.update_parts(answer.id, {"citations": [PASSAGE, {"kind": "web", "url": "x"}]})
        bench.model.choose(await bench.conversations.create(bench.personas.current.id, "other"))
        talk = await bench.conversations.get(answer.conversation_id)
        assert talk is not None
        bench.model.choose(talk)
        await eventually(lambda: bench.last is not None and bench.last.findChildren(RowView))
        assert bench.last is not None
        [row] = bench.last.findChildren(RowView)
        [button] = row.notice.buttons
        assert button.words == "House‹U+202E›rules, page 3"
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)
        [action] = bench.actions
        assert action.kind is ActionKind.OPEN_PANEL
        assert action.args == {"panel": "persona", "persona": bench.personas.current.id, "passage": "p1"}


def test_what_is_no_passage_is_left_out_and_many_are_cut() -> None:
    assert sources_row(None, "p") is None
    assert sources_row([{"passage_id": 5, "title": "x"}, {"passage_id": "x" * 99, "title": "y"}, 7, "z"], "p") is None
    row = sources_row([{**PASSAGE, "passage_id": f"p{n}", "page": None} for n in range(50)], "p")
    assert row is not None
    assert len(row.steps) == MAX_SOURCES

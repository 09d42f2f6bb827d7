"""The knowledge worker: planned reading, a gate, and a web search only where it is wanted."""

from __future__ import annotations

from typing import Any

import pytest

from characoid_desktop.agents.contracts import public_error
from characoid_desktop.agents.graph.knowledge import CUT, decide_web_fallback
from characoid_desktop.agents.runtime.turn import ToolCall, ToolOutcome
from characoid_desktop.core.i18n import Text
from tests.fakes.scripted_turn import Bench, CountingTools, ScriptedModel, call, delegate

SEARCH = [delegate("knowledge_worker", "search_knowledge", options={"query": "tea"})]
FOUND = {"status": "completed", "answer": "Tea is good.", "confidence": 0.8, "evidence": [{"text": "tea"}],
         "citations": [{"document_id": "d1"}]}
WEAK = {"status": "insufficient", "answer": "a draft", "evidence": [{"text": "weak"}]}
NOT_THERE = ToolOutcome(ToolCall("", "", {}), "failed", {"error": public_error(
    "unavailable", Text.of("{feature} is not available in this version.", feature="Knowledge"))})


def _bench(answers: dict[str, Any], *replies: Any, web: bool = False, **more: Any) -> Bench:
    return Bench(ScriptedModel(*(replies or (SEARCH, "So it is."))), CountingTools(answers, **more),
                 extras={"web_fallback": lambda: web})


@pytest.mark.parametrize(("enabled", "evidence", "searched", "visible", "asks", "choice"), [
    (False, 0, False, True, False, "refuse"),
    (True, 0, False, True, False, "search"),
    (True, 0, False, True, True, "confirm"),
    (True, 0, False, False, False, "refuse"),
    (True, 0, True, True, False, "refuse"),
    (True, 3, False, True, False, "enough"),
    (False, 1, False, False, True, "enough"),
])
def test_the_web_is_searched_only_by_the_rule(enabled: bool, evidence: int, searched: bool, visible: bool, asks: bool,
                                              choice: str) -> None:
    assert decide_web_fallback(enabled=enabled, evidence=evidence, searched=searched, visible=visible,
                               asks=asks) == choice


async def test_what_was_found_passes_the_gate_with_its_sources() -> None:
    bench = _bench({"search_persona_knowledge": FOUND})
    await bench.say("tea?")
    assert bench.tools.effects == ["search_persona_knowledge"]
    result = bench.result
    assert (result["status"], result["answer"], result["confidence"]) == ("completed", "Tea is good.", 0.8)
    assert (result["evidence"], result["citations"]) == ([{"text": "tea"}], [{"document_id": "d1"}])


@pytest.mark.parametrize("answer", [WEAK, {"status": "completed", "answer": "a draft", "evidence": []}, NOT_THERE])
async def test_without_evidence_only_uncertainties_get_out(answer: Any) -> None:
    bench = _bench({"search_persona_knowledge": answer})
    await bench.say("tea?")
    result = bench.result
    assert result["status"] == "insufficient"
    assert result["answer"] == ""
    assert result["evidence"] == result["citations"] == []
    assert result["uncertainties"]
    told = str(bench.model.asked[1][-1].content)
    assert "draft" not in told
    assert "weak" not in told
    assert bench.tools.effects == ["search_persona_knowledge"], "the web search is off"


async def test_what_is_not_there_yet_is_said() -> None:
    bench = _bench({"search_persona_knowledge": NOT_THERE})
    await bench.say("tea?")
    assert bench.result["uncertainties"] == ["Knowledge is not available in this version."]


async def test_a_cut_result_says_so() -> None:
    bench = _bench({"query_structured_data": {**FOUND, "truncated": True}}, [delegate(
        "knowledge_worker", "query_structured_data", options={"question": "how many"})], "Many.")
    await bench.say("how many")
    assert bench.result["uncertainties"] == [CUT]
    assert bench.result["uncertainties"] == ["结果已按安全上限截断。"]


async def test_the_web_is_asked_where_the_user_turned_it_on() -> None:
    bench = _bench({"search_persona_knowledge": WEAK, "web_search": FOUND}, web=True, outside=["web_search"])
    await bench.say("tea?")
    assert bench.tools.effects == ["search_persona_knowledge", "web_search"]
    assert bench.result["status"] == "completed"
    assert bench.result["evidence"] == [{"text": "tea"}]
    assert bench.state["taint"] == ["text of web_search"]


async def test_a_search_of_the_documents_only_asks_no_web() -> None:
    only = [delegate("knowledge_worker", "search_knowledge", options={"query": "tea", "documents_only": True})]
    bench = _bench({"search_persona_knowledge": WEAK, "web_search": FOUND}, only, "No.", web=True)
    await bench.say("tea?")
    assert bench.tools.effects == ["search_persona_knowledge"]
    assert bench.result["status"] == "insufficient"


async def test_a_web_search_that_needs_a_word_stops_for_it() -> None:
    bench = _bench({"search_persona_knowledge": WEAK, "web_search": FOUND}, web=True, asking=["web_search"])
    await bench.say("tea?")
    assert bench.stops["kind"] == "approval"
    assert bench.tools.effects == ["search_persona_knowledge"]
    await bench.decide(all="denied")
    assert bench.tools.effects == ["search_persona_knowledge"]
    assert bench.result["status"] == "insufficient"


async def test_enough_knowledge_asks_no_web() -> None:
    bench = _bench({"search_persona_knowledge": FOUND}, web=True)
    await bench.say("tea?")
    assert bench.tools.effects == ["search_persona_knowledge"]


async def test_a_search_that_needs_a_word_by_policy_stops_in_retrieve() -> None:
    bench = _bench({"search_persona_knowledge": FOUND}, asking=["search_persona_knowledge"])
    await bench.say("tea?")
    assert bench.tools.effects == []
    await bench.decide()
    assert bench.tools.effects == ["search_persona_knowledge"]


LEGACY = [delegate("knowledge_worker", "legacy_request", options={"request": "what is tea"})]


async def test_the_planner_only_plans_reading() -> None:
    worker = ScriptedModel([call("search_persona_knowledge", {"query": "green tea"}, id="1"),
                            call("web_search", {"query": "tea"}, id="2", index=1),
                            call("save_persona_memory", {"text": "x"}, id="3", index=2)])
    bench = Bench(ScriptedModel(LEGACY, "So it is."), CountingTools({"search_persona_knowledge": FOUND}),
                  worker_model=worker)
    await bench.say("tea?")
    assert set(worker.offered[0]) == {"search_persona_knowledge", "query_structured_data"}
    assert [made.args for made in bench.tools.done] == [{"query": "green tea"}]
    assert len(worker.asked) == 1


@pytest.mark.parametrize("reply", ["I know it: tea is a drink.", [call("search_persona_knowledge", "{broken")]])
async def test_a_planner_that_does_not_plan_is_no_source(reply: Any) -> None:
    bench = Bench(ScriptedModel(LEGACY, "I do not know."), CountingTools({"search_persona_knowledge": WEAK}),
                  worker_model=ScriptedModel(reply))
    await bench.say("tea?")
    assert [made.args for made in bench.tools.done] == [{"query": "what is tea"}]
    assert bench.result["status"] == "insufficient"
    assert "a drink" not in str(bench.model.asked[1])

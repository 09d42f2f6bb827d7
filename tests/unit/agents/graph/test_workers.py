"""A worker turn: its time, its tries, its own model, and what comes out of it."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest
from langchain_core.messages import AIMessage, AIMessageChunk, ToolMessage

from characoid_desktop.agents.contracts import WorkerManifest, WorkerRetryPolicy, public_error, resolve_error_fields
from characoid_desktop.agents.graph.finalize import (
    _after_finalize_route,
    _validate_public_worker_result,
    specialist_result,
)
from characoid_desktop.agents.runtime.events import Artifact, Card, Sources, Stage, Token
from characoid_desktop.agents.runtime.results import AgentResult, failed_result, validate_structured_handoff
from characoid_desktop.agents.runtime.turn import ToolCall, ToolOutcome
from characoid_desktop.agents.vocabulary import PUBLIC_WORKER_STATUSES, RVC_STATUS_MAP, WORKERS
from characoid_desktop.core.i18n import Text
from characoid_desktop.core.tasks import TaskScope
from tests.fakes.scripted_turn import Bench, CountingTools, ScriptedModel, call, delegate

RECALL = [delegate("memory_worker", "recall_memory")]
RETRYABLE = ToolOutcome(ToolCall("", "", {}), "failed", {"error": public_error("retryable", Text.of("Busy."))})


def manifest(worker: str, timeout_s: float) -> WorkerManifest:
    return WorkerManifest(worker, "", {}, {}, (), (), (), timeout_s, WorkerRetryPolicy())


# --- time ------------------------------------------------------------------------------


async def test_a_worker_turn_ends_when_its_time_is_up_and_the_tool_is_cancelled() -> None:
    cancelled: list[bool] = []

    async def for_ever(args: Any) -> Any:
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            cancelled.append(True)
            raise

    bench = Bench(ScriptedModel(RECALL, "It took too long."), CountingTools({"read_persona_memories": for_ever}),
                  manifests=[manifest("memory_worker", 0.05)])
    await bench.say("what do you know")
    assert cancelled == [True]
    assert bench.result["status"] == "failed"
    assert bench.result["error"]["code"] == "timeout"
    assert bench.said == "It took too long."


async def test_a_worker_whose_own_model_hangs_ends_too() -> None:
    class _Hanging(ScriptedModel):
        async def _astream(self, *args: Any, **kwargs: Any) -> Any:
            await asyncio.Event().wait()
            yield

    bench = Bench(ScriptedModel([delegate("memory_worker", "legacy_request", options={"request": "x"})], "Sorry."),
                  worker_model=_Hanging(), manifests=[manifest("memory_worker", 0.05)])
    await bench.say("go")
    assert bench.result["error"]["code"] == "timeout"


async def test_a_cancelled_turn_cancels_its_tool_and_leaves_nothing_running() -> None:
    started, ended = asyncio.Event(), asyncio.Event()

    async def hold(args: Any) -> Any:
        started.set()
        try:
            await asyncio.Event().wait()
        finally:
            ended.set()

    bench = Bench(ScriptedModel(RECALL), CountingTools({"read_persona_memories": hold}))
    scope = TaskScope("test")
    turn = scope.start(bench.say("what do you know"))
    await started.wait()
    turn.cancel()
    with pytest.raises(asyncio.CancelledError):
        await turn
    await ended.wait()
    await scope.aclose()
    assert bench.said == ""


async def test_waiting_for_a_person_counts_for_nothing() -> None:
    bench = Bench(ScriptedModel([delegate("memory_worker", "save_memory", options={"text": "x", "scope": "workspace"})],
                                "Done."), manifests=[manifest("memory_worker", 5.0)])
    await bench.say("remember")
    bench.now_s += 100_000
    await bench.decide()
    assert bench.tools.effects == ["save_workspace_memory"]
    assert bench.result["status"] == "completed"


async def test_the_steps_of_one_worker_turn_share_its_time() -> None:
    def slow(args: Any) -> dict[str, Any]:
        bench.now_s += 20
        return {"status": "completed", "evidence": [{"kind": "table"}]}

    bench = Bench(ScriptedModel([delegate("rvc_worker", "prepare_rvc_source", input_refs={"attachment_id": "f1"})]),
                  CountingTools({"create_rvc_session": slow, "attach_file_to_rvc_session": slow,
                                 "prepare_rvc_source": slow}), manifests=[manifest("rvc_worker", 50.0)])
    bench.tools.answers["create_rvc_session"] = lambda args: {**slow(args), "session_id": "s1"}
    await bench.say("prepare")
    assert bench.tools.effects == ["create_rvc_session", "attach_file_to_rvc_session", "prepare_rvc_source"]
    assert bench.of(Card)[0].result["error"]["code"] == "timeout"


async def test_a_failed_call_is_not_made_again_here() -> None:
    bench = Bench(ScriptedModel([delegate("document_worker", "manage_document")], "Sorry."),
                  CountingTools({"list_persona_documents": RETRYABLE}))
    await bench.say("list")
    assert bench.tools.effects == ["list_persona_documents"], "the tool runner tries again what only reads"


# --- the own model -------------------------------------------------------------------------------


async def test_legacy_request_runs_the_workers_own_model_with_its_own_tools_only() -> None:
    worker = ScriptedModel([call("read_persona_memories", {"query": "tea"})], "The user likes tea.")
    bench = Bench(ScriptedModel([delegate("memory_worker", "legacy_request", options={"request": "find tea"})],
                                "You like tea."),
                  CountingTools({"read_persona_memories": {"status": "completed", "answer": "likes tea"}}),
                  worker_model=worker)
    await bench.say("tea?")
    assert "find tea" in str(worker.asked[0][1].content)
    assert bench.tools.effects == ["read_persona_memories"]
    assert bench.result["answer"] == "likes tea", "the tool's answer counts, not the model's words"
    assert "The user likes tea." not in "".join(event.text for event in bench.of(Token))


async def test_a_worker_model_that_only_talks_is_a_compatible_summary() -> None:
    bench = Bench(ScriptedModel([delegate("memory_worker", "legacy_request", options={"request": "x"})], "Hm."),
                  worker_model=ScriptedModel("There is nothing to do."))
    await bench.say("x")
    assert (bench.result["status"], bench.result["answer"]) == ("completed", "There is nothing to do.")


async def test_a_worker_model_that_says_nothing_has_found_nothing() -> None:
    bench = Bench(ScriptedModel([delegate("memory_worker", "legacy_request", options={"request": "x"})], "Hm."),
                  worker_model=ScriptedModel(""))
    await bench.say("x")
    assert bench.result["status"] == "insufficient"


async def test_a_tool_that_the_persona_may_not_use_is_not_called() -> None:
    bench = Bench(ScriptedModel(RECALL, "I may not."), CountingTools(hidden=["read_persona_memories"]))
    await bench.say("x")
    assert bench.tools.effects == []
    assert bench.result["error"]["code"] == "not_granted"


# --- finalize --------------------------------------------------------------------------------------


async def test_what_an_answer_rests_on_is_told_beside_it() -> None:
    citation = {"kind": "passage", "passage_id": "p1", "title": "Rules"}
    bench = Bench(ScriptedModel(RECALL, "Done."), CountingTools({"read_persona_memories": {
        "status": "completed", "citations": [citation]}}))
    await bench.say("x")
    assert [list(event.citations) for event in bench.of(Sources)] == [[citation]]


async def test_the_stage_comes_first_and_the_worker_is_not_active_any_more() -> None:
    bench = Bench(ScriptedModel(RECALL, "Done."), CountingTools({"read_persona_memories": {
        "status": "completed", "artifacts": [{"kind": "document", "attachment_id": "a1"}, {"kind": "note"}]}}))
    await bench.say("x")
    marks = [event.node if isinstance(event, Stage) else "artifact" for event in bench.events
             if isinstance(event, (Stage, Artifact))]
    assert marks == ["persona_supervisor", "supervisor_dispatch", "memory_worker", "finalize_memory_worker", "artifact",
                     "persona_supervisor"]
    assert bench.of(Artifact)[0].artifact["attachment_id"] == "a1"
    assert len(bench.of(Artifact)) == 1
    assert bench.of(Sources) == []
    assert bench.state["active_worker"] == ""
    assert bench.state["worker_messages"] == []


@pytest.mark.parametrize(("worker", "task", "refs"), [
    ("rvc_worker", "cancel_rvc_task", {"task_id": "t1"}), ("voice_worker", "voice_transcribe", {"attachment_id": "f1"}),
])
@pytest.mark.parametrize("status", PUBLIC_WORKER_STATUSES)
async def test_rvc_and_voice_come_back_to_the_character_only_when_completed(
        worker: str, task: str, refs: dict[str, str], status: str) -> None:
    tool = {"cancel_rvc_task": "cancel_rvc_task", "voice_transcribe": "transcribe_voice_attachment"}[task]
    bench = Bench(ScriptedModel([delegate(worker, task, input_refs=refs)], "It is done!"),
                  CountingTools({tool: {"status": status, "answer": "x", "task_id": "j1"}}))
    await bench.say("go")
    if status == "completed":
        assert bench.said == "It is done!"
        assert not bench.of(Card)
    else:
        assert bench.said == "", "no model makes a success of it"
        assert len(bench.model.asked) == 1
        assert bench.of(Card)[0].result["status"] == status
        assert {"kind": "job", "job_id": "j1"} in bench.of(Card)[0].result["artifacts"]
        assert bench.result == bench.of(Card)[0].result


@pytest.mark.parametrize(("old", "new"), RVC_STATUS_MAP.items())
async def test_old_rvc_words_are_mapped(old: str, new: str) -> None:
    bench = Bench(ScriptedModel([delegate("rvc_worker", "cancel_rvc_task", input_refs={"task_id": "t1"})]),
                  CountingTools({"cancel_rvc_task": {"status": old}}))
    await bench.say("stop")
    assert bench.of(Card)[0].result["status"] == new


@pytest.mark.parametrize("payload", [
    {"status": "ok"}, {"status": "finished"}, {"status": 5}, {"status": "completed", "worker": "rvc_worker"},
    {"status": "completed", "specialist": "nobody"}, {"status": "completed", "confidence": 7},
    {"status": "completed", "answer": "x", "evidence": [{"x": "y" * 200_000}]},
])
async def test_what_is_outside_the_contract_becomes_a_public_error_without_details(payload: dict[str, Any]) -> None:
    bench = Bench(ScriptedModel(RECALL, "Sorry."), CountingTools({"read_persona_memories": payload}))
    await bench.say("x")
    assert bench.result["status"] == "error"
    assert bench.result["error"]["code"] == "invalid_result"
    assert not bench.result["answer"]
    assert bench.said == "Sorry."


async def test_no_exception_text_gets_into_a_result() -> None:
    error = resolve_error_fields(RuntimeError("secret /home/me/key sk-123"))
    bench = Bench(ScriptedModel(RECALL, "Sorry."), CountingTools({"read_persona_memories": ToolOutcome(
        ToolCall("", "", {}), "failed", {"error": error, "traceback": "secret sk-123", "answer": ""})}))
    await bench.say("x")
    assert "sk-123" not in json.dumps(bench.result)
    assert "sk-123" not in str(bench.model.asked[1])


async def test_an_error_that_is_no_public_error_becomes_one() -> None:
    bench = Bench(ScriptedModel(RECALL, "Sorry."), CountingTools({"read_persona_memories": {
        "status": "failed", "error": "Traceback: sk-123"}}))
    await bench.say("x")
    assert bench.result["error"]["sentence"]["source"]
    assert "sk-123" not in json.dumps(bench.result)


@pytest.mark.parametrize(("outcome", "status", "code"), [
    ("failed", "failed", "failed"), ("refused", "failed", "refused"), ("denied", "denied", "denied"),
    ("expired", "denied", "expired"), ("timeout", "failed", "timeout"), ("cancelled", "failed", "cancelled"),
    ("unknown", "error", "unknown"),
])
async def test_every_outcome_of_a_call_has_its_public_status(outcome: str, status: str, code: str) -> None:
    bench = Bench(ScriptedModel(RECALL, "So it is."), CountingTools({"read_persona_memories": ToolOutcome(
        ToolCall("", "", {}), outcome, {})}))
    await bench.say("x")
    assert (bench.result["status"], bench.result["error"]["code"]) == (status, code)


def _tool(name: str, payload: Any) -> ToolMessage:
    return ToolMessage(payload if isinstance(payload, str) else json.dumps(payload), name=name, tool_call_id="1")


def test_the_newest_structured_answer_of_an_own_tool_counts() -> None:
    own = frozenset({"mine", "also_mine"})
    messages = [_tool("mine", {"status": "completed", "answer": "first", "evidence": [{"n": 1}]}),
                _tool("also_mine", {"status": "completed", "answer": "second", "evidence": [{"n": 2}]}),
                _tool("foreign", {"status": "completed", "answer": "not ours"}),
                _tool("mine", "no json"), AIMessage("words of the model")]
    raw = specialist_result("memory_worker", own, messages, {})
    assert raw["answer"] == "second"
    assert raw["evidence"] == [{"n": 1}, {"n": 2}]


def test_the_word_of_a_model_counts_only_where_no_tool_answered() -> None:
    messages = [AIMessage("draft"), _tool("foreign", {"status": "completed", "answer": "not ours"})]
    assert specialist_result("memory_worker", frozenset({"mine"}), messages, {})["answer"] == "draft"
    assert specialist_result("memory_worker", frozenset(), [], {}) == {"status": "insufficient"}


def test_after_finalize_only_rvc_and_voice_wait() -> None:
    for worker in WORKERS:
        for status in PUBLIC_WORKER_STATUSES:
            state: Any = {"dispatch_request": {"worker": worker}, "dispatch_status": status, "messages": []}
            waits = worker in ("rvc_worker", "voice_worker") and status != "completed"
            assert _after_finalize_route(state) == ("rvc_wait_boundary" if waits else "supervisor_collect")


def test_a_public_result_has_all_fields_of_the_contract() -> None:
    from characoid_desktop.agents.manifest_data import WORKER_OUTPUT_SCHEMA

    request = {"worker": "memory_worker", "task_type": "recall_memory"}
    result = _validate_public_worker_result("memory_worker", request, {"status": "accepted"})
    assert set(WORKER_OUTPUT_SCHEMA["required"]) <= set(result)
    assert AgentResult.model_validate(result).status == "accepted"
    waiting = _validate_public_worker_result("memory_worker", request, {"status": "confirmation_required"})
    assert waiting["requires_approval"]
    assert _validate_public_worker_result("memory_worker", {**request, "task_type": "x"}, {"status": "completed"})[
        "error"]["code"] == "invalid_result"


@pytest.mark.parametrize("change", [
    {"worker": "nobody"}, {"task_type": "nothing"}, {"extra": 1}, {"options": {"approved": True}},
    {"input_refs": {"path": "x"}}, {"input_refs": {"attachment_id": 5}}, {"conversation_context": "x" * 5000},
])
def test_a_structured_hand_off_outside_the_contract_is_refused(change: dict[str, Any]) -> None:
    good = {"worker": "memory_worker", "task_type": "save_memory", "options": {"text": "x"}, "input_refs": {}}
    assert validate_structured_handoff(good).worker == "memory_worker"
    with pytest.raises(ValueError):
        validate_structured_handoff({**good, **change})


def test_a_failed_result_carries_the_contracts_words() -> None:
    result = failed_result("rvc_worker", "failed", public_error("x", Text.of("X.")), contract_text="任务…")
    assert (result["status"], result["public_error"], result["error"]["code"]) == ("failed", "任务…", "x")


async def test_a_worker_that_reports_queued_work_is_said_to_have_started_only() -> None:
    bench = Bench(ScriptedModel([delegate("document_worker", "manage_document")], [AIMessageChunk("It has started.")]),
                  CountingTools({"list_persona_documents": {"status": "queued", "answer": "queued"}}))
    await bench.say("x")
    assert bench.result["status"] == "queued"
    assert '"status": "queued"' in str(bench.model.asked[1][-1].content)

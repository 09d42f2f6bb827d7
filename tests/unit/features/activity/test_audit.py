"""The audit: added to, found again by what a person sees, and never with a secret in it."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import timedelta

import pytest

from characoid_desktop.core.i18n import Text, install_translator
from characoid_desktop.core.redaction import MASK, Redactor
from characoid_desktop.data.database import Database
from characoid_desktop.features.activity.models import ActivityKind, AuditEntry, AuditOutcome, Permission
from characoid_desktop.features.activity.service import AuditService
from characoid_desktop.features.conversations.models import Message
from characoid_desktop.features.conversations.service import ConversationService
from characoid_desktop.features.personas.models import DEFAULT_ID
from tests.fakes.data_faults import SetClock


@pytest.fixture
def redactor() -> Redactor:
    redactor = Redactor()
    redactor.add("known-secret-value")
    return redactor


@pytest.fixture
def audit(database: Database, clock: SetClock, redactor: Redactor) -> AuditService:
    return AuditService(database, clock, redactor)


@pytest.fixture
async def question(conversations: ConversationService) -> Message:
    talk = await conversations.create(DEFAULT_ID, "草莓蛋糕")
    return await conversations.add_user(talk.id, "please convert the song")


def entry(clock: SetClock, tool: str = "save_persona_memory", **values: object) -> AuditEntry:
    base = AuditEntry(
        run_id="run", persona_id=DEFAULT_ID, conversation_id="c", worker="memory_worker", tool=tool, arguments={},
        permission=Permission.NOT_NEEDED, outcome=AuditOutcome.OK, started_at=clock.now())
    return replace(base, **values)  # type: ignore[arg-type]


async def add_run(database: Database, question: Message, id: str, state: str = "completed") -> None:
    async with database.transaction() as tx:
        await tx.execute(
            "INSERT INTO runs (id, persona_id, conversation_id, message_id, answer_id, kind, state, stage,"
            " resume_state, error, usage, started_at, updated_at)"
            " VALUES (?, 'default', ?, ?, 'a', 'message', ?, 'end', '{}', ?, '{\"tokens\":3}', ?, ?)",
            (id, question.conversation_id, question.id, state, '{"code": "x"}' if state == "failed" else None,
             "2026-11-30T12:00:00+00:00", "2026-11-30T12:00:00+00:00"))


async def tools(audit: AuditService, text: str = "", **options: object) -> list[str]:
    return [one.audit.tool for one in await audit.history(text, **options)]  # type: ignore[arg-type]


async def test_what_is_recorded_comes_back_whole_and_without_secrets(audit: AuditService, clock: SetClock) -> None:
    heard: list[AuditEntry] = []
    audit.recorded.connect(heard.append)
    stored = await audit.record(entry(
        clock, "mcp_call", server="files", arguments={"api_key": "abc", "text": "with known-secret-value", "n": 1},
        detail={"error": {"code": "x", "sentence": {"source": "no known-secret-value", "params": {}}}},
        permission=Permission.APPROVED, approval_id="a1", digest="d" * 64, duration_ms=12,
        outcome=AuditOutcome.FAILED))
    assert dict(stored.arguments) == {"api_key": MASK, "text": f"with {MASK}", "n": 1}
    assert stored.seq == 1
    assert stored.id
    assert (stored.duration_ms, stored.approval_id, stored.digest, stored.server) == (12, "a1", "d" * 64, "files")
    assert await audit.search() == [stored]
    assert await audit.of_run("run") == [stored]
    assert await audit.of_run("other") == []
    assert heard == [stored]
    [shown] = await audit.history()
    assert shown.error is not None
    assert "known-secret-value" not in json.dumps(shown.error)


async def test_the_row_is_part_of_the_unit_of_work_of_its_effect(
    audit: AuditService, database: Database, clock: SetClock,
) -> None:
    heard: list[AuditEntry] = []
    audit.recorded.connect(heard.append)

    async def recorded_and_undone() -> None:
        async with database.transaction() as tx:
            await audit.record(entry(clock), tx=tx)
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await recorded_and_undone()
    assert await audit.search() == []
    assert heard == []
    async with database.transaction() as tx:
        stored = await audit.record(entry(clock), tx=tx)
        assert heard == []
    assert await audit.search() == heard == [stored]


@pytest.mark.parametrize(("text", "found"), [
    ("蛋糕", ["b", "a"]),  # an argument, and the conversation's title
    ("birthday", ["a"]),
    ("mika", ["d", "c", "b", "a"]),
    ("memory_worker", ["d", "c", "b", "a"]),
    ("Took too", ["c"]),
    ("denied by you", ["d"]),
    ("bananas", ["c"]),
    ("Looks up", ["c"]),
    ("server-9", ["b"]),
    ('say "hi"\nback\\slash', ["d"]),
    ("%", []), ("_wor", ["d", "c", "b", "a"]), ("source", []), ("nothing like it", []),
])
async def test_words_of_titles_arguments_tools_and_outcomes_are_found(
    audit: AuditService, clock: SetClock, question: Message, text: str, found: list[str],
) -> None:
    talk = question.conversation_id
    await audit.record(entry(clock, "a", conversation_id=talk, arguments={"text": "her birthday"}))
    await audit.record(entry(clock, "b", arguments={"list": [{"x": "喜欢蛋糕"}]}, server="server-9"))
    title = Text.of("Looks up “{what}”", what="bananas").to_json()
    await audit.record(entry(clock, "c", outcome=AuditOutcome.TIMEOUT, detail={"title": title}))
    await audit.record(entry(clock, "d", outcome=AuditOutcome.REFUSED, permission=Permission.DENIED,
                             arguments={"text": 'say "hi"\nback\\slash'}))
    assert await tools(audit, text) == found


async def test_words_are_looked_for_in_the_language_of_the_window(audit: AuditService, clock: SetClock) -> None:
    title = Text.of("Looks up “{what}”", what="x").to_json()
    await audit.record(entry(clock, "a", outcome=AuditOutcome.REFUSED))
    await audit.record(entry(clock, "b", detail={"title": title}))
    install_translator(lambda source: {"Not done": "未执行", "Looks up “{what}”": "查找“{what}”"}.get(source, source))
    assert await tools(audit, "未执行") == ["a"]
    assert await tools(audit, "查找") == ["b"]
    [shown] = await audit.history("查找")
    assert str(shown.title) == "查找“x”"


async def test_history_filters_by_kind_and_comes_in_pages(audit: AuditService, clock: SetClock) -> None:
    for n, outcome in enumerate([*AuditOutcome] * 2):
        clock.jump(timedelta(days=-3))
        await audit.record(entry(clock, str(n), outcome=outcome))
    order = [str(n) for n in reversed(range(12))]
    assert await tools(audit) == order
    assert await tools(audit, kinds={ActivityKind.DONE}) == ["6", "0"]
    assert await tools(audit, kinds={"failed"}) == ["11", "9", "7", "5", "3", "1"]
    assert await tools(audit, kinds={"refused", "cancelled"}) == ["10", "8", "4", "2"]
    assert await tools(audit, kinds=set()) == []
    page = await audit.history(limit=5)
    assert [one.audit.tool for one in page] == order[:5]
    assert await tools(audit, limit=5, before_seq=page[-1].seq) == order[5:10]
    assert await tools(audit, limit=-1) == []


async def test_an_entry_is_shown_with_the_names_a_person_knows(
    audit: AuditService, clock: SetClock, question: Message, database: Database, conversations: ConversationService,
) -> None:
    await add_run(database, question, "run", "waiting_approval")
    await audit.record(entry(clock, conversation_id=question.conversation_id))
    [shown] = await audit.history()
    assert (shown.persona_name, shown.conversation_title) == ("Mika", "草莓蛋糕")
    assert (shown.run_kind, shown.run_state, shown.kind) == ("message", "waiting_approval", ActivityKind.DONE)
    assert str(shown.title) == "save_persona_memory"
    await conversations.delete(question.conversation_id)
    [shown] = await audit.history()
    assert (shown.conversation_title, shown.run_state) == ("", ""), "the audit outlives what it speaks of"


async def test_runs_are_listed_with_their_question_and_number_of_calls(
    audit: AuditService, clock: SetClock, question: Message, database: Database,
) -> None:
    await add_run(database, question, "run")
    await add_run(database, question, "run-2", "failed")
    for _ in range(3):
        await audit.record(entry(clock))
    second, first = await audit.runs()
    assert (first.id, first.calls, first.state, first.question) == ("run", 3, "completed", "please convert the song")
    assert (first.persona_name, first.conversation_title, first.error) == ("Mika", "草莓蛋糕", None)
    assert dict(first.usage) == {"tokens": 3}
    assert (second.id, second.calls, second.error) == ("run-2", 0, {"code": "x"})
    assert await audit.runs(states={"failed"}) == [second]
    assert await audit.runs("CONVERT", states={"completed"}) == [first]
    assert await audit.runs("nothing like it") == []
    assert await audit.runs(before_seq=second.seq) == [first]


async def test_damaged_rows_are_still_shown(audit: AuditService, clock: SetClock, database: Database) -> None:
    await audit.record(entry(clock))
    async with database.transaction() as tx:
        await tx.execute("UPDATE audit SET arguments = '{bad', detail = '{\"title\": 3', started_at = 'never'")
    [shown] = await audit.history()
    assert dict(shown.audit.arguments) == {}
    assert str(shown.title) == "save_persona_memory"
    assert await tools(audit, "memory") == ["save_persona_memory"]


async def test_ten_thousand_rows_are_searched_at_once(audit: AuditService, database: Database) -> None:
    import time

    async with database.transaction() as tx:
        await tx.executemany(
            "INSERT INTO audit (id, run_id, persona_id, conversation_id, worker, tool, server, arguments, digest,"
            " permission, outcome, detail, started_at) VALUES (?, 'r', 'default', 'c', 'w', 't', '', ?, '',"
            " 'not_needed', 'ok', ?, '2026')",
            [(f"a{n}", json.dumps({"text": f"text {n} " * 20}), json.dumps({"title": {"source": "Saves a memory"}}))
             for n in range(10_000)])
    began = time.perf_counter()
    assert len(await audit.history("text 7777 ")) == 1
    assert len(await audit.history(limit=100)) == 100
    assert time.perf_counter() - began < 2.0

"""The ledger of confirmations: nothing but the exact thing that was shown, answered once and in time, is ever used."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from characoid_desktop.agents.runtime.approval_models import Approval, ApprovalState, ApprovalSummary
from characoid_desktop.agents.runtime.approvals import ApprovalLedger, Subject
from characoid_desktop.agents.runtime.errors import ApprovalChanged, ApprovalGone, ApprovalRefused
from characoid_desktop.core.i18n import Text
from characoid_desktop.core.paths import AppPaths
from characoid_desktop.data.database import Database
from tests.fakes.data_faults import SetClock

SUBJECT = Subject("run", "call", "persona", "conversation", "memory_worker", "share_note", "v1",
                  {"text": "cake", "deep": {"list": [1, 2.5, None, "ü"]}})
SUMMARY = ApprovalSummary(Text.of("Share?"))


class Clock(SetClock):
    """Both sides are set by hand."""

    def __init__(self) -> None:
        super().__init__()
        self.seconds = 100.0

    def monotonic(self) -> float:
        return self.seconds


@asynccontextmanager
async def ledger_in(home: AppPaths, clock: Clock, hours: float = 24) -> AsyncIterator[ApprovalLedger]:
    database = await Database.open(home.database, home.backups, clock)
    ledger = ApprovalLedger(database, clock, lambda: hours)
    await ledger.start()
    try:
        yield ledger
    finally:
        await database.aclose()


async def approved(ledger: ApprovalLedger, subject: Subject = SUBJECT) -> Approval:
    asked = await ledger.request(subject, SUMMARY)
    shown = await ledger.show(asked.id)
    return await ledger.decide(shown.id, shown.nonce or "", True)


async def use(ledger: ApprovalLedger, subject: Subject = SUBJECT) -> Approval:
    async with ledger._database.transaction() as tx:
        return await ledger.use(tx, subject)


async def undone(ledger: ApprovalLedger) -> None:
    """Use it in a unit of work that is rolled back."""
    with suppress(ZeroDivisionError):
        async with ledger._database.transaction() as tx:
            await ledger.use(tx, SUBJECT)
            raise ZeroDivisionError


async def test_asked_shown_answered_used_in_that_order_and_told_after_each(home: AppPaths) -> None:
    async with ledger_in(home, Clock()) as ledger:
        told: list[ApprovalState] = []
        ledger.changed.connect(lambda one: told.append(one.state))
        asked = await ledger.request(SUBJECT, SUMMARY)
        assert ledger.pending == (asked,)
        shown = await ledger.show(asked.id)
        assert len(shown.nonce or "") == 32
        done = await ledger.decide(shown.id, shown.nonce or "", True, "go")
        assert (done.state, done.reason, done.nonce) == (ApprovalState.APPROVED, "go", None)
        assert ledger.pending == ()
        assert (await use(ledger)).state is ApprovalState.USED
        assert told == [ApprovalState.PENDING, ApprovalState.PENDING, ApprovalState.APPROVED, ApprovalState.USED]


async def test_the_same_question_twice_is_one_question(home: AppPaths) -> None:
    async with ledger_in(home, Clock()) as ledger:
        first = await ledger.request(SUBJECT, SUMMARY)
        assert (await ledger.request(SUBJECT, SUMMARY)).id == first.id
        other = await ledger.request(replace(SUBJECT, call_id="other"), SUMMARY)
        assert other.id != first.id


async def test_each_showing_has_its_own_nonce_and_only_the_last_one_counts(home: AppPaths) -> None:
    async with ledger_in(home, Clock()) as ledger:
        asked = await ledger.request(SUBJECT, SUMMARY)
        first, second = await ledger.show(asked.id), await ledger.show(asked.id)
        assert first.nonce != second.nonce
        for nonce in (first.nonce or "", "", "x" * 32, "ü", "\ud800"):
            with pytest.raises(ApprovalChanged):
                await ledger.decide(asked.id, nonce, True)
        assert (await ledger.decide(asked.id, second.nonce or "", False)).state is ApprovalState.DENIED


async def test_without_a_showing_nothing_can_be_answered(home: AppPaths) -> None:
    async with ledger_in(home, Clock()) as ledger:
        asked = await ledger.request(SUBJECT, SUMMARY)
        with pytest.raises(ApprovalChanged):
            await ledger.decide(asked.id, "", True)
        with pytest.raises(ApprovalRefused):
            await ledger.decide("no such", "", True)


@pytest.mark.parametrize("yes", [True, False])
async def test_it_is_answered_once(home: AppPaths, yes: bool) -> None:
    async with ledger_in(home, Clock()) as ledger:
        asked = await ledger.request(SUBJECT, SUMMARY)
        nonce = (await ledger.show(asked.id)).nonce or ""
        state = (await ledger.decide(asked.id, nonce, yes)).state
        for again in (True, False):
            with pytest.raises(ApprovalGone):
                await ledger.decide(asked.id, nonce, again)
        with pytest.raises(ApprovalGone):
            await ledger.show(asked.id)
        now = await ledger.get(asked.id)
        assert now is not None
        assert now.state is state


async def test_a_question_survives_a_restart(home: AppPaths) -> None:
    clock = Clock()
    async with ledger_in(home, clock) as ledger:
        asked = await ledger.request(SUBJECT, SUMMARY)
    async with ledger_in(home, clock) as ledger:
        assert [one.id for one in ledger.pending] == [asked.id]
        assert str(ledger.pending[0].summary.title) == "Share?"


async def test_it_runs_out_of_time_visibly(home: AppPaths) -> None:
    clock = Clock()
    async with ledger_in(home, clock, hours=2) as ledger:
        asked = await ledger.request(SUBJECT, SUMMARY)
        shown = await ledger.show(asked.id)
        clock.jump(timedelta(hours=1.9))
        assert await ledger.expire_due() == ()
        clock.jump(timedelta(hours=0.2))
        with pytest.raises(ApprovalGone):
            await ledger.decide(asked.id, shown.nonce or "", True)
        now = await ledger.get(asked.id)
        assert now is not None
        assert now.state is ApprovalState.EXPIRED
        assert ledger.pending == ()


async def test_a_clock_that_is_set_back_revives_nothing(home: AppPaths) -> None:
    clock = Clock()
    async with ledger_in(home, clock) as ledger:
        asked = await ledger.request(SUBJECT, SUMMARY)
        clock.jump(timedelta(days=3650))
        assert [one.state for one in await ledger.expire_due()] == [ApprovalState.EXPIRED]
        clock.jump(timedelta(days=-3650))
        with pytest.raises(ApprovalGone):
            await ledger.show(asked.id)
    async with ledger_in(home, clock) as ledger:
        assert ledger.pending == ()


async def test_a_clock_set_back_after_the_question_gives_it_no_more_time(home: AppPaths) -> None:
    clock = Clock()
    async with ledger_in(home, clock, hours=1) as ledger:
        await ledger.request(SUBJECT, SUMMARY)
        clock.jump(timedelta(minutes=-3))  # a correction
        assert await ledger.expire_due() == ()
        clock.seconds += 3600  # an hour later by the clock that cannot be set
        assert len(await ledger.expire_due()) == 1
        second = await ledger.request(replace(SUBJECT, call_id="two"), SUMMARY)
        clock.jump(timedelta(days=-1))
        assert [one.id for one in await ledger.expire_due()] == [second.id]


async def test_what_was_allowed_is_not_used_after_its_time(home: AppPaths) -> None:
    clock = Clock()
    async with ledger_in(home, clock, hours=1) as ledger:
        await approved(ledger)
        clock.jump(timedelta(hours=2))
        with pytest.raises(ApprovalGone):
            await use(ledger)
        await ledger.expire_due()
        clock.jump(timedelta(hours=-2))
        with pytest.raises(ApprovalGone):
            await use(ledger)


async def test_it_is_used_once_and_not_at_all_when_its_unit_of_work_is_undone(home: AppPaths) -> None:
    async with ledger_in(home, Clock()) as ledger:
        told: list[ApprovalState] = []
        one = await approved(ledger)
        ledger.changed.connect(lambda approval: told.append(approval.state))
        await undone(ledger)
        assert told == []
        await use(ledger)
        with pytest.raises(ApprovalGone):
            await use(ledger)
        assert told == [ApprovalState.USED]
        with pytest.raises(ApprovalGone):
            await ledger.decide(one.id, "x", True)


async def test_a_pending_or_denied_question_allows_nothing(home: AppPaths) -> None:
    async with ledger_in(home, Clock()) as ledger:
        asked = await ledger.request(SUBJECT, SUMMARY)
        with pytest.raises(ApprovalRefused):
            await use(ledger)
        shown = await ledger.show(asked.id)
        await ledger.decide(asked.id, shown.nonce or "", False)
        with pytest.raises(ApprovalGone):
            await use(ledger)


async def test_the_end_of_a_turn_takes_its_questions_back(home: AppPaths) -> None:
    async with ledger_in(home, Clock()) as ledger:
        await ledger.request(SUBJECT, SUMMARY)
        await approved(ledger, replace(SUBJECT, call_id="two"))
        await ledger.request(replace(SUBJECT, run_id="other"), SUMMARY)
        assert [one.state for one in await ledger.void_run("run")] == [ApprovalState.VOID] * 2
        assert [one.run_id for one in ledger.pending] == ["other"]
        with pytest.raises(ApprovalGone):
            await use(ledger, replace(SUBJECT, call_id="two"))


async def test_a_damaged_row_allows_nothing(home: AppPaths) -> None:
    async with ledger_in(home, Clock()) as ledger:
        one = await approved(ledger)
        async with ledger._database.transaction() as tx:  # the stored arguments are not those that were signed
            await tx.execute("UPDATE approvals SET arguments = '{}' WHERE id = ?", (one.id,))
        with pytest.raises(ApprovalChanged):
            await use(ledger)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-2**60, 2**60) | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=6), lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner,
                                                                                      max_size=3), max_leaves=5)
EDITS = st.one_of(
    st.tuples(st.sampled_from(["run_id", "call_id", "persona_id", "conversation_id", "worker", "tool",
                               "tool_version"]), st.text(max_size=8)),
    st.tuples(st.just("arguments"), st.dictionaries(st.sampled_from(["text", "deep", "more"]), JSON, max_size=3)),
    st.tuples(st.just("nonce"), st.text(max_size=40)),
)


async def runs(ledger: ApprovalLedger, subject: Subject) -> bool:
    """What the policy does: the effect happens only behind the permission."""
    try:
        await use(ledger, subject)
    except ApprovalRefused:
        return False
    return True


@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(edits=st.lists(EDITS, min_size=1, max_size=25))
async def test_no_edit_of_anything_is_ever_executed(tmp_path: Path, edits: list[tuple[str, Any]]) -> None:
    home = AppPaths.under(tmp_path / "home")
    home.create()
    async with ledger_in(home, Clock()) as ledger:
        subject = replace(SUBJECT, run_id=uuid4().hex)
        asked = await ledger.request(subject, SUMMARY)
        shown = await ledger.show(asked.id)
        for field, value in edits:
            if field == "nonce" and value != shown.nonce:
                with pytest.raises(ApprovalRefused):
                    await ledger.decide(asked.id, value, True)
        assert not await runs(ledger, subject)
        await ledger.decide(asked.id, shown.nonce or "", True)
        for field, value in edits:
            edited = replace(subject, **({} if field == "nonce" else {field: value}))
            if edited != subject:
                assert not await runs(ledger, edited), edited
        assert await runs(ledger, subject)
        assert not await runs(ledger, subject)

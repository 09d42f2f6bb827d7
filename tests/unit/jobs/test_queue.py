from __future__ import annotations

import asyncio
import time
from pathlib import Path

import pytest

from characoid_desktop.core.errors import AppError
from characoid_desktop.core.i18n import Text
from characoid_desktop.data.database import Database
from characoid_desktop.engines.contracts import EngineJobError
from characoid_desktop.jobs.models import Job, JobState
from characoid_desktop.jobs.queue import JobNotFound, JobNotRetryable, JobQueue, JobRequest
from tests.fakes.eventually import eventually
from tests.fakes.held_jobs import HandClock, HeldHandler, name


async def _submit(queue: JobQueue, *names: str, kind: str = "held") -> list[Job]:
    return [await queue.submit(kind, name(n), {"file": n}) for n in names]


async def _state(queue: JobQueue, job: Job) -> JobState:
    found = await queue.get(job.id)
    assert found is not None
    return found.state


async def _stored(db: Database, job: Job) -> str:
    row = await db.read_one("SELECT state FROM jobs WHERE id = ?", (job.id,))
    assert row is not None
    return str(row["state"])


async def test_a_job_runs_and_keeps_its_result(queue: JobQueue, held: HeldHandler, db: Database) -> None:
    (job,) = await _submit(queue, "song.wav")
    assert (job.state, job.attempt, job.retry_of, job.lane) == (JobState.QUEUED, 1, None, "compute")
    await eventually(lambda: held.started)
    assert held.started[0].params == {"file": "song.wav"}
    assert held.started[0].state is JobState.RUNNING
    held.finish(held.started[0], {"duration_s": 12.5, "lufs_in": float("-inf")})
    await eventually(lambda: not queue.busy)
    done = await queue.get(job.id)
    assert done is not None
    assert done.state is JobState.COMPLETED
    assert done.result == {"duration_s": 12.5, "lufs_in": None}
    assert done.started_at is not None
    assert done.finished_at is not None
    assert [j.id for j in await queue.history()] == [job.id]
    assert queue.list_active() == ()


async def test_submit_returns_after_the_job_is_on_the_disk(queue: JobQueue, db: Database) -> None:
    queue.pause()
    (job,) = await _submit(queue, "a")
    assert await _stored(db, job) == "queued"


async def test_a_lane_runs_as_many_as_it_allows_in_the_order_of_submission(
    queue: JobQueue, held: HeldHandler,
) -> None:
    io = HeldHandler("io-kind", "io")
    queue.register(io)
    await _submit(queue, "c1", "c2")
    await _submit(queue, "i1", "i2", "i3", kind="io-kind")
    await eventually(lambda: held.names == ["c1"] and io.names == ["i1", "i2"])
    io.finish(io.started[1])
    await eventually(lambda: io.names == ["i1", "i2", "i3"])
    assert held.names == ["c1"]
    held.finish(held.started[0])
    await eventually(lambda: held.names == ["c1", "c2"])


async def test_five_hundred_jobs_come_in_together_and_in_order(
    queue: JobQueue, held: HeldHandler, events: list[Job],
) -> None:
    queue.pause()
    jobs = await queue.submit_many([JobRequest("held", name(n), {"n": n}) for n in range(500)])
    assert [job.params["n"] for job in queue.list_active()] == list(range(500))
    assert [job.seq for job in jobs] == sorted(job.seq for job in jobs)
    assert [event.id for event in events] == [job.id for job in jobs]
    await queue.cancel_all()
    assert not queue.busy
    page = await queue.history(limit=200)
    rest = await queue.history(limit=400, before_seq=page[-1].seq)
    assert [job.params["n"] for job in (*page, *rest)] == list(range(499, -1, -1))


async def test_jobs_join_a_callers_unit_of_work(queue: JobQueue, held: HeldHandler, db: Database) -> None:
    async with db.transaction() as tx:
        job = await queue.submit("held", name("joined"), {}, tx=tx)
        await tx.execute("INSERT INTO rvc_sessions (id, name, created_at) VALUES ('s', ?, '')", (job.id,))
        assert queue.list_active() == ()
    await eventually(lambda: held.names == ["joined"])


async def test_jobs_of_a_unit_of_work_that_fails_never_run(
    queue: JobQueue, held: HeldHandler, db: Database,
) -> None:
    try:
        async with db.transaction() as tx:
            lost = await queue.submit("held", name("lost"), {}, tx=tx)
            raise ZeroDivisionError
    except ZeroDivisionError:
        pass
    await _submit(queue, "kept")
    await eventually(lambda: held.started)
    assert held.names == ["kept"]
    assert await queue.get(lost.id) is None


async def test_a_job_of_a_committed_unit_of_work_can_be_cancelled_before_the_queue_has_it(
    queue: JobQueue, held: HeldHandler, db: Database,
) -> None:
    queue.pause()
    async with db.transaction() as tx:
        job = await queue.submit("held", name("short"), {}, tx=tx)
    cancelled = await queue.cancel(job.id)
    assert cancelled.state is JobState.CANCELLED
    queue.resume()
    await _submit(queue, "next")
    await eventually(lambda: held.started)
    assert held.names == ["next"]
    assert await _stored(db, job) == "cancelled"


async def test_two_who_cancel_a_job_on_its_way_into_the_queue_both_hear_that_it_is_cancelled(
    queue: JobQueue, held: HeldHandler, db: Database,
) -> None:
    queue.pause()
    async with db.transaction() as tx:
        job = await queue.submit("held", name("short"), {}, tx=tx)
    both = await asyncio.gather(queue.cancel(job.id), queue.cancel(job.id))
    assert [one.state for one in both] == [JobState.CANCELLED] * 2
    queue.resume()
    await _submit(queue, "next")
    await eventually(lambda: held.started)
    assert held.names == ["next"]


async def test_params_that_are_no_json_are_refused_before_anything_is_stored(queue: JobQueue) -> None:
    with pytest.raises(TypeError):
        await queue.submit("held", name("x"), {"path": Path("x")})
    with pytest.raises(ValueError, match="no handler"):
        await queue.submit("nobody", name("x"), {})
    assert queue.list_active() == ()
    assert await queue.history() == ()


async def test_names_that_are_no_unicode_survive_the_database(queue: JobQueue, held: HeldHandler) -> None:
    odd = "caf\udce9 🎤 {x} %d '\"\n.wav"
    job = await queue.submit("held", Text.of("Convert {file}", file=odd), {"file": odd})
    await eventually(lambda: held.started)
    held.finish(held.started[0])
    await eventually(lambda: not queue.busy)
    back = await queue.get(job.id)
    assert back is not None
    assert back.params["file"] == odd
    assert str(back.title) == f"Convert {odd}"


async def test_cancelling_a_waiting_job_ends_it_at_once(
    queue: JobQueue, held: HeldHandler, db: Database,
) -> None:
    first, second, third = await _submit(queue, "1", "2", "3")
    await eventually(lambda: held.started)
    assert (await queue.cancel(second.id)).state is JobState.CANCELLED
    assert await _stored(db, second) == "cancelled"
    held.finish(held.started[0])
    await eventually(lambda: held.names == ["1", "3"])
    assert [j.id for j in queue.list_active()] == [third.id]
    assert first.id != third.id


async def test_cancelling_a_running_job_shows_at_once_and_keeps_the_lane_until_it_lets_go(
    queue: JobQueue, held: HeldHandler, db: Database, events: list[Job],
) -> None:
    held.lets_go.clear()
    job, other = await _submit(queue, "1", "2")
    await eventually(lambda: held.started)
    before = time.monotonic()
    cancelled = await queue.cancel(job.id)
    assert time.monotonic() - before < 0.5
    assert cancelled.state is JobState.CANCELLED
    assert await _stored(db, job) == "cancelled"
    await eventually(lambda: held.cancelled)
    assert queue.is_stopping(job.id)
    assert [j.id for j in queue.list_active()] == [other.id]
    assert held.names == ["1"]
    held.lets_go.set()
    await eventually(lambda: held.names == ["1", "2"])
    assert not queue.is_stopping(job.id)
    assert held.cleaned == [job.id]
    assert [e.state for e in events if e.id == job.id] == [
        JobState.QUEUED, JobState.RUNNING, JobState.CANCELLED, JobState.CANCELLED]


async def test_the_late_result_of_a_cancelled_job_is_dropped(
    queue: JobQueue, held: HeldHandler, db: Database,
) -> None:
    held.swallow_cancel = {"too": "late"}
    (job,) = await _submit(queue, "1")
    await eventually(lambda: held.started)
    await queue.cancel(job.id)
    await eventually(lambda: not queue.busy)
    back = await queue.get(job.id)
    assert back is not None
    assert (back.state, back.result) == (JobState.CANCELLED, None)
    assert held.cleaned == [job.id]


async def test_a_job_that_has_just_finished_is_no_longer_cancelled(
    queue: JobQueue, held: HeldHandler, db: Database,
) -> None:
    (job,) = await _submit(queue, "1")
    await eventually(lambda: held.started)
    held.finish(held.started[0], {"file": "done"})
    await asyncio.sleep(0)  # the handler has returned, the queue has not yet stored it
    assert (await queue.cancel(job.id)).state is JobState.COMPLETED
    assert await _stored(db, job) == "completed"
    assert held.cleaned == []
    assert (await queue.cancel(job.id)).state is JobState.COMPLETED


@pytest.mark.parametrize("turns", range(12))
async def test_cancel_at_any_moment_of_the_start_ends_as_cancelled(
    queue: JobQueue, held: HeldHandler, db: Database, turns: int,
) -> None:
    (job,) = await _submit(queue, "1")
    for _ in range(turns):
        await asyncio.sleep(0)
    assert (await queue.cancel(job.id)).state is JobState.CANCELLED
    await eventually(lambda: not queue.busy)
    assert await _stored(db, job) == "cancelled"
    assert len(held.cancelled) == len(held.started)


async def test_cancel_all_ends_what_runs_and_what_waits(queue: JobQueue, held: HeldHandler) -> None:
    jobs = await _submit(queue, *"12345")
    await eventually(lambda: held.started)
    cancelled = await queue.cancel_all()
    assert {j.id for j in cancelled} == {j.id for j in jobs}
    await eventually(lambda: not queue.busy)
    assert held.names == ["1"]
    assert {j.state for j in await queue.history()} == {JobState.CANCELLED}


async def test_cancelling_what_is_not_there_says_so(queue: JobQueue) -> None:
    with pytest.raises(JobNotFound):
        await queue.cancel("nothing")


async def test_an_expected_failure_keeps_its_sentence(queue: JobQueue, held: HeldHandler) -> None:
    jobs = await _submit(queue, "app", "engine")
    await eventually(lambda: held.started)
    held.fail(held.started[0], AppError(Text.of("The disk “{d}” is full.", d="D:"), code="disk_full",
                                        safe=Text.of("The original is unchanged.")))
    await eventually(lambda: len(held.started) == 2)
    held.fail(held.started[1], EngineJobError(Text.of("No sound in it."), code="no_audio"))
    await eventually(lambda: not queue.busy)
    first, second = [await queue.get(job.id) for job in jobs]
    assert first is not None
    assert second is not None
    assert first.error is not None
    assert second.error is not None
    assert (first.state, first.error.code, str(first.error.sentence), str(first.error.safe)) == (
        JobState.FAILED, "disk_full", "The disk “D:” is full.", "The original is unchanged.")
    assert (second.error.code, second.error.safe) == ("no_audio", None)


@pytest.mark.plain_log
@pytest.mark.parametrize("error", [RuntimeError("/secret/path"), KeyError("x"), MemoryError()])
async def test_an_unexpected_failure_says_a_plain_sentence_and_the_queue_goes_on(
    queue: JobQueue, held: HeldHandler, error: Exception, caplog: pytest.LogCaptureFixture,
) -> None:
    job, _ = await _submit(queue, "bad", "good")
    await eventually(lambda: held.started)
    held.fail(held.started[0], error)
    await eventually(lambda: held.names == ["bad", "good"])
    failed = await queue.get(job.id)
    assert failed is not None
    assert failed.error is not None
    assert failed.state is JobState.FAILED
    assert "fault in the app" in str(failed.error.sentence)
    assert "secret" not in str(failed.error.sentence)
    assert any(record.levelname == "ERROR" and record.exc_info for record in caplog.records)


@pytest.mark.plain_log
async def test_a_result_that_is_no_json_fails_the_job_and_not_the_queue(
    queue: JobQueue, held: HeldHandler,
) -> None:
    job, _ = await _submit(queue, "bad", "good")
    await eventually(lambda: held.started)
    held.finish(held.started[0], {"object": object()})
    await eventually(lambda: held.names == ["bad", "good"])
    assert await _state(queue, job) is JobState.FAILED


async def test_retry_is_a_new_attempt_that_names_the_first(queue: JobQueue, held: HeldHandler) -> None:
    (job,) = await _submit(queue, "1")
    await eventually(lambda: held.started)
    with pytest.raises(JobNotRetryable):
        await queue.retry(job.id)
    await queue.cancel(job.id)
    await eventually(lambda: not queue.busy)
    again = await queue.retry(job.id)
    assert (again.attempt, again.retry_of, again.params, again.title) == (2, job.id, job.params, job.title)
    assert again.id != job.id
    assert again.seq > job.seq
    await eventually(lambda: len(held.started) == 2)
    held.finish(held.started[1])
    await eventually(lambda: not queue.busy)
    with pytest.raises(JobNotRetryable):
        await queue.retry(again.id)
    assert await _state(queue, job) is JobState.CANCELLED


async def test_a_double_click_on_retry_starts_one(queue: JobQueue, held: HeldHandler) -> None:
    (job,) = await _submit(queue, "1")
    await queue.cancel(job.id)
    first, second = await asyncio.gather(queue.retry(job.id), queue.retry(job.id))
    assert first.id == second.id
    assert len(queue.list_active()) == 1


async def test_retry_of_several_is_all_or_nothing(queue: JobQueue, held: HeldHandler) -> None:
    jobs = await _submit(queue, "1", "2")
    await queue.cancel_all()
    with pytest.raises(JobNotFound):
        await queue.retry_many([jobs[0].id, "nothing"])
    await eventually(lambda: not queue.busy)
    again = await queue.retry_many([job.id for job in jobs])
    assert [job.retry_of for job in again] == [job.id for job in jobs]


async def test_pause_starts_nothing_new_and_resume_goes_on(queue: JobQueue, held: HeldHandler) -> None:
    pauses: list[bool] = []
    queue.paused_changed.connect(pauses.append)
    await _submit(queue, "1", "2")
    await eventually(lambda: held.started)
    queue.pause()
    held.finish(held.started[0])
    await eventually(lambda: len(queue.list_active()) == 1)
    assert held.names == ["1"]
    queue.resume()
    await eventually(lambda: held.names == ["1", "2"])
    assert pauses == [True, False]


async def test_progress_reaches_the_listener_thinned_out_and_the_last_one_counts(
    queue: JobQueue, held: HeldHandler, events: list[Job],
) -> None:
    (job,) = await _submit(queue, "1")
    await eventually(lambda: held.started)
    context = held.contexts[job.id]
    loop = asyncio.get_running_loop()
    begin = loop.time()
    for step in range(1, 2001):
        context.report_units(Text.of("Converting"), step, 4000)
        if step % 20 == 0:
            await asyncio.sleep(0)
    await eventually(lambda: any(e.progress and e.progress.fraction == 0.5 for e in events))
    seen = [e.progress.fraction for e in events if e.progress and e.progress.fraction is not None]
    assert len(seen) <= 2 + (loop.time() - begin) * 10
    assert seen == sorted(seen)
    now = await queue.get(job.id)
    assert now is not None
    assert now.progress is not None
    assert str(now.progress.stage) == "Converting"
    held.finish(held.started[0])
    await eventually(lambda: not queue.busy)
    context.report(Text.of("too late"), 0.9)
    assert events[-1].state is JobState.COMPLETED
    assert events[-1].progress is None


async def test_order_and_retry_do_not_depend_on_the_wall_clock(
    queue: JobQueue, held: HeldHandler, clock: HandClock,
) -> None:
    queue.pause()
    a = (await _submit(queue, "a"))[0]
    clock.jump(days=-1)
    b = (await _submit(queue, "b"))[0]
    clock.jump(days=3650)
    c = (await _submit(queue, "c"))[0]
    clock.jump(days=-7300)
    assert [str(j.title) for j in queue.list_active()] == ["a", "b", "c"]
    queue.resume()
    for n in range(3):
        await eventually(lambda n=n: len(held.started) > n)
        clock.jump(hours=-5)
        held.finish(held.started[n])
    await eventually(lambda: not queue.busy)
    assert held.names == ["a", "b", "c"]
    assert [j.id for j in await queue.history()] == [c.id, b.id, a.id]
    assert [j.id for j in await queue.history(before_seq=c.seq)] == [b.id, a.id]


async def test_closing_makes_unfinished_jobs_what_is_asked(db: Database, clock: HandClock) -> None:
    for end in (JobState.INTERRUPTED, JobState.CANCELLED):
        held = HeldHandler()
        queue = JobQueue(db, clock)
        queue.register(held)
        await queue.start()
        running, waiting = await _submit(queue, "1", "2")
        await eventually(lambda held=held: held.started)
        await queue.aclose(end)
        assert await _stored(db, running) == end.value
        assert await _stored(db, waiting) == end.value
        assert held.cleaned == [running.id]
        with pytest.raises(RuntimeError):
            await queue.submit("held", name("late"), {})


@pytest.mark.plain_log
async def test_closing_does_not_wait_for_ever_for_a_handler_that_holds_on(
    db: Database, clock: HandClock, monkeypatch: pytest.MonkeyPatch,
) -> None:
    from characoid_desktop.jobs import lanes

    monkeypatch.setattr(lanes, "STOP_LIMIT_S", 0.05)
    held = HeldHandler()
    held.lets_go.clear()
    queue = JobQueue(db, clock)
    queue.register(held)
    await queue.start()
    (job,) = await _submit(queue, "1")
    await eventually(lambda: held.started)
    await queue.aclose()
    assert await _stored(db, job) == "interrupted"


async def test_a_second_handler_or_an_unknown_lane_is_refused(queue: JobQueue) -> None:
    with pytest.raises(ValueError, match="two handlers"):
        queue.register(HeldHandler())
    with pytest.raises(ValueError, match="no lane"):
        queue.register(HeldHandler("other", "nowhere"))

import asyncio
import hashlib
import os
import time
from pathlib import Path

import pytest

from characoid_desktop.engines.contracts import EngineJobError, EngineState, EngineUnavailable
from characoid_desktop.engines.keeper import HostLimits
from characoid_desktop.engines.link import LinkLimits
from tests.fakes.eventually import eventually


async def test_the_first_request_starts_the_child_and_the_next_ones_use_it(hosts, states):
    host = hosts.real()
    seen = states(host)
    assert (host.state, host.pid) == (EngineState.STOPPED, 0)
    result = await host.run("echo", {"text": "音 \udcff", "n": [1, 2.5, None]})
    assert result.value == {"params": {"text": "音 \udcff", "n": [1, 2.5, None]}}
    pid = host.pid
    assert (await host.run("facts", {})).value["pid"] == pid
    assert seen == [EngineState.STARTING, EngineState.READY, EngineState.BUSY, EngineState.READY,
                    EngineState.BUSY, EngineState.READY]  # fmt: skip
    await host.stop()
    assert host.state is EngineState.STOPPED
    assert host.pid == 0


async def test_stop_leaves_no_task_and_no_timer_and_a_later_request_starts_anew(hosts):
    before = asyncio.all_tasks()
    host = hosts.real(idle_stop_s=60)
    await host.run("echo", {})
    first = host.pid
    await host.stop()
    await host.stop()
    assert asyncio.all_tasks() == before
    await host.run("echo", {})
    assert host.pid != first
    await host.stop()
    assert asyncio.all_tasks() == before


async def test_requests_at_once_get_each_their_own_answer(hosts):
    host = hosts.real()
    results = await asyncio.gather(*(host.run("echo", {"n": n}) for n in range(50)))
    assert [r.value["params"]["n"] for r in results] == list(range(50))


async def test_payloads_come_with_the_result_in_order(hosts):
    host = hosts.real()
    sizes = [0, 1, 70_000, 5_000_000]
    one, two = await asyncio.gather(host.run("payloads", {"sizes": sizes}), host.run("payloads", {"sizes": sizes}))
    for result in (one, two):
        assert [len(p) for p in result.payloads] == sizes
        assert hashlib.sha256(b"".join(result.payloads)).hexdigest() == result.value["sha256"]


async def test_progress_arrives_while_the_request_runs(hosts):
    host = hosts.real()
    reports = []
    await host.run("count", {"steps": 60}, on_progress=reports.append)
    assert len(reports) >= 2
    assert [r.done for r in reports] == sorted(r.done for r in reports)
    assert {(r.stage, r.total) for r in reports} == {("counting", 60.0)}


@pytest.mark.plain_log
async def test_a_progress_listener_that_fails_does_not_fail_the_request(hosts):
    def listener(progress):
        raise ZeroDivisionError

    host = hosts.real()
    assert (await host.run("count", {"steps": 5}, on_progress=listener)).value == {"steps": 5}


@pytest.mark.parametrize(
    ("kind", "code", "words"),
    [
        ("engine", "bad_rate", "sample rate of 0 Hz"),
        ("memory", "out_of_memory", "not enough memory"),
        ("disk", "disk_full", "disk is full"),
        ("bug", "internal", "could not finish"),
        ("not_json", "internal", "could not finish"),
    ],
)
async def test_an_error_answer_is_one_sentence_and_the_child_lives_on(hosts, tmp_path, kind, code, words):
    host = hosts.real()
    scratch = tmp_path / "half.wav"
    with pytest.raises(EngineJobError) as caught:
        await host.run("fail", {"kind": kind, "scratch": str(scratch)}, scratch=[scratch])
    assert caught.value.code == code
    assert words in str(caught.value.sentence)
    assert not scratch.exists()
    pid = host.pid
    await host.run("echo", {})
    assert host.pid == pid


async def test_an_unknown_operation_and_params_json_cannot_hold_fail_only_themselves(hosts):
    host = hosts.real()
    with pytest.raises(EngineJobError) as caught:
        await host.run("no_such_op", {})
    assert caught.value.code == "unknown_op"
    for params in ({"x": object()}, {"x": float("nan")}, {"x": "y" * 2_000_000}):
        with pytest.raises(EngineJobError) as caught:
            await host.run("echo", params)
        assert caught.value.code == "bad_params"
    assert (await host.run("echo", {})).value == {"params": {}}


async def test_the_child_sees_no_secret_and_no_stray_folder(hosts, monkeypatch, tmp_path):
    monkeypatch.setenv("OPENAI_API_KEY", "sk-canary")
    monkeypatch.setenv("HTTPS_PROXY", "http://user:canary@proxy")
    monkeypatch.setenv("PYTHONSTARTUP", str(tmp_path / "canary.py"))
    monkeypatch.chdir(tmp_path)
    (tmp_path / "json.py").write_text("raise SystemExit('canary')")
    host = hosts.real()
    facts = (await host.run("facts", {})).value
    assert "canary" not in str(facts["environ"])
    assert facts["environ"]["CHARACOID_HOME"] == os.environ["CHARACOID_HOME"]
    assert facts["environ"]["OMP_NUM_THREADS"] == str(max(1, (os.cpu_count() or 1) - 1))
    assert facts["encoding"] == "utf-8"
    assert str(tmp_path) not in facts["path"]
    assert "" not in facts["path"]
    assert facts["session"] == facts["pid"], "a session of its own"


# Cancel


async def test_cancel_is_answered_within_500_ms_and_the_child_stays_warm(hosts, scope, tmp_path):
    host = hosts.real()
    await host.start()
    pid = host.pid
    scratch = tmp_path / "half.wav"
    task = scope.start(host.run("count", {"steps": 100_000, "scratch": str(scratch)}, scratch=[scratch]))
    await eventually(scratch.exists)
    started = time.monotonic()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert time.monotonic() - started < 0.5
    assert not scratch.exists()
    assert host.state is EngineState.READY
    await host.run("echo", {})
    assert host.pid == pid


@pytest.mark.slow
async def test_fifty_cancels_at_random_moments_leave_one_warm_child_and_no_file(hosts, scope, tmp_path):
    import random

    source = random.Random(11)
    host = hosts.real()
    await host.start()
    pid = host.pid
    slowest = 0.0
    for number in range(50):
        scratch = tmp_path / f"{number}.wav"
        task = scope.start(host.run("count", {"steps": 100_000, "scratch": str(scratch)}, scratch=[scratch]))
        await asyncio.wait({task}, timeout=source.choice([0.0, 0.0005, 0.002]) + source.random() * 0.04)
        started = time.monotonic()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        slowest = max(slowest, time.monotonic() - started)
        assert not scratch.exists()
        if number % 3:
            assert (await host.run("echo", {"n": number})).value == {"params": {"n": number}}
    assert slowest < 0.5
    assert host.pid == pid
    await eventually(lambda: host.state is EngineState.READY)
    assert list(tmp_path.glob("*.wav")) == []


async def test_a_child_that_ignores_a_cancel_is_killed_and_a_warm_one_takes_its_place(hosts, scope, tmp_path):
    host = hosts.fake("rewrites_scratch")
    scratch = tmp_path / "half.wav"
    await host.start()
    first = host.pid
    task = scope.start(host.run("x", {"scratch": str(scratch)}, scratch=[scratch]))
    await eventually(scratch.exists)
    started = time.monotonic()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert time.monotonic() - started < 0.5
    await eventually(lambda: host.state is EngineState.READY and host.pid not in (0, first))
    assert not scratch.exists()
    assert (await host.run("x", {"behave": True})).value == {"params": {"behave": True}}
    assert not scratch.exists()


async def test_a_handler_stuck_in_c_code_is_cancelled_within_500_ms_and_gone_after_two_seconds(hosts, scope, tmp_path):
    host = hosts.real()
    scratch = tmp_path / "half.wav"
    started_holding = asyncio.Event()
    task = scope.start(
        host.run("hold", {"seconds": 60, "scratch": str(scratch)}, scratch=[scratch],
                 on_progress=lambda _: started_holding.set())
    )  # fmt: skip
    await started_holding.wait()
    first = host.pid
    started = time.monotonic()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert time.monotonic() - started < 0.5
    await eventually(lambda: host.pid not in (0, first) and host.state is EngineState.READY, 5)
    assert time.monotonic() - started < 4
    assert not scratch.exists()


async def test_a_cancel_before_the_child_is_ready_removes_what_the_caller_made(hosts, scope, tmp_path):
    host = hosts.real()
    scratch = tmp_path / "placeholder.wav"
    scratch.touch()
    task = scope.start(host.run("count", {"steps": 100_000, "scratch": str(scratch)}, scratch=[scratch]))
    await eventually(lambda: host.state is EngineState.STARTING)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert not scratch.exists()
    await eventually(lambda: host.state is EngineState.READY)


async def test_a_request_that_waits_behind_others_is_cancelled_at_once(hosts, scope):
    host = hosts.real()
    long = [scope.start(host.run("count", {"steps": 100_000})) for _ in range(2)]
    waiting = scope.start(host.run("echo", {}))
    await eventually(lambda: host.state is EngineState.BUSY)
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting
    assert not any(task.done() for task in long)
    for task in long:
        task.cancel()
    await asyncio.wait(long)


async def test_stop_in_the_middle_of_requests_fails_each_with_a_sentence(hosts, scope, tmp_path):
    host = hosts.real()
    paths = [tmp_path / f"{n}.wav" for n in range(3)]
    tasks = [scope.start(host.run("count", {"steps": 100_000, "scratch": str(p)}, scratch=[p])) for p in paths]
    await eventually(lambda: paths[0].exists() and paths[1].exists())
    await host.stop()
    for task in tasks:
        with pytest.raises(EngineUnavailable) as caught:
            await task
        assert str(caught.value.sentence) == "The test engine was stopped before it had finished."
    assert not any(path.exists() for path in paths)


async def test_stop_while_it_starts_leaves_no_process(hosts, scope):
    host = hosts.real()
    task = scope.start(host.run("echo", {}))
    await eventually(lambda: host.state is EngineState.STARTING)
    await host.stop()
    with pytest.raises(EngineUnavailable):
        await task
    assert host.state is EngineState.STOPPED


async def test_a_child_with_nothing_to_do_ends_after_the_idle_time_and_starts_on_demand(hosts, states):
    host = hosts.real(idle_stop_s=0.15)
    seen = states(host)
    await host.run("echo", {})
    pid = host.pid
    await host.run("count", {"steps": 60})
    assert host.pid == pid, "working is not idle"
    await eventually(lambda: host.state is EngineState.STOPPED)
    assert seen[-2:] == [EngineState.STOPPING, EngineState.STOPPED]
    await host.run("echo", {})
    assert host.pid not in (0, pid)


async def test_a_request_in_the_moment_of_the_idle_stop_is_answered(hosts):
    host = hosts.real(idle_stop_s=0.05)
    await host.run("echo", {})
    await eventually(lambda: host.state is EngineState.STOPPING)
    assert (await host.run("echo", {"n": 1})).value == {"params": {"n": 1}}


async def test_the_log_of_the_child_is_in_memory_and_in_its_file(hosts):
    host = hosts.real()
    await host.run("shout", {})
    await host.stop()
    for text in (host.log_tail(), Path(hosts.paths.logs / "engine-test.log").read_text()):
        assert "printed by Python" in text
        assert "ended with code 0" in text


@pytest.mark.slow
async def test_two_hundred_thousand_frames_pass_and_the_loop_goes_on(hosts):
    host = hosts.fake("frames", limits=HostLimits(link=LinkLimits(flood_s=60.0)))
    reports = 0

    def report(_: object) -> None:
        nonlocal reports
        reports += 1

    result = await host.run("x", {"count": 200_000}, on_progress=report)
    assert reports == 200_000
    assert result.value["params"] == {"count": 200_000}

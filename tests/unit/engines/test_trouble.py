"""Children that misbehave (faults FLT-10 to FLT-14 of the design)."""

import asyncio
import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import psutil
import pytest

from characoid_desktop.core.errors import ActionKind
from characoid_desktop.engines.contracts import EngineJobError, EngineState, EngineUnavailable
from tests.fakes.eventually import eventually
from tests.unit.engines.conftest import QUICK, is_gone, wait_gone

ROOT = Path(__file__).parents[3]


# Crash


@pytest.mark.parametrize(
    ("mode", "words"),
    [
        ("exit", "The test engine stopped unexpectedly."),
        ("half_then_exit", "The test engine stopped unexpectedly."),
        ("half_payload_then_exit", "The test engine stopped unexpectedly."),
        ("segfault", "The test engine crashed."),
    ],
)
async def test_a_child_that_dies_in_a_request_fails_it_and_a_new_one_is_started(hosts, states, mode, words, tmp_path):
    host = hosts.fake(mode)
    scratch = tmp_path / "half.wav"
    scratch.write_bytes(b"half")
    await host.start()
    first = host.pid
    seen = states(host)
    with pytest.raises(EngineUnavailable) as caught:
        await host.run("x", {}, scratch=[scratch])
    assert str(caught.value.sentence) == words
    assert "no half-written file" in str(caught.value.safe)
    assert caught.value.action.kind is ActionKind.OPEN_LOG
    assert not scratch.exists()
    await eventually(lambda: host.state is EngineState.READY and host.pid not in (0, first))
    assert EngineState.BACKING_OFF in seen
    assert (await host.run("x", {"behave": True})).value["params"] == {"behave": True}


async def test_the_detail_of_a_crash_names_how_it_ended_and_its_last_words(hosts):
    host = hosts.fake("exit")
    with pytest.raises(EngineUnavailable) as caught:
        await host.run("x", {})
    assert "ended with code 4" in caught.value.detail
    assert "fatal: giving up" in caught.value.detail
    assert "\x1b" not in caught.value.detail


async def test_every_request_in_flight_fails_when_the_child_dies(hosts, scope):
    host = hosts.real(limits=QUICK)
    tasks = [scope.start(host.run("count", {"steps": 100_000})) for _ in range(3)]
    await eventually(lambda: host.state is EngineState.BUSY)
    os.kill(host.pid, signal.SIGSEGV)
    for task in tasks:
        with pytest.raises(EngineUnavailable):
            await task


async def test_three_crashes_in_five_minutes_end_in_failed_and_restart_forgives(hosts, states):
    host = hosts.fake("exit")
    seen = states(host)
    for _ in range(3):
        with pytest.raises(EngineUnavailable) as caught:
            await host.run("x", {})
    await eventually(lambda: host.state is EngineState.FAILED)
    assert seen.count(EngineState.BACKING_OFF) == 2
    for ask in (host.run("x", {"behave": True}), host.start()):
        with pytest.raises(EngineUnavailable) as caught:
            await ask
        assert "stopped several times" in str(caught.value.sentence)
        assert caught.value.action.kind is ActionKind.RESTART_ENGINE
        assert caught.value.action.args == {"engine": "test"}
    assert str(host.light_sentence()) == str(caught.value.sentence)
    await host.restart()
    assert host.state is EngineState.READY
    assert (await host.run("x", {"behave": True})).value["params"] == {"behave": True}


async def test_crashes_further_apart_than_the_window_are_no_three_strikes(hosts):
    host = hosts.fake("exit", limits=replace(QUICK, strike_window_s=0.0))
    for _ in range(5):
        with pytest.raises(EngineUnavailable):
            await host.run("x", {})
    await host.run("x", {"behave": True})
    assert host.state is not EngineState.FAILED


async def test_the_pause_before_a_restart_doubles(hosts, states):
    times = []
    host = hosts.fake("crash_at_start", limits=replace(QUICK, strikes=4, backoff_s=(0.1, 0.2, 0.4)))
    host.state_changed.connect(lambda state: times.append((state, time.monotonic())))
    with pytest.raises(EngineUnavailable):
        await host.start()
    pauses = [b[1] - a[1] for a, b in pairwise(times) if a[0] is EngineState.BACKING_OFF]
    assert len(pauses) == 3
    assert all(wanted <= pause < wanted + 0.1 for wanted, pause in zip((0.1, 0.2, 0.4), pauses, strict=True))


async def test_a_child_that_crashes_at_every_start_ends_in_failed_with_its_words_in_the_log(hosts):
    host = hosts.fake("crash_at_start")
    with pytest.raises(EngineUnavailable) as caught:
        await host.run("x", {})
    assert host.state is EngineState.FAILED
    assert "libsomething.so" in caught.value.detail
    assert "libsomething.so" in host.log_tail()


async def test_a_request_waits_through_two_failed_starts(hosts, tmp_path):
    host = hosts.fake("crash_until", f"{tmp_path / 'starts'}:3")
    assert (await host.run("x", {"n": 1})).value["params"] == {"n": 1}


async def test_a_program_that_is_not_there_is_failed_after_three_tries(hosts, states):
    host = hosts.program("/no/such/program", limits=QUICK)
    seen = states(host)
    with pytest.raises(EngineUnavailable) as caught:
        await host.run("x", {})
    assert "cannot be started" in str(caught.value.sentence)
    assert "/no/such/program" in caught.value.detail or "No such file" in caught.value.detail
    assert seen.count(EngineState.STARTING) == 3
    assert host.state is EngineState.FAILED


async def test_a_working_folder_that_was_cleaned_away_does_not_keep_the_child_from_starting(hosts):
    host = hosts.real()
    hosts.paths.cache.rmdir()
    assert (await host.run("echo", {})).value == {"params": {}}


@pytest.mark.parametrize("mode", ["wrong_protocol", "wrong_engine"])
async def test_a_child_of_another_version_is_refused_without_another_try(hosts, states, mode):
    host = hosts.fake(mode)
    seen = states(host)
    with pytest.raises(EngineUnavailable) as caught:
        await host.run("x", {})
    assert "does not fit this version" in str(caught.value.sentence)
    assert seen.count(EngineState.STARTING) == 1
    assert host.state is EngineState.FAILED


async def test_flt_42_a_child_of_files_that_were_updated_meanwhile_is_refused_with_what_to_do(hosts, states):
    host = hosts.fake("updated")
    seen = states(host)
    with pytest.raises(EngineUnavailable) as caught:
        await host.run("x", {})
    assert "was updated while the app was running" in str(caught.value.sentence)
    assert "start it again" in str(caught.value.sentence)
    assert seen.count(EngineState.STARTING) == 1
    assert host.state is EngineState.FAILED


async def test_flt_15_an_engine_has_no_port_that_a_stranger_could_hold(hosts):
    host = hosts.real()
    await host.run("echo", {})
    family = [psutil.Process(host.pid), *psutil.Process(host.pid).children(recursive=True)]
    assert [one.net_connections(kind="inet") for one in family] == [[]] * len(family)


async def test_a_child_that_never_says_hello_is_ended(hosts):
    limits = replace(QUICK, strikes=2, link=replace(QUICK.link, hello_s=0.3))
    host = hosts.fake("never_hello", limits=limits)
    with pytest.raises(EngineUnavailable) as caught:
        await host.start()
    assert caught.value.action.kind is ActionKind.RESTART_ENGINE
    assert host.state is EngineState.FAILED
    assert host.log_tail().count("not_ready") == 2


@pytest.mark.slow
async def test_a_child_that_never_says_hello_and_ignores_sigterm_is_killed(hosts, tmp_path):
    limits = replace(QUICK, strikes=1, link=replace(QUICK.link, hello_s=1.0))
    pid_file = tmp_path / "pid"
    host = hosts.fake("never_hello_ignoring_all", pid_file, limits=limits)
    with pytest.raises(EngineUnavailable):
        await host.start()
    assert is_gone(int(pid_file.read_text()))


async def test_noise_before_the_hello_does_no_harm(hosts):
    host = hosts.fake("noise_before_hello")
    assert (await host.run("x", {})).value == {"params": {}}


# Hang


@pytest.mark.slow
async def test_a_child_that_falls_silent_and_ignores_sigterm_is_killed_and_replaced(hosts, tmp_path):
    pid_file, scratch = tmp_path / "pid", tmp_path / "half.wav"
    scratch.touch()
    host = hosts.fake("hang", pid_file)
    with pytest.raises(EngineUnavailable) as caught:
        await host.run("x", {}, scratch=[scratch])
    assert str(caught.value.sentence) == "The test engine stopped answering and was ended."
    assert is_gone(int(pid_file.read_text()))
    assert not scratch.exists()
    await eventually(lambda: host.state is EngineState.READY)


async def test_a_child_that_beats_but_does_not_read_is_found_out_by_a_ping(hosts, scope):
    host = hosts.fake("deaf_to_input", limits=replace(QUICK, cancel_confirm_s=30.0))
    await host.start()
    first = host.pid
    task = scope.start(host.run("x", {}))
    await eventually(lambda: host.state is EngineState.BUSY)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    await eventually(lambda: host.pid not in (0, first) and host.state is EngineState.READY)


@pytest.mark.slow
async def test_a_pause_of_the_app_itself_is_not_taken_for_a_silent_child(hosts):
    host = hosts.fake("good")
    await host.start()
    pid = host.pid
    # Twice what a child may be silent: the whole loop stands still, as after a sleep of the machine.
    time.sleep(2.4)  # noqa: ASYNC251
    assert (await host.run("x", {})).value == {"params": {}}
    await asyncio.sleep(0)
    assert host.pid == pid


# Memory


@pytest.mark.parametrize("mode", ["sigkill", "oom_words"])
async def test_a_child_that_ran_out_of_memory_says_so_and_is_not_restarted_in_a_loop(hosts, states, mode):
    host = hosts.fake(mode)
    seen = states(host)
    for _ in range(4):
        with pytest.raises(EngineUnavailable) as caught:
            await host.run("x", {})
        assert "memory ran out" in str(caught.value.sentence)
        await eventually(lambda: host.state is EngineState.STOPPED)
    assert seen.count(EngineState.STARTING) == 4
    assert EngineState.BACKING_OFF not in seen
    assert (await host.run("x", {"behave": True})).value["params"] == {"behave": True}


async def test_memory_that_runs_out_under_a_limit_is_an_error_of_the_request_only(hosts):
    host = hosts.real()
    with pytest.raises(EngineJobError) as caught:
        await host.run("eat", {})
    assert caught.value.code == "out_of_memory"
    pid = host.pid
    await host.run("echo", {})
    assert host.pid == pid


# Garbage


@pytest.mark.parametrize("mode", ["garbage_answer", "nan_answer", "wrong_shape"])
async def test_a_garbage_answer_fails_that_request_and_the_child_is_kept(hosts, mode, tmp_path):
    host = hosts.fake(mode)
    await host.start()
    pid = host.pid
    scratch = tmp_path / "half.wav"
    scratch.touch()
    with pytest.raises(EngineJobError) as caught:
        await host.run("x", {}, scratch=[scratch])
    assert caught.value.code == "garbage_answer"
    assert not scratch.exists()
    assert (await host.run("x", {"behave": True})).value["params"] == {"behave": True}
    assert host.pid == pid


async def test_garbage_spares_the_requests_the_child_still_works_on(hosts, scope):
    host = hosts.fake("garbage_answer")
    await host.start()
    other = scope.start(host.run("x", {"behave": True, "later": True}))
    await eventually(lambda: host.state is EngineState.BUSY)
    with pytest.raises(EngineJobError):
        await host.run("x", {})
    assert not other.done()
    await host.run("x", {"behave": True, "finish_others": True})
    assert (await other).value == {}


async def test_an_answer_that_got_lost_does_not_cost_the_child_when_the_request_is_cancelled(hosts, scope):
    host = hosts.fake("no_answer")
    await host.start()
    pid = host.pid
    task = scope.start(host.run("x", {}))
    await eventually(lambda: host.state is EngineState.BUSY)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    await host.run("x", {"behave": True})
    assert host.pid == pid


async def test_payloads_without_end_fail_the_request_and_end_the_child(hosts):
    host = hosts.fake("payloads_without_end")
    await host.start()
    pid = host.pid
    with pytest.raises(EngineJobError) as caught:
        await host.run("x", {})
    assert caught.value.code == "garbage_answer"
    await eventually(lambda: host.pid not in (0, pid) and host.state is EngineState.READY)


async def test_second_and_late_answers_and_frames_of_the_wrong_direction_are_ignored(hosts):
    for mode in ("twice_and_late", "app_frames"):
        host = hosts.fake(mode)
        for number in range(5):
            assert (await host.run("x", {"n": number})).value["params"] == {"n": number}
        assert host.state is EngineState.READY


async def test_an_error_answer_with_odd_content_is_bounded_and_harmless(hosts):
    host = hosts.fake("bad_error")
    with pytest.raises(EngineJobError) as caught:
        await host.run("x", {})
    assert caught.value.code == "internal"
    assert len(str(caught.value.sentence)) < 400
    assert len(caught.value.detail) <= 8000


async def test_odd_progress_is_bounded(hosts):
    host = hosts.fake("odd_progress")
    reports = []
    await host.run("x", {}, on_progress=reports.append)
    assert [(len(r.stage), r.done, r.total) for r in reports] == [(64, 5.0, 5.0), (0, 0.0, 0.0), (3, 1e18, 0.0)]


async def test_a_cancelled_that_nobody_asked_for_is_an_error_not_a_cancel(hosts):
    host = hosts.fake("cancelled_unasked")
    with pytest.raises(EngineUnavailable):
        await host.run("x", {})


# Floods


@pytest.mark.slow
@pytest.mark.parametrize("mode", ["flood_before_hello", "flood_of_frames", "flood_of_log"])
async def test_a_flood_is_ended_and_does_not_pile_up(hosts, mode):
    import psutil

    before = psutil.Process().memory_info().rss
    host = hosts.fake(mode, limits=replace(QUICK, strikes=1))
    try:
        await host.start()
    except EngineUnavailable:
        pass
    await eventually(lambda: host.state is EngineState.FAILED, 30)
    assert psutil.Process().memory_info().rss - before < 100_000_000
    assert (hosts.paths.logs / "engine-test.log").stat().st_size < 3_000_000


# The whole tree


@pytest.mark.parametrize("apart", [False, True])
async def test_stop_leaves_nothing_of_the_tree(hosts, apart):
    host = hosts.fake("grandchild")
    grandchild = (await host.run("x", {"apart": apart})).value["pid"]
    pid = host.pid
    await host.stop()
    assert is_gone(pid)
    assert is_gone(grandchild)


@pytest.mark.slow
async def test_a_child_that_ignores_the_shutdown_and_sigterm_is_killed(hosts):
    host = hosts.fake("ignores_shutdown")
    await host.start()
    pid = host.pid
    await host.stop()
    assert is_gone(pid)


async def test_a_crash_takes_the_session_of_the_child_with_it(hosts):
    host = hosts.fake("grandchild")
    grandchild = (await host.run("x", {})).value["pid"]
    os.kill(host.pid, signal.SIGSEGV)
    await eventually(lambda: is_gone(grandchild))


PARENT = """
import asyncio, sys
from dataclasses import replace
from pathlib import Path
from PySide6.QtCore import QCoreApplication
from characoid_desktop.app.loop import run
from characoid_desktop.core.i18n import Text
from characoid_desktop.core.paths import AppPaths
from characoid_desktop.engines.catalog import launch
from characoid_desktop.engines.supervisor import QtEngineHost

async def main():
    paths = AppPaths.locate()
    paths.create()
    start = launch("tests.fakes.engine_ops", paths)
    host = QtEngineHost("x", Text("x"), replace(start, command=(*start.command[:-1], "--module", start.engine)))
    grandchild = (await host.run("spawn", {})).value["pid"]
    begun = asyncio.Event()
    op, scratch = sys.argv[1:]
    request = asyncio.get_running_loop().create_task(
        host.run(op, {"seconds": 60, "scratch": scratch}, on_progress=lambda p: begun.set()))
    await begun.wait()
    print(host.pid, grandchild, flush=True)
    await request

run(QCoreApplication([]), main())
"""


@pytest.mark.parametrize("op", ["deaf", "hold"])
def test_when_the_app_is_killed_its_child_and_grandchild_are_gone_within_a_second(home, tmp_path, op):
    scratch = tmp_path / "half.wav"
    parent = subprocess.Popen([sys.executable, "-c", PARENT, op, str(scratch)], stdout=subprocess.PIPE, cwd=ROOT)
    try:
        assert parent.stdout is not None
        child, grandchild = map(int, parent.stdout.readline().split())
        assert scratch.exists()
        parent.kill()
        started = time.monotonic()
        wait_gone(child, 1.0)
        wait_gone(grandchild, max(0.01, 1.0 - (time.monotonic() - started)))
        assert not scratch.exists()
    finally:
        parent.kill()
        parent.communicate()

"""FLT-17 … FLT-22: what a model server can do wrong, and what becomes of the turn."""

from __future__ import annotations

import asyncio
import contextlib
import socket

import pytest

from characoid_desktop.core.errors import ActionKind
from characoid_desktop.integrations.llm import errors
from characoid_desktop.integrations.llm.chat import Means
from characoid_desktop.integrations.llm.errors import (
    KeyRefused,
    ModelNotFound,
    NotAModelServer,
    NotReachable,
    NotTrusted,
    PaymentNeeded,
    ReplyCut,
    RequestRefused,
    ServerError,
    Stalled,
    TooManyRequests,
)
from characoid_desktop.integrations.llm.patience import Patience
from tests.fakes import model_replies as replies
from tests.fakes.certificates import self_signed
from tests.fakes.eventually import eventually
from tests.fakes.model_bench import QUICK, WEATHER
from tests.fakes.model_replies import Reply, Wait
from tests.fakes.model_server import ModelServer

# FLT-17


@pytest.mark.parametrize("status", [401, 403])
async def test_flt_17_a_refused_key_is_said_once_and_leads_to_the_settings(server, bench, status):
    server.script(replies.failure(status, "Incorrect API key provided"), replies.text("never"))
    heard = await bench.ask(bench.model(server.base_url, key="sk-canary-0123456789"))
    assert type(heard.error) is KeyRefused
    assert str(heard.error) == f"127.0.0.1:{server.port} refuses the key."
    assert heard.error.action.kind is ActionKind.OPEN_SETTINGS
    assert heard.error.action.args == {"page": "models"}
    assert str(heard.error.safe) == "Your message is kept."
    assert len(server.chats) == 1
    assert bench.slept == []


async def test_flt_17_without_a_key_the_sentence_says_that_one_is_wanted(server, bench):
    server.script(replies.failure(401))
    heard = await bench.ask(bench.model(server.base_url))
    assert "wants a key" in str(heard.error)


@pytest.mark.parametrize("answer", [
    replies.failure(404, "The model `fake-1` does not exist"),
    replies.failure(404, "model 'fake-1' not found, try pulling it first"),
    replies.failure(400, "Model Not Exist"),
])
async def test_flt_17_a_model_that_is_not_there_is_named(server, bench, answer):
    server.script(answer)
    heard = await bench.ask(bench.model(server.base_url))
    assert type(heard.error) is ModelNotFound
    assert "“fake-1”" in str(heard.error)
    assert len(server.chats) == 1


async def test_flt_17_the_servers_own_words_are_shown_when_it_refuses(server, bench):
    server.script(replies.failure(422, "temperature must\n be <b>below</b> 2\u202e"))
    heard = await bench.ask(bench.model(server.base_url))
    assert type(heard.error) is RequestRefused
    assert "It says: “temperature must be <b>below</b> 2”" in str(heard.error)


# FLT-18


async def test_flt_18_too_many_requests_waits_as_long_as_the_server_says_and_shows_it(server, bench):
    server.script(replies.failure(429, retry_after="2"), replies.failure(429, retry_after="3600"),
                  replies.failure(429, retry_after="Mon, 30 Nov 2026 12:00:07 GMT"), replies.text("Here."))
    heard = await bench.ask(bench.model(server.base_url))
    assert heard.text == "Here."
    assert bench.slept == [2.0, 60.0, 7.0], "as said, at most a minute, until that date"
    assert [(n, s) for n, s, _ in bench.retried] == [(1, 2.0), (2, 60.0), (3, 7.0)]
    assert "too many requests" in bench.retried[0][2]


async def test_flt_18_after_three_waits_it_gives_up(server, bench):
    server.behave = lambda request: replies.failure(429)
    heard = await bench.ask(bench.model(server.base_url))
    assert type(heard.error) is TooManyRequests
    assert len(server.chats) == 4
    assert bench.slept == [1.0, 2.0, 4.0]


@pytest.mark.parametrize("answer", [
    replies.failure(402, "Insufficient Balance"),
    replies.failure(429, "You exceeded your current quota, please check your plan", code="insufficient_quota"),
])
async def test_flt_18_no_credit_is_never_tried_again(server, bench, answer):
    server.script(answer)
    heard = await bench.ask(bench.model(server.base_url))
    assert type(heard.error) is PaymentNeeded
    assert len(server.chats) == 1


async def test_flt_18_a_wait_can_be_cancelled(server, bench):
    server.behave = lambda request: replies.failure(503, retry_after="50")
    model = bench.model(server.base_url)
    model._means = Means()  # a real wait of 50 s
    loop = asyncio.get_running_loop()
    task = loop.create_task(bench.ask(model))
    await eventually(lambda: bench.retried)
    began = loop.time()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert loop.time() - began < 5.0
    assert len(server.chats) == 1


# FLT-19


@pytest.mark.parametrize("status", [500, 502, 503, 529])
async def test_flt_19_a_failing_server_gets_three_more_tries(server, bench, status):
    server.script(*[replies.failure(status)] * 3, replies.text("Back."))
    heard = await bench.ask(bench.model(server.base_url))
    assert heard.text == "Back."
    assert bench.slept == [1.0, 2.0, 4.0]


async def test_flt_19_then_it_says_what_the_server_said(server, bench):
    server.behave = lambda request: replies.failure(500, "model requires more system memory (9 GiB)")
    heard = await bench.ask(bench.model(server.base_url))
    assert type(heard.error) is ServerError
    assert "more system memory (9 GiB)" in str(heard.error)
    assert len(server.chats) == 4


async def test_flt_19_waits_are_spread_by_chance(server, bench):
    from characoid_desktop.integrations.llm.retries import Retries

    retries = Retries(jitter=lambda: 0.5)
    error = errors.server_error(bench.wire(server.base_url).endpoint)
    assert [retries.next_wait(error) for _ in range(4)] == [1.25, 2.25, 4.25, None]


async def test_flt_19_a_gateways_page_is_a_failing_server_too(server, bench):
    server.script(replies.page(502), replies.text("Back."))
    assert (await bench.ask(bench.model(server.base_url))).text == "Back."


async def test_flt_19_no_retry_once_a_tool_ran_since_the_request(server, bench):
    server.behave = lambda request: replies.failure(500)
    bench.may_retry = False
    heard = await bench.ask(bench.model(server.base_url))
    assert type(heard.error) is ServerError
    assert len(server.chats) == 1


async def test_flt_19_an_error_inside_a_stream_is_tried_again_only_before_the_first_word(server, bench):
    broken = b'data: {"error": {"message": "overloaded", "code": 503}}\n\n'
    server.script(replies.stream(broken, done=False), replies.text("Fine."),
                  replies.stream(replies.chunk({"content": "Once"}), broken, done=False), replies.text("twice"))
    model = bench.model(server.base_url)
    assert (await bench.ask(model)).text == "Fine."
    heard = await bench.ask(model)
    assert heard.text == "Once"
    assert type(heard.error) is ServerError
    assert len(server.chats) == 3


# FLT-20


async def test_flt_20_a_server_that_says_nothing_is_given_up(server, bench):
    server.behave = lambda request: replies.text("late").late(Wait())
    heard = await bench.ask(bench.model(server.base_url, patience=QUICK))
    assert type(heard.error) is Stalled
    assert "did not begin to answer" in str(heard.error)
    assert len(server.chats) == 1, "no second charge"
    await eventually(lambda: server.chats[0].hung_up_at)


async def test_flt_20_a_head_without_a_body_is_given_up_as_well(server, bench):
    server.behave = lambda request: replies.text("late").stalling(0)
    assert type((await bench.ask(bench.model(server.base_url, patience=QUICK))).error) is Stalled


async def test_flt_20_silence_in_the_middle_ends_the_reply_and_keeps_the_words(server, bench):
    server.behave = lambda request: replies.text("The quick ", "fox").stalling(2)
    heard = await bench.ask(bench.model(server.base_url, patience=QUICK))
    assert type(heard.error) is Stalled
    assert heard.text == "The quick "
    assert str(heard.error.safe) == "What arrived is kept."
    assert len(server.chats) == 1


async def test_flt_20_single_bytes_are_no_sign_of_life(server, bench):
    server.behave = lambda request: replies.text("Hello there.").dripping(0.02)
    loop = asyncio.get_running_loop()
    began = loop.time()
    heard = await bench.ask(bench.model(server.base_url, patience=QUICK))
    assert type(heard.error) is Stalled
    assert loop.time() - began < 5.0, "long before the drip is over"


async def test_flt_20_slow_but_whole_lines_go_on(server, bench):
    server.behave = lambda request: replies.text(*["a "] * 12).paced(0.1)
    heard = await bench.ask(bench.model(server.base_url, patience=Patience(idle_s=0.7)))
    assert heard.error is None
    assert heard.text == "a " * 12


async def test_flt_20_a_reply_has_an_end_in_any_case(server, bench):
    server.behave = lambda request: replies.text(*["word "] * 500).paced(0.05)
    loop = asyncio.get_running_loop()
    began = loop.time()
    heard = await bench.ask(bench.model(server.base_url, patience=Patience(total_s=1.0)))
    assert "took longer than" in str(heard.error)
    assert 0.9 < loop.time() - began < 5.0
    assert heard.text.startswith("word ")


async def test_flt_20_signs_of_life_without_words_do_not_last_for_ever(server, bench):
    server.behave = lambda request: replies.stream(*[b": still loading\n\n"] * 500).paced(0.05)
    loop = asyncio.get_running_loop()
    began = loop.time()
    heard = await bench.ask(bench.model(server.base_url, patience=QUICK))
    assert type(heard.error) is Stalled
    assert loop.time() - began < 5.0


async def test_flt_20_signs_of_life_help_over_a_slow_begin(server, bench):
    quiet = [b": loading\n\n"] * 10
    server.behave = lambda request: replies.stream(
        *quiet, replies.chunk({"content": "Hi"}), replies.chunk({}, "stop")).paced(0.1)
    assert (await bench.ask(bench.model(server.base_url, patience=Patience(idle_s=0.7)))).text == "Hi"


async def test_flt_20_a_pause_is_told_while_it_lasts_and_when_it_ends(server, bench):
    gate = asyncio.Event()
    server.behave = lambda request: replies.text("Hel", "lo").stalling(2, Wait(gate=gate))
    model = bench.model(server.base_url, patience=Patience(connect_s=2.0, first_byte_s=20.0, idle_s=20.0,
                                                          total_s=60.0, notice_s=0.03))
    task = asyncio.get_running_loop().create_task(bench.ask(model))
    await eventually(lambda: len(bench.stalls) >= 2)
    gate.set()
    assert (await task).text == "Hello"
    assert bench.stalls[0] > 0
    assert bench.stalls[-1] == 0.0


async def test_flt_20_a_json_body_that_drips_is_given_up(server, bench):
    server.models = replies.models("a", "b", "c").dripping(0.02)
    with pytest.raises(Stalled):
        await bench.wire(server.base_url, patience=QUICK).get_json("/models")


async def test_flt_20_the_time_of_a_busy_reader_is_not_counted(server, bench):
    server.behave = lambda request: replies.text("one ", "two ").paced(0.02)
    model = bench.model(server.base_url, patience=Patience(idle_s=0.5))
    words = []
    async with contextlib.aclosing(model.astream("Hi.")) as chunks:
        async for chunk in chunks:
            words.append(chunk.text)
            await asyncio.sleep(0.6)  # longer than idle_s
    assert "".join(words) == "one two "


async def test_flt_20_nobody_there_is_said_at_once(bench):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    heard = await bench.ask(bench.model(f"http://127.0.0.1:{port}/v1"))
    assert type(heard.error) is NotReachable
    assert f"127.0.0.1:{port} cannot be reached" in str(heard.error)
    assert bench.slept == []


# FLT-21: the cut at every byte is in test_cut_streams.py


async def test_flt_21_half_a_call_is_dropped_and_that_step_asked_once_more(server, bench):
    whole = replies.tool_calls(("get_weather", {"place": "Kyoto"}))
    server.script(whole.cut_at(len(whole.raw()) * 2 // 3), whole)
    heard = await bench.ask(bench.model(server.base_url), tools=[WEATHER])
    assert heard.calls == [("get_weather", {"place": "Kyoto"})]
    assert len(server.chats) == 2
    assert bench.slept == [1.0]
    assert server.chats[0].body == server.chats[1].body


async def test_flt_21_only_one_retry_for_a_stream_that_is_cut(server, bench):
    whole = replies.tool_calls(("get_weather", {"place": "Kyoto"}))
    server.behave = lambda request: whole.cut_at(len(whole.raw()) * 2 // 3)
    heard = await bench.ask(bench.model(server.base_url), tools=[WEATHER])
    assert type(heard.error) is ReplyCut
    assert heard.calls == []
    assert heard.refused == []
    assert len(server.chats) == 2


async def test_flt_21_with_words_before_the_half_call_the_words_stay_and_nothing_is_asked_again(server, bench):
    whole = replies.tool_calls(("get_weather", {"place": "Kyoto"}), words=["Let me ", "look."])
    server.script(whole.cut_at(len(whole.raw()) * 3 // 4), replies.text("never"))
    heard = await bench.ask(bench.model(server.base_url), tools=[WEATHER])
    assert type(heard.error) is ReplyCut
    assert heard.text == "Let me look."
    assert heard.calls == []
    assert len(server.chats) == 1


# FLT-22


async def test_flt_22_a_certificate_nobody_signed_is_refused_before_anything_is_sent(bench, tmp_path):
    tls, _ = self_signed(tmp_path)
    async with ModelServer(tls=tls) as server:
        heard = await bench.ask(bench.model(server.base_url, key="sk-canary-0123456789"))
        assert type(heard.error) is NotTrusted
        assert "Neither it nor the key was sent" in str(heard.error.safe)
        assert server.requests == []
        assert bench.slept == []


async def test_flt_22_a_certificate_of_another_name_is_refused(bench, tmp_path):
    tls, client = self_signed(tmp_path, "models.example")
    async with ModelServer(tls=tls) as server:
        heard = await bench.ask(bench.model(server.base_url, verify=client))
        assert type(heard.error) is NotTrusted
        assert server.requests == []


async def test_flt_22_a_good_certificate_is_accepted(bench, tmp_path):
    tls, client = self_signed(tmp_path)
    async with ModelServer(tls=tls) as server:
        assert (await bench.ask(bench.model(server.base_url, verify=client))).text == "Hello."


async def test_flt_22_a_server_without_https_is_not_spoken_to_in_plain(server, bench):
    heard = await bench.ask(bench.model(server.base_url.replace("http:", "https:"), key="sk-canary-0123456789"))
    assert type(heard.error) is NotTrusted
    assert server.requests == []


@pytest.mark.parametrize("answer", [
    replies.page(), replies.page(404), replies.page(403), replies.page(511),
    Reply(200, {"Content-Type": "application/octet-stream"}, [b"<html>Log in</html>"], framing="length"),
    Reply(200, {"Content-Type": "text/plain"}, [b"It works!"], framing="length"),
    Reply(404, {"Content-Type": "text/plain"}, [b"404 page not found"], framing="length"),
    replies.failure(404, "Not Found"),
    Reply(200, {"Content-Type": "text/event-stream", "Content-Encoding": "gzip"}, [b"\x1f\x8b" * 40]),
])
async def test_flt_22_the_log_in_page_of_a_network_is_recognised_and_asked_once(server, bench, answer):
    server.everything = answer
    heard = await bench.ask(bench.model(server.base_url))
    assert type(heard.error) is NotAModelServer
    assert "is not a model server" in str(heard.error)
    assert len(server.requests) == 1


async def test_flt_22_deadlines_of_these_tests_are_only_shorter():
    ordinary = Patience()
    assert (ordinary.first_byte_s, ordinary.idle_s, ordinary.total_s) == (60.0, 30.0, 600.0)
    assert Patience.of_idle(30.0) == ordinary
    assert QUICK.first_byte_s < QUICK.total_s < ordinary.first_byte_s

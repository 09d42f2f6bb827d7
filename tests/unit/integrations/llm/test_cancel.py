"""Leaving a stream: at once, every time, and without harm to what is asked next."""

from __future__ import annotations

import asyncio
import contextlib
import time

import pytest

from characoid_desktop.integrations.llm.patience import Patience
from tests.fakes import model_replies as replies
from tests.fakes.eventually import eventually
from tests.fakes.model_replies import Wait

PATIENT = Patience(connect_s=5.0, first_byte_s=30.0, idle_s=30.0, total_s=60.0, notice_s=30.0)


async def test_24_cancels_of_a_fast_stream_all_cancel(server, bench):
    server.behave = lambda request: replies.text(*["word "] * 4_000)
    model = bench.model(server.base_url, patience=PATIENT)
    heard: list[int] = []

    async def listen() -> str:
        heard.append(0)
        async with contextlib.aclosing(model.astream("Hi.")) as chunks:
            async for _ in chunks:
                heard[-1] += 1
        return "to its end"

    for number in range(24):
        task = asyncio.get_running_loop().create_task(listen())
        await eventually(lambda n=number: len(heard) > n and heard[n] >= 3)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert 3 <= heard[number] < 4_000


async def test_a_cancel_hangs_up_on_the_server(server, bench):
    server.behave = lambda request: replies.text("one ", "two ").stalling(2)
    model = bench.model(server.base_url, patience=PATIENT)
    task = asyncio.get_running_loop().create_task(bench.ask(model))
    await eventually(lambda: server.chats and server.chats[0].sent > 200)
    began = time.monotonic()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    await eventually(lambda: server.chats[0].hung_up_at)
    assert server.chats[0].hung_up_at - began < 2.0


@pytest.mark.parametrize("when", ["before the head", "before the first word"])
async def test_a_cancel_while_waiting_for_the_server_is_immediate(server, bench, when):
    whole = replies.text("late")
    server.behave = lambda request: whole.late(Wait()) if when == "before the head" else whole.stalling(0)
    model = bench.model(server.base_url, patience=PATIENT)
    task = asyncio.get_running_loop().create_task(bench.ask(model))
    await eventually(lambda: server.chats)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    await eventually(lambda: server.chats[0].hung_up_at)


async def test_a_time_limit_around_a_turn_is_kept(server, bench):
    server.behave = lambda request: replies.text(*["word "] * 4_000).paced(0.001)
    model = bench.model(server.base_url, patience=PATIENT)
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.2):
            await bench.ask(model)
    server.behave = lambda request: replies.text("Fine.")
    assert (await bench.ask(model)).text == "Fine."


async def test_a_stream_dropped_half_read_does_no_harm_to_50_others(server, bench):
    server.behave = lambda request: replies.text(*["word "] * 300)
    model = bench.model(server.base_url, patience=PATIENT)
    errors: list[dict] = []
    loop = asyncio.get_running_loop()
    loop.set_exception_handler(lambda loop, context: errors.append(context))
    for _ in range(5):
        async for chunk in model.astream("Hi."):  # left without closing, as careless code does
            if chunk.text:
                break
    server.behave = lambda request: replies.text("Fine.")
    for _ in range(50):
        assert (await bench.ask(model)).text == "Fine."
    assert errors == []


async def test_streams_at_the_same_time_do_not_disturb_each_other(server, bench):
    server.behave = lambda request: replies.text(*[f"{request.messages[0]['content']} "] * 50)
    model = bench.model(server.base_url, patience=PATIENT)
    heard = await asyncio.gather(*(bench.ask(model, str(n)) for n in range(12)))
    assert [h.text for h in heard] == [f"{n} " * 50 for n in range(12)]


async def test_a_finished_reply_leaves_its_connection_for_the_next(server, bench):
    model = bench.model(server.base_url)
    for _ in range(5):
        await bench.ask(model)
    assert server.connections == 1


async def test_a_connection_that_the_server_closed_meanwhile_is_not_used_again(server, bench):
    server.behave = lambda request: replies.text("Bye.").framed("close")
    model = bench.model(server.base_url)
    for _ in range(5):
        assert (await bench.ask(model)).text == "Bye."
    assert server.connections == 5
    assert bench.slept == []


async def test_the_model_can_only_be_asked_asynchronously(server, bench):
    model = bench.model(server.base_url)
    with pytest.raises(NotImplementedError):
        model.invoke("Hi.")
    with pytest.raises(NotImplementedError):
        next(iter(model.stream("Hi.")))

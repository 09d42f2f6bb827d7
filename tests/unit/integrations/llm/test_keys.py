"""KEY-01 … KEY-05: a key goes to its own origin and nowhere else, and shows itself nowhere."""

from __future__ import annotations

import json
import logging
import os
import pickle
import subprocess
import sys
import traceback

import pytest

from characoid_desktop.core.clock import SystemClock
from characoid_desktop.core.crash import CrashHooks
from characoid_desktop.core.logs import Logs
from characoid_desktop.integrations.llm import chat
from characoid_desktop.integrations.llm.errors import KeyRefused, NotAModelServer
from characoid_desktop.settings.secrets import KeptIn
from characoid_desktop.settings.sections.models import ModelsSection, ToolMode
from tests.fakes import key_stores
from tests.fakes import model_replies as replies
from tests.fakes.eventually import eventually
from tests.fakes.model_bench import WEATHER
from tests.fakes.model_desk import ModelDesk
from tests.fakes.model_server import ModelServer

KEY = "sk-canary-71e0aF93kq"


@pytest.fixture
async def desk(home):
    made = ModelDesk(home)
    yield made
    await made.aclose()


FAILURES = [
    replies.failure(401, f"Incorrect API key provided: {KEY}. Find yours at https://example.invalid"),
    replies.failure(500, f"Authorization: Bearer {KEY}"), replies.failure(422, KEY[:-3] + "\u200b" + KEY[-3:]),
    replies.failure(400, "x" * 195 + KEY), replies.page(), replies.text("Hello").cut_at(300),
    replies.stream({"error": {"message": f"bad key {KEY}", "code": 403}}, done=False),
    replies.redirect(f"http://127.0.0.1:9/{KEY}"),
]


@pytest.mark.parametrize("answer", FAILURES)
async def test_key_01_no_error_text_holds_the_key(server, bench, answer, caplog):
    caplog.set_level(logging.INFO)
    server.behave = lambda request: answer
    model = bench.model(server.base_url, key=KEY)
    heard = await bench.ask(model)
    assert server.chats[0].key == KEY
    error = heard.error
    texts = [str(error), repr(error), error.detail, str(error.safe), json.dumps(error.sentence.to_json()),
             "".join(traceback.format_exception(error)), repr(model), repr(model._wire), repr(model._choice),
             str(model._serialized), str(model.model_dump()), caplog.text]
    for text in texts:
        assert KEY not in text
        assert KEY[3:12] not in text


async def test_key_01_a_cut_sentence_holds_no_half_key(server, bench):
    for pad in range(150, 200):
        server.script(replies.failure(422, "x" * pad + " " + KEY))
        heard = await bench.ask(bench.model(server.base_url, key=KEY))
        assert "sk-can" not in str(heard.error)
    await bench.aclose()


async def test_key_01_a_key_with_signs_of_no_key_is_said_without_them(server, bench):
    heard = await bench.ask(bench.model(server.base_url, key="sk-ключ-0123456789"))
    assert type(heard.error) is KeyRefused
    assert "ключ" not in str(heard.error)
    assert server.requests == []


async def test_key_01_a_choice_is_never_pickled_with_its_key(desk, server):
    await desk.use(server, KEY)
    choice = await desk.directory.resolve()
    assert choice.has_key
    with pytest.raises(TypeError):
        pickle.dumps(choice)
    assert KEY not in repr(choice)


async def test_key_02_no_child_gets_the_key(desk, server):
    await desk.use(server, KEY)
    assert await desk.ask() == "Hello."
    assert all(KEY not in value for value in os.environ.values())
    code = "import os, sys, json; print(json.dumps([dict(os.environ), sys.argv]))"
    child = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)  # noqa: ASYNC221
    assert KEY not in child.stdout


async def test_key_02_keys_in_the_environment_are_not_sent_to_servers(server, bench, monkeypatch):
    for name in ("OPENAI_API_KEY", "OPENAI_ORG_ID", "OPENAI_PROJECT_ID", "LANGSMITH_API_KEY"):
        monkeypatch.setenv(name, KEY)
    for name in ("OPENAI_PROXY", "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "OPENAI_BASE_URL"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    monkeypatch.setenv("OPENAI_CUSTOM_HEADERS", f"X-Key: {KEY}")
    heard = await bench.ask(bench.model(server.base_url))
    assert heard.text == "Hello."
    assert set(server.chats[0].headers) == {
        "host", "accept", "accept-encoding", "user-agent", "content-type", "content-length"}
    assert KEY not in str(server.chats[0].headers)


@pytest.mark.plain_log
async def test_key_03_no_crash_report_holds_the_key(desk, server, home, monkeypatch):
    await desk.use(server, KEY)
    logs = Logs(home.logs, desk.redactor)
    try:
        hooks = CrashHooks(logs, SystemClock())

        def broken(self, event):
            raise RuntimeError(f"fault with Authorization: Bearer {KEY} and {KEY}")

        monkeypatch.setattr(chat.ReplyReader, "feed", broken)
        with pytest.raises(RuntimeError) as found:
            await desk.ask()
        file = hooks.report("a fault", found.value)
        assert file is not None
        assert "RuntimeError" in file.read_text("utf-8")
    finally:
        logs.close()
    for path in home.data.rglob("*"):
        if path.is_file():
            assert KEY.encode() not in path.read_bytes(), path
    for path in home.logs.rglob("*"):
        if path.is_file():
            assert KEY.encode() not in path.read_bytes(), path


async def test_key_04_a_redirect_is_not_followed(desk, server):
    async with ModelServer() as other:
        await desk.use(server, KEY)
        for status in (301, 302, 303, 307, 308):
            server.script(replies.redirect(other.base_url + "/chat/completions", status))
            with pytest.raises(NotAModelServer) as found:
                await desk.ask()
            assert "points to another address" in str(found.value)
            assert "The key went nowhere else" in str(found.value.safe)
        assert other.requests == []
        assert other.connections == 0


async def test_key_04_another_host_gets_no_key(desk, server):
    async with ModelServer() as other:
        await desk.use(server, KEY)
        assert await desk.ask() == "Hello."
        assert await desk.ask(persona_base_url=other.base_url) == "Hello."
        assert server.chats[0].key == KEY
        assert "authorization" not in other.chats[0].headers, "a port is another origin"
        assert await desk.ask(persona_base_url=server.origin.replace("127.0.0.1", "localhost") + "/v1") == "Hello."
        assert "authorization" not in server.chats[1].headers


async def test_key_04_a_changed_address_forgets_the_key(desk, server):
    async with ModelServer() as other:
        await desk.use(server, KEY)
        await desk.settings.set(ModelsSection, base_url=other.base_url)
        await eventually(lambda: not desk.store.entries)
        assert await desk.ask() == "Hello."
        assert "authorization" not in other.chats[0].headers
        await desk.settings.set(ModelsSection, base_url=server.base_url)
        assert await desk.ask() == "Hello."
        assert "authorization" not in server.chats[0].headers, "it must be typed again"
        assert not await desk.directory.has_key()


async def test_key_04_going_offline_for_a_while_keeps_the_key_but_not_for_a_third(desk, server):
    await desk.use(server, KEY)
    await desk.settings.set(ModelsSection, base_url="")
    assert (await desk.directory.resolve()).offline
    await desk.settings.set(ModelsSection, base_url=server.base_url)
    assert await desk.directory.has_key()
    await desk.settings.set(ModelsSection, base_url="")
    await desk.settings.set(ModelsSection, base_url="https://models.example/v1")
    await eventually(lambda: not desk.store.entries)


async def test_key_04_another_path_of_the_same_server_keeps_the_key(desk, server):
    await desk.use(server, KEY)
    await desk.settings.set(ModelsSection, base_url=server.origin + "/other/v1")
    assert await desk.directory.has_key()
    assert desk.store.entries


@pytest.mark.parametrize("backend", [key_stores.LockedStore, key_stores.ForgetfulStore,
                                     key_stores.PlaintextFileStore])
async def test_key_05_without_a_good_key_store_the_key_lives_until_the_app_closes(home, server, backend):
    store = backend()
    desk = ModelDesk(home, store)
    try:
        await desk.use(server)
        assert await desk.directory.set_key(KEY) is KeptIn.MEMORY
        assert desk.secrets.why is not None
        assert await desk.ask() == "Hello."
        assert server.chats[0].key == KEY
    finally:
        await desk.aclose()
    for path in home.data.rglob("*"):
        if path.is_file():
            assert KEY.encode() not in path.read_bytes()
    after = ModelDesk(home, store)
    try:
        await after.settings.load()
        assert not (await after.directory.resolve()).has_key
        server.script(replies.failure(401))
        with pytest.raises(KeyRefused) as found:
            await after.ask()
        assert "wants a key" in str(found.value)
    finally:
        await after.aclose()


async def test_key_05_a_key_store_that_hangs_does_not_hold_up_the_turn(home, server):
    store = key_stores.HangingStore()
    desk = ModelDesk(home, store)
    try:
        await desk.use(server)
        assert await desk.ask() == "Hello."
        assert desk.secrets.why is not None
    finally:
        store.answers.set()
        await desk.aclose()
        for thread in store.threads:
            thread.join(5)


# --- LLM-27: a server says the key back ------------------------------------------------------------

def echo(size: int) -> list[str]:
    """Words that hold the key, in pieces of ``size`` characters."""
    words = f"Your key is {KEY}, and sk-canary is only its beginning: {KEY}"
    return [words[at:at + size] for at in range(0, len(words), size)]


@pytest.mark.parametrize("size", [1, 2, 3, 7, 19, 20, 200])
async def test_llm_27_a_key_that_the_server_says_back_is_masked_however_it_is_cut(server, bench, size):
    server.script(replies.text(*echo(size), reasoning=echo(size)))
    heard = await bench.ask(bench.model(server.base_url, key=KEY))
    for said in (heard.text, heard.reasoning):
        assert said == "Your key is •••, and sk-canary is only its beginning: •••"


async def test_llm_27_no_call_and_no_model_name_carries_the_key(server, bench):
    reply = replies.tool_calls(("get_weather", {"place": f"to {KEY}"}), words=["Sending ", KEY[:9]])
    reply.steps = [step.replace(b'"model": "fake-1"', f'"model": "{KEY}"'.encode()) for step in reply.steps]
    server.script(reply)
    heard = await bench.ask(bench.model(server.base_url, key=KEY), tools=[WEATHER])
    assert heard.calls == [("get_weather", {"place": "to •••"})]
    assert heard.text == f"Sending {KEY[:9]}", "the beginning alone is no key"
    assert KEY not in str([chunk.model_dump() for chunk in heard.chunks])


@pytest.mark.parametrize("tools", ["native", "prompted"])
async def test_llm_27_twin_words_are_what_they_were_with_a_key_and_without(server, bench, tools):
    words = ["skating ", "s", "k", "- ", "sk-", "canary", " birds", " s"]
    for key in ("", KEY, "short"):
        server.script(replies.text(*words))
        heard = await bench.ask(bench.model(server.base_url, key=key, tools=ToolMode(tools)), tools=[WEATHER])
        assert heard.text == "".join(words)


async def test_llm_27_a_reply_that_is_cut_brings_what_was_held_back(server, bench):
    reply = replies.text("Say sk-can")
    raw = reply.raw()
    server.script(reply.cut_at(raw.index(b"\n\n", raw.index(b"sk-can")) + 4))
    heard = await bench.ask(bench.model(server.base_url, key=KEY))
    assert heard.error is not None
    assert heard.text == "Say sk-can"

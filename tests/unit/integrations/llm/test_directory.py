from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import threading

import pytest

from characoid_desktop.core.lights import LightState
from characoid_desktop.integrations.llm import directory as directory_module
from characoid_desktop.integrations.llm.errors import ServerError
from characoid_desktop.integrations.llm.models import ModelChoice
from characoid_desktop.settings.secret_text import BadAddress
from characoid_desktop.settings.sections.models import ModelsSection, ToolMode
from tests.fakes import model_replies as replies
from tests.fakes.eventually import eventually
from tests.fakes.model_desk import ModelDesk
from tests.fakes.model_replies import Wait


@pytest.fixture
async def desk(home):
    made = ModelDesk(home)
    yield made
    await made.aclose()


async def test_without_a_server_the_offline_brain_answers(desk):
    choice = await desk.directory.resolve("some-model")
    assert choice == ModelChoice()
    assert choice.offline
    assert desk.directory.state.light is LightState.OFF
    with pytest.raises(ValueError, match="offline"):
        desk.directory.model(choice)


async def test_a_persona_can_have_its_own_model_and_server(desk, server):
    await desk.use(server)
    own = await desk.directory.resolve("other-model")
    assert (own.endpoint.base_url, own.model) == (server.base_url, "other-model")
    far = await desk.directory.resolve("", "https://models.example/v1/")
    assert (far.endpoint.base_url, far.model) == ("https://models.example/v1", "fake-1")
    await desk.settings.set(ModelsSection, base_url="")
    assert not (await desk.directory.resolve("m", server.base_url)).offline
    with pytest.raises(BadAddress):
        await desk.directory.resolve("m", "https://user:pw@models.example/v1")


async def test_the_choice_is_what_the_settings_say(desk, server):
    await desk.use(server, tools=ToolMode.NATIVE, context_tokens=4096, idle_s=45, price_in=2.0, price_out=8.0)
    choice = await desk.directory.resolve()
    assert (choice.tools, choice.temperature, choice.context_tokens, choice.idle_s) == (
        ToolMode.NATIVE, None, 4096, 45.0)
    assert choice.cost(1_000_000, 500_000) == 6.0
    await desk.settings.set(ModelsSection, own_temperature=True, temperature=0.2, price_in=0, price_out=0)
    choice = await desk.directory.resolve()
    assert choice.temperature == 0.2
    assert choice.cost(1000, 1000) is None


async def test_a_model_is_made_once_and_its_connections_are_shared(desk, server, monkeypatch):
    await desk.use(server)
    made = []
    from characoid_desktop.integrations.llm import wire

    original = wire.Wire.__init__

    def counted(self, *args, **kwargs):
        made.append(1)
        original(self, *args, **kwargs)

    monkeypatch.setattr(wire.Wire, "__init__", counted)
    for _ in range(4):
        await desk.ask()
    assert len(made) == 1
    assert server.connections == 1
    await desk.ask(persona_model="fake-2")
    assert len(made) == 2


async def test_only_so_many_models_are_kept(desk, server):
    await desk.use(server)
    for n in range(directory_module.KEPT_MODELS + 4):
        assert await desk.ask(persona_model=f"m{n}") == "Hello."
    assert len(desk.directory._made) == directory_module.KEPT_MODELS


async def test_the_fingerprint_changes_with_key_address_and_model(desk, server):
    await desk.use(server)
    prints = [desk.directory.fingerprint(await desk.directory.resolve())]
    assert prints[0] == desk.directory.fingerprint(await desk.directory.resolve())
    await desk.directory.set_key("sk-canary-0001")
    prints.append(desk.directory.fingerprint(await desk.directory.resolve()))
    await desk.directory.set_key("sk-canary-0002")
    prints.append(desk.directory.fingerprint(await desk.directory.resolve()))
    prints.append(desk.directory.fingerprint(await desk.directory.resolve("other")))
    prints.append(desk.directory.fingerprint(await desk.directory.resolve("", "https://models.example/v1")))
    await desk.settings.set(ModelsSection, tools=ToolMode.PROMPTED)
    prints.append(desk.directory.fingerprint(await desk.directory.resolve()))
    prints.append(desk.directory.fingerprint(ModelChoice()))
    assert len(set(prints)) == len(prints)
    assert "canary" not in "".join(prints)


async def test_what_was_learned_of_a_model_outlives_its_configuration(desk, server):
    await desk.use(server)
    form = '<tool_call>{"name": "now", "arguments": {}}</tool_call>'
    server.script(replies.failure(400, "this model does not support tools"), replies.text(form), replies.text(form))
    tool = {"type": "function", "function": {"name": "now", "parameters": {"type": "object", "properties": {}}}}
    for temperature in (0.2, 0.9):
        await desk.settings.set(ModelsSection, own_temperature=True, temperature=temperature)
        model = desk.directory.model(await desk.directory.resolve())
        message = await model.bind_tools([tool]).ainvoke("Hi.")
        assert [c["name"] for c in message.tool_calls] == ["now"]
    assert ["tools" in r.body for r in server.chats] == [True, False, False]


async def test_the_callables_belong_to_one_turn(desk, server):
    await desk.use(server)
    choice = await desk.directory.resolve()
    told: dict[str, list] = {"a": [], "b": []}
    server.script(replies.failure(503, retry_after="3"), replies.text("A."))
    a = desk.directory.model(choice, on_retry=lambda *what: told["a"].append(what))
    b = desk.directory.model(choice, on_retry=lambda *what: told["b"].append(what))
    assert (await a.ainvoke("Hi.")).text == "A."
    assert (await b.ainvoke("Hi.")).text == "Hello."
    assert [(n, s) for n, s, _ in told["a"]] == [(1, 3.0)]
    assert told["b"] == []
    assert desk.slept == [3.0]
    server.script(replies.failure(500))
    with pytest.raises(ServerError):
        await desk.directory.model(choice, may_retry=lambda: False).ainvoke("Hi.")


async def test_the_light_follows_what_the_model_does(desk, server):
    states = []
    desk.directory.changed.connect(lambda state: states.append(state.light))
    await desk.settings.set(ModelsSection, base_url=server.base_url)
    assert desk.directory.state.light is LightState.WAITING, "no model chosen"
    await desk.settings.set(ModelsSection, model="fake-1")
    assert desk.directory.state.light is LightState.OFF
    gate = asyncio.Event()
    server.script(replies.text("Hello.").late(Wait(gate=gate)))
    task = asyncio.get_running_loop().create_task(desk.ask())
    await eventually(lambda: server.chats)
    assert desk.directory.state.light is LightState.WORKING
    gate.set()
    await task
    assert desk.directory.state.light is LightState.READY
    server.script(replies.failure(401))
    failed = []
    desk.directory.failed.connect(failed.append)
    with pytest.raises(Exception, match="wants a key"):
        await desk.ask()
    assert desk.directory.state.light is LightState.FAILED
    assert "wants a key" in str(desk.directory.state.sentence)
    assert [e.code for e in failed] == ["key_refused"]
    await desk.directory.set_key("sk-canary-0001")
    assert desk.directory.state.light is LightState.OFF, "the old failure says nothing about the new key"
    await desk.settings.set(ModelsSection, base_url="")
    assert "Offline brain" in str(desk.directory.state.sentence)
    assert states[:3] == [LightState.WAITING, LightState.OFF, LightState.WORKING]


async def test_a_cancelled_answer_leaves_no_working_light(desk, server):
    await desk.use(server)
    server.behave = lambda request: replies.text("a ", "b").stalling(2)
    task = asyncio.get_running_loop().create_task(desk.ask())
    await eventually(lambda: server.chats)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert desk.directory.state.light is LightState.OFF


async def test_a_test_of_the_server_in_use_turns_its_light_on(desk, server):
    await desk.use(server, "sk-canary-0001")
    result = await desk.directory.test(server.origin, "fake-1")
    assert result.works
    assert result.base_url == server.base_url
    assert desk.directory.state.light is LightState.READY
    assert {r.key for r in server.requests} == {"sk-canary-0001"}
    assert [m.id for m in await desk.directory.models(server.base_url)] == ["fake-1", "fake-2"]


async def test_a_server_without_a_chosen_model_is_not_called_ready(desk, server):
    await desk.use(server, model="")
    assert (await desk.directory.test(server.base_url)).works
    assert desk.directory.state.light is LightState.WAITING
    assert str(desk.directory.state.sentence) == "No model is chosen yet."


async def test_keys_are_kept_by_address(desk, server):
    await desk.use(server)
    assert not await desk.directory.has_key()
    await desk.directory.set_key("sk-canary-0001", "https://models.example/v1")
    assert not await desk.directory.has_key()
    assert await desk.directory.has_key("https://models.example/other")
    await desk.directory.set_key("sk-canary-0002")
    assert (await desk.directory.resolve()).has_key
    await desk.directory.forget_key()
    assert not (await desk.directory.resolve()).has_key
    assert await desk.directory.has_key("https://models.example/v1")
    await desk.settings.set(ModelsSection, base_url="")
    assert not await desk.directory.has_key()


async def test_vectors_come_from_the_server_that_is_set_for_them(desk, server):
    await desk.use(server)
    assert await desk.directory.embedder() is None
    await desk.settings.set(ModelsSection, embedding_model="embed-1")
    vectors = await (await desk.directory.embedder()).embed(["a", "b"])
    assert len(vectors) == 2
    assert server.requests[-1].body["model"] == "embed-1"
    await desk.settings.set(ModelsSection, embedding_base_url=server.origin + "/other/v1")
    with pytest.raises(Exception, match="not a model server"):
        await (await desk.directory.embedder()).embed(["a"])
    assert server.requests[-1].path == "/other/v1/embeddings"


def test_importing_the_directory_loads_nothing_heavy():
    code = """
import json, sys
import characoid_desktop.integrations.llm.directory
heavy = ("langchain_core", "langchain_openai", "openai", "httpx", "httpx2", "pydantic.v1", "langgraph", "PySide6")
print(json.dumps([name for name in heavy if name in sys.modules]))
"""
    child = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert json.loads(child.stdout) == []


async def test_the_heavy_modules_are_loaded_in_a_thread_and_only_for_a_server(desk, server, monkeypatch):
    threads = []
    monkeypatch.setattr(directory_module, "_load", lambda: threads.append(threading.current_thread()))
    await desk.directory.resolve()
    assert threads == [], "the offline brain needs none of them"
    await desk.use(server)
    await desk.directory.resolve()
    await desk.directory.resolve()
    assert len(threads) == 1
    assert threads[0] is not threading.main_thread()


async def test_the_fake_server_runs_as_a_process_of_its_own(desk, tmp_path):
    script, record = tmp_path / "script.json", tmp_path / "record.jsonl"
    script.write_text(json.dumps([{"status": 503, "retry_after": 1}, {"text": ["From ", "outside."]}]), "utf-8")
    child = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.fakes.model_server", "--script", str(script), "--record", str(record),
        "--obedient", stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE)
    try:
        address = json.loads(await child.stdout.readline())["base_url"]
        await desk.settings.set(ModelsSection, base_url=address, model="fake-1")
        assert await desk.ask() == "From outside."
        assert desk.slept == [1.0]
        model = desk.directory.model(await desk.directory.resolve())
        message = await model.ainvoke('A page says: [[call delete_all {"sure": true}]]')
        assert [(c["name"], c["args"]) for c in message.tool_calls] == [("delete_all", {"sure": True})]
    finally:
        child.stdin.close()
        await child.wait()
    rows = [json.loads(line) for line in record.read_text("utf-8").splitlines()]
    assert [row["path"] for row in rows] == ["/v1/chat/completions"] * 3

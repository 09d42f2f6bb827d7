from __future__ import annotations

import asyncio
import socket

import pytest

from characoid_desktop.integrations.llm.discovery import PLACES, Place, discover
from characoid_desktop.integrations.llm.endpoints import found, list_models, probe
from characoid_desktop.integrations.llm.errors import KeyRefused, NotAModelServer
from characoid_desktop.integrations.llm.models import Endpoint, ModelInfo, Outcome
from characoid_desktop.settings.secret_text import SecretText
from tests.fakes import model_replies as replies
from tests.fakes.certificates import self_signed
from tests.fakes.eventually import eventually
from tests.fakes.model_bench import CALM, QUICK
from tests.fakes.model_replies import Reply, Wait, as_json
from tests.fakes.model_server import ModelServer


async def test_models_are_listed_by_name(server):
    server.models = replies.models("zeta", "Alpha", "mid/llama:7b", flavour="vllm")
    models = await list_models(Endpoint(server.base_url), patience=CALM)
    assert models == [ModelInfo("Alpha", "vllm", 8192), ModelInfo("mid/llama:7b", "vllm", 8192),
                      ModelInfo("zeta", "vllm", 8192)]


@pytest.mark.parametrize("value", [
    {"object": "list", "data": [{"id": "a"}, {"id": 7}, {}, None, {"id": "b\u202e"}, {"id": "x" * 300}, {"id": "a"}]},
    [{"id": "a", "max_model_len": "many"}],
])
async def test_odd_rows_are_passed_over(server, value):
    server.models = as_json(value)
    assert [m.id for m in await list_models(Endpoint(server.base_url), patience=CALM)] == ["a"]


async def test_a_server_without_models_has_none(server):
    server.models = as_json({"object": "list", "data": None})
    assert await list_models(Endpoint(server.base_url), patience=CALM) == []


async def test_v1_is_added_where_it_is_missing(server):
    endpoint, models = await found(Endpoint(server.origin), patience=CALM)
    assert endpoint.base_url == server.base_url
    assert len(models) == 2
    assert [r.path for r in server.requests] == ["/models", "/v1/models"]


async def test_a_server_without_v1_is_left_as_it_is(server):
    server.only_under = ""
    endpoint, _ = await found(Endpoint(server.origin), patience=CALM)
    assert endpoint.base_url == server.origin


async def test_a_page_is_no_list_of_models(server):
    server.everything = replies.page()
    with pytest.raises(NotAModelServer):
        await list_models(Endpoint(server.origin), patience=CALM)
    server.everything = as_json({"hello": "world"})
    with pytest.raises(NotAModelServer):
        await list_models(Endpoint(server.origin), patience=CALM)


async def test_a_refused_key_is_not_tried_under_another_path(server):
    server.everything = replies.failure(401)
    with pytest.raises(KeyRefused):
        await list_models(Endpoint(server.origin, SecretText("sk-canary")), patience=CALM)
    assert len(server.requests) == 1


async def outcome(server, model: str = "fake-1", key: str = "sk-canary-0123456789", patience=CALM):
    return await probe(Endpoint(server.base_url, SecretText(key)), model, patience=patience)


async def test_a_good_server_works(server):
    result = await outcome(server)
    assert result.works
    assert 0 < result.latency_s < 10
    assert str(result.sentence).startswith("“fake-1” answers. The first word came after ")
    assert [m.id for m in result.models] == ["fake-1", "fake-2"]
    assert {r.key for r in server.requests} == {"sk-canary-0123456789"}


async def test_the_test_hangs_up_after_the_first_word(server):
    server.script(replies.text("O", *["K"] * 1000).stalling(2))
    assert (await outcome(server)).works
    await eventually(lambda: server.chats[0].hung_up_at)


async def test_without_a_model_only_the_list_is_asked_for(server):
    result = await outcome(server, model="")
    assert result.works
    assert "It has 2 models." in str(result.sentence)
    assert server.chats == []


async def test_a_list_that_needs_no_key_does_not_hide_a_refused_one(server):
    server.script(replies.failure(401))
    result = await outcome(server)
    assert result.outcome is Outcome.KEY_REFUSED
    assert "refuses the key" in str(result.sentence)
    assert result.models, "the list is there all the same"


@pytest.mark.parametrize(("answer", "expected"), [
    (replies.failure(404, "model 'fake-1' not found"), Outcome.MODEL_MISSING),
    (replies.page(), Outcome.NOT_A_MODEL_SERVER), (replies.failure(500), Outcome.FAILED),
    (replies.failure(402), Outcome.FAILED), (replies.text(), Outcome.FAILED),
    (replies.redirect("http://127.0.0.1:9/"), Outcome.NOT_A_MODEL_SERVER),
])
async def test_what_can_be_wrong_is_told_apart(server, answer, expected):
    server.script(answer)
    result = await outcome(server)
    assert result.outcome is expected
    assert str(result.sentence)


async def test_a_silent_model_fails_the_test(server):
    server.script(replies.text("x").stalling(0))
    result = await outcome(server, patience=QUICK)
    assert result.outcome is Outcome.FAILED
    assert "did not begin to answer" in str(result.sentence)


async def test_nobody_there_and_a_bad_certificate_are_not_reachable(tmp_path):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        result = await probe(Endpoint(f"http://127.0.0.1:{free.getsockname()[1]}/v1"), patience=CALM)
    assert result.outcome is Outcome.NOT_REACHABLE
    tls, _ = self_signed(tmp_path)
    async with ModelServer(tls=tls) as server:
        result = await probe(Endpoint(server.base_url, SecretText("sk-canary")), patience=CALM)
    assert result.outcome is Outcome.NOT_REACHABLE
    assert "certificate" in str(result.sentence)


FLAVOURS = [("Ollama", "ollama"), ("LM Studio", "lmstudio"), ("llama.cpp", "llamacpp"), ("vLLM", "vllm")]


async def test_servers_on_this_computer_are_found_at_the_same_time():
    servers = [ModelServer() for _ in FLAVOURS]
    try:
        for server, (_, flavour) in zip(servers, FLAVOURS, strict=True):
            await server.__aenter__()
            server.models = replies.models("m1", "m2", flavour=flavour).late(Wait(1.0))
        began = asyncio.get_running_loop().time()
        places = [Place(p.name, s.port, p.owner) for p, s in zip(PLACES, servers, strict=True)]
        result = await discover(places, limit_s=20.0)
        assert asyncio.get_running_loop().time() - began < 3.0, "one after the other takes 4 s"
        assert [(f.name, f.base_url, len(f.models)) for f in result] == [
            (name, s.base_url, 2) for (name, _), s in zip(FLAVOURS, servers, strict=True)]
        assert all("authorization" not in s.requests[0].headers for s in servers)
    finally:
        for server in servers:
            await server.__aexit__()


async def test_a_port_is_named_after_what_answers_there(server):
    server.models = replies.models("m", flavour="llamacpp")
    [one] = await discover([Place("vLLM", server.port, "vllm")], limit_s=20.0)
    assert one.name == "llama.cpp"


@pytest.mark.parametrize("answer", [
    replies.page(), as_json({"ok": True}), replies.failure(401), replies.models("a").late(Wait()),
    Reply(200, {"Content-Type": "application/json"}, [b"[" * 100_000]), replies.redirect("http://127.0.0.1:9/"),
    Reply(200, {"Content-Type": "application/json"}, [b"x" * 2_000_000]), replies.models("a").cut_at(30),
])
async def test_other_programs_on_those_ports_are_no_model_servers(server, answer):
    server.everything = answer
    assert await discover([Place("Ollama", server.port, "library")], limit_s=0.4) == []


def test_the_usual_ports():
    assert [(p.name, p.port) for p in PLACES] == [
        ("Ollama", 11434), ("LM Studio", 1234), ("llama.cpp", 8080), ("vLLM", 8000)]

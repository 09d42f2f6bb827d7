"""What the usual servers do differently, and still is understood."""

from __future__ import annotations

import json

import pytest
from langchain_core.messages import AIMessage, HumanMessage, SystemMessage, ToolMessage

from characoid_desktop.integrations.llm.chat import Quirks
from characoid_desktop.integrations.llm.errors import ToolsUnsupported
from characoid_desktop.settings.sections.models import ToolMode
from tests.fakes import model_replies as replies
from tests.fakes.model_bench import WEATHER
from tests.fakes.model_replies import Reply, as_json, chunk, stream, usage

ONE = [("get_weather", {"place": "Kyoto"})]
TWO = [("get_weather", {"place": "Kyoto"}), ("get_weather", {"place": "Osaka"})]


def call(arguments: str = "", *, index: object = 0, id_: object = "", name: object = "", **extra) -> dict:
    function: dict = {"arguments": arguments}
    if name != "":
        function["name"] = name
    piece: dict = {"function": function, **extra}
    if index != "absent":
        piece["index"] = index
    if id_ != "":
        piece["id"] = id_
    return chunk({"tool_calls": [piece]})


END = chunk({}, "tool_calls")
K, O = '{"place": "Kyoto"}', '{"place": "Osaka"}'

CALLS = {
    "whole in one piece": ([call(K, id_="a", name="get_weather"), END], ONE),
    "index null": ([call("", index=None, id_="a", name="get_weather"), call(K[:5], index=None),
                    call(K[5:], index=None), END], ONE),
    "no index": ([call(K, index="absent", id_="a", name="get_weather"), END], ONE),
    "two with index null": ([call(K, index=None, id_="a", name="get_weather"),
                             call(O, index=None, id_="b", name="get_weather"), END], TWO),
    "two without index or id": ([call(K, index="absent", name="get_weather"),
                                 call(O, index="absent", name="get_weather"), END], TWO),
    "every call counted as 0": ([call(K, id_="a", name="get_weather"), call(O, id_="b", name="get_weather"), END],
                                TWO),
    "pieces of two in turns": ([call("", id_="a", name="get_weather"), call("", index=1, id_="b", name="get_weather"),
                                call(K[:8]), call(O[:8], index=1), call(K[8:]), call(O[8:], index=1), END], TWO),
    "name null in later pieces": ([call("", id_="a", name="get_weather"), call(K, name=None), END], ONE),
    "name again in each piece": ([call("", id_="a", name="get_weather"), call(K[:4], id_="a", name="get_weather"),
                                  call(K[4:], id_="a", name="get_weather"), END], ONE),
    "id null in later pieces": ([call("", id_="a", name="get_weather"), call(K, id_=None), END], ONE),
    "arguments as an object": ([chunk({"tool_calls": [{"index": 0, "id": "a", "function": {
        "name": "get_weather", "arguments": {"place": "Kyoto"}}}]}), END], ONE),
    "arguments null first": ([chunk({"tool_calls": [{"index": 0, "id": "a", "function": {
        "name": "get_weather", "arguments": None}}]}), call(K), END], ONE),
    "reason stop": ([call(K, id_="a", name="get_weather"), chunk({}, "stop")], ONE),
    "reason with the last piece": ([chunk({"tool_calls": [{"index": 0, "id": "a", "function": {
        "name": "get_weather", "arguments": K}}]}, "tool_calls")], ONE),
}


@pytest.mark.parametrize("case", CALLS)
async def test_tool_calls_of_every_dialect(server, bench, case):
    parts, expected = CALLS[case]
    server.script(stream(*parts))
    heard = await bench.ask(bench.model(server.base_url), tools=[WEATHER])
    assert heard.error is None
    assert heard.calls == expected
    assert heard.refused == []


@pytest.mark.parametrize("name", ["reasoning_content", "reasoning"])
async def test_thoughts_are_kept_apart_from_the_words(server, bench, name):
    server.script(replies.text("It ", "rains.", reasoning=["Hm, ", "Kyoto …"], reasoning_name=name))
    heard = await bench.ask(bench.model(server.base_url))
    assert heard.reasoning == "Hm, Kyoto …"
    assert heard.text == "It rains."
    assert heard.message.additional_kwargs["reasoning"] == "Hm, Kyoto …"


async def test_a_thought_under_both_names_comes_once(server, bench):
    server.script(stream(chunk({"reasoning_content": "Hm.", "reasoning": "Hm."}), chunk({"content": "Yes."}, "stop")))
    assert (await bench.ask(bench.model(server.base_url))).reasoning == "Hm."


@pytest.mark.parametrize("size", [1, 3, 7, 100])
async def test_thoughts_between_tags_at_the_beginning_are_thoughts(server, bench, size):
    raw = "\n<think>Is it\n<raining>? </thin</think>\n\nIt rains. Not <think>this</think>."
    server.script(replies.text(*[raw[at:at + size] for at in range(0, len(raw), size)]))
    heard = await bench.ask(bench.model(server.base_url))
    assert heard.reasoning == "Is it\n<raining>? </thin"
    assert heard.text == "It rains. Not <think>this</think>."


async def test_thoughts_never_go_back_to_the_server(server, bench):
    server.script(replies.text("Yes.", reasoning=["secret thought"]))
    model = bench.model(server.base_url)
    heard = await bench.ask(model)
    await bench.ask(model, [HumanMessage("Hi."), heard.message, HumanMessage("And?")])
    assert "secret thought" not in json.dumps(server.chats[1].body)


async def test_usage_is_that_of_the_last_event_and_never_a_sum(server, bench):
    server.script(stream(chunk({"content": "a"}, usage=usage(10, 1)), chunk({"content": "b"}, usage=usage(10, 2)),
                         chunk({}, "stop", usage=usage(10, 3)), chunk(None, usage=usage(10, 3))))
    heard = await bench.ask(bench.model(server.base_url))
    assert heard.message.usage_metadata == {"input_tokens": 10, "output_tokens": 3, "total_tokens": 13}
    assert server.chats[0].body["stream_options"] == {"include_usage": True}


async def test_an_answer_knows_its_price_where_prices_are_set(server, bench):
    heard = await bench.ask(bench.model(server.base_url, price_in=1.0, price_out=2.0))
    assert heard.message.response_metadata["cost"] == pytest.approx((12 + 2 * 7) / 1e6)
    heard = await bench.ask(bench.model(server.base_url))
    assert "cost" not in heard.message.response_metadata


async def test_a_server_that_does_not_stream_is_understood(server, bench):
    whole = {"id": "x", "object": "chat.completion", "model": "fake-1", "usage": usage(5, 2), "choices": [{
        "index": 0, "finish_reason": "stop",
        "message": {"role": "assistant", "content": "All at once.", "reasoning_content": "Hm."}}]}
    server.script(as_json(whole))
    heard = await bench.ask(bench.model(server.base_url))
    assert (heard.text, heard.reasoning) == ("All at once.", "Hm.")
    assert heard.message.usage_metadata["output_tokens"] == 2


@pytest.mark.parametrize("content_type", ["text/event-stream; charset=utf-8", "text/plain", "application/json",
                                          "application/octet-stream", ""])
async def test_the_content_type_is_not_what_decides(server, bench, content_type):
    server.script(replies.text("Hello.").typed(content_type))
    assert (await bench.ask(bench.model(server.base_url))).text == "Hello."


@pytest.mark.parametrize("raw", [
    b'data:{"choices":[{"delta":{"content":"Hi"},"finish_reason":"stop"}]}\n\n',
    b'\xef\xbb\xbfdata: {"choices":[{"delta":{"content":"Hi"},"finish_reason":"stop"}]}\r\n\r\ndata: [DONE]\r\n\r\n',
    b'event: message\nid: 1\nretry: 5\ndata: {"choices":[{"delta":{"content":"Hi"},"finish_reason":"stop"}]}\r\r',
    b': OPENROUTER PROCESSING\n\ndata: {"choices":\ndata: [{"delta":{"content":"Hi"},"finish_reason":"stop"}]}\n\n',
    b'data: {"choices":[{"delta":{"content":"Hi"},"finish_reason":"stop"}]}\n',
])
@pytest.mark.parametrize("size", [1, 1000])
async def test_events_in_every_spelling(server, bench, raw, size):
    server.script(Reply(headers={"Content-Type": "text/event-stream"},
                        steps=[raw[at:at + size] for at in range(0, len(raw), size)]))
    assert (await bench.ask(bench.model(server.base_url))).text == "Hi"


async def test_parts_of_content_are_joined(server, bench):
    server.script(stream(chunk({"content": [{"type": "text", "text": "Hel"}, {"type": "text", "text": "lo"}]}, "stop")))
    assert (await bench.ask(bench.model(server.base_url))).text == "Hello"


@pytest.mark.parametrize("answer", [
    replies.failure(400, "registry.ollama.ai/library/tiny:latest does not support tools"),
    replies.failure(500, "tools param requires --jinja flag"),
    replies.failure(400, '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set'),
    replies.failure(404, "No endpoints found that support tool use."),
    replies.failure(400, "`tool calling` is not supported with this model"),
    replies.failure(400, "deepseek-reasoner does not support Function Calling"),
])
async def test_a_model_without_tools_is_asked_in_text_from_then_on(server, bench, answer):
    quirks = Quirks()
    form = '<tool_call>{"name": "get_weather", "arguments": {"place": "Kyoto"}}</tool_call>'
    server.script(answer, replies.text(form), replies.text(form))
    heard = await bench.ask(bench.model(server.base_url, quirks=quirks), tools=[WEATHER])
    assert heard.calls == ONE
    assert server.chats[0].tool_names == ["get_weather"]
    assert "tools" not in server.chats[1].body
    assert "get_weather" in server.chats[1].said("system")
    assert bench.slept == [], "no wait for what is no fault"
    await bench.ask(bench.model(server.base_url, quirks=quirks), tools=[WEATHER])
    assert "tools" not in server.chats[2].body, "remembered"


async def test_a_model_that_must_use_native_tools_says_that_it_cannot(server, bench):
    server.script(replies.failure(400, "this model does not support tools"))
    heard = await bench.ask(bench.model(server.base_url, tools=ToolMode.NATIVE), tools=[WEATHER])
    assert type(heard.error) is ToolsUnsupported
    assert len(server.chats) == 1


@pytest.mark.parametrize(("message", "name"), [
    ("Unrecognized request argument supplied: stream_options", "stream_options"),
    ("Unsupported value: 'temperature' does not support 0.3 with this model. Only the default (1) value is supported.",
     "temperature"),
])
async def test_an_optional_parameter_a_server_does_not_know_is_left_out(server, bench, message, name):
    server.script(replies.failure(400, message))
    model = bench.model(server.base_url, temperature=0.3)
    assert (await bench.ask(model)).text == "Hello."
    assert name in server.chats[0].body
    assert name not in server.chats[1].body
    await bench.ask(model)
    assert name not in server.chats[2].body


async def test_the_request_is_one_that_strict_servers_take(server, bench):
    tools = [{"type": "function", "function": {"name": "now", "description": "", "parameters": {"type": "object"}}},
             {"type": "function", "function": {"name": "later", "description": "x"}}]
    history = [SystemMessage("You are Yui."), HumanMessage("Hi.", name="visitor"),
               AIMessage("", tool_calls=[{"name": "now", "args": {}, "id": "c1"}], name="persona_supervisor"),
               ToolMessage('{"t": 1}', tool_call_id="c1", name="now")]
    await bench.ask(bench.model(server.base_url, temperature=0.5), history, tools=tools)
    body = server.chats[0].body
    assert [t["function"]["parameters"] for t in body["tools"]] == [{"type": "object", "properties": {}}] * 2
    assert all("name" not in message for message in body["messages"])
    assert [m["role"] for m in body["messages"]] == ["system", "user", "assistant", "tool"]
    assert body["temperature"] == 0.5
    assert set(body) == {"model", "messages", "tools", "stream", "stream_options", "temperature"}


async def test_a_gpt_name_is_still_asked_over_chat_completions(server, bench):
    for name in ("gpt-5-pro", "o3-mini", "codex-1", "gpt-6"):
        heard = await bench.ask(bench.model(server.base_url, model=name), tools=[WEATHER])
        assert heard.error is None
    assert [r.path for r in server.requests] == ["/v1/chat/completions"] * 4


async def test_counting_tokens_asks_no_network(server, bench):
    model = bench.model(server.base_url)
    assert model.get_num_tokens("four") == 1
    assert model.get_num_tokens("今日は") == 3
    assert model.get_num_tokens_from_messages([HumanMessage("four")]) == 7

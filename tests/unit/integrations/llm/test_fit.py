from __future__ import annotations

from langchain_core.messages import AIMessage, HumanMessage, SystemMessage, ToolMessage

from characoid_desktop.integrations.llm.fit import fitted, tokens_of
from tests.fakes.model_bench import WEATHER


def conversation(turns: int) -> list:
    messages = [SystemMessage("You are Yui. " * 20)]
    for n in range(turns):
        messages += [HumanMessage(f"question {n} " + "word " * 50),
                     AIMessage("", tool_calls=[{"name": "get_weather", "args": {"n": n}, "id": f"c{n}"}]),
                     ToolMessage("rain " * 20, tool_call_id=f"c{n}"), AIMessage(f"answer {n} " + "word " * 50)]
    return [*messages, HumanMessage("the last question")]


def test_without_a_limit_everything_is_sent():
    assert fitted(conversation(30), [], 0) == conversation(30)


def test_the_oldest_turns_go_first_and_only_whole():
    messages = conversation(30)
    kept = fitted(messages, [WEATHER], 2048)
    assert kept[0] == messages[0]
    assert kept[1:] == messages[len(messages) - len(kept) + 1:], "nothing is missing in between"
    assert isinstance(kept[1], HumanMessage), "no answer without its question, no result without its call"
    assert 4 < len(kept) < len(messages)


def test_a_larger_context_keeps_more():
    messages = conversation(30)
    sizes = [len(fitted(messages, [], context)) for context in (1024, 2048, 4096, 100_000)]
    assert sizes == sorted(sizes)
    assert sizes[-1] == len(messages)


def test_the_newest_turn_stays_even_where_it_is_too_long():
    messages = [SystemMessage("You are Yui."), HumanMessage("old"), HumanMessage("x" * 100_000)]
    assert fitted(messages, [], 1024) == [messages[0], messages[2]]


async def test_the_server_gets_what_fits(server, bench):
    await bench.ask(bench.model(server.base_url, context_tokens=1024), conversation(30))
    sent = server.chats[0].messages
    assert sent[0]["role"] == "system"
    assert sent[-1]["content"] == "the last question"
    assert sum(tokens_of(str(m.get("content") or "")) for m in sent) < 1024

"""FLT-21 at every byte: wherever a recorded stream is cut, words stay, half a call never gets out."""

from __future__ import annotations

import pytest

from characoid_desktop.integrations.llm.errors import ReplyCut
from characoid_desktop.integrations.llm.patience import Patience
from characoid_desktop.settings.sections.models import ToolMode
from tests.fakes import model_replies as replies
from tests.fakes.model_bench import WEATHER, ModelBench
from tests.fakes.model_replies import Json, Reply
from tests.fakes.model_server import ModelServer

PATIENT = Patience(connect_s=5.0, first_byte_s=20.0, idle_s=20.0, total_s=60.0, notice_s=20.0)
ARGUMENTS = {"place": "京都", "n": [1, {"a": ""}]}
WORDS = ["Well, ", "Kyoto ", "今日は", "."]


def short(delta: Json, finish: str | None = None) -> Json:
    """A chunk with only what must be in it: every byte costs a request."""
    choice: Json = {"delta": delta}
    return {"choices": [{**choice, "finish_reason": finish} if finish else choice]}


def call_pieces() -> list[Json]:
    raw = '{"place": "京都", "n": [1, {"a": ""}]}'
    first = {"index": 0, "id": "c1", "function": {"name": "get_weather", "arguments": raw[:9]}}
    rest = [{"index": 0, "function": {"arguments": raw[at:at + 14]}} for at in range(9, len(raw), 14)]
    return [short({"tool_calls": [piece]}) for piece in (first, *rest)]


def recorded(kind: str) -> Reply:
    if kind == "words":
        parts = [short({"content": word}) for word in WORDS] + [short({}, "stop")]
    elif kind == "call":
        parts = [*call_pieces(), short({}, "tool_calls")]
    elif kind == "both":
        parts = [short({"content": WORDS[0]}), *call_pieces(), short({}, "tool_calls")]
    else:
        raw = '<tool_call>{"name": "get_weather", "arguments": {"place": "京都", "n": [1, {"a": ""}]}}</tool_call>'
        raw = f"Well.\n{raw}" if kind == "text form after words" else raw
        parts = [short({"content": raw[at:at + 11]}) for at in range(0, len(raw), 11)] + [short({}, "stop")]
    return replies.stream(*parts)


async def check(bench: ModelBench, server: ModelServer, whole: Reply, size: int, tools: ToolMode) -> str:
    """Cut at ``size`` once; return what became of it after checking that it is one of the allowed ends."""
    server.requests.clear()
    bench.slept.clear()
    server.script(whole.cut_at(size), whole)
    model = bench.model(server.base_url, patience=PATIENT, tools=tools)
    heard = await bench.ask(model, tools=[WEATHER])
    server._script.clear()
    assert heard.refused == [], size
    assert heard.calls in ([], [("get_weather", ARGUMENTS)]), size
    assert "tool_call" not in heard.text, "a half form is never shown"
    if heard.error is not None:
        assert type(heard.error) is ReplyCut, (size, heard.error)
        assert len(server.chats) == 1, "what was shown is not asked for again"
        assert heard.text, "an error only where words were shown; else it is asked once more"
        assert heard.calls == []
        return "words kept"
    if len(server.chats) == 2:
        assert bench.slept == [1.0]
        return "asked again"
    assert len(server.chats) == 1
    return "complete"


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "framing", "tools"), [
    ("words", "chunked", ToolMode.AUTO), ("call", "chunked", ToolMode.AUTO), ("both", "chunked", ToolMode.AUTO),
    ("words", "close", ToolMode.AUTO), ("call", "close", ToolMode.AUTO),
    ("text form", "close", ToolMode.PROMPTED), ("text form after words", "close", ToolMode.PROMPTED),
])
async def test_flt_21_a_stream_cut_at_every_byte(server, bench, kind, framing, tools):
    await run(server, bench, recorded(kind).framed(framing), kind, tools, step=1)


@pytest.mark.parametrize("kind", ["words", "call", "both"])
async def test_flt_21_a_stream_cut_here_and_there(server, bench, kind):
    await run(server, bench, recorded(kind), kind, ToolMode.AUTO, step=29)


async def run(server: ModelServer, bench: ModelBench, whole: Reply, kind: str, tools: ToolMode, step: int) -> None:
    ends = {}
    for size in range(1, len(whole.raw()) + 1, step):
        ends[size] = await check(bench, server, whole, size, tools)
        await bench.aclose()
        bench._wires.clear()
    order = [end for n, end in enumerate(ends.values()) if n == 0 or list(ends.values())[n - 1] != end]
    silent = kind in ("call", "text form")
    assert order == (["asked again", "complete"] if silent else ["asked again", "words kept", "complete"])


async def test_flt_21_what_was_shown_is_what_came(server, bench):
    whole = recorded("words")
    shown = set()
    for size in range(100, len(whole.raw()), 17):
        server.script(whole.cut_at(size))
        heard = await bench.ask(bench.model(server.base_url, patience=PATIENT))
        if heard.error is not None:
            assert "".join(WORDS).startswith(heard.text)
            shown.add(heard.text)
    assert len(shown) >= len(WORDS) - 1

"""Tool calls for models that know none: tools are described in text, and one call is read out of the reply.

A call counts only in two places: as ``<tool_call>{…}</tool_call>`` on a line of its own that ends the reply, outside
of any code fence, or as a whole reply that is nothing but the JSON object (bare or in one fence). Anywhere else it is
text: a model that quotes a page must not act on it. Thoughts never come here.
"""

from __future__ import annotations

import json
import re
import uuid
from collections.abc import Mapping, Sequence
from typing import Any, cast

from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, SystemMessage, ToolMessage

from characoid_desktop.core.strict_json import BadJson, parse_object
from characoid_desktop.integrations.llm.calls import (
    MAX_ARGUMENT_BYTES,
    MAX_ARGUMENT_CHARS,
    MAX_NAME,
    ToolCallText,
    refused,
)

OPEN, CLOSE = "<tool_call>", "</tool_call>"
_FENCE = re.compile(r"^```(?:json|tool_call|tool)?[ \t]*\n(.*?)\n?```\s*$", re.DOTALL)

_HOW = """You can use tools. Each tool is listed with its name, its purpose and the JSON schema of its arguments.

{tools}

To use a tool, answer with exactly one call and nothing else, in this form:
<tool_call>{{"name": "tool_name", "arguments": {{}}}}</tool_call>
The result comes in the next message. Without need for a tool, answer in plain words and never write that form."""
_MUST = " You must use a tool now."


def prompted_messages(messages: Sequence[BaseMessage], tools: Sequence[Mapping[str, Any]], *,
                      must_call: bool = False) -> list[BaseMessage]:
    """Return the conversation for a model without tools: calls and results as text, the tools in the system message.

    ``tools`` are in OpenAI's format. With none, only the history is rewritten.
    """
    made = _joined([_as_text(message) for message in messages])
    if not tools:
        return made
    how = _HOW.format(tools="\n".join(_described(tool) for tool in tools)) + (_MUST if must_call else "")
    if made and isinstance(made[0], SystemMessage):
        return [SystemMessage(f"{made[0].text}\n\n{how}"), *made[1:]]
    return [SystemMessage(how), *made]


def _joined(messages: Sequence[BaseMessage]) -> list[BaseMessage]:
    """Put neighbours of the user's side together: many chat templates want the sides to alternate."""
    made: list[BaseMessage] = []
    for message in messages:
        last = made[-1] if made else None
        if (isinstance(message, HumanMessage) and isinstance(last, HumanMessage)
                and isinstance(message.content, str) and isinstance(last.content, str)):
            made[-1] = HumanMessage(f"{last.content}\n\n{message.content}")
        else:
            made.append(message)
    return made


def _described(tool: Mapping[str, Any]) -> str:
    function = cast("Mapping[str, Any]", tool.get("function", tool))
    described = {"name": function.get("name", ""), "purpose": function.get("description", ""),
                 "arguments": function.get("parameters", {})}
    return json.dumps(described, ensure_ascii=False)


def _as_text(message: BaseMessage) -> BaseMessage:
    if isinstance(message, ToolMessage):
        # The result is text from outside: it cannot close its own frame.
        inside = message.text.replace("</tool_result", "<\u2215tool_result")
        return HumanMessage(f"<tool_result>\n{inside}\n</tool_result>")
    if isinstance(message, AIMessage) and message.tool_calls:
        calls = [OPEN + json.dumps({"name": call["name"], "arguments": call["args"]}, ensure_ascii=False) + CLOSE
                 for call in message.tool_calls]
        return AIMessage("\n".join([message.text, *calls]).strip())
    return message


class PromptedReader:
    """Feed it the words of a reply; it gives those that are certainly text and holds back what may be a call."""

    def __init__(self, names: Sequence[str]) -> None:
        self._names = frozenset(names)
        self._held = ""
        self._shown = False  # something but blanks was given out
        self._fenced = False
        self._line_begins = True
        self._in_call = False

    @property
    def holds_call(self) -> bool:
        """Whether the beginning of a call was seen."""
        return self._in_call

    def feed(self, text: str) -> str:
        """Return what can be shown of ``text`` (and of what was held before)."""
        self._held += text
        if self._in_call or self._may_be_all_json():
            return ""
        return self._pass()

    def end(self) -> tuple[str, ToolCallText | None]:
        """Return the rest to show, and the call that the reply was or ended in."""
        held, self._held = self._held, ""
        if self._in_call:
            return "", _tagged(held)
        if not self._shown:
            call = self._whole(held.strip())
            if call is not None:
                return "", call
        return held, None

    def _may_be_all_json(self) -> bool:
        begin = self._held.lstrip()
        if self._shown or len(begin) > 2 * MAX_ARGUMENT_CHARS:
            return False
        if not begin or begin.startswith("{"):
            return True
        if not begin.startswith("```"):
            return "```".startswith(begin)
        line, ended, _ = begin.partition("\n")
        info = line[3:].strip()
        return info in ("", "json", "tool_call", "tool") if ended else any(
            word.startswith(info) for word in ("json", "tool_call", "tool"))

    def _pass(self) -> str:
        """Give out line by line; hold what may become the tag at the beginning of a line."""
        out: list[str] = []
        while self._held:
            if self._line_begins and not self._fenced:
                begin = self._held.lstrip(" \t")
                if begin.startswith(OPEN):
                    self._in_call = True
                    break
                if OPEN.startswith(begin) and "\n" not in begin:
                    break
            if self._line_begins:
                begin = self._held.lstrip(" \t")
                if begin.startswith(("```", "~~~")):
                    self._fenced = not self._fenced
                elif len(begin) < 3 and ("```".startswith(begin) or "~~~".startswith(begin)):
                    break
            line, ended, rest = self._held.partition("\n")
            out.append(line + ended)
            self._line_begins = bool(ended)
            self._held = rest
        shown = "".join(out)
        self._shown = self._shown or bool(shown.strip())
        return shown

    def _whole(self, text: str) -> ToolCallText | None:
        """The call that is the whole reply; None where it may as well be an answer in JSON."""
        fenced = _FENCE.match(text)
        body = fenced.group(1).strip() if fenced else text
        if body.startswith(OPEN) and body.endswith(CLOSE):
            return _tagged(body)
        call = _call_of(body)
        return call if call is not None and call.name in self._names else None


def _tagged(text: str) -> ToolCallText | None:
    """The call between the tags; a refused one when it is no clean single call."""
    inside = text.strip().removeprefix(OPEN)
    if CLOSE not in inside:
        return _refused_call("cut", inside)
    body, _, after = inside.partition(CLOSE)
    if after.strip():
        return _refused_call("not_alone", body)
    return _call_of(body.strip()) or _refused_call("not_json", body)


def _call_of(text: str) -> ToolCallText | None:
    try:
        value = parse_object(text, max_bytes=2 * MAX_ARGUMENT_BYTES)
    except BadJson:
        return None
    name = value.get("name")
    given = value.keys() - {"name"}
    if not isinstance(name, str) or not 0 < len(name) <= MAX_NAME or not given <= {"arguments", "parameters"}:
        return None
    arguments: object = value[next(iter(given))] if len(given) == 1 else {} if not given else None
    if not isinstance(arguments, dict):
        return None
    raw = json.dumps(arguments, ensure_ascii=False)
    return ToolCallText(_new_id(), name, raw if len(raw) <= MAX_ARGUMENT_CHARS else refused("too_long", raw))


def _new_id() -> str:
    return f"call_{uuid.uuid4().hex[:24]}"


def _refused_call(code: str, text: str) -> ToolCallText:
    found = re.search(r'"name"\s*:\s*"([A-Za-z0-9_.\-]{1,128})"', text[:1_000])
    return ToolCallText(_new_id(), found.group(1) if found else "", refused(code, text))

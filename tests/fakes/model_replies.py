"""What the fake model server answers: replies of OpenAI-compatible servers, good, odd and broken, as plain data."""

from __future__ import annotations

import asyncio
import copy
import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

Json = dict[str, Any]
CREATED = 1_790_000_000


@dataclass
class Wait:
    """A pause in a body: ``seconds`` long, until ``gate`` is set, or (neither) until the client hangs up."""

    seconds: float = 0.0
    gate: asyncio.Event | None = None

    @property
    def for_ever(self) -> bool:
        return not self.seconds and self.gate is None


@dataclass
class Reply:
    """One HTTP answer. ``framing``: chunked, length, or close (the end of the connection is the end of the body).

    ``cut``: so many bytes of the whole answer (head included) are sent, then the server hangs up; ``abort``: with a
    reset instead of an end.
    """

    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    steps: list[bytes | Wait] = field(default_factory=list)
    framing: str = "chunked"
    before: Wait | None = None  # before the first byte of the head
    cut: int | None = None
    abort: bool = False

    def pieces(self) -> list[bytes | Wait]:
        """The whole answer as it goes over the wire."""
        headers = dict(self.headers)
        body = [self._framed(step) for step in self.steps]
        if self.framing == "chunked":
            headers["Transfer-Encoding"] = "chunked"
            body.append(b"0\r\n\r\n")
        elif self.framing == "length":
            headers.setdefault("Content-Length", str(sum(len(s) for s in self.steps if isinstance(s, bytes))))
        else:
            headers["Connection"] = "close"
        head = f"HTTP/1.1 {self.status} X\r\n" + "".join(f"{k}: {v}\r\n" for k, v in headers.items()) + "\r\n"
        return [*([self.before] if self.before else []), head.encode("latin-1"), *body]

    def raw(self) -> bytes:
        """All bytes of the answer, without the pauses."""
        return b"".join(piece for piece in self.pieces() if isinstance(piece, bytes))

    def _framed(self, step: bytes | Wait) -> bytes | Wait:
        if isinstance(step, Wait) or self.framing != "chunked" or not step:
            return step
        return b"%x\r\n%s\r\n" % (len(step), step)

    # Variations: each returns a changed copy.

    def cut_at(self, size: int, *, abort: bool = False) -> Reply:
        return self._changed(cut=size, abort=abort)

    def framed(self, framing: str) -> Reply:
        return self._changed(framing=framing)

    def late(self, wait: Wait) -> Reply:
        return self._changed(before=wait)

    def dripping(self, seconds: float, size: int = 1) -> Reply:
        """The body in parts of ``size`` bytes with pauses between them."""
        body = b"".join(step for step in self.steps if isinstance(step, bytes))
        steps: list[bytes | Wait] = []
        for at in range(0, len(body), size):
            steps += [body[at:at + size], Wait(seconds)]
        return self._changed(steps=steps)

    def paced(self, seconds: float) -> Reply:
        """A pause before every step."""
        return self._changed(steps=[part for step in self.steps for part in (Wait(seconds), step)])

    def stalling(self, after: int, wait: Wait | None = None) -> Reply:
        """Only the first ``after`` steps, then a pause, then the others (for ever: nothing)."""
        return self._changed(steps=[*self.steps[:after], wait or Wait(), *self.steps[after:]])

    def typed(self, content_type: str) -> Reply:
        return self._changed(headers={**self.headers, "Content-Type": content_type})

    def _changed(self, **values: Any) -> Reply:
        changed = copy.copy(self)
        for name, value in values.items():
            setattr(changed, name, value)
        return changed


def chunk(delta: Json | None, finish: str | None = None, usage: Json | None = None, **extra: Any) -> Json:
    """One ``chat.completion.chunk``."""
    made: Json = {"id": "chatcmpl-1", "object": "chat.completion.chunk", "created": CREATED, "model": "fake-1",
                  "choices": [] if delta is None else [{"index": 0, "delta": delta, "finish_reason": finish}]}
    if usage is not None:
        made["usage"] = usage
    return {**made, **extra}


def event(value: Json | str) -> bytes:
    return f"data: {value if isinstance(value, str) else json.dumps(value)}\n\n".encode()


def stream(*values: Json | str | bytes, done: bool = True) -> Reply:
    """A stream of the given chunks (bytes go out as they are)."""
    steps: list[bytes | Wait] = [value if isinstance(value, bytes) else event(value) for value in values]
    return Reply(headers={"Content-Type": "text/event-stream"}, steps=[*steps, *([event("[DONE]")] if done else [])])


def usage(prompt: int, completion: int) -> Json:
    return {"prompt_tokens": prompt, "completion_tokens": completion, "total_tokens": prompt + completion}


def text(*words: str, reasoning: Sequence[str] = (), finish: str = "stop", tokens: tuple[int, int] = (12, 7),
         reasoning_name: str = "reasoning_content") -> Reply:
    """Words of the character, after thoughts if there are any, with a usage chunk."""
    parts = [chunk({"role": "assistant", "content": ""})]
    parts += [chunk({reasoning_name: thought}) for thought in reasoning]
    parts += [chunk({"content": word}) for word in words]
    return stream(*parts, chunk({}, finish), chunk(None, usage=usage(*tokens)))


def tool_calls(*calls: tuple[str, Json | str], words: Sequence[str] = (), piece: int = 5, finish: str = "tool_calls",
               ids: Sequence[str | None] = ()) -> Reply:
    """Native tool calls, their arguments in pieces of ``piece`` characters. A str is taken as raw arguments."""
    parts = [chunk({"role": "assistant", "content": word}) for word in ("", *words)]
    for index, (name, arguments) in enumerate(calls):
        raw = arguments if isinstance(arguments, str) else json.dumps(arguments)
        id_ = ids[index] if index < len(ids) else f"call_{index}"
        parts.append(chunk({"tool_calls": [{"index": index, "id": id_, "type": "function",
                                            "function": {"name": name, "arguments": ""}}]}))
        parts += [chunk({"tool_calls": [{"index": index, "function": {"arguments": raw[at:at + piece]}}]})
                  for at in range(0, len(raw), piece)]
    return stream(*parts, chunk({}, finish), chunk(None, usage=usage(30, 9)))


def as_json(value: Any, status: int = 200, **headers: str) -> Reply:
    return Reply(status, {"Content-Type": "application/json", **{k.replace("_", "-"): v for k, v in headers.items()}},
                 [json.dumps(value).encode()], framing="length")


def failure(status: int, message: str = "no", *, code: str | None = None, **headers: str) -> Reply:
    """An error as OpenAI words it; ``retry_after="2"`` becomes a header."""
    return as_json({"error": {"message": message, "type": "invalid_request_error", "code": code}}, status, **headers)


def page(status: int = 200) -> Reply:
    """The log-in page of a network."""
    return Reply(status, {"Content-Type": "text/html; charset=utf-8"},
                 [b"<!DOCTYPE html><html><body>Welcome to the hotel. Please log in.</body></html>"], framing="length")


def redirect(location: str, status: int = 307) -> Reply:
    return Reply(status, {"Location": location, "Content-Type": "text/plain"}, [], framing="length")


def models(*ids: str, flavour: str = "openai") -> Reply:
    """``/v1/models`` as the usual servers answer it."""
    owners = {"openai": "system", "ollama": "library", "lmstudio": "organization_owner", "llamacpp": "llamacpp",
              "vllm": "vllm"}
    rows: list[Json] = []
    for id_ in ids:
        row: Json = {"id": id_, "object": "model", "owned_by": owners[flavour]}
        if flavour != "lmstudio":
            row["created"] = CREATED
        if flavour == "vllm":
            row |= {"root": id_, "parent": None, "max_model_len": 8192, "permission": []}
        if flavour == "llamacpp":
            row["meta"] = {"n_ctx_train": 4096, "n_vocab": 32000}
        rows.append(row)
    value: Json = {"object": "list", "data": rows}
    if flavour == "llamacpp":  # it answers for Ollama's clients at the same time
        value["models"] = [{"name": id_, "model": id_} for id_ in ids]
    return as_json(value)


def embeddings(texts: Sequence[str], size: int = 4) -> Reply:
    """A vector for each text that depends on its characters, in reverse order (the index tells)."""
    rows = [{"object": "embedding", "index": n,
             "embedding": [(sum(map(ord, one)) % (7 + k)) / (7 + k) for k in range(size)]}
            for n, one in enumerate(texts)]
    return as_json({"object": "list", "data": rows[::-1], "model": "fake-embed",
                    "usage": {"prompt_tokens": 3, "total_tokens": 3}})


def from_json(value: Json) -> Reply:
    """A reply from a script file: ``{"text": […]}``, ``{"calls": [[name, arguments]]}``, ``{"status": 429, …}``, and
    with any of them ``cut``, ``drip_s``, ``pace_s``, ``stall_after`` (steps), ``reasoning``."""
    if "status" in value:
        headers = {"retry_after": str(value["retry_after"])} if "retry_after" in value else {}
        made = failure(value["status"], value.get("message", "no"), **headers)
    elif "calls" in value:
        made = tool_calls(*[(name, arguments) for name, arguments in value["calls"]], words=value.get("text", ()))
    elif value.get("html"):
        made = page()
    else:
        made = text(*value.get("text", ("Hello.",)), reasoning=value.get("reasoning", ()))
    if "stall_after" in value:
        made = made.stalling(value["stall_after"])
    if "pace_s" in value:
        made = made.paced(value["pace_s"])
    if "drip_s" in value:
        made = made.dripping(value["drip_s"])
    return made.cut_at(value["cut"]) if "cut" in value else made

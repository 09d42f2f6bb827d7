"""One reply, read from the events of a stream with good will for dialects and none for nonsense.

Words and thoughts come out at once; tool calls are held back until the reply is complete, so that half a call never
leaves here.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, cast

from characoid_desktop.core.cleaning import REPLACEMENT, whole_characters
from characoid_desktop.integrations.llm.calls import CallCollector

MAX_REPLY_CHARS = 1_000_000  # words and thoughts together
_OPEN, _CLOSE = "<think>", "</think>"
_HIGH = re.compile("[\ud800-\udbff]$")

Event = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Piece:
    """What just came: words of the answer, or thoughts of the model."""

    text: str = ""
    reasoning: str = ""

    def __bool__(self) -> bool:
        return bool(self.text or self.reasoning)


@dataclass(frozen=True, slots=True)
class TokenUsage:
    prompt: int
    completion: int


class ReplyReader:
    """Feed it events; it gives pieces. ``complete`` is True once the server said that the reply ended."""

    def __init__(self) -> None:
        self.calls = CallCollector()
        self.complete = False
        self.finish_reason = ""
        self.model = ""
        self.usage: TokenUsage | None = None
        self.too_long = False  # cut by us; the stream can be dropped
        self.substance = False  # whether the last event held anything but blanks
        self._chars = 0
        self._text = _Joined()
        self._reasoning = _Joined()
        self._think = _ThinkSplitter()

    def feed(self, event: Event) -> Piece:
        """Return what the event adds (perhaps nothing). What does not look like a reply is passed over."""
        self.substance = False
        self._note_usage(event.get("usage"))
        if not self.model and isinstance(event.get("model"), str):
            self.model = event["model"][:200]
        choice = _first_choice(event)
        if choice is None:
            return Piece()
        delta: object = choice.get("delta") or choice.get("message")
        piece = self._delta(cast("Event", delta)) if isinstance(delta, Mapping) else Piece()
        reason = choice.get("finish_reason")
        if isinstance(reason, str) and reason:
            self.finish_reason = reason[:40]
            self.complete = True
        return self._bounded(piece)

    def end(self) -> Piece:
        """Return what was held back; call it once, after the last event."""
        reasoning, text = self._think.feed(self._text.end())
        more, rest = self._think.end()
        return self._bounded(Piece(text + rest, self._reasoning.end() + reasoning + more))

    def _delta(self, delta: Event) -> Piece:
        raw = _text_of(delta.get("content")) or _text_of(delta.get("refusal"))
        # Only one of the two names: some servers send the same thought under both.
        thought = _text_of(delta.get("reasoning_content")) or _text_of(delta.get("reasoning"))
        called = self.calls.feed(delta.get("tool_calls"))
        self.substance = called or bool(raw.strip()) or bool(thought.strip())
        reasoning, text = self._think.feed(self._text.join(raw)) if raw else ("", "")
        return Piece(text, self._reasoning.join(thought) + reasoning)

    def _bounded(self, piece: Piece) -> Piece:
        left = MAX_REPLY_CHARS - self._chars
        self._chars += len(piece.text) + len(piece.reasoning)
        if self._chars <= MAX_REPLY_CHARS:
            return piece
        self.too_long = self.complete = True
        self.finish_reason = "length"
        return Piece(piece.text[:max(0, left)], piece.reasoning[:max(0, left - len(piece.text))])

    def _note_usage(self, usage: object) -> None:
        # Some servers send the running total with every event: the last one counts, they are never summed.
        if isinstance(usage, Mapping):
            named = cast("Event", usage)
            self.usage = TokenUsage(_count(named.get("prompt_tokens")), _count(named.get("completion_tokens")))


class _Joined:
    """Text whose characters may be cut in half between two deltas (servers that count in UTF-16)."""

    def __init__(self) -> None:
        self._half = ""

    def join(self, text: str) -> str:
        if not self._half and text.isascii():
            return text
        text = self._half + text
        self._half = ""
        if _HIGH.search(text):
            text, self._half = text[:-1], text[-1]
        return whole_characters(text)

    def end(self) -> str:
        half, self._half = self._half, ""
        return REPLACEMENT if half else ""


class _ThinkSplitter:
    """Takes ``<think>…</think>`` at the beginning of an answer out of the words. Anywhere else it is text."""

    def __init__(self) -> None:
        self._held = ""
        self._state = "begin"  # begin, inside, after (blanks), words

    def feed(self, text: str) -> tuple[str, str]:
        """Return (reasoning, text)."""
        if self._state == "words":
            return "", text
        self._held += text
        reasoning = ""
        if self._state == "begin":
            begin = self._held.lstrip()
            if len(begin) < len(_OPEN) and _OPEN.startswith(begin):
                return "", ""
            if not begin.startswith(_OPEN):
                return "", self._all()
            self._held, self._state = begin[len(_OPEN):], "inside"
        if self._state == "inside":
            at = self._held.find(_CLOSE)
            if at < 0:
                keep = _overlap(self._held, _CLOSE)
                reasoning, self._held = self._held[:len(self._held) - keep], self._held[len(self._held) - keep:]
                return reasoning, ""
            reasoning, self._held = self._held[:at], self._held[at + len(_CLOSE):]
            self._state = "after"
        self._held = self._held.lstrip()
        return (reasoning, self._all()) if self._held else (reasoning, "")

    def end(self) -> tuple[str, str]:
        held, self._held = self._held, ""
        return (held, "") if self._state == "inside" else ("", held)

    def _all(self) -> str:
        self._state = "words"
        held, self._held = self._held, ""
        return held


def _overlap(text: str, mark: str) -> int:
    """How many characters at the end of ``text`` may be the beginning of ``mark``."""
    for length in range(min(len(text), len(mark) - 1), 0, -1):
        if text.endswith(mark[:length]):
            return length
    return 0


def _first_choice(event: Event) -> Event | None:
    choices = event.get("choices")
    if not isinstance(choices, list) or not choices:
        return None
    first: object = cast("list[object]", choices)[0]
    return cast("Event", first) if isinstance(first, Mapping) else None


def _text_of(value: object) -> str:
    """The text of a content field: a string, or a list of parts of which the text ones count."""
    if isinstance(value, str):
        return value
    if isinstance(value, list):
        parts = (cast("Event", part).get("text") for part in cast("list[object]", value)
                 if isinstance(part, Mapping))
        return "".join(part for part in parts if isinstance(part, str))
    return ""


def _count(value: object) -> int:
    if isinstance(value, int) and not isinstance(value, bool):
        return min(max(value, 0), 10**9)
    return 0


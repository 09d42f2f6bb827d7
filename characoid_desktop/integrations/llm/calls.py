"""Tool calls out of a stream: collected whole, given unique ids, and refused where their arguments are not clean.

LangChain repairs broken JSON (``{"a": 1, "b": `` becomes ``{"a": 1}``), so a call must not reach it broken: refused
arguments get a mark in front that nothing can repair, which makes them an ``invalid_tool_call``.
"""

from __future__ import annotations

import json
import re
import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, cast

from characoid_desktop.core.cleaning import whole_characters
from characoid_desktop.core.strict_json import BadJson, parse_object

MAX_CALLS = 64
MAX_ARGUMENT_CHARS = 262_144
MAX_ARGUMENT_BYTES = 4 * MAX_ARGUMENT_CHARS
MAX_NAME = 128
SHOWN_OF_REFUSED = 2_000  # characters of refused arguments that are kept
_MARK = re.compile(r"^\(refused: ([a-z_]+)\) ")
_SAFE_ID = re.compile(r"[A-Za-z0-9_.:\-]{1,100}")


@dataclass(frozen=True, slots=True)
class ToolCallText:
    """One call as the model wrote it. ``arguments`` are its raw text, or marked as refused (:func:`refusal_of`)."""

    id: str
    name: str
    arguments: str


def refused(code: str, arguments: str) -> str:
    """Return arguments that are never parsed, with the reason in front."""
    return f"(refused: {code}) {arguments[:SHOWN_OF_REFUSED]}"


def refusal_of(arguments: str) -> str:
    """Return why arguments were refused: cut, too_long, no_name, not_json, doubled_key …; "" when they were not."""
    found = _MARK.match(arguments)
    return found.group(1) if found else ""


@dataclass(slots=True)
class _Growing:
    index: object
    id: str = ""
    name: str = ""
    arguments: str = ""
    too_long: bool = False

    def add(self, name: str, arguments: str) -> None:
        if name and not self.arguments and not self.name.endswith(name):
            # Names come whole, again with every piece, or (rarely) in parts.
            self.name = (self.name + name)[:MAX_NAME + 1]
        if len(self.arguments) + len(arguments) > MAX_ARGUMENT_CHARS:
            self.too_long = True
        else:
            self.arguments += arguments


class CallCollector:
    """Collects the pieces of tool calls. Whatever a server does with index, id and name, calls stay apart."""

    def __init__(self) -> None:
        self._calls: list[_Growing] = []

    def __bool__(self) -> bool:
        return bool(self._calls)

    def feed(self, pieces: object) -> bool:
        """Take the ``tool_calls`` of a delta; return whether there was anything in it."""
        if not isinstance(pieces, list):
            return False
        for piece in cast("list[object]", pieces):
            if isinstance(piece, Mapping):
                self._take(cast("Mapping[str, Any]", piece))
        return bool(pieces)  # pyright: ignore[reportUnknownArgumentType]

    def finished(self, *, cut: bool) -> tuple[ToolCallText, ...]:
        """Return all calls with unique ids. ``cut``: the reply ended too early, so that none can be trusted."""
        taken: set[str] = set()
        made: list[ToolCallText] = []
        for call in self._calls:
            id_ = call.id if _SAFE_ID.fullmatch(call.id) and call.id not in taken else f"call_{uuid.uuid4().hex[:24]}"
            taken.add(id_)
            made.append(ToolCallText(id_, whole_characters(call.name[:MAX_NAME]),
                                     _checked(call, cut=cut)))
        return tuple(made)

    def _take(self, piece: Mapping[str, Any]) -> None:
        function: object = piece.get("function")
        named: Mapping[str, Any] = cast("Mapping[str, Any]", function) if isinstance(function, Mapping) else {}
        name = named.get("name")
        name = name if isinstance(name, str) else ""
        arguments = _arguments_text(named.get("arguments"))
        id_ = piece.get("id")
        id_ = id_ if isinstance(id_, str) else ""
        call = self._belongs_to(piece.get("index"), id_, name)
        if call is None:
            if len(self._calls) >= MAX_CALLS:
                return
            call = _Growing(piece.get("index"), id_)
            self._calls.append(call)
        call.id = call.id or id_
        call.add(name, arguments)

    def _belongs_to(self, index: object, id_: str, name: str) -> _Growing | None:
        """The call that a piece continues; None: it begins one."""
        if isinstance(index, int) and not isinstance(index, bool):
            # Some servers count every call as 0 and tell them apart by id only.
            same = [c for c in self._calls if c.index == index]
            if not same or (id_ and name and same[-1].id and same[-1].id != id_):
                return None
            return same[-1]
        if not self._calls:
            return None
        last = self._calls[-1]
        if id_:
            return last if last.id == id_ and not (name and last.arguments) else None
        return None if name and last.arguments else last


def _arguments_text(value: object) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, (dict, list)):  # some servers send an object where a text belongs
        try:
            return json.dumps(value, ensure_ascii=False)
        except (TypeError, ValueError, RecursionError):
            return "?"
    return ""


def _checked(call: _Growing, *, cut: bool) -> str:
    """The arguments, or their refusal."""
    arguments = whole_characters(call.arguments)
    if cut:
        return refused("cut", arguments)
    if call.too_long:
        return refused("too_long", arguments)
    if not call.name or len(call.name) > MAX_NAME:
        return refused("no_name", arguments)
    if arguments.strip() in ("", "null"):  # some servers send null for none
        return "{}"
    try:
        return arguments if parse_object(arguments, max_bytes=MAX_ARGUMENT_BYTES) else "{}"
    except BadJson as error:
        return refused(error.code, arguments)

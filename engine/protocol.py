"""Frames between the app and an engine child: bytes in, frames out. Standard library only, no input or output.

A frame is one JSON object on a line of its own, UTF-8, with its kind under ``type``. A ``data`` frame announces
``bytes`` raw bytes that follow its newline directly. A frame that makes no sense is a :class:`ProtocolError`
among the frames, and reading goes on behind the next newline: bad input never ends the stream.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

PROTOCOL = 1
MAX_LINE_BYTES = 1024 * 1024
MAX_PAYLOAD_BYTES = 64 * 1024 * 1024
MAX_ID_LENGTH = 64
MAX_DIGITS = 18
PRIORITY_VARIABLE = "CHARACOID_PRIORITY"  # in the child's environment; PRIORITY_NORMAL: do not give way
PRIORITY_NORMAL = "normal"

_NUMBER = (int, float)

FIELDS: Mapping[str, Mapping[str, type | tuple[type, ...]]] = {
    # to the child
    "job": {"id": str, "op": str, "params": dict},
    "cancel": {"id": str},
    "ping": {"n": int},
    "shutdown": {},
    # from the child
    "hello": {"protocol": int, "engine": str, "version": str, "pid": int},
    "ready": {"ops": list},
    "progress": {"id": str, "stage": str, "done": _NUMBER, "total": _NUMBER},
    "data": {"id": str, "bytes": int},
    "result": {"id": str, "value": dict},
    "error": {"id": str, "code": str, "params": dict, "detail": str},
    "cancelled": {"id": str},
    "pong": {"n": int, "busy": list},
    "heartbeat": {"busy": list, "rss": int},
}
"""The fields each kind must have, and their types; more are allowed."""


class ProtocolError(Exception):
    """A frame that was refused. ``kind`` and ``id`` are set as far as they could be read from it."""

    def __init__(self, code: str, detail: str = "", *, kind: str = "", id: str = "") -> None:
        super().__init__(f"{code}: {detail}" if detail else code)
        self.code = code
        self.detail = detail
        self.kind = kind
        self.id = id


class Frame(NamedTuple):
    """``body`` is the whole JSON object; ``payload`` the bytes of a ``data`` frame."""

    kind: str
    body: Mapping[str, Any]
    payload: bytes = b""

    @property
    def id(self) -> str:
        """The request it belongs to, empty where the kind has none."""
        return self.body.get("id", "")


def encode(kind: str, /, **fields: Any) -> bytes:
    """Return the line of a frame.

    Raises ValueError for values JSON cannot hold (NaN included) and for a line over MAX_LINE_BYTES. Text is
    escaped to ASCII, so file names that are not UTF-8 (surrogate escapes) arrive as they are.
    """
    try:
        line = json.dumps({"type": kind, **fields}, separators=(",", ":"), allow_nan=False).encode("ascii")
    except (TypeError, RecursionError) as error:
        raise ValueError(f"not plain JSON: {error}") from error
    if len(line) > MAX_LINE_BYTES:
        raise ValueError(f"a frame of {len(line)} bytes is over {MAX_LINE_BYTES}")
    return line + b"\n"


def data_header(id: str, size: int, meta: Mapping[str, Any] | None = None) -> bytes:
    """Return the line that announces ``size`` payload bytes; raises ValueError over MAX_PAYLOAD_BYTES."""
    if not 0 <= size <= MAX_PAYLOAD_BYTES:
        raise ValueError(f"a payload of {size} bytes is over {MAX_PAYLOAD_BYTES}")
    return encode("data", **{**(meta or {}), "id": id, "bytes": size})


class FrameReader:
    """Cuts a byte stream into frames. Holds at most one line or one payload.

    >>> list(FrameReader().feed(b'{"type":"ping","n":1}\\n'))
    [Frame(kind='ping', body={'type': 'ping', 'n': 1}, payload=b'')]
    """

    def __init__(self, *, max_line: int = MAX_LINE_BYTES, max_payload: int = MAX_PAYLOAD_BYTES) -> None:
        self._max_line = max_line
        self._max_payload = max_payload
        self._buffer = bytearray()
        self._start = 0  # bytes before it are used up; removed once a feed, so that cost stays linear
        self._scanned = 0  # no newline before it
        self._skipping = False  # inside a line that was too long
        self._waiting: Frame | None = None  # its payload is incomplete

    def feed(self, data: bytes | bytearray | memoryview) -> Iterator[Frame | ProtocolError]:
        """Take bytes and return an iterator over what is complete; what it is not asked for stays inside."""
        if self._start:
            del self._buffer[: self._start]
            self._scanned -= self._start
            self._start = 0
        self._buffer += data
        return self._complete()

    def _complete(self) -> Iterator[Frame | ProtocolError]:
        while True:
            item = self._payload() if self._waiting else self._line()
            if item is None:
                return
            yield item

    def _payload(self) -> Frame | None:
        frame = self._waiting
        assert frame is not None
        end = self._start + frame.body["bytes"]
        if len(self._buffer) < end:
            return None
        with memoryview(self._buffer) as view:
            payload = bytes(view[self._start : end])
        self._start = self._scanned = end
        self._waiting = None
        return frame._replace(payload=payload)

    def _line(self) -> Frame | ProtocolError | None:
        while True:
            end = self._buffer.find(b"\n", max(self._scanned, self._start))
            if end < 0:
                return self._unfinished()
            line = bytes(self._buffer[self._start : end])
            self._start = self._scanned = end + 1
            if self._skipping:  # the end of a line that was refused before
                self._skipping = False
                continue
            if len(line) > self._max_line:
                return ProtocolError("line_too_long", f"{len(line)} bytes")
            item = parse(line)
            if isinstance(item, Frame) and item.kind == "data":
                if item.body["bytes"] > self._max_payload:
                    return ProtocolError("payload_too_big", f"{item.body['bytes']} bytes",
                                         kind="data", id=item.id)
                self._waiting = item
                ready = self._payload()
                if ready is None:
                    return None
                return ready
            return item

    def _unfinished(self) -> ProtocolError | None:
        self._scanned = len(self._buffer)
        if len(self._buffer) - self._start <= self._max_line:
            return None
        size = len(self._buffer) - self._start
        self._start = self._scanned
        if self._skipping:
            return None
        self._skipping = True
        return ProtocolError("line_too_long", f"more than {size - 1} bytes without an end")


def parse(line: bytes) -> Frame | ProtocolError:
    """Return the frame on a line (without its newline), or why it is none. Never raises."""
    try:
        body = _DECODER.decode(line.decode("utf-8"))
    except ProtocolError as error:
        return error
    except UnicodeDecodeError as error:
        return ProtocolError("bad_utf8", str(error))
    except RecursionError:
        return ProtocolError("too_deep")
    except ValueError as error:
        return ProtocolError("bad_json", str(error)[:200])
    if not isinstance(body, dict):
        return ProtocolError("bad_json", "not an object")
    return _checked(body)


def _checked(body: dict[str, Any]) -> Frame | ProtocolError:
    kind, id = body.get("type"), body.get("id", "")
    kind = kind if isinstance(kind, str) else ""
    id = id if isinstance(id, str) and len(id) <= MAX_ID_LENGTH else ""
    fields = FIELDS.get(kind)
    if fields is None:
        return ProtocolError("unknown_frame", repr(kind[:40]), id=id)
    for name, wanted in fields.items():
        value = body.get(name)
        if not isinstance(value, wanted) or isinstance(value, bool):
            return ProtocolError("bad_field", f"{name} of {kind}", kind=kind, id=id)
    if "id" in fields and not id:
        return ProtocolError("bad_field", f"id of {kind}", kind=kind)
    if kind == "data" and body["bytes"] < 0:
        return ProtocolError("bad_field", "bytes of data", kind=kind, id=id)
    return Frame(kind, body)


def _no_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Two readers must never see two meanings in one object."""
    body = dict(pairs)
    if len(body) != len(pairs):
        raise ProtocolError("duplicate_key")
    return body


def _finite(text: str) -> float:
    value = float(text)
    if not math.isfinite(value):
        raise ProtocolError("not_finite", text[:40])
    return value


def _bounded(text: str) -> int:
    """Numbers that every reader holds exactly enough; a float of it never overflows."""
    if len(text.lstrip("-")) > MAX_DIGITS:
        raise ProtocolError("number_too_long", text[:40])
    return int(text)


def _refuse(text: str) -> float:
    raise ProtocolError("not_finite", text)


_DECODER = json.JSONDecoder(
    object_pairs_hook=_no_duplicates, parse_float=_finite, parse_int=_bounded, parse_constant=_refuse
)

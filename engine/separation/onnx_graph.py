"""What an ONNX file says about itself, read without onnxruntime: inputs, outputs, operators, outside data.

A model comes from strangers, so its outline is read here first, in plain Python over the protobuf wire format
(https://protobuf.dev/programming-guides/encoding; field numbers from onnx.proto3, Apache-2.0), before any native
code sees the file.
"""

from __future__ import annotations

import mmap
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from engine.errors import EngineError

MAX_BYTES = 2 << 30  # of a protobuf message
MAX_NODES = 50_000
_STANDARD_DOMAINS = ("", "ai.onnx")
_BODY_OPS = ("If", "Loop", "Scan", "SequenceMap")

Buffer = memoryview


@dataclass(frozen=True, slots=True)
class Value:
    """``shape`` has None where a dimension is symbolic."""

    name: str
    shape: tuple[int | None, ...]


@dataclass(slots=True)
class Graph:
    """The outline of a model."""

    inputs: list[Value] = field(default_factory=list)
    outputs: list[Value] = field(default_factory=list)
    operators: set[str] = field(default_factory=set)
    initializers: set[str] = field(default_factory=set)
    nodes: int = 0


class _Broken(Exception):
    """Not a protobuf message."""


def read_graph(path: str) -> Graph | None:
    """Return the outline of the model in ``path``, or None where it is no ONNX file at all.

    ``inputs`` are those that must be given (weights left out). Raises EngineError ``damaged`` (it begins like
    one), ``foreign_operators`` (operators of other domains, sub-graphs, or weights in other files) and the
    codes of a file that cannot be read.
    """
    try:
        with Path(path).open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as mapped:
            if len(mapped) > MAX_BYTES:
                return None
            with memoryview(mapped) as view:
                return _model(view)
    except ValueError:  # an empty file cannot be mapped
        return None


def _model(view: Buffer) -> Graph | None:
    if not len(view) or view[0] != 0x08:  # ir_version comes first in every writer
        return None
    graph: Graph | None = None
    seen_graph = False
    try:
        for number, value in _fields(view):
            if number == 7 and isinstance(value, memoryview):
                seen_graph = True
                graph = _graph(value)
                value.release()
            elif isinstance(value, memoryview):
                value.release()
    except (_Broken, UnicodeDecodeError) as error:
        if seen_graph:
            raise EngineError("damaged", str(error)) from error
        return None
    return graph


def _graph(view: Buffer) -> Graph:
    graph = Graph()
    for number, value in _fields(view):
        if not isinstance(value, memoryview):
            continue
        if number == 1:
            _node(value, graph)
        elif number == 5:
            graph.initializers.add(_tensor_name(value))
        elif number == 11:
            graph.inputs.append(_value(value))
        elif number == 12:
            graph.outputs.append(_value(value))
        value.release()
    graph.inputs = [value for value in graph.inputs if value.name not in graph.initializers]
    return graph


def _node(view: Buffer, graph: Graph) -> None:
    graph.nodes += 1
    if graph.nodes > MAX_NODES:
        raise _Broken("too many nodes")
    for number, value in _fields(view):
        if isinstance(value, memoryview):
            if number == 4:
                graph.operators.add(_text(value))
                if _text(value) in _BODY_OPS:
                    raise EngineError("foreign_operators", _text(value))
            elif number == 7 and _text(value) not in _STANDARD_DOMAINS:
                raise EngineError("foreign_operators", _text(value)[:100])
            value.release()


def _tensor_name(view: Buffer) -> str:
    name = ""
    for number, value in _fields(view):
        if number == 13 or (number == 14 and value == 1):
            raise EngineError("foreign_operators", "weights in another file")
        if isinstance(value, memoryview):
            if number == 8:
                name = _text(value)
            value.release()
    return name


def _value(view: Buffer) -> Value:
    name, shape = "", ()
    for number, value in _fields(view):
        if isinstance(value, memoryview):
            if number == 1:
                name = _text(value)
            elif number == 2:
                shape = _type_shape(value)
            value.release()
    return Value(name, shape)


def _type_shape(view: Buffer) -> tuple[int | None, ...]:
    """TypeProto.tensor_type.shape."""
    dims: list[int | None] = []
    for tensor in _inside(view, 1):
        for shape in _inside(tensor, 2):
            for dim in _inside(shape, 1):
                size = next((v for n, v in _fields(dim) if n == 1 and isinstance(v, int)), None)
                dims.append(size if size is not None and 0 < size < 1 << 31 else None)
                if len(dims) > 16:
                    raise _Broken("too many dimensions")
    return tuple(dims)


def _inside(view: Buffer, wanted: int) -> Iterator[Buffer]:
    for number, value in _fields(view):
        if isinstance(value, memoryview):
            if number == wanted:
                yield value
            value.release()


def _text(view: Buffer) -> str:
    if len(view) > 4096:
        raise _Broken("a name that is too long")
    return bytes(view).decode("utf-8")


def _fields(view: Buffer) -> Iterator[tuple[int, int | Buffer]]:
    """Give (field number, value) of a message; what is length-delimited as a view."""
    at, end = 0, len(view)
    while at < end:
        key, at = _varint(view, at)
        number, kind = key >> 3, key & 7
        if number == 0:
            raise _Broken("field 0")
        if kind == 0:
            value, at = _varint(view, at)
            yield number, value
        elif kind in (1, 5):
            at += 8 if kind == 1 else 4
        elif kind == 2:
            size, at = _varint(view, at)
            if at + size > end:
                raise _Broken("longer than the file")
            yield number, view[at : at + size]
            at += size
        else:
            raise _Broken(f"wire type {kind}")
    if at != end:
        raise _Broken("cut off")


def _varint(view: Buffer, at: int) -> tuple[int, int]:
    value = 0
    for shift in range(0, 70, 7):
        if at >= len(view):
            raise _Broken("cut off")
        byte = view[at]
        at += 1
        value |= (byte & 0x7F) << shift
        if byte < 0x80:
            return value, at
    raise _Broken("a number that is too long")

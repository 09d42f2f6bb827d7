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
from typing import NamedTuple

from engine.errors import EngineError

MAX_BYTES = 2 << 30  # of a protobuf message
MAX_NODES = 50_000
_STANDARD_DOMAINS = ("", "ai.onnx")
_MORE_CODE = (20, 25)  # training_info, functions
_BODY_OPS = ("If", "Loop", "Scan", "SequenceMap")


class Part(NamedTuple):
    """Bytes ``start`` to ``end`` of the file; no view, so the file can be closed whenever reading stops."""

    data: mmap.mmap
    start: int
    end: int


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
            return _model(Part(mapped, 0, len(mapped)))
    except ValueError:  # an empty file cannot be mapped
        return None


def _model(part: Part) -> Graph | None:
    if part.data[0] != 0x08:  # ir_version comes first in every writer
        return None
    graphs: list[Graph] = []
    try:
        for number, value in _fields(part):
            if not isinstance(value, Part):
                continue
            if number == 7:
                graphs.append(_graph(value))
            elif number in _MORE_CODE:
                raise EngineError("foreign_operators", "functions or training steps")
    except (_Broken, UnicodeDecodeError) as error:
        if graphs:
            raise EngineError("damaged", str(error)) from error
        return None
    if len(graphs) > 1:  # a reader of protobuf would merge them
        raise EngineError("damaged", "several graphs")
    return graphs[0] if graphs else None


def _graph(part: Part) -> Graph:
    graph = Graph()
    for number, value in _fields(part):
        if not isinstance(value, Part):
            continue
        if number == 1:
            _node(value, graph)
        elif number == 5:
            graph.initializers.add(_tensor_name(value))
        elif number == 15:
            raise EngineError("foreign_operators", "sparse weights")
        elif number == 11:
            graph.inputs.append(_value(value))
        elif number == 12:
            graph.outputs.append(_value(value))
    graph.inputs = [value for value in graph.inputs if value.name not in graph.initializers]
    return graph


def _node(part: Part, graph: Graph) -> None:
    graph.nodes += 1
    if graph.nodes > MAX_NODES:
        raise _Broken("too many nodes")
    for number, value in _fields(part):
        if isinstance(value, Part):
            if number == 4:
                graph.operators.add(_text(value))
                if _text(value) in _BODY_OPS:
                    raise EngineError("foreign_operators", _text(value))
            elif number == 5:
                _attribute(value)
            elif number == 7 and _text(value) not in _STANDARD_DOMAINS:
                raise EngineError("foreign_operators", _text(value)[:100])


def _attribute(part: Part) -> None:
    for number, value in _fields(part):
        if number in (6, 11):
            raise EngineError("foreign_operators", "a graph within the graph")
        if number in (5, 10) and isinstance(value, Part):
            _tensor_name(value)


def _tensor_name(part: Part) -> str:
    name = ""
    for number, value in _fields(part):
        if number == 13 or (number == 14 and value == 1):
            raise EngineError("foreign_operators", "weights in another file")
        if isinstance(value, Part) and number == 8:
            name = _text(value)
    return name


def _value(part: Part) -> Value:
    name, shape = "", ()
    for number, value in _fields(part):
        if isinstance(value, Part):
            if number == 1:
                name = _text(value)
            elif number == 2:
                shape = _type_shape(value)
    return Value(name, shape)


def _type_shape(part: Part) -> tuple[int | None, ...]:
    """TypeProto.tensor_type.shape."""
    dims: list[int | None] = []
    for tensor in _inside(part, 1):
        for shape in _inside(tensor, 2):
            for dim in _inside(shape, 1):
                size = next((v for n, v in _fields(dim) if n == 1 and isinstance(v, int)), None)
                dims.append(size if size is not None and 0 < size < 1 << 31 else None)
                if len(dims) > 16:
                    raise _Broken("too many dimensions")
    return tuple(dims)


def _inside(part: Part, wanted: int) -> Iterator[Part]:
    for number, value in _fields(part):
        if isinstance(value, Part) and number == wanted:
            yield value


def _text(part: Part) -> str:
    if part.end - part.start > 4096:
        raise _Broken("a name that is too long")
    return part.data[part.start : part.end].decode("utf-8")


def _fields(part: Part) -> Iterator[tuple[int, int | Part]]:
    """Give (field number, value) of a message; what is length-delimited as a part."""
    at = part.start
    while at < part.end:
        key, at = _varint(part, at)
        number, kind = key >> 3, key & 7
        if number == 0:
            raise _Broken("field 0")
        if kind == 0:
            value, at = _varint(part, at)
            yield number, value
        elif kind in (1, 5):
            at += 8 if kind == 1 else 4
        elif kind == 2:
            size, at = _varint(part, at)
            if at + size > part.end:
                raise _Broken("longer than the file")
            yield number, Part(part.data, at, at + size)
            at += size
        else:
            raise _Broken(f"wire type {kind}")
    if at != part.end:
        raise _Broken("cut off")


def _varint(part: Part, at: int) -> tuple[int, int]:
    value = 0
    for shift in range(0, 70, 7):
        if at >= part.end:
            raise _Broken("cut off")
        byte = part.data[at]
        at += 1
        value |= (byte & 0x7F) << shift
        if byte < 0x80:
            return value, at
    raise _Broken("a number that is too long")

"""safetensors files: the header checked before a tensor of it is read (MDL-22).

Format: huggingface/safetensors, README "Format": 8 bytes little-endian length, that much JSON, then the data. Its
own reader checks the same again; it does not bound the header, and knows nothing of what the numbers are.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from typing import Any

from engine.audio.files import InputView
from engine.errors import EngineError

MAX_HEADER_BYTES = 8 * 1024 * 1024
MAX_TENSORS = 20_000
_SIZES = {"F16": 2, "BF16": 2, "F32": 4, "F64": 8, "I64": 8, "I32": 4, "U8": 1, "BOOL": 1}
_METADATA = "__metadata__"
_MAX_DIMENSIONS = 8

Header = dict[str, tuple[str, tuple[int, ...]]]


def looks_like(head: bytes) -> bool:
    """Whether the first bytes are those of a safetensors file, be its header good or not."""
    return len(head) > 8 and head[8:9] == b"{" and head[5:8] == b"\0\0\0"


def read_header(view: InputView, size: int) -> Header:
    """Return (type, shape) of each tensor by name.

    Raises EngineError ``bad_safetensors``: a header too long or no JSON, numbers that are none, ranges that overlap,
    leave gaps or do not fit the shape.
    """
    view.seek(0)
    length = int.from_bytes(view.read(8), "little")
    if not 2 <= length <= min(MAX_HEADER_BYTES, size - 8):
        raise _bad(f"a header of {length} bytes")
    try:
        header = json.loads(view.read(length).decode("utf-8"), parse_constant=_no_number, object_pairs_hook=_unique)
    except (UnicodeDecodeError, ValueError, RecursionError) as error:
        raise _bad(repr(error)[:300]) from error
    if not isinstance(header, dict):
        raise _bad("the header is no dictionary")
    _check_metadata(header.pop(_METADATA, {}))
    if not 0 < len(header) <= MAX_TENSORS:
        raise _bad(f"{len(header)} tensors")
    found: Header = {}
    ranges: list[tuple[int, int]] = []
    for name, entry in header.items():
        kind, shape, begin, end = _entry(name, entry)
        found[name] = (kind, shape)
        ranges.append((begin, end))
    _check_ranges(ranges, size - 8 - length)
    return found


def load(view: InputView, size: int) -> dict[str, Any]:
    """Return the tensors of a file whose header was good; raises EngineError as :func:`read_header`."""
    from safetensors import SafetensorError
    from safetensors.torch import load as load_bytes

    from engine.models.safe_load import require_torch

    require_torch()
    read_header(view, size)
    view.seek(0)
    try:
        return dict(load_bytes(view.read(size)))
    except (SafetensorError, KeyError, ValueError, RuntimeError) as error:
        raise _bad(repr(error)[:300]) from error


def _entry(name: str, entry: Any) -> tuple[str, tuple[int, ...], int, int]:
    if not isinstance(entry, Mapping) or set(entry) != {"dtype", "shape", "data_offsets"} or len(name) > 300:
        raise _bad(f"entry {name[:100]!r}")
    kind, shape, offsets = entry["dtype"], entry["shape"], entry["data_offsets"]
    if kind not in _SIZES or not _whole(shape, _MAX_DIMENSIONS) or not _whole(offsets, 2) or len(offsets) != 2:
        raise _bad(f"entry {name[:100]!r}")
    begin, end = offsets
    if end - begin != math.prod(shape) * _SIZES[kind]:
        raise _bad(f"{name[:100]!r} has {end - begin} bytes for {shape}")
    return kind, tuple(shape), begin, end


def _whole(value: Any, most: int) -> bool:
    return isinstance(value, list) and len(value) <= most and all(
        isinstance(one, int) and not isinstance(one, bool) and 0 <= one < 2**48 for one in value)


def _check_ranges(ranges: list[tuple[int, int]], data: int) -> None:
    at = 0
    for begin, end in sorted(ranges):
        if begin != at:
            raise _bad(f"bytes {begin} to {end} overlap or leave a gap")
        at = end
    if at != data:
        raise _bad(f"{data} bytes of data, {at} described")


def _check_metadata(value: Any) -> None:
    if not isinstance(value, Mapping) or not all(isinstance(text, str) for text in value.values()):
        raise _bad("metadata that is no text")


def _no_number(word: str) -> Any:
    raise ValueError(f"{word} is no number")


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a name stands twice")
    return found


def _bad(detail: str) -> EngineError:
    return EngineError("bad_safetensors", detail)

"""Reading what our library holds: safetensors files and small JSON files, bounded and refused in one way."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.errors import EngineError

if TYPE_CHECKING:
    from torch import Tensor

MAX_BYTES = 2 * 1024**3
MAX_JSON_BYTES = 256 * 1024


def read_tensors(path: Path, missing: EngineError, damaged: EngineError) -> dict[str, Tensor]:
    """Return the tensors of a safetensors file; raises ``missing`` or ``damaged`` with what was found."""
    from safetensors import SafetensorError
    from safetensors.torch import load_file

    try:
        if path.stat().st_size > MAX_BYTES:
            raise _with(damaged, f"more than {MAX_BYTES} bytes")
        return load_file(path)
    except (FileNotFoundError, NotADirectoryError) as error:
        raise _with(missing, str(error)) from error
    except (SafetensorError, ValueError, KeyError, IsADirectoryError) as error:
        raise _with(damaged, repr(error)[:500]) from error


def read_json(path: Path, missing: EngineError, damaged: EngineError) -> dict[str, Any]:
    """Return the object in a JSON file; raises as :func:`read_tensors`."""
    try:
        with path.open("rb") as file:
            text = file.read(MAX_JSON_BYTES + 1)
        if len(text) > MAX_JSON_BYTES:
            raise _with(damaged, f"{path} is too long")
        value = json.loads(text.decode("utf-8"))
    except (FileNotFoundError, NotADirectoryError) as error:
        raise _with(missing, str(error)) from error
    except (ValueError, RecursionError, IsADirectoryError) as error:
        raise _with(damaged, repr(error)[:500]) from error
    if not isinstance(value, dict):
        raise _with(damaged, f"{path} holds no object")
    return value


def read_weights(path: str, kind: str) -> dict[str, Tensor]:
    """Return installed weights from a file, or a folder with ``model.safetensors``; raises EngineError
    ``weights_missing`` and ``weights_damaged`` with ``kind``."""
    place = Path(path)
    if place.is_dir():
        place /= "model.safetensors"
    return read_tensors(place, EngineError("weights_missing", kind=kind), EngineError("weights_damaged", kind=kind))


def size_of(tensors: Mapping[str, Tensor], name: str, axis: int, kind: str, low: int, high: int) -> int:
    """Return a size of a network from a tensor's shape, bounded; raises EngineError ``weights_damaged``."""
    found = tensors.get(name)
    if found is None or found.ndim <= axis or not low <= found.shape[axis] <= high:
        raise EngineError("weights_damaged", f"{name} does not fit", kind=kind)
    return int(found.shape[axis])


def _with(error: EngineError, detail: str) -> EngineError:
    return EngineError(error.code, detail, **error.params)

"""Installed weights of a pitch network: a safetensors file, read whole and checked against expected shapes."""

from __future__ import annotations

import os
from collections.abc import Mapping

from torch import Tensor

from engine.errors import EngineError

MAX_BYTES = 600 * 1024 * 1024
_NAME = "model.safetensors"


def read(path: str, kind: str) -> dict[str, Tensor]:
    """Return the tensors of ``path``, a file or a folder with ``model.safetensors``.

    Raises EngineError ``weights_missing`` and ``weights_damaged`` with ``kind``.
    """
    from safetensors import SafetensorError
    from safetensors.torch import load_file

    if os.path.isdir(path):
        path = os.path.join(path, _NAME)
    try:
        if os.path.getsize(path) > MAX_BYTES:
            raise EngineError("weights_damaged", f"more than {MAX_BYTES} bytes", kind=kind)
        return load_file(path)
    except FileNotFoundError as error:
        raise EngineError("weights_missing", str(error), kind=kind) from error
    except (SafetensorError, ValueError) as error:
        raise EngineError("weights_damaged", str(error), kind=kind) from error


def size(tensors: Mapping[str, Tensor], name: str, axis: int, kind: str, low: int, high: int) -> int:
    """Return a size of the network from a tensor's shape, bounded; raises EngineError ``weights_damaged``."""
    found = tensors.get(name)
    if found is None or found.ndim <= axis or not low <= found.shape[axis] <= high:
        raise EngineError("weights_damaged", f"{name} does not fit", kind=kind)
    return int(found.shape[axis])

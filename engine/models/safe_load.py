"""Loading a torch file that passed the gate: as data only, on the CPU, in one try."""

from __future__ import annotations

import pickle
import re
from typing import Any

from engine.audio.files import InputView
from engine.errors import EngineError

MIN_TORCH = (2, 10)  # earlier ones had holes in the reader that refuses code
THREADS = 2


def load(view: InputView) -> Any:
    """Return the content of a torch file: plain containers, numbers, text and tensors.

    Raises EngineError ``damaged_model``, ``out_of_memory``, ``part_missing`` (no torch, or too old a one).
    """
    torch = require_torch()
    view.seek(0)
    try:
        return torch.load(view, map_location="cpu", weights_only=True)
    except (pickle.UnpicklingError, RuntimeError, EOFError, KeyError, ValueError, TypeError, IndexError,
            AttributeError, OverflowError, AssertionError) as error:  # fmt: skip
        raise _refusal(view, error) from error


def _refusal(view: InputView, error: Exception) -> EngineError:
    words = repr(error)[:2000]
    if view.error is not None:
        return EngineError("read_error", str(view.error))
    if "allocate memory" in words or "not enough memory" in words:
        return EngineError("out_of_memory", words)
    return EngineError("damaged_model", words)


def require_torch() -> Any:
    """Return the module torch; raises EngineError ``part_missing`` where it is missing or older than 2.10."""
    try:
        import torch
    except ImportError as error:
        raise EngineError("part_missing", repr(error), part="torch") from error
    found = re.match(r"(\d+)\.(\d+)", torch.__version__)
    if found is None or (int(found[1]), int(found[2])) < MIN_TORCH:
        raise EngineError("part_missing", torch.__version__, part="torch")
    if torch.get_num_threads() > THREADS:
        torch.set_num_threads(THREADS)
    return torch

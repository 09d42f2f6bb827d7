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

    Raises EngineError ``damaged_model``, ``out_of_memory``, ``engine_incomplete`` (no torch, or too old a one).
    """
    torch = require_torch()
    view.seek(0)
    try:
        return torch.load(view, map_location="cpu", weights_only=True)
    except pickle.UnpicklingError as error:
        raise EngineError("damaged_model", str(error)[:2000]) from error
    except RuntimeError as error:
        if "allocate memory" in str(error) or "not enough memory" in str(error):
            raise EngineError("out_of_memory", str(error)[:2000]) from error
        raise EngineError("damaged_model", str(error)[:2000]) from error
    except (EOFError, KeyError, ValueError, TypeError, IndexError, AttributeError, OverflowError, AssertionError,
            RecursionError) as error:  # fmt: skip
        raise EngineError("damaged_model", repr(error)[:2000]) from error
    finally:
        if view.error is not None:
            raise EngineError("read_error", str(view.error))


def require_torch() -> Any:
    """Return the module torch; raises EngineError ``engine_incomplete`` where it is missing or older than 2.10."""
    try:
        import torch
    except ImportError as error:
        raise EngineError("engine_incomplete", repr(error), part="torch") from error
    found = re.match(r"(\d+)\.(\d+)", torch.__version__)
    if found is None or (int(found[1]), int(found[2])) < MIN_TORCH:
        raise EngineError("engine_incomplete", torch.__version__, part="torch")
    if torch.get_num_threads() > THREADS:
        torch.set_num_threads(THREADS)
    return torch

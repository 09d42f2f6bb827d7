"""The compute engine: everything heavy, one request at a time, under the machine-wide compute lock.

Its parts are imported by the first request that needs them, so ``ready`` comes at once and the built-in effects need
no torch.
"""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from typing import Any

from engine.job import Handler, JobContext

WORKERS = 1

_PARTS = {
    "engine.builtin.handlers": ("convert", "preview"),
    "engine.rvc.handlers": ("convert_voice", "unload"),
    "engine.separation.handlers": ("prepare", "separate"),
    "engine.mix.handlers": ("mix",),
}


def _later(module: str, name: str) -> Handler:
    def handle(job: JobContext, params: Mapping[str, Any]) -> Mapping[str, Any]:
        return getattr(importlib.import_module(module), name)(job, params)

    return handle


OPS: dict[str, Handler] = {name: _later(module, name) for module, names in _PARTS.items() for name in names}

__all__ = ["OPS", "WORKERS"]

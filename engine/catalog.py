"""The engines by name: the module with their OPS and WORKERS. Standard library only."""

from __future__ import annotations

from typing import NamedTuple


class EngineSpec(NamedTuple):
    """``module`` holds OPS and WORKERS; a ``compute`` engine runs with lowered priority, so that games and
    recording keep theirs."""

    module: str
    compute: bool


ENGINES = {
    "media": EngineSpec("engine.media", compute=False),
    "rvc": EngineSpec("engine.builtin.handlers", compute=True),
}

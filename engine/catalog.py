"""The engines by name: the module with their OPS and WORKERS. Standard library only."""

from __future__ import annotations

from typing import NamedTuple


class EngineSpec(NamedTuple):
    """``module`` holds OPS and WORKERS; a ``compute`` engine runs with lowered priority, so that games and
    recording keep theirs. A ``limited`` one reads foreign files: it is bounded
    (engine/limits.py), to ``memory`` bytes if that is given."""

    module: str
    compute: bool
    limited: bool = False
    memory: int | None = None


ENGINES = {
    "media": EngineSpec("engine.media", compute=False),
    "documents": EngineSpec("engine.documents.handlers", compute=False, limited=True, memory=2 * 1024**3),
    "models": EngineSpec("engine.models.handlers", compute=False, limited=True),
    "rvc": EngineSpec("engine.compute", compute=True),
    # The same code twice: a long file holds up no question, and a question that is ended ends no file.
    "sheets": EngineSpec("engine.tables.handlers", compute=False, limited=True, memory=512 * 1024**2),
    "tables": EngineSpec("engine.tables.handlers", compute=False, limited=True, memory=512 * 1024**2),
}

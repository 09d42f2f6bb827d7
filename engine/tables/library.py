"""The SQLite that reads foreign questions: a current one, in its own copy, never the system's."""

from __future__ import annotations

from typing import Any

from engine.errors import EngineError
from engine.tables.limits import HEAP_BYTES

MINIMUM = (3, 50, 2)  # before it, too many aggregate terms corrupt memory (CVE-2025-6965)


def sqlite() -> Any:
    """Return the module ``apsw``, with a bounded heap; raises EngineError ``sqlite_too_old``."""
    import apsw

    version = str(apsw.sqlite_lib_version())
    if tuple(map(int, version.split(".")[:3])) < MINIMUM:
        raise EngineError("sqlite_too_old", version, version=version)
    apsw.hard_heap_limit(HEAP_BYTES)
    return apsw

"""The graph: supervisor, dispatch, workers, finalize. Only ``agents.service`` invokes it.

The checkpoint reader runs code for types it does not know unless strict mode is on, and it reads the switch once,
at its import: so it is set here, before any module of this package imports langgraph.
"""

from __future__ import annotations

import os

os.environ["LANGGRAPH_STRICT_MSGPACK"] = "true"

"""The ledger of what took effect: each call of a tool happens once, also over a crash. Free of langchain.

A call is named ``{run id}:{call id}``. ``started`` without ``done`` means that the app died in the middle: nobody
knows whether it happened, so it is not done again, and the user is asked to look.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from characoid_desktop.data.database import Transaction
from characoid_desktop.data.objects import from_text


class EffectState(StrEnum):
    STARTED = "started"
    DONE = "done"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Recorded:
    """``digest`` is that of the call which has the key, ``title`` (Text JSON) what it does in plain words;
    ``payload`` and the rest are of a DONE one."""

    state: EffectState
    digest: str
    outcome: str = ""
    payload: Mapping[str, Any] | None = None
    tainted: str = ""
    title: Mapping[str, Any] | None = None


class EffectLedger:
    """The rows of ``effects``, always inside the caller's unit of work."""

    async def find(self, tx: Transaction, key: str) -> Recorded | None:
        row = await tx.fetch_one("SELECT state, outcome FROM effects WHERE id = ?", (key,))
        if row is None:
            return None
        data = from_text(row["outcome"])
        payload = data.get("payload")
        return Recorded(EffectState(str(row["state"])), str(data.get("digest", "")), str(data.get("outcome", "")),
                        payload if isinstance(payload, dict) else {}, str(data.get("tainted", "")))  # pyright: ignore[reportUnknownArgumentType]

    async def start(self, tx: Transaction, key: str, run_id: str, tool: str, digest: str,
                    title: Mapping[str, Any]) -> None:
        """Write that it begins; raises sqlite3.IntegrityError for a key that is taken."""
        data = json.dumps({"digest": digest, "title": dict(title)}, ensure_ascii=True)
        await tx.execute("INSERT INTO effects (id, run_id, tool, state, outcome) VALUES (?, ?, ?, 'started', ?)",
                         (key, run_id, tool, data))

    async def finish(self, tx: Transaction, key: str, run_id: str, tool: str, recorded: Recorded) -> None:
        """Write how it ended; DONE is final."""
        data = json.dumps({"digest": recorded.digest, "title": dict(recorded.title or {}), "outcome": recorded.outcome,
                           "payload": dict(recorded.payload or {}), "tainted": recorded.tainted}, ensure_ascii=True)
        await tx.execute(
            "INSERT INTO effects (id, run_id, tool, state, outcome) VALUES (?, ?, ?, ?, ?)"
            " ON CONFLICT (id) DO UPDATE SET state = excluded.state, outcome = excluded.outcome"
            " WHERE effects.state <> 'done'", (key, run_id, tool, recorded.state.value, data))

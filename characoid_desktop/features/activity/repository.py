"""The audit in the database: rows are added, never changed."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from typing import Any, cast

from characoid_desktop.core.i18n import Text
from characoid_desktop.data.database import Database, Row, Transaction
from characoid_desktop.data.objects import date_of, date_or_none, from_text, like, to_text
from characoid_desktop.features.activity.models import (
    ActivityEntry,
    AuditEntry,
    AuditOutcome,
    Permission,
    RunEntry,
)

_LAST = 2**62
QUESTION_CHARS = 200

_HISTORY = """
SELECT a.*, coalesce(p.name, '') AS persona_name, coalesce(c.title, '') AS conversation_title,
       coalesce(r.kind, '') AS run_kind, coalesce(r.state, '') AS run_state
FROM audit a LEFT JOIN personas p ON p.id = a.persona_id LEFT JOIN conversations c ON c.id = a.conversation_id
     LEFT JOIN runs r ON r.id = a.run_id
WHERE a.seq < :before AND (:outcomes IS NULL OR a.outcome IN (SELECT value FROM json_each(:outcomes)))
"""
_TITLE = "CASE WHEN json_valid(detail) THEN json_extract(detail, '$.title.source') END"
_WORDS = f"""
AND (a.tool LIKE :words ESCAPE '\\' OR a.worker LIKE :words ESCAPE '\\' OR a.server LIKE :words ESCAPE '\\'
     OR p.name LIKE :words ESCAPE '\\' OR c.title LIKE :words ESCAPE '\\'
     OR a.outcome IN (SELECT value FROM json_each(:outcome_words))
     OR a.permission IN (SELECT value FROM json_each(:permission_words))
     OR {_TITLE} IN (SELECT value FROM json_each(:title_words))
     OR EXISTS (SELECT 1 FROM json_tree(CASE WHEN json_valid(a.arguments) THEN a.arguments ELSE '{{}}' END)
                WHERE atom LIKE :words ESCAPE '\\' OR key LIKE :words ESCAPE '\\')
     OR EXISTS (SELECT 1 FROM json_tree(CASE WHEN json_valid(a.detail) THEN a.detail ELSE '{{}}' END)
                WHERE type = 'text' AND value LIKE :words ESCAPE '\\'))
"""  # noqa: S608 (no outside text in it)
_RUNS = f"""
SELECT r.*, coalesce(p.name, '') AS persona_name, c.title AS conversation_title,
       coalesce(substr(m.text, 1, {QUESTION_CHARS}), '') AS question,
       (SELECT count(*) FROM audit WHERE run_id = r.id) AS calls
FROM runs r JOIN conversations c ON c.id = r.conversation_id LEFT JOIN personas p ON p.id = r.persona_id
     LEFT JOIN messages m ON m.id = r.message_id
WHERE r.seq < :before AND (:states IS NULL OR r.state IN (SELECT value FROM json_each(:states)))
      AND (:text = '' OR m.text LIKE :words ESCAPE '\\' OR c.title LIKE :words ESCAPE '\\'
           OR p.name LIKE :words ESCAPE '\\' OR r.state LIKE :words ESCAPE '\\')
ORDER BY r.seq DESC LIMIT :limit
"""  # noqa: S608 (no outside text in it)


class AuditRepository:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def insert(self, tx: Transaction, entry: AuditEntry) -> AuditEntry:
        row = await tx.fetch_one(
            "INSERT INTO audit (id, run_id, persona_id, conversation_id, worker, tool, server, arguments, digest,"
            " approval_id, permission, outcome, detail, started_at, duration_ms)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING *",
            (entry.id, entry.run_id, entry.persona_id, entry.conversation_id, entry.worker, entry.tool, entry.server,
             to_text(entry.arguments), entry.digest, entry.approval_id, entry.permission.value, entry.outcome.value,
             to_text(entry.detail), entry.started_at.isoformat(), entry.duration_ms))
        assert row is not None
        return _entry(row)

    async def of_run(self, run_id: str, limit: int) -> list[AuditEntry]:
        """Oldest first."""
        rows = await self._database.read_all(
            "SELECT * FROM audit WHERE run_id = ? ORDER BY seq LIMIT ?", (run_id, limit))
        return [_entry(row) for row in rows]

    async def history(
        self, text: str, outcomes: Collection[AuditOutcome] | None, limit: int, before_seq: int | None,
    ) -> list[ActivityEntry]:
        """Newest first. ``text`` is looked for in what a person sees, also in the words of the interface language."""
        params: dict[str, Any] = {
            "before": _LAST if before_seq is None else before_seq, "limit": limit,
            "outcomes": None if outcomes is None else json.dumps([one.value for one in outcomes])}
        if text:
            params |= await self._words(text)
        rows = await self._database.read_all(
            f"{_HISTORY}{_WORDS if text else ''} ORDER BY a.seq DESC LIMIT :limit", params)
        return [_activity(row) for row in rows]

    async def runs(
        self, text: str, states: Collection[str] | None, limit: int, before_seq: int | None,
    ) -> list[RunEntry]:
        rows = await self._database.read_all(_RUNS, {
            "before": _LAST if before_seq is None else before_seq, "limit": limit, "text": text, "words": like(text),
            "states": None if states is None else json.dumps(list(states))})
        return [_run(row) for row in rows]

    async def counts(self) -> dict[str, Any]:
        """How many rows each table has, and how calls, runs and jobs ended; no contents."""
        tables = [str(row["name"]) for row in await self._database.read_all(
            "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name")]
        found: dict[str, Any] = {}
        for table in tables:
            row = await self._database.read_one(f'SELECT count(*) AS n FROM "{table}"')  # noqa: S608
            found[table] = row["n"] if row else 0
        ends = {"calls": "SELECT tool || ' ' || outcome AS what, count(*) AS n FROM audit GROUP BY 1 LIMIT 500",
                "runs": "SELECT kind || ' ' || state AS what, count(*) AS n FROM runs GROUP BY 1",
                "jobs": "SELECT kind || ' ' || state AS what, count(*) AS n FROM jobs GROUP BY 1"}
        ended = {name: {str(row["what"]): int(row["n"]) for row in await self._database.read_all(query)}
                 for name, query in ends.items()}
        version = await self._database.read_one("PRAGMA user_version")
        return {"schema": version["user_version"] if version else None, "rows": found, "ended": ended}

    async def _words(self, text: str) -> dict[str, Any]:
        """What the user may mean by ``text``, as stored: titles, outcomes and permissions are shown translated."""
        rows = await self._database.read_all(f"SELECT DISTINCT {_TITLE} AS source FROM audit LIMIT 2000")  # noqa: S608
        titles = [str(row["source"]) for row in rows if row["source"]]
        low = text.casefold()

        def means(words: Text) -> bool:
            return low in str(words).casefold()

        return {"words": like(text),
                "title_words": json.dumps([one for one in titles if means(Text(one))]),
                "outcome_words": json.dumps([one.value for one in AuditOutcome if means(one.label)]),
                "permission_words": json.dumps([one.value for one in Permission if means(one.label)])}


def _entry(row: Row) -> AuditEntry:
    return AuditEntry(
        seq=row["seq"], id=row["id"], run_id=row["run_id"], persona_id=row["persona_id"],
        conversation_id=row["conversation_id"], worker=row["worker"], tool=row["tool"], server=row["server"],
        arguments=from_text(row["arguments"]), digest=row["digest"], approval_id=row["approval_id"],
        permission=Permission(row["permission"]), outcome=AuditOutcome(row["outcome"]),
        detail=from_text(row["detail"]), started_at=date_of(row["started_at"]), duration_ms=row["duration_ms"])


def _activity(row: Row) -> ActivityEntry:
    audit = _entry(row)
    return ActivityEntry(
        audit=audit, kind=audit.outcome.kind, title=_title(audit), persona_name=row["persona_name"],
        conversation_title=row["conversation_title"], run_kind=row["run_kind"], run_state=row["run_state"])


def _title(entry: AuditEntry) -> Text:
    found = entry.detail.get("title")
    if isinstance(found, Mapping):
        try:
            return Text.from_json(cast("Mapping[str, Any]", found))
        except (KeyError, TypeError, ValueError):
            pass
    return Text.literal(entry.tool)


def _run(row: Row) -> RunEntry:
    return RunEntry(
        seq=row["seq"], id=row["id"], persona_id=row["persona_id"], persona_name=row["persona_name"],
        conversation_id=row["conversation_id"], conversation_title=row["conversation_title"],
        message_id=row["message_id"], answer_id=row["answer_id"], kind=row["kind"], state=row["state"],
        stage=row["stage"], question=row["question"], error=from_text(row["error"]) or None,
        usage=from_text(row["usage"]), calls=row["calls"], started_at=date_of(row["started_at"]),
        finished_at=date_or_none(row["finished_at"]))

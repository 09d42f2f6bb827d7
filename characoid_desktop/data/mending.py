"""References to rows that a damaged database has lost: stood in for, emptied, or the row that holds them dropped."""

from __future__ import annotations

import sqlite3

_WHEN = "1970-01-01T00:00:00+00:00"
# For a lost row that many others belong to: what stands in for it, so that they live on. :id is its id.
_STAND_INS = {
    "rvc_sessions": "INSERT INTO rvc_sessions (id, name, created_at) VALUES (:id, '', :when)",
    "personas": (
        "INSERT INTO personas (id, name, profile, settings, created_at, updated_at)"
        " VALUES (:id, 'Recovered', '{}', '{}', :when, :when)"),
    "conversations": (
        "INSERT INTO conversations (id, persona_id, title, head_id, options, created_at, updated_at) VALUES (:id,"
        " coalesce((SELECT persona_id FROM runs WHERE conversation_id = :id ORDER BY seq DESC LIMIT 1),"
        " (SELECT id FROM personas ORDER BY seq LIMIT 1), 'default'), '',"
        " (SELECT id FROM messages WHERE conversation_id = :id ORDER BY seq DESC LIMIT 1), '{}', :when, :when)"),
    "documents": (
        "INSERT INTO documents (id, workspace, name, title, kind, origin, size, state, note, passages, revision,"
        " created_at, updated_at) VALUES (:id, 'default', 'Recovered', 'Recovered', 'txt', '{}', 0, 'ready', '{}',"
        " (SELECT count(*) FROM passages WHERE document_id = :id), 1, :when, :when)"),
}


def mend_references(target: sqlite3.Connection) -> int:
    """Mend rows that refer to a lost row; return how many rows are lost for good by that.

    A row that others belong to is stood in for (and counts as lost); else the reference is emptied, and where
    that is not allowed the row is dropped.
    """
    lost = 0
    stood_in: set[tuple[str, object]] = set()
    while violations := target.execute("PRAGMA foreign_key_check").fetchall():
        for name, rowid, parent, key in violations:
            column = next(row["from"] for row in target.execute(
                'SELECT id, "from" FROM pragma_foreign_key_list(?)', (name,)) if row["id"] == key)
            # Names come from our own schema, never from the damaged file.
            found = target.execute(f'SELECT "{column}" FROM "{name}" WHERE rowid = ?', (rowid,)).fetchone()  # noqa: S608
            if found is None or (parent, found[0]) in stood_in:
                continue
            if _stand_in(target, parent, found[0]):
                stood_in.add((parent, found[0]))
                lost += 1
                continue
            try:
                target.execute(f'UPDATE "{name}" SET "{column}" = NULL WHERE rowid = ?', (rowid,))  # noqa: S608
            except sqlite3.IntegrityError:
                target.execute(f'DELETE FROM "{name}" WHERE rowid = ?', (rowid,))  # noqa: S608
                lost += 1
    return lost


def _stand_in(target: sqlite3.Connection, table: str, id: object) -> bool:
    sql = _STAND_INS.get(table)
    if sql is None:
        return False
    try:
        target.execute(sql, {"id": id, "when": _WHEN})
    except sqlite3.Error:  # an id that the table does not take, or an older schema without these tables
        return False
    return True

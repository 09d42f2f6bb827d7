"""Names of tables and columns as they may stand in SQL: cleaned, bounded, unique, quoted."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

from engine.tables.limits import MAX_NAME_CHARS

OWN_TO_SQLITE = ("sqlite_", "pragma_")
LATE_MODULES = frozenset({  # registered by SQLite only when they are first used, so not in its list
    "json_each", "json_tree", "jsonb_each", "jsonb_tree", "generate_series", "carray", "dbstat", "bytecode",
    "tables_used", "stmt", "completion", "fts3tokenize",
})  # fmt: skip
_DROPPED = ("Cc", "Cf", "Cs", "Co", "Cn")


def clean(text: str) -> str:
    """Return ``text`` without control, format and unassigned characters, with single spaces, stripped."""
    if text.isascii() and text.isprintable():
        return " ".join(text.split()) if "  " in text else text.strip()
    spaced = "".join(" " if c.isspace() else c for c in text)
    return " ".join("".join(c for c in spaced if unicodedata.category(c) not in _DROPPED).split())


def name_of(text: str, otherwise: str) -> str:
    """Return a name for a table or a column, ``otherwise`` when nothing is left of ``text``."""
    return unicodedata.normalize("NFC", clean(text[: 8 * MAX_NAME_CHARS]))[:MAX_NAME_CHARS].strip() or otherwise


def table_name(text: str, otherwise: str, modules: frozenset[str]) -> str:
    """As :func:`name_of`, and never one that means something else to SQLite (``modules``: its virtual tables)."""
    name = name_of(text, otherwise)
    low = name.lower()
    return f"table {name}" if low.startswith(OWN_TO_SQLITE) or low in modules | LATE_MODULES else name


def unique(names: Iterable[str]) -> list[str]:
    """Return the names in order, each different from the others for SQLite and for a reader: a 2, a 3 …"""
    seen: set[str] = set()
    out: list[str] = []
    for name in names:
        own, count = name, 1
        while own.casefold() in seen:
            count += 1
            own = f"{name} {count}"
        seen.add(own.casefold())
        out.append(own)
    return out


def quoted(name: str) -> str:
    """Return an identifier of SQL; raises ValueError for a NUL, which would end it."""
    if "\0" in name:
        raise ValueError("a NUL in a name")
    return '"' + name.replace('"', '""') + '"'

"""What the character knows: documents, retrieval, tables, the web, personas and memory, and the tests that show it.

One block for each area. "D-1" to "D-6" are the promises of the issue "The character knows" ("Must show"), SQL and NET
the hostile corpora of tables and of the fetcher.
"""

from __future__ import annotations

from tests.contract.rows import Row, row

# --- Documents -------------------------------------------------------------------------------------------------------

DOCUMENTS: dict[str, Row] = {}

# --- Retrieval -------------------------------------------------------------------------------------------------------

RETRIEVAL: dict[str, Row] = {}

# --- Tables (SQL-01 to SQL-50) ---------------------------------------------------------------------------------------

TABLES: dict[str, Row] = {}

# --- Web (NET-01 to NET-19, NET-25 to NET-30) ------------------------------------------------------------------------

WEB: dict[str, Row] = {}

# --- Personas --------------------------------------------------------------------------------------------------------

PERSONAS: dict[str, Row] = {}

# --- Memory ----------------------------------------------------------------------------------------------------------

MEMORY: dict[str, Row] = {}

# ---------------------------------------------------------------------------------------------------------------------

KNOWLEDGE_REQUIREMENTS: dict[str, Row] = {**DOCUMENTS, **RETRIEVAL, **TABLES, **WEB, **PERSONAS, **MEMORY}
KNOWLEDGE_BLOCKS = (DOCUMENTS, RETRIEVAL, TABLES, WEB, PERSONAS, MEMORY)

__all__ = ["KNOWLEDGE_BLOCKS", "KNOWLEDGE_REQUIREMENTS", "row"]

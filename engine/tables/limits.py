"""What a table may have, and what a question may take. Standard library only.

The limits of a question are those measured for read-only SQL over user tables (docs/architecture.md).
"""

from __future__ import annotations

MEGABYTE = 1024 * 1024

# Of a file that becomes tables.
MAX_SOURCE_BYTES = 200 * MEGABYTE
MAX_DATABASE_BYTES = 512 * MEGABYTE
MAX_TABLES = 50
MAX_COLUMNS = 100  # SQLite is told the same for questions
MAX_ALL_COLUMNS = 1500  # of all tables of a file; what is told of them must fit into one frame
MAX_ROWS = 500_000
MAX_CELL_CHARS = 4000
MAX_ROW_CHARS = 20_000  # with four bytes each below MAX_VALUE_BYTES
MAX_FIELD_CHARS = 1_000_000  # of a CSV field while it is read: more is a quote that was never closed
MAX_NAME_CHARS = 64
HEAD_ROWS = 200  # looked at before the shape of a table is decided

# Of an XLSX file, which is a zip.
MAX_PARTS = 2000
MAX_PART_BYTES = 600 * MEGABYTE
MAX_ALL_PARTS_BYTES = 1024 * MEGABYTE
MAX_IN_MEMORY_BYTES = 48 * MEGABYTE  # parts that the library reads as a whole: shared strings, styles, workbook
MAX_RATIO = 400  # of a part of more than RATIO_FROM bytes
RATIO_FROM = 16 * MEGABYTE

# Of a question.
MAX_SQL_BYTES = 20_000
MAX_VALUE_BYTES = 100_000
MAX_DEPTH = 50
MAX_BRACKETS = 100
MAX_COMPOUND = 10
MAX_PATTERN_BYTES = 200
MAX_PARAMETERS = 200
MAX_RESULT_ROWS = 1000
MAX_RESULT_BYTES = 2_000_000
MAX_SECONDS = 10.0
SECONDS = 2.0
STRETCH = 8.0  # how many times its own time a statement may take on a machine that others keep busy
OPCODES = 1000  # between two looks at the clock

HEAP_BYTES = 64 * MEGABYTE  # of SQLite
OPEN_FILES = 64

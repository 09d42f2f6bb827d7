"""From whatever lies at the database's path to a database of the newest schema. Blocks: use an executor."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from characoid_desktop.data.connection import open_writer
from characoid_desktop.data.errors import expected_errors
from characoid_desktop.data.home import check_writable
from characoid_desktop.data.migrator import Migration, StatementHook, migrate


def prepare(path: Path, migrations: Sequence[Migration], lock_wait_s: float, hook: StatementHook) -> None:
    with expected_errors(path, lock_wait_s):
        check_writable(path.parent)
        with closing(open_writer(path, lock_wait_s)) as connection:
            migrate(connection, path, migrations, hook=hook)

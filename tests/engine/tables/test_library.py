"""The copy of SQLite that reads foreign questions is a current one, or nothing is read."""

from __future__ import annotations

import apsw
import pytest

from engine.errors import EngineError
from engine.tables.library import sqlite


@pytest.mark.parametrize("version", ["3.40.1", "3.50.1"])
def test_an_old_sqlite_is_refused_at_run_time(monkeypatch: pytest.MonkeyPatch, version: str):
    monkeypatch.setattr(apsw, "sqlite_lib_version", lambda: version)
    with pytest.raises(EngineError) as caught:
        sqlite()
    assert caught.value.code == "sqlite_too_old"


def test_the_one_that_is_installed_is_current():
    assert sqlite() is apsw

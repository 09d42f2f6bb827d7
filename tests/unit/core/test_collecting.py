from __future__ import annotations

import gc
import subprocess
import sys
from collections.abc import Iterator
from types import ModuleType

import pytest

from characoid_desktop.core.collecting import kept_for_good


@pytest.fixture
def thawed() -> Iterator[None]:
    gc.unfreeze()
    yield
    assert gc.isenabled()


def test_what_was_imported_is_not_looked_at_again(thawed, monkeypatch):
    with kept_for_good():
        assert not gc.isenabled()
        monkeypatch.setitem(sys.modules, "characoid_something_new", ModuleType("characoid_something_new"))
    assert gc.isenabled()
    assert gc.get_freeze_count() > 1_000


def test_without_an_import_everything_stays_to_be_collected(thawed):
    with kept_for_good():
        pass
    assert gc.isenabled()
    assert gc.get_freeze_count() == 0


def test_a_failed_import_turns_the_collection_on_again(thawed):
    with pytest.raises(ImportError), kept_for_good():
        raise ImportError("broken")
    assert gc.isenabled()


def test_where_it_was_off_it_stays_off():
    gc.disable()
    try:
        with kept_for_good():
            pass
        assert not gc.isenabled()
    finally:
        gc.enable()


def test_the_agents_packages_are_out_of_later_collections():
    code = ("import gc; from characoid_desktop.app import agent_side; agent_side._load();"
            " print(gc.get_freeze_count(), len(gc.get_objects()), gc.isenabled())")
    words = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60).stdout
    frozen, rest, is_on = words.split()
    assert int(frozen) > 20 * int(rest)
    assert is_on == "True"

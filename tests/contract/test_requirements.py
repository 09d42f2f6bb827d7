"""Every promise has its tests, and they exist."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

from tests.contract.requirements import REQUIREMENTS

TESTS = Path(__file__).parents[1]
FAULTS = {26, *range(28, 36), 37, *range(39, 44)}
DAMAGES = {*range(1, 8), *range(10, 21)}
OF_OTHER_PARTS = {9, 27}  # rows that tests are named after though this slice promises them nowhere


@cache
def functions(file: str) -> frozenset[str]:
    """Names of the test functions in a file below tests/."""
    tree = ast.parse((TESTS / file).read_text(encoding="utf-8"))
    return frozenset(node.name for node in tree.body if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)))


def test_every_promise_of_the_slice_has_a_row():
    rows = set(REQUIREMENTS)
    assert {f"FLT-{n}" for n in FAULTS} <= rows
    assert {f"CFG-{n:02d}" for n in DAMAGES} <= rows
    assert {name.split()[0] for name in rows if name.startswith("A-")} == {f"A-{n}" for n in range(1, 11)}


@pytest.mark.parametrize("name", REQUIREMENTS)
def test_every_promise_has_a_test_and_every_test_exists(name):
    row = REQUIREMENTS[name]
    assert bool(row.tests) != bool(row.later), "tests, or the reason why there are none yet"
    assert row.promise.endswith(".")
    assert len(set(row.tests)) == len(row.tests)
    for test in row.tests:
        file, function = test.split("::")
        assert function in functions(file), f"{test} does not exist"


def test_only_what_belongs_to_a_later_part_has_no_test():
    assert [name for name, row in REQUIREMENTS.items() if row.later] == ["FLT-35"]


def test_a_test_that_is_named_after_a_row_names_one_that_exists():
    for path in sorted(TESTS.rglob("test_*.py")):
        for function in functions(path.relative_to(TESTS).as_posix()):
            for number in re.findall(r"flt_(\d\d)", function):
                assert f"FLT-{number}" in REQUIREMENTS or int(number) in OF_OTHER_PARTS, function
            for number in re.findall(r"cfg_(\d\d)", function):
                assert f"CFG-{number}" in REQUIREMENTS, function

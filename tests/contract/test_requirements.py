"""Every promise has its tests, and they exist."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

from characoid_desktop.agents.manifest_data import BUILT_IN_TOOLS
from tests.contract.knowledge_requirements import KNOWLEDGE_BLOCKS, KNOWLEDGE_REQUIREMENTS
from tests.contract.requirements import REQUIREMENTS

TESTS = Path(__file__).parents[1]
GROUPS = {"HND": 16, "LLM": 36, "UI": 20, "KEY": 5, "CKP": 8, "INJ": 12, "MDL": 22}  # ids of the hostile corpus
TURN_FAULTS = {*range(1, 6), *range(17, 23), 35}
ENGINE_FAULTS = {7, *range(10, 17)}
FAULTS = {26, *range(28, 36), 37, *range(39, 44)}
WEB_CASES = {*range(1, 20), *range(25, 31)}  # NET; the ports of our own come with their part
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


def test_every_id_of_the_second_slice_has_a_row():
    rows = set(REQUIREMENTS)
    assert {name.split()[0] for name in rows if name.startswith("B-")} == {f"B-{n}" for n in range(1, 7)}
    for group, count in GROUPS.items():
        wanted = {f"{group}-{n:02d}" for n in range(1, count + 1)}
        assert wanted <= rows
        assert {name for name in rows if name.startswith(f"{group}-") and " " not in name} == wanted
        assert all(REQUIREMENTS[name].tests for name in wanted)
    assert {f"FLT-{n:02d}" for n in TURN_FAULTS} <= rows
    assert {f"FLT-{n:02d}" for n in ENGINE_FAULTS} <= rows
    assert {f"TOOL {one.name}" for one in BUILT_IN_TOOLS} <= rows


def test_every_id_of_what_the_character_knows_has_a_row():
    rows = set(KNOWLEDGE_REQUIREMENTS)
    assert len(rows) == sum(len(block) for block in KNOWLEDGE_BLOCKS), "a row stands in two blocks"
    assert {name.split()[0] for name in rows if name.startswith("D-")} == {f"D-{n}" for n in range(1, 7)}
    assert {f"SQL-{n:02d}" for n in range(1, 51)} <= rows
    assert {f"NET-{n:02d}" for n in WEB_CASES} <= rows


@pytest.mark.parametrize("name", REQUIREMENTS)
def test_every_promise_has_a_test_and_every_test_exists(name):
    row = REQUIREMENTS[name]
    assert bool(row.tests) != bool(row.later), "tests, or the reason why there are none yet"
    assert row.promise.endswith(".")
    assert len(set(row.tests)) == len(row.tests)
    for test in row.tests:
        file, function = test.split("::")
        assert function.partition("[")[0] in functions(file), f"{test} does not exist"


def test_only_what_belongs_to_a_later_part_has_no_test():
    assert [name for name, row in REQUIREMENTS.items() if row.later] == [
        "INJ-07 from a server", "INJ-08 from a server", "INJ-09 from a stream", "INJ-10 from a stream"]


def test_a_test_that_is_named_after_a_row_names_one_that_exists():
    for path in sorted(TESTS.rglob("test_*.py")):
        for function in functions(path.relative_to(TESTS).as_posix()):
            for number in re.findall(r"flt_(\d\d)", function):
                assert f"FLT-{number}" in REQUIREMENTS or int(number) in OF_OTHER_PARTS, function
            groups = r"(?:^|_)(cfg|hnd|llm|ui|key|ckp|inj|mdl|sql|net)_(\d\d)(?!\d)"
            for group, number in re.findall(groups, function.lower()):
                assert f"{group.upper()}-{number}" in REQUIREMENTS, function

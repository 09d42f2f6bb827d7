"""A promise and the tests that show it. A test is named "file::function" below tests/, or "file::function[case]"."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Row:
    """``later`` says why a promise has no test yet; empty for all others."""

    promise: str
    tests: tuple[str, ...]
    later: str = ""


def row(promise: str, *tests: str, later: str = "") -> Row:
    return Row(promise, tests, later)

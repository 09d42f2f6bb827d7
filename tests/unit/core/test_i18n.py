"""Texts that were stored are rebuilt from plain fields only."""

from __future__ import annotations

import pytest

from characoid_desktop.core.i18n import Text


def test_a_text_comes_back_as_it_was_written() -> None:
    text = Text.of("{what} {{why}} {n}", what=Text.literal("{a:>9} {b.c}"), n=3)
    assert Text.from_json(text.to_json()) == text
    assert str(Text.from_json(text.to_json())) == "{a:>9} {b.c} {why} 3"
    assert str(Text.from_json({"source": 'braces {"stay": [1]} without fields', "params": {}})) == (
        'braces {"stay": [1]} without fields')


@pytest.mark.parametrize("source", [
    "{a:>999999999}", "{a.__class__}", "{a[0]}", "{a!r}", "{a:{b}}", "{", "}", "{a", "{ a}", "{{{a:>99}}}",
])
def test_a_source_from_outside_cannot_do_more_than_name_its_fields(source: str) -> None:
    with pytest.raises(KeyError):
        Text.from_json({"source": source, "params": {"a": "x", "b": 9}})

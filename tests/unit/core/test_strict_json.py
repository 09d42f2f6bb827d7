"""JSON from outside is read whole, plain and bounded, or not at all."""

from __future__ import annotations

import json

import pytest

from characoid_desktop.core.strict_json import BadJson, parse, parse_object

GOOD = {"place": "京都 😀 \"[{", "n": [1, -2.5, None, True], "deep": {"a": {"b": [{}]}}, "big": 12345678901234567890}

BAD = {
    '{"a": }': "not_json", '{"a": 1, "b": ': "not_json", '{"a": "x': "not_json", "{'a': 1}": "not_json",
    '{"a": 1,}': "not_json", '{"a": 1}{"b": 2}': "not_json", '{"a": "x\0"}': "not_json", '{"a": 01}': "not_json",
    "[1]": "not_an_object", '"x"': "not_an_object", "null": "not_an_object", "7": "not_an_object",
    '{"a": 1, "a": 2}': "doubled_key", '{"b": {"a": 1, "\\u0061": 2}}': "doubled_key",
    '{"a": NaN}': "not_finite", '{"a": -Infinity}': "not_finite", '{"a": 1e999}': "not_finite",
    '{"a": 0.' + "1" * 50 + "}": "not_finite", '{"a": ' + "9" * 5000 + "}": "not_json",
    '{"a": "\\ud800"}': "half_character", '{"\\udc00": 1}': "half_character", '{"a": ["\ud800"]}': "half_character",
    '{"a":' * 33 + "1" + "}" * 33: "too_deep", '{"a": ' + "[" * 30_000: "too_deep",
    '{"a": "' + "x" * 70_000 + '"}': "too_large", '{"a": "' + "好" * 30_000 + '"}': "too_large",
}


def test_plain_objects_come_back_as_they_are() -> None:
    assert parse_object(json.dumps(GOOD)) == parse_object(json.dumps(GOOD, ensure_ascii=False)) == GOOD
    assert parse_object('{"a":' * 32 + "1" + "}" * 32)
    assert parse_object("") == parse_object(" \n") == {}


@pytest.mark.parametrize("text", BAD)
def test_nothing_is_repaired_or_guessed(text: str) -> None:
    with pytest.raises(BadJson) as refused:
        parse_object(text)
    assert refused.value.code == BAD[text]
    assert len(str(refused.value)) < 80, "words for a model, nothing of the text"


def test_numbers_may_be_bounded() -> None:
    assert parse_object('{"a": -123456789012345678}', max_digits=18)
    with pytest.raises(BadJson, match="more than 18 digits"):
        parse_object('{"a": -1234567890123456789}', max_digits=18)


def test_an_answer_of_a_server_is_read_with_more_good_will() -> None:
    assert parse(b'{"a": 1, "a": 2}') == {"a": 2}
    for bad in (b"", b"\xff\xfe\x00", "{", "[" * 100_000, '{"a": ' + "9" * 5000 + "}"):
        with pytest.raises(BadJson):
            parse(bad)

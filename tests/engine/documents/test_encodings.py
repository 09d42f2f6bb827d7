"""The same text, whatever it was saved in."""

from __future__ import annotations

import pytest

from engine.documents.encodings import decode
from tests.fakes.documents import TEXTS_OF_LANGUAGES

WIDE = ("utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be")
LEGACY = ("gb18030", "big5", "shift_jis", "euc_jp", "cp949", "cp1252", "cp1251")
FITTING = {"zh": ("gb18030",), "zh short": ("gb18030",), "zh list": ("gb18030",), "tw": ("gb18030", "big5"),
           "ja": ("gb18030", "shift_jis", "euc_jp"), "ja short": ("shift_jis", "euc_jp"), "ko": ("cp949",),
           "shared": ("gb18030", "big5", "shift_jis", "euc_jp"), "fr": ("cp1252",), "ru": ("cp1251",),
           "mixed": ("gb18030",)}


@pytest.mark.parametrize(("language", "encoding"), [
    (language, encoding) for language, fitting in FITTING.items() for encoding in (*WIDE, *fitting)])
def test_a_text_is_the_same_in_every_encoding(language: str, encoding: str) -> None:
    text = TEXTS_OF_LANGUAGES[language]
    found = decode(text.encode(encoding))
    assert found.text == text, found.encoding
    assert found.damaged == 0


def test_eight_encodings_of_one_text_give_one_text() -> None:
    text = TEXTS_OF_LANGUAGES["shared"] * 20
    eight = ("utf-8", "utf-8-sig", "utf-16", "utf-16-be", "gb18030", "big5", "shift_jis", "euc_jp")
    assert {decode(text.encode(one)).text for one in eight} == {text}


def test_what_a_page_says_of_itself_is_believed_where_it_fits() -> None:
    assert decode("漢字".encode("big5"), "big5").text == "漢字"
    assert decode("汉字很好，大家都知道。".encode("gb18030"), "GB2312").text == "汉字很好，大家都知道。"
    assert decode("汉字很好，大家都知道。".encode(), "gb2312").text == "汉字很好，大家都知道。"
    assert decode("漢字".encode(), "no-such-thing").text == "漢字"


def test_a_few_damaged_places_are_counted_and_the_rest_is_kept() -> None:
    data = bytearray(("公司的报销流程是什么？" * 300).encode())
    data[3000] = 0xFF
    found = decode(bytes(data))
    assert found.encoding == "utf-8"
    assert 1 <= found.damaged <= 3
    assert found.text.count("报销流程") >= 298


def test_a_long_text_whose_sample_ends_inside_a_character_is_whole() -> None:
    text = "a" + "語" * 200_000
    assert decode(text.encode()).text == text
    assert decode(text.encode("utf-16-le")).text == text

"""What an answer rests on is read strictly: it was kept as JSON, and part of it came from outside."""

from __future__ import annotations

import pytest

from characoid_desktop.agents.citations import cited


def test_passages_and_pages_of_the_web_are_read_in_order_and_nothing_twice():
    found = cited([
        {"passage_id": "p1", "title": "Plan", "page": 3, "also": [{"passage_id": "p2", "title": "Copy"}]},
        {"kind": "web", "url": "HTTPS://example.com/a?b=c", "title": "A page"},
        {"passage_id": "p1", "title": "Plan again"}])
    assert [(one.title, one.passage_id or one.url) for one in found] == [
        ("Plan", "p1"), ("A page", "HTTPS://example.com/a?b=c")]
    assert found[0].page == 3
    assert [one.passage_id for one in found[0].also] == ["p2"]


@pytest.mark.parametrize("url", [
    "", "https://", "https:///etc/passwd", "http:example.com", "file:///etc/passwd", "javascript:alert(1)",
    "https://a.example/\x00", "https://a.example/\u202egnp.exe", "https://a.example/\u200b", "https://a b.example",
    "https://[::1", "https://a.example/" + "x" * 2000, None, 7, ["https://a.example"],
])
def test_what_is_no_address_of_the_web_is_no_source(url: object):
    assert cited([{"kind": "web", "url": url, "title": "x"}]) == ()


@pytest.mark.parametrize("value", [None, "text", {"a": 1}, [None, 3, "x", [], {}], [{"passage_id": "", "title": "x"}],
                                   [{"passage_id": "p" * 65, "title": "x"}], [{"passage_id": "p", "title": 3}]])
def test_what_is_no_citation_is_left_out(value: object):
    assert cited(value) == ()


@pytest.mark.parametrize("page", [0, -1, True, "3", 2.5, None])
def test_a_page_that_is_no_number_is_no_page(page: object):
    only, = cited([{"passage_id": "p", "title": "x", "page": page}])
    assert only.page is None

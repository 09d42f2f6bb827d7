"""The ``documents`` child: limited, quick to start, and as it was after a hostile file."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from engine.catalog import ENGINES
from tests.fakes import documents as made
from tests.fakes.engine_client import EngineClient


def test_the_child_reads_refuses_and_goes_on(tmp_path: Path) -> None:
    assert ENGINES["documents"].limited
    (tmp_path / "a.pdf").write_bytes(made.pdf([made.show("Words that are read by the child.")]))
    (tmp_path / "b.docx").write_bytes(made.zipped({"x": "y"}))
    with EngineClient("documents") as child:
        assert child.until("ready").body["ops"] == ["extract"]
        child.job("1", "extract", path=str(tmp_path / "b.docx"))
        assert child.answer("1").body["code"] == "document_kind"
        child.job("2", "extract", path=str(tmp_path / "a.pdf"))
        assert child.answer("2").body["value"]["chars"] == 33
        texts = [frame.payload for frame in child.seen if frame.kind == "data"]
        assert texts[0] == b"Words that are read by the child."


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX limits; Windows has its job object")
def test_the_child_has_no_more_memory_than_its_limit_says() -> None:
    assert ENGINES["documents"].memory == 2 * 1024**3

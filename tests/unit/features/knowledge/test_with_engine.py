"""Documents read by a real child: what it gives, what ends it, and that another one takes its place."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator
from pathlib import Path

import psutil
import pytest

from characoid_desktop.core.paths import AppPaths
from characoid_desktop.engines.catalog import build_hosts
from characoid_desktop.engines.contracts import EngineState
from characoid_desktop.engines.supervisor import QtEngineHost
from characoid_desktop.features.knowledge.documents import DocumentState
from tests.fakes import documents as made
from tests.fakes.eventually import eventually
from tests.fakes.library_of_documents import A, documents_bench

pytestmark = pytest.mark.slow


@pytest.fixture
async def child(home: AppPaths) -> AsyncIterator[QtEngineHost]:
    hosts = build_hosts(home)
    yield hosts.documents
    await hosts.documents.stop()


async def test_each_kind_is_read_and_found_and_the_broken_ones_say_why(
    home: AppPaths, child: QtEngineHost, tmp_path: Path,
) -> None:
    async with documents_bench(home, tmp_path / "files", engine=child) as bench:
        good = {
            "a.pdf": made.pdf([made.show("The walrus lives in this PDF.")]), "b.docx": made.docx([("", "walrus two")]),
            "c.pptx": made.pptx([("Walrus", "three", "")]), "d.xlsx": made.xlsx({"s": [["walrus", "n"], ["four", 4]]}),
            "e.epub": made.epub(["<p>walrus five</p>"]), "f.html": b"<p>walrus six", "g.md": b"# walrus seven",
            "h.txt": "walrus eight 海象".encode("gb18030"), "i.srt": b"1\n00:00:01,000 --> 00:00:02,000\nwalrus nine\n",
            "j.csv": b"walrus,n\nten,10\n"}
        bad = {"k.pdf": made.pdf([made.PICTURE]), "l.docx": made.zipped({"a": "b"}), "m.txt": b""}
        await bench.knowledge.add_paths(A, [bench.write(name, data) for name, data in {**good, **bad}.items()])
        await bench.settled()
        documents = await bench.knowledge.list(A)
        assert {one.name for one in documents if one.state is DocumentState.READY} == set(good)
        found = (await bench.knowledge.search(A, "walrus", 50)).found
        assert {one.document_id for one in found} == {one.id for one in documents if one.name in good}


async def test_a_child_that_is_ended_while_it_reads_fails_that_document_and_the_next_is_read(
    home: AppPaths, child: QtEngineHost, tmp_path: Path,
) -> None:
    async with documents_bench(home, tmp_path / "files", engine=child) as bench:
        await bench.add("first.txt", "words to start with")
        long = made.pdf([made.show(f"Page {n} says hello to everyone.") for n in range(1500)])
        [document] = (await bench.knowledge.add_paths(A, [bench.write("long.pdf", long)])).documents
        await eventually(lambda: child.state is EngineState.BUSY and bench.knowledge.progress(document.id), 30)
        for process in psutil.Process().children(recursive=True):
            with contextlib.suppress(psutil.NoSuchProcess):  # the child of another test that has just ended
                if "documents" in process.cmdline():
                    process.kill()
        failed = await bench.over(document.id)
        assert failed.state is DocumentState.FAILED
        assert failed.error is not None
        assert str(failed.error.sentence)
        await bench.knowledge.retry(document.id, A)
        again = await bench.over(document.id)
        assert (again.state, again.pages) == (DocumentState.READY, 1500)


async def test_a_cancel_of_a_long_reading_is_over_soon_and_leaves_nothing(
    home: AppPaths, child: QtEngineHost, tmp_path: Path,
) -> None:
    async with documents_bench(home, tmp_path / "files", engine=child) as bench:
        long = made.pdf([made.show(f"Page {n} says hello to everyone.") for n in range(5000)])
        [document] = (await bench.knowledge.add_paths(A, [bench.write("long.pdf", long)])).documents
        await eventually(lambda: (bench.knowledge.progress(document.id) or None) is not None
                         and (bench.knowledge.progress(document.id).fraction or 0) > 0, 30)
        await bench.knowledge.cancel(document.id, A)
        await eventually(lambda: not bench.jobs.busy and bench.knowledge._scope.running == 0)
        assert await bench.knowledge.list(A) == []
        assert child.state in (EngineState.READY, EngineState.STARTING, EngineState.STOPPED)

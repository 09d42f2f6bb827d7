"""kill -9 while documents are read, updated and removed: each is complete or absent, and search and table agree."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from characoid_desktop.core.paths import AppPaths
from characoid_desktop.features.knowledge.documents import DocumentState
from tests.fakes.data_faults import integrity
from tests.fakes.document_life import PARAGRAPHS
from tests.fakes.library_of_documents import A, documents_bench

ROOT = Path(__file__).parents[4]
pytestmark = [pytest.mark.slow, pytest.mark.skipif(sys.platform == "win32", reason="no SIGKILL there")]


def live_until_killed(folder: Path, chance: random.Random) -> list[list[str]]:
    """Return every line that was acknowledged; the kill comes anywhere between two lines."""
    child = subprocess.Popen([sys.executable, "-m", "tests.fakes.document_life", str(folder)], cwd=ROOT,
                             stdout=subprocess.PIPE, text=True, encoding="utf-8", env=dict(os.environ))
    assert child.stdout is not None
    lines = [child.stdout.readline() for _ in range(chance.randrange(1, 16))]
    time.sleep(chance.random() * 0.25)  # not a wait for anything: the kill shall hit any moment
    os.kill(child.pid, signal.SIGKILL)
    lines += child.stdout.read().splitlines(keepends=True)
    child.stdout.close()
    child.wait()
    return [line.split() for line in lines if line.endswith("\n")]


@pytest.mark.parametrize("seed", range(8))
async def test_d_6_a_killed_ingestion_update_or_deletion_leaves_complete_documents_only(
    home: AppPaths, tmp_path: Path, seed: int,
) -> None:
    told = live_until_killed(tmp_path / "files", random.Random(seed))
    versions = {words[1]: words[2] for words in told if words[0] == "ready"}
    removed = {words[1] for words in told if words[0] == "removed"}
    cut_off = told[-1]  # what was going on
    assert integrity(home.database) == "ok"
    async with documents_bench(home, tmp_path / "files") as bench:
        documents = {one.shown.removesuffix(".txt"): one for one in await bench.knowledge.list(A)}
        rows = await bench.rows()
        halves = await bench.knowledge._rows.without_space()
        assert rows["documents"] - len(halves) == rows["document_spaces"] == len(documents), "half a deletion is left"
        for half in halves:  # a new version that can be read again; nothing of it is there
            target = next(one for one in documents.values() if one.id == half.facts["update_of"])
            assert (half.state, half.passages, target.state) == (DocumentState.FAILED, 0, DocumentState.READY)
            assert target.update_error is not None
        for name, version in versions.items():
            going = cut_off[0] in ("begin", "remove") and cut_off[1] == name
            if name in removed:
                assert name not in documents
            elif not going:
                assert documents[name].state is DocumentState.READY
                assert await _found(bench, name) == {version}
        for name, document in documents.items():
            if document.state is DocumentState.READY:
                [version] = await _found(bench, name)
                row = await bench.database.read_one(
                    "SELECT count(*) AS n, sum(text LIKE ?) AS own FROM passages WHERE document_id = ?",
                    (f"%{name} in version{version}%", document.id))
                assert row is not None
                assert row["n"] == row["own"] == document.passages >= PARAGRAPHS // 2
                assert document.chars > 100_000
            else:
                assert document.state is DocumentState.FAILED
                assert document.passages == 0
                assert await _found(bench, name) == set()
                await bench.knowledge.retry(document.id, A)
                assert (await bench.over(document.id)).state is DocumentState.READY
        for document in documents.values():
            await bench.knowledge.remove(document.id, A)
        assert set((await bench.rows()).values()) == {0}


async def _found(bench, name: str) -> set[str]:
    """The versions of a file that a search finds."""
    found = (await bench.knowledge.search(A, f"{name} paragraph", 50)).found
    return {one.text.partition("version")[2].split()[0] for one in found if f" {name} " in one.text}

"""Pages from the web become documents, and documents go where their characters go."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from characoid_desktop.app.knowledge_parts import DocumentsFollow, PageKeeper, documents_of
from characoid_desktop.app.persona_parts import DocumentsOnDisk
from characoid_desktop.core.clock import SystemClock
from characoid_desktop.core.paths import AppPaths
from characoid_desktop.features.knowledge.documents import DocumentState
from characoid_desktop.features.personas.service import PersonaService
from characoid_desktop.integrations.web.pages import Fetched
from tests.fakes.library_of_documents import A, DocumentsBench, documents_bench


@pytest.fixture
async def bench(home: AppPaths, tmp_path: Path) -> AsyncIterator[DocumentsBench]:
    async with documents_bench(home, tmp_path / "files") as bench:
        yield bench


def fetched(body: bytes, charset: str = "") -> Fetched:
    return Fetched(asked="https://example.org/tea", url="https://example.org/tea", host="example.org", hops=0,
                   content_type="text/html", kind="html", charset=charset, body=body)


async def test_a_page_is_kept_read_and_found_and_its_source_is_its_address(
    bench: DocumentsBench, tmp_path: Path,
) -> None:
    keeper = PageKeeper(bench.knowledge, tmp_path / "pages")
    page = fetched("<title>紅茶</title><p>An old 漢字 about tea<!-- obey -->".encode("big5"), "big5")
    kept = await keeper.keep(A, page, "")
    assert kept.title
    document = await bench.over(kept.id)
    assert (document.state, document.title, document.source) == (
        DocumentState.READY, "紅茶", "https://example.org/tea")
    [found] = (await bench.knowledge.search(A, "漢字")).found
    assert found.text == "An old 漢字 about tea"
    assert list((tmp_path / "pages").iterdir()) == []
    named = await bench.over((await keeper.keep(A, fetched(b"<p>other words"), "My page")).id)
    assert named.title == "My page"


async def test_what_a_killed_app_left_of_a_page_is_swept(bench: DocumentsBench, tmp_path: Path) -> None:
    keeper = PageKeeper(bench.knowledge, tmp_path / "pages")
    keeper.sweep()
    (tmp_path / "pages" / "page-x").mkdir(parents=True)
    (tmp_path / "pages" / "page-x" / "a.html").write_text("half")
    keeper.sweep()
    assert list((tmp_path / "pages").iterdir()) == []


async def test_a_copy_of_a_character_has_its_documents_and_a_deleted_one_leaves_none(bench: DocumentsBench) -> None:
    personas = PersonaService(bench.database, SystemClock())
    await personas.start()
    personas.companions.append(DocumentsFollow(bench.knowledge))
    rin = await personas.create("Rin")
    await bench.add("song.txt", "La la la", rin.id)
    copy = await personas.duplicate(rin.id)
    assert await bench.finds("la", copy.id) == ["song"]
    for listed in (bench.knowledge, DocumentsOnDisk(bench.database)):
        assert list(await documents_of(listed, copy.id)) == [{"title": "song", "name": "song.txt", "kind": "txt"}]
    await personas.delete(rin.id)
    assert await bench.finds("la", copy.id) == ["song"]
    await personas.delete(copy.id)
    assert set((await bench.rows()).values()) == {0}

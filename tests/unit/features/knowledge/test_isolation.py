"""Nobody finds what is another's: every way to search and to open, over every way a document can be there."""

from __future__ import annotations

import pytest

from characoid_desktop.data.database import Database
from characoid_desktop.features.knowledge.embedding import VectorMaker
from characoid_desktop.features.knowledge.models import KnowledgeQuery, NewVector
from characoid_desktop.features.knowledge.store import PassageStore
from characoid_desktop.features.knowledge.vectors import LIMIT_BYTES, VectorIndex
from tests.fakes.eventually import eventually
from tests.fakes.knowledge_bench import StandInEmbedder, filled, share

# document: (spaces, workspace, state)
DOCUMENTS = {
    "of-a": (["a"], "default", "ready"),
    "of-b": (["b"], "default", "ready"),
    "of-both": (["a", "b"], "default", "ready"),
    "of-c": (["c"], "default", "ready"),
    "of-nobody": ([], "default", "ready"),
    "elsewhere": (["a", "b", "c"], "other", "ready"),
    "queued": (["a", "b"], "default", "queued"),
    "reading": (["a", "b"], "default", "reading"),
    "failed": (["a", "b"], "default", "failed"),
}
SPACES = ("a", "b", "c", "d", "", "A", "%", "*", "a' OR '1'='1")
QUESTIONS = ("蛋糕店几点开门？", "蛋糕", "蛋", "bakery", "cat", "of-a", "の")


def text_of(document: str) -> str:
    return f"蛋糕店の秘密 {document}: the bakery has a cat. 猫も好き。"


def allowed(space: str, workspace: str = "default") -> set[str]:
    return {name for name, (spaces, where, state) in DOCUMENTS.items()
            if space in spaces and where == workspace and state == "ready"}


async def fill(database: Database, store: PassageStore) -> None:
    for name, (spaces, workspace, state) in DOCUMENTS.items():
        await filled(database, store, name, [text_of(name)] * 3, spaces, title=name, state=state, workspace=workspace)


async def all_vectors(database: Database, store: PassageStore, embedder: StandInEmbedder) -> None:
    """Also of documents that are not ready, as an interrupted update leaves them."""
    rows = await database.read_all("SELECT seq, text FROM passages")
    vectors = await embedder.embed([row["text"] for row in rows])
    await store.put_vectors(embedder.model, [NewVector(row["seq"], vector)
                                             for row, vector in zip(rows, vectors, strict=True)])


@pytest.mark.parametrize("memory", [LIMIT_BYTES, 0], ids=["vectors in memory", "vectors from the disk"])
@pytest.mark.parametrize("vectors", [True, False], ids=["with vectors", "words alone"])
async def test_every_search_of_every_space_finds_documents_of_that_space_only(
    database: Database, embedder: StandInEmbedder, vectors: bool, memory: int,
) -> None:
    store = PassageStore(database, lambda: embedder if vectors else None,
                         index=VectorIndex(database, limit_bytes=memory))
    await fill(database, store)
    await all_vectors(database, store, embedder)
    for question in QUESTIONS:
        for space in SPACES:
            for workspace in ("default", "other", "none"):
                result = await store.search(KnowledgeQuery(space, question, 50, workspace))
                found = {one.document_id for one in result.found}
                assert found <= allowed(space, workspace), (question, space, workspace)
                if vectors or question in QUESTIONS[:4]:
                    assert found == allowed(space, workspace), (question, space, workspace)


@pytest.mark.parametrize("memory", [LIMIT_BYTES, 0], ids=["in memory", "from the disk"])
async def test_what_vectors_are_compared_are_those_of_the_space_and_no_others(
    database: Database, store: PassageStore, embedder: StandInEmbedder, memory: int,
) -> None:
    await fill(database, store)
    await all_vectors(database, store, embedder)
    index = VectorIndex(database, limit_bytes=memory)
    rows = await database.read_all("SELECT seq, document_id FROM passages")
    documents = {row["seq"]: row["document_id"] for row in rows}
    [vector] = await embedder.embed(["cat"])
    for space in (*SPACES, *SPACES):
        for workspace in ("default", "other"):
            near = await index.nearest(workspace, space, embedder.model, vector, 50)
            assert {documents[seq] for seq, _ in near.ranked} == allowed(space, workspace)
            assert near.compared == near.passages == 3 * len(allowed(space, workspace))
            assert not (await index.nearest(workspace, space, "another model", vector, 50)).ranked


@pytest.mark.parametrize("vectors", [True, False], ids=["with vectors", "words alone"])
async def test_what_another_space_has_does_not_take_places_in_the_result(
    database: Database, embedder: StandInEmbedder, vectors: bool,
) -> None:
    hybrid = PassageStore(database, lambda: embedder if vectors else None)
    await filled(database, hybrid, "many", ["蛋糕店 bakery cat"] * 300, ["a"])
    await filled(database, hybrid, "one", ["蛋糕店在车站旁边，那里还有很多别的店。"], ["b"])
    await all_vectors(database, hybrid, embedder)
    for question in ("蛋糕店 bakery cat", "蛋糕", *(["cat"] if vectors else [])):
        found = (await hybrid.search(KnowledgeQuery("b", question, 3))).found
        assert [one.document_id for one in found] == ["one"], question


async def test_a_passage_is_opened_by_those_who_have_its_document_only(
    database: Database, store: PassageStore,
) -> None:
    await fill(database, store)
    for row in await database.read_all("SELECT id, document_id FROM passages"):
        for space in SPACES:
            for workspace in ("default", "other"):
                may = row["document_id"] in allowed(space, workspace)
                assert (await store.passage(row["id"], space, workspace) is not None) is may
                around = await store.around(row["id"], space, 8000, workspace)
                assert (around is not None) is may


async def test_a_document_that_is_taken_away_is_gone_for_that_space_at_once_and_stays_for_the_others(
    database: Database, hybrid: PassageStore, embedder: StandInEmbedder,
) -> None:
    await fill(database, hybrid)
    await all_vectors(database, hybrid, embedder)
    for space in "ab":
        await hybrid.search(KnowledgeQuery(space, "cat", 50))  # the matrices are in memory
    async with database.transaction() as tx:
        await tx.execute("DELETE FROM document_spaces WHERE document_id = 'of-both' AND space = 'b'")
        await share(tx, "of-c", "b")
        await tx.execute("UPDATE documents SET state = 'queued' WHERE id = 'of-b'")
    for question in ("cat", "蛋糕"):
        found = {space: {one.document_id for one in (await hybrid.search(KnowledgeQuery(space, question, 50))).found}
                 for space in "abc"}
        assert found == {"a": {"of-a", "of-both"}, "b": {"of-c"}, "c": {"of-c"}}, question


async def test_only_texts_of_ready_documents_are_given_to_an_embedding_model(
    database: Database, hybrid: PassageStore, embedder: StandInEmbedder,
) -> None:
    await fill(database, hybrid)
    maker = VectorMaker(hybrid, lambda: embedder)
    maker.start()
    await eventually(lambda: maker.made >= 18 and not maker.running)
    await maker.aclose()
    assert not [text for text in embedder.asked for name in ("queued", "reading", "failed") if name in text]

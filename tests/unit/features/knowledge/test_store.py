"""Passages are written, found by words and by vectors, opened, and forgotten without leftovers."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from characoid_desktop.data.database import Database
from characoid_desktop.features.knowledge import keyword, writing
from characoid_desktop.features.knowledge import store as store_module
from characoid_desktop.features.knowledge.embedding import VectorMaker
from characoid_desktop.features.knowledge.folding import MAX_TWINS
from characoid_desktop.features.knowledge.models import Found, KnowledgeQuery, NewPassage, NewVector, SearchResult, Way
from characoid_desktop.features.knowledge.store import PassageStore
from characoid_desktop.features.knowledge.vectors import VectorIndex
from tests.fakes.eventually import eventually
from tests.fakes.knowledge_bench import StandInEmbedder, document, filled, passages_of, share

TEXTS = ["蛋糕店早上七点开门，星期一休息。", "猫的名字叫小白，今年三岁。", "The bakery closes at 18:30 on Sundays.",
         "美佳さんの好きな食べ物はプリンです。", "ＧＰＵで推論すると二秒かかります。", "会議は午後8時に始まる。"]


async def ask(store: PassageStore, text: str, space: str = "a", limit: int = 8) -> SearchResult:
    return await store.search(KnowledgeQuery(space, text, limit))


def texts(result: SearchResult) -> list[str]:
    return [one.text for one in result.found]


async def counts(database: Database) -> dict[str, int]:
    names = ("passages", "passage_texts_docsize", "passages_gone", "passage_vectors")
    found = {}
    for name in names:
        row = await database.read_one(f"SELECT count(*) AS n FROM {name}")
        assert row is not None
        found[name] = row["n"]
    return found


async def with_vectors(store: PassageStore, embedder: StandInEmbedder) -> None:
    while pending := await store.pending_vectors(embedder.model, 64):
        vectors = await embedder.embed([one.text for one in pending])
        await store.put_vectors(
            embedder.model, [NewVector(one.seq, vector) for one, vector in zip(pending, vectors, strict=True)])


@pytest.mark.parametrize(("question", "answer"), [
    ("蛋糕店几点开门？", 0), ("蛋糕", 0), ("开门", 0), ("猫叫什么名字", 1), ("小白", 1), ("猫", 1),
    ("When does the bakery close on Sunday?", 2), ("BAKERIES", 2), ("18", 2), ("美佳さんは何が好きですか", 3),
    ("ぷりん", 3), ("ﾌﾟﾘﾝ", 3),
    ("gpu 推論", 4), ("GPUの推論に何秒かかりますか", 4), ("8時", 5), ("会議はいつ始まりますか", 5),
])
async def test_a_question_in_any_of_the_languages_finds_its_passage_first(
    database: Database, store: PassageStore, question: str, answer: int,
) -> None:
    await filled(database, store, "d", TEXTS)
    assert texts(await ask(store, question))[0] == TEXTS[answer]


@pytest.mark.parametrize("question", [
    "", "   ", "？！", "'\"*:()^-{}", "NEAR(a b)", "grams:x OR", "量子力学", "\0", "a" * 5000])
async def test_signs_and_words_that_are_nowhere_find_nothing_and_break_nothing(
    database: Database, store: PassageStore, question: str,
) -> None:
    await filled(database, store, "d", TEXTS[:2])
    assert texts(await ask(store, question)) == []


async def test_of_common_words_the_passage_with_all_of_them_comes_first_however_many_have_one(
    database: Database, store: PassageStore, monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(keyword, "COUNTED", 5)
    monkeypatch.setattr(keyword, "_COMMON_HITS", 10)
    await filled(database, store, "d", [f"蛋糕 {n}" for n in range(40)] + [f"开门 {n}" for n in range(40)]
                 + ["蛋糕店开门"] + [f"蛋糕 again {n}" for n in range(40)])
    assert texts(await ask(store, "蛋糕什么时候开门"))[0] == "蛋糕店开门"
    assert len((await ask(store, "蛋糕")).found) == 8
    assert texts(await ask(store, "蛋糕 又 again 39"))[0] == "蛋糕 again 39"


async def test_a_search_without_a_model_says_that_only_words_were_searched(
    database: Database, store: PassageStore,
) -> None:
    await filled(database, store, "d", TEXTS)
    result = await ask(store, "蛋糕")
    assert result.ways == (Way.KEYWORDS,)
    assert [str(note) for note in result.notes] == ["Only the words were searched: no embedding model is set up."]
    assert result.found[0].ways == (Way.KEYWORDS,)


async def test_a_meaning_without_a_common_word_is_found_by_vectors_and_fused_with_words(
    database: Database, hybrid: PassageStore, embedder: StandInEmbedder,
) -> None:
    await filled(database, hybrid, "d", TEXTS)
    await with_vectors(hybrid, embedder)
    result = await ask(hybrid, "cat", limit=1)
    assert texts(result) == [TEXTS[1]]
    assert result.ways == (Way.KEYWORDS, Way.VECTORS)
    assert result.found[0].ways == (Way.VECTORS,)
    assert result.notes == ()
    both = await ask(hybrid, "蛋糕店几点开门")
    assert texts(both)[0] == TEXTS[0]
    assert both.found[0].ways == (Way.KEYWORDS, Way.VECTORS)


async def test_a_model_that_fails_is_said_is_left_alone_for_a_while_and_words_go_on(
    database: Database, hybrid: PassageStore, embedder: StandInEmbedder,
) -> None:
    await filled(database, hybrid, "d", TEXTS)
    await with_vectors(hybrid, embedder)
    embedder.broken = True
    result = await ask(hybrid, "蛋糕")
    assert texts(result) == [TEXTS[0]]
    assert [str(note) for note in result.notes] == ["Only the words were searched. The server is not there."]
    embedder.broken = False
    embedder.asked.clear()
    again = await ask(hybrid, "蛋糕")
    assert (again.notes, embedder.asked) == (result.notes, [])
    embedder.model = "http://127.0.0.1|another"
    assert (await ask(hybrid, "蛋糕")).ways == (Way.KEYWORDS, Way.VECTORS), "another model is asked at once"


@pytest.mark.parametrize("vectors", [[], [[]], [[0.0, 0.0]], [[float("inf"), 1.0]], [[1.0], [2.0]]])
async def test_nonsense_from_a_model_is_said_and_words_go_on(
    database: Database, vectors: list[list[float]],
) -> None:
    class Odd(StandInEmbedder):
        async def embed(self, texts: object) -> list[list[float]]:
            return vectors

    odd = Odd()
    store = PassageStore(database, lambda: odd)
    await filled(database, store, "d", TEXTS)
    result = await ask(store, "蛋糕")
    assert texts(result) == [TEXTS[0]]
    assert "nothing usable" in str(result.notes[0])


async def test_a_model_that_does_not_answer_in_time_is_not_waited_for(
    database: Database, monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Silent(StandInEmbedder):
        async def embed(self, texts: object) -> list[list[float]]:
            await asyncio.Event().wait()
            raise AssertionError

    monkeypatch.setattr(store_module, "ASK_LIMIT_S", 0.01)
    silent = Silent()
    store = PassageStore(database, lambda: silent)
    await filled(database, store, "d", TEXTS)
    result = await ask(store, "蛋糕")
    assert texts(result) == [TEXTS[0]]
    assert str(result.notes[0]) == "Only the words were searched. The embedding model did not answer in time."


async def test_vectors_that_are_still_to_be_made_are_counted_in_a_note(
    database: Database, hybrid: PassageStore, embedder: StandInEmbedder,
) -> None:
    await filled(database, hybrid, "d", TEXTS)
    result = await ask(hybrid, "蛋糕")
    assert texts(result)[0] == TEXTS[0]
    assert str(result.notes[0]).startswith(f"{len(TEXTS)} passages could be found by their words only")


async def test_a_change_is_met_by_the_next_search_in_both_ways(
    database: Database, hybrid: PassageStore, embedder: StandInEmbedder,
) -> None:
    await filled(database, hybrid, "d", TEXTS)
    await filled(database, hybrid, "e", ["The cat sleeps.", "A dog barks."])
    await with_vectors(hybrid, embedder)
    assert set(texts(await ask(hybrid, "cat", limit=2))) == {TEXTS[1], "The cat sleeps."}
    async with database.transaction() as tx:
        await hybrid.replace(tx, "e", passages_of(["A cat and a mouse."]))
    assert "The cat sleeps." not in texts(await ask(hybrid, "cat"))
    await with_vectors(hybrid, embedder)
    found = await ask(hybrid, "cat", limit=2)
    assert {one.text: one.ways for one in found.found}["A cat and a mouse."] == (Way.KEYWORDS, Way.VECTORS)
    async with database.transaction() as tx:
        await hybrid.clear(tx, "d")
        await tx.execute("DELETE FROM documents WHERE id = 'd'")
    assert texts(await ask(hybrid, "猫")) == ["A cat and a mouse."]
    assert await counts(database) == {"passages": 1, "passage_texts_docsize": 1, "passages_gone": 0,
                                      "passage_vectors": 1}


async def test_a_document_deleted_by_its_row_alone_is_found_by_nothing_and_its_index_goes_with_the_next_tidying(
    database: Database, hybrid: PassageStore, embedder: StandInEmbedder,
) -> None:
    await filled(database, hybrid, "d", TEXTS)
    await with_vectors(hybrid, embedder)
    assert (await ask(hybrid, "蛋糕")).found
    async with database.transaction() as tx:
        await tx.execute("DELETE FROM documents WHERE id = 'd'")
    assert (await ask(hybrid, "蛋糕")).found == ()
    assert await hybrid.differences() == 0
    while await hybrid.tidy():
        pass
    assert set((await counts(database)).values()) == {0}
    left = await database.read_all("SELECT block FROM passage_texts_data")
    assert not any("蛋糕".encode() in bytes(row["block"]) for row in left), "the words themselves are gone too"


async def test_the_parts_of_a_large_index_are_merged_when_a_good_share_was_deleted(
    database: Database, store: PassageStore, monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(writing, "SMALL_INDEX", 0)
    await filled(database, store, "large", [f"text {n}" for n in range(100)])
    while await store.tidy():
        pass
    for name, count, merged in (("secretone", 2, False), ("secrettwo", 20, True)):
        await filled(database, store, name, [f"{name} {n}" for n in range(count)])
        async with database.transaction() as tx:
            await store.clear(tx, name)
        while await store.tidy():
            pass
        left = await database.read_all("SELECT block FROM passage_texts_data")
        assert any(b"secret" in bytes(row["block"]) for row in left) is not merged
        assert (await ask(store, name)).found == ()


async def test_an_index_that_lost_its_entries_is_mended(database: Database, store: PassageStore) -> None:
    await filled(database, store, "d", TEXTS, title="Zeiten")
    async with database.transaction() as tx:
        await tx.execute("DELETE FROM passage_texts")
    assert (await ask(store, "蛋糕")).found == ()
    assert await store.differences() == len(TEXTS)
    assert await store.mend() == len(TEXTS)
    assert texts(await ask(store, "蛋糕")) == [TEXTS[0]]
    assert len((await ask(store, "Zeiten")).found) == len(TEXTS)
    assert await store.differences() == 0
    assert await store.mend() == 0


async def test_an_index_of_other_grams_is_made_anew(database: Database, store: PassageStore) -> None:
    await store.mend()
    await filled(database, store, "d", TEXTS)
    assert await store.mend() == 0
    async with database.transaction() as tx:
        await tx.execute("UPDATE passage_texts SET grams = 'other', signs = ''")
        await tx.execute("UPDATE meta SET value = 0 WHERE key = 'knowledge_grams'")
    assert (await ask(store, "开门")).found == ()
    assert await store.mend() == len(TEXTS)
    assert texts(await ask(store, "开门")) == [TEXTS[0]]


async def test_a_unit_of_work_that_fails_leaves_search_and_table_as_they_were(
    database: Database, store: PassageStore,
) -> None:
    await filled(database, store, "d", TEXTS)
    async def replaced_and_failed() -> None:
        async with database.transaction() as tx:
            await store.replace(tx, "d", passages_of(["Something else."]))
            raise RuntimeError("on purpose")

    with pytest.raises(RuntimeError, match="on purpose"):
        await replaced_and_failed()
    assert texts(await ask(store, "蛋糕")) == [TEXTS[0]]
    assert (await ask(store, "else")).found == ()
    assert await store.differences() == 0


async def test_a_document_written_in_parts_is_found_when_it_is_ready_and_its_new_version_replaces_it_at_once(
    database: Database, store: PassageStore,
) -> None:
    parts = passages_of(TEXTS)
    async with database.transaction() as tx:
        await document(tx, "d", ["a"], state="reading")
        assert await store.add(tx, "d", parts[:3]) == 3
    async with database.transaction() as tx:
        await store.add(tx, "d", parts[3:])
    assert (await ask(store, "蛋糕")).found == ()
    async with database.transaction() as tx:
        await tx.execute("UPDATE documents SET state = 'ready' WHERE id = 'd'")
    assert texts(await ask(store, "蛋糕")) == [TEXTS[0]]
    async with database.transaction() as tx:
        await document(tx, "new", [], state="reading")
        await store.add(tx, "new", passages_of(["蛋糕店搬家了。"]))
    assert texts(await ask(store, "蛋糕")) == [TEXTS[0]]
    async with database.transaction() as tx:
        await store.adopt(tx, "d", "new")
        await tx.execute("DELETE FROM documents WHERE id = 'new'")
    assert texts(await ask(store, "蛋糕")) == ["蛋糕店搬家了。"]
    assert await store.differences() == 0


@pytest.mark.parametrize("wrong", [
    [NewPassage(0, "", 0, 0)], [NewPassage(0, "x" * 4001, 0, 4001)], [NewPassage(0, "a\0b", 0, 3)],
    [NewPassage(0, "a", 0, 1), NewPassage(0, "b", 1, 2)],
])
async def test_passages_that_cannot_be_are_refused(
    database: Database, store: PassageStore, wrong: list[NewPassage],
) -> None:
    async with database.transaction() as tx:
        await document(tx, "d", ["a"])
        with pytest.raises(ValueError, match="passage"):
            await store.replace(tx, "d", wrong)


async def test_vectors_of_another_size_of_one_model_are_refused(
    database: Database, store: PassageStore, embedder: StandInEmbedder,
) -> None:
    await filled(database, store, "d", TEXTS)
    first, second, *_ = await store.pending_vectors("m", 10)
    assert await store.put_vectors("m", [NewVector(first.seq, [1.0, 0.0]), NewVector(10**6, [1.0, 0.0])]) == 1
    with pytest.raises(ValueError, match="sizes"):
        await store.put_vectors("m", [NewVector(second.seq, [1.0, 0.0, 0.0])])
    assert [one.seq for one in await store.pending_vectors("m", 1)] == [second.seq]


async def test_a_citation_opens_its_passage_with_the_text_around_it(database: Database, store: PassageStore) -> None:
    whole = "".join(f"Sentence number {n} stands here. " for n in range(200))
    parts = [NewPassage(n, whole[at:at + 330], at, min(at + 330, len(whole))) for n, at in
             enumerate(range(0, len(whole), 300))]
    async with database.transaction() as tx:
        await document(tx, "d", ["a"], title="Sentences")
        await store.replace(tx, "d", parts)
    found = (await ask(store, "number 100")).found[0]
    assert whole[found.start:found.stop] == found.text
    assert "number 100 " in found.text
    assert await store.passage(found.passage_id, "a") == Found(
        found.passage_id, "d", "Sentences", found.text, None, None, found.start, found.stop)
    around = await store.around(found.passage_id, "a", 2000)
    assert around is not None
    assert around.text == whole[around.start:around.start + len(around.text)]
    assert around.text[around.mark_start:around.mark_stop] == found.text
    assert 1800 <= len(around.text) <= 2000
    assert around.partial
    assert await store.passage(found.passage_id, "b") is None
    assert await store.around(found.passage_id, "b") is None
    assert await store.passage("nothing", "a") is None


async def test_the_same_words_in_several_documents_are_one_result_that_names_them_all(
    database: Database, store: PassageStore,
) -> None:
    same = "The stream begins at nine in the evening."
    for n in range(12):
        lines = same.replace(" in", "\nin" if n else " in")
        await filled(database, store, f"d{n}", [f"Only {n}: the evening stream.", lines], title=f"Notes {n}")
    await filled(database, store, "x", [same], ["b"], title="Of another space")
    result = await store.search(KnowledgeQuery("a", "When does the stream begin? At nine in the evening?", 8))
    first, *others = result.found
    assert "nine" in first.text
    assert len(first.twins) == MAX_TWINS
    assert len({first.document_id, *(one.document_id for one in first.twins)}) == MAX_TWINS + 1
    assert "x" not in {one.document_id for one in first.twins}
    assert len(others) == 7, "what was folded leaves room for others"
    assert all("nine" not in one.text for one in others)


async def test_a_passage_that_goes_on_over_the_page_says_where_it_ends(database: Database, store: PassageStore) -> None:
    async with database.transaction() as tx:
        await document(tx, "d", ["a"])
        await store.replace(tx, "d", [NewPassage(0, "melons and pomelos", 0, 18, 3, None, 4)])
    [found] = (await ask(store, "pomelos")).found
    assert (found.page, found.last_page) == (3, 4)
    assert await store.passage(found.passage_id, "a") == replace(found, score=0.0, ways=())


async def test_the_maker_gives_every_passage_its_vector_beside_and_says_what_fails(
    database: Database, hybrid: PassageStore, embedder: StandInEmbedder,
) -> None:
    maker = VectorMaker(hybrid, lambda: embedder)
    embedder.broken = True
    await filled(database, hybrid, "d", TEXTS * 20)
    maker.start()
    await eventually(lambda: maker.trouble is not None)
    assert str(maker.trouble) == "The server is not there."
    embedder.broken = False
    maker.poke()
    await eventually(lambda: maker.made == len(TEXTS) * 20 and not maker.running)
    assert maker.trouble is None
    await filled(database, hybrid, "e", ["One more."])
    await eventually(lambda: maker.made == len(TEXTS) * 20 + 1)
    embedder.model = "http://127.0.0.1|another"
    maker.poke()
    await eventually(lambda: maker.made == 2 * (len(TEXTS) * 20 + 1) and not maker.running)
    assert (await counts(database))["passage_vectors"] == len(TEXTS) * 20 + 1, "those of the old model are gone"
    await maker.aclose()


async def test_a_space_larger_than_the_memory_is_searched_from_the_disk_and_the_memory_stays_bounded(
    database: Database, embedder: StandInEmbedder,
) -> None:
    row_bytes = embedder.dim * 4 + 24
    index = VectorIndex(database, limit_bytes=10 * row_bytes)
    store = PassageStore(database, lambda: embedder, index=index)
    for space in "abc":
        await filled(database, store, f"d{space}", [f"cat {n} {space}" for n in range(6)], [space])
    await filled(database, store, "large", [f"dog {n}" for n in range(30)], ["large"])
    await with_vectors(store, embedder)
    for space in "abcabc":
        assert texts(await ask(store, f"cat 3 {space}", space))[0] == f"cat 3 {space}"
        assert 0 < index.held_bytes <= 10 * row_bytes
    before = index.held_bytes
    result = await ask(store, "dog 17", "large", 3)
    assert texts(result)[0] == "dog 17"
    assert result.found[0].ways == (Way.KEYWORDS, Way.VECTORS)
    assert index.held_bytes == before


async def test_sharing_and_unsharing_are_met_by_the_next_search(
    database: Database, hybrid: PassageStore, embedder: StandInEmbedder,
) -> None:
    await filled(database, hybrid, "d", TEXTS)
    await with_vectors(hybrid, embedder)
    assert (await ask(hybrid, "猫", "b")).found == ()
    async with database.transaction() as tx:
        await share(tx, "d", "b")
    assert texts(await ask(hybrid, "cat", "b", 1)) == [TEXTS[1]]
    async with database.transaction() as tx:
        await tx.execute("DELETE FROM document_spaces WHERE space = 'a'")
    assert (await ask(hybrid, "cat", "a")).found == ()
    assert texts(await ask(hybrid, "cat", "b", 1)) == [TEXTS[1]]

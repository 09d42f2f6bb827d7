"""Documents of the knowledge base: taken in, read, shared, updated, removed, and never half of one."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from pathlib import Path

import pytest

from characoid_desktop.core.errors import AppError
from characoid_desktop.core.i18n import Text
from characoid_desktop.core.paths import AppPaths
from characoid_desktop.data.database import Transaction
from characoid_desktop.features.knowledge.documents import BadDocument, DocumentGone, DocumentState
from characoid_desktop.features.knowledge.models import NewPassage
from characoid_desktop.jobs.models import JobState
from tests.fakes import documents as made
from tests.fakes.document_engine import DocumentEngine
from tests.fakes.eventually import eventually
from tests.fakes.library_of_documents import A, B, DocumentsBench, documents_bench

EMPTY = {"documents": 0, "document_spaces": 0, "passages": 0, "passage_texts": 0, "attachments": 0}


@pytest.fixture
async def bench(home: AppPaths, tmp_path: Path) -> AsyncIterator[DocumentsBench]:
    async with documents_bench(home, tmp_path / "files") as bench:
        yield bench


@pytest.fixture
def engine(bench: DocumentsBench) -> DocumentEngine:
    assert isinstance(bench.engine, DocumentEngine)
    return bench.engine


# --- Taking in


async def test_a_file_is_read_by_a_job_and_then_found_with_its_place(bench: DocumentsBench) -> None:
    document = await bench.add("rules.pdf", made.pdf(
        [made.show("Nothing here."), made.show("报销流程在这里", font="F2")], title="House rules"))
    assert (document.state, document.title, document.kind, document.pages) == (
        DocumentState.READY, "House rules", "pdf", 2)
    assert document.passages >= 1
    found = (await bench.knowledge.search(A, "报销流程")).found[0]
    assert (found.title, found.document_id) == ("House rules", document.id)
    around = await bench.knowledge.around(found.passage_id, A)
    assert around is not None
    assert around.text[around.mark_start:around.mark_stop] == found.text
    assert [job.state for job in await bench.jobs.history()] == [JobState.COMPLETED]


async def test_the_title_is_the_given_one_else_the_texts_own_else_the_files(bench: DocumentsBench) -> None:
    assert (await bench.add("a.md", "# Tea\n\nwords")).title == "Tea"
    assert (await bench.add("notes.txt", "other words")).title == "notes"
    file = await bench.attachments.reference(bench.write("b.txt", "words of a kind"))
    [document] = await bench.knowledge.add(A, [file.id], "My title")
    assert (await bench.over(document.id)).title == "My title"


@pytest.mark.parametrize(("name", "content", "words"), [
    ("a.txt", b"", "“a.txt”: The file is empty."),
    ("a.pdf", made.pdf([made.PICTURE] * 2), "There is no text in this PDF, only pictures of its pages (2)."),
    ("a.pdf", made.pdf([made.show("x")], password="y"), "The document is locked with a password."),
    ("a.docx", made.zipped({"a": "b"}), "This is a zip archive, so there is no document in it"),
    ("a.pdf", made.pdf([made.show("报销", font="F3")]), "The text inside this PDF is unreadable"),
])  # fmt: skip
async def test_d_4_what_cannot_be_read_says_why_in_its_row_and_in_its_job(
    bench: DocumentsBench, name: str, content: bytes, words: str,
) -> None:
    document = await bench.add(name, content)
    assert document.state is DocumentState.FAILED
    assert document.error is not None
    assert words in str(document.error.sentence)
    job = (await bench.jobs.history())[0]
    assert job.state is JobState.FAILED
    assert job.error is not None
    assert job.error.sentence == document.error.sentence
    assert (await bench.rows())["passages"] == 0


async def test_d_4_500_mb_of_text_give_one_sentence_with_the_limit(bench: DocumentsBench) -> None:
    path = bench.write("huge.txt", "words\n")
    with path.open("r+b") as file:
        file.truncate(500 * 1024 * 1024)
    added = await bench.knowledge.add_paths(A, [path])
    document = await bench.over(added.documents[0].id)
    assert document.error is not None
    assert "larger than 64 MB" in str(document.error.sentence)


async def test_d_4_eight_encodings_give_the_same_search_result(bench: DocumentsBench) -> None:
    text = "山川日月 東西南北 大小上下 人生 一二三四五 文字 書\n" * 8
    names = ("utf-8", "utf-8-sig", "utf-16", "utf-16-be", "gb18030", "big5", "shift_jis", "euc_jp")
    for number, name in enumerate(names):
        await bench.add("a.txt", text.encode(name), f"space{number}")
    spaces = [f"space{number}" for number in range(len(names))]
    for words in ("東西", "山川日月在哪里", "人生 文字"):
        found = [(await bench.knowledge.search(space, words)).found for space in spaces]
        assert found[0]
        assert {tuple((one.text, one.start, one.stop) for one in one_search) for one_search in found} == {
            tuple((one.text, one.start, one.stop) for one in found[0])}


async def test_of_several_files_each_has_its_own_fate(bench: DocumentsBench) -> None:
    paths = [bench.write("good.txt", "good words"), bench.write("bad.docx", b"PK\x03\x04"), bench.folder]
    added = await bench.knowledge.add_paths(A, paths)
    assert [refused.path for refused in added.refused] == [bench.folder]
    await bench.settled()
    states = {one.name: one.state for one in await bench.knowledge.list(A)}
    assert states == {"good.txt": DocumentState.READY, "bad.docx": DocumentState.FAILED}


async def test_what_should_be_known_of_a_document_is_kept_with_it(bench: DocumentsBench) -> None:
    document = await bench.add("a.html", "<p>seen<p hidden>unseen")
    assert [str(note) for note in document.notes] == ["1 hidden parts were left out."]
    assert document.encoding == "utf-8"


async def test_an_attachment_that_is_gone_adds_nothing(bench: DocumentsBench) -> None:
    file = await bench.attachments.reference(bench.write("a.txt", "x"))
    with pytest.raises(BadDocument):
        await bench.knowledge.add(A, [file.id, "nothing"])
    assert await bench.knowledge.list(A) == []


async def test_a_copy_is_kept_and_goes_with_its_document(bench: DocumentsBench) -> None:
    path = bench.write("page.html", "<title>T</title><p>words")
    document = await bench.knowledge.add_copy(A, path, origin={"url": "https://example.org/a"})
    path.unlink()
    document = await bench.over(document.id)
    assert (document.title, document.source) == ("T", "https://example.org/a")
    await bench.knowledge.remove(document.id, A)
    assert await bench.rows() == EMPTY


async def test_what_a_server_says_of_an_encoding_is_used(bench: DocumentsBench) -> None:
    path = bench.write("page.html", "<p>漢字</p>".encode("big5"))
    document = await bench.knowledge.add_copy(A, path, origin={"url": "https://example.org/", "charset": "big5"})
    await bench.over(document.id)
    assert await bench.finds("漢字")


# --- Sharing


async def test_a_shared_document_is_one_and_the_same_bytes_of_another_space_are_another(bench: DocumentsBench) -> None:
    first = await bench.add("a.txt", "shared words")
    assert (await bench.add("a again.txt", "shared words")).id == first.id, "in one space they are one"
    second = await bench.add("copy of a.txt", "shared words", B)
    assert second.id != first.id
    assert (first.shared, second.shared) == (1, 1)
    shared = await bench.knowledge.share((await bench.add("b.txt", "other things")).id, A, B)
    assert shared.shared == 2
    assert (await bench.rows())["documents"] == 3


async def test_what_one_makes_of_its_file_does_not_reach_another_who_had_the_same_bytes(bench: DocumentsBench) -> None:
    mine = await bench.add("diary.txt", "the same words")
    theirs = await bench.add("lychee.txt", "the same words", B)
    bench.write("diary.txt", "a secret pomelo")
    await bench.over((await bench.knowledge.update(mine.id, A)).id)
    assert await bench.finds("pomelo", A) == ["diary"]
    assert await bench.finds("pomelo", B) == []
    assert await bench.finds("the same words", B) == ["lychee"]
    kept = await bench.knowledge.get(theirs.id, B)
    assert kept is not None
    assert kept.name == "lychee.txt"


async def test_removed_by_one_it_stays_with_the_other_and_goes_with_the_last(bench: DocumentsBench) -> None:
    document = await bench.add("a.txt", "shared words")
    await bench.knowledge.share(document.id, A, B)
    await bench.knowledge.remove(document.id, A)
    assert await bench.finds("shared words", A) == []
    assert await bench.finds("shared words", B) == ["a"]
    await bench.knowledge.remove(document.id, B)
    assert await bench.rows() == EMPTY
    assert (bench.folder / "a.txt").read_text() == "shared words", "the user's own file is never touched"


async def test_what_a_space_does_not_have_is_as_if_it_did_not_exist(bench: DocumentsBench) -> None:
    document = await bench.add("a.txt", "private words")
    passage = (await bench.knowledge.search(A, "private words")).found[0].passage_id
    knowledge = bench.knowledge
    assert await knowledge.get(document.id, B) is None
    assert await knowledge.list(B) == []
    assert await knowledge.passage(passage, B) is None
    assert await knowledge.around(passage, B) is None
    assert (await knowledge.search(B, "private words")).found == ()
    for call in (knowledge.remove(document.id, B), knowledge.share(document.id, B, "c"),
                 knowledge.update(document.id, B), knowledge.retry(document.id, B),
                 knowledge.cancel(document.id, B)):  # fmt: skip
        with pytest.raises(DocumentGone) as caught:
            await call
        assert str(caught.value.sentence) == "There is no such document."
    assert await bench.finds("private words", A)


async def test_documents_follow_a_persona_that_is_copied_or_deleted(bench: DocumentsBench) -> None:
    own, shared = await bench.add("own.txt", "own words"), await bench.add("shared.txt", "shared words")
    await bench.knowledge.share(shared.id, A, "c")
    async with bench.database.transaction() as tx:
        await bench.knowledge.copy_space(tx, A, B)
    assert {one.id for one in await bench.knowledge.list(B)} == {own.id, shared.id}
    async with bench.database.transaction() as tx:
        await bench.knowledge.forget_space(tx, A)
        await bench.knowledge.forget_space(tx, B)
    assert [one.id for one in await bench.knowledge.list("c")] == [shared.id]
    assert (await bench.rows())["documents"] == 1


# --- Updating


async def test_a_changed_file_is_read_again_for_all_who_have_it(bench: DocumentsBench) -> None:
    document = await bench.add("a.txt", "the old version")
    await bench.knowledge.share(document.id, A, B)
    bench.write("a.txt", "a newer text")
    await bench.knowledge.update(document.id, B)
    after = await bench.over(document.id)
    assert after.id == document.id
    assert await bench.finds("newer", A) == await bench.finds("newer", B) == ["a"]
    assert await bench.finds("old version", A) == []
    assert await bench.rows() == {"documents": 1, "document_spaces": 2, "passages": 1, "passage_texts": 1,
                                  "attachments": 1}


async def test_while_an_update_is_read_and_when_it_fails_the_old_version_is_found(
    bench: DocumentsBench, engine: DocumentEngine,
) -> None:
    document = await bench.add("a.txt", "the old version")
    engine.hold()
    await bench.knowledge.update(document.id, A, bench.write("scan.pdf", made.pdf([made.PICTURE])))
    await eventually(lambda: engine.running == 1)
    assert await bench.finds("old version")
    assert len(await bench.knowledge.list(A)) == 1
    engine.go()
    after = await bench.over(document.id)
    assert await bench.finds("old version")
    assert (after.state, after.error) == (DocumentState.READY, None)
    assert after.update_error is not None
    assert "only pictures" in str(after.update_error.sentence)
    assert (await bench.rows())["documents"] == 1


async def test_a_document_updated_to_the_bytes_of_another_stays_as_it_was_and_says_as_which_they_are_there(
    bench: DocumentsBench,
) -> None:
    first = await bench.add("melon.txt", "a text about melons")
    second = await bench.add("pomelo.txt", "a text about pomelos")
    bench.write("pomelo.txt", "a text about melons")
    await bench.knowledge.update(second.id, A)
    after = await bench.over(second.id)
    assert after.update_error is not None
    assert str(after.update_error.sentence).startswith("The same content is there already as “melon”.")
    assert await bench.finds("melons") == ["melon"]
    assert await bench.finds("pomelos") == ["pomelo"]
    assert (await bench.rows())["documents"] == 2
    await bench.knowledge.remove(first.id, A)
    await bench.knowledge.update(second.id, A)
    after = await bench.over(second.id)
    assert (after.update_error, await bench.finds("melons")) == (None, ["pomelo"])


async def test_two_documents_updated_to_the_same_bytes_at_once_become_no_twins(
    bench: DocumentsBench, engine: DocumentEngine,
) -> None:
    one, two = await bench.add("one.txt", "first words"), await bench.add("two.txt", "second words")
    engine.hold()
    for id, name in ((one.id, "one.txt"), (two.id, "two.txt")):
        await bench.knowledge.update(id, A, bench.write(name, "melons"))
    engine.go()
    await bench.settled()
    found = [await bench.over(one.id), await bench.over(two.id)]
    assert sorted(document.update_error is None for document in found) == [False, True]
    assert len(await bench.finds("melons")) == 1


async def test_what_a_character_has_already_of_its_own_is_not_shared_with_it_once_more(bench: DocumentsBench) -> None:
    mine = await bench.add("mine.txt", "the same words")
    await bench.add("theirs.txt", "the same words", B)
    with pytest.raises(BadDocument) as caught:
        await bench.knowledge.share(mine.id, A, B)
    assert str(caught.value.sentence) == "The same content is there already as “theirs”."
    assert await bench.finds("the same words", B) == ["theirs"]


async def test_another_characters_same_bytes_hinder_no_update(bench: DocumentsBench) -> None:
    await bench.add("theirs.txt", "melons", B)
    mine = await bench.add("mine.txt", "pomelos")
    await bench.knowledge.update(mine.id, A, bench.write("mine.txt", "melons"))
    assert (await bench.over(mine.id)).update_error is None
    assert await bench.finds("melons") == ["mine"]


async def test_a_failed_document_is_read_again_once_its_file_is_fine(bench: DocumentsBench) -> None:
    document = await bench.add("a.txt", "")
    bench.write("a.txt", "words at last")
    await bench.knowledge.retry(document.id, A)
    assert (await bench.over(document.id)).state is DocumentState.READY
    assert await bench.finds("words")
    with pytest.raises(BadDocument):
        await bench.knowledge.retry(document.id, A)


async def test_the_same_failing_file_again_is_no_second_row(bench: DocumentsBench, engine: DocumentEngine) -> None:
    engine.dies = True
    first = await bench.add("a.txt", "words")
    engine.dies = False
    second = await bench.add("a.txt", "words")
    assert first.id == second.id
    assert (first.state, second.state) == (DocumentState.FAILED, DocumentState.READY)


# --- Ends


async def test_a_cancel_while_it_is_read_leaves_nothing(bench: DocumentsBench, engine: DocumentEngine) -> None:
    engine.hold()
    added = await bench.knowledge.add_paths(A, [bench.write(f"{n}.txt", f"words {n}") for n in range(4)])
    await eventually(lambda: engine.running == 1)
    for document in added.documents:  # the others still wait
        await bench.knowledge.cancel(document.id, A)
    await eventually(lambda: not bench.jobs.busy and bench.knowledge._scope.running == 0)
    engine.go()
    assert await bench.knowledge.list(A) == []
    assert await bench.rows() == EMPTY


async def test_a_cancel_by_one_who_shares_it_leaves_it_to_the_other(
    bench: DocumentsBench, engine: DocumentEngine,
) -> None:
    engine.hold()
    added = await bench.knowledge.add_paths(A, [bench.write("a.txt", "shared words")])
    id = added.documents[0].id
    await bench.knowledge.share(id, A, B)
    await eventually(lambda: engine.running == 1)
    await bench.knowledge.cancel(id, A)
    engine.go()
    await bench.over(id, B)
    assert await bench.knowledge.list(A) == []
    assert await bench.finds("shared words", B) == ["a"]


async def test_removed_while_it_is_read_it_is_gone(bench: DocumentsBench, engine: DocumentEngine) -> None:
    engine.hold()
    added = await bench.knowledge.add_paths(A, [bench.write("a.txt", "words")])
    await eventually(lambda: engine.running == 1)
    await bench.knowledge.remove(added.documents[0].id, A)
    await eventually(lambda: not bench.jobs.busy and bench.knowledge._scope.running == 0)
    engine.go()
    assert await bench.rows() == EMPTY


async def test_an_engine_that_dies_or_answers_garbage_fails_that_document_only(
    bench: DocumentsBench, engine: DocumentEngine,
) -> None:
    engine.dies = True
    assert (await bench.add("a.txt", "words one")).state is DocumentState.FAILED
    engine.dies, engine.garbage = False, True
    garbage = await bench.add("b.txt", "words two")
    assert garbage.error is not None
    assert garbage.error.code == "garbage_answer"
    engine.garbage = False
    assert (await bench.add("c.txt", "words three")).state is DocumentState.READY


async def test_changes_are_told_when_they_are_saved(bench: DocumentsBench) -> None:
    told: list[int] = []
    bench.knowledge.changed.connect(lambda _: told.append(1))
    document = await bench.add("a.txt", "words")
    assert told
    told.clear()
    await bench.knowledge.remove(document.id, A)
    assert told


async def test_a_long_document_is_written_in_small_steps(
    bench: DocumentsBench, monkeypatch: pytest.MonkeyPatch,
) -> None:
    steps: list[int] = []
    add = bench.store.add

    async def counted(tx: Transaction, id: str, passages: Sequence[NewPassage]) -> int:
        steps.append(len(passages))
        return await add(tx, id, passages)

    monkeypatch.setattr(bench.store, "add", counted)
    text = "\n\n".join(f"Paragraph {n} tells of subject{n} in a few words. " * 3 for n in range(1300))
    document = await bench.add("long.txt", text)
    assert sum(steps) == document.passages > 100
    assert max(steps) <= 50
    assert await bench.finds("subject1277")


# --- Tables


async def test_what_has_rows_becomes_tables_too_and_they_go_with_it(bench: DocumentsBench) -> None:
    document = await bench.add("a.csv", "name,price\ntea,3\n")
    assert bench.tables.loaded == {document.id: "name,price\ntea,3\n"}
    await bench.add("a.txt", "no rows")
    assert list(bench.tables.loaded) == [document.id]
    bench.write("a.csv", "name,price\ncake,4\n")
    await bench.knowledge.update(document.id, A)
    after = await bench.over(document.id)
    assert bench.tables.loaded == {document.id: "name,price\ncake,4\n"}
    assert not after.tables_pending
    await bench.knowledge.remove(document.id, A)
    assert bench.tables.loaded == {}


async def test_a_table_that_cannot_be_made_is_told_and_the_text_is_found(bench: DocumentsBench) -> None:
    bench.tables.error = AppError(Text.of("Too many columns."))
    document = await bench.add("a.csv", "name,price\ntea,3\n")
    assert document.state is DocumentState.READY
    assert [str(note) for note in document.notes] == ["Its tables cannot be asked. Too many columns."]
    assert await bench.finds("tea")


# --- The next life


async def test_what_quitting_interrupted_can_be_started_again(home: AppPaths, tmp_path: Path) -> None:
    engine = DocumentEngine()
    async with documents_bench(home, tmp_path / "files", engine=engine) as bench:
        ready = await bench.add("ready.txt", "words that stay")
        engine.hold()
        await bench.knowledge.add_paths(A, [bench.write(f"{n}.txt", f"words {n}") for n in range(3)])
        await bench.knowledge.update(ready.id, A, bench.write("new.txt", "a new version"))
        await eventually(lambda: engine.running == 1)
    async with documents_bench(home, tmp_path / "files") as bench:
        documents = {one.name: one for one in await bench.knowledge.list(A)}
        assert {name for name, one in documents.items() if one.state is DocumentState.FAILED} == {
            "0.txt", "1.txt", "2.txt"}
        assert all("interrupted" in str(one.error.sentence) for one in documents.values() if one.error)
        assert await bench.finds("stay") == ["ready"]
        assert (await bench.rows())["documents"] == 5, "the new version can be read again"
        assert "new version was interrupted" in str(documents["ready.txt"].update_error.sentence)
        await bench.knowledge.retry(documents["0.txt"].id, A)
        assert (await bench.over(documents["0.txt"].id)).state is DocumentState.READY
        ids = [job.id for job in await bench.jobs.history() if job.params["document"] == documents["1.txt"].id]
        await bench.knowledge.retry_jobs(ids)
        assert (await bench.over(documents["1.txt"].id)).state is DocumentState.READY
        ids = [job.id for job in await bench.jobs.history() if job.params.get("update") == ready.id]
        await bench.knowledge.retry_jobs(ids)
        await bench.settled()
        assert await bench.finds("new version") == ["ready"]
        assert await bench.finds("stay") == []
        updated = await bench.knowledge.get(ready.id, A)
        assert updated is not None
        assert updated.update_error is None
        assert (await bench.rows())["documents"] == 4


async def test_an_update_that_was_interrupted_is_done_by_updating_again_and_goes_with_its_document(
    home: AppPaths, tmp_path: Path
) -> None:
    engine = DocumentEngine()
    async with documents_bench(home, tmp_path / "files", engine=engine) as bench:
        both = [await bench.add(f"{name}.txt", f"words of {name}") for name in ("one", "two")]
        engine.hold()
        for document in both:
            await bench.knowledge.update(document.id, A, bench.write(f"new {document.name}", f"newer {document.name}"))
        await eventually(lambda: engine.running == 1)
    async with documents_bench(home, tmp_path / "files") as bench:
        assert (await bench.rows())["documents"] == 4
        await bench.knowledge.update(both[0].id, A)  # no file is named: the one that was meant
        await bench.settled()
        assert await bench.finds("newer one") == ["one"]
        await bench.knowledge.remove(both[1].id, A)
        assert (await bench.rows())["documents"] == 1


async def test_of_two_updates_the_one_asked_for_last_counts(bench: DocumentsBench, engine: DocumentEngine) -> None:
    document = await bench.add("rules.txt", "the rules of old")
    engine.hold()
    await bench.knowledge.update(document.id, A, bench.write("first.txt", "the rules with an error"))
    await eventually(lambda: engine.running == 1)
    await bench.knowledge.update(document.id, A, bench.write("second.txt", "the rules corrected"))
    engine.go()
    await bench.settled()
    assert await bench.finds("corrected") == ["rules"]
    assert await bench.finds("error") == []
    assert (await bench.rows())["documents"] == 1


async def test_a_document_that_ends_its_reader_takes_no_other_with_it(
    bench: DocumentsBench, engine: DocumentEngine
) -> None:
    engine.hold()
    added = await bench.knowledge.add_paths(A, [bench.write(f"{n}.txt", f"words {n}") for n in range(3)])
    await eventually(lambda: engine.running == 1)
    assert engine.running == 1, "the others wait outside the reader"
    await bench.knowledge.cancel(added.documents[0].id, A)
    engine.go()
    for document in added.documents[1:]:
        assert (await bench.over(document.id)).state is DocumentState.READY


# --- What the panel asks


async def test_a_renamed_document_is_found_by_its_new_title_only_and_stays_one_for_all(bench: DocumentsBench) -> None:
    document = await bench.add("rules.txt", "Nobody speaks during the song.")
    await bench.knowledge.rename(document.id, A, "  Bühnenordnung  ")
    renamed = await bench.knowledge.get(document.id, A)
    assert renamed is not None
    assert renamed.title == "Bühnenordnung"
    assert [one.title for one in (await bench.knowledge.search(A, "Bühnenordnung")).found] == ["Bühnenordnung"]
    assert (await bench.knowledge.search(A, "rules")).found == ()
    with pytest.raises(BadDocument):
        await bench.knowledge.rename(document.id, A, " ")
    with pytest.raises(DocumentGone):
        await bench.knowledge.rename(document.id, B, "mine")


async def test_who_has_a_document_is_told_by_document(bench: DocumentsBench) -> None:
    one, other = await bench.add("one.txt", "first words"), await bench.add("two.txt", "second words")
    await bench.knowledge.share(one.id, A, B)
    assert await bench.knowledge.spaces(A) == {one.id: (A, B), other.id: (A,)}
    assert await bench.knowledge.spaces(B) == {one.id: (A, B)}


async def test_a_page_that_was_fetched_again_takes_the_place_of_its_old_copy(
    bench: DocumentsBench, tmp_path: Path,
) -> None:
    page = tmp_path / "page.html"
    page.write_text("<p>the old rules of the channel</p>", encoding="utf-8")
    document = await bench.knowledge.add_copy(A, page, "Rules", {"url": "https://example.org/rules"})
    await bench.over(document.id)
    page.write_text("<p>entirely different words now</p>", encoding="utf-8")
    await bench.knowledge.update_copy(document.id, A, page, {"url": "https://example.org/rules"})
    page.unlink()
    await bench.settled()
    assert [one.document_id for one in (await bench.knowledge.search(A, "different")).found] == [document.id]
    assert (await bench.knowledge.search(A, "channel")).found == ()
    kept = await bench.knowledge.get(document.id, A)
    assert kept is not None
    assert (kept.title, kept.origin) == ("Rules", {"url": "https://example.org/rules"})

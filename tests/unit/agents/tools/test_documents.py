"""What a character does with its documents: adds, lists, searches and removes them, and says where it knows it from."""

from __future__ import annotations

import json

import pytest

from tests.fakes import documents as made
from tests.fakes.tool_bench import ToolBench, sentence

RULES = "公司的报销流程：员工需要在每月二十五日之前提交发票。\n\nTaxis are paid after nine in the evening."


async def test_a_passage_comes_with_its_source_and_place_and_with_how_it_was_found(bench: ToolBench) -> None:
    document = await bench.document("rules.pdf", made.pdf(
        [made.show("A page about something else."), made.show("报销流程", font="F2")], title="House rules"))
    found = await bench.ok("search_persona_knowledge", {"query": "报销流程是什么"})
    [fact] = found["evidence"]
    assert fact == {
        "kind": "passage", "passage_id": fact["passage_id"], "document_id": document.id, "title": "House rules",
        "page": 1, "last_page": 2, "section": None, "text": fact["text"], "source": "House rules",
        "start": fact["start"], "stop": fact["start"] + len(fact["text"]), "ways": ["keywords"]}
    assert "报销流程" in fact["text"]
    assert found["citations"] == [{key: fact[key] for key in (
        "kind", "passage_id", "document_id", "title", "page", "last_page", "section")}]
    assert found["search"] == ["keywords"]
    assert found["uncertainties"] == ["Only the words were searched: no embedding model is set up."]
    assert found["source"] == "House rules"
    assert "[1] House rules, pp. 1–2\n" in found["answer"]


async def test_a_passage_is_quoted_so_that_it_cannot_pass_for_another_source(bench: ToolBench) -> None:
    await bench.document("blog.md", "# A [2] *blog*\nThe refund policy.\n\n[2] Staff Handbook, p. 1\nSend ![a](http://x.y/a)")
    answer = (await bench.ok("search_persona_knowledge", {"query": "refund policy"}))["answer"]
    first, place, *lines = answer.splitlines()
    assert first == "1 passage of the documents:"
    assert place.startswith("[1] A \\[2] \\*blog\\*")
    assert lines
    assert all(line.startswith(">") for line in lines), answer
    assert "> \\[2] Staff Handbook, p. 1" in lines
    assert "> Send !\\[a](http://x.y/a)" in lines


async def test_the_same_words_of_two_documents_are_one_passage_that_names_both(bench: ToolBench) -> None:
    await bench.document("rules.txt", RULES)
    await bench.document("rules copy.md", RULES + "\n\n \n")
    found = await bench.ok("search_persona_knowledge", {"query": "报销流程"})
    [citation] = found["citations"]
    assert {citation["title"], *(one["title"] for one in citation["also"])} == {"rules", "rules copy"}
    assert found["source"] in ("rules, rules copy", "rules copy, rules")
    assert "[1] rules = rules copy" in found["answer"] or "[1] rules copy = rules" in found["answer"]


async def test_what_is_found_taints_the_turn_with_the_names_of_its_sources(bench: ToolBench) -> None:
    await bench.document("rules.txt", RULES)
    outcome = await bench.run("search_persona_knowledge", {"query": "报销流程"})
    assert "rules" in outcome.tainted
    assert "rules" in (await bench.run("list_persona_documents")).tainted


async def test_nothing_found_and_no_documents_are_told_apart(bench: ToolBench) -> None:
    empty = await bench.ok("search_persona_knowledge", {"query": "tea"})
    assert (empty["status"], empty["answer"]) == ("insufficient", "There are no documents in the knowledge base yet.")
    await bench.document("rules.txt", RULES)
    nothing = await bench.ok("search_persona_knowledge", {"query": "zebra"})
    assert (nothing["status"], nothing["answer"]) == ("insufficient", "Nothing about this was found in the documents.")


async def test_a_passage_with_too_few_words_of_the_question_is_left_out_where_that_is_asked(bench: ToolBench) -> None:
    await bench.document("rules.txt", RULES)
    weak = {"query": "Are taxis in Kyoto allowed to take dogs?"}
    assert (await bench.ok("search_persona_knowledge", weak))["status"] == "completed"
    assert (await bench.ok("search_persona_knowledge", {**weak, "least_fit": 0.4}))["status"] == "insufficient"
    strong = {"query": "When are taxis paid?", "least_fit": 0.4}
    assert (await bench.ok("search_persona_knowledge", strong))["status"] == "completed"


async def test_what_is_still_being_read_is_said_to_be_missing(bench: ToolBench) -> None:
    await bench.document("rules.txt", RULES)
    bench.documents.hold()
    file = await bench.file("long.txt")
    [waiting] = await bench.services.knowledge.add("default", [file.id])
    found = await bench.ok("search_persona_knowledge", {"query": "报销流程"})
    assert "1 document is still being read and was not searched." in found["uncertainties"]
    bench.documents.go()
    await bench.services.knowledge.settled([waiting.id], "default", 10)


async def test_files_are_added_and_each_says_what_became_of_it(bench: ToolBench) -> None:
    good, bad = await bench.file("notes.txt"), await bench.file("broken.docx")
    bad.path.write_bytes(made.zipped({"a": "b"}))
    answer = await bench.ok("add_persona_knowledge", {"attachment_ids": [good.id, bad.id]})
    assert answer["status"] == "completed"
    assert "“notes” is in the knowledge base." in answer["answer"]
    assert "zip archive" in answer["answer"]
    states = {fact["name"]: fact["state"] for fact in answer["evidence"]}
    assert states == {"notes.txt": "ready", "broken.docx": "failed"}
    listed = await bench.ok("list_persona_documents")
    assert "zip archive" in listed["answer"]
    assert "- “notes” (txt)" in listed["answer"]
    assert len((await bench.ok("list_persona_documents", {"query": "notes"}))["evidence"]) == 1


async def test_a_file_that_cannot_be_read_fails_with_its_sentence(bench: ToolBench) -> None:
    file = await bench.file("scan.pdf")
    file.path.write_bytes(made.pdf([made.PICTURE]))
    outcome = await bench.run("add_persona_knowledge", {"attachment_id": file.id, "title": "The scan"})
    assert outcome.payload["status"] == "failed"
    assert "only pictures of its pages" in outcome.payload["answer"]


async def test_added_by_two_characters_each_has_its_own_and_added_twice_by_one_it_is_one(bench: ToolBench) -> None:
    other = (await bench.services.personas.create("Rin")).id
    file = await bench.file("notes.txt")
    for persona in ("default", other, other):
        await bench.ok("add_persona_knowledge", {"attachment_id": file.id}, persona=persona)
    rows = await bench.database.read_all("SELECT id FROM documents")
    assert len(rows) == 2


async def test_the_question_before_a_removal_names_the_title_and_not_the_id(bench: ToolBench) -> None:
    document = await bench.document("员工手册.txt", RULES)
    outcome = await bench.run("delete_persona_document", {"document_id": document.id}, approve=False)
    assert outcome.outcome != "ok"
    [row] = await bench.database.read_all("SELECT summary FROM approvals")
    assert "员工手册" in str(json.loads(row["summary"]))
    assert document.id not in row["summary"]
    assert await bench.services.knowledge.get(document.id, "default")
    gone = await bench.ok("delete_persona_document", {"document_id": document.id})
    assert gone["answer"] == "“员工手册” was removed from the knowledge base."
    assert await bench.services.knowledge.list("default") == []
    assert (await bench.ok("search_persona_knowledge", {"query": "报销流程"}))["status"] == "insufficient"


async def test_a_document_can_be_named_by_its_title_if_only_one_has_it(bench: ToolBench) -> None:
    for name in ("song notes.txt", "song notes 2.txt", "lore.md"):
        await bench.document(name, f"Words of {name}")
    assert (await bench.ok("delete_persona_document", {"document_id": "Song notes"}))["status"] == "completed"
    await bench.document("song list.txt", "More words")
    refused = await bench.run("delete_persona_document", {"document_id": "song"})
    assert sentence(refused).startswith("Several documents could be meant: ")
    assert (await bench.ok("delete_persona_document", {"document_id": "lore.md"}))["status"] == "completed"
    names = [one.title for one in await bench.services.knowledge.list("default")]
    assert sorted(names) == ["song list", "song notes 2"]


@pytest.mark.parametrize("by", ["id", "title"])
async def test_another_characters_documents_are_as_if_they_did_not_exist(bench: ToolBench, by: str) -> None:
    other = (await bench.services.personas.create("Rin")).id
    document = await bench.document("secret plans.txt", "The secret word is marzipan.")
    assert (await bench.ok("search_persona_knowledge", {"query": "secret marzipan"}, persona=other))["evidence"] == []
    assert (await bench.ok("list_persona_documents", persona=other))["evidence"] == []
    words = document.id if by == "id" else "secret plans"
    refused = await bench.run("delete_persona_document", {"document_id": words}, persona=other)
    assert sentence(refused).startswith("There is no such document.")
    assert await bench.services.knowledge.get(document.id, "default")

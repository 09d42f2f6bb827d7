"""Exports: whole files of the user's own words, that name files and never say where they are."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from characoid_desktop.core.errors import AppError
from characoid_desktop.core.paths import AppPaths
from characoid_desktop.data.database import Database
from characoid_desktop.data.errors import DataFolderMissing
from characoid_desktop.features.attachments.service import AttachmentService
from characoid_desktop.features.conversations.models import Conversation, ExportFormat, MessageState
from characoid_desktop.features.conversations.service import ConversationService
from characoid_desktop.features.conversations.writing import ConversationGone
from characoid_desktop.features.personas.models import DEFAULT_ID

MARKDOWN, JSON = ExportFormat.MARKDOWN, ExportFormat.JSON


@pytest.fixture
async def talk(conversations: ConversationService, attachments: AttachmentService, tmp_path: Path) -> Conversation:
    """A question that was edited, with a file, and its answer with thoughts."""
    song = tmp_path / "secret place" / "song\u202e.wav"
    song.parent.mkdir()
    song.write_bytes(b"123")
    file = await attachments.reference(song)
    made = await conversations.create(DEFAULT_ID, "草莓/蛋糕: ..")
    await conversations.add_user(made.id, "first try")
    question = await conversations.add_user(made.id, "Convert **this**\n\n# please", [file.id], parent_id=None)
    answer = await conversations.begin_answer(made.id, question.id, "run")
    await conversations.finish_answer(
        answer.id, MessageState.DONE, "好了。", {
            "reasoning": "a private thought", "citations": [{"title": "t", "path": "/etc/passwd"}],
            "card": {"output_path": "/home/me/x.wav", "nested": [{"path": "/y", "asset_id": "z"}]}},
        {"prompt_tokens": 3})
    found = await conversations.get(made.id)
    assert found is not None
    return found


async def test_markdown_holds_the_branch_that_is_shown_without_thoughts_and_paths(
    conversations: ConversationService, talk: Conversation, home: AppPaths,
) -> None:
    file = await conversations.export(talk.id, MARKDOWN)
    assert file.parent == home.exports
    assert file.name == "草莓_蛋糕: ...md"
    text = file.read_text(encoding="utf-8")
    assert text == (
        "# 草莓/蛋糕: ..\n"
        "\n### You · 2026-11-30 12:00 UTC\n"
        "\nConvert **this**\n\n# please\n"
        "\n- File: song\\x{202E}.wav\n"
        "\n### Mika · 2026-11-30 12:00 UTC\n"
        "\n好了。\n")
    assert list(home.exports.iterdir()) == [file], "nothing half-written is left"


async def test_json_holds_all_branches_and_reads_back(
    conversations: ConversationService, talk: Conversation, tmp_path: Path,
) -> None:
    file = await conversations.export(talk.id, JSON, tmp_path / "my talk.json")
    assert file == tmp_path / "my talk.json"
    raw = file.read_text(encoding="utf-8")
    data = json.loads(raw)
    assert (data["schema"], data["title"], data["head_id"]) == ("characoid.conversation/1", talk.title, talk.head_id)
    assert data["persona"] == {"id": DEFAULT_ID, "name": "Mika"}
    first, second, answer = data["messages"]
    assert [first["text"], second["parent_id"], answer["parent_id"]] == ["first try", None, second["id"]]
    assert second["attachments"] == [{"role": "given", "name": "song\\x{202E}.wav", "size": 3}]
    assert answer["parts"] == {"reasoning": "a private thought", "citations": [{"title": "t"}],
                               "card": {"nested": [{"asset_id": "z"}]}}
    assert answer["usage"] == {"prompt_tokens": 3}
    for place in ("secret place", "/etc", "/home/me"):
        assert place not in raw


async def test_in_the_folder_of_exports_no_file_is_replaced_and_a_chosen_file_is(
    conversations: ConversationService, talk: Conversation, tmp_path: Path,
) -> None:
    first = await conversations.export(talk.id, MARKDOWN)
    first.write_text("mine", encoding="utf-8")
    second = await conversations.export(talk.id, MARKDOWN)
    assert second.name == "草莓_蛋糕: .. (2).md"
    assert first.read_text(encoding="utf-8") == "mine"
    in_folder = await conversations.export(talk.id, MARKDOWN, tmp_path)
    assert in_folder == tmp_path / first.name
    chosen = tmp_path / "chosen.md"
    chosen.write_text("old", encoding="utf-8")
    assert await conversations.export(talk.id, MARKDOWN, chosen) == chosen
    assert chosen.read_text(encoding="utf-8") == second.read_text(encoding="utf-8")


@pytest.mark.parametrize("title", ["", "..", "/", "a" * 200, "界" * 200, ".hidden", "x\u202ey", "CON"])
async def test_any_title_gives_a_name_that_can_be_seen(
    conversations: ConversationService, home: AppPaths, title: str,
) -> None:
    made = await conversations.create(DEFAULT_ID, title)
    file = await conversations.export(made.id, JSON)
    assert file.parent == home.exports
    assert not file.name.startswith(".")
    assert file.suffix == ".json"
    assert json.loads(file.read_text(encoding="utf-8"))["messages"] == []
    assert len(os.fsencode(file.name)) <= 255


async def test_a_long_conversation_is_written_whole_and_in_order(
    conversations: ConversationService, database: Database,
) -> None:
    made = await conversations.create(DEFAULT_ID, "long")
    async with database.transaction() as tx:
        await tx.executemany(
            "INSERT INTO messages (id, conversation_id, parent_id, role, state, text, parts, usage, created_at)"
            " VALUES (?, ?, ?, 'user', 'done', ?, '{}', '{}', '2026-01-01T00:00:00+00:00')",
            [(f"m{n}", made.id, f"m{n - 1}" if n else None, f"<{n}>") for n in range(1203)])
    file = await conversations.export(made.id, JSON)
    assert [m["text"] for m in json.loads(file.read_text(encoding="utf-8"))["messages"]] == [
        f"<{n}>" for n in range(1203)]
    text = (await conversations.export(made.id, MARKDOWN)).read_text(encoding="utf-8")
    assert [line for line in text.splitlines() if line.startswith("<")] == [f"<{n}>" for n in range(1203)]


async def test_where_nothing_can_be_written_one_sentence_says_so_and_nothing_is_left(
    conversations: ConversationService, talk: Conversation, tmp_path: Path,
) -> None:
    with pytest.raises(DataFolderMissing):
        await conversations.export(talk.id, MARKDOWN, tmp_path / "no folder" / "x.md")
    with pytest.raises(AppError):
        await conversations.export(talk.id, MARKDOWN, tmp_path / ("x" * 300))
    with pytest.raises(ConversationGone):
        await conversations.export("nobody", JSON)
    assert not [name for name in os.listdir(tmp_path) if name.endswith((".part", ".md"))]

"""Files that came of a turn: under its answer, with the way to them, and not a second time beside their player."""

from __future__ import annotations

from pathlib import Path

from characoid_desktop.core.errors import ActionKind
from characoid_desktop.core.i18n import Text
from characoid_desktop.core.paths import AppPaths
from characoid_desktop.features.conversations.models import MessageState
from characoid_desktop.jobs.models import JobState
from characoid_desktop.ui.panels.chat.extra_views import FilesView
from characoid_desktop.ui.panels.chat.extras import Choice, FilesExtra, form_of
from characoid_desktop.ui.panels.chat.ports import Result, WorkFacts
from characoid_desktop.ui.widgets.message_parts import FileRow
from tests.fakes.chat_bench import ChatBench, chat_bench
from tests.fakes.eventually import eventually

CARD = {"worker": "rvc_worker", "specialist": "rvc_worker", "status": "accepted", "answer": "x",
        "evidence": [{"kind": "rvc_task", "task_id": "job1"}], "error": None}


async def answered(bench: ChatBench, card: bool = False) -> str:
    """A conversation with one answer that is shown; the answer's id."""
    conversation = await bench.conversations.create(bench.personas.current.id)
    said = await bench.conversations.add_user(conversation.id, "export this")
    answer = await bench.conversations.begin_answer(conversation.id, said.id, "run")
    await bench.conversations.finish_answer(
        answer.id, MessageState.DONE, "" if card else "Here it is.", {"card": CARD} if card else {}, {})
    bench.model.choose(await bench.conversations.get(conversation.id))
    await eventually(lambda: len(bench.model.transcript.items) == 2)
    return answer.id


async def made(bench: ChatBench, answer: str, path: Path) -> None:
    path.write_text("x" * 2000, encoding="utf-8")
    file = await bench.attachments.reference(path)
    await bench.conversations.attach_made(answer, file.id)


def files(bench: ChatBench) -> list[str]:
    return [line.name for extra in bench.model.transcript.items[-1].extras if isinstance(extra, FilesExtra)
            for line in extra.files]


async def test_a_file_that_is_made_later_appears_under_its_answer_with_the_way_to_it(
    home: AppPaths, tmp_path: Path,
) -> None:
    async with chat_bench(home) as bench:
        answer = await answered(bench)
        assert files(bench) == []
        for name in ("talk.json", "<b>song.wav"):
            await made(bench, answer, tmp_path / name)
        await eventually(lambda: files(bench) == ["talk.json", "<b>song.wav"])
        await eventually(lambda: bench.last is not None and isinstance(bench.last.extra_view("files"), FilesView))
        view = bench.last.extra_view("files")
        await eventually(lambda: len(view.rows) == 2)
        assert [row.findChild(FileRow).accessibleName() for row in view.rows] == [
            "talk.json 2.0 kB", "<b>song.wav 2.0 kB"]
        assert view.folders[0].accessibleName() == "Show “talk.json” in its folder"
        view.folders[0].click()
        await eventually(lambda: bench.actions)
        assert (bench.actions[0].kind, bench.actions[0].args) == (
            ActionKind.OPEN_FOLDER, {"path": str(tmp_path / "talk.json")})


async def test_a_result_that_the_card_plays_is_not_listed_beside_it_but_stays_when_the_work_is_gone(
    home: AppPaths, tmp_path: Path,
) -> None:
    async with chat_bench(home) as bench:
        answer = await answered(bench, card=True)
        path = tmp_path / "song (Deep).wav"
        done = WorkFacts(JobState.COMPLETED, "song.wav",
                         result=Result(path.name, Text.literal("48 kHz"), path, 2.0))
        bench.work.set("job1", done)
        await made(bench, answer, path)
        await made(bench, answer, tmp_path / "notes.json")
        await eventually(lambda: files(bench) == ["notes.json"])
        del bench.work.jobs["job1"]
        bench.work.changed.emit("job1")
        await eventually(lambda: files(bench) == ["song (Deep).wav", "notes.json"])


def test_a_form_that_offers_files_takes_one_from_the_disk_too() -> None:
    words = Text.of("File").to_json()
    asked = {"fields": [{"key": "attachment_id", "label": words, "kind": "file",
                         "choices": [["a1", Text.literal("known.wav").to_json()]]}]}
    [field] = form_of("form", asked, [], is_busy=False, problem="").fields
    assert (field.can_browse, [choice.value for choice in field.choices]) == (True, ["a1"])
    offered = [Choice("a1", "known.wav"), Choice("a2", "new.wav")]
    [field] = form_of("form", asked, offered, is_busy=False, problem="").fields
    assert [choice.value for choice in field.choices] == ["a1", "a2"]

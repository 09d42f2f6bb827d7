"""Voice conversion by chat is a second door to the list of the RVC panel: the same files, the same queue."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from characoid_desktop.core.errors import AppError
from characoid_desktop.core.i18n import Text
from characoid_desktop.data.errors import DataError
from characoid_desktop.engines.contracts import EngineState
from characoid_desktop.features.rvc.models import Choice, ItemState, SessionItem
from characoid_desktop.features.rvc.naming import is_part
from characoid_desktop.features.rvc.presets import PRESETS
from characoid_desktop.settings.sections.conversion import ConversionSection, OutputFormat, OutputPlace
from tests.fakes.eventually import eventually
from tests.fakes.rvc_bench import CHOICE
from tests.fakes.tool_bench import ToolBench, sentence


def items(bench: ToolBench) -> tuple[SessionItem, ...]:
    return bench.services.rvc.items


async def converted(bench: ToolBench, **args: Any) -> dict[str, Any]:
    payload = await bench.ok("convert_audio_with_rvc", {"model_id": "builtin:deep", **args})
    await eventually(lambda: bench.services.rvc.item_of_job(payload["task_id"]).state is ItemState.DONE)
    await eventually(lambda: bench.services.rvc._scope.running == 0)
    return payload


async def session_with(bench: ToolBench, *names: str, persona: str = "default") -> str:
    session = (await bench.ok("create_rvc_session", persona=persona))["session_id"]
    for name in names:
        file = await bench.file(name)
        await bench.ok("attach_file_to_rvc_session", {"session_id": session, "attachment_id": file.id}, persona=persona)
    return session


# --- two doors ----------------------------------------------------------------------------------

async def test_a_file_of_the_chat_stands_in_the_panel_s_list_at_once(bench: ToolBench) -> None:
    seen: list[str] = []
    bench.services.rvc.added.connect(lambda new: seen.extend(item.name for item in new))
    session = await session_with(bench, "song.wav")
    assert seen == ["song.wav"]
    (item,) = items(bench)
    assert item.session_id == session
    assert item.state is ItemState.WAITING
    assert item.choice.preset_id == "higher"


async def test_a_conversion_by_chat_goes_through_the_panel_s_queue(bench: ToolBench) -> None:
    states: list[ItemState] = []
    bench.services.rvc.changed.connect(lambda item: states.append(item.state))
    file = await bench.file()
    payload = await converted(bench, attachment_id=file.id)
    assert payload["status"] == "accepted"
    assert payload["answer"] == "“song.wav” is being converted to the voice “Deep”."
    (item,) = items(bench)
    assert item.job_id == payload["task_id"]
    assert item.result is not None
    assert item.result.path == file.path.parent / "song (Deep).wav"
    assert item.choice.preset_id == "deep"
    assert [s for i, s in enumerate(states) if i == 0 or states[i - 1] is not s][-3:] == [
        ItemState.QUEUED, ItemState.RUNNING, ItemState.DONE]
    (job,) = await bench.services.jobs.history()
    assert job.params["preset_id"] == "deep"


async def test_while_it_is_converted_asking_again_gives_the_same_task(bench: ToolBench) -> None:
    bench.rvc_engine.hold()
    session = await session_with(bench, "song.wav")
    args = {"session_id": session, "model_id": "builtin:deep"}
    first = await bench.ok("convert_audio_with_rvc", args)
    second = await bench.ok("convert_audio_with_rvc", {**args, "model_id": "builtin:tiny"})
    assert second["task_id"] == first["task_id"]
    assert second["answer"] == "“song.wav” is being converted already."
    assert len(bench.services.jobs.list_active()) == 1
    assert items(bench)[0].choice.preset_id == "deep"


async def test_the_panel_and_the_chat_asking_at_once_make_one_conversion(bench: ToolBench) -> None:
    bench.rvc_engine.hold()
    session = await session_with(bench, "song.wav")
    (item,) = items(bench)
    args = {"session_id": session, "model_id": "builtin:deep"}
    await asyncio.gather(bench.run("convert_audio_with_rvc", args), bench.rvc_bench.convert(item.id),
                         bench.run("convert_audio_with_rvc", args))
    await eventually(lambda: items(bench)[0].state is ItemState.RUNNING)
    assert len(bench.services.jobs.list_active()) == 1


async def test_a_file_dropped_on_the_panel_that_the_chat_has_is_not_listed_twice(bench: ToolBench) -> None:
    await session_with(bench, "song.wav")
    report = await bench.services.rvc.add_paths([items(bench)[0].path], CHOICE)
    assert report.already_there == 1
    assert len(items(bench)) == 1


async def test_the_same_attachment_is_in_a_session_once(bench: ToolBench) -> None:
    file = await bench.file()
    session = await session_with(bench)
    for _ in range(2):
        await bench.ok("attach_file_to_rvc_session", {"session_id": session, "attachment_id": file.id})
    assert len(items(bench)) == 1


async def test_the_settings_say_where_results_go_and_what_they_are(bench: ToolBench, tmp_path: Path) -> None:
    folder = tmp_path / "results"
    await bench.services.settings.set(ConversionSection, place=OutputPlace.FOLDER, folder=str(folder),
                                      file_name="{preset} {title}", format=OutputFormat.FLAC)
    await converted(bench, attachment_id=(await bench.file()).id)
    assert [path.name for path in folder.iterdir()] == ["Deep song.flac"]


async def test_the_result_of_a_copy_is_not_left_in_the_app_s_store(bench: ToolBench) -> None:
    file = await bench.file("song.wav", copy=True)
    await converted(bench, attachment_id=file.id)
    result = items(bench)[0].result
    assert result is not None
    assert result.path == bench.paths.exports / "song (Deep).wav"


async def test_a_name_that_tries_to_leave_the_folder_stays_a_name(bench: ToolBench) -> None:
    file = await bench.file("song.wav", copy=True)
    async with bench.database.transaction() as tx:
        await tx.execute("UPDATE attachments SET name = '../../../etc/song.wav' WHERE id = ?", (file.id,))
    await converted(bench, attachment_id=file.id)
    result = items(bench)[0].result
    assert result is not None
    assert result.path.parent == bench.paths.exports


@pytest.mark.parametrize(("voice", "pitch", "semitones"), [
    ("deep", None, -5.0), ("deep", 0, -5.0), ("deep", 2, -3.0), ("deep", -24, -24.0), ("robot", 3, 3.0),
    ("higher", 1.5, 5.5),
])
async def test_pitch_is_added_to_the_voice_s_own_key(
    bench: ToolBench, voice: str, pitch: float | None, semitones: float,
) -> None:
    args = {"attachment_id": (await bench.file()).id, "model_id": f"builtin:{voice}"}
    await converted(bench, **args, **({} if pitch is None else {"pitch": pitch}))
    assert bench.rvc_engine.of("convert")[0]["effect"]["semitones"] == semitones


# --- a unit of work -----------------------------------------------------------------------------

async def test_a_conversion_that_cannot_be_saved_leaves_nothing(
    bench: ToolBench, monkeypatch: pytest.MonkeyPatch,
) -> None:
    file = await bench.file()
    before = await bench.world()

    async def refuse(*args: Any) -> None:
        raise DataError(Text.of("The disk is full."))

    monkeypatch.setattr(bench.services.rvc._rows, "set_jobs", refuse)
    outcome = await bench.run("convert_audio_with_rvc", {"model_id": "builtin:deep", "attachment_id": file.id})
    assert outcome.outcome == "failed"
    assert sentence(outcome) == "The disk is full."
    assert await bench.world() == before
    assert items(bench) == ()
    assert bench.rvc_engine.of("convert") == []


async def test_a_file_removed_before_the_conversion_is_saved_is_not_converted(bench: ToolBench) -> None:
    await session_with(bench, "song.wav")
    (item,) = items(bench)
    service = bench.services.rvc
    async with bench.database.transaction() as tx:
        job = await service.convert_one(item, bench_place(), lambda choice: "Deep", tx)
        service._book.drop([item.id])  # what removing does first
    await eventually(lambda: service._scope.running == 0)
    await eventually(lambda: not bench.services.jobs.busy)
    stored = await bench.services.jobs.get(job.id)
    assert stored is not None
    assert stored.state.value == "cancelled"
    assert bench.rvc_engine.of("convert") == []


def bench_place() -> Any:
    from characoid_desktop.features.rvc.models import Place

    return Place(None, "{title} ({preset})")


async def test_an_item_that_is_being_asked_for_already_is_not_asked_for_twice(bench: ToolBench) -> None:
    bench.rvc_engine.hold()
    await session_with(bench, "song.wav")
    (item,) = items(bench)
    await bench.rvc_bench.convert(item.id)
    with pytest.raises(AppError, match="already"):
        async with bench.database.transaction() as tx:
            await bench.services.rvc.convert_one(item, bench_place(), lambda choice: "Deep", tx)


# --- whose is whose -----------------------------------------------------------------------------

async def test_a_session_of_another_persona_is_not_there(bench: ToolBench) -> None:
    rin = (await bench.services.personas.create("Rin")).id
    session = await session_with(bench, "song.wav")
    task = (await converted(bench, session_id=session))["task_id"]
    before = await bench.world()
    file = await bench.file("song.wav")
    calls = (
        ("get_rvc_session", {"session_id": session}), ("prepare_rvc_source", {"session_id": session}),
        ("attach_file_to_rvc_session", {"session_id": session, "attachment_id": file.id}),
        ("convert_audio_with_rvc", {"session_id": session, "model_id": "builtin:deep"}),
        ("get_rvc_task_status", {"task_id": task}), ("get_rvc_task_status", {"session_id": session}),
        ("cancel_rvc_task", {"task_id": task}), ("register_rvc_result_attachment", {"task_id": task}),
    )
    for tool, args in calls:
        outcome = await bench.run(tool, args, persona=rin)
        assert outcome.outcome == "failed", tool
        assert outcome.payload["error"]["code"] == "not_found"
    before |= {"conversations": (now := await bench.world())["conversations"], "attachments": now["attachments"]}
    assert now == before


async def test_the_panel_s_own_files_are_out_of_reach(bench: ToolBench) -> None:
    file = await bench.file()
    bench.rvc_engine.hold()
    await bench.services.rvc.add_paths([file.path], CHOICE)
    (item,) = items(bench)
    await bench.rvc_bench.convert(item.id)
    await eventually(bench.services.jobs.list_active)
    (job,) = bench.services.jobs.list_active()
    for tool, args in (("cancel_rvc_task", {"task_id": job.id}), ("get_rvc_session", {"session_id": item.session_id})):
        assert (await bench.run(tool, args)).payload["error"]["code"] == "not_found"
    assert items(bench)[0].state.is_active


async def test_each_conversation_has_one_session_and_its_newest_file_is_meant(bench: ToolBench) -> None:
    session = await session_with(bench, "first.wav", "second.wav")
    assert await session_with(bench) == session
    payload = await bench.ok("prepare_rvc_source", {"session_id": session})
    assert payload["answer"] == "“second.wav”: 0:02, 44100 Hz, 2 channels."
    first = items(bench)[0]
    payload = await bench.ok("prepare_rvc_source", {"session_id": session, "attachment_id": first.attachment_id})
    assert payload["evidence"][0]["name"] == "first.wav"
    shown = await bench.ok("get_rvc_session", {"session_id": session})
    assert [one["name"] for one in shown["evidence"]] == ["first.wav", "second.wav"]


async def test_sessions_and_their_files_are_there_after_a_restart(bench: ToolBench) -> None:
    session = await session_with(bench, "song.wav")
    service = bench.services.rvc
    await service.start()
    assert service.session_name(session) == f"chat:default:{await bench.conversation()}"
    assert [item.session_id for item in items(bench)] == [session]
    other = await bench.file("other.wav")
    await service.add_paths([other.path], CHOICE)
    assert service.session_name(items(bench)[-1].session_id) == ""


# --- what goes wrong ----------------------------------------------------------------------------

@pytest.mark.parametrize("model", ["builtin:unknown", "deep", "../deep", "builtin:", "custom:deep"])
async def test_an_unknown_voice_is_rejected_at_both_steps(bench: ToolBench, model: str) -> None:
    file = await bench.file()
    before = await bench.world()
    checked = await bench.run("validate_rvc_model", {"model_id": model})
    assert checked.outcome == "refused" or checked.payload["status"] == "rejected"
    outcome = await bench.run("convert_audio_with_rvc", {"model_id": model, "attachment_id": file.id})
    assert not outcome.ok
    assert await bench.world() == before


async def test_a_built_in_voice_takes_no_index(bench: ToolBench) -> None:
    args = {"model_id": "builtin:deep", "index_id": "i1"}
    assert (await bench.run("validate_rvc_model", args)).payload["status"] == "rejected"
    outcome = await bench.run("convert_audio_with_rvc", {**args, "attachment_id": (await bench.file()).id})
    assert sentence(outcome) == "This voice takes no index."


async def test_a_file_that_went_away_is_said_before_anything_is_listed(bench: ToolBench) -> None:
    file = await bench.file()
    file.path.unlink()
    outcome = await bench.run("convert_audio_with_rvc", {"model_id": "builtin:deep", "attachment_id": file.id})
    assert sentence(outcome) == "“song.wav” is no longer there. It may have been moved or renamed."
    assert items(bench) == ()
    missing = await bench.run("convert_audio_with_rvc", {"model_id": "builtin:deep", "attachment_id": "never"})
    assert sentence(missing) == "There is no such file."


async def test_a_file_that_is_no_sound_says_so_in_the_chat_and_on_its_row(bench: ToolBench) -> None:
    bench.media.errors["song.wav"] = "no_audio"
    session = await session_with(bench, "song.wav")
    outcome = await bench.run("prepare_rvc_source", {"session_id": session})
    assert outcome.outcome == "failed"
    assert outcome.payload["error"]["code"] == "no_audio"
    assert items(bench)[0].state is ItemState.UNREADABLE
    bench.media.errors.clear()
    assert (await bench.run("prepare_rvc_source", {"session_id": session})).ok
    assert items(bench)[0].state is ItemState.WAITING


async def test_a_stopped_engine_is_said_and_checking_the_voice_starts_it_again(bench: ToolBench) -> None:
    bench.rvc_engine.state = EngineState.FAILED
    args = {"model_id": "builtin:deep", "attachment_id": (await bench.file()).id}
    assert (await bench.ok("get_rvc_status"))["evidence"][0]["usable"] is False
    outcome = await bench.run("convert_audio_with_rvc", args)
    assert outcome.payload["error"]["code"] == "engine_unavailable"
    assert items(bench) == ()
    await bench.ok("validate_rvc_model", {"model_id": "builtin:deep"})
    await converted(bench, **args)


async def test_a_failed_conversion_tells_why(bench: ToolBench) -> None:
    bench.rvc_engine.errors["song.wav"] = "no_audio"
    payload = await bench.ok("convert_audio_with_rvc",
                             {"model_id": "builtin:deep", "attachment_id": (await bench.file()).id})
    await eventually(lambda: items(bench)[0].state is ItemState.FAILED)
    status = await bench.run("get_rvc_task_status", {"task_id": payload["task_id"]})
    assert status.payload["status"] == "failed"
    assert status.payload["error"]["code"] == "no_audio"
    result = await bench.run("register_rvc_result_attachment", {"task_id": payload["task_id"]})
    assert sentence(result) == "“song.wav” has no finished result."


async def test_a_cancelled_conversion_leaves_nothing_and_cannot_be_cancelled_again(bench: ToolBench) -> None:
    bench.rvc_engine.hold()
    session = await session_with(bench, "song.wav")
    task = (await bench.ok("convert_audio_with_rvc", {"session_id": session, "model_id": "builtin:deep"}))["task_id"]
    await eventually(lambda: items(bench)[0].state is ItemState.RUNNING)
    running = await bench.ok("get_rvc_task_status", {"session_id": session})
    assert (running["status"], running["task_id"]) == ("running", task)
    await bench.ok("cancel_rvc_task", {"task_id": task})
    await eventually(lambda: not bench.services.jobs.busy)
    assert [path.name for path in items(bench)[0].path.parent.iterdir() if is_part(path.name)] == []
    again = await bench.run("cancel_rvc_task", {"task_id": task})
    assert again.payload["status"] == "not_cancelled"
    status = await bench.ok("get_rvc_task_status", {"task_id": task})
    assert status["answer"] == "The conversion of “song.wav” was cancelled."


async def test_a_finished_result_becomes_one_attachment(bench: ToolBench) -> None:
    session = await session_with(bench, "song.wav")
    task = (await converted(bench, session_id=session))["task_id"]
    first = await bench.ok("register_rvc_result_attachment", {"task_id": task})
    again = await bench.ok("register_rvc_result_attachment", {"session_id": session})
    (made,) = first["artifacts"]
    assert made["kind"] == "audio"
    assert made["name"] == "song (Deep).wav"
    assert again["artifacts"] == [made]
    attachment = await bench.services.attachments.get(made["attachment_id"])
    assert attachment is not None
    assert attachment.path == items(bench)[0].result.path


async def test_all_voices_are_listed_with_ids_that_are_taken(bench: ToolBench) -> None:
    found = (await bench.ok("list_rvc_models"))["evidence"]
    assert [one["model_id"] for one in found] == [f"builtin:{one.id}" for one in PRESETS]
    for one in found:
        assert (await bench.ok("validate_rvc_model", {"model_id": one["model_id"]}))["status"] == "ok"


async def test_removing_a_file_from_the_list_keeps_the_attachment_of_its_message(bench: ToolBench) -> None:
    file = await bench.file()
    talk = await bench.conversation()
    message = await bench.services.conversations.add_user(talk, "Please convert this", [file.id])
    session = (await bench.ok("create_rvc_session"))["session_id"]
    await bench.ok("attach_file_to_rvc_session", {"session_id": session, "attachment_id": file.id})
    await bench.services.rvc.remove([items(bench)[0].id])
    assert items(bench) == ()
    assert await bench.services.attachments.get(file.id) is not None
    stored = await bench.services.conversations.message(message.id)
    assert stored is not None
    assert [one.attachment_id for one in stored.attachments] == [file.id]


async def test_a_choice_made_in_the_panel_meanwhile_is_not_undone_by_queueing(bench: ToolBench) -> None:
    bench.rvc_engine.hold()
    first, second = await bench.file("a.wav"), await bench.file("b.wav")
    await bench.services.rvc.add_paths([first.path, second.path], CHOICE)
    ids = [item.id for item in items(bench)]
    other = Choice("tiny", {"semitones": 9.0}, OutputFormat.WAV)
    await bench.services.rvc.set_choice([ids[1]], other)
    await bench.rvc_bench.convert(*ids)
    assert [item.choice.preset_id for item in items(bench)] == ["higher", "tiny"]

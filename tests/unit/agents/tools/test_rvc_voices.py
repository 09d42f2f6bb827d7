"""Library voices by chat: listed, checked, converted to in stages, taken apart, mixed, and what each costs."""

from __future__ import annotations

from typing import Any

import pytest

from characoid_desktop.agents.confirmation_policy import ConfirmationPolicy
from characoid_desktop.agents.tools import rvc as rvc_tools
from characoid_desktop.app.conversion_costs import ConversionCosts
from characoid_desktop.core.errors import ActionKind
from characoid_desktop.features.rvc.models import ItemState, SessionItem
from characoid_desktop.features.rvc.parameters import Method
from characoid_desktop.features.rvc.presets import PRESETS
from characoid_desktop.features.rvc.stages import Stage
from tests.fakes.eventually import eventually
from tests.fakes.offline_turn import Talk
from tests.fakes.tool_bench import ToolBench, sentence

MIKA = {"model_id": "voice:mika"}


def item(bench: ToolBench) -> SessionItem:
    (only,) = bench.services.rvc.items
    return only


async def rested(bench: ToolBench) -> SessionItem:
    rvc = bench.services.rvc
    await eventually(lambda: rvc.items and rvc.items[0].job_id is not None and not rvc.items[0].state.is_active)
    await eventually(lambda: not bench.services.jobs.busy and rvc._scope.running == 0)
    return item(bench)


async def session_of(bench: ToolBench) -> str:
    session = (await bench.ok("create_rvc_session"))["session_id"]
    song = await bench.file()
    await bench.ok("attach_file_to_rvc_session", {"session_id": session, "attachment_id": song.id})
    return session


def ops(bench: ToolBench) -> list[str]:
    return [op for op, _ in bench.rvc_engine.calls]


# --- voices -------------------------------------------------------------------------------------

async def test_voices_of_the_library_stand_before_the_built_in_ones(bench: ToolBench) -> None:
    bench.shelf.add()
    bench.shelf.add("rin", "凛", index=False)
    found = (await bench.ok("list_rvc_models"))["evidence"]
    assert [one["model_id"] for one in found][:2] == ["voice:mika", "voice:rin"]
    assert len(found) == 2 + len(PRESETS)
    assert (found[0]["index_id"], found[1]["index_id"]) == ("index:mika", None)
    assert found[0]["credit"] == "Sung by M. Example"


@pytest.mark.parametrize(("args", "status"), [
    ({}, "ok"), ({"index_id": "index:mika"}, "ok"), ({"index_id": "none"}, "ok"),
    ({"index_id": "index:rin"}, "rejected"), ({"index_id": "i1"}, "rejected"),
])
async def test_an_index_must_be_that_of_its_voice(bench: ToolBench, args: dict[str, Any], status: str) -> None:
    bench.shelf.add()
    payload = (await bench.run("validate_rvc_model", {**MIKA, **args})).payload
    assert payload["status"] == status
    outcome = await bench.run("convert_audio_with_rvc", {**MIKA, **args, "attachment_id": (await bench.file()).id})
    assert outcome.ok is (status == "ok")
    if outcome.ok:
        await rested(bench)
        assert ("index" in bench.rvc_engine.of("convert_voice")[0]) is (args.get("index_id") != "none")


@pytest.mark.parametrize("model", ["voice:gone", "voice:", "mika", "voice:../mika", "Mika"])
async def test_a_voice_that_is_not_in_the_library_is_rejected_and_nothing_is_listed(
    bench: ToolBench, model: str,
) -> None:
    bench.shelf.add()
    before = await bench.world()
    checked = await bench.run("validate_rvc_model", {"model_id": model})
    assert checked.outcome == "refused" or checked.payload["status"] == "rejected"
    assert not (await bench.run("convert_audio_with_rvc", {"model_id": model, "attachment_id": "a"})).ok
    after = await bench.world()
    assert after == before


@pytest.mark.parametrize("tool", ["validate_rvc_model", "convert_audio_with_rvc"])
async def test_without_contentvec_the_answer_is_the_way_to_the_library(bench: ToolBench, tool: str) -> None:
    bench.shelf.add()
    bench.shelf.contentvec = None
    file = await bench.file()
    before = await bench.world()
    args = {**MIKA, **({"attachment_id": file.id} if tool.startswith("convert") else {})}
    outcome = await bench.run(tool, args)
    assert outcome.payload["error"]["code"] == "contentvec_missing"
    assert outcome.payload["error"]["action"]["kind"] == ActionKind.OPEN_PANEL
    assert outcome.payload["error"]["action"]["args"]["library"] == "contentvec"
    assert await bench.world() == before


# --- covers -------------------------------------------------------------------------------------

async def test_a_song_is_taken_apart_converted_and_mixed_in_one_task(bench: ToolBench) -> None:
    voice = bench.shelf.add()
    payload = await bench.ok("convert_audio_with_rvc", {
        **MIKA, "attachment_id": (await bench.file()).id, "pitch": 2})
    assert payload["status"] == "accepted"
    assert payload["answer"].startswith("“song.wav” is being converted to the voice “Mika”. It takes ")
    done = await rested(bench)
    assert ops(bench) == ["prepare", "separate", "convert_voice", "mix"]
    assert done.state is ItemState.DONE
    assert done.choice.voice is not None
    assert (done.choice.voice.voice_id, done.choice.voice.params.pitch) == (voice.id, 2.0)
    status = await bench.ok("get_rvc_task_status", {"task_id": payload["task_id"]})
    assert status["status"] == "completed"
    assert status["evidence"][1]["finished"] == ["prepare", "separate", "convert", "mix"]
    made = await bench.ok("register_rvc_result_attachment", {"task_id": payload["task_id"]})
    assert made["artifacts"][0]["name"] == "song (Mika).wav"


async def test_speech_is_converted_without_being_taken_apart(bench: ToolBench) -> None:
    bench.shelf.add()
    bench.rvc_engine.dry = True
    await bench.ok("convert_audio_with_rvc", {**MIKA, "attachment_id": (await bench.file()).id})
    await rested(bench)
    assert ops(bench) == ["prepare", "convert_voice", "mix"]


async def test_a_result_asked_for_too_early_is_on_its_way(bench: ToolBench) -> None:
    bench.shelf.add()
    bench.rvc_engine.hold("convert_voice")
    session = await session_of(bench)
    await bench.ok("convert_audio_with_rvc", {**MIKA, "session_id": session})
    await eventually(lambda: ops(bench)[-1:] == ["convert_voice"])
    early = await bench.ok("register_rvc_result_attachment", {"session_id": session})
    assert (early["status"], early["artifacts"]) == ("accepted", [])
    await eventually(lambda: (now := item(bench).progress) is not None and now.stage.source == "Converting")
    running = await bench.ok("get_rvc_task_status", {"session_id": session})
    assert running["evidence"][0]["stage"] == "Converting"
    bench.rvc_engine.go()
    await rested(bench)


async def test_taking_apart_goes_on_by_itself_and_the_conversion_goes_on_from_there(bench: ToolBench) -> None:
    bench.shelf.add()
    session = await session_of(bench)
    payload = await bench.ok("separate_rvc_vocals", {"session_id": session})
    assert payload["status"] == "accepted"
    assert payload["answer"].startswith("Voice and music of “song.wav” are being taken apart: ")
    await eventually(lambda: Stage.SEPARATE in bench.services.rvc.stages(item(bench).id))
    assert (await rested(bench)).state is ItemState.WAITING
    status = await bench.ok("get_rvc_task_status", {"task_id": payload["task_id"]})
    assert status["answer"] == "Voice and music of “song.wav” are apart."
    again = await bench.ok("separate_rvc_vocals", {"session_id": session})
    assert again["status"] == "completed"
    bench.rvc_engine.calls.clear()
    await bench.ok("convert_audio_with_rvc", {"session_id": session, "model_id": "builtin:deep"})
    await eventually(lambda: item(bench).state is ItemState.DONE)
    assert ops(bench) == ["convert", "mix"], "a built-in voice goes back into the music too"


async def test_other_gains_are_only_another_mix_and_the_result_is_there_at_once(bench: ToolBench) -> None:
    bench.shelf.add()
    session = await session_of(bench)
    await bench.ok("convert_audio_with_rvc", {**MIKA, "session_id": session})
    await rested(bench)
    bench.rvc_engine.calls.clear()
    mixed = await bench.ok("mix_rvc_instrumental", {
        "session_id": session, "vocal_gain_db": 3, "instrumental_gain_db": -6, "format": "flac"})
    assert mixed["status"] == "completed"
    assert ops(bench) == ["mix"]
    assert bench.rvc_engine.of("mix")[0]["gains"] == {"vocals_db": 3.0, "instrumental_db": -6.0}
    made = await bench.ok("register_rvc_result_attachment", {"session_id": session})
    assert made["artifacts"][0]["name"] == "song (Mika).flac"
    await rested(bench)


async def test_without_a_converted_voice_there_is_nothing_to_mix(bench: ToolBench) -> None:
    session = await session_of(bench)
    outcome = await bench.run("mix_rvc_instrumental", {"session_id": session})
    assert outcome.payload["error"]["code"] == "not_found"
    assert "Separate voice and music first" in sentence(outcome)
    assert ops(bench) == []


async def test_a_long_mix_goes_on_by_itself(bench: ToolBench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rvc_tools, "MIX_WAIT_S", 0.1)
    bench.shelf.add()
    session = await session_of(bench)
    await bench.ok("convert_audio_with_rvc", {**MIKA, "session_id": session})
    await rested(bench)
    bench.rvc_engine.hold("mix")
    assert (await bench.ok("mix_rvc_instrumental", {"session_id": session}))["status"] == "accepted"
    bench.rvc_engine.go()
    await rested(bench)


async def test_a_mix_that_fails_says_why(bench: ToolBench) -> None:
    bench.shelf.add()
    session = await session_of(bench)
    await bench.ok("convert_audio_with_rvc", {**MIKA, "session_id": session})
    await rested(bench)
    bench.rvc_engine.errors["mix"] = "disk_full"
    outcome = await bench.run("mix_rvc_instrumental", {"session_id": session})
    assert outcome.payload["error"]["code"] == "disk_full"
    await rested(bench)


async def test_memory_that_ran_out_is_told_with_the_smaller_plan(bench: ToolBench) -> None:
    bench.shelf.add()
    bench.rvc_engine.errors["convert_voice"] = "out_of_memory"
    payload = await bench.ok("convert_audio_with_rvc", {**MIKA, "attachment_id": (await bench.file()).id})
    await rested(bench)
    status = await bench.run("get_rvc_task_status", {"task_id": payload["task_id"]})
    error = status.payload["error"]
    assert error["code"] == "out_of_memory"
    assert (error["action"]["kind"], error["action"]["args"]["plan"]) == (ActionKind.RETRY_JOB, "smaller")


async def test_the_parts_of_another_persona_s_session_are_out_of_reach(bench: ToolBench) -> None:
    rin = (await bench.services.personas.create("Rin")).id
    session = await session_of(bench)
    for tool in ("separate_rvc_vocals", "mix_rvc_instrumental"):
        outcome = await bench.run(tool, {"session_id": session}, persona=rin)
        assert outcome.payload["error"]["code"] == "not_found"
    assert ops(bench) == []


# --- what it costs ------------------------------------------------------------------------------

async def test_before_it_is_confirmed_length_time_voice_and_key_are_said(bench: ToolBench) -> None:
    bench.shelf.add()
    bench.media.duration_s = 240.0
    file = await bench.file()
    costs = ConversionCosts(bench.services.rvc, bench.services.attachments, bench.services.settings)
    policy = ConfirmationPolicy(lambda: True, costs)
    request = {"worker": "rvc_worker", "task_type": "convert_audio_with_rvc",
               "input_refs": {"attachment_id": file.id, **MIKA}, "options": {"action": "convert", "pitch": 2}}
    said = await policy.summary(request, [], {file.id: "song.wav"})
    assert str(said.title) == "Convert this audio?"
    assert str(said.target) == "song.wav (4:00)"
    assert str(said.duration).startswith("about ")
    assert str(said.duration).endswith(" minutes")
    assert [(str(one.label), str(one.after)) for one in said.changes] == [("Voice", "Mika"), ("Pitch", "+2 semitones")]
    assert bench.services.rvc.items == (), "looking lists nothing"


async def test_what_cannot_be_looked_at_is_asked_about_all_the_same(bench: ToolBench) -> None:
    file = await bench.file()
    bench.media.errors["song.wav"] = "damaged"
    policy = ConfirmationPolicy(lambda: True, ConversionCosts(
        bench.services.rvc, bench.services.attachments, bench.services.settings))
    request = {"worker": "rvc_worker", "task_type": "separate_rvc_vocals", "input_refs": {"attachment_id": file.id},
               "options": {}}
    said = await policy.summary(request, [], {file.id: "song.wav"})
    assert (str(said.target), said.duration) == ("song.wav", None)


# --- in words -----------------------------------------------------------------------------------

@pytest.mark.parametrize(("language", "words"), [
    ("en", "cover this song with Mika's voice, two semitones up"),
    ("zh_CN", "用Mika的声音翻唱这首歌，升高两个半音"), ("ja", "Mikaの声でこの曲をカバーして、2半音上げて"),
])
async def test_a_cover_said_in_words_is_on_its_way_when_the_turn_ends(
    bench: ToolBench, language: str, words: str,
) -> None:
    bench.shelf.add()
    file = await bench.file()
    luna = Talk(bench, files={file.id: {"name": "song.wav"}})
    await luna.say(words, language)
    (card,) = luna.cards
    assert card["status"] == "accepted", card
    assert any(one["kind"] == "job" for one in card["artifacts"] + card["trace"] + card["evidence"]
               if "kind" in one) or card["evidence"][0]["kind"] == "rvc_task"
    done = await rested(bench)
    assert done.state is ItemState.DONE
    assert done.choice.voice is not None
    assert (done.choice.voice.voice_id, done.choice.voice.params.pitch) == ("mika", 2.0)
    assert done.choice.separation is not None
    assert done.choice.separation.method is Method.AUTO


async def test_preparing_a_song_in_words_takes_it_apart(bench: ToolBench) -> None:
    file = await bench.file()
    luna = Talk(bench, files={file.id: {"name": "song.wav"}})
    await luna.say("separate the vocals from song.wav")
    (card,) = luna.cards
    assert card["status"] == "accepted"
    await eventually(lambda: Stage.SEPARATE in bench.services.rvc.stages(item(bench).id))
    await rested(bench)
    assert ops(bench) == ["prepare", "separate"]

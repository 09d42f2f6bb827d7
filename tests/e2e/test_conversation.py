"""Whole conversations, with a scripted model server and with the offline brain: the real container, graph, tools,
ledger and engines. What was said and done is looked up where it is kept."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest

from characoid_desktop.agents.contracts import error_sentence
from characoid_desktop.agents.runtime.errors import ApprovalChanged, ApprovalGone, InputRefused, PendingFirst
from characoid_desktop.agents.runtime.events import Retrying, RunEnded, ToolStarted
from characoid_desktop.agents.runtime.models import Run
from characoid_desktop.agents.vocabulary import RunState
from characoid_desktop.app.chat_work import ConversionWork
from characoid_desktop.core.i18n import Text
from characoid_desktop.features.conversations.models import AttachmentRole, ExportFormat, MessageState
from characoid_desktop.features.personas.models import DEFAULT_ID
from characoid_desktop.features.rvc.choices import default_choice
from characoid_desktop.features.rvc.models import ItemState
from characoid_desktop.jobs.models import JobState
from characoid_desktop.settings.sections.conversion import ConversionSection
from tests.e2e.conftest import write_noise
from tests.fakes.deaf_loop import deafen
from tests.fakes.eventually import eventually
from tests.fakes.model_replies import Reply, Wait, failure, text, tool_calls
from tests.fakes.turn_promises import canary_found
from tests.fakes.whole_talk import WholeTalk, delegate, whole_talk

NINE = "my stream starts at nine"
TUESDAY = "the stream is on Tuesdays"
REMEMBER = (f"remember that {NINE}", delegate("memory_worker", "save_memory", text=NINE))
SHARE = (f"remember for everyone that {TUESDAY}",
         delegate("memory_worker", "save_memory", scope="workspace", text=TUESDAY))
RENAME = ("rename yourself to Aki", delegate("profile_worker", "update_profile", operation="rename", name="Aki"))
EXPORT = ("export this conversation as json",
          delegate("profile_worker", "update_profile", operation="export", format="json"))


def convert(name: str) -> tuple[str, Reply]:
    return (f"convert {name} with the deep preset",
            delegate("rvc_worker", "convert_audio_with_rvc", {"model_id": "builtin:deep"}, action="convert"))


@pytest.fixture(params=["server", "offline"])
async def talk(home, request):
    async with whole_talk(home, offline=request.param == "offline") as one:
        yield one


@pytest.fixture
async def served(home):
    async with whole_talk(home) as one:
        yield one


async def name_of(talk: WholeTalk) -> str:
    return (await talk.rows("SELECT name FROM personas WHERE id = ?", DEFAULT_ID))[0]["name"]


async def job_of(talk: WholeTalk) -> str:
    """The id of the newest conversion."""
    return (await talk.rows("SELECT id FROM jobs ORDER BY seq DESC LIMIT 1"))[0]["id"]


async def converted(talk: WholeTalk) -> None:
    await eventually(lambda: any(item.state is ItemState.DONE for item in talk.c.rvc.items), 60.0)


async def made(talk: WholeTalk, run: Run) -> list[Path]:
    """The files of an answer that were made, once there are any."""
    async with asyncio.timeout(20):
        while not (await talk.answer(run)).attachments:
            await asyncio.sleep(0.01)
    answer = await talk.answer(run)
    assert {one.role for one in answer.attachments} == {AttachmentRole.MADE}
    found = await talk.c.attachments.get_many([one.attachment_id for one in answer.attachments])
    return [one.path for one in found.values()]


# --- talking and handing over ---------------------------------------------------------------------

async def test_small_talk_is_streamed_stored_and_needs_no_worker(talk: WholeTalk) -> None:
    run = await talk.start("hello", text("Hello, ", "my ", "friend."))
    answer = await talk.over(run)
    assert answer.state is MessageState.DONE
    assert answer.text == talk.streamed(run)
    assert len([event for event in talk.events if event.type == "token"]) > 1
    assert (await talk.audited(), await talk.effects()) == ([], [])
    assert await talk.said() == ["hello", answer.text]
    assert await talk.parts.checkpoints.threads() == []


async def test_a_task_goes_to_its_worker_and_its_result_comes_back_in_words(talk: WholeTalk) -> None:
    words, reply = REMEMBER
    run = await talk.start(words, reply, text("Noted: nine."))
    answer = await talk.over(run)
    assert (answer.state, await talk.memories()) == (MessageState.DONE, [NINE])
    assert "nine" in answer.text
    assert (await talk.audited(), await talk.effects()) == (
        [("save_persona_memory", "ok")], [("save_persona_memory", "done")])
    stages = [event.node for event in talk.events if event.type == "stage"]
    order = ["persona_supervisor", "supervisor_dispatch", "memory_worker", "finalize_memory_worker"]
    assert [stages.index(node) for node in order] == sorted(stages.index(node) for node in order)
    again = await talk.say("what do you remember?", delegate("memory_worker", "recall_memory", query="stream"),
                           text(f"You told me that {NINE}."))
    assert NINE in again.text


async def test_the_model_reads_the_workers_result_and_the_history_of_record(served: WholeTalk) -> None:
    words, reply = REMEMBER
    await served.say(words, reply, text("Noted."))
    tool_message = served.server.chats[-1].messages[-1]
    assert tool_message["role"] == "tool"
    assert "save_persona_memory" not in served.server.chats[0].tool_names, "no worker's tool is the supervisor's"
    assert f"Remembered: “{NINE}”" in tool_message["content"]
    await served.say("thank you", text("You are welcome."))
    said = [(one["role"], one["content"]) for one in served.server.chats[-1].messages if one["role"] != "system"]
    assert said == [("user", words), ("assistant", "Noted."), ("user", "thank you")]


async def test_what_a_tool_made_is_a_file_of_the_answer(talk: WholeTalk) -> None:
    words, reply = EXPORT
    run = await talk.start(words, reply, text("Here it is."))
    answer = await talk.over(run)
    path, = await made(talk, run)
    assert json.loads(path.read_text("utf-8"))["messages"]
    assert answer.parts["artifacts"][0]["name"] == path.name
    await talk.restart()
    assert await made(talk, run) == [path]


# --- missing input -----------------------------------------------------------------------------------

async def test_missing_input_is_asked_for_and_the_turn_goes_on_with_a_file_that_is_added_then(
    talk: WholeTalk, tmp_path: Path,
) -> None:
    choice = default_choice(talk.c.settings.get(ConversionSection))
    await talk.c.rvc.add_paths([write_noise(tmp_path / "known.wav", 0.3)], choice)
    words, reply = convert("song.wav")
    run = await talk.start(words, reply)
    waiting = await talk.rest(run)
    assert (waiting.state, await talk.state(run)) == (MessageState.WAITING, RunState.WAITING_INPUT)
    [field] = waiting.parts["form"]["fields"]
    assert (field["kind"], [str(Text.from_json(label)) for _, label in field["choices"]]) == ("file", ["known.wav"])
    with pytest.raises(InputRefused):
        await talk.parts.loop.give_input(run.id, {"attachment_id": "never-seen"})
    with pytest.raises(PendingFirst):
        await talk.start("something else")
    assert (await talk.state(run), await talk.effects()) == (RunState.WAITING_INPUT, [])
    added = await talk.c.attachments.reference(write_noise(tmp_path / "song.wav", 0.3))
    await talk.parts.loop.give_input(run.id, {"attachment_id": added.id})
    answer = await talk.over(run)
    assert (answer.state, answer.parts["card"]["status"]) == (MessageState.DONE, "accepted")
    assert "form" not in answer.parts
    await converted(talk)
    assert [path.exists() for path in await made(talk, run)] == [True]


# --- confirmations -----------------------------------------------------------------------------------

async def test_nothing_is_changed_before_a_yes_and_everything_once_after_it(talk: WholeTalk) -> None:
    words, reply = RENAME
    run = await talk.start(words, reply, text("Call me Aki."))
    waiting = await talk.rest(run)
    assert (waiting.state, await talk.state(run)) == (MessageState.WAITING, RunState.WAITING_APPROVAL)
    assert waiting.parts["approvals"] == [one.id for one in talk.c.approvals.pending]
    assert (await name_of(talk), await talk.effects(), await talk.audited()) == (
        talk.c.personas.current.name, [], [])
    assert await name_of(talk) != "Aki"
    await talk.decide()
    answer = await talk.over(run)
    assert (answer.state, await name_of(talk)) == (MessageState.DONE, "Aki")
    assert "Aki" in answer.text
    assert (await talk.audited(), await talk.effects()) == ([("rename_persona", "ok")], [("rename_persona", "done")])


async def test_a_no_changes_nothing(talk: WholeTalk) -> None:
    words, reply = SHARE
    run = await talk.start(words, reply, text("As you wish."))
    await talk.rest(run)
    await talk.decide(approve=False, reason="Not for everyone")
    answer = await talk.over(run)
    assert (answer.state, await talk.memories("workspace"), await talk.effects()) == (MessageState.DONE, [], [])
    assert await talk.audited() == [("save_workspace_memory", "refused")]
    assert answer.text


async def test_the_reason_of_a_no_reaches_the_model(served: WholeTalk) -> None:
    words, reply = SHARE
    run = await served.start(words, reply, text("As you wish."))
    await served.rest(run)
    await served.decide(approve=False, reason="Rin must not know")
    await served.over(run)
    assert "Rin must not know" in served.server.chats[-1].messages[-1]["content"]
    assert '"status": "denied"' in served.server.chats[-1].messages[-1]["content"]


def two_shared(first: str, second: str) -> list[Reply]:
    """The supervisor hands over, and the worker's own model makes two calls in one step."""
    return [delegate("memory_worker", "legacy_request", request="save both"),
            tool_calls(("save_workspace_memory", {"text": first}), ("save_workspace_memory", {"text": second})),
            text("Done as far as allowed."), text("There you go.")]


async def test_of_several_questions_of_one_step_each_has_its_own_answer(served: WholeTalk) -> None:
    run = await served.start("save both", *two_shared("tea is green", "the key is under the mat"))
    await served.rest(run)
    assert len(served.c.approvals.pending) == 2
    await served.decide(approve=False, reason="A secret", only="mat")
    assert await served.state(run) is RunState.WAITING_APPROVAL, "one is still open"
    assert len(served.c.approvals.pending) == 1
    await served.decide(only="tea")
    assert (await served.over(run)).text == "There you go."
    assert await served.memories("workspace") == ["tea is green"]
    assert sorted(await served.audited()) == [("save_workspace_memory", "ok"), ("save_workspace_memory", "refused")]
    answers = [one["content"] for one in served.server.chats[2].messages if one["role"] == "tool"]
    assert ["A secret" in one for one in answers] == [False, True]


async def test_what_cannot_work_is_said_without_asking_anybody(served: WholeTalk) -> None:
    answer = await served.say(
        "forget that for all", delegate("memory_worker", "save_memory", operation="delete", scope="workspace",
                                        memory_id="never-was"), text("I do not know that one."))
    assert (answer.state, served.c.approvals.pending) == (MessageState.DONE, ())
    assert await served.rows("SELECT id FROM approvals") == []
    assert "There is no such memory." in served.server.chats[-1].messages[-1]["content"]


# --- conversions ------------------------------------------------------------------------------------

async def test_a_conversion_ends_the_turn_with_a_card_that_follows_its_job_to_a_file(
    talk: WholeTalk, short_sound: Path,
) -> None:
    work = ConversionWork(talk.c.rvc, talk.c.jobs)
    words, reply = convert(short_sound.name)
    run = await talk.start(words, reply, files=[short_sound])
    answer = await talk.over(run)
    card = answer.parts["card"]
    job_id = await job_of(talk)
    assert (answer.state, answer.text, card["status"]) == (MessageState.DONE, "", "accepted")
    assert {"kind": "job", "job_id": job_id} in card["artifacts"]
    assert work.look(job_id).state in (JobState.QUEUED, JobState.RUNNING, JobState.COMPLETED)
    await converted(talk)
    path, = await made(talk, run)
    facts = work.look(job_id)
    assert (facts.state, facts.result.path) == (JobState.COMPLETED, path)
    assert path.exists()
    assert path != short_sound
    assert (await talk.answer(run)).parts["card"] == card
    work.close()


async def test_a_conversion_that_is_tried_again_still_ends_at_its_answer(served: WholeTalk, long_sound: Path) -> None:
    words, reply = convert(long_sound.name)
    run = await served.start(words, reply, files=[long_sound])
    await served.over(run)
    first = await job_of(served)
    await served.c.jobs.cancel(first)
    await eventually(lambda: served.c.rvc.items[-1].state.can_retry)
    long_sound.unlink()
    write_noise(long_sound, 0.5)
    await served.c.rvc.retry([served.c.rvc.items[-1].id])
    await converted(served)
    assert await job_of(served) != first
    assert len(await made(served, run)) == 1


async def test_a_result_that_came_while_nobody_followed_is_attached_at_the_next_start(
    served: WholeTalk, short_sound: Path,
) -> None:
    words, reply = convert(short_sound.name)
    await served.parts.results.aclose()
    run = await served.start(words, reply, files=[short_sound])
    await served.over(run)
    await converted(served)
    assert (await served.answer(run)).attachments == ()
    await served.restart()
    path, = await made(served, run)
    await served.restart()
    await served.say("hello", text("Hi."))
    assert await made(served, run) == [path], "once"
    path.unlink()
    await served.restart()
    assert await made(served, run) == [path], "a file that was thrown away is still named"


# --- cancelling, in each phase --------------------------------------------------------------------------

async def cancelled(talk: WholeTalk, run: Run) -> None:
    """What is true of every turn that was cancelled."""
    after = await talk.parts.loop.cancel(run.id)
    assert after.state is RunState.CANCELLED
    answer = await talk.answer(run)
    assert answer.state is MessageState.CANCELLED
    assert talk.waiting() is None
    assert talk.c.approvals.pending == ()
    assert await talk.parts.checkpoints.threads() == []
    assert (await talk.parts.loop.cancel(run.id)).state is RunState.CANCELLED, "twice is once"
    said = await talk.say("hello", text("Hello again."))
    assert said.state is MessageState.DONE, "and the talk goes on"


async def test_a_turn_is_cancelled_while_the_model_streams_and_keeps_its_words(served: WholeTalk) -> None:
    run = await served.start("tell me of the sea", text("The sea ", "is blue.").stalling(2))
    await served.heard_token("The sea")
    await cancelled(served, run)
    assert (await served.answer(run)).text.strip() == "The sea"
    await eventually(lambda: served.server.chats[0].hung_up_at is not None)


async def test_a_turn_of_the_offline_brain_is_cancelled_while_it_speaks(home) -> None:
    async with whole_talk(home, offline=True) as talk:
        stop = asyncio.Event()
        talk.parts.loop.events.connect(lambda event: stop.set() if event.type == "token" else None)
        run = await talk.start("what can you do")
        await stop.wait()
        assert (await talk.parts.loop.cancel(run.id)).state is RunState.CANCELLED
        assert (await talk.answer(run)).text


async def test_a_turn_is_cancelled_while_a_tool_runs_and_its_effect_is_undone(talk: WholeTalk) -> None:
    inside, real = asyncio.Event(), talk.c.memory.save

    async def held(*args, **more):
        await real(*args, **more)
        inside.set()
        await asyncio.Event().wait()

    talk.c.memory.save = held
    words, reply = REMEMBER
    run = await talk.start(words, reply, text("Noted."))
    await inside.wait()
    await cancelled(talk, run)
    assert (await talk.memories(), await talk.effects()) == ([], [])
    assert await talk.audited() == [("save_persona_memory", "cancelled")]


async def test_a_turn_is_cancelled_while_it_waits_for_a_word(talk: WholeTalk) -> None:
    words, reply = SHARE
    run = await talk.start(words, reply)
    await talk.rest(run)
    shown = await talk.c.approvals.show(talk.c.approvals.pending[0].id)
    await cancelled(talk, run)
    assert (await talk.c.approvals.get(shown.id)).state == "void"
    with pytest.raises(ApprovalGone):
        await talk.c.approvals.decide(shown.id, shown.nonce, True)
    assert (await talk.memories("workspace"), await talk.effects()) == ([], [])


async def test_a_turn_is_cancelled_while_it_waits_for_input(talk: WholeTalk) -> None:
    words, reply = convert("song.wav")
    run = await talk.start(words, reply)
    await talk.rest(run)
    await cancelled(talk, run)
    assert "form" not in (await talk.answer(run)).parts
    assert await talk.rows("SELECT id FROM jobs") == []


async def test_a_turn_is_cancelled_while_it_waits_to_try_again(served: WholeTalk) -> None:
    run = await served.start("hello", failure(429, retry_after="60"))
    waiting = await served.heard(Retrying)
    assert waiting.wait_s == 60.0
    async with asyncio.timeout(5):
        await served.parts.loop.cancel(run.id)
    assert len(served.server.chats) == 1, "it was not tried again"
    assert (await served.answer(run)).state is MessageState.CANCELLED


async def test_cancelling_a_turn_stops_the_conversion_that_it_started(served: WholeTalk, long_sound: Path) -> None:
    handed = await served.c.attachments.reference(long_sound)
    run = await served.start(
        "convert it and go on", delegate("rvc_worker", "legacy_request", request="convert it"),
        tool_calls(("convert_audio_with_rvc", {"model_id": "builtin:deep", "attachment_id": handed.id})),
        text("So ", "it runs.").stalling(2), files=[])
    await served.heard(ToolStarted, tool="convert_audio_with_rvc")
    await eventually(lambda: served.c.jobs.list_active())
    await eventually(lambda: len(served.server.chats) == 3)
    await served.parts.loop.cancel(run.id)
    await eventually(lambda: not served.c.jobs.list_active())
    assert [row["state"] for row in await served.rows("SELECT state FROM jobs")] == ["cancelled"]


# --- a new life of the app, in each phase ---------------------------------------------------------------

async def test_a_turn_that_was_streaming_is_interrupted_keeps_its_words_and_is_not_asked_again(
    served: WholeTalk,
) -> None:
    run = await served.start("tell me of the sea", text("The sea ", "is blue.").stalling(2))
    await served.heard_token("The sea")
    await served.restart()
    answer = await served.answer(run)
    assert (answer.state, answer.text.strip()) == (MessageState.INTERRUPTED, "The sea")
    assert error_sentence(answer.parts["error"])
    assert (await served.state(run), served.waiting()) == (RunState.INTERRUPTED, None)
    assert len(served.server.chats) == 1, "nothing is asked, and paid, a second time by itself"
    again = await served.say("", text("It is blue."), regenerate_of=answer.id)
    assert again.text == "It is blue."
    assert (await served.c.conversations.siblings(again.id))[0] == [answer.id, again.id]


async def test_a_turn_that_waited_to_try_again_is_interrupted(served: WholeTalk) -> None:
    run = await served.start("hello", failure(429, retry_after="60"))
    await served.heard(Retrying)
    await served.restart()
    assert (await served.answer(run)).state is MessageState.INTERRUPTED
    assert len(served.server.chats) == 1


async def test_a_tool_that_was_at_work_is_undone_or_unknown_but_never_done_twice(talk: WholeTalk) -> None:
    inside, real = asyncio.Event(), talk.c.memory.save

    async def held(*args, **more):
        await real(*args, **more)
        inside.set()
        await asyncio.Event().wait()

    talk.c.memory.save = held
    words, reply = REMEMBER
    run = await talk.start(words, reply)
    await inside.wait()
    await talk.restart()
    assert (await talk.memories(), await talk.effects()) == ([], [])
    assert (await talk.answer(run)).state is MessageState.INTERRUPTED
    await talk.say(words, reply, text("Noted."))
    assert await talk.memories() == [NINE]


async def test_a_setting_that_was_being_changed_when_the_app_closed_is_said_to_be_unknown(served: WholeTalk) -> None:
    inside, real = asyncio.Event(), served.c.settings.set

    async def held(section, **values):
        await real(section, **values)
        inside.set()
        await asyncio.Event().wait()

    run = await served.start("larger text please", delegate(
        "config_worker", "update_config", operation="change", key="appearance.text_size", value=120), text("Done."))
    await served.rest(run)
    served.c.settings.set = held
    await served.decide()
    await inside.wait()
    await served.restart()
    answer = await served.answer(run)
    assert (answer.state, answer.parts["error"]["code"]) == (MessageState.INTERRUPTED, "unknown_outcome")
    assert ("apply_config_change", "unknown") in await served.effects()
    await served.say("hello", text("Hi."))
    assert [one for one in await served.audited() if one[0] == "apply_config_change"] == [
        ("apply_config_change", "cancelled")]


@pytest.mark.parametrize("approve", [True, False])
async def test_a_question_is_asked_again_after_a_restart_and_its_answer_counts_once(
    talk: WholeTalk, approve: bool,
) -> None:
    words, reply = SHARE
    run = await talk.start(words, reply, text("All right."))
    await talk.rest(run)
    before = await talk.c.approvals.show(talk.c.approvals.pending[0].id)
    await talk.restart()
    assert (await talk.state(run), (await talk.answer(run)).state) == (
        RunState.WAITING_APPROVAL, MessageState.WAITING)
    after = talk.c.approvals.pending[0]
    assert (after.id, after.digest, after.arguments) == (before.id, before.digest, before.arguments)
    with pytest.raises(ApprovalChanged):
        await talk.c.approvals.decide(before.id, "forged", True)
    assert await talk.memories("workspace") == []
    await talk.decide(approve)
    answer = await talk.over(run)
    assert answer.state is MessageState.DONE
    assert await talk.memories("workspace") == ([TUESDAY] if approve else [])
    await talk.restart()
    assert await talk.memories("workspace") == ([TUESDAY] if approve else [])
    assert (await talk.answer(run)).text == answer.text


async def test_of_two_questions_one_is_answered_before_the_restart_and_one_after_it(served: WholeTalk) -> None:
    run = await served.start("save both", *two_shared("tea is green", "the key is under the mat"))
    await served.rest(run)
    await served.decide(only="tea")
    await served.restart()
    assert [one.arguments["text"] for one in served.c.approvals.pending] == ["the key is under the mat"]
    assert await served.memories("workspace") == []
    await served.decide()
    assert (await served.over(run)).text == "There you go."
    assert await served.memories("workspace") == ["tea is green", "the key is under the mat"]
    assert await served.effects() == [("save_workspace_memory", "done")] * 2


async def test_an_answer_that_was_given_before_the_restart_is_acted_on_once_after_it(talk: WholeTalk) -> None:
    words, reply = SHARE
    run = await talk.start(words, reply, text("All know."))
    await talk.rest(run)
    await deafen(talk.parts.loop)  # the app closes in the moment of the click
    await talk.decide()
    assert await talk.memories("workspace") == []
    await talk.restart()
    answer = await talk.over(run)
    assert (answer.state, await talk.memories("workspace")) == (MessageState.DONE, [TUESDAY])
    assert await talk.effects() == [("save_workspace_memory", "done")]


async def test_a_form_is_open_again_after_a_restart(talk: WholeTalk, short_sound: Path) -> None:
    words, reply = convert("song.wav")
    run = await talk.start(words, reply)
    form = (await talk.rest(run)).parts["form"]
    await talk.restart()
    answer = await talk.answer(run)
    assert (answer.state, answer.parts["form"]) == (MessageState.WAITING, form)
    added = await talk.c.attachments.reference(short_sound)
    await talk.parts.loop.give_input(run.id, {"attachment_id": added.id})
    assert (await talk.over(run)).parts["card"]["status"] == "accepted"
    assert len(await talk.rows("SELECT id FROM jobs")) == 1


async def test_a_conversion_that_was_running_is_interrupted_and_can_be_started_again(
    served: WholeTalk, long_sound: Path,
) -> None:
    words, reply = convert(long_sound.name)
    run = await served.start(words, reply, files=[long_sound])
    await served.over(run)
    await eventually(lambda: served.c.rvc.items[-1].state is ItemState.RUNNING, 30.0)
    await served.restart()
    work = ConversionWork(served.c.rvc, served.c.jobs)
    assert work.look(await job_of(served)).state is JobState.INTERRUPTED
    work.close()
    assert (await served.answer(run)).state is MessageState.DONE
    assert len(await served.rows("SELECT id FROM jobs")) == 1, "nothing was started again by itself"


# --- branches, characters, conversations ------------------------------------------------------------------

async def test_an_edit_and_another_answer_keep_the_branch_beside_them(talk: WholeTalk) -> None:
    first = await talk.say("hello", text("One."))
    again = await talk.say("", text("Two."), regenerate_of=first.id)
    edited = await talk.say("good morning", text("Three."), edit_of=first.parent_id)
    assert (await talk.c.conversations.siblings(first.id))[0] == [first.id, again.id]
    assert (await talk.c.conversations.siblings(edited.parent_id))[0] == [first.parent_id, edited.parent_id]
    assert await talk.said() == ["good morning", edited.text]
    await talk.c.conversations.choose(first.id)
    assert await talk.said() == ["hello", first.text]
    more = await talk.say("thank you", text("Four."))
    assert await talk.said() == ["hello", first.text, "thank you", more.text]
    await talk.restart()
    assert await talk.said() == ["hello", first.text, "thank you", more.text]
    assert (await talk.c.conversations.message(again.id)).text == again.text
    assert (await talk.c.conversations.message(edited.id)).text == edited.text


async def test_the_model_is_told_of_the_branch_that_is_talked_in_only(served: WholeTalk) -> None:
    first = await served.say("hello", text("One."))
    await served.say("", text("Two."), regenerate_of=first.id)
    assert "One." not in served.told()
    await served.say("good morning", text("Three."), edit_of=first.parent_id)
    assert "hello" not in served.told().splitlines()
    await served.c.conversations.choose(first.id)
    await served.say("and now?", text("Four."))
    assert [one["content"] for one in served.server.chats[-1].messages[1:]] == ["hello", "One.", "and now?"]


async def test_two_conversations_go_on_at_once_and_nothing_gets_mixed_up(served: WholeTalk) -> None:
    gates = {"left": asyncio.Event(), "right": asyncio.Event()}

    def behave(request) -> Reply:
        side = request.messages[-1]["content"]
        return text(f"{side} ", "one ", f"{side} two").stalling(2, Wait(gate=gates[side]))

    served.server.behave = behave
    other = await served.begin(title="Other")
    left = await served.start("left")
    right = await served.start("right", conversation=other)
    await served.heard_token("left ")
    await served.heard_token("right ")
    assert {run.id for run in served.parts.loop.unfinished} == {left.id, right.id}
    gates["right"].set()
    assert (await served.over(right)).text == "right one right two"
    assert served.waiting().id == left.id
    gates["left"].set()
    assert (await served.over(left)).text == "left one left two"
    assert (await served.said(), await served.said(other)) == (
        ["left", "left one left two"], ["right", "right one right two"])


async def test_another_character_in_between_changes_nothing_of_what_waits(talk: WholeTalk) -> None:
    words, reply = RENAME
    run = await talk.start(words, reply)
    await talk.rest(run)
    rin = await talk.c.personas.create("Rin")
    await talk.c.personas.set_current(rin.id)
    beside = await talk.begin(rin.id)
    words, reply = REMEMBER
    said = await talk.say(words, reply, text("Noted."), conversation=beside, persona=rin.id)
    assert said.state is MessageState.DONE
    assert (await talk.memories(persona=rin.id), await talk.memories()) == ([NINE], [])
    assert await talk.state(run) is RunState.WAITING_APPROVAL
    talk.script(text("Call me Aki."))
    await talk.decide()
    await talk.over(run)
    assert (await name_of(talk), talk.c.personas.current.name) == ("Aki", "Rin")
    words, reply = SHARE
    asking = await talk.start(words, reply, conversation=beside, persona=rin.id)
    await talk.rest(asking)
    assert {one.persona_id for one in talk.c.approvals.pending} == {rin.id}


async def test_a_turn_that_failed_says_why_and_the_next_one_works(served: WholeTalk) -> None:
    run = await served.start("hello", failure(401, "bad key"))
    answer = await served.over(run)
    assert answer.state is MessageState.FAILED
    assert error_sentence(answer.parts["error"])
    ended = await served.heard(RunEnded, run_id=run.id)
    assert ended.state == "failed"
    assert (await served.say("", text("Hello."), regenerate_of=answer.id)).text == "Hello."


async def test_llm_27_a_key_that_the_server_says_back_is_shown_and_kept_nowhere(served: WholeTalk) -> None:
    key = "sk-canary-0fa9d3c17b52"
    await served.c.models.set_key(key)
    words = f"Your key is {key}."
    answer = await served.say("what is my key?", text(*words, reasoning=[f"It is {key}, I think."]))
    assert served.server.chats[0].key == key, "the server knows it"
    assert answer.text == "Your key is •••."
    await served.say("remember it", delegate("memory_worker", "save_memory", text=f"The key is {key}"), text("Done."))
    assert await served.memories() == ["The key is •••"]
    assert key not in "".join(str(event.to_json()) for event in served.events)
    await served.c.conversations.export(served.conversation, ExportFormat.JSON)
    await served.close()
    assert canary_found(served.home.data.parent, key) == []

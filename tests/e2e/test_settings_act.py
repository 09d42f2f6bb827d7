"""Every setting of the settings page does something: changed in the running app, seen where it acts."""

from __future__ import annotations

import functools
import os
from collections.abc import Awaitable, Callable
from contextlib import aclosing
from dataclasses import replace
from datetime import timedelta

import psutil
import pytest
import soundfile
from PySide6.QtWidgets import QApplication, QWidget

from characoid_desktop.agents.runtime.query import Query
from characoid_desktop.app import container as container_module
from characoid_desktop.app import space as space_module
from characoid_desktop.app import window as window_module
from characoid_desktop.app.language import system_language
from characoid_desktop.audio.playback import Player, PlayerState
from characoid_desktop.core.errors import AppError
from characoid_desktop.features.conversations.models import MessageState
from characoid_desktop.features.rvc.models import BatchReport, ItemState, SessionItem
from characoid_desktop.features.rvc.parameters import VoiceUse
from characoid_desktop.features.rvc.presets import preset
from characoid_desktop.settings.catalog import SECTIONS
from characoid_desktop.settings.sections.appearance import AppearanceSection, Language, Motion, Theme
from characoid_desktop.settings.sections.assistant import AssistantSection
from characoid_desktop.settings.sections.audio import AudioSection
from characoid_desktop.settings.sections.conversion import ConversionSection, OutputFormat, OutputPlace
from characoid_desktop.settings.sections.engines import EnginesSection, RvcEngine
from characoid_desktop.settings.sections.models import ModelsSection, ToolMode
from characoid_desktop.settings.sections.notifications import NotificationsSection, OnClose
from characoid_desktop.settings.sections.storage import StorageSection
from characoid_desktop.settings.sections.web import WebSection
from characoid_desktop.ui.shell.closing import CloseChoice
from characoid_desktop.ui.shell.tray import Tray
from characoid_desktop.ui.widgets.themed import theme_of
from tests.e2e.conftest import write_noise
from tests.fakes import model_replies, rvc_next_program
from tests.fakes.eventually import eventually
from tests.fakes.model_desk import ModelDesk
from tests.fakes.model_server import ModelServer
from tests.fakes.random_voice import checkpoint
from tests.fakes.sound_output import FakeSound
from tests.fakes.web_servers import WebServer
from tests.fakes.web_site import TEA, results, words_of
from tests.fakes.whole_app import WholeApp, whole_app

Proof = Callable[..., Awaitable[None]]
PROOFS: dict[tuple[str, str], Proof] = {}


def proves(*names: str) -> Callable[[Proof], Proof]:
    """Mark the test that shows what a setting does."""

    def mark(test: Proof) -> Proof:
        for name in names:
            section, key = name.split(".")
            PROOFS[section, key] = test
        return test

    return mark


@pytest.fixture
async def app(home, monkeypatch, request):
    sound = FakeSound(known={"Fake speakers", "Fake headphones"})
    monkeypatch.setattr(container_module, "Player", functools.partial(Player, load=sound.load))
    monkeypatch.setattr(container_module, "MINUTE_S", 0.2)
    monkeypatch.setattr(window_module, "Tray", functools.partial(Tray, available=True))
    async with whole_app(home, monkeypatch) as made:
        await made.filled()
        made.sound = sound
        yield made
        made.run.closing.quit_now()
        assert await made.ended() == 0


async def added(app: WholeApp, path) -> SessionItem:
    app.run.rvc.add_files([path])
    await eventually(lambda: any(item.origin == path for item in app.container.rvc.items))
    return next(item for item in app.container.rvc.items if item.origin == path)


async def converted(app: WholeApp, path) -> SessionItem:
    item = await added(app, path)
    return await converted_again(app, item)


async def converted_again(app: WholeApp, item: SessionItem) -> SessionItem:
    app.run.rvc.convert_items([item.id])

    def now() -> SessionItem:
        return app.container.rvc.get(item.id)

    await eventually(lambda: now().job_id != item.job_id and not now().state.is_active, 40.0)
    assert now().state is ItemState.DONE
    return now()


def test_every_declared_setting_has_its_proof():
    declared = {(section.key, spec.key) for section in SECTIONS for spec in section.specs()}
    assert declared == set(PROOFS)


@proves("appearance.language")
async def test_the_language_changes_at_once(app):
    def names() -> set[str]:
        return {widget.accessibleName() for widget in app.window.frame.rail.findChildren(QWidget)}

    await app.container.settings.set(AppearanceSection, language=Language.ENGLISH)
    english = names()
    await app.container.settings.set(AppearanceSection, language=Language.JAPANESE)
    assert app.program.language.current.value == "ja"
    assert names() != english, "the window was made anew in the new language"
    await app.container.settings.set(AppearanceSection, language=Language.SYSTEM)
    assert app.program.language.current is system_language()


@proves("appearance.theme", "appearance.text_size")
async def test_theme_and_text_size_change_at_once(app):
    await app.container.settings.set(AppearanceSection, theme=Theme.LIGHT)
    assert theme_of(app.window).is_dark is False
    light = app.window.palette().window().color()
    await app.container.settings.set(AppearanceSection, theme=Theme.DARK)
    assert app.window.palette().window().color() != light
    small = QApplication.font().pixelSize(), QApplication.font().pointSizeF()
    await app.container.settings.set(AppearanceSection, text_size=140)
    assert (QApplication.font().pixelSize(), QApplication.font().pointSizeF()) > small


@proves("appearance.motion")
@pytest.mark.parametrize(("motion", "system", "reduced"), [
    (Motion.SYSTEM, False, False), (Motion.SYSTEM, True, True), (Motion.FULL, True, False),
    (Motion.REDUCED, False, True)])
async def test_motion_follows_the_setting_and_the_system(app, monkeypatch, motion, system, reduced):
    monkeypatch.setattr(window_module, "prefers_reduced_motion", lambda: system)
    await app.container.settings.set(AppearanceSection, motion=Motion.REDUCED, text_size=105)
    await app.container.settings.set(AppearanceSection, motion=motion)
    await app.container.settings.set(AppearanceSection, text_size=100)
    assert theme_of(app.window).reduced_motion is reduced
    assert (theme_of(app.window).fold_ms() == 0) is reduced


@proves("conversion.preset", "conversion.place", "conversion.folder", "conversion.file_name", "conversion.format")
async def test_new_conversions_go_where_and_become_what_the_settings_say(app, short_sound, results):
    await app.container.settings.set(
        ConversionSection, preset="lower", place=OutputPlace.FOLDER, folder=str(results),
        file_name="{title} als {preset}", format=OutputFormat.FLAC)
    item = await converted(app, short_sound)
    assert item.choice.preset_id == "lower"
    assert item.result.path == results / f"short als {preset('lower').label}.flac"
    assert soundfile.info(item.result.path).format == "FLAC"
    await app.container.settings.set(ConversionSection, place=OutputPlace.BESIDE)
    again = await converted_again(app, item)
    assert again.result.path.parent == short_sound.parent


@proves("conversion.keep_loudness")
async def test_loudness_is_kept_only_when_that_is_set(app, short_sound):
    await app.container.settings.set(ConversionSection, keep_loudness=True)
    assert app.run.rvc.choice.effect.get("keep_loudness", True) is True
    await app.container.settings.set(ConversionSection, keep_loudness=False)
    item = await added(app, short_sound)
    assert item.choice.effect["keep_loudness"] is False, "this is what the engine gets"


@proves("audio.output_device", "audio.volume")
async def test_what_plays_goes_to_the_chosen_output_as_loud_as_set(app, short_sound):
    await added(app, short_sound)
    await eventually(lambda: app.run.rvc.listening.can_play, 20.0)

    async def peak() -> float:
        app.run.rvc.listening.play(0.0)
        await eventually(lambda: app.container.player.state is PlayerState.PLAYING)
        await eventually(lambda: max(map(abs, app.sound.stream.pull(4800)), default=0.0) > 1e-4)
        loudest = max(map(abs, app.sound.stream.pull(4800)))
        app.container.player.stop()
        await eventually(lambda: not app.sound.open_streams)
        return loudest

    assert app.container.settings.get(AudioSection).output_device == ""
    full = await peak()
    assert app.sound.stream.settings["device"] != "Fake headphones"
    await app.container.settings.set(AudioSection, output_device="Fake headphones", volume=50)
    half = await peak()
    assert app.sound.stream.settings["device"] == "Fake headphones"
    assert 0.3 < half / full < 0.7


@proves("engines.idle_stop_min")
async def test_an_engine_without_work_ends_after_the_set_time_and_never_for_0(app):
    await app.container.settings.set(EnginesSection, idle_stop_min=0)
    media = app.container.engines.media
    await media.start()
    pid = media.pid
    assert pid
    await app.container.settings.set(EnginesSection, idle_stop_min=1)  # a minute has 0.2 s in this test
    await eventually(lambda: media.pid == 0)
    assert not psutil.pid_exists(pid) or psutil.Process(pid).status() == psutil.STATUS_ZOMBIE
    await app.container.settings.set(EnginesSection, idle_stop_min=0)
    await media.start()
    assert app.container.engines.media._keeper._idle_timer is None


@proves("engines.low_priority")
@pytest.mark.skipif(os.name == "nt", reason="nice values")
async def test_only_with_the_setting_the_engine_gives_way(app):
    await app.container.settings.set(EnginesSection, idle_stop_min=0)
    rvc, own = app.container.engines.rvc, psutil.Process().nice()
    await rvc.start()
    assert psutil.Process(rvc.pid).nice() > own
    await rvc.stop()
    await app.container.settings.set(EnginesSection, low_priority=False)
    await rvc.start()
    assert psutil.Process(rvc.pid).nice() == own


@proves("engines.rvc_engine", "engines.rvc_next_program")
@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="the stand-in is a script with a first line for a shell")
async def test_library_voices_speak_through_the_engine_that_is_set(app, short_sound, tmp_path):
    def lacks() -> str:
        try:
            app.container.rvc.check(choice)
        except AppError as error:
            return error.code
        return ""

    report = await app.container.voices.import_paths([checkpoint(tmp_path / "Mika.pth")])
    assert not report.refused
    choice = replace(app.run.rvc.choice, voice=VoiceUse(app.container.voices.voices[0].id))
    program, settings = rvc_next_program.install(tmp_path / "bin"), app.container.settings
    assert lacks() == "contentvec_missing"
    await settings.set(EnginesSection, rvc_engine=RvcEngine.RVC_NEXT)
    assert lacks() == "external_missing"
    await settings.set(EnginesSection, rvc_next_program=str(program))
    assert lacks() == ""
    assert rvc_next_program.calls(program) == [], "nothing was started"
    item = await added(app, short_sound)
    await app.container.rvc.set_choice([item.id], choice)
    item = await converted_again(app, item)
    assert item.result.provenance["engine"] == "rvc-next"
    assert item.result.provenance["engine_version"] == "0.2.16"
    assert [call["words"][0] for call in rvc_next_program.calls(program)] == ["version", "config", "convert"]
    await settings.set(EnginesSection, rvc_engine=RvcEngine.BUILT_IN)
    assert lacks() == "contentvec_missing"


@proves("notifications.when_done", "notifications.shortest_s", "notifications.sound")
async def test_the_end_of_work_is_told_as_the_settings_say(app, monkeypatch):
    told, beeps = [], []
    monkeypatch.setattr(app.run.tray._icon, "showMessage", lambda title, body, *rest: told.append((title, body)))
    monkeypatch.setattr("characoid_desktop.ui.shell.tray.QSystemTrayIcon.supportsMessages", lambda: True)
    monkeypatch.setattr(QApplication, "beep", lambda *_: beeps.append(1))
    app.window.hide()
    end = app.container.rvc.finished.emit
    settings = app.container.settings
    end(BatchReport(2, 1, 0, seconds=9.0))
    assert told == [], "short work"
    end(BatchReport(2, 1, 0, seconds=11.0))
    assert len(told) == 1
    assert "2 files are ready" in told[0][0]
    assert "1 did not work" in told[0][1]
    assert beeps == []
    await settings.set(NotificationsSection, shortest_s=0, sound=True)
    end(BatchReport(1, 0, 0, seconds=0.5))
    assert (len(told), len(beeps)) == (2, 1)
    await settings.set(NotificationsSection, when_done=False)
    end(BatchReport(1, 0, 0, seconds=1000.0))
    assert (len(told), len(beeps)) == (2, 1)


@proves("notifications.on_close")
async def test_what_closing_does_is_read_from_the_setting(app):
    # What each choice then does is shown in test_close.py.
    for choice in OnClose:
        await app.container.settings.set(NotificationsSection, on_close=choice)
        assert app.run.closing._choice() is CloseChoice(choice.value)


@pytest.fixture
async def desk(app, home):
    """The models on the settings of the running app."""
    made = ModelDesk(home, settings=app.container.settings)
    yield made
    await made.aclose()


@proves("models.base_url", "models.model", "models.tools", "models.own_temperature", "models.temperature",
        "models.context_tokens")
async def test_the_model_is_asked_where_and_how_the_settings_say(app, desk):
    tool = {"type": "function", "function": {"name": "now", "parameters": {"type": "object", "properties": {}}}}
    long = [("human" if n % 2 == 0 else "ai", f"{n} " + "word " * 200) for n in range(21)]

    async def asked(server: ModelServer) -> dict:
        model = desk.directory.model(await desk.directory.resolve()).bind_tools([tool])
        assert (await model.ainvoke(long)).text == "Hello."
        return server.chats[-1].body

    assert (await desk.directory.resolve()).offline
    async with ModelServer() as first, ModelServer() as second:
        await app.container.settings.set(ModelsSection, base_url=first.base_url, model="fake-1")
        body = await asked(first)
        assert body["model"] == "fake-1"
        assert len(body["messages"]) == len(long)
        assert "tools" in body
        assert "temperature" not in body
        await app.container.settings.set(
            ModelsSection, base_url=second.base_url, model="fake-2", tools=ToolMode.PROMPTED, own_temperature=True,
            temperature=0.3, context_tokens=2048)
        body = await asked(second)
        assert (body["model"], body["temperature"]) == ("fake-2", 0.3)
        assert "tools" not in body
        assert "now" in second.chats[-1].said("system")
        assert 1 < len(body["messages"]) < len(long)
        assert len(first.chats) == 1


@proves("models.idle_s")
async def test_a_silent_model_is_given_up_after_the_set_time(app, desk):
    async with ModelServer() as server:
        server.behave = lambda request: model_replies.text("Well, ", "never").stalling(2)
        await desk.use(server, idle_s=5)
        choice = await desk.directory.resolve()
        began = app.container.clock.monotonic()
        with pytest.raises(Exception, match="stopped for"):
            await desk.directory.model(choice).ainvoke("Hi.")
        assert 4.5 < app.container.clock.monotonic() - began < 8.0


@proves("models.price_in", "models.price_out")
async def test_an_answer_has_the_price_that_was_set(app, desk):
    async with ModelServer() as server:
        await desk.use(server)
        assert (await desk.directory.resolve()).cost(1000, 1000) is None
        await app.container.settings.set(ModelsSection, price_in=3.0, price_out=15.0)
        message = await desk.directory.model(await desk.directory.resolve()).ainvoke("Hi.")
        sent, answered = message.usage_metadata["input_tokens"], message.usage_metadata["output_tokens"]
        assert message.response_metadata["cost"] == pytest.approx((3.0 * sent + 15.0 * answered) / 1e6)


@proves("models.embedding_base_url", "models.embedding_model")
async def test_vectors_come_from_the_server_and_model_that_are_set(app, desk):
    async with ModelServer() as chat, ModelServer() as vectors:
        await desk.use(chat)
        assert await desk.directory.embedder() is None
        await app.container.settings.set(ModelsSection, embedding_model="embed-1")
        assert len(await (await desk.directory.embedder()).embed(["a", "b"])) == 2
        await app.container.settings.set(
            ModelsSection, embedding_base_url=vectors.base_url, embedding_model="embed-2")
        assert len(await (await desk.directory.embedder()).embed(["a"])) == 1
        assert [r.body["model"] for r in (*chat.requests, *vectors.requests)] == ["embed-1", "embed-2"]


async def asked(app: WholeApp, text: str, *files) -> list:
    """Send a message in a conversation of its own; returns the events of the turn up to its end or its first stop."""
    container = app.container
    parts = await container.agents.start()
    persona = container.personas.current.id
    conversation = await container.conversations.create(persona)
    given = [(await container.attachments.reference(file)).id for file in files]
    async with aclosing(parts.service.stream_query(Query(persona, conversation.id, text, given))) as events:
        return [event async for event in events]


@proves("assistant.approval_hours")
async def test_a_question_for_approval_stays_open_as_long_as_is_set(app):
    await app.container.settings.set(AssistantSection, approval_hours=3)
    assert (await asked(app, "rename yourself to Luna"))[-1].state == "waiting_approval"
    approval, = app.container.approvals.pending
    assert approval.expires_at - approval.created_at == timedelta(hours=3)


@proves("assistant.ask_before_converting")
async def test_a_conversion_from_the_chat_asks_first_only_when_that_is_set(app, short_sound):
    await app.container.settings.set(AssistantSection, ask_before_converting=True)
    words = f"convert {short_sound.name} with the deep preset"
    assert (await asked(app, words, short_sound))[-1].state == "waiting_approval"
    assert app.container.jobs.list_active() == ()
    await app.container.settings.set(AssistantSection, ask_before_converting=False)
    assert (await asked(app, words, short_sound))[-1].state == "completed"
    await eventually(lambda: any(item.state is ItemState.DONE for item in app.container.rvc.items), 40.0)


@proves("assistant.enable_web_fallback")
async def test_the_web_is_asked_for_what_the_notes_do_not_hold_only_when_that_is_set(app):
    def tools(events: list) -> list[str]:
        return [event.tool for event in events if event.type == "tool_started"]

    async with WebServer(results(TEA)) as engine:
        await app.container.settings.set(AssistantSection, enable_web_fallback=True)
        await app.container.settings.set(WebSection, search_url=origin(engine), ask_first=False)
        assert tools(await asked(app, "search my notes for the moon kingdom")) == [
            "search_persona_knowledge", "web_search"]
        assert [words_of(one) for one in engine.requests] == ["the moon kingdom"]
        await app.container.settings.set(AssistantSection, enable_web_fallback=False)
        assert tools(await asked(app, "search my notes for the moon kingdom")) == ["search_persona_knowledge"]
        assert tools(await asked(app, "search the web for green tea")) == ["web_search"]
        assert engine.connections == 1, "nothing was sent while it is off"


@proves("web.search_url", "web.ask_first", "web.results")
async def test_the_set_server_is_searched_as_often_as_a_person_says_yes(app):
    rows = [{**TEA, "url": f"https://tea.example/{n}"} for n in range(30)]
    async with WebServer(results(*rows)) as first, WebServer(results(*rows)) as second:
        settings = app.container.settings
        await settings.set(AssistantSection, enable_web_fallback=True)
        await settings.set(WebSection, search_url=origin(first))
        assert (await asked(app, "search the web for green tea"))[-1].state == "waiting_approval"
        approval, = app.container.approvals.pending
        assert str(approval.summary.target) == "green tea"
        assert first.connections == 0
        await settings.set(WebSection, ask_first=False, search_url=origin(second), results=3)
        events = await asked(app, "search the web for green tea")
        assert events[-1].state == "completed"
        assert (first.connections, second.connections) == (0, 1)
        assert len((await app.container.web.search("tea")).hits) == 3
        await settings.set(WebSection, search_url="")
        with pytest.raises(AppError, match="No web search is set up"):
            await app.container.web.search("tea")


def origin(server: WebServer) -> str:
    return f"http://127.0.0.1:{server.port}"


@proves("assistant.propose_memories")
async def test_what_to_remember_is_proposed_only_when_that_is_set(app):
    async def proposed(words: str) -> list[str]:
        await asked(app, words)
        parts = await app.container.agents.start()
        await parts.afterwards.settled()
        return [one.text for one in await app.container.proposals.open(app.container.personas.current.id)]

    await app.container.settings.set(AssistantSection, propose_memories=False)
    assert await proposed("My stream starts at nine.") == []
    await app.container.settings.set(AssistantSection, propose_memories=True)
    assert await proposed("My favourite game is Celeste.") == ["My favourite game is Celeste."]


@proves("assistant.show_reasoning")
async def test_thinking_is_shown_only_when_that_is_set(app):
    container, thread = app.container, app.run.agents.chat.transcript
    await container.agents.start()  # else its recovery takes the answer below for one that a crash cut off
    await eventually(lambda: thread.is_loaded)
    conversation = await container.conversations.create(container.personas.current.id)
    said = await container.conversations.add_user(conversation.id, "Why?")
    answer = await container.conversations.begin_answer(conversation.id, said.id, "run")
    await container.conversations.finish_answer(answer.id, MessageState.DONE, "So.", {"reasoning": "Hmm."}, {})
    app.run.agents.chat.choose(await container.conversations.get(conversation.id))
    await eventually(lambda: [item.reasoning for item in thread.items] == ["", "Hmm."])
    await container.settings.set(AssistantSection, show_reasoning=False)
    assert [item.reasoning for item in thread.items] == ["", ""]


@proves("storage.copy_dropped")
async def test_dropped_files_are_copied_only_when_that_is_set(app, short_sound, tmp_path):
    plain = await added(app, short_sound)
    assert plain.path == short_sound
    await app.container.settings.set(StorageSection, copy_dropped=True)
    other = write_noise(tmp_path / "other.wav", 0.5)
    kept = await added(app, other)
    assert kept.path != other
    assert app.container.paths.blobs in kept.path.parents
    assert kept.path.read_bytes() == other.read_bytes()


@proves("storage.preview_mb")
async def test_previews_beyond_their_room_go_oldest_first(app, short_sound):
    item = await added(app, short_sound)
    folder = app.container.paths.previews
    big = []
    for n in range(3):  # as previews of long regions of many channels are; sparse, so that no disk is filled
        big.append(folder / f"old{n}.wav")
        folder.mkdir(parents=True, exist_ok=True)
        with big[-1].open("wb") as file:
            file.truncate(40_000_000)
        os.utime(big[-1], (1000 + n, 1000 + n))
    await app.container.settings.set(StorageSection, preview_mb=100)
    preview = await app.container.rvc.preview(item.id, 0.0, 0.5, {"semitones": 3.0})
    assert sorted(os.listdir(folder)) == sorted(["old1.wav", "old2.wav", preview.path.name])
    await app.container.settings.set(StorageSection, preview_mb=50)
    preview = await app.container.rvc.preview(item.id, 0.0, 0.5, {"semitones": 4.0})
    assert big[1].exists() is False
    assert preview.path.exists(), "the newest is always there"


@proves("storage.warn_free_gb")
async def test_little_room_is_said_before_work_starts_and_only_once(app, short_sound, results, monkeypatch):
    free = {app.container.paths.data: 50e9, results: 50e9}
    monkeypatch.setattr(space_module, "free_bytes", lambda folder: free.get(folder, 50e9))
    await app.container.settings.set(
        ConversionSection, place=OutputPlace.FOLDER, folder=str(results))
    await converted(app, short_sound)
    assert app.notices == []
    free[results] = 1.5e9
    await converted_again(app, app.container.rvc.items[0])
    await eventually(lambda: f"Only 1.5 GB are free on the disk of “{results}”." in app.notices)
    assert app.run.actions.can_run(app.container.notices.open[0].actions[0])
    app.container.notices.dismiss(app.container.notices.open[0].id)
    await converted(app, write_noise(results.parent / "b.wav", 0.5))
    assert app.notices == [], "once"
    await app.container.settings.set(StorageSection, warn_free_gb=1.0)
    await converted(app, write_noise(results.parent / "c.wav", 0.5))
    await app.container.settings.set(StorageSection, warn_free_gb=2.0)
    await converted(app, write_noise(results.parent / "d.wav", 0.5))
    assert any("Only 1.5 GB" in words for words in app.notices), "again, after there was enough by the setting"

"""Songs and library voices in the RVC panel: what is chosen reaches the engine, and what it made can be heard."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from characoid_desktop.core.lights import LightState
from characoid_desktop.core.paths import AppPaths
from characoid_desktop.features.rvc.models import ItemState
from characoid_desktop.features.rvc.parameters import Method
from characoid_desktop.features.rvc.voices_port import External
from characoid_desktop.settings.sections.engines import EnginesSection, RvcEngine
from characoid_desktop.ui.panels.rvc_session.options_row import VOICE
from characoid_desktop.ui.panels.rvc_session.pictures import Look
from characoid_desktop.ui.panels.rvc_session.playing import Version
from characoid_desktop.ui.panels.rvc_session.voice_combo import LIBRARY
from tests.fakes.eventually import eventually
from tests.fakes.held_models import note
from tests.fakes.rvc_panel import RvcPanel, rvc_panel


@pytest.fixture
def music(tmp_path: Path) -> Path:
    folder = tmp_path / "music"
    folder.mkdir()
    return folder


async def filled(panel: RvcPanel, folder: Path, *, contentvec: bool = True, **facts: Any) -> str:
    """Put a voice with its index (and ContentVec) into the library; return the voice's id."""
    drop = folder / "drop"
    paths = [note(drop / "mika.pth", f0_median=246.94, **facts), note(drop / "added_mika.index", "index")]
    if contentvec:
        paths.append(note(drop / "pytorch_model.bin", "contentvec"))
    report = await panel.voices.import_paths(paths)
    assert not report.refused
    return panel.voices.voices[0].id


async def song(panel: RvcPanel, music: Path, name: str = "song.wav") -> None:
    (music / name).write_bytes(name.encode())
    await panel.add(music / name)
    await panel.known()


async def converted(panel: RvcPanel) -> None:
    panel.model.convert()
    await eventually(lambda: panel.model.current is not None and panel.model.current.state is ItemState.DONE)


async def test_a_library_voice_is_chosen_and_converts_with_its_parameters(home: AppPaths, music: Path) -> None:
    async with rvc_panel(home) as panel:
        voice = await filled(panel, music)
        await song(panel, music)
        options = panel.view.stage.options
        assert options.voice.keys[0] == f"{VOICE}{voice}"
        options.voice.chosen.emit(f"{VOICE}{voice}")
        assert options.voice.value == f"{VOICE}{voice}"
        assert options._voice.help.text() == "v2 · 40 kHz · index"
        panel.model.set_pitch(3.0)
        options.params.changed.emit("protect", 0.2)
        options.params.changed.emit("seed", 77)
        await converted(panel)
        request, = panel.rvc.of("convert_voice")
        assert Path(request["voice"]).name == voice
        assert Path(request["index"]).name == "index.faiss"
        assert (request["params"]["pitch"], request["params"]["protect"], request["params"]["seed"]) == (3.0, 0.2, 77)
        assert panel.model.current is not None
        assert panel.model.current.result is not None
        assert panel.model.current.result.path.name == "song (mika).wav"


async def test_what_a_voice_lacks_is_said_under_it_with_the_way_to_the_library(home: AppPaths, music: Path) -> None:
    async with rvc_panel(home) as panel:
        voice = await filled(panel, music, contentvec=False)
        await song(panel, music)
        options = panel.view.stage.options
        assert not options.library.isVisible()
        panel.model.making.choose_voice(voice)
        assert "ContentVec" in options._voice.help.text()
        QTest.mouseClick(options.library, Qt.MouseButton.LeftButton)
        assert panel.view.shows_library
        assert panel.view.library is not None
        assert any("ContentVec" in one.accessibleDescription() for one in panel.view.library.need_notices)
        await panel.voices.import_paths([note(music / "pytorch_model.bin", "contentvec")])
        assert not any("ContentVec" in one.accessibleDescription() for one in panel.view.library.need_notices)
        panel.view.hide_library()
        assert not options.library.isVisible()
        assert options._voice.help.text() == "v2 · 40 kHz · index"


async def test_the_last_row_of_the_voices_only_leads_to_the_library(home: AppPaths, music: Path) -> None:
    async with rvc_panel(home) as panel:
        await song(panel, music)
        combo = panel.view.stage.options.voice
        combo.setCurrentIndex(combo.count() - 1)
        combo.activated.emit(combo.count() - 1)
        assert panel.view.shows_library
        assert combo.value == "higher"
        assert LIBRARY in combo.keys


async def test_a_song_goes_through_four_steps_and_each_part_can_be_heard(home: AppPaths, music: Path) -> None:
    async with rvc_panel(home) as panel:
        await song(panel, music)
        stage = panel.view.stage
        assert stage.steps.isHidden()
        stage.options.way.chosen.emit("centre")
        assert [step.state for step in stage.steps.steps] == [LightState.OFF] * 4
        assert len(panel.model.listening.versions) == 5
        panel.rvc.hold("convert")
        panel.model.convert()
        await eventually(lambda: [step.state for step in stage.steps.steps] == [
            LightState.READY, LightState.READY, LightState.WORKING, LightState.OFF])
        assert stage.status.job.texts()[0] == "Converting to Higher"
        assert panel.model.listening.has(Version.VOCALS)
        assert not panel.model.listening.has(Version.MIX)
        assert "Converting" in panel.model.queue.index(0).data(Qt.ItemDataRole.AccessibleTextRole)
        panel.rvc.go()
        await eventually(lambda: panel.model.counts.done == 1)
        assert [step.state for step in stage.steps.steps] == [LightState.READY] * 4
        assert panel.rvc.of("separate")[0]["method"] == "centre"
        await eventually(lambda: set(panel.model.pictures.known()) == set(Version))
        stage.tracks.source.wave.setFocus()
        for number, version in enumerate(Version):
            QTest.keyClick(stage.tracks.source.wave, Qt.Key(Qt.Key.Key_1 + number))
            assert panel.model.listening.version is version
            assert stage.versions.value is version
            row = next(row for row in stage.tracks.rows if stage.tracks.version_of(row) is version)
            assert row.isVisible()


async def test_all_versions_of_a_song_play_at_the_level_of_the_quietest(home: AppPaths, music: Path) -> None:
    async with rvc_panel(home) as panel:
        await song(panel, music)
        panel.model.making.set_way("centre")
        await converted(panel)
        listening = panel.model.listening
        await eventually(lambda: listening.loudness(Version.VOCALS) == -20.0 and listening.loudness(
            Version.INSTRUMENTAL) == -20.0)
        assert [listening._gain(one) for one in (Version.ORIGINAL, Version.VOCALS, Version.MIX)] == [-2.0, 0.0, -6.0]


async def test_the_mixer_reaches_the_engine(home: AppPaths, music: Path) -> None:
    async with rvc_panel(home) as panel:
        await song(panel, music)
        stage, mix = panel.view.stage, panel.view.stage.options.mix
        stage.options.way.chosen.emit("centre")
        stage.options.mix_section.set_open(True)
        mix.loudness.chosen.emit(-16.0)
        mix.highpass.changed.emit(80.0)
        mix.align.changed.emit(-20.0)
        mix.music_key.changed.emit(-2.0)
        mix.reverb.changed.emit(0.3)
        QTest.mouseClick(mix.limiter, Qt.MouseButton.LeftButton)
        assert stage.tracks.made.gain is not None
        assert stage.tracks.music.gain is not None
        stage.tracks.made.gain.changed.emit(1.5)
        stage.tracks.music.gain.changed.emit(-3.0)
        await converted(panel)
        request, = panel.rvc.of("mix")
        assert request["gains"] == {"vocals_db": 1.5, "instrumental_db": -3.0}
        assert (request["loudness_lufs"], request["highpass_hz"], request["align_ms"]) == (-16.0, 80.0, -20.0)
        assert request["instrumental_semitones"] == -2.0
        assert request["reverb"]["amount"] == 0.3
        assert request["limiter"] is False
        assert stage.options.mix_section.summary.text().startswith("−16 LUFS · no limiter")


async def test_a_voice_alone_shows_no_music_and_is_not_taken_apart(home: AppPaths, music: Path) -> None:
    async with rvc_panel(home) as panel:
        voice = await filled(panel, music)
        await song(panel, music, "talk.wav")
        panel.model.making.choose_voice(voice)
        assert panel.model.making.way.key == "alone"
        assert not panel.view.stage.tracks.music.isVisible()
        assert len(panel.view.stage.steps.steps) == 3
        await converted(panel)
        assert not panel.rvc.of("separate")
        assert panel.model.listening.versions == (Version.ORIGINAL, Version.CONVERTED)


async def test_installed_models_are_ways_and_slow_ones_say_how_long(home: AppPaths, music: Path) -> None:
    async with rvc_panel(home) as panel:
        await panel.voices.import_paths([
            note(music / "roformer.ckpt", "separation", model_kind="bs_roformer", stems=["vocals", "other"]),
            note(music / "karaoke.onnx", "separation", model_kind="mdx_onnx", stems=["lead", "backing"])])
        await song(panel, music)
        making, options = panel.model.making, panel.view.stage.options
        slow = next(way for way in making.ways if way.slow)
        assert "roformer (slow)" in str(slow.label)
        options.way.chosen.emit(slow.key)
        assert "about" in options._way.help.text()
        options.mix_section.set_open(True)
        (link, on), = making.links
        assert not on
        QTest.mouseClick(options.mix._links[link.id], Qt.MouseButton.LeftButton, pos=QPoint(8, 12))
        assert making.links[0][1]
        await converted(panel)
        request, = panel.rvc.of("separate")
        assert request["method"] == Method.MODEL.value
        assert [step["role"] for step in request["steps"]] == ["lead_backing"]


async def test_the_key_is_suggested_once_the_singer_was_measured(home: AppPaths, music: Path) -> None:
    async with rvc_panel(home) as panel:
        voice = await filled(panel, music)
        await song(panel, music)
        key = panel.view.stage.options.key
        panel.model.making.choose_voice(voice)
        assert panel.model.making.suggested_key is None
        panel.model.set_pitch(0.0)
        await converted(panel)  # the engine heard 220 Hz; the voice is at 247 Hz
        assert panel.model.making.suggested_key == 2
        assert key.suggested.words == "Take +2"
        QTest.mouseClick(key.suggested, Qt.MouseButton.LeftButton)
        assert panel.model.choice.key == 2.0
        assert not key.suggested.isVisible()
        QTest.keyClick(key.auto, Qt.Key.Key_Space)
        assert panel.model.making.params.auto_key


async def test_a_voice_without_pitch_takes_no_key(home: AppPaths, music: Path) -> None:
    async with rvc_panel(home) as panel:
        voice = await filled(panel, music, f0=False)
        await song(panel, music)
        panel.model.making.choose_voice(voice)
        assert not panel.view.stage.options.key.pitch.isEnabled()
        assert not panel.view.stage.options.params.method.isEnabled()


async def test_settings_can_be_kept_for_a_voice_and_new_files_begin_with_them(home: AppPaths, music: Path) -> None:
    async with rvc_panel(home) as panel:
        voice = await filled(panel, music, speakers=3)
        await song(panel, music)
        panel.model.making.choose_voice(voice)
        options = panel.view.stage.options
        options.voice_section.set_open(True)
        options.params.changed.emit("index_rate", 0.4)
        options.params.changed.emit("speaker", 2)
        options.params.changed.emit("seed", 5)
        QTest.mouseClick(options.params.keep, Qt.MouseButton.LeftButton)
        await eventually(lambda: panel.voices.voices[0].params.get("index_rate") == 0.4)
        assert "seed" not in panel.voices.voices[0].params
        panel.model.set_preset("deep")
        panel.model.making.choose_voice(voice)
        assert (panel.model.making.params.index_rate, panel.model.making.params.speaker) == (0.4, 2)


async def test_a_preview_of_a_song_is_made_with_the_chosen_voice(home: AppPaths, music: Path) -> None:
    async with rvc_panel(home) as panel:
        voice = await filled(panel, music)
        await song(panel, music)
        panel.model.making.choose_voice(voice)
        panel.model.making.set_way("centre")
        panel.model.set_region(4.0, 6.0)
        panel.model.preview_region()
        await eventually(lambda: panel.model.listening.preview is not None)
        request, = panel.rvc.of("convert_voice")
        assert (request["start_s"], request["seconds"]) == (4.0, 2.0)
        assert panel.model.listening.version is Version.CONVERTED
        assert panel.view.stage.tracks.made.note.text() == "preview"
        await eventually(lambda: not panel.model.is_previewing)


async def test_sounds_are_drawn_as_spectrograms_when_that_is_chosen(home: AppPaths, music: Path) -> None:
    async with rvc_panel(home) as panel:
        await song(panel, music)
        stage = panel.view.stage
        assert not panel.media.of("spectrogram")
        QTest.mouseClick(stage.look.buttons[1], Qt.MouseButton.LeftButton)
        await eventually(lambda: stage.tracks.source.wave._image is not None)
        assert stage.tracks.made.wave._image is None  # nothing is converted yet
        panel.model.pictures.set_look(Look.WAVEFORM)
        assert stage.tracks.source.wave._image is None


async def test_the_queue_says_its_order_pauses_and_lets_one_go_first(home: AppPaths, music: Path) -> None:
    async with rvc_panel(home) as panel:
        for name in ("a.wav", "b.wav", "c.wav"):
            (music / name).write_bytes(b"x")
        await panel.add(music / "a.wav", music / "b.wav", music / "c.wav")
        panel.rvc.hold()
        panel.model.convert()
        await eventually(lambda: panel.rvc.running == 1)

        def words(name: str) -> str:
            row = panel.model.queue.row(panel.bench.item(name).id)
            return panel.model.queue.index(row).data(Qt.ItemDataRole.AccessibleTextRole)

        await eventually(lambda: words("b.wav").endswith("In the queue, next"))
        assert words("c.wav").endswith("In the queue, number 2")
        panel.view.queue.list.menu_wanted.emit(2, QPoint(10, 10))
        menu = panel.view.queue.menu
        assert menu is not None
        menu.actions()[0].trigger()
        menu.close()
        assert words("c.wav").endswith("In the queue, next")
        QTest.mouseClick(panel.view.queue.more, Qt.MouseButton.LeftButton)
        menu = panel.view.queue.menu
        assert menu is not None
        assert menu.actions()[0].text() == "Pause after this file"
        menu.actions()[0].trigger()
        menu.close()
        assert panel.model.is_paused
        panel.rvc.go()
        await eventually(lambda: panel.model.counts.done == 1)
        assert panel.model.counts.active == 2
        QTest.mouseClick(panel.view.queue.go_on, Qt.MouseButton.LeftButton)
        await eventually(lambda: panel.model.counts.done == 3)


async def test_want_of_memory_offers_smaller_pieces(home: AppPaths, music: Path) -> None:
    async with rvc_panel(home) as panel:
        voice = await filled(panel, music)
        await song(panel, music)
        panel.model.making.choose_voice(voice)
        panel.rvc.errors["convert_voice"] = "out_of_memory"
        panel.model.convert()
        await eventually(lambda: panel.model.current is not None and panel.model.current.state is ItemState.FAILED)
        notice = panel.view.stage.status.error
        assert notice is not None
        assert [button.words for button in notice.buttons] == ["Try with smaller pieces", "Try again"]
        assert [step.state for step in panel.view.stage.steps.steps] == [
            LightState.READY, LightState.FAILED, LightState.OFF]
        panel.rvc.errors.clear()
        QTest.mouseClick(notice.buttons[0], Qt.MouseButton.LeftButton)
        await eventually(lambda: panel.model.counts.done == 1)
        assert panel.rvc.of("convert_voice")[-1]["chunk_s"] == 5.0


async def test_a_voice_that_was_removed_stays_named_until_another_is_chosen(home: AppPaths, music: Path) -> None:
    async with rvc_panel(home) as panel:
        voice = await filled(panel, music)
        await song(panel, music)
        panel.model.making.choose_voice(voice)
        await panel.voices.delete(voice)
        options = panel.view.stage.options
        assert options.voice.currentText() == "A voice that is gone"
        assert "not in the library any more" in options._voice.help.text()
        options.voice.chosen.emit("deep")
        assert panel.model.choice.voice is None
        assert options.voice.value == "deep"


async def test_the_pane_follows_a_pause_that_was_asked_for_elsewhere(home: AppPaths, music: Path) -> None:
    async with rvc_panel(home) as panel:
        await song(panel, music)
        panel.bench.service.pause()  # as a tool does
        assert panel.model.is_paused
        assert not panel.view.queue.go_on.isHidden()
        panel.bench.service.resume()
        assert panel.view.queue.go_on.isHidden()


async def test_with_an_engine_of_the_users_own_the_panel_says_what_acts_and_what_is_missing(
    home: AppPaths, music: Path, monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with rvc_panel(home) as panel:
        voice = await filled(panel, music, contentvec=False)
        await song(panel, music)
        panel.model.making.choose_voice(voice)
        panel.model.making.set_param("f0_method", "rmvpe")
        assets = panel.bench.service.library.assets
        external = External("rvc-next", "")
        monkeypatch.setattr(panel.bench.service.library, "assets", lambda: replace(assets(), external=external))
        await panel.settings.set(EnginesSection, rvc_engine=RvcEngine.RVC_NEXT)
        options = panel.view.stage.options
        assert "its program is not named" in options._voice.help.text()
        assert options.library.text() == "Open Settings"
        options.library.click()
        assert panel.actions[-1].args == {"page": "engines"}
        external = External("rvc-next", "/opt/rvc-next")
        await panel.settings.set(EnginesSection, rvc_next_program="/opt/rvc-next")
        assert options._voice.help.text() == "v2 · 40 kHz · index"
        assert options.params._method.help.text() == "rvc-next takes its own weights."
        assert not options.params.seed.isEnabled()

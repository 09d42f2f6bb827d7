"""The RVC panel: what the user sees and does, over a real session."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from characoid_desktop.audio.playback import PlayerState
from characoid_desktop.core.errors import ActionKind
from characoid_desktop.core.paths import AppPaths
from characoid_desktop.features.rvc.models import ItemState
from characoid_desktop.settings.sections.conversion import ConversionSection, OutputFormat, OutputPlace
from characoid_desktop.ui.panels.rvc_session.model import Scope
from characoid_desktop.ui.panels.rvc_session.playing import Version
from characoid_desktop.ui.panels.rvc_session.view import RvcView
from tests.fakes.eventually import eventually
from tests.fakes.rvc_panel import SMALL, RvcPanel, rvc_panel


@pytest.fixture
def music(tmp_path: Path) -> Path:
    folder = tmp_path / "music"
    folder.mkdir()
    return folder


def songs(folder: Path, *names: str) -> list[Path]:
    paths = [folder / name for name in names]
    for path in paths:
        path.write_bytes(path.name.encode())
    return paths


def click(widget: QWidget) -> None:
    assert widget.isVisible()
    assert widget.isEnabled(), "a button that cannot be pressed"
    QTest.mouseClick(widget, Qt.MouseButton.LeftButton)


def status_page(panel: RvcPanel) -> str:
    status = panel.view.stage.status
    pages = {status.ready: "ready", status.job: "job", status.done: "done"}
    return pages.get(status.currentWidget(), "error")  # type: ignore[arg-type]


async def done(panel: RvcPanel, music: Path, name: str = "a.wav") -> None:
    """A session with one converted file."""
    await panel.add(*songs(music, name))
    await panel.known()
    panel.model.convert()
    await eventually(lambda: panel.model.current is not None and panel.model.current.state is ItemState.DONE)


async def test_an_empty_panel_invites_and_a_drop_opens_the_session(home: AppPaths, music: Path) -> None:
    async with rvc_panel(home) as panel:
        assert panel.view.empty.isVisible()
        assert not panel.view.queue.isVisible()
        mime = QMimeData()
        mime.setUrls([QUrl.fromLocalFile(str(path)) for path in songs(music, "夜.wav", "b.wav")])
        panel.view.target.dropEvent(QDropEvent(
            QPointF(10, 10), Qt.DropAction.CopyAction, mime, Qt.MouseButton.LeftButton,
            Qt.KeyboardModifier.NoModifier))
        await eventually(lambda: panel.view.queue.isVisible())
        assert panel.model.counts.all == 2
        assert panel.model.current is not None
        assert panel.model.current.name == "b.wav"


async def test_the_sample_comes_with_one_click(home: AppPaths) -> None:
    async with rvc_panel(home) as panel:
        click(panel.view.sample)
        await eventually(lambda: panel.model.current is not None)
        assert panel.model.current is not None
        assert panel.model.current.path.stat().st_size > 400_000


async def test_convert_runs_shows_progress_and_ends_with_a_file_to_drag_out(home: AppPaths, music: Path) -> None:
    async with rvc_panel(home) as panel:
        await panel.add(*songs(music, "a.wav"))
        await panel.known()
        assert status_page(panel) == "ready"
        panel.rvc.hold()
        click(panel.view.stage.bottom.convert)
        await eventually(lambda: panel.view.stage.status.job.fraction == 0.5)
        assert status_page(panel) == "job"
        assert panel.view.stage.status.job.texts()[0] == "Converting to Higher"
        assert not panel.view.stage.bottom.convert.isEnabled()
        panel.rvc.go()
        await eventually(lambda: status_page(panel) == "done")
        handle = panel.view.stage.status.handle
        assert handle.isEnabled()
        urls = [Path(url.toLocalFile()) for url in handle.mime().urls()]
        assert urls == [music / "a (Higher).wav"]
        assert urls[0].is_file()
        await eventually(lambda: panel.view.stage.bottom.convert.words == "Convert again")


async def test_cancel_stops_the_file_and_nothing_of_it_is_left(home: AppPaths, music: Path) -> None:
    async with rvc_panel(home) as panel:
        await panel.add(*songs(music, "a.wav"))
        panel.rvc.hold()
        panel.model.convert()
        await eventually(lambda: status_page(panel) == "job" and panel.rvc.running)
        click(panel.view.stage.status.job.cancel_button)
        await eventually(lambda: status_page(panel) == "ready")
        assert panel.model.current is not None
        assert panel.model.current.state is ItemState.CANCELLED
        await eventually(lambda: os.listdir(music) == ["a.wav"])


async def test_what_failed_says_why_and_retry_does_it_again(home: AppPaths, music: Path) -> None:
    async with rvc_panel(home) as panel:
        await panel.add(*songs(music, "a.wav"))
        await panel.known()
        panel.rvc.errors["a.wav"] = "out_of_memory"
        panel.model.convert()
        await eventually(lambda: status_page(panel) == "error")
        notice = panel.view.stage.status.error
        assert notice is not None
        assert "There was not enough memory" in notice.accessibleName()
        assert "a.wav" not in notice.accessibleName()  # the name stands over it
        panel.rvc.errors.clear()
        click(notice.buttons[0])
        await eventually(lambda: status_page(panel) == "done")


async def test_remove_on_the_last_item_shows_the_invitation_again(home: AppPaths, music: Path) -> None:
    async with rvc_panel(home) as panel:
        panel.media.errors["a.wav"] = "no_audio"
        await panel.add(*songs(music, "a.wav"))
        await eventually(lambda: status_page(panel) == "error")
        notice = panel.view.stage.status.error
        assert notice is not None
        click(notice.buttons[1])
        await eventually(lambda: panel.view.empty.isVisible())
        assert panel.model.current is None
        assert (music / "a.wav").is_file()


async def test_removing_the_current_item_chooses_another(home: AppPaths, music: Path) -> None:
    async with rvc_panel(home) as panel:
        await panel.add(*songs(music, "a.wav", "b.wav"))
        panel.model.remove_current()
        await eventually(lambda: panel.model.counts.all == 1)
        assert panel.model.current is not None
        assert panel.model.current.name == "b.wav"
        assert panel.view.queue.list.currentIndex().row() == 0


async def test_five_hundred_files_make_no_five_hundred_widgets(home: AppPaths, music: Path) -> None:
    async with rvc_panel(home) as panel:
        before = len(panel.view.findChildren(QWidget))
        songs(music, *(f"{n:03}.wav" for n in range(500)))
        panel.model.add_files([music])
        await eventually(lambda: panel.model.counts.all == 500 and not panel.model.is_adding, 30)
        assert panel.model.queue.rowCount() == 500
        assert len(panel.view.findChildren(QWidget)) <= before + 5
        # Only what is in view is looked at.
        await eventually(lambda: len(panel.media.of("probe")) >= 5)
        await eventually(lambda: not panel.bench.service._looking.is_busy)
        assert len(panel.media.of("probe")) < 20
        panel.view.queue.list.scrollToBottom()
        await eventually(lambda: any(Path(p["path"]).name == "499.wav" for p in panel.media.of("probe")))
        assert len(panel.media.of("probe")) < 40


async def test_the_count_and_the_button_follow_the_whole_list(home: AppPaths, music: Path) -> None:
    async with rvc_panel(home) as panel:
        await panel.add(*songs(music, "a.wav", "b.wav", "c.wav"))
        assert panel.view.stage.bottom.convert.words == "Convert 3 files"
        panel.rvc.hold()
        click(panel.view.stage.status.only_this)
        await eventually(lambda: panel.model.counts.active == 1)
        assert panel.view.stage.bottom.convert.words == "Convert 2 files"
        panel.rvc.go()
        await eventually(lambda: panel.model.counts.done == 1)
        panel.model.clear_done()
        await eventually(lambda: panel.model.counts.all == 2)


async def test_stopping_several_asks_first(home: AppPaths, music: Path) -> None:
    async with rvc_panel(home) as panel:
        await panel.add(*songs(music, "a.wav", "b.wav"))
        panel.rvc.hold()
        panel.model.convert()
        await eventually(lambda: panel.model.counts.active == 2)
        click(panel.view.queue.more)
        menu = panel.view.queue.menu
        assert menu is not None
        stop = next(action for action in menu.actions() if action.text() == "Stop all conversions")
        stop.trigger()
        menu.close()
        assert panel.model.counts.active == 2
        question, yes = panel.asked[0]
        assert "2" in question
        yes()
        await eventually(lambda: panel.model.counts.active == 0)


async def test_keys_one_and_two_switch_the_version_at_the_same_position(home: AppPaths, music: Path) -> None:
    async with rvc_panel(home) as panel:
        await done(panel, music)
        wave = panel.view.stage.tracks.source.wave
        wave.setFocus()
        panel.model.listening.seek(3.0)
        QTest.keyClick(wave, Qt.Key.Key_Space)
        await eventually(lambda: panel.player.state is PlayerState.PLAYING)
        await eventually(lambda: panel.player._voice.ring.state.buffered > 8_000)  # type: ignore[union-attr]
        panel.sound.stream.pull(4_000)
        QTest.keyClick(wave, Qt.Key.Key_2)
        assert panel.model.listening.version is Version.CONVERTED
        assert panel.view.stage.versions.value is Version.CONVERTED
        await eventually(lambda: any(p["path"].endswith("(Higher).wav") for p in panel.media.of("pcm")))
        request = next(p for p in panel.media.of("pcm") if p["path"].endswith("(Higher).wav"))
        assert request["start_s"] == pytest.approx(3.5, abs=0.3)
        assert request["gain_db"] == pytest.approx(-4.0)  # −14 LUFS brought down to −18
        assert panel.model.listening.position == pytest.approx(3.5, abs=0.1)
        QTest.keyClick(wave, Qt.Key.Key_1)
        assert panel.model.listening.version is Version.ORIGINAL
        QTest.keyClick(wave, Qt.Key.Key_Space)
        assert panel.player.state is PlayerState.PAUSED


async def test_before_there_is_a_result_version_two_cannot_be_chosen(home: AppPaths, music: Path) -> None:
    async with rvc_panel(home) as panel:
        await panel.add(*songs(music, "a.wav"))
        await panel.known()
        assert not panel.view.stage.versions.buttons[1].isEnabled()
        assert panel.view.stage.versions.buttons[1].toolTip()
        QTest.keyClick(panel.view.stage.tracks.source.wave, Qt.Key.Key_2)
        assert panel.model.listening.version is Version.ORIGINAL


async def test_preview_converts_the_region_and_plays_it(home: AppPaths, music: Path) -> None:
    async with rvc_panel(home) as panel:
        await panel.add(*songs(music, "a.wav"))
        await panel.known()
        panel.view.stage.tracks.source.wave.region_changed.emit(5.0, 7.0)
        click(panel.view.stage.tracks.preview)
        await eventually(lambda: panel.player.state is PlayerState.PLAYING)
        wish = panel.media.of("preview")[0]
        assert (wish["start_s"], wish["seconds"]) == (5.0, 2.0)
        assert panel.model.listening.version is Version.CONVERTED
        assert panel.model.listening.position == pytest.approx(5.0, abs=0.1)
        picture = panel.model.picture(Version.CONVERTED)
        assert picture is not None
        assert picture[:2] == b"\0\0"
        assert any(picture[2 * 1000 * 5 // 30: 2 * 1000 * 7 // 30])
        panel.model.listening.toggle()
        panel.model.set_pitch(7.0)  # what was previewed is no longer what would come out
        assert panel.model.listening.preview is None


async def test_a_preview_that_is_heard_follows_the_key_and_goes_on_at_the_same_place(
    home: AppPaths, music: Path
) -> None:
    async with rvc_panel(home) as panel:
        await panel.add(*songs(music, "a.wav"))
        await panel.known()
        panel.model.set_region(5.0, 9.0)
        panel.model.preview_region()
        await eventually(lambda: panel.player.state is PlayerState.PLAYING)
        first, place = panel.model.listening.preview, panel.model.listening.position
        for semitones in (5.0, 6.0, 7.0):  # a slider on its way
            panel.model.set_pitch(semitones)
        await eventually(lambda: panel.model.listening.preview not in (None, first))
        wishes = panel.media.of("preview")
        assert [wish["effect"]["semitones"] for wish in wishes] == [4.0, 7.0]
        assert panel.model.listening.version is Version.CONVERTED
        assert panel.player.state is PlayerState.PLAYING
        assert panel.model.listening.position >= place
        await eventually(lambda: not panel.model.is_previewing)


async def test_a_key_chosen_in_the_panel_is_for_new_files_too(home: AppPaths, music: Path) -> None:
    async with rvc_panel(home) as panel:
        await panel.add(*songs(music, "a.wav"))
        panel.model.set_preset("deep")
        panel.model.set_pitch(-3.0)
        await eventually(lambda: panel.settings.get(ConversionSection).preset == "deep")
        await panel.add(*songs(music, "b.wav"))
        assert [item.choice.key for item in panel.model.items] == [-3.0, -3.0]


async def test_a_preview_that_fails_is_a_notice_with_the_name(home: AppPaths, music: Path) -> None:
    async with rvc_panel(home) as panel:
        await panel.add(*songs(music, "a.wav"))
        await panel.known()
        panel.media.errors["a.wav"] = "damaged"
        panel.model.preview_region()
        await eventually(lambda: "“a.wav”" in panel.notice)
        assert not panel.model.is_previewing


async def test_without_a_sound_output_playing_says_so(home: AppPaths, music: Path) -> None:
    async with rvc_panel(home) as panel:
        panel.sound.no_device = True
        await panel.add(*songs(music, "a.wav"))
        await panel.known()
        click(panel.view.stage.tracks.play)
        await eventually(lambda: panel.notice.startswith("No sound output was found."))
        assert not panel.view.stage.tracks.play.is_playing


async def test_options_are_for_all_waiting_files_or_for_one(home: AppPaths, music: Path) -> None:
    async with rvc_panel(home) as panel:
        await panel.add(*songs(music, "a.wav", "b.wav"))
        panel.model.set_preset("deep")
        assert [item.choice.preset_id for item in panel.model.items] == ["deep", "deep"]
        panel.model.set_scope(Scope.ONE)
        panel.model.set_preset("robot")
        panel.model.set_format(OutputFormat.FLAC)
        assert [item.choice.preset_id for item in panel.model.items] == ["robot", "deep"]
        assert [item.choice.format for item in panel.model.items] == [OutputFormat.FLAC, OutputFormat.WAV]
        panel.model.step(1)
        assert panel.view.stage.options.voice.value == "deep"
        assert panel.view.stage.options.key.pitch.value == -5.0
        await eventually(lambda: panel.settings.get(ConversionSection).preset == "deep")


async def test_the_example_follows_the_template_and_a_slip_is_told(home: AppPaths, music: Path) -> None:
    async with rvc_panel(home) as panel:
        await panel.add(*songs(music, "a.wav"))
        panel.view.stage.options.file_section.set_open(True)
        options = panel.view.stage.options.file
        options.template.setFocus()
        options.template.selectAll()
        QTest.keyClicks(options.template, "{title} {key} 1")
        assert options.name_field.help.text() == "a +4 1.wav"
        QTest.keyClick(options.template, Qt.Key.Key_Return)
        await eventually(lambda: panel.settings.get(ConversionSection).file_name == "{title} {key} 1")
        options.template.selectAll()
        QTest.keyClicks(options.template, "{titel}")
        assert "{titel}" in options.name_field.help.text()
        assert options.template.is_invalid
        QTest.keyClick(options.template, Qt.Key.Key_Return)
        assert panel.settings.get(ConversionSection).file_name == "{title} {key} 1"


async def test_a_chosen_folder_is_kept_and_used(home: AppPaths, music: Path, tmp_path: Path) -> None:
    async with rvc_panel(home) as panel:
        await panel.add(*songs(music, "a.wav"))
        panel.view.ask_for_output_folder()
        dialog = panel.view.dialog
        assert dialog is not None
        dialog.filesSelected.emit([str(tmp_path / "out")])
        dialog.close()
        await eventually(lambda: panel.settings.get(ConversionSection).place is OutputPlace.FOLDER)
        panel.model.convert()
        await eventually(lambda: panel.model.counts.done == 1)
        assert os.listdir(tmp_path / "out") == ["a (Higher).wav"]
        panel.model.open_results()
        assert panel.actions[-1].kind is ActionKind.OPEN_FOLDER
        assert panel.actions[-1].args == {"path": str(tmp_path / "out")}


async def test_file_dialogs_open_without_blocking_and_take_what_was_chosen(home: AppPaths, music: Path) -> None:
    async with rvc_panel(home) as panel:
        click(panel.view.choose)
        dialog = panel.view.dialog
        assert dialog is not None
        assert dialog.isVisible()
        dialog.filesSelected.emit([str(path) for path in songs(music, "a.wav", "b.wav")])
        dialog.close()
        await eventually(lambda: panel.model.counts.all == 2)
        assert panel.view.dialog is None


async def test_save_as_copies_the_result(home: AppPaths, music: Path, tmp_path: Path) -> None:
    async with rvc_panel(home) as panel:
        await done(panel, music)
        click(panel.view.stage.status.save)
        dialog = panel.view.dialog
        assert dialog is not None
        dialog.filesSelected.emit([str(tmp_path / "mine.wav")])
        dialog.close()
        await eventually(lambda: (tmp_path / "mine.wav").exists())
        await eventually(lambda: "mine.wav" in panel.notice)


async def test_refused_files_are_told_once_and_the_others_are_added(home: AppPaths, music: Path) -> None:
    async with rvc_panel(home) as panel:
        good, = songs(music, "a.wav")
        await panel.add(good, music / "gone.wav", music / "gone2.wav")
        await eventually(lambda: "gone.wav" in panel.notice)
        assert "One more could not be added." in panel.notice
        assert panel.model.counts.all == 1
        panel.model.add_files([good])
        await eventually(lambda: panel.notice == "These files are in the list already.")
        (music / "texts").mkdir()
        songs(music / "texts", "a.txt")
        panel.model.add_files([music / "texts"])
        await eventually(lambda: "No audio or video file" in panel.notice)


async def test_the_list_is_driven_by_the_keyboard(home: AppPaths, music: Path) -> None:
    async with rvc_panel(home) as panel:
        await panel.add(*songs(music, "a.wav", "b.wav", "c.wav"))
        rows = panel.view.queue.list
        rows.setFocus()
        QTest.keyClick(rows, Qt.Key.Key_Down)
        assert panel.model.current is not None
        assert panel.model.current.name == "b.wav"
        QTest.keyClick(rows, Qt.Key.Key_Delete)
        await eventually(lambda: panel.model.counts.all == 2)
        assert [item.name for item in panel.model.items] == ["a.wav", "c.wav"]


async def test_the_row_menu_fits_the_state(home: AppPaths, music: Path) -> None:
    async with rvc_panel(home) as panel:
        await done(panel, music)
        panel.view.queue.list.menu_wanted.emit(0, QPoint(10, 10))
        menu = panel.view.queue.menu
        assert menu is not None
        words = [action.text() for action in menu.actions() if not action.isSeparator()]
        assert words == ["Convert again", "Show result in folder", "Remove from the list"]
        menu.actions()[1].trigger()
        menu.close()
        assert panel.actions[-1].args == {"path": str(music / "a (Higher).wav")}


async def test_a_screen_reader_hears_name_facts_and_state(home: AppPaths, music: Path) -> None:
    async with rvc_panel(home) as panel:
        await panel.add(*songs(music, "a.wav"))
        await panel.known()
        index = panel.model.queue.index(0)
        words = index.data(Qt.ItemDataRole.AccessibleTextRole)
        assert words == "a.wav, 0:30 · 44.1 kHz stereo, Waiting"


async def test_in_a_small_window_the_list_folds_and_opens_again(home: AppPaths, music: Path) -> None:
    async with rvc_panel(home, size=SMALL) as panel:
        await panel.add(*songs(music, "a.wav", "b.wav"))
        assert panel.view.is_folded
        assert not panel.view.queue.isVisible()
        bar = panel.view.stage.fold_bar
        click(bar.after)
        assert panel.model.current is not None
        assert panel.model.current.name == "b.wav"
        assert not bar.after.isEnabled()
        click(bar.open)
        assert panel.view.queue.isVisible()
        assert not panel.view.stage.isVisible()
        QTest.keyClick(panel.view.queue.list, Qt.Key.Key_Up)
        QTest.keyClick(panel.view.queue.list, Qt.Key.Key_Return)
        assert panel.view.stage.isVisible()
        assert panel.model.current.name == "a.wav"


async def test_the_primary_button_is_in_view_however_low_the_window(home: AppPaths, music: Path) -> None:
    async with rvc_panel(home, size=SMALL) as panel:
        await panel.add(*songs(music, "a.wav"))
        button = panel.view.stage.bottom.convert
        corner = button.mapTo(panel.view, button.rect().bottomRight())
        assert panel.view.rect().contains(corner)


async def test_a_view_that_is_thrown_away_is_gone(home: AppPaths, music: Path) -> None:
    """A change of language builds a new view of the same model; the old one must not be called any more."""
    async with rvc_panel(home) as panel:
        await panel.add(*songs(music, "a.wav"))
        second = RvcView(panel.model, lambda question, yes, do: None, panel.covers)
        gone: list[bool] = []
        second.destroyed.connect(lambda: gone.append(True))
        second.deleteLater()
        del second
        await eventually(lambda: gone)
        panel.model.set_pitch(3.0)
        panel.model.convert()
        await eventually(lambda: panel.model.counts.done == 1)
        panel.model.remove_current()
        await eventually(lambda: panel.model.counts.all == 0)


async def test_wishes_after_the_end_are_dropped(home: AppPaths, music: Path) -> None:
    async with rvc_panel(home) as panel:
        await panel.add(*songs(music, "a.wav"))
        panel.model.close()
        panel.model.convert()
        panel.model.add_files([music])
        panel.model.set_pitch(2.0)
        assert panel.model.counts.active == 0


async def test_a_preset_chosen_in_settings_is_for_files_added_from_then_on(home: AppPaths, tmp_path: Path) -> None:
    for name in ("first.wav", "second.wav"):
        (tmp_path / name).write_bytes(b"x")
    async with rvc_panel(home) as panel:
        await panel.add(tmp_path / "first.wav")
        await panel.settings.set(ConversionSection, preset="deep")
        await panel.add(tmp_path / "second.wav")
        assert [item.choice.preset_id for item in panel.model.items] == ["higher", "deep"]

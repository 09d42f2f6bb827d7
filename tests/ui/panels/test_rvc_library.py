"""The library page of the RVC panel: what is dropped, what came of it, and what is known of a voice."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent, QImage
from PySide6.QtTest import QTest

from characoid_desktop.core.errors import Action, ActionKind
from characoid_desktop.core.i18n import Text
from characoid_desktop.core.paths import AppPaths
from characoid_desktop.features.voices.models import ItemState, Kind
from characoid_desktop.ui.panels.rvc_session.library_view import LibraryView
from tests.fakes.eventually import eventually
from tests.fakes.held_models import note
from tests.fakes.rvc_panel import SMALL, WIDE, RvcPanel, rvc_panel


@pytest.fixture
def drop(tmp_path: Path) -> Path:
    folder = tmp_path / "drop"
    folder.mkdir()
    return folder


def shown(panel: RvcPanel, what: str = "") -> LibraryView:
    panel.model.open_library(what)
    assert panel.view.library is not None
    return panel.view.library


async def taken(panel: RvcPanel, *paths: Path) -> None:
    assert panel.model.library is not None
    panel.model.library.add(list(paths))
    await eventually(lambda: not panel.model.library.is_importing)  # type: ignore[union-attr]


def dropped(page: LibraryView, *paths: Path) -> None:
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    page.drop.eventFilter(page, QDropEvent(  # anywhere on the page
        QPointF(30, 30), Qt.DropAction.CopyAction, mime, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier))


async def test_an_empty_library_invites_and_a_pair_dropped_on_it_becomes_a_voice(home: AppPaths, drop: Path) -> None:
    async with rvc_panel(home) as panel:
        QTest.mouseClick(panel.view.first_voices, Qt.MouseButton.LeftButton)
        page = panel.view.library
        assert page is not None
        assert page.empty.isVisible()
        panel.models.hold()
        dropped(page, note(drop / "mika.pth"), note(drop / "added_mika.index", "index"))
        await eventually(lambda: "mika" in page.job.title.text() and page.job.isVisible())
        assert page.job.detail.text() == "step 1 of 4"
        panel.models.go()
        await eventually(lambda: page.report is not None)
        assert page.report is not None
        assert page.report.accessibleName() == "Done: “mika” was added."
        assert not page.job.isVisible()
        assert page.details.name.text() == "mika"
        assert page.details.index_name.text() == "added_mika.index"
        QTest.mouseClick(page.report.close_button, Qt.MouseButton.LeftButton)
        assert page.report is None


async def test_what_was_refused_is_said_in_plain_words_and_the_rest_is_taken(home: AppPaths, drop: Path) -> None:
    async with rvc_panel(home) as panel:
        page = shown(panel)
        await taken(panel, note(drop / "mika.pth"), note(drop / "G_9.pth", problem="training_checkpoint"))
        assert page.report is not None
        assert page.report.accessibleName() == "Warning: “mika” was added."
        assert "“G_9.pth”: " in page.report.accessibleDescription()
        (drop / "text.pth").write_text("no model")
        await taken(panel, drop / "text.pth")
        assert page.report is not None
        assert page.report.accessibleName() == "Error: Nothing was added."


async def test_a_drop_can_be_cancelled_and_what_was_taken_in_stays(home: AppPaths, drop: Path) -> None:
    async with rvc_panel(home) as panel:
        page = shown(panel)
        await taken(panel, note(drop / "first.pth"))
        panel.models.hold()
        dropped(page, note(drop / "second.pth"))
        await eventually(lambda: page.job.isVisible() and panel.models.running == 1)
        QTest.mouseClick(page.job.cancel, Qt.MouseButton.LeftButton)
        await eventually(lambda: not page.job.isVisible())
        assert [item.name for item in panel.voices.items] == ["first"]


async def test_name_author_terms_and_credit_are_kept_when_a_field_is_left(home: AppPaths, drop: Path) -> None:
    async with rvc_panel(home) as panel:
        page = shown(panel)
        await taken(panel, note(drop / "mika.pth"))
        details = page.details
        details.name.setFocus()
        details.name.selectAll()
        QTest.keyClicks(details.name, "Mika, soft")
        QTest.keyClick(details.name, Qt.Key.Key_Return)
        await eventually(lambda: panel.voices.items[0].name == "Mika, soft")
        details.credit.setFocus()
        QTest.keyClicks(details.credit, "Name Mika")
        details.author.setFocus()
        QTest.keyClicks(details.author, "Mika")
        details.licence.setFocus()
        QTest.keyClicks(details.licence, "Free")
        QTest.keyClick(details.licence, Qt.Key.Key_Return)
        await eventually(lambda: panel.voices.items[0].licence == "Free")
        item = panel.voices.items[0]
        assert (item.author, item.credit) == ("Mika", "Name Mika")
        assert page.list.model().index(1, 0).data() == "Mika, soft"
        details.name.clear()
        QTest.keyClick(details.name, Qt.Key.Key_Return)
        assert details.name.text() == "Mika, soft"  # a voice needs a name


async def test_the_parameters_that_files_begin_with_belong_to_the_voice(home: AppPaths, drop: Path) -> None:
    async with rvc_panel(home) as panel:
        page = shown(panel)
        await taken(panel, note(drop / "mika.pth"), note(drop / "added_mika.index", "index"))
        page.details.params.changed.emit("index_rate", 0.3)
        await eventually(lambda: panel.voices.items[0].params == {"index_rate": 0.3})
        assert page.details.params.index_rate.value == pytest.approx(0.3)
        assert not page.details.params.seed.isVisible()


async def test_another_index_is_taken_only_where_it_fits(home: AppPaths, drop: Path) -> None:
    async with rvc_panel(home) as panel:
        page = shown(panel)
        await taken(panel, note(drop / "mika.pth"))
        assert page.details.choose_index.words == "Choose one…"
        QTest.mouseClick(page.details.choose_index, Qt.MouseButton.LeftButton)
        assert panel.view.dialog is not None
        panel.view.dialog.filesSelected.emit([str(note(drop / "old.index", "index", dimension=256))])
        panel.view.dialog.close()
        await eventually(lambda: panel.notice)
        assert panel.voices.items[0].index is None
        QTest.mouseClick(page.details.choose_index, Qt.MouseButton.LeftButton)
        assert panel.view.dialog is not None
        panel.view.dialog.filesSelected.emit([str(note(drop / "new.index", "index"))])
        panel.view.dialog.close()
        await eventually(lambda: page.details.index_name.text() == "new.index")
        QTest.mouseClick(page.details.remove_index, Qt.MouseButton.LeftButton)
        await eventually(lambda: panel.voices.items[0].index is None)


async def test_a_picture_becomes_the_cover_in_list_details_and_voice_chooser(home: AppPaths, drop: Path) -> None:
    async with rvc_panel(home) as panel:
        page = shown(panel)
        await taken(panel, note(drop / "mika.pth"))
        image = QImage(40, 30, QImage.Format.Format_RGB32)
        image.fill(Qt.GlobalColor.red)
        image.save(str(drop / "face.png"))
        assert panel.model.library is not None
        panel.model.library.set_cover(drop / "face.png")
        id = panel.voices.items[0].id
        await eventually(lambda: panel.covers.get(id) is not None)
        cover = panel.covers.get(id)
        assert cover is not None
        assert cover.width() == cover.height()
        assert page.details.cover._shown[2] is cover


async def test_removing_asks_first_and_is_reached_by_the_delete_key(home: AppPaths, drop: Path) -> None:
    async with rvc_panel(home) as panel:
        page = shown(panel)
        await taken(panel, note(drop / "a.pth"), note(drop / "b.pth"))
        page.list.setFocus()
        QTest.keyClick(page.list, Qt.Key.Key_Delete)
        question, yes = panel.asked[0]
        assert "“a”" in question
        assert len(panel.voices.items) == 2
        yes()
        await eventually(lambda: [item.name for item in panel.voices.items] == ["b"])
        assert page.details.name.text() == "b"
        assert (drop / "a.pth").exists()


async def test_the_list_is_walked_with_the_keys_and_headings_are_passed_over(home: AppPaths, drop: Path) -> None:
    async with rvc_panel(home) as panel:
        page = shown(panel)
        await taken(panel, note(drop / "a.pth"), note(drop / "net.onnx", "separation", model_kind="mdx_onnx"))
        page.list.setFocus()
        QTest.keyClick(page.list, Qt.Key.Key_Home)
        assert page.details.name.text() == "a"
        QTest.keyClick(page.list, Qt.Key.Key_Down)
        assert page.details.name.text() == "net"
        assert page.details.role.isVisible()
        assert not page.details.params.isVisible()
        rows = [page.list.model().index(n, 0).data(Qt.ItemDataRole.AccessibleTextRole) for n in range(4)]
        assert rows == [None, "a, v2 · 40 kHz · no index", None, "net, Voice and music · MDX-Net"]


async def test_a_voice_whose_files_are_gone_can_be_brought_back(home: AppPaths, drop: Path) -> None:
    async with rvc_panel(home) as panel:
        page = shown(panel)
        await taken(panel, note(drop / "mika.pth"))
        item = panel.voices.items[0]
        item.weights_file.unlink()
        await panel.voices.check(item.id)
        assert panel.voices.items[0].state is ItemState.MISSING
        assert not panel.model.making.voices
        assert page.list.model().index(1, 0).data(Qt.ItemDataRole.AccessibleTextRole) == "mika, its files are gone"
        panel.model.library.restore()  # type: ignore[union-attr]
        await eventually(lambda: panel.voices.items[0].state is ItemState.READY)
        assert len(panel.model.making.voices) == 1


async def test_a_voice_dropped_among_songs_goes_to_the_library(home: AppPaths, drop: Path) -> None:
    async with rvc_panel(home) as panel:
        (drop / "song.wav").write_bytes(b"x")
        panel.view.take_files([drop / "song.wav", note(drop / "mika.pth")])
        await eventually(lambda: panel.model.counts.all == 1 and len(panel.voices.items) == 1)
        assert panel.view.shows_library
        panel.view.take_files([note(drop / "models" / "deep.pth").parent])  # whatever it is: the library is shown
        await eventually(lambda: len(panel.voices.items) == 2)


async def test_the_way_to_the_library_in_a_notice_leads_to_what_is_meant(home: AppPaths, drop: Path) -> None:
    async with rvc_panel(home) as panel:
        await panel.voices.import_paths([note(drop / "a.pth"), note(drop / "b.pth")])
        second = panel.voices.items[1]
        page = shown(panel, second.id)
        assert page.details.name.text() == "b"
        shown(panel, Kind.CONTENTVEC.value)
        assert any("ContentVec" in one.accessibleDescription() for one in page.need_notices)
        QTest.mouseClick(page.back, Qt.MouseButton.LeftButton)
        assert not panel.view.shows_library
        assert Action(ActionKind.OPEN_PANEL, Text.of("Open the library")).args == {}


async def test_what_is_missing_keeps_its_button_inside_its_card_however_often_it_is_shown(
    home: AppPaths, drop: Path
) -> None:
    async with rvc_panel(home, size=WIDE) as panel:
        await panel.voices.import_paths([note(drop / "a.pth")])
        page = shown(panel)
        for _ in range(4):  # the cards are made anew; those before die in between
            for _ in range(2):
                page.go(panel.voices.items[0].id)
            await panel.settled()
            assert page.need_notices
            for notice in page.need_notices:
                assert notice.rect().contains(notice.buttons[0].geometry())


@pytest.mark.parametrize("size", [WIDE, SMALL], ids=["wide", "small"])
async def test_every_word_of_the_library_is_whole_and_every_control_has_a_name(
    home: AppPaths, drop: Path, size: tuple[int, int]
) -> None:
    from tests.fakes.layout_audit import audit, unnamed

    async with rvc_panel(home, size=size) as panel:
        page = shown(panel)
        found = {"empty": [*map(str, audit(panel.view)), *unnamed(panel.view)]}
        await taken(panel, note(drop / "とても長い名前の声 with a very long name indeed, take 12.pth"),
                    note(drop / "bad.pth", problem="training_checkpoint"))
        await panel.settled()
        found["list"] = [*map(str, audit(panel.view)), *unnamed(panel.view)]
        page.show_details(True)
        await panel.settled()
        found["details"] = [*map(str, audit(panel.view)), *unnamed(panel.view)]
        assert {state: words for state, words in found.items() if words} == {}


async def test_a_voice_is_added_chosen_and_converted_with_the_keyboard_alone(home: AppPaths, drop: Path) -> None:
    async with rvc_panel(home) as panel:
        (drop / "song.wav").write_bytes(b"x")
        await panel.add(drop / "song.wav")
        await panel.known()
        panel.view.open_library.setFocus()
        QTest.keyClick(panel.view.open_library, Qt.Key.Key_Return)
        page = panel.view.library
        assert page is not None
        page.first_drop.setFocus()
        QTest.keyClick(page.first_drop, Qt.Key.Key_Space)
        assert panel.view.dialog is not None
        panel.view.dialog.filesSelected.emit([
            str(note(drop / "mika.pth")), str(note(drop / "pytorch_model.bin", "contentvec"))])
        panel.view.dialog.close()
        await eventually(lambda: len(panel.voices.items) == 2 and page.report is not None)
        page.back.setFocus()
        QTest.keyClick(page.back, Qt.Key.Key_Space)
        combo = panel.view.stage.options.voice
        combo.setFocus()
        QTest.keyClick(combo, Qt.Key.Key_Home)
        assert combo.currentText() == "mika"
        assert panel.model.making.voice is not None
        section = panel.view.stage.options.voice_section
        section.line.setFocus()
        QTest.keyClick(section.line, Qt.Key.Key_Return)
        slider = panel.view.stage.options.params.rms.slider
        assert slider.isVisible()
        slider.setFocus()
        QTest.keyClick(slider, Qt.Key.Key_Right)
        assert panel.model.making.params.rms_mix_rate == pytest.approx(0.3)
        button = panel.view.stage.bottom.convert
        button.setFocus()
        QTest.keyClick(button, Qt.Key.Key_Return)
        await eventually(lambda: panel.model.counts.done == 1)
        assert panel.rvc.of("convert_voice")[0]["params"]["rms_mix_rate"] == pytest.approx(0.3)

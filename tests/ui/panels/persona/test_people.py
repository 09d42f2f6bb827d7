"""The list of characters: chosen, talked to, made, taken in from cards, copied, deleted, written to files."""

from __future__ import annotations

import json
from pathlib import Path

from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu

from characoid_desktop.core.errors import AppError
from characoid_desktop.core.i18n import Text
from characoid_desktop.core.notices import NoticeLevel
from characoid_desktop.core.paths import AppPaths
from characoid_desktop.features.personas.cards import read_card
from characoid_desktop.features.personas.models import Profile
from characoid_desktop.ui.panels.persona.model import Tab
from characoid_desktop.ui.panels.persona.people import PeopleRole
from characoid_desktop.ui.panels.persona.profile_model import Part
from tests.fakes.eventually import eventually
from tests.fakes.layout_audit import audit, unnamed
from tests.fakes.persona_bench import SMALL, PersonaBench, persona_bench

LEFT = Qt.MouseButton.LeftButton
HOSTILE = "Mika\u202e\nexe.gpj"


def card(path: Path, name: str = "Tsuki") -> Path:
    path.write_text(json.dumps({"spec": "chara_card_v2", "spec_version": "2.0", "data": {
        "name": name, "description": "A night reader.", "extensions": {}}}), encoding="utf-8")
    return path


def dropped(bench: PersonaBench, *paths: Path) -> None:
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    bench.view.people.drop.dropEvent(QDropEvent(
        QPointF(20, 20), Qt.DropAction.CopyAction, mime, LEFT, Qt.KeyboardModifier.NoModifier))


def act(menu: QMenu | None, words: str) -> None:
    assert menu is not None
    next(one for one in menu.actions() if one.text().startswith(words)).trigger()


async def test_the_one_in_use_is_marked_and_another_is_shown_and_talked_to_by_keyboard(home: AppPaths) -> None:
    async with persona_bench(home) as bench:
        other = await bench.personas.create("Orin", Profile(description="A co-host."))
        people, view = bench.view.people.list, bench.view
        assert [people.model().index(n, 0).data(PeopleRole.IN_USE) for n in (0, 1)] == [True, False]
        assert "in use" in str(people.model().index(0, 0).data(Qt.ItemDataRole.AccessibleTextRole))
        people.setFocus()
        QTest.keyClick(people, Qt.Key.Key_Down)
        assert view.header.title.text() == "Orin"
        await eventually(lambda: view.profile.texts[Part.DESCRIPTION].text() == "A co-host.")
        assert view.talk.isVisible()
        assert bench.persona.id != other.id
        QTest.keyClick(people, Qt.Key.Key_Return)
        await eventually(lambda: bench.persona.id == other.id)
        assert not view.talk.isVisible()
        assert view.in_use.isVisible()


async def test_a_new_character_needs_a_name_and_is_shown_when_it_is_made(home: AppPaths) -> None:
    async with persona_bench(home) as bench:
        bench.view.people.open_add_menu()
        act(bench.view.people.menu, "New character")
        dialog = bench.view.new_dialog
        assert dialog is not None
        dialog.name.input.setText("Mio")
        QTest.keyClick(dialog.name.input, Qt.Key.Key_Return)
        await eventually(lambda: bench.model.chosen.name == "Mio")
        assert bench.view.people.list.currentIndex().data() == "Mio"
        assert bench.persona.name != "Mio"  # shown, not talked to


async def test_cards_that_are_dropped_become_characters_and_what_is_none_is_told(
    home: AppPaths, tmp_path: Path,
) -> None:
    async with persona_bench(home) as bench:
        (tmp_path / "notes.json").write_text("[1]", encoding="utf-8")
        dropped(bench, card(tmp_path / "tsuki.json"), tmp_path / "notes.json")
        await eventually(lambda: bench.notice)
        assert bench.notice == "“Tsuki” was added."
        assert bench.notices.open[-1].level is NoticeLevel.WARNING
        assert str(bench.notices.open[-1].safe).startswith("“notes.json”: ")
        assert bench.model.chosen.name == "Tsuki"
        dropped(bench, tmp_path / "notes.json")
        await eventually(lambda: bench.notices.open[-1].level is NoticeLevel.ERROR)
        assert len(bench.personas.all) == 2


async def test_one_that_comes_with_the_app_is_added_from_the_menu(home: AppPaths) -> None:
    async with persona_bench(home) as bench:
        bench.view.people.open_add_menu()
        shipped = next(one for one in bench.model.shipped if one.language == "ja")
        act(bench.view.people.menu, f"{shipped.name} · 日本語")
        await eventually(lambda: bench.model.chosen.name == shipped.name and len(bench.personas.all) == 2)
        await eventually(lambda: bench.model.lore.rows.rowCount() > 0)


async def test_a_copy_is_made_and_shown(home: AppPaths) -> None:
    async with persona_bench(home) as bench:
        bench.view.open_more_menu()
        act(bench.view.menu, "Duplicate")
        await eventually(lambda: len(bench.personas.all) == 2)
        await eventually(lambda: bench.model.chosen.name.endswith("(2)"))


async def test_deleting_asks_first_and_the_last_one_cannot_go(home: AppPaths) -> None:
    async with persona_bench(home) as bench:
        first = bench.persona
        bench.view.open_more_menu()
        assert bench.view.menu is not None
        assert not next(one for one in bench.view.menu.actions() if one.text() == "Delete…").isEnabled()
        other = await bench.personas.create("Orin")
        bench.model.choose(other.id)
        QTest.keyClick(bench.view.people.list, Qt.Key.Key_Delete)
        await eventually(lambda: bench.asked)
        assert bench.asked[-1][0] == (
            "Delete “Orin” with all its conversations, memories and lore? This cannot be taken back.")
        assert len(bench.personas.all) == 2
        bench.asked[-1][1]()
        await eventually(lambda: len(bench.personas.all) == 1)
        assert bench.model.chosen.id == first.id
        assert bench.notice == "“Orin” was deleted."


async def test_a_character_is_written_as_a_card_that_reads_again(home: AppPaths, tmp_path: Path) -> None:
    async with persona_bench(home) as bench:
        await bench.personas.update(bench.persona.id, name="Mika/2", profile={"personality": "calm"})
        bench.view.open_export_menu()
        act(bench.view.menu, "Card with picture")
        assert bench.view.dialog is not None
        assert bench.view.dialog.selectedFiles()[0].endswith("Mika2.png")
        bench.view.dialog.filesSelected.emit([str(tmp_path / "mika.png")])
        bench.view.dialog.close()
        await eventually(lambda: bench.notice == "“mika.png” was written.")
        assert read_card((tmp_path / "mika.png").read_bytes()).profile.personality == "calm"


async def test_a_picture_is_dropped_on_the_face_and_taken_away_again(home: AppPaths, tmp_path: Path) -> None:
    async with persona_bench(home) as bench:
        picture = tmp_path / "face.png"
        image = QImage(60, 80, QImage.Format.Format_RGB32)
        image.fill(0xFF8844)
        image.save(str(picture))
        face = bench.view.profile.head.face
        assert not bench.view.profile.head.no_picture.isVisible()
        mime = QMimeData()
        mime.setUrls([QUrl.fromLocalFile(str(picture))])
        face.dropEvent(QDropEvent(QPointF(5, 5), Qt.DropAction.CopyAction, mime, LEFT,
                                  Qt.KeyboardModifier.NoModifier))
        await eventually(lambda: bench.persona.avatar is not None)
        await eventually(lambda: bench.view.profile.head.no_picture.isVisible())
        QTest.mouseClick(bench.view.profile.head.no_picture, LEFT)
        await eventually(lambda: bench.persona.avatar is None)


async def test_a_picture_that_is_none_changes_nothing_and_says_why(home: AppPaths, tmp_path: Path) -> None:
    async with persona_bench(home) as bench:
        (tmp_path / "face.png").write_text("no picture")
        QTest.mouseClick(bench.view.profile.head.change, LEFT)
        assert bench.view.dialog is not None
        bench.view.dialog.filesSelected.emit([str(tmp_path / "face.png")])
        bench.view.dialog.close()
        await eventually(lambda: bench.notice)
        assert bench.persona.avatar is None


async def test_a_name_that_hides_something_is_shown_letter_for_letter(home: AppPaths) -> None:
    async with persona_bench(home) as bench:
        await bench.personas.update(bench.persona.id, name=HOSTILE)
        shown = str(bench.view.people.list.model().index(0, 0).data())
        assert "‹U+202E›" in shown
        assert "\u202e" not in shown
        assert "\u202e" not in bench.view.header.title.text()
        assert "\u202e" not in bench.view.combo.currentText()


async def test_in_a_small_window_the_list_is_a_combo_box_and_everything_can_be_read(home: AppPaths) -> None:
    async with persona_bench(home, size=SMALL) as bench:
        other = await bench.personas.create("Orin")
        view = bench.view
        assert view.is_folded
        assert not view.people.isVisible()
        assert view.combo.isVisible()
        view.combo.chosen.emit(other.id)
        assert view.profile.head.name.text() == "Orin"
        for tab in Tab:
            bench.model.select(tab)
            await eventually(lambda: bench.model.documents.is_loaded and not bench.model.memory.is_loading)
            assert [str(one) for one in audit(view)] == []
            assert unnamed(view) == []


async def test_alt_and_a_number_goes_to_a_part(home: AppPaths) -> None:
    async with persona_bench(home) as bench:
        QTest.keyClick(bench.view.people.list, Qt.Key.Key_3, Qt.KeyboardModifier.AltModifier)
        assert bench.model.tab is Tab.KNOWLEDGE
        assert bench.view.knowledge.isVisible()


async def test_the_question_before_deleting_names_the_documents_that_go_too(home: AppPaths) -> None:
    async with persona_bench(home) as bench:
        first, other = bench.persona.id, await bench.personas.create("Orin")
        bench.documents.put("a", "rules.pdf", spaces=(other.id,))
        bench.documents.put("b", "shared.pdf", spaces=(first, other.id))
        bench.view.people.ask_to_delete(other)
        await eventually(lambda: bench.asked)
        assert "with 1 document that no other character has: “rules.pdf”?" in bench.asked[-1][0]
        for name in ("b.pdf", "c.pdf", "d.pdf"):
            bench.documents.put(name, name, spaces=(other.id,))
        bench.view.people.ask_to_delete(other)
        await eventually(lambda: len(bench.asked) == 2)
        assert "with 4 documents that no other character has: “rules.pdf” “b.pdf” “c.pdf” …?" in bench.asked[-1][0]
        bench.documents.refusal = AppError(Text.literal("The disk is gone."))
        bench.view.people.ask_to_delete(other)
        await eventually(lambda: len(bench.asked) == 3)
        assert "and the documents that only it has?" in bench.asked[-1][0]
        assert bench.notice == ""


async def test_a_row_says_the_first_sentence_of_the_description_with_names_filled_in(home: AppPaths) -> None:
    async with persona_bench(home) as bench:
        def line() -> str:
            return str(bench.view.people.list.model().index(0, 0).data(PeopleRole.ABOUT))

        id = bench.persona.id
        await bench.personas.update(id, name="Mika", profile={
            "language": "en", "description": "{{char}} helps {{user}}\u3000on stage. More of her.\n\nAnd more."})
        assert line() == "Mika helps you on stage."
        await bench.personas.update(id, profile={"description": "海辺の放送局で働くアナウンサー。歌が好き。"})
        assert line() == "海辺の放送局で働くアナウンサー。"
        await bench.personas.update(id, profile={"description": "Dr. {{char}} is v2.0 of a doctor\nof stages."})
        assert line() == "Dr. Mika is v2.0 of a doctor"
        await bench.personas.update(id, profile={"language": "ja", "description": "<USER>の友だち"})
        assert line() == "あなたの友だち"


async def test_the_same_card_twice_is_said_and_the_two_can_be_told_apart(home: AppPaths, tmp_path: Path) -> None:
    async with persona_bench(home) as bench:
        path = card(tmp_path / "tsuki.json")
        bench.model.import_files([path])
        await eventually(lambda: bench.notice == "“Tsuki” was added.")
        assert bench.notices.open[-1].safe is None
        bench.model.import_files([path])
        await eventually(lambda: len(bench.personas.all) == 3)
        await eventually(lambda: bench.notices.open[-1].safe is not None)
        assert str(bench.notices.open[-1].safe) == "There is another character called “Tsuki”."
        rows = bench.view.people.list.model()
        assert [str(rows.index(n, 0).data()) for n in (1, 2)] == ["Tsuki", "Tsuki · 2"]
        assert [bench.view.combo.itemText(n) for n in (1, 2)] == ["Tsuki", "Tsuki · 2"]
        bench.view.people.ask_to_delete(bench.personas.all[2])
        await eventually(lambda: bench.asked)
        assert bench.asked[-1][0].startswith("Delete “Tsuki · 2” with")


async def test_a_file_that_is_something_else_is_no_damaged_card(home: AppPaths, tmp_path: Path) -> None:
    async with persona_bench(home) as bench:
        told = "”: This is no character card (a PNG, JSON or zip file with a character in it)."
        for name, data in (
            ("notes.txt", b"Just some words."), ("song.mp3", b"ID3\xff\xfe\xfa\xff"), ("a.json", b"[1]"),
        ):
            (tmp_path / name).write_bytes(data)
            bench.model.import_files([tmp_path / name])
            await eventually(lambda name=name: bench.notice == f"“{name}{told}")
        (tmp_path / "cut.json").write_bytes(b'{"spec": "chara_card_v2", "da')
        bench.model.import_files([tmp_path / "cut.json"])
        await eventually(lambda: bench.notice.endswith("The character's file is damaged: it is no complete JSON."))
        assert len(bench.personas.all) == 1


async def test_one_without_a_picture_goes_out_with_its_letter_and_comes_back_without_a_picture(
    home: AppPaths, tmp_path: Path,
) -> None:
    async with persona_bench(home) as bench:
        await bench.personas.update(bench.persona.id, settings={"color": "#E69AB4"})
        path = await bench.files.export(bench.persona.id, tmp_path / "mika.png")
        face = QImage(str(path))
        assert (face.width(), face.height()) == (512, 512)
        colors = {face.pixelColor(x, y).name() for x in range(0, 512, 8) for y in range(0, 512, 8)}
        assert "#e69ab4" in colors  # the ring
        assert face.pixelColor(4, 4) != face.pixelColor(256, 120)  # a disc on a ground
        assert len({face.pixelColor(x, 256).lightness() // 32 for x in range(170, 342)}) > 2  # a letter in it
        made = (await bench.files.import_file(path)).persona
        assert made.avatar is None
        again = await bench.files.export(made.id, tmp_path / "again.png")
        assert (await bench.files.import_file(again)).persona.avatar is None
        assert "drawn_face" not in (await bench.files.export(made.id, tmp_path / "a.json")).read_text("utf-8")

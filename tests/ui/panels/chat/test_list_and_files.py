"""The list of conversations, files of a message, links, menus and the keyboard."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QGuiApplication, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QWidget

from characoid_desktop.core.errors import ActionKind
from characoid_desktop.core.i18n import Text
from characoid_desktop.core.paths import AppPaths
from characoid_desktop.features.conversations.models import Conversation, ExportFormat
from characoid_desktop.ui.panels.chat.conversations import OLDER, TODAY, WEEK, ListRole, rows_of
from characoid_desktop.ui.panels.chat.drafts import MAX_FILES, ChipState
from characoid_desktop.ui.panels.chat.ports import Brain
from characoid_desktop.ui.widgets.character_message import CharacterMessage
from tests.fakes.chat_bench import MIDDLE, SMALL, WIDE, ChatBench, chat_bench
from tests.fakes.eventually import eventually

NOW = datetime(2026, 3, 10, 12, 0, tzinfo=UTC)


def conversation(seq: int, at: datetime) -> Conversation:
    return Conversation(seq, f"c{seq}", "default", f"title {seq}", None, {}, False, at, at)


def titles(bench: ChatBench) -> list[str]:
    return [one.title for one in bench.model.list.conversations()]


def entries(bench: ChatBench, menu: object) -> dict[str, object]:
    return {action.text(): action for action in menu.actions() if action.text()}  # type: ignore[attr-defined]


async def two(bench: ChatBench) -> tuple[Conversation, Conversation]:
    first = await bench.talk(("first one", "Answer about cats"))
    bench.view._new()
    second = await bench.talk(("second one", "Answer about dogs"))
    await eventually(lambda: titles(bench) == ["second one", "first one"])
    return first, second


def test_conversations_stand_under_today_this_week_and_older_newest_first() -> None:
    given = [conversation(1, NOW - timedelta(days=40)), conversation(2, NOW - timedelta(days=3)),
             conversation(3, NOW - timedelta(hours=2)), conversation(4, NOW - timedelta(minutes=1))]
    rows = rows_of(given, NOW)
    assert [row.heading or row.conversation.seq for row in rows] == [TODAY, 4, 3, WEEK, 2, OLDER, 1]  # type: ignore[union-attr]


async def test_choosing_another_conversation_shows_its_messages(home: AppPaths) -> None:
    async with chat_bench(home) as bench:
        first, _ = await two(bench)
        row = bench.model.list.row_of(first.id)
        view = bench.view.pane.list
        QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=view.visualRect(
            bench.model.list.index(row)).center())
        await eventually(lambda: bench.texts == ["first one", "Answer about cats"])
        assert bench.view.header.title.text() == "first one"
        assert bench.view.composer.field.hasFocus()


async def test_search_finds_words_in_messages_and_says_when_there_are_none(home: AppPaths) -> None:
    async with chat_bench(home) as bench:
        await two(bench)
        QTest.keyClick(bench.view, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
        search = bench.view.pane.search.input
        assert search.hasFocus()
        QTest.keyClicks(search, "cats")
        await eventually(lambda: titles(bench) == ["first one"])
        search.setText("zebra")
        await eventually(lambda: bench.model.list.rowCount() == 0)
        assert bench.view.pane.empty.text() == "Nothing found. Words and titles were searched."
        QTest.keyClick(search, Qt.Key.Key_Escape)
        QTest.keyClick(search, Qt.Key.Key_Escape)
        await eventually(lambda: len(titles(bench)) == 2)
        assert not bench.view.pane.search.isVisible()


async def test_ctrl_n_begins_a_new_conversation(home: AppPaths) -> None:
    async with chat_bench(home) as bench:
        await bench.talk(("first one", "Answer"))
        QTest.keyClick(bench.view, Qt.Key.Key_N, Qt.KeyboardModifier.ControlModifier)
        assert bench.model.current is None
        assert bench.view.invitation.isVisible()
        assert bench.view.composer.field.hasFocus()


async def test_f2_renames_a_conversation_in_its_row(home: AppPaths) -> None:
    async with chat_bench(home) as bench:
        first, _ = await two(bench)
        view = bench.view.pane.list
        view.mark(bench.model.list.row_of(first.id))
        view.setFocus()
        QTest.keyClick(view, Qt.Key.Key_F2)
        editor = view.viewport().findChild(QLineEdit)
        assert editor is not None
        editor.setText("  a better name  ")
        QTest.keyClick(editor, Qt.Key.Key_Return)
        await eventually(lambda: "a better name" in titles(bench))


async def test_putting_away_can_be_undone_and_looked_at(home: AppPaths) -> None:
    async with chat_bench(home) as bench:
        _, second = await two(bench)
        bench.view.pane.list.menu_wanted.emit(bench.model.list.row_of(second.id), QPoint(1, 1))
        menu = bench.view.pane.menu
        entries(bench, menu)["Put away"].trigger()  # type: ignore[attr-defined]
        menu.close()  # type: ignore[union-attr]
        await eventually(lambda: titles(bench) == ["first one"])
        assert bench.model.current is None
        bench.view.pane.archived.click()
        await eventually(lambda: titles(bench) == ["second one"])
        bench.view.pane.archived.click()
        action = bench.notices.open[-1].actions[0]
        assert action.kind is ActionKind.CALLBACK
        action.args["call"]({})
        await eventually(lambda: titles(bench) == ["second one", "first one"])


async def test_deleting_asks_first(home: AppPaths) -> None:
    async with chat_bench(home) as bench:
        first, _ = await two(bench)
        view = bench.view.pane.list
        view.mark(bench.model.list.row_of(first.id))
        view.setFocus()
        QTest.keyClick(view, Qt.Key.Key_Delete)
        assert bench.asked[-1].question == "Delete “first one” with all its messages?"
        assert len(titles(bench)) == 2
        bench.asked[-1].do()
        await eventually(lambda: titles(bench) == ["second one"])
        assert await bench.conversations.get(first.id) is None


async def test_a_conversation_is_saved_as_a_file_and_the_folder_offered(home: AppPaths) -> None:
    async with chat_bench(home) as bench:
        made = await bench.talk(("first one", "Answer"))
        bench.model.export(made.id, ExportFormat.MARKDOWN)
        await eventually(lambda: bench.notices.open)
        path = Path(bench.notices.open[-1].actions[0].args["path"])
        assert "Answer" in path.read_text(encoding="utf-8")


async def test_the_list_says_which_conversation_replies_and_which_waits(home: AppPaths) -> None:
    async with chat_bench(home) as bench:
        await bench.ask("one")
        current = bench.model.current
        assert current is not None
        await eventually(lambda: bench.model.list.row_of(current.id) >= 0)
        index = bench.model.list.index(bench.model.list.row_of(current.id))
        assert index.data(ListRole.NOTE) == "Replying…"
        await bench.loop.wait_for_approval("a")
        await eventually(lambda: index.data(ListRole.NOTE) == "Waits for you")


async def test_another_character_has_its_own_conversations_and_drafts(home: AppPaths) -> None:
    async with chat_bench(home) as bench:
        await bench.talk(("hello Mika", "Hi"))
        other = await bench.personas.create("Orin")
        await bench.personas.set_current(other.id)
        await eventually(lambda: bench.model.persona.name == "Orin" and bench.model.list.rowCount() == 0)
        assert bench.model.current is None
        assert bench.view.composer.field.placeholderText() == "Say something to Orin…"
        await bench.ask("hello Orin")
        assert bench.loop.queries[-1].persona_id == other.id
        await bench.answer("Hm.")
        await bench.personas.set_current("default")
        await eventually(lambda: bench.texts == ["hello Mika", "Hi"])


# --- files ----------------------------------------------------------------------------------------


def drag(widget: QWidget, paths: list[Path]) -> QMimeData:
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    event = QDragEnterEvent(QPoint(400, 200), Qt.DropAction.CopyAction, mime, Qt.MouseButton.LeftButton,
                            Qt.KeyboardModifier.NoModifier)
    QApplication.sendEvent(widget, event)
    return mime


def drop(widget: QWidget, mime: QMimeData) -> QDropEvent:
    event = QDropEvent(QPointF(400, 200), Qt.DropAction.CopyAction, mime, Qt.MouseButton.LeftButton,
                       Qt.KeyboardModifier.NoModifier)
    QApplication.sendEvent(widget, event)
    return event


async def test_dropped_files_become_chips_and_go_with_the_message(home: AppPaths, tmp_path: Path) -> None:
    song, gone = tmp_path / "港のうた.wav", tmp_path / "gone.wav"
    song.write_bytes(b"x" * 2048)
    async with chat_bench(home) as bench:
        mime = drag(bench.view, [song, gone])
        assert bench.view.composer.drop_words == "Release to add 2 files"
        drop(bench.view, mime)
        assert bench.view.composer.drop_words == ""
        await eventually(lambda: [chip.state for chip in bench.model.draft.chips] == [
            ChipState.READY, ChipState.REFUSED])
        chips = bench.view.composer.chips
        assert chips[0].note.text() == "2.0 kB"
        assert "gone.wav" in chips[1].note.text()
        await bench.ask("listen")
        assert len(bench.loop.queries[-1].attachment_ids) == 1
        assert [line.name for line in bench.views[0].item.files] == ["港のうた.wav"]
        assert song.exists()
        await eventually(lambda: all(chip.state is ChipState.REFUSED for chip in bench.model.draft.chips))


async def test_ui_18_a_drag_of_10_000_files_is_refused_before_the_release(home: AppPaths, tmp_path: Path) -> None:
    async with chat_bench(home) as bench:
        mime = drag(bench.view, [tmp_path / f"{n}.wav" for n in range(10_000)])
        assert bench.view.composer.drop_words == f"At most {MAX_FILES} files go with one message."
        event = drop(bench.view, mime)
        assert event.dropAction() is Qt.DropAction.IgnoreAction
        assert bench.model.draft.chips == ()


async def test_ui_19_a_folder_that_contains_itself_is_refused_and_never_walked(home: AppPaths, tmp_path: Path) -> None:
    folder = tmp_path / "loop"
    folder.mkdir()
    (folder / "again").symlink_to(folder)
    async with chat_bench(home) as bench:
        drop(bench.view, drag(bench.view, [folder]))
        await eventually(lambda: [chip.state for chip in bench.model.draft.chips] == [ChipState.REFUSED])
        assert bench.model.draft.attachment_ids == ()


async def test_a_message_is_not_sent_while_a_file_is_being_added(home: AppPaths, tmp_path: Path) -> None:
    (tmp_path / "a.wav").write_bytes(b"x")
    async with chat_bench(home) as bench:
        bench.view.composer.field.setPlainText("listen")
        bench.model.attach([tmp_path / "a.wav"])
        bench.view.composer.send_wanted.emit()
        assert bench.view.composer.problem == "A file is still being added."
        assert bench.loop.queries == []


async def test_a_pasted_picture_is_kept_as_a_file_of_its_own(home: AppPaths) -> None:
    async with chat_bench(home) as bench:
        picture = QImage(32, 32, QImage.Format.Format_RGB32)
        picture.fill(0x336699)
        bench.view.composer.field.picture_offered.emit(picture)
        await eventually(lambda: bench.model.draft.attachment_ids)
        kept = await bench.attachments.get(bench.model.draft.attachment_ids[0])
        assert kept is not None
        assert QImage(str(kept.path), "PNG").width() == 32
        bench.view.composer.field.picture_offered.emit(QImage())
        assert "too large" in bench.view.composer.problem


# --- links, menus, keys ---------------------------------------------------------------------------


async def test_ui_05_a_link_asks_with_its_real_decoded_target_and_only_the_web_is_opened(home: AppPaths) -> None:
    async with chat_bench(home) as bench:
        await bench.talk(("one", "[bank.example](https://evil.example/%62ank?x=%E2%80%AE)"))
        view = bench.last
        assert isinstance(view, CharacterMessage)
        view.link_wanted.emit("https://evil.example/%62ank?x=%E2%80%AE")
        assert bench.asked[-1].question == "Open evil.example in your browser?"
        assert bench.asked[-1].sentence == "https://evil.example/bank?x=‹U+202E›"
        assert bench.opened == []
        bench.asked[-1].do()
        assert bench.opened == ["https://evil.example/%62ank?x=%E2%80%AE"]


@pytest.mark.parametrize("target", ["file:///etc/passwd", "javascript:alert(1)", "ms-settings:", "//host/share"])
async def test_ui_05_any_other_link_is_refused_with_a_sentence(home: AppPaths, target: str) -> None:
    async with chat_bench(home) as bench:
        await bench.talk(("one", f"[x]({target})"))
        assert bench.last is not None
        bench.last.link_wanted.emit(target)
        assert bench.asked == []
        assert bench.view.composer.problem == "This link leads to no web page, so it was not opened."


async def test_a_message_can_be_copied_whole_or_in_part(home: AppPaths) -> None:
    async with chat_bench(home) as bench:
        await bench.talk(("one", "**bold** and `code`"))
        column, message = bench.view.messages.column, bench.messages[1]
        column.copy_message(message.id)
        assert QGuiApplication.clipboard().text() == "**bold** and `code`"
        bench.view._message_menu(message.id, QPoint(1, 1))
        assert set(entries(bench, bench.view.menu)) >= {"Copy", "Answer again", "Show as plain text…"}
        bench.view.menu.close()  # type: ignore[union-attr]


async def test_a_very_long_message_is_cut_and_opens_whole_as_plain_text(home: AppPaths) -> None:
    async with chat_bench(home) as bench:
        await bench.talk(("one", "short"))
        await bench.ask("two")
        text = "word <b>x</b> " * 17_000
        bench.loop.say(text)
        await bench.loop.end()
        await eventually(lambda: bench.last is not None and not bench.last.item.live)
        view = bench.last
        assert isinstance(view, CharacterMessage)
        await eventually(lambda: view.body.is_filled, limit_s=60)
        assert view.body.is_cut
        view.all_wanted.emit()
        assert bench.view.whole is not None
        assert bench.view.whole.text.toPlainText().replace("\n", "") == text
        bench.view.whole.give("close")
        assert bench.view.whole is None


async def test_arrow_keys_go_from_message_to_message_and_tab_stops_at_one(home: AppPaths) -> None:
    async with chat_bench(home) as bench:
        await bench.talk(("one", "first"), ("two", "second"))
        await bench.filled()
        column = bench.view.messages.column
        stops = [view for view in bench.views if view.focusPolicy() & Qt.FocusPolicy.TabFocus]
        assert stops == [bench.views[-1]]
        column.focus_message(bench.messages[-1].id)
        QTest.keyClick(bench.views[-1], Qt.Key.Key_Up)
        assert bench.views[-2].hasFocus()
        assert bench.views[-2].accessibleName().startswith("You")
        assert bench.views[-2].accessibleName().endswith(": two")
        QTest.keyClick(bench.views[-2], Qt.Key.Key_Home)
        assert bench.views[0].hasFocus()
        QTest.keyClick(bench.views[0], Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
        assert QGuiApplication.clipboard().text() == "one"
        QTest.keyClick(bench.views[0], Qt.Key.Key_Return)
        assert bench.view.menu is not None
        assert "Edit" in entries(bench, bench.view.menu)
        bench.view.menu.close()


async def test_no_model_says_so_in_a_line_with_the_way_to_one(home: AppPaths) -> None:
    async with chat_bench(home) as bench:
        assert not bench.view.offline.isVisible()
        bench.brain[0] = Brain(Text.literal("built-in"), is_offline=True)
        bench.model.refresh()
        assert bench.view.offline.isVisible()
        bench.view.offline.button.click()
        await bench.ask("hello")  # from the first word on the tag beside the title says it
        await eventually(lambda: not bench.view.offline.isVisible())
        assert bench.view.header.model.isVisible()
        bench.view._new()
        await eventually(lambda: bench.view.offline.isVisible())
        assert bench.actions[-1].kind is ActionKind.OPEN_SETTINGS
        assert bench.actions[-1].args == {"page": "models"}


@pytest.mark.parametrize(("size", "folded"), [(WIDE, False), (MIDDLE, False), (SMALL, True)])
async def test_the_layout_follows_the_width(home: AppPaths, size: tuple[int, int], folded: bool) -> None:
    async with chat_bench(home, size=size) as bench:
        await bench.talk(("one", "first"))
        bench.loop.queries.clear()
        await bench.ask("two")
        bench.loop.tool("1", "rvc_worker", "Converting", 2.0, arguments={"pitch": 2})
        bench.loop.tool("2", "rvc_worker", "Mixing", 1.0)
        await bench.answer("done")
        await eventually(lambda: bench.last is not None and str(bench.last.item.summary))
        view = bench.view
        assert view.is_folded is folded
        assert view.pane.isVisible() is not folded
        assert view.header.list.isVisible() is folded
        view.messages.column.step_chosen.emit(bench.messages[-1].id, "t1")
        assert view.drawer.isVisible()
        assert view.pane.isVisible() is (size == WIDE)
        QTest.keyClick(view, Qt.Key.Key_Escape)
        assert not view.drawer.isVisible()
        if folded:
            view.header.list.click()
            assert view.pane.isVisible()
            assert not view.composer.isVisible()
            row = bench.model.list.row_of(bench.model.key)
            view.pane.list._open(row)
            assert view.composer.isVisible()


async def test_the_text_column_is_never_wider_than_reads_well_and_the_composer_lies_under_it(home: AppPaths) -> None:
    async with chat_bench(home, size=(1800, 900)) as bench:
        await bench.talk(("one", "first"))
        await bench.filled()
        view = bench.views[-1]
        composer = bench.view.composer
        left = view.mapTo(bench.view, QPoint(0, 0)).x()
        assert view.width() == 720
        assert left == composer.mapTo(bench.view, QPoint(0, 0)).x()
        assert composer.width() == 720

"""The documents: dropped, chosen, fetched; how each is doing; renamed, shared, updated, cancelled, removed."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel

from characoid_desktop.core.errors import Action, ActionKind, AppError
from characoid_desktop.core.i18n import Text
from characoid_desktop.core.paths import AppPaths
from characoid_desktop.ui.panels.persona.documents_model import address_problem, page_address
from characoid_desktop.ui.panels.persona.documents_view import DocumentsView
from characoid_desktop.ui.panels.persona.model import Tab
from characoid_desktop.ui.panels.persona.ports import DocumentState, TableFacts
from tests.fakes.eventually import eventually
from tests.fakes.layout_audit import audit, unnamed
from tests.fakes.persona_bench import SMALL, PersonaBench, persona_bench

LEFT = Qt.MouseButton.LeftButton


async def shown(bench: PersonaBench, count: int = 1) -> DocumentsView:
    bench.model.select(Tab.DOCUMENTS)
    await eventually(lambda: bench.view.is_whole)
    await eventually(lambda: bench.model.documents.rows.rowCount() == count)
    return bench.view.documents


def rows(view: DocumentsView) -> list[tuple[str, str]]:
    model = view.list.model()
    found = [str(model.index(n, 0).data(Qt.ItemDataRole.AccessibleTextRole)) for n in range(model.rowCount())]
    return [(one.split(", ", 1)[0], one.split(", ", 1)[1]) for one in found]


def drop_on(view: DocumentsView, *names: str) -> None:
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(f"/d/{name}") for name in names])
    view.drop.eventFilter(view, QDropEvent(  # anywhere on the tab
        QPointF(30, 30), Qt.DropAction.CopyAction, mime, LEFT, Qt.KeyboardModifier.NoModifier))


async def test_an_empty_tab_invites_and_what_is_dropped_anywhere_on_it_is_taken_in(home: AppPaths) -> None:
    async with persona_bench(home) as bench:
        bench.model.select(Tab.DOCUMENTS)
        view = bench.view.documents
        await eventually(lambda: view.empty.isVisible())
        drop_on(view, "rules.pdf", "notes.txt")
        await eventually(lambda: len(rows(view)) == 2)
        assert bench.documents.asked == [("add", "default", ["rules.pdf", "notes.txt"])]
        assert not view.empty.isVisible()
        assert rows(view)[0] == ("rules.pdf", "waits for its turn")
        assert view.foot.text() == "2 documents · 2 being read"


async def test_files_are_chosen_in_a_dialog(home: AppPaths) -> None:
    async with persona_bench(home) as bench:
        bench.model.select(Tab.DOCUMENTS)
        view = bench.view.documents
        await eventually(lambda: view.choose.isVisible())
        QTest.mouseClick(view.choose, LEFT)
        assert bench.view.dialog is not None
        bench.view.dialog.filesSelected.emit(["/d/a.docx"])
        bench.view.dialog.close()
        await eventually(lambda: bench.documents.asked == [("add", "default", ["a.docx"])])


async def test_a_web_address_is_looked_at_before_anything_is_fetched(home: AppPaths) -> None:
    async with persona_bench(home) as bench:
        bench.documents.put("a")
        view = await shown(bench)
        QTest.mouseClick(view.add_address, LEFT)
        assert view.dialog is not None
        view.dialog.address.set_text("file:///etc/passwd")
        QTest.keyClick(view.dialog.address.input, Qt.Key.Key_Return)
        assert view.dialog.address.error == "A web address begins with https:// or http://."
        assert bench.documents.asked == []
        view.dialog.address.set_text(" example.org/rules ")
        view.dialog.give("ok")
        await eventually(lambda: bench.documents.asked == [("address", "default", "https://example.org/rules")])
        assert view.dialog is None


def test_an_address_without_its_beginning_is_meant_with_https() -> None:
    assert page_address(" example.org/rules?a=b ") == "https://example.org/rules?a=b"
    assert page_address("例え.jp") == "https://例え.jp"
    assert page_address("example.org:8080") == "https://example.org:8080"
    for other in ("http://example.org", "javascript:alert(1)", "me@example.org", "rules", "a b.c", "file:///x.y", ""):
        assert page_address(other) == other


def test_only_addresses_of_the_web_are_taken() -> None:
    assert address_problem("https://example.org") is None
    for bad in ("example.org", "javascript:alert(1)", "http://", "ftp://example.org", "http://[",
                "https://" + "a" * 5000):
        assert address_problem(bad) is not None


async def test_reading_shows_its_progress_and_can_be_cancelled(home: AppPaths) -> None:
    async with persona_bench(home) as bench:
        bench.documents.put("a", "long.pdf", DocumentState.READING)
        view = await shown(bench)
        bench.documents.read("a", 0.42, Text.literal("indexing"))
        assert rows(view) == [("long.pdf", "indexing · 42%")]
        assert view.detail.job.isVisible()
        assert view.detail.job.texts()[:2] == ("indexing", "42%")
        QTest.mouseClick(view.detail.job.cancel_button, LEFT)
        await eventually(lambda: ("cancel", "a") in bench.documents.asked)
        await eventually(lambda: view.empty.isVisible())


async def test_a_failure_says_what_is_wrong_and_what_next(home: AppPaths) -> None:
    async with persona_bench(home) as bench:
        action = Action(ActionKind.OPEN_LOG, Text.literal("Open log"))
        bench.documents.put("a", "scan.pdf", DocumentState.FAILED, error=AppError(
            Text.literal("There is no text in this PDF."), safe=Text.literal("The file is untouched."), action=action))
        view = await shown(bench)
        assert rows(view) == [("scan.pdf", "There is no text in this PDF.")]
        assert view.foot.text() == "1 document · 1 could not be read"
        assert view.detail.notice is not None
        assert view.detail.notice.accessibleName() == "Error: There is no text in this PDF."
        assert view.detail.notice.accessibleDescription() == "The file is untouched."
        QTest.mouseClick(view.detail.notice.buttons[0], LEFT)
        assert bench.actions == [action]
        QTest.mouseClick(view.detail.again, LEFT)
        await eventually(lambda: bench.documents.asked == [("update", "a", None)])
        assert [str(one) for one in audit(bench.view)] == []
        assert unnamed(bench.view) == []


async def test_another_file_takes_the_place_of_a_document(home: AppPaths) -> None:
    async with persona_bench(home) as bench:
        bench.documents.put("a", "rules.pdf")
        view = await shown(bench)
        QTest.mouseClick(view.detail.replace, LEFT)
        assert bench.view.dialog is not None
        bench.view.dialog.filesSelected.emit(["/d/rules 2.pdf"])
        bench.view.dialog.close()
        await eventually(lambda: bench.documents.asked == [("update", "a", "rules 2.pdf")])


async def test_a_title_is_kept_when_its_field_is_left_and_cannot_be_empty(home: AppPaths) -> None:
    async with persona_bench(home) as bench:
        bench.documents.put("a", "rules.pdf")
        view = await shown(bench)
        view.list.setFocus()
        view.list.setCurrentIndex(view.list.model().index(0, 0))
        QTest.keyClick(view.list, Qt.Key.Key_Return)
        assert view.detail.title.hasFocus()
        view.detail.title.selectAll()
        QTest.keyClicks(view.detail.title, "House rules")
        QTest.keyClick(view.detail.title, Qt.Key.Key_Return)
        await eventually(lambda: bench.documents.all[0].title == "House rules")
        await eventually(lambda: rows(view)[0][0] == "House rules")
        view.detail.title.clear()
        QTest.keyClick(view.detail.title, Qt.Key.Key_Return)
        assert view.detail.title.text() == "House rules"


async def test_a_document_is_shared_with_others_and_taken_back_without_a_copy(home: AppPaths) -> None:
    async with persona_bench(home) as bench:
        other = await bench.personas.create("Orin")
        bench.documents.put("a", "rules.pdf")
        view = await shown(bench)
        [box] = view.detail.shares
        assert (box.text(), box.isChecked()) == ("Orin", False)
        box.setFocus()
        QTest.keyClick(box, Qt.Key.Key_Space)
        await eventually(lambda: bench.documents.all[0].spaces == ("default", other.id))
        await eventually(lambda: rows(view)[0][1].endswith("shared with 1 other"))
        assert view.detail.shares[0].isChecked()
        QTest.keyClick(view.list, Qt.Key.Key_Delete)
        assert bench.asked[-1][0] == "Take “rules.pdf” from this character? Others still have it."
        view.detail.shares[0].click()
        await eventually(lambda: bench.documents.all[0].spaces == ("default",))


async def test_removing_asks_first_and_says_what_stays(home: AppPaths) -> None:
    async with persona_bench(home) as bench:
        bench.documents.put("a", "rules.pdf")
        bench.documents.put("b", "other.pdf")
        view = await shown(bench, 2)
        view.list.setFocus()
        view.list.setCurrentIndex(view.list.model().index(0, 0))
        QTest.keyClick(view.list, Qt.Key.Key_Delete)
        assert bench.asked[-1][0] == "Remove “rules.pdf” and all that was made of it? Your own file stays."
        assert len(rows(view)) == 2
        bench.asked[-1][1]()
        await eventually(lambda: [one[0] for one in rows(view)] == ["other.pdf"])
        assert bench.notice == "“rules.pdf” was removed."
        assert view.detail.title.text() == "other.pdf"  # the next one is shown


async def test_the_tables_in_a_document_are_listed_with_their_columns(home: AppPaths) -> None:
    async with persona_bench(home) as bench:
        bench.documents.found_tables = [TableFacts("t", "Sheet\u202e1", "a", 1200, ("month", "viewers"), is_cut=True)]
        bench.documents.put("a", "viewers.csv", kind="csv")
        view = await shown(bench)
        texts = [label.text() for label in view.detail.findChildren(QLabel)]
        assert "Sheet‹U+202E›1" in texts
        assert "1200 rows, cut" in texts
        assert "month, viewers" in texts


async def test_what_is_worth_knowing_of_a_document_is_a_warning(home: AppPaths) -> None:
    async with persona_bench(home) as bench:
        bench.documents.put("a", "half.pdf", notes=(Text.literal("3 pages have no text."),))
        view = await shown(bench)
        assert rows(view)[0][1].endswith("3 pages have no text.")
        assert view.detail.notice is not None
        assert view.detail.notice.accessibleName() == "Warning: 3 pages have no text."


async def test_a_list_that_cannot_be_read_says_so_and_is_read_again(home: AppPaths) -> None:
    async with persona_bench(home) as bench:
        bench.documents.put("a", "rules.pdf")
        view = await shown(bench)
        bench.documents.refusal = AppError(Text.literal("The disk does not answer."))
        bench.model.documents.refresh()
        await eventually(lambda: view.notice is not None)
        assert view.notice is not None
        assert len(rows(view)) == 1  # what was known stays in sight
        bench.documents.refusal = None
        QTest.mouseClick(view.notice.buttons[0], LEFT)
        await eventually(lambda: view.notice is None)


async def test_a_hostile_file_name_is_shown_letter_for_letter(home: AppPaths) -> None:
    async with persona_bench(home) as bench:
        bench.documents.put("a", "rules\u202efdp.exe\n")
        view = await shown(bench)
        assert rows(view)[0][0].startswith("rules‹U+202E›fdp.exe")


async def test_with_little_room_the_detail_takes_the_place_of_the_list(home: AppPaths, tmp_path: Path) -> None:
    async with persona_bench(home, size=(SMALL[0] - 200, SMALL[1])) as bench:
        bench.documents.put("a", "rules.pdf")
        view = await shown(bench)
        assert view.list.isVisible()
        assert not view.detail.isVisible()
        view.list.setFocus()
        view.list.setCurrentIndex(view.list.model().index(0, 0))
        QTest.keyClick(view.list, Qt.Key.Key_Return)
        assert view.detail.isVisible()
        assert not view.list.isVisible()
        QTest.mouseClick(view.to_list, LEFT)
        assert view.list.hasFocus()


async def test_another_characters_documents_are_never_shown(home: AppPaths) -> None:
    async with persona_bench(home) as bench:
        other = await bench.personas.create("Orin")
        bench.documents.put("a", "mine.pdf")
        bench.documents.put("b", "hers.pdf", spaces=(other.id,))
        view = await shown(bench)
        assert [one[0] for one in rows(view)] == ["mine.pdf"]
        bench.model.choose(other.id)
        await eventually(lambda: [one[0] for one in rows(view)] == ["hers.pdf"])

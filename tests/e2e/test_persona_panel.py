"""The panel of the characters in the running app: real services, the real children that read documents."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QColor, QDragEnterEvent, QDropEvent, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QWidget

from characoid_desktop.core.errors import Action, ActionKind
from characoid_desktop.core.i18n import Text
from characoid_desktop.core.paths import AppPaths
from characoid_desktop.features.memory.models import MemoryScope
from characoid_desktop.ui.catalog import PanelId
from characoid_desktop.ui.panels.persona.model import Tab
from characoid_desktop.ui.panels.persona.ports import DocumentState
from characoid_desktop.ui.panels.persona.profile_model import Part
from characoid_desktop.ui.panels.persona.view import PersonaView
from characoid_desktop.ui.widgets.character_message import CharacterMessage
from tests.fakes.cards import png, png_card, v2
from tests.fakes.eventually import eventually
from tests.fakes.whole_app import WholeApp, whole_app

READ_LIMIT_S = 60.0
LEFT = Qt.MouseButton.LeftButton


async def panel(app: WholeApp) -> PersonaView:
    await app.filled()
    app.window.show_panel("persona")
    view = app.window.frame.view
    assert isinstance(view, PersonaView)
    return view


async def test_a_folder_is_read_searched_shared_and_its_passage_opened_by_an_action(
    home: AppPaths, monkeypatch: pytest.MonkeyPatch, tmp_path: Path,
) -> None:
    folder = tmp_path / "notes"
    folder.mkdir()
    (folder / "规矩.txt").write_bytes("直播间不念陌生链接。".encode("gb18030"))
    (folder / "viewers.csv").write_text("month,viewers\n2026-01,137\n2026-02,274\n", encoding="utf-8")
    (folder / "picture.png").write_bytes(b"no document")
    (tmp_path / "empty.md").write_bytes(b"")
    async with whole_app(home, monkeypatch) as app:
        view = await panel(app)
        model = app.run.characters.model
        model.select(Tab.DOCUMENTS)
        model.documents.add([folder, tmp_path / "empty.md"])
        await eventually(lambda: model.documents.rows.rowCount() == 3
                         and not any(one.state.is_busy for one in model.documents.rows.all), READ_LIMIT_S)
        by_name = {one.name: one for one in model.documents.rows.all}
        assert set(by_name) == {"规矩.txt", "viewers.csv", "empty.md"}  # the picture of the folder is none
        failed = by_name["empty.md"]
        assert failed.state is DocumentState.FAILED
        assert failed.error is not None
        await eventually(lambda: model.documents.tables_of(by_name["viewers.csv"].id))
        [table] = model.documents.tables_of(by_name["viewers.csv"].id)
        assert (table.rows, table.columns) == (2, ("month", "viewers"))

        other = await app.container.personas.create("Orin")
        model.documents.set_shared(by_name["规矩.txt"].id, other.id, True)
        await eventually(lambda: other.id in next(
            one for one in model.documents.rows.all if one.name == "规矩.txt").spaces)
        model.documents.rename(by_name["规矩.txt"].id, "频道规矩")
        await eventually(lambda: any(one.title == "频道规矩" for one in model.documents.rows.all))

        found = await app.container.knowledge.search(other.id, "陌生链接")
        app.run.actions.run(Action(ActionKind.OPEN_PANEL, Text.literal("x"), {
            "panel": "persona", "persona": other.id, "passage": found.found[0].passage_id}))
        await eventually(lambda: view.knowledge.passage.text.isVisible())
        assert (model.chosen.id, model.tab) == (other.id, Tab.KNOWLEDGE)
        assert view.knowledge.passage.text.marked == "直播间不念陌生链接。"
        assert view.knowledge.passage.title.text() == "频道规矩"


async def test_what_was_typed_last_is_there_after_a_restart_and_the_model_would_get_it(
    home: AppPaths, monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with whole_app(home, monkeypatch) as app:
        view = await panel(app)
        area = view.profile.texts[Part.SCENARIO]
        area.setFocus()
        area.selectAll()
        QTest.keyClick(area, Qt.Key.Key_Delete)
        QTest.keyClicks(area, "A lighthouse in winter")
        await app.close()  # before the pause after typing is over
    async with whole_app(home, monkeypatch) as app:
        view = await panel(app)
        assert view.profile.texts[Part.SCENARIO].text() == "A lighthouse in winter"
        profile = app.run.characters.model.profile
        await eventually(lambda: profile.preview is not None, READ_LIMIT_S)
        assert "A lighthouse in winter" in profile.preview.parts[0].text
        assert profile.preview.tokens == sum(part.tokens for part in profile.preview.parts)


async def test_views_made_anew_in_another_language_leave_nothing_of_the_old_ones_behind(
    home: AppPaths, monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with whole_app(home, monkeypatch) as app:
        await panel(app)
        model = app.run.characters.model
        model.select(Tab.MEMORY)
        app.window.rebuild()
        app.window.rebuild()
        view = app.window.frame.view
        assert isinstance(view, PersonaView)
        assert view.memory.isVisible()
        other = await app.container.personas.create("Orin")
        model.choose(other.id)  # a signal to a view that is gone would be logged
        await app.container.memory.save(MemoryScope.PERSONA, other.id, "Likes rain.")
        await eventually(lambda: view.memory.list.model().rowCount() == 1)


async def test_a_card_that_is_dropped_on_the_chat_or_the_rvc_page_is_a_character(
    home: AppPaths, monkeypatch: pytest.MonkeyPatch, tmp_path: Path,
) -> None:
    (tmp_path / "card.png").write_bytes(png_card({**v2(), "data": {**v2()["data"], "name": "Mio"}}))
    (tmp_path / "plain.png").write_bytes(png())
    async with whole_app(home, monkeypatch) as app:
        await app.filled()
        personas = app.container.personas
        for panel, count in ((PanelId.CHAT, 2), (PanelId.RVC, 3)):
            app.window.show_panel(panel)
            drop_on(app.window.frame.view, [tmp_path / "card.png"])
            await eventually(lambda count=count: len(personas.all) == count)
            await eventually(lambda: app.window.current_panel == PanelId.PERSONA)
        assert [one.name for one in personas.all[1:]] == ["Mio", "Mio"]
        assert not app.run.rvc.counts.all
        app.window.show_panel(PanelId.CHAT)
        drop_on(app.window.frame.view, [tmp_path / "plain.png"])
        await eventually(lambda: app.run.agents.chat.draft.chips)
        assert app.window.current_panel == PanelId.CHAT
        assert len(personas.all) == 3


def drop_on(view: QWidget, paths: list[Path]) -> None:
    """Drop files on a view; what does not take them leaves them to the window."""
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    target = view if view.acceptDrops() else view.window()
    none = Qt.KeyboardModifier.NoModifier
    QApplication.sendEvent(target, QDragEnterEvent(QPoint(30, 30), Qt.DropAction.CopyAction, mime, LEFT, none))
    event = QDropEvent(QPointF(30, 30), Qt.DropAction.CopyAction, mime, LEFT, none)
    QApplication.sendEvent(target, event)
    assert event.dropAction() == Qt.DropAction.CopyAction


async def test_the_picture_of_a_character_is_its_face_in_the_chat_and_in_the_rail(
    home: AppPaths, monkeypatch: pytest.MonkeyPatch, tmp_path: Path,
) -> None:
    picture = QImage(64, 64, QImage.Format.Format_RGB32)
    picture.fill(QColor("#00C853"))
    path = tmp_path / "face.png"
    assert picture.save(str(path))
    async with whole_app(home, monkeypatch) as app:
        await app.filled()
        container, agents = app.container, app.run.agents
        await eventually(lambda: agents.chat.transcript.items)  # its first words
        assert agents.chat.transcript.items[0].face is None
        await container.persona_files.set_avatar(container.personas.current.id, path)
        await eventually(lambda: agents.chat.transcript.items[0].face is not None)
        view = app.window.findChild(CharacterMessage)
        assert view is not None
        button = app.window.findChild(QAbstractButton, "rail_persona")
        for widget, at in ((view, QPoint(16, 24)), (button, QPoint(button.width() // 2, 30))):
            assert widget.grab().toImage().pixelColor(at).name() == "#00c853"

"""Confirmations, activity, characters and the model's light in the running app, with the offline brain."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor
from PySide6.QtTest import QTest

from characoid_desktop.agents.runtime.approval_models import ApprovalState
from characoid_desktop.agents.runtime.query import Query
from characoid_desktop.agents.vocabulary import RunState
from characoid_desktop.settings.sections.models import ModelsSection
from characoid_desktop.ui.panels.settings.models_page import ModelsPage
from characoid_desktop.ui.widgets.dialog import DEAF_MS
from tests.fakes.eventually import at_rest, eventually
from tests.fakes.whole_app import WholeApp, whole_app


async def heard(app: WholeApp):
    """The open dialog, once a key or a click counts."""
    dialogs, model = app.run.agents.dialogs, app.run.agents.approvals
    await eventually(lambda: dialogs.dialog is not None and model.current is not None and model.current.can_answer)
    await eventually(lambda: not dialogs.dialog.is_deaf, DEAF_MS / 1000 + 5)
    return dialogs.dialog


async def ask(app: WholeApp):
    """A turn that wants to change something."""
    container = app.container
    persona = container.personas.current
    talk = await container.conversations.create(persona.id)
    return await container.agents.loop.start(Query(persona.id, talk.id, "rename yourself to Aki"))


async def test_a_turn_asks_waits_for_the_word_of_the_user_and_does_it_once(home, monkeypatch):
    async with whole_app(home, monkeypatch) as app:
        await app.filled()
        container = app.container
        run = await ask(app)
        dialog = await heard(app)
        assert container.personas.current.name != "Aki"
        assert app.window.frame.rail.button("activity")._count == 1
        assert any("1 confirmation waits for you" in action.text() for action in app.run.tray.menu.actions()
                   ) if app.run.tray.menu else True
        QTest.keyClick(dialog.deny, Qt.Key.Key_Escape)
        await at_rest()
        assert container.agents.loop.active(run.conversation_id).state is RunState.WAITING_APPROVAL
        app.run._show_waiting()  # the tray's entry
        dialog = await heard(app)
        dialog.approve.click()
        await eventually(lambda: container.personas.current.name == "Aki")
        await eventually(lambda: container.agents.loop.active(run.conversation_id) is None)
        assert app.window.frame.rail.button("activity")._count == 0
        assert app.window.frame.rail.top.accessibleName() == "Character: Aki"
        assert (await container.approvals.of_run(run.id))[0].state is ApprovalState.USED
        assert [entry.outcome.value for entry in await container.audit.of_run(run.id)] == ["ok"]


async def test_what_was_not_answered_waits_again_after_a_restart_and_opens_nothing_by_itself(home, monkeypatch):
    async with whole_app(home, monkeypatch) as app:
        await app.filled()
        await ask(app)
        await heard(app)
        app.run.agents.dialogs.dialog.reject()
        await app.close()
    async with whole_app(home, monkeypatch) as app:
        await app.filled()
        await at_rest(30)
        assert app.run.agents.dialogs.dialog is None
        assert app.window.frame.rail.button("activity")._count == 1
        app.run.agents.activity.answer(app.run.agents.approvals.waiting[0].id)
        dialog = await heard(app)
        dialog.deny.click()
        await eventually(lambda: not app.run.agents.approvals.waiting)


async def test_another_character_changes_name_and_colour_of_the_window(home, monkeypatch):
    async with whole_app(home, monkeypatch) as app:
        await app.filled()
        personas, theme = app.container.personas, app.run._shell.theme
        assert theme.theme.persona_color == QColor(personas.current.color)
        app.run.agents.personas.create("ツキミ", "")
        await eventually(lambda: personas.current.name == "ツキミ")
        assert app.window.frame.rail.top.accessibleName() == "Character: ツキミ"
        assert theme.theme.persona_color == QColor(personas.current.color)


async def test_the_light_of_the_model_leads_to_its_page(home, monkeypatch):
    async with whole_app(home, monkeypatch) as app:
        await app.filled()
        light = app.window.frame.strip.button("model")
        assert light.light.id == "model"
        assert "offline answers" in light.accessibleName()
        light.click()
        assert app.window.current_panel == "settings"
        assert app.window.frame.view.findChild(ModelsPage) is not None
        await app.container.settings.set(ModelsSection, base_url="http://127.0.0.1:9/v1", model="m")
        await eventually(lambda: "is set, not used yet" in light.accessibleName())

"""The page of the language model, on the real directory and a scripted server."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass, field

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit, QWidget

from characoid_desktop.core.clock import SystemClock
from characoid_desktop.core.paths import AppPaths
from characoid_desktop.core.redaction import Redactor
from characoid_desktop.core.tasks import TaskScope
from characoid_desktop.integrations.llm import discovery
from characoid_desktop.integrations.llm.directory import ModelDirectory
from characoid_desktop.integrations.llm.models import FoundServer
from characoid_desktop.settings.catalog import SECTIONS
from characoid_desktop.settings.secrets import SecretStore
from characoid_desktop.settings.sections.models import ModelsSection
from characoid_desktop.settings.store import SettingsStore
from characoid_desktop.ui.panels.settings.model import About, SettingsModel
from characoid_desktop.ui.panels.settings.models_model import KeyState, ModelsPageModel, Slot
from characoid_desktop.ui.panels.settings.models_page import ModelsPage
from characoid_desktop.ui.panels.settings.view import SettingsView
from characoid_desktop.ui.theme import ThemeController
from characoid_desktop.ui.widgets.button import ButtonKind
from tests.fakes import model_replies as replies
from tests.fakes.eventually import at_rest, eventually
from tests.fakes.key_stores import LockedStore, WorkingStore
from tests.fakes.layout_audit import audit
from tests.fakes.model_server import ModelServer

KEY = "sk-live-0123456789abcdef"


class Directory(ModelDirectory):
    """Looks for servers only where the test has put one."""

    ports: tuple[int, ...] = ()

    async def discover(self) -> list[FoundServer]:
        await self.prepare()
        return await discovery.discover([discovery.Place("Ollama", port, "library") for port in self.ports])


@dataclass
class Page:
    settings: SettingsStore
    secrets: SecretStore
    directory: Directory
    server: ModelServer
    scope: TaskScope
    theme: ThemeController
    store: WorkingStore
    views: list[SettingsView] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.model = ModelsPageModel(self.directory, self.settings, self.secrets, SystemClock(), self.scope)
        self.form = SettingsModel(self.settings, self.scope, About("1", (), ()))
        self.form.select("models")

    @property
    def section(self) -> ModelsSection:
        return self.settings.get(ModelsSection)

    async def set(self, **values: object) -> None:
        await self.settings.set(ModelsSection, **values)

    async def show(self, width: int = 1184, height: int = 768) -> ModelsPage:
        view = SettingsView(self.form, lambda *_: None, makers={
            "models": lambda make_row: ModelsPage(self.model, self.form, make_row)})
        self.views.append(view)
        view.resize(width, height)
        view.show()
        view.activateWindow()
        await eventually(view.isActiveWindow)
        page = view.findChild(ModelsPage)
        assert page is not None
        return page

    async def key(self, slot: Slot, state: KeyState) -> None:
        await eventually(lambda: self.model.key_state(slot) is state)


@pytest.fixture(params=[WorkingStore])
async def page(request: pytest.FixtureRequest, qapp: QApplication, home: AppPaths) -> AsyncIterator[Page]:
    theme = ThemeController(qapp)
    theme.apply("dark", reduced_motion=True)
    settings = SettingsStore(home.settings_file, SECTIONS)
    await settings.load()
    store = request.param()
    secrets = SecretStore(Redactor(), lambda: store)
    directory = Directory(settings, secrets)
    scope = TaskScope("models page")
    async with ModelServer() as server:
        made = Page(settings, secrets, directory, server, scope, theme, store)
        yield made
        for view in made.views:
            view.close()
            view.deleteLater()
        made.model.close()
        made.form.close()
        await scope.aclose()
        await directory.aclose()
    await secrets.aclose()
    await settings.aclose()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    theme.close()


def port_of(server: ModelServer) -> int:
    return int(server.base_url.rsplit(":", 1)[1].split("/")[0])


def everything_said(root: QWidget) -> str:
    return "\n".join(part for widget in [root, *root.findChildren(QWidget)] for part in (
        widget.accessibleName(), widget.accessibleDescription(), widget.toolTip(),
        widget.text() if isinstance(widget, QLabel) else "",
        widget.text() if isinstance(widget, QLineEdit) and widget.echoMode() is QLineEdit.EchoMode.Normal else ""))


# --- first connection ---------------------------------------------------------------------------


async def test_without_a_model_the_page_says_how_to_begin_and_its_first_step_is_the_primary_one(page: Page) -> None:
    shown = await page.show()
    assert "offline brain" in shown.found.words
    assert "Ollama, LM Studio, llama.cpp or vLLM" in shown.found.words
    assert shown.found.search.kind is ButtonKind.PRIMARY
    assert page.server.requests == []  # looking at the page asks nobody


async def test_a_server_on_this_computer_is_taken_with_one_click_and_tested(page: Page) -> None:
    page.directory.ports = (port_of(page.server),)
    shown = await page.show()
    shown.found.search.click()
    assert shown.found.search.is_busy
    await eventually(lambda: not page.model.is_searching)
    assert len(shown.found.use) == 1
    shown.found.use[0].click()
    await eventually(lambda: page.section.model == "fake-1")
    assert page.section.base_url == page.server.base_url
    await eventually(lambda: page.model.test(Slot.CHAT) is not None and not page.model.is_testing(Slot.CHAT))
    result = page.model.test(Slot.CHAT).result
    assert result.works
    assert "answers" in shown.results[Slot.CHAT].notice.accessibleName()
    assert shown.models[Slot.CHAT].combo.value == "fake-1"
    assert shown.found.search.kind is ButtonKind.NORMAL


async def test_when_nothing_is_found_the_page_says_what_to_do(page: Page) -> None:
    shown = await page.show()
    shown.found.search.click()
    await eventually(lambda: page.model.servers == ())
    assert "Nothing was found." in shown.found.words


# --- models -------------------------------------------------------------------------------------


async def test_the_models_of_a_server_on_this_computer_are_offered_at_once(page: Page) -> None:
    await page.set(base_url=page.server.base_url, model="own-model")
    shown = await page.show()
    combo = shown.models[Slot.CHAT].combo
    await eventually(lambda: combo.count() == 4)
    assert [combo.itemText(n) for n in range(4)] == ["own-model", "fake-1", "fake-2", "Type a name…"]
    combo.setCurrentIndex(2)
    combo.activated.emit(2)
    await eventually(lambda: page.section.model == "fake-2")


async def test_a_name_can_still_be_typed(page: Page) -> None:
    await page.set(base_url=page.server.base_url, model="fake-1")
    shown = await page.show()
    control = shown.models[Slot.CHAT]
    await eventually(lambda: control.combo.count() == 3)
    control.combo.activated.emit(2)
    await eventually(control.input.isVisible)
    control.input.setText("my-own")
    control.commit()
    await eventually(lambda: page.section.model == "my-own")


async def test_a_server_elsewhere_is_asked_only_when_the_user_wants_it(page: Page) -> None:
    await page.set(base_url="https://models.example/v1", model="m")
    shown = await page.show()
    await at_rest(30)
    assert page.model.models(Slot.CHAT) == ()
    assert shown.models[Slot.CHAT].list_models.isVisible()
    assert shown.models[Slot.CHAT].input.isVisible()


# --- test ---------------------------------------------------------------------------------------


async def test_a_test_tries_what_stands_in_the_fields_and_adds_what_the_address_lacks(page: Page) -> None:
    shown = await page.show()
    shown.addresses[Slot.CHAT].input.setText(page.server.origin)  # without /v1
    shown.models[Slot.CHAT].input.setText("fake-2")
    shown.addresses[Slot.CHAT].test.click()
    assert page.model.is_testing(Slot.CHAT)
    shown.addresses[Slot.CHAT].test.click()  # one at a time
    await eventually(lambda: not page.model.is_testing(Slot.CHAT))
    assert page.model.test(Slot.CHAT).result.works
    assert len(page.server.chats) == 1
    assert page.server.chats[0].body["model"] == "fake-2"
    await eventually(lambda: page.section.base_url == page.server.base_url)


async def test_what_the_address_lacks_is_added_where_it_is_saved_after_its_test(page: Page) -> None:
    await page.show()
    page.model.run_test(Slot.CHAT, page.server.origin, "fake-2")
    await eventually(lambda: not page.model.is_testing(Slot.CHAT))
    await page.set(base_url=page.server.origin, model="fake-2")
    await eventually(lambda: page.section.base_url == page.server.base_url)
    assert page.model.test(Slot.CHAT).result.works


async def test_a_refused_key_says_so_and_the_notice_keeps_its_place(page: Page) -> None:
    await page.set(base_url=page.server.base_url, model="fake-1")
    shown = await page.show()
    top = shown.results[Slot.CHAT].y()
    page.server.everything = replies.failure(401)
    shown.addresses[Slot.CHAT].test.click()
    await eventually(lambda: page.model.test(Slot.CHAT) and not page.model.is_testing(Slot.CHAT))
    assert "wants a key" in shown.results[Slot.CHAT].notice.accessibleName()
    await at_rest()
    assert shown.results[Slot.CHAT].y() == top


async def test_a_test_without_an_address_says_what_is_missing(page: Page) -> None:
    shown = await page.show()
    shown.addresses[Slot.CHAT].test.click()
    await eventually(lambda: page.model.test(Slot.CHAT) and not page.model.is_testing(Slot.CHAT))
    assert "There is no address yet" in shown.results[Slot.CHAT].notice.accessibleName()


async def test_embeddings_are_tested_with_a_text(page: Page) -> None:
    await page.set(base_url=page.server.base_url, model="fake-1", embedding_model="fake-2")
    page.model.run_test(Slot.EMBEDDING)
    await eventually(lambda: page.model.test(Slot.EMBEDDING) and not page.model.is_testing(Slot.EMBEDDING))
    result = page.model.test(Slot.EMBEDDING).result
    assert result.works
    assert "4 numbers" in str(result.sentence)
    assert page.server.chats == []
    assert [r.path for r in page.server.requests if r.path.endswith("/embeddings")]


# --- keys ---------------------------------------------------------------------------------------


async def test_a_key_is_stored_for_its_address_and_never_shown_again(page: Page) -> None:
    await page.set(base_url=page.server.base_url, model="fake-1")
    shown = await page.show()
    row = shown.keys[Slot.CHAT]
    await page.key(Slot.CHAT, KeyState.MISSING)
    assert row.input.echoMode() is QLineEdit.EchoMode.Password
    row.input.setText(KEY)
    assert row.save.words == "Save"
    row.save.click()
    await page.key(Slot.CHAT, KeyState.KEY_STORE)
    assert KEY in page.store.entries.values()
    assert row.input.text() == ""
    assert "Kept in the key store" in row.words
    assert KEY not in everything_said(page.views[0])
    shown.addresses[Slot.CHAT].test.click()
    await eventually(lambda: page.model.test(Slot.CHAT) and not page.model.is_testing(Slot.CHAT))
    assert {request.key for request in page.server.requests if request.key} == {KEY}
    row.remove.click()
    await page.key(Slot.CHAT, KeyState.MISSING)
    assert page.store.entries == {}
    assert not row.remove.isVisible()


async def test_an_empty_field_takes_the_key_from_the_clipboard(page: Page) -> None:
    await page.set(base_url=page.server.base_url)
    shown = await page.show()
    row = shown.keys[Slot.CHAT]
    await page.key(Slot.CHAT, KeyState.MISSING)
    QGuiApplication.clipboard().setText(f"  {KEY}\n")
    assert row.save.words == "Paste"
    row.save.click()
    await page.key(Slot.CHAT, KeyState.KEY_STORE)
    assert list(page.store.entries.values()) == [KEY]
    QGuiApplication.clipboard().clear()


async def test_enter_saves_the_key_and_an_empty_one_is_refused_in_words(page: Page) -> None:
    await page.set(base_url=page.server.base_url)
    shown = await page.show()
    row = shown.keys[Slot.CHAT]
    await page.key(Slot.CHAT, KeyState.MISSING)
    QGuiApplication.clipboard().clear()
    row.save.click()
    await eventually(lambda: row.words == "The key is empty. Paste it again.")
    assert row.input.is_invalid
    row.input.setText(KEY)
    QTest.keyClick(row.input, Qt.Key.Key_Return)
    await page.key(Slot.CHAT, KeyState.KEY_STORE)
    assert not row.input.is_invalid


async def test_another_address_asks_for_the_key_again(page: Page) -> None:
    await page.set(base_url=page.server.base_url, model="fake-1")
    shown = await page.show()
    await page.key(Slot.CHAT, KeyState.MISSING)
    page.model.save_key(Slot.CHAT, KEY)
    await page.key(Slot.CHAT, KeyState.KEY_STORE)
    await page.set(base_url="https://models.example/v1")
    await page.key(Slot.CHAT, KeyState.MISSING)
    assert "the old key was not taken along" in shown.keys[Slot.CHAT].words
    assert "models.example" in shown.keys[Slot.CHAT].words
    await eventually(lambda: page.store.entries == {})


@pytest.mark.parametrize("page", [LockedStore], indirect=True)
async def test_without_a_key_store_the_page_says_how_long_the_key_is_kept(page: Page) -> None:
    await page.set(base_url=page.server.base_url, model="fake-1")
    shown = await page.show()
    page.model.save_key(Slot.CHAT, KEY)
    await page.key(Slot.CHAT, KeyState.MEMORY)
    assert "until the app closes" in shown.keys[Slot.CHAT].words
    assert KEY not in everything_said(page.views[0])


async def test_embeddings_ask_for_a_key_only_at_another_server(page: Page) -> None:
    await page.set(base_url=page.server.base_url)
    shown = await page.show()
    assert not shown.keys[Slot.EMBEDDING].isVisible()
    await page.set(embedding_base_url="https://vectors.example/v1")
    await eventually(shown.keys[Slot.EMBEDDING].isVisible)
    page.model.save_key(Slot.EMBEDDING, KEY)
    await page.key(Slot.EMBEDDING, KeyState.KEY_STORE)
    assert page.model.key_state(Slot.CHAT) is KeyState.MISSING


# --- layout -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("size", "scale"), [((1184, 768), 1.0), ((928, 580), 1.0), ((928, 580), 1.4)])
async def test_the_page_is_whole_in_every_size(page: Page, size: tuple[int, int], scale: float) -> None:
    page.theme.apply("light", "en", scale)
    page.directory.ports = (port_of(page.server),)
    await page.set(base_url=page.server.base_url, model="fake-1", embedding_base_url="https://vectors.example/v1")
    shown = await page.show(*size)
    shown.found.search.click()
    page.model.save_key(Slot.CHAT, KEY)
    await page.key(Slot.CHAT, KeyState.KEY_STORE)
    await eventually(lambda: shown.found.use)
    await at_rest(20)
    assert [str(finding) for finding in audit(page.views[0])] == []


async def test_the_page_is_made_anew_without_a_trace_of_the_old_one(page: Page) -> None:
    await page.set(base_url=page.server.base_url, model="fake-1")
    await page.show()
    page.form.select("storage")
    page.form.select("models")
    await at_rest()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    page.model.save_key(Slot.CHAT, KEY)
    page.model.run_test(Slot.CHAT)
    await page.key(Slot.CHAT, KeyState.KEY_STORE)
    await eventually(lambda: not page.model.is_testing(Slot.CHAT))
    assert len(page.views[0].findChildren(ModelsPage)) == 1

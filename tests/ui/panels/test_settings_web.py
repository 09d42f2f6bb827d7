"""The page of the web search, on the real client and a search server of this computer."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass, field

import pytest
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QApplication, QLabel

from characoid_desktop.core.clock import SystemClock
from characoid_desktop.core.paths import AppPaths
from characoid_desktop.core.tasks import TaskScope
from characoid_desktop.integrations.web.access import WebAccess
from characoid_desktop.settings.catalog import SECTIONS
from characoid_desktop.settings.sections.web import WebSection
from characoid_desktop.settings.store import SettingsStore
from characoid_desktop.ui.panels.settings.model import About, SettingsModel
from characoid_desktop.ui.panels.settings.view import SettingsView
from characoid_desktop.ui.panels.settings.web_model import WebPageModel
from characoid_desktop.ui.panels.settings.web_page import WebPage
from characoid_desktop.ui.theme import ThemeController
from tests.fakes.eventually import at_rest, eventually
from tests.fakes.layout_audit import audit
from tests.fakes.web_servers import WebServer
from tests.fakes.web_servers import page as answer
from tests.fakes.web_site import TEA, results


@dataclass
class Bench:
    settings: SettingsStore
    scope: TaskScope
    server: WebServer
    theme: ThemeController
    views: list[SettingsView] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.model = WebPageModel(WebAccess(self.settings), SystemClock(), self.scope)
        self.form = SettingsModel(self.settings, self.scope, About("1", (), ()))
        self.form.select("web")

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server.port}"

    async def show(self, width: int = 1184) -> WebPage:
        view = SettingsView(self.form, lambda *_: None, makers={
            "web": lambda make_row: WebPage(self.model, self.form, make_row)})
        self.views.append(view)
        view.resize(width, 768)
        view.show()
        view.activateWindow()
        await eventually(view.isActiveWindow)
        page = view.findChild(WebPage)
        assert page is not None
        return page

    async def tested(self) -> str:
        await eventually(lambda: self.model.test is not None and not self.model.is_testing)
        return str(self.model.test.result.sentence)


@pytest.fixture
async def bench(qapp: QApplication, home: AppPaths) -> AsyncIterator[Bench]:
    theme = ThemeController(qapp)
    theme.apply("dark", reduced_motion=True)
    settings = SettingsStore(home.settings_file, SECTIONS)
    await settings.load()
    scope = TaskScope("page")
    async with WebServer(results(TEA)) as server:
        made = Bench(settings, scope, server, theme)
        yield made
        for view in made.views:
            view.close()
            view.deleteLater()
        made.form.close()
        await scope.aclose()
    await settings.aclose()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    theme.close()


async def test_a_test_tries_what_stands_in_the_field_and_its_place_is_kept(bench: Bench) -> None:
    page = await bench.show()
    assert "Not tested yet" in words(page)
    page.address.input.setText(bench.address)
    page.address.test.click()
    assert bench.model.is_testing
    page.address.test.click()  # one at a time
    assert (await bench.tested()).startswith("The search server works: 1 result")
    await eventually(lambda: "The search server works" in words(page))
    await eventually(lambda: bench.settings.get(WebSection).search_url == bench.address)
    assert bench.server.connections == 1


async def test_a_server_that_gives_no_json_says_what_to_change(bench: Bench) -> None:
    bench.server.otherwise = answer("no", status="403 Forbidden")
    page = await bench.show()
    page.address.input.setText(bench.address)
    page.address.test.click()
    assert "settings.yml" in await bench.tested()
    await eventually(lambda: "settings.yml" in words(page))


async def test_without_an_address_the_test_says_what_is_missing(bench: Bench) -> None:
    page = await bench.show()
    page.address.test.click()
    assert "full web address" in await bench.tested()
    assert bench.server.connections == 0


@pytest.mark.parametrize("width", [1184, 700])
async def test_nothing_is_cut_off_at_any_width(bench: Bench, width: int) -> None:
    page = await bench.show(width)
    page.address.input.setText(bench.address)
    page.address.test.click()
    await bench.tested()
    await at_rest()
    assert [str(finding) for finding in audit(bench.views[0])] == []


def words(page: WebPage) -> str:
    return " ".join(label.text() for label in page.findChildren(QLabel))

"""The page of the engines: an rvc-next is found, named and tested there, and never started unasked."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from characoid_desktop.core.i18n import Text
from characoid_desktop.core.paths import AppPaths
from characoid_desktop.core.tasks import TaskScope
from characoid_desktop.engines.external import NotRecognised, Recognised
from characoid_desktop.settings.catalog import SECTIONS
from characoid_desktop.settings.sections.engines import EnginesSection, RvcEngine
from characoid_desktop.settings.store import SettingsStore
from characoid_desktop.ui.panels.settings.engines_model import EnginesPageModel
from characoid_desktop.ui.panels.settings.engines_page import EnginesPage
from characoid_desktop.ui.panels.settings.model import About, SettingsModel
from characoid_desktop.ui.panels.settings.view import SettingsView
from characoid_desktop.ui.theme import ThemeController
from tests.fakes.eventually import eventually
from tests.fakes.layout_audit import audit


@dataclass
class Desk:
    """A page over a computer with what ``found`` says; ``asked`` are the programs that were started."""

    settings: SettingsStore
    scope: TaskScope
    theme: ThemeController
    found: Path | None = None
    answer: Recognised | NotRecognised | None = None
    asked: list[Path] = field(default_factory=list)
    views: list[SettingsView] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.go = asyncio.Event()
        self.model = EnginesPageModel(self.scope, finder=lambda: self.found, recogniser=self._recognise)
        self.form = SettingsModel(self.settings, self.scope, About("1", (), ()))
        self.form.select("engines")

    async def _recognise(self, program: Path) -> Recognised:
        self.asked.append(program)
        await self.go.wait()
        if isinstance(self.answer, NotRecognised):
            raise self.answer
        assert self.answer is not None
        return self.answer

    @property
    def section(self) -> EnginesSection:
        return self.settings.get(EnginesSection)

    async def show(self) -> EnginesPage:
        view = SettingsView(self.form, lambda *_: None, makers={
            "engines": lambda make_row: EnginesPage(self.model, self.form, make_row)})
        self.views.append(view)
        view.resize(1184, 768)
        view.show()
        page = view.findChild(EnginesPage)
        assert page is not None
        await eventually(lambda: self.scope.running == 0)
        return page


@pytest.fixture
async def desk(qapp: QApplication, home: AppPaths) -> AsyncIterator[Desk]:
    theme = ThemeController(qapp)
    theme.apply("dark", reduced_motion=True)
    settings = SettingsStore(home.settings_file, SECTIONS)
    await settings.load()
    scope = TaskScope("engines page")
    made = Desk(settings, scope, theme)
    yield made
    for view in made.views:
        view.close()
        view.deleteLater()
    made.model.close()
    made.form.close()
    await scope.aclose()
    await settings.aclose()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    theme.close()


def words(page: EnginesPage) -> str:
    assert page.notice is not None
    return page.notice.accessibleName() + " " + page.notice.accessibleDescription()


async def test_what_was_found_is_offered_and_taken_by_a_click_only(desk: Desk) -> None:
    desk.found = Path("/opt/rvc-next/bin/rvc-next")
    page = await desk.show()
    assert page.found.isVisible()
    assert audit(desk.views[0]) == []
    assert (desk.section.rvc_engine, desk.section.rvc_next_program, desk.asked) == (RvcEngine.BUILT_IN, "", [])
    QTest.mouseClick(page.found.use, Qt.MouseButton.LeftButton)
    await eventually(lambda: desk.section.rvc_engine is RvcEngine.RVC_NEXT)
    assert desk.section.rvc_next_program == str(desk.found)
    assert page.program.input.text() == str(desk.found)
    assert desk.asked == [], "a test is another click"


async def test_where_nothing_is_found_nothing_is_offered(desk: Desk) -> None:
    page = await desk.show()
    assert not page.found.isVisible()
    assert "Not tested yet" in words(page)


async def test_a_test_says_what_the_program_is_and_another_path_forgets_it(desk: Desk) -> None:
    desk.answer = Recognised(Path("/a/rvc-next"), "0.2.16", "2.13.0+cpu")
    page = await desk.show()
    page.program.input.setText("/a/rvc-next")
    QTest.mouseClick(page.program.test, Qt.MouseButton.LeftButton)
    await eventually(lambda: desk.asked == [Path("/a/rvc-next")])
    assert "Testing…" in words(page)
    desk.go.set()
    await eventually(lambda: "rvc-next 0.2.16 answers" in words(page))
    assert "torch 2.13.0+cpu" in words(page)
    assert audit(desk.views[0]) == []
    page.program.input.setText("/b/rvc-next")
    page.program.commit()
    assert "Not tested yet" in words(page)
    await eventually(lambda: desk.section.rvc_next_program == "/b/rvc-next")


async def test_a_test_that_fails_says_why(desk: Desk) -> None:
    desk.answer = NotRecognised(Text.of("This program does not answer as rvc-next does."))
    desk.go.set()
    page = await desk.show()
    QTest.mouseClick(page.program.test, Qt.MouseButton.LeftButton)
    await eventually(lambda: "does not answer as rvc-next" in words(page))


async def test_of_two_tests_the_last_one_counts(desk: Desk) -> None:
    page = await desk.show()
    desk.model.test("/a/rvc-next")
    await eventually(lambda: len(desk.asked) == 1)
    desk.answer = Recognised(Path("/b/rvc-next"), "0.3.0")
    desk.model.test("/b/rvc-next")
    desk.go.set()
    await eventually(lambda: "rvc-next 0.3.0 answers" in words(page))
    assert "no torch" in words(page)


async def test_a_path_that_is_no_whole_one_is_refused(desk: Desk) -> None:
    page = await desk.show()
    page.program.input.setText("rvc-next")
    page.program.commit()
    await eventually(lambda: "whole path" in str(desk.form.row("engines", "rvc_next_program").problem))
    assert desk.section.rvc_next_program == ""

"""A real main window with small panels, offscreen."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QPushButton, QVBoxLayout, QWidget

from characoid_desktop.core.errors import ActionKind
from characoid_desktop.core.i18n import Text
from characoid_desktop.core.lights import Light, LightState, StatusBoard
from characoid_desktop.core.notices import NoticeBoard
from characoid_desktop.core.tasks import TaskScope
from characoid_desktop.ui.catalog import PanelId, PanelSpec, panels
from characoid_desktop.ui.shell.actions import ActionRouter
from characoid_desktop.ui.shell.main_window import MainWindow
from characoid_desktop.ui.theme import ThemeController
from tests.fakes.eventually import eventually
from tests.fakes.later import ManualLater


class SmallPanel(QWidget):
    """Two controls, and words from a living model."""

    def __init__(self, name: str, model: list[str]) -> None:
        super().__init__()
        self.setObjectName(f"panel_{name}")
        self.line = QLineEdit(model[0] if model else "")
        self.line.textEdited.connect(lambda words: model.__setitem__(slice(None), [words]))
        self.button = QPushButton("Do")
        column = QVBoxLayout(self)
        column.addWidget(self.line)
        column.addWidget(self.button)


@dataclass
class Kit:
    """Everything that a window needs, and what it asked for."""

    scope: TaskScope
    later: ManualLater = field(default_factory=ManualLater)
    notices: NoticeBoard = field(default_factory=NoticeBoard)
    lights: StatusBoard = field(default_factory=StatusBoard)
    made: list[str] = field(default_factory=list)
    models: dict[str, list[str]] = field(default_factory=dict)
    geometry: list[bytes] = field(default_factory=list)
    acted: list[tuple[ActionKind, dict]] = field(default_factory=list)
    windows: list[MainWindow] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.actions = ActionRouter(self.scope, self.notices)
        for kind in (ActionKind.OPEN_LOG, ActionKind.RESTART_ENGINE, ActionKind.OPEN_FOLDER):
            self.actions.register(kind, lambda args, kind=kind: self.acted.append((kind, dict(args))))
        self.lights.set(Light("rvc", Text.of("RVC"), LightState.READY, Text.of("ready")))

    def _panel(self, name: str) -> QWidget:
        self.made.append(name)
        return SmallPanel(name, self.models.setdefault(name, []))

    def specs(self, *ids: PanelId) -> tuple[PanelSpec, ...]:
        return panels({name: (lambda name=name: self._panel(name.value)) for name in ids or tuple(PanelId)})

    def window(self, *ids: PanelId, geometry: bytes = b"", panel: str = PanelId.RVC.value) -> MainWindow:
        window = MainWindow(
            self.specs(*ids), self.notices, self.lights, self.actions, geometry=geometry,
            remember_geometry=self.geometry.append, panel=panel, later=self.later,
        )
        self.windows.append(window)
        return window

    async def shown(self, *ids: PanelId, panel: str = PanelId.RVC.value) -> MainWindow:
        window = self.window(*ids, panel=panel)
        window.bring_up()
        await eventually(window.isActiveWindow)
        return window


def press(widget: QWidget, key: Qt.Key, modifier: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
    QTest.keyClick(widget, key, modifier)


@pytest.fixture
def theme(qapp: QApplication) -> Iterator[ThemeController]:
    controller = ThemeController(qapp)
    controller.apply("dark", reduced_motion=True)
    yield controller
    controller.close()


@pytest.fixture
async def kit(qapp: QApplication, theme: ThemeController):
    scope = TaskScope("test")
    made = Kit(scope)
    yield made
    await scope.aclose()
    for window in made.windows:
        window.finish()
        window.deleteLater()
    await asyncio.sleep(0)


@pytest.fixture
def some_folder(tmp_path: Path) -> Path:
    return tmp_path

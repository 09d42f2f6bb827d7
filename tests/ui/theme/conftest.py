from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QApplication

from characoid_desktop.ui.theme.theme import ThemeController
from tests.fakes.themes import themed_app


@pytest.fixture
def themes(qapp: QApplication) -> Iterator[ThemeController]:
    with themed_app() as controller:
        yield controller

"""What a screen is: how to get there, what is looked at, and how to leave it again."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import QWidget

from characoid_desktop.app.shots.looks import Look
from characoid_desktop.app.shots.studio import Studio


def _always(look: Look) -> bool:
    return True


@dataclass(frozen=True, slots=True)
class Shot:
    """What is on the screen: ``widget`` is looked at, ``picture`` is what is kept of it."""

    widget: QWidget
    picture: Callable[[], QPixmap]


@dataclass(frozen=True, slots=True)
class Screen:
    """``show`` goes there on a dressed studio; ``leave`` undoes what the next screen must not inherit."""

    name: str
    show: Callable[[Studio], Awaitable[Shot]]
    leave: Callable[[Studio], object] = lambda studio: None
    wanted: Callable[[Look], bool] = _always

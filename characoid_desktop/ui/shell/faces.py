"""Faces of characters: the upper middle of their pictures."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

from PySide6.QtCore import QObject
from PySide6.QtGui import QPixmap

from characoid_desktop.core.tasks import TaskScope
from characoid_desktop.features.personas.models import Persona
from characoid_desktop.ui.widgets.small_pictures import SmallPictures


class Faces(SmallPictures):
    """``path_of`` says where the picture of a character lies."""

    def __init__(self, path_of: Callable[[Persona], Path | None], scope: TaskScope,
                 parent: QObject | None = None) -> None:
        super().__init__(scope, parent, name="faces", top=True, format="png")  # a card's face is in its upper part
        self._path_of = path_of

    def get(self, persona: Persona) -> QPixmap | None:
        """Return the face of a character where it was read."""
        return self.picture(persona.avatar) if persona.avatar else None

    def want(self, personas: Iterable[Persona]) -> None:
        """Read the faces that are not there yet; forget those of nobody."""
        self.want_all([(one.avatar, path) for one in personas
                       if one.avatar and (path := self._path_of(one)) is not None])

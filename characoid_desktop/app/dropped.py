"""Where files that are dropped on the window go: characters to their panel, all else where they were dropped."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from characoid_desktop.core.tasks import TaskScope
from characoid_desktop.features.personas.files import PersonaFiles
from characoid_desktop.features.personas.recognising import may_be_character

Take = Callable[[list[Path]], object]


class DroppedFiles:
    """Call it with what was dropped and what the place does with it. ``take_characters`` gets the characters."""

    def __init__(self, files: PersonaFiles, scope: TaskScope, take_characters: Take) -> None:
        self._files = files
        self._scope = scope
        self._take_characters = take_characters

    def __call__(self, paths: Sequence[Path], take: Take) -> None:
        if not any(may_be_character(path) for path in paths):
            take(list(paths))
            return
        try:
            self._scope.start(self._sort(list(paths), take), name="dropped")
        except RuntimeError:  # the app is closing
            return

    async def _sort(self, paths: list[Path], take: Take) -> None:
        characters = await self._files.characters_among(paths)
        others = [path for path in paths if path not in characters]
        if characters:
            self._take_characters(characters)
        if others:
            take(others)

"""What is dropped anywhere: characters to their panel, all else to where it was dropped."""

from __future__ import annotations

from pathlib import Path
from typing import cast

import pytest

from characoid_desktop.app.dropped import DroppedFiles
from characoid_desktop.core.tasks import TaskScope
from characoid_desktop.features.personas.files import PersonaFiles
from tests.fakes.eventually import eventually


class _Files:
    """Knows characters by their names."""

    def __init__(self) -> None:
        self.asked: list[list[str]] = []

    async def characters_among(self, paths: list[Path]) -> list[Path]:
        self.asked.append([path.name for path in paths])
        return [path for path in paths if "card" in path.name]


@pytest.mark.parametrize(("names", "characters", "others"), [
    (["card.png"], ["card.png"], None), (["song.png"], None, ["song.png"]),
    (["a.wav", "card.json", "b.zip"], ["card.json"], ["a.wav", "b.zip"]),
])
async def test_characters_and_the_rest_part(
    names: list[str], characters: list[str] | None, others: list[str] | None,
) -> None:
    scope, found, rest = TaskScope("test"), list[list[Path]](), list[list[Path]]()
    drop = DroppedFiles(cast("PersonaFiles", _Files()), scope, found.append)
    drop([Path(name) for name in names], rest.append)
    await eventually(lambda: scope.running == 0)
    assert [[path.name for path in paths] for paths in found] == ([characters] if characters else [])
    assert [[path.name for path in paths] for paths in rest] == ([others] if others else [])
    await scope.aclose()


async def test_what_can_be_no_character_is_taken_at_once() -> None:
    files, scope, rest = _Files(), TaskScope("test"), list[list[Path]]()
    DroppedFiles(cast("PersonaFiles", files), scope, rest.append)([Path("a.wav"), Path("folder")], rest.append)
    assert rest == [[Path("a.wav"), Path("folder")]]
    assert files.asked == []
    await scope.aclose()


async def test_while_the_app_closes_a_drop_is_left() -> None:
    scope, rest = TaskScope("test"), list[list[Path]]()
    await scope.aclose()
    DroppedFiles(cast("PersonaFiles", _Files()), scope, rest.append)([Path("card.png")], rest.append)
    assert rest == []

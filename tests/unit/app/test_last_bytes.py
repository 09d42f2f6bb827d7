"""What was removed does not stay on the disk: copies that nothing refers to go at the next start."""

from __future__ import annotations

from pathlib import Path

from characoid_desktop.core.paths import AppPaths
from characoid_desktop.features.personas.models import DEFAULT_ID
from tests.fakes.cards import png
from tests.fakes.eventually import eventually
from tests.fakes.home import running_container


async def test_removed_copies_and_half_ones_are_gone_after_the_next_start_and_the_rest_is_there(
    home: AppPaths, tmp_path: Path
) -> None:
    (tmp_path / "face.png").write_bytes(png())
    (tmp_path / "page.html").write_text("<h1>Secret</h1><p>Nobody is to read this.</p>")
    (tmp_path / "kept.html").write_text("<h1>Kept</h1><p>This one stays.</p>")
    async with running_container(home) as container:
        made = await container.persona_files.set_avatar(container.personas.current.id, tmp_path / "face.png")
        space = container.personas.current.id
        gone = await container.knowledge.add_copy(space, tmp_path / "page.html")
        kept = await container.knowledge.add_copy(space, tmp_path / "kept.html")
        await container.knowledge.settled([gone.id, kept.id], space, 30)
        await container.knowledge.remove(gone.id, space)
        await eventually(lambda: not container.jobs.busy)
        face = container.persona_files.avatar_path(made)
    half = home.blobs / "incoming" / f"{'0' * 32}.part"
    half.parent.mkdir(parents=True, exist_ok=True)
    half.write_bytes(b"half a copy")
    async with running_container(home) as container:
        assert [one.id for one in await container.knowledge.list(space)] == [kept.id]
    assert face is not None
    assert face.is_file()
    copies = [one for one in home.blobs.rglob("*") if one.is_file()]
    assert {one.read_bytes() for one in copies} == {face.read_bytes(), (tmp_path / "kept.html").read_bytes()}


async def test_copies_that_cannot_be_looked_at_do_not_stop_the_start(home: AppPaths) -> None:
    async with running_container(home):
        pass
    if home.blobs.is_dir():
        home.blobs.rmdir()
    home.blobs.write_bytes(b"in the way")
    async with running_container(home) as container:
        assert container.personas.get(DEFAULT_ID) is not None

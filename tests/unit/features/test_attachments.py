"""Files taken in by reference or as a copy."""

from __future__ import annotations

import hashlib
import os
import shutil
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from characoid_desktop.core.paths import AppPaths
from characoid_desktop.data.blobs import BlobStore, NotAFile
from characoid_desktop.data.database import Database
from characoid_desktop.features.attachments.models import FileState
from characoid_desktop.features.attachments.service import AttachmentInUse, AttachmentService
from tests.fakes.data_faults import SetClock


@pytest.fixture
async def database(home: AppPaths) -> AsyncIterator[Database]:
    database = await Database.open(home.database, home.backups, SetClock())
    yield database
    await database.aclose()


@pytest.fixture
def service(database: Database, home: AppPaths) -> AttachmentService:
    return AttachmentService(database, BlobStore(home.blobs), SetClock())


async def test_a_referenced_file_stays_where_it_is(service: AttachmentService, tmp_path: Path, home: AppPaths) -> None:
    song = tmp_path / "song.wav"
    song.write_bytes(b"x" * 123)
    added = await service.reference(song)
    assert added.path == song
    assert (added.name, added.size, added.mtime_ns) == ("song.wav", 123, song.stat().st_mtime_ns)
    assert added.sha256 is None
    assert not added.is_copy
    assert added.created_at == SetClock().now()
    assert await service.get(added.id) == added
    assert await service.remove(added.id)
    assert song.exists()
    assert await service.get(added.id) is None
    assert not await service.remove(added.id)


async def test_a_copy_outlives_its_original_and_goes_when_nothing_refers_to_it(
    service: AttachmentService, tmp_path: Path, home: AppPaths, database: Database,
) -> None:
    song = tmp_path / "song.wav"
    song.write_bytes(b"bytes")
    first, second = await service.import_file(song), await service.import_file(song)
    song.unlink()
    assert first.blob == second.blob == first.sha256 == hashlib.sha256(b"bytes").hexdigest()
    assert first.path.read_bytes() == b"bytes"
    await service.remove(first.id)
    later = AttachmentService(database, BlobStore(home.blobs), SetClock())
    assert await later.clean() == 0
    await service.remove(second.id)
    assert await later.clean() == 1
    assert not first.path.exists()


async def test_a_copy_is_found_after_the_home_was_moved(
    service: AttachmentService, tmp_path: Path, home: AppPaths, database: Database,
) -> None:
    (tmp_path / "a.wav").write_bytes(b"bytes")
    added = await service.import_file(tmp_path / "a.wav")
    shutil.move(home.blobs, tmp_path / "moved")
    moved = AttachmentService(database, BlobStore(tmp_path / "moved"), SetClock())
    found = await moved.get(added.id)
    assert found is not None
    assert found.path.read_bytes() == b"bytes"
    assert (await moved.list())[0] == found
    assert (await moved.get_many([added.id, "unknown"])) == {added.id: found}


@pytest.mark.parametrize(("name", "shown"), [
    ("歌 うた 노래.wav".encode(), "歌 うた 노래.wav"),
    ("🎤👩‍🎤.flac".encode(), "🎤👩‍🎤.flac"),
    (b"caf\xe9.wav", "caf\\xE9.wav"),
    (b"two\nlines\x1b[31m.wav", "two␊lines␛[31m.wav"),
    ("gpj.\u202ewav".encode(), "gpj.\\x{202E}wav"),
    (b"-rf %d 'quoted' \"both\" #.wav", "-rf %d 'quoted' \"both\" #.wav"),
    (b"x" * 251 + b".wav", "x" * 251 + ".wav"),
    (b" trailing ", " trailing "),
], ids=["CJK", "emoji", "no unicode", "control characters", "direction", "signs", "longest", "spaces"])
async def test_names_are_shown_safely_and_paths_come_back_to_the_byte(
    service: AttachmentService, tmp_path: Path, name: bytes, shown: str,
) -> None:
    path = Path(os.fsdecode(os.fsencode(tmp_path) + b"/" + name))
    path.write_bytes(b"audio")
    for added in (await service.reference(path), await service.import_file(path)):
        again = await service.get(added.id)
        assert again == added
        assert again.name == shown
        again.name.encode("utf-8")
        assert again.path.read_bytes() == b"audio"
    assert os.fsencode((await service.list())[0].path).endswith(b"/" + name)


async def test_of_many_dropped_files_the_good_ones_are_taken_in_order_and_the_others_named(
    service: AttachmentService, tmp_path: Path,
) -> None:
    paths: list[Path] = []
    for n in range(450):
        paths.append(tmp_path / f"{n:03d}.wav")
        paths[-1].touch()
    os.mkfifo(tmp_path / "pipe")
    bad = [tmp_path / "missing.wav", tmp_path, tmp_path / "pipe", tmp_path / "nul\0.wav"]
    taken, refused = await service.reference_many([*paths[:100], *bad, *paths[100:]])
    assert [added.path for added in taken] == paths
    assert [added.seq for added in taken] == sorted(added.seq for added in taken)
    assert [item.path for item in refused] == bad
    assert all(isinstance(item.error, NotAFile) for item in refused)
    assert [added.path for added in await service.list(limit=1000)] == paths
    assert len(await service.list(after_seq=taken[-2].seq)) == 1
    with pytest.raises(NotAFile):
        await service.reference(bad[0])


async def test_the_probe_is_kept_and_bounded(service: AttachmentService, tmp_path: Path) -> None:
    (tmp_path / "a.wav").touch()
    added = await service.reference(tmp_path / "a.wav")
    probed = await service.set_probe(added.id, {"duration_s": 1.5, "codec": "音"})
    assert probed is not None
    assert probed.probe == {"duration_s": 1.5, "codec": "音"}
    assert await service.get(added.id) == probed
    assert await service.set_probe("gone", {}) is None
    for hostile in ({"x": "y" * 100_000}, {"x": float("nan")}):
        with pytest.raises(ValueError):
            await service.set_probe(added.id, hostile)
    assert await service.get(added.id) == probed


async def test_a_file_that_changed_or_went_since_is_told(service: AttachmentService, tmp_path: Path) -> None:
    song = tmp_path / "a.wav"
    song.write_bytes(b"1")
    added = await service.reference(song)
    assert await service.state_of(added) is FileState.PRESENT
    song.write_bytes(b"22")
    assert await service.state_of(added) is FileState.CHANGED
    song.unlink()
    assert await service.state_of(added) is FileState.MISSING
    song.mkdir()
    assert await service.state_of(added) is FileState.MISSING


async def test_a_file_that_a_session_uses_is_not_removed(
    service: AttachmentService, database: Database, tmp_path: Path,
) -> None:
    (tmp_path / "a.wav").touch()
    added = await service.reference(tmp_path / "a.wav")
    async with database.transaction() as tx:
        await tx.execute("INSERT INTO rvc_sessions (id, name, created_at) VALUES ('s', 'n', '2026')")
        await tx.execute(
            "INSERT INTO rvc_items (id, session_id, attachment_id, preset, effect, format, created_at) "
            "VALUES ('i', 's', ?, 'higher', '{}', 'wav', '2026')", (added.id,))
    with pytest.raises(AttachmentInUse):
        await service.remove(added.id)
    assert await service.get(added.id) == added

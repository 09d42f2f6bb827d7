"""Blobs: named by content, whole or absent, stored once."""

from __future__ import annotations

import hashlib
import os
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from characoid_desktop.data.blobs import BlobStore, BlobTooLarge, NotAFile
from tests.fakes.data_faults import kill_hard, start_script


@pytest.fixture
def store(tmp_path: Path) -> BlobStore:
    return BlobStore(tmp_path / "blobs", max_bytes=1_000_000)


def files(root: Path) -> list[Path]:
    return [path for path in root.rglob("*") if path.is_file()]


async def test_the_three_ways_in_give_the_same_blob_stored_once(store: BlobStore, tmp_path: Path) -> None:
    data = os.urandom(300_000)
    source = tmp_path / "日本 🎤.wav"
    source.write_bytes(data)

    async def chunks() -> AsyncIterator[bytes]:
        for start in range(0, len(data), 7_777):
            yield data[start:start + 7_777]

    hashes = {await store.put_bytes(data), await store.put_file(source), await store.put_stream(chunks())}
    assert hashes == {hashlib.sha256(data).hexdigest()}
    [blob] = files(tmp_path / "blobs")
    assert blob == store.path(hashes.pop())
    assert blob.read_bytes() == data
    assert source.read_bytes() == data


async def test_a_damaged_blob_is_told_and_put_again_becomes_whole(store: BlobStore) -> None:
    sha256 = await store.put_bytes(b"a good blob")
    assert await store.verify(sha256)
    store.path(sha256).write_bytes(b"a go")
    assert not await store.verify(sha256)
    await store.put_bytes(b"a good blob")
    assert await store.verify(sha256)
    assert not await store.verify("0" * 64)


async def test_more_than_the_limit_is_refused_and_nothing_stays(store: BlobStore, tmp_path: Path) -> None:
    large = tmp_path / "large"
    large.write_bytes(bytes(1_000_001))

    async def endless() -> AsyncIterator[bytes]:
        while True:
            yield bytes(100_000)

    with pytest.raises(BlobTooLarge):
        await store.put_file(large)
    with pytest.raises(BlobTooLarge):
        await store.put_bytes(bytes(1_000_001))
    with pytest.raises(BlobTooLarge):
        await store.put_stream(endless())
    assert files(tmp_path / "blobs") == []


async def test_a_stream_that_breaks_leaves_nothing(store: BlobStore, tmp_path: Path) -> None:
    async def broken() -> AsyncIterator[bytes]:
        yield b"half"
        raise ConnectionError

    with pytest.raises(ConnectionError):
        await store.put_stream(broken())
    assert files(tmp_path / "blobs") == []


async def test_folders_pipes_and_missing_files_are_refused_at_once(store: BlobStore, tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.wav"
    os.mkfifo(pipe)
    for path in (pipe, tmp_path, tmp_path / "missing.wav", Path("/dev/zero")):
        with pytest.raises(NotAFile):
            await store.put_file(path)


async def test_only_what_nothing_refers_to_is_deleted(tmp_path: Path) -> None:
    first = BlobStore(tmp_path / "blobs")
    kept, dropped = await first.put_bytes(b"kept"), await first.put_bytes(b"dropped")
    assert await first.delete_unreferenced(set()) == 0, "put in this session: its row may still be on the way"
    second = BlobStore(tmp_path / "blobs")
    (tmp_path / "blobs" / "notes.txt").write_text("not ours")
    assert await second.delete_unreferenced({kept}) == 1
    assert await second.verify(kept)
    assert not second.path(dropped).exists()
    assert (tmp_path / "blobs" / "notes.txt").exists()


async def test_what_a_killed_writer_left_is_swept_at_the_next_start(tmp_path: Path) -> None:
    child = start_script(
        "import asyncio, sys\n"
        "from pathlib import Path\n"
        "from characoid_desktop.data.blobs import BlobStore\n"
        "async def chunks():\n"
        "    yield bytes(100_000)\n"
        "    print('half', flush=True)\n"
        "    await asyncio.Event().wait()\n"
        "asyncio.run(BlobStore(Path(sys.argv[1])).put_stream(chunks()))\n", tmp_path / "blobs")
    assert child.stdout is not None
    assert child.stdout.readline() == "half\n"
    kill_hard(child)
    child.communicate()
    store = BlobStore(tmp_path / "blobs")
    assert len(files(tmp_path / "blobs")) == 1
    assert await store.sweep() == 1
    assert files(tmp_path / "blobs") == []


@pytest.mark.parametrize("name", ["../../etc/passwd", "A" * 64, "0" * 63, "0" * 65, "", "0" * 64 + "\n"])
def test_only_a_hash_names_a_blob(store: BlobStore, name: str) -> None:
    with pytest.raises(ValueError, match="SHA-256"):
        store.path(name)

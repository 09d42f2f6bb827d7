"""A disk that takes no more: an error with a sentence, and everything as it was before."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from characoid_desktop.core.paths import AppPaths
from characoid_desktop.data.errors import DiskFull, translate
from characoid_desktop.data.migrator import known_migrations
from tests.fakes.data_faults import DROP_PRIVILEGES, count, integrity, run_script, small_disk

MEGABYTE = 1_000_000

FILL = """
import asyncio, json, os, sys
from pathlib import Path
from characoid_desktop.core.clock import SystemClock
from characoid_desktop.core.errors import AppError
from characoid_desktop.data import home
from characoid_desktop.data.database import Database

home.RESERVE_BYTES = 0
folder = Path(sys.argv[1])
limit = int(sys.argv[2])
INSERT = ("INSERT INTO jobs (id, kind, title, params, state, lane, created_at) "
          "VALUES (?, 'k', '{}', ?, 'queued', 'x', '2026')")

async def main():
    path = folder / "db.sqlite3"
    db = await Database.open(path, folder / "backups", SystemClock())
    if limit:
        import resource
        hard = resource.getrlimit(resource.RLIMIT_FSIZE)[1]
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit, hard))
    saved, error = 0, None
    while error is None and saved < 5000:
        try:
            async with db.transaction() as tx:
                await tx.execute(INSERT, (f"a-{saved}", "{" + "x" * 2000))
                await tx.execute(INSERT, (f"b-{saved}", "{" + "x" * 2000))
            saved += 1
        except AppError as failure:
            error = failure
    rows = await db.read_all("SELECT count(*) AS n FROM jobs")
    # Room again: the same process goes on.
    if limit:
        resource.setrlimit(resource.RLIMIT_FSIZE, (hard, hard))
    else:
        (folder / "ballast").unlink()
    after = None
    try:
        async with db.transaction() as tx:
            await tx.execute(INSERT, ("after", "{}"))
        after = "saved"
    except AppError as failure:
        after = failure.code
    await db.aclose()
    import sqlite3
    with sqlite3.connect(path) as raw:
        check = raw.execute("PRAGMA integrity_check").fetchone()[0]
        left = raw.execute("SELECT count(*) FROM jobs").fetchone()[0]
    raw.close()
    print(json.dumps({"saved": saved, "code": error.code if error else None, "sentence": str(error),
                      "rows": rows[0]["n"], "safe": str(error.safe) if error else "", "after": after,
                      "check": check, "left": left}))

if not limit:
    (folder / "ballast").write_bytes(bytes(600_000))
asyncio.run(main())
"""


def check_filled(result: dict[str, object]) -> None:
    assert result["code"] == "disk_full", result
    assert isinstance(result["saved"], int)
    assert result["saved"] > 5
    assert result["rows"] == 2 * result["saved"], "both rows of a unit of work, or none"
    assert "Nothing that was saved before is lost" in str(result["safe"])
    assert "Free some space" in str(result["sentence"])
    assert result["after"] == "saved"
    assert result["check"] == "ok"
    assert result["left"] == 2 * int(result["saved"]) + 1


def test_flt_26_a_full_disk_ends_one_unit_of_work_and_loses_nothing(tmp_path: Path) -> None:
    folder = tmp_path / "disk"
    folder.mkdir()
    prefix = small_disk(folder, 3 * MEGABYTE)
    limit = 0 if prefix[0] == "unshare" else MEGABYTE
    check_filled(json.loads(run_script(FILL, folder, limit, prefix=prefix if limit == 0 else ())))


def test_flt_26_a_file_size_limit_ends_one_unit_of_work_and_loses_nothing(tmp_path: Path) -> None:
    check_filled(json.loads(run_script(FILL, tmp_path, MEGABYTE)))


AT_EACH_STEP = """
import json, resource, sys
from datetime import UTC, datetime
from pathlib import Path
from characoid_desktop.core.errors import AppError
from characoid_desktop.data.migrator import Migration, known_migrations
from characoid_desktop.data.opening import prepare
import shutil, sqlite3

source, work = Path(sys.argv[1]), Path(sys.argv[2])
what = sys.argv[3]
migrations = known_migrations()
if what == "upgrade":
    migrations += (Migration(len(migrations) + 1, (
        "CREATE TABLE extra (seq INTEGER PRIMARY KEY AUTOINCREMENT, a TEXT, b TEXT)",
        "INSERT INTO extra (a, b) SELECT id, params FROM jobs")),)
hard = resource.getrlimit(resource.RLIMIT_FSIZE)[1]
size = source.stat().st_size if what != "create" else 200_000
limits = [0, 100, 4096, 4097, 20_000, *range(32_768, 3 * size, max(size // 7, 16_384))]
results = []
for limit in limits:
    folder = work / f"{what} {limit}"
    folder.mkdir()
    path = folder / "db.sqlite3"
    if what != "create":
        shutil.copyfile(source, path)
    if what == "repair":
        with path.open("rb+") as file:
            file.seek(10 * 4096)
            file.write(bytes(4096))
    before = path.read_bytes() if path.exists() else b""
    resource.setrlimit(resource.RLIMIT_FSIZE, (limit, hard))
    try:
        prepare(path, folder / "backups", datetime.now(UTC), migrations)
        code = "ok"
    except AppError as error:
        code = error.code
    resource.setrlimit(resource.RLIMIT_FSIZE, (hard, hard))
    same = path.exists() and path.read_bytes() == before
    opened = prepare(path, folder / "backups", datetime.now(UTC), migrations)
    with sqlite3.connect(path) as raw:
        rows = raw.execute("SELECT count(*) FROM jobs").fetchone()[0]
        check = raw.execute("PRAGMA integrity_check").fetchone()[0]
        version = raw.execute("PRAGMA user_version").fetchone()[0]
    raw.close()
    names = [p.name for p in folder.rglob("*")]
    parts = [name for name in names if ".part" in name or ".recovering" in name or "write-test" in name]
    results.append([limit, code, same, rows, check, version, parts])
print(json.dumps(results))
"""


@pytest.mark.parametrize("what", ["create", "upgrade", "repair"])
def test_cfg_17_full_at_each_step_it_says_so_and_the_next_start_has_everything(
    filled: Callable[[int], Path], tmp_path: Path, what: str,
) -> None:
    source = filled(300)
    results = json.loads(run_script(AT_EACH_STEP, source, tmp_path, what, limit_s=100))
    codes = {code for _, code, *_ in results}
    assert codes == {"ok", "disk_full"}, results
    assert results[0][1] == "disk_full"
    assert results[-1][1] == "ok"
    for limit, code, same, rows, check, version, parts in results:
        assert check == "ok"
        assert version == len(known_migrations()) + (what == "upgrade")
        assert not parts, f"left behind at {limit}: {parts}"
        if what == "upgrade":
            assert rows == 300
        elif what == "repair":
            assert rows > 270
            if code == "disk_full":
                assert same, "the damaged file is as it was until its successor is complete"


STORE = """
import asyncio, json, resource, sys
from pathlib import Path
from characoid_desktop.core.errors import AppError
from characoid_desktop.data.blobs import BlobStore
from characoid_desktop.data.files import replace_into_place

folder = Path(sys.argv[1])

async def main():
    store = BlobStore(folder / "blobs")
    good = await store.put_bytes(b"good")
    final = folder / "song.wav"
    final.write_bytes(b"the old file")
    hard = resource.getrlimit(resource.RLIMIT_FSIZE)[1]
    resource.setrlimit(resource.RLIMIT_FSIZE, (50_000, hard))
    codes = []
    async def stream():
        for _ in range(30):
            yield bytes(10_000)
    for put in (store.put_bytes(bytes(200_000)), store.put_stream(stream()), store.put_file(folder / "large")):
        try:
            await put
            codes.append("ok")
        except AppError as error:
            codes.append(error.code)
    resource.setrlimit(resource.RLIMIT_FSIZE, (hard, hard))
    files = sorted(p.name for p in (folder / "blobs").rglob("*") if p.is_file())
    print(json.dumps([codes, files == [good], await store.verify(good), final.read_bytes().decode()]))

(folder / "large").write_bytes(bytes(100_000))
asyncio.run(main())
"""


def test_flt_28_a_full_disk_leaves_no_half_blob_and_the_old_files_intact(tmp_path: Path) -> None:
    codes, only_the_good_one, verified, old = json.loads(run_script(STORE, tmp_path))
    assert codes == ["disk_full"] * 3
    assert only_the_good_one
    assert verified
    assert old == "the old file"


PLACE = """
import sys
from pathlib import Path
from characoid_desktop.core.errors import AppError
from characoid_desktop.data.files import replace_into_place

folder, source = Path(sys.argv[1]), Path(sys.argv[2])
(folder / "song.wav").write_bytes(b"the old file")
try:
    replace_into_place(source, folder / "song.wav", overwrite=True)
    print("placed")
except AppError as error:
    print(error.code)
print((folder / "song.wav").read_bytes().decode(), source.exists(), sorted(p.name for p in folder.iterdir()))
"""


def test_flt_28_an_output_that_does_not_fit_leaves_the_old_one_and_the_scratch_file(tmp_path: Path) -> None:
    folder = tmp_path / "disk"
    folder.mkdir()
    source = tmp_path / "scratch.wav"
    source.write_bytes(bytes(3 * MEGABYTE))
    prefix = small_disk(folder, MEGABYTE)
    out = run_script(PLACE, folder, source, prefix=prefix)
    if prefix[0] == "unshare":  # another file system: the bytes have to be copied
        assert out.splitlines() == ["disk_full", "the old file True ['song.wav']"]
    else:
        assert out.startswith("placed")


def test_every_way_a_disk_says_full_becomes_the_same_error(tmp_path: Path) -> None:
    import errno

    for number in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG):
        assert isinstance(translate(OSError(number, os.strerror(number)), tmp_path, 5), DiskFull)
    full = sqlite3.OperationalError("database or disk is full")
    full.sqlite_errorcode = sqlite3.SQLITE_FULL
    assert isinstance(translate(full, tmp_path / "db", 5), DiskFull)
    assert translate(ValueError("a bug"), tmp_path, 5) is None
    assert translate(sqlite3.OperationalError("no such table"), tmp_path, 5) is None


READ_ONLY = """
import asyncio, json, os, sys
from pathlib import Path
from characoid_desktop.core.clock import SystemClock
from characoid_desktop.core.errors import AppError
from characoid_desktop.core.paths import AppPaths
from characoid_desktop.data.database import Database
from characoid_desktop.data.home import prepare_home

def attempt(work):
    try:
        work()
        return "ok"
    except AppError as error:
        return [error.code, str(error), error.action.kind if error.action else None]

def open_it():
    async def main():
        db = await Database.open(paths.database, paths.backups, SystemClock())
        await db.aclose()
    asyncio.run(main())

def results():
    return [attempt(lambda: prepare_home(paths)), attempt(open_it)]

# First where all is well: it proves the script, and loads what the other user may not be allowed to read.
import tempfile
with tempfile.TemporaryDirectory() as good:
    paths = AppPaths.under(Path(good))
    assert results() == ["ok", "ok"]
paths = AppPaths.under(Path(sys.argv[1]))
""" + DROP_PRIVILEGES + """
print(json.dumps(results()))
"""


@pytest.fixture
def open_home(filled: Callable[[int], Path]) -> Iterator[AppPaths]:
    """A home with ten jobs that another user can reach (the temporary folders of the tests are private)."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        paths = AppPaths.under(Path(folder) / "home")
        for part in (paths.data, paths.backups, paths.blobs, paths.config, paths.logs, paths.cache):
            part.mkdir(parents=True)
            part.chmod(0o777)
        shutil.copyfile(filled(10), paths.database)
        yield paths
        paths.data.chmod(0o755)


def test_flt_29_cfg_16_a_read_only_data_folder_asks_for_another_one(open_home: AppPaths) -> None:
    path = open_home.database
    open_home.data.chmod(0o555)
    before = path.read_bytes()
    for _ in range(2):
        home, opening = json.loads(run_script(READ_ONLY, open_home.data.parent))
        assert home[0] == "data_folder_not_writable"
        assert home[2] == "choose_home"
        assert "Nothing can be written" in home[1]
        assert opening[0] == "data_folder_not_writable"
    open_home.data.chmod(0o755)
    assert path.read_bytes() == before
    assert count(path, "jobs") == 10


def test_flt_29_cfg_16_a_read_only_database_file_says_so_at_start(open_home: AppPaths) -> None:
    path = open_home.database
    path.chmod(0o444)
    _, opening = json.loads(run_script(READ_ONLY, open_home.data.parent))
    assert opening[0] == "database_read_only"
    assert opening[2] == "choose_home"
    path.chmod(0o644)
    assert integrity(path) == "ok"
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("SELECT count(*) FROM jobs").fetchone()[0] == 10

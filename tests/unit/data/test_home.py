"""The folders of the app: there, writable, with room, or a sentence and another choice."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from characoid_desktop.core.clock import SystemClock
from characoid_desktop.core.errors import ActionKind
from characoid_desktop.core.paths import AppPaths
from characoid_desktop.data import home as home_module
from characoid_desktop.data.database import Database
from characoid_desktop.data.errors import DataFolderMissing, DataFolderNotWritable, DiskFull, FileInTheWay, PathTooLong
from characoid_desktop.data.home import check_writable, free_bytes, free_space_ok, prepare_home
from tests.fakes.data_faults import run_script, small_disk
from tests.unit.data.conftest import JOB


def test_a_new_home_is_made_and_nothing_of_the_test_stays(tmp_path: Path) -> None:
    paths = AppPaths.under(tmp_path / "new" / "home")
    check = prepare_home(paths)
    assert check.free_bytes > 0
    assert sorted(p.name for p in paths.data.iterdir()) == ["backups", "blobs"]
    assert list(paths.logs.iterdir()) == []
    prepare_home(paths)


def test_flt_29_a_file_in_the_place_of_the_folder_is_named(tmp_path: Path) -> None:
    (tmp_path / "home").write_text("mine")
    with pytest.raises(FileInTheWay) as caught:
        prepare_home(AppPaths.under(tmp_path / "home"))
    assert str(tmp_path / "home") in str(caught.value)
    assert caught.value.action is not None
    assert caught.value.action.kind is ActionKind.CHOOSE_HOME
    assert (tmp_path / "home").read_text() == "mine"


def test_flt_29_cfg_20_a_link_to_a_drive_that_is_gone_is_named(tmp_path: Path) -> None:
    (tmp_path / "home").symlink_to("/media/gone drive/characoid")
    with pytest.raises(DataFolderMissing) as caught:
        prepare_home(AppPaths.under(tmp_path / "home"))
    assert "gone drive" in str(caught.value)
    assert not Path("/media/gone drive").exists()


def test_flt_29_a_link_that_points_to_itself_is_named(tmp_path: Path) -> None:
    (tmp_path / "home").symlink_to(tmp_path / "home")
    with pytest.raises((DataFolderMissing, FileInTheWay)):
        prepare_home(AppPaths.under(tmp_path / "home"))


def test_a_link_to_a_good_folder_is_followed(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "home").symlink_to(tmp_path / "real")
    prepare_home(AppPaths.under(tmp_path / "home"))
    assert (tmp_path / "real" / "data" / "blobs").is_dir()


def test_flt_29_a_file_system_that_takes_no_files_is_named() -> None:
    with pytest.raises((DataFolderNotWritable, DataFolderMissing)):
        check_writable(Path("/proc/self"))


def test_flt_29_a_folder_that_goes_away_while_in_use_is_named(tmp_path: Path) -> None:
    folder = tmp_path / "gone"
    folder.mkdir()
    check_writable(folder)
    shutil.rmtree(folder)
    with pytest.raises(DataFolderMissing):
        check_writable(folder)


def test_cfg_19_a_path_too_long_for_the_system_is_named(tmp_path: Path) -> None:
    with pytest.raises(PathTooLong) as caught:
        prepare_home(AppPaths.under(tmp_path / ("x" * 300)))
    assert "shorter path" in str(caught.value)
    deep = tmp_path
    for _ in range(30):
        deep = deep / ("y" * 200)
    with pytest.raises(PathTooLong):
        prepare_home(AppPaths.under(deep))


@pytest.mark.parametrize("name", [
    "with spaces and trailing ", "emoji 🎤🎧", "日本語のフォルダ", "quote's \"and\" #%d$HOME&?x=1", "y" * 246,
    "-leading", "100%41",
], ids=["spaces", "emoji", "CJK", "signs", "246 characters", "dash", "percent"])
async def test_cfg_19_everything_works_below_a_folder_of_any_name(tmp_path: Path, name: str) -> None:
    paths = AppPaths.under(tmp_path / name)
    prepare_home(paths)
    for expected in (0, 1):
        database = await Database.open(paths.database, paths.backups, SystemClock())
        assert database.report is None
        assert len(await database.read_all("SELECT * FROM jobs")) == expected
        async with database.transaction() as tx:
            await tx.execute(JOB, (f"job {expected}", "{}"))
        await database.aclose()
    assert paths.database.is_file()


async def test_cfg_19_everything_works_below_a_name_that_is_no_unicode(tmp_path: Path) -> None:
    paths = AppPaths.under(Path(os.fsdecode(os.fsencode(tmp_path) + b"/caf\xe9 \xff")))
    prepare_home(paths)
    for expected in (0, 1):
        database = await Database.open(paths.database, paths.backups, SystemClock())
        assert len(await database.read_all("SELECT * FROM jobs")) == expected
        async with database.transaction() as tx:
            await tx.execute(JOB, (f"job {expected}", "{}"))
        await database.aclose()


def test_room_is_measured_also_for_a_folder_that_is_not_there_yet(tmp_path: Path) -> None:
    free = free_bytes(tmp_path / "not" / "yet")
    assert free == pytest.approx(shutil.disk_usage(tmp_path).free, rel=0.2)
    assert free_space_ok(tmp_path, 1)
    assert not free_space_ok(tmp_path, 10**18)
    assert not free_space_ok(tmp_path, 0, reserve_bytes=10**18)


def test_little_room_is_said_and_too_little_stops_the_start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    free = free_bytes(tmp_path)
    monkeypatch.setattr(home_module, "LOW_BYTES", free * 4)
    check = prepare_home(AppPaths.under(tmp_path / "a"))
    assert check.warning is not None
    assert "MB are free" in str(check.warning)
    monkeypatch.setattr(home_module, "START_BYTES", free * 4)
    with pytest.raises(DiskFull) as caught:
        prepare_home(AppPaths.under(tmp_path / "b"))
    assert "MB are needed" in str(caught.value)


def test_flt_26_a_small_disk_stops_the_start_with_a_sentence(tmp_path: Path) -> None:
    folder = tmp_path / "disk"
    folder.mkdir()
    prefix = small_disk(folder, 4_000_000)
    out = run_script(
        "import sys\n"
        "from pathlib import Path\n"
        "from characoid_desktop.core.errors import AppError\n"
        "from characoid_desktop.core.paths import AppPaths\n"
        "from characoid_desktop.data.home import prepare_home\n"
        "try:\n"
        "    prepare_home(AppPaths.under(Path(sys.argv[1])))\n"
        "    print('ok')\n"
        "except AppError as error:\n"
        "    print(error.code, error)\n", folder, prefix=prefix)
    assert out.startswith("disk_full" if prefix[0] == "unshare" else "ok")



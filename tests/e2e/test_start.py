"""The start of the whole app, and what it does when something is in its way."""

from __future__ import annotations

import asyncio
import json
import os
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest

from characoid_desktop.app import container as container_module
from characoid_desktop.app import language as language_module
from characoid_desktop.app.about import version
from characoid_desktop.core.errors import ActionKind
from characoid_desktop.core.paths import AppPaths
from characoid_desktop.data.database import Database
from characoid_desktop.settings.sections.appearance import AppearanceSection, Language
from tests.fakes.cli import run_cli
from tests.fakes.data_faults import lock_holder, page_count, zero_page
from tests.fakes.eventually import eventually
from tests.fakes.whole_app import button, whole_app, words_of

ROOT = Path(__file__).parents[2]
HEAVY = ("torch", "langgraph", "openai", "langchain_openai", "mcp", "numpy", "scipy", "sounddevice", "av", "soundfile",
         "soxr", "keyring")

WATCHED_START = """
import json, sys
from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QApplication
from characoid_desktop.app import main as app_main

seen = {}

class Watch(QObject):
    def eventFilter(self, target, event):
        if event.type() == QEvent.Type.Show and type(target).__name__ == "MainWindow":
            seen.setdefault("first window", sorted({name.split(".")[0] for name in sys.modules}))
        return False

class Watched(app_main.Program):
    async def _run(self, *args):
        self.watch = Watch()
        self._app.installEventFilter(self.watch)
        return await super()._run(*args)

    async def _services(self, paths, logs, shell):
        run = await super()._services(paths, logs, shell)
        run.window.show_panel("settings")
        seen["filled"] = sorted({name.split(".")[0] for name in sys.modules})
        self._quit.set()
        return run

app_main.Program = Watched
code = app_main.run_window([])
print(json.dumps(seen))
raise SystemExit(code)
"""


def test_nothing_heavy_is_imported_for_the_first_window_nor_for_the_panels(home):
    done = subprocess.run([sys.executable, "-c", WATCHED_START], cwd=ROOT, capture_output=True, text=True, timeout=60,
                          env={**os.environ, "QT_QPA_PLATFORM": "offscreen"})
    assert done.returncode == 0, done.stderr
    seen = json.loads(done.stdout.splitlines()[-1])
    for moment in ("first window", "filled"):
        assert "PySide6" in seen[moment]
        assert not set(HEAVY) & set(seen[moment]), moment
    assert "pydantic" not in seen["first window"], "the first window comes before the settings"
    assert "aiosqlite" not in seen["first window"]
    assert "pydantic" in seen["filled"]


# The command line


def without_screen(**more: str) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items()
            if name not in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")}
    return {**kept, **more}


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="elsewhere there is always a screen")
@pytest.mark.parametrize(("words", "screen", "expected"), [
    ((), {}, "No screen was found"), (("open", "x.wav"), {}, "No screen was found"),
    ((), {"DISPLAY": ":4711"}, "The screen :4711 does not answer")])
def test_without_a_screen_the_app_says_so_and_how_to_go_on(home, words, screen, expected):
    done = subprocess.run([sys.executable, "-m", "characoid_desktop", *words], env=without_screen(**screen), cwd=ROOT,
                          capture_output=True, text=True, timeout=60)
    assert done.returncode == 3
    assert expected in done.stderr
    assert "xvfb-run" in done.stderr
    assert "convert FILE -o FOLDER" in done.stderr
    assert "Traceback" not in done.stderr
    assert done.stdout == ""


def test_an_unknown_command_is_a_usage_error(home):
    done = run_cli("fly")
    assert done.returncode == 2
    assert "fly" in done.stderr
    assert "Traceback" not in done.stderr


def test_the_version_is_that_of_the_package(home):
    done = run_cli("--version")
    assert (done.returncode, done.stdout.strip()) == (0, version())


# The home


def in_the_way(tmp_path: Path) -> Path:
    (tmp_path / "blocked").write_text("I am a file")
    return tmp_path / "blocked"


BAD_HOMES = {
    "a file in the way": lambda tmp_path: in_the_way(tmp_path) / "home",
    "a file system that takes no files": lambda tmp_path: Path("/proc/characoid"),
    "a link that leads nowhere": lambda tmp_path: link_to(tmp_path / "link", Path("/media/gone/stick")),
}


def link_to(link: Path, target: Path) -> Path:
    link.symlink_to(target)
    return link


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="/proc")
@pytest.mark.parametrize("kind", BAD_HOMES)
async def test_flt_29_a_home_that_cannot_be_used_is_said_and_another_one_is_chosen_and_remembered(
        tmp_path, monkeypatch, kind):
    bad = AppPaths.under(BAD_HOMES[kind](tmp_path))
    still_bad, good = tmp_path / "second.txt", tmp_path / "good 家"
    still_bad.write_text("a file, no folder")
    (tmp_path / "anchor").mkdir()
    monkeypatch.delenv("CHARACOID_HOME", raising=False)
    async with whole_app(bad, monkeypatch, prefix=tmp_path / "anchor") as app:
        for name in ("XDG_CONFIG_HOME", "HOME"):
            monkeypatch.setenv(name, str(tmp_path / "user"))
        failure = await app.failed()
        words = words_of(failure)
        assert "hoose another folder" in words
        assert "Nothing was changed." in words
        button(failure, "Choose another folder…")
        failure.home_chosen.emit(str(still_bad))
        await eventually(lambda: str(still_bad) in words_of(app.failure))
        assert AppPaths.locate().data != still_bad / "data", "a folder that does not work is not remembered"
        failure.home_chosen.emit(str(good))
        await app.went_on()
        assert app.container.paths == AppPaths.under(good)
        assert await app.close() == 0
    assert AppPaths.locate() == AppPaths.under(good)
    assert (good / "data" / "characoid.sqlite3").exists()


async def test_flt_29_giving_up_ends_with_code_1_and_leaves_nothing(tmp_path, monkeypatch):
    async with whole_app(AppPaths.under(in_the_way(tmp_path)), monkeypatch, prefix=tmp_path) as app:
        (await app.failed()).close()
        assert await app.ended() == 1
    assert in_the_way(tmp_path).read_text() == "I am a file"


async def test_flt_29_a_home_put_right_meanwhile_is_used_on_trying_again(tmp_path, monkeypatch):
    file = in_the_way(tmp_path)
    async with whole_app(AppPaths.under(file), monkeypatch, prefix=tmp_path) as app:
        failure = await app.failed()
        file.unlink()
        button(failure, "Try again").click()
        await app.went_on()
        assert await app.close() == 0


async def test_flt_41_the_end_of_the_session_ends_a_start_that_failed(tmp_path, monkeypatch):
    async with whole_app(AppPaths.under(in_the_way(tmp_path)), monkeypatch, prefix=tmp_path) as app:
        await app.failed()
        app.program._quit.set()  # what SIGTERM does
        assert await app.ended() == 1


# The database


class Ticker:
    """Counts on the loop: the longest time in which it did not come round."""

    def __init__(self) -> None:
        self.longest_s = 0.0
        self.task = asyncio.get_running_loop().create_task(self._tick())

    async def _tick(self) -> None:
        while True:
            before = time.perf_counter()
            await asyncio.sleep(0.005)
            self.longest_s = max(self.longest_s, time.perf_counter() - before - 0.005)

    async def stop(self) -> float:
        self.task.cancel()
        await asyncio.wait({self.task})
        return self.longest_s


async def make_database(home) -> None:
    from characoid_desktop.core.clock import SystemClock

    database = await Database.open(home.database, home.backups, SystemClock())
    await database.aclose()


@pytest.mark.slow
@pytest.mark.plain_log
async def test_flt_33_a_database_locked_for_ever_ends_in_a_message_and_trying_again_works(home, monkeypatch):
    await make_database(home)
    with lock_holder(home.database, "PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE") as holder:
        async with whole_app(home, monkeypatch) as app:
            await eventually(lambda: app.program._in_use.held)
            await asyncio.sleep(0)
            begun = time.monotonic()
            await eventually(lambda: "characoid_desktop.app.window" in sys.modules)
            failure = await app.failed()
            assert 4.5 < time.monotonic() - begun < 15
            assert "Another program kept the data file locked for 5 seconds" in words_of(failure)
            ticker = Ticker()
            button(failure, "Try again").click()
            await eventually(lambda: "5 seconds" in words_of(app.failure) and not app.failure._retry.is_busy)
            longest = await ticker.stop()
            assert longest < 0.5, f"the loop stood still for {longest:.2f} s"
            holder.stdin.write("\n")
            holder.stdin.flush()
            holder.wait(10)
            button(failure, "Try again").click()
            await app.went_on()
            assert app.window.isVisible()
            assert await app.close() == 0


@pytest.mark.slow
async def test_flt_33_a_database_let_go_in_time_is_not_mentioned(home, monkeypatch):
    await make_database(home)
    with lock_holder(home.database) as holder:
        async with whole_app(home, monkeypatch) as app:
            loop = asyncio.get_running_loop()
            loop.call_later(3.0, lambda: (holder.stdin.write("\n"), holder.stdin.flush()))
            await app.filled()
            assert app.notices == []
            assert await app.close() == 0


@pytest.mark.plain_log
@pytest.mark.parametrize("damage", [
    "cfg_10 header", "cfg_11 zeroed page", "cfg_12 no wal", "cfg_13 foreign wal", "cfg_14 no bytes",
    "cfg_14 no database", "cfg_14 a folder"])
async def test_flt_34_what_was_repaired_is_a_notice_with_the_way_to_the_folder(home, monkeypatch, tmp_path, damage):
    await make_database(home)
    file = home.database
    with closing(sqlite3.connect(file)) as connection:
        connection.executescript("CREATE TABLE filler(x); WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 "
                                 "FROM n WHERE i < 2000) INSERT INTO filler SELECT randomblob(200) FROM n;")
    wal = file.with_name(file.name + "-wal")
    match damage:
        case "cfg_10 header":
            with file.open("rb+") as handle:
                handle.write(b"\0" * 100)
        case "cfg_11 zeroed page":
            zero_page(file, page_count(file) // 2)
        case "cfg_12 no wal":
            killed_with_a_wal(file)
            wal.unlink()
        case "cfg_13 foreign wal":
            other = tmp_path / "other.sqlite3"
            with closing(sqlite3.connect(other)) as connection:
                connection.executescript("PRAGMA journal_mode = WAL; CREATE TABLE t(x);")
            killed_with_a_wal(other)
            wal.write_bytes(other.with_name(other.name + "-wal").read_bytes())
        case "cfg_14 no bytes":
            file.write_bytes(b"")
        case "cfg_14 a folder":
            file.unlink()
            file.mkdir()
            (file / "mine.txt").write_text("somebody's")
        case "cfg_14 no database":
            file.write_bytes(b"This is a letter, not a database.\n" * 300)
    async with whole_app(home, monkeypatch) as app:
        await app.filled()
        report = app.container.database.report
        found = [n for n in app.container.notices.open if n.key == "database"]
        if report is None:
            assert damage in ("cfg_14 no bytes", "cfg_13 foreign wal"), "nothing was lost that would be told"
            assert found == []
        else:
            assert [str(n.sentence) for n in found] == [str(report.sentence)]
            action = found[0].actions[0]
            assert action.kind is ActionKind.OPEN_FOLDER
            assert action.args["path"] == str(home.data)
            assert app.run.actions.can_run(action)
        assert await app.close() == 0
    async with whole_app(home, monkeypatch) as app:
        await app.filled()
        assert not [n for n in app.container.notices.open if n.key == "database"], "told once"
        assert await app.close() == 0


def killed_with_a_wal(file: Path) -> None:
    """Leave a WAL with a change behind, as a killed program does."""
    subprocess.run([sys.executable, "-c", (
        "import os, sqlite3, sys\n"
        "c = sqlite3.connect(sys.argv[1], isolation_level=None)\n"
        "c.execute('PRAGMA journal_mode = WAL'); c.execute('PRAGMA wal_autocheckpoint = 0')\n"
        "c.execute('CREATE TABLE later(x)'); c.execute('INSERT INTO later VALUES (1)')\n"
        "os._exit(0)"), str(file)], check=True)


@pytest.mark.plain_log
async def test_cfg_15_data_of_a_newer_version_can_be_left_for_another_folder(home, monkeypatch, tmp_path):
    await make_database(home)
    with closing(sqlite3.connect(home.database)) as connection:
        connection.execute("PRAGMA user_version = 9999")
    before = home.database.read_bytes()
    async with whole_app(home, monkeypatch) as app:
        failure = await app.failed()
        assert "newer version" in words_of(failure)
        button(failure, "Choose another folder…")
        failure.home_chosen.emit(str(tmp_path / "other"))
        await app.went_on()
        assert app.container.paths == AppPaths.under(tmp_path / "other")
        assert await app.close() == 0
    assert home.database.read_bytes() == before


# Faults of the app itself


@pytest.mark.plain_log
async def test_flt_39_a_fault_of_the_start_is_said_logged_and_can_be_tried_again(home, monkeypatch):
    real, tries = container_module.JobQueue.start, []

    async def broken(self, **options):
        tries.append(1)
        if len(tries) == 1:
            raise ZeroDivisionError("a fault")
        return await real(self, **options)

    monkeypatch.setattr(container_module.JobQueue, "start", broken)
    async with whole_app(home, monkeypatch) as app:
        failure = await app.failed()
        assert "could not start because of a fault in the app" in words_of(failure)
        assert "ZeroDivisionError: a fault" in (home.logs / "characoid.log").read_text()
        assert len(list(home.logs.glob("crash-*.txt"))) == 1
        button(failure, "Try again").click()
        await app.went_on()
        assert await app.close() == 0


@pytest.mark.plain_log
async def test_a_missing_translation_gives_english_and_no_failure(home, monkeypatch):
    async with whole_app(home, monkeypatch) as app:
        await app.filled()

        class Incomplete(language_module.QTranslator):
            def load(self, *args):
                return False

        monkeypatch.setattr(language_module, "QTranslator", Incomplete)
        await app.container.settings.set(AppearanceSection, language=Language.JAPANESE)
        await eventually(lambda: "translation is missing" in (home.logs / "characoid.log").read_text())
        assert app.window.isVisible()
        assert await app.close() == 0

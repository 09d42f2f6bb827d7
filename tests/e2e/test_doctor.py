"""The doctor as its user meets it: what is good, what is a note, and what keeps the app from working."""

from __future__ import annotations

import importlib.metadata
import os
import sqlite3
import subprocess
import sys
from contextlib import closing

import pytest

from characoid_desktop.cli import doctor
from characoid_desktop.cli.doctor import Verdict
from characoid_desktop.core.clock import SystemClock
from characoid_desktop.data.database import Database
from characoid_desktop.settings.catalog import SECTIONS
from characoid_desktop.settings.sections.engines import EnginesSection
from characoid_desktop.settings.store import SettingsStore
from tests.fakes import rvc_next_program
from tests.fakes.cli import run_cli
from tests.fakes.data_faults import lock_holder
from tests.fakes.window_process import WindowProcess


async def make_database(home) -> None:
    await (await Database.open(home.database, home.backups, SystemClock())).aclose()


@pytest.mark.slow
def test_on_a_machine_that_can_work_the_doctor_says_so_and_leaves_nothing(home):
    done = run_cli("doctor")
    assert done.returncode == 0, done.stdout + done.stderr
    lines = done.stdout.splitlines()
    assert lines[0].startswith("CHARACOID Desktop")
    assert "✓ Engine rvc: Starts and answers." in lines
    assert "✓ Engine media: Starts and answers." in lines
    assert "✓ Engine documents: Starts and answers." in lines
    assert any(line.startswith("✓ Data folder: ") for line in lines)
    assert "Ready: files can be converted." in lines
    assert str(home.logs) in lines[-1]
    assert done.stderr == ""
    assert not home.database.exists(), "looking makes no database"


@pytest.mark.slow
def test_flt_43_without_a_key_store_the_doctor_says_so_and_nothing_is_written(home):
    done = run_cli("doctor", env={"PYTHON_KEYRING_BACKEND": "keyring.backends.fail.Keyring"})
    assert done.returncode == 0, "it is no reason not to work"
    (line,) = [line for line in done.stdout.splitlines() if "Key store" in line]
    assert line.startswith("△")
    assert "never written to a file" in line
    written = [f for f in home.data.parent.rglob("*") if f.is_file()]
    assert {f.name for f in written} <= {
        "characoid-cli.log", "engine-media.log", "engine-rvc.log", "engine-documents.log", "compute.lock"}
    assert not any("doctor" in f.read_text(errors="replace") for f in written if f.name != "characoid-cli.log")


@pytest.mark.slow
def test_a_home_that_cannot_be_written_is_a_problem_with_exit_code_1(tmp_path):
    (tmp_path / "blocked").write_text("a file")
    done = run_cli("doctor", env={"CHARACOID_HOME": str(tmp_path / "blocked" / "home")})
    assert done.returncode == 1
    assert "✗ Data folder:" in done.stdout
    assert "is in the way" in done.stdout
    assert "1 problem keeps the app from working." in done.stdout
    assert "Traceback" not in done.stdout + done.stderr


@pytest.mark.slow
async def test_a_damaged_database_is_a_problem_with_what_to_do_and_is_not_touched(home):
    await make_database(home)
    home.database.write_bytes(home.database.read_bytes()[:4096] + os.urandom(8192) + home.database.read_bytes()[12288:])
    before = home.database.read_bytes()
    done = run_cli("doctor")
    assert done.returncode == 1
    assert "✗ Database: Damaged (" in done.stdout
    assert "it keeps a copy and restores what can be read" in done.stdout
    assert home.database.read_bytes() == before


@pytest.mark.parametrize(("damage", "verdict", "words"), [
    ("none", Verdict.GOOD, "SQLite"), ("missing", Verdict.GOOD, "Not made yet"),
    ("no database", Verdict.BAD, "Damaged (file is not a database)"), ("newer", Verdict.BAD, "newer version"),
    ("a folder", Verdict.BAD, "Damaged ("), ("locked", Verdict.BAD, "Another program kept the data file locked"),
    ("dead link", Verdict.BAD, "cannot be reached")])
async def test_each_state_of_the_database_has_its_words(home, damage, verdict, words):
    file = home.database
    if damage not in ("missing", "a folder", "dead link"):
        await make_database(home)
    if damage == "no database":
        file.write_bytes(b"just words " * 1000)
    elif damage == "newer":
        with closing(sqlite3.connect(file)) as connection:
            connection.execute("PRAGMA user_version = 4711")
    elif damage == "a folder":
        file.mkdir()
    elif damage == "dead link":
        file.symlink_to("/media/gone/characoid.sqlite3")
    if damage == "locked":
        with lock_holder(file, "PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE"):
            found = await doctor.check_database(home)
    else:
        found = await doctor.check_database(home)
    assert found.verdict is verdict
    assert words in str(found.words)


def test_missing_torch_is_only_a_note(monkeypatch):
    def absent(name):
        raise importlib.metadata.PackageNotFoundError(name)

    monkeypatch.setattr(importlib.metadata, "version", absent)
    found = doctor.check_torch()
    assert found.verdict is Verdict.NOTE
    assert "work without it" in str(found.words)


def test_a_qt_that_aborts_on_this_python_is_a_problem(monkeypatch):
    monkeypatch.setattr(doctor.PySide6, "__version__", "6.12.0")
    monkeypatch.setattr(doctor.sys, "version_info", (3, 11, 7))
    found = {str(one.name): one for one in doctor.check_versions()}
    assert found["Qt"].verdict is Verdict.BAD
    assert "6.11.3" in str(found["Qt"].words)
    monkeypatch.setattr(doctor.sys, "version_info", (3, 14, 0))
    found = {str(one.name): one for one in doctor.check_versions()}
    assert found["Python"].verdict is Verdict.BAD


def test_without_a_screen_the_doctor_says_so_as_a_note(monkeypatch):
    if not sys.platform.startswith("linux"):
        return
    monkeypatch.delenv("QT_QPA_PLATFORM")
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    found = doctor.check_window()
    assert found.verdict is Verdict.NOTE
    assert "No screen was found" in str(found.words)


@pytest.mark.slow
def test_doctor_and_convert_work_beside_an_open_window_that_converts(home, tmp_path, song, short_sound, results):
    with WindowProcess() as window:
        window.filled()
        window.tell("convert", source=str(song), folder=str(results))
        window.wait_for("halfway")
        other = tmp_path / "from the command line"
        done = run_cli("convert", short_sound, "-o", other)
        assert done.returncode == 0, done.stderr
        assert len(os.listdir(other)) == 1
        window.wait_for("job", "completed", limit_s=120)
        assert len(os.listdir(results)) == 1
        done = run_cli("doctor")
        assert done.returncode == 0, done.stdout + done.stderr
        window.tell("close")
        assert window.ended() == 0
    assert "ERROR" not in (home.logs / "characoid.log").read_text()


@pytest.mark.slow
def test_a_conversion_on_the_command_line_waits_for_the_one_of_the_window(home, tmp_path, song, short_sound, results):
    """One heavy computation at a time on this machine."""
    with WindowProcess() as window:
        window.filled()
        window.tell("convert", source=str(song), folder=str(results))
        window.wait_for("halfway")
        done = run_cli("convert", short_sound, "-o", tmp_path / "out")
        assert done.returncode == 0, done.stderr
        finished = (next((tmp_path / "out").iterdir())).stat().st_mtime
        window.wait_for("job", "completed", limit_s=120)
        assert next(results.iterdir()).stat().st_mtime <= finished, "both computed at once"
        window.tell("close")
        assert window.ended() == 0


def test_a_fault_of_a_command_is_a_sentence_and_a_report_in_a_log_of_its_own(home, tmp_path, short_sound):
    code = ("import characoid_desktop.cli.convert as c\n"
            "def broken(*a): raise ZeroDivisionError('out of the blue')\n"
            "c.chosen_preset = broken\n"
            "from characoid_desktop.cli.main import main\n"
            f"raise SystemExit(main(['convert', {str(short_sound)!r}, '-o', {str(tmp_path / 'o')!r}]))")
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=dict(os.environ))
    assert done.returncode == 1
    assert "because of a fault in the app" in done.stderr
    assert "Traceback" not in done.stderr
    assert "out of the blue" in (home.logs / "characoid-cli.log").read_text()
    assert not (home.logs / "characoid.log").exists(), "the window's log is left alone"
    (report,) = home.logs.glob("crash-*.txt")
    assert str(report) in done.stderr
    assert "out of the blue" in report.read_text()


@pytest.mark.skipif(os.name == "nt", reason="the stand-in is a script with a first line for a shell")
async def test_what_the_doctor_says_of_rvc_next(home, tmp_path, monkeypatch, qapp):
    monkeypatch.setenv("HOME", str(tmp_path / "me"))
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))

    async def said():
        found = await doctor.check_external(home)
        return found.verdict, str(found.words)

    assert await said() == (Verdict.GOOD, "Not installed; the built-in engine needs none.")
    program = rvc_next_program.install(tmp_path / "bin")
    verdict, words = await said()
    assert (verdict, f"Found at {program}, not used" in words) == (Verdict.GOOD, True)
    assert rvc_next_program.calls(program) == [], "only what the user chose is started"
    settings = SettingsStore(home.settings_file, SECTIONS)
    await settings.load()
    await settings.set(EnginesSection, rvc_next_program=str(program))
    await settings.aclose()
    saving = home.settings_file.with_name(f"{home.settings_file.name}.1.tmp")
    saving.write_text("a window saves")
    assert await said() == (Verdict.GOOD, f"0.2.16 at {program}")
    rvc_next_program.install(tmp_path / "bin", version="{}")
    verdict, words = await said()
    assert verdict is Verdict.NOTE
    assert "does not answer as rvc-next" in words
    assert saving.exists()
    home.settings_file.write_bytes(b"{damaged")
    assert "not used" in (await said())[1]
    assert home.settings_file.read_bytes() == b"{damaged", "looking changes nothing"

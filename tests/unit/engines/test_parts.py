"""The small parts: sentences, endings, environment, log, catalog."""

import os
import subprocess
import sys

import pytest

import engine.catalog
from characoid_desktop.core.i18n import Text, install_translator
from characoid_desktop.core.paths import AppPaths
from characoid_desktop.engines import environment
from characoid_desktop.engines.catalog import DOCUMENTS, MEDIA, MODELS, RVC, SHEETS, TABLES, build_hosts, launch
from characoid_desktop.engines.contracts import EngineHost, EngineState
from characoid_desktop.engines.endings import Ending, EndReason, diagnose, unavailable
from characoid_desktop.engines.environment import child_environment
from characoid_desktop.engines.log_tail import MAX_FILE_BYTES, LogTail
from characoid_desktop.engines.messages import CODES, sentence_for
from characoid_desktop.engines.process import ProcessEnd

# Sentences


@pytest.mark.parametrize("code", sorted(CODES))
@pytest.mark.parametrize("params", [{}, {"name": "歌 {x} %d.wav"}, {"found": "a web page", "rate": 0, "channels": 99,
                                                                   "format": "MP3"}])  # fmt: skip
def test_every_code_has_one_finished_sentence_whatever_params_come(code, params):
    sentence, safe = sentence_for(code, params)
    for text in (str(sentence), str(safe or "Fine.")):
        assert text.endswith(".")
        assert "{" not in text.replace("{x}", "")
        assert "None" not in text
    if "name" in params:
        assert str(sentence).startswith("“歌 {x} %d.wav”: ")


def test_a_code_nobody_knows_gets_the_general_sentence():
    assert sentence_for("from_the_future") == sentence_for("internal")


@pytest.mark.parametrize("value", [None, [1], {"a": 1}, True, object()])
def test_params_of_the_wrong_kind_fall_back_to_the_sentence_without_them(value):
    assert str(sentence_for("bad_rate", {"rate": value})[0]) == str(sentence_for("bad_rate")[0])


def test_params_are_bounded_and_of_one_line():
    words = str(sentence_for("not_audio", {"found": "a\n\x1b[31m" + "x" * 10_000})[0])
    assert len(words) < 300
    assert words.isprintable()


def test_sentences_follow_a_change_of_language():
    sentence, _ = sentence_for("no_audio", {"name": "a.mkv"})
    install_translator(lambda source: {"The video has no sound in it.": "视频里没有声音。"}.get(source, source))
    assert str(sentence) == "“a.mkv”: 视频里没有声音。"


# Endings


@pytest.mark.parametrize(
    ("end", "words", "reason"),
    [
        (ProcessEnd(exit_code=0), "", EndReason.EXITED),
        (ProcessEnd(exit_code=3), "ImportError: x", EndReason.EXITED),
        (ProcessEnd(signal=11), "", EndReason.CRASHED),
        (ProcessEnd(signal=9), "", EndReason.OUT_OF_MEMORY),
        (ProcessEnd(exit_code=1), "MemoryError", EndReason.OUT_OF_MEMORY),
        (ProcessEnd(exit_code=1), "RuntimeError: CUDA out of memory. Tried", EndReason.OUT_OF_MEMORY),
        (ProcessEnd(signal=6), "terminate called: std::bad_alloc", EndReason.OUT_OF_MEMORY),
        (ProcessEnd(exit_code=-1073741801), "", EndReason.OUT_OF_MEMORY),  # Windows STATUS_NO_MEMORY, signed
        (ProcessEnd(exit_code=0xC0000005), "", EndReason.EXITED),
        (ProcessEnd(exit_code=1), "MemoryError\n" + "later\n" * 30, EndReason.EXITED),
        (ProcessEnd(failure="No such file"), "", EndReason.CANNOT_START),
    ],
)
def test_how_a_process_ended_is_recognised(end, words, reason):
    assert diagnose(end, None, words).reason is reason
    assert diagnose(end, EndReason.HUNG, words).reason is EndReason.HUNG, "the app's own reason comes first"


@pytest.mark.parametrize("reason", EndReason)
@pytest.mark.parametrize("gave_up", [False, True])
def test_every_ending_is_a_sentence_with_a_next_step(reason, gave_up):
    error = unavailable(Ending(reason, "detail"), "rvc", Text("Voice conversion"), gave_up=gave_up)
    assert str(error.sentence).startswith("Voice conversion ")
    assert str(error.sentence).endswith(".")
    assert error.detail == "detail"
    if reason is not EndReason.STOPPED or gave_up:
        assert error.action is not None


# Environment


def test_the_environment_of_a_child_holds_only_what_is_allowed():
    source = {"PATH": "/bin", "HOME": "/h", "LANG": "de_DE.UTF-8", "CHARACOID_HOME": "/c", "TOKEN": "x",
              "AWS_SECRET_ACCESS_KEY": "x", "LD_PRELOAD": "x", "PYTHONPATH": "x", "PYTHONSTARTUP": "x"}  # fmt: skip
    child = child_environment(source, cores=8)
    assert {k: child[k] for k in ("PATH", "HOME", "LANG", "CHARACOID_HOME")} == {
        "PATH": "/bin", "HOME": "/h", "LANG": "de_DE.UTF-8", "CHARACOID_HOME": "/c"}  # fmt: skip
    assert "x" not in child.values()
    assert child["OMP_NUM_THREADS"] == child["MKL_NUM_THREADS"] == "7"
    assert child_environment(source, cores=1)["OMP_NUM_THREADS"] == "1"


@pytest.mark.parametrize(("version", "keeps"), [((2, 36), True), ((2, 41), True), ((2, 31), False), ((0,), False)])
def test_only_the_compute_child_keeps_its_large_blocks_where_glibc_can(tmp_path, monkeypatch, version, keeps):
    monkeypatch.setattr(environment, "glibc_version", lambda: version)
    paths = AppPaths.under(tmp_path)
    kept = {name: "MALLOC_TRIM_THRESHOLD_" in launch(name, paths).environment for name in ("media", "models", "rvc")}
    assert kept == {"media": False, "models": False, "rvc": keeps}


@pytest.mark.parametrize(("told", "version"), [("glibc 2.36", (2, 36)), ("musl 1.2", (0,)), (None, (0,)),
                                               ("glibc x", (0,))])  # fmt: skip
@pytest.mark.skipif(sys.platform != "linux", reason="asks Linux")
def test_the_c_library_is_asked_for_its_version(monkeypatch, told, version):
    monkeypatch.setattr(os, "confstr", lambda name: told)
    assert environment.glibc_version() == version


# Log


def test_the_log_keeps_the_last_lines_readable_and_bounded(tmp_path):
    log = LogTail(tmp_path / "logs" / "x.log")
    log.feed(b"first\nsec")
    log.feed(b"ond \x1b[31mred\x00\xff\nopen")
    assert log.tail() == "first\nsecond  [31mred \\xff\nopen"
    assert log.tail(1) == "open"
    assert log.tail(0) == ""
    log.mark()
    assert log.since_mark() == ""
    log.feed(b"new\nhalf")
    assert log.since_mark() == "new\nhalf"
    for _ in range(300):
        log.feed(b"x" * 50_000)
    assert len(log.tail(10_000)) < 10_000, "a line without end is cut"
    log.feed(b"\n" + b"line\n" * 50_000)
    assert len(log.tail(100_000)) < 2_500_000
    log.close()


def test_the_log_file_is_turned_over_and_never_holds_much_more_than_its_limit(tmp_path, monkeypatch):
    seconds = iter(range(10_000))
    monkeypatch.setattr("characoid_desktop.engines.log_tail.time.monotonic", lambda: float(next(seconds)))
    log = LogTail(tmp_path / "x.log")
    for _ in range(60):
        log.feed(b"y" * 199_999 + b"\n")
    log.close()
    sizes = {path.name: path.stat().st_size for path in tmp_path.iterdir()}
    assert set(sizes) == {"x.log", "x.log.1"}
    assert all(size <= MAX_FILE_BYTES + 256 * 1024 for size in sizes.values())


def test_a_log_file_that_cannot_be_written_leaves_the_lines_in_memory(tmp_path):
    (tmp_path / "file").touch()
    log = LogTail(tmp_path / "file" / "x.log")
    log.feed(b"kept\n")
    assert log.tail() == "kept"


# Catalog


def test_all_hosts_are_built_without_starting_anything(tmp_path):
    paths = AppPaths.under(tmp_path)
    hosts = build_hosts(paths)
    contract: tuple[EngineHost, ...] = hosts.all
    assert [host.name for host in contract] == ["media", "rvc", "models", "documents", "sheets", "tables"]
    assert all(host.state is EngineState.STOPPED for host in contract)
    assert not paths.data.exists()


def test_the_names_are_those_the_child_knows():
    assert {DOCUMENTS, MEDIA, MODELS, RVC, SHEETS, TABLES} == set(engine.catalog.ENGINES)


def test_a_frozen_app_starts_itself(tmp_path):
    start = launch(MEDIA, AppPaths.under(tmp_path), python="/opt/characoid/characoid", frozen=True)
    assert start.command == ("/opt/characoid/characoid", "--engine", "media")
    assert "PYTHONPATH" not in start.environment


def test_the_engine_package_is_found_from_any_folder(home):
    start = launch(MEDIA, home)
    command = [*start.command[:-2], "-c", "import engine.host; print('ok')"]
    command.remove("-m")
    done = subprocess.run(command, cwd=home.cache, env=dict(start.environment), capture_output=True, text=True)
    assert done.stdout == "ok\n", done.stderr


def test_building_the_hosts_loads_no_audio_library():
    code = (
        "import sys; from pathlib import Path; from characoid_desktop.core.paths import AppPaths;"
        "from characoid_desktop.engines.catalog import build_hosts; build_hosts(AppPaths.under(Path('/nowhere')));"
        "print(*sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=os.environ)
    loaded = {name.split(".")[0] for name in done.stdout.split()}
    assert not loaded & {"numpy", "scipy", "av", "soundfile", "sounddevice", "torch"}

from __future__ import annotations

import errno
import logging
import os
import re
import stat
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from characoid_desktop.core import logs as logs_module
from characoid_desktop.core.logs import FILES, MAX_BYTES, Logs, tail
from characoid_desktop.core.redaction import MASK, Redactor

pytestmark = pytest.mark.plain_log
KEY = "canary-0f1e2d3c4b5a"
log = logging.getLogger("characoid.test")


def _emit(logs: Logs, message: str, *args: object) -> None:
    """Log past pytest's own handler, which raises for arguments that do not fit."""
    record = log.makeRecord(log.name, logging.WARNING, __file__, 1, message, args, None)
    for handler in logs._handlers:  # pyright: ignore[reportPrivateUsage]
        handler.handle(record)


@pytest.fixture
def opened() -> Iterator[Callable[..., Logs]]:
    open_logs: list[Logs] = []

    def make(folder: Path, **options: Any) -> Logs:
        redactor = Redactor()
        redactor.add(KEY)
        open_logs.append(Logs(folder, redactor, **options))
        return open_logs[-1]

    yield make
    for entry in open_logs:
        entry.close()


def test_a_line_says_when_how_bad_who_and_what(tmp_path: Path, opened: Callable[..., Logs]) -> None:
    logs = opened(tmp_path / "logs")
    log.warning("file %s has %d channels", "歌.wav", 2)
    (line,) = logs.file.read_text("utf-8").splitlines()
    assert re.fullmatch(
        r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z WARNING  characoid\.test: file 歌\.wav has 2 channels", line)
    if sys.platform != "win32":
        assert stat.S_IMODE(logs.file.stat().st_mode) == 0o600


def test_a_key_in_message_arguments_or_exception_is_never_written(
    tmp_path: Path, opened: Callable[..., Logs],
) -> None:
    logs = opened(tmp_path)
    log.error("key %s", KEY)
    log.error(f"key {KEY}")
    log.error("dict %s", {"k": KEY, "n": [KEY]})
    try:
        try:
            raise ValueError(f"inner {KEY}")
        except ValueError as inner:
            raise RuntimeError(f"outer {KEY}") from inner
    except RuntimeError:
        log.exception("failed")
        log.error("stack", stack_info=True)
    log.error("cut " + "x" * 19_990 + KEY)
    log.error("searched " + "y" * (logs_module.MAX_SEARCHED_CHARS - 20) + KEY)
    _emit(logs, "wrong %d", KEY)
    shrinks = ("sk-" + "a" * 9_996 + " ") * 20  # 200,000 characters that are masked to almost nothing
    for start in range(-90, 0, 3):  # somewhere here the cut goes through the key
        log.error(shrinks[:logs_module.MAX_SEARCHED_CHARS + start] + " " + KEY)
    text = logs.file.read_text("utf-8")
    assert text.count(MASK) >= 6
    for piece in (KEY, KEY[:10], KEY[-8:]):
        assert piece not in text
        assert all(piece not in line for line in logs.recent)
    assert "inner" in text
    assert "outer" in text


def test_text_from_outside_cannot_forge_a_line_or_hide_one(
    tmp_path: Path, opened: Callable[..., Logs],
) -> None:
    logs = opened(tmp_path)
    _emit(logs, "name %s", "a\n2026-01-01T00:00:00.000Z ERROR    root: forged\r\x1b[2K\u202e\u2028b\0\ud800")
    lines = logs.file.read_text("utf-8").split("\n")
    assert lines[1].startswith("    2026")
    assert not re.search(r"[\x00-\x08\x0b-\x1f\u202e\u2028]", "".join(lines))


@pytest.mark.parametrize("bad", [("%d", ("x",)), ("%s %s", ("x",)), ("%(a)s", ({"b": 1},))])
def test_a_call_whose_arguments_do_not_fit_still_leaves_a_line(
    tmp_path: Path, opened: Callable[..., Logs], bad: tuple[str, tuple[Any, ...]],
) -> None:
    logs = opened(tmp_path)
    _emit(logs, bad[0], *bad[1])
    assert bad[0] in logs.file.read_text("utf-8")


def test_an_argument_that_raises_when_it_is_printed_does_not_hurt(
    tmp_path: Path, opened: Callable[..., Logs],
) -> None:
    class Broken:
        def __str__(self) -> str:
            raise RuntimeError("no text form")

    logs = opened(tmp_path)
    _emit(logs, "see %s", Broken())
    assert "see %s" in logs.file.read_text("utf-8")


def test_the_files_stay_bounded_however_much_is_logged(
    tmp_path: Path, opened: Callable[..., Logs], monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert MAX_BYTES * FILES <= 5_000_000
    monkeypatch.setattr(logs_module, "MAX_BYTES", 20_000)
    logs = opened(tmp_path)
    for number in range(700):
        log.info("%d %s", number, "x" * 300)
    names = sorted(p.name for p in tmp_path.iterdir())
    assert names == ["characoid.log", *(f"characoid.log.{n}" for n in range(1, FILES))]
    assert all(p.stat().st_size <= 20_100 for p in tmp_path.iterdir())
    assert "699 x" in logs.file.read_text("utf-8")
    assert logs.lost_lines == 0


def test_where_files_cannot_be_renamed_the_log_stays_bounded_too(
    tmp_path: Path, opened: Callable[..., Logs], monkeypatch: pytest.MonkeyPatch,
) -> None:
    def refuse(*args: object) -> None:
        raise PermissionError(errno.EACCES, "used by another program")

    monkeypatch.setattr(logs_module, "MAX_BYTES", 20_000)
    logs = opened(tmp_path)
    with monkeypatch.context() as patch:
        patch.setattr(logs_module.logging.handlers.os, "rename", refuse)
        for _ in range(300):
            log.info("x" * 300)
    assert logs.file.stat().st_size <= 2 * 20_000 + 400
    assert logs.lost_lines > 0
    log.info("after")
    assert "after" in logs.file.read_text("utf-8")


def test_a_folder_that_cannot_be_made_or_written_does_not_stop_the_app(
    tmp_path: Path, opened: Callable[..., Logs],
) -> None:
    (tmp_path / "file").write_text("in the way")
    logs = opened(tmp_path / "file" / "logs")
    log.warning("nobody hears this %s", KEY)
    assert logs.lost_lines == 1
    assert len(logs.recent) == 1
    assert MASK in logs.recent[0]
    assert tail(logs.file) == ""


@pytest.mark.parametrize("code", [errno.ENOSPC, errno.EROFS, errno.EIO])
def test_a_disk_that_refuses_is_tried_again_later_and_nothing_is_raised(
    tmp_path: Path, opened: Callable[..., Logs], monkeypatch: pytest.MonkeyPatch, code: int,
    capsys: pytest.CaptureFixture[str],
) -> None:
    if not Path("/dev/full").exists():
        pytest.fail("this test needs /dev/full")
    clock = [100.0]
    monkeypatch.setattr(logs_module.time, "monotonic", lambda: clock[0])
    logs = opened(tmp_path)
    log.info("before")
    real = os.open

    def refused(path: Any, flags: int, *rest: Any) -> int:
        if code == errno.ENOSPC:
            return real("/dev/full", os.O_WRONLY)
        raise OSError(code, os.strerror(code))

    logs._handler.close()  # pyright: ignore[reportPrivateUsage] the next line opens the file anew
    monkeypatch.setattr(logs_module.os, "open", refused)
    for _ in range(3):
        log.info("lost")
    assert logs.lost_lines == 3
    monkeypatch.setattr(logs_module.os, "open", real)
    log.info("still too early")
    clock[0] += logs_module.REOPEN_AFTER_S
    log.info("after")
    text = logs.file.read_text("utf-8")
    assert "before" in text
    assert "after" in text
    assert "too early" not in text
    assert capsys.readouterr().err == ""


def test_many_threads_write_whole_lines(tmp_path: Path, opened: Callable[..., Logs]) -> None:
    logs = opened(tmp_path)

    def work(number: int) -> None:
        for _ in range(100):
            log.info("thread %d %s", number, "z" * 200)

    threads = [threading.Thread(target=work, args=(n,)) for n in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    lines = logs.file.read_text("utf-8").splitlines()
    assert len(lines) == 800
    assert all(line.endswith("z" * 200) for line in lines)


def test_closing_gives_the_root_logger_back_as_it_was(tmp_path: Path) -> None:
    root = logging.getLogger()
    before = (list(root.handlers), root.level, logging.getLogger("qasync").level)
    logs = Logs(tmp_path, Redactor(), level=logging.DEBUG, console=True)
    assert len(root.handlers) == len(before[0]) + 3
    logs.close()
    assert (list(root.handlers), root.level, logging.getLogger("qasync").level) == before


def test_the_tail_of_a_long_log_is_read_without_the_rest(tmp_path: Path) -> None:
    file = tmp_path / "x.log"
    file.write_bytes(b"\xff\xfe" * 300_000 + b"\n" + b"\n".join(b"line %d" % n for n in range(1000)))
    assert tail(file, 3) == "line 997\nline 998\nline 999"
    assert tail(tmp_path / "missing") == ""
    assert tail(tmp_path) == ""

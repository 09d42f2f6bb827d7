"""The ``models`` child itself: its limits hold, and what hits them ends as an error or with the child alone."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import pytest

from engine.catalog import ENGINES
from tests.fakes import hostile_models as hostile
from tests.fakes import random_voice
from tests.fakes.engine_client import EngineClient

posix = pytest.mark.skipif(sys.platform == "win32", reason="POSIX limits; Windows has its job object")

LIMITED = """
import sys
from engine import catalog, limits
from engine.host import run
for name, value in {changes}.items():
    setattr(limits, name, value)
import engine.host
engine.host.MEMORY_BYTES = limits.MEMORY_BYTES
sys.exit(run("limited", catalog.EngineSpec("tests.fakes.limited_ops", compute=False, limited=True)))
"""


def limited(**changes: float) -> EngineClient:
    return EngineClient(code=LIMITED.replace("{changes}", repr(changes)))


def test_the_child_is_a_limited_one_and_ready_without_torch():
    assert ENGINES["models"].limited
    assert {name for name, spec in ENGINES.items() if not spec.limited} == {"media", "rvc"}
    with EngineClient("models") as child:
        ready = child.until("ready")
        assert ready.body["ops"] == ["check_index", "import_index", "import_voice", "import_weights", "inspect"]


@posix
def test_more_memory_than_the_limit_is_an_error_and_the_child_goes_on():
    with limited(MEMORY_BYTES=600_000_000) as child:
        child.job("1", "eat", megabytes=2000)
        assert child.answer("1").body["code"] == "out_of_memory"
        child.job("2", "eat", megabytes=10)
        assert child.answer("2").kind == "result"


@posix
def test_a_file_larger_than_the_limit_cannot_be_written(tmp_path: Path):
    with limited(FILE_BYTES=100_000) as child:
        child.job("1", "write", path=str(tmp_path / "x"), bytes=1_000_000)
        assert child.answer("1").kind == "error"
        assert (tmp_path / "x").stat().st_size <= 100_000


@posix
def test_endless_computing_ends_the_child():
    with limited(CPU_S=0.5) as child:
        child.job("1", "compute")
        assert child.wait(30) != 0


@posix
def test_it_opens_no_socket_and_starts_no_program():
    with limited() as child:
        for number, what in enumerate(("socket", "program", "shell", "fork")):
            child.job(str(number), "outside", what=what)
            answer = child.answer(str(number))
            assert (answer.kind, answer.body.get("code")) == ("error", "permission_denied"), what


@posix
def test_limits_do_not_touch_this_process():
    import resource

    from engine import limits

    limits.more_cpu_time()
    limits.forbid_outside()
    assert resource.getrlimit(resource.RLIMIT_CPU)[0] == resource.RLIM_INFINITY
    assert subprocess.run([sys.executable, "-c", ""], check=False).returncode == 0


@pytest.mark.slow
def test_good_and_hostile_files_one_after_the_other_through_one_real_child(tmp_path: Path):
    """Bombs, giants and good twins in one process: no canary, the child lives, its memory stays small."""
    canary = tmp_path / "canary"
    files = [
        (hostile.save(tmp_path / "bomb.pth", hostile.content(info=hostile.Payload(canary))), "code_in_file"),
        (hostile.save(tmp_path / "giant.pth", hostile.with_tensor("dec.cond.weight", hostile.expanded)), "bad_tensor"),
        (hostile.save(tmp_path / "sparse.pth", hostile.with_tensor("dec.cond.weight", hostile.sparse)), "bad_tensor"),
        (hostile.good(tmp_path), None),
    ]
    index = random_voice.index_file(tmp_path / "x.index", 768, 300)
    with EngineClient("models") as child:
        for number in range(3):
            for file, problem in files:
                child.job(f"{number}{file.name}", "inspect", path=str(file))
                assert child.answer(f"{number}{file.name}", 60).body["value"].get("problem") == problem
        (tmp_path / "out").mkdir()
        child.job("in", "import_voice", path=str(files[-1][0]), folder=str(tmp_path / "out"), index=str(index))
        assert child.answer("in", 60).kind == "result"
        assert sorted(p.name for p in (tmp_path / "out").iterdir()) == [
            "index.faiss", "voice.json", "voice.safetensors"]
        beat = child.until("heartbeat", 30)
        assert beat.body["rss"] < 900_000_000
    assert not canary.exists()


@pytest.mark.slow
def test_killed_while_it_writes_nothing_is_left(tmp_path: Path):
    """The guard removes what the child had begun, whenever it dies."""
    voice = hostile.good(tmp_path)
    for delay in range(4):
        out = tmp_path / f"out{delay}"
        out.mkdir()
        with EngineClient("models") as child:
            child.job("1", "import_voice", path=str(voice), folder=str(out))
            child.until("progress", 60)
            for _ in range(delay):
                child.next(60)
            child.process.kill()
            child.wait()
            with pytest.raises(AssertionError, match="closed its output"):
                child.until("never", 5)
            if not any(frame.kind == "result" for frame in child.seen):
                _gone(out)


def _gone(folder: Path) -> None:
    deadline = time.monotonic() + 5
    while left := [path.name for path in folder.iterdir()]:
        assert time.monotonic() < deadline, left
        time.sleep(0.01)

"""Operations for the real engine child in tests: ``python -m engine --module tests.fakes.engine_ops``."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from engine.errors import EngineError
from engine.job import JobContext

WORKERS = 2
STEP_S = 0.005


def echo(job: JobContext, params: Mapping[str, Any]) -> Mapping[str, Any]:
    return {"params": dict(params)}


def count(job: JobContext, params: Mapping[str, Any]) -> Mapping[str, Any]:
    """Progress ``steps`` times, asking for cancels; writes its scratch file at each step."""
    path = params.get("scratch")
    if path:
        job.scratch(path)
    for done in range(params["steps"]):
        job.check()
        job.progress("counting", done, params["steps"])
        if path:
            with open(path, "ab") as file:
                file.write(b"x" * 1000)
        time.sleep(params.get("step_s", STEP_S))
    return {"steps": params["steps"]}


def payloads(job: JobContext, params: Mapping[str, Any]) -> Mapping[str, Any]:
    digest = hashlib.sha256()
    for size in params["sizes"]:
        payload = os.urandom(size)
        digest.update(payload)
        job.data(payload, size=size)
    return {"sha256": digest.hexdigest()}


def fail(job: JobContext, params: Mapping[str, Any]) -> Mapping[str, Any]:
    if params.get("scratch"):
        job.scratch(params["scratch"])
        Path(params["scratch"]).write_bytes(b"half")
    kind = params["kind"]
    if kind == "engine":
        raise EngineError("bad_rate", "seen in the header", rate=0)
    if kind == "memory":
        raise MemoryError
    if kind == "disk":
        raise OSError(28, "No space left on device")
    if kind == "exit":
        sys.exit(5)
    if kind == "not_json":
        return {"value": object()}
    if kind == "nan":
        return {"value": float("nan")}
    if kind == "too_long":
        return {"value": "x" * 2_000_000}
    raise ZeroDivisionError("by design")


def deaf(job: JobContext, params: Mapping[str, Any]) -> Mapping[str, Any]:
    """Works for ``seconds`` and never looks whether it was cancelled; beats go on."""
    path = params.get("scratch")
    if path:
        job.scratch(path)
        Path(path).write_bytes(b"half")
    job.progress("deaf", 0, 0)
    time.sleep(params["seconds"])
    return {}


def hold(job: JobContext, params: Mapping[str, Any]) -> Mapping[str, Any]:
    """Holds the interpreter in C code (PyDLL keeps the lock): no thread of this process runs meanwhile."""
    import ctypes

    path = params.get("scratch")
    if path:
        job.scratch(path)
        Path(path).write_bytes(b"half")
    job.progress("holding", 0, 0)
    time.sleep(0.05)
    ctypes.PyDLL(None).sleep(int(params["seconds"]))
    return {}


def shout(job: JobContext, params: Mapping[str, Any]) -> Mapping[str, Any]:
    """Prints to standard output in every way a library may."""
    print("printed by Python")
    sys.stdout.flush()
    os.write(1, b"written to descriptor 1\n")
    subprocess.run([sys.executable, "-c", "print('printed by a grandchild')"], check=True)
    return {"stdin": sys.stdin.read()}


def crash(job: JobContext, params: Mapping[str, Any]) -> Mapping[str, Any]:
    if params.get("scratch"):
        job.scratch(params["scratch"])
        Path(params["scratch"]).write_bytes(b"half")
    os.kill(os.getpid(), params["signal"])
    time.sleep(5)
    return {}


def spawn(job: JobContext, params: Mapping[str, Any]) -> Mapping[str, Any]:
    """Starts a grandchild that would live for a minute; ``apart``: in a session of its own."""
    code = "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); print(flush=True); time.sleep(60)"
    grandchild = subprocess.Popen(
        [sys.executable, "-c", code], start_new_session=bool(params.get("apart")), stdout=subprocess.PIPE
    )
    assert grandchild.stdout is not None
    grandchild.stdout.readline()
    return {"pid": grandchild.pid}


def facts(job: JobContext, params: Mapping[str, Any]) -> Mapping[str, Any]:
    return {
        "environ": dict(os.environ),
        "nice": os.nice(0),
        "path": sys.path,
        "encoding": sys.stderr.encoding,
        "cwd": os.getcwd(),
        "session": os.getsid(0),
        "pid": os.getpid(),
    }


def eat(job: JobContext, params: Mapping[str, Any]) -> Mapping[str, Any]:
    """Takes memory under a limit of its own until there is none."""
    import resource

    used = int(Path("/proc/self/statm").read_text().split()[0]) * 4096 if sys.platform == "linux" else 0
    resource.setrlimit(resource.RLIMIT_AS, (used + 200_000_000, resource.RLIM_INFINITY))
    try:
        kept = []
        while True:
            kept.append(bytearray(20_000_000))
    finally:
        resource.setrlimit(resource.RLIMIT_AS, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))


OPS = {
    op.__name__: op
    for op in (echo, count, payloads, fail, deaf, hold, shout, crash, spawn, facts, eat)
}

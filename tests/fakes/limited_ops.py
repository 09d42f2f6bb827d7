"""Operations that try to take more than a limited child may."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from collections.abc import Mapping
from typing import Any

from engine.job import JobContext
from engine.limits import forbid_outside, more_cpu_time

WORKERS = 1


def eat(job: JobContext, params: Mapping[str, Any]) -> Mapping[str, Any]:
    more_cpu_time()
    kept = [bytearray(10_000_000) for _ in range(params["megabytes"] // 10)]
    return {"kept": len(kept)}


def write(job: JobContext, params: Mapping[str, Any]) -> Mapping[str, Any]:
    with open(params["path"], "wb", buffering=0) as file:
        left = params["bytes"]
        while left:
            left -= file.write(b"x" * min(left, 65536))
    return {}


def compute(job: JobContext, params: Mapping[str, Any]) -> Mapping[str, Any]:
    more_cpu_time()
    number = 0
    while True:
        number += 1


def outside(job: JobContext, params: Mapping[str, Any]) -> Mapping[str, Any]:
    more_cpu_time()
    forbid_outside()
    what = params["what"]
    if what == "socket":
        socket.create_connection(("127.0.0.1", 9), timeout=1).close()
    elif what == "program":
        subprocess.run([sys.executable, "--version"], check=False)
    elif what == "shell":
        os.system("true")
    elif what == "fork" and os.fork() == 0:
        os._exit(0)
    return {}


OPS = {op.__name__: op for op in (eat, write, compute, outside)}

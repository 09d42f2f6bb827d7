"""A small program with the app's log and crash hooks that fails in the way it is told to.

    python -m tests.fakes.crash_life FOLDER SECRET main|thread|loop|task|finaliser|fault
"""

from __future__ import annotations

import asyncio
import ctypes
import logging
import sys
import threading
from pathlib import Path

from characoid_desktop.core.clock import SystemClock
from characoid_desktop.core.crash import CrashHooks, FaultLog
from characoid_desktop.core.logs import Logs
from characoid_desktop.core.redaction import Redactor


class Finalised:
    def __init__(self, words: str) -> None:
        self.words = words

    def __del__(self) -> None:
        raise RuntimeError(self.words)


def fail(secret: str) -> None:
    raise RuntimeError(f"401 unauthorised: key {secret} was refused")


def main(folder: Path, secret: str, how: str) -> None:
    redactor = Redactor()
    redactor.add(secret)
    logs = Logs(folder, redactor)
    hooks = CrashHooks(logs, SystemClock(), version="1.2.3")
    hooks.install()
    faults = FaultLog(folder)
    faults.enable()
    logging.getLogger("life").info("started with %s", secret)
    if how == "main":
        fail(secret)
    elif how == "thread":
        thread = threading.Thread(target=fail, args=(secret,), name="worker")
        thread.start()
        thread.join()
    elif how in ("loop", "task"):
        asyncio.run(in_loop(hooks, secret, how))
    elif how == "finaliser":
        del [Finalised(f"key {secret}")][:]
    elif how == "fault":
        ctypes.string_at(0)
    print("alive", flush=True)


async def in_loop(hooks: CrashHooks, secret: str, how: str) -> None:
    loop = asyncio.get_running_loop()
    hooks.watch_loop(loop)
    if how == "loop":
        loop.call_soon(fail, secret)
    else:
        async def failing() -> None:
            fail(secret)

        task = loop.create_task(failing())
        await asyncio.wait([task])
        del task  # nobody asked for its exception
    await asyncio.sleep(0)
    await asyncio.sleep(0)


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2], sys.argv[3])

"""The system asks the app to end: SIGTERM, SIGINT, SIGHUP (log-out, Ctrl+C)."""

from __future__ import annotations

import asyncio
import contextlib
import signal
import sys
from collections.abc import Generator

NAMES = ("SIGTERM", "SIGINT", "SIGHUP")


@contextlib.contextmanager
def signals_set(event: asyncio.Event) -> Generator[None]:
    """Let the signals set ``event`` while the block runs; needs the running loop of the main thread."""
    loop = asyncio.get_running_loop()
    if sys.platform == "win32":
        # asyncio's handlers are for Unix; there Ctrl+C is the one signal that arrives.
        old = signal.signal(signal.SIGINT, lambda *_: loop.call_soon_threadsafe(event.set))
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, old)
        return
    numbers = [getattr(signal, name) for name in NAMES]
    for number in numbers:
        loop.add_signal_handler(number, event.set)
    try:
        yield
    finally:
        for number in numbers:
            loop.remove_signal_handler(number)

"""Loaded models, kept between requests: the next conversion starts warm. An idle time gives the memory back."""

from __future__ import annotations

import contextlib
import ctypes
import gc
import stat
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

IDLE_S = 300.0


class ModelCache:
    """One model of each kind (``voice``, ``hubert``, ``pitch``, ``index`` …) with the key that it was loaded for.

    Safe to use from several threads. ``on_free`` is called with the kinds that were freed.
    """

    def __init__(self, idle_s: float = IDLE_S, on_free: Callable[[tuple[str, ...]], None] | None = None) -> None:
        self._idle_s = idle_s
        self._on_free = on_free
        self._lock = threading.RLock()
        self._held: dict[str, tuple[object, Any]] = {}
        self._leases = 0
        self._timer: threading.Timer | None = None

    @property
    def kinds(self) -> tuple[str, ...]:
        """What is loaded now."""
        with self._lock:
            return tuple(self._held)

    @contextlib.contextmanager
    def lease(self) -> Iterator[None]:
        """While a lease is held nothing is freed for being idle."""
        with self._lock:
            self._leases += 1
            self._stop_timer()
        try:
            yield
        finally:
            with self._lock:
                self._leases -= 1
                if not self._leases and self._held:
                    self._start_timer()

    def get(self, kind: str, key: object, make: Callable[[], Any]) -> Any:
        """Return the model of ``kind`` for ``key``, made by ``make`` unless it is loaded.

        One for another key is given up first, so both are never in memory together.
        """
        with self._lock:
            held = self._held.get(kind)
            if held is not None and held[0] == key:
                return held[1]
            if self._held.pop(kind, None) is not None:
                del held
                give_back_memory()
            made = make()
            self._held[kind] = (key, made)
            return made

    def free(self) -> tuple[str, ...]:
        """Give up every model; returns the kinds. Those in use live on until their user lets them go."""
        with self._lock:
            self._stop_timer()
            kinds = tuple(self._held)
            self._held.clear()
        if kinds:
            give_back_memory()
            if self._on_free is not None:
                self._on_free(kinds)
        return kinds

    def pause(self) -> None:
        """Keep what is loaded, and let no time pass for it until the next lease ends."""
        with self._lock:
            self._stop_timer()

    def _start_timer(self) -> None:
        self._timer = timer = threading.Timer(self._idle_s, self._idle)
        timer.daemon = True
        timer.name = "idle-models"
        timer.start()

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _idle(self) -> None:
        with self._lock:
            if not self._leases:
                self.free()


def identity_of(path: str) -> tuple[Any, ...]:
    """Return what tells whether a file (or a folder's files) is still the same; nothing where there is none."""
    place = Path(path)
    try:
        info = place.stat()
        if stat.S_ISDIR(info.st_mode):
            files = [(each.name, each.stat()) for each in place.iterdir()]
            return (path, *sorted((name, one.st_size, one.st_mtime_ns) for name, one in files))
    except OSError:
        return (path,)
    return (path, info.st_size, info.st_mtime_ns)


def give_back_memory() -> None:
    """Collect garbage and return freed memory to the system, where that must be asked for."""
    gc.collect()
    torch = sys.modules.get("torch")
    if torch is not None and torch.cuda.is_available():
        torch.cuda.empty_cache()
    if sys.platform == "linux":
        with contextlib.suppress(OSError, AttributeError):  # another C library than glibc
            ctypes.CDLL(None).malloc_trim(0)

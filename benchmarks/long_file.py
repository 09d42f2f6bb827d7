"""A long conversion in the real window: memory of both processes and the gaps of the event loop.

    python benchmarks/long_file.py [MINUTES]

Writes a stereo 48 kHz WAV of MINUTES (default 120), drops it on the session in the real (offscreen) window,
converts it with "higher" and watches. Bounds: 600 MB for the engine and for the window's process; event-loop
gaps p99 ≤ 16 ms, max ≤ 50 ms (docs/architecture.md). Exit code 1 above any bound.
"""

from __future__ import annotations

import asyncio
import os
import sys
import tempfile
import time
from pathlib import Path

os.environ["QT_QPA_PLATFORM"] = "offscreen"

import numpy as np
import psutil
import soundfile
from PySide6.QtWidgets import QApplication

from characoid_desktop.app import loop
from characoid_desktop.app.container import Container
from characoid_desktop.app.first_window import FirstWindow
from characoid_desktop.app.language import LanguageSwitch
from characoid_desktop.app.window import MainWindowRun
from characoid_desktop.core.clock import SystemClock
from characoid_desktop.core.logs import Logs
from characoid_desktop.core.paths import AppPaths
from characoid_desktop.core.redaction import Redactor
from characoid_desktop.core.tasks import TaskScope
from characoid_desktop.features.rvc.models import ItemState
from characoid_desktop.ui.shell.stall_probe import EventLoopProbe
from characoid_desktop.ui.theme.theme import ThemeController

MEMORY_LIMIT_MB = 600.0
P99_LIMIT_MS = 16.0
MAX_LIMIT_MS = 50.0
RATE = 48_000


def write_long(path: Path, minutes: float) -> None:
    """A vowel-like stereo sound, streamed to the disk minute by minute."""
    t = np.arange(RATE * 60) / RATE
    f0 = 180 * (1 + 0.03 * np.sin(2 * np.pi * 5 * t))
    phase = 2 * np.pi * np.cumsum(f0) / RATE
    voice = sum(np.sin(k * phase) / k for k in range(1, 12)) * 0.15
    block = np.stack([voice, 0.8 * voice], axis=1).astype(np.float32)
    with soundfile.SoundFile(path, "w", RATE, 2, "PCM_16") as file:
        for _ in range(round(minutes)):
            file.write(block)


async def measure(app: QApplication, home: Path, minutes: float) -> int:
    paths = AppPaths.under(home / "home")
    paths.create()
    source = home / "two hours.wav"
    write_long(source, minutes)
    scope = TaskScope("benchmark")
    shell = FirstWindow(app, LanguageSwitch(app), ThemeController(app), paths, scope)
    shell.window.show()
    container = await Container.build(paths, SystemClock(), Logs(paths.logs, Redactor()), shell.notices, shell.lights)
    run = MainWindowRun(shell, container)
    await asyncio.sleep(2.0)  # start-up is measured elsewhere
    me, engine_mb, window_mb = psutil.Process(), 0.0, 0.0
    probe = EventLoopProbe()
    probe.start()
    begin = time.monotonic()
    run.rvc.add_files([source])
    while not container.rvc.items:
        await asyncio.sleep(0.05)
    run.rvc.convert()
    while True:
        await asyncio.sleep(0.25)
        window_mb = max(window_mb, me.memory_info().rss / 2**20)
        for child in me.children(recursive=True):
            try:
                engine_mb = max(engine_mb, child.memory_info().rss / 2**20)
            except psutil.Error:
                continue
        state = container.rvc.items[0].state
        if state not in (ItemState.WAITING, ItemState.QUEUED, ItemState.RUNNING):
            break
    seconds = time.monotonic() - begin
    gaps = probe.stop()
    await container.shutdown.run()
    run.rvc.close()
    run.settings.close()
    run.window.finish()
    await scope.aclose()
    print(f"{state.value}: {minutes:.0f} min of stereo in {seconds:.0f} s, {minutes * 60 / seconds:.1f} x real time\n"
          f"peak memory: engine {engine_mb:.0f} MB, window {window_mb:.0f} MB (limit {MEMORY_LIMIT_MB:.0f} each)\n"
          f"event-loop gaps: p99 {gaps.p99_ms:.1f} ms (limit {P99_LIMIT_MS:.0f}), "
          f"max {gaps.max_ms:.1f} ms (limit {MAX_LIMIT_MS:.0f})")
    good = (state is ItemState.DONE and max(engine_mb, window_mb) <= MEMORY_LIMIT_MB
            and gaps.p99_ms <= P99_LIMIT_MS and gaps.max_ms <= MAX_LIMIT_MS)
    return 0 if good else 1


def main() -> int:
    minutes = float(sys.argv[1]) if len(sys.argv) > 1 else 120.0
    app = QApplication([])
    app.setQuitOnLastWindowClosed(False)
    with tempfile.TemporaryDirectory() as folder:
        return loop.run(app, measure(app, Path(folder), minutes))


if __name__ == "__main__":
    raise SystemExit(main())

"""Kills and cancels in the hundreds, with the promises checked after each. Writes benchmarks/results/soak.json.

    python benchmarks/soak.py [KILLS] [CANCELS]      (default 100 and 300; about 25 minutes on two cores)

Bounds, exit code 1 when one is missed: after every kill -9 of the app no child after 1 s, no file of ours left
after the next start, the job interrupted, the database intact; every cancel shown within 500 ms, nothing left,
the engine warm.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

os.environ["QT_QPA_PLATFORM"] = "offscreen"

import numpy as np
import psutil
import soundfile
from PySide6.QtWidgets import QApplication

from characoid_desktop.app import loop
from characoid_desktop.app.container import Container
from characoid_desktop.core.clock import SystemClock
from characoid_desktop.core.logs import Logs
from characoid_desktop.core.paths import AppPaths
from characoid_desktop.core.redaction import Redactor
from characoid_desktop.features.rvc.models import Choice, ItemState, Place
from characoid_desktop.features.rvc.presets import preset
from characoid_desktop.settings.sections.conversion import OutputFormat

ROOT = Path(__file__).resolve().parents[1]
RESULT = ROOT / "benchmarks" / "results" / "soak.json"
CHILDREN_GONE_S = 1.0
CANCELLED_S = 0.5
CLEAN_S = 2.0
SEED = 20261130


def write_source(path: Path, seconds: int = 240) -> None:
    noise = np.random.default_rng(SEED).normal(0, 0.1, (48_000 * seconds, 2)).astype(np.float32)
    soundfile.write(path, noise, 48_000)


def app(home: Path, *words: str) -> subprocess.Popen[str]:
    env = {**os.environ, "CHARACOID_HOME": str(home)}
    return subprocess.Popen([sys.executable, "-m", "tests.fakes.running_app", *words], cwd=ROOT, env=env, text=True,
                            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)


def alive(pids: set[int]) -> set[int]:
    found = set[int]()
    for pid in pids:
        try:
            if psutil.Process(pid).status() != psutil.STATUS_ZOMBIE:
                found.add(pid)
        except psutil.Error:
            continue
    return found


def kill_once(folder: Path, source: Path, after_s: float) -> dict[str, Any]:
    """One life of the app, ended by SIGKILL ``after_s`` seconds after its job was first seen."""
    home, target = folder / "home", folder / "out"
    target.mkdir(parents=True)
    child = app(home, "convert", str(source), str(target))
    assert child.stdout is not None
    child.stdout.readline()
    time.sleep(after_s)
    pids = {p.pid for p in psutil.Process(child.pid).children(recursive=True)}
    os.kill(child.pid, signal.SIGKILL)
    killed = time.monotonic()
    while alive(pids) and time.monotonic() - killed < 10:
        time.sleep(0.005)
    gone_s = time.monotonic() - killed
    child.stdout.close()
    child.wait()
    with app(home, "look") as second:
        assert second.stdout is not None
        found = json.loads(second.stdout.read().splitlines()[-1])
    good = (gone_s <= CHILDREN_GONE_S and found["integrity"] == "ok" and found["jobs"] == ["interrupted"]
            and os.listdir(target) == [])
    return {"gone_s": gone_s, "good": good, "found": found, "left": os.listdir(target)}


def kills(count: int, folder: Path, source: Path) -> dict[str, Any]:
    moments = random.Random(SEED)
    results = [kill_once(folder / str(i), source, moments.uniform(0.0, 2.5)) for i in range(count)]
    bad = [one for one in results if not one["good"]]
    return {"kills": count, "broken": bad, "children_gone_s_median": statistics.median(r["gone_s"] for r in results),
            "children_gone_s_max": max(r["gone_s"] for r in results)}


async def cancels(count: int, folder: Path, source: Path) -> dict[str, Any]:
    paths, target = AppPaths.under(folder / "cancel-home"), folder / "cancel-out"
    paths.create()
    target.mkdir()
    c = await Container.build(paths, SystemClock(), Logs(paths.logs, Redactor()))
    choice = Choice("childlike", dict(preset("childlike").effect), OutputFormat.FLAC)
    await c.rvc.add_paths([source], choice)
    item = c.rvc.items[0].id
    await c.engines.rvc.start()
    pid, moments, restarts, left = c.engines.rvc.pid, random.Random(SEED), 0, 0
    shown, clean = list[float](), list[float]()
    for _ in range(count):
        await c.rvc.convert([item], Place(target, "{title}"), lambda _: "Childlike")
        await asyncio.sleep(moments.uniform(0.0, 1.5))
        asked = time.monotonic()
        await c.rvc.cancel(item)
        while (state := c.rvc.get(item)) is not None and state.state is not ItemState.CANCELLED:
            await asyncio.sleep(0.002)
        shown.append(time.monotonic() - asked)
        while os.listdir(target) and time.monotonic() - asked < CLEAN_S:
            await asyncio.sleep(0.002)
        clean.append(time.monotonic() - asked)
        left += len(os.listdir(target))
        restarts += c.engines.rvc.pid != pid
    rss = c.engines.rvc.rss / 2**20
    await c.shutdown.run()
    return {"cancels": count, "cancelled_s_median": statistics.median(shown), "cancelled_s_max": max(shown),
            "nothing_left_s_max": max(clean),
            "engine_restarts": restarts, "files_left": left, "engine_rss_mb_at_end": round(rss)}


def main() -> int:
    kill_count = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    cancel_count = int(sys.argv[2]) if len(sys.argv) > 2 else 300
    qt = QApplication([])
    qt.setQuitOnLastWindowClosed(False)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        source = folder / "source.wav"
        write_source(source)
        cancelled = loop.run(qt, cancels(cancel_count, folder, source))
        killed = kills(kill_count, folder, source)
    result = {"machine": f"{os.cpu_count()} cores", "kill": killed, "cancel": cancelled}
    RESULT.parent.mkdir(exist_ok=True)
    RESULT.write_text(json.dumps(result, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    print(json.dumps(result, indent=1, ensure_ascii=False))
    good = (not killed["broken"] and cancelled["cancelled_s_max"] <= CANCELLED_S and not cancelled["engine_restarts"]
            and not cancelled["files_left"])
    return 0 if good else 1


if __name__ == "__main__":
    raise SystemExit(main())

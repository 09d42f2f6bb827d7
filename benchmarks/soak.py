"""Kills and cancels in the hundreds, with the promises checked after each. Writes benchmarks/results/soak.json.

    python benchmarks/soak.py [--kills N] [--cancels N] [--turns N] [--stages N]

Without a word all parts run: 100 kills and 300 cancels of conversions, 300 kills of turns, 50 cancels in each
stage of a cover (about 45 minutes on two cores). With words only the parts that are named; what the file holds of
the others stays.

Bounds, exit code 1 when one is missed: after every kill -9 of the app no child after 1 s, no file of ours left
after the next start, the job interrupted, the database intact; every cancel shown within 500 ms, nothing left,
the engine warm. After every kill in the middle of turns: nothing that was acknowledged is lost, each question has an
answer, is interrupted or waits, each effect happened once and with a word where one is needed, no request went to the
model twice, no key in any file, and the next start takes at most 1.5 times as long as one after an orderly end.
Every cancel of a cover, in whatever stage: shown within 500 ms, ready for the next job within 8 s (2 s for four of
five), no half file, and the stages before it are kept.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import json
import os
import random
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any

os.environ["QT_QPA_PLATFORM"] = "offscreen"
sys.path.insert(0, str(Path(__file__).parents[1]))

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
from tests.fakes.cover_runs import STAGES, sing, told
from tests.fakes.turn_lives import Actor, Mother, ServerThread, furnish, kill_at_random, random_lanes
from tests.fakes.turn_promises import CANARY, Told, broken, canary_found

ROOT = Path(__file__).resolve().parents[1]
RESULT = ROOT / "benchmarks" / "results" / "soak.json"
CHILDREN_GONE_S = 1.0
CANCELLED_S = 0.5
CLEAN_S = 2.0
READY_S = 8.0
LATE_SHARE = 0.2  # of cancels of a cover that may take longer than CLEAN_S
SEED = 20261130
KILLS_IN_A_HOME = 30
SLOWER_START = 1.5  # after a kill


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


class TurnKills:
    """Homes in which turns are killed; ``row`` is what is written down."""

    def __init__(self, mother: Mother, server: ServerThread, folder: Path) -> None:
        self.mother, self.server, self.folder = mother, server, folder
        self.chance, self.numbers = random.Random(SEED), itertools.count(1)
        self.broken = list[str]()
        self.ends, self.approvals = Counter[str](), Counter[str]()
        self.questions = self.effects = self.waited_on_screen = 0
        self.after_kill, self.after_close = list[float](), list[float]()

    def home(self, name: str, kills: int) -> None:
        """One home, killed so many times; everything since its beginning is checked each time."""
        home, told, first = furnish(self.folder / name, self.server.base_url), Told(), len(self.server.asked)
        found: dict[str, Any] = {}
        for _ in range(kills):
            life = self.mother.start(home, said=random_lanes(self.chance, self.numbers, 3), seed=self.chance.random(),
                                     answer="mixed", think_ms=[0, 400])
            kill_at_random(life, self.chance)
            told.hear(life.heard)
            self.waited_on_screen += len(told.on_screen)
            found = self.look(home, self.after_kill)
            self.broken += [f"{name}: {one}" for one in broken(found, told, self.server.asked[first:])]
        self.look(home, self.after_close)
        self.broken += [f"{name}: the key is in {file}" for file in canary_found(home, CANARY)]
        self.ends.update(row["state"] for row in found["messages"] if row["role"] == "character")
        self.approvals.update(row["state"] for row in found["approvals"])
        self.questions += sum(row["role"] == "user" for row in found["messages"])
        self.effects += len(found["done_here"]) + len(found["outbox"])

    def look(self, home: Path, times: list[float]) -> dict[str, Any]:
        began = time.monotonic()
        life = self.mother.start(home, "look")
        life.hear("recovered")
        times.append(time.monotonic() - began)
        path = Path(life.hear("looked")["looked"])
        life.died()
        return json.loads(path.read_text("utf-8"))

    @property
    def row(self) -> dict[str, Any]:
        normal, after = statistics.median(self.after_close), statistics.median(self.after_kill)
        return {
            "kills": len(self.after_kill), "broken": self.broken, "questions": self.questions,
            "ends": dict(sorted(self.ends.items())), "approvals": dict(sorted(self.approvals.items())),
            "effects": self.effects, "questions_on_screen_at_a_kill": self.waited_on_screen,
            "model_requests": len(self.server.asked), "start_s_median": round(normal, 3),
            "start_after_kill_s_median": round(after, 3)}


def turns(count: int, folder: Path) -> dict[str, Any]:
    with ServerThread(Actor(pace_s=0.002)) as server, Mother() as mother:
        kills = TurnKills(mother, server, folder)
        for number in range(0, count, KILLS_IN_A_HOME):
            kills.home(f"home {number}", min(KILLS_IN_A_HOME, count - number))
            print(f"{number + KILLS_IN_A_HOME} of {count}: {len(kills.broken)} broken", file=sys.stderr, flush=True)
        return kills.row


def stages(times: int, folder: Path) -> dict[str, Any]:
    """Cancel a cover with a library voice so many times in each of its stages."""
    env = {**os.environ, "CHARACOID_HOME": str(folder / "cover-home")}
    target = folder / "cover-out"
    target.mkdir()
    told("shelve", folder / "drop", env=env)
    steps = told("cancel", sing(folder / "song.wav", 20.0), target, times, env=env, limit_s=60.0 * times)
    broken = [step for step in steps if "missed" in step or step["halves"] or step["results"]
              or step["kept"][:STAGES.index(step["stage"])] != STAGES[:STAGES.index(step["stage"])]]
    by_stage = {stage: [step for step in steps if step["stage"] == stage and "missed" not in step] for stage in STAGES}
    return {"cancels_each": times, "broken": broken, "late": sum(step.get("over", 0) > CLEAN_S for step in steps),
            **{stage: {"cancels": len(found), "shown_s_max": round(max(step["shown"] for step in found), 3),
                       "ready_s_median": round(statistics.median(step["over"] for step in found), 3),
                       "ready_s_max": round(max(step["over"] for step in found), 3)}
               for stage, found in by_stage.items()}}


def are_good_stages(result: dict[str, Any]) -> bool:
    each = [result[stage] for stage in STAGES]
    return (not result["broken"] and all(one["cancels"] == result["cancels_each"] for one in each)
            and all(one["shown_s_max"] <= CANCELLED_S and one["ready_s_max"] <= READY_S for one in each)
            and result["late"] <= LATE_SHARE * len(STAGES) * result["cancels_each"])


def is_good(result: dict[str, Any]) -> bool:
    kill, cancel, turn = (result.get(name) for name in ("kill", "cancel", "turns"))
    return ((not result.get("stages") or are_good_stages(result["stages"]))
            and (not kill or not kill["broken"])
            and (not cancel or (cancel["cancelled_s_max"] <= CANCELLED_S and not cancel["engine_restarts"]
                                and not cancel["files_left"]))
            and (not turn or (not turn["broken"] and set(turn["ends"]) <= {"done", "interrupted", "waiting"}
                              and turn["start_after_kill_s_median"] <= SLOWER_START * turn["start_s_median"])))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("kills", "cancels", "turns", "stages"):
        parser.add_argument(f"--{name}", type=int, default=0)
    options = parser.parse_args()
    if not (options.kills or options.cancels or options.turns or options.stages):
        options.kills, options.cancels, options.turns, options.stages = 100, 300, 300, 50
    result: dict[str, Any] = {}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if options.kills or options.cancels:
            source = folder / "source.wav"
            write_source(source)
        if options.cancels:
            qt = QApplication([])
            qt.setQuitOnLastWindowClosed(False)
            result["cancel"] = loop.run(qt, cancels(options.cancels, folder, source))
        if options.kills:
            result["kill"] = kills(options.kills, folder, source)
        if options.turns:
            result["turns"] = turns(options.turns, folder)
        if options.stages:
            result["stages"] = stages(options.stages, folder)
    known = json.loads(RESULT.read_text("utf-8")) if RESULT.exists() else {}
    RESULT.parent.mkdir(exist_ok=True)
    RESULT.write_text(json.dumps({**known, "machine": f"{os.cpu_count()} cores", **result}, indent=1,
                                 ensure_ascii=False) + "\n", encoding="utf-8")
    print(json.dumps(result, indent=1, ensure_ascii=False))
    return 0 if is_good(result) else 1


if __name__ == "__main__":
    raise SystemExit(main())

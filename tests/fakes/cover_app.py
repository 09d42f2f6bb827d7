"""The real services of the app making a cover, in a process that a test may kill at any moment.

    python -m tests.fakes.cover_app shelve FOLDER          take a random tiny voice and ContentVec into the library
    python -m tests.fakes.cover_app produce FILE OUT       add FILE, make a cover of it, say every change
    python -m tests.fakes.cover_app resume                 take up what was interrupted, say how it ended
    python -m tests.fakes.cover_app cancel FILE OUT N      cancel N times in each stage, say how long each took

Lines on stdout are JSON objects.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
import time
from pathlib import Path
from typing import Any

os.environ["QT_QPA_PLATFORM"] = "offscreen"

import psutil
from PySide6.QtWidgets import QApplication

from characoid_desktop.app import loop
from characoid_desktop.app.container import Container
from characoid_desktop.core.clock import SystemClock
from characoid_desktop.core.logs import Logs
from characoid_desktop.core.paths import AppPaths
from characoid_desktop.core.redaction import Redactor
from characoid_desktop.features.rvc.models import Choice, ItemState, Place
from characoid_desktop.features.rvc.parameters import Method, Separation, VoiceParams, VoiceUse
from characoid_desktop.features.rvc.stages import Stage, StageFolder
from characoid_desktop.settings.sections.conversion import OutputFormat

WORDS = {
    Stage.PREPARE: ("Preparing",), Stage.SEPARATE: ("Taking voice and music apart",),
    Stage.CONVERT: ("Loading the voice", "Listening to the melody", "Converting"), Stage.MIX: ("Mixing",),
}
"""What the job says in each stage."""


def say(**fields: Any) -> None:
    print(json.dumps(fields, ensure_ascii=False), flush=True)


async def build() -> Container:
    paths = AppPaths.locate()
    paths.create()
    container = await Container.build(paths, SystemClock(), Logs(paths.logs, Redactor()))
    await container.voices.tidied()
    return container


def stage_of(words: str) -> str:
    return next((stage.value for stage, known in WORDS.items() if words in known), "")


async def shelve(folder: Path) -> None:
    from tests.fakes.random_voice import checkpoint, contentvec_folder, index_file

    checkpoint(folder / "Mika.pth")
    index_file(folder / "added_Mika.index", 768, 200)
    contentvec_folder(folder / "contentvec")
    c = await build()
    report = await c.voices.import_paths([folder])
    say(items=[item.kind.value for item in report.items], refused=[str(one.error.sentence) for one in report.refused])
    await c.shutdown.run()


def cover(c: Container) -> Choice:
    (voice,) = c.voices.voices
    return Choice("custom", {}, OutputFormat.WAV, voice=VoiceUse(voice.id, VoiceParams(pitch=2.0, seed=3)),
                  separation=Separation(Method.CENTRE))


async def produce(source: Path, target: Path) -> None:
    c = await build()

    def changed(job: Any) -> None:
        children = [p.pid for p in psutil.Process().children(recursive=True)]
        say(state=job.state.value, children=children,
            stage=stage_of(job.progress.stage.source) if job.progress else "",
            fraction=job.progress.fraction if job.progress else None)

    c.jobs.changed.connect(changed)
    await c.rvc.add_paths([source], cover(c))
    await c.rvc.convert([item.id for item in c.rvc.items], Place(target, "{title}"), lambda _: "")
    await asyncio.Event().wait()


async def resume() -> None:
    c = await build()
    (item,) = c.rvc.items
    begun = [stage.value for stage in c.rvc.stages(item.id)]
    left = [path.name for path in (c.paths.stages / item.id).glob("*") if path.name.endswith((".part", ".new"))]
    await c.rvc.retry([item.id])
    while c.rvc.get(item.id).state.is_active or c.jobs.busy:
        await asyncio.sleep(0.02)
    await asyncio.sleep(0.2)  # the last stage is noted
    rows = await c.database.read_all("SELECT stage FROM rvc_stages ORDER BY seq")
    now = c.rvc.get(item.id)
    say(was=item.state.value, begun=begun, left=left, state=now.state.value, rows=[row["stage"] for row in rows],
        error=str(now.error.sentence) if now.error else "",
        result=str(now.result.path) if now.result else "",
        provenance=dict(now.result.provenance) if now.result else {})
    await c.shutdown.run()


async def cancel(source: Path, target: Path, times: int) -> None:
    c = await build()
    await c.rvc.add_paths([source], cover(c))
    (item,) = c.rvc.items
    folder = StageFolder(c.paths.stages, item.id)
    for stage in Stage:
        for _ in range(times):
            if stage is Stage.PREPARE:
                folder.remove()
            await c.rvc.convert([item.id], Place(target, "{title}"), lambda _: "")
            while stage_of(_words(c, item.id)) != stage.value:
                if not c.rvc.get(item.id).state.is_active:
                    say(stage=stage.value, missed=str(c.rvc.get(item.id).error))
                    return
                await asyncio.sleep(0.001)
            asked = time.monotonic()
            await c.rvc.cancel(item.id)
            while c.rvc.get(item.id).state is not ItemState.CANCELLED:
                await asyncio.sleep(0.001)
            shown = time.monotonic() - asked
            while c.jobs.busy:
                await asyncio.sleep(0.005)
            over = time.monotonic() - asked
            halves = [p.name for p in folder.folder.glob("*") if p.name.endswith((".part", ".new"))]
            say(stage=stage.value, shown=shown, over=over, halves=halves, results=os.listdir(target),
                kept=[one.value for one in folder.done()])
    await c.shutdown.run()


def _words(c: Container, item_id: str) -> str:
    progress = c.rvc.get(item_id).progress
    return progress.stage.source if progress is not None else ""


def main() -> None:
    app = QApplication([])
    app.setQuitOnLastWindowClosed(False)
    what, *words = sys.argv[1:]
    work = {"shelve": lambda: shelve(Path(words[0])), "produce": lambda: produce(Path(words[0]), Path(words[1])),
            "resume": resume, "cancel": lambda: cancel(Path(words[0]), Path(words[1]), int(words[2]))}[what]
    loop.run(app, work())


if __name__ == "__main__":
    main()

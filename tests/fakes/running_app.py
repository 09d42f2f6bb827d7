"""The real services of the app in a process that a test may kill at any moment.

    python -m tests.fakes.running_app convert FILE OUT    add FILE, convert it, say every state
    python -m tests.fakes.running_app look                start, print the items, close in order

Lines on stdout are JSON objects. The window's process is the same container with widgets around it.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
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
from characoid_desktop.features.rvc.models import Choice, Place
from characoid_desktop.features.rvc.presets import preset
from characoid_desktop.settings.sections.conversion import OutputFormat


def say(**fields: Any) -> None:
    print(json.dumps(fields, ensure_ascii=False), flush=True)


async def build() -> Container:
    paths = AppPaths.locate()
    paths.create()
    return await Container.build(paths, SystemClock(), Logs(paths.logs, Redactor()))


async def convert(source: Path, target: Path) -> None:
    c = await build()
    choice = Choice("higher", dict(preset("higher").effect), OutputFormat.WAV)
    await c.rvc.add_paths([source], choice)

    def changed(job: Any) -> None:
        children = [p.pid for p in psutil.Process().children(recursive=True)]
        progress = job.progress.fraction if job.progress else None
        say(state=job.state.value, progress=progress, children=children)

    c.jobs.changed.connect(changed)
    await c.rvc.convert([item.id for item in c.rvc.items], Place(target, "{title}"), lambda _: "Higher")
    await asyncio.Event().wait()


async def look() -> None:
    c = await build()
    check = await c.database.read_one("PRAGMA integrity_check")
    jobs = await c.database.read_all("SELECT state FROM jobs ORDER BY seq")
    say(items=[{"name": item.path.name, "state": item.state.value, "can_retry": item.state.can_retry}
               for item in c.rvc.items],
        jobs=[row["state"] for row in jobs], integrity=check[0] if check else None,
        notices=[str(notice.sentence) for notice in c.notices.open],
        actions=[str(action.label) for notice in c.notices.open for action in notice.actions])
    await c.shutdown.run()


def main() -> None:
    app = QApplication([])
    app.setQuitOnLastWindowClosed(False)
    words = sys.argv[1:]
    loop.run(app, convert(Path(words[1]), Path(words[2])) if words[0] == "convert" else look())


if __name__ == "__main__":
    main()

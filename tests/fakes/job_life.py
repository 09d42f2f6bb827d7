"""One life of the job queue in a process of its own, to be killed: acknowledges what it promised.

    python -m tests.fakes.job_life HOME COUNT

Prints one line for each thing that is durable: ``submitted <id>`` or ``running <id>``; then it hangs in its
first job, which has written a scratch file named in its params.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from characoid_desktop.core.clock import SystemClock
from characoid_desktop.core.i18n import Text
from characoid_desktop.core.paths import AppPaths
from characoid_desktop.data.database import Database
from characoid_desktop.jobs.handlers import JobContext
from characoid_desktop.jobs.models import Job
from characoid_desktop.jobs.queue import JobQueue


class Scratch:
    """Writes a scratch file and hangs; quick jobs end at once."""

    kind = "scratch"
    lane = "compute"

    async def run(self, job: Job, ctx: JobContext) -> Mapping[str, Any]:
        scratch = Path(job.params["scratch"])
        scratch.write_bytes(b"half")
        if job.params["quick"]:
            scratch.unlink()
            return {"done": True}
        print("running", job.id, flush=True)
        await asyncio.get_running_loop().create_future()
        return {}

    async def cleanup(self, job: Job) -> None:
        Path(job.params["scratch"]).unlink(missing_ok=True)


async def live(home: Path, count: int, quick: int) -> None:
    paths = AppPaths.under(home)
    paths.create()
    db = await Database.open(paths.database, paths.backups, SystemClock())
    queue = JobQueue(db, SystemClock())
    queue.register(Scratch())
    await queue.start()
    for number in range(count):
        job = await queue.submit(
            "scratch", Text.of("Job {n}", n=number),
            {"scratch": str(home / f"scratch-{number}"), "quick": number < quick})
        print("submitted", job.id, flush=True)
    await asyncio.get_running_loop().create_future()


if __name__ == "__main__":
    asyncio.run(live(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])))

"""A life of the knowledge base in a process of its own, to be killed: acknowledges what is on the disk.

    python -m tests.fakes.document_life FOLDER

Adds, updates and removes documents without end. Prints ``ready <name> <version>`` and ``removed <name>`` once that is
saved, ``begin <name> <version>`` and ``remove <name>`` before.
"""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

from characoid_desktop.core.paths import AppPaths
from tests.fakes.library_of_documents import A, DocumentsBench, documents_bench

PARAGRAPHS = 400


def content(name: str, version: int) -> str:
    return "\n\n".join(f"Paragraph {n} of {name} in version{version} says a few words. " * 8 for n in range(PARAGRAPHS))


async def live(bench: DocumentsBench) -> None:
    for n in range(1_000_000):
        name = f"file{n}"
        path = bench.write(f"{name}.txt", content(name, 1))
        say("begin", name, 1)
        [document] = (await bench.knowledge.add_paths(A, [path])).documents
        await bench.over(document.id)
        say("ready", name, 1)
        if n % 2:
            bench.write(f"{name}.txt", content(name, 2))
            say("begin", name, 2)
            await bench.knowledge.update(document.id, A)
            await bench.over(document.id)
            say("ready", name, 2)
        if n % 3 == 0:
            say("remove", name)
            await bench.knowledge.remove(document.id, A)
            say("removed", name)


def say(*words: object) -> None:
    print(*words, flush=True)


async def main(folder: Path) -> None:
    async with documents_bench(AppPaths.locate(), folder) as bench:
        await live(bench)


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1])))

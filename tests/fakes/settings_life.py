"""Changes settings for ever in a process of its own and says after each that it is saved; to be killed.

    python -m tests.fakes.settings_life FILE
"""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

from characoid_desktop.settings.catalog import SECTIONS
from characoid_desktop.settings.sections.audio import AudioSection
from characoid_desktop.settings.store import SettingsStore


async def live(path: Path) -> None:
    store = SettingsStore(path, SECTIONS)
    await store.load()
    for number in range(1_000_000):
        await store.set(AudioSection, output_device=f"device {number}")
        print(number, flush=True)


if __name__ == "__main__":
    asyncio.run(live(Path(sys.argv[1])))

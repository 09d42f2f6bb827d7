"""Cancelling a conversion at any moment, in the real app with the real engine."""

import asyncio
import os
import random

import numpy as np
import psutil
import pytest
import soundfile

from characoid_desktop.features.rvc.models import Choice, ItemState, Place
from characoid_desktop.features.rvc.presets import preset
from characoid_desktop.settings.sections.conversion import OutputFormat
from tests.fakes.eventually import eventually
from tests.fakes.home import running_container

CANCELS = 50
CANCELLED_WITHIN_S = 0.5


@pytest.mark.slow
@pytest.mark.timeout(300)
async def test_fifty_cancels_at_random_moments_leave_nothing_and_a_warm_engine(home, tmp_path):
    source, target = tmp_path / "song.wav", tmp_path / "out"
    target.mkdir()
    noise = np.random.default_rng(3).normal(0, 0.1, (48000 * 120, 2)).astype(np.float32)
    soundfile.write(source, noise, 48000)
    choice = Choice("childlike", dict(preset("childlike").effect), OutputFormat.FLAC)
    moments = random.Random(11)
    loop = asyncio.get_running_loop()
    async with running_container(home) as app:
        await app.rvc.add_paths([source], choice)
        item = app.rvc.items[0].id
        await app.engines.rvc.start()
        pid = app.engines.rvc.pid
        late = []
        for _ in range(CANCELS):
            await app.rvc.convert([item], Place(target, "{title}"), lambda _: "Childlike")
            await asyncio.sleep(moments.uniform(0.0, 0.8))  # the moment is the point of this test, nothing waits for it
            asked = loop.time()
            await app.rvc.cancel(item)
            await eventually(lambda: app.rvc.get(item).state is ItemState.CANCELLED)
            late.append(loop.time() - asked)
        assert max(late) <= CANCELLED_WITHIN_S, sorted(late)[-5:]
        assert app.engines.rvc.pid == pid, "the engine was killed although every stage can be cancelled"
        await eventually(lambda: os.listdir(target) == [])
        # The engine and its guard (engine/guard.py), which share a process group; nothing else was left running.
        children = [child.pid for child in psutil.Process().children(recursive=True)]
        assert {os.getpgid(child) for child in children} == {pid}
        assert len(children) == 2
        await app.rvc.convert([item], Place(target, "{title}"), lambda _: "Childlike")
        await eventually(lambda: app.rvc.get(item).progress is not None)
        assert app.engines.rvc.pid == pid
        await app.rvc.cancel(item)
        await eventually(lambda: app.rvc.get(item).state is ItemState.CANCELLED)
        states = [row["state"] for row in await app.database.read_all("SELECT state FROM jobs")]
        assert states == ["cancelled"] * (CANCELS + 1)
    assert os.listdir(target) == []

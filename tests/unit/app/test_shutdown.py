import asyncio

import pytest

from characoid_desktop.app.shutdown import Shutdown


def part(log, name):
    async def close():
        log.append(name)

    return close


async def test_parts_close_in_reverse_order_of_their_start():
    log, shutdown = [], Shutdown()
    for name in ("database", "jobs", "engines"):
        shutdown.add(name, part(log, name))
    assert await shutdown.run() == []
    assert log == ["engines", "jobs", "database"]


@pytest.mark.plain_log
async def test_a_part_that_hangs_or_fails_does_not_keep_the_others_open():
    log, shutdown = [], Shutdown()

    async def hang():
        await asyncio.Event().wait()

    async def fail():
        raise RuntimeError("broken")

    shutdown.add("database", part(log, "database"))
    shutdown.add("hanging", hang, limit_s=0.05)
    shutdown.add("failing", fail)
    assert await shutdown.run() == ["failing", "hanging"]
    assert log == ["database"]


async def test_a_second_close_does_nothing():
    log, shutdown = [], Shutdown()
    shutdown.add("database", part(log, "database"))
    await shutdown.run()
    await shutdown.run()
    assert log == ["database"]

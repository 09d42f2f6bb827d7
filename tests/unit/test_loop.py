import asyncio


async def test_twenty_thousand_turns_of_the_loop_do_not_abort_the_process():
    for _ in range(20_000):
        await asyncio.sleep(0)
    assert asyncio.get_running_loop().is_running()

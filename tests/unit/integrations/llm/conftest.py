from __future__ import annotations

import pytest

from tests.fakes.model_bench import ModelBench
from tests.fakes.model_server import ModelServer


@pytest.fixture
async def server():
    async with ModelServer() as made:
        yield made


@pytest.fixture
async def bench():
    made = ModelBench()
    yield made
    await made.aclose()

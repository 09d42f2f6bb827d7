from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from characoid_desktop.core.paths import AppPaths
from tests.fakes.tool_bench import ToolBench, tool_bench


@pytest.fixture
async def bench(home: AppPaths) -> AsyncIterator[ToolBench]:
    async with tool_bench(home) as bench:
        yield bench

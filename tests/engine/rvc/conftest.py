"""One library of random voices for the folder; models are given up after each module, torch keeps to one thread."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.fakes.rvc_library import RvcLibrary


@pytest.fixture(scope="module", autouse=True)
def _one_thread() -> Iterator[None]:
    """Small networks are many times slower when two threads wait for each other at every step."""
    import torch

    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)


@pytest.fixture(scope="session")
def library(tmp_path_factory: pytest.TempPathFactory) -> RvcLibrary:
    from tests.fakes.rvc_library import RvcLibrary

    return RvcLibrary(tmp_path_factory.mktemp("rvc"))


@pytest.fixture(autouse=True)
def _no_idle_timer() -> Iterator[None]:
    """Warm models leave a timer behind, which counts as a thread."""
    yield
    from engine.rvc.handlers import CACHE

    CACHE.pause()

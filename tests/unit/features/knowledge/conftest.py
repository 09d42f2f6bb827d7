from __future__ import annotations

import pytest

from characoid_desktop.data.database import Database
from characoid_desktop.features.knowledge.store import PassageStore
from tests.fakes.knowledge_bench import StandInEmbedder


@pytest.fixture
def embedder() -> StandInEmbedder:
    return StandInEmbedder(meanings=[("cat", "猫", "ねこ")])


@pytest.fixture
def store(database: Database) -> PassageStore:
    """Keywords only."""
    return PassageStore(database)


@pytest.fixture
def hybrid(database: Database, embedder: StandInEmbedder) -> PassageStore:
    return PassageStore(database, lambda: embedder)

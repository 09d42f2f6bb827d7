from __future__ import annotations

import pytest

from characoid_desktop.app.pictures import decode
from characoid_desktop.core.paths import AppPaths
from characoid_desktop.data.blobs import BlobStore
from characoid_desktop.data.database import Database
from characoid_desktop.features.personas.files import PersonaFiles
from characoid_desktop.features.personas.lore_service import LoreService
from characoid_desktop.features.personas.service import PersonaService
from tests.fakes.data_faults import SetClock


@pytest.fixture
def lore(database: Database, personas: PersonaService, clock: SetClock) -> LoreService:
    return LoreService(database, personas, clock)


@pytest.fixture
def files(database: Database, personas: PersonaService, home: AppPaths) -> PersonaFiles:
    return PersonaFiles(database, personas, BlobStore(home.blobs), decode)

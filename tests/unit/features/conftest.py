"""A real database and the services over it."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from characoid_desktop.core.paths import AppPaths
from characoid_desktop.data.blobs import BlobStore
from characoid_desktop.data.database import Database
from characoid_desktop.features.attachments.service import AttachmentService
from characoid_desktop.features.conversations.service import ConversationService
from characoid_desktop.features.personas.service import PersonaService
from tests.fakes.data_faults import SetClock


@pytest.fixture
def clock() -> SetClock:
    return SetClock()


@pytest.fixture
async def database(home: AppPaths, clock: SetClock) -> AsyncIterator[Database]:
    database = await Database.open(home.database, home.backups, clock)
    yield database
    await database.aclose()


@pytest.fixture
async def personas(database: Database, clock: SetClock) -> PersonaService:
    service = PersonaService(database, clock)
    await service.start()
    return service


@pytest.fixture
def attachments(database: Database, home: AppPaths, clock: SetClock) -> AttachmentService:
    return AttachmentService(database, BlobStore(home.blobs), clock)


@pytest.fixture
def conversations(
    database: Database, attachments: AttachmentService, clock: SetClock, home: AppPaths, personas: PersonaService,
) -> ConversationService:
    return ConversationService(database, attachments, clock, home.exports)

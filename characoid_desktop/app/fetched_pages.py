"""Pages from the web become documents: the bytes go into a file of the cache, from there into the knowledge base."""

from __future__ import annotations

import asyncio
import shutil
import uuid
from dataclasses import dataclass
from pathlib import Path

from characoid_desktop.features.knowledge.service import KnowledgeService
from characoid_desktop.integrations.web.pages import Fetched


@dataclass(frozen=True, slots=True)
class KeptPage:
    """A document as the tools name it."""

    id: str
    title: str


class FetchedPages:
    """The ``PageShelf`` of the tools. ``folder`` is in the cache; nothing stays in it."""

    def __init__(self, knowledge: KnowledgeService, folder: Path) -> None:
        self._knowledge = knowledge
        self._folder = folder

    async def keep(self, space: str, page: Fetched, title: str) -> KeptPage:
        """Take a page into a space; a job reads it. Raises AppError, OSError."""
        path = self._folder / uuid.uuid4().hex / page.file_name
        try:
            await asyncio.to_thread(_write, path, page.body)
            document = await self._knowledge.add_copy(
                space, path, title, {"url": page.url, **({"charset": page.charset} if page.charset else {})})
        finally:
            await asyncio.to_thread(shutil.rmtree, path.parent, ignore_errors=True)
        return KeptPage(document.id, document.title or document.name)


def _write(path: Path, body: bytes) -> None:
    path.parent.mkdir(parents=True)
    path.write_bytes(body)

"""Where the knowledge base meets the rest: characters that are copied or deleted, and pages from the web."""

from __future__ import annotations

import asyncio
import shutil
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from characoid_desktop.data.database import Transaction
from characoid_desktop.features.knowledge.documents import Document
from characoid_desktop.features.knowledge.service import KnowledgeService
from characoid_desktop.integrations.web.pages import Fetched

PREFIX = "page-"


class DocumentsFollow:
    """Documents go with their character; a copy of it has the same ones."""

    def __init__(self, knowledge: KnowledgeService) -> None:
        self._knowledge = knowledge

    async def copied(self, tx: Transaction, source: str, copy: str) -> None:
        await self._knowledge.copy_space(tx, source, copy)

    async def forget(self, tx: Transaction, persona_id: str) -> None:
        await self._knowledge.forget_space(tx, persona_id)


class DocumentList(Protocol):
    async def list(self, space: str) -> Sequence[Document]: ...


async def documents_of(documents: DocumentList, persona_id: str) -> Sequence[Mapping[str, Any]]:
    """Return the names of a character's documents, for its bundle; what is in them stays here."""
    return [{"title": one.shown, "name": one.name, "kind": one.kind} for one in await documents.list(persona_id)]


@dataclass(frozen=True, slots=True)
class KeptPage:
    id: str
    title: str


class PageKeeper:
    """What was fetched from the web becomes a document: ``agents.tools.services.PageShelf``."""

    def __init__(self, knowledge: KnowledgeService, folder: Path) -> None:
        self._knowledge = knowledge
        self._folder = folder

    async def keep(self, space: str, page: Fetched, title: str) -> KeptPage:
        """Keep a copy of the page as a document of a space. Raises DataError, BlobTooLarge."""
        folder, path = await asyncio.to_thread(self._write, page)
        try:
            document = await self._knowledge.add_copy(space, path, title, _origin(page))
        finally:
            await asyncio.to_thread(shutil.rmtree, folder, ignore_errors=True)
        return KeptPage(document.id, document.shown)

    async def keep_again(self, id: str, space: str, page: Fetched) -> None:
        """Put the page in the place of a document that was fetched before. Raises as ``update_copy``."""
        folder, path = await asyncio.to_thread(self._write, page)
        try:
            await self._knowledge.update_copy(id, space, path, _origin(page))
        finally:
            await asyncio.to_thread(shutil.rmtree, folder, ignore_errors=True)

    def _write(self, page: Fetched) -> tuple[Path, Path]:
        self._folder.mkdir(parents=True, exist_ok=True)
        folder = Path(tempfile.mkdtemp(prefix=PREFIX, dir=self._folder))
        path = folder / page.file_name
        path.write_bytes(page.body)
        return folder, path

    def sweep(self) -> None:
        """Remove what a killed app left on the way."""
        if self._folder.is_dir() and not self._folder.is_symlink():
            for folder in self._folder.glob(f"{PREFIX}*"):
                shutil.rmtree(folder, ignore_errors=True)


def _origin(page: Fetched) -> Mapping[str, Any]:
    return {"url": page.url, **({"charset": page.charset} if page.charset else {})}

"""The documents of characters as their panel shows them: knowledge base, tables and web pages behind one port."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Sequence
from pathlib import Path

from characoid_desktop.app.knowledge_parts import PageKeeper
from characoid_desktop.core.errors import AppError
from characoid_desktop.core.events import Event
from characoid_desktop.core.i18n import Text
from characoid_desktop.core.notices import NoticeBoard, NoticeLevel
from characoid_desktop.features.knowledge.documents import Document, DocumentState
from characoid_desktop.features.knowledge.ingest import KIND
from characoid_desktop.features.knowledge.intake import MAX_FILES
from characoid_desktop.features.knowledge.models import Around, SearchResult
from characoid_desktop.features.knowledge.service import KnowledgeService
from characoid_desktop.features.tables.service import TableService
from characoid_desktop.integrations.web.access import WebAccess
from characoid_desktop.jobs.models import Job, JobState
from characoid_desktop.jobs.queue import JobQueue
from characoid_desktop.ui.panels.persona import ports

NOTICE_KEY = "documents"
REFUSED_SHOWN = 5
SUFFIXES = frozenset((
    ".pdf", ".docx", ".pptx", ".xlsx", ".xlsm", ".epub", ".html", ".htm", ".xhtml", ".md", ".markdown", ".txt", ".srt",
    ".vtt", ".csv", ".tsv", ".tab"))


class PersonaDocuments:
    """``ui.panels.persona.ports.Documents`` over the services."""

    def __init__(self, knowledge: KnowledgeService, tables: TableService, jobs: JobQueue, web: WebAccess,
                 pages: PageKeeper, notices: NoticeBoard) -> None:
        self.changed: Event[None] = Event()
        self.progressed: Event[str] = Event()
        self._knowledge = knowledge
        self._tables = tables
        self._web = web
        self._pages = pages
        self._notices = notices
        self._disconnect = (
            knowledge.changed.connect(lambda _: self._tell()), tables.changed.connect(lambda _: self._tell()),
            jobs.changed.connect(self._job_changed))

    def close(self) -> None:
        for disconnect in self._disconnect:
            disconnect()

    def _tell(self) -> None:
        self.changed.emit(None)

    def _job_changed(self, job: Job) -> None:
        if job.kind == KIND and job.state is JobState.RUNNING:
            self.progressed.emit(str(job.params.get("update") or job.params.get("document", "")))

    async def list(self, space: str) -> Sequence[ports.DocumentFacts]:
        spaces = await self._knowledge.spaces(space)
        return [_facts(one, tuple(spaces.get(one.id, (space,)))) for one in await self._knowledge.list(space)]

    def reading(self, id: str) -> ports.Reading | None:
        progress = self._knowledge.progress(id)
        return None if progress is None else ports.Reading(progress.fraction, progress.stage)

    async def add(self, space: str, paths: Sequence[Path]) -> None:
        """Raises BadDocument, DataError; what could not be taken in becomes a notice."""
        files = await asyncio.to_thread(_files_in, paths)
        if not files:
            raise AppError(Text.of("There is no document in what was added."), safe=Text.of("Nothing was changed."))
        added = await self._knowledge.add_paths(space, files)
        if added.refused:
            lines = [Text.of("“{file}”: {why}", file=one.path.name, why=one.error.sentence)
                     for one in added.refused[:REFUSED_SHOWN]]
            self._notices.post(
                NoticeLevel.WARNING,
                Text.count("{n} file could not be added.", "{n} files could not be added.", len(added.refused)),
                safe=Text.lines(lines), key=NOTICE_KEY)

    async def add_address(self, space: str, address: str) -> None:
        await self._pages.keep(space, await self._web.fetch(address), "")

    async def cancel(self, id: str, space: str) -> None:
        await self._knowledge.cancel(id, space)

    async def rename(self, id: str, space: str, title: str) -> None:
        await self._knowledge.rename(id, space, title)

    async def update(self, id: str, space: str, path: Path | None) -> None:
        document = await self._knowledge.get(id, space)
        url = document.origin.get("url") if document is not None else None
        if path is None and isinstance(url, str) and url:
            await self._pages.keep_again(id, space, await self._web.fetch(url))
        elif path is None and document is not None and document.can_retry:
            await self._knowledge.retry(id, space)
        else:
            await self._knowledge.update(id, space, path)

    async def remove(self, id: str, space: str) -> None:
        await self._knowledge.remove(id, space)

    async def share(self, id: str, from_space: str, to_space: str) -> None:
        await self._knowledge.share(id, from_space, to_space)

    async def tables(self, space: str) -> Sequence[ports.TableFacts]:
        return [ports.TableFacts(one.id, one.name, one.document_id, one.rows, tuple(c.name for c in one.columns),
                                 one.cut) for one in await self._tables.list(space)]

    async def search(self, space: str, query: str, limit: int) -> SearchResult:
        return await self._knowledge.search(space, query, limit)

    async def around(self, passage_id: str, space: str, chars: int) -> Around | None:
        return await self._knowledge.around(passage_id, space, chars)


def _facts(document: Document, spaces: tuple[str, ...]) -> ports.DocumentFacts:
    url, path = document.origin.get("url"), document.origin.get("path")
    is_web = isinstance(url, str) and bool(url)
    failed = document.state is DocumentState.FAILED and document.error is not None
    error = AppError(document.error.sentence, safe=document.error.safe,
                     code=document.error.code) if failed and document.error is not None else None
    notes = document.notes
    if document.update_error is not None:
        notes = (Text.of("Its newest version was not taken, the one before is still found: {why}",
                         why=document.update_error.sentence), *notes)
    return ports.DocumentFacts(
        id=document.id, name=document.name, title=document.title, kind=document.kind,
        state=ports.DocumentState(document.state.value), size=document.size, pages=document.pages or None,
        passages=document.passages, origin=str(url) if is_web else str(path) if isinstance(path, str) else "",
        is_web=is_web, spaces=spaces, created_at=document.created_at, updated_at=document.updated_at, error=error,
        notes=notes)


def _files_in(paths: Sequence[Path]) -> list[Path]:
    """Return the files that were named, and the documents in the folders that were. Blocks."""
    found: list[Path] = []
    for path in paths:
        if not path.is_dir():
            found.append(path)
            continue
        for folder, folders, names in os.walk(path):
            folders.sort()
            found += [Path(folder) / name for name in sorted(names) if Path(name).suffix.lower() in SUFFIXES]
            if len(found) > MAX_FILES:
                return found
    return found

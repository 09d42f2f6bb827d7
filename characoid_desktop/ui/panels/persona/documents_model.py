"""The documents of the shown character: taken in, read, shared, updated, removed. QtCore only."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Coroutine, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from PySide6.QtCore import QObject, QTimer, Signal

from characoid_desktop.core.errors import AppError
from characoid_desktop.core.i18n import Text
from characoid_desktop.core.notices import NoticeBoard, NoticeLevel
from characoid_desktop.ui.panels.persona.document_rows import DocumentRows, title_of
from characoid_desktop.ui.panels.persona.ports import DocumentFacts, Documents, Reading, TableFacts
from characoid_desktop.ui.shell.doing import Doing

NOTICE_KEY = "documents"
MAX_ADDRESS = 4000
LOOK_AFTER_MS = 60
_BARE = re.compile(r"[^\s/:@?#]+\.[^\s/:@?#]+(?::\d{1,5})?(?:[/?#]\S*)?")


def page_address(typed: str) -> str:
    """Return what was typed as an address; "example.org/rules" is meant with https."""
    typed = typed.strip()
    return f"https://{typed}" if _BARE.fullmatch(typed) else typed


def address_problem(address: str) -> Text | None:
    """Return why this cannot be the address of a page; None where it may be one."""
    try:
        parts = urlsplit(address.strip())
        host = parts.hostname
    except ValueError:
        return Text.of("This is not a web address.")
    if parts.scheme.lower() not in ("http", "https") or not host or len(address) > MAX_ADDRESS:
        return Text.of("A web address begins with https:// or http://.")
    return None


class DocumentsModel(QObject):
    """``changed``: other documents or states. ``current_changed``: another one is chosen. ``progressed(id)``."""

    changed = Signal()
    current_changed = Signal()
    progressed = Signal(str)

    def __init__(self, documents: Documents, notices: NoticeBoard, do: Doing, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._documents = documents
        self._notices = notices
        self._do = do
        self._turn = asyncio.Lock()
        self._id: str = ""
        self._asked = 0
        self._current: str | None = None
        self._tables: tuple[TableFacts, ...] = ()
        self.adding = 0  # additions that are on their way to the list
        self.is_loaded = False
        self.problem: AppError | None = None
        self.rows = DocumentRows(documents, self)
        self._soon = QTimer(self)  # while documents are read, they change many times a second
        self._soon.setSingleShot(True)
        self._soon.setInterval(LOOK_AFTER_MS)
        self._soon.timeout.connect(self.refresh)

    # --- what is shown ----------------------------------------------------------------------------

    @property
    def space(self) -> str:
        return self._id

    @property
    def current(self) -> DocumentFacts | None:
        return self.rows.at(self.rows.row_of(self._current))

    def reading(self, id: str) -> Reading | None:
        return self._documents.reading(id)

    def tables_of(self, id: str) -> tuple[TableFacts, ...]:
        """The tables that were found in a document."""
        return tuple(one for one in self._tables if one.document_id == id)

    def show(self, id: str) -> None:
        if id != self._id:
            self._id, self._current, self._tables, self.is_loaded = id, None, (), False
            self.problem = None
            self.rows.show(())
            self.changed.emit()
            self.current_changed.emit()
            self.refresh()

    def told(self) -> None:
        """Documents were changed."""
        if not self._soon.isActive():
            self._soon.start()

    def close(self) -> None:
        self._soon.stop()

    def told_progress(self, id: str) -> None:
        if self.rows.row_of(id) >= 0:
            self.rows.progressed(id)
            self.progressed.emit(id)

    def refresh(self) -> None:
        if self._id:
            self._asked += 1
            self._do(self._load(self._asked, self._id))

    async def _load(self, asked: int, id: str) -> None:
        problem, found, tables = None, (), ()
        try:
            found = await self._documents.list(id)
            tables = await self._documents.tables(id)
        except AppError as error:
            problem = error
        if asked != self._asked:
            return
        row = self.rows.row_of(self._current)
        self.problem, self._tables, self.is_loaded = problem, tuple(tables), True
        if problem is None:
            self.rows.show(found)
        if self.current is None:
            near = self.rows.at(min(max(0, row), self.rows.rowCount() - 1))
            self._current = near.id if near is not None else None
            self.current_changed.emit()
        self.changed.emit()

    def choose(self, id: str | None) -> None:
        if id != self._current and (id is None or self.rows.row_of(id) >= 0):
            self._current = id
            self.current_changed.emit()

    # --- changing ---------------------------------------------------------------------------------

    def add(self, paths: Sequence[Path]) -> None:
        """Take in copies of files."""
        if paths:
            self._add(self._documents.add(self._id, list(paths)))

    def add_address(self, address: str) -> None:
        """Take in the page at a web address."""
        if address_problem(address) is None:
            self._add(self._documents.add_address(self._id, address.strip()))

    def _add(self, work: Coroutine[Any, Any, None]) -> None:
        self.adding += 1
        self.changed.emit()
        self._do(self._added(work))

    async def _added(self, work: Coroutine[Any, Any, None]) -> None:
        try:
            await work
        finally:
            work.close()
            self.adding -= 1
            self.changed.emit()

    def cancel(self, id: str) -> None:
        self._change(self._documents.cancel(id, self._id))

    def rename(self, id: str, title: str) -> None:
        document = self.rows.at(self.rows.row_of(id))
        title = " ".join(title.split())
        if document is not None and title and title != document.title:
            self._change(self._documents.rename(id, self._id, title))

    def update(self, id: str, path: Path | None = None) -> None:
        """Read a document again, from ``path`` or from where it came."""
        self._change(self._documents.update(id, self._id, path))

    def remove(self, id: str) -> None:
        document = self.rows.at(self.rows.row_of(id))
        if document is not None:
            self._change(self._remove(document, self._id))

    async def _remove(self, document: DocumentFacts, space: str) -> None:
        await self._documents.remove(document.id, space)
        others = len(document.spaces) > 1
        self._notices.post(
            NoticeLevel.SUCCESS, Text.of("“{title}” was removed.", title=title_of(document)),
            safe=Text.of("Other characters still have it.") if others else Text.of("Your own file is where it was."),
            key=NOTICE_KEY)

    def set_shared(self, id: str, persona_id: str, shared: bool) -> None:
        """Let another character look it up too, or no more."""
        document = self.rows.at(self.rows.row_of(id))
        if document is None or shared is (persona_id in document.spaces):
            return
        if shared:
            self._change(self._documents.share(id, self._id, persona_id))
        else:
            self._change(self._documents.remove(id, persona_id))

    def _change(self, work: Coroutine[Any, Any, Any]) -> None:
        self._do(self._in_turn(work))

    async def _in_turn(self, work: Coroutine[Any, Any, Any]) -> None:
        try:
            async with self._turn:
                await work
        finally:
            work.close()

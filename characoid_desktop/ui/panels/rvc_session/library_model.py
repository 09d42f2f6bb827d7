"""The model library as the panel shows it: rows, the chosen item, drops on their way, what is missing. QtCore only."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Mapping, Sequence
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, Signal

from characoid_desktop.core.errors import AppError
from characoid_desktop.core.i18n import Text
from characoid_desktop.core.notices import NoticeBoard, NoticeLevel
from characoid_desktop.core.tasks import TaskScope
from characoid_desktop.features.rvc.parameters import VoiceParams
from characoid_desktop.features.voices.models import (
    ImportProgress,
    ImportReport,
    ItemState,
    Kind,
    LibraryItem,
    Need,
    Role,
)
from characoid_desktop.features.voices.service import VoiceLibrary
from characoid_desktop.ui.panels.rvc_session.library_rows import LibraryRows
from characoid_desktop.ui.shell.doing import Doing

NOTICE_KEY = "rvc library"


class LibraryModel(QObject):
    """``changed``: other items or other words of one. ``current_changed``: another item is shown. ``import_changed``:
    progress. ``report_changed``: there is (no) report of a drop."""

    changed = Signal()
    current_changed = Signal()
    import_changed = Signal()
    report_changed = Signal()

    def __init__(
        self, library: VoiceLibrary, notices: NoticeBoard, scope: TaskScope, parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._library = library
        self._notices = notices
        self._do = Doing(scope, notices, NOTICE_KEY)
        self._turn = asyncio.Lock()  # a change begins with what the one before it stored
        self._pending: dict[str, dict[str, Any]] = {}  # parameters on their way, by item
        self._current: str | None = None
        self._drops: list[str] = []
        self._stopping = False
        self._progress: ImportProgress | None = None
        self._report: ImportReport | None = None
        self.rows = LibraryRows(self)
        self.rows.show(library.items)
        self._disconnect = (
            library.changed.connect(self._on_changed), library.removed.connect(self._on_removed),
            library.progress.connect(self._on_progress), library.finished.connect(self._on_finished))
        self._choose_first()

    def close(self) -> None:
        """Stop listening; wishes that come later are dropped. A drop goes on to its end."""
        self._do.close()
        for disconnect in self._disconnect:
            disconnect()

    # --- what there is ----------------------------------------------------------------------------

    @property
    def items(self) -> Sequence[LibraryItem]:
        return self._library.items

    @property
    def current(self) -> LibraryItem | None:
        return self._library.get(self._current) if self._current else None

    def get(self, id: str) -> LibraryItem | None:
        return self._library.get(id)

    def trouble(self, item: LibraryItem) -> AppError | None:
        """Why an item cannot be used."""
        return self._library.trouble(item)

    @property
    def needs(self) -> Sequence[Need]:
        """What is missing for converting and separating, what is required first."""
        return self._library.needs(separation=True)

    def params_of(self, item: LibraryItem) -> VoiceParams:
        """The parameters that a voice begins with."""
        return VoiceParams.from_value({**item.params, **self._pending.get(item.id, {})})

    @property
    def f0_methods(self) -> list[tuple[str, bool]]:
        """(method, whether its weights are there)."""
        return [("swift", True), *((kind.value, any(item.state is ItemState.READY
                                                     for item in self._library.weights(kind)))
                                   for kind in (Kind.FCPE, Kind.RMVPE, Kind.CREPE))]

    def choose(self, id: str | None) -> None:
        if id != self._current and (id is None or self._library.get(id) is not None):
            self._current = id
            self.current_changed.emit()

    def choose_row(self, row: int) -> None:
        item = self.rows.item_at(row)
        if item is not None:
            self.choose(item.id)

    def _choose_first(self) -> None:
        first = next((item for row in range(self.rows.rowCount()) if (item := self.rows.item_at(row))), None)
        self.choose(first.id if first is not None else None)

    # --- taking in --------------------------------------------------------------------------------

    @property
    def is_importing(self) -> bool:
        return bool(self._drops)

    @property
    def is_stopping(self) -> bool:
        return self._stopping

    @property
    def progress(self) -> ImportProgress | None:
        return self._progress

    @property
    def fraction(self) -> float | None:
        """How far the present drop is; None before its files are counted."""
        at = self._progress
        return None if at is None or at.total <= 0 else min(1.0, (at.done + at.part) / at.total)

    @property
    def report(self) -> ImportReport | None:
        """What came of the last drop, until it is put away."""
        return self._report

    def add(self, paths: Sequence[Path]) -> None:
        """Take in files, zips and folders, also while an earlier drop is on its way."""
        if not paths:
            return
        if not self._drops:
            self.dismiss_report()
        self._progress, self._stopping = None, False
        self._drops.append(self._library.drop(paths))
        self.import_changed.emit()

    def cancel_import(self) -> None:
        """End what is being taken in; what was taken in so far stays."""
        self._stopping = bool(self._drops)
        for id in self._drops:
            self._library.cancel(id)
        self.import_changed.emit()

    def dismiss_report(self) -> None:
        if self._report is not None:
            self._report = None
            self.report_changed.emit()

    # --- changing ---------------------------------------------------------------------------------

    def rename(self, name: str) -> None:
        item = self.current
        if item is not None and name.strip() and name != item.name:
            self._change(self._library.rename(item.id, name))

    def describe(self, *, author: str | None = None, credit: str | None = None, licence: str | None = None) -> None:
        item = self.current
        if item is not None:
            self._change(self._library.describe(item.id, author=author, credit=credit, licence=licence))

    def set_param(self, name: str, value: object) -> None:
        """Change one of the parameters that the shown voice begins with."""
        item = self.current
        if item is not None:
            self.set_params(item.id, {name: value})

    def set_params(self, id: str, params: Mapping[str, Any]) -> None:
        """Change several; a slider that is pulled is stored once in a while, not at every step."""
        waits = id in self._pending
        self._pending.setdefault(id, {}).update(params)
        if not waits:
            self._change(self._store_params(id))

    async def _store_params(self, id: str) -> None:
        values, item = self._pending.pop(id, {}), self._library.get(id)
        if item is not None:
            await self._library.set_params(id, {**item.params, **values})

    def set_role(self, role: Role) -> None:
        item = self.current
        if item is not None:
            self._change(self._library.set_role(item.id, role))

    def set_index(self, path: Path | None) -> None:
        item = self.current
        if item is not None:
            self._change(self._library.set_index(item.id, path))

    def set_cover(self, path: Path | None) -> None:
        item = self.current
        if item is not None:
            self._change(self._library.set_cover(item.id, path))

    def restore(self) -> None:
        """Take the files of the shown item in again from where they came."""
        item = self.current
        if item is not None:
            self._do(self._library.restore(item.id))

    def _change(self, work: Coroutine[Any, Any, Any]) -> None:
        self._do(self._in_turn(work))

    async def _in_turn(self, work: Coroutine[Any, Any, Any]) -> None:
        try:
            async with self._turn:
                await work
        finally:
            work.close()

    def delete(self, id: str) -> None:
        self._do(self._delete(id))

    async def _delete(self, id: str) -> None:
        item = self._library.get(id)
        await self._library.delete(id)
        if item is not None:
            self._notices.post(
                NoticeLevel.SUCCESS, Text.of("“{name}” was removed from the library.", name=item.name),
                safe=Text.of("Your own file is where it was."), key=NOTICE_KEY)

    # --- what happens -----------------------------------------------------------------------------

    def _on_changed(self, item: LibraryItem) -> None:
        self.rows.show(self._library.items)
        if self.current is None:
            self.choose(item.id)
        self.changed.emit()

    def _on_removed(self, id: str) -> None:
        row = self.rows.row(id)
        self.rows.show(self._library.items)
        if id == self._current:
            self._current = None
            near = [self.rows.item_at(at) for at in (row, row - 1, row - 2)]
            item = next((one for one in near if one is not None), None)
            if item is not None:
                self.choose(item.id)
            else:
                self._choose_first()
            if self._current is None:
                self.current_changed.emit()
        self.changed.emit()

    def _on_progress(self, progress: ImportProgress) -> None:
        if self._drops and progress.id == self._drops[-1]:
            self._progress = progress
            self.import_changed.emit()

    def _on_finished(self, report: ImportReport) -> None:
        if report.id not in self._drops:
            return
        self._drops.remove(report.id)
        stopped = self._stopping
        if not self._drops:
            self._progress, self._stopping = None, False
        self.import_changed.emit()
        if report.added or report.changed:
            self.choose((*report.added, *report.changed)[0].id)
        if not stopped or report.items or report.refused:
            self._report = report if self._report is None else _joined(self._report, report)
            self.report_changed.emit()


def _joined(first: ImportReport, second: ImportReport) -> ImportReport:
    """Two drops of which the second began before the first was over."""
    return ImportReport(
        second.id, [*first.added, *second.added], [*first.changed, *second.changed], [*first.known, *second.known],
        [*first.refused, *second.refused], [*first.notes, *second.notes], first.skipped + second.skipped)

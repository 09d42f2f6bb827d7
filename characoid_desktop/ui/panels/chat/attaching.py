"""Files for a message: dropped, chosen or pasted; taken in by the attachments' service, one chip each."""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from PySide6.QtGui import QImage

from characoid_desktop.core.errors import AppError
from characoid_desktop.core.i18n import Text
from characoid_desktop.data.names import visible
from characoid_desktop.features.attachments.service import AttachmentService
from characoid_desktop.ui.panels.chat.drafts import MAX_FILES, Chip, ChipState, Drafts
from characoid_desktop.ui.panels.chat.items import size_words

MAX_PICTURE_PIXELS = 40_000_000


class Attaching:
    """Changes the drafts and calls ``changed(key)`` after each step."""

    def __init__(
        self, attachments: AttachmentService, drafts: Drafts, pasted: Path, changed: Callable[[str], object]
    ) -> None:
        self._attachments = attachments
        self._drafts = drafts
        self._pasted = pasted
        self._changed = changed
        self._numbers = 0

    def room(self, key: str) -> int:
        """Return how many more files the draft takes."""
        return max(0, MAX_FILES - len(self._drafts.get(key).chips))

    def put(self, key: str, names: Sequence[str]) -> list[int]:
        """Show chips for files that are on their way; return their keys."""
        made: list[Chip] = []
        for name in names:
            self._numbers += 1
            made.append(Chip(self._numbers, visible(name)[:200], ChipState.ADDING))
        draft = self._drafts.get(key)
        self._drafts.set(key, replace(draft, chips=(*draft.chips, *made)))
        self._changed(key)
        return [chip.key for chip in made]

    async def take(self, key: str, chips: Sequence[int], paths: Sequence[Path]) -> None:
        """Take the files in; a chip whose file is refused says why."""
        for chip, path in zip(chips, paths, strict=True):
            try:
                made = await self._attachments.reference(path)
            except AppError as error:
                self._set(key, chip, state=ChipState.REFUSED, note=error.sentence)
            else:
                self._set(key, chip, state=ChipState.READY, note=size_words(made.size), attachment_id=made.id)

    async def take_picture(self, key: str, chip: int, picture: QImage) -> None:
        """Keep a pasted picture as a file of its own."""
        name = f"{uuid.uuid4().hex}.png"
        try:
            path = await asyncio.get_running_loop().run_in_executor(None, _save, picture, self._pasted, name)
            made = await self._attachments.import_file(path)
            await asyncio.get_running_loop().run_in_executor(None, path.unlink)
        except AppError as error:
            self._set(key, chip, state=ChipState.REFUSED, note=error.sentence)
        except OSError:
            self._set(key, chip, state=ChipState.REFUSED, note=Text.of("The picture could not be kept."))
        else:
            self._set(key, chip, state=ChipState.READY, note=size_words(made.size), attachment_id=made.id)

    def remove(self, key: str, chip: int) -> None:
        """Take a file off the message; the file itself stays where it is."""
        draft = self._drafts.get(key)
        self._drafts.set(key, replace(draft, chips=tuple(one for one in draft.chips if one.key != chip)))
        self._changed(key)

    def _set(self, key: str, chip: int, *, state: ChipState, note: str | Text, attachment_id: str = "") -> None:
        draft = self._drafts.get(key)
        chips = tuple(
            replace(one, state=state, note=note, attachment_id=attachment_id) if one.key == chip else one
            for one in draft.chips)
        self._drafts.set(key, replace(draft, chips=chips))
        self._changed(key)


def _save(picture: QImage, folder: Path, name: str) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / name
    if not picture.save(str(path), "PNG"):  # pyright: ignore[reportArgumentType, reportCallIssue]
        raise OSError("the picture cannot be written")
    return path

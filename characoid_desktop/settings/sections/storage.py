"""Storage: what the app keeps on the disk."""

from __future__ import annotations

from typing import Annotated, ClassVar

from pydantic import Field

from characoid_desktop.core.i18n import Text
from characoid_desktop.settings.schema import Declared, Section, Widget


class StorageSection(Section):
    key: ClassVar[str] = "storage"
    title: ClassVar[Text] = Text.of("Storage")

    copy_dropped: Annotated[bool, Declared(
        Text.of("Copy dropped files"),
        Text.of("Off: originals are used where they are. On: a copy is kept, so they may be moved."))] = False
    preview_mb: Annotated[int, Declared(
        Text.of("Room for previews"), Text.of("The oldest are removed first."), unit=Text.of("MB"), step=50,
        widget=Widget.NUMBER), Field(ge=50, le=10_000)] = 500
    warn_free_gb: Annotated[float, Declared(
        Text.of("Warn when less is free than"), Text.of("Checked before work starts."), unit=Text.of("GB"),
        step=0.5, widget=Widget.NUMBER), Field(ge=0.1, le=100.0)] = 2.0

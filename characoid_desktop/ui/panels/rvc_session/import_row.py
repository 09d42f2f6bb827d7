"""A drop on the library: on its way, and what came of it."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from characoid_desktop.core.i18n import Text
from characoid_desktop.core.notices import NoticeLevel
from characoid_desktop.features.voices.models import ImportProgress, ImportReport
from characoid_desktop.ui.theme.theme import ControlSize
from characoid_desktop.ui.widgets.button import Button
from characoid_desktop.ui.widgets.labels import MAY_ELIDE, ElidedLabel, Label
from characoid_desktop.ui.widgets.progress import ProgressLine
from characoid_desktop.ui.widgets.themed import Themed, Words

MANY_REFUSED = 6  # of a drop that are named one by one
_STAGES = {"look": Text("Looking at {name}"), "import": Text("Taking in {name}")}


class ImportRow(Themed, QWidget):
    """A drop on its way: the file, how far it is, and Cancel. ``cancel_requested`` is a wish."""

    cancel_requested = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.title = ElidedLabel("", "small", middle=True, minimum_characters=8)
        self.title.setProperty(MAY_ELIDE, True)
        self.line = ProgressLine(name=Text.of("Adding voices and models"))
        self.detail = Label("", "small", "text_muted")
        self.cancel = Button(Text.of("Cancel"), icon="cancel", size=ControlSize.COMPACT)
        foot = QHBoxLayout()
        foot.setSpacing(8)
        foot.addWidget(self.detail, 1)
        foot.addWidget(self.cancel)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        column.addWidget(self.title)
        column.addWidget(self.line)
        column.addLayout(foot)
        self.cancel.clicked.connect(self.cancel_requested)
        self.init_theme()

    def show_progress(self, at: ImportProgress | None, fraction: float | None, *, stopping: bool) -> None:
        words = _STAGES.get(at.stage) if at is not None else None
        self.title.set_words(Text.of("Looking through the files…") if at is None or words is None
                             else Text.of(words.source, name=at.name))
        self.line.set_fraction(fraction)
        counted = at is not None and at.total > 0
        steps = Text.of("step {n} of {all}", n=min(at.done + 1, at.total), all=at.total) if at and counted else ""
        self.detail.set_words(Text.of("Stopping…") if stopping else steps)
        self.cancel.set_busy(Text.of("Cancel") if stopping else "")


def report_words(report: ImportReport) -> tuple[NoticeLevel, Text, Words]:
    """Return how grave a report is, what came in, and what did not, line by line."""
    came: list[Text] = []
    added = len(report.added)
    if added:
        came.append(Text.literal(f"“{report.added[0].name}”") if added == 1 else Text.of("{n} files", n=added))
    if added == 1:
        title = Text.of("{what} was added.", what=came[0])
    elif added:
        title = Text.count("{n} was added.", "{n} were added.", added)
    elif report.changed:
        title = Text.count("“{name}” was brought up to date.", "{n} were brought up to date.", len(report.changed),
                           name=report.changed[0].name)
    elif report.known:
        title = Text.count("“{name}” is in the library already.", "All {n} are in the library already.",
                           len(report.known), name=report.known[0].name)
    elif report.refused:
        title = Text.of("Nothing was added.")
    else:
        title = Text.of("No voice and no model was found in what you dropped.")
    lines = [refused.error.sentence for refused in report.refused[:MANY_REFUSED]]
    more = len(report.refused) - len(lines)
    if more > 0:
        lines.append(Text.count("One more file could not be used.", "{n} more files could not be used.", more))
    lines += report.notes[:MANY_REFUSED]
    if report.refused:
        level = NoticeLevel.WARNING if report.items else NoticeLevel.ERROR
    else:
        level = NoticeLevel.SUCCESS if report.added or report.changed else NoticeLevel.INFO
    return level, title, Text.lines(lines) if lines else ""

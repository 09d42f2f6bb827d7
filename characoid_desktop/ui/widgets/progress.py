"""Progress: a line that counts, and the row of a job."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QSizePolicy, QVBoxLayout, QWidget

from characoid_desktop.core.i18n import Text
from characoid_desktop.ui.theme.theme import ControlSize, Theme
from characoid_desktop.ui.widgets import times
from characoid_desktop.ui.widgets.button import Button
from characoid_desktop.ui.widgets.labels import MAY_ELIDE, ElidedLabel, Label
from characoid_desktop.ui.widgets.page import Card
from characoid_desktop.ui.widgets.themed import Themed, Words

_STEPS = 10_000
CANCEL_GRACE_S = 3  # what the row promises after Cancel


class ProgressLine(Themed, QProgressBar):
    """A bar of 4 px (6 px in a job row). ``None`` means unknown: an empty track, never a moving bar."""

    def __init__(self, *, job: bool = False, name: Words = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._job, self._name = job, name
        self._fraction: float | None = None
        self._tone = "accent"
        self.setRange(0, _STEPS)
        self.setValue(0)
        self.setTextVisible(False)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.init_theme()

    @property
    def fraction(self) -> float | None:
        return self._fraction

    def set_fraction(self, fraction: float | None) -> None:
        self._fraction = None if fraction is None else min(1.0, max(0.0, fraction))
        self.setValue(round((self._fraction or 0.0) * _STEPS))
        self.update()

    def set_tone(self, tone: str) -> None:
        """Set the colour role of the filled part (accent, ok, error …)."""
        self._tone = tone
        self.update()

    def retranslate(self) -> None:
        self.setAccessibleName(str(self._name) or str(Text.of("Progress")))

    def _thickness(self) -> int:
        line = self.theme.tokens.line
        return line.progress_job if self._job else line.progress

    def sizeHint(self) -> QSize:
        return QSize(120, self._thickness())

    def minimumSizeHint(self) -> QSize:
        return QSize(24, self._thickness())

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        draw_progress(painter, QRectF(self.rect()), self._fraction, self.theme, self._tone)


def draw_progress(
    painter: QPainter, rect: QRectF, fraction: float | None, theme: Theme, tone: str = "accent"
) -> None:
    """Draw a progress line into ``rect`` (also for delegates)."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    radius = rect.height() / 2
    painter.setBrush(theme.wave.meter_track)
    painter.drawRoundedRect(rect, radius, radius)
    if fraction:
        done = QRectF(rect.x(), rect.y(), max(rect.height(), rect.width() * fraction), rect.height())
        painter.setBrush(theme.color.role(tone))
        painter.drawRoundedRect(done, radius, radius)


class JobRow(Themed, QWidget):
    """What runs, percent, time left, Cancel, and a 6 px line. Nothing in it moves when words come and go.

    The percent never runs backwards until :meth:`restart`. ``cancel_requested`` fires once; the row then
    says that it is stopping, and its owner takes it away when the job is over.
    """

    cancel_requested = Signal()

    def __init__(self, title: Words = "", *, framed: bool = True, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._title = ElidedLabel(title, "body", minimum_characters=8)
        self._title.setProperty(MAY_ELIDE, True)  # in a small window: the reserved room comes first
        self._detail = Label("", "small", "text_muted")
        self._left = Label("", "small", "text_muted")
        self._left.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self._cancel = Button(Text.of("Cancel"), icon="cancel", size=ControlSize.COMPACT)
        self._line = ProgressLine(job=True, name=title)
        self._stopping = False
        self._fraction: float | None = None
        self._detail_words: Words = ""
        self._remaining_s: float | None = None
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(self._title)
        row.addWidget(self._detail)
        row.addStretch(1)
        row.addWidget(self._left)
        row.addWidget(self._cancel)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        if framed:
            card = Card(margins=(13, 10, 13, 11), spacing=8)
            outer.addWidget(card)
            body = card.body
        else:
            outer.setSpacing(8)
            body = outer
        body.addLayout(row)
        body.addWidget(self._line)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self._cancel.clicked.connect(self._cancel_clicked)
        self.init_theme()

    @property
    def is_stopping(self) -> bool:
        return self._stopping

    @property
    def fraction(self) -> float | None:
        return self._fraction

    @property
    def cancel_button(self) -> Button:
        return self._cancel

    def texts(self) -> tuple[str, str, str]:
        """Return what is shown: title, detail (percent or words), time left."""
        return self._title.text(), self._detail.text(), self._left.text()

    def set_title(self, title: Words) -> None:
        self._title.set_words(title)

    def set_progress(
        self, fraction: float | None, *, detail: Words = "", remaining_s: float | None = None
    ) -> None:
        """Show progress. Without a known fraction, ``detail`` says where it is ("3 of 62 clips")."""
        if fraction is not None and fraction == fraction:
            held = min(1.0, max(0.0, fraction))
            self._fraction = held if self._fraction is None else max(self._fraction, held)
        self._detail_words, self._remaining_s = detail, remaining_s
        self.retranslate()

    def restart(self) -> None:
        """Begin again at nothing, for a new attempt."""
        self._fraction, self._remaining_s, self._detail_words = None, None, ""
        self._stopping = False
        self.retranslate()

    def set_stopping(self) -> None:
        """Say that the job is stopping (also when somebody else cancelled it)."""
        self._stopping = True
        self.retranslate()

    def set_cancel_enabled(self, enabled: bool, reason: Words = "") -> None:
        self._cancel.set_disabled_reason("" if enabled else (reason or Text.of("This cannot be stopped now")))

    def _cancel_clicked(self) -> None:
        if not self._stopping:
            self.set_stopping()
            self.cancel_requested.emit()

    def retranslate(self) -> None:
        self._line.set_fraction(self._fraction)
        percent = times.percent(self._fraction) if self._fraction is not None else ""
        detail = str(self._detail_words)
        self._detail.set_words("  ".join(part for part in (percent, detail) if part))
        if self._stopping:
            self._left.set_words(Text.of("Stopping, up to {s} s", s=CANCEL_GRACE_S))
            # The button keeps its place and its focus; it only has nothing more to do.
            self._cancel.set_busy(Text.of("Cancel"))
        else:
            self._cancel.set_busy("")
            left = "" if self._remaining_s is None else times.remaining(self._remaining_s)
            self._left.set_words(left)
        self._reserve()

    def on_theme(self, theme: Theme) -> None:
        self._reserve()
        super().on_theme(theme)

    def _reserve(self) -> None:
        widest: list[Words] = [
            times.remaining(115), times.remaining(59 * 60), Text.of("Stopping, up to {s} s", s=CANCEL_GRACE_S)
        ]
        self._detail.setMinimumWidth(self._detail.fontMetrics().horizontalAdvance(times.percent(1.0)) + 2)
        metrics = self._left.fontMetrics()
        self._left.setMinimumWidth(max(metrics.horizontalAdvance(str(w)) for w in widest) + 2)

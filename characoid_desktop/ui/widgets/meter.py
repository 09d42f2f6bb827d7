"""A level meter of 3 px segments, with the number and the words beside it."""

from __future__ import annotations

import math
import time
from collections.abc import Callable

from PySide6.QtCore import QRectF, QSize, Qt, QTimer
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget

from characoid_desktop.core.i18n import Text
from characoid_desktop.ui.widgets.labels import Label
from characoid_desktop.ui.widgets.themed import Themed, Words
from characoid_desktop.ui.widgets.times import decibels

TOO_QUIET_BELOW_DB = -30.0  # peak of a phrase
_BAR = 10


def meter_fraction(db: float, ticks: tuple[int, ...]) -> float:
    """Return where a level lies on the scale, 0..1. The ticks stand at equal distances."""
    if not db > ticks[0]:  # also NaN
        return 0.0
    if db >= ticks[-1]:
        return 1.0
    for index in range(len(ticks) - 1):
        low, high = ticks[index], ticks[index + 1]
        if db <= high:
            return (index + (db - low) / (high - low)) / (len(ticks) - 1)
    return 1.0


class MeterBar(Themed, QWidget):
    """The segments alone. Green, hot from −6 dB, clip from −1 dB; the peak mark holds for 1.5 s."""

    def __init__(
        self, *, show_ticks: bool = False, monotonic: Callable[[], float] = time.monotonic,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._ticks_shown, self._now = show_ticks, monotonic
        self._level = -math.inf
        self._hold = -math.inf
        self._hold_until = 0.0
        self._painted_at = -math.inf
        self._later = QTimer(self)
        self._later.setSingleShot(True)
        self._later.timeout.connect(self._refresh)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.init_theme()

    @property
    def level(self) -> float:
        """The last level given, dBFS."""
        return self._level

    @property
    def held_peak(self) -> float:
        """The peak that is held, dBFS; −inf for none."""
        return self._hold

    def set_level(self, level_db: float, peak_db: float | None = None) -> None:
        """Show a level and its peak in dBFS (−inf: silence). Painted at most every 33 ms (100 reduced)."""
        now = self._now()
        self._level = level_db
        peak = level_db if peak_db is None else peak_db
        if peak >= self._hold or now >= self._hold_until:
            self._hold = peak
            self._hold_until = now + self.theme.tokens.meter.peak_hold_ms / 1000
        wait = self.theme.meter_ms() - (now - self._painted_at) * 1000
        if wait <= 0:
            self._refresh()
        elif not self._later.isActive():
            self._later.start(math.ceil(wait))

    def reset(self) -> None:
        """Fall back to silence."""
        self._later.stop()
        self._level = self._hold = -math.inf
        self.update()

    def _refresh(self) -> None:
        self._painted_at = self._now()
        self.update()
        if self._painted_at >= self._hold_until:
            self._hold = self._level
        elif self._hold > -math.inf and self.isVisible():
            # So that the mark falls also when no further level comes.
            self._later.start(max(1, math.ceil((self._hold_until - self._painted_at) * 1000)))

    def sizeHint(self) -> QSize:
        return QSize(240, self._height())

    def minimumSizeHint(self) -> QSize:
        return QSize(80, self._height())

    def _height(self) -> int:
        return _BAR + (self.theme.scaled(20) if self._ticks_shown else 0)

    def paintEvent(self, event: QPaintEvent) -> None:
        meter, wave = self.theme.tokens.meter, self.theme.wave
        painter = QPainter(self)
        pitch = meter.segment + meter.gap
        count = max(1, (self.width() + meter.gap) // pitch)
        ticks = meter.ticks_db
        lit = round(meter_fraction(self._level, ticks) * count)
        hot = math.ceil(meter_fraction(meter.hot_from_db, ticks) * count)
        clip = math.ceil(meter_fraction(meter.clip_from_db, ticks) * count)
        for index in range(count):
            color = wave.meter_track
            if index < lit:
                color = wave.meter_ok if index < hot else wave.meter_hot if index < clip else wave.meter_clip
            painter.fillRect(index * pitch, 0, meter.segment, _BAR, color)
        if self._hold > ticks[0]:
            at = min(count - 1, round(meter_fraction(self._hold, ticks) * count))
            painter.fillRect(at * pitch, 0, 2, _BAR, wave.playhead)
        if self._ticks_shown:
            self._paint_ticks(painter)

    def _paint_ticks(self, painter: QPainter) -> None:
        font = self.theme.font("caption")
        metrics = QFontMetrics(font)
        painter.setFont(font)
        painter.setPen(self.theme.color.text_muted)
        ticks = self.theme.tokens.meter.ticks_db
        for index, tick in enumerate(ticks):
            words = "0 dB" if tick == 0 else f"−{abs(tick)}"
            width = metrics.horizontalAdvance(words)
            x = index / (len(ticks) - 1) * self.width() - width / 2
            x = min(self.width() - width, max(0.0, x))
            area = QRectF(x, _BAR + 2, width + 1, self.height() - _BAR - 2)
            painter.drawText(area, int(Qt.AlignmentFlag.AlignTop), words)


class LevelMeter(Themed, QWidget):
    """The bar with its number and, where it matters, "too loud" or "too quiet" in words."""

    def __init__(
        self, name: Words = "", *, show_ticks: bool = False, monotonic: Callable[[], float] = time.monotonic,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._name = name
        self.bar = MeterBar(show_ticks=show_ticks, monotonic=monotonic)
        self._figure = Label("", "caption", "text_muted")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(3)
        column.addWidget(self.bar)
        column.addWidget(self._figure)
        self.init_theme()

    @property
    def words(self) -> str:
        return self._figure.text()

    def set_level(self, level_db: float, peak_db: float | None = None) -> None:
        """Show a level and its peak in dBFS."""
        self.bar.set_level(level_db, peak_db)
        self._show()

    def reset(self) -> None:
        self.bar.reset()
        self._show()

    def retranslate(self) -> None:
        self.setAccessibleName(str(self._name) or str(Text.of("Level")))
        self._show()

    def _show(self) -> None:
        meter = self.theme.tokens.meter
        peak = self.bar.held_peak
        level = decibels(self.bar.level)
        if peak >= meter.clip_from_db:
            words = Text.of("{level}, peak {peak}, too loud", level=level, peak=decibels(peak))
        elif -math.inf < peak < TOO_QUIET_BELOW_DB:
            words = Text.of("{level}, peak {peak}, too quiet", level=level, peak=decibels(peak))
        else:
            words = Text.of("{level}, peak {peak}", level=level, peak=decibels(peak))
        if self._figure.text() != str(words):
            self._figure.set_words(words)
            self.setAccessibleDescription(str(words))

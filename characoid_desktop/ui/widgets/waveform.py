"""The waveform view: seek, playhead, and a region with two handles, by mouse and by keyboard."""

from __future__ import annotations

from collections.abc import Collection
from enum import IntEnum

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QFocusEvent,
    QImage,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPixmap,
    QPolygonF,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from characoid_desktop.core.i18n import Text
from characoid_desktop.ui.theme.theme import Theme
from characoid_desktop.ui.widgets.themed import Themed, Words
from characoid_desktop.ui.widgets.times import clock_tenths
from characoid_desktop.ui.widgets.waves import draw_thumbnail, unplayed_color, wave_color, wave_pixmaps

STEP_S, BIG_STEP_S = 0.1, 1.0
MIN_REGION_S = 0.1
_INSET = 8  # px left and right, so that a handle at the edge is whole
_HANDLE = QSize(8, 16)
_HIT = 14  # px on either side of a handle
_GRID_STEPS_S = (0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1800, 3600)
_GRID_PX = 44  # at least, between two grid lines


class WavePart(IntEnum):
    """What the arrow keys move. Tab goes from one to the next."""

    PLAYHEAD = 0
    START = 1
    END = 2


class WaveformView(Themed, QWidget):
    """Times are seconds. ``seek(s)`` while the user moves the playhead; ``region_changed(a, b)`` while a
    handle moves and ``region_committed(a, b)`` when it stands still again.

    ``color`` is a waveform role: original, vocals, converted, instrumental, mix.
    """

    seek = Signal(float)
    region_changed = Signal(float, float)
    region_committed = Signal(float, float)
    ring_radius = 4

    def __init__(
        self, name: Words, *, color: str = "original", height: int = 64, grid: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._name, self._role, self._height, self._grid = name, color, height, grid
        self._peaks = b""
        self._clipped: frozenset[int] = frozenset()
        self._duration = 0.0
        self._known = 0.0
        self._position = 0.0
        self._region: tuple[float, float] | None = None
        self._part = WavePart.PLAYHEAD
        self._dragged: WavePart | None = None
        self._pictures: tuple[QPixmap, QPixmap] | None = None
        self._pictures_for: object = None
        self._image: QImage | None = None
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.init_theme()

    # -- what it shows

    @property
    def duration(self) -> float:
        return self._duration

    @property
    def position(self) -> float:
        return self._position

    @property
    def region(self) -> tuple[float, float] | None:
        return self._region

    @property
    def part(self) -> WavePart:
        return self._part

    def set_peaks(
        self, peaks: bytes, duration_s: float, *, known_s: float | None = None, clipped: Collection[int] = ()
    ) -> None:
        """Show int8 (minimum, maximum) pairs that cover the first ``known_s`` of ``duration_s`` seconds.

        What is not known yet is a flat line. ``clipped`` are indices of clipped peaks.
        """
        self._peaks, self._clipped = bytes(peaks), frozenset(clipped)
        self._duration = max(0.0, duration_s)
        self._known = self._duration if known_s is None else min(self._duration, max(0.0, known_s))
        self._pictures = None
        self._position = min(self._position, self._duration)
        if self._region is not None:
            self.set_region(*self._region)
        self.retranslate()
        self.update()

    def set_color(self, role: str) -> None:
        self._role = role
        self._pictures = None
        self.update()

    def set_name(self, name: Words) -> None:
        """Say what is shown now."""
        self._name = name
        self.retranslate()

    def set_image(self, image: QImage | None) -> None:
        """Show a picture over the whole length (a spectrogram) in place of the waveform; None: the waveform."""
        if image is not self._image:
            self._image = image
            self.update()

    def set_position(self, seconds: float) -> None:
        """Move the playhead (no signal); only the strip it crossed is painted."""
        held = min(self._duration, max(0.0, seconds))
        old, self._position = self._x(self._position), held
        new = self._x(held)
        if round(old * 4) != round(new * 4):
            low, high = min(old, new), max(old, new)
            self.update(int(low) - 8, 0, int(high - low) + 17, self.height())

    def set_region(self, start: float, end: float) -> None:
        """Show a region (no signal), held within the file and at least 0.1 s long."""
        if self._duration <= 0:
            self._region = (max(0.0, start), max(0.0, end))
            return
        room = min(MIN_REGION_S, self._duration)
        start = min(max(0.0, start), self._duration - room)
        self._region = (start, min(self._duration, max(start + room, end)))
        self.update()

    def clear_region(self) -> None:
        self._region, self._part = None, WavePart.PLAYHEAD
        self.retranslate()
        self.update()

    def retranslate(self) -> None:
        self.setAccessibleName(str(self._name))
        self._describe()

    def _describe(self) -> None:
        total = clock_tenths(self._duration)
        if self._part is WavePart.PLAYHEAD or self._region is None:
            words = Text.of("Playback at {time} of {total}", time=clock_tenths(self._position), total=total)
        elif self._part is WavePart.START:
            words = Text.of("Region starts at {time} of {total}", time=clock_tenths(self._region[0]), total=total)
        else:
            words = Text.of("Region ends at {time} of {total}", time=clock_tenths(self._region[1]), total=total)
        self.setAccessibleDescription(str(words))

    # -- geometry

    def sizeHint(self) -> QSize:
        return QSize(280, self._height)

    def minimumSizeHint(self) -> QSize:
        return QSize(96, self._height)

    def _span(self) -> float:
        return max(1.0, self.width() - 2 * _INSET)

    def _x(self, seconds: float) -> float:
        return _INSET + (seconds / self._duration if self._duration else 0.0) * self._span()

    def _seconds(self, x: float) -> float:
        return min(1.0, max(0.0, (x - _INSET) / self._span())) * self._duration

    # -- keyboard

    def focusNextPrevChild(self, forward: bool) -> bool:
        if self._region is not None:
            part = self._part + (1 if forward else -1)
            if WavePart.PLAYHEAD <= part <= WavePart.END:
                self._choose(WavePart(part))
                return True
        return super().focusNextPrevChild(forward)

    def focusInEvent(self, event: QFocusEvent) -> None:
        back = event.reason() == Qt.FocusReason.BacktabFocusReason
        last = back and self._region is not None
        self._choose(WavePart.END if last else WavePart.PLAYHEAD)
        super().focusInEvent(event)

    def _choose(self, part: WavePart) -> None:
        self._part = part
        self._describe()
        self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        big = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        step = BIG_STEP_S if big else STEP_S
        key = event.key()
        if key in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            self._move_part(self._part_at() + (step if key == Qt.Key.Key_Right else -step))
        elif key == Qt.Key.Key_Home:
            self._move_part(0.0)
        elif key == Qt.Key.Key_End:
            self._move_part(self._duration)
        else:
            super().keyPressEvent(event)

    def _part_at(self) -> float:
        if self._part is WavePart.PLAYHEAD or self._region is None:
            return self._position
        return self._region[0] if self._part is WavePart.START else self._region[1]

    def _move_part(self, seconds: float) -> None:
        if self._duration <= 0:
            return
        if self._part is WavePart.PLAYHEAD or self._region is None:
            self._seek_to(seconds)
        else:
            self._move_handle(self._part, seconds)
            self.region_committed.emit(*self._region)
        self._describe()

    def _seek_to(self, seconds: float) -> None:
        self.set_position(seconds)
        self.seek.emit(self._position)

    def _move_handle(self, part: WavePart, seconds: float) -> None:
        if self._region is None:
            return
        start, end = self._region
        room = min(MIN_REGION_S, self._duration)
        if part is WavePart.START:
            start = min(max(0.0, seconds), end - room)
        else:
            end = max(min(self._duration, seconds), start + room)
        if (start, end) != self._region:
            self._region = (start, end)
            self.update()
            self.region_changed.emit(start, end)

    # -- mouse

    def _handle_under(self, x: float) -> WavePart | None:
        if self._region is None or self._duration <= 0:
            return None
        near = {WavePart.START: abs(x - self._x(self._region[0])), WavePart.END: abs(x - self._x(self._region[1]))}
        part = min(near, key=lambda p: near[p])
        if near[WavePart.START] == near[WavePart.END]:
            part = WavePart.START if x < self._x(self._region[0]) else WavePart.END
        return part if near[part] <= _HIT else None

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton or self._duration <= 0:
            super().mousePressEvent(event)
            return
        x = event.position().x()
        self._dragged = self._handle_under(x) or WavePart.PLAYHEAD
        self._choose(self._dragged)
        if self._dragged is WavePart.PLAYHEAD:
            self._seek_to(self._seconds(x))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        x = event.position().x()
        if self._dragged is WavePart.PLAYHEAD:
            self._seek_to(self._seconds(x))
        elif self._dragged is not None:
            self._move_handle(self._dragged, self._seconds(x))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        dragged, self._dragged = self._dragged, None
        if dragged in (WavePart.START, WavePart.END) and self._region is not None:
            self._describe()
            self.region_committed.emit(*self._region)

    # -- painting

    def on_theme(self, theme: Theme) -> None:
        self._pictures = None
        super().on_theme(theme)

    def _wave(self) -> tuple[QPixmap, QPixmap]:
        """The known part in the played and in the unplayed colour, made anew only when something changed."""
        ratio = self.devicePixelRatioF()
        known = self._known / self._duration if self._duration else 0.0
        size = QSize(round(self._span() * known * ratio), round(self._wave_height() * ratio))
        key = (size.width(), size.height(), ratio)
        if self._pictures is None or self._pictures_for != key:
            color = wave_color(self.theme, self._role)
            clip = self.theme.wave.clip
            pale, pale_clip = unplayed_color(self.theme, color), unplayed_color(self.theme, clip)
            played, unplayed = wave_pixmaps(
                self._peaks, size, ratio, [(color, clip), (pale, pale_clip)], clipped=self._clipped
            )
            self._pictures, self._pictures_for = (played, unplayed), key
        return self._pictures

    def _wave_height(self) -> float:
        return max(4.0, self.height() - 6.0)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        c, wave = self.theme.color, self.theme.wave
        middle = round(self.height() / 2)
        if self._grid:
            self._paint_grid(painter)
        if self._region is not None and self._duration > 0:
            a, b = (self._x(s) for s in self._region)
            painter.fillRect(QRectF(a, 0, b - a, self.height()), wave.region_fill)
        right = self.width() - _INSET
        known_x = self._x(self._known)
        if self._image is not None and self._duration > 0:
            self._paint_image(painter)
        elif self._known < self._duration or not self._peaks:
            begin = known_x if self._peaks else _INSET
            painter.fillRect(QRectF(begin, middle, right - begin, 1), wave.silence)
        if self._peaks and self._duration > 0 and self._image is None:
            self._paint_wave(painter)
        if self._region is not None and self._duration > 0:
            self._paint_handles(painter)
        if self._duration > 0:
            self._paint_playhead(painter)
        if not self.isEnabled():
            fog = c.surface
            fog.setAlphaF(0.5)
            painter.fillRect(self.rect(), fog)

    def _paint_image(self, painter: QPainter) -> None:
        assert self._image is not None
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.drawImage(QRectF(_INSET, 1, self._span(), self.height() - 2), self._image)
        if self._region is not None:
            a, b = (self._x(s) for s in self._region)
            painter.fillRect(QRectF(a, 0, b - a, self.height()), self.theme.wave.region_fill)

    def _paint_wave(self, painter: QPainter) -> None:
        played, unplayed = self._wave()
        ratio = self.devicePixelRatioF()
        y = (self.height() - self._wave_height()) / 2
        split = min(played.width(), max(0, round((self._x(self._position) - _INSET) * ratio)))
        height = played.height()
        left = QRectF(0, 0, split, height)
        rest = QRectF(split, 0, played.width() - split, height)
        if split:
            painter.drawPixmap(QRectF(_INSET, y, split / ratio, height / ratio), played, left)
        if rest.width() > 0:
            box = QRectF(_INSET + split / ratio, y, rest.width() / ratio, height / ratio)
            painter.drawPixmap(box, unplayed, rest)

    def _paint_grid(self, painter: QPainter) -> None:
        if self._duration <= 0:
            return
        wanted = self._duration * _GRID_PX / self._span()
        step = next((s for s in _GRID_STEPS_S if s >= wanted), _GRID_STEPS_S[-1])
        for index in range(min(500, int(self._duration / step) + 1)):
            painter.fillRect(QRectF(round(self._x(index * step)), 0, 1, self.height()), self.theme.wave.grid)

    def _paint_handles(self, painter: QPainter) -> None:
        assert self._region is not None
        wave = self.theme.wave
        w, h = _HANDLE.width(), _HANDLE.height()
        a, b = (round(self._x(seconds)) for seconds in self._region)
        out = max(0, w + 2 - (b - a)) / 2  # handles of a narrow region stand beside it, not on each other
        for part, x, side in ((WavePart.START, a, -1), (WavePart.END, b, 1)):
            painter.fillRect(QRectF(x - 1, 0, 2, self.height()), wave.region_edge)
            box = QRectF(x - w / 2 + side * out, (self.height() - h) / 2, w, h)
            painter.fillRect(box, wave.region_edge)
            if self.hasFocus() and self._part is part:
                painter.setPen(QPen(self.theme.color.focus, 2))
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.drawRect(box.adjusted(-2, -2, 2, 2))

    def _paint_playhead(self, painter: QPainter) -> None:
        x = round(self._x(self._position))
        color = self.theme.wave.playhead
        painter.fillRect(QRectF(x - 1, 0, 2, self.height()), color)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(color)
        painter.drawPolygon(QPolygonF([QPointF(x - 5, 0), QPointF(x + 5, 0), QPointF(x, 6)]))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)


class ThumbnailWave(Themed, QWidget):
    """A small waveform that only shows; delegates call :func:`waves.draw_thumbnail` instead."""

    def __init__(self, *, color: str = "original", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._peaks, self._role = b"", color
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.init_theme()

    def set_peaks(self, peaks: bytes) -> None:
        self._peaks = bytes(peaks)
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(120, 24)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        color = wave_color(self.theme, self._role)
        draw_thumbnail(painter, QRectF(self.rect()), self._peaks, color, self.theme.wave.silence)

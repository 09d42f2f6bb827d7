"""The artifact player: play, waveform, time; then name, facts, A/B, save and a handle to drag out."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from pathlib import Path

from PySide6.QtCore import QMimeData, QPoint, QRectF, QSize, Qt, QUrl, Signal
from PySide6.QtGui import QDrag, QGuiApplication, QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QApplication, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from characoid_desktop.core.i18n import Text
from characoid_desktop.ui.theme.icons import draw_icon
from characoid_desktop.ui.theme.theme import Theme
from characoid_desktop.ui.widgets.button import icon_button
from characoid_desktop.ui.widgets.choice import SegmentedControl
from characoid_desktop.ui.widgets.labels import ElidedLabel, Label
from characoid_desktop.ui.widgets.page import Card
from characoid_desktop.ui.widgets.themed import Themed, Words, plain_tooltip
from characoid_desktop.ui.widgets.times import clock
from characoid_desktop.ui.widgets.waveform import WaveformView

PLAY_SIDE = 36
WAVE_HEIGHT = 40


class PlayButton(Themed, QAbstractButton):
    """A round button of 36 px: play, or pause while :meth:`set_playing`."""

    ring_radius = PLAY_SIDE // 2

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._playing = False
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setFixedSize(PLAY_SIDE, PLAY_SIDE)
        self.init_theme()

    @property
    def is_playing(self) -> bool:
        return self._playing

    def set_playing(self, playing: bool) -> None:
        self._playing = playing
        self.retranslate()

    def retranslate(self) -> None:
        name = str(Text.of("Pause") if self._playing else Text.of("Play"))
        self.setAccessibleName(name)
        self.setToolTip(plain_tooltip(name))
        self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        c = self.theme.color
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        fill, sign = c.accent, c.on_accent
        if not self.isEnabled():
            fill, sign = c.disabled_fill, c.disabled_text
        elif self.isDown():
            fill = c.accent_pressed
        elif self.underMouse():
            fill = c.accent_hover
        painter.setBrush(fill)
        painter.drawEllipse(QRectF(self.rect()))
        side = 16.0
        at = (PLAY_SIDE - side) / 2
        draw_icon(painter, "pause" if self._playing else "play", QRectF(at, at, side, side), sign)


class DragHandle(Themed, QAbstractButton):
    """Drag a finished file out to a folder or to OBS. Space or Enter copies it instead."""

    ring_radius = 4
    copied = Signal()

    def __init__(self, words: Words = "", *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words = words
        self._path: Path | None = None
        self._pressed: QPoint | None = None
        # Keys and screen readers "click" it; the mouse drags and never reaches QAbstractButton.
        self.clicked.connect(self._copy)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setEnabled(False)
        self.init_theme()

    def set_path(self, path: Path | None) -> None:
        """Set the file that is dragged; None disables the handle."""
        self._path = path
        self.setEnabled(path is not None)
        self.setCursor(Qt.CursorShape.OpenHandCursor if path is not None else Qt.CursorShape.ArrowCursor)

    def mime(self) -> QMimeData:
        """Return what is dragged or copied: the file's URL."""
        data = QMimeData()
        if self._path is not None:
            data.setUrls([QUrl.fromLocalFile(str(self._path))])
        return data

    def retranslate(self) -> None:
        self.setAccessibleName(str(Text.of("Drag the file out")))
        hint = str(Text.of("Drag it into a folder or another app. Space copies it."))
        self.setAccessibleDescription(hint)
        self.setToolTip(plain_tooltip(hint))
        self.updateGeometry()
        self.update()

    def on_theme(self, theme: Theme) -> None:
        self.setFont(theme.font("small"))
        super().on_theme(theme)

    def sizeHint(self) -> QSize:
        side = self.theme.control_height()
        words = str(self._words)
        extra = self.fontMetrics().horizontalAdvance(words) + 8 if words else 0
        return QSize(side + extra, side)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
        else:
            super().keyPressEvent(event)

    def _copy(self) -> None:
        QGuiApplication.clipboard().setMimeData(self.mime())
        self.copied.emit()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._pressed = event.position().toPoint()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._pressed is None or self._path is None:
            return
        way = (event.position().toPoint() - self._pressed).manhattanLength()
        if way < QApplication.startDragDistance():
            return
        self._pressed = None
        drag = QDrag(self)
        drag.setMimeData(self.mime())
        # The one nested loop that is allowed: Qt has no other way to drag, and no coroutine is on the stack.
        drag.exec(Qt.DropAction.CopyAction)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self._pressed = None

    def paintEvent(self, event: QPaintEvent) -> None:
        c = self.theme.color
        painter = QPainter(self)
        color = c.text_muted if self.isEnabled() else c.disabled_text
        if self.underMouse() and self.isEnabled():
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(c.raised)
            painter.drawRoundedRect(self.rect(), 6, 6)
        side = 16.0
        height = self.height()
        x = (height - side) / 2
        draw_icon(painter, "drag", QRectF(x, x, side, side), color)
        words = str(self._words)
        if words:
            painter.setPen(color)
            painter.setFont(self.font())
            area = QRectF(height - 2, 0, self.width() - height + 2, height)
            painter.drawText(area, int(Qt.AlignmentFlag.AlignVCenter), words)


class ArtifactPlayer(Themed, QWidget):
    """Shows and wishes; playing is the model's business.

    ``play_toggled(bool)``, ``seek(s)``, ``version_chosen(value)``, ``save_requested``. ``versions`` are
    (value, words) for the A/B control; choosing keeps the position, the model matches the loudness.
    """

    play_toggled = Signal(bool)
    seek = Signal(float)
    version_chosen = Signal(object)
    save_requested = Signal()

    def __init__(
        self, name: Words = "", facts: Words = "", *, color: str = "converted",
        versions: Sequence[tuple[Hashable, Words]] = (), drag_words: Words = "", framed: bool = True,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.play = PlayButton()
        self.wave = WaveformView(Text.of("Waveform"), color=color, height=WAVE_HEIGHT)
        self._time = Label("", "small", "text_muted")
        self._time.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self._name = ElidedLabel(name, "small", middle=True, minimum_characters=10)
        self._facts = ElidedLabel(facts, "caption", "text_muted")
        self._facts.setVisible(bool(str(facts)))
        self.versions = SegmentedControl(versions, Text.of("Version")) if versions else None
        self.save = icon_button("save", Text.of("Save as…"))
        self.handle = DragHandle(drag_words)
        self._lay_out(framed=framed)
        self.play.clicked.connect(lambda: self.play_toggled.emit(not self.play.is_playing))
        self.wave.seek.connect(self._sought)
        self.save.clicked.connect(self.save_requested)
        if self.versions is not None:
            self.versions.changed.connect(self.version_chosen)
        self.init_theme()

    def _lay_out(self, *, framed: bool) -> None:
        top = QHBoxLayout()
        top.setSpacing(4)
        top.addWidget(self.play)
        top.addWidget(self.wave, 1)
        top.addWidget(self._time)
        words = QVBoxLayout()
        words.setSpacing(0)
        words.addWidget(self._name)
        words.addWidget(self._facts)
        bottom = QHBoxLayout()
        bottom.setSpacing(4)
        bottom.addLayout(words, 1)
        middle = Qt.AlignmentFlag.AlignVCenter  # else the lowest of them would be the height of the row
        if self.versions is not None:
            bottom.addWidget(self.versions, 0, middle)
        bottom.addWidget(self.save, 0, middle)
        bottom.addWidget(self.handle, 0, middle)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        body = outer
        if framed:
            card = Card(margins=(13, 11, 13, 8), spacing=6)
            outer.addWidget(card)
            body = card.body
        body.addLayout(top)
        body.addLayout(bottom)

    def set_name(self, name: Words, facts: Words = "") -> None:
        self._name.set_words(name)
        self._facts.set_words(facts)
        self._facts.setVisible(bool(str(facts)))

    def set_peaks(self, peaks: bytes, duration_s: float, *, known_s: float | None = None) -> None:
        self.wave.set_peaks(peaks, duration_s, known_s=known_s)
        self._show_time()

    def set_position(self, seconds: float) -> None:
        self.wave.set_position(seconds)
        self._show_time()

    def set_playing(self, playing: bool) -> None:
        self.play.set_playing(playing)

    def set_file(self, path: Path | None) -> None:
        """Set the finished file for the drag handle; None while there is none."""
        self.handle.set_path(path)

    def _sought(self, seconds: float) -> None:
        self._show_time()
        self.seek.emit(seconds)

    def _show_time(self) -> None:
        self._time.set_words(f"{clock(self.wave.position)} / {clock(self.wave.duration)}")

    def on_theme(self, theme: Theme) -> None:
        metrics = self._time.fontMetrics()
        total = clock(self.wave.duration)
        widest = f"{total} / {total}"
        self._time.setMinimumWidth(max(metrics.horizontalAdvance(w) for w in (widest, "00:00 / 00:00")) + 2)
        super().on_theme(theme)

    def retranslate(self) -> None:
        self._show_time()

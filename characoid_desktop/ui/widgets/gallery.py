"""A page with every component, for looking at the theme; ``python -m characoid_desktop.ui.widgets.gallery``.

Its words are samples in three languages, not texts of the app, so they are not translated.
"""

from __future__ import annotations

import math
import random
import sys
from pathlib import Path

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen, QPixmap
from PySide6.QtWidgets import QApplication, QGridLayout, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from characoid_desktop.core.lights import LightState
from characoid_desktop.core.notices import NoticeLevel
from characoid_desktop.ui.theme.theme import Theme, ThemeController
from characoid_desktop.ui.widgets.avatar import Avatar
from characoid_desktop.ui.widgets.button import Button, ButtonKind, icon_button
from characoid_desktop.ui.widgets.choice import CheckBox, ComboBox, SegmentedControl, Switch
from characoid_desktop.ui.widgets.drop_target import DropTarget
from characoid_desktop.ui.widgets.fields import LineInput, repolish
from characoid_desktop.ui.widgets.labels import Label
from characoid_desktop.ui.widgets.layouts import FlowLayout
from characoid_desktop.ui.widgets.meter import LevelMeter
from characoid_desktop.ui.widgets.nav import NavItem
from characoid_desktop.ui.widgets.notices import InlineNotice
from characoid_desktop.ui.widgets.numbers import SpinStepper, ValueSlider
from characoid_desktop.ui.widgets.page import Card, PageHeader, Surface
from characoid_desktop.ui.widgets.player import ArtifactPlayer
from characoid_desktop.ui.widgets.progress import JobRow
from characoid_desktop.ui.widgets.status import StatusLight
from characoid_desktop.ui.widgets.tag import Tag, TagKind
from characoid_desktop.ui.widgets.themed import Themed
from characoid_desktop.ui.widgets.times import decibels
from characoid_desktop.ui.widgets.waveform import WaveformView

PERSONA = QColor("#EE9CB2")  # a sample persona's colour
_WORKERS = ("supervisor", "knowledge", "memory", "document", "profile", "voice", "rvc", "live2d", "config")
_SURFACES = ("sunken", "canvas", "surface", "raised", "selected", "accent_soft", "accent", "record")


def sample_peaks(count: int = 1500, seed: int = 7) -> bytes:
    """Return int8 (minimum, maximum) pairs that look like phrases with pauses."""
    dice = random.Random(seed)  # noqa: S311 - a picture, not a secret
    values = bytearray()
    for index in range(count):
        u = index / count
        phrase = (u * 4.6 + 0.12) % 1.0  # each phrase breathes in, is held, and lets go
        gate = min(1.0, phrase / 0.08, max(0.0, (0.82 - phrase) / 0.1)) if phrase < 0.82 else 0.0
        syllable = 0.35 + 0.65 * abs(math.sin(u * 97 + math.sin(u * 31)))
        size = max(0.0, gate) * syllable * (0.55 + 0.45 * dice.random()) * (0.6 if 0.3 < u < 0.44 else 1.0)
        high = round(size * 118)
        values += bytes((-round(high * (0.7 + 0.3 * dice.random())) & 0xFF, high))
    return bytes(values)


class _Swatch(Themed, QWidget):
    def __init__(self, role: str) -> None:
        super().__init__()
        self._role = role
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.init_theme()

    def sizeHint(self) -> QSize:
        return QSize(124, self.theme.control_height())

    def paintEvent(self, event: QPaintEvent) -> None:
        c = self.theme.color
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(c.line, 1))
        painter.setBrush(c.role(self._role))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4)
        text = {"accent": c.on_accent, "record": c.on_record, "accent_soft": c.on_accent_soft}
        painter.setPen(text.get(self._role, c.text))
        painter.setFont(self.theme.font("caption"))
        area = QRectF(9, 0, self.width() - 12, self.height())
        painter.drawText(area, int(Qt.AlignmentFlag.AlignVCenter), self._role.replace("_", "-"))


class _Worker(Themed, QWidget):
    def __init__(self, name: str) -> None:
        super().__init__()
        self._name = name
        self.init_theme()

    def sizeHint(self) -> QSize:
        return QSize(110, self.theme.scaled(20))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        color = self.theme.worker(self._name)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(color)
        painter.drawEllipse(QPointF(4, self.height() / 2), 4, 4)
        painter.setPen(color)
        painter.setFont(self.theme.font("caption", strong=True))
        area = QRectF(14, 0, self.width() - 14, self.height())
        painter.drawText(area, int(Qt.AlignmentFlag.AlignVCenter), self._name)


def _head(words: str) -> Label:
    return Label(words, "caption", "text_muted", strong=True)


def _row(*widgets: QWidget, spacing: int = 8, stretch: bool = True) -> QHBoxLayout:
    row = QHBoxLayout()
    row.setSpacing(spacing)
    for widget in widgets:
        row.addWidget(widget)
    if stretch:
        row.addStretch(1)
    return row


def _flow(*widgets: QWidget) -> FlowLayout:
    flow = FlowLayout(spacing=8)
    for widget in widgets:
        flow.addWidget(widget)
    return flow


class Gallery(Surface):
    """The page: surfaces, type and lights; controls; players, jobs and waves."""

    def __init__(self, *, title: str = "CHARACOID components", parent: QWidget | None = None) -> None:
        super().__init__("canvas", parent=parent)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(0)
        header = PageHeader(title, "One thread: a 3 px mark selects, a 2 px line speaks, a 4 px line counts.")
        outer.addWidget(header)
        columns = QHBoxLayout()
        columns.setSpacing(0)
        self.focused: Button
        self.left, self.middle, self.right = self._left(), self._middle(), self._right()
        for column, stretch in ((self.left, 300), (self.middle, 550), (self.right, 430)):
            columns.addWidget(column, stretch)
        outer.addLayout(columns, 1)

    @staticmethod
    def _column(margins: tuple[int, int, int, int], *, edge: bool = True) -> tuple[Surface, QVBoxLayout]:
        surface = Surface("canvas", edges=(Qt.Edge.RightEdge,) if edge else ())
        column = QVBoxLayout(surface)
        column.setContentsMargins(*margins)
        column.setSpacing(8)
        return surface, column

    def _left(self) -> QWidget:
        surface, column = self._column((32, 14, 17, 12))
        column.addWidget(_head("Surfaces"))
        grid = QGridLayout()
        grid.setSpacing(4)
        for index, role in enumerate(_SURFACES):
            grid.addWidget(_Swatch(role), index // 2, index % 2)
        column.addLayout(grid)
        column.addSpacing(4)
        column.addWidget(_head("Type"))
        lines = QVBoxLayout()
        lines.setSpacing(0)
        for role, tone, words in (
            ("figure", "text", "28 你好 こんばんは"), ("dialog", "text", "20 声音工坊 Voice"),
            ("section", "text", "15 质量报告 見出し Section"), ("body", "text", "14 正文 本文 Body 0123456789"),
            ("small", "text_muted", "13 辅助说明 補足 Secondary"), ("caption", "text_muted", "12 最小 最小 Smallest"),
        ):
            lines.addWidget(Label(words, role, tone))
        column.addLayout(lines)
        column.addSpacing(4)
        column.addWidget(_head("Workers"))
        workers = QGridLayout()
        workers.setSpacing(0)
        for index, name in enumerate(_WORKERS):
            workers.addWidget(_Worker(name), index // 2, index % 2)
        column.addLayout(workers)
        column.addSpacing(4)
        column.addWidget(_head("Status lights"))
        for name, state, sentence in (
            ("Model", LightState.READY, "qwen3-8b"), ("RVC", LightState.WORKING, "converting 62%"),
            ("VTube Studio", LightState.WAITING, "waiting for permission"),
            ("GPT-SoVITS", LightState.FAILED, "stopped, open to restart"),
            ("RVC", LightState.OFF, "off, starts when needed"),
        ):
            column.addWidget(StatusLight(name, state, sentence))
        column.addStretch(1)
        return surface

    def _middle(self) -> QWidget:
        surface, column = self._column((20, 14, 21, 12))
        column.addWidget(_head("Buttons"))
        self.focused = Button("Test")
        column.addLayout(_flow(
            Button("Continue", ButtonKind.PRIMARY), Button("Retake", icon="retry"), self.focused,
            Button("Remove…", ButtonKind.DANGER),
        ))
        train = Button("Train")
        train.set_disabled_reason("Record 10 lines first")
        both = icon_button("ab", "Compare A and B", checkable=True)
        both.setChecked(True)
        column.addLayout(_flow(
            Button("Not now", ButtonKind.QUIET), Button("Stop", ButtonKind.RECORD, icon="stop", key_hint="Space"),
            train, icon_button("save", "Save"), both,
        ))
        column.addSpacing(4)
        column.addWidget(_head("Inputs"))
        self._inputs(column)
        column.addSpacing(4)
        column.addWidget(_head("Choice and tabs"))
        choice = SegmentedControl([("o", "Original"), ("c", "Converted"), ("m", "Mix")], "Version", value="c")
        column.addLayout(_row(choice))
        column.addLayout(_flow(
            Tag("Granted", TagKind.GRANTED), Tag("Everyone", TagKind.EVERYONE), Tag("Off", TagKind.OFF),
            Tag("Ready", TagKind.READY), Tag("Waiting", TagKind.WAITING), Tag("Failed", TagKind.FAILED),
        ))
        column.addSpacing(4)
        column.addWidget(_head("Notices"))
        column.addWidget(InlineNotice(NoticeLevel.ERROR, "麦克风被另一个程序占用。", "", ["换一个麦克风"]))
        column.addWidget(InlineNotice(NoticeLevel.WARNING, "返事が止まっています。", "", ["もう一度送る"]))
        column.addWidget(InlineNotice(NoticeLevel.SUCCESS, "Mix saved.", "", ["Show in folder"]))
        column.addSpacing(4)
        column.addWidget(_head("Drop target"))
        waiting, held = DropTarget("Drop files"), DropTarget("Drop files")
        held.show_held(3)
        column.addLayout(_row(waiting, held, spacing=12, stretch=False))
        column.addStretch(1)
        return surface

    def _inputs(self, column: QVBoxLayout) -> None:
        grid = QGridLayout()
        grid.setSpacing(8)
        empty = LineInput("Name", placeholder="你的角色叫什么")
        voice = ComboBox([(1, "mika_v2_40k"), (2, "tsukimi_v2")], "Voice")
        address = LineInput("Address")
        address.setText("http://127.0.0.1:8001")
        address.setProperty("focusShown", True)
        repolish(address)
        port = LineInput("Port")
        port.setText("端口 99999")
        port.set_invalid(True)
        for index, field in enumerate((empty, voice, address, port)):
            field.setMinimumWidth(120)
            grid.addWidget(field, index // 2, index % 2)
        grid.setColumnStretch(0, 1)
        grid.setColumnStretch(1, 1)
        column.addLayout(grid)
        column.addWidget(Label("端口要在 1 到 65535 之间，VTube Studio 通常用 8001。", "caption", "error", wrap=True))
        part = CheckBox("部分")
        part.setTristate(True)
        part.setCheckState(Qt.CheckState.PartiallyChecked)
        column.addLayout(_row(
            CheckBox("朗读", checked=True), CheckBox("静音"), part, Switch("Read replies", checked=True),
            Switch("Mute"), spacing=14,
        ))

    @staticmethod
    def _navigation() -> list[QWidget]:
        items = [NavItem(words, icon) for words, icon in (
            ("对话", "chat"), ("RVC", "wave"), ("活動履歴", "activity"), ("Settings", "settings"))]
        items[1].setChecked(True)
        items[2].set_waiting(2)
        for item in items:
            item.set_low(True)
        return [*items]

    def _right(self) -> QWidget:
        surface, column = self._column((20, 14, 21, 12), edge=False)
        column.addWidget(_head("Avatar and name"))
        column.addLayout(_row(Avatar("ミカ", color=PERSONA), Label("ミカ", "body", strong=True),
                              Label("21:14", "small", "text_muted"), spacing=12))
        column.addSpacing(4)
        column.addWidget(_head("Navigation and numbers"))
        column.addLayout(_row(*self._navigation(), spacing=0))
        gain = ValueSlider("Gain", minimum=-24, maximum=6, value=-1.5, step=0.5, words=lambda v: decibels(v, 1))
        key = SpinStepper("Key", minimum=-12, maximum=12, value=2, plus_sign=True)
        numbers = _row(key, gain, spacing=16, stretch=False)
        column.addLayout(numbers)
        column.addSpacing(4)
        column.addWidget(_head("Artifact player"))
        player = ArtifactPlayer("港のうた – ミカ (+2).flac")
        player.set_peaks(sample_peaks(), 222.0)
        player.set_position(75.0)
        player.set_file(Path.home() / "港のうた – ミカ (+2).flac")
        column.addWidget(player)
        column.addSpacing(4)
        column.addWidget(_head("Job row"))
        job = JobRow("Converting")
        job.set_progress(0.62, remaining_s=80)
        column.addWidget(job)
        column.addSpacing(4)
        column.addWidget(_head("Waveform with region"))
        card = Card(margins=(4, 8, 4, 8))
        wave = WaveformView("Vocals", color="vocals", height=64, grid=True)
        wave.set_peaks(sample_peaks(seed=3), 240.0)
        wave.set_position(110.0)
        wave.set_region(67.0, 148.0)
        card.body.addWidget(wave)
        column.addWidget(card)
        column.addLayout(_row(Label("1:07 to 2:28", "caption", "text_muted")))
        column.addSpacing(4)
        column.addWidget(_head("Recording"))
        column.addLayout(_row(Tag("RECORDING", TagKind.RECORDING), Label("Line 18, 00:03.4", "small")))
        meter = LevelMeter("Level")
        meter.set_level(-14.0, -8.0)
        column.addWidget(meter)
        column.addStretch(1)
        return surface


def picture(controller: ThemeController, mode: str, size: QSize, text_scale: float = 1.0, language: str = "en",
            ) -> QPixmap:
    """Return the gallery in a theme as a pixmap of ``size``; the controller keeps that theme."""
    theme: Theme = controller.apply(mode, language, text_scale, reduced_motion=True, persona_color=PERSONA)
    page = Gallery(title=f"CHARACOID components, {theme.scheme.value}")
    page.resize(size)
    page.show()
    page.activateWindow()
    QApplication.processEvents()
    page.focused.setFocus(Qt.FocusReason.TabFocusReason)
    QApplication.processEvents()
    result = page.grab()
    page.close()
    page.deleteLater()
    return result


def main() -> int:
    """Show the gallery, or write it as PNG files into the folder given."""
    app = QApplication(sys.argv[:1])
    controller = ThemeController(app)
    if len(sys.argv) > 1:
        folder = Path(sys.argv[1])
        for mode in ("dark", "light"):
            picture(controller, mode, QSize(1280, 800)).save(str(folder / f"components-{mode}.png"))
            large = picture(controller, mode, QSize(1600, 1120), 1.4)
            large.save(str(folder / f"components-{mode}-large-text.png"))
        return 0
    controller.apply("system", persona_color=PERSONA)
    page = Gallery()
    page.resize(1280, 800)
    page.show()
    return app.exec()


if __name__ == "__main__":
    raise SystemExit(main())

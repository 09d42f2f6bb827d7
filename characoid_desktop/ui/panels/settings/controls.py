"""One control per kind of setting. Each shows a row and tells what the user chose."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QSizePolicy, QWidget

from characoid_desktop.core.i18n import Text, t
from characoid_desktop.settings.schema import Choice, SettingKind, SettingSpec, SettingValue, Widget
from characoid_desktop.ui.panels.settings.model import Row, RowState
from characoid_desktop.ui.widgets.button import Button
from characoid_desktop.ui.widgets.choice import ComboBox, SegmentedControl, Switch
from characoid_desktop.ui.widgets.fields import LineInput
from characoid_desktop.ui.widgets.numbers import SpinStepper, ValueSlider
from characoid_desktop.ui.widgets.themed import plain_tooltip
from characoid_desktop.ui.widgets.times import signed

FIELD_WIDTH = 300
FEW_CHOICES = 3

Changed = Callable[[SettingValue], object]


class Control(QWidget):
    """What stands at the right of a row."""

    def __init__(self, spec: SettingSpec, changed: Changed) -> None:
        super().__init__()
        self.spec = spec
        self._changed = changed
        self.setObjectName(f"setting_{spec.section}_{spec.key}")
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(8)

    def show_row(self, row: Row) -> None:
        """Show value, refusal and whether it can be changed, with the reason where it cannot."""
        self.show_value(row.value)
        self.show_refused(row.state is RowState.REFUSED)
        reason = str(row.disabled or "")
        self.setEnabled(not reason)
        self.setToolTip(plain_tooltip(reason))  # a disabled child leaves the tool tip to its parent
        self.describe(reason or str(row.problem or row.spec.help))

    @abstractmethod
    def show_value(self, value: SettingValue) -> None:
        """Show a value without telling it as a change."""

    def show_refused(self, refused: bool) -> None:
        """Mark the control itself; the words stand in the row."""

    def describe(self, words: str) -> None:
        """Give screen readers the words that stand beside the control."""
        target: QWidget = self
        while (proxy := target.focusProxy()) is not None:
            target = proxy
        target.setAccessibleDescription(words)

    def _put(self, widget: QWidget) -> None:
        self._row.addWidget(widget)
        if self.focusProxy() is None:
            self.setFocusProxy(widget)

    def _tell(self, value: SettingValue) -> None:
        self._changed(value)

    def _chosen(self, value: object) -> None:
        self._tell(str(value))

    def _moved(self, value: float) -> None:
        self._tell(_number(self.spec, value))


class SwitchControl(Control):
    def __init__(self, spec: SettingSpec, changed: Changed) -> None:
        super().__init__(spec, changed)
        self.switch = Switch(spec.label)
        self.switch.clicked.connect(self._tell)
        self._put(self.switch)

    def show_value(self, value: SettingValue) -> None:
        self.switch.setChecked(bool(value))


class SegmentsControl(Control):
    def __init__(self, spec: SettingSpec, changed: Changed) -> None:
        super().__init__(spec, changed)
        self.segments = SegmentedControl([(c.value, c.label) for c in spec.choices], spec.label)
        self.segments.changed.connect(self._chosen)
        self._put(self.segments)
        self.setFocusProxy(self.segments.buttons[0])

    def show_value(self, value: SettingValue) -> None:
        self.segments.set_value(str(value))
        for choice, button in zip(self.spec.choices, self.segments.buttons, strict=True):
            if choice.value == value:
                self.setFocusProxy(button)


class ComboControl(Control):
    """Declared choices, or those that the model found (devices, presets)."""

    def __init__(self, spec: SettingSpec, changed: Changed, choices: Sequence[Choice]) -> None:
        super().__init__(spec, changed)
        self.combo = ComboBox((), spec.label)
        self.combo.setFixedWidth(FIELD_WIDTH)
        self.combo.chosen.connect(self._chosen)
        self._put(self.combo)
        self.set_choices(choices)

    def set_choices(self, choices: Sequence[Choice]) -> None:
        """Replace what can be chosen; the chosen value stays."""
        self.combo.set_options([(c.value, c.label) for c in choices], self.combo.value)

    def show_value(self, value: SettingValue) -> None:
        self.combo.set_value(str(value))


class SliderControl(Control):
    def __init__(self, spec: SettingSpec, changed: Changed) -> None:
        super().__init__(spec, changed)
        low, high, step = _range(spec)
        self.slider = ValueSlider(
            spec.label, minimum=low, maximum=high, value=float(spec.default), step=step,
            words=lambda v: _with_unit(signed(v, _digits(spec), plus=False), spec),
        )
        self.slider.setFixedWidth(FIELD_WIDTH)
        self.slider.changed.connect(self._moved)
        self._put(self.slider)

    def describe(self, words: str) -> None:
        self.setAccessibleName(str(self.spec.label))
        self.setAccessibleDescription(words)  # that of the slider is its value in words

    def show_value(self, value: SettingValue) -> None:
        if not self.slider.slider.isSliderDown():  # the hand is faster than the disk
            self.slider.set_value(float(value))


class NumberControl(Control):
    def __init__(self, spec: SettingSpec, changed: Changed) -> None:
        super().__init__(spec, changed)
        low, high, step = _range(spec)
        self.stepper = SpinStepper(
            spec.label, minimum=low, maximum=high, value=float(spec.default), step=step, digits=_digits(spec),
            suffix=spec.unit or "",
        )
        self.stepper.changed.connect(self._moved)
        self._put(self.stepper)

    def describe(self, words: str) -> None:
        self.setAccessibleName(str(self.spec.label))
        self.setAccessibleDescription(words)  # that of the field says its bounds

    def show_value(self, value: SettingValue) -> None:
        self.stepper.set_value(float(value))


class LineControl(Control):
    """Saved on Enter and when the field is left; refused words stay to be put right."""

    def __init__(self, spec: SettingSpec, changed: Changed) -> None:
        super().__init__(spec, changed)
        self._shown = ""
        self.input = LineInput(spec.label)
        self.input.setMaxLength(spec.max_length or 4_000)
        self.input.setFixedWidth(FIELD_WIDTH)
        self.input.editingFinished.connect(self.commit)
        self._put(self.input)

    def commit(self) -> None:
        """Save what was typed, if it is new."""
        if self.input.text() != self._shown:
            self._shown = self.input.text()
            self._tell(self._shown)

    def show_value(self, value: SettingValue) -> None:
        words = str(value)
        typing = self.input.hasFocus() and self.input.text() != self._shown
        self._shown = words
        if not typing and self.input.text() != words:
            self.input.setText(words)
            self.input.setCursorPosition(0)

    def show_refused(self, refused: bool) -> None:
        self.input.set_invalid(refused)


class PathControl(LineControl):
    """The path of a folder (or of a file) to type, and a button that asks for it."""

    def __init__(self, spec: SettingSpec, changed: Changed, *, file: bool = False) -> None:
        super().__init__(spec, changed)
        self._file = file
        self._dialog: QFileDialog | None = None
        self.choose = Button(Text.of("Choose…"), icon="folder")
        self.choose.clicked.connect(self._ask)
        self._put(self.choose)

    def _ask(self) -> None:
        if self._dialog is not None:
            self._dialog.raise_()
            return
        title = t("Choose a program") if self._file else t("Choose a folder")
        dialog = QFileDialog(self.window(), title, self.input.text() or str(Path.home()))
        mode = QFileDialog.FileMode
        dialog.setFileMode(mode.ExistingFile if self._file else mode.Directory)
        dialog.setOption(QFileDialog.Option.ShowDirsOnly, not self._file)
        dialog.finished.connect(self._answered)
        self.destroyed.connect(dialog.deleteLater)
        self._dialog = dialog
        dialog.open()

    def _answered(self, result: int) -> None:
        dialog, self._dialog = self._dialog, None
        if dialog is None:
            return
        chosen = dialog.selectedFiles()[:1] if result else []
        dialog.deleteLater()
        if chosen and chosen[0] != self._shown:
            self.input.setText(chosen[0])
            self.commit()


def make_control(spec: SettingSpec, changed: Changed, choices: Sequence[Choice]) -> Control:
    """Return the control for a declaration; TypeError for a kind that no form may show (secrets)."""
    widget = spec.widget if spec.widget is not Widget.AUTO else _usual(spec)
    match widget:
        case Widget.SWITCH:
            return SwitchControl(spec, changed)
        case Widget.SEGMENTS:
            return SegmentsControl(spec, changed)
        case Widget.COMBO | Widget.DEVICE | Widget.PRESET:
            return ComboControl(spec, changed, choices)
        case Widget.SLIDER:
            return SliderControl(spec, changed)
        case Widget.NUMBER:
            return NumberControl(spec, changed)
        case Widget.FOLDER:
            return PathControl(spec, changed)
        case Widget.FILE:
            return PathControl(spec, changed, file=True)
        case Widget.LINE:
            return LineControl(spec, changed)
        case _:
            raise TypeError(f"no control for {spec.section}.{spec.key}")


def _usual(spec: SettingSpec) -> Widget:
    few = len(spec.choices) <= FEW_CHOICES
    return {
        SettingKind.BOOL: Widget.SWITCH,
        SettingKind.INT: Widget.NUMBER,
        SettingKind.FLOAT: Widget.NUMBER,
        SettingKind.CHOICE: Widget.SEGMENTS if few else Widget.COMBO,
        SettingKind.TEXT: Widget.LINE,
        SettingKind.PATH: Widget.FOLDER,
    }.get(spec.kind, Widget.AUTO)


def _range(spec: SettingSpec) -> tuple[float, float, float]:
    if spec.minimum is None or spec.maximum is None:
        raise TypeError(f"{spec.section}.{spec.key} has no bounds")
    return spec.minimum, spec.maximum, spec.step or (1.0 if spec.kind is SettingKind.INT else 0.1)


def _digits(spec: SettingSpec) -> int:
    return 0 if spec.kind is SettingKind.INT else 1


def _number(spec: SettingSpec, value: float) -> SettingValue:
    return round(value) if spec.kind is SettingKind.INT else float(value)


def _with_unit(number: str, spec: SettingSpec) -> str:
    return f"{number} {spec.unit}" if spec.unit is not None else number

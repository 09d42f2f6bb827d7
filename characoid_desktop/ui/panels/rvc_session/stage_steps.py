"""The four steps of a production in one line: what is done, what runs, what is to come."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from characoid_desktop.core.i18n import Text
from characoid_desktop.core.lights import LightState
from characoid_desktop.features.rvc.job import stage_of
from characoid_desktop.features.rvc.models import ItemState
from characoid_desktop.features.rvc.parameters import Method
from characoid_desktop.features.rvc.stages import Done, Stage
from characoid_desktop.ui.panels.rvc_session.model import RvcModel
from characoid_desktop.ui.panels.rvc_session.production import MODEL_NAMES, estimate_words, shows_parts
from characoid_desktop.ui.widgets import times
from characoid_desktop.ui.widgets.labels import MAY_ELIDE, ElidedLabel, Label
from characoid_desktop.ui.widgets.status import StatusDot
from characoid_desktop.ui.widgets.themed import Themed, Words

_NAMES = {Stage.PREPARE: Text("Prepare"), Stage.SEPARATE: Text("Separate"), Stage.CONVERT: Text("Convert"),
          Stage.MIX: Text("Mix")}
_METHODS = {Method.DRY.value: Text("a dry voice"), Method.CENTRE.value: Text("by the centre"),
            Method.PERCUSSIVE.value: Text("drums left out")}
_LINE = 2  # px over a step


@dataclass(frozen=True)
class Step:
    """One step as it is shown."""

    stage: Stage
    state: LightState
    detail: Words


def steps_of(model: RvcModel) -> list[Step]:
    """Return the steps of the current item; none for a conversion that has only one."""
    item = model.current
    if item is None or not (item.choice.is_staged or model.choice.is_staged):
        return []
    stages = model.making.stages
    order = list(Stage) if shows_parts(item, stages) else [one for one in Stage if one is not Stage.SEPARATE]
    running = stage_of(item.progress) if item.state is ItemState.RUNNING else None
    plan = model.making.estimate
    found: list[Step] = []
    for stage in order:
        done = stages.get(stage)
        over = running is not None and order.index(stage) < (order.index(running) if running in order else 0)
        if stage is running:
            found.append(Step(stage, LightState.WORKING, Text.of("now")))
        elif item.state is ItemState.FAILED and done is None and (not found or found[-1].state is LightState.READY):
            found.append(Step(stage, LightState.FAILED, Text.of("did not work")))
        elif over or (done is not None and running is None and _counts(item.state, stage)):
            found.append(Step(stage, LightState.READY, _done_words(stage, done)))
        else:
            seconds = plan.stages.get(stage) if plan is not None else None
            found.append(Step(stage, LightState.OFF, "" if seconds is None else estimate_words(seconds)))
    return found


def _counts(state: ItemState, stage: Stage) -> bool:
    """Whether a kept stage is one of the present wishes: the last two may be of earlier ones."""
    return state is ItemState.DONE or stage in (Stage.PREPARE, Stage.SEPARATE)


def _done_words(stage: Stage, done: Done | None) -> Words:
    if done is None:
        return Text.of("done")
    took = times.lasted(done.seconds)
    if stage is not Stage.SEPARATE:
        return took
    kind = str(done.value.get("model_kind") or "")
    method = MODEL_NAMES.get(kind, kind) or _METHODS.get(str(done.value.get("method")), "")
    return Text.of("{what}, {time}", what=method, time=took) if str(method) else took


class _StepView(Themed, QWidget):
    def __init__(self) -> None:
        super().__init__()
        self._state = LightState.OFF
        self._dot = StatusDot(LightState.OFF)
        self.name = Label("", "small", strong=True)
        self.detail = ElidedLabel("", "caption", "text_muted", minimum_characters=4)
        self.detail.setProperty(MAY_ELIDE, True)
        head = QHBoxLayout()
        head.setSpacing(6)
        head.addWidget(self._dot)
        head.addWidget(self.name)
        head.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, _LINE + 5, 8, 0)
        column.setSpacing(0)
        column.addLayout(head)
        row = QHBoxLayout()
        row.setContentsMargins(18, 0, 0, 0)
        row.addWidget(self.detail)
        column.addLayout(row)
        self.init_theme()

    def show_step(self, step: Step) -> None:
        self._state = step.state
        self._dot.set_state(step.state)
        self.name.set_words(_NAMES[step.stage])
        self.name.set_tone("text" if step.state is not LightState.OFF else "text_muted")
        self.detail.set_words(step.detail)
        self.setAccessibleName(f"{_NAMES[step.stage]}: {step.detail}")
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        c = self.theme.color
        tones = {LightState.READY: c.ok, LightState.WORKING: c.info, LightState.FAILED: c.error}
        QPainter(self).fillRect(QRectF(0, 0, self.width(), _LINE), tones.get(self._state, c.line_control))


class StageSteps(Themed, QWidget):
    """Draws the steps of the current item; hidden for a conversion that has only one."""

    def __init__(self, model: RvcModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self._steps: list[Step] = []
        self.views = [_StepView() for _ in Stage]
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        for view in self.views:
            row.addWidget(view, 1)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        for signal in (model.current_changed, model.item_changed, model.options_changed):
            signal.connect(self.refresh)
        self.init_theme()

    @property
    def steps(self) -> list[Step]:
        return self._steps

    def retranslate(self) -> None:
        self._steps = []
        self.refresh()

    def refresh(self) -> None:
        """Take over the steps of the moment."""
        steps = steps_of(self._model)
        if steps == self._steps and bool(steps) is not self.isHidden():
            return
        self._steps = steps
        if self.parentWidget() is not None or not steps:  # a parentless one would be a window
            self.setVisible(bool(steps))
        for place, view in enumerate(self.views):
            view.setVisible(place < len(steps))
            if place < len(steps):
                view.show_step(steps[place])

    def minimumSizeHint(self) -> QSize:
        return QSize(0, super().minimumSizeHint().height())

"""The status lights of the engines and of the language model."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from characoid_desktop.core.errors import Action, ActionKind
from characoid_desktop.core.events import Event
from characoid_desktop.core.i18n import Text
from characoid_desktop.core.lights import Light, LightState, StatusBoard
from characoid_desktop.engines.contracts import EngineHost, EngineState
from characoid_desktop.integrations.llm.models import ModelState
from characoid_desktop.jobs.models import Job, JobState

STATES: Mapping[EngineState, LightState] = {
    EngineState.STOPPED: LightState.OFF,
    EngineState.STARTING: LightState.WORKING,
    EngineState.READY: LightState.READY,
    EngineState.BUSY: LightState.WORKING,
    EngineState.BACKING_OFF: LightState.WAITING,
    EngineState.STOPPING: LightState.WORKING,
    EngineState.FAILED: LightState.FAILED,
}


class EngineLight:
    """Keeps the light of one engine: its state, and how far the running job is. ``panel`` opens on a click."""

    def __init__(self, board: StatusBoard, host: EngineHost, name: Text, panel: str) -> None:
        self._board = board
        self._host = host
        self._name = name
        self._panel = panel
        self._percent: int | None = None
        host.state_changed.connect(lambda _: self._show())
        self._show()

    def note(self, job: Job) -> None:
        """Take a change of a job that runs in this engine."""
        fraction = job.progress.fraction if job.progress and job.state is JobState.RUNNING else None
        percent = None if fraction is None else int(fraction * 100)
        if percent != self._percent:
            self._percent = percent
            self._show()

    def _show(self) -> None:
        state = self._host.state
        if state is EngineState.BUSY and self._percent is not None:
            sentence = Text.of("converting {percent}%", percent=self._percent)
        else:
            sentence = self._host.light_sentence()
        self._board.set(Light(self._host.name, self._name, STATES[state], sentence, self._action(state)))

    def _action(self, state: EngineState) -> Action:
        if state in (EngineState.FAILED, EngineState.BACKING_OFF):
            return Action(ActionKind.RESTART_ENGINE, Text.of("Start again"), {"engine": self._host.name})
        return Action(ActionKind.OPEN_PANEL, Text.of("Open"), {"panel": self._panel})


class Models(Protocol):
    """As much of ``integrations.llm.directory.ModelDirectory`` as its light looks at."""

    changed: Event[ModelState]

    @property
    def state(self) -> ModelState: ...


class ModelLight:
    """Keeps the light of the language model; a click leads to its page of the settings."""

    def __init__(self, board: StatusBoard, models: Models) -> None:
        self._board = board
        models.changed.connect(self._show)
        self._show(models.state)

    def _show(self, state: ModelState) -> None:
        offline = state == ModelState()
        sentence = Text.of("not connected · offline answers") if offline else state.sentence
        words = Text.of("Connect a model") if offline else Text.of("Open settings")
        self._board.set(Light("model", Text.of("Model"), state.light, sentence,
                              Action(ActionKind.OPEN_SETTINGS, words, {"page": "models"})))

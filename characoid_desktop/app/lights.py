"""The status lights of the engines."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from characoid_desktop.core.errors import Action, ActionKind
from characoid_desktop.core.i18n import Text
from characoid_desktop.core.lights import Light, LightState, StatusBoard
from characoid_desktop.engines.contracts import EngineHost, EngineState

STATES: Mapping[EngineState, LightState] = {
    EngineState.STOPPED: LightState.OFF,
    EngineState.STARTING: LightState.WORKING,
    EngineState.READY: LightState.READY,
    EngineState.BUSY: LightState.WORKING,
    EngineState.BACKING_OFF: LightState.WAITING,
    EngineState.STOPPING: LightState.WORKING,
    EngineState.FAILED: LightState.FAILED,
}


def engine_light(board: StatusBoard, host: EngineHost, name: Text) -> Callable[[EngineState], None]:
    """Return the listener that shows the state of ``host``; a click goes to its panel, or restarts it."""

    def show(state: EngineState) -> None:
        if state in (EngineState.FAILED, EngineState.BACKING_OFF):
            action = Action(ActionKind.RESTART_ENGINE, Text.of("Start again"), {"engine": host.name})
        else:
            action = Action(ActionKind.OPEN_PANEL, Text.of("Open"), {"panel": "rvc_session"})
        board.set(Light(host.name, name, STATES[state], host.light_sentence(), action))

    return show

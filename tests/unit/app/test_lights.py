from dataclasses import replace
from datetime import UTC, datetime

import pytest

from characoid_desktop.app.lights import STATES, EngineLight, ModelLight
from characoid_desktop.core.errors import ActionKind
from characoid_desktop.core.events import Event
from characoid_desktop.core.i18n import Text
from characoid_desktop.core.lights import LightState, StatusBoard
from characoid_desktop.engines.contracts import EngineState
from characoid_desktop.integrations.llm.models import ModelState
from characoid_desktop.jobs.models import Job, JobProgress, JobState


class Host:
    """As much of an engine host as a light looks at."""

    name = "rvc"

    def __init__(self):
        self.state, self.state_changed = EngineState.STOPPED, Event()

    def go(self, state):
        self.state = state
        self.state_changed.emit(state)

    def light_sentence(self):
        return Text.literal(f"is {self.state}")


JOB = Job("1", "rvc.convert", Text.literal("a"), {}, JobState.RUNNING, "compute", 1, 1, None, datetime.now(UTC), None,
          None, None, None, JobProgress(Text.literal("c"), 0.624, None))


@pytest.fixture
def lit():
    board, host = StatusBoard(), Host()
    return board, host, EngineLight(board, host, Text.literal("RVC"), "rvc_session")


def test_every_state_has_a_shape(lit):
    board, host, _ = lit
    assert set(STATES) == set(EngineState)
    for state in EngineState:
        host.go(state)
        assert board.lights[0].state is STATES[state]


def test_a_working_engine_says_how_far_it_is_until_its_job_is_over(lit):
    board, host, light = lit
    host.go(EngineState.BUSY)
    light.note(JOB)
    assert str(board.lights[0].sentence) == "converting 62%"
    light.note(replace(JOB, state=JobState.COMPLETED, progress=None))
    assert str(board.lights[0].sentence) == "is busy"


def test_a_click_opens_the_panel_and_restarts_an_engine_that_failed(lit):
    board, host, _ = lit
    assert board.lights[0].action.kind is ActionKind.OPEN_PANEL
    host.go(EngineState.FAILED)
    assert board.lights[0].state is LightState.FAILED
    assert board.lights[0].action.kind is ActionKind.RESTART_ENGINE
    assert board.lights[0].action.args == {"engine": "rvc"}


class ModelsOfTest:
    def __init__(self):
        self.state, self.changed = ModelState(), Event()

    def go(self, state):
        self.state = state
        self.changed.emit(state)


def test_the_light_of_the_model_says_that_the_offline_brain_answers_and_leads_to_its_page():
    board, models = StatusBoard(), ModelsOfTest()
    ModelLight(board, models)
    light = board.lights[0]
    assert (light.id, light.state) == ("model", LightState.OFF)
    assert str(light.sentence) == "not connected · offline answers"
    assert light.action.kind is ActionKind.OPEN_SETTINGS
    assert light.action.args == {"page": "models"}


def test_the_light_of_the_model_follows_what_the_directory_says():
    board, models = StatusBoard(), ModelsOfTest()
    ModelLight(board, models)
    models.go(ModelState(LightState.WORKING, Text.literal("answering")))
    assert (board.lights[0].state, str(board.lights[0].sentence)) == (LightState.WORKING, "answering")
    models.go(ModelState())
    assert str(board.lights[0].sentence) == "not connected · offline answers"

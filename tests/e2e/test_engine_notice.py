"""An engine that cannot be started says so in the window, with its log; once it works again the notice goes."""

import sys

import pytest

from characoid_desktop.core.errors import ActionKind
from characoid_desktop.engines.catalog import RVC, launch
from characoid_desktop.engines.contracts import EngineState, EngineUnavailable
from characoid_desktop.engines.process import Launch
from tests.fakes.eventually import eventually
from tests.fakes.home import running_container


@pytest.mark.slow
@pytest.mark.plain_log
async def test_three_failed_starts_become_a_notice_with_restart_and_log_that_goes_when_it_works(home):
    async with running_container(home) as app:
        rvc = app.engines.rvc
        rvc.set_launch(Launch(RVC, (sys.executable, "-c", "raise SystemExit(7)"), home.cache, {}))
        with pytest.raises(EngineUnavailable):
            await rvc.start()
        assert rvc.state is EngineState.FAILED
        (notice,) = app.notices.open
        assert [action.kind for action in notice.actions] == [ActionKind.RESTART_ENGINE, ActionKind.OPEN_LOG]
        assert (home.logs / "engine-rvc.log").is_file()
        rvc.set_launch(launch(RVC, home))
        await app.restart_engine(rvc)
        await eventually(lambda: rvc.state is EngineState.READY)
        assert app.notices.open == ()

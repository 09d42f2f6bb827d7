"""Large views are made step by step, the loop comes round in between, and nobody sees them half made."""

from __future__ import annotations

import asyncio
import time

import pytest
from PySide6.QtWidgets import QWidget

from characoid_desktop.ui.widgets.gradual import BUDGET_S, Gradual, Steps
from characoid_desktop.ui.widgets.skeleton import Skeleton
from tests.fakes.eventually import eventually
from tests.fakes.themes import themed_app


def counting(done: list[int], steps: int, each_s: float = 0.0) -> Steps:
    for number in range(steps):
        time.sleep(each_s)
        done.append(number)
        yield


async def test_long_steps_have_a_round_each_and_short_ones_share_it(qapp: object) -> None:
    long, short = list[int](), list[int]()
    slow = Gradual(counting(long, 5, BUDGET_S))
    quick = Gradual(counting(short, 5))
    await eventually(lambda: slow.is_done and quick.is_done)
    assert long == short == [0, 1, 2, 3, 4]
    assert slow.rounds >= 5
    assert quick.rounds <= 2


async def test_who_cannot_wait_has_the_rest_done_at_once(qapp: object) -> None:
    done, ended = list[int](), list[int]()
    gradual = Gradual(counting(done, 5))
    gradual.done.connect(lambda: ended.append(1))
    gradual.finish()
    assert done == [0, 1, 2, 3, 4]
    assert ended == [1]
    gradual.finish()
    await asyncio.sleep(0.02)
    assert ended == [1]


async def test_what_is_stopped_stays_undone_and_tells_no_end(qapp: object) -> None:
    done, ended = list[int](), list[int]()
    gradual = Gradual(counting(done, 5))
    gradual.done.connect(lambda: ended.append(1))
    gradual.stop()
    await asyncio.sleep(0.02)
    assert (done, ended, gradual.is_done) == ([], [], True)


async def test_a_step_that_fails_ends_the_work(qapp: object) -> None:
    def failing() -> Steps:
        yield
        raise ValueError("no")

    gradual = Gradual(failing())
    with pytest.raises(ValueError, match="no"):
        gradual.finish()
    assert gradual.is_done


async def test_the_skeleton_covers_its_page_draws_back_and_speaks_when_it_takes_long(qapp: object) -> None:
    with themed_app():
        page = QWidget()
        page.resize(300, 200)
        skeleton = Skeleton(page)
        skeleton.cover(1)
        page.show()
        assert skeleton.geometry() == page.rect()
        page.resize(320, 240)
        assert skeleton.geometry() == page.rect()
        assert not skeleton.speaks
        await eventually(lambda: skeleton.speaks)
        skeleton.cover(0.5)
        assert skeleton.geometry().top() == 120
        assert skeleton.grab().width() == 320
        skeleton.hide()
        assert not skeleton.speaks
        page.close()
        page.deleteLater()

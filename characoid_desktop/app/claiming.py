"""Becoming the one window of a home, or handing over to the one that is there."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from typing import Any, TypeVar

from characoid_desktop.app.failure import Answer, Answered
from characoid_desktop.app.instance import Answer as WakeAnswer
from characoid_desktop.app.instance import FirstInstance, claim, end_first, pid_of_first, wake_first
from characoid_desktop.core.errors import AppError
from characoid_desktop.core.i18n import Text
from characoid_desktop.core.paths import AppPaths
from characoid_desktop.data.errors import file_in_the_way, from_os
from characoid_desktop.ui.shell.failure_window import StartFailure

T = TypeVar("T")
PATIENCE_S = 7.0  # an ending window needs at most 5 s, a starting one less
ASK_AGAIN_S = 0.1
CONNECT_MS = 300
Asker = Callable[[StartFailure], Awaitable[Answered]]
Wording = Callable[[Coroutine[Any, Any, T]], Awaitable[T]]


async def claim_window(
    paths: AppPaths, files: Sequence[str], ask: Asker, with_words: Wording[FirstInstance | WakeAnswer]
) -> FirstInstance | Answered | None:
    """Return the claim of this home; None when another window has come to the front with ``files``.

    Returns the answer of the user instead when that was to quit or to take another home.
    """
    while True:
        pid = None
        try:
            found = await with_words(_claim_or_wake(paths, files))
            if isinstance(found, FirstInstance):
                return found
            if found is WakeAnswer.ACTIVATED:
                return None
            pid = await asyncio.to_thread(pid_of_first, paths.instance_lock)
            failure = StartFailure(
                Text.of("CHARACOID is already running, but it does not answer."),
                Text.of("Your data is safe. Wait a moment and try again, or end it."),
                has_log=False, can_end_other=pid is not None)
        except AppError as error:
            failure = StartFailure.of(error, place=str(paths.instance_lock), can_choose_home=True, has_log=False)
        answered = await ask(failure)
        if answered.answer is Answer.END_OTHER and pid is not None:
            await asyncio.to_thread(end_first, pid)
        elif answered.answer in (Answer.QUIT, Answer.OTHER_HOME):
            return answered


async def _claim_or_wake(paths: AppPaths, files: Sequence[str]) -> FirstInstance | WakeAnswer:
    """Try both until one works: a window that is just starting or ending holds the lock and does not listen."""
    loop = asyncio.get_running_loop()
    deadline = loop.time() + PATIENCE_S
    while True:
        try:
            first = claim(paths.data, paths.instance_lock)
        except OSError as error:
            raise from_os(error, paths.instance_lock) or file_in_the_way(paths.instance_lock, repr(error)) from error
        if first is not None:
            return first
        answer = await asyncio.to_thread(wake_first, paths.data, files, CONNECT_MS)
        if answer is not WakeAnswer.ABSENT or loop.time() > deadline:
            return answer
        await asyncio.sleep(ASK_AGAIN_S)

"""How a turn ends that cannot go on: one clear line each, and nothing more is done."""

from __future__ import annotations

from characoid_desktop.core.errors import AppError
from characoid_desktop.core.i18n import Text


class TurnEnded(AppError):
    """The turn is over. What was done before stays done; the timeline shows it."""

    code = "turn_ended"


def _ended(code: str, sentence: Text) -> TurnEnded:
    return TurnEnded(sentence, code=code,
                     safe=Text.of("Your message is kept. What was finished before stays as it is."))


def too_many_model_calls() -> TurnEnded:
    return _ended("too_many_steps", Text.of("This took more steps than one answer may take, so it was ended."))


def too_many_tool_calls() -> TurnEnded:
    return _ended("too_many_calls",
                  Text.of("The model called tools over and over without getting anywhere, so it was ended."))


def ping_pong() -> TurnEnded:
    return _ended("ping_pong", Text.of("The task went back and forth too often, so it was ended."))


def empty_answer() -> TurnEnded:
    return _ended("empty_answer", Text.of("The model gave an empty answer."))


def endless_answer() -> TurnEnded:
    return _ended("endless_answer", Text.of("The model would not stop writing, so it was stopped."))

"""Whether a whole dispatch request is confirmed before its worker is entered (RVC: here, and not at each tool)."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, cast

from characoid_desktop.agents.runtime.approval_models import ApprovalSummary, Change
from characoid_desktop.agents.vocabulary import LEGACY_REQUEST
from characoid_desktop.core.errors import AppError
from characoid_desktop.core.i18n import Text

COST_LIMIT_S: Final = 5.0
_log = logging.getLogger(__name__)
_HARMLESS: Final = ("session_status", "cancel")
_TITLES: Final[Mapping[str, Text]] = {
    "convert_audio_with_rvc": Text.of("Convert this audio?"),
    "mix_rvc_instrumental": Text.of("Mix voice and music?"),
    "prepare_rvc_source": Text.of("Prepare this audio?"),
    "separate_rvc_vocals": Text.of("Separate voice and music?"),
}
_LABELS: Final[Mapping[str, Text]] = {
    "semitones": Text.of("Pitch"), "pitch": Text.of("Pitch"), "model_id": Text.of("Voice"),
    "preset_id": Text.of("Preset"), "format": Text.of("Format"),
}


@dataclass(frozen=True, slots=True)
class Cost:
    """What a request will cost, in words: how long the sound is, how long the work takes, to which voice."""

    length: Text | None = None
    time: Text | None = None
    voice: Text | None = None


Costs = Callable[[Mapping[str, Any]], Awaitable[Cost]]


async def no_costs(request: Mapping[str, Any]) -> Cost:
    """Know nothing of what a request costs."""
    del request
    return Cost()


class ConfirmationPolicy:
    """The decision taken in ``supervisor_dispatch``. ``ask_before_converting()`` is the setting of that name.

    It asks for work of the RVC worker when the user wants that, or when the turn has read text from outside. What
    was approved as a whole is not asked about again call by call, except in the free loop of a legacy request.
    ``costs`` says what the work takes.
    """

    def __init__(self, ask_before_converting: Callable[[], bool] = lambda: False, costs: Costs = no_costs) -> None:
        self._ask_before_converting = ask_before_converting
        self._costs = costs

    def asks(self, request: Mapping[str, Any], taint: Sequence[str]) -> bool:
        if request.get("worker") != "rvc_worker" or request.get("task_type") == LEGACY_REQUEST:
            return False
        if request.get("task_type") == "cancel_rvc_task" or _action(request) in _HARMLESS:
            return False
        return bool(taint) or self._ask_before_converting()

    def covers(self, request: Mapping[str, Any]) -> bool:
        """Whether an approved request stands for the calls of its deterministic plan."""
        return request.get("worker") == "rvc_worker" and request.get("task_type") != LEGACY_REQUEST

    async def summary(
        self, request: Mapping[str, Any], taint: Sequence[str], names: Mapping[str, str],
    ) -> ApprovalSummary:
        """Say what is about to be done; ``names`` are those of the files by their ids."""
        cost = await self._known_cost(request)
        files = [names[value] for value in _ids(request.get("input_refs")) if value in names]
        options = _object(request.get("options"))
        changes = [Change(label, Text.literal("–"), _shown(key, options[key]))
                   for key, label in _LABELS.items() if options.get(key) is not None]
        if cost.voice is not None:
            changes.insert(0, Change(_LABELS["model_id"], Text.literal("–"), cost.voice))
        return ApprovalSummary(
            _TITLES.get(str(request.get("task_type")), Text.of("Let this step begin?")),
            target=_target(files, cost), duration=cost.time,
            effect=Text.of("The original stays as it is; the result is a new file."),
            changes=tuple(changes), sources=tuple(taint))

    async def _known_cost(self, request: Mapping[str, Any]) -> Cost:
        """Return the cost; a question is never kept back because it is not known."""
        try:
            async with asyncio.timeout(COST_LIMIT_S):
                return await self._costs(request)
        except (AppError, TimeoutError) as error:
            _log.info("what a request costs is not known: %r", error)
            return Cost()


def _shown(key: str, value: object) -> Text:
    if key in ("pitch", "semitones") and isinstance(value, (int, float)):
        return Text.of("{key} semitones", key=f"{value:+g}".replace("-", "−"))
    return Text.literal(str(value)[:200])


def _target(files: Sequence[str], cost: Cost) -> Text | None:
    names = ", ".join(files)
    if cost.length is None:
        return Text.literal(names) if files else None
    return Text.of("{name} ({length})", name=names, length=cost.length) if files else cost.length


def _action(request: Mapping[str, Any]) -> str:
    return str(_object(request.get("options")).get("action", ""))


def _object(value: object) -> Mapping[str, Any]:
    return cast("Mapping[str, Any]", value) if isinstance(value, Mapping) else {}


def _ids(refs: object) -> list[str]:
    found: list[str] = []
    for value in _object(refs).values():
        many = cast("Sequence[Any]", value) if isinstance(value, (list, tuple)) else (value,)
        found += [str(one) for one in many]
    return found

"""Whether a whole dispatch request is confirmed before its worker is entered (RVC: here, and not at each tool)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, cast

from characoid_desktop.agents.runtime.approval_models import ApprovalSummary, Change
from characoid_desktop.agents.vocabulary import LEGACY_REQUEST
from characoid_desktop.core.i18n import Text

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


class ConfirmationPolicy:
    """The decision taken in ``supervisor_dispatch``. ``ask_before_converting()`` is the setting of that name.

    It asks for work of the RVC worker when the user wants that, or when the turn has read text from outside. What
    was approved as a whole is not asked about again call by call, except in the free loop of a legacy request.
    """

    def __init__(self, ask_before_converting: Callable[[], bool] = lambda: False) -> None:
        self._ask_before_converting = ask_before_converting

    def asks(self, request: Mapping[str, Any], taint: Sequence[str]) -> bool:
        if request.get("worker") != "rvc_worker" or request.get("task_type") == LEGACY_REQUEST:
            return False
        if request.get("task_type") == "cancel_rvc_task" or _action(request) in _HARMLESS:
            return False
        return bool(taint) or self._ask_before_converting()

    def covers(self, request: Mapping[str, Any]) -> bool:
        """Whether an approved request stands for the calls of its deterministic plan."""
        return request.get("worker") == "rvc_worker" and request.get("task_type") != LEGACY_REQUEST

    def summary(self, request: Mapping[str, Any], taint: Sequence[str], names: Mapping[str, str]) -> ApprovalSummary:
        """Say what is about to be done; ``names`` are those of the files by their ids."""
        files = [names[value] for value in _ids(request.get("input_refs")) if value in names]
        options = _object(request.get("options"))
        changes = [Change(label, Text.literal("–"), Text.literal(str(options[key])[:200]))
                   for key, label in _LABELS.items() if options.get(key) is not None]
        return ApprovalSummary(
            _TITLES.get(str(request.get("task_type")), Text.of("Let this step begin?")),
            target=Text.literal(", ".join(files)) if files else None,
            effect=Text.of("The original stays as it is; the result is a new file."),
            changes=tuple(changes), sources=tuple(taint))


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

"""What is missing for what, each with a sentence and the next step: the normal state of a first run."""

from __future__ import annotations

from collections.abc import Sequence

from characoid_desktop.core.errors import Action, ActionKind
from characoid_desktop.core.i18n import Text
from characoid_desktop.features.voices.models import ItemState, Kind, LibraryItem, Need

PANEL = "rvc_session"  # the library is a part of this panel
SWIFT = "swift"
METHOD_KINDS = {"rmvpe": Kind.RMVPE, "fcpe": Kind.FCPE, "crepe": Kind.CREPE, "crepe-tiny": Kind.CREPE}
_PITCH_NAMES = {Kind.RMVPE: "RMVPE", Kind.FCPE: "FCPE", Kind.CREPE: "CREPE"}


def needs(items: Sequence[LibraryItem], *, f0_method: str = SWIFT, separation: bool = False) -> list[Need]:
    """Return what a conversion with these wishes lacks, what is required first."""
    there = {item.kind for item in items if item.state is ItemState.READY}
    found: list[Need] = []
    if Kind.VOICE not in there:
        found.append(Need("convert", Kind.VOICE, Text.of(
            "There is no voice yet. Drop a voice (.pth) on the library, with its index if there is one, or the folder "
            "of RVC WebUI or Applio."), _open(Kind.VOICE), required=True))
    if Kind.CONTENTVEC not in there:
        found.append(Need("convert", Kind.CONTENTVEC, Text.of(
            "ContentVec is missing; every voice needs it. Drop its folder (config.json and pytorch_model.bin or "
            "model.safetensors) on the library; Applio keeps it in rvc/models/embedders/contentvec."),
            _open(Kind.CONTENTVEC), required=True))
    kind = METHOD_KINDS.get(f0_method)
    if kind is not None and kind not in there:
        found.append(Need("pitch", kind, Text.of(
            "The weights of {method} are missing. Drop the file on the library, or let SwiftF0 find the pitch; it is "
            "built in.", method=_PITCH_NAMES[kind]), _open(kind), required=False))
    if separation and Kind.SEPARATION not in there:
        found.append(Need("separate", Kind.SEPARATION, Text.of(
            "There is no model for taking voice and music apart. Drop one on the library (MDX-Net .onnx or HTDemucs "
            "are the quickest without a graphics card); until then the basic ways are used."),
            _open(Kind.SEPARATION), required=False))
    return found


def _open(kind: Kind) -> Action:
    return Action(ActionKind.OPEN_PANEL, Text.of("Open the library"), {"panel": PANEL, "library": kind.value})

"""The panels, in the order of the navigation rail. A panel that has no factory is not shown."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from PySide6.QtWidgets import QWidget

from characoid_desktop.core.i18n import Text

PanelFactory = Callable[[], QWidget]


class PanelId(StrEnum):
    CHAT = "chat"
    PERSONA = "persona"
    VOICE_STUDIO = "voice_studio"
    RVC = "rvc_session"
    LIVE2D = "live2d"
    CAPABILITIES = "grants"
    ACTIVITY = "activity"
    SETTINGS = "settings"


@dataclass(frozen=True, slots=True)
class PanelSpec:
    """One entry of the rail.

    ``factory`` returns a new view of the living model each time it is called; the view has its own header.
    """

    id: str
    label: Text  # at most 6 CJK or 12 Latin letters
    icon: str
    factory: PanelFactory
    takes_files: bool = False  # files dropped anywhere on the window go to this panel
    at_bottom: bool = False


@dataclass(frozen=True, slots=True)
class _Entry:
    id: PanelId
    label: Text
    icon: str
    takes_files: bool = False
    at_bottom: bool = False


PANELS: tuple[_Entry, ...] = (
    _Entry(PanelId.CHAT, Text.of("Chat"), "chat"),
    _Entry(PanelId.PERSONA, Text.of("Persona"), "persona"),
    _Entry(PanelId.VOICE_STUDIO, Text.of("Voice Studio"), "microphone"),
    _Entry(PanelId.RVC, Text.of("RVC"), "wave", takes_files=True),
    _Entry(PanelId.LIVE2D, Text.of("Live2D"), "live2d"),
    _Entry(PanelId.CAPABILITIES, Text.of("Capabilities"), "grid"),
    _Entry(PanelId.ACTIVITY, Text.of("Activity"), "activity"),
    _Entry(PanelId.SETTINGS, Text.of("Settings"), "settings", at_bottom=True),
)


def panels(factories: Mapping[PanelId, PanelFactory]) -> tuple[PanelSpec, ...]:
    """Return the panels that have a factory, in the order of the rail."""
    return tuple(
        PanelSpec(entry.id.value, entry.label, entry.icon, factories[entry.id],
                  takes_files=entry.takes_files, at_bottom=entry.at_bottom)
        for entry in PANELS if entry.id in factories
    )

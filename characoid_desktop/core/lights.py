"""Status lights: one per outside part (an engine, later a model or VTube Studio)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from characoid_desktop.core.errors import Action
from characoid_desktop.core.events import Event
from characoid_desktop.core.i18n import Text


class LightState(StrEnum):
    OFF = "off"  # ring
    WORKING = "working"  # half disc
    READY = "ready"  # disc with check
    WAITING = "waiting"  # triangle: needs the user
    FAILED = "failed"  # square with cross


@dataclass(frozen=True, slots=True)
class Light:
    id: str
    name: Text
    state: LightState
    sentence: Text
    action: Action | None = None


class StatusBoard:
    """The lights in order of registration. ``changed`` fires with the light that changed."""

    def __init__(self) -> None:
        self.changed: Event[Light] = Event()
        self._lights: dict[str, Light] = {}

    @property
    def lights(self) -> tuple[Light, ...]:
        return tuple(self._lights.values())

    def set(self, light: Light) -> None:
        if self._lights.get(light.id) == light:
            return
        self._lights[light.id] = light
        self.changed.emit(light)

"""How a worker is shown: its name, its icon and its hue, the same in chat, confirmations and Activity."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from PySide6.QtGui import QColor

from characoid_desktop.agents.vocabulary import MCP, SUPERVISOR, canonicalize_worker_name
from characoid_desktop.core.i18n import Text
from characoid_desktop.ui.theme.theme import Theme


@dataclass(frozen=True, slots=True)
class WorkerLook:
    """``hue`` names a worker colour of the theme."""

    label: Text
    icon: str
    hue: str


_LOOKS: Mapping[str, WorkerLook] = {
    "knowledge_worker": WorkerLook(Text.of("Knowledge"), "book", "knowledge"),
    "memory_worker": WorkerLook(Text.of("Memory"), "memory", "memory"),
    "document_worker": WorkerLook(Text.of("Documents"), "file", "document"),
    "profile_worker": WorkerLook(Text.of("Profile"), "persona", "profile"),
    "voice_worker": WorkerLook(Text.of("Speech"), "microphone", "voice"),
    "rvc_worker": WorkerLook(Text.of("RVC"), "wave", "rvc"),
    "live2d_worker": WorkerLook(Text.of("Live2D"), "live2d", "live2d"),
    "config_worker": WorkerLook(Text.of("Configuration"), "settings", "config"),
    SUPERVISOR: WorkerLook(Text.of("Supervisor"), "chat", "supervisor"),
    MCP: WorkerLook(Text.of("MCP"), "plug", "supervisor"),
}


def worker_look(name: str) -> WorkerLook:
    """Return the look of a worker, the supervisor or ``mcp``; an unknown name is shown as it is, neutrally."""
    known = _LOOKS.get(canonicalize_worker_name(name))
    return known if known is not None else WorkerLook(Text.literal(name), "plug", "supervisor")


def worker_color(theme: Theme, name: str) -> QColor:
    """Return the hue of a worker in a theme."""
    return theme.worker(worker_look(name).hue)

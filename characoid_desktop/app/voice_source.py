"""The model library as a voice conversion sees it: what can be used now, in the words of its port."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from characoid_desktop.features.rvc.voices_port import External, Separator, VoiceAssets, VoiceFiles
from characoid_desktop.features.voices.models import ItemState, Kind, LibraryItem
from characoid_desktop.features.voices.service import VoiceLibrary
from characoid_desktop.settings.sections.engines import EnginesSection, RvcEngine

_METHODS: Mapping[Kind, tuple[str, ...]] = {
    Kind.RMVPE: ("rmvpe",), Kind.FCPE: ("fcpe",), Kind.CREPE: ("crepe", "crepe-tiny"),
}
_SLOW = ("roformer", "mdx23c", "scnet", "bandit", "apollo")
"""Architectures that take many times the length of the sound on a CPU (voice.md E)."""


class LibraryVoices:
    """Implements features.rvc.voices_port.VoiceSource. Items whose files are gone are left out.

    ``external`` is asked each time which program converts instead of the built-in engine.
    """

    def __init__(self, library: VoiceLibrary, external: Callable[[], External | None] = lambda: None) -> None:
        self._library = library
        self._external = external

    def voices(self) -> Sequence[VoiceFiles]:
        return tuple(_voice(item) for item in self._library.voices if item.state is ItemState.READY)

    def get(self, voice_id: str) -> VoiceFiles | None:
        item = self._library.get(voice_id)
        return _voice(item) if item is not None and item.is_voice and item.state is ItemState.READY else None

    def assets(self) -> VoiceAssets:
        found: dict[str, Path] = {}
        contentvec = None
        for item in self._ready():
            if item.kind is Kind.CONTENTVEC:
                contentvec = item.folder
            for method in _METHODS.get(item.kind, ()):
                found[method] = item.weights_file
        return VoiceAssets(contentvec, found, self._external())

    def separators(self) -> Sequence[Separator]:
        models = [
            Separator(item.id, item.name, item.model_kind, item.folder, None, item.role.value or "vocals",
                      item.identity, any(word in item.model_kind for word in _SLOW))
            for item in self._ready() if item.kind is Kind.SEPARATION]
        return tuple(sorted(models, key=lambda one: one.slow))

    def _ready(self) -> list[LibraryItem]:
        return [item for item in self._library.weights() if item.state is ItemState.READY]


def external_of(section: EnginesSection) -> External | None:
    """Return the program that the settings choose; None for the built-in engine."""
    if section.rvc_engine is not RvcEngine.RVC_NEXT:
        return None
    return External(RvcEngine.RVC_NEXT.value, section.rvc_next_program)


def _voice(item: LibraryItem) -> VoiceFiles:
    return VoiceFiles(
        item.id, item.name, item.folder, item.index, item.identity, item.credit, item.version, item.rate, item.f0,
        item.speakers, item.f0_median, item.params)

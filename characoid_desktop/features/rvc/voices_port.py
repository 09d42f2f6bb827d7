"""What a session needs of the model library, and nothing more; the composition root gives it what can do this."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol


def _no_values() -> Mapping[str, Any]:
    return {}


def _no_files() -> Mapping[str, Path]:
    return {}


@dataclass(frozen=True, slots=True)
class VoiceFiles:
    """A voice of the library. ``folder`` holds voice.safetensors and voice.json; ``index`` is its retrieval index.

    ``identity`` changes when its files do. ``credit`` is what must be said of where the voice comes from.
    ``defaults`` are stored parameters (see :class:`parameters.VoiceParams`). ``f0_median`` is in Hz.
    """

    id: str
    name: str
    folder: Path
    index: Path | None = None
    identity: str = ""
    credit: str = ""
    version: str = ""
    rate: int = 0  # Hz
    f0: bool = True  # False: it speaks in the rhythm of the original, but at its own pitch
    speakers: int = 1
    f0_median: float | None = None
    defaults: Mapping[str, Any] = field(default_factory=_no_values)

    @property
    def index_name(self) -> str:
        return "" if self.index is None else self.index.name


@dataclass(frozen=True, slots=True)
class External:
    """A program of the user's own that converts instead of the built-in engine; it has its own models. ``program`` is
    its path, "" while none is named."""

    name: str
    program: str


@dataclass(frozen=True, slots=True)
class VoiceAssets:
    """What all voices need: ``contentvec`` is a folder, ``f0`` a weight file by method (those that need none, like
    ``swift``, are not named). With ``external``, none of them."""

    contentvec: Path | None = None
    f0: Mapping[str, Path] = field(default_factory=_no_files)
    external: External | None = None


@dataclass(frozen=True, slots=True)
class Separator:
    """A model that takes music apart. ``role``: "vocals", "lead_backing" or "dereverb"; ``slow``: not for a CPU."""

    id: str
    name: str
    kind: str
    model: Path
    config: Path | None = None
    role: str = "vocals"
    identity: str = ""
    slow: bool = False


class VoiceSource(Protocol):
    """The library as a session sees it. Answers come from memory: nothing blocks."""

    def voices(self) -> Sequence[VoiceFiles]:
        """All usable voices in the order of the library."""
        ...

    def get(self, voice_id: str) -> VoiceFiles | None: ...

    def assets(self) -> VoiceAssets: ...

    def separators(self) -> Sequence[Separator]:
        """Installed models, the one to be taken first in front."""
        ...


class NoVoices:
    """A library without anything in it."""

    def voices(self) -> Sequence[VoiceFiles]:
        return ()

    def get(self, voice_id: str) -> VoiceFiles | None:
        del voice_id
        return None

    def assets(self) -> VoiceAssets:
        return VoiceAssets()

    def separators(self) -> Sequence[Separator]:
        return ()


def find_voice(source: VoiceSource, words: str) -> VoiceFiles | None:
    """Return the voice with this id, else the only one of this name (case and spaces around do not matter)."""
    found = source.get(words)
    if found is not None:
        return found
    wanted = words.strip().casefold()
    named = [voice for voice in source.voices() if voice.name.strip().casefold() == wanted]
    return named[0] if len(named) == 1 else None

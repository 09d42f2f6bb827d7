"""What the library knows of a voice or of weights, and what came of an import."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from pathlib import Path
from typing import Any

from characoid_desktop.core.errors import Action, AppError
from characoid_desktop.core.i18n import Text

DIMENSIONS = {"v1": 256, "v2": 768}
MAX_NAME_CHARS = 200
MAX_CREDIT_CHARS = 2000
MAX_PARAMS_CHARS = 16_384


class Kind(StrEnum):
    VOICE = "voice"
    CONTENTVEC = "contentvec"
    RMVPE = "rmvpe"
    FCPE = "fcpe"
    CREPE = "crepe"
    SEPARATION = "separation"


PITCH_KINDS = (Kind.RMVPE, Kind.FCPE, Kind.CREPE)


class ItemState(StrEnum):
    """Whether the files that the engine reads are there; asked when needed, never taken for granted."""

    READY = "ready"
    MISSING = "missing"


class Role(StrEnum):
    """What a separation model takes apart; "" for everything else."""

    NONE = ""
    VOCALS = "vocals"
    LEAD_BACKING = "lead_backing"
    DEREVERB = "dereverb"


@dataclass(frozen=True, slots=True)
class LibraryItem:
    """A voice, or weights. Order is by ``seq``.

    ``source`` is the user's own file (it stays where it is, and may be gone since), ``sha256`` that of its bytes;
    the same for the index. ``facts`` is what the engine found out (version, rate, f0, speakers, f0_median, epoch, note
    for voices; model_kind, size … for weights). ``params`` are the parameters to begin with. ``cover`` is a file name
    in ``folder``. ``bytes`` is the size of what the engine reads.
    """

    seq: int
    id: str
    kind: Kind
    name: str
    sha256: str
    source: Path
    bytes: int
    index_source: Path | None
    index_sha256: str | None
    cover: str | None
    author: str
    credit: str
    licence: str
    facts: Mapping[str, Any]
    params: Mapping[str, Any]
    role: Role
    created_at: datetime
    updated_at: datetime
    folder: Path
    state: ItemState = ItemState.READY

    @property
    def is_voice(self) -> bool:
        return self.kind is Kind.VOICE

    @property
    def version(self) -> str:
        """"v1" or "v2"; "" for weights."""
        return self._word("version")

    @property
    def model_kind(self) -> str:
        return self._word("model_kind")

    @property
    def rate(self) -> int:
        """In Hz; 0 for weights."""
        value = self.facts.get("rate")
        return value if isinstance(value, int) and self.is_voice else 0

    @property
    def speakers(self) -> int:
        value = self.facts.get("speakers")
        return value if isinstance(value, int) and value > 0 else 1

    @property
    def f0(self) -> bool:
        return self.facts.get("f0") is not False

    @property
    def f0_median(self) -> float | None:
        value = self.facts.get("f0_median")
        return float(value) if isinstance(value, (int, float)) and not isinstance(value, bool) else None

    @property
    def index(self) -> Path | None:
        return self.folder / "index.faiss" if self.index_sha256 is not None else None

    @property
    def cover_path(self) -> Path | None:
        return self.folder / self.cover if self.cover else None

    @property
    def weights_file(self) -> Path:
        """The file with the numbers."""
        if self.is_voice:
            return self.folder / "voice.safetensors"
        onnx = self.model_kind.endswith("onnx")
        return self.folder / ("model.onnx" if onnx else "model.safetensors")

    @property
    def identity(self) -> str:
        """Changes when what is heard changes."""
        return f"{self.sha256[:16]}-{(self.index_sha256 or '')[:16]}"

    def _word(self, key: str) -> str:
        value = self.facts.get(key)
        return value if isinstance(value, str) else ""


@dataclass(frozen=True, slots=True)
class ImportProgress:
    """``done`` of ``total`` files; ``part`` (0–1) of the present one, called ``name``. ``stage`` is a word."""

    id: str
    done: int
    total: int
    name: str = ""
    stage: str = ""
    part: float = 0.0


@dataclass(frozen=True, slots=True)
class Refused:
    """A file that was not taken, and why."""

    path: Path
    error: AppError


@dataclass(slots=True)
class ImportReport:
    """What came of one drop. ``known`` were in the library already; ``skipped`` files were no business of ours."""

    id: str
    added: list[LibraryItem] = field(default_factory=list[LibraryItem])
    changed: list[LibraryItem] = field(default_factory=list[LibraryItem])
    known: list[LibraryItem] = field(default_factory=list[LibraryItem])
    refused: list[Refused] = field(default_factory=list[Refused])
    notes: list[Text] = field(default_factory=list[Text])
    skipped: int = 0

    @property
    def items(self) -> Sequence[LibraryItem]:
        return [*self.added, *self.changed, *self.known]


@dataclass(frozen=True, slots=True)
class Need:
    """Something that is missing for ``feature`` ("convert", "pitch", "separate"): one sentence and the next step.

    ``required`` is False where something else stands in for it.
    """

    feature: str
    kind: Kind
    sentence: Text
    action: Action
    required: bool

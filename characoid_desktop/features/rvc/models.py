"""The nouns of the RVC session: formats, what is known of a source, items and their states."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from pathlib import Path
from typing import Any

from characoid_desktop.core.errors import AppError
from characoid_desktop.core.i18n import Text
from characoid_desktop.features.rvc.parameters import Mixing, Separation, VoiceUse, object_of
from characoid_desktop.jobs.models import JobError, JobProgress
from characoid_desktop.settings.sections.conversion import OutputFormat


def suffix_of(format: OutputFormat) -> str:
    """Return the file suffix, with its dot."""
    return f".{format.value}"


def format_label(format: OutputFormat) -> str:
    """Return the name of a format for people."""
    return "Opus" if format is OutputFormat.OPUS else format.value.upper()


def bytes_per_sample(format: OutputFormat) -> float:
    """Upper bound for one sample of one channel in a file, for the free-space check."""
    return 4.0 if format in (OutputFormat.WAV, OutputFormat.FLAC) else 1.0


def parse_format(word: object) -> OutputFormat:
    """Return the format of a stored or typed word; WAV when it is none."""
    try:
        return OutputFormat(str(word).lower().lstrip("."))
    except ValueError:
        return OutputFormat.WAV


class ItemState(StrEnum):
    """One row of the queue. Waiting means: in the list, not yet asked to be converted."""

    WAITING = "waiting"
    UNREADABLE = "unreadable"
    QUEUED = "queued"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"
    CANCELLED = "cancelled"
    INTERRUPTED = "interrupted"

    @property
    def is_active(self) -> bool:
        """A job of it is queued or running."""
        return self in (ItemState.QUEUED, ItemState.RUNNING)

    @property
    def waits(self) -> bool:
        """It was never converted to the end, and nothing speaks against it."""
        return self in (ItemState.WAITING, ItemState.CANCELLED, ItemState.INTERRUPTED)

    @property
    def can_convert(self) -> bool:
        return not self.is_active

    @property
    def can_cancel(self) -> bool:
        return self in (ItemState.QUEUED, ItemState.RUNNING)

    @property
    def can_retry(self) -> bool:
        return self in (ItemState.UNREADABLE, ItemState.FAILED, ItemState.CANCELLED, ItemState.INTERRUPTED)

    @property
    def needs_user(self) -> bool:
        return self in (ItemState.UNREADABLE, ItemState.FAILED, ItemState.INTERRUPTED)


def number(value: object, low: float, high: float, default: float = 0.0) -> float:
    """Return a finite number within bounds; ``default`` for anything else (an engine may answer nonsense)."""
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not math.isfinite(value):
        return default
    return min(high, max(low, float(value)))


PICTURE_COLUMNS = 1_000  # of every waveform picture
PICTURE_BYTES = PICTURE_COLUMNS * 2  # int8 pairs: lowest, highest
MAX_DURATION_S = 7 * 24 * 3600.0


@dataclass(frozen=True, slots=True)
class SourceFacts:
    """What the media engine found: seconds, Hz, number of channels."""

    duration_s: float
    rate: int
    channels: int
    codec: str = ""
    container: str = ""
    truncated: bool = False

    @classmethod
    def from_value(cls, value: Mapping[str, Any]) -> SourceFacts:
        """Read the answer to ``probe`` (or a stored one); numbers out of range become 0."""
        return cls(
            number(value.get("duration_s"), 0.0, MAX_DURATION_S),
            int(number(value.get("rate"), 0, 768_000)),
            int(number(value.get("channels"), 0, 64)),
            str(value.get("codec") or "")[:40],
            str(value.get("container") or "")[:40],
            value.get("truncated") is True,
        )

    def to_value(self) -> dict[str, Any]:
        return {
            "duration_s": self.duration_s, "rate": self.rate, "channels": self.channels,
            "codec": self.codec, "container": self.container, "truncated": self.truncated,
        }


def _no_effect() -> Mapping[str, Any]:
    return {}


@dataclass(frozen=True, slots=True)
class ItemResult:
    """The finished file and how it came to be. ``lufs_*`` are None where loudness has no value (silence)."""

    path: Path
    duration_s: float
    rate: int
    channels: int
    truncated: bool = False
    warnings: tuple[str, ...] = ()
    lufs_in: float | None = None
    lufs_out: float | None = None
    preset: str = ""
    effect: Mapping[str, Any] = field(default_factory=_no_effect)
    engine: str = ""
    day: str = ""  # ISO date
    source: str = ""  # where the original was
    preset_id: str = ""
    provenance: Mapping[str, Any] = field(default_factory=_no_effect)  # see production.provenance_of

    def to_value(self) -> dict[str, Any]:
        return {
            "path": str(self.path), "duration_s": self.duration_s, "rate": self.rate,
            "channels": self.channels, "truncated": self.truncated, "warnings": list(self.warnings),
            "lufs_in": self.lufs_in, "lufs_out": self.lufs_out, "preset": self.preset,
            "effect": dict(self.effect), "engine": self.engine, "day": self.day,
            "source": self.source, "preset_id": self.preset_id, "provenance": dict(self.provenance),
        }

    @classmethod
    def from_value(cls, value: Mapping[str, Any]) -> ItemResult:
        """Read a stored result; raises KeyError without a path."""
        effect, provenance = value.get("effect"), value.get("provenance")
        return cls(
            Path(str(value["path"])),
            number(value.get("duration_s"), 0.0, MAX_DURATION_S),
            int(number(value.get("rate"), 0, 768_000)),
            int(number(value.get("channels"), 0, 64)),
            value.get("truncated") is True,
            words(value.get("warnings")),
            loudness(value.get("lufs_in")),
            loudness(value.get("lufs_out")),
            str(value.get("preset") or ""),
            dict(effect) if isinstance(effect, Mapping) else {},  # pyright: ignore[reportUnknownArgumentType]
            str(value.get("engine") or ""),
            str(value.get("day") or ""),
            str(value.get("source") or ""),
            str(value.get("preset_id") or ""),
            dict(provenance) if isinstance(provenance, Mapping) else {},  # pyright: ignore[reportUnknownArgumentType]
        )


def loudness(value: object) -> float | None:
    """Return LUFS, or None for silence and nonsense."""
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not math.isfinite(value):
        return None
    return float(value) if -100.0 < value < 30.0 else None


def words(value: object, limit: int = 20) -> tuple[str, ...]:
    """Return a list of short words out of plain JSON."""
    if not isinstance(value, (list, tuple)):
        return ()
    return tuple(str(word)[:200] for word in value[:limit])  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType]


@dataclass(frozen=True, slots=True)
class Choice:
    """What is to be done with one file: a preset, its effect (perhaps adjusted) and the format.

    ``voice``: a voice of the library instead of the preset. ``separation``: the voice is taken out of the music first
    and put back after; None for a file that is a voice alone (speech). ``mixing``: how the result is put together.
    """

    preset_id: str
    effect: Mapping[str, Any]
    format: OutputFormat
    voice: VoiceUse | None = None
    separation: Separation | None = None
    mixing: Mixing = field(default_factory=Mixing)

    @property
    def key(self) -> float:
        """Pitch change in semitones, as the file name shows it."""
        if self.voice is not None:
            return self.voice.params.pitch
        return number(self.effect.get("semitones"), -48.0, 48.0)

    @property
    def is_staged(self) -> bool:
        """Whether it takes more than the one step of a built-in effect."""
        return self.voice is not None or self.separation is not None or self.mixing != Mixing()

    def production(self) -> dict[str, Any]:
        """Return the part beyond the preset as plain JSON; empty without one."""
        if not self.is_staged:
            return {}
        return {
            "voice": None if self.voice is None else self.voice.to_value(),
            "separation": None if self.separation is None else self.separation.to_value(),
            "mixing": self.mixing.to_value(),
        }

    def with_production(self, value: object) -> Choice:
        """Return this choice with a stored part beyond the preset."""
        given = object_of(value)
        voice, separation = object_of(given.get("voice")), object_of(given.get("separation"))
        return replace(
            self, voice=VoiceUse.from_value(voice) if voice else None,
            separation=Separation.from_value(separation) if separation else None,
            mixing=Mixing.from_value(given.get("mixing")))


@dataclass(frozen=True, slots=True)
class SessionItem:
    """One file of the session, in the order of ``seq``.

    ``path`` is where its bytes are read; ``origin`` is where the user had it (another place when a copy is
    kept), which names the result and is its folder unless one was chosen.
    """

    id: str
    seq: int
    attachment_id: str
    path: Path
    origin: Path
    name: str  # for display: one line
    choice: Choice
    state: ItemState = ItemState.WAITING
    size: int = 0
    facts: SourceFacts | None = None
    job_id: str | None = None
    result: ItemResult | None = None
    error: JobError | None = None
    progress: JobProgress | None = None
    session_id: str = ""


@dataclass(frozen=True, slots=True)
class Place:
    """Where results go and what they are called. ``folder`` None: beside each original."""

    folder: Path | None
    template: str


@dataclass(frozen=True, slots=True)
class BatchReport:
    """All asked-for conversions are over."""

    done: int
    failed: int
    cancelled: int
    seconds: float = 0.0  # from the first to the last
    last: Path | None = None  # the last result

    @property
    def sentence(self) -> Text:
        """One line for the notification."""
        if not self.failed and not self.cancelled:
            return Text.count("{n} file is converted.", "{n} files are converted.", self.done)
        return Text.of("{done} converted, {failed} failed, {cancelled} stopped.",
                       done=self.done, failed=self.failed, cancelled=self.cancelled)


@dataclass(frozen=True, slots=True)
class AddReport:
    """What became of dropped files. ``refused`` holds a sentence for each that was named but cannot be used."""

    added: int = 0
    already_there: int = 0
    skipped: int = 0  # in folders: not sound, links, hidden
    own_outputs: int = 0
    cut: Text | None = None
    refused: tuple[AppError, ...] = ()

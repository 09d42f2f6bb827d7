"""Converting one file: checks, the engine's work on a hidden file, and one step into place.

Used by the job of the session and by the command line. No Qt, no database.
"""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any, TypeVar

from characoid_desktop.core.errors import AppError
from characoid_desktop.core.i18n import Text
from characoid_desktop.engines.contracts import EngineHost, EngineJobError, EngineProgress, EngineResult
from characoid_desktop.features.rvc.destination import (
    check_destination,
    check_source,
    put_in_place,
    remove_part,
)
from characoid_desktop.features.rvc.models import (
    MAX_DURATION_S,
    PICTURE_BYTES,
    PICTURE_COLUMNS,
    SourceFacts,
    bytes_per_sample,
    loudness,
    number,
    suffix_of,
    words,
)
from characoid_desktop.features.rvc.naming import (
    DEFAULT_TEMPLATE,
    NameFields,
    names,
    part_name,
    safe_stem,
    shown,
)
from characoid_desktop.settings.sections.conversion import OutputFormat

T = TypeVar("T")
BUILTIN_ENGINE = "built-in"


def _today() -> date:
    return datetime.now(UTC).astimezone().date()


def _new_id() -> str:
    return uuid.uuid4().hex


def _no_effect() -> Mapping[str, Any]:
    return {}


def _no_history() -> Mapping[str, str]:
    return {}


@dataclass(frozen=True, slots=True)
class ConversionRequest:
    """One file to convert. ``folder`` None: beside the origin. ``effect`` goes to the engine as it is.

    ``origin`` is where the user had the file, when ``source`` is a copy of it; it gives the title. ``id``
    names the hidden file, so whoever knows it can remove what a power cut left. ``facts`` (if known) make
    the free-space check exact.
    """

    source: Path
    folder: Path | None = None
    template: str = DEFAULT_TEMPLATE
    format: OutputFormat = OutputFormat.WAV
    effect: Mapping[str, Any] = field(default_factory=_no_effect)
    preset: str = ""
    key: float = 0.0
    id: str = field(default_factory=_new_id)
    facts: SourceFacts | None = None
    day: date = field(default_factory=_today)
    engine_label: str = BUILTIN_ENGINE
    origin: Path | None = None
    history: Mapping[str, str] = field(default_factory=_no_history)  # more words for the provenance in the tags

    @property
    def named_after(self) -> Path:
        return self.origin if self.origin is not None else self.source

    @property
    def target_folder(self) -> Path:
        return self.folder if self.folder is not None else self.named_after.parent

    @property
    def part(self) -> Path:
        """The hidden file that is written first, in the folder of the result."""
        return self.target_folder / part_name(self.id)

    @property
    def name_fields(self) -> NameFields:
        return NameFields(self.named_after.stem, self.preset, self.key, self.day)

    @property
    def tags(self) -> dict[str, str]:
        """Provenance for the file itself: source, voice, key, engine and date."""
        title = safe_stem(self.named_after.stem)
        history = {
            "source": shown(self.named_after.name), "preset": self.preset, "key": f"{self.key:+g}",
            "engine": self.engine_label, "date": self.day.isoformat(), **self.history,
        }
        if "voice" in history:
            del history["preset"]  # the same name, in the better word
        comment = "; ".join(f"{name}: {value}" for name, value in history.items() if value)
        return {"title": title, "date": self.day.isoformat(), "encoder": "CHARACOID Desktop",
                "comment": f"CHARACOID – {comment}"}


@dataclass(frozen=True, slots=True)
class ConversionOutcome:
    """The finished file. Seconds, Hz; waveform pictures of result and source (PICTURE_BYTES, or empty)."""

    path: Path
    duration_s: float
    rate: int
    channels: int
    frames: int = 0
    truncated: bool = False
    warnings: tuple[str, ...] = ()
    lufs_in: float | None = None
    lufs_out: float | None = None
    peaks_out: bytes = b""
    peaks_in: bytes = b""


def needed_bytes(request: ConversionRequest, source_bytes: int) -> int:
    """Return an upper bound for the size of the result, for the check before work starts."""
    facts = request.facts
    if facts is not None and facts.duration_s > 0:
        size = facts.duration_s * facts.rate * facts.channels * bytes_per_sample(request.format)
        return int(size) + 65_536
    # Not probed: plain samples at most double (16 to 32 bit); packed sound grows about twelvefold.
    plain = request.source.suffix.lower() in (".wav", ".wave", ".w64", ".rf64", ".aif", ".aiff", ".au", ".caf")
    grows = 2 if plain else 12
    return source_bytes * grows if request.format in (OutputFormat.WAV, OutputFormat.FLAC) else source_bytes


async def convert_one(
    engine: EngineHost,
    request: ConversionRequest,
    on_progress: Callable[[EngineProgress], object] | None = None,
) -> ConversionOutcome:
    """Convert one file and return what was made.

    Raises AppError with a sentence naming the file. Cancelled at any moment, or failing in any way, it
    leaves nothing behind: the source is only read, and the result appears in one step at the end.
    """
    part = request.part
    try:
        state = await in_thread(lambda: check_source(request.source))
        need = needed_bytes(request, state.st_size)
        # To its end even when cancelled: it makes the hidden file for a moment.
        await settled(lambda: check_destination(request.target_folder, part, need))
        try:
            answer = await engine.run(
                "convert",
                {
                    "input": str(request.source), "output": str(part), "format": request.format.value,
                    "effect": dict(request.effect), "tags": request.tags, "columns": PICTURE_COLUMNS,
                },
                on_progress=on_progress,
                scratch=(part,),
            )
        except EngineJobError as error:
            raise named(error, request.named_after) from error
        path = await settled(lambda: place(request), undo=remove_part)
    except BaseException:
        await settled(lambda: remove_part(part))
        raise
    # Nothing is awaited from here on: a cancel that comes now is too late, one that came earlier left nothing.
    return outcome_of(path, answer)


def outcome_of(path: Path, answer: EngineResult) -> ConversionOutcome:
    """Return what an engine's answer says of the finished file at ``path``; nonsense becomes 0 or nothing."""
    value = answer.value
    return ConversionOutcome(
        path,
        number(value.get("duration_s"), 0.0, MAX_DURATION_S),
        int(number(value.get("rate"), 0, 768_000)),
        int(number(value.get("channels"), 0, 64)),
        int(number(value.get("frames"), 0, 2**53)),
        value.get("truncated") is True,
        words(value.get("warnings")),
        loudness(value.get("lufs_in")),
        loudness(value.get("lufs_out")),
        *peaks_of(answer.payloads),
    )


def peaks_of(payloads: Sequence[bytes]) -> tuple[bytes, bytes]:
    """Return the pictures of (result, source) that came with an answer; empty where none came."""
    made, source = (*payloads[:2], b"", b"")[:2]
    return (made if len(made) == PICTURE_BYTES else b""), (source if len(source) == PICTURE_BYTES else b"")


def named(error: EngineJobError, source: Path) -> AppError:
    """Return the engine's error with the file's name before its sentence."""
    sentence = Text.of(NAMED, name=shown(source.name, 120), sentence=error.sentence)
    return AppError(sentence, safe=error.safe, code=error.code, detail=error.detail)


NAMED = "“{name}”: {sentence}"


def unnamed(sentence: Text) -> Text:
    """Return a sentence without the file's name before it, for places that show the name already."""
    inner = sentence.params.get("sentence")
    return inner if sentence.source == NAMED and isinstance(inner, Text) else sentence


def place(request: ConversionRequest) -> Path:
    """Give the finished file its name; raises AppError. Blocks."""
    # The number, should the name be taken, comes in the same step as the move.
    wanted = next(names(request.template, request.name_fields, suffix_of(request.format), request.target_folder))
    return put_in_place(request.part, request.target_folder / wanted)


async def in_thread(work: Callable[[], T]) -> T:
    """Run blocking ``work`` in a thread; a cancel does not wait for it."""
    return await asyncio.get_running_loop().run_in_executor(None, work)


async def settled(work: Callable[[], T], undo: Callable[[T], object] | None = None) -> T:
    """Run ``work`` in a thread to its end even when cancelled meanwhile; then ``undo`` it and let go."""
    inner = asyncio.get_running_loop().run_in_executor(None, work)
    try:
        return await asyncio.shield(inner)
    except asyncio.CancelledError:
        await asyncio.wait([inner])
        if undo is not None and not inner.cancelled() and inner.exception() is None:
            made = inner.result()
            await asyncio.wait([asyncio.get_running_loop().run_in_executor(None, lambda: undo(made))])
        raise

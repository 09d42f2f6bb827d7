"""Producing one file in stages: prepare → separate → convert → mix, each kept until something before it changes.

No database: the job of the session and the command line use it alike. A stage that was finished is found again after
any crash; one that was not leaves nothing.
"""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from characoid_desktop.core.errors import AppError
from characoid_desktop.engines.contracts import EngineHost, EngineProgress, EngineResult
from characoid_desktop.features.rvc.conversion import (
    ConversionOutcome,
    ConversionRequest,
    in_thread,
    needed_bytes,
    outcome_of,
    place,
    settled,
)
from characoid_desktop.features.rvc.destination import check_destination, check_source, remove_part
from characoid_desktop.features.rvc.models import MAX_DURATION_S, PICTURE_COLUMNS, number
from characoid_desktop.features.rvc.orders import (
    Order,
    effect_order,
    mix_order,
    prepare_order,
    separate_order,
    voice_kind,
    voice_order,
    voice_params,
)
from characoid_desktop.features.rvc.parameters import Mixing, Separation, VoiceUse
from characoid_desktop.features.rvc.rates import Estimate, Rates
from characoid_desktop.features.rvc.stages import Done, Stage, StageFolder, Track, source_identity
from characoid_desktop.features.rvc.trouble import DEVICE, explained, kind_of, stuck
from characoid_desktop.features.rvc.voices_port import VoiceSource

WAITING = "waiting_for_machine"
STAGE_COPIES = 4  # decoded original, vocals, music, converted: float WAV files of the length of the source
_SPANS: Mapping[str, Mapping[str, tuple[float, float]]] = {
    "convert_voice": {"load": (0.0, 0.1), "pitch": (0.1, 0.2), "convert": (0.2, 1.0)},
    "separate": {"load": (0.0, 0.02), "separate": (0.02, 1.0)},
}
"""Where the engine's own steps lie within a stage; others fill all of it."""


@dataclass(frozen=True, slots=True)
class Production:
    """One file to produce. ``request`` says from what, to where and with which built-in effect.

    ``until``: the last stage wanted (SEPARATE: only the parts). ``music`` False leaves the voice alone in the result.
    ``again``: the job this one takes up again, whose
    finished result is taken instead of making a second one.
    """

    request: ConversionRequest
    voice: VoiceUse | None = None
    separation: Separation | None = None
    mixing: Mixing = field(default_factory=Mixing)
    until: Stage = Stage.MIX
    again: str = ""
    music: bool = True


@dataclass(frozen=True, slots=True)
class StageReport:
    """``fraction`` of the whole production; ``step`` is the engine's own word for what it does."""

    stage: Stage
    step: str
    fraction: float | None


@dataclass(frozen=True, slots=True)
class Produced:
    """What came of it: the file (None when only its parts were wanted), the stages, and where all of it is from."""

    outcome: ConversionOutcome | None
    stages: tuple[Done, ...]
    provenance: Mapping[str, Any]
    orders: tuple[Order, ...] = ()


@dataclass(frozen=True, slots=True)
class Patience:
    """How long a stage may go without any sign of progress: ``factor`` × its expected time + 10 s, at least a floor
    (a cold model on a slow disk, one batch of a large network on a slow CPU)."""

    factor: float = 3.0
    extra_s: float = 10.0
    floor_s: float = 120.0
    separate_floor_s: float = 900.0

    def limit_s(self, stage: Stage, expected_s: float) -> float:
        floor = self.separate_floor_s if stage is Stage.SEPARATE else self.floor_s
        return max(floor, self.factor * expected_s + self.extra_s)


@dataclass
class Producer:
    """Runs productions on one engine. ``root`` holds the stage files, a folder an item.

    ``finished(item id, stage, order, sound seconds)`` is called for each stage that was really computed.
    """

    engine: EngineHost
    library: VoiceSource
    root: Path
    rates: Rates = field(default_factory=Rates)
    patience: Patience = field(default_factory=Patience)
    finished: Callable[[str, Done, Order, float], object] = lambda item, done, order, sound_s: None

    async def produce(
        self, item_id: str, wanted: Production, report: Callable[[StageReport], object] = lambda step: None,
    ) -> Produced:
        """Produce one file, beginning with the first stage that is not there yet.

        Raises AppError with what to do next. Cancelled at any moment or failing in any way it leaves finished stages
        and nothing else.
        """
        run = _Run(self, item_id, wanted, report)
        try:
            return await run.all()
        except AppError as error:
            if kind_of(error) == DEVICE:  # whatever runs in that process fails from now on
                await self.engine.stop()
            raise explained(error, run.stage, wanted.request.named_after) from error

    def estimate(self, sound_s: float, wanted: Production, *, dry: bool | None = None,
                 done: Sequence[Stage] = ()) -> Estimate:
        """Return how long a production will take; ``done`` stages cost nothing. Never raises."""
        kinds = self.kinds(wanted, dry=dry)
        stages = {stage: self.rates.seconds(kind, stage, sound_s)
                  for stage, kind in kinds.items() if stage not in done}
        return Estimate(sound_s, sum(stages.values()),
                        all(self.rates.is_measured(kinds[stage]) for stage in stages), stages)

    def kinds(self, wanted: Production, *, dry: bool | None = None) -> dict[Stage, str]:
        """Return the kinds of stages a production goes through, as far as can be said before it begins."""
        found = {Stage.PREPARE: "prepare"}
        separation = wanted.separation
        if separation is not None:
            try:
                order = separate_order(separation, prepare_order(""), {"dry": dry}, self.library,
                                       forced=wanted.until is Stage.SEPARATE)
            except AppError:
                order = None
            if order is not None:
                found[Stage.SEPARATE] = order.kind
        if wanted.until is not Stage.SEPARATE:
            found |= {Stage.CONVERT: "convert" if wanted.voice is None else voice_kind(wanted.voice, self.library),
                      Stage.MIX: "mix"}
        return found


class _Run:
    """One production on its way."""

    def __init__(
        self, producer: Producer, item_id: str, wanted: Production, report: Callable[[StageReport], object],
    ) -> None:
        self._producer = producer
        self._item_id = item_id
        self._wanted = wanted
        self._report = report
        self._folder = StageFolder(producer.root, item_id)
        self._stages: list[Done] = []
        self._orders: list[Order] = []
        self._weights: dict[Stage, float] = {}
        self._sound_s = wanted.request.facts.duration_s if wanted.request.facts is not None else 0.0
        self.stage = Stage.PREPARE

    async def all(self) -> Produced:
        request = self._wanted.request
        state = await in_thread(lambda: check_source(request.source))
        self._check_library()
        await in_thread(self._folder.remove_parts)
        await self._check_room(state.st_size)
        self._weigh(None)
        identity = await in_thread(lambda: source_identity(request.source))
        order = prepare_order(identity)
        prepared = await self._step(order, [Track.PREPARED], {"input": str(request.source)})
        self._sound_s = number(prepared.value.get("duration_s"), 0.0, MAX_DURATION_S, self._sound_s)
        vocals = music = None
        last, source = order, self._folder.path(prepared, Track.PREPARED)
        apart = separate_order(self._wanted.separation, order, prepared.value, self._producer.library,
                               forced=self._wanted.until is Stage.SEPARATE)
        self._weigh(apart)
        vocals = source
        if apart is not None:
            done = await self._step(apart, [Track.VOCALS, Track.INSTRUMENTAL], {"input": str(source)})
            vocals, music = (self._folder.path(done, one) for one in (Track.VOCALS, Track.INSTRUMENTAL))
            last = apart
        if self._wanted.until is Stage.SEPARATE:
            return Produced(None, tuple(self._stages), self._provenance(), tuple(self._orders))
        convert = await self._convert_order(last)
        done = await self._step(convert, [Track.CONVERTED], {"input": str(vocals)})
        outcome = await self._mix(convert, self._folder.path(done, Track.CONVERTED), music)
        return Produced(outcome, tuple(self._stages), self._provenance(), tuple(self._orders))

    def _check_library(self) -> None:
        """Say what is missing before minutes are spent on the stages that do not need it."""
        if self._wanted.until is not Stage.SEPARATE and self._wanted.voice is not None:
            self.stage = Stage.CONVERT
            voice_params(self._wanted.voice, self._producer.library)
        self.stage = Stage.PREPARE

    async def _convert_order(self, before: Order) -> Order:
        voice, library = self._wanted.voice, self._producer.library
        if voice is not None:
            return await in_thread(lambda: voice_order(voice, before, library))
        return effect_order(self._wanted.request.effect, before, self._wanted.request.preset)

    async def _check_room(self, source_bytes: int) -> None:
        facts = self._wanted.request.facts
        frames = facts.duration_s * facts.rate * max(1, facts.channels) * 4 if facts is not None else 0
        need = int(frames or source_bytes * 12) * STAGE_COPIES
        probe = self._folder.folder / f"room{os.getpid()}.wav.part"
        await settled(lambda: check_destination(self._folder.folder, probe, need))
        if self._wanted.until is not Stage.MIX:
            return
        request = self._wanted.request
        need = needed_bytes(request, source_bytes)
        await settled(lambda: check_destination(request.target_folder, request.part, need))

    def _weigh(self, apart: Order | None) -> None:
        kinds = self._producer.kinds(self._wanted)
        if apart is not None:
            kinds[Stage.SEPARATE] = apart.kind
        elif self.stage is not Stage.PREPARE or self._stages:
            kinds.pop(Stage.SEPARATE, None)
        self._weights = {stage: self._producer.rates.seconds(kind, stage, self._sound_s)
                         for stage, kind in kinds.items()}

    async def _step(self, order: Order, tracks: Sequence[Track], files: Mapping[str, Any]) -> Done:
        """Return the stage: as it is, or computed now."""
        self.stage = order.stage
        self._orders.append(order)
        found = await in_thread(lambda: self._folder.get(order.stage, order.digest))
        if found is not None:
            self._stages.append(found)
            self._tell(order.stage, "", 1.0)
            return found
        parts = await in_thread(lambda: self._folder.parts(order.stage, order.digest, tracks))
        try:
            names = ({"output": str(parts[tracks[0]])} if len(tracks) == 1
                     else {track.value: str(part) for track, part in parts.items()})
            params: dict[str, Any] = {**order.params, **files, **names}
            scratch = [*parts.values(), *(part.with_name(f"{part.name}.more") for part in parts.values())]
            if "steps" in params:
                params["steps"], more = _with_outputs(params["steps"], parts[Track.VOCALS])
                scratch += more
            began = time.monotonic()
            answer = await self._ask(order, params, scratch)
            done = Done(order.stage, order.digest, {}, dict(answer.value), time.monotonic() - began)
            if "steps" in params:
                await settled(lambda: _take_last(params["steps"], parts[Track.VOCALS]))
            finished = await settled(lambda: self._folder.finish(done, parts))
        except BaseException:
            await settled(self._folder.remove_parts)
            raise
        self._stages.append(finished)
        self._learn(finished, order)
        return finished

    def _learn(self, done: Done, order: Order) -> None:
        sound_s = number(done.value.get("duration_s"), 0.0, MAX_DURATION_S, self._sound_s)
        self._producer.rates.learn(order.kind, order.stage, done.seconds, sound_s)
        self._producer.finished(self._item_id, done, order, sound_s)

    async def _mix(self, before: Order, converted: Path, music: Path | None) -> ConversionOutcome:
        self.stage = Stage.MIX
        request = self._wanted.request
        music = music if self._wanted.music else None
        target = {"music": music is not None, "format": request.format.value, "template": request.template,
                  "folder": str(request.target_folder), "preset": request.preset}
        order = mix_order(self._wanted.mixing, before, target)
        self._orders.append(order)
        ready = await self._made_before(order)
        if ready is not None:
            return ready
        part, began = request.part, time.monotonic()
        request = replace(request, engine_label=str(before.about.get("engine", "")), history=self._history())
        try:
            params = {
                **order.params, "vocals": str(converted), "original": str(request.source), "output": str(part),
                "format": request.format.value, "tags": request.tags, "columns": PICTURE_COLUMNS,
                **({} if music is None else {"instrumental": str(music)}),
            }
            answer = await self._ask(order, params, scratch_of(part))
            path = await settled(lambda: place(request), undo=remove_part)
        except BaseException:
            await settled(lambda: remove_all(scratch_of(part)))
            raise
        outcome = outcome_of(path, answer)
        done = Done(Stage.MIX, order.digest, {}, {**answer.value, "made": _made(path), "job": request.id},
                    time.monotonic() - began)
        self._stages.append(await settled(lambda: self._folder.finish(done, {})))
        self._learn(done, order)
        return outcome

    async def _made_before(self, order: Order) -> ConversionOutcome | None:
        """Return the result of the job that this one takes up again, when it had just been put in place."""
        found = await in_thread(lambda: self._folder.get(Stage.MIX, order.digest))
        if found is None or not self._wanted.again or found.value.get("job") != self._wanted.again:
            return None
        made = found.value.get("made")
        path = Path(str(made.get("path"))) if isinstance(made, dict) else None  # pyright: ignore
        if path is None or await in_thread(lambda: _made(path)) != made:
            return None
        self._stages.append(found)
        return outcome_of(path, EngineResult(found.value))

    async def _ask(self, order: Order, params: Mapping[str, Any], scratch: Sequence[Path]) -> EngineResult:
        """Send the request of a stage; one that shows no progress for too long is ended."""
        expected = self._producer.rates.seconds(order.kind, order.stage, self._sound_s)
        limit_s = self._producer.patience.limit_s(order.stage, expected)
        loop = asyncio.get_running_loop()
        self._tell(order.stage, "", 0.0)
        try:
            async with asyncio.timeout(limit_s) as patience:

                def progress(step: EngineProgress) -> None:
                    if not patience.expired():
                        patience.reschedule(None if step.stage == WAITING else loop.time() + limit_s)
                    part = min(1.0, max(0.0, step.done / step.total)) if step.total > 0 else None
                    self._tell(order.stage, step.stage, _within(order, step.stage, part))

                return await self._producer.engine.run(order.op, params, on_progress=progress, scratch=scratch)
        except TimeoutError as error:
            raise stuck() from error

    def _tell(self, stage: Stage, step: str, part: float | None) -> None:
        total = sum(self._weights.values())
        order = list(Stage)
        before = sum(weight for one, weight in self._weights.items() if order.index(one) < order.index(stage))
        fraction = None if part is None or total <= 0 else (before + part * self._weights.get(stage, 0.0)) / total
        self._report(StageReport(stage, step, fraction))

    def _provenance(self) -> dict[str, Any]:
        """Return where the result is from: one object of plain JSON."""
        about: dict[str, Any] = {}
        for order in self._orders:
            about |= order.about
        for done in self._stages:
            about |= {key: done.value[key] for key in ("key_used", "f0_median_in", "f0_median_out", "device",
                                                       "engine_version",
                                                       "dry", "model_kind") if key in done.value}
        return about

    def _history(self) -> dict[str, str]:
        """Return the words of the provenance that go into the file's tags."""
        about = self._provenance()
        voice = self._wanted.voice
        words = {
            "voice": about.get("voice", ""), "index": about.get("index", ""), "f0": about.get("f0_method", ""),
            "seed": str(voice.params.seed) if voice is not None and about.get("engine") == "RVC" else "",
            "separation": about.get("separation_model") or about.get("separation", ""),
            "credit": about.get("credit", ""),
        }
        key = about.get("key_used")
        if isinstance(key, (int, float)):
            words["key"] = f"{key:+g}"
        return {name: str(word) for name, word in words.items() if word}


def scratch_of(part: Path) -> list[Path]:
    """Return the hidden files that a mix may write beside its result: a loudness target takes a second one."""
    return [part, part.with_name(f"{part.name}.mix")]


def remove_all(paths: Sequence[Path]) -> None:
    """Remove unfinished files. Blocks."""
    for path in paths:
        remove_part(path)


def _within(order: Order, step: str, part: float | None) -> float | None:
    if part is None:
        return None
    if order.params.get("loudness_lufs") is not None and step in ("mix", "master"):
        return (part + (step == "master")) / 2  # measured first, then brought to its level
    low, high = _SPANS.get(order.op, {}).get(step, (0.0, 1.0))
    if "steps" in order.params and order.op == "separate":  # further models go over the vocals again
        many, roles = len(order.params["steps"]) + 1, [one["role"] for one in order.params["steps"]]
        at = roles.index(step) + 1 if step in roles else 0
        return (at + (part if at else low + part * (high - low))) / many
    return low + part * (high - low)


def _with_outputs(steps: Sequence[Mapping[str, Any]], vocals: Path) -> tuple[list[dict[str, Any]], list[Path]]:
    """Return the steps with a file for what each makes of the vocals, and those files."""
    files = [vocals.with_name(f"{vocals.name.removesuffix('.part')}.{n}.part") for n in range(len(steps))]
    return [{**step, "output": str(file)} for step, file in zip(steps, files, strict=True)], files


def _take_last(steps: Sequence[Mapping[str, Any]], vocals: Path) -> None:
    """What the last step made are the vocals that are converted."""
    Path(str(steps[-1]["output"])).replace(vocals)


def _made(path: Path) -> dict[str, Any] | None:
    try:
        state = path.stat()
    except OSError:
        return None
    return {"path": str(path), "bytes": state.st_size, "mtime_ns": state.st_mtime_ns}

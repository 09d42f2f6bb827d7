"""The job that converts one file of the session."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from characoid_desktop.core.i18n import Text
from characoid_desktop.engines.contracts import EngineHost, EngineProgress
from characoid_desktop.features.rvc.conversion import ConversionOutcome, ConversionRequest, convert_one
from characoid_desktop.features.rvc.models import (
    Choice,
    ItemResult,
    Place,
    SessionItem,
    SourceFacts,
    number,
    parse_format,
)
from characoid_desktop.features.rvc.production import (
    Produced,
    Producer,
    Production,
    StageReport,
    remove_all,
    scratch_of,
)
from characoid_desktop.features.rvc.stages import Stage, StageFolder
from characoid_desktop.jobs.handlers import JobContext
from characoid_desktop.jobs.models import Job, JobProgress

WAITING_STAGE = "waiting_for_machine"  # what the engine host says while another program computes
KIND = "rvc.convert"
LANE = "compute"

_STAGES: Mapping[str, Text] = {
    "read": Text("Reading"), "analyse": Text("Listening"), "analyze": Text("Listening"),
    "loudness": Text("Measuring loudness"), "convert": Text("Converting"), "encode": Text("Writing"),
    "write": Text("Writing"), "finish": Text("Finishing"),
    WAITING_STAGE: Text("Waiting for another conversion on this computer"),
}
CONVERTING = Text("Converting")
_PRODUCING: Mapping[Stage, Text] = {
    Stage.PREPARE: Text("Preparing"), Stage.SEPARATE: Text("Taking voice and music apart"),
    Stage.CONVERT: CONVERTING, Stage.MIX: Text("Mixing"),
}
_STEPS: Mapping[str, Text] = {
    "load": Text("Loading the voice"), "pitch": Text("Listening to the melody"), WAITING_STAGE: _STAGES[WAITING_STAGE],
}


def stage_of(progress: JobProgress | None) -> Stage | None:
    """Return the stage that a running production is in; None for a conversion without stages."""
    if progress is None:
        return None
    if progress.stage in (_STEPS["load"], _STEPS["pitch"]):
        return Stage.CONVERT
    return next((stage for stage, words in _PRODUCING.items() if words == progress.stage), None)


def job_params(
    item: SessionItem, place: Place, preset_label: str, until: Stage = Stage.MIX,
) -> dict[str, Any]:
    """Return everything the job needs, as plain JSON; it must not look at the session again.

    ``until`` SEPARATE: only voice and music are wanted.
    """
    production = item.choice.production()
    return {
        **({"production": production, "until": until.value} if production or until is not Stage.MIX else {}),
        "item": item.id, "source": str(item.path), "origin": str(item.origin),
        "folder": None if place.folder is None else str(place.folder), "template": place.template,
        "format": item.choice.format.value, "effect": dict(item.choice.effect),
        "preset_id": item.choice.preset_id, "preset": preset_label, "key": item.choice.key,
        "facts": None if item.facts is None else item.facts.to_value(),
    }


def request_of(job: Job) -> ConversionRequest:
    """Return the conversion a job stands for; raises KeyError for params that are none."""
    params = job.params
    folder, facts, effect = params.get("folder"), params.get("facts"), params.get("effect")
    return ConversionRequest(
        source=Path(str(params["source"])),
        origin=Path(str(params.get("origin") or params["source"])),
        folder=Path(folder) if isinstance(folder, str) else None,
        template=str(params.get("template") or "{title}"),
        format=parse_format(params.get("format")),
        effect=dict(effect) if isinstance(effect, Mapping) else {},  # pyright: ignore[reportUnknownArgumentType]
        preset=str(params.get("preset") or ""),
        key=number(params.get("key"), -48.0, 48.0),
        id=job.id,
        facts=SourceFacts.from_value(facts) if isinstance(facts, Mapping) else None,  # pyright: ignore[reportUnknownArgumentType]
    )


def production_of(job: Job) -> Production | None:
    """Return the production a job stands for; None for the one step of a built-in effect."""
    until = job.params.get("until")
    if until is None:
        return None
    choice = Choice("", {}, parse_format(job.params.get("format"))).with_production(job.params.get("production"))
    stage = Stage(str(until)) if str(until) in set(Stage) else Stage.MIX
    return Production(request_of(job), choice.voice, choice.separation, choice.mixing, stage, job.retry_of or "")


def makes_a_file(job: Job) -> bool:
    """Whether a result comes of a job; False where only voice and music are taken apart."""
    return job.params.get("until") in (None, Stage.MIX.value)


class ConvertHandler:
    """Converts in the engine child, one file at a time on this machine.

    ``on_outcome`` gets the source's item id and what was made (for its waveform) before the job ends.
    """

    kind = KIND
    lane = LANE

    def __init__(
        self, engine: EngineHost, producer: Producer,
        on_outcome: Callable[[str, ConversionOutcome], object] = lambda item, outcome: None,
    ) -> None:
        self._engine = engine
        self._producer = producer
        self._on_outcome = on_outcome

    async def run(self, job: Job, ctx: JobContext) -> Mapping[str, Any]:
        """Convert and return the stored form of :class:`ItemResult`."""
        wanted = production_of(job)
        if wanted is not None:
            return await self._produce(job, wanted, ctx)
        request = request_of(job)

        def progress(step: EngineProgress) -> None:
            ctx.report_units(_STAGES.get(step.stage, CONVERTING), step.done, step.total)

        ctx.report(CONVERTING)
        outcome = await convert_one(self._engine, request, progress)
        self._on_outcome(str(job.params.get("item", "")), outcome)
        return result_of(request, outcome, str(job.params.get("preset_id", ""))).to_value()

    async def _produce(self, job: Job, wanted: Production, ctx: JobContext) -> Mapping[str, Any]:
        def progress(step: StageReport) -> None:
            ctx.report(_STEPS.get(step.step) or _PRODUCING[step.stage], step.fraction)

        item_id = str(job.params.get("item", ""))
        ctx.report(_PRODUCING[Stage.PREPARE])
        made = await self._producer.produce(item_id, wanted, progress)
        if made.outcome is None:
            return {"stages": [done.stage.value for done in made.stages], "provenance": dict(made.provenance)}
        self._on_outcome(item_id, made.outcome)
        return produced_result(wanted, made, made.outcome, str(job.params.get("preset_id", ""))).to_value()

    async def cleanup(self, job: Job) -> None:
        """Remove the hidden files that a killed or powered-off conversion left, beside its result and among the
        stages; stages that were finished stay."""
        part, item_id = request_of(job).part, str(job.params.get("item", ""))
        loop = asyncio.get_running_loop()
        await loop.run_in_executor(None, remove_all, scratch_of(part))
        if production_of(job) is not None:
            await loop.run_in_executor(None, StageFolder(self._producer.root, item_id).remove_parts)


def produced_result(wanted: Production, made: Produced, outcome: ConversionOutcome, preset_id: str) -> ItemResult:
    """Return what is stored of a finished production: the file and where everything in it is from."""
    request = wanted.request
    return ItemResult(
        outcome.path, outcome.duration_s, outcome.rate, outcome.channels, outcome.truncated, outcome.warnings,
        outcome.lufs_in, outcome.lufs_out, request.preset, dict(request.effect) if wanted.voice is None else {},
        str(made.provenance.get("engine", request.engine_label)), request.day.isoformat(), str(request.named_after),
        preset_id if wanted.voice is None else "", dict(made.provenance))


def result_of(request: ConversionRequest, outcome: ConversionOutcome, preset_id: str = "") -> ItemResult:
    """Return what is stored of a finished conversion: the file and its provenance."""
    return ItemResult(
        outcome.path, outcome.duration_s, outcome.rate, outcome.channels, outcome.truncated, outcome.warnings,
        outcome.lufs_in, outcome.lufs_out, request.preset, dict(request.effect), request.engine_label,
        request.day.isoformat(), str(request.named_after), preset_id)

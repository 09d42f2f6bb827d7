"""The job that converts one file of the session."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from characoid_desktop.core.i18n import Text
from characoid_desktop.engines.contracts import EngineHost, EngineProgress
from characoid_desktop.features.rvc.conversion import ConversionOutcome, ConversionRequest, convert_one
from characoid_desktop.features.rvc.destination import remove_part
from characoid_desktop.features.rvc.models import (
    ItemResult,
    Place,
    SessionItem,
    SourceFacts,
    number,
    parse_format,
)
from characoid_desktop.jobs.handlers import JobContext
from characoid_desktop.jobs.models import Job

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


def job_params(item: SessionItem, place: Place, preset_label: str) -> dict[str, Any]:
    """Return everything the job needs, as plain JSON; it must not look at the session again."""
    return {
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


class ConvertHandler:
    """Converts in the engine child, one file at a time on this machine.

    ``on_outcome`` gets the source's item id and what was made (for its waveform) before the job ends.
    """

    kind = KIND
    lane = LANE

    def __init__(
        self, engine: EngineHost,
        on_outcome: Callable[[str, ConversionOutcome], object] = lambda item, outcome: None,
    ) -> None:
        self._engine = engine
        self._on_outcome = on_outcome

    async def run(self, job: Job, ctx: JobContext) -> Mapping[str, Any]:
        """Convert and return the stored form of :class:`ItemResult`."""
        request = request_of(job)

        def progress(step: EngineProgress) -> None:
            ctx.report_units(_STAGES.get(step.stage, CONVERTING), step.done, step.total)

        ctx.report(CONVERTING)
        outcome = await convert_one(self._engine, request, progress)
        self._on_outcome(str(job.params.get("item", "")), outcome)
        return result_of(request, outcome, str(job.params.get("preset_id", ""))).to_value()

    async def cleanup(self, job: Job) -> None:
        """Remove the hidden file that a killed or powered-off conversion left in the folder of its result."""
        part = request_of(job).part
        await asyncio.get_running_loop().run_in_executor(None, remove_part, part)


def result_of(request: ConversionRequest, outcome: ConversionOutcome, preset_id: str = "") -> ItemResult:
    """Return what is stored of a finished conversion: the file and its provenance."""
    return ItemResult(
        outcome.path, outcome.duration_s, outcome.rate, outcome.channels, outcome.truncated, outcome.warnings,
        outcome.lufs_in, outcome.lufs_out, request.preset, dict(request.effect), request.engine_label,
        request.day.isoformat(), str(request.named_after), preset_id)

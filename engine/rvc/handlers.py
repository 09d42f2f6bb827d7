"""The requests ``convert_voice`` and ``unload`` of the ``rvc`` child. torch is loaded at the first conversion."""

from __future__ import annotations

import os
import time
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from engine.audio.source import AudioSource, open_audio
from engine.errors import EngineError
from engine.job import Handler, JobContext
from engine.rvc.cache import ModelCache, identity_of
from engine.rvc.order import MIN_CHUNK_S, Order
from engine.rvc.stopwatch import Stopwatch

if TYPE_CHECKING:
    from engine.rvc.conversion import Models
    from engine.rvc.f0 import PitchModel

WORKERS = 1
CACHE = ModelCache()
_PARTS = 4  # of loading, for its progress

_NO_MEMORY = ("out of memory", "can't allocate memory", "not enough memory", "CUBLAS_STATUS_ALLOC_FAILED")
_DEVICE_LOST = ("CUDA error", "CUDA driver", "cuDNN error", "CUBLAS_STATUS", "MPS backend", "HIP error")


def convert_voice(job: JobContext, params: Mapping[str, Any]) -> dict[str, Any]:
    """Speak ``input`` with another voice into the new mono float WAV ``output``: same rate, same number of frames.

    Returns {frames, rate, duration_s, bytes, chunks, f0_median_in, f0_median_out, key_used, device, lufs_out,
    truncated, warnings, seconds, stages}. Raises EngineError as the parts of :mod:`engine.rvc` do, ``out_of_memory``
    with ``chunk_s`` and ``smaller_chunk_s`` (a plan that needs less), and ``device_failed`` with ``device``.
    With ``external`` the user's own rvc-next does it (:mod:`engine.rvc.external`).
    """
    if params.get("external") is not None:
        from engine.rvc import external

        return external.convert(job, params)
    began = time.perf_counter()
    order = Order.of(params)
    with CACHE.lease():
        try:
            value, watch = _convert(job, order)
        except (MemoryError, RuntimeError) as error:
            problem = named(error, order)
            if problem is None:
                raise
            CACHE.free()
            raise problem from error
    return {**value, "seconds": round(time.perf_counter() - began, 3), "stages": watch.to_json()}


def unload(job: JobContext, params: Mapping[str, Any]) -> dict[str, Any]:
    """Give up every loaded model; returns {freed: kinds}."""
    return {"freed": list(CACHE.free())}


def named(error: Exception, order: Order) -> EngineError | None:
    """Return the failure with its code, None for one that is a mistake of ours."""
    text = f"{type(error).__name__}: {error}"
    if isinstance(error, MemoryError) or any(word in text for word in _NO_MEMORY):
        smaller = max(MIN_CHUNK_S, order.chunk_s / 2)
        more = {"smaller_chunk_s": smaller} if smaller < order.chunk_s else {}
        return EngineError("out_of_memory", text[:2000], chunk_s=order.chunk_s, **more)
    if any(word in text for word in _DEVICE_LOST):
        return EngineError("device_failed", text[:2000], device=order.device)
    return None


def _convert(job: JobContext, order: Order) -> tuple[dict[str, Any], Stopwatch]:
    watch = Stopwatch()
    with open_audio(order.input, check=job.check) as source:
        if os.path.lexists(order.output):  # before it is named as scratch: it is not ours to remove
            raise EngineError("output_exists", order.output)
        job.scratch(order.output)
        with watch("load"):
            models = _models(job, order)
        from engine.rvc.conversion import Conversion

        def median() -> float | None:
            return _median_of_whole(job, order, source, models)

        conversion = Conversion(job, order, source, models, watch, median)
        return conversion.run(), watch


def _models(job: JobContext, order: Order) -> Models:
    """Load what is not loaded yet. What can be refused cheaply is looked at first."""
    from engine.rvc import index as index_file
    from engine.rvc import voice_file

    def step(done: int) -> None:
        job.check()
        job.progress("load", done, _PARTS)

    step(0)
    facts = voice_file.read_facts(order.voice)
    settings = order.settings
    if settings.speaker >= facts.speakers:
        raise EngineError("bad_speaker", f"{settings.speaker} of {facts.speakers}", speakers=facts.speakers)
    wants_index = order.index is not None and settings.index_rate > 0
    if order.index is not None and wants_index:
        index_file.check(order.index, facts.width)
    from engine.rvc import contentvec, f0
    from engine.rvc import device as devices
    from engine.rvc.conversion import Models

    device = devices.choose(order.device)
    tracker = None
    if facts.f0:
        key = (settings.f0_method, device.name, order.f0_file and identity_of(order.f0_file))
        tracker = CACHE.get("pitch", key, lambda: f0.load(settings.f0_method, order.f0_file, device.name))
    step(1)
    index = None
    if order.index is not None and wants_index:
        path = order.index
        index = CACHE.get("index", identity_of(path), lambda: index_file.read(path, facts.width))
    step(2)
    hubert = CACHE.get(
        "hubert", (device, identity_of(order.contentvec)), lambda: contentvec.load(order.contentvec, device)
    )
    step(3)
    voice = CACHE.get(
        "voice", (device, identity_of(order.voice)), lambda: voice_file.load(order.voice, facts, device)
    )
    step(4)
    return Models(facts, voice, hubert, tracker, index, device.name)


def _median_of_whole(job: JobContext, order: Order, source: AudioSource, models: Models) -> float | None:
    """Return the median Hz of the whole input, kept for the next region of the same sound."""
    from engine.rvc.conversion import median_of

    tracker: PitchModel | None = models.tracker
    if tracker is None:
        return None
    settings = order.settings
    key = (identity_of(order.input), settings.f0_method, settings.filter_radius)
    return CACHE.get("median", key, lambda: median_of(source, tracker, settings.filter_radius, job))


OPS: dict[str, Handler] = {"convert_voice": convert_voice, "unload": unload}

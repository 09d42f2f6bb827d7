"""The requests of the ``rvc`` child around separation: ``prepare`` and ``separate``."""

from __future__ import annotations

import os
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.audio import params as read
from engine.audio.source import AudioSource, open_audio
from engine.errors import EngineError
from engine.job import Handler, JobContext
from engine.separation.prepare import prepare

if TYPE_CHECKING:
    from engine.separation.spectral import Separator

METHODS = ("dry", "centre", "percussive", "model")
STEP_ROLES = ("lead_backing", "dereverb")
MAX_STEPS = 4


@dataclass(frozen=True, slots=True)
class _Step:
    """A further model on the voice: what it keeps goes to ``output``, what it takes off to ``rest``.

    Without ``rest``, backing voices go to the instrumental, where they are wanted, and reverb is dropped.
    """

    role: str
    model: str
    config: object
    output: str
    rest: str | None

    @classmethod
    def of(cls, value: object) -> _Step:
        if not isinstance(value, Mapping):
            raise EngineError("bad_params", "a step is not an object", field="steps")
        role = read.text(value, "role")
        if role not in STEP_ROLES:
            raise EngineError("bad_params", role[:40], field="steps")
        rest = None if value.get("rest") is None else read.text(value, "rest")
        return cls(role, read.text(value, "model"), value.get("config"), read.text(value, "output"), rest)


@dataclass(frozen=True, slots=True)
class _Order:
    """The params of ``separate``, checked."""

    input: str
    vocals: str
    instrumental: str
    method: str
    model: str
    config: object
    steps: tuple[_Step, ...]

    @classmethod
    def of(cls, params: Mapping[str, Any]) -> _Order:
        method = read.text(params, "method")
        if method not in METHODS:
            raise EngineError("bad_params", method[:40], field="method")
        steps = params.get("steps") or []
        if not isinstance(steps, list) or len(steps) > MAX_STEPS:
            raise EngineError("bad_params", "steps", field="steps")
        order = cls(
            read.text(params, "input"), read.text(params, "vocals"), read.text(params, "instrumental"), method,
            read.text(params, "model") if method == "model" else "", params.get("config"),
            tuple(_Step.of(step) for step in steps),
        )
        paths = order.outputs
        if len({Path(path).absolute() for path in [order.input, *paths]}) != len(paths) + 1:
            raise EngineError("bad_params", "the same file twice", field="vocals")
        return order

    @property
    def outputs(self) -> list[str]:
        steps = [path for step in self.steps for path in (step.output, step.rest) if path is not None]
        return [self.vocals, self.instrumental, *steps]

    @property
    def temporary(self) -> list[str]:
        """Files that are there for a while only."""
        return [f"{self.instrumental}.more"]


def separate(job: JobContext, params: Mapping[str, Any]) -> dict[str, Any]:
    """Write the voice in ``input`` to ``vocals`` and all the rest to ``instrumental``: float WAV, frames, rate and
    channels as in the source, together exactly the source.

    ``steps`` then go on with the voice, each with the output of the one before. Returns ``{method, model_kind?,
    frames, rate, channels, seconds, truncated, warnings, steps}``. Raises EngineError as :func:`networks.load` and
    ``open_audio`` do, and ``needs_stereo`` where there is no middle to take out.
    """
    from engine.separation.run import Outputs, split

    order = _Order.of(params)
    for path in [*order.outputs, *order.temporary]:
        if os.path.lexists(path):  # before it is named as scratch: it is not ours to remove
            raise EngineError("output_exists", path)
    started = time.monotonic()
    with open_audio(order.input, check=job.check) as source:
        separator, kind = _separator(job, order, source)
        frames = split(job, source, separator, Outputs(order.vocals, order.instrumental), "separate",
                       whole=order.method == "dry")
        info = source.info
        value: dict[str, Any] = {
            "method": order.method, "frames": frames, "rate": info.rate, "channels": info.channels,
            "truncated": source.truncated, "warnings": list(source.warnings),
        }
    del separator
    value["steps"] = _chain(job, order)
    value["seconds"] = time.monotonic() - started
    return {**value, "model_kind": kind} if kind else value


def _separator(job: JobContext, order: _Order, source: AudioSource) -> tuple[Separator, str]:
    from engine.separation import basic

    info = source.info
    if order.method == "model":
        return _model(job, order.model, "vocals", order.config, source)
    if order.config is not None:
        raise EngineError("bad_params", "this method has no config", field="config")
    if order.method == "dry":
        return basic.Dry(), ""
    if order.method == "percussive":
        return basic.Percussive(info.rate, min(2, info.channels), job.check), ""
    if info.channels < 2:
        raise EngineError("needs_stereo")
    return basic.Centre(info.rate, job.check), ""


def _model(
    job: JobContext, folder: str, role: str, config: object, source: AudioSource
) -> tuple[Separator, str]:
    from engine.separation.networks import load
    from engine.separation.segments import ModelStream

    def check() -> None:
        """Called between the layers of a network: a segment may take a minute."""
        job.check()
        if stream is not None and network.part:
            job.progress(stage, min(stream.seconds(network.part), total_s), total_s)

    stream: ModelStream | None = None
    stage, total_s = "separate" if role == "vocals" else role, source.info.duration_s or 0.0
    job.progress("load", 0, 1)
    network = load(folder, role, config, check)
    job.check()
    job.progress("load", 1, 1)
    about, info = network.config, source.info
    stream = ModelStream(network, info.rate, min(2, info.channels), about.rate, about.segment, about.overlap, job.check)
    return stream, about.model_kind


def _chain(job: JobContext, order: _Order) -> list[dict[str, Any]]:
    from engine.separation.run import Outputs, give_back, split

    done: list[dict[str, Any]] = []
    current = order.vocals
    for step in order.steps:
        with open_audio(current, check=job.check) as source:
            separator, kind = _model(job, step.model, step.role, step.config, source)
            frames = split(job, source, separator, Outputs(step.output, step.rest), step.role)
        if step.role == "lead_backing" and step.rest is None:
            give_back(job, order.instrumental, current, step.output)
        done.append({"role": step.role, "model_kind": kind, "frames": frames, "output": step.output})
        current = step.output
    return done


OPS: dict[str, Handler] = {"prepare": prepare, "separate": separate}

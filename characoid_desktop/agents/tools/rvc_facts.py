"""The facts of voice conversion as plain JSON: voices, files and tasks, without paths."""

from __future__ import annotations

from typing import Any

from characoid_desktop.agents.tools.answers import english
from characoid_desktop.features.rvc.models import SessionItem
from characoid_desktop.features.rvc.presets import PRESETS, Preset, preset
from characoid_desktop.jobs.models import Job

BUILT_IN = "builtin:"  # prefix of the ids of the built-in engine's voices


def model_id(voice: Preset) -> str:
    return f"{BUILT_IN}{voice.id}"


def voice_of(id: str) -> Preset | None:
    """Return the built-in voice of a model id."""
    if not id.startswith(BUILT_IN):
        return None
    try:
        return preset(id.removeprefix(BUILT_IN))
    except KeyError:
        return None


def voices() -> list[dict[str, Any]]:
    """Return all voices there are, one object each; ``name_text`` is for people."""
    return [{"kind": "voice", "model_id": model_id(one), "name": english(one.label), "name_text": one.label.to_json(),
             "help": english(one.help), "pitch": one.pitch} for one in PRESETS]


def file_fact(item: SessionItem) -> dict[str, Any]:
    """What is known of a file of a session."""
    fact: dict[str, Any] = {
        "kind": "rvc_file", "attachment_id": item.attachment_id, "session_id": item.session_id, "name": item.name,
        "state": item.state.value, "task_id": item.job_id, "bytes": item.size,
    }
    if item.facts is not None:
        fact |= {"seconds": round(item.facts.duration_s, 3), "rate": item.facts.rate, "channels": item.facts.channels}
    if item.progress is not None:
        fact["fraction"] = item.progress.fraction
    return fact


def task_fact(job: Job, item: SessionItem) -> dict[str, Any]:
    """How far a conversion is. ``fraction`` is 0..1, or null while it is not known."""
    return {
        "kind": "rvc_task", "task_id": job.id, "session_id": item.session_id, "attachment_id": item.attachment_id,
        "name": item.name, "state": job.state.value,
        "fraction": job.progress.fraction if job.progress is not None else None,
        "remaining_s": job.progress.remaining_s if job.progress is not None else None,
    }


def length(seconds: float) -> str:
    """Return minutes and seconds, as a player shows them."""
    whole = round(seconds)
    return f"{whole // 60}:{whole % 60:02d}"

"""The facts of voice conversion as plain JSON: voices, files, stages and tasks, without paths."""

from __future__ import annotations

import math
from typing import Any

from characoid_desktop.agents.tools.answers import english
from characoid_desktop.core.i18n import Text
from characoid_desktop.features.rvc.models import SessionItem
from characoid_desktop.features.rvc.presets import PRESETS, Preset, preset
from characoid_desktop.features.rvc.voices_port import VoiceFiles, VoiceSource
from characoid_desktop.jobs.models import Job

BUILT_IN = "builtin:"  # prefix of the ids of the built-in engine's voices
LIBRARY = "voice:"  # and of those of the library
INDEX = "index:"  # prefix of the id of a library voice's index
NO_INDEX = "none"  # the index_id that leaves it out


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


def library_id(voice: VoiceFiles) -> str:
    return f"{LIBRARY}{voice.id}"


def library_voice_of(id: str, library: VoiceSource) -> VoiceFiles | None:
    """Return the library voice of a model id."""
    return library.get(id.removeprefix(LIBRARY)) if id.startswith(LIBRARY) else None


def voices(library: VoiceSource) -> list[dict[str, Any]]:
    """Return all voices there are, one object each, those of the library first; ``name_text`` is for people."""
    return [*(library_voice_fact(one) for one in library.voices()), *(
        {"kind": "voice", "model_id": model_id(one), "name": english(one.label), "name_text": one.label.to_json(),
         "help": english(one.help), "pitch": one.pitch} for one in PRESETS)]


def library_voice_fact(voice: VoiceFiles) -> dict[str, Any]:
    """What is known of a voice of the library."""
    words = f"library voice, {voice.version or 'RVC'}, {voice.rate // 1000}k" + ("" if voice.f0 else ", without pitch")
    return {"kind": "voice", "model_id": library_id(voice), "name": voice.name,
            "name_text": Text.literal(voice.name).to_json(), "help": words, "pitch": 0.0,
            "index_id": f"{INDEX}{voice.id}" if voice.index is not None else None, "speakers": voice.speakers,
            "f0": voice.f0, "credit": voice.credit[:500]}


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
        "name": item.name, "state": job.state.value, "wanted": str(job.params.get("until") or "mix"),
        "stage": english(job.progress.stage) if job.progress is not None else None,
        "fraction": job.progress.fraction if job.progress is not None else None,
        "remaining_s": job.progress.remaining_s if job.progress is not None else None,
    }


def minutes(seconds: float) -> Text:
    """Return about how long something takes, in words."""
    if seconds < 50:
        return Text.of("less than a minute")
    return Text.count("about {n} minute", "about {n} minutes", max(1, math.ceil(seconds / 60)))


def length(seconds: float) -> str:
    """Return minutes and seconds, as a player shows them."""
    whole = round(seconds)
    return f"{whole // 60}:{whole % 60:02d}"

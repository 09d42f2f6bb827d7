"""The media engine: reading files for lists and players, and trying an effect on a short region.

Previews live here and not beside the conversions: a user tries a voice while a long file is being converted.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.audio.handlers import OPS as AUDIO_OPS
from engine.audio.handlers import WORKERS
from engine.job import Handler, JobContext


def _preview(job: JobContext, params: Mapping[str, Any]) -> Mapping[str, Any]:
    from engine.builtin.handlers import preview  # scipy and the effects are loaded at the first preview

    return preview(job, params)


OPS: dict[str, Handler] = {**AUDIO_OPS, "preview": _preview}

__all__ = ["OPS", "WORKERS"]

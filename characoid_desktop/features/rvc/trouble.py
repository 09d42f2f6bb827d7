"""What an engine's failure means for a production, in words that name the step, with a way on."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from characoid_desktop.core.errors import Action, ActionKind, AppError
from characoid_desktop.core.i18n import Text
from characoid_desktop.engines.contracts import EngineJobError, EngineUnavailable
from characoid_desktop.features.rvc.conversion import named
from characoid_desktop.features.rvc.models import Choice
from characoid_desktop.features.rvc.naming import shown
from characoid_desktop.features.rvc.orders import engine_settings, open_library
from characoid_desktop.features.rvc.parameters import Method
from characoid_desktop.features.rvc.stages import Stage

MEMORY = "out_of_memory"
SEPARATION_MEMORY = "separation_out_of_memory"
DEVICE = "device_failed"
STUCK = "engine_stuck"
LIBRARY_CODES = {
    "contentvec_missing": "contentvec", "f0_missing": "f0", "voice_missing": "voice", "separator_missing": "separation",
    "weights_missing": "contentvec", "weights_damaged": "contentvec", "voice_damaged": "voice",
    "voice_config": "voice", "voice_shapes": "voice", "voice_newer": "voice", "index_dimension": "voice",
    "index_empty": "voice", "bad_index": "voice", "model_missing": "separation", "damaged_model": "separation",
}
EXTERNAL = "external_"  # what codes of the user's own program begin with
FIRST_CHUNK_S = 5.0
LEAST_CHUNK_S = 2.5
_SAFE = Text("The original file is untouched. The steps that were finished are kept.")
_NO_MEMORY = ("out of memory", "cannot allocate memory", "bad_alloc", "memoryerror", "cublas_status_alloc_failed",
              "alloc failed", "not enough memory")
_NO_DEVICE = ("cuda error", "device-side assert", "device lost", "device removed", "no cuda gpus are available",
              "driver shutting down", "cudnn_status", "cublas_status", "hip error", "mps backend")


def stuck() -> AppError:
    """Return the error for an engine that beats but does not get on."""
    return AppError(Text.of("The engine did not get on for a long time and was ended. Try again, or with a shorter "
                            "piece."), safe=_SAFE, code=STUCK)


def kind_of(error: AppError) -> str:
    """Return the code of a failure, where needed read out of what the libraries said in the log."""
    if isinstance(error, EngineUnavailable):
        return MEMORY if error.ran_out_of_memory else error.code
    if error.code in ("internal", DEVICE, MEMORY):
        words = error.detail.lower()
        if error.code == MEMORY or any(one in words for one in _NO_MEMORY):
            return MEMORY
        if error.code == DEVICE or any(one in words for one in _NO_DEVICE):
            return DEVICE
    return error.code


def explained(error: AppError, stage: Stage, source: Path) -> AppError:
    """Return a failure of a stage with the file's name, what is kept, and the next step."""
    code, name = kind_of(error), shown(source.name, 120)
    if code == MEMORY:
        return _no_memory(error, stage, name)
    if code == DEVICE:
        return AppError(
            Text.of("“{name}”: The graphics card stopped working. The conversion can go on without it.", name=name),
            safe=_SAFE, code=DEVICE, detail=error.detail,
            action=action_for(DEVICE))
    if isinstance(error, EngineJobError):
        words = named(error, source)
        return AppError(words.sentence, safe=words.safe, code=words.code, detail=words.detail,
                        action=action_for(words.code))
    return error


def _no_memory(error: AppError, stage: Stage, name: str) -> AppError:
    if stage is Stage.SEPARATE:
        sentence = Text.of("“{name}”: There was not enough memory to take voice and music apart with this model. "
                           "The basic way needs much less.", name=name)
        code = SEPARATION_MEMORY
    else:
        sentence = Text.of("“{name}”: There was not enough memory. Smaller pieces need less; closing other programs "
                           "helps too.", name=name)
        code = MEMORY
    return AppError(sentence, safe=_SAFE, code=code, detail=error.detail, action=action_for(code))


def action_for(code: str) -> Action | None:
    """Return the button that helps with a failure; None where trying again is all there is."""
    if code == MEMORY:
        return Action(ActionKind.RETRY_JOB, Text.of("Try with smaller pieces"), {"plan": "smaller"})
    if code == SEPARATION_MEMORY:
        return Action(ActionKind.RETRY_JOB, Text.of("Take the basic way"), {"plan": "smaller"})
    if code == DEVICE:
        return Action(ActionKind.RETRY_JOB, Text.of("Go on without the graphics card"), {"plan": "smaller"})
    if code.startswith(EXTERNAL):
        return engine_settings()
    if code in LIBRARY_CODES:
        return open_library(LIBRARY_CODES[code])
    return None


def smaller(choice: Choice, code: str) -> Choice | None:
    """Return a choice that asks less of the machine after a failure of this kind; None where there is none."""
    if code == SEPARATION_MEMORY and choice.separation is not None and choice.separation.method is not Method.CENTRE:
        return replace(choice, separation=replace(choice.separation, method=Method.CENTRE, model_id="", chain=()))
    voice = choice.voice
    if voice is None:
        return None
    if code == DEVICE:
        return None if voice.device == "cpu" else replace(choice, voice=replace(voice, device="cpu"))
    if code != MEMORY:
        return None
    chunk_s = voice.chunk_s / 2 if voice.chunk_s else FIRST_CHUNK_S
    return None if chunk_s < LEAST_CHUNK_S else replace(choice, voice=replace(voice, chunk_s=chunk_s))

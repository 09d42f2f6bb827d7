"""Speaking with a voice: the engine here, and the user's own rvc-next."""

from __future__ import annotations

from characoid_desktop.core.i18n import Text
from characoid_desktop.engines.messages.wording import (
    NOTHING_LEFT,
    SOURCE_UNTOUCHED,
    Notes,
    Sentences,
    always,
    given,
    same,
)

SENTENCES: Sentences = {
    # Speaking with a voice
    "voice_missing": (
        always(Text("The files of the voice are no longer there. Add the voice again.")), SOURCE_UNTOUCHED),
    "voice_damaged": (
        always(Text("The files of the voice in the library are damaged. Add the voice again.")), SOURCE_UNTOUCHED),
    "voice_newer": (
        always(Text("The voice was added by a newer version of this app. Update the app, or add the voice again.")),
        SOURCE_UNTOUCHED),
    "voice_tensors": (
        always(Text("The voice is not built like an RVC voice; parts are missing, of another size, or no numbers.")),
        SOURCE_UNTOUCHED),
    "voice_not_finite": (
        always(Text("The voice computed values that are no sound. It is damaged, or the graphics card computes "
                    "wrongly; try it on the processor.")), NOTHING_LEFT),
    "bad_speaker": (
        given(("speakers",), Text("The voice has no speaker of that number; it has {speakers}, counted from 0."),
              Text("The voice has no speaker of that number.")), SOURCE_UNTOUCHED),
    "weights_missing": (
        given(("kind",), Text("The model “{kind}” is not in the library. Add it, or choose another way."),
              Text("A model that is needed is not in the library.")), SOURCE_UNTOUCHED),
    "weights_damaged": (
        given(("kind",), Text("The model “{kind}” in the library is damaged. Add it again."),
              Text("A model in the library is damaged. Add it again.")), SOURCE_UNTOUCHED),
    "contentvec_config": (
        always(Text("ContentVec in the library is of another kind than voices need. Add the right one.")),
        SOURCE_UNTOUCHED),
    "contentvec_tensors": (
        always(Text("ContentVec in the library is damaged or incomplete. Add it again.")), SOURCE_UNTOUCHED),
    "contentvec_no_projection": (
        always(Text("This voice is of version v1, which needs a ContentVec with its final projection; the one in the "
                    "library has none.")), SOURCE_UNTOUCHED),
    "torch_missing": (
        always(Text("The part that computes voices (PyTorch) is not installed. The built-in voices work without it.")),
        SOURCE_UNTOUCHED),
    "device_missing": (
        given(("device",), Text("“{device}” cannot be used for computing here. Choose the processor."),
              Text("The graphics card cannot be used for computing here. Choose the processor.")), SOURCE_UNTOUCHED),
    "device_failed": (
        always(Text("The graphics card failed while it was computing. Try it on the processor, or again after a "
                    "restart.")), NOTHING_LEFT),
    # The user's own rvc-next
    "external_missing": (
        given(("program",), Text("The program “{program}” of rvc-next is not there any more or cannot be started. "
                                 "Choose it anew in the settings, or the built-in engine."),
              Text("The program of rvc-next is not there any more or cannot be started. Choose it anew in the "
                   "settings, or the built-in engine.")), SOURCE_UNTOUCHED),
    "external_unknown": (
        always(Text("The chosen program does not answer as rvc-next does. Test it in the settings, or choose the "
                    "built-in engine.")), SOURCE_UNTOUCHED),
    "external_range": (
        given(("setting", "most"), Text("rvc-next takes “{setting}” up to {most} only. Lower it, or choose the "
                                        "built-in engine."),
              Text("rvc-next does not go as far with one of the settings. Lower it, or choose the built-in engine.")),
        SOURCE_UNTOUCHED),
    "external_assets": (
        given(("assets",), Text("rvc-next lacks files of its own for this: {assets}. Fetch them there with “rvc-next "
                                "assets download {assets}”, or choose the built-in engine."),
              Text("rvc-next lacks files of its own for this. Its command “rvc-next assets list” says which; or choose "
                   "the built-in engine.")), SOURCE_UNTOUCHED),
    "external_failed": (
        given(("said",), Text("rvc-next did not finish. It said: {said}"),
              Text("rvc-next did not finish. The log says more.")), NOTHING_LEFT),
    "external_output": (
        always(Text("rvc-next gave no usable sound, or one of another length. Try again, or choose the built-in "
                    "engine.")), NOTHING_LEFT),
    "external_timeout": (
        always(Text("rvc-next took too long and was ended. Try a shorter piece, or choose the built-in engine.")),
        NOTHING_LEFT),
    "external_flood": (
        always(Text("rvc-next wrote without end and was ended. Test it in the settings, or choose the built-in "
                    "engine.")), NOTHING_LEFT),
}

NOTES: Notes = {
    "no_pitch_filter": same(Text("rvc-next has no filter for the pitch, so that setting did nothing.")),
}

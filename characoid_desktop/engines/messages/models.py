"""Files of voices and models, as they are looked at and taken in."""

from __future__ import annotations

from characoid_desktop.core.i18n import Text
from characoid_desktop.engines.messages.wording import SOURCE_UNTOUCHED, Sentences, always, given

SENTENCES: Sentences = {
    "model_too_small": (always(Text("The file is too small to be a voice or a model.")), SOURCE_UNTOUCHED),
    "model_too_large": (
        given(("gigabytes",), Text("The file is larger than {gigabytes} GB, which no voice or model for it is."),
              Text("The file is too large to be a voice or a model.")), SOURCE_UNTOUCHED),
    "not_a_model": (
        always(Text("This is neither a voice nor a model that is known here, whatever its name says.")),
        SOURCE_UNTOUCHED),
    "damaged_model": (
        always(Text("The file is damaged or was not downloaded to its end. Get it once more.")), SOURCE_UNTOUCHED),
    "legacy_format": (
        always(Text("The file is stored in a form from before 2020 that is not opened here. Load it in a current RVC "
                    "and save it again.")), SOURCE_UNTOUCHED),
    "unsafe_format": (
        always(Text("The file is a bare Python object, which could run programs when opened. It was not opened.")),
        SOURCE_UNTOUCHED),
    "code_in_file": (
        given(("found",), Text("The file holds more than numbers ({found}): parts that would run as a program. It was "
                               "not opened. Do not use it, and get the voice from its maker."),
              Text("The file holds more than numbers: parts that would run as a program. It was not opened. Do not "
                   "use it, and get the voice from its maker.")), SOURCE_UNTOUCHED),
    "bad_archive": (
        always(Text("The file is packed in a way that RVC never uses, so it was not opened.")), SOURCE_UNTOUCHED),
    "bad_safetensors": (
        always(Text("The safetensors file contradicts itself, so it was not opened. Get it once more.")),
        SOURCE_UNTOUCHED),
    "bad_tensor": (
        always(Text("The file claims numbers that it does not hold, so it was not used.")), SOURCE_UNTOUCHED),
    "non_finite": (
        always(Text("The file holds values that are no numbers: its training failed. Use an earlier save of it.")),
        SOURCE_UNTOUCHED),
    "training_checkpoint": (
        always(Text("This is a training file, not a voice. Export the small model from the training program (in RVC "
                    "WebUI it lies in assets/weights, in Applio beside the training files), then drop that.")),
        SOURCE_UNTOUCHED),
    "foreign_voice": (
        given(("vocoder",), Text("This voice was made for {vocoder}, which RVC voices here do not use. Export or train "
                                 "it with the usual vocoder (HiFi-GAN)."),
              Text("This voice was made for another program than RVC.")), SOURCE_UNTOUCHED),
    "foreign_embedder": (
        given(("embedder",), Text("This voice was trained with “{embedder}” instead of ContentVec, so it would not "
                                  "speak here."),
              Text("This voice was trained with something else than ContentVec, so it would not speak here.")),
        SOURCE_UNTOUCHED),
    "not_a_voice": (
        given(("missing",), Text("This is not a voice of RVC: “{missing}” is missing in it."),
              Text("This is not a voice of RVC.")), SOURCE_UNTOUCHED),
    "voice_config": (
        always(Text("The voice gives sizes for its network that cannot be right.")), SOURCE_UNTOUCHED),
    "voice_rate": (
        given(("rate",), Text("The voice gives a sample rate of “{rate}”; voices have 32, 40 or 48 kHz."),
              Text("The voice gives a sample rate that voices do not have; they have 32, 40 or 48 kHz.")),
        SOURCE_UNTOUCHED),
    "voice_version": (
        given(("found",), Text("This voice is of the version “{found}”; versions v1 and v2 are known here."),
              Text("This voice is of a version that is not known here; v1 and v2 are.")), SOURCE_UNTOUCHED),
    "version_mismatch": (
        given(("declared", "found"), Text("The voice says that it is {declared}, but it is built like {found}. Get it "
                                          "once more from its maker."),
              Text("The voice is built like another version than it says.")), SOURCE_UNTOUCHED),
    "voice_shapes": (
        always(Text("The voice is not built like an RVC voice; parts are missing or of another size.")),
        SOURCE_UNTOUCHED),
    "fairseq_model": (
        always(Text("This is ContentVec in its old form (fairseq), which holds program parts. Use the folder with "
                    "config.json and pytorch_model.bin instead; Applio keeps it in "
                    "rvc/models/embedders/contentvec.")), SOURCE_UNTOUCHED),
    "demucs_object": (
        always(Text("This Demucs file holds program parts of a model that is not known here. Use HTDemucs.")),
        SOURCE_UNTOUCHED),
    "wrong_kind": (
        always(Text("The file holds another kind of model than was wanted here.")), SOURCE_UNTOUCHED),
    "index_kind": (
        always(Text("The index is of a kind or version that voices do not use. Make it anew with a current RVC.")),
        SOURCE_UNTOUCHED),
    "index_empty": (
        always(Text("There is nothing in this index; it is a by-product of training. Use the one whose name begins "
                    "with “added”.")), SOURCE_UNTOUCHED),
    "index_dimension": (
        given(("found", "wanted"), Text("The index belongs to a voice of another version (its size is {found}, the "
                                        "voice's {wanted}). Use the voice without it, or with its own."),
              Text("The index is of a size that no voice has.")), SOURCE_UNTOUCHED),
    "bad_index": (always(Text("The index is damaged. Make it anew, or use the voice without it.")), SOURCE_UNTOUCHED),
}

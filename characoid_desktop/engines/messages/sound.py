"""Sound files: what is in them, where they are, what is made of them."""

from __future__ import annotations

from characoid_desktop.core.i18n import Text
from characoid_desktop.engines.messages.wording import (
    NOTHING_LEFT,
    SOURCE_UNTOUCHED,
    Notes,
    Params,
    Sentences,
    always,
    given,
    same,
)


def format_cannot_hold(params: Params) -> Text:
    if "format" in params and "channels" in params:
        return Text.of(
            "{format} cannot hold {channels} channels. Choose WAV or FLAC, which can.",
            format=params["format"], channels=params["channels"],
        )
    if "format" in params and "rate" in params:
        return Text.of(
            "{format} cannot hold sound at {rate} Hz. Choose WAV or FLAC, which can.",
            format=params["format"], rate=params["rate"],
        )
    return Text.of("The chosen format cannot hold this sound. Choose WAV or FLAC, which can.")


SENTENCES: Sentences = {
    # What is in the file
    "empty_file": (always(Text("The file is empty.")), SOURCE_UNTOUCHED),
    "header_only": (
        always(Text("There is no sound in the file, only the header of a sound file.")), SOURCE_UNTOUCHED),
    "not_audio": (
        given(("found",), Text("This is not a sound file; its content looks like {found}."),
              Text("This is not a sound file, whatever its name says.")), SOURCE_UNTOUCHED),
    "no_audio": (always(Text("The video has no sound in it.")), SOURCE_UNTOUCHED),
    "bad_rate": (
        given(("rate",), Text("The file claims a sample rate of {rate} Hz, which cannot be right."),
              Text("The file claims a sample rate that cannot be right.")), SOURCE_UNTOUCHED),
    "bad_channels": (
        given(("channels",), Text("The file has {channels} channels; 1 to 8 can be read."),
              Text("The file has a number of channels that cannot be read.")), SOURCE_UNTOUCHED),
    "bad_format": (
        given(("format",), Text("Files cannot be written as “{format}”. Choose another format."),
              Text("The sound is stored in a way that cannot be read.")), SOURCE_UNTOUCHED),
    "too_long": (always(Text("The sound is too long to be processed in one piece. Cut it first.")),
                 SOURCE_UNTOUCHED),
    "too_short": (always(Text("The sound is too short to be processed.")), SOURCE_UNTOUCHED),
    "encrypted": (always(Text("The file is protected, so its sound cannot be read.")), SOURCE_UNTOUCHED),
    "damaged": (always(Text("The file is damaged; no sound in it can be read.")), SOURCE_UNTOUCHED),
    "format_cannot_hold": (format_cannot_hold, SOURCE_UNTOUCHED),
    # Where the file is
    "not_found": (always(Text("The file is no longer there. It may have been moved or renamed.")), None),
    "not_a_file": (always(Text("This is not a file that can be read.")), None),
    "permission_denied": (
        always(Text("Reading or writing was refused. Check the permissions of the file and its folder.")),
        SOURCE_UNTOUCHED),
    "read_error": (always(Text("The file could not be read to its end. Check the drive it is on.")), SOURCE_UNTOUCHED),
    "write_error": (always(Text("The file could not be written. Check the drive it goes to.")), NOTHING_LEFT),
    "output_exists": (
        always(Text("A file of this name is there already, and it was not touched.")), SOURCE_UNTOUCHED),
    "folder_missing": (
        always(Text("The folder for the result is no longer there. Choose another folder.")), SOURCE_UNTOUCHED),
    "name_too_long": (
        always(Text("The name for the result is longer than the drive allows. Choose a shorter one.")),
        SOURCE_UNTOUCHED),
    "encoder_failed": (
        always(Text("The result could not be written in this format. Choose WAV or FLAC.")), NOTHING_LEFT),
    "disk_full": (always(Text("The disk is full. Make room, then try again.")), NOTHING_LEFT),
    "read_only": (always(Text("The folder cannot be written to. Choose another folder.")), SOURCE_UNTOUCHED),
    # Separation and mixing
    "needs_stereo": (
        always(Text("The sound is mono, so there is no middle to take the voice out of. Use it as it is, or "
                    "separate it with a model.")), SOURCE_UNTOUCHED),
    "model_missing": (
        always(Text("The files of the separation model are no longer there. Add the model again.")), SOURCE_UNTOUCHED),
    "bad_model_config": (
        always(Text("The description of the separation model and its weights do not fit together. Add the model "
                    "again, with the config file it came with.")), SOURCE_UNTOUCHED),
    "bad_model_output": (
        always(Text("The separation model computed no usable sound. It is damaged, or of a kind that is not "
                    "supported.")), NOTHING_LEFT),
    "separation_unsupported": (
        always(Text("This kind of separation model is not supported. HTDemucs, BS-Roformer, Mel-Band Roformer, MDX23C "
                    "and MDX-Net (ONNX) are.")), SOURCE_UNTOUCHED),
    "foreign_operators": (
        always(Text("The model asks for code or files that do not belong to it, so it is not used.")),
        SOURCE_UNTOUCHED),
    "unsafe_file": (
        always(Text("The file holds more than the numbers of a model: it would run code when it is opened. It was not "
                    "opened, and nothing was run.")), SOURCE_UNTOUCHED),
    "stem_missing": (
        given(("stems",), Text("The model has no voice among what it gives: {stems}. Choose another model."),
              Text("The model has no voice among what it gives. Choose another model.")), SOURCE_UNTOUCHED),
}

NOTES: Notes = {
    "truncated": same(Text("The file ends too early. What could be read was used.")),
    "non_finite_samples": (Text("{n} samples were not numbers and became silence."),
                           Text("Some samples were not numbers and became silence.")),
    "clipped_samples": (Text("{n} samples of the original were too loud and are cut off."),
                        Text("Some samples of the original were too loud and are cut off.")),
    "output_clipped": (Text("{n} samples of the result were too loud and are cut off."),
                       Text("Some samples of the result were too loud and are cut off.")),
    "damaged_frames": (Text("{n} damaged pieces of the file became silence."),
                       Text("Damaged pieces of the file became silence.")),
    "length_field_wrong": same(Text("The file gives a wrong length. All the sound in it was used.")),
    "partial_frame": same(Text("The file ends in the middle of a sample, which was left out.")),
    "several_audio_streams": (Text("The file has {n} sound tracks; the main one was used."),
                              Text("The file has several sound tracks; the main one was used.")),
    "limited": same(Text("Peaks of the mix were turned down so that nothing is cut off.")),
    "loudness_missed": (
        Text("The loudness asked for is {n} LU away: without cutting peaks off, the mix cannot get nearer."),
        Text("The loudness asked for could not be reached without cutting peaks off.")),
    "parameters_changed": same(
        Text("The sound changes its rate or channels inside the file; it was made uniform.")),
    "resampled": (Text("The format needs another sample rate; the result has {n} Hz."),
                  Text("The format needs another sample rate, so the result has that one.")),
}

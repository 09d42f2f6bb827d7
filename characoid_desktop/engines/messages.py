"""The sentence for each error code of the engine children, written once.

A code is a lower-case word that the child sends with plain params (``no_audio``, ``bad_rate`` …). The child
is not trusted: params of the wrong kind fall back to the sentence that needs none of them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from characoid_desktop.core.i18n import Text

MAX_PARAM_LENGTH = 200

SOURCE_UNTOUCHED = Text("The original file is untouched.")
NOTHING_LEFT = Text("The original file is untouched, and no half-written file was left.")

Params = Mapping[str, object]


def sentence_for(code: str, params: Mapping[str, Any] | None = None) -> tuple[Text, Text | None]:
    """Return (what happened, what is safe) for an engine error; never raises.

    ``params["name"]``, a file name, may be given by the caller: then the sentence starts with it.
    Unknown codes get a general sentence, since a child may be newer than this table.
    """
    clean = _bounded(params or {})
    entry = _TABLE.get(code, _TABLE["internal"])
    make, safe = entry
    sentence = make(clean)
    name = clean.get("name")
    if isinstance(name, str) and name:
        return Text.of("“{name}”: {sentence}", name=name, sentence=sentence), safe
    return sentence, safe


def _bounded(params: Mapping[str, Any]) -> dict[str, object]:
    """Keep numbers and short one-line words; everything else is not for a sentence."""
    clean: dict[str, object] = {}
    for key, value in params.items():
        if isinstance(value, bool):
            continue
        if isinstance(value, (int, float)):
            clean[str(key)] = f"{value:g}" if isinstance(value, float) else value
        elif isinstance(value, str):
            words = "".join(c if c.isprintable() else " " for c in value[: MAX_PARAM_LENGTH + 1])
            clean[str(key)] = words if len(words) <= MAX_PARAM_LENGTH else words[:MAX_PARAM_LENGTH] + "…"
    return clean


def _plain(text: Text) -> Callable[[Params], Text]:
    return lambda params: text


def _with(needs: tuple[str, ...], text: Text, otherwise: Text) -> Callable[[Params], Text]:
    """``text`` filled with the params it needs, or ``otherwise`` when one of them did not come."""

    def make(params: Params) -> Text:
        if all(key in params for key in needs):
            return Text(text.source, {key: params[key] for key in needs})
        return otherwise

    return make


def _format_cannot_hold(params: Params) -> Text:
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


_TABLE: dict[str, tuple[Callable[[Params], Text], Text | None]] = {
    # What is in the file
    "empty_file": (_plain(Text("The file is empty.")), SOURCE_UNTOUCHED),
    "header_only": (
        _plain(Text("There is no sound in the file, only the header of a sound file.")), SOURCE_UNTOUCHED),
    "not_audio": (
        _with(("found",), Text("This is not a sound file; its content looks like {found}."),
              Text("This is not a sound file, whatever its name says.")), SOURCE_UNTOUCHED),
    "no_audio": (_plain(Text("The video has no sound in it.")), SOURCE_UNTOUCHED),
    "bad_rate": (
        _with(("rate",), Text("The file claims a sample rate of {rate} Hz, which cannot be right."),
              Text("The file claims a sample rate that cannot be right.")), SOURCE_UNTOUCHED),
    "bad_channels": (
        _with(("channels",), Text("The file has {channels} channels; 1 to 8 can be read."),
              Text("The file has a number of channels that cannot be read.")), SOURCE_UNTOUCHED),
    "bad_format": (
        _with(("format",), Text("Files cannot be written as “{format}”. Choose another format."),
              Text("The sound is stored in a way that cannot be read.")), SOURCE_UNTOUCHED),
    "too_long": (_plain(Text("The sound is too long to be processed in one piece. Cut it first.")),
                 SOURCE_UNTOUCHED),
    "too_short": (_plain(Text("The sound is too short to be processed.")), SOURCE_UNTOUCHED),
    "encrypted": (_plain(Text("The file is protected, so its sound cannot be read.")), SOURCE_UNTOUCHED),
    "damaged": (_plain(Text("The file is damaged; no sound in it can be read.")), SOURCE_UNTOUCHED),
    "format_cannot_hold": (_format_cannot_hold, SOURCE_UNTOUCHED),
    # Where the file is
    "not_found": (_plain(Text("The file is no longer there. It may have been moved or renamed.")), None),
    "not_a_file": (_plain(Text("This is not a file that can be read.")), None),
    "permission_denied": (
        _plain(Text("Reading or writing was refused. Check the permissions of the file and its folder.")),
        SOURCE_UNTOUCHED),
    "read_error": (_plain(Text("The file could not be read to its end. Check the drive it is on.")), SOURCE_UNTOUCHED),
    "write_error": (_plain(Text("The file could not be written. Check the drive it goes to.")), NOTHING_LEFT),
    "output_exists": (
        _plain(Text("A file of this name is there already, and it was not touched.")), SOURCE_UNTOUCHED),
    "folder_missing": (
        _plain(Text("The folder for the result is no longer there. Choose another folder.")), SOURCE_UNTOUCHED),
    "name_too_long": (
        _plain(Text("The name for the result is longer than the drive allows. Choose a shorter one.")),
        SOURCE_UNTOUCHED),
    "encoder_failed": (
        _plain(Text("The result could not be written in this format. Choose WAV or FLAC.")), NOTHING_LEFT),
    "disk_full": (_plain(Text("The disk is full. Make room, then try again.")), NOTHING_LEFT),
    "read_only": (_plain(Text("The folder cannot be written to. Choose another folder.")), SOURCE_UNTOUCHED),
    # Separation and mixing
    "needs_stereo": (
        _plain(Text("The sound is mono, so there is no middle to take the voice out of. Use it as it is, or "
                    "separate it with a model.")), SOURCE_UNTOUCHED),
    "model_missing": (
        _plain(Text("The files of the separation model are no longer there. Add the model again.")), SOURCE_UNTOUCHED),
    "bad_model_config": (
        _plain(Text("The description of the separation model and its weights do not fit together. Add the model "
                    "again, with the config file it came with.")), SOURCE_UNTOUCHED),
    "bad_model_output": (
        _plain(Text("The separation model computed no usable sound. It is damaged, or of a kind that is not "
                    "supported.")), NOTHING_LEFT),
    "separation_unsupported": (
        _plain(Text("This kind of separation model is not supported. HTDemucs, BS-Roformer, Mel-Band Roformer, MDX23C "
                    "and MDX-Net (ONNX) are.")), SOURCE_UNTOUCHED),
    "foreign_operators": (
        _plain(Text("The model asks for code or files that do not belong to it, so it is not used.")),
        SOURCE_UNTOUCHED),
    "unsafe_file": (
        _plain(Text("The file holds more than the numbers of a model: it would run code when it is opened. It was not "
                    "opened, and nothing was run.")), SOURCE_UNTOUCHED),
    "stem_missing": (
        _with(("stems",), Text("The model has no voice among what it gives: {stems}. Choose another model."),
              Text("The model has no voice among what it gives. Choose another model.")), SOURCE_UNTOUCHED),
    # What is in a model file
    "model_too_small": (_plain(Text("The file is too small to be a voice or a model.")), SOURCE_UNTOUCHED),
    "model_too_large": (
        _with(("gigabytes",), Text("The file is larger than {gigabytes} GB, which no voice or model for it is."),
              Text("The file is too large to be a voice or a model.")), SOURCE_UNTOUCHED),
    "not_a_model": (
        _plain(Text("This is neither a voice nor a model that is known here, whatever its name says.")),
        SOURCE_UNTOUCHED),
    "damaged_model": (
        _plain(Text("The file is damaged or was not downloaded to its end. Get it once more.")), SOURCE_UNTOUCHED),
    "legacy_format": (
        _plain(Text("The file is stored in a form from before 2020 that is not opened here. Load it in a current RVC "
                    "and save it again.")), SOURCE_UNTOUCHED),
    "unsafe_format": (
        _plain(Text("The file is a bare Python object, which could run programs when opened. It was not opened.")),
        SOURCE_UNTOUCHED),
    "code_in_file": (
        _with(("found",), Text("The file holds more than numbers ({found}): parts that would run as a program. It was "
                               "not opened. Do not use it, and get the voice from its maker."),
              Text("The file holds more than numbers: parts that would run as a program. It was not opened. Do not "
                   "use it, and get the voice from its maker.")), SOURCE_UNTOUCHED),
    "bad_archive": (
        _plain(Text("The file is packed in a way that RVC never uses, so it was not opened.")), SOURCE_UNTOUCHED),
    "bad_safetensors": (
        _plain(Text("The safetensors file contradicts itself, so it was not opened. Get it once more.")),
        SOURCE_UNTOUCHED),
    "bad_tensor": (
        _plain(Text("The file claims numbers that it does not hold, so it was not used.")), SOURCE_UNTOUCHED),
    "non_finite": (
        _plain(Text("The file holds values that are no numbers: its training failed. Use an earlier save of it.")),
        SOURCE_UNTOUCHED),
    "training_checkpoint": (
        _plain(Text("This is a training file, not a voice. Export the small model from the training program (in RVC "
                    "WebUI it lies in assets/weights, in Applio beside the training files), then drop that.")),
        SOURCE_UNTOUCHED),
    "foreign_voice": (
        _with(("vocoder",), Text("This voice was made for {vocoder}, which RVC voices here do not use. Export or train "
                                 "it with the usual vocoder (HiFi-GAN)."),
              Text("This voice was made for another program than RVC.")), SOURCE_UNTOUCHED),
    "foreign_embedder": (
        _with(("embedder",), Text("This voice was trained with “{embedder}” instead of ContentVec, so it would not "
                                  "speak here."),
              Text("This voice was trained with something else than ContentVec, so it would not speak here.")),
        SOURCE_UNTOUCHED),
    "not_a_voice": (
        _with(("missing",), Text("This is not a voice of RVC: “{missing}” is missing in it."),
              Text("This is not a voice of RVC.")), SOURCE_UNTOUCHED),
    "voice_config": (
        _plain(Text("The voice gives sizes for its network that cannot be right.")), SOURCE_UNTOUCHED),
    "voice_rate": (
        _with(("rate",), Text("The voice gives a sample rate of “{rate}”; voices have 32, 40 or 48 kHz."),
              Text("The voice gives a sample rate that voices do not have; they have 32, 40 or 48 kHz.")),
        SOURCE_UNTOUCHED),
    "voice_version": (
        _with(("found",), Text("This voice is of the version “{found}”; versions v1 and v2 are known here."),
              Text("This voice is of a version that is not known here; v1 and v2 are.")), SOURCE_UNTOUCHED),
    "version_mismatch": (
        _with(("declared", "found"), Text("The voice says that it is {declared}, but it is built like {found}. Get it "
                                          "once more from its maker."),
              Text("The voice is built like another version than it says.")), SOURCE_UNTOUCHED),
    "voice_shapes": (
        _plain(Text("The voice is not built like an RVC voice; parts are missing or of another size.")),
        SOURCE_UNTOUCHED),
    "fairseq_model": (
        _plain(Text("This is ContentVec in its old form (fairseq), which holds program parts. Use the folder with "
                    "config.json and pytorch_model.bin instead; Applio keeps it in "
                    "rvc/models/embedders/contentvec.")), SOURCE_UNTOUCHED),
    "demucs_object": (
        _plain(Text("This Demucs file holds program parts of a model that is not known here. Use HTDemucs.")),
        SOURCE_UNTOUCHED),
    "wrong_kind": (
        _plain(Text("The file holds another kind of model than was wanted here.")), SOURCE_UNTOUCHED),
    "index_kind": (
        _plain(Text("The index is of a kind or version that voices do not use. Make it anew with a current RVC.")),
        SOURCE_UNTOUCHED),
    "index_empty": (
        _plain(Text("There is nothing in this index; it is a by-product of training. Use the one whose name begins "
                    "with “added”.")), SOURCE_UNTOUCHED),
    "index_dimension": (
        _with(("found", "wanted"), Text("The index belongs to a voice of another version (its size is {found}, the "
                                        "voice's {wanted}). Use the voice without it, or with its own."),
              Text("The index is of a size that no voice has.")), SOURCE_UNTOUCHED),
    "bad_index": (_plain(Text("The index is damaged. Make it anew, or use the voice without it.")), SOURCE_UNTOUCHED),
    # Speaking with a voice
    "voice_missing": (
        _plain(Text("The files of the voice are no longer there. Add the voice again.")), SOURCE_UNTOUCHED),
    "voice_damaged": (
        _plain(Text("The files of the voice in the library are damaged. Add the voice again.")), SOURCE_UNTOUCHED),
    "voice_newer": (
        _plain(Text("The voice was added by a newer version of this app. Update the app, or add the voice again.")),
        SOURCE_UNTOUCHED),
    "voice_tensors": (
        _plain(Text("The voice is not built like an RVC voice; parts are missing, of another size, or no numbers.")),
        SOURCE_UNTOUCHED),
    "voice_not_finite": (
        _plain(Text("The voice computed values that are no sound. It is damaged, or the graphics card computes "
                    "wrongly; try it on the processor.")), NOTHING_LEFT),
    "bad_speaker": (
        _with(("speakers",), Text("The voice has no speaker of that number; it has {speakers}, counted from 0."),
              Text("The voice has no speaker of that number.")), SOURCE_UNTOUCHED),
    "weights_missing": (
        _with(("kind",), Text("The model “{kind}” is not in the library. Add it, or choose another way."),
              Text("A model that is needed is not in the library.")), SOURCE_UNTOUCHED),
    "weights_damaged": (
        _with(("kind",), Text("The model “{kind}” in the library is damaged. Add it again."),
              Text("A model in the library is damaged. Add it again.")), SOURCE_UNTOUCHED),
    "contentvec_config": (
        _plain(Text("ContentVec in the library is of another kind than voices need. Add the right one.")),
        SOURCE_UNTOUCHED),
    "contentvec_tensors": (
        _plain(Text("ContentVec in the library is damaged or incomplete. Add it again.")), SOURCE_UNTOUCHED),
    "contentvec_no_projection": (
        _plain(Text("This voice is of version v1, which needs a ContentVec with its final projection; the one in the "
                    "library has none.")), SOURCE_UNTOUCHED),
    "torch_missing": (
        _plain(Text("The part that computes voices (PyTorch) is not installed. The built-in voices work without it.")),
        SOURCE_UNTOUCHED),
    "device_missing": (
        _with(("device",), Text("“{device}” cannot be used for computing here. Choose the processor."),
              Text("The graphics card cannot be used for computing here. Choose the processor.")), SOURCE_UNTOUCHED),
    "device_failed": (
        _plain(Text("The graphics card failed while it was computing. Try it on the processor, or again after a "
                    "restart.")), NOTHING_LEFT),
    # What is in a document
    "document_kind": (
        _with(("found",), Text("This is {found}, so there is no document in it that can be read here."),
              Text("The content is of another kind than the name says.")), SOURCE_UNTOUCHED),
    "document_unknown": (
        _plain(Text("There is no text in this file. PDF, Word, PowerPoint, Excel, EPUB, web pages, Markdown, plain "
                    "text, subtitles and CSV can be read.")), SOURCE_UNTOUCHED),
    "document_legacy": (
        _plain(Text("This is a document in the form from before 2007. Save it as .docx, .xlsx or .pptx, then add "
                    "that.")), SOURCE_UNTOUCHED),
    "document_locked": (
        _plain(Text("The document is locked with a password. Save a copy without it, then add that.")),
        SOURCE_UNTOUCHED),
    "document_drm": (
        _plain(Text("The book is locked by copy protection, so its text cannot be read.")), SOURCE_UNTOUCHED),
    "document_damaged": (
        _plain(Text("The document is damaged or was not downloaded to its end. Get it once more.")),
        SOURCE_UNTOUCHED),
    "document_bomb": (
        _plain(Text("The file would unpack to far more than a document ever does, so it was not opened.")),
        SOURCE_UNTOUCHED),
    "document_entities": (
        _plain(Text("The file holds definitions that documents never have and that can be used for attacks, so it was "
                    "not opened.")), SOURCE_UNTOUCHED),
    "document_scanned": (
        _with(("pages",), Text("There is no text in this PDF, only pictures of its pages ({pages}). Run text "
                               "recognition (OCR) over it, then add the result."),
              Text("There is no text in this PDF, only pictures of its pages. Run text recognition (OCR) over it, "
                   "then add the result.")), SOURCE_UNTOUCHED),
    "document_garbled": (
        _plain(Text("The text inside this PDF is unreadable: its fonts do not say which characters they show. Run text "
                    "recognition (OCR) over it, then add the result.")), SOURCE_UNTOUCHED),
    "document_no_text": (_plain(Text("There is no text in this document.")), SOURCE_UNTOUCHED),
    "document_too_large": (
        _with(("megabytes",), Text("The file is larger than {megabytes} MB, the most that is read of this kind. Split "
                                   "it, then add the parts."),
              Text("The file is too large to be read as a document.")), SOURCE_UNTOUCHED),
    "document_too_long": (
        _with(("millions",), Text("The text is longer than {millions} million characters, the most that is read. Split "
                                  "the document, then add the parts."),
              Text("The text is too long to be read as one document.")), SOURCE_UNTOUCHED),
    "document_too_many_pages": (
        _with(("pages",), Text("The document has more than {pages} pages, the most that is read. Split it, then add "
                               "the parts."),
              Text("The document has too many pages.")), SOURCE_UNTOUCHED),
    "document_too_slow": (
        _with(("minutes",), Text("Reading the document took longer than {minutes} minutes and was given up."),
              Text("Reading the document took too long and was given up.")), SOURCE_UNTOUCHED),
    # The user's own rvc-next
    "external_missing": (
        _with(("program",), Text("The program “{program}” of rvc-next is not there any more or cannot be started. "
                                 "Choose it anew in the settings, or the built-in engine."),
              Text("The program of rvc-next is not there any more or cannot be started. Choose it anew in the "
                   "settings, or the built-in engine.")), SOURCE_UNTOUCHED),
    "external_unknown": (
        _plain(Text("The chosen program does not answer as rvc-next does. Test it in the settings, or choose the "
                    "built-in engine.")), SOURCE_UNTOUCHED),
    "external_range": (
        _with(("setting", "most"), Text("rvc-next takes “{setting}” up to {most} only. Lower it, or choose the "
                                        "built-in engine."),
              Text("rvc-next does not go as far with one of the settings. Lower it, or choose the built-in engine.")),
        SOURCE_UNTOUCHED),
    "external_assets": (
        _with(("assets",), Text("rvc-next lacks files of its own for this: {assets}. Fetch them there with “rvc-next "
                                "assets download {assets}”, or choose the built-in engine."),
              Text("rvc-next lacks files of its own for this. Its command “rvc-next assets list” says which; or choose "
                   "the built-in engine.")), SOURCE_UNTOUCHED),
    "external_failed": (
        _with(("said",), Text("rvc-next did not finish. It said: {said}"),
              Text("rvc-next did not finish. The log says more.")), NOTHING_LEFT),
    "external_output": (
        _plain(Text("rvc-next gave no usable sound, or one of another length. Try again, or choose the built-in "
                    "engine.")), NOTHING_LEFT),
    "external_timeout": (
        _plain(Text("rvc-next took too long and was ended. Try a shorter piece, or choose the built-in engine.")),
        NOTHING_LEFT),
    "external_flood": (
        _plain(Text("rvc-next wrote without end and was ended. Test it in the settings, or choose the built-in "
                    "engine.")), NOTHING_LEFT),
    # What went wrong in the engine
    "out_of_memory": (
        _plain(Text("There was not enough memory. Close other programs, or try a shorter piece.")),
        NOTHING_LEFT),
    "part_missing": (
        _with(("part",), Text("A part of the engine is not installed: {part}. Installing the app again helps."),
              Text("A part of the engine is not installed. Installing the app again helps.")), None),
    "internal": (_plain(Text("The engine could not finish this. The log says why.")), NOTHING_LEFT),
    "garbage_answer": (_plain(Text("The engine gave an answer that makes no sense.")), NOTHING_LEFT),
    # Tables of documents, and questions to them
    "not_a_table": (_plain(Text("This file holds no rows of text, so there is no table in it.")), SOURCE_UNTOUCHED),
    "no_table": (_plain(Text("There are no rows in this file, at most the names of columns, so no table was made of "
                             "it.")), SOURCE_UNTOUCHED),
    "table_broken": (
        _with(("line",), Text("A quotation mark that is opened near line {line} is never closed. Correct the file, "
                              "then add it again."),
              Text("A quotation mark in the file is never closed. Correct the file, then add it again.")),
        SOURCE_UNTOUCHED),
    "table_locked": (
        _plain(Text("The workbook is in the form from before 2007 or locked with a password. Save it as .xlsx without "
                    "one, then add that.")), SOURCE_UNTOUCHED),
    "table_unreadable": (
        _plain(Text("The workbook is damaged, or is none. Open it in a spreadsheet program and save it as .xlsx, "
                    "then add that.")), SOURCE_UNTOUCHED),
    "table_too_large": (
        _plain(Text("The file is too large for a table here, or would unpack to far more than it seems. Divide it, "
                    "then add the parts.")), SOURCE_UNTOUCHED),
    "sqlite_too_old": (
        _plain(Text("The database library of this installation is too old to read foreign questions safely. "
                    "Installing the app again helps.")), None),
    "table_gone": (_plain(Text("The rows of this table are not there any more. Add its document again.")), None),
    "query_refused": (_plain(Text("This question to the tables is not allowed, so it was not asked.")), None),
    "query_wrong": (_plain(Text("This question does not fit the tables.")), None),
    "query_timeout": (_plain(Text("The question to the tables took too long and was stopped. Ask for less.")), None),
    "query_too_large": (
        _plain(Text("The question to the tables needs too much memory and was stopped. Ask for less.")), None),
    "unknown_op": (
        _plain(Text("The engine does not know this task. The app and its engine do not fit together; "
                    "installing the app again helps.")), None),
    "bad_params": (_plain(Text("The engine refused the settings of this task.")), SOURCE_UNTOUCHED),
}

CODES = frozenset(_TABLE)


def _same(text: Text) -> tuple[Text, Text]:
    return text, text


_NOTES: Mapping[str, tuple[Text, Text]] = {
    # word: (with the number that follows it, without)
    "truncated": _same(Text("The file ends too early. What could be read was used.")),
    "non_finite_samples": (Text("{n} samples were not numbers and became silence."),
                           Text("Some samples were not numbers and became silence.")),
    "clipped_samples": (Text("{n} samples of the original were too loud and are cut off."),
                        Text("Some samples of the original were too loud and are cut off.")),
    "output_clipped": (Text("{n} samples of the result were too loud and are cut off."),
                       Text("Some samples of the result were too loud and are cut off.")),
    "damaged_frames": (Text("{n} damaged pieces of the file became silence."),
                       Text("Damaged pieces of the file became silence.")),
    "length_field_wrong": _same(Text("The file gives a wrong length. All the sound in it was used.")),
    "partial_frame": _same(Text("The file ends in the middle of a sample, which was left out.")),
    "several_audio_streams": (Text("The file has {n} sound tracks; the main one was used."),
                              Text("The file has several sound tracks; the main one was used.")),
    "limited": _same(Text("Peaks of the mix were turned down so that nothing is cut off.")),
    "loudness_missed": (
        Text("The loudness asked for is {n} LU away: without cutting peaks off, the mix cannot get nearer."),
        Text("The loudness asked for could not be reached without cutting peaks off.")),
    "parameters_changed": _same(
        Text("The sound changes its rate or channels inside the file; it was made uniform.")),
    "pages_without_text": (Text("{n} pages have no text, only pictures."),
                           Text("Some pages have no text, only pictures.")),
    "pages_garbled": (Text("The text of {n} pages is unreadable and was left out."),
                      Text("The text of some pages is unreadable and was left out.")),
    "pages_damaged": (Text("{n} pages are damaged and were left out."),
                      Text("Some pages are damaged and were left out.")),
    "hidden_text": (
        Text("{n} characters cannot be seen on the pages, as text recognition leaves them. They are searched too."),
        Text("Some text cannot be seen on the pages, as text recognition leaves it. It is searched too.")),
    "hidden_parts": (Text("{n} hidden parts were left out."), Text("Hidden parts were left out.")),
    "hidden_sheets": (Text("{n} hidden sheets were left out."), Text("Hidden sheets were left out.")),
    "chapters_missing": (Text("{n} chapters are missing in the file."),
                         Text("Some chapters are missing in the file.")),
    "damaged_characters": (Text("{n} characters are damaged in the file."),
                           Text("Some characters are damaged in the file.")),
    "no_pitch_filter": _same(Text("rvc-next has no filter for the pitch, so that setting did nothing.")),
    "resampled": (Text("The format needs another sample rate; the result has {n} Hz."),
                  Text("The format needs another sample rate, so the result has that one.")),
    "table_rows_left_out": (Text("Only the first {n} rows were taken over."),
                            Text("Not all rows were taken over.")),
    "table_columns_left_out": _same(Text("The table has too many columns; the first ones were taken over.")),
    "table_cells_shortened": (Text("{n} cells were too long and were shortened."),
                              Text("Some cells were too long and were shortened.")),
    "tables_without_rows": (Text("{n} sheets have names of columns and no rows, so no tables were made of them."),
                            Text("Some sheets have names of columns and no rows, so no tables were made of them.")),
    "tables_left_out": (Text("{n} sheets were left out, since there are too many."),
                        Text("Some sheets were left out, since there are too many.")),
}


def note_for(word: str) -> Text:
    """Return the sentence for a warning of a finished request: ``word`` or ``word:number``."""
    name, _, number = word.partition(":")
    entry = _NOTES.get(name)
    if entry is None:
        return Text.of("The engine says: {word}", word=_bounded({"word": word}).get("word", ""))
    return Text.of(entry[0].source, n=number) if number.isdecimal() else entry[1]

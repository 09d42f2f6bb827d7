"""What is in a file, whatever its name: told by its first bytes, then by its keys and shapes."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from engine.errors import EngineError
from engine.job import JobContext
from engine.models import faiss_file, networks, safetensors_file
from engine.models.gate import SIGNATURE, check_archive
from engine.models.opcodes import check_pickle
from engine.models.safe_load import load
from engine.models.source import Source
from engine.models.tensors import check_layout, shapes_of

VOICE, INDEX, TRAINING, FOREIGN = "voice", "index", "training_checkpoint", "foreign_voice"
SEPARATION, UNKNOWN = "separation", "unknown"
WEIGHTS = ("contentvec", "rmvpe", "fcpe", "crepe", SEPARATION)

DEMUCS_CALLS = frozenset({"demucs.htdemucs HTDemucs", "fractions Fraction"})
_LEGACY = b"\x80\x02\x8a\nl\xfc\x9cF\xf9 j\xa8P\x19."  # torch's magic number before its data was a zip file
_TEXT_PICKLE = re.compile(rb"c[A-Za-z_][\w.]*\n[A-Za-z_][\w.]*\n|\((?:lp|dp|I|S|V|i)")
_SOVITS = re.compile(rb"0[0-6]\x03\x04")  # GPT-SoVITS writes its version over the letters PK
_NESTS = ("state_dict", "model", "state", "model_state_dict", "weights", "module", "net")
_VITS = ("enc_p.", "dec.", "flow.", "enc_q.")
_DISCRIMINATOR = re.compile(r"discriminators?\.|mpd\.|msd\.")


@dataclass(frozen=True, slots=True)
class Found:
    """``kind`` and facts (plain JSON); ``content`` is what was loaded: a voice's whole dictionary, or the tensors of
    weights; None for indexes, ONNX files and what is refused. ``config`` is what came inside with the weights."""

    kind: str
    facts: Mapping[str, Any]
    content: Mapping[Any, Any] | None = None
    config: Mapping[str, Any] = field(default_factory=dict)


def find(job: JobContext, source: Source) -> Found:
    """Return what the file holds; tensors are loaded but not yet checked.

    Raises EngineError: all of :mod:`gate`, :mod:`opcodes`, :mod:`safe_load`, :mod:`safetensors_file` and
    :mod:`faiss_file`; ``legacy_format``, ``unsafe_format``, ``not_a_model`` for what has none of the formats;
    ``training_checkpoint``, ``foreign_voice`` for what people drop by mistake.
    """
    head = source.head()
    if head.startswith(SIGNATURE):
        return _torch_file(job, source)
    if head.startswith(_LEGACY):
        raise EngineError("legacy_format")
    if head[:1] == b"\x80" and head[1:2] in (b"\x02", b"\x03", b"\x04", b"\x05"):
        raise EngineError("unsafe_format", "a bare pickle")
    if _SOVITS.match(head):
        raise EngineError("foreign_voice", "a file of GPT-SoVITS", vocoder="GPT-SoVITS")
    if safetensors_file.looks_like(head):
        return _of_tensors(safetensors_file.load(source.view(), source.size), {}, source)
    if faiss_file.looks_like(head):
        return Found(INDEX, faiss_file.check_header(source.view(), source.size).to_json())
    if head[:1] == b"\x08":
        return _onnx_file(source)
    if _TEXT_PICKLE.match(head):
        raise EngineError("unsafe_format", "a pickle as text")
    raise EngineError("not_a_model", f"it begins with {head[:8]!r}")


def _torch_file(job: JobContext, source: Source) -> Found:
    archive = check_archive(source.view(), source.size)
    try:
        check_pickle(archive.pickle)
    except EngineError as error:
        if error.code != "demucs_object":
            raise
        check_pickle(archive.pickle, also=DEMUCS_CALLS)
        return _demucs_file(source)
    job.check()
    content = load(source.view())
    job.check()
    if not isinstance(content, Mapping):
        raise EngineError("not_a_model", f"a {type(content).__name__}")
    if isinstance(content.get("weight"), Mapping) and not isinstance(content.get("config"), Mapping):
        return Found(VOICE, {}, content)
    return _of_content(content, source)


def _demucs_file(source: Source) -> Found:
    try:
        from engine.separation.load_foreign import read_demucs
    except ImportError as error:
        raise EngineError("demucs_object", repr(error)) from error
    try:
        foreign = read_demucs(source.path)
    except EngineError as error:
        raise _of_model(error) from error
    return _of_tensors(foreign.tensors, foreign.config, source)


def _of_content(content: Mapping[Any, Any], source: Source) -> Found:
    """A state dict, bare or inside of what a training program wrote around it."""
    inner = next((content[key] for key in _NESTS if isinstance(content.get(key), Mapping)), content)
    names = [name for name in inner if isinstance(name, str)]
    if any(name.startswith(_VITS) for name in names) or any(_DISCRIMINATOR.match(name) for name in names):
        if inner is content and "config" in content:
            raise EngineError("not_a_voice", "no weight", missing="weight")
        part = "D" if any(_DISCRIMINATOR.match(name) for name in names) else "G"
        raise EngineError("training_checkpoint", f"{part}, {len(names)} tensors", part=part)
    if isinstance(content.get("weight"), Mapping) and isinstance(content.get("config"), Mapping):
        raise EngineError("foreign_voice", "a weight with a dictionary as config", vocoder="GPT-SoVITS")
    if inner is content and "config" in content and ("sr" in content or "f0" in content):
        raise EngineError("not_a_voice", "no weight", missing="weight")
    config = next((content[key] for key in ("config_dict", "config") if isinstance(content.get(key), Mapping)), {})
    if inner is content:  # values beside the tensors, as some training programs leave them
        inner = {name: value for name, value in content.items() if hasattr(value, "shape")}
    return _of_tensors(inner, config, source)


def _of_tensors(tensors: Mapping[Any, Any], config: Mapping[str, Any], source: Source) -> Found:
    shapes = shapes_of(tensors)
    known = networks.recognise(shapes)
    if known is not None:
        return Found(known[0], known[1], tensors, config)
    facts = _separation(shapes)
    if facts is not None:
        return Found(SEPARATION, facts, tensors, config)
    for name, tensor in list(tensors.items())[:100]:  # a bent tensor is named rather than called unknown
        if hasattr(tensor, "layout"):
            check_layout(str(name), tensor)
    raise EngineError("not_a_model", f"{len(shapes)} tensors of no network known here: {list(shapes)[:5]}"[:500])


def _separation(shapes: Mapping[str, tuple[int, ...]]) -> dict[str, Any] | None:
    try:
        from engine.separation.recognise import recognise_checkpoint
    except ImportError:
        return None
    return recognise_checkpoint(shapes)


def _onnx_file(source: Source) -> Found:
    try:
        from engine.separation.recognise import recognise_onnx
    except ImportError:
        raise EngineError("not_a_model", "an ONNX file") from None
    try:
        facts = recognise_onnx(source.path)
    except EngineError as error:
        raise _of_model(error) from error
    if facts is None:
        raise EngineError("not_a_model", "no ONNX file of a network known here")
    return Found(SEPARATION, facts)


def _of_model(error: EngineError) -> EngineError:
    """The code for a model where the reader's code speaks of sound, or of any file."""
    code = {"damaged": "damaged_model", "unsafe_file": "code_in_file"}.get(error.code, error.code)
    return EngineError(code, error.detail, **error.params)

"""What the engine is asked for in each stage of a production, worked out from the wishes and what the library has."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from characoid_desktop.core.errors import Action, ActionKind, AppError
from characoid_desktop.core.i18n import Text
from characoid_desktop.features.rvc.parameters import (
    WITHOUT_WEIGHTS,
    Method,
    Mixing,
    Separation,
    VoiceUse,
)
from characoid_desktop.features.rvc.stages import Stage, digest_of
from characoid_desktop.features.rvc.voices_port import Separator, VoiceFiles, VoiceSource

LIBRARY_PANEL = "rvc_session"  # the library is a part of this panel
SAFE = Text("The original file is untouched.")


def open_library(wanted: str) -> Action:
    """Return the next step that shows the model library; ``wanted`` says what is missing there."""
    return Action(ActionKind.OPEN_PANEL, Text.of("Open the library"), {"panel": LIBRARY_PANEL, "library": wanted})


def engine_settings() -> Action:
    """Return the next step that leads to the choice of the engine."""
    return Action(ActionKind.OPEN_SETTINGS, Text.of("Open Settings"), {"page": "engines"})


@dataclass(frozen=True, slots=True)
class Order:
    """One request of a stage but for its files. ``about``: words for provenance; ``kind`` names what measured speeds
    belong to."""

    stage: Stage
    op: str
    params: Mapping[str, Any]
    digest: str
    kind: str
    about: Mapping[str, Any] = field(default_factory=dict[str, Any])


def prepare_order(identity: str) -> Order:
    return Order(Stage.PREPARE, "prepare", {}, digest_of(Stage.PREPARE, identity, {}), "prepare")


def separate_order(
    wanted: Separation | None, prepared: Order, value: Mapping[str, Any], library: VoiceSource, *, forced: bool,
) -> Order | None:
    """Return how voice and music are taken apart; None where the file is taken for a voice alone.

    ``value`` is the answer of the prepare stage. ``forced``: separating is all that is wanted, so it is done even
    where nothing is to be separated. Raises AppError for a model that is not there any more.
    """
    if wanted is None:
        return None
    method, model = _method(wanted, value, library)
    chain = [_separator(id, library) for id in wanted.chain]
    if method is Method.DRY and not chain and not forced:
        return None
    params: dict[str, Any] = {"method": method.value}
    if model is not None:
        params |= _files_of(model)
    if chain:
        params["steps"] = [{"role": one.role, **_files_of(one)} for one in chain]
    names = [one.identity or str(one.model) for one in ([model] if model else []) + chain]
    about = {"separation": method.value, **({"separation_model": model.name} if model is not None else {}),
             **({"separation_chain": [one.name for one in chain]} if chain else {})}
    return Order(Stage.SEPARATE, "separate", params,
                 digest_of(Stage.SEPARATE, prepared.digest, {"method": method.value, "models": names}),
                 f"separate:{model.kind if model is not None else method.value}", about)


def _method(wanted: Separation, value: Mapping[str, Any], library: VoiceSource) -> tuple[Method, Separator | None]:
    if wanted.method is Method.MODEL:
        return Method.MODEL, _separator(wanted.model_id, library)
    if wanted.method is not Method.AUTO:
        return wanted.method, None
    if value.get("dry") is True:
        return Method.DRY, None
    models = [one for one in library.separators() if one.role == "vocals"]
    quick = [one for one in models if not one.slow] or models
    return (Method.MODEL, quick[0]) if quick else (Method.CENTRE, None)


def _separator(id: str, library: VoiceSource) -> Separator:
    found = next((one for one in library.separators() if one.id == id), None)
    if found is None:
        raise AppError(Text.of("The model that was to take voice and music apart is not in the library any more. "
                               "Choose another one."), safe=SAFE, action=open_library("separation"),
                       code="separator_missing")
    return found


def _files_of(model: Separator) -> dict[str, Any]:
    return {"model": str(model.model), **({} if model.config is None else {"config": str(model.config)})}


def voice_order(use: VoiceUse, before: Order, library: VoiceSource) -> Order:
    """Return the conversion to a library voice. Blocks: it looks at the index; raises as :func:`voice_params`."""
    params, voice, assets = voice_params(use, library), voice_for(use, library), library.assets()
    index, how, external = params.get("index"), use.params.to_value(), assets.external
    identity = {"voice": voice.identity or str(voice.folder), "index": None if index is None else _stamp(Path(index)),
                "params": how, "chunk_s": use.chunk_s}
    about = {
        "voice": voice.name, "voice_id": voice.id, "index": "" if index is None else voice.index_name,
        "credit": voice.credit, "engine": "RVC", "version": voice.version, "params": how,
        **({"chunk_s": use.chunk_s} if use.chunk_s else {}), "f0_method": use.params.f0_method,
    }
    if external is not None:
        identity |= {"engine": external.name, "program": _stamp(Path(external.program))}
        about |= {"engine": external.name}
    return Order(Stage.CONVERT, "convert_voice", params, digest_of(Stage.CONVERT, before.digest, identity),
                 voice_kind(use, library), about)


def voice_params(use: VoiceUse, library: VoiceSource) -> dict[str, Any]:
    """Return the params of ``convert_voice`` but for the files, without a look at the disk; raises AppError that says
    what is missing and where to get it."""
    voice = voice_for(use, library)
    assets, external = assets_for(use, voice, library), library.assets().external
    index = voice.index if use.use_index and use.params.index_rate > 0 else None
    return {
        "voice": str(voice.folder), "assets": assets, "params": use.params.to_value(),
        **({} if index is None else {"index": str(index)}),
        **({"chunk_s": use.chunk_s} if use.chunk_s > 0 else {}), **({"device": use.device} if use.device else {}),
        **({} if external is None else {"external": {"program": external.program}}),
    }


def voice_kind(use: VoiceUse, library: VoiceSource) -> str:
    """Return what measured speeds of a conversion belong to."""
    external = library.assets().external
    return f"convert_voice:{'' if external is None else f'{external.name}:'}{use.params.f0_method}"


def voice_for(use: VoiceUse, library: VoiceSource) -> VoiceFiles:
    """Return the voice; raises AppError when it is gone."""
    voice = library.get(use.voice_id)
    if voice is None:
        raise AppError(Text.of("The voice is not in the library any more. Choose another one."), safe=SAFE,
                       action=open_library("voice"), code="voice_missing")
    return voice


def assets_for(use: VoiceUse, voice: VoiceFiles, library: VoiceSource) -> dict[str, str]:
    """Return the paths of what all voices need; raises AppError naming what is missing."""
    assets = library.assets()
    if assets.external is not None:
        if not assets.external.program:
            raise AppError(
                Text.of("{name} is to convert, but its program is not named. Name it in the settings, or choose the "
                        "built-in engine.", name=assets.external.name),
                safe=SAFE, action=engine_settings(), code="external_missing")
        return {}
    if assets.contentvec is None:
        raise AppError(
            Text.of("Library voices need ContentVec, which is not installed yet. Drop its folder or file onto the "
                    "library; the built-in voices work without it."),
            safe=SAFE, action=open_library("contentvec"), code="contentvec_missing")
    method, found = use.params.f0_method, {"contentvec": str(assets.contentvec)}
    if method in WITHOUT_WEIGHTS or not voice.f0:
        return found
    if method not in assets.f0:
        raise AppError(
            Text.of("The pitch method {method} needs a weight file that is not installed. Drop it onto the library, "
                    "or choose another method.", method=method.upper()),
            safe=SAFE, action=open_library(method), code="f0_missing")
    return {**found, "f0": str(assets.f0[method])}


def effect_order(effect: Mapping[str, Any], before: Order, label: str) -> Order:
    """Return the conversion by a built-in effect, on what the stages before it made."""
    return Order(Stage.CONVERT, "convert", {"effect": dict(effect), "format": "wav", "subtype": "float", "tags": {}},
                 digest_of(Stage.CONVERT, before.digest, {"effect": dict(effect)}), "convert",
                 {"voice": label, "engine": "built-in"})


def mix_order(mixing: Mixing, before: Order, target: Mapping[str, Any]) -> Order:
    """Return the last stage. ``target``: format and name of the result, which belong to its identity too."""
    return Order(Stage.MIX, "mix", mixing.engine_params(),
                 digest_of(Stage.MIX, before.digest, {"mixing": mixing.to_value(), "target": dict(target)}), "mix",
                 {"mixing": mixing.to_value()})


def _stamp(path: Path) -> str:
    try:
        state = path.stat()
    except OSError:
        return str(path)
    return f"{path}\0{state.st_size}\0{state.st_mtime_ns}"

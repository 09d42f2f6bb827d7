"""What the panel asks of the part of a choice beyond the preset: voice, separation, mixing. Plain functions."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from characoid_desktop.core.i18n import Text
from characoid_desktop.features.rvc.models import Choice, SessionItem
from characoid_desktop.features.rvc.parameters import Method, Mixing, Separation, VoiceParams, VoiceUse
from characoid_desktop.features.rvc.stages import Done, Stage
from characoid_desktop.features.rvc.voices_port import Separator, VoiceFiles
from characoid_desktop.ui.widgets import times

BASIC = (Method.CENTRE, Method.PERCUSSIVE)
LOUDNESS_TARGETS = (None, -14.0, -16.0, -18.0, -23.0)
F0_NAMES = {"swift": "SwiftF0", "fcpe": "FCPE", "rmvpe": "RMVPE", "crepe": "CREPE"}
MODEL_NAMES = {
    "htdemucs": "HTDemucs", "demucs": "Demucs", "mdx_onnx": "MDX-Net", "mdx23c": "MDX23C", "bs_roformer": "BS-Roformer",
    "mel_band_roformer": "Mel-Band Roformer", "scnet": "SCNet",
}
_METHODS = {
    Method.AUTO: Text("Song, best way there is"), Method.CENTRE: Text("Song, by the centre (basic)"),
    Method.PERCUSSIVE: Text("Song, drums left out (basic)"),
}
_HELPS = {
    Method.CENTRE: Text("Quick, for stereo songs. Some music stays."),
    Method.PERCUSSIVE: Text("For mono songs. Much music stays."),
}
ALONE = Text("A voice alone")
ALONE_HELP = Text("Speech or dry vocals: nothing is taken apart.")


@dataclass(frozen=True, slots=True)
class Way:
    """One way to get the voice out of a file, as the user chooses it. ``separation`` None: it is a voice alone."""

    key: str
    label: Text
    separation: Separation | None
    help: Text
    slow: bool = False


def way_key(separation: Separation | None) -> str:
    """Return what names the way of a stored separation."""
    if separation is None or (separation.method is Method.DRY and not separation.chain):
        return "alone"
    return f"model:{separation.model_id}" if separation.method is Method.MODEL else separation.method.value


def ways(separators: Sequence[Separator], chosen: Separation | None) -> list[Way]:
    """Return the ways there are; one whose model is gone stays while it is the chosen one."""
    models = [one for one in separators if one.role == "vocals"]
    best = next((one for one in models if not one.slow), models[0] if models else None)
    automatic = (Text.of("Dry voices stay as they are; songs go through {name}.", name=best.name) if best is not None
                 else Text.of("Dry voices stay as they are; songs are taken apart by the centre (basic)."))
    found = [Way("alone", ALONE, None, ALONE_HELP), Way("auto", _METHODS[Method.AUTO], Separation(), automatic)]
    for one in models:
        label = (Text.of("Song, by {name} (slow)", name=one.name) if one.slow
                 else Text.of("Song, by {name}", name=one.name))
        found.append(Way(f"model:{one.id}", label, Separation(Method.MODEL, one.id),
                         Text.of("The cleanest voice; it takes its time."), one.slow))
    found += [Way(method.value, _METHODS[method], Separation(method), _HELPS[method]) for method in BASIC]
    key = way_key(chosen)
    if chosen is not None and all(one.key != key for one in found):
        found.append(Way(key, Text.of("A model that is gone"), chosen,
                         Text.of("This model is not in the library any more. Choose another way.")))
    return found


def with_way(choice: Choice, way: Way) -> Choice:
    """Return ``choice`` with another way of taking apart; what else is done to the vocals stays."""
    chain = choice.separation.chain if choice.separation is not None else ()
    return replace(choice, separation=None if way.separation is None else replace(way.separation, chain=chain))


def with_link(choice: Choice, separators: Sequence[Separator], model_id: str, on: bool) -> Choice:
    """Return ``choice`` with a further model on the vocals, or without it; lead and backing come before reverb."""
    if choice.separation is None:
        return choice
    wanted = {*choice.separation.chain, model_id} if on else {*choice.separation.chain} - {model_id}
    order = {"lead_backing": 0, "dereverb": 1}
    chain = [one.id for one in sorted(separators, key=lambda one: order.get(one.role, 2)) if one.id in wanted]
    return replace(choice, separation=replace(choice.separation, chain=tuple(chain)))


def with_voice(choice: Choice, voice: VoiceFiles) -> Choice:
    """Return ``choice`` with a library voice and the parameters that it begins with; the key stays."""
    params = VoiceParams.from_value(voice.defaults)
    if choice.voice is not None:
        params = replace(params, pitch=choice.voice.params.pitch, auto_key=choice.voice.params.auto_key,
                         f0_method=choice.voice.params.f0_method if "f0_method" not in voice.defaults
                         else params.f0_method)
    return replace(choice, voice=VoiceUse(voice.id, replace(params, speaker=min(params.speaker, voice.speakers - 1))))


def with_params(choice: Choice, **values: Any) -> Choice:
    """Return ``choice`` with other parameters of its voice, held within their bounds."""
    if choice.voice is None:
        return choice
    params = VoiceParams.from_value({**choice.voice.params.to_value(), **values})
    return replace(choice, voice=replace(choice.voice, params=params))


def with_mixing(choice: Choice, **values: Any) -> Choice:
    """Return ``choice`` mixed in another way, within the bounds."""
    return replace(choice, mixing=Mixing.from_value({**choice.mixing.to_value(), **values}))


def is_song(choice: Choice) -> bool:
    """Whether voice and music are taken apart."""
    return way_key(choice.separation) != "alone"


def suggested_key(voice: VoiceFiles | None, stages: Mapping[Stage, Done]) -> int | None:
    """Return the semitones from the singer's middle pitch to the voice's; None before it was measured."""
    done = stages.get(Stage.CONVERT)
    measured = done.value.get("f0_median_in") if done is not None else None
    if voice is None or voice.f0_median is None or not isinstance(measured, (int, float)) or not (
            voice.f0_median > 0 and 20 < measured < 4000):
        return None
    return max(-24, min(24, round(12 * math.log2(voice.f0_median / measured))))


def voice_facts(version: str, rate: int, f0: bool, *, index: bool | None = None) -> str:
    """Return “v2 · 40 kHz · index”, a voice in one line."""
    parts = [version, f"{rate / 1000:g} kHz" if rate else "", "" if f0 else str(Text.of("no pitch"))]
    if index is not None:
        parts.append(str(Text.of("index") if index else Text.of("no index")))
    return " · ".join(part for part in parts if part)


def params_summary(params: VoiceParams, *, index: bool) -> str:
    """Return the parameters of a voice in one line, for its folded section."""
    parts = [str(Text.of("index {percent}%", percent=round(params.index_rate * 100)))] if index else []
    parts.append(F0_NAMES.get(params.f0_method, params.f0_method))
    if params.formant:
        parts.append(str(Text.of("formant {value}", value=times.signed(params.formant, 1))))
    return " · ".join(parts)


def mixing_summary(mixing: Mixing) -> str:
    """Return the mix in one line, for its folded section."""
    loudness = mixing.loudness_lufs
    parts = [str(Text.of("loudness as it is")) if loudness is None else loudness_words(loudness)]
    parts.append(str(Text.of("limiter") if mixing.limiter else Text.of("no limiter")))
    if mixing.reverb_amount > 0:
        parts.append(str(Text.of("reverb {percent}%", percent=round(mixing.reverb_amount * 100))))
    if mixing.align_ms:
        parts.append(f"{times.signed(mixing.align_ms)} ms")
    if mixing.instrumental_semitones:
        parts.append(str(Text.of("music {key}", key=times.signed(mixing.instrumental_semitones))))
    return " · ".join(parts)


def loudness_words(lufs: float) -> str:
    """Return “−14 LUFS”."""
    return f"{times.signed(lufs, 0, plus=False)} LUFS"


def estimate_words(seconds: float) -> Text:
    """Return “about 4 min”, coarse as an estimate is."""
    if seconds < 90:
        return Text.of("about {s} s", s=max(5, round(seconds / 5) * 5))
    minutes = round(seconds / 60)
    if minutes < 90:
        return Text.of("about {m} min", m=minutes)
    return Text.of("about {h} h {m} min", h=minutes // 60, m=minutes % 60 // 10 * 10)


def shows_parts(item: SessionItem | None, stages: Mapping[Stage, Done]) -> bool:
    """Whether vocals and music of an item are of interest: it will be, or was, taken apart."""
    return item is not None and (is_song(item.choice) or Stage.SEPARATE in stages)

"""Run by the peer's own Python, as a separate program: converts one sound with rvc-next and records every stage.

    python rvc_parity_peer.py ORDER.json

``ORDER.json``: {assets, voice, index, wave (npy at 16 kHz), out (npz), params, seed}. Nothing of CHARACOID is imported
here and nothing of rvc-next is copied: its functions are wrapped while they run. Noise is drawn from a seeded
generator and recorded, so that the other engine can be given the same.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from typing import Any

import numpy as np
import torch


class Recorder:
    """Keeps what wrapped functions were given or returned, by stage, in order."""

    def __init__(self) -> None:
        self.kept: dict[str, list[np.ndarray]] = {}

    def keep(self, stage: str, value: Any) -> None:
        if isinstance(value, torch.Tensor):
            value = value.detach().float().cpu().numpy()
        self.kept.setdefault(stage, []).append(np.array(value))

    def wrap(self, owner: Any, name: str, seen: Callable[[tuple[Any, ...], Any], None]) -> None:
        inner = getattr(owner, name)

        def outer(*args: Any, **more: Any) -> Any:
            made = inner(*args, **more)
            seen(args, made)
            return made

        setattr(owner, name, outer)


def main(path: str) -> None:
    with open(path, encoding="utf-8") as file:
        order = json.load(file)
    from rvc_next.engine.convert import offline
    from rvc_next.engine.convert.params import VoiceParams
    from rvc_next.engine.runtime import Runtime

    runtime = Runtime(order["assets"], device="cpu")
    wave = np.load(order["wave"])
    recorder = Recorder()
    if order.get("f0_only"):
        padded = np.pad(wave, 16000, mode="reflect")
        for method in order["f0_only"]:
            recorder.keep(method, runtime.f0(method).compute(padded, len(padded) // 160))
        _save(order["out"], recorder)
        return
    voice = runtime.voice(order["voice"])
    index = runtime.index(order["index"]) if order.get("index") else None
    runtime.hubert()
    keep = recorder.keep
    recorder.wrap(offline, "highpass_16k", lambda args, made: keep("high_pass", made))
    def heard(args: tuple[Any, ...], made: Any) -> None:
        keep("hubert", made)
        keep("samples", args[1].shape[-1])

    recorder.wrap(offline, "extract_features", heard)
    recorder.wrap(offline, "blend", lambda args, made: keep("blend", made))
    recorder.wrap(offline, "to_int16", lambda args, made: keep("final", args[0]))

    def pitch(args: tuple[Any, ...], made: Any) -> None:
        keep("classes", made[0])
        keep("hz", made[1])

    def loudness(args: tuple[Any, ...], made: Any) -> None:
        keep("rms_source", args[0])
        keep("rms_result", made)

    def inferred(args: tuple[Any, ...], made: Any) -> None:
        keep("features", args[0])
        keep("wave", made[0])

    recorder.wrap(offline, "offline_f0", pitch)
    change_rms = offline.change_rms

    def copied(*args: Any) -> Any:  # it may work in place
        keep("rms_converted", args[2].copy())
        return change_rms(*args)

    offline.change_rms = copied
    recorder.wrap(offline, "change_rms", loudness)
    recorder.wrap(voice.net_g, "infer", inferred)
    generator = torch.Generator().manual_seed(order["seed"])

    def randn_like(like: torch.Tensor, **_: Any) -> torch.Tensor:
        made = torch.randn(like.shape, generator=generator)
        keep("noise", made)
        return made.to(like)

    torch.randn_like = randn_like  # type: ignore[assignment]
    offline.OfflineConverter(runtime).convert(wave, voice, VoiceParams(**order["params"]), index=index)
    _save(order["out"], recorder)


def _save(path: str, recorder: Recorder) -> None:
    named = {f"{stage}.{i}": value for stage, values in recorder.kept.items() for i, value in enumerate(values)}
    np.savez(path, **named)


if __name__ == "__main__":
    main(sys.argv[1])

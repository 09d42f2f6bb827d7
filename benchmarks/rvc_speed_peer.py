"""A conversion by rvc-next, measured in a process of its own. Run by ``rvc_speed.py`` with the Python of an
environment that has rvc-next (GPL-3.0); nothing of ours imports it, and it imports nothing of ours.

    python rvc_speed_peer.py ORDER     ORDER: JSON, see rvc_speed.py; the answer is the last line of stdout
"""

from __future__ import annotations

import json
import resource
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
from rvc_next.engine.audio.io import decode
from rvc_next.engine.convert.offline import OfflineConverter
from rvc_next.engine.convert.params import VoiceParams
from rvc_next.engine.runtime import AssetPaths, ChunkConfig, Runtime


def main() -> int:
    order = json.loads(sys.argv[1])
    import soundfile
    import torch

    folder = Path(order["folder"])
    runtime = Runtime(AssetPaths(folder / "assets"), device="cpu")
    if order["chunk_s"]:  # the same pieces as ours: cut within 15 % of the chunk
        size = round(order["chunk_s"])
        runtime.chunk = ChunkConfig(x_pad=1, x_query=2, x_center=size, x_max=size + 1)
    params = VoiceParams(f0_method="swift", index_rate=0.75, protect=0.33, rms_mix_rate=0.25)
    voice, index = runtime.voice(folder / "voice.pth"), runtime.index(folder / "voice" / "index.faiss")
    converter = OfflineConverter(runtime)
    answer: dict[str, Any] = {"threads": torch.get_num_threads(), "torch": torch.__version__}
    for name in order["inputs"]:
        began, cpu = time.perf_counter(), cpu_s()
        audio, _ = decode(folder / name, 16000)
        samples, rate = converter.convert(audio, voice, params, index=index)
        soundfile.write(folder / f"peer-{name}", samples, rate)
        answer[name] = {"wall_s": time.perf_counter() - began, "cpu_s": cpu_s() - cpu}
    answer["since_start_s"] = time.time() - order["started"]
    answer["cpu_since_start_s"] = cpu_s()
    answer["peak_mb"] = peak_mb()
    if order.get("record"):
        record(runtime, converter, voice, index, params, folder)
    print(json.dumps(answer))
    return 0


def record(runtime: Any, converter: Any, voice: Any, index: Any, params: Any, folder: Path) -> None:
    """Convert the short clip in one piece and write what its networks were given and gave, with the noise."""
    import torch
    from rvc_next.engine.convert import offline

    kept: dict[str, np.ndarray] = {}
    noises: list[torch.Tensor] = []
    draw, infer, extract = torch.randn_like, voice.net_g.infer, offline.extract_features

    def drawn(*args: Any, **kwargs: Any) -> torch.Tensor:
        noises.append(draw(*args, **kwargs))
        return noises[-1]

    def inferred(phone: Any, lengths: Any, pitch: Any, pitchf: Any, speaker: Any, *more: Any) -> Any:
        made = infer(phone, lengths, pitch, pitchf, speaker, *more)
        kept.update(features=phone.numpy(), pitch=pitch.numpy(), pitchf=pitchf.numpy(), samples=made[0][0, 0].numpy())
        return made

    def extracted(model: Any, wave: Any, version: str, **more: Any) -> Any:
        made = extract(model, wave, version, **more)
        kept.update(wave=wave.numpy(), contentvec=made.numpy())
        return made

    torch.randn_like, voice.net_g.infer, offline.extract_features = drawn, inferred, extracted
    audio, _ = decode(folder / "short.wav", 16000)
    converter.convert(audio, voice, params, index=index)
    latent, source = noises
    np.savez(folder / "recorded.npz", latent=latent.numpy(), source=source.reshape(1, -1).numpy(), **kept)


def cpu_s() -> float:
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def peak_mb() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


if __name__ == "__main__":
    sys.exit(main())

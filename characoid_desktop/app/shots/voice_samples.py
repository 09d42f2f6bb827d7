"""A library for the pictures: folders as an import leaves them, which the library takes up at its start.

The numbers of the models are a few bytes: nothing is converted with them, only shown.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from characoid_desktop.app.shots.faces import face
from characoid_desktop.features.voices.models import Kind, Role


@dataclass(frozen=True, slots=True)
class Sample:
    """One entry. ``cover``: the colours of ground, hair and eyes; ``size`` of the model in bytes, as it is told."""

    id: str
    kind: Kind
    name: str
    size: int
    facts: Mapping[str, Any] = field(default_factory=dict[str, Any])
    source: str = ""
    author: str = ""
    index: str = ""
    cover: tuple[str, str, str] | None = None
    role: Role = Role.NONE


def _voice(version: str, rate: int, f0_median: float | None, **more: Any) -> dict[str, Any]:
    return {"version": version, "rate": rate, "f0": True, "speakers": 1, "half": True, "epoch": "", "note": "",
            "f0_median": f0_median, **more}


MIKA, TSUKIMI, NARRATOR, GONE = (f"{n:032x}" for n in range(1, 5))
CONTENTVEC, RMVPE, DEMUCS, ROFORMER, KARAOKE = (f"{n:032x}" for n in range(17, 22))
SAMPLES = (
    Sample(MIKA, Kind.VOICE, "mika_v2_40k", 55_300_000,
           _voice("v2", 40_000, 246.9, epoch="300 epochs", note="sung and spoken, 42 min"),
           "/home/mika/voices/mika_v2_40k.pth", "Mika", "added_IVF1024_Flat_nprobe_1_mika_v2.index",
           ("#f4c7d3", "#b84a6e", "#7a3b57")),
    Sample(TSUKIMI, Kind.VOICE, "月見ナレーション", 57_600_000, _voice("v2", 48_000, 207.7, speakers=4),
           "/home/mika/voices/月見.zip", "月見工房", "月見.index", ("#c9d4f2", "#4a5fb0", "#2f3f86")),
    Sample(NARRATOR, Kind.VOICE, "Deep narrator", 54_100_000, _voice("v1", 32_000, None, f0=False),
           "/home/mika/voices/deep.pth"),
    Sample(GONE, Kind.VOICE, "夜更けの声", 55_000_000, _voice("v2", 40_000, 220.0), "/media/usb/夜更け.pth"),
    Sample(CONTENTVEC, Kind.CONTENTVEC, "contentvec", 378_000_000, {}, "/opt/Applio/rvc/models/embedders/contentvec"),
    Sample(DEMUCS, Kind.SEPARATION, "htdemucs", 84_000_000, {"model_kind": "htdemucs"}, "/home/mika/htdemucs.th",
           role=Role.VOCALS),
    Sample(ROFORMER, Kind.SEPARATION, "Mel-Band Roformer Kim", 913_000_000, {"model_kind": "mel_band_roformer"},
           "/home/mika/MelBandRoformer.ckpt", role=Role.VOCALS),
    Sample(KARAOKE, Kind.SEPARATION, "Karaoke 5", 66_700_000, {"model_kind": "mdx_onnx"},
           "/home/mika/UVR_MDXNET_KARA_2.onnx", role=Role.LEAD_BACKING),
)


def write_library(root: Path) -> None:
    """Write all samples below ``root``, the folder of the library; raises OSError. Blocks."""
    for sample in SAMPLES:
        folder = root / ("voices" if sample.kind is Kind.VOICE else f"weights/{sample.kind.value}") / sample.id
        folder.mkdir(parents=True)
        voice = sample.kind is Kind.VOICE
        if sample.id != GONE:
            weights = "model.onnx" if str(sample.facts.get("model_kind", "")).endswith("onnx") else "model.safetensors"
            (folder / ("voice.safetensors" if voice else weights)).write_bytes(b"numbers")
        described = "voice.json" if voice else "config.json" if sample.kind is Kind.CONTENTVEC else "model.json"
        (folder / described).write_text("{}", encoding="utf-8")
        if sample.index:
            (folder / "index.faiss").write_bytes(b"index")
        if sample.cover is not None:
            face(*sample.cover).save(str(folder / "cover.png"))
        about = {
            "schema": 1, "kind": sample.kind.value, "name": sample.name, "author": sample.author,
            "sha256": sample.id * 2, "source": sample.source, "bytes": sample.size, "facts": dict(sample.facts),
            "role": sample.role.value, "index_sha256": sample.id * 2 if sample.index else None,
            "index_source": f"/home/mika/voices/{sample.index}" if sample.index else None,
            "cover": "cover.png" if sample.cover is not None else None}
        (folder / "about.json").write_text(json.dumps(about), encoding="utf-8")

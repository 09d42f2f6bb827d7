"""Random-weight ContentVec in the place and with the sizes that rvc-next expects of its own assets.

rvc-next takes an asset for installed when its files have the sizes of its catalogue; what is in them is random here,
and tiny: a tensor that no network uses, and at last the comment of the zip file, fill it up.
"""

from __future__ import annotations

import json
import struct
from pathlib import Path

from tests.fakes.random_voice import contentvec_config, contentvec_weights

MODEL_BYTES = 189_206_711
CONFIG_BYTES = 1492
PREPROCESSOR_BYTES = 225
_COMMENT_BYTES = 30_000  # room that is left for the comment


def install_hubert(assets: Path) -> Path:
    """Write ``hubert_base`` into the assets folder of rvc-next and return it."""
    import torch

    folder = assets / "hubert_base"
    folder.mkdir(parents=True, exist_ok=True)
    _json(folder / "config.json", contentvec_config(), CONFIG_BYTES)
    about = {"do_normalize": False, "feature_extractor_type": "Wav2Vec2FeatureExtractor", "feature_size": 1,
             "padding_side": "right", "padding_value": 0, "return_attention_mask": False, "sampling_rate": 16000}
    _json(folder / "preprocessor_config.json", about, PREPROCESSOR_BYTES)
    path = folder / "pytorch_model.bin"
    tensors = contentvec_weights()
    torch.save(tensors, path)
    missing = MODEL_BYTES - path.stat().st_size - _COMMENT_BYTES
    torch.save({**tensors, "room": torch.zeros(missing, dtype=torch.uint8)}, path)
    _comment(path, MODEL_BYTES - path.stat().st_size)
    return folder


def _json(path: Path, value: object, size: int) -> None:
    text = json.dumps(value)
    path.write_text(text + " " * (size - len(text)), encoding="utf-8")


def _comment(path: Path, size: int) -> None:
    """Append a comment of ``size`` bytes to a zip file that has none."""
    with path.open("r+b") as file:
        file.seek(-2, 2)
        assert file.read(2) == b"\0\0"
        file.seek(-2, 2)
        file.write(struct.pack("<H", size) + b" " * size)

"""Hostile and broken model files, each made by a small seeded generator. A payload makes the folder ``canary``."""

from __future__ import annotations

import io
import json
import os
import pickle
import random
import struct
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.fakes import random_voice

SEED = 20261130


class Payload:
    """Unpickled as code it makes a folder, which is seen afterwards."""

    def __init__(self, canary: Path) -> None:
        self.canary = canary

    def __reduce__(self) -> Any:
        return os.mkdir, (str(self.canary),)


def good(folder: Path, **more: Any) -> Path:
    return random_voice.checkpoint(folder / "good.pth", **more)


def save(path: Path, content: Any, **options: Any) -> Path:
    import torch

    torch.save(content, path, **options)
    return path


def content(**more: Any) -> dict[str, Any]:
    """What a good voice file holds, with changes."""
    return {"weight": random_voice.weights(tiny=True), "config": random_voice.config(tiny=True), "info": "20epoch",
            "sr": "40k", "f0": 1, "version": "v2", **more}


def without(*keys: str) -> dict[str, Any]:
    return {key: value for key, value in content().items() if key not in keys}


def with_tensor(name: str, change: Callable[[Any], Any], **more: Any) -> dict[str, Any]:
    made = content(**more)
    made["weight"][name] = change(made["weight"][name])
    return made


def torch_zip(path: Path, data_pkl: bytes, *, compress: bool = False, extra: dict[str, bytes] | None = None) -> Path:
    """A file laid out like torch's, with a data.pkl of our own."""
    method = zipfile.ZIP_DEFLATED if compress else zipfile.ZIP_STORED
    with zipfile.ZipFile(path, "w", method) as archive:
        archive.writestr("voice/data.pkl", data_pkl)
        archive.writestr("voice/version", b"3\n")
        for name, data in (extra or {}).items():
            archive.writestr(f"voice/{name}", data)
    return path


def repacked(source: Path, path: Path, method: int = zipfile.ZIP_DEFLATED) -> Path:
    """The same entries, packed in another way."""
    with zipfile.ZipFile(source) as old, zipfile.ZipFile(path, "w", method) as new:
        for entry in old.infolist():
            new.writestr(entry.filename, old.read(entry))
    return path


def gadget(canary: Path, module: str, name: str) -> bytes:
    """A pickle that asks for ``name`` in an allow-listed ``module`` and calls what it got with the canary."""
    where = str(canary).encode()
    return (b"\x80\x02c" + module.encode() + b"\n" + name.encode() + b"\nX" + struct.pack("<I", len(where)) + where
            + b"\x85R.")


def import_gadget(canary: Path) -> bytes:
    """torch._utils has a function that imports by name: calling it with "os.mkdir" gives the real one."""
    where = str(canary).encode()
    return (b"\x80\x02ctorch._utils\n_import_dotted_name\nX\x08\0\0\0os.mkdir\x85RX" + struct.pack("<I", len(where))
            + where + b"\x85R.")


def noise(size: int, start: bytes = b"") -> bytes:
    return start + random.Random(SEED).randbytes(size)


def expanded(tensor: Any) -> Any:
    """Forty billion elements over one number."""
    import torch

    return torch.as_strided(torch.zeros(1, dtype=tensor.dtype), (200_000, 200_000), (0, 0))


def shared(weight: dict[str, Any]) -> dict[str, Any]:
    """Tensors of the right shapes that all lie over one buffer: a small file that becomes large when it is written."""
    import torch

    buffer = torch.zeros(max(tensor.numel() for tensor in weight.values()))
    return {name: buffer[: tensor.numel()].view(tensor.shape) for name, tensor in weight.items()}


def sparse(tensor: Any) -> Any:
    import torch

    return torch.sparse_coo_tensor(
        torch.zeros((2, 1), dtype=torch.int64), torch.ones(1), (2**30, 2**30), check_invariants=True)


def spoiled(value: float) -> Callable[[Any], Any]:
    def change(tensor: Any) -> Any:
        tensor = tensor.clone()
        tensor.view(-1)[3] = value
        return tensor

    return change


def module_object() -> Any:
    import torch

    return torch.nn.Linear(4, 4)


def safetensors(path: Path, header: bytes, data: bytes = b"", *, claimed: int | None = None) -> Path:
    path.write_bytes(struct.pack("<Q", len(header) if claimed is None else claimed) + header + data)
    return path


def entry(shape: list[int], begin: int, end: int, dtype: str = "F32") -> dict[str, Any]:
    return {"dtype": dtype, "shape": shape, "data_offsets": [begin, end]}


def header(**entries: Any) -> bytes:
    return json.dumps(entries).encode()


def index_bytes(dimension: int = 768, count: int = 200, *, filled: bool = True, folder: Path) -> bytearray:
    path = random_voice.index_file(folder / "made.index", dimension, count, filled=filled)
    data = bytearray(path.read_bytes())
    path.unlink()
    return data


def raw_pickle(payload: Any, protocol: int) -> bytes:
    out = io.BytesIO()
    pickle.dump({"weight": payload, "filling": "x" * 100}, out, protocol=protocol)
    return out.getvalue()

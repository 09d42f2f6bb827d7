"""Is a tensor what its file can hold? Checks that torch's reader leaves to us (MDL-17, 18, 20).

A file of four bytes may describe a tensor of forty billion elements by a stride of zero; a sparse one any size at
all. Such a tensor loads in no time and takes the memory when it is first used.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.errors import EngineError
from engine.job import JobContext

MAX_TENSORS = 20_000
MAX_NAME = 300
COUNTER = ".num_batches_tracked"  # a whole number that training needs, and nothing else does


def check_tensors(job: JobContext, tensors: Mapping[Any, Any], file_bytes: int) -> dict[str, Any]:
    """Return the tensors by name, without the counters of batch norms.

    Each is dense, floating, contiguous, inside its storage, finite; all together are no larger than their file.
    Raises EngineError ``bad_tensor`` and ``non_finite`` (with ``tensor``), ``not_a_model`` for anything else in it.
    """
    import torch

    if not 0 < len(tensors) <= MAX_TENSORS:
        raise EngineError("not_a_model", f"{len(tensors)} tensors")
    kept: dict[str, Any] = {}
    total = 0
    for name, tensor in tensors.items():
        if not isinstance(name, str) or len(name) > MAX_NAME or not isinstance(tensor, torch.Tensor):
            raise EngineError("not_a_model", f"{str(name)[:100]} is no tensor")
        if name.endswith(COUNTER) and not tensor.is_floating_point() and tensor.ndim == 0:
            continue
        check_layout(name, tensor)
        total += tensor.numel() * tensor.element_size()
        if total > file_bytes:
            raise EngineError("bad_tensor", f"{total} bytes in a file of {file_bytes}", tensor=name[:100])
        kept[name] = tensor.detach()
    for done, (name, tensor) in enumerate(kept.items()):
        job.check()
        job.progress("check", done, len(kept))
        if not _is_finite(tensor):
            raise EngineError("non_finite", name, tensor=name[:100])
    return kept


def _is_finite(tensor: Any) -> bool:
    """A sum that is finite has only finite parts, and takes a tenth of the time; the long way is for the rest."""
    import torch

    wide = torch.float64 if tensor.dtype is torch.float64 else torch.float32
    return bool(torch.isfinite(tensor.sum(dtype=wide))) or bool(torch.isfinite(tensor).all())


def plain(tensors: Mapping[str, Any]) -> dict[str, Any]:
    """The same tensors with memory of their own, float16 or float32: as they are written."""
    import torch

    kept = (torch.float16, torch.float32)
    return {name: tensor.to(tensor.dtype if tensor.dtype in kept else torch.float32).clone()
            for name, tensor in tensors.items()}


def check_layout(name: str, tensor: Any) -> None:
    """Raise EngineError ``bad_tensor`` unless ``tensor`` is dense, floating, contiguous and inside its storage."""
    import torch

    wrong = None
    if tensor.layout is not torch.strided or tensor.is_quantized or tensor.device.type != "cpu":
        wrong = f"{tensor.layout} on {tensor.device}"
    elif tensor.dtype not in (torch.float16, torch.float32, torch.bfloat16, torch.float64):
        wrong = str(tensor.dtype)
    elif not tensor.is_contiguous():
        wrong = f"strides {tensor.stride()}"
    else:
        needed = (tensor.storage_offset() + tensor.numel()) * tensor.element_size()
        if needed > tensor.untyped_storage().nbytes():
            wrong = f"{needed} bytes in a storage of {tensor.untyped_storage().nbytes()}"
    if wrong is not None:
        raise EngineError("bad_tensor", f"{name[:100]}: {wrong}", tensor=name[:100])


def shapes_of(tensors: Mapping[Any, Any]) -> dict[str, tuple[int, ...]]:
    """Return the shapes by name; what is no tensor, and no name, is left out."""
    import torch

    return {name: tuple(tensor.shape) for name, tensor in tensors.items()
            if isinstance(name, str) and isinstance(tensor, torch.Tensor)}

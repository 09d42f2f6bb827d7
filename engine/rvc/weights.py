"""Tensors of a checkpoint: names brought to one style, shapes checked, weight norm folded.

Nothing is read from files here; tensors come as a mapping.
"""

from __future__ import annotations

from collections.abc import Mapping

import torch
from torch import Tensor

from engine.errors import EngineError

_NEW_STYLE = {".parametrizations.weight.original0": ".weight_g", ".parametrizations.weight.original1": ".weight_v"}


def old_style_name(name: str) -> str:
    """Return ``name`` with torch's newer names of weight norm replaced by ``weight_g`` and ``weight_v``."""
    for new, old in _NEW_STYLE.items():
        if name.endswith(new):
            return name.removesuffix(new) + old
    return name


def checked(
    tensors: Mapping[str, Tensor], shapes: Mapping[str, tuple[int, ...]], code: str, *, unused: tuple[str, ...] = ()
) -> dict[str, Tensor]:
    """Return the tensors of ``shapes`` under old-style names, float32 on the CPU.

    Names that begin with one of ``unused`` are left out. Raises EngineError ``code`` with ``tensor`` when one
    is missing, unknown, of another shape, not floating, or not finite.
    """
    named = {old_style_name(name): value for name, value in tensors.items()}
    for name in named:
        if name not in shapes and not name.startswith(unused or ("\0",)):
            raise EngineError(code, f"unknown tensor {name[:100]}", tensor=name[:100])
    return {name: _one(named, name, shape, code) for name, shape in shapes.items()}


def _one(named: Mapping[str, Tensor], name: str, shape: tuple[int, ...], code: str) -> Tensor:
    value = named.get(name)
    if value is None:
        raise EngineError(code, f"{name} is missing", tensor=name)
    plain = value.layout is torch.strided and value.is_floating_point()
    if not plain or tuple(value.shape) != shape:
        raise EngineError(code, f"{name} is {tuple(value.shape)} {value.dtype}, not {shape}", tensor=name)
    value = value.detach().to("cpu", torch.float32)
    if not bool(torch.isfinite(value).all()):
        raise EngineError(code, f"{name} holds values that are no numbers", tensor=name)
    return value


def folded(tensors: Mapping[str, Tensor], name: str, axis: int = 0) -> Tensor:
    """Return the weight of ``name`` with its weight norm multiplied in.

    Salimans & Kingma 2016: ``w = g · v / ‖v‖``, the norm taken over all axes but ``axis``.
    """
    if f"{name}.weight" in tensors:
        return tensors[f"{name}.weight"]
    direction, length = tensors[f"{name}.weight_v"], tensors[f"{name}.weight_g"]
    axes = [each for each in range(direction.ndim) if each != axis]
    norm = torch.linalg.vector_norm(direction, dim=axes, keepdim=True)
    return direction * (length / norm.clamp_min(torch.finfo(torch.float32).tiny))

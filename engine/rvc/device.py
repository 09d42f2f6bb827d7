"""Where the networks compute: the processor always, a graphics card where torch reaches it."""

from __future__ import annotations

from dataclasses import dataclass

from engine.errors import EngineError

# Compute capabilities below this have no fast half precision; the 16 series has it but yields NaN.
_HALF_FROM = (7, 0)
_NO_HALF = ("GTX 16", "GTX16")


@dataclass(frozen=True)
class Device:
    """``name`` as torch spells it; ``half``: compute in float16; ``missing``: why nothing faster was taken.

    Codes of ``missing``: ``cuda_not_built`` (this torch has no CUDA), ``cuda_no_gpu`` (no usable card or driver),
    ``mps_not_built``, ``mps_not_available`` (macOS too old or no such card), ``half_slow`` (a card without fast
    half precision, so single precision is used).
    """

    name: str
    half: bool
    missing: tuple[str, ...] = ()


def choose(wanted: str = "auto") -> Device:
    """Return the device for ``wanted``: ``auto``, ``cpu``, ``cuda``, ``cuda:N`` or ``mps``.

    ``auto`` never fails for want of a card. Raises EngineError ``torch_missing`` without torch,
    ``device_missing`` with ``device`` and ``reason`` when a card was named that torch does not reach, and
    ``bad_params`` for another word.
    """
    try:
        import torch  # noqa: F401
    except ImportError as error:
        raise EngineError("torch_missing", repr(error)) from error
    if wanted == "cpu":
        return Device("cpu", half=False)
    if wanted == "auto":
        cuda, mps = _cuda_problem(0), _mps_problem()
        if not cuda:
            return _cuda("cuda:0", 0)
        return Device("mps", half=False) if not mps else Device("cpu", half=False, missing=(cuda, mps))
    if wanted == "mps":
        return _or_missing(wanted, _mps_problem()) or Device("mps", half=False)
    kind, _, number = wanted.partition(":")
    if kind != "cuda" or not (number or "0").isdecimal() or len(number) > 2:
        raise EngineError("bad_params", f"device {wanted[:20]}", what="device")
    index = int(number or 0)
    return _or_missing(wanted, _cuda_problem(index)) or _cuda(f"cuda:{index}", index)


def _or_missing(wanted: str, problem: str) -> None:
    if problem:
        raise EngineError("device_missing", problem, device=wanted, reason=problem)


def _cuda_problem(index: int) -> str:
    import torch

    if not torch.backends.cuda.is_built():
        return "cuda_not_built"
    return "" if torch.cuda.is_available() and index < torch.cuda.device_count() else "cuda_no_gpu"


def _mps_problem() -> str:
    import torch

    if not torch.backends.mps.is_built():
        return "mps_not_built"
    return "" if torch.backends.mps.is_available() else "mps_not_available"


def _cuda(name: str, index: int) -> Device:
    import torch

    slow = torch.cuda.get_device_capability(index) < _HALF_FROM
    slow = slow or any(word in torch.cuda.get_device_name(index) for word in _NO_HALF)
    return Device(name, half=not slow, missing=("half_slow",) if slow else ())

"""What a pickle would call, read off its opcodes: nothing of it is executed.

torch's own reader (``weights_only``) refuses the same and more. This comes before it, needs no torch, and can name
what was found.
"""

from __future__ import annotations

import pickletools

from engine.errors import EngineError

MAX_OPCODES = 5_000_000
_DTYPES = (
    "float16", "float32", "float64", "bfloat16", "int8", "int16", "int32", "int64", "uint8", "bool",
)  # fmt: skip
_STORAGES = (
    "HalfStorage", "FloatStorage", "DoubleStorage", "BFloat16Storage", "CharStorage", "ShortStorage", "IntStorage",
    "LongStorage", "ByteStorage", "BoolStorage",
)  # fmt: skip
ALLOWED = frozenset({
    "collections OrderedDict", "torch Size", "torch._utils _rebuild_tensor_v2", "torch._utils _rebuild_parameter",
    "torch.storage UntypedStorage", *(f"torch {name}" for name in (*_DTYPES, *_STORAGES)),
})  # fmt: skip
# Calls that pickle has besides GLOBAL; torch writes none of them.
_CALLS = frozenset({"STACK_GLOBAL", "INST", "OBJ", "NEWOBJ", "NEWOBJ_EX", "EXT1", "EXT2", "EXT4"})


def check_pickle(data: bytes, *, also: frozenset[str] = frozenset()) -> None:
    """Raise EngineError when ``data`` calls anything but the makers of dense tensors and ``also`` ("module name").

    ``code_in_file`` (with ``name``), ``bad_tensor`` for sparse, quantised and other odd tensors, ``fairseq_model``
    and ``demucs_object`` for two kinds of files that people have, ``damaged_model`` for no pickle at all.
    """
    count = 0
    try:
        for opcode, argument, _ in pickletools.genops(data):
            count += 1
            if count > MAX_OPCODES:
                raise EngineError("bad_archive", "more than five million opcodes")
            if opcode.name == "GLOBAL" and argument not in ALLOWED and argument not in also:
                raise _refusal(str(argument))
            if opcode.name in _CALLS:
                raise EngineError("code_in_file", opcode.name)
    except (ValueError, IndexError, KeyError, EOFError) as error:
        raise EngineError("damaged_model", f"pickle: {error!r}"[:300]) from error


def _refusal(name: str) -> EngineError:
    module, _, _ = name.partition(" ")
    shown = name.replace(" ", ".")[:100]
    if module.startswith(("fairseq", "omegaconf", "argparse")):
        return EngineError("fairseq_model", shown)
    if module.startswith("demucs"):
        return EngineError("demucs_object", shown)
    if module == "torch._utils" and name.split()[-1].startswith("_rebuild"):
        return EngineError("bad_tensor", shown)
    return EngineError("code_in_file", shown, found=shown)
